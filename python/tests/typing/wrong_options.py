"""Calls that type checkers reject: mypy and pyright report a comment here whose line has no error. Nothing here runs."""

import tagrake
from tagrake.polars import PageExpressions
from tagrake.types import ExtractOptions, WarcOptions


def misspelt() -> None:
    tagrake.scan_warc("x", thread=2)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    tagrake.scan_warc("x", colums=["url"])  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    tagrake.read_warc("x", thread=2)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    tagrake.copy_records("x", output="y", kinds="nav")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    tagrake.extract(b"", max_link=1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]


def closed_sets() -> None:
    tagrake.scan_warc("x", kinds=["navv"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    tagrake.scan_warc("x", table="page")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tagrake.read_warc("x", kinds=["navv"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    tagrake.read_warc("x", kinds="navv")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tagrake.read_warc("x", dedup="url")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tagrake.extract(b"", view="best")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tagrake.extract(b"", profile="best")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tagrake.extract(b"", markdown_with=["bold"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]


def wrong_types() -> None:
    tagrake.scan_warc("x", threads="2")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tagrake.scan_warc("x", hosts=1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    tagrake.read_warc("x", status=[2.0])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    tagrake.extract(b"", b"https://e.org/")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    options: ExtractOptions = {"max_links": "1"}  # type: ignore[typeddict-item]  # pyright: ignore[reportAssignmentType]
    more: WarcOptions = {"thread": 1}  # type: ignore[typeddict-unknown-key]  # pyright: ignore[reportAssignmentType]
    print(options, more)


def expressions(pages: PageExpressions) -> None:
    pages.extract("title", thread=2)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    pages.links(kinds=["navv"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    pages.main_text(view="best")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
