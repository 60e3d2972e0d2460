"""`TagrakeCrawler` visits the pages that `ParselCrawler` visits, and its parser finds the same links, except those that are listed."""

import asyncio
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from crawlee import ConcurrencySettings, Glob, Request, service_locator
from crawlee._utils.blocked import RETRY_CSS_SELECTORS
from crawlee._utils.requests import compute_unique_key
from crawlee.crawlers import BeautifulSoupCrawler, BeautifulSoupCrawlingContext, ParselCrawler
from crawlee.crawlers._parsel._parsel_parser import ParselParser
from crawlee.storage_clients import MemoryStorageClient
from crawlee.storages import RequestQueue
from file_server import Fault, FileServer
from support import SMALL, recipe_of

import tagrake
from tagrake.crawlee import TagrakeCrawler, TagrakeCrawlingContext, TagrakeParser

CRAWLERS: list[Any] = [TagrakeCrawler, ParselCrawler]
RUSSIAN = "Мир"
INDEX = """<!doctype html><title>Index</title><link rel=stylesheet href=/style.css>
<a href=page>Relative</a> <a href="/page#part">Fragment</a> <a href=page>Again</a> <a href=missing>404</a> <a href=/old>Redirect</a>
<a href=/files/document.pdf>PDF</a> <a href=/image.png>Image</a> <a href=/dropped>Dropped</a> <a href=/always-dropped>Dropped</a>
<a href=/hangs>Hangs</a> <a href=/base/page>Base</a> <a href=/russian>Encoding</a> <a href=/nofollow rel=nofollow>No follow</a>
<a href=mailto:me@example.com>Mail</a> <a href="javascript:void(0)">Script</a> <a href=https://example.com/>Elsewhere</a> <a name=a>No</a>
<a href="//127.0.0.1:1/">Other port</a> <area href=/area> <a data-url=/data label=x>Data</a> <a href="  /page  ">Spaces</a> <a href=" /page
">Lines</a>"""
PAGE = "<title>Page</title><a href=../>Up</a><a href=deeper>Deeper</a>"


@pytest.fixture
def server() -> Iterator[FileServer]:
    server = FileServer()
    yield server
    server.stop()


def fill(server: FileServer) -> None:
    """Gives the server its pages and faults."""
    pages = {"/": INDEX, "/page": PAGE, "/new/place": "<title>New</title><a href=sibling>S</a>", "/new/sibling": PAGE}
    pages |= {"/base/page": "<base href=other/><title>Base</title><a href=link>L</a>", "/base/other/link": "<title>Link</title>"}
    pages |= {"/nofollow": "<meta name=robots content=nofollow><title>N</title><a href=/followed>F</a>", "/followed": "<title>F</title>"}
    pages |= {"/dropped": PAGE + " " * 5000, "/always-dropped": PAGE + " " * 5000, "/hangs": "<title>Late</title><a href=/page>P</a>"}
    server.files = {path: page.encode() for path, page in pages.items()}
    server.files["/russian"] = f"<title>{RUSSIAN}</title><a href=/russian2>{RUSSIAN}</a>".encode("windows-1251")
    server.files["/russian2"] = f"<meta charset=windows-1251><title>{RUSSIAN}</title>".encode("windows-1251")
    server.files |= {"/files/document.pdf": b"%PDF-1.4\n\xff\xfe\x00 binary", "/image.png": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"}
    server.types = dict.fromkeys(pages, "text/html; charset=utf-8") | {"/russian": "text/html; charset=windows-1251"}
    server.types |= {"/russian2": "text/html", "/files/document.pdf": "application/pdf", "/image.png": "image/png"}
    server.redirects = {"/old": "/new/place"}
    server.faults = {"/dropped": [Fault(drop_after=20)], "/always-dropped": [Fault(drop_after=20)] * 9, "/hangs": [Fault(hang_after=0)]}
    server.requests.clear()


@dataclass
class Crawl:
    """A crawl: the title and the links of each page by the URL that was loaded, the errors by URL, and the paths requested."""

    titles: dict[str, str | None] = field(default_factory=dict)
    links: dict[str, list[str]] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)
    requests: Counter[str] = field(default_factory=Counter)


