"""The parts for Scrapy give the links that Scrapy gives, with the URLs that a browser requests."""

import io
import itertools
import json
import logging
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from random import Random
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
import scrapy
import w3lib.url
from file_server import Fault, FileServer
from scrapy.http import HtmlResponse, JsonResponse, Response, TextResponse, XmlResponse
from scrapy.link import Link
from scrapy.linkextractors import LinkExtractor as ScrapyLinkExtractor
from scrapy.linkextractors.lxmlhtml import LxmlLinkExtractor
from scrapy.utils.request import fingerprint
from support import SMALL

import tagrake
from tagrake._native import canonical_url
from tagrake.scrapy import LinkExtractor, ParquetItemExporter, RequestFingerprinter, Robots, canonicalize_url, page, robots

URL = "http://example.com/a/b.html"
PAGES = sorted(SMALL.glob("*.html"))


def response(html: bytes | str, url: str = URL, content_type: str = "text/html; charset=utf-8", **headers: str) -> HtmlResponse:
    body = html.encode() if isinstance(html, str) else html
    return HtmlResponse(url, body=body, headers={"Content-Type": content_type, **headers})


def browser_url(url: str) -> str | None:
    """Returns a URL as the URL standard serializes it."""
    found = tagrake.hyperlinks(f'<a href="{escape(url)}">', URL)[0][0]
    # urljoin leaves out an empty fragment.
    return found and found.removesuffix("#")


def comparable(links: list[Link]) -> list[Any]:
    """Returns links with what both extractors spell in the same way. Duplicates of another spelling are left out."""
    items = [(browser_url(link.url), " ".join(link.text.split()), link.nofollow) for link in links]
    return list({item[0]: item for item in items}.values())


def check_equal(html: bytes | str, **arguments: Any) -> list[Link]:
    """Both extractors find the same links, in the same order. Returns the ones of tagrake."""
    found = LinkExtractor(**arguments).extract_links(response(html))
    assert comparable(found) == comparable(ScrapyLinkExtractor(**arguments).extract_links(response(html))), arguments
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_links_of_pages_are_scrapys(path: Path) -> None:
    html = path.read_bytes()
    ours, theirs = [extractor.extract_links(response(html)) for extractor in (LinkExtractor(), ScrapyLinkExtractor())]
    # A browser requests no URL that it cannot parse.
    requested = [url for url in (browser_url(link.url) for link in theirs) if url]
    assert [browser_url(link.url) for link in ours] == list(dict.fromkeys(requested))


LINKS = """
<title>t</title><a name=no-link>x</a>
<a href=/one.html>One</a> <a href=/one.html rel="me,NoFollow">One again</a> <a href=/two.HTML?x=1#y>Two <b>2</b></a>
<a href=/photo.JPG>photo</a> <a href=/photo.jpg?v=2>photo</a> <a href="/photo.jpg;jsessionid=1">photo</a> <a href="/a;b/photo.jpg">p</a>
<a href=/archive.tar.gz>tar</a> <a href=/jpg>jpg</a> <a href=/.jpg>dot</a> <a href=/x.jpg/>folder</a> <a href=/a?f=x.jpg>query</a>
<a href=http://sub.example.com/>sub</a> <a href=http://notexample.com/>not</a> <a href=//EXAMPLE.org/x>org</a>
<a href=https://other.net:8080/>port</a> <a href=ftp://files.example.org/x.pdf>ftp</a> <a href=mailto:me@example.com>mail</a>
<a href="javascript:void(0)">js</a> <a href=tel:1>tel</a> <a href=http://[bad>bad</a> <a href=http://example.com:port/>port</a>
<map><area href=/area.html alt=area><area href=/one.html></map> <a href="">self</a> <a href=#top>top</a> <a href=" /space d ">s</a>
<img src=/img.png><link rel=next href=/next><div data-url=/data>div</div><a href=/q?b=2&amp;a=1>q</a><a href=/q?a=1&amp;b=2>q</a>
"""


