"""Messages for wrong arguments: each has the name of the argument and the value, in all functions."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any, get_type_hints

import numpy
import polars
import pytest
import tagrake
from tagrake import types
from tagrake._native import check_warc_options
from tagrake.polars import PageExpressions

HTML = b"<title>Us</title><a href=/a>A</a><img src=/i>"
RECORD = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 17\r\n\r\n<title>Us</title>\r\n\r\n"

REQUIRED: dict[str, dict[str, Any]] = {
    "extract": {"html": HTML},
    "hrefs": {"html": HTML},
    "hyperlinks": {"html": HTML},
    "tokens": {"html": HTML}, "parse_errors": {"html": HTML},
    "extract_many": {"pages": [HTML]},
    "scan_warc": {"paths": "missing"},
    "read_warc": {"paths": "missing"},
    "copy_records": {"paths": "missing", "output": "copy.warc"},
}
"""Right values of the arguments that each function needs."""

FUNCTIONS: list[Callable[..., Any]] = [
    value for name, value in vars(tagrake).items() if name in tagrake.__all__ and inspect.isroutine(value)
]


def arguments(function: Callable[..., Any]) -> list[str]:
    """Returns the names of all arguments of a function."""
    parameters = inspect.signature(function).parameters
    names = [name for name, parameter in parameters.items() if parameter.kind is not inspect.Parameter.VAR_KEYWORD]
    options = get_type_hints(types.ScanOptions) if function is tagrake.scan_warc else {}
    assert len(names) == len(parameters) or options
    return [*names, *options]


ALL = [pytest.param(function, name, id=f"{function.__name__}-{name}") for function in FUNCTIONS for name in arguments(function)]


@pytest.mark.parametrize(("function", "name"), ALL)
def test_every_message_names_the_argument(function: Callable[..., Any], name: str) -> None:
    """No argument of any function accepts any object, and the message says what it accepts."""
    with pytest.raises(TypeError, match=rf"^argument '{name}': .*expected .*, not object$"):
        function(**{**REQUIRED.get(function.__name__, {}), name: object()})


NUMBERS = {"threads", "max_links", "max_arena_bytes", "batch_bytes", "batch_rows", "max_record_bytes", "limit"}


@pytest.mark.parametrize(
    ("function", "name"), [parameter for parameter in ALL if {parameter.values[1]} & NUMBERS]
)
def test_numbers(function: Callable[..., Any], name: str) -> None:
    def call(value: Any) -> None:
        function(**{**REQUIRED.get(function.__name__, {}), name: value})

    for value in [-1, 1 << 70, numpy.int64(-1), -(10**5000)]:
        with pytest.raises(ValueError, match=rf"^argument '{name}': expected an int .*, not "):
            call(value)
    for value in [True, 1.0, "1", numpy.float64(1)]:
        with pytest.raises(TypeError, match=rf"^argument '{name}': expected an int .*, not {type(value).__name__}"):
            call(value)
    if name not in ("threads", "max_links"):
        with pytest.raises(ValueError, match=rf"^argument '{name}': expected an int .* 1.*, not 0$"):
            call(0)
    for right in [1, numpy.int32(1), numpy.uint64(1)]:
        try:
            call(right)
        except FileNotFoundError:
            pass


CLOSED = {"table", "view", "profile", "errors", "dedup", "kinds", "link_scope", "markdown_with", "input", "encoding", "mime", "status"}


@pytest.mark.parametrize(
    ("function", "name"), [parameter for parameter in ALL if {parameter.values[1]} & CLOSED]
)
def test_closed_sets(function: Callable[..., Any], name: str) -> None:
    with pytest.raises(ValueError, match=rf"^argument '{name}': expected .+, not 'x*'…$") as raised:
        function(**{**REQUIRED.get(function.__name__, {}), name: "x" * 10_000})
    assert len(str(raised.value)) < 500
    if name not in ("encoding", "status"):
        assert '"' in str(raised.value)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_misspelt_keywords(function: Callable[..., Any]) -> None:
    for name in arguments(function):
        misspelt = name[:-1] + "zz"
        message = rf"^{function.__name__}\(\) got an unexpected keyword argument '{misspelt}'"
        with pytest.raises(TypeError, match=message) as raised:
            function(**REQUIRED.get(function.__name__, {}), **{misspelt: 1})
        if len(name) > 6 and function is not tagrake.json_schema:
            assert str(raised.value).endswith(f": did you mean '{name}'?")


@pytest.mark.parametrize("name", ["extract", "links", "main_text"])
def test_expressions_of_polars(name: str) -> None:
    method = getattr(PageExpressions(polars.col("html")), name)
    first = ["title"] if name == "extract" else []
    unknown = rf"^PageExpressions.{name}\(\) got an unexpected keyword argument 'thread': did you mean 'threads'\?$"
    with pytest.raises(TypeError, match=unknown):
        method(*first, thread=2)
    with pytest.raises(ValueError, match=r"^argument 'kinds': item 0: expected \"nav\", .*: did you mean 'nav'\?$"):
        method(*first, kinds=["navv"])


def test_functions_that_pass_options_on_are_named() -> None:
    def stage(**options: Any) -> None:
        check_warc_options(stage, options)

    with pytest.raises(TypeError, match=r"stage\(\) got an unexpected keyword argument 'statuss': did you mean 'status'\?$"):
        stage(statuss=200)


def test_signatures_have_the_defaults() -> None:
    parameters = inspect.signature(tagrake.extract).parameters.values()
    defaults: dict[str, Any] = {parameter.name: parameter.default for parameter in parameters if parameter.name != "html"}
    assert tagrake.extract(HTML, **defaults) == tagrake.extract(HTML)
    assert (defaults["max_links"], defaults["max_arena_bytes"]) == (100_000, 128 << 20)
    reader = inspect.signature(tagrake.read_warc).parameters
    defaults = {name: parameter.default for name, parameter in reader.items() if name != "paths"}
    rows = [[row for batch in tagrake.read_warc(BytesIO(RECORD), **keywords) for row in batch] for keywords in ({}, defaults)]
    assert rows[0] == rows[1] and rows[0][0]["title"] == "Us"
    assert (defaults["batch_bytes"], defaults["threads"]) == (4 << 20, 1)


@pytest.mark.parametrize("name", ["hosts", "exclude_hosts", "url_prefixes"])
def test_one_text_or_several(name: str) -> None:
    for text in ["a.org", ["a.org"], ("a.org",), iter(["a.org"]), {"a.org": 1}]:
        options: Any = {name: text}
        with pytest.raises(FileNotFoundError):
            tagrake.read_warc("missing", **options)


def test_one_name_or_several() -> None:
    assert [link.kind for link in tagrake.extract(HTML, kinds="embed").links] == ["embed"]
    assert tagrake.extract(HTML, kinds="nav") == tagrake.extract(HTML, kinds=["nav"])
    assert tagrake.schema("title").names == ["title"]
    bold: Any = "emphasis"
    assert tagrake.extract("<p><b>a</b>", markdown_with=bold).markdown == "**a**"
    lazy = tagrake.extract("<i data-x=/a>", "https://e.org/", link_attributes="i@data-x")
    assert lazy.urls == ["https://e.org/a"]


@pytest.fixture
def crawl(tmp_path: Path) -> Path:
    """A WARC file with 40 HTML responses of different statuses."""
    records = []
    for number in range(40):
        status = 404 if number % 4 == 0 else 200
        mime = "text/plain" if number % 4 == 1 else "text/html"
        http = f"HTTP/1.1 {status} x\r\nContent-Type: {mime}\r\n\r\n<title>{number}</title>".encode()
        head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://e.org/{number}\r\n"
        head += f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
        records.append(head.encode() + http + b"\r\n\r\n")
    path = tmp_path / "crawl.warc"
    path.write_bytes(b"".join(records))
    return path


def test_values_that_are_equal(crawl: Path) -> None:
    """Each line has values of a keyword with one meaning."""

    def urls(**keywords: Any) -> list[str]:
        return [row["url"] for batch in tagrake.read_warc(crawl, columns="url", **keywords) for row in batch]

    lines: dict[str, list[list[Any]]] = {
        "status": [[404, "404", [404], ["404"], numpy.int16(404)], [[200, 404], "200,404", ["2xx", 404]], [["all"], "all"]],
        "mime": [["text/plain", ["text/plain"]], [["html", "text/plain"], "html,text/plain"], ["all", ["all", "html"]]],
        "sample": [["1/4", 0.25, Fraction(1, 4), numpy.float64(0.25)], ["1/3", 1 / 3], ["1/1", 1, 1.0]],
        "threads": [[2, numpy.int8(2)]],
    }
    for name, groups in lines.items():
        for values in groups:
            found = [urls(**{name: value}) for value in values]
            assert found == [found[0]] * len(found), (name, values)
            assert 0 < len(found[0]) <= 40
    assert len(urls(status=404)) == 10 and len(urls(status=[200, 404])) == 30 and len(urls(mime="text/plain")) == 10


def test_samples() -> None:
    for value in [0, 0.3, 0.015, -0.5, 2, float("nan"), float("inf"), 1e-300, numpy.float64(0.7)]:
        with pytest.raises(ValueError, match=r"^argument 'sample': expected a fraction 1/N, such as \"1/100\" or 0.01, not "):
            tagrake.read_warc("missing", sample=value)
    for wrong in [True, [0.5], b"1/2"]:
        with pytest.raises(TypeError, match="^argument 'sample': expected a fraction"):
            tagrake.read_warc("missing", sample=wrong)  # type: ignore[arg-type]


def test_values_are_shortened() -> None:
    for value in [b"x" * (1 << 20), bytearray(1 << 20), ["x"] * (1 << 20)]:
        with pytest.raises(TypeError, match="^argument 'url': expected str, not ") as raised:
            tagrake.extract(HTML, value)  # type: ignore[arg-type]
        assert len(str(raised.value)) < 200
    with pytest.raises(TypeError, match=re.escape("argument 'kinds': item 1: expected str, not None")):
        tagrake.extract(HTML, kinds=["nav", None])  # type: ignore[list-item]


LINKS = 'needs the column "links" or the table "links"'
MAIN = "needs a column of the main content, such as \"main_text\""
MARKDOWN = "needs a column of Markdown, such as \"main_markdown\""
UNUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"columns": ["title"], "kinds": "nav"}, "kinds", LINKS),
    ({"columns": ["title"], "link_scope": "external"}, "link_scope", LINKS),
    ({"columns": ["title"], "link_attributes": "i@data-x"}, "link_attributes", LINKS),
    ({"columns": ["title=h1"], "max_links": 3}, "max_links", LINKS),
    ({"columns": ["title"], "agent": "googlebot"}, "agent", 'needs one of the columns "robots_index", "robots_follow" and "rights"'),
    ({"columns": ["title", "text"], "view": "precise"}, "view", MAIN),
    ({"columns": ["title", "main_text"], "markdown_with": "links"}, "markdown_with", MARKDOWN),
    ({"columns": ["title=h1::text"], "markdown_with": ["links"]}, "markdown_with", MARKDOWN),
]
OF_TABLES: list[tuple[dict[str, Any], str, str]] = [
    ({"view": "precise"}, "view", MAIN),
    ({"table": "tables", "kinds": "nav"}, "kinds", LINKS),
    ({"table": "blocks", "max_links": 3}, "max_links", LINKS),
    ({"table": "blocks", "view": "generous"}, "view", MAIN),
    ({"table": "links", "view": "precise"}, "view", MAIN),
    ({"table": "links", "markdown_with": "images"}, "markdown_with", MARKDOWN),
    ({"table": "links", "agent": "googlebot"}, "agent", "needs one of the columns"),
]


@pytest.mark.parametrize(("options", "name", "needs"), [*UNUSED, *OF_TABLES])
def test_options_that_no_row_uses(options: dict[str, Any], name: str, needs: str) -> None:
    """They were ignored, and the command refuses them."""
    message = rf"^argument '{name}': {needs}.*, which these rows do not have$"
    with pytest.raises(ValueError, match=message):
        tagrake.read_warc(BytesIO(RECORD), **options)
    with pytest.raises(ValueError, match=message):
        tagrake.scan_warc("missing", **options)
    if "table" in options:
        return
    table = polars.DataFrame({"html": [HTML]})
    for pages in ([HTML], table, table.to_arrow().to_reader()):
        with pytest.raises(ValueError, match=message):
            tagrake.extract_many(pages, **options)
    if "columns" in options:
        with pytest.raises(ValueError, match=message):
            tagrake.extract(HTML, **options)


def test_options_that_rows_use() -> None:
    used: list[dict[str, Any]] = [
        {"kinds": "nav", "link_scope": "internal", "link_attributes": "i@data-x", "max_links": 3},
        {"columns": ["title"], "max_links": 100_000, "link_attributes": [], "hidden_text": True, "scripting": True},
        {"columns": ["lang_detected"], "view": "precise"},
        {"columns": ["body=article::markdown"], "markdown_with": ["links"]},
        {"columns": ["markdown", "rights", "links"], "markdown_with": "links", "agent": "googlebot", "kinds": "nav"},
    ]
    for options in used:
        tagrake.extract(HTML, **options)
        tagrake.extract_many([HTML], **options)
        tagrake.read_warc(BytesIO(RECORD), **options)
    # The main content decides which pages have rows.
    of_archives: list[dict[str, Any]] = [
        {"table": "links", "kinds": "nav", "view": "precise", "min_words": 5},
        {"columns": ["title"], "languages": "en", "view": "precise"},
        {"columns": ["title"], "dedup": "text", "view": "precise"},
        {"table": "blocks", "columns": ["score"], "view": "precise"},
    ]
    for options in of_archives:
        tagrake.read_warc(BytesIO(RECORD), **options)
    # Texts of a page are made when they are used.
    assert tagrake.extract("<p><b>a</b>", view="precise", markdown_with="emphasis", agent="googlebot").markdown == "**a**"


def test_queries_that_leave_out_the_columns_of_options(crawl: Path) -> None:
    columns = ["url", "links", "rights", "error"]
    scan = tagrake.scan_warc(crawl, columns=columns, kinds="nav", max_links=2, agent="googlebot")
    assert scan.select("url").collect().height == scan.collect().height == 20
    main = tagrake.scan_warc(crawl, columns=["url", "main_text"], view="precise", min_words=1)
    assert main.select("url").collect().height == main.collect().height


def test_records_of_archives_are_no_pages() -> None:
    index = polars.DataFrame({"filename": ["missing"], "offset": [0]})
    formats: list[Any] = ["html", "jsonl"]
    for format in formats:
        for records in ({"index": index}, {"records": "missing:0"}):
            keywords: dict[str, Any] = {**records, "input": format}
            with pytest.raises(ValueError, match="^argument 'input': index= and records= name records of archives"):
                tagrake.read_warc(**keywords)
