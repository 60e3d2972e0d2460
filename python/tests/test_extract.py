"""extract, hrefs and hyperlinks: one page."""

import collections.abc
import copy
import gzip
import json
import pickle
import sys
import threading
import zlib
from collections.abc import Callable
from typing import Any

import pandas
import polars
import pytest
import tagrake

from support import SMALL, run_command

PAGE = b"""<!doctype html><html lang=en dir=ltr><head><title>Fish &amp; chips</title>
<base href=/menu/><meta name=description content=Fried><meta name=robots content="noindex, follow">
<meta property=og:title content=Fish><meta http-equiv=refresh content="5; url=/next">
<link rel=canonical href=/fish><link rel=icon href=/i.png sizes=16x16 type=image/png>
<link rel=alternate hreflang=de href=/de><link rel=alternate type=application/rss+xml href=/feed title=News>
<script type=application/ld+json>{"@type": "Menu", "price": 1.5}</script></head>
<body><h1 id=top>Fish</h1><a href=chips rel="nofollow me">Chips</a><img src=a.png alt=A srcset="b.png 2x">"""

METHODS = {"to_dict", "keys", "get", "diff", "select"}
GETTERS = [name for name in dir(tagrake.Page) if not name.startswith("_") and name not in METHODS]
"""The names of all attributes of a page that are values."""


def test_attributes_of_a_page() -> None:
    page = tagrake.extract(PAGE, "https://example.com/x", content_type="text/html;charset=utf-8")
    assert page.url == "https://example.com/x"
    assert page.content_type == "text/html;charset=utf-8"
    assert (page.base_url, page.base_href) == ("https://example.com/menu/", "/menu/")
    assert page.encoding["name"] == "UTF-8" and page.encoding["source"] == "transport"
    assert page.doctype == {"name": "html", "public_id": None, "system_id": None}
    assert (page.lang, page.dir, page.title, page.description) == ("en", "ltr", "Fish & chips", "Fried")
    assert (page.keywords, page.author, page.generator, page.viewport) == (None, None, None, None)
    assert page.metas[0] == {"name": "description", "content": "Fried"}
    assert page.robots == {"*": ["noindex", "follow"]}
    assert page.refresh == {"seconds": 5, "url": "https://example.com/next"}
    assert page.canonical == "https://example.com/fish"
    assert page.icons == [
        {"rel": "icon", "url": "https://example.com/i.png", "sizes": "16x16", "type": "image/png"}
    ]
    assert page.alternates == [{"hreflang": "de", "url": "https://example.com/de"}]
    assert page.feeds == [{"type": "application/rss+xml", "url": "https://example.com/feed", "title": "News"}]
    assert page.og == [("og:title", "Fish")]
    assert page.jsonld == [{"valid": True, "value": {"@type": "Menu", "price": 1.5}}]
    assert page.headings == [{"level": 1, "text": "Fish", "id": "top"}]
    assert page.text is not None and "Chips" in page.text
    assert page.word_count == 2
    assert page.flags == []
    assert repr(page) == "Page(url='https://example.com/x', title='Fish & chips')"


def test_rights() -> None:
    html = b"<meta name=robots content='NoAI'><meta name=tdm-reservation content=1><a rel=license href=/cc>CC</a>"
    headers = {"X-Robots-Tag": "ccbot: nofollow", "TDM-Policy": "/policy"}
    page = tagrake.extract(html, "https://example.com/x", headers=headers)
    assert page.rights == page["rights"] == {
        "directives": [
            {"agent": "*", "directive": "noai", "source": "meta"},
            {"agent": "ccbot", "directive": "nofollow", "source": "header"},
        ],
        "tdm_reservation": 1,
        "tdm_policy": "https://example.com/policy",
        "tdm_error": False,
        "licenses": ["https://example.com/cc"],
        "declared": [
            {"source": "meta", "name": "robots", "value": "NoAI"},
            {"source": "meta", "name": "tdm-reservation", "value": "1"},
            {"source": "link", "name": "license", "value": "/cc"},
            {"source": "header", "name": "x-robots-tag", "value": "ccbot: nofollow"},
            {"source": "header", "name": "tdm-policy", "value": "/policy"},
        ],
    }
    assert "rights" not in page.to_dict()
    assert tagrake.extract(html, "https://example.com/x", headers=headers, columns=["rights"]).rights == page.rights
    assert tagrake.extract(b"").rights["licenses"] == []
    with pytest.raises(AttributeError, match="rights was not requested"):
        tagrake.extract(html, columns=["title"]).rights


def test_links() -> None:
    page = tagrake.extract(PAGE, "https://example.com/x")
    links = {link.raw: link for link in page.links}
    chips = links["chips"]
    assert (chips.element, chips.attr, chips.kind, chips.class_) == ("a", "href", "nav", "http")
    assert (chips.url, chips.text, chips.rel) == ("https://example.com/menu/chips", "Chips", ["nofollow", "me"])
    assert (chips.nofollow, chips.ugc, chips.in_head) == (True, False, None)
    assert PAGE[chips.offset or 0 :].startswith(b"chips")
    assert (links["b.png"].density, links["b.png"].width) == (2.0, None)
    assert (links["a.png"].alt, links["a.png"].kind) == ("A", "embed")
    assert page.urls == [link.url for link in page.links]
    assert tagrake.extract(PAGE, kinds=["nav"]).urls == []  # no base
    assert tagrake.extract(PAGE, "https://example.com/x", kinds=["nav"]).urls == ["https://example.com/menu/chips"]


