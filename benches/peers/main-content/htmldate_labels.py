"""Compares the publication dates that tagrake and htmldate find on the 1,000 labelled pages of htmldate's own evaluation.

    git clone https://github.com/adbar/htmldate
    python htmldate_labels.py --tagrake PATH [--without-urls] [--wrong] htmldate/tests

A date is right if it is the same day. As in htmldate's evaluation, precision is the share of right dates among those found, and
recall the share of right dates among the right dates and the pages without one. `--wrong` prints the pages on which tagrake
differs. The line after each set has the right and wrong dates of each kind of source.
"""

import argparse
import base64
import json
from collections import defaultdict
from pathlib import Path

from byline import tagrake

SETS = ["eval_default.json", "eval_mediacloud_2020.json"]
FOLDERS = ["test_set", "cache", "eval"]


def read_pages(folder, name, has_urls):
    """Returns the pages, and the label of each by id."""
    pages, labels = [], {}
    for url, label in json.loads((folder / name).read_text(encoding="utf-8")).items():
        path = next(path for path in (folder / sub / label["file"] for sub in FOLDERS) if path.is_file())
        page = {"id": url, "html_base64": base64.b64encode(path.read_bytes()).decode()}
        pages.append(page | {"url": url} if has_urls else page)
        labels[page["id"]] = str(label["date"])
    return pages, labels


def htmldate(pages):
    from htmldate import find_date

    def found(page):
        html = base64.b64decode(page["html_base64"])
        try:
            text = html.decode()
        except UnicodeDecodeError:
            text = html.decode("latin-1")
        return find_date(text, original_date=True, extensive_search=False)

    return {page["id"]: {"published": found(page)} for page in pages}


def print_row(name, rows, labels):
    found = {page: rows[page]["published"][:10] for page in labels if rows[page].get("published")}
    right = sum(labels[page] == day for page, day in found.items())
    precision, recall = right / max(1, len(found)), right / max(1, right + len(labels) - len(found))
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    print(f"| {name} | {len(labels)} | {precision:.3f} | {recall:.3f} | {f1:.3f} |")


def print_sources(rows, labels):
    counts = defaultdict(lambda: [0, 0])
    for page, row in rows.items():
        if "published" in row:
            counts[row["published_source"].split(":")[0]][row["published"][:10] != labels[page]] += 1
    print(", ".join(f"{source} {right}:{wrong}" for source, (right, wrong) in sorted(counts.items())))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tagrake", required=True)
    parser.add_argument("--without-urls", action="store_true")
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    for name in SETS:
        pages, labels = read_pages(arguments.folder, name, not arguments.without_urls)
        ours = tagrake(arguments.tagrake, pages)
        print_row(f"{name}: tagrake", ours, labels)
        print_row(f"{name}: htmldate", htmldate(pages), labels)
        print_sources(ours, labels)
        for page, row in ours.items() if arguments.wrong else []:
            if row.get("published", "")[:10] != labels[page]:
                print(page, row.get("published"), row.get("published_source"), "label:", labels[page], sep="\t")


if __name__ == "__main__":
    main()
