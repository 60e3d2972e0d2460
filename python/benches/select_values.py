"""Values of five selectors in pages from bytes, with tagrake and its peers in Python."""

from collections.abc import Callable
from typing import Any

# Selectors of attributes and of text, each with the attribute whose value is taken, or None for the text.
SELECTORS = [("a[href]", "href"), ("ul li a", None), ("h1", None), ("meta[property='og:title']", "content"), (".content p", None)]

Job = Callable[[bytes], list[list[Any]]]


def with_outputs() -> list[str]:
    return [f"{selector}::attr({name})" if name else f"{selector}::text" for selector, name in SELECTORS]


def tagrake() -> Job:
    from tagrake import extract

    names = [f"column{number}" for number in range(len(SELECTORS))]
    columns = {f"{name}[]": output for name, output in zip(names, with_outputs(), strict=True)}

    def values(page: bytes) -> list[list[Any]]:
        record = extract(page, columns=columns)
        return [record[name] for name in names]

    return values


def frostwork() -> Job:
    from frostwork._frostwork import Plan

    plan = Plan(with_outputs(), [])

    def values(page: bytes) -> list[list[Any]]:
        return list(plan.extract(page))

    return values


def selectolax() -> Job:
    from selectolax.lexbor import LexborHTMLParser

    def values(page: bytes) -> list[list[Any]]:
        tree = LexborHTMLParser(page)
        return [[node.attrs[name] if name else node.text() for node in tree.css(selector)] for selector, name in SELECTORS]

    return values


CONTENDERS = {"tagrake": tagrake, "frostwork": frostwork, "selectolax": selectolax}
