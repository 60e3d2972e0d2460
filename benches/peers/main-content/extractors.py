"""Extracts the text of pages with one Python package.

    python extractors.py NAME < pages.jsonl > texts.jsonl

A line of input is `{"id", "url", "html"}`. A line of output is `{"id", "main_text"}`; the last one is `{"name", "version",
"cpu_seconds"}`, the CPU time of the calls alone, without reading, writing and imports. A page on which a package raises an
exception has an empty text.
"""

import importlib.metadata
import json
import sys
import time


def trafilatura():
    from trafilatura import extract

    return lambda html, url: extract(html, url=url)


def trafilatura_markdown():
    from trafilatura import extract

    return lambda html, url: extract(html, url=url, output_format="markdown", include_links=True)


def trafilatura_fast():
    from trafilatura import extract

    return lambda html, url: extract(html, url=url, fast=True)


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html, url: extract_plain_text(html, main_content=True)


def resiliparse_all():
    from resiliparse.extract.html2text import extract_plain_text

    return lambda html, url: extract_plain_text(html)


def rs_trafilatura():
    from rs_trafilatura import extract

    return lambda html, url: extract(html, url=url).main_content


def turbohtml():
    import turbohtml

    return lambda html, url: turbohtml.parse(html).main_text()


def turbohtml_markdown():
    import turbohtml

    return lambda html, url: turbohtml.parse(html).to_markdown()


def html_to_markdown():
    from html_to_markdown import convert

    return lambda html, url: convert(html).content


def readability():
    from lxml.html import fromstring
    from readability import Document

    return lambda html, url: fromstring(Document(html).summary(html_partial=True)).text_content()


# The package of each extractor.
PACKAGES = {
    trafilatura: "trafilatura",
    trafilatura_fast: "trafilatura",
    trafilatura_markdown: "trafilatura",
    resiliparse: "resiliparse",
    resiliparse_all: "resiliparse",
    rs_trafilatura: "rs-trafilatura",
    turbohtml: "turbohtml",
    turbohtml_markdown: "turbohtml",
    html_to_markdown: "html-to-markdown",
    readability: "readability-lxml",
}
EXTRACTORS = {make.__name__: make for make in PACKAGES}


def main(name):
    make = EXTRACTORS[name]
    extract = make()
    pages = [json.loads(line) for line in sys.stdin]
    extract(pages[0]["html"], pages[0]["url"])  # Imports and compilation on first use are not measured.
    seconds = 0.0
    for page in pages:
        start = time.process_time()
        try:
            text = extract(page["html"], page["url"])
        except Exception as error:
            print(f"{name}: page {page['id']}: {error!r}", file=sys.stderr)
            text = None
        seconds += time.process_time() - start
        print(json.dumps({"id": page["id"], "main_text": text or ""}))
    print(json.dumps({"name": name, "version": importlib.metadata.version(PACKAGES[make]), "cpu_seconds": seconds}))


if __name__ == "__main__":
    main(*sys.argv[1:])
