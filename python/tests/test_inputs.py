"""extract_many takes pages and what is known about them from any object that holds values."""

import array
import gzip
import io
import zlib
from collections.abc import Callable
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import tagrake
import tagrake.polars

from support import warc_record

PAGES = [b"<title>a</title>", None, b"<title>b</title>"]
TEXTS = [page and page.decode() for page in PAGES]
URLS = ["https://a.org/", None, "https://b.org/"]
NAN = float("nan")


def arrow_chunks() -> pa.ChunkedArray:
    return pa.chunked_array([PAGES[:1], [], PAGES[1:]])


HOLDERS: dict[str, Callable[[], Any]] = {
    "list": lambda: PAGES,
    "tuple of text": lambda: tuple(TEXTS),
    "iterator": lambda: iter(PAGES),
    "NaN": lambda: [PAGES[0], NAN, PAGES[2]],
    "numpy NaN": lambda: [PAGES[0], np.float32("nan"), PAGES[2]],
    "NA": lambda: [PAGES[0], pd.NA, PAGES[2]],
    "NaT": lambda: [PAGES[0], pd.NaT, PAGES[2]],
    "buffers": lambda: [bytearray(PAGES[0] or b""), None, memoryview(PAGES[2] or b"")],
    "numpy scalars": lambda: [np.bytes_(PAGES[0] or b""), None, np.str_(TEXTS[2])],
    "numpy objects": lambda: np.array([TEXTS[0], NAN, PAGES[2]], dtype=object),
    "pandas objects": lambda: pd.Series([PAGES[0], None, TEXTS[2]], dtype=object),
    "pandas default": lambda: pd.DataFrame({"html": TEXTS})["html"],
    "pandas string": lambda: pd.Series(TEXTS, dtype="string[python]"),
    "pandas string of arrow": lambda: pd.Series(TEXTS, dtype="string[pyarrow]"),
    "pandas str": lambda: pd.Series(TEXTS, dtype=pd.StringDtype("pyarrow", na_value=NAN)),
    "pandas arrow": lambda: pd.Series(PAGES, dtype=pd.ArrowDtype(pa.binary())),
    "pandas category": lambda: pd.Series(TEXTS, dtype="category"),
    "pandas rows in another order": lambda: pd.Series(TEXTS[::-1])[::-1],
    "polars bytes": lambda: pl.Series("html", PAGES),
    "polars text": lambda: pl.Series(TEXTS),
    "polars category": lambda: pl.Series(TEXTS, dtype=pl.Categorical),
    "arrow": lambda: pa.array(PAGES),
    "arrow slice": lambda: pa.array([b"x", *PAGES, b"y"])[1:4],
    "arrow chunks": arrow_chunks,
    "arrow views": lambda: pa.array(TEXTS, pa.string_view()),
    "arrow dictionary": lambda: pa.array(TEXTS).dictionary_encode(),
}


@pytest.mark.parametrize("holder", HOLDERS.values(), ids=HOLDERS.keys())
def test_columns_of_pages(holder: Callable[[], Any]) -> None:
    batch = tagrake.extract_many(holder(), columns=["title", "error"])
    assert isinstance(batch, tagrake.RecordBatch)
    assert batch.to_pylist() == [
        {"title": "a", "error": None},
        {"title": None, "error": "there is no page"},
        {"title": "b", "error": None},
    ]


def test_arrays_without_missing_values() -> None:
    for pages in (np.array([PAGES[0], PAGES[2]]), np.array([TEXTS[0], TEXTS[2]]), np.array([], dtype=object)):
        assert tagrake.extract_many(pages, columns=["title"])["title"] == ["a", "b"][: len(pages)]
    nothing = [[None, None], pa.nulls(2), pl.Series([None, None]), pd.Series([None, None]), pd.Series([NAN, NAN]), np.array([NAN, NAN])]
    for pages in nothing:
        assert tagrake.extract_many(pages, pages, content_type=pages, headers=pages, columns=["title"])["title"] == [None, None]


