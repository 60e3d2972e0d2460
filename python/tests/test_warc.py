"""read_warc."""

import gc
import gzip
import io
import itertools
import json
import os
import threading
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pytest
import tagrake

from support import run_command, warc_record

Crawl = Callable[..., Path]


def rows(reader: Any) -> list[dict[str, Any]]:
    return [row for batch in reader for row in batch.to_arrow().to_pylist()]


def test_rows_are_those_of_the_command(crawl: Crawl, tmp_path: Path) -> None:
    path, clipped, out = crawl(rounds=3), crawl("clipped.warc.gz"), tmp_path / "rows.arrow"
    clipped.write_bytes(clipped.read_bytes()[:-1000])
    inputs = [path, clipped, path]
    tables: list[tuple[str, Literal["pages", "links"]]] = [("extract", "pages"), ("links", "links")]
    for verb, table in tables:
        errors = "record" if table == "pages" else "skip"
        run = run_command(verb, "-j", "1", "--errors", errors, "--format", "arrow", "-o", out, *inputs)
        assert run.returncode == 1
        printed = pa.ipc.open_stream(out.read_bytes()).read_all()
        for threads in (1, 2):
            reader = tagrake.read_warc(inputs, table=table, threads=threads)
            # The batches are the same, not only the rows.
            assert pa.table(reader).combine_chunks() == printed.combine_chunks()
            assert reader.counts["rows"] == printed.num_rows


def test_undeclared_encodings_are_detected_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.gz"
    records = [("https://e.ru/", b"<title>\xcf\xf0\xe0\xe2\xe4\xe0"), ("https://e.org/", b"<title>e")]
    path.write_bytes(b"".join(warc_record(url, html) for url, html in records))
    reader = tagrake.read_warc(path)
    assert [row["title"] for row in rows(reader)] == ["Правда", "e"]
    assert reader.counts["detected_encodings"] == {"windows-1251": 1}
    standard = tagrake.read_warc(path, profile="standard")
    assert [row["title"] for row in rows(standard)] == ["Ïðàâäà", "e"]
    assert standard.counts["detected_encodings"] == {}


def test_a_truncated_file_gives_its_readable_records(crawl: Crawl, pages: list[bytes]) -> None:
    path = crawl()
    whole, last = path.read_bytes(), len(warc_record("https://example.com/8", pages[-1]))
    # Truncated in the last page, then in the head of its record.
    for left, error_rows in [(last - 1000, 0), (40, 1)]:
        path.write_bytes(whole[: len(whole) - last + left])
        reader = tagrake.read_warc(path)
        found = rows(reader)
        assert found[0]["title"] == tagrake.extract(pages[0]).title
        errors = [row for row in found if row["error"] is not None]
        assert (len(found), len(errors)) == (len(pages), error_rows)
        assert all(row["warc_filename"] == str(path) for row in found)
        assert error_rows or found[-1]["content_truncated"] == "damaged"
        assert reader.counts["errors"] == {"truncated": 1}
        assert len(reader.errors) == 1 and reader.errors[0].startswith(f"{path}:")
        skipped = tagrake.read_warc(path, errors="skip")
        assert rows(skipped) == [row for row in found if row["error"] is None]
        assert skipped.counts["errors"] == {"truncated": 1}
        failing, before = tagrake.read_warc(path, errors="raise"), []
        with pytest.raises(tagrake.InputError, match=str(path)):
            for batch in failing:
                before.extend(rows([batch]))
        assert before == [row for row in found if row["error"] is None]
        assert list(failing) == []
        with pytest.raises(ValueError, match="consumed"):
            pa.table(failing)


