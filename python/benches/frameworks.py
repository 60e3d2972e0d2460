"""Measures tagrake's extractor for a framework beside the extractors that the framework ships, on the same pages.

    python python/benches/frameworks.py datatrove|nemo-curator [--pages FOLDER] [--every 4] [--rounds 3]

Requires the packages of `python/requirements-datatrove.txt` or `python/requirements-nemo-curator.txt`, and tagrake;
`python/check-frameworks` installs them into `target/python-datatrove` and `target/python-nemo-curator`. The pages come from
`corpora/fetched/real`: every n-th page, decoded before the measurement, as the frameworks do.

Each extractor gets the text of a page and returns its main content, in the process of the script. Times are CPU seconds of
the best round; rounds of the contenders are interleaved. The script prints a Markdown table.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import engines
from loguru import logger
from peers import ROOT, best_of

import tagrake

Job = Callable[[Any], str | None]


@dataclass
class Contender:
    name: str
    job: Job


def datatrove(pages: list[str]) -> tuple[list[Any], list[Contender]]:
    """Returns the pages, and the extractors of datatrove with their defaults."""
    from datatrove.pipeline.extractors import Trafilatura

    from tagrake.datatrove import Extractor

    contenders = [
        Contender(f"tagrake {tagrake.__version__}", Extractor().extract),
        Contender(f"trafilatura {version('trafilatura')}", Trafilatura().extract),
    ]
    return pages, contenders


def nemo_curator(pages: list[str]) -> tuple[list[Any], list[Contender]]:
    """Returns the pages that its stage passes to extractors, with stop words and language, and the extractors."""
    from nemo_curator.stages.text.download.html_extractors import JusTextExtractor, ResiliparseExtractor, TrafilaturaExtractor
    from nemo_curator.stages.text.download.html_extractors.utils import get_stop_list_dict
    from nemo_curator.stages.text.download.utils import lang_detect

    from tagrake.nemo_curator import Extractor

    stop_lists = get_stop_list_dict()
    found = [(page, lang_detect(page)) for page in pages]
    # The stage drops pages in other languages before it calls an extractor.
    items = [(page, stop_lists[language], language) for page, language in found if language in stop_lists]

    def job(algorithm: Any) -> Job:
        return lambda item: "\n\n".join(algorithm.extract_text(*item) or [])

    contenders = [
        Contender(f"tagrake {tagrake.__version__}", job(Extractor())),
        Contender(f"resiliparse {version('resiliparse')}", job(ResiliparseExtractor())),
        Contender(f"justext {version('justext')}, the default", job(JusTextExtractor())),
        Contender(f"trafilatura {version('trafilatura')}", job(TrafilaturaExtractor())),
    ]
    return items, contenders


FRAMEWORKS = {"datatrove": datatrove, "nemo-curator": nemo_curator}


def texts(contender: Contender, items: list[Any]) -> list[str]:
    """Returns the text of each item."""
    from trafilatura.meta import reset_caches

    reset_caches()  # trafilatura leaves out paragraphs that it has seen in other pages
    return [contender.job(item) or "" for item in items]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures extractors of frameworks.")
    parser.add_argument("framework", choices=FRAMEWORKS)
    parser.add_argument("--pages", type=Path, default=ROOT / "corpora/fetched/real", help="a folder of .html files")
    parser.add_argument("--every", type=int, default=4, help="measure every n-th page")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    files = sorted(arguments.pages.rglob("*.html"))[:: arguments.every]
    if not files:
        parser.error(f"no pages in {arguments.pages}: run corpora/fetch real")
    items, contenders = FRAMEWORKS[arguments.framework]([file.read_bytes().decode(errors="replace") for file in files])
    logger.remove()  # some extractors log a warning for each page
    results = {contender.name: texts(contender, items) for contender in contenders}
    runs = {contender.name: partial(texts, contender, items) for contender in contenders}
    best = best_of(arguments.rounds, runs, engines.cpu_seconds)
    print(f"{arguments.framework} {version(arguments.framework)}: {len(items)} of {len(files)} pages\n")
    print("| extractor | pages per second | tagrake is faster by | pages with text | characters per page |\n|---|---|---|---|---|")
    for name, seconds in best.items():
        with_text = sum(map(bool, results[name]))
        characters = sum(map(len, results[name])) / len(items)
        ratio = seconds / best[contenders[0].name]
        print(f"| {name} | {len(items) / seconds:,.0f} | {ratio:.1f} | {with_text} | {characters:,.0f} |")


if __name__ == "__main__":
    main()