def title_of(context: Any) -> str | None:
    """Returns the title of a page of either crawler."""
    if isinstance(context, TagrakeCrawlingContext):
        return context.page.title
    if isinstance(context, BeautifulSoupCrawlingContext):
        return context.soup.title.string if context.soup.title else None
    title = context.selector.css("title::text").get()
    return str(title) if title else None


def crawl(kind: type[Any], server: FileServer, start: str = "", options: dict[str, Any] | None = None, **keywords: Any) -> Crawl:
    """Crawls from the path `start`. `keywords` are arguments of `enqueue_links`."""
    result = Crawl()
    service_locator.storage_instance_manager.clear_cache()

    async def run() -> None:
        crawler = kind(
            storage_client=MemoryStorageClient(),
            navigation_timeout=timedelta(seconds=1),
            configure_logging=False,
            concurrency_settings=ConcurrencySettings(desired_concurrency=4),
            **(options or {}),
        )

        async def handle(context: Any) -> None:
            loaded = context.request.loaded_url
            result.titles[loaded] = title_of(context)
            result.links[loaded] = [request.url for request in await context.extract_links(**keywords)]
            await context.enqueue_links(**keywords)

        async def fail(context: Any, error: Exception) -> None:
            result.errors[context.request.url] = f"{type(error).__name__}: {error}"

        async def skip(url: str, reason: str) -> None:
            result.skipped.append(url)

        crawler.router.default_handler(handle)
        crawler.failed_request_handler(fail)
        crawler.on_skipped_request(skip)
        await crawler.run([server.url + start])

    asyncio.run(run())
    result.requests = Counter(request.path for request in server.requests)
    return result


def test_it_visits_what_the_parsel_crawler_visits(server: FileServer) -> None:
    crawls = []
    for kind in CRAWLERS:
        fill(server)
        crawls.append(crawl(kind, server))
    ours, parsel = crawls
    assert ours == parsel
    assert len(ours.titles) == 14 and ours.titles[server.url + "russian"] == ours.titles[server.url + "russian2"] == RUSSIAN
    assert ours.links[server.url + "new/place"] == [server.url + "new/sibling"]
    assert ours.links[server.url + "base/page"] == [server.url + "base/other/link"]
    assert ours.requests["/hangs"] == ours.requests["/dropped"] == 2 and ours.requests["/always-dropped"] == 4
    assert {path: ours.requests["/" + path] for path in ("followed", "missing", "russian2")} == {"followed": 1, "missing": 1, "russian2": 1}
    assert len(ours.errors) == 5 and "404" in ours.errors[server.url + "missing"]


VARIANTS: dict[str, dict[str, Any]] = {
    "default": {},
    "selector": {"selector": "a[rel=nofollow], area"},
    "attribute": {"selector": "[data-url]", "attribute": "data-url"},
    "style sheets": {"selector": "link[rel=stylesheet]"},
    "no element": {"selector": "video", "attribute": "src"},
    "label": {"label": "detail", "user_data": {"depth": 2}},
    "all hosts": {"strategy": "all"},
    "domain": {"strategy": "same-domain"},
    "origin": {"strategy": "same-origin"},
    "include": {"include": [Glob("http://*/page*")]},
    "exclude": {"exclude": [re.compile(".*page"), Glob("http://*/files/*.pdf")]},
    "limit": {"limit": 3},
    "skip": {"transform_request_function": lambda options: "skip" if "page" in options["url"] else "unchanged"},
    "transform": {"transform_request_function": lambda options: options | {"url": options["url"] + "?x", "label": "y"}},
}