def test_rules_are_scrapys() -> None:
    choices: dict[str, list[Any]] = {
        "allow": [(), r"/one", ["two", re.compile("(?i)JPG")]],
        "deny": [(), r"\d", ["x", "area"]],
        "allow_domains": [(), "example.com", ["Example.org", "other.net:8080"]],
        "deny_domains": [(), "sub.example.com", ["example.org", "notexample.com"]],
        "deny_extensions": [None, (), "html", ["gz", "JPG", "pdf", "jpg"]],
        "restrict_text": [None, "^[A-Z]", ["2", "photo"]],
        "unique": [True, False],
        "canonicalize": [False, True],
    }
    pairs = itertools.combinations(choices, 2)
    kinds: dict[str, set[int]] = {}
    for first, second in pairs:
        for one, two in itertools.product(choices[first], choices[second]):
            found = check_equal(LINKS, **{first: one, second: two})
            kinds.setdefault(first, set()).add(len(found))
    assert all(len(counts) > 2 for name, counts in kinds.items()), "each rule makes a difference"


@pytest.mark.parametrize(
    "arguments",
    [
        {"tags": "area"}, {"tags": ["a", "area", "link"]}, {"tags": "*"}, {"tags": "*", "deny_tags": ["area", "link"]},
        {"tags": "img", "attrs": "src", "deny_extensions": ()}, {"tags": ("div", "a"), "attrs": ("data-url", "href")},
        {"tags": "*", "attrs": ("href", "src"), "deny_attrs": "href", "deny_extensions": []}, {"attrs": "*"}, {"tags": []},
        {"attrs": None}, {"tags": "A"}, {"restrict_css": "map"}, {"restrict_css": ["map", "title ~ a"]}, {"restrict_css": "a[rel]"},
        {"restrict_css": "div, map, a:nth-of-type(3)"}, {"restrict_css": "map", "unique": False}, {"restrict_css": "a:contains(Two)"},
        {"restrict_xpaths": "//map"}, {"restrict_xpaths": "//map", "restrict_css": "b, a[name] + a"}, {"strip": False},
        {"process_value": lambda value: value.replace("one", "three")}, {"process_value": lambda value: None},
    ],
    ids=str,
)  # fmt: skip
def test_elements_and_regions_are_scrapys(arguments: dict[str, Any]) -> None:
    check_equal(LINKS, **arguments)


def test_process_value_gets_values_that_are_no_urls() -> None:
    html = '<a href="http://exa mple.com/">1</a><a href="javascript:go(\'/next\')">2</a><a href=/three>3</a>'

    def value_of(value: str) -> str | None:
        return value.replace("exa mple", "example").removeprefix("javascript:go('").removesuffix("')")

    found = LinkExtractor(process_value=value_of).extract_links(response(html))
    assert [link.url for link in found] == ["http://example.com/", "http://example.com/next", "http://example.com/three"]


def test_errors_of_process_value_are_raised() -> None:
    def fail(value: str) -> str:
        raise ValueError("no such link")

    for tags in (["a"], ["a", "link"]):
        with pytest.raises(ValueError, match="no such link"):
            LinkExtractor(tags=tags, process_value=fail).extract_links(response(LINKS))


def test_arguments_may_be_iterators() -> None:
    found = LinkExtractor(tags=iter(["img"]), attrs=iter(["src"]), deny_extensions=iter([]), allow=iter(["img"])).extract_links(response(LINKS))
    assert [link.url for link in found] == ["http://example.com/img.png"]


def test_urls_are_the_ones_that_browsers_request() -> None:
    html = "<base href=//base.example/x/><a href=y>1</a><a href=http://e.org>2</a><a href='?{q}'>3</a><a href=#>4</a><a href='/a\\b'>5</a>"
    assert [link.url for link in LinkExtractor().extract_links(response(html))] == [
        "http://base.example/x/y", "http://e.org/", "http://base.example/x/?{q}", "http://base.example/x/#", "http://base.example/a/b"
    ]  # fmt: skip
    svg = "<svg><a href=/svg xlink:href=/old>x</a></svg><!-- <a href=/comment> --><iframe srcdoc='<a href=/srcdoc>'></iframe>"
    template = "<template><a href=/template>t</a></template><noscript><a href=/noscript>n</a></noscript>"
    assert [link.url[19:] for link in LinkExtractor().extract_links(response(svg + template))] == ["svg", "template", "noscript"]


