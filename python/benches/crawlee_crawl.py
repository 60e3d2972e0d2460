"""Measures the speed of Crawlee's crawlers with tagrake, Parsel and BeautifulSoup, on the same pages.

    python python/benches/crawlee_crawl.py [--pages FOLDER] [--requests 1000] [--rounds 3]

Requires the packages of `python/requirements-crawlee.txt`, and tagrake; `python/check-frameworks` installs them into
`target/python-crawlee`. The pages come from `corpora/fetched/real`.

A server on the loopback interface gives a page of the folder for each URL. Each crawler visits the same URLs, and its request handler
takes the title and calls `enqueue_links`, so the links of all pages go through Crawlee's filters and its queue; the limit on requests
keeps it from visiting them. Requests are stored in memory; concurrency and everything else are Crawlee's defaults. Each crawl runs in a
process of its own, in interleaved rounds, and the best round counts. The script prints a Markdown table.
"""

import argparse
import asyncio
import json
import multiprocessing
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


@dataclass
class Contender:
    name: str
    # Imports and creates the crawler, with keywords of `BasicCrawler`.
    crawler: Callable[..., Any]
    # Returns the title of the page of a context.
    title: Callable[[Any], str | None]


def tagrake(**options: Any) -> Any:
    from tagrake.crawlee import TagrakeCrawler

    return TagrakeCrawler(**options)


def parsel(**options: Any) -> Any:
    from crawlee.crawlers import ParselCrawler

    return ParselCrawler(**options)


def beautifulsoup(**options: Any) -> Any:
    from crawlee.crawlers import BeautifulSoupCrawler

    return BeautifulSoupCrawler(**options)


CONTENDERS = {
    "tagrake": Contender("TagrakeCrawler", tagrake, lambda context: context.page.title),
    "parsel": Contender("ParselCrawler", parsel, lambda context: context.selector.css("title::text").get()),
    "beautifulsoup": Contender("BeautifulSoupCrawler", beautifulsoup, lambda context: context.soup.title and context.soup.title.string),
}


class Pages(asyncio.Protocol):
    """Gives the page with the number that the path starts with, from a list of complete responses."""

    def __init__(self, responses: list[bytes]) -> None:
        self.responses = responses
        self.received = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.received += data
        while b"\r\n\r\n" in self.received:
            head, self.received = self.received.split(b"\r\n\r\n", 1)
            number = head.split(b"/", 2)[1].split()[0]
            self.transport.write(self.responses[int(number) % len(self.responses)] if number.isdigit() else NOT_FOUND)


NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"


def serve(files: list[Path], port: Any) -> None:
    """Serves the files until the process is killed, and puts the port into a queue."""
    heads = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\r\n"
    pages = [file.read_bytes() for file in files]
    responses = [heads.format(len(page)).encode() + page for page in pages]

    async def run() -> None:
        server = await asyncio.get_running_loop().create_server(lambda: Pages(responses), "127.0.0.1", 0)
        port.put(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(run())


def crawl(contender: Contender, root: str, requests: int) -> dict[str, Any]:
    """Crawls the first pages, and returns the time and what was found."""
    import logging

    from crawlee.storage_clients import MemoryStorageClient

    logging.disable(logging.INFO)
    titles: dict[str, str | None] = {}

    async def handle(context: Any) -> None:
        titles[context.request.url] = contender.title(context)
        await context.enqueue_links()

    async def run() -> tuple[float, float, int]:
        crawler = contender.crawler(request_handler=handle, storage_client=MemoryStorageClient(), max_requests_per_crawl=requests)
        start, cpu = time.perf_counter(), time.process_time()
        await crawler.run([f"{root}/{number}/" for number in range(requests)])
        took = time.perf_counter() - start, time.process_time() - cpu
        manager = await crawler.get_request_manager()
        return *took, await manager.get_total_count()

    seconds, cpu, queued = asyncio.run(run())
    with_title = sum(1 for title in titles.values() if title and title.strip())
    return {"seconds": seconds, "cpu": cpu, "pages": len(titles), "titles": with_title, "links": queued - requests}


def speed(found: dict[str, Any]) -> float:
    """Returns the pages per second of a crawl. Requests that run when the limit is reached are completed, so it can have more pages."""
    return float(found["pages"] / found["seconds"])


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures crawlers of Crawlee.")
    parser.add_argument("--pages", type=Path, default=ROOT / "corpora/fetched/real", help="a folder of .html files")
    parser.add_argument("--requests", type=int, default=1000, help="the pages of a crawl")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default=",".join(CONTENDERS), help="the crawlers to measure, separated by commas")
    parser.add_argument("--root", help=argparse.SUPPRESS)  # in the processes of the crawls
    arguments = parser.parse_args()
    names = arguments.only.split(",")
    if arguments.root:
        print(json.dumps(crawl(CONTENDERS[names[0]], arguments.root, arguments.requests)))
        return
    files = sorted(arguments.pages.rglob("*.html"))
    if not files:
        parser.error(f"no pages in {arguments.pages}: run corpora/fetch real")
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    server = context.Process(target=serve, args=(files, queue), daemon=True)
    server.start()
    root = f"http://127.0.0.1:{queue.get()}"
    best: dict[str, dict[str, Any]] = {}
    for _ in range(arguments.rounds):
        for name in names:
            command = [sys.executable, __file__, "--root", root, "--only", name, "--requests", str(arguments.requests)]
            result = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
            assert result["pages"] >= arguments.requests, result
            best[name] = max(best.get(name, result), result, key=speed)
    server.kill()
    print(f"Crawlee {version('crawlee')}: {arguments.requests} pages from {len(files)} files\n")
    print("| crawler | pages per second | tagrake is faster by | CPU ms per page | pages with a title | links enqueued |")
    print("|---|---|---|---|---|---|")
    for name, found in best.items():
        ratio, cpu = speed(best[names[0]]) / speed(found), found["cpu"] / found["pages"] * 1000
        print(f"| {CONTENDERS[name].name} | {speed(found):,.0f} | {ratio:.2f} | {cpu:.1f} | {found['titles']} | {found['links']} |")


if __name__ == "__main__":
    main()
