"""Workloads of the thread and process tests. Worker processes import this module."""

import functools

import tagrake

from support import SMALL


@functools.cache
def many() -> list[bytes]:
    """Returns real pages, repeated 40 times."""
    pages = [path.read_bytes() for path in sorted(SMALL.glob("*.html"))]
    return [page for page in pages if len(page) > 1000] * 40


def many_at_once() -> None:
    tagrake.extract_many(many(), columns=["title", "links"])


def one_by_one() -> None:
    big = b"".join(many()[:9]) * 4
    for _ in range(8):
        tagrake.extract(big, columns=["title", "links"], max_links=100)
