"""Measures the pairs of functions in `docs/moving.md`: code for another library, and for tagrake.

    python python/benches/moving.py [--pages FOLDER] [--step NUMBER]

Requires tagrake and the packages of `python/requirements-test.txt`. The pages come from `corpora/fetched/real`, by default every
eighth of them. Without them, the script uses `corpora/small`. Prints a Markdown table of MB/s, each the best of three rounds,
contenders interleaved, by the CPU time of the process.
"""

import argparse
import gzip
import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
ROUNDS = 3


def pairs() -> dict[str, tuple[Callable[..., Any], Callable[..., Any]]]:
    """Returns the functions `before` and `after` of each section."""
    found = {}
    for section in (ROOT / "docs/moving.md").read_text().split("\n## ")[1:]:
        names: dict[str, Any] = {}
        for block in re.findall(r"^```python\n(.*?)^```", section, re.DOTALL | re.MULTILINE):
            exec(compile(block, "moving.md", "exec"), names)
        found[section.split("\n")[0]] = (names["before"], names["after"])
    return found


def warc_of(pages: list[bytes], path: Path) -> Path:
    """Writes an archive of the pages."""
    with path.open("wb") as file:
        for number, page in enumerate(pages):
            block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
            head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.com/{number}\r\nContent-Length: {len(block)}\r\n"
            head += "Content-Type: application/http; msgtype=response\r\n\r\n"
            file.write(gzip.compress(head.encode() + block + b"\r\n\r\n", 6))
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures the pairs of functions in docs/moving.md.")
    parser.add_argument("--pages", type=Path, default=ROOT / "corpora/fetched/real", help="a folder of .html files")
    parser.add_argument("--step", type=int, default=8, help="measure every nth page")
    arguments = parser.parse_args()
    files = sorted(arguments.pages.rglob("*.html")) or sorted((ROOT / "corpora/small").glob("*.html"))
    pages = [file.read_bytes() for file in files[:: arguments.step]]
    megabytes = sum(map(len, pages)) / 1e6
    print(f"{len(pages)} pages, {megabytes:.1f} MB\n\n| from | MB/s before | MB/s after | ratio |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        warc = warc_of(pages, Path(folder, "crawl.warc.gz"))
        for name, functions in pairs().items():
            best = [float("inf"), float("inf")]
            for _ in range(ROUNDS):
                for index, function in enumerate(functions):
                    start = time.process_time()
                    if name.startswith("warcio"):
                        function(str(warc))
                    else:
                        for page in pages:
                            function(page, "https://example.com/a/")
                    best[index] = min(best[index], time.process_time() - start)
            before, after = (megabytes / seconds for seconds in best)
            print(f"| {name} | {before:.1f} | {after:.0f} | {after / before:.0f} |")


if __name__ == "__main__":
    main()
