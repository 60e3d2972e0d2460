"""scan_warc, a lazy frame of polars, and the expressions of tagrake.polars."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import tagrake
import tagrake.polars
from polars.testing import assert_frame_equal

from file_server import FileServer

Crawl = Callable[..., Path]


def policy_of(keywords: dict[str, Any]) -> str:
    """Returns "record" for rows with the column error, and "skip" for other rows."""
    return "record" if keywords.keys().isdisjoint(["table", "columns"]) else "skip"


def read(paths: Any = None, **keywords: Any) -> pl.DataFrame:
    """Returns the rows of read_warc, with a row for each error if they have the column error."""
    keywords.setdefault("errors", policy_of(keywords))
    return pl.DataFrame(tagrake.read_warc(paths, **keywords))


def scan_warc(paths: Any = None, **keywords: Any) -> pl.LazyFrame:
    """Returns the frame of scan_warc, with the errors of `read`."""
    keywords.setdefault("errors", policy_of(keywords))
    return tagrake.scan_warc(paths, **keywords)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The keywords of each call of read_warc by a scan. Calls that only check keywords are left out."""
    calls: list[dict[str, Any]] = []

    def noted(paths: Any, **keywords: Any) -> Any:
        if not isinstance(paths, io.BytesIO):
            calls.append(keywords)
        return tagrake.read_warc(paths, **keywords)

    monkeypatch.setattr("tagrake._scan_warc.read_warc", noted)
    return calls


@pytest.fixture
def damaged(crawl: Crawl, tmp_path: Path) -> list[Path]:
    """A complete file, a truncated one, and a missing one."""
    truncated = crawl("truncated.warc.gz")
    truncated.write_bytes(truncated.read_bytes()[:-200] + b"\x1f\x8b")
    return [crawl(), tmp_path / "missing.warc.gz", truncated]


def test_all_columns(damaged: list[Path]) -> None:
    scan = scan_warc(damaged)
    assert scan.collect_schema() == read(damaged).schema
    assert_frame_equal(scan.collect(), read(damaged))
    assert_frame_equal(scan.collect(engine="streaming"), read(damaged))
    # A frame can be collected again.
    assert_frame_equal(scan.collect(), read(damaged))
    assert scan.collect()["error"].null_count() < len(scan.collect())


@pytest.mark.parametrize("table", ["links", "blocks", "tables", "records"])
def test_tables(damaged: list[Path], table: Any) -> None:
    scan = scan_warc(damaged, table=table, threads=2)
    assert scan.collect_schema() == read(damaged, table=table).schema
    assert_frame_equal(scan.collect(), read(damaged, table=table))


def test_keywords_are_iterated_once(damaged: list[Path]) -> None:
    scan = scan_warc(iter(damaged), table="links", columns=iter(["url"]), kinds=iter(["nav"]))
    expected = read(damaged, table="links", columns=["url"], kinds=["nav"])
    assert 0 < len(expected) < len(read(damaged, table="links"))
    for _ in range(2):
        assert_frame_equal(scan.collect(), expected)


def test_columns_are_selected(damaged: list[Path], reads: list[dict[str, Any]]) -> None:
    scan = scan_warc(damaged)
    every = read(damaged)
    assert_frame_equal(scan.select("title", "url").collect(), every.select("title", "url"))
    assert sorted(reads.pop()["columns"]) == ["error", "title", "url"]
    assert_frame_equal(scan.select(pl.col("url").str.len_bytes()).collect(), every.select(pl.col("url").str.len_bytes()))
    assert sorted(reads.pop()["columns"]) == ["error", "url"]
    assert scan.select(pl.len()).collect().item() == len(every)
    assert len(reads.pop()["columns"]) == 2  # one that polars chooses, and error
    skipped = scan_warc(damaged, errors="skip")
    assert skipped.select(pl.len()).collect().item() == len(read(damaged, errors="skip")) < len(every)
    assert len(reads.pop()["columns"]) == 1
    # Columns on request, in the order of the caller.
    names = ["main_text", "payload", "title"]
    scan = scan_warc(damaged, columns=iter(names))
    assert scan.collect_schema().names() == names
    assert_frame_equal(scan.collect(), read(damaged, columns=names).select(names))
    assert scan.select("title").collect().height == len(read(damaged, columns=names))


def test_rows_are_filtered(damaged: list[Path], reads: list[dict[str, Any]]) -> None:
    scan, every = scan_warc(damaged), read(damaged)
    predicates = [pl.col("title").is_not_null(), pl.col("error").is_not_null(), pl.col("links").list.len() > 3]
    for predicate in predicates:
        expected = every.filter(predicate)
        assert 0 < len(expected) < len(every)
        assert_frame_equal(scan.filter(predicate).collect(), expected)
        assert_frame_equal(scan.filter(predicate).select("url").collect(), expected.select("url"))
        assert_frame_equal(scan.filter(predicate).head(2).collect(), expected.head(2))
        assert_frame_equal(scan.head(3).filter(predicate).collect(), every.head(3).filter(predicate))
    # The predicate is part of the scan: no filter is left in the plan.
    plan = scan.filter(predicates[0]).explain()
    assert "SELECTION" in plan and "FILTER" not in plan


def test_the_reading_ends_after_the_rows(damaged: list[Path], reads: list[dict[str, Any]]) -> None:
    scan, every = scan_warc(damaged), read(damaged)
    assert_frame_equal(scan.head(3).collect(), every.head(3))
    assert reads.pop()["limit"] == 3
    assert_frame_equal(scan_warc(damaged, limit=2).head(3).collect(), every.head(2))
    assert reads.pop()["limit"] == 2
    assert_frame_equal(scan_warc(damaged, limit=4).collect(), every.head(4))
    assert reads.pop()["limit"] == 4
    assert_frame_equal(scan.slice(2, 3).collect(), every.slice(2, 3))
    assert_frame_equal(scan.tail(2).collect(), every.tail(2))
    assert scan.head(0).collect().height == 0


