"""Makes the host-level link graph of WARC files, as Common Crawl's web graph has it, with Spark.

    spark-submit --master 'local[*]' spark_links.py warc.paths graph

`warc.paths` has a path on each line, and may be compressed by gzip. `graph/edges` gets a row (s, t, links) for each pair of
hosts of which one links to the other: their names in reverse, as org.example.www, and how many links there are.
`graph/hosts` gets all hosts, with the numbers of hosts that they link to, and that link to them. Both are Parquet.

As in Common Crawl's graph a host does not link to itself, addresses in numbers are no hosts, and images, scripts and
frames are links, too. Other than there, hosts keep their `www`.
"""

import argparse

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

import tagrake.spark


def reversed_host(url: Column) -> Column:
    """Returns the host of a URL, in reverse: NULL if it has none, or is an address in numbers.

    `tagrake` writes URLs by the standard, so hosts are ASCII and in lower case.
    """
    host = F.regexp_extract(url, r"^https?://(?:[^/?#@]*@)?([a-z0-9_.-]*[a-z_-][a-z0-9_.-]*)", 1)
    labels = F.split(F.rtrim(host, F.lit(".")), "[.]")
    return F.when(host != "", F.array_join(F.reverse(labels), "."))


def host_edges(links: DataFrame) -> DataFrame:
    """Returns the edges (s, t, links) between hosts."""
    return (
        links.select(reversed_host(F.col("page_url")).alias("s"), reversed_host(F.col("url")).alias("t"))
        .where("s != t")
        .groupBy("s", "t")
        .agg(F.count("*").alias("links"))
    )


def host_degrees(edges: DataFrame) -> DataFrame:
    """Returns the hosts (host, links_to, linked_from) of a graph."""
    ends = edges.select(F.explode(F.array(*[F.struct(F.col(end).alias("host"), F.lit(end).alias("end")) for end in "st"])))
    return ends.groupBy("col.host").agg(
        F.count_if(F.col("col.end") == "s").alias("links_to"), F.count_if(F.col("col.end") == "t").alias("linked_from")
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes the host-level link graph of WARC files.")
    parser.add_argument("manifest", help="a file with the paths of WARC files, one on each line")
    parser.add_argument("out", help="the folder to write to")
    arguments = parser.parse_args()

    spark = SparkSession.builder.appName("host links").getOrCreate()
    paths = spark.read.text(arguments.manifest).where("trim(value) != ''")
    links = tagrake.spark.extract_warcs(spark, paths, table="links", columns=["page_url", "url"])

    edges_path, hosts_path = f"{arguments.out}/edges", f"{arguments.out}/hosts"
    host_edges(links).sortWithinPartitions("s", "t").write.mode("overwrite").parquet(edges_path)
    edges = spark.read.parquet(edges_path)
    host_degrees(edges).sortWithinPartitions("host").write.mode("overwrite").parquet(hosts_path)
    hosts = spark.read.parquet(hosts_path)

    links_between = edges.agg(F.sum("links")).collect()[0][0] or 0
    print(f"{hosts.count()} hosts, {edges.count()} edges, {links_between} links")
    spark.stop()


if __name__ == "__main__":
    main()
