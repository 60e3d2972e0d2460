"""extract_many: of lists, columns, tables and readers."""

import io
import pickle
from typing import Any

import polars
import pyarrow as pa
import pytest
import tagrake

URL = "https://example.com/a"
COLUMN_TYPES = [pa.binary(), pa.large_binary(), pa.binary_view(), pa.string(), pa.large_string(), pa.string_view()]


def rows(result: Any) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = result.to_arrow().to_pylist()
    return made


@pytest.fixture
def texts(pages: list[bytes]) -> list[bytes]:
    """The pages that are UTF-8, so that they are valid in columns of text too."""
    texts = []
    for page in pages:
        try:
            texts.append(page.decode().encode())
        except UnicodeDecodeError:
            pass
    assert len(texts) > 5
    return texts


def test_extract_many_is_extract(pages: list[bytes]) -> None:
    urls = [f"https://example.com/{index}" for index in range(len(pages))]
    batch = tagrake.extract_many(pages, urls)
    assert batch.schema == tagrake.PAGE_SCHEMA
    assert len(batch) == batch.num_rows == len(pages)
    for row, html, url in zip(rows(batch), pages, urls, strict=True):
        page = tagrake.extract(html, url)
        assert (row["url"], row["title"], row["lang"], row["error"]) == (url, page.title, page.lang, None)
        assert [link["url"] for link in row["links"]] == [link.url for link in page.links]
        assert [dict(meta) for meta in row["metas"]] == page.metas


def test_text_is_extracted_on_request() -> None:
    names = ["text", "word_count"]
    for columns in (names, [*names, "title"]):
        row = rows(tagrake.extract_many(["<p>one two"], columns=columns))[0]
        assert (row["text"], row["word_count"]) == ("one two", 2)
    # The default tables had both columns, with nulls only.
    source = pa.table({"html": ["<p>one two"]})
    for default in (tagrake.extract_many(["x"]), tagrake.extract_many(source), tagrake.extract_many(source.to_reader())):
        assert not set(names) & set(default.schema.names)
    assert not set(names) & {*tagrake.SCHEMA.names, *tagrake.PAGE_SCHEMA.names}
    with pytest.raises(TypeError, match="text"):
        tagrake.extract_many(["x"], text=True)  # type: ignore[call-overload]


@pytest.mark.parametrize("threads", [0, 2, 3, 100])
def test_rows_do_not_depend_on_threads(pages: list[bytes], threads: int) -> None:
    many = pages * 20
    assert rows(tagrake.extract_many(many, threads=threads)) == rows(tagrake.extract_many(many))
    table = pa.table({"html": many})
    found = tagrake.extract_many(table, url=None, threads=threads)
    assert rows(found) == rows(tagrake.extract_many(table, url=None))


def test_a_missing_page_gives_an_error_row() -> None:
    batch = tagrake.extract_many([None, "<title>T</title>", b""], [URL, None, None], columns=["url", "title", "error"])
    assert rows(batch) == [
        {"url": URL, "title": None, "error": "there is no page"},
        {"url": None, "title": "T", "error": None},
        {"url": None, "title": None, "error": None},
    ]
    assert len(tagrake.extract_many([])) == 0


@pytest.mark.parametrize("kind", COLUMN_TYPES[3:], ids=str)
def test_text_is_utf_8_whatever_it_declares(kind: Any) -> None:
    page = "<meta charset=koi8-r><title>Привет</title>"
    columns = {"html": pa.array([page], kind), "type": ["text/html; charset=windows-1252"]}
    (row,) = rows(tagrake.extract_many(pa.record_batch(columns), url=None, content_type="type", keep=[]))
    assert row["title"] == "Привет"


