"""Builds a host-level link graph from WARC files with Spark, similar to Common Crawl's web graph.

    spark-submit --master 'local[*]' spark_links.py warc.paths graph

`warc.paths` has one path per line, and may be compressed with gzip. The script writes two Parquet tables. `graph/edges` has
a row (s, t, links) for each pair of linked hosts: their reversed names, such as org.example.www, and the number of links.
`graph/hosts` has all hosts, with the number of hosts they link to and the number of hosts that link to them.

As in Common Crawl's graph, links within a host and IP addresses are left out, and images, scripts and frames count as
links. Unlike there, hosts keep their `www`.
"""

import argparse

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

import tagrake.spark


def reversed_host(url: Column) -> Column:
    """Returns the host of a URL with its labels reversed; NULL if it has none, or an IP address.

    `tagrake` serializes URLs, so hosts are ASCII and in lower case.
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