def test_the_arguments_of_enqueue_links(server: FileServer) -> None:
    def requests(kind: type[Any]) -> dict[str, list[tuple[Any, ...]]]:
        found: dict[str, list[tuple[Any, ...]]] = {}

        def add(name: str, requests: list[Request]) -> None:
            parts = [(request.url, request.unique_key, request.label, request.enqueue_strategy) for request in requests]
            found[name] = [(*part, request.user_data.get("depth")) for part, request in zip(parts, requests, strict=True)]

        async def handle(context: Any) -> None:
            for name, variant in VARIANTS.items():
                add(name, await context.extract_links(**variant))
                await context.enqueue_links(**variant, rq_alias=name.replace(" ", "-"))

        async def run() -> None:
            client = MemoryStorageClient()
            crawler = kind(request_handler=handle, storage_client=client, configure_logging=False, max_request_retries=0)
            statistics = await crawler.run([server.url])
            assert statistics.requests_finished == 1
            for name in VARIANTS:
                queue, queued = await RequestQueue.open(alias=name.replace(" ", "-"), storage_client=client), []
                while request := await queue.fetch_next_request():
                    queued.append(request)
                add(f"{name}, queued", queued)

        service_locator.storage_instance_manager.clear_cache()
        asyncio.run(run())
        return found

    fill(server)
    ours = requests(TagrakeCrawler)
    assert ours == requests(ParselCrawler)
    counts = {name: len(ours[name]) for name in VARIANTS}
    assert counts["no element"] == 0 and counts["attribute"] == 1 and counts["selector"] == 2 and counts["limit"] == 3
    assert counts["all hosts"] == counts["default"] + 1 and counts["origin"] == counts["default"] - 1
    assert 0 < counts["include"] < counts["default"] and counts["skip"] == counts["exclude"] + 1
    assert all(0 < len(ours[f"{name}, queued"]) <= count for name, count in counts.items() if count)


def test_robots_txt(server: FileServer) -> None:
    crawls = []
    for kind in CRAWLERS:
        fill(server)
        server.files["/robots.txt"] = b"User-agent: *\nDisallow: /page\nDisallow: /base\n"
        crawls.append(crawl(kind, server, options={"respect_robots_txt_file": True}))
    ours, parsel = crawls
    assert ours == parsel
    assert {server.url + "page", server.url + "base/page"} <= set(ours.skipped)
    assert ours.requests["/page"] == ours.requests["/base/page"] == 0 and ours.requests["/nofollow"] == 1


BASES = [
    "<base href=/files/><a href=a>",
    "<a href=a><base href=files/>",
    "<base href=https://example.com/><a href=a>",
    "<base href=//example.com/x/><a href=a>",
    "<base href=' /files/ '><a href=a>",
    "<base target=_blank><base href=/one/><base href=/two/><a href=a>",
    "<base><a href=a>",
    "<base href=''><a href=a>",
    "<base href='http://['><a href=a>",
    "<base href=javascript:a><a href=a>",
]


@pytest.mark.parametrize("page", BASES)
def test_base(server: FileServer, page: str) -> None:
    server.files["/folder/page"] = page.encode()
    ours, parsel = (crawl(kind, server, "folder/page", {"max_requests_per_crawl": 1}, strategy="all") for kind in CRAWLERS)
    assert ours.links == parsel.links != {}
    assert len(ours.links[server.url + "folder/page"]) == 1


# Links of the page /folder/page in windows-1251: as written, as `ParselCrawler` requests them, and as a browser does.
SPELLINGS = [
    ("HTTP://127.0.0.1:{port}/a/../b", "HTTP://127.0.0.1:{port}/a/../b", "http://127.0.0.1:{port}/b"),
    ("http://127.0.0.1:{port}/a b", "http://127.0.0.1:{port}/a b", "http://127.0.0.1:{port}/a%20b"),
    ("http://e.org:80", "http://e.org:80", "http://e.org/"),
    ("http://мир.org/", "http://мир.org/", "http://xn--h1ahn.org/"),
    ("?q=Мир", "http://127.0.0.1:{port}/folder/page?q=%D0%9C%D0%B8%D1%80", "http://127.0.0.1:{port}/folder/page?q=%CC%E8%F0"),
    ("/%zz|", "http://127.0.0.1:{port}/%25zz%7C", "http://127.0.0.1:{port}/%zz|"),
    ("\\a\\b", "http://127.0.0.1:{port}/folder/%5Ca%5Cb", "http://127.0.0.1:{port}/a/b"),
    ("/Мир?a=%20#b", "http://127.0.0.1:{port}/%D0%9C%D0%B8%D1%80?a=%20#b", "http://127.0.0.1:{port}/%D0%9C%D0%B8%D1%80?a=%20#b"),
]


