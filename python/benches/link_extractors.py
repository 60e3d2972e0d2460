"""Measures tagrake's link extractor in Scrapy beside Scrapy's own, on real pages.

    python python/benches/link_extractors.py [links|spider|rules|fingerprints] [--pages FOLDER] [--count 600] [--rounds 3]

Requires the packages of `python/requirements-scrapy.txt`, and tagrake; `python/check-frameworks` installs them into
`target/python-scrapy`. The pages come from `corpora/fetched/real`. Without a name, the script runs all measurements:

* `links`: `extract_links(response)` of each page, with the response made before. Rounds of both extractors are interleaved.
* `spider`: a spider that requests each page once from a local server and extracts its links.
* `rules`: a `CrawlSpider` with three rules that follows links over a local copy: every path has one of the pages, and the duplicate
  filter drops the requests that were made.
* `fingerprints`: the same with the links of tagrake, and the fingerprints of requests by Scrapy or by tagrake.

Each crawl has a process of its own, whose processor time is counted. The rounds of the extractors are interleaved; the tables have the best
round of each.
"""

import argparse
import json
import logging
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from zlib import crc32

ROOT = Path(__file__).resolve().parents[2]
EXTRACTORS = ("none", "scrapy", "tagrake")


def link_extractor(name: str) -> Any:
    """Returns the class of link extractors, or None."""
    if name == "none":
        return None
    if name == "scrapy":
        from scrapy.linkextractors import LinkExtractor
    else:
        from tagrake.scrapy import LinkExtractor
    return LinkExtractor


def pages(folder: Path, count: int) -> list[bytes]:
    """Returns the first pages of a folder."""
    found = [path.read_bytes() for path in sorted(folder.rglob("*.html"))[:count]]
    if not found:
        sys.exit(f"{folder}: no pages; `corpora/fetch real` brings them")
    return found


def links(folder: Path, count: int, rounds: int) -> None:
    """Measures `extract_links` alone."""
    from scrapy.http import HtmlResponse

    bodies = pages(folder, count)
    extractors = {name: link_extractor(name)() for name in EXTRACTORS[1:]}
    best: dict[str, float] = {}
    found: dict[str, int] = {}
    for _ in range(rounds):
        for name, extractor in extractors.items():
            headers = {"Content-Type": "text/html"}
            responses = [HtmlResponse(f"http://site.example/{n}/", headers=headers, body=body) for n, body in enumerate(bodies)]
            start = time.process_time()
            found[name] = sum(len(extractor.extract_links(response)) for response in responses)
            best[name] = min(best.get(name, 1e9), time.process_time() - start)
    table([(name, best[name], len(bodies), found[name]) for name in extractors])


def crawl(kind: str, name: str, port: int, count: int) -> None:
    """Runs a spider in this process, and prints its processor time and its counts as JSON."""
    import scrapy
    from scrapy.crawler import CrawlerProcess
    from scrapy.spiders import CrawlSpider, Rule

    extractor = link_extractor("tagrake" if kind == "fingerprints" else name)
    counts = {"pages": 0, "links": 0}
    site = f"http://127.0.0.1:{port}"

    class EachPage(scrapy.Spider):
        name = "each-page"
        start_urls = [f"{site}/{n}/" for n in range(count)]

        def parse(self, response: Any) -> Any:
            counts["pages"] += 1
            if links_of:
                counts["links"] += len(links_of(response))
            return []

    class Following(CrawlSpider):
        name = "following"
        allowed_domains = ["127.0.0.1"]
        start_urls = [f"{site}/0/"]
        rules = (
            Rule(extractor(allow=r"/(tag|category|author)s?/"), callback="count", follow=True),
            Rule(extractor(allow=r"/\d{4}/", deny=r"/(login|print)"), callback="count", follow=True),
            Rule(extractor(allow_domains=[f"127.0.0.1:{port}"]), callback="count", follow=True),
        ) if extractor else ()

        def count(self, response: Any) -> Any:
            counts["pages"] += 1
            return []

    links_of = extractor().extract_links if extractor else None
    settings: dict[str, Any] = {"LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False, "CLOSESPIDER_PAGECOUNT": count}
    if kind == "fingerprints" and name == "tagrake":
        settings["REQUEST_FINGERPRINTER_CLASS"] = "tagrake.scrapy.RequestFingerprinter"
    process = CrawlerProcess(settings=settings)
    process.crawl(EachPage if kind == "spider" else Following)
    start = time.process_time()
    process.start()
    print(json.dumps({"seconds": time.process_time() - start, **counts}))


@contextmanager
def served(folder: Path, count: int) -> Iterator[int]:
    """Serves the pages in a process of its own: the first ones by number, and every other path has one of them. Yields the port."""
    command = [sys.executable, __file__, "serve", "--pages", str(folder), "--count", str(count)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        yield int(server.stdout.readline())
        server.terminate()


def serve(folder: Path, count: int) -> None:
    """Serves the pages, and prints the port."""
    bodies = pages(folder, count)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            number = self.path.strip("/")
            index = int(number) if number.isdecimal() and int(number) < len(bodies) else crc32(self.path.encode()) % len(bodies)
            body = bodies[index] if self.path != "/robots.txt" else b""
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()


def crawls(kind: str, folder: Path, count: int, rounds: int) -> None:
    """Measures crawls, each in a process of its own."""
    names = EXTRACTORS if kind == "spider" else EXTRACTORS[1:]
    best: dict[str, dict[str, float]] = {}
    with served(folder, count) as port:
        for _ in range(rounds):
            for name in names:
                command = [sys.executable, __file__, "crawl", kind, name, str(port), "--count", str(count)]
                result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
                if name not in best or result["seconds"] < best[name]["seconds"]:
                    best[name] = result
    table([(name, best[name]["seconds"], best[name]["pages"], best[name]["links"]) for name in names])


def table(rows: list[tuple[str, float, float, float]]) -> None:
    """Prints a Markdown table; the ratios are to the row of Scrapy."""
    scrapy = next(seconds for name, seconds, *_ in rows if name == "scrapy")
    print("| by | seconds of processor | pages | links | x Scrapy |\n|---|---|---|---|---|")
    for name, seconds, count, found in rows:
        # Crawls that follow links do not count them.
        print(f"| {name} | {seconds:.2f} | {count:,} | {f'{found:,}' if found or name == 'none' else '-'} | {scrapy / seconds:.2f} |")
    print(flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("what", nargs="*")
    parser.add_argument("--pages", type=Path, default=ROOT / "corpora/fetched/real")
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    what, folder, count, rounds = arguments.what, arguments.pages, arguments.count, arguments.rounds
    if what[:1] == ["serve"]:
        return serve(folder, count)
    if what[:1] == ["crawl"]:
        return crawl(what[1], what[2], int(what[3]), count)
    logging.disable()
    jobs: dict[str, Callable[[], None]] = {
        "links": partial(links, folder, count, rounds),
        **{kind: partial(crawls, kind, folder, count, rounds) for kind in ("spider", "rules", "fingerprints")},
    }
    for name in what or jobs:
        print(f"## {name}\n")
        jobs[name]()


if __name__ == "__main__":
    main()
