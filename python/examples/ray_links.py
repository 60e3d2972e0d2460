"""Builds a host-level link graph from WARC files with Ray Data, similar to Common Crawl's web graph.

    python ray_links.py warc.paths graph

`warc.paths` has one path per line, and may be compressed with gzip. The script writes a row (s, t, links) to `graph` for
each pair of linked hosts, as Parquet. `spark_links.py` defines hosts and links.
"""

import argparse
import gzip
import re

import pyarrow
import pyarrow.compute
import ray.data

import tagrake.ray

# The host of a URL, unless it is an IP address. `tagrake` serializes URLs, so hosts are ASCII and in lower case.
HOST = re.compile(r"https?://(?:[^/?#@]*@)?([a-z0-9_.-]*[a-z_-][a-z0-9_.-]*)")


def reversed_host(url: str | None) -> str | None:
    """Returns the host of a URL with its labels reversed, such as org.example.www."""
    match = HOST.match(url or "")
    return ".".join(reversed(match[1].rstrip(".").split("."))) if match else None


def reversed_hosts(urls: pyarrow.ChunkedArray) -> pyarrow.Array:
    """Returns the reversed hosts of URLs. Each distinct URL is parsed once."""
    encoded = urls.combine_chunks().dictionary_encode()
    hosts = pyarrow.array([reversed_host(url) for url in encoded.dictionary.to_pylist()], pyarrow.string())
    return hosts.take(encoded.indices)


def host_edges(links: pyarrow.Table) -> pyarrow.Table:
    """Returns the edges (s, t, links) between the hosts of a table of links."""
    hosts = pyarrow.table({"s": reversed_hosts(links["page_url"]), "t": reversed_hosts(links["url"])})
    edges = hosts.group_by(["s", "t"]).aggregate([([], "count_all")]).rename_columns(["s", "t", "links"])
    return edges.filter(pyarrow.compute.field("s") != pyarrow.compute.field("t"))


def main() -> None:
    parser = argparse.ArgumentParser(description="Makes the host-level link graph of WARC files.")
    parser.add_argument("manifest", help="a file with the paths of WARC files, one on each line")
    parser.add_argument("out", help="the folder to write to")
    arguments = parser.parse_args()

    with gzip.open(arguments.manifest, "rt") if arguments.manifest.endswith(".gz") else open(arguments.manifest) as lines:
        paths = [line.strip() for line in lines if line.strip()]
    links = tagrake.ray.extract_warcs(paths, table="links", columns=["page_url", "url"])
    edges = (
        links.map_batches(host_edges, batch_format="pyarrow")
        .groupby(["s", "t"])
        .sum("links")
        .rename_columns({"sum(links)": "links"})
        .materialize()
    )
    edges.write_parquet(arguments.out)
    print(f"{edges.count()} edges, {edges.sum('links') or 0} links")


if __name__ == "__main__":
    main()