def test_links_are_spelled_as_a_browser_does(server: FileServer) -> None:
    port = server.url.split(":")[2].strip("/")
    links = [[spelling.format(port=port) for spelling in spellings] for spellings in SPELLINGS]
    server.files["/folder/page"] = "".join(f"<a href='{href}'>" for href, *_ in links).encode("windows-1251")
    server.types["/folder/page"] = "text/html; charset=windows-1251"
    ours, parsel = (crawl(kind, server, "folder/page", {"max_requests_per_crawl": 1}, strategy="all") for kind in CRAWLERS)
    assert ours.links == {server.url + "folder/page": [ours for _, _, ours in links]}
    assert parsel.links == {server.url + "folder/page": [parsel for _, parsel, _ in links]}


BLOCKED = {
    RETRY_CSS_SELECTORS[0]: "<div id=turnstile-wrapper><p><iframe src=https://challenges.cloudflare.com/a></iframe></div>",
    RETRY_CSS_SELECTORS[1]: "<div id=infoDiv0><a href=//www.google.com/policies/terms/>Terms</a></div>",
    RETRY_CSS_SELECTORS[2]: "<iframe src='/_Incapsula_Resource?a'></iframe>",
}


def parsed(html: str) -> list[tuple[Any, Any]]:
    """Returns both parsers with the page."""
    return [(parser, asyncio.run(parser.parse_text(html))) for parser in (TagrakeParser(), ParselParser())]


def test_blocked_pages(server: FileServer) -> None:
    assert list(BLOCKED) == RETRY_CSS_SELECTORS
    pages = [*BLOCKED.values(), "".join(BLOCKED.values()), "<p>", "", "<div id=infoDiv0><a href=/terms>", "<iframe src=/a></iframe>"]
    for number, html in enumerate(pages):
        ours, parsel = (parser.is_blocked(page) for parser, page in parsed(html))
        assert ours == parsel and bool(ours) == (number < 4), html
        for selector, blocked in BLOCKED.items():
            assert [parser.is_matching_selector(page, selector) for parser, page in parsed(html)] == [blocked in html] * 2
    crawls = []
    for kind in CRAWLERS:
        server.files, server.requests = {"/": pages[3].encode()}, []
        crawls.append(crawl(kind, server, options={"max_session_rotations": 2}))
    assert crawls[0] == crawls[1] and not crawls[0].titles
    assert crawls[0].requests["/"] == 2 and "Incapsula" in crawls[0].errors[server.url]


@pytest.mark.parametrize(("selector", "reason"), [("a:hover", "hover"), ("a[", "a"), ("a::before", "before"), ("", "selector")])
def test_what_a_selector_cannot_express_is_an_error(server: FileServer, selector: str, reason: str) -> None:
    parser, page = parsed("<a href=/a>")[0]
    for call in (parser.find_links, parser.is_matching_selector):
        arguments = (page, selector, "href")[: 3 if call == parser.find_links else 2]
        with pytest.raises(ValueError, match=reason):
            call(*arguments)
    if selector:
        fill(server)
        result = crawl(TagrakeCrawler, server, options={"max_request_retries": 0}, selector=selector)
        assert reason in result.errors[server.url] and result.errors[server.url].startswith("ValueError: ")


def test_the_page_of_a_context(server: FileServer) -> None:
    fill(server)
    server.files["/new/place"] = b"<title>New</title><h1>Tea</h1><p>Green <b>tea</b>.<a href=sibling>S</a>"
    found: list[TagrakeCrawlingContext] = []

    async def handle(context: TagrakeCrawlingContext) -> None:
        found.append(context)

    service_locator.storage_instance_manager.clear_cache()
    crawler = TagrakeCrawler(
        parser=TagrakeParser(markdown_with=["emphasis"]),
        request_handler=handle,
        storage_client=MemoryStorageClient(),
        configure_logging=False,
    )
    asyncio.run(crawler.run([server.url + "old"]))
    (context,) = found
    page = context.page
    assert page is context.parsed_content
    assert (page.url, page.title, page.content_type) == (server.url + "new/place", "New", "text/html; charset=utf-8")
    assert [link.url for link in page.links] == context.select("a::url") == [server.url + "new/sibling"]
    assert context.select({"heading": "h1", "texts[]": "//p/b"}) == {"heading": "Tea", "texts": ["tea"]}
    assert context.html_to_text() == page.text == "Tea\nGreen tea.S"
    assert "Green **tea**" in page.markdown