def test_encodings() -> None:
    # The declaration decides, then the bytes; what Scrapy guesses is an option.
    html = "<p>Сегодня хорошая погода, и мы пошли гулять в парк.<a href=?q=мир>мир</a>".encode("windows-1251")
    declared = response(html, content_type="text/html; charset=windows-1251")
    guessed = response(html, content_type="text/html")
    query = "http://example.com/a/b.html?q=%EC%E8%F0"
    for given in (declared, guessed, HtmlResponse(URL, body=html, encoding="cp1251")):
        assert LinkExtractor().extract_links(given) == [Link(query, "мир")]
        assert page(given).links[0].text == "мир"
    ebcdic = HtmlResponse(URL, body="<a href=/x>é</a>".encode("cp037"), encoding="cp037")
    assert LinkExtractor().extract_links(ebcdic) == [Link("http://example.com/x", "é")] and page(ebcdic).links[0].text == "é"
    meta = response(b"<meta charset=koi8-r><a href=/>\xcd\xc9\xd2</a>", content_type="text/html; charset=utf-8")
    assert LinkExtractor().extract_links(meta)[0].text == "\ufffd" * 3
    text = LinkExtractor(encoding="scrapy").extract_links(guessed)[0].text
    assert text == " ".join((guessed.css("a::text").get() or "").split()) == page(guessed, encoding="scrapy").links[0].text
    with pytest.raises(ValueError, match="argument 'encoding': 'utf-8' is neither \"browser\" nor \"scrapy\""):
        LinkExtractor(encoding="utf-8")  # type: ignore[arg-type]


def test_other_responses() -> None:
    xml = XmlResponse(URL, body=b"<?xml version='1.0'?><r><a href='/x'>x</a></r>")
    assert LinkExtractor().extract_links(xml) == ScrapyLinkExtractor().extract_links(xml) != []
    text = TextResponse(URL, body=b"<a href=/x>x</a>")
    assert LinkExtractor().extract_links(text) == [Link("http://example.com/x", "x")]
    with pytest.raises(Exception) as theirs:
        ScrapyLinkExtractor().extract_links(JsonResponse(URL, body=b"{}"))
    with pytest.raises(type(theirs.value)):
        LinkExtractor().extract_links(JsonResponse(URL, body=b"{}"))


def test_a_response_that_is_no_page_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "tagrake.scrapy"):
        assert LinkExtractor().extract_links(response(b"\x1f\x8b\x08\x00" + b"x" * 40)) == []
    assert "http://example.com/a/b.html: no links: argument 'html'" in caplog.text
    with pytest.raises(ValueError, match="argument 'html'"):
        page(Response(URL, body=b"\x89PNG\r\n\x1a\n" + b"x" * 40))


def test_extractors_are_scrapys_for_other_code() -> None:
    extractor = LinkExtractor(r"/one", deny_domains="example.org", encoding="scrapy")
    assert isinstance(extractor, LxmlLinkExtractor)
    assert extractor.matches("http://example.com/one") and not extractor.matches("http://example.org/one")
    LinkExtractor(allow="x").extract_links(response(LINKS))
    extractor.extract_links(response(LINKS))
    again = pickle.loads(pickle.dumps(extractor))
    assert again.extract_links(response(LINKS)) == extractor.extract_links(response(LINKS)) != []
    with pytest.raises(TypeError, match="unexpected keyword argument 'alow'"):
        LinkExtractor(alow="x")


def test_methods_of_subclasses_decide() -> None:
    class Short(LinkExtractor):
        def _link_allowed(self, link: Link) -> bool:
            return len(link.url) < 25 and super()._link_allowed(link)

    class Last(LinkExtractor):
        def _process_links(self, links: list[Link]) -> list[Link]:
            return super()._process_links(links)[-1:]

    urls = [link.url for link in LinkExtractor().extract_links(response(LINKS))]
    assert [link.url for link in Short().extract_links(response(LINKS))] == [url for url in urls if len(url) < 25]
    assert [link.url for link in Last().extract_links(response(LINKS))] == urls[-1:]


