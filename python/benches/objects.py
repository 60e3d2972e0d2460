"""Python objects of pages: all tokens as a list, and complete records as dicts.

    python python/benches/objects.py FOLDER

Reads the pages in FOLDER with the installed tagrake, and prints the CPU seconds of the better of two rounds of each job as
JSON. `peers.py` runs this script with two versions of tagrake, each in a process of its own.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import engines
import tagrake

URL = "https://example.com/"
FIELDS = ["links"]

JOBS: dict[str, Callable[[bytes], object]] = {
    "tokens": lambda page: list(tagrake.tokens(page)),
    "to_dict": lambda page: tagrake.extract(page, URL).to_dict(),
    "pairs": lambda page: [(link.url, link.text) for link in tagrake.extract(page, URL, columns=FIELDS, kinds=["nav"]).links],
}


def seconds(job: Callable[[bytes], object], pages: list[bytes]) -> float:
    def run() -> None:
        for page in pages:
            job(page)

    return min(engines.cpu_seconds(run) for _ in range(2))


if __name__ == "__main__":
    pages = [file.read_bytes() for file in sorted(Path(sys.argv[1]).rglob("*.html"))]
    print(json.dumps({name: seconds(job, pages) for name, job in JOBS.items()}))
