"""Compares the publication dates and authors that extractors find on labelled pages.

    python byline.py --tagrake PATH [--wrong KEY] FOLDER

FOLDER is a split of WCXB: `html/ID.html` and `ground-truth/ID.json`. Precision is the share of found values that are right,
also on the pages alone whose ground truth has a value; recall is the share of the ground truth's values that are found. A
date is right if it is the same day. Authors are right if their words (`\\w+`, in lower case) are all among the words of the
ground truth, or the reverse: "Ann Lee" and "Ann Lee, MD".

requirements.txt pins the packages. `--wrong published` prints the pages on which tagrake differs, for work on its rules.
"""

import argparse
import importlib.metadata
import json
import re
import subprocess
import unicodedata
from pathlib import Path

FIELDS = "id,published,published_source,authors,authors_source"


def read_pages(folder):
    """Returns the pages, and the labels of each by id."""
    pages, labels = [], {}
    for path in sorted((folder / "ground-truth").glob("*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        label = truth["ground_truth"]
        html = (folder / "html" / f"{path.stem}.html").read_bytes().decode("utf-8", "replace")
        pages.append({"id": path.stem, "url": truth.get("url") or "", "html": html})
        labels[path.stem] = {"published": label.get("publish_date"), "authors": label.get("author")}
    return pages, labels


def tagrake(command, pages):
    """Returns the records of the command by id."""
    lines = "".join(json.dumps(page) + "\n" for page in pages).encode()
    arguments = [command, "extract", "--quiet", "--input", "jsonl", "--fields", FIELDS, "-"]
    done = subprocess.run(arguments, input=lines, stdout=subprocess.PIPE, check=True)
    rows = map(json.loads, done.stdout.splitlines())
    return {row["id"]: row | {"authors": "; ".join(row.get("authors", []))} for row in rows}


def htmldate(pages):
    from htmldate import find_date

    return {page["id"]: {"published": find_date(page["html"], original_date=True)} for page in pages}


def trafilatura(pages):
    from trafilatura import extract_metadata

    rows = {}
    for page in pages:
        found = extract_metadata(page["html"], default_url=page["url"] or None)
        rows[page["id"]] = {"published": found.date, "authors": found.author} if found else {}
    return rows


def is_right(key, found, label):
    if not found or not label:
        return False
    if key == "published":
        return found[:10] == label[:10]
    found, label = words(found), words(label)
    return bool(found) and (found <= label or label <= found)


def words(text):
    """Returns the words without accents, in lower case."""
    text = unicodedata.normalize("NFKD", text).casefold()
    return set(re.findall(r"\w+", "".join(letter for letter in text if not unicodedata.combining(letter))))


def print_rows(name, rows, labels, keys):
    for key in keys:
        found = {page: row.get(key) for page, row in rows.items() if row.get(key)}
        right = sum(is_right(key, value, labels[page][key]) for page, value in found.items())
        labelled = sum(bool(label[key]) for label in labels.values())
        comparable = sum(bool(labels[page][key]) for page in found)
        precision, on_labelled, recall = (right / max(1, count) for count in (len(found), comparable, labelled))
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        print(f"| {name} | {key} | {len(found)} | {precision:.3f} | {on_labelled:.3f} | {recall:.3f} | {f1:.3f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tagrake", required=True)
    parser.add_argument("--wrong", choices=["published", "authors"])
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    pages, labels = read_pages(arguments.folder)
    ours = tagrake(arguments.tagrake, pages)
    if arguments.wrong:
        key = arguments.wrong
        for page, row in ours.items():
            if (row.get(key) or labels[page][key]) and not is_right(key, row.get(key), labels[page][key]):
                print(page, row.get(key), row.get(f"{key}_source"), "label:", labels[page][key], sep="\t")
        return
    print("| extractor | key | found | precision | on labelled pages | recall | F1 |\n|---|---|---|---|---|---|---|")
    print_rows("tagrake", ours, labels, ["published", "authors"])
    version = importlib.metadata.version
    print_rows(f"htmldate {version('htmldate')}", htmldate(pages), labels, ["published"])
    print_rows(f"trafilatura {version('trafilatura')}", trafilatura(pages), labels, ["published", "authors"])


if __name__ == "__main__":
    main()