@pytest.mark.parametrize("kind", COLUMN_TYPES, ids=str)
@pytest.mark.parametrize("url_kind", COLUMN_TYPES[3:], ids=str)
def test_column_types(texts: list[bytes], kind: Any, url_kind: Any) -> None:
    is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind) or kind == pa.string_view()
    values = [text.decode() if is_text else text for text in texts]
    batch = pa.record_batch(
        {"html": pa.array([*values, None], kind), "url": pa.array([URL] * len(values) + [None], url_kind)}
    )
    expected = rows(tagrake.extract_many([*values, None], [URL] * len(values) + [None]))
    got = rows(tagrake.extract_many(batch, keep=[]))
    assert got == expected
    part = tagrake.extract_many(batch.slice(2, 3), keep=[])
    assert rows(part) == expected[2:5]


def test_dictionary_and_null_columns() -> None:
    pages = pa.array([b"<title>A</title>", None, b"<title>A</title>"]).dictionary_encode()
    batch = pa.record_batch({"html": pages, "url": pa.array([URL, URL, None]).dictionary_encode()})
    found = rows(tagrake.extract_many(batch, keep=[], columns=["url", "title"]))
    assert found == [{"url": URL, "title": "A"}, {"url": URL, "title": None}, {"url": None, "title": "A"}]
    nothing = tagrake.extract_many(pa.record_batch({"html": pa.nulls(2)}), url=None, columns=["error"])
    assert rows(nothing) == [{"error": "there is no page"}] * 2


def test_a_table_keeps_its_chunks(texts: list[bytes]) -> None:
    table = pa.table({"html": pa.chunked_array([texts[:2], [], texts[2:]])})
    found = tagrake.extract_many(table, url=None, columns=["title"])
    assert isinstance(found, tagrake.Table)
    assert [len(batch) for batch in found.to_batches()] == [2, 0, len(texts) - 2]
    assert len(found) == len(texts)
    empty = tagrake.extract_many(table.schema.empty_table(), url=None, columns=["title"])
    assert (len(empty), empty.schema.names) == (0, ["title"])


def test_http() -> None:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html;charset=koi8-r\r\nLink: </n>; rel=next\r\n\r\n<title>\xf0</title>"
    batch = pa.record_batch({"warc_content": [block, None, b"<title>no head</title>"], "url": [URL] * 3})
    found = rows(tagrake.extract_many(batch, html="warc_content", input="http", columns=["title", "links", "error"]))
    assert [row["title"] for row in found] == ["П", None, "no head"]
    assert found[0]["links"][0]["url"] == "https://example.com/n"
    assert [row["error"] for row in found] == [None, "there is no page", None]


def test_content_types() -> None:
    batch = pa.record_batch({"html": [b"<title>\xf0</title>"] * 2, "type": ["text/html;charset=koi8-r", None]})
    found = rows(tagrake.extract_many(batch, url=None, content_type="type", columns=["title"]))
    assert [row["title"] for row in found] == ["П", "ð"]


def test_keep_selects_input_columns() -> None:
    batch = pa.record_batch({"id": [7], "html": [b"<title>T</title>"], "title": ["mine"], "url": ["HTTPS://example.com"]})
    names = ["url", "title"]
    some = rows(tagrake.extract_many(batch, columns=names, keep=["id"]))
    assert some == [{"id": 7, "url": "https://example.com/", "title": "T"}]
    none = tagrake.extract_many(batch, keep=[])
    assert none.schema == tagrake.PAGE_SCHEMA