def test_the_page_of_a_response_is_made_once() -> None:
    given = response("<title>T</title><meta name=robots content=nofollow><a href=/x>x</a><p class=price>3", **{"X-Robots-Tag": "googlebot: noindex"})
    made = page(given)
    assert made is page(given) and made is not page(response(b""))
    assert (made.title, made.url, made.links[0].url) == ("T", URL, "http://example.com/x")
    assert made.select({"price": ".price"}) == {"price": "3"}
    assert robots(given) == Robots(index=True, follow=False)
    assert robots(given, agent="googlebot") == Robots(index=False, follow=False)
    copied = given.replace(body=b"<title>U</title>")
    assert (page(copied).title, page(given).title) == ("U", "T")


def exported(items: list[Any], **keywords: Any) -> pyarrow.Table:
    file = io.BytesIO()
    exporter = ParquetItemExporter(file, **keywords)
    exporter.start_exporting()
    for item in items:
        exporter.export_item(item)
    exporter.finish_exporting()
    return pyarrow.parquet.read_table(file)


def test_items_are_exported_with_the_types_of_columns() -> None:
    made = page(response("<title>T</title><meta name=a content=b><a href=/x>x</a>"))
    columns = ["url", "title", "metas", "word_count", "robots_index"]
    items = [{name: made[name] for name in columns} | {"price": 3.5}, {"url": "http://e.org/", "price": None}]
    table = exported(items)
    assert table.schema.names == [*columns, "price"]
    expected = pyarrow.schema(tagrake.schema(columns))
    assert [table.schema.field(name).type for name in columns] == [expected.field(name).type for name in columns]
    assert table.to_pylist(maps_as_pydicts="strict") == [items[0], {**dict.fromkeys([*columns, "price"]), "url": "http://e.org/"}]
    # Values of another shape keep their own.
    assert exported([{"links": ["http://e.org/"]}]).schema.field("links").type == pyarrow.list_(pyarrow.string())


def test_items_that_do_not_fit_are_errors() -> None:
    with pytest.raises(ValueError, match="item 4, field 'n': the value does not fit into int64: .*; pass schema="):
        exported([{"n": 1}, {"n": 2}, {"n": 3}, {"n": "x"}], rows=2)
    with pytest.raises(ValueError, match="item 3: the first row group has no field 'm': name all fields in FEED_EXPORT_FIELDS"):
        exported([{"n": 1}, {"n": 2}, {"n": 3, "m": 4}], rows=2)
    fields = {"n": "number", "m": "other"}
    assert exported([{"n": 1}, {"m": 2}], rows=1, schema=pyarrow.schema([("number", "int8"), ("other", "int8")]), fields_to_export=fields)[
        "other"
    ].to_pylist() == [None, 2]
    assert exported([]).num_rows == 0


def test_the_other_items_are_written() -> None:
    file = io.BytesIO()
    exporter = ParquetItemExporter(file, rows=3)
    numbers: list[Any] = [1, 2, 3, 4, "x", 6, 7, "y", 9, [10], 11]
    for number in numbers[:5]:
        exporter.export_item({"n": number})
    with pytest.raises(ValueError, match=r"item 5, field 'n': .*; pass schema= to set the types$"):
        exporter.export_item({"n": numbers[5]})
    exporter.export_item({"n": numbers[6]})
    exporter.export_item({"n": numbers[7]})
    with pytest.raises(ValueError, match="item 8, field 'n'"):
        exporter.export_item({"n": numbers[8]})
    exporter.export_item({"n": numbers[9]})
    with pytest.raises(ValueError, match="item 11: the first row group has no field 'm'"):
        exporter.export_item({"m": 1})
    exporter.export_item({"n": numbers[10]})
    with pytest.raises(ValueError, match="item 10, field 'n'"):
        exporter.finish_exporting()
    assert pyarrow.parquet.read_table(file)["n"].to_pylist() == [number for number in numbers if isinstance(number, int)]


@pytest.mark.parametrize(("values", "written"), [([None, 1, "x", 2], [None, 1, 2]), ([object(), None], [None])])
def test_the_first_value_decides_the_type(values: list[Any], written: list[Any]) -> None:
    file = io.BytesIO()
    exporter = ParquetItemExporter(file)
    for value in values:
        exporter.export_item({"n": value})
    with pytest.raises(ValueError, match="field 'n': the value does not fit"):
        exporter.finish_exporting()
    assert pyarrow.parquet.read_table(file)["n"].to_pylist() == written