@pytest.mark.parametrize("holder", [list, pl.Series, pd.Series, pa.array, lambda urls: np.array(urls, dtype=object)])
def test_urls_and_headers(holder: Callable[[Any], Any]) -> None:
    page = b"<title>\xf0</title><a href=x>"
    types = holder(["text/html; charset=koi8-r", None, None])
    headers: list[Any] = [None, {"Content-Type": "text/html; charset=koi8-r"}, [("Link", "</n>; rel=next")]]
    columns = ["title", "url", "links"]
    batch = tagrake.extract_many([page] * 3, holder(URLS), content_type=types, headers=headers, columns=columns)
    assert batch["title"] == ["П", "П", "ð"]
    assert batch["url"] == URLS
    assert [[link["url"] for link in links] for links in batch["links"]] == [
        ["https://a.org/x"],
        [None],
        ["https://b.org/x", "https://b.org/n"],
    ]
    for row, url, kind, head in zip(batch, URLS, ["text/html; charset=koi8-r", None, None], headers, strict=True):
        page_of = tagrake.extract(page, url, content_type=kind, headers=head)
        assert (row["title"], row["url"]) == (page_of.title, page_of.url)
    # Text and responses with their heads.
    assert tagrake.extract_many(["<title>ж"], content_type=["text/html; charset=koi8-r"], columns=["title"])["title"] == ["ж"]
    response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=koi8-r\r\n\r\n" + page
    assert tagrake.extract_many([response], input="http", columns=["title"])["title"] == ["П"]


SOURCE = pa.table({"n": [1, 2, 3], "page": PAGES, "address": URLS})
NAMES = ["n", "page", "address"]


def relation() -> Any:
    return duckdb.sql("FROM SOURCE")


TABLES: dict[str, tuple[Callable[[], Any], type]] = {
    "table of pyarrow": (lambda: SOURCE, tagrake.Table),
    "batch of pyarrow": (lambda: SOURCE.to_batches()[0], tagrake.RecordBatch),
    "structs of pyarrow": (lambda: SOURCE.to_struct_array(), tagrake.Table),
    "reader of pyarrow": (lambda: SOURCE.to_reader(max_chunksize=2), tagrake.RecordBatchReader),
    "polars": (lambda: pl.DataFrame(SOURCE), tagrake.Table),
    "structs of polars": (lambda: pl.DataFrame(SOURCE).to_struct(), tagrake.Table),
    "pandas": (lambda: pd.DataFrame(dict(zip(NAMES, ([1, 2, 3], PAGES, URLS)))), tagrake.Table),
    "pandas of arrow": (lambda: SOURCE.to_pandas(types_mapper=pd.ArrowDtype), tagrake.Table),
    "duckdb": (relation, tagrake.Table),
    "reader of duckdb": (lambda: relation().to_arrow_reader(), tagrake.RecordBatchReader),
    "table": (lambda: tagrake.extract_many(SOURCE, html="page", columns=["lang"], keep=NAMES), tagrake.Table),
    "reader": (
        lambda: tagrake.extract_many(SOURCE.to_reader(), html="page", columns=["lang"], keep=NAMES),
        tagrake.RecordBatchReader,
    ),
}


@pytest.mark.parametrize(("make", "kind"), TABLES.values(), ids=TABLES.keys())
def test_tables_of_pages(make: Callable[[], Any], kind: type) -> None:
    found = tagrake.extract_many(make(), "address", html="page", keep=["n"], columns=["title", "url"])
    assert type(found) is kind
    assert pa.table(found).to_pylist() == [
        {"n": number, "title": title, "url": url} for number, title, url in zip([1, 2, 3], ["a", None, "b"], URLS, strict=True)
    ]


def test_a_column_of_a_frame_is_used_and_kept() -> None:
    """Its name was selected twice, so that pandas refused the frame."""
    frame = pd.DataFrame({"html": ["<title>a"], "url": ["https://a.org/"], "n": [1]})
    for table in (frame, pa.table(frame), pl.DataFrame(frame)):
        found = tagrake.extract_many(table, keep=["url", "n", "html"], columns=["title"])
        assert found.to_pylist() == [{"url": "https://a.org/", "n": 1, "html": "<title>a", "title": "a"}]