def test_name_clashes_need_a_prefix() -> None:
    # A bug once returned the input column instead of the requested one, without an error.
    batch = pa.record_batch({"id": [7], "html": [b"<title>T</title>"], "title": ["mine"], "url": ["HTTPS://example.com"]})
    both = 'column "title" is in both the input and the result: set prefix=, or leave it out of keep= or columns='
    calls: list[dict[str, Any]] = [{}, {"columns": ["title"]}, {"keep": ["title"], "columns": ["lang", "title"]}]
    for keywords in calls:
        with pytest.raises(ValueError, match=both):
            tagrake.extract_many(batch, **keywords)
        with pytest.raises(ValueError, match=both):
            tagrake.extract_many(pa.Table.from_batches([batch]).to_reader(), **keywords)
    with pytest.raises(ValueError, match='column "url" is in both the input'):
        tagrake.extract_many(batch, columns=["url"])
    prefixed = rows(tagrake.extract_many(batch, columns=["url", "title"], prefix="page_"))
    assert prefixed == [
        {"id": 7, "title": "mine", "url": "HTTPS://example.com", "page_url": "https://example.com/", "page_title": "T"}
    ]
    with pytest.raises(ValueError, match='column "page_title" is in both the input'):
        tagrake.extract_many(batch.rename_columns(["id", "html", "page_title", "url"]), prefix="page_")
    # By default, columns with the same name and meaning in the input are left out of the result.
    every = tagrake.extract_many(batch.drop_columns(["title"]))
    assert every.schema.names == ["id", "url", *(name for name in tagrake.PAGE_SCHEMA.names if name != "url")]


def test_kept_columns_of_the_record_are_left_out() -> None:
    """A column content_type raised ValueError, unless content_type= named it."""
    table = pa.table({"html": ["<p>"], "url": ["https://e.org/"], "content_type": ["text/html"], "other": ["text/plain"]})
    others = [name for name in tagrake.PAGE_SCHEMA.names if name not in ("url", "content_type")]
    calls: list[dict[str, Any]] = [{}, {"content_type": "content_type"}, {"url": None}]
    for keywords in calls:
        made = tagrake.extract_many(table, **keywords)
        assert made.schema.names == ["url", "content_type", "other", *others]
        assert made["content_type"] == ["text/html"]
    for value in ("other", ["text/plain"]):
        with pytest.raises(ValueError, match='column "content_type" is in both the input and the result'):
            tagrake.extract_many(table, content_type=value)


def test_kept_columns_are_not_copied(texts: list[bytes]) -> None:
    batch = pa.record_batch({"id": pa.array(range(len(texts))), "html": texts, "url": [URL] * len(texts)})
    found = tagrake.extract_many(batch, keep=["id", "html", "url"], columns=["title"]).to_arrow()
    for name in ["id", "html", "url"]:
        before, after = batch.column(name).buffers(), found.column(name).buffers()
        assert [buffer and buffer.address for buffer in before] == [buffer and buffer.address for buffer in after], name
    # New columns are not copied either.
    made = tagrake.extract_many(texts, columns=["title"])
    one, two = made.to_arrow().column("title"), made.to_arrow().column("title")
    assert one.buffers()[2].address == two.buffers()[2].address


def test_the_pages_are_not_copied() -> None:
    page = b"<title>T</title>" + b"<p>word" * (1 << 20)
    batch = pa.record_batch({"html": [page] * 8})
    before = pa.total_allocated_bytes()
    peak_before = peak_rss()
    found = tagrake.extract_many(batch, url=None, columns=["title", "links"])
    assert rows(found.to_arrow and found)[0]["title"] == "T"
    assert pa.total_allocated_bytes() - before < len(page)
    # A copy of the column would take 58 MB.
    assert peak_rss() - peak_before < 40 << 20


def peak_rss() -> int:
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def test_unused_columns_are_not_imported(texts: list[bytes]) -> None:
    frame = polars.DataFrame({"html": texts, "bad": polars.Series([1] * len(texts), dtype=polars.Int128), "n": range(len(texts))})
    found = tagrake.extract_many(frame, url=None, columns=["title"], keep=["n"])
    assert found["title"] == [tagrake.extract(text).title for text in texts]
    # The error names a used column that cannot be imported.
    with pytest.raises(ValueError, match='column "bad"'):
        tagrake.extract_many(frame, columns=["title"])


def test_other_libraries_accept_the_results(texts: list[bytes]) -> None:
    frame = polars.DataFrame({"html": texts, "url": [URL] * len(texts)})
    found = polars.DataFrame(tagrake.extract_many(frame))
    assert found.height == len(texts)
    assert found["title"].to_list() == [tagrake.extract(text).title for text in texts]
    batch = tagrake.extract_many(texts)
    assert pa.table(batch).num_rows == pa.record_batch(batch).num_rows == polars.DataFrame(batch).height == len(texts)
    assert pa.schema(tagrake.PAGE_SCHEMA) == pa.record_batch(batch).schema
    again = tagrake.extract_many(tagrake.extract_many(["<title>T</title>"], columns=["title"]), html="title", url=None)
    assert len(again) == 1