def test_a_feed_is_parquet(tmp_path: Path, server: FileServer) -> None:
    server.files["/"] = b"<title>Home</title>"
    script = tmp_path / "spider.py"
    script.write_text(
        "import scrapy\nfrom tagrake.scrapy import page\n"
        "class Titles(scrapy.Spider):\n    name = 't'\n"
        f"    start_urls = [{server.url!r}]\n"
        "    def parse(self, response):\n        yield {'url': page(response).url, 'title': page(response).title}\n"
    )
    settings = ["FEED_EXPORTERS={\"parquet\": \"tagrake.scrapy.ParquetItemExporter\"}", "TELNETCONSOLE_ENABLED=0"]
    command = [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-o", "out.parquet:parquet"]
    subprocess.run([*command, *(part for setting in settings for part in ("-s", setting))], cwd=tmp_path, check=True, capture_output=True)
    assert pyarrow.parquet.read_table(tmp_path / "out.parquet").to_pylist() == [{"url": server.url, "title": "Home"}]


PARTS = [
    "a", "b", "Z", "0", "9", "-", "_", ".", "~", "/", "//", "/.", "/../", "/./", "?", "&", "=", "#", "%", "%41", "%2f", "%2F", "%25", "%e9",
    "%C3%A9", "%3b", "%3F", "%23", "%7c", "+", "%2B", "%20", " ", ";", ":", "@", "!", "$", "'", "(", ")", "*", ",", "[", "]", "|", "{", "}", "\\", "^",
    "`", '"', "<", ">", "\t", "é", "&amp;", "a=1", "b=2&a=1", "&&", "x=", "=y", "%zz", "%2",
]  # fmt: skip
HOSTS = ["example.com", "example.com:8080", "EXAMPLE.com", "e.org:080", "u:p@e.org", "[::1]", "xn--a.org", "a..b", "é.org", "127.0.0.1", "e.org:", "-a_"]


def random_urls(count: int) -> list[str]:
    """Returns URLs of the parts above, and of letters with few of them."""
    random = Random(1)
    urls = []
    for number in range(count):
        host = random.choice(HOSTS) if number % 4 == 0 else HOSTS[0]
        scheme = random.choice(["http", "https", "HTTP", "ftp"]) if number % 8 == 0 else "https"
        parts = [random.choice(PARTS if random.random() < 0.5 else "ab12") for _ in range(random.randrange(12))]
        urls.append(f"{scheme}://{host}{random.choice(['/', '/', '?', ''])}{''.join(parts)}")
    return urls


def test_canonical_urls_and_fingerprints_are_scrapys() -> None:
    fast = 0
    for url in random_urls(100_000):
        try:
            expected = w3lib.url.canonicalize_url(url)
        except ValueError as error:
            with pytest.raises(type(error)):
                canonicalize_url(url)
            continue
        assert canonicalize_url(url) == expected, url
        fast += canonical_url(url) is not None
    assert fast > 30_000
    fingerprinter = RequestFingerprinter()
    for url in random_urls(2_000):
        for keywords in ({}, {"method": "POST", "body": "a\xe9\0"}, {"method": "x-y"}, {"meta": {"verbatim_url": True}}):
            try:
                request = scrapy.Request(url, **keywords)
            except ValueError:
                continue
            assert fingerprinter.fingerprint(request) == fingerprint(request), (url, keywords)


def test_urls_of_pages_are_canonicalized_without_w3lib() -> None:
    urls = [url for path in PAGES for url, _ in tagrake.hyperlinks(path.read_bytes(), URL) if url and url.startswith("http")]
    assert len(urls) > 100 and sum(canonical_url(url) is not None for url in urls) / len(urls) > 0.95


@pytest.fixture
def server() -> Iterator[FileServer]:
    server = FileServer(default_type="text/html; charset=utf-8")
    yield server
    server.stop()


def test_crawls_are_equal_before_and_after(server: FileServer) -> None:
    server.files |= {
        "/": b"<a href=/pages/1>Page 1</a><a href=/pages/2?b=1&amp;a=2>page 2</a><a href=/moved>moved</a><a href=/missing>m</a>"
        b"<a href=/file.zip>zip</a><a href=/data.json>data</a><a href=/short>short</a><a href=/slow>slow</a><a href=/error>e</a>",
        "/pages/1": b"<base href=/pages/sub/><a href=3>Page 3</a><img src=/image.png><a href=/pages/1#top>Page</a>",
        "/pages/2?b=1&a=2": "<a href='/pages/ü?ü'>page ü</a>".encode(),
        "/pages/sub/3": b"<a href=../4 rel=nofollow> Page\n4 </a><a href=/pages/1>other text</a>",
        "/pages/4": b"<p>no links",
        "/pages/%C3%BC?%C3%BC": b"<a href=/>home</a>",
        "/target": b"<a href=/pages/4>Page 4</a>",
        "/file.zip": b"PK\x03\x04",
        "/data.json": b'{"a": 1}',
        "/image.png": b"\x89PNG\r\n\x1a\n",
        "/short": b"<a href=/pages/1>page</a>" * 100,
        "/slow": b"<a href=/pages/1>page</a>" * 100,
    }
    server.types = {"/data.json": "application/json", "/image.png": "image/png", "/file.zip": "application/zip"}
    server.redirects = {"/moved": "/target"}
    events, requests = {}, {}
    for name in ("scrapy", "tagrake"):
        server.requests.clear()
        server.faults = {"/short": [Fault(drop_after=100)], "/slow": [Fault(hang_after=100)], "/error": [Fault(status=500)]}
        script = Path(__file__).with_name("scrapy_crawl.py")
        run = subprocess.run([sys.executable, script, name, server.url], check=True, capture_output=True, text=True)
        events[name] = json.loads(run.stdout)
        requests[name] = sorted(request.path for request in server.requests)
    assert requests["tagrake"] == requests["scrapy"]
    statuses = {path: status for path, status, _ in events["tagrake"]}
    assert [(path, status) for path, status, _ in events["scrapy"]] == list(statuses.items())
    assert {"missing": 404, "target": 200, "pages/4": 200, "image.png": 200, "data.json": 200}.items() <= statuses.items()
    assert statuses["slow"] == "DownloadTimeoutError" and statuses["short"] != 200 and "error" in statuses
    spelled = [[path, status, links and [[browser_url(link), *rest] for link, *rest in links]] for path, status, links in events["scrapy"]]
    collapsed = [[path, status, links and [[link, " ".join(text.split()), no] for link, text, no in links]] for path, status, links in spelled]
    assert events["tagrake"] == collapsed


@pytest.mark.parametrize("name", ["News", "Articles"])
def test_the_spiders_of_the_guide(name: str, tmp_path: Path, server: FileServer) -> None:
    server.files |= {
        "/": b"<title>Home</title><nav><a href=/about>About</a></nav><a href=/2026/one>One</a><a href=/2026/print>print</a><p class=price>3",
        "/about": b"<title>About</title><meta name=robots content='noindex, nofollow'><a href=/2026/three>x</a>",
        "/2026/one": b"<title>One</title><a href=/2026/two>Two</a>",
        "/2026/two": b"<title>Two</title><a href=/>Home</a>",
        "/2026/print": b"<title>Print</title>",
        "/2026/three": b"<title>Three</title>",
    }
    guide = (Path(__file__).parents[2] / "docs" / "crawlers.md").read_text()
    (spider,) = [block for block in re.findall(r"```python\n(.*?)```", guide, re.DOTALL) if f"class {name}" in block]
    spider = spider.replace("https://example.com/", server.url).replace("example.com", "127.0.0.1")
    (tmp_path / "spider.py").write_text(spider)
    command = [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-s", "TELNETCONSOLE_ENABLED=0"]
    command += ["-o", "items.jsonl"] if name == "News" else []
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    if name == "News":
        items = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text().splitlines()]
        expected = {"One", "Two", "Three"}
    else:
        items = pyarrow.parquet.read_table(tmp_path / "articles.parquet").to_pylist()
        expected = {"Home", "One", "Two", "Print"}
        assert {item["title"]: item["price"] for item in items}["Home"] == "3"
    assert {item["title"] for item in items} == expected