def test_the_parser_without_a_crawler() -> None:
    parser, page = parsed("<base href=/x/><h1>A</h1><h1>B <b>C</b></h1><a href=' b '>D</a><a href=''>E</a><a data-x=f>G</a>")[0]
    assert asyncio.run(parser.select(page, "h1")) == ["A", "B C"]
    assert asyncio.run(parser.select(page, "a::attr(href)")) == [" b ", ""]
    assert parser.find_links(page, "a", "href") == ["b"] and parser.find_links(page, "a", "data-x") == ["f"]
    assert parser.find_links(page, "base[href]", "href") == ["/x/"]
    with pytest.raises(ValueError, match="argument 'view': "):
        TagrakeParser(view="best")  # type: ignore[arg-type]


class Response:
    """A response without a crawler."""

    headers = {"content-type": "text/html; charset=utf-8"}

    def __init__(self, body: bytes) -> None:
        self.body = body

    async def read(self) -> bytes:
        return self.body


def links_of(body: bytes, **options: Any) -> tuple[list[str], list[str]]:
    """Returns the links that the parser finds by the record of the page, and those by `Page.select`. `options` are options of both."""
    parser: Any = TagrakeParser(**options)
    page = asyncio.run(parser.parse(Response(body), "https://example.com/a/"))
    return parser.find_links(page, "a", "href"), parser.find_links(page, "a:not(b)", "href")


def test_all_links_are_found_by_the_record_of_the_page() -> None:
    for path in SMALL.glob("*.html"):
        by_record, selected = links_of(path.read_bytes())
        assert by_record == selected != []
    page = (
        "<a href=b>1</a><template><a href=/t></a></template><svg><a href=/s xlink:href=/x></a></svg><math><a href=/m></a></math>"
        "<a>N</a><a xlink:href=/y><area href=/b><iframe srcdoc='<a href=/d>'></iframe><a href=/c ping=/p>"
    )
    by_record, selected = links_of(page.encode())
    assert by_record == [f"https://example.com/{path}" for path in ("a/b", "s", "c")]
    # A browser has no hyperlinks in MathML, but its selectors match the element.
    assert [link for link in selected if not link.endswith("/m")] == by_record
    # Where tags overlap, the tree of a browser repeats the element.
    by_record, selected = links_of(b"<p><a href=/1><p>x<a href=/2>y")
    assert by_record == [f"https://example.com/{number}" for number in (1, 2)] == list(dict.fromkeys(selected)) != selected


@pytest.mark.parametrize("options", [{"max_links": 1}, {"kinds": "embed"}, {"link_scope": "external"}])
def test_options_of_the_record_leave_out_no_links(options: Any) -> None:
    by_record, selected = links_of(b"<a href=/1>A</a><a href=https://e.org/2>B</a>", **options)
    assert by_record == selected == ["https://example.com/1", "https://e.org/2"]


def test_a_crawler_of_the_factory_resolves_links(server: FileServer) -> None:
    fill(server)
    kind: Any = TagrakeCrawler.create_parsed_http_crawler_class(TagrakeParser())
    links: list[str] = []

    async def handle(context: Any) -> None:
        links.extend(request.url for request in await context.extract_links())

    service_locator.storage_instance_manager.clear_cache()
    crawler = kind(request_handler=handle, storage_client=MemoryStorageClient(), configure_logging=False)
    asyncio.run(crawler.run([server.url + "base/page"]))
    assert links == [server.url + "base/other/link"]


