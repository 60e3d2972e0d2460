#!/usr/bin/env python3
"""Makes long pages for training, from articles of the labelled set: few of its pages have more than 6,000 words.

    long_pages.py WCXB/dev LONG    # writes LONG/html and LONG/ground-truth

Each page is an article whose text continues with the paragraphs of other articles, in the container that has most of its own
paragraphs, as paragraphs, `div`, items, lines after `br`, or quotes. The other articles are of the same fold, so that folds stay
independent.
"""

import json
import random
import sys
from collections import defaultdict
from pathlib import Path
from urllib.parse import urlsplit

from lxml import html

import train

PAGES = 120
WORDS = (4_000, 40_000)
FORMS = ["p"] * 6 + ["div", "div", "li", "br", "blockquote"]


def articles(split):
    """The articles: id, domain, tree, paragraphs of the main content, and truth."""
    for path in sorted((split / "ground-truth").glob("*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        if truth.get("_internal", {}).get("page_type", {}).get("primary", "article") != "article":
            continue
        content = truth["ground_truth"].get("main_content") or ""
        page = (split / "html" / f"{path.stem}.html").read_text(encoding="utf-8", errors="replace")
        tree = html.fromstring(page.encode(), parser=html.HTMLParser(encoding="utf-8"))
        joined = " ".join(train.words(content))
        paragraphs = [
            element for element in tree.iter("p")
            if len(own := train.words(element.text_content())) >= 15 and " ".join(own) in joined
        ]
        if len(paragraphs) >= 5:
            domain = urlsplit(truth.get("url", "")).netloc.lower().removeprefix("www.") or path.stem
            yield path.stem, domain, tree, paragraphs, truth


def lengthen(paragraphs, texts, form):
    """Appends `texts` after the last paragraph of the container that has most paragraphs."""
    parents = [element.getparent() for element in paragraphs]
    parent = max(set(parents), key=parents.count)
    last = [element for element in paragraphs if element.getparent() is parent][-1]
    if form == "br":
        block = html.Element("div")
        for text in texts:
            line = html.Element("br")
            line.tail = text
            block.extend([line, html.Element("br")])
        new = [block]
    else:
        new = [html.Element("p" if form == "p" else form) for _ in texts]
        for element, text in zip(new, texts):
            element.text = text
    if form == "li":
        items = html.Element("ul")
        items.extend(new)
        new = [items]
    at = parent.index(last) + 1
    for offset, element in enumerate(new):
        parent.insert(at + offset, element)


def main():
    split, out = Path(sys.argv[1]), Path(sys.argv[2])
    for name in ("html", "ground-truth"):
        (out / name).mkdir(parents=True, exist_ok=True)
    chance = random.Random(1)
    pages = list(articles(split))
    texts = defaultdict(list)
    for _, domain, _, paragraphs, _ in pages:
        texts[train.fold_of(domain)].append([" ".join(element.text_content().split()) for element in paragraphs])
    for name, domain, tree, paragraphs, truth in chance.sample(pages, PAGES):
        others = texts[train.fold_of(domain)]
        wanted, added = chance.randint(*WORDS), []
        for text in (text for other in chance.sample(others, len(others)) for text in other):
            added.append(text)
            wanted -= len(text.split())
            if wanted < 0:
                break
        lengthen(paragraphs, added, chance.choice(FORMS))
        truth["ground_truth"]["main_content"] += "\n\n" + "\n\n".join(added)
        page = html.tostring(tree, encoding="utf-8", doctype="<!doctype html>")
        (out / "html" / f"long-{name}.html").write_bytes(page)
        (out / "ground-truth" / f"long-{name}.json").write_text(json.dumps(truth), encoding="utf-8")


if __name__ == "__main__":
    main()