def test_to_dict_is_what_the_command_prints(pages: list[bytes]) -> None:
    for html in [PAGE, *pages]:
        page = tagrake.extract(html, "https://example.com/x")
        run = run_command("extract", "--url", "https://example.com/x", stdin=html)
        printed = json.loads(run.stdout)
        del printed["source"]
        record = page.to_dict()
        assert json.loads(json.dumps(record)) == printed
        assert json.dumps(record["links"]) == json.dumps([link.to_dict() for link in page.links])


def test_text_is_computed_on_access() -> None:
    page = tagrake.extract("<p>one two", "https://example.com/x")
    assert "text" not in page.to_dict() and "text" not in tagrake.SCHEMA.names
    assert (page.text, page.word_count, page["text"]) == ("one two", 2, "one two")
    named = tagrake.extract("<p>one two", columns=["text"])
    record: Any = named.to_dict()
    assert (named.text, record) == ("one two", {"text": "one two"})


def test_each_field_is_the_same_without_the_others(pages: list[bytes]) -> None:
    for html in [PAGE, *pages]:
        whole = tagrake.extract(html, "https://example.com/x")
        for name, value in whole.to_dict().items():
            alone = tagrake.extract(html, "https://example.com/x", columns=[name])
            # Flags also report limits that only requested fields can reach.
            assert alone.to_dict() == {name: value}, name


def test_every_key_of_the_record_is_an_attribute() -> None:
    page = tagrake.extract(PAGE, "https://example.com/x")
    for name in tagrake.PAGE_SCHEMA.names:
        assert name in {"v", "error"} or hasattr(page, name), name
    keywords = {"class": "class_", "type": "type_", "as": "as_"}
    link: Any = page.links[0]
    for name in tagrake.LINK_COLUMNS[7:]:
        assert hasattr(link, keywords.get(name, name)), name


def test_pages_report_their_bytes_and_errors() -> None:
    page = tagrake.extract(b"<p a=1 a=2>caf\xe9</>")
    assert (page.is_valid_utf8, page.parse_errors) == (False, 2)
    assert (tagrake.extract("<p>caf\xe9").is_valid_utf8, tagrake.extract("<p>").parse_errors) == (True, 0)


def test_robots_directives_decide_for_an_agent() -> None:
    html = "<meta name=robots content=nofollow><meta name=googlebot content=noindex>"
    page = tagrake.extract(html, agent="googlebot")
    assert (page.robots_index, page.robots_follow) == (False, False)
    page = tagrake.extract(html)
    assert (page.robots_index, page.robots_follow) == (True, False)


def test_links_are_selected_by_their_registered_domain() -> None:
    html = b"<a href=/a>A</a><a href=https://b.e.org/>B</a><a href=https://f.org/>F</a><a href=mailto:a@b>M</a>"
    assert tagrake.extract(html, "https://a.e.org/", link_scope="external").urls == ["https://f.org/"]
    assert tagrake.extract(html, "https://a.e.org/", link_scope="internal").urls == ["https://a.e.org/a", "https://b.e.org/"]
    assert tagrake.extract(html, link_scope="external").urls == []


def test_properties_of_open_graph_are_texts() -> None:
    html = b"<meta property=og:title content=' A  b'><meta property=og:type content=article><meta property=og:image content=i.png>"
    page = tagrake.extract(html, "https://e.org/")
    assert (page.og_title, page.og_type, page.og_image) == ("A b", "article", "https://e.org/i.png")
    empty = tagrake.extract("<p>x")
    assert (empty.og_title, empty.og_type, empty.og_image) == (None, None, None)


def test_fields_that_were_not_requested() -> None:
    page = tagrake.extract(PAGE, columns=["title"])
    assert page.title == "Fish & chips"
    with pytest.raises(AttributeError, match="links was not requested"):
        _ = page.links
    assert {"text", "word_count", "published", "authors_source", "urls"} <= set(GETTERS)
    for name in set(GETTERS) - {"title"}:
        with pytest.raises(AttributeError, match="was not requested"):
            getattr(page, name)
    # A requested field that the page does not have is None.
    empty = tagrake.extract("<p>x", columns=["published", "authors", "text"])
    for same in (empty, pickle.loads(pickle.dumps(empty))):
        assert (same.published, same.authors, same.text) == (None, None, "x")
        with pytest.raises(AttributeError, match="word_count was not requested"):
            _ = same.word_count
        with pytest.raises(KeyError, match="published_source"):
            same["published_source"]


