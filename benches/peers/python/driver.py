"""Reads pages with a Python package and counts their links. The protocol is in ../README.md."""

import importlib.metadata
import json
import struct
import sys
import time


def selectolax():
    from selectolax.lexbor import LexborHTMLParser

    def count_links(page):
        links = link_characters = 0
        for element in LexborHTMLParser(page).css("a[href]"):
            links += 1
            link_characters += len(element.attributes.get("href") or "")
        return links, link_characters

    return count_links


def resiliparse():
    from resiliparse.parse.html import HTMLTree, traverse_dom

    # Indexing its collections takes time proportional to the page for each element. Iterating over all elements does not.
    def count_links(page):
        links = link_characters = 0

        def see(context):
            nonlocal links, link_characters
            if context.node.tag == "a":
                href = context.node.getattr("href")
                if href is not None:
                    links += 1
                    link_characters += len(href)

        root = HTMLTree.parse_from_bytes(page, "utf-8").document.document_element
        if root is not None:
            traverse_dom(root, see, elements_only=True)
        return links, link_characters

    return count_links


def lxml():
    from lxml import etree

    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)

    def count_links(page):
        links = link_characters = 0
        root = etree.fromstring(page, parser)
        for element in root.iter("a") if root is not None else ():
            href = element.get("href")
            if href is not None:
                links += 1
                link_characters += len(href)
        return links, link_characters

    return count_links


def frostwork():
    from frostwork._frostwork import Plan

    plan = Plan(["a::attr(href)"], [])

    def count_links(page):
        (hrefs,) = plan.extract(page, "utf-8")
        return len(hrefs), sum(map(len, hrefs))

    return count_links


READERS = {reader.__name__: reader for reader in (selectolax, resiliparse, lxml, frostwork)}


def load(path):
    with open(path, "rb") as file:
        data = file.read()
    pages, at = [], 0
    while at < len(data):
        (length,) = struct.unpack_from("<I", data, at)
        at += 4
        if len(data) - at < length:
            raise ValueError("the corpus ends within a document")
        pages.append(data[at : at + length])
        at += length
    return pages


def first_pages(pages, limit):
    """Returns the first pages, up to `limit` bytes in total."""
    size = 0
    for index, page in enumerate(pages):
        size += len(page)
        if size > limit:
            return pages[:index]
    return pages


def run_pass(count_links, pages):
    links = link_characters = 0
    seconds = 0.0
    for page in pages:
        fresh = bytes(bytearray(page))
        start = time.monotonic()
        page_links, page_characters = count_links(fresh)
        seconds += time.monotonic() - start
        links += page_links
        link_characters += page_characters
    counts = {"links": links, "link_characters": link_characters}
    return {"seconds": seconds, "documents": len(pages), "bytes": sum(map(len, pages)), "counts": counts}


def main():
    name, path = sys.argv[1:]
    count_links = READERS[name]()
    pages = load(path)
    version = importlib.metadata.version(name)
    size = sum(map(len, pages))
    print(
        json.dumps({"ready": True, "name": name, "version": version, "documents": len(pages), "bytes": size}),
        flush=True,
    )
    for line in iter(sys.stdin.readline, ""):
        match line.split():
            case ["pass"]:
                print(json.dumps(run_pass(count_links, pages)), flush=True)
            case ["pass", limit]:
                print(json.dumps(run_pass(count_links, first_pages(pages, int(limit)))), flush=True)
            case ["quit"]:
                break
            case _:
                sys.exit(f"neither `pass` nor `quit` was asked: {line!r}")


if __name__ == "__main__":
    main()
