"""Columns that selectors define: `Page.select`, and `columns=` of all functions."""

import copy
import io
import pickle
from pathlib import Path

import pyarrow
import pytest

import tagrake
from support import warc_record

HTML = (
    "<title>Shop</title><h1>Our  shop</h1>"
    "<div class=product><h2>Tea</h2><b class=price>5 EUR</b><a href=/tea>x</a><i class=tag>green</i><i class=tag>new</i></div>"
    "<div class=product><h2>Cup</h2><a href=cup>x</a></div>"
)
URL = "https://e.org/a/"
RECORD = warc_record(URL, HTML.encode())
PRICE = "price"
COLUMNS = {"title": "h1", "items": "{ .product | name=h2, price=.price, url=a::url, tags[]=.tag }"}
VALUES = {
    "title": "Our shop",
    "items": [
        {"name": "Tea", "price": "5 EUR", "url": "https://e.org/tea", "tags": ["green", "new"]},
        {"name": "Cup", "price": None, "url": "https://e.org/a/cup", "tags": []},
    ],
}


def test_a_page_selects() -> None:
    page = tagrake.extract(HTML, URL)
    assert page.select(COLUMNS) == VALUES
    assert page.select(["title=h1", f"items{COLUMNS['items']}"]) == VALUES
    assert page.select(".tag") == ["green", "new"]
    assert page.select("a::url") == ["https://e.org/tea", "https://e.org/a/cup"]
    assert page.select("a[href=cup]::html") == ["<a href=cup>x</a>"]
    assert page.select(".none") == []
    assert page.select({}) == {}
    assert pickle.loads(pickle.dumps(page)).select(COLUMNS) == VALUES
    assert tagrake.extract(HTML.encode(), URL, markdown_with=["links"]).select(".product::markdown")[1] == (
        "## Cup\n\n[x](https://e.org/a/cup)"
    )


def test_values_over_a_limit_come_with_a_warning() -> None:
    page = tagrake.extract("<div>" * 400 + "text " * (1 << 16))
    with pytest.warns(UserWarning, match=r"not complete: the page reached a limit \(limit-select\)"):
        assert 0 < len(page.select("div")) < 400


def test_a_single_output_needs_a_selector() -> None:
    with pytest.raises(ValueError, match="has no selector, and is in no record"):
        tagrake.extract(HTML).select("::text")


def test_columns_of_a_page() -> None:
    columns = {"url": None, **COLUMNS, "lang": None}
    page = tagrake.extract(HTML, URL, columns=columns)
    assert list(page) == ["url", "title", "items", "lang"]
    assert dict(page.to_dict()) == {"url": URL, **VALUES, "lang": None}
    assert page["title"] == page.title == page.get("title") == "Our shop"
    assert page.items == VALUES["items"] and "items" in page and len(page) == 4
    for other in (pickle.loads(pickle.dumps(page)), copy.deepcopy(page)):
        assert other == page and hash(other) == hash(page) and other.to_dict() == page.to_dict()
    assert page != tagrake.extract(HTML.replace("Tea", "Pot"), URL, columns=columns)
    with pytest.raises(ValueError, match="does not keep its HTML"):
        page.select("h1")
    # The key of the record and the column of a selector are two things.
    both = tagrake.extract(HTML, columns=["title", "heading=h1"])
    assert (both.title, both["heading"]) == ("Shop", "Our shop")


def test_rows_have_the_columns() -> None:
    columns = {"items": COLUMNS["items"], "url": None, "title": COLUMNS["title"]}
    expected = {"items": VALUES["items"], "url": URL, "title": "Our shop"}
    batch = tagrake.extract_many([HTML, None], [URL, None], columns=columns)
    assert batch.to_pylist() == [expected, {"items": None, "url": None, "title": None}]
    reader = tagrake.read_warc(io.BytesIO(RECORD * 3), columns=columns)
    assert [row.to_dict() if hasattr(row, "to_dict") else dict(row) for rows in reader for row in rows] == [expected] * 3
    schema = pyarrow.schema(tagrake.schema(columns))
    assert schema.names == ["items", "url", "title"]
    assert schema == batch.to_arrow().schema
    table = tagrake.extract_many(pyarrow.table({"html": [HTML], "n": [1]}), columns=columns, prefix="x_")
    assert table.columns == ["n", "x_items", "x_url", "x_title"]


def test_spark_has_the_columns() -> None:
    ddl = tagrake.spark_ddl({"tags[]": ".tag", "url": None, **COLUMNS})
    assert ddl.split(",\n") == [
        "`tags` ARRAY<STRING>",
        "`url` STRING",
        "`title` STRING",
        "`items` ARRAY<STRUCT<`name`: STRING, `price`: STRING, `url`: STRING, `tags`: ARRAY<STRING>>>",
    ]


def test_polars_has_the_columns(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    path = tmp_path / "a.warc"
    path.write_bytes(RECORD * 2)
    for columns in ({"url": None, **COLUMNS}, ["url", "title=h1", f"items{COLUMNS['items']}"]):
        frame = tagrake.scan_warc(path, columns=columns)
        assert frame.collect_schema().names() == ["url", "title", "items"]
        assert frame.select("title").collect().to_dicts() == [{"title": "Our shop"}] * 2
        assert frame.filter(polars.col("title") == "Our shop").collect().to_dicts() == [{"url": URL, **VALUES}] * 2


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"a": "b:hover"}, "`a=b:hover`, offset 3: `:hover` depends on what a user does"),
        ({"a": "b::prize"}, "`::prize` is no output"),
        (["a=b", "a=c"], "the column `a` is there twice"),
        (["url", "url=a::url"], "have a column 'url' already"),
        (["url", "url"], "requested twice"),
    ],
)
def test_wrong_columns_raise(columns: dict[str, str] | list[str], message: str) -> None:
    for function in (
        lambda: tagrake.extract(HTML, columns=columns),
        lambda: tagrake.extract_many([HTML], columns=columns),
        lambda: tagrake.read_warc(io.BytesIO(b""), columns=columns),
        lambda: tagrake.schema(columns),
    ):
        with pytest.raises(ValueError) as raised:
            function()
        assert message in str(raised.value)


def test_wrong_arguments_raise() -> None:
    page = tagrake.extract(HTML)
    with pytest.raises(ValueError, match='"url" is no column: use "url=selector"'):
        page.select(["url"])
    with pytest.raises(TypeError, match="columns"):
        page.select({"a": 1})
    with pytest.raises(ValueError, match="rows of \"links\" have no columns of selectors"):
        tagrake.schema(["a=b"], table="links")
    with pytest.raises(AttributeError, match="a page has no price"):
        getattr(tagrake.extract(HTML, columns=["title=h1"]), PRICE)
