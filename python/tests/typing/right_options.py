"""Calls that type checkers accept: one value or several, and options in a dict. Nothing here runs."""

from fractions import Fraction
from pathlib import Path

import tagrake
from tagrake.types import ExtractOptions, LinkKind, ScanOptions, WarcOptions


def one_or_several(kind: LinkKind) -> None:
    tagrake.read_warc("x", kinds=kind, mime="html", status=200, hosts="e.org", sample=0.01, columns="url", records="a:1")
    tagrake.read_warc(["x", Path("y")], kinds=[kind], mime=["html"], status=[200, "3xx"], hosts={"e.org"}, columns=("url",))
    tagrake.scan_warc("x", kinds="nav", sample=Fraction(1, 100), url_prefixes="https://e.org/", threads=0).collect()
    tagrake.extract(b"", markdown_with="links", link_attributes="i@x")


def of_dicts() -> None:
    options: ExtractOptions = {"kinds": ["nav"], "max_links": 10}
    warc: WarcOptions = {"columns": ["url"], "view": "precise", "status": [200, "3xx"]}
    scan: ScanOptions = {"manifest": "paths", "anonymous": True, "sample": 0.01}
    tagrake.extract("", **options)
    tagrake.read_warc("x", threads=2, **options)
    tagrake.read_warc("x", **warc)
    tagrake.scan_warc(**scan)
