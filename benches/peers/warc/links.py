"""Prints the links of a WARC file as JSON lines, as `tagrake links` does, with FastWARC and an HTML parser in Python.

    python links.py resiliparse|selectolax FILE.warc.gz > links.jsonl

It reads responses with status 200 to 299 and an HTML type. A row has the URL of the page, the element, attribute, value and
resolved URL, and for anchors `rel` and the text. It uses one process and one core.
"""

import json
import sys
import urllib.parse

from fastwarc.warc import ArchiveIterator, WarcRecordType

# The elements and attributes of nearly all links.
ATTRIBUTES = {
    "a": "href",
    "area": "href",
    "link": "href",
    "img": "src",
    "script": "src",
    "source": "src",
    "iframe": "src",
    "form": "action",
}
HTML = ("text/html", "application/xhtml+xml")


def resiliparse():
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding
    from resiliparse.parse.html import HTMLTree, traverse_dom

    # Indexing its collections takes time proportional to the page for each element. Iterating over all elements does not.
    def links(body, charset):
        tree = HTMLTree.parse(bytes_to_str(body, charset or detect_encoding(body)))
        base, found = None, []

        def see(context):
            nonlocal base
            node = context.node
            tag = node.tag
            if tag == "base" and base is None:
                base = node.getattr("href")
            attribute = ATTRIBUTES.get(tag)
            value = attribute and node.getattr(attribute)
            if value is not None:
                rel, text = (node.getattr("rel"), node.text) if tag == "a" else (None, None)
                found.append((tag, attribute, value, rel, text))

        root = tree.document.document_element
        if root is not None:
            traverse_dom(root, see, elements_only=True)
        return base, found

    return links


def selectolax():
    from selectolax.lexbor import LexborHTMLParser

    selector = ",".join(f"{element}[{attribute}]" for element, attribute in ATTRIBUTES.items())

    def links(body, charset):
        try:
            page = body.decode(charset or "utf-8", "replace")
        except LookupError:
            page = body.decode("utf-8", "replace")
        tree = LexborHTMLParser(page)
        base = tree.css_first("base[href]")
        found = []
        for node in tree.css(selector):
            tag, attributes = node.tag, node.attributes
            attribute = ATTRIBUTES[tag]
            rel, text = (attributes.get("rel"), node.text()) if tag == "a" else (None, None)
            found.append((tag, attribute, attributes.get(attribute) or "", rel, text))
        return base and base.attributes.get("href"), found

    return links


def resolve(base, value):
    try:
        return urllib.parse.urljoin(base, value.strip())
    except ValueError:
        return None


def main(parser, path):
    links_of = {"resiliparse": resiliparse, "selectolax": selectolax}[parser]()
    pages = rows = 0
    write = sys.stdout.write
    with open(path, "rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            http = record.http_headers
            if http is None or not 200 <= (http.status_code or 0) < 300 or record.http_content_type not in HTML:
                continue
            url = record.headers["WARC-Target-URI"]
            base, found = links_of(record.reader.read(), record.http_charset)
            base = resolve(url, base) or url if base else url
            pages += 1
            for element, attribute, value, rel, text in found:
                row = {"page_url": url, "element": element, "attr": attribute, "raw": value, "url": resolve(base, value)}
                if element == "a":
                    row["rel"] = (rel or "").lower().split()
                    row["text"] = " ".join((text or "").split())
                write(json.dumps(row, ensure_ascii=False) + "\n")
                rows += 1
    print(f"{rows} links of {pages} pages", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