def test_readers(texts: list[bytes]) -> None:
    table = pa.table({"html": texts})
    reader = tagrake.extract_many(table.to_reader(max_chunksize=2), url=None, columns=["title"])
    assert reader.schema.names == ["title"]
    assert len(next(reader)) == 2
    rest = pa.RecordBatchReader.from_stream(reader).read_all()
    assert rest.num_rows == len(texts) - 2
    with pytest.raises(ValueError, match="this reader has been consumed"):
        next(reader)


@pytest.mark.parametrize(
    ("arguments", "keywords", "error", "message"),
    [
        ((1,), {}, TypeError, "expected a list, a column or another iterable .*, not int"),
        (({"html": [b""]},), {}, TypeError, "not dict"),
        ((pa.table({"page": [b""]}),), {}, KeyError, 'no column "html" for html=: the input has page'),
        ((pa.table({"html": [b""]}),), {"url": "u"}, KeyError, 'no column "u" for url=: the input has html; pass None if'),
        ((pa.table({"html": [b""]}), "u"), {}, KeyError, 'no column "u" for url=: the input has html; pass None if'),
        ((pa.table({"html": [1]}),), {"url": None}, TypeError, 'column "html": expected bytes or text, not Int64'),
        ((pa.table({"html": [b""]}),), {"url": None, "input": "xml"}, ValueError, 'expected "html" or "http", not .xml.'),
        ((pa.table({"html": [b""]}),), {"url": None, "input": "warc"}, ValueError, 'argument .input.: "warc" would change the number'),
        ((pa.table({"html": [b""]}),), {"url": None, "columns": ["x"]}, ValueError, 'no column "x" in the table "pages"'),
        ((pa.table({"html": [b""]}),), {"url": None, "keep": ["x"]}, KeyError, 'no column "x"'),
    ],
)
def test_wrong_arguments(arguments: Any, keywords: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        tagrake.extract_many(*arguments, **keywords)


def test_a_consumed_reader_raises() -> None:
    """A second use of a reader found no rows, and no error."""
    source = pa.table({"html": ["<title>One</title>", "<title>Two</title>"]})
    consume: list[Any] = [pa.table, polars.DataFrame, list, lambda reader: reader.to_arrow().read_all()]
    for first in consume:
        reader = tagrake.extract_many(source.to_reader(), columns=["title"])
        assert len(first(reader)) > 0
        for second in consume:
            if first in (list, consume[-1]) and second is list:
                assert list(reader) == []
                continue
            with pytest.raises(ValueError, match="this reader has been consumed"):
                second(reader)
    # A reader that a stream reads has no batches of its own.
    reader = tagrake.extract_many(source.to_reader(), columns=["title"])
    pa.table(reader)
    with pytest.raises(ValueError, match="consumed"):
        next(reader)
    # The rest of a reader can be used, and a stream that is not read consumes nothing.
    reader = tagrake.extract_many(source.to_reader(max_chunksize=1), url=None, columns=["title"])
    next(reader)
    assert reader.to_arrow().schema.names == ["title"]
    assert pa.table(reader).to_pylist() == [{"title": "Two"}]


def test_pickles() -> None:
    batch = tagrake.extract_many(["<a href=x>y</a>", None], [URL, None])
    same = pickle.loads(pickle.dumps(batch))
    assert rows(same) == rows(batch)
    for schema in (tagrake.SCHEMA, tagrake.LINK_SCHEMA, tagrake.PAGE_SCHEMA):
        assert pickle.loads(pickle.dumps(schema)) == schema


def test_pickles_of_tables(texts: list[bytes]) -> None:
    source = pa.table({"html": pa.chunked_array([texts[:2], texts[2:]])})
    table = tagrake.extract_many(source, url=None, columns=["title", "metas"])
    same = pickle.loads(pickle.dumps(table))
    assert isinstance(same, tagrake.Table) and same == table
    assert [len(batch) for batch in same.to_batches()] == [2, len(texts) - 2]
    # Equality compares rows, not batches.
    other = tagrake.extract_many(source.combine_chunks(), url=None, columns=["title", "metas"])
    assert len(other.to_batches()) == 1 and other == table
    assert tagrake.extract_many(source.slice(1), url=None, columns=["title", "metas"]) != table
    one = tagrake.extract_many(texts, columns=["title"])
    assert one == tagrake.extract_many(texts, columns=["title"]) != tagrake.extract_many(texts, columns=["lang"])


def test_values_without_pyarrow(pages: list[bytes]) -> None:
    batch = tagrake.extract_many([*pages, None])
    assert batch.to_pylist() == list(batch) == rows(batch)
    for name in batch.schema.names:
        assert batch[name] == batch.column(name) == batch.to_arrow().column(name).to_pylist(), name
    with pytest.raises(KeyError, match="ttile"):
        batch["ttile"]
    table = tagrake.extract_many(pa.table({"html": pa.chunked_array([pages[:2], pages[2:]])}), url=None)
    assert table.to_pylist() == list(table) == rows(table)
    assert table["title"] == table.column("title") == [tagrake.extract(page).title for page in pages]


def test_values_of_kept_columns() -> None:
    from datetime import UTC, date, datetime, timedelta
    from decimal import Decimal

    time = datetime(1969, 12, 31, 23, 59, 59, 999_999)
    columns: dict[str, Any] = {
        "html": pa.array([b"<p>", b"<p>"]),
        "bool": [True, None],
        "byte": pa.array([-1, 255 - 256], pa.int8()),
        "large": pa.array([2**64 - 1, 0], pa.uint64()),
        "real": pa.array([0.5, None], pa.float32()),
        "view": pa.array(["ä", None], pa.string_view()),
        "blob": pa.array([b"\0", None], pa.large_binary()),
        "fixed": pa.array([b"ab", b"cd"], pa.binary(2)),
        "words": pa.array([["a", None], None]),
        "pair": pa.array([[1, 2], None], pa.list_(pa.int16(), 2)),
        "sub": [{"a": [{"b": 1}]}, None],
        "map": pa.array([[("k", 1)], None], pa.map_(pa.string(), pa.int32())),
        "kind": pa.array(["x", "x"]).dictionary_encode(),
        "day": [date(1969, 12, 31), date(2026, 11, 21)],
        "naive": [time, None],
        "utc": pa.array([time, None], pa.timestamp("us", "UTC")),
        "nanoseconds": pa.array([time, None], pa.timestamp("ns")),
        "price": [Decimal("-1.50"), None],
        "null": pa.nulls(2),
    }
    batch = pa.record_batch(columns)
    found = tagrake.extract_many(batch, url=None, columns=["title"])
    assert found.to_pylist() == rows(found)
    moment = found["utc"][0]
    assert moment == time.replace(tzinfo=UTC) and moment.utcoffset() == timedelta(0)
    clock = pa.record_batch({"html": [b""], "clock": pa.array([1], pa.time64("us"))})
    with pytest.raises(TypeError, match='column "clock": cannot convert values of type Time64.*: use to_arrow'):
        tagrake.extract_many(clock, url=None, columns=["title"]).to_pylist()


def test_columns_have_the_order_of_the_caller() -> None:
    """Columns had the order of the table, so that code that reads by position got swapped values."""
    names = ["title", "url", "lang", "text"]
    html = "<html lang=en><title>T</title><p>one two three"
    source = pa.table({"html": [html], "url": [URL], "n": [1]})
    made = [
        tagrake.extract_many([html], [URL], columns=names),
        tagrake.extract_many([html] * 9, [URL] * 9, columns=names, threads=3),
        tagrake.extract_many(source, keep=[], columns=names),
    ]
    for rows_of in made:
        assert rows_of.schema.names == pa.table(rows_of).column_names == names
        assert list(rows_of.to_pylist()[0].values()) == ["T", URL, "en", "one two three"]
    kept = tagrake.extract_many(source, keep=["n", "url"], columns=["title", "lang"])
    assert list(kept.to_pylist()[0].items()) == [("n", 1), ("url", URL), ("title", "T"), ("lang", "en")]
    for names in (["payload", "title", "id"], ["title", "id", "payload"]):
        assert tagrake.schema(names).names == tagrake.read_warc(io.BytesIO(), columns=names).schema.names == names
    assert tagrake.schema(["text", "page_url"], table="links").names == ["text", "page_url"]
    calls: list[Any] = [
        lambda columns: tagrake.extract_many([html], columns=columns),
        lambda columns: tagrake.extract_many(source, columns=columns),
        lambda columns: tagrake.read_warc(io.BytesIO(), columns=columns),
        tagrake.schema,
        tagrake.spark_ddl,
    ]
    for call in calls:
        with pytest.raises(ValueError, match='the column "title" is requested twice'):
            call(["title", "lang", "title"])
        with pytest.raises(ValueError, match='no column "titel" in the table "pages"'):
            call(["lang", "titel"])


def test_a_url_that_is_not_absolute_is_flagged() -> None:
    pages = ["<a href=x>y</a>"] * 3
    rows = tagrake.extract_many(pages, ["example.com/a", "https://example.com/", None]).to_arrow().to_pylist()
    assert [row["flags"] for row in rows] == [["url-invalid"], [], []]
    assert [row["url"] for row in rows] == ["example.com/a", "https://example.com/", None]


NO_PAGES = [b"\x1f\x8b\x08\x00\x00\x00\x00\x00", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"]


@pytest.mark.parametrize("threads", [1, 2])
def test_values_that_are_no_pages(caplog: pytest.LogCaptureFixture, threads: int) -> None:
    pages = ["<title>a</title>", None, *NO_PAGES]
    sources: list[Any] = [pages, pa.table({"html": pa.array([page.encode() if isinstance(page, str) else page for page in pages])})]
    for source in sources:
        rows = tagrake.extract_many(source, columns=["title", "error"], threads=threads).to_arrow().to_pylist()
        errors = [row["error"] for row in rows]
        assert errors[:2] == [None, "there is no page"] and "gzip" in errors[2] and "PNG" in errors[3]
        assert tagrake.extract_many(source, columns=["title", "error"], errors="record", threads=threads).to_pylist() == rows
        assert not caplog.records
        titles = tagrake.extract_many(source, columns=["title"], threads=threads).to_arrow()["title"].to_pylist()
        assert titles == ["a", None, None, None]
        messages = [record.getMessage() for record in caplog.records]
        assert [message.split(":")[0] for message in messages] == ["page 2", "page 3"] and "gzip" in messages[0]
        caplog.clear()
        assert tagrake.extract_many(source, columns=["title"], errors="skip", threads=threads).num_rows == 4
        assert not caplog.records
        with pytest.raises(ValueError, match="page 2: the value is gzip data"):
            tagrake.extract_many(source, columns=["title"], errors="raise", threads=threads)
        with pytest.raises(ValueError, match="argument .errors.: .record. needs the column .error."):
            tagrake.extract_many(source, columns=["title"], errors="record")


def test_pages_of_a_reader_are_numbered_over_all_batches() -> None:
    batches = [pa.record_batch({"html": [b"<p>", b"<p>"]}), pa.record_batch({"html": [b"<p>", NO_PAGES[0]]})]
    reader = pa.RecordBatchReader.from_batches(batches[0].schema, batches)
    with pytest.raises(ValueError, match="page 3: the value is gzip data"):
        tagrake.extract_many(reader, columns=["title"], errors="raise").to_arrow().read_all()