def test_the_index_of_a_filtered_frame() -> None:
    """It was a column __index_level_0__."""
    frame = pd.DataFrame({"html": ["<title>a", "<title>b"], "n": [1, 2]})
    filtered = frame[frame["n"] > 1]
    for made in (filtered, filtered.set_index([["x"], [5]]), pd.concat([frame, frame]).iloc[3:]):
        found = tagrake.extract_many(made, columns=["title"])
        assert found.to_pylist() == [{"n": 2, "title": "b"}]
        assert found.to_arrow().to_pandas()["title"].to_list() == ["b"]
        assert tagrake.extract_many(made, keep=["n"], columns=["title"]).to_pylist() == [{"n": 2, "title": "b"}]
    # An index with a name is a column, and so is a column with the name of an index.
    named = tagrake.extract_many(filtered.rename_axis("row"), columns=["title"])
    assert named.to_pylist() == [{"n": 2, "row": 1, "title": "b"}]
    column = frame.rename(columns={"n": "__index_level_0__"})
    assert tagrake.extract_many(column, columns=["title"]).columns == ["__index_level_0__", "title"]


def test_the_column_of_urls() -> None:
    page = "<a href=x>"
    table = pa.table({"html": [page], "url": ["https://a.org/"], "other": ["https://b.org/"]})

    def found(**keywords: Any) -> Any:
        (links,) = tagrake.extract_many(table, keep=[], columns=["links"], **keywords)["links"]
        return links[0]["url"]

    assert found() == found(url="url") == found(urls="url") == "https://a.org/x"
    assert found(url="other") == found(urls="other") == "https://b.org/x"
    assert found(url=None) is None
    assert found(urls=["https://c.org/"]) == found(urls=pl.Series(["https://c.org/"])) == "https://c.org/x"
    assert found(url=None, urls=[None]) is None
    # Values beside a table of several batches.
    table = pa.concat_tables([table, table])
    urls = ["https://a.org/", "https://b.org/"]
    headers = [{"Link": "</1>"}, {"Link": "</2>"}]
    both = tagrake.extract_many(table, urls, headers=headers, keep=[], columns=["url", "links"])
    assert both["url"] == urls
    assert [links[-1]["url"] for links in both["links"]] == ["https://a.org/1", "https://b.org/2"]


HEADER_COLUMNS: dict[str, Any] = {
    "lists": pa.array([[{"name": "Link", "value": "</n>"}], None]),
    "large lists": pl.Series([[{"key": "Link", "value": "</n>"}], None]),
    "maps": pa.array([[("Link", "</n>")], None], pa.map_(pa.string(), pa.string())),
    "text": ["Date: today\r\nLink: </n>\r\n", None],
    # Their headers were ignored, or their names and values swapped.
    "structs in another order": pa.array([[{"value": "</n>", "other": 1, "name": "Link"}], None]),
    "lists of pairs": pa.array([[["Date", "today"], ["Link", "</n>"]], None]),
    "lists of pairs of one length": pa.array([[["Date", "today"], ["Link", "</n>"]], None], pa.list_(pa.list_(pa.string(), 2))),
    "large lists of pairs": pl.Series([[["Link", "</n>"]], None]),
    "maps to lists": pa.array([[("Link", ["</n>"])], None], pa.map_(pa.string(), pa.list_(pa.string()))),
    "structs with lists": pa.array([[{"key": "Link", "value": ["</n>"]}], None]),
    "JSON": ['[["Date", "today"], ["Link", "</n>"]]', None],
    "JSON object": pa.array(['{"Link": "</n>"}', None]),
    "a slice": pa.array([[["Date", "today"]], [["Date", "today"], ["Link", "</n>"]], None])[1:],
    # Objects, whose text was refused.
    "objects of pandas": pd.Series(["Date: today\r\nLink: </n>\r\n", None], dtype=object),
    "objects of numpy": np.array(["Link: </n>", None], dtype=object),
}