def test_a_column_alone_has_the_values_that_it_has_among_all() -> None:
    """A column turns on the extraction that it needs, and no other column."""
    pages = [PAGE, *(path.read_bytes() for path in sorted(SMALL.glob("*.html")))]
    columns = [name for name in GETTERS if name not in ("urls", "source")]
    columns.sort()
    complete = list(tagrake.extract_many(pages, columns=columns))
    assert {"text", "word_count", "main_markdown", "items", "rights", "parse_errors", "blocks"} <= set(columns)
    for name in columns:
        alone = list(tagrake.extract_many(pages, columns=[name]))
        assert [row[name] for row in alone] == [row[name] for row in complete], name
        for html, row in zip(pages, complete, strict=True):
            if row[name] is None or isinstance(row[name], (str, int, float)):
                assert getattr(tagrake.extract(html, columns=[name]), name) == row[name], name


@pytest.mark.parametrize("make", [bytes, bytearray, memoryview])
def test_types_of_bytes(make: Any) -> None:
    assert tagrake.extract(make(PAGE)) == tagrake.extract(PAGE)


def test_hidden_text_is_kept_on_request() -> None:
    html = "<h1 hidden>a</h1><p style='display:none'>b<p>c"
    page = tagrake.extract(html)
    assert (page.text, [heading["text"] for heading in page.headings]) == ("c", [])
    page = tagrake.extract(html, hidden_text=True)
    assert (page.text, [heading["text"] for heading in page.headings]) == ("a\nb\nc", ["a"])
    batch = tagrake.extract_many([html], columns=["text"], hidden_text=True)
    assert batch.to_pylist() == [{"text": "a\nb\nc"}]


def test_a_str_is_utf_8_whatever_it_declares() -> None:
    assert tagrake.extract("<meta charset=koi8-r><title>Käse</title>").title == "Käse"
    assert tagrake.extract("<title>a\ud800b</title>").title == "a\ufffdb"
    assert tagrake.extract("<title>\udfff\ud83d\ude00\ud83d</title>").title == "\ufffd\U0001f600\ufffd"
    page = tagrake.extract("<a href=x>", "http://e.org/\ud800/", headers={"Link": "<\udfff>"})
    assert [link.raw for link in page.links] == ["x", "\ufffd"]
    assert page.url == "http://e.org/%EF%BF%BD/"
    assert list(tagrake.tokens("\ud800")) == list(tagrake.tokens("\ufffd"))
    koi8 = "<title>Привет</title>".encode("koi8-r")
    assert tagrake.extract(koi8, content_type="text/html;charset=koi8-r").title == "Привет"
    assert tagrake.extract(koi8, encoding="koi8-r").title == "Привет"


@pytest.mark.parametrize(
    "headers",
    [
        {"Link": "</next>; rel=next", "X-Robots-Tag": "noindex"},
        [("Link", "</next>; rel=next"), ("X-Robots-Tag", "noindex")],
        ["Link: </next>; rel=next", "X-Robots-Tag: noindex"],
        # The forms of Scrapy, http.client and WSGI servers: bytes, several values, bytes that are not UTF-8.
        {b"Link": [b"</next>; rel=next"], b"X-Robots-Tag": b"noindex", b"X-City": b"K\xf6ln"},
        {"Link": ["</next>; rel=next"], "X-Robots-Tag": ("noindex",)},
        [(b"Link", b"</next>; rel=next"), (b"X-Robots-Tag", b"noindex")],
        [b"Link: </next>; rel=next", "X-Robots-Tag: noindex"],
        [["Link", "</next>; rel=next"], ["X-Robots-Tag", ["noindex"]]],
        # Text, which only columns of Arrow could be.
        "HTTP/1.1 200 OK\r\nLink: </next>; rel=next\r\nX-Robots-Tag: noindex\r\n",
        b"Link: </next>; rel=next\nX-City: K\xf6ln\nX-Robots-Tag: noindex",
        '[["Link", "</next>; rel=next"], ["X-Robots-Tag", "noindex"]]',
        '{"Link": ["</next>; rel=next"], "X-Robots-Tag": "noindex"}',
    ],
)
def test_headers(headers: Any) -> None:
    page = tagrake.extract(b"", "https://example.com/", headers=headers)
    assert (page.urls, page.x_robots) == (["https://example.com/next"], {"*": ["noindex"]})


def test_headers_with_several_values() -> None:
    page = tagrake.extract(b"", "https://example.com/", headers={"Link": ["</a>; rel=next", b"</b>; rel=prev"]})
    assert page.urls == ["https://example.com/a", "https://example.com/b"]