TYPES = [
    ("application/pdf", b"%PDF-1.4\n\xff\xfe\x00", "", []),
    ("image/png", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "", []),
    ("application/json", b'{"html": "<a href=/x>X</a>"}', '{"html": "X"}', ["x"]),
    ("application/json", b"[1, 2]", "[1, 2]", []),
    ("text/plain", b"Some text", "Some text", []),
    ("text/html", b"", "", []),
    (None, b"<a href=/x>X</a>", "X", ["x"]),
    ("application/xhtml+xml", b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><a href="/x">X</a></html>', "X", ["x"]),
]


@pytest.mark.parametrize(("content_type", "body", "text", "links"), TYPES)
def test_other_types_are_read_as_beautifulsoup_reads_them(
    server: FileServer, content_type: str | None, body: bytes, text: str, links: list[str]
) -> None:
    server.files["/file"] = body
    server.types = {"/file": content_type} if content_type else {}
    texts = []

    class Crawler(TagrakeCrawler):
        async def _parse_http_response(self, context: Any) -> Any:
            async for parsed in super()._parse_http_response(context):
                texts.append(parsed.html_to_text())
                yield parsed

    options = {"max_requests_per_crawl": 1}
    ours, soup = (crawl(kind, server, "file", options) for kind in (Crawler, BeautifulSoupCrawler))
    assert ours.links == soup.links == {server.url + "file": [server.url + link for link in links]}
    assert texts == [text] and not ours.errors


# Pages, the links that `TagrakeCrawler` finds, and those that `ParselCrawler` finds; None if it fails the request.
DIFFERENCES: list[tuple[str, list[str], list[str] | None]] = [
    ("<template><a href=/a>A</a></template>", [], ["a"]),
    ("<template><base href=/x/></template><a href=a>A</a>", ["a"], ["x/a"]),
    ("<svg><base href=/x/></svg><a href=a>A</a>", ["a"], ["x/a"]),
    ("<base href=mailto:me@example.com><a href=a>A</a>", [], ["a"]),
    ("<a href=''>A</a>", [""], []),
    ("<a href='http://[/'>A</a><a href=b>B</a>", ["b"], None),
    ("<a href='http://a b/'>A</a><a href=b>B</a>", ["b"], ["b"]),
]


@pytest.mark.parametrize(("page", "ours", "parsel"), DIFFERENCES)
def test_other_differences(server: FileServer, page: str, ours: list[str], parsel: list[str] | None) -> None:
    server.files["/"] = page.encode()
    options = {"max_requests_per_crawl": 1, "max_request_retries": 0}
    found, expected = (crawl(kind, server, options=options) for kind in CRAWLERS)
    assert found.links == {server.url: [server.url + link for link in ours]} and not found.errors
    if parsel is None:
        assert "ValueError" in expected.errors[server.url]
    else:
        assert expected.links == {server.url: [server.url + link for link in parsel]}


def test_pages_of_the_repository_have_the_links_that_parsel_finds(server: FileServer) -> None:
    # `links.html` has URLs with the differences that are tested above.
    pages = {f"/small/{path.name}": path.read_bytes() for path in SMALL.glob("*.html") if path.stem != "links"}
    server.files = {**pages, "/": "".join(f"<a href={path}>" for path in pages).encode()}
    ours, parsel = (crawl(kind, server, options={"max_crawl_depth": 1}, strategy="all") for kind in CRAWLERS)
    assert set(ours.titles) == {server.url, *(server.url + path[1:] for path in pages)}
    assert sum(map(len, ours.links.values())) > 50
    keys = [{url: [compute_unique_key(link) for link in links] for url, links in found.links.items()} for found in (ours, parsel)]
    assert keys[0] == keys[1]


def test_the_recipe(server: FileServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(server)
    server.faults = {}
    monkeypatch.chdir(tmp_path)
    service_locator.storage_instance_manager.clear_cache()
    recipe = recipe_of("Crawlee", "crawlers.md")
    assert "https://example.com/" in recipe
    exec(compile(recipe.replace("https://example.com/", server.url), "crawlers.md", "exec"), {"__name__": "__main__"})
    assert "Index" in capsys.readouterr().out
    assert Counter(request.path for request in server.requests)["/page"] == 1


def test_the_package_imports_crawlee_only_for_this_module() -> None:
    code = "import sys, tagrake; assert 'crawlee' not in sys.modules; import tagrake.crawlee; assert 'crawlee' in sys.modules"
    subprocess.run([sys.executable, "-P", "-c", code], check=True, timeout=60)