@pytest.mark.parametrize("headers", HEADER_COLUMNS.values(), ids=HEADER_COLUMNS.keys())
def test_columns_of_headers(headers: Any) -> None:
    html = ["<a href=x>"] * 2
    table = pl.DataFrame({"html": html, "headers": headers}) if isinstance(headers, pl.Series) else pa.table({"html": html, "headers": headers})
    made = [
        tagrake.extract_many(table, headers="headers", keep=[], columns=["links"]),
        tagrake.extract_many(html, headers=headers, columns=["links"]),
    ]
    for rows in made:
        assert [[link["raw"] for link in links] for links in rows["links"]] == [["x", "/n"], ["x"]]


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        (pa.array([["Link: </n>"]]), "expected lists or maps of names and values, or text, not List"),
        (pa.array([[{"header": "Link", "text": "</n>"}]]), "expected lists or maps of names and values, or text, not List"),
        (pa.array([[{"name": "Link", "value": 1}]]), "expected lists or maps of names and values, or text, not List"),
        (pa.array([[["Link", "</n>", "</m>"]]]), "expected lists of a name and a value, not a list of 3 texts"),
        (pa.array(['["Link"']), "neither headers nor JSON"),
    ],
)
def test_columns_that_are_no_headers(headers: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=f"argument 'headers': {message}"):
        tagrake.extract_many(["<a href=x>"], headers=headers)
    with pytest.raises((TypeError, ValueError), match=f'column "h": {message}'):
        tagrake.extract_many(pa.table({"html": ["<a href=x>"], "h": headers}), headers="h")


def test_pages_of_archives() -> None:
    crawl = io.BytesIO(warc_record("https://e.org/", b"<title>\xf0</title>", "text/html; charset=koi8-r"))
    reader = tagrake.read_warc(crawl, columns=["url", "payload", "http_headers"])
    found = tagrake.extract_many(reader, html="payload", headers="http_headers", keep=[], columns=["url", "title"])
    assert isinstance(found, tagrake.RecordBatchReader)
    assert [row for batch in found for row in batch] == [{"url": "https://e.org/", "title": "П"}]


def test_columns_of_nulls() -> None:
    """polars exports the type Null with a buffer that the Arrow format does not have."""
    nulls = pl.DataFrame(
        {
            "html": ["<title>A"],
            "note": [None],
            "list": [[None]],
            "pair": pl.Series([[None, None]], dtype=pl.Array(pl.Null, 2)),
            "deep": [{"x": [None], "y": 1}],
            "url": [None],
        }
    )
    assert nulls.schema["note"] == pl.Null and nulls.schema["list"] == pl.List(pl.Null)
    (row,) = tagrake.extract_many(nulls, columns=["title"]).to_pylist()
    assert row == {"note": None, "list": [None], "pair": [None, None], "deep": {"x": [None], "y": 1}, "url": None, "title": "A"}
    assert tagrake.extract_many(nulls.select("html", "note"), html="note", columns=["error"])["error"] == ["there is no page"]
    assert tagrake.extract_many(nulls["note"], nulls["note"], columns=["title"])["title"] == [None]
    html: Any = pl.col("html")
    links = nulls.with_columns(links=html.tagrake.links(url="note"))["links"]
    assert links.to_list() == [[]]
    note: Any = pl.col("note")
    assert nulls.select(note.tagrake.main_text())["main_text"].to_list() == [None]


def test_values_that_are_no_pages() -> None:
    page = b"<!DOCTYPE html><title>T</title><p>" + b"one two " * 100
    values: dict[bytes, str | None] = {
        gzip.compress(page): "gzip data",
        zlib.compress(page): "zlib data",
        b"\x28\xb5\x2f\xfd\x00": "zstd data",
        b"%PDF-1.7\n": "PDF document",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR": "PNG image",
        b"\xff\xd8\xff\xe0\0\x10JFIF": "JPG image",
        b"GIF89a\x01\0\x01\0": "GIF image",
        b"PK\x03\x04\x14\0\0\0": "ZIP archive",
        b"WARC/1.0\r\n\r\n": "WARC file",
        page: None,
        b"": None,
        b"\0\1": None,
    }
    for pages in (list(values), pa.array(values)):
        for error, name in zip(tagrake.extract_many(pages, columns=["error"])["error"], values.values(), strict=True):
            assert error is None if name is None else (name in error and "not a page" in error)


