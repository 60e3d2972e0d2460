"""Compares the publication dates that tagrake finds on htmldate's own test pages with those that its tests expect.

    pip download --no-deps --no-binary :all: htmldate==1.11.0 && tar xf htmldate-1.11.0.tar.gz
    python htmldate_pages.py --tagrake PATH [--missed] htmldate-1.11.0

Runs the unit tests of htmldate's source distribution with pytest, and records each page and the date that htmldate returns,
which is the expected one if the test passes. Pages whose test passes a URL, a format or a range are left out. If several tests
read a page, the one for the original date counts. `--missed` prints the pages on which only htmldate finds a date.
"""

import argparse
import contextlib
import io
import sys
from collections import Counter
from pathlib import Path

from byline import tagrake

KNOWN = {"original_date", "extensive_search", "verbose", "min_date", "max_date"}


def record_pages(folder):
    """Returns the expected date of each page of the tests, and whether it is the original date."""
    import htmldate.core
    import pytest

    find_date = htmldate.core.find_date
    found = {}

    def recording(html, *arguments, **keywords):
        date = find_date(html, *arguments, **keywords)
        is_plain = not arguments and keywords.keys() <= KNOWN and not keywords.get("min_date")
        if isinstance(html, str) and "<" in html and is_plain:
            wanted = (keywords.get("original_date", False), keywords.get("extensive_search", True))
            if html not in found or wanted > found[html][1]:
                found[html] = (date, wanted)
        return date

    htmldate.core.find_date = recording
    # Tests that download a page fail without a network.
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        pytest.main(["-q", "--no-header", "-p", "no:cacheprovider", str(folder / "tests" / "unit_tests.py")])
    print(f"htmldate's tests: {printed.getvalue().strip().splitlines()[-1]}", file=sys.stderr)
    return {html: date for html, (date, _) in found.items()}


def verdict(found, expected):
    if not found or not expected:
        return {(True, False): "only tagrake", (False, True): "only htmldate"}.get((bool(found), bool(expected)), "neither")
    return "the same" if found[:10] == expected[:10] or expected.startswith(found) else "another"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tagrake", required=True)
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    expected = record_pages(arguments.folder)
    pages = [{"id": str(number), "html": html} for number, html in enumerate(expected)]
    rows = tagrake(arguments.tagrake, pages)
    verdicts = Counter()
    for page in pages:
        date, row = expected[page["html"]], rows[page["id"]]
        kind = verdict(row.get("published"), date)
        verdicts[kind] += 1
        if kind == "another" or kind == "only tagrake" or arguments.missed and kind == "only htmldate":
            print(kind, date, row.get("published"), row.get("published_source"), page["html"].replace("\n", " "), sep="\t")
    print(f"{len(pages)} pages:", ", ".join(f"{kind} {count}" for kind, count in verdicts.most_common()))


if __name__ == "__main__":
    main()