def test_missing_files(crawl: Crawl, tmp_path: Path) -> None:
    missing = tmp_path / "missing.warc.gz"
    with pytest.raises(FileNotFoundError) as raised:
        rows(tagrake.read_warc(missing, errors="raise"))
    assert raised.value.filename == str(missing)
    # By default too, wherever it is in a list, before anything is read. It was a row of nulls, or none at all.
    others: list[Any] = [missing, [crawl(), str(missing)], "~/missing.warc.gz", str(tmp_path / "missing-*.warc.gz")]
    wanted: list[dict[str, Any]] = [{}, {"columns": ["url"]}, {"columns": ["url", "error"]}, {"table": "links"}, {"table": "blocks"}, {"table": "tables"}, {"table": "records"}]
    for paths in others:
        for keywords in wanted:
            with pytest.raises(FileNotFoundError, match="missing"):
                tagrake.read_warc(paths, **keywords)
    manifest, folder = tmp_path / "paths", tmp_path / "folder"
    manifest.write_text(f"{crawl()}\n{missing}\n")
    folder.mkdir()
    with pytest.raises(FileNotFoundError, match="missing.warc.gz"):
        rows(tagrake.read_warc(manifest=manifest, columns=["url"]))
    with pytest.raises(FileNotFoundError, match="no.paths"):
        tagrake.read_warc(manifest=tmp_path / "no.paths")
    with pytest.raises(FileNotFoundError, match="no.paths"):
        tagrake.read_warc(index=tmp_path / "no.paths")
    with pytest.raises(tagrake.InputError, match="the folder contains no"):
        rows(tagrake.read_warc(folder))
    recorded = rows(tagrake.read_warc([missing, crawl()], columns=["source", "error"], errors="record"))
    assert recorded[0] == {"source": str(missing), "error": "No such file or directory"}
    reader = tagrake.read_warc([str(missing), crawl()], errors="skip")
    assert len(rows(reader)) == reader.counts["pages"] > 5
    assert reader.counts["errors"] == {"io": 1}
    assert reader.errors == [f"{missing}: No such file or directory"]
    with pytest.raises(OSError, match=str(tmp_path / "missing")):
        pa.table(tagrake.read_warc(missing, errors="raise"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads all files")
def test_files_without_read_permission(crawl: Crawl) -> None:
    path = crawl()
    path.chmod(0)
    with pytest.raises(PermissionError):
        rows(tagrake.read_warc(path, errors="raise"))


def test_file_objects(crawl: Crawl) -> None:
    path = crawl(rounds=2)
    expected = rows(tagrake.read_warc(path, columns=["title", "links"]))
    for threads in (1, 2):
        with path.open("rb") as file:
            assert rows(tagrake.read_warc(file, columns=["title", "links"], threads=threads)) == expected
        with path.open("rb") as file:
            table = pa.table(tagrake.read_warc(file, columns=["title", "links"], threads=threads))
            assert table.to_pylist() == expected
    assert rows(tagrake.read_warc(io.BytesIO(path.read_bytes())))[0]["warc_filename"] == "stream"


class Broken:
    """A file object whose read() raises an exception or returns a wrong type."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def read(self, size: int = -1, /) -> bytes:
        if isinstance(self.value, Exception):
            raise self.value
        value: bytes = self.value
        return value


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (ConnectionError("lost"), ConnectionError, "lost"),
        ("text", TypeError, r"expected a file object whose read\(\) returns bytes, not str"),
    ],
)
def test_file_objects_that_fail(value: Any, error: type[Exception], message: str) -> None:
    policies: list[Literal["record", "raise"]] = ["record", "raise"]
    for errors in policies:
        with pytest.raises(error, match=message):
            rows(tagrake.read_warc(Broken(value), errors=errors))


@pytest.mark.parametrize("threads", [1, 2])
def test_files_without_bytes(tmp_path: Path, threads: int) -> None:
    # A bug once reported no error for an empty file object.
    empty = tmp_path / "empty.warc.gz"
    empty.touch()
    sources: list[tuple[Any, str]] = [(empty, str(empty)), (io.BytesIO(b""), "stream")]
    for source, name in sources:
        reader = tagrake.read_warc(source, threads=threads)
        found = rows(reader)
        assert [row["error"] for row in found] == ["0 bytes: the file is truncated here"]
        assert reader.counts["errors"] == {"truncated": 1}
        assert reader.errors == [f"{name}:0: 0 bytes: the file is truncated here"]
        with pytest.raises(tagrake.InputError, match="0 bytes"):
            rows(tagrake.read_warc(io.BytesIO(b""), errors="raise", threads=threads))


def test_a_consumed_reader_raises(crawl: Crawl) -> None:
    """A cell of a notebook that ran twice turned counts into 0."""
    path = crawl()
    consume: list[Any] = [pa.table, list, lambda reader: reader.to_arrow().read_all()]
    for first in consume:
        reader = tagrake.read_warc(path, columns=["url"])
        assert len(first(reader)) > 0
        for second in (pa.table, tagrake.WarcReader.to_arrow, tagrake.WarcReader.to_polars, tagrake.WarcReader.to_pandas):
            with pytest.raises(ValueError, match="this reader has been consumed"):
                second(reader)
    closed = tagrake.read_warc(path, columns=["url"])
    closed.close()
    with pytest.raises(ValueError, match="consumed"):
        pa.table(closed)


def test_iteration_ends_after_the_last_batch(crawl: Crawl) -> None:
    """A loop that began there raised ValueError: of `itertools.islice`, or in another thread."""
    path = crawl()
    pages = pa.table({"html": ["<title>a"] * 5})

    def readers() -> list[Any]:
        return [
            tagrake.read_warc(path, columns=["url"], batch_rows=1),
            tagrake.extract_many(pages.to_reader(max_chunksize=1), columns=["title"]),
        ]

    for other, reader in zip(readers(), readers(), strict=True):
        chunks = []
        while chunk := list(itertools.islice(reader, 2)):
            chunks.append(chunk)
        assert sum(map(len, chunks)) == len(list(other)) > 2
        assert list(reader) == [] and next(reader, None) is None
    for reader in readers():
        found: list[Any] = []

        def read(reader: Any = reader, found: list[Any] = found) -> None:
            for _ in range(2):
                found.extend([None, *reader])

        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found.count(None) == 8 and len(found) > 8 + 2
    # A closed reader has not read all batches.
    closed = tagrake.read_warc(path)
    closed.close()
    with pytest.raises(ValueError, match="the reader is closed"):
        list(closed)


def test_damage_without_the_column_error_is_left_out(crawl: Crawl) -> None:
    """It was a row of nulls."""
    path = crawl()
    path.write_bytes(path.read_bytes()[:-40])
    reader = tagrake.read_warc(path, columns=["url"])
    assert all(row["url"] for row in rows(reader)) and reader.counts["errors"] == {"truncated": 1}


@pytest.mark.parametrize("threads", [1, 2])
def test_columns_on_request(tmp_path: Path, threads: int) -> None:
    body = b"<title>One</title>" * 9
    fields = b"Content-Type: text/html\r\nX-Twice: 1\r\nContent-Encoding: gzip\r\nX-Twice: K\xf6ln\r\n"
    block = b"HTTP/1.1 200 OK\r\n" + fields + b"\r\n" + gzip.compress(body)
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Target-URI: https://example.com/\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    resource = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n\xff\x00<\r\n\r\n"
    path = tmp_path / "crawl.warc"
    path.write_bytes(head.encode() + block + b"\r\n\r\n" + resource)
    names = ["payload", "http_headers", "warc_record_id"]
    headers = [
        {"key": "Content-Type", "value": "text/html"},
        {"key": "X-Twice", "value": "1"},
        {"key": "Content-Encoding", "value": "gzip"},
        {"key": "X-Twice", "value": "Köln"},
    ]
    expected: list[dict[str, Any]] = [
        {"title": "One", "warc_record_id": "<urn:uuid:1>", "http_headers": headers, "payload": body},
        {"title": None, "warc_record_id": None, "http_headers": [], "payload": b"\xff\x00<"},
    ]
    reader = tagrake.read_warc(path, columns=[*names, "title"], threads=threads)
    assert reader.schema.names == [*names, "title"]
    assert reader.schema == tagrake.schema([*names, "title"])
    assert [row for batch in reader for row in batch] == expected
    alone = tagrake.read_warc(path, columns=["payload"], threads=threads)
    assert [row for batch in alone for row in batch] == [{"payload": row["payload"]} for row in expected]
    assert not set(names) & set(tagrake.read_warc(path).schema.names)
    assert tagrake.spark_ddl(names).splitlines() == [
        "`payload` BINARY,",
        "`http_headers` ARRAY<STRUCT<`key`: STRING NOT NULL, `value`: STRING NOT NULL>>,",
        "`warc_record_id` STRING",
    ]
    # Only rows of WARC files have these columns.
    with pytest.raises(ValueError, match='no column "payload" in the table "pages"'):
        tagrake.extract_many([body], columns=["payload"])
    with pytest.raises(ValueError, match='no column "payload" in the table "links"'):
        tagrake.read_warc(path, columns=["payload"], table="links")


def test_selection(tmp_path: Path) -> None:
    path = tmp_path / "some.warc.gz"
    path.write_bytes(
        warc_record("https://example.com/1", b"<title>1</title>")
        + warc_record("https://example.com/2", b"<title>2</title>").replace(b"", b"")
    )
    assert len(rows(tagrake.read_warc(path, status="404"))) == 0
    assert len(rows(tagrake.read_warc(path, mime="application/pdf"))) == 0
    assert [row["title"] for row in rows(tagrake.read_warc(path, columns=["title"]))] == ["1", "2"]
    assert len(rows(tagrake.read_warc(tmp_path, columns=["title"]))) == 2
    assert [len(batch) for batch in tagrake.read_warc(path, batch_rows=1)] == [1, 1]


def test_table_of_links(crawl: Crawl) -> None:
    path = crawl()
    reader = tagrake.read_warc(path, table="links", columns=["page_url", "url", "kind"], kinds=["nav"])
    found = rows(reader)
    pages = rows(tagrake.read_warc(path, columns=["url", "links"], kinds=["nav"]))
    expected = [(page["url"], link["url"], "nav") for page in pages for link in page["links"]]
    assert [(row["page_url"], row["url"], row["kind"]) for row in found] == expected
    assert reader.schema == tagrake.schema(["page_url", "url", "kind"], table="links")


def threads() -> int:
    return len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else threading.active_count()


def test_dropped_readers_stop(crawl: Crawl) -> None:
    path = crawl(rounds=200)
    before = threads()
    for end in ("close", "with", "lose", "stream"):
        reader = tagrake.read_warc(path, batch_bytes=1 << 16, threads=2)
        next(reader)
        match end:
            case "close":
                reader.close()
                with pytest.raises(ValueError, match="closed"):
                    next(reader)
            case "with":
                with reader:
                    next(reader)
            case "stream":
                stream = pa.RecordBatchReader.from_stream(reader)
                del reader
                stream.read_next_batch()
                del stream
            case _:
                del reader
        gc.collect()
        wait_for_threads(before)


class Progress:
    """A progress function that may refer to its reader."""

    def __init__(self) -> None:
        self.reader: Any = None
        self.calls = 0

    def __call__(self, counts: Any) -> None:
        self.calls += 1


class File(io.BytesIO):
    """A file object that may refer to its reader."""

    reader: Any = None


def wait_for_threads(count: int) -> None:
    """Waits until no more than `count` threads run."""
    deadline = time.monotonic() + 20
    while threads() > count and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threads() <= count


def test_readers_in_cycles_are_freed(crawl: Crawl) -> None:
    """Their threads waited until the end of the process."""
    path = crawl(rounds=200)
    before = threads()
    makes: list[Callable[[], Any]] = [Progress, lambda: File(path.read_bytes())]
    for make in makes:
        used = make()
        keywords: dict[str, Any] = {"paths": path, "progress": used} if isinstance(used, Progress) else {"paths": used}
        used.reader = tagrake.read_warc(**keywords, columns=["url"], batch_rows=1)
        next(used.reader)
        freed = weakref.ref(used)
        gc.collect()
        assert freed() is not None and len(next(used.reader)) > 0
        del used, keywords
        gc.collect()
        assert freed() is None
        wait_for_threads(before)


def test_a_cycle_through_a_stream_is_kept(crawl: Crawl) -> None:
    path = crawl(rounds=20)
    progress = Progress()
    progress.reader = tagrake.read_warc(path, columns=["url"], batch_rows=1, progress=progress)
    stream, freed = pa.RecordBatchReader.from_stream(progress.reader), weakref.ref(progress)
    del progress
    gc.collect()
    kept = freed()
    assert kept is not None and stream.read_all().num_rows > 0 and kept.calls > 0


def test_objects_are_released_at_the_end(crawl: Crawl) -> None:
    path = crawl()
    ends: list[Callable[[Any], Any]] = [list, tagrake.WarcReader.close, pa.table]
    for end in ends:
        progress, file = Progress(), File(path.read_bytes())
        reader = tagrake.read_warc(file, progress=progress)
        references: list[Any] = [weakref.ref(progress), weakref.ref(file)]
        del progress, file
        gc.disable()
        try:
            end(reader)
            assert [reference() for reference in references] == [None, None]
        finally:
            gc.enable()
        assert reader.counts["errors"] == {}


def test_a_stream_outlives_its_reader(crawl: Crawl) -> None:
    path = crawl(rounds=5)
    stream = pa.RecordBatchReader.from_stream(tagrake.read_warc(path, batch_rows=2))
    gc.collect()
    assert stream.read_all().num_rows == tagrake.read_warc(path).to_arrow().read_all().num_rows


@pytest.mark.parametrize(
    ("arguments", "keywords", "error", "message"),
    [
        ((1,), {}, TypeError, "argument .paths.: expected a path, a URL, a file object or a list of them, not int"),
        (([1],), {}, TypeError, "argument .paths.: item 0: expected a path, a URL, a file object or a list of them, not int"),
        (("x",), {"errors": "warn"}, ValueError, 'argument .errors.: expected "raise", "record", "skip" or "fail", not .warn.'),
        (("x",), {"table": "tokens"}, ValueError, 'argument .table.: expected "pages", "links", "blocks", "tables" or "records", not .tokens.'),
        (("x",), {"columns": ["page_url"]}, ValueError, 'no column "page_url" in the table "pages"'),
        (("x",), {"status": "good"}, ValueError, "good"),
    ],
)
def test_wrong_arguments(arguments: Any, keywords: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        tagrake.read_warc(*arguments, **keywords)


def test_schemas() -> None:
    printed = run_command("schema", "--format", "spark-ddl").stdout.decode()
    assert tagrake.spark_ddl().strip() == printed.strip()
    assert json.loads(run_command("schema", "--format", "arrow").stdout)
    assert tagrake.schema() == tagrake.SCHEMA
    assert tagrake.schema(table="links") == tagrake.LINK_SCHEMA
    assert pa.schema(tagrake.SCHEMA).names == tagrake.SCHEMA.names
    links, url = tagrake.spark_ddl(["links"]), tagrake.spark_ddl(["url"])
    assert tagrake.spark_ddl(["links", "url"]) == f"{links},\n{url}" != tagrake.spark_ddl(["url", "links"])
    with pytest.raises(ValueError, match='no column "uri"'):
        tagrake.schema(["uri"])