@pytest.mark.parametrize(
    ("arguments", "keywords", "error", "message"),
    [
        ((b"<p>",), {}, TypeError, "argument 'pages': expected a list, a column or another iterable.*, not bytes"),
        (("<p>",), {}, TypeError, "argument 'pages': .*, not str"),
        (({"html": ["<p>"]},), {}, TypeError, "argument 'pages': .*, not dict"),
        ((5,), {}, TypeError, "argument 'pages': .*, not int"),
        (([b"", 1],), {}, TypeError, "argument 'pages': item 1: expected bytes, bytearray, memoryview or str, not int"),
        (([0.5],), {}, TypeError, "argument 'pages': item 0: expected bytes.*, not float"),
        ((pa.array([1]),), {}, TypeError, "argument 'pages': expected bytes or text, not Int64"),
        ((np.zeros((2, 2)),), {}, ValueError, "argument 'pages': expected an array of 1 dimension, not 2"),
        (([b""], [1]), {}, TypeError, "argument 'urls': item 0: expected str, not int"),
        (([b""], "https://a.org/"), {}, TypeError, "argument 'urls': expected a list or a column.*, not str"),
        (([b""], [None] * 2), {}, ValueError, "argument 'urls': expected a value for each of 1 pages, not 2 values"),
        (([b""],), {"content_type": []}, ValueError, "argument 'content_type': expected a value for each of 1 pages"),
        (([b""],), {"headers": [None, None]}, ValueError, "argument 'headers': expected a value for each of 1 pages"),
        (([b""],), {"headers": [5]}, TypeError, "argument 'headers': item 0: expected headers"),
        (([b""],), {"headers": pa.array([5])}, TypeError, "argument 'headers': expected lists or maps of names and values"),
        (([b""],), {"html": "page"}, TypeError, "html= needs a table of pages"),
        (([b""],), {"url": "page"}, TypeError, "url= needs a table of pages"),
        (([b""],), {"keep": []}, TypeError, "keep= needs a table of pages"),
        (([b""],), {"prefix": "x"}, TypeError, "prefix= needs a table of pages"),
        (([b""],), {"columns": ["warc_filename"]}, ValueError, 'the column "warc_filename" describes a record of an archive'),
        ((pl.DataFrame({"html": [""]}).lazy(),), {}, TypeError, "a LazyFrame of polars has no rows yet: call collect"),
        ((pa.table({"html": [b""]}), [None] * 2), {}, ValueError, "argument 'urls': expected a value for each of 1 pages"),
        ((pa.table({"html": [b""]}).to_reader(), [None]), {}, TypeError, "argument 'urls': a reader of pages needs the name"),
        ((pa.table({"html": [b""]}), "x"), {"url": "y"}, TypeError, "urls= and url= are both set"),
        ((pa.table({"html": [b""], "h": [5]}),), {"headers": "h"}, TypeError, 'column "h": expected lists or maps'),
    ],
)
def test_wrong_arguments(arguments: Any, keywords: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        tagrake.extract_many(*arguments, **keywords)


def test_an_array_of_bytes_is_not_pages() -> None:
    with pytest.raises(TypeError, match="item 0: expected bytes"):
        tagrake.extract_many(array.array("B", b"<p>"))  # type: ignore[arg-type]


def test_a_frame_without_arrow_data_is_no_list_of_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames of pandas before 2.2 were read as lists of the names of their columns."""
    monkeypatch.delattr(pd.DataFrame, "__arrow_c_stream__")
    with pytest.raises(TypeError, match="a frame needs pandas 2.2 or polars 1.5"):
        tagrake.extract_many(pd.DataFrame({"html": ["<p>"]}))
