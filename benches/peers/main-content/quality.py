"""Compares extractors of main content on labelled pages: the words that they find, and pages per second.

    python quality.py --tagrake PATH [--folds F1 PRECISION RECALL] [--record FILE.json] FOLDER

FOLDER is a split of WCXB: `html/ID.html` and `ground-truth/ID.json`. The score of a page is WCXB's: the words of the text and
of the reference (`\\w+`, in lower case) as multisets, their precision, recall and F1. A table has the means over all pages
with main content. Rates are pages per second of CPU time on one core: for packages the calls alone, with the page as a string;
for `tagrake` the complete command, from JSON lines to JSON lines.

tagrake's model was trained on the development split. `--folds` has its scores there in folds by domain, as
`tools/main-content/train.py folds` prints them. The table and the record have them instead of the scores on training pages.

The last table is about Markdown of complete pages: MB of HTML per second.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
import record_file

WORD = re.compile(r"\w+")
SCORES = ("f1", "precision", "recall")
TEXTS = ["trafilatura", "trafilatura_fast", "readability", "rs_trafilatura", "turbohtml", "resiliparse", "resiliparse_all"]
MARKDOWN = ["html_to_markdown", "turbohtml_markdown", "trafilatura_markdown"]
# The arguments of tagrake.
COMMANDS = {
    "tagrake": ["extract", "--main", "--fields", "id,main_text"],
    "tagrake all text": ["text", "--format", "jsonl"],
}
MARKDOWN_COMMANDS = {"tagrake markdown": ["text", "--markdown", "--format", "jsonl"]}


def read_pages(folder):
    """Returns the pages that have main content, and the reference of each by id."""
    pages, references = [], {}
    for path in sorted((folder / "ground-truth").glob("*.json")):
        truth = json.loads(path.read_text(encoding="utf-8"))
        reference = truth["ground_truth"].get("main_content")
        if reference:
            html = (folder / "html" / f"{path.stem}.html").read_bytes().decode("utf-8", "replace")
            pages.append({"id": path.stem, "url": truth.get("url") or "", "html": html})
            references[path.stem] = words(reference)
    if not pages:
        sys.exit(f"{folder}: no pages; expected html/ID.html and ground-truth/ID.json")
    return pages, references


def words(text):
    return Counter(WORD.findall(text.lower()))


def score(texts, references):
    """Returns the means over all pages of F1, precision and recall."""
    sums = Counter()
    for page, reference in references.items():
        found = words(texts.get(page) or "")
        common = (found & reference).total()
        if common:
            precision, recall = common / found.total(), common / reference.total()
            sums.update(f1=2 * precision * recall / (precision + recall), precision=precision, recall=recall)
    return {name: sums[name] / len(references) for name in SCORES}


def run(command, lines):
    """Runs a command on JSON lines. Returns the rows that it writes, and its CPU seconds."""
    lines.seek(0)
    before = os.times()
    done = subprocess.run(command, stdin=lines, stdout=subprocess.PIPE, check=False)
    after = os.times()
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with status {done.returncode}")
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    return [json.loads(line) for line in done.stdout.splitlines()], seconds


def measure(name, tagrake, lines, passes):
    """Returns the version of a contender, its texts by id, and its CPU seconds: the best of several passes."""
    commands = COMMANDS | MARKDOWN_COMMANDS
    if name not in commands:
        rows, _ = run([sys.executable, Path(__file__).parent / "extractors.py", name], lines)
        said = rows.pop()
        return said["version"], texts_of(rows), said["cpu_seconds"]
    command = [tagrake, *commands[name], "-q", "-j", "1", "--input", "jsonl", "-"]
    runs = [run(command, lines) for _ in range(passes)]
    version = subprocess.run([tagrake, "--version"], stdout=subprocess.PIPE, check=True, text=True).stdout.split()[1]
    return version, texts_of(runs[0][0]), min(seconds for _, seconds in runs)


def texts_of(rows):
    keys = ("main_text", "markdown", "text")
    return {row["id"]: next((row[key] for key in keys if row.get(key)), "") for row in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tagrake", required=True)
    parser.add_argument("--folds", type=float, nargs=3, metavar=("F1", "PRECISION", "RECALL"))
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--only", nargs="*", help="names of contenders")
    parser.add_argument("--record")
    arguments = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, cores[-1:])
    pages, references = read_pages(arguments.folder)
    size = sum(len(page["html"].encode()) for page in pages)
    rows = {}
    with tempfile.TemporaryFile("w+", encoding="utf-8") as lines:
        for page in pages:
            lines.write(json.dumps(page, ensure_ascii=False) + "\n")
        print(f"{len(pages)} pages, {size / 1e6:.1f} MB\n\n| extractor | version | pages/s | F1 | precision | recall |\n"
              "|---|---|---:|---:|---:|---:|")
        for name in selected([*COMMANDS, *TEXTS], arguments.only):
            version, texts, seconds = measure(name, arguments.tagrake, lines, arguments.passes)
            row = {"version": version, "cpu_seconds": seconds, "pages_per_s": len(pages) / seconds} | score(texts, references)
            if name == "tagrake" and arguments.folds:
                row |= {"f1_of_training_pages": row["f1"]} | dict(zip(SCORES, arguments.folds, strict=True))
            rows[name] = row
            figures = " | ".join(f"{row[score_name]:.3f}" for score_name in SCORES)
            print(f"| {name} | {version} | {row['pages_per_s']:,.0f} | {figures} |", flush=True)
        print("\n| Markdown of complete pages | version | pages/s | MB/s |\n|---|---|---:|---:|")
        for name in selected([*MARKDOWN_COMMANDS, *MARKDOWN], arguments.only):
            version, _, seconds = measure(name, arguments.tagrake, lines, arguments.passes)
            rows[name] = {"version": version, "cpu_seconds": seconds, "pages_per_s": len(pages) / seconds, "mb_per_s": size / seconds / 1e6}
            print(f"| {name} | {version} | {len(pages) / seconds:,.0f} | {size / seconds / 1e6:.1f} |", flush=True)
    if arguments.record:
        record = {"date": time.strftime("%Y-%m-%d"), "machine": record_file.machine(), "pages": len(pages), "bytes": size}
        record_file.write(arguments.record, record | {"extractors": rows})


def selected(names, only):
    return [name for name in names if not only or name in only]


if __name__ == "__main__":
    main()