@pytest.mark.parametrize(
    ("arguments", "keywords", "message"),
    [
        ((42,), {}, "expected bytes, bytearray, memoryview or str, not int"),
        ((None,), {}, "expected bytes, bytearray, memoryview or str, not None"),
        ((b"", 1), {}, "expected str, not int"),
        ((b"",), {"headers": 1}, "expected headers .*, not int"),
        ((b"",), {"headers": {"a": "b", "c": 1}}, "item 1: expected a line .*, or a pair of name and value, not tuple"),
        ((b"",), {"kinds": ["nav", 1]}, "item 1: expected str, not int"),
    ],
)
def test_wrong_types(arguments: Any, keywords: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        tagrake.extract(*arguments, **keywords)


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"columns": ["ttile"]}, 'no column "ttile" in the table "pages", which has id, .*title'),
        ({"kinds": ["navigation"]}, 'item 0: expected "nav", .* or "social", not .navigation.'),
        ({"link_attributes": ["i@x", "x"]}, 'item 1: "x": expected element@attribute'),
        ({"link_attributes": ["img@data-src"]}, '"img@data-src": the links of this attribute are read without being asked for'),
        ({"profile": "best"}, 'expected "crawl" or "standard", not .best.'),
        ({"encoding": "utf-99"}, "expected a label .*, not 'utf-99'"),
        ({"encoding": "cp437"}, "a Python codec that the Encoding Standard has, not 'cp437'"),
        ({"headers": ["none"]}, 'not a header: "none"'),
        ({"headers": "[noindex]"}, "neither headers nor JSON: Expecting value"),
        ({"columns": ["title", "lang", "title"]}, 'the column "title" is requested twice'),
        ({"columns": ["title", "warc_filename"]}, 'the column "warc_filename" describes a record of an archive'),
    ],
)
def test_wrong_values(keywords: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tagrake.extract(b"", **keywords)


def test_pickles(pages: list[bytes]) -> None:
    page = tagrake.extract(PAGE, "https://example.com/x")
    for html in [*pages, PAGE]:
        page = tagrake.extract(html, "https://example.com/x")
        same = pickle.loads(pickle.dumps(page))
        assert same == page and same.to_dict() == page.to_dict()
        for name in GETTERS:
            assert getattr(same, name) == getattr(page, name), name
        for link in page.links:
            assert pickle.loads(pickle.dumps(link)) == link
    link = page.links[0]
    assert len(pickle.dumps(link)) < 1500 < len(pickle.dumps(page))
    for function in (tagrake.extract, tagrake.extract_many, tagrake.read_warc):
        assert pickle.loads(pickle.dumps(function)) is function
    assert copy.deepcopy(page) == page


def test_pickles_keep_the_keywords() -> None:
    """A pickled page lost its HTML, and then the date and the authors of the page were None."""
    html = """<meta name=author content=Me><script type=application/ld+json>{"@type": "Article", "author": {"name": "Jo"},
        "datePublished": "2020-01-02"}</script><p hidden>x</p><h2 big=/b>Tea</h2><p>Boil <b>w\xe4ter</b> for <a href=/a>tea</a>."""
    keywords: dict[str, Any] = {
        "content_type": "text/html; charset=utf-8", "headers": {"X-Robots-Tag": "noai"}, "kinds": ["nav", "lazy"], "max_links": 5,
        "link_scope": "internal", "agent": "googlebot",
        "max_arena_bytes": 1 << 20, "scripting": True, "hidden_text": True, "profile": "standard", "encoding": "latin-1",
        "view": "generous", "markdown_with": ["links", "emphasis"], "link_attributes": ["h2@big", "p@big*:html"],
    }
    for page in (html, html.encode(), html.encode("latin-1"), html + "\udc80"):
        whole = tagrake.extract(page, "https://example.com/x", **keywords)
        assert (whole.published, whole.authors) == ("2020-01-02", ["Jo"]) and "[tea](https://example.com/a)" in whole.markdown
        assert whole.urls == ["https://example.com/b", "https://example.com/a"]
        same = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(whole))))
        for name in GETTERS:
            assert getattr(same, name) == getattr(whole, name), name
        columns = ["title", "published", "links", "rights", "main_markdown"]
        few = tagrake.extract(page, "https://example.com/x", columns=columns, **keywords)
        sent = pickle.loads(pickle.dumps(few))
        assert (sent.published, sent.to_dict()) == ("2020-01-02", few.to_dict())


@pytest.mark.parametrize("state", [(b"", ""), (b"\x00" * 10, "x"), (b"\x00\x06" + b"\xff" * 8, "")])
def test_invalid_pickles(state: Any) -> None:
    make: Any = getattr(tagrake.Page, "_of_state")  # noqa: B009
    page = make(*state, None, None)
    assert page.to_dict() == {}
    for wrong in (b"\x00", b"\x00\xff" + b"\x00" * 8):
        with pytest.raises(TypeError):
            make(wrong, "", None, None)


def test_hrefs(pages: list[bytes]) -> None:
    for html in [PAGE, *pages]:
        page = tagrake.extract(html, kinds=["nav"])
        raw = [link.raw for link in page.links if link.element in ("a", "area") and not link.in_template]
        hrefs = tagrake.hrefs(html)
        assert [href for href in hrefs if href in raw] == raw
    assert tagrake.hrefs("<a href='\u00e4&amp;'>") == ["\u00e4&"]
    koi8 = "<area href='Привет'>".encode("koi8-r")
    assert tagrake.hrefs(koi8, encoding="koi8-r") == tagrake.hrefs(koi8, content_type="text/html;charset=koi8-r")
    assert tagrake.hrefs(koi8, encoding="koi8-r") == ["Привет"]
    with pytest.raises(TypeError, match="expected bytes, bytearray, memoryview or str, not int"):
        tagrake.hrefs(1)  # type: ignore[arg-type]


