"""Link extraction from bytes with tagrake and its peers in Python, each by its fastest API.

Two jobs: `urls` returns the `href` of all `a` elements, and `links` returns pairs of `href` and the element's text.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

URL = "https://example.com/"
# The largest relative difference between the link counts of a contender and of tagrake.
TOLERANCE = 0.005

Job = Callable[[bytes], list[Any]]


@dataclass
class Contender:
    name: str
    urls: Job
    links: Job
    # How its results differ from the results of a standard tokenizer.
    difference: str
    # The largest relative difference of its link counts.
    tolerance: float = TOLERANCE


def tagrake() -> Contender:
    from tagrake import hrefs, hyperlinks

    def links(page: bytes) -> list[Any]:
        return hyperlinks(page, URL)

    return Contender("tagrake", hrefs, links, "includes area elements; links have resolved URLs and collapsed white space")


def frostwork() -> Contender:
    from frostwork._frostwork import Plan

    urls_plan = Plan(["a[href]::attr(href)"], [])
    links_plan = Plan([], [("a[href]", [("href", "::attr(href)"), ("text", "::text")])])

    def urls(page: bytes) -> list[Any]:
        return urls_plan.extract(page)[0]

    def links(page: bytes) -> list[Any]:
        return [(href[0], "".join(text)) for href, text in links_plan.extract_grouped(page)[1][0]]

    return Contender("frostwork", urls, links, "no tree, as tagrake; plans are compiled in advance")


def selectolax() -> Contender:
    from selectolax.lexbor import LexborHTMLParser

    def urls(page: bytes) -> list[Any]:
        return [node.attrs["href"] for node in LexborHTMLParser(page).css("a[href]")]

    def links(page: bytes) -> list[Any]:
        return [(node.attrs["href"], node.text()) for node in LexborHTMLParser(page).css("a[href]")]

    return Contender("selectolax", urls, links, "the tree repeats elements where tags overlap; UTF-8 only")


def turbohtml() -> Contender:
    from turbohtml import parse

    def urls(page: bytes) -> list[Any]:
        return [node.attrs["href"] for node in parse(page, positions=False).select("a[href]")]

    def links(page: bytes) -> list[Any]:
        return [(node.attrs["href"], node.text) for node in parse(page, positions=False).select("a[href]")]

    return Contender("turbohtml", urls, links, "the tree repeats elements where tags overlap")


def resiliparse() -> Contender:
    from resiliparse.parse.html import HTMLTree

    def urls(page: bytes) -> list[Any]:
        return [node["href"] for node in HTMLTree.parse_from_bytes(page).document.query_selector_all("a[href]")]

    def links(page: bytes) -> list[Any]:
        found = HTMLTree.parse_from_bytes(page).document.query_selector_all("a[href]")
        return [(node["href"], node.text) for node in found]

    return Contender(
        "resiliparse", urls, links, "1.1.0, because 2.0.1's collections take quadratic time; the tree as selectolax; UTF-8 only"
    )


def lxml() -> Contender:
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    find: Any = etree.XPath("//a[@href]")
    text: Any = etree.XPath("string()", smart_strings=False)

    def root(page: bytes) -> Any:
        return etree.fromstring(page, parser)

    def urls(page: bytes) -> list[Any]:
        found = root(page)
        return [] if found is None else [node.get("href") for node in find(found)]

    def links(page: bytes) -> list[Any]:
        found = root(page)
        return [] if found is None else [(node.get("href"), text(node)) for node in find(found)]

    return Contender("lxml", urls, links, "libxml2's own rules, not the standard's; UTF-8 only", tolerance=0.05)


CONTENDERS = [tagrake, frostwork, selectolax, turbohtml, resiliparse, lxml]


def count_links(job: Job, pages: list[bytes]) -> int:
    return sum(len(job(page)) for page in pages)


def compare_texts(contender: Contender, other: Contender, pages: list[bytes]) -> float:
    """Returns the share of equal texts, white space ignored, on pages where both find the same number of links."""
    same = total = 0
    for page in pages:
        texts = [[squeeze(text) for _, text in side.links(page)] for side in (contender, other)]
        if len(texts[0]) == len(texts[1]):
            total += len(texts[0])
            same += sum(a == b for a, b in zip(*texts, strict=True))
    return same / max(1, total)


def compare_urls(contender: Contender, pages: list[bytes]) -> float:
    """Returns the share of URLs on which the contender and `extract` agree, page by page and regardless of order."""
    from tagrake import extract

    same = total = 0
    for page in pages:
        expected = Counter(link.raw for link in extract(page, columns=["links"]).links if is_href(link))
        found = Counter(contender.urls(page))
        same += (expected & found).total()
        total += max(expected.total(), found.total())
    return same / max(1, total)


def is_href(link: Any) -> bool:
    """Returns true for the links that `hrefs` returns. It includes links in templates."""
    return link.attr == "href" and link.element in ("a", "area", "svg:a")


def squeeze(text: str | None) -> str:
    return re.sub(r"\s+", "", text or "")
