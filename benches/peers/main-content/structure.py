"""Compares extractors by the code, formulas and tables that their Markdown keeps, on the pages of `extract/tests/structure`.

    python structure.py

The score of a page is the edit similarity of WebMainBench: 1 - the Levenshtein distance, divided by the length of the longer text, for
the texts of all fenced code, all formulas between dollar signs, and all tables. `cargo test -p tagrake-extract --test structure --
--nocapture` prints the scores of tagrake. Requires the packages `rapidfuzz` and `trafilatura`.
"""

import json
import re
from pathlib import Path

from rapidfuzz.distance import Levenshtein
from trafilatura import extract

FOLDER = Path(__file__).parents[3] / "extract" / "tests" / "structure"
FENCE = re.compile(r"^(`{3,}).*?\n(.*?)^\1", re.S | re.M)
FORMULA = re.compile(r"(?<!\\)\$\$(.+?)\$\$|(?<!\\)\$([^$\n]+?)\$|\\\((.+?)\\\)|\\\[(.+?)\\\]", re.S)
DELIMITER = re.compile(r"^\|?[\s:|-]+\|?$")


def found(markdown):
    """Returns the code, the formulas and the tables of Markdown, each as one text."""
    code = "\n".join(match[2].rstrip() for match in FENCE.finditer(markdown))
    text = re.sub(r"`[^`\n]*`", lambda match: match[0].strip("`") if "$" not in match[0] else "", FENCE.sub("", markdown))
    formulas = "\n".join("".join(part or "" for part in match).strip() for match in FORMULA.findall(text))
    rows = [line for line in text.split("\n") if line.startswith("|") and not DELIMITER.match(line)]
    return code, formulas, "\n".join(cells(line.strip().strip("|").split("|")) for line in rows)


def cells(row):
    return " | ".join(cell.strip() for cell in row)


def main():
    sums, counts = [0, 0, 0], [0, 0, 0]
    for line in (FOLDER / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        rows = [cells(row) for table in truth["tables"] for row in table]
        expected = "\n".join(code["text"] for code in truth["code"]), "\n".join(truth["formulas"]), "\n".join(rows)
        for name in truth["pages"]:
            html = (FOLDER / "pages" / f"{name}.html").read_text(encoding="utf-8")
            ours = found(extract(html, output_format="markdown", include_tables=True, include_formatting=True) or "")
            for index, (text, wanted) in enumerate(zip(ours, expected)):
                if text or wanted:
                    sums[index] += Levenshtein.normalized_similarity(text, wanted)
                    counts[index] += 1
    for kind, total, count in zip(("code", "formulas", "tables"), sums, counts):
        print(f"{kind:9}{total / count:.3f}  {count} pages")


main()