def test_hyperlinks(pages: list[bytes]) -> None:
    area = b"<map><area href=x alt=A></map><img longdesc=y><a href='http://[/'>z</a><svg><a href=s>S</a></svg>"
    for html in [PAGE, area, *pages]:
        links = tagrake.extract(html, "https://example.com/x", kinds=["nav"]).links
        assert tagrake.hyperlinks(html, "https://example.com/x") == [(link.url, link.text or "") for link in links]
    assert tagrake.hyperlinks("<a href=/ä>ä</a>") == [(None, "ä")]
    mixed = "<a href=a>ä</a><a href=https://e.org/ä></a><a href=b>😀</a><a href=https://e.org/>x</a>"
    expected = [(None, "ä"), ("https://e.org/%C3%A4", ""), (None, "😀"), ("https://e.org/", "x")]
    assert tagrake.hyperlinks(mixed) == expected and tagrake.hyperlinks(mixed, max_links=2) == expected[:2]
    koi8 = "<a href=http://e.ru/>Привет</a>".encode("koi8-r")
    assert tagrake.hyperlinks(koi8, encoding="koi8-r") == [("http://e.ru/", "Привет")]
    assert tagrake.hyperlinks(koi8, content_type="text/html;charset=koi8-r") == [("http://e.ru/", "Привет")]
    with pytest.raises(TypeError, match="expected bytes, bytearray, memoryview or str, not int"):
        tagrake.hyperlinks(1)  # type: ignore[arg-type]


READERS: dict[str, Callable[[bytes], object]] = {
    "extract": tagrake.extract, "hrefs": tagrake.hrefs, "hyperlinks": tagrake.hyperlinks, "tokens": tagrake.tokens,
}