def test_urls_and_indexes(server: FileServer, crawl: Crawl) -> None:
    server.files = {"/a.warc.gz": crawl().read_bytes()}
    url = f"{server.url}a.warc.gz"
    place = ["warc_filename", "warc_record_offset", "warc_record_length", "title"]
    assert_frame_equal(tagrake.scan_warc(url, columns=place).collect(), read(url, columns=place).select(place))
    index = read(url, columns=place)[::2]
    # A stream can be read only once, the scan again.
    stream = tagrake.read_warc(url, columns=place)
    for table, rows in ((index, index), (stream, read(url, columns=place))):
        scan = tagrake.scan_warc(index=table, columns=place)
        assert_frame_equal(scan.collect(), rows.select(place))
        assert_frame_equal(scan.collect(), rows.select(place))


def test_errors(damaged: list[Path]) -> None:
    with pytest.raises(ValueError, match="argument 'table': expected"):
        scan_warc(damaged, table="titles")
    with pytest.raises((KeyError, ValueError), match="titles"):
        scan_warc(damaged, columns=["titles"])
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        scan_warc(damaged, colums=["title"])
    with pytest.raises(ValueError, match="hdfs"):
        tagrake.scan_warc("hdfs://server/a.warc.gz")
    # The file object could be read only once.
    with pytest.raises(TypeError, match="not a file object"):
        tagrake.scan_warc(io.BytesIO())
    for policy in ("raise", None):
        with pytest.raises(Exception, match="missing.warc.gz"):
            scan_warc(damaged, errors=policy).select("url").collect()
    # By default, damage is a row, whatever the query selects.
    there, whole = [damaged[0], damaged[2]], damaged[0].read_bytes()
    damaged[2].write_bytes(whole + whole[:40])
    every = tagrake.scan_warc(there).collect()
    assert every["error"].count() == 1
    assert tagrake.scan_warc(there).select("url").collect().height == len(every)
    assert tagrake.scan_warc(there, columns=["url"]).collect().height == len(every) - 1


@pytest.mark.parametrize("table", ["pages", "links", "blocks", "tables", "records"])
def test_a_scan_logs_nothing_of_its_own(crawl: Crawl, caplog: pytest.LogCaptureFixture, table: Any) -> None:
    """An empty stream that gave the types was logged as a truncated file."""
    scan = tagrake.scan_warc(crawl(), table=table, columns=["page_url" if table in ("blocks", "tables") else "url"])
    assert scan.collect().height > 0
    assert caplog.text == ""


@pytest.fixture
def frame(pages: list[bytes]) -> pl.DataFrame:
    """Pages in a column that is not named html, the last one null."""
    urls = [f"https://example.com/{number}" for number in range(len(pages))]
    return pl.DataFrame({"url": [*urls, None], "body": [*pages, None], "title": [*urls, "none"]})


def body() -> Any:
    """Returns the namespace, which polars adds to expressions when tagrake.polars is imported."""
    return pl.col("body").tagrake  # type: ignore[attr-defined]


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_expressions(frame: pl.DataFrame, engine: Any) -> None:
    expected = pl.DataFrame(tagrake.extract_many(frame, html="body", keep=[], columns=["links", "main_text", "lang"]))
    lazy = frame.lazy().with_columns(body().links(url="url"), body().main_text(pl.col("url")), lang=body().extract(["lang"]))
    found = lazy.collect(engine=engine)
    assert found.columns == [*frame.columns, "links", "main_text", "lang"]
    assert_frame_equal(found.select("links", "main_text"), expected.select("links", "main_text"))
    assert found["lang"].struct.field("lang").to_list() == expected["lang"].to_list()
    assert found.schema == lazy.collect_schema()
    assert found["links"].list.len().sum() > 10


def test_columns_of_expressions(frame: pl.DataFrame) -> None:
    columns = ["url", "title", "lang", "error"]
    found = frame.select(body().extract(columns, url="url"))["body"].struct.unnest()
    expected = pl.DataFrame(tagrake.extract_many(frame.select("body", "url"), html="body", keep=[], columns=columns))
    assert found.columns == columns
    assert_frame_equal(found, expected.select(columns))
    assert found["error"].to_list()[-1] == "there is no page"
    # Text is a page, too. Other keywords go to extract_many.
    texts = pl.DataFrame({"body": ["<a href=/1>one</a><img src=2>"]})
    urls = texts.select(body().links(url=pl.lit("https://e.org/"), kinds=["nav"]).list.eval(pl.element().struct.field("url")))
    assert urls["links"].to_list() == [["https://e.org/1"]]
    assert frame.clear().select(body().links())["links"].to_list() == []
    with pytest.raises((KeyError, ValueError), match="titles"):
        body().extract(["titles"])


@pytest.mark.parametrize("columns", [{"title": "h1", "url": None}, ["title=h1", "url"], iter(["title=h1", "url"])], ids=["mapping", "list", "iterator"])
def test_columns_of_selectors_in_expressions(columns: Any) -> None:
    """A column of a selector that has the name of a key had the value of the key."""
    frame = pl.DataFrame({"body": ["<title>page</title><h1>heading</h1>", None]})
    expression = body().extract(columns)
    engines: list[Any] = ["in-memory", "streaming"]
    for engine in engines:
        found = frame.lazy().select(expression).collect(engine=engine)["body"].to_list()
        assert found == [{"title": "heading", "url": None}, {"title": None, "url": None}]
    other = frame.select(body().extract("meta_t=h1"))["body"].to_list()
    assert other == [{"meta_t": "heading"}, {"meta_t": None}]