@pytest.mark.parametrize("name", READERS)
def test_other_threads_run_during_a_call(name: str, pages: list[bytes]) -> None:
    html = b"".join(pages) * (1 + 8_000_000 // len(b"".join(pages)))
    done: list[object] = []
    thread = threading.Thread(target=lambda: done.append(READERS[name](html)))
    interval = sys.getswitchinterval()
    # This thread continues when the other one releases the lock by itself, not because it waited for long.
    sys.setswitchinterval(1000)
    try:
        thread.start()
        was_done = bool(done)
    finally:
        sys.setswitchinterval(interval)
        thread.join()
    assert done and not was_done


def test_hyperlinks_are_complete_or_raise() -> None:
    # After 100,000 links, the others were once left out without a sign.
    many = "<a href=/x>" * 100_001
    assert len(tagrake.hyperlinks(many, "https://e.org/")) == 100_001
    assert len(tagrake.hyperlinks(many, "https://e.org/", max_links=7)) == 7
    large = f"<base href=https://e.org/{'x' * 8000}/>" + "<a href=y>" * 40_000
    assert "limit-links" in tagrake.extract(large, columns=["links", "flags"]).flags
    with pytest.raises(ValueError, match="more links than fit into memory .limit-links.: pass max_links="):
        tagrake.hyperlinks(large)
    assert len(tagrake.hyperlinks(large, max_links=9)) == 9
    with pytest.raises(ValueError, match="more links than fit"):
        tagrake.hyperlinks(large, max_links=40_000)


NOT_PAGES = {
    "gzip data": gzip.compress(PAGE),
    "zlib data": zlib.compress(PAGE),
    "zstd data": b"\x28\xb5\x2f\xfd\x20\x03\x19\0\0<p>",
    "brotli data": b"\x8b\x03\x80<p>page!\x03",
    "a PDF document": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3",
    "a PNG image": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "a JPG image": b"\xff\xd8\xff\xe0\0\x10JFIF\0",
    "a GIF image": b"GIF89a\x01\0\x01\0",
    "a ZIP archive": b"PK\x03\x04\x14\0\0\0",
    "a WARC file": b"WARC/1.0\r\nWARC-Type: warcinfo\r\n\r\n",
}


@pytest.mark.parametrize("name", NOT_PAGES)
@pytest.mark.parametrize("function", ["extract", "hrefs", "hyperlinks", "tokens"])
def test_values_that_are_not_pages(function: str, name: str) -> None:
    """They were once read as pages without a title."""
    read: Any = getattr(tagrake, function)
    for value in (NOT_PAGES[name], bytearray(NOT_PAGES[name])):
        with pytest.raises(ValueError, match=f"^argument 'html': the value is {name}, not a page"):
            read(value)


@pytest.mark.parametrize("html", [b"", "", b"\xff\xfe<\0p\0>\0", b"x^2", b"\0\x01\x02", "PK", "<p>%PDF-1.7", b"\xef\xbb\xbf<p>\0"])
def test_other_values_are_pages(html: bytes | str) -> None:
    assert tagrake.extract(html).title is None
    assert tagrake.hrefs(html) == [] and tagrake.hyperlinks(html) == []


def test_urls_that_cannot_be_parsed() -> None:
    """They were once dropped, and then no relative link had a URL."""
    for url in ("example.com/a", "", "/a", "http://"):
        for read in (tagrake.extract, tagrake.hyperlinks, tagrake.tokens):
            with pytest.raises(ValueError, match=f"^argument 'url': \"{url}\" is not an absolute URL"):
                read(b"<a href=/b>", url)
    for read in (tagrake.extract, tagrake.hyperlinks, tagrake.tokens):
        with pytest.raises(TypeError, match="^argument 'url': expected str, not bytes"):
            read(b"", b"https://e.org/")  # type: ignore[arg-type]
    assert tagrake.extract("<a href=b>", " HTTPS://e.org/a ").urls == ["https://e.org/b"]


def test_objects_of_a_list_share_no_mutable_value() -> None:
    link = "<a href=/a rel='nofollow me'>A</a>"
    json_ld = '<script type=application/ld+json>{"a": [1]}</script>'
    html = link * 3 + "<a href=/b>B</a><img src=/a>" + link + json_ld * 3 + "<meta name=a content=b>" * 3
    record: Any = tagrake.extract(html, "https://example.com/").to_dict()
    assert record["links"] == [each.to_dict() for each in tagrake.extract(html, "https://example.com/").links]
    expected = copy.deepcopy(record)
    for name in ("links", "jsonld", "metas"):
        for index, item in enumerate(record[name]):
            for value in item.values():
                if isinstance(value, list | dict):
                    value.clear()
            item.clear()
            assert record[name][index + 1 :] == expected[name][index + 1 :]


# "Правда" in windows-1251. Without a top-level domain, another encoding is detected.
UNDECLARED = b"<title>\xcf\xf0\xe0\xe2\xe4\xe0</title><a href=/\xcf\xf0\xe0\xe2\xe4\xe0>"


def test_undeclared_encodings_are_detected() -> None:
    page = tagrake.extract(UNDECLARED, "https://e.ru/")
    assert (page.title, page.encoding["name"], page.encoding["source"]) == ("Правда", "windows-1251", "detector")
    assert tagrake.tokens(UNDECLARED, url="https://e.ru/").source == UNDECLARED.decode("windows-1251")
    assert tagrake.extract(UNDECLARED[:21], "https://e.gr/").encoding["name"] == "ISO-8859-7"
    assert tagrake.hrefs(UNDECLARED) == [tagrake.extract(UNDECLARED).links[0].raw]
    assert tagrake.extract("<title>é</title>".encode()).encoding["source"] == "detector"
    assert tagrake.hrefs("<a href=é>".encode()) == ["é"]

    standard = tagrake.extract(UNDECLARED, "https://e.ru/", profile="standard")
    assert (standard.title, standard.encoding["source"]) == ("Ïðàâäà", "default")
    assert tagrake.hrefs(UNDECLARED, profile="standard") == ["/Ïðàâäà"]
    assert tagrake.tokens("é".encode(), profile="standard").source == "Ã©"
    for function in (tagrake.extract, tagrake.hrefs, tagrake.tokens):
        with pytest.raises(ValueError, match='expected "crawl" or "standard", not .best.'):
            function(b"", profile="best")  # type: ignore[arg-type]


LATE = b"<title>" + b"x" * 1100 + b"</title><meta charset=koi8-r><a href='/\xd0?q=\xd1'>\xf0</a>"


def test_a_meta_after_the_first_1024_bytes_sets_the_encoding() -> None:
    # A bug once made hrefs and tokens read such pages as windows-1252.
    assert tagrake.extract(LATE).encoding["source"] == "late-meta"
    raw = [link.raw for link in tagrake.extract(LATE, kinds=["nav"]).links]
    assert raw == ["/п?q=я"]
    assert tagrake.hrefs(LATE) == raw
    assert tagrake.hrefs(LATE, encoding="windows-1252") == ["/Ð?q=Ñ"]
    tokens = list(tagrake.tokens(LATE))
    assert [token.data for token in tokens if isinstance(token, tagrake.Text)][1:] == ["П"]
    assert [token.kind for token in tokens] == ["start_tag", "text", "end_tag", "start_tag", "start_tag", "text", "end_tag"]
    assert isinstance(tokens[4], tagrake.StartTag) and tokens[4].attributes == {"href": "/п?q=я"}


@pytest.mark.parametrize(
    ("name", "standard"),
    [
        ("latin-1", "windows-1252"),
        ("latin_1", "windows-1252"),
        ("utf_8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("U8", "UTF-8"),
        ("utf_16_le", "UTF-16LE"),
        ("utf_16_be", "UTF-16BE"),
        ("cp1251", "windows-1251"),
        ("cp874", "windows-874"),
        ("cp932", "Shift_JIS"),
        ("cp949", "EUC-KR"),
        ("cp950", "Big5"),
        ("big5hkscs", "Big5"),
        ("euc_jp", "EUC-JP"),
        ("iso2022_jp", "ISO-2022-JP"),
        ("iso8859_2", "ISO-8859-2"),
        ("iso8859_16", "ISO-8859-16"),
        ("koi8_u", "KOI8-U"),
        ("mac_roman", "macintosh"),
        ("mac_cyrillic", "x-mac-cyrillic"),
        ("gb18030", "gb18030"),
    ],
)
def test_encodings_by_python_name(name: str, standard: str) -> None:
    assert tagrake.extract(b"\xe4", encoding=name).encoding["name"] == standard
    assert tagrake.extract(b"\xe4", encoding=name).encoding["source"] in ("override", "bom")


@pytest.mark.parametrize("name", ["utf-99", "cp437", "utf_32", "rot13", "hex", ""])
def test_rejects_encodings_that_html_does_not_have(name: str) -> None:
    for function in (tagrake.extract, tagrake.hrefs, tagrake.tokens):
        with pytest.raises(ValueError, match=f"argument 'encoding': expected a label .*, not '{name}'"):
            function(b"", encoding=name)


def test_pages_and_links_as_keys() -> None:
    page, same = tagrake.extract(PAGE, "https://example.com/"), tagrake.extract(PAGE, "https://example.com/")
    assert {page: 1}[same] == 1 and hash(page) == hash(same)
    assert len({tagrake.extract(b"<title>1"), tagrake.extract(b"<title>2"), page, same}) == 3
    assert set(page.links) == set(same.links) and len(set(page.links)) == len(page.links)
    # Equal links on different pages compare equal.
    first, second = (tagrake.extract(html + b"<a href=/x>X</a>").links[0] for html in (b"<p>1</p>", b"<i>1</i>"))
    assert first == second and hash(first) == hash(second)


def test_columns_come_back_in_their_order() -> None:
    columns = ["title", "published", "url", "text"]
    page = tagrake.extract(PAGE, "https://example.com/x", columns=columns)
    values = {"title": "Fish & chips", "published": None, "url": "https://example.com/x", "text": page.text}
    assert list(page.to_dict().items()) == list(values.items())
    assert page.keys() == list(page) == list(values) and len(page) == 4
    assert dict(page) == values
    same = pickle.loads(pickle.dumps(page))
    assert same == page and same.keys() == list(values)


def test_pages_and_links_as_mappings() -> None:
    page = tagrake.extract(PAGE, "https://example.com/x")
    assert page.keys() == list(page) == list(page.to_dict()) and dict(page) == page.to_dict()
    for name in page.keys():
        assert name in page and page.get(name) == page[name], name
    assert "text" in page and page.get("text") == page.text and page.get("published", 1) is None
    assert "ttile" not in page and 1 not in page and "warc_filename" not in page and page.get("ttile", 1) == 1
    with pytest.raises(KeyError, match='a page has no ttile: did you mean .title.'):
        page["ttile"]
    with pytest.raises(AttributeError, match='a page has no canonicall: did you mean .canonical.'):
        page.canonicall  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="^a page has no xyzzy$"):
        page.xyzzy  # type: ignore[attr-defined]
    few = tagrake.extract(PAGE, columns=["title"])
    assert "title" in few and "links" not in few and few.get("links", "none") == "none"
    assert repr(few) == "Page(url=..., title='Fish & chips')"
    with pytest.raises(KeyError, match="links was not requested"):
        few["links"]

    link = next(link for link in page.links if link.raw == "chips")
    assert link.keys() == list(link) == list(link.to_dict()) and dict(link) == link.to_dict() and len(link) == len(link.keys())
    assert link.values() == list(link.to_dict().values()) and link.items() == list(link.to_dict().items())
    mapping: Any = link
    assert isinstance(mapping, collections.abc.Mapping)
    match mapping:
        case {"url": url, **others}:
            assert url == link.url and others.keys() == set(link.keys()) - {"url"}
        case _:
            pytest.fail("a link is no mapping")
    assert "rel" in link and "media" not in link and link.get("media", 1) == 1 and link.get("kind") == link.kind == "nav"
    with pytest.raises(KeyError, match="the link has no media"):
        link["media"]
    with pytest.raises(AttributeError, match='a link has no nofolow: did you mean .nofollow.'):
        link.nofolow  # type: ignore[attr-defined]
    assert repr(link) == "Link(element='a', attr='href', url='https://example.com/menu/chips', text='Chips')"


def test_a_frame_of_links() -> None:
    """Its columns had numbers, and its cells the names of the keys."""
    links = tagrake.extract("<a href=/a rel=nofollow>A</a><img src=/b>", "https://e.org/").links
    for data in (links, list(links), links[:]):
        frame = pandas.DataFrame(data)
        assert sorted(frame.columns) == sorted({key for link in links for key in link})
        assert frame["url"].to_list() == ["https://e.org/a", "https://e.org/b"]
        assert frame["rel"].to_list()[0] == ["nofollow"] and frame["kind"].to_list() == ["nav", "embed"]
    assert polars.DataFrame([dict(link) for link in links])["url"].to_list() == ["https://e.org/a", "https://e.org/b"]


def test_tables_for_notebooks() -> None:
    page = tagrake.extract(b"<html lang=en><title>a &lt; b</title><h1>x</h1><a href=/c>&amp;</a>", "https://e.org/")
    table = page._repr_html_()
    for cell in ("<th>title</th><td>a &lt; b</td>", "<td>https://e.org/</td>", "<th>links</th><td>1</td>", "<td>en</td>"):
        assert cell in table
    assert "<tr><td>https://e.org/c</td><td>&amp;</td><td>nav</td></tr>" in page.links._repr_html_()
    assert "<tr><th>raw</th><td>/c</td></tr>" in page.links[0]._repr_html_()


@pytest.mark.parametrize("encoding", [None, "utf-8", "utf-8-sig", "utf-16", "shift_jis"])
def test_offsets_index_the_source(encoding: str | None) -> None:
    text = "<p>アAア<a href=/アイ>ウ</a><img src=アア><p>é" if encoding != "shift_jis" else "<p>アAア<a href=/アイ>ウ</a><img src=アア><p>カ"
    html = text if encoding is None else text.encode(encoding)
    page = tagrake.extract(html, encoding=encoding)
    assert page.source == (text if encoding in (None, "utf-16", "shift_jis") else html)
    decoded = page.source if isinstance(page.source, str) else text
    for link in page.links:
        assert link.offset is not None
        found = page.source[link.offset : link.offset + len(link.raw if isinstance(page.source, str) else link.raw.encode())]
        assert (found if isinstance(found, str) else found.decode()) == link.raw
    first, last = page.blocks[0], page.blocks[-1]
    for block, expected in ((first, "アAア<a href=/アイ>ウ"), (last, decoded[-1])):
        found = page.source[block["offset"] : block["offset"] + block["length"]]
        assert (found if isinstance(found, str) else found.decode()) == expected
    same = pickle.loads(pickle.dumps(page))
    assert same.source == page.source and same.links == page.links and same.blocks == page.blocks


def test_links_are_a_sequence() -> None:
    html = "".join(f"<a href=/{number}>{number}</a>" for number in range(10))
    links = tagrake.extract(html, "https://e.org/").links
    every = list(links)
    assert isinstance(links, collections.abc.Sequence) and len(links) == len(every) == 10
    assert [link.text for link in links] == [str(number) for number in range(10)]
    for index in (0, 3, 9, -1, -10):
        assert links[index] == every[index]
    for part in (slice(2, 5), slice(None, None, -3), slice(-3, None), slice(20, 30)):
        assert links[part] == every[part]
    for index in (10, -11):
        with pytest.raises(IndexError, match="there are 10 links"):
            links[index]
    assert links == every and every == links and links == tagrake.extract(html, "https://e.org/").links
    assert links != every[:9] and links != tuple(every) and (links == 1) is False
    assert every[4] in links and links.index(every[4]) == 4 and links.count(every[4]) == 1
    assert list(reversed(links)) == every[::-1]
    assert repr(links).startswith("Links([Link(element='a', attr='href', url='https://e.org/0', text='0'), ")
    assert repr(links).endswith(", ...]), 7 more") and repr(links[:0]) == "[]"


def test_a_kept_link_does_not_keep_its_page() -> None:
    def kept(html: str) -> int:
        return len(pickle.dumps(tagrake.extract(html).links[0]))

    assert kept("<a href=/x>X</a>" + "<a href=/y>Y</a>" * 1000) == kept("<a href=/x>X</a>")
    link = tagrake.extract("<p>" + "x" * 1000 + "<a href=/ä rel='a b' title=t>X</a>", "https://e.org/").links[0]
    assert link.to_dict() | {"offset": None} == {
        "element": "a", "attr": "href", "raw": "/ä", "url": "https://e.org/%C3%A4", "class": "http", "kind": "nav",
        "rel": ["a", "b"], "nofollow": False, "ugc": False, "sponsored": False, "text": "X", "alt": "", "title": "t", "offset": None,
    }


def test_the_difference_of_two_pages() -> None:
    old = tagrake.extract("<title>A</title><a href=/1>1</a><a href=/2>2</a><a href=/3>3</a>", "https://e.org/")
    new = tagrake.extract("<title>B</title><a href=/1>1</a><a href=/9>9</a><a href=/3>3</a>", "https://e.org/")
    assert old.diff(old) == {}
    difference = old.diff(new)
    assert list(difference) == ["title", "links"] and difference["title"] == ("A", "B")
    assert [[link["url"] for link in links] for links in difference["links"]] == [["https://e.org/2"], ["https://e.org/9"]]
    assert tagrake.extract("", columns=["title"]).diff(tagrake.extract("", columns=["lang"])) == {}


def test_values_by_key() -> None:
    page = tagrake.extract(PAGE, "https://example.com/x")
    for name, value in page.to_dict().items():
        assert page[name] == value, name
    for link in page.links:
        for name, value in link.to_dict().items():
            assert link[name] == value, name
    with pytest.raises(KeyError, match="ttile"):
        page["ttile"]
    with pytest.raises(KeyError, match="lang"):
        tagrake.extract(PAGE, columns=["title"])["lang"]
    with pytest.raises(KeyError, match="href"):
        page.links[0]["href"]
