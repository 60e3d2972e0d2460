"""The shared code of tagrake.spark, tagrake.ray and scan_warc, without Spark, Ray or polars."""

import gzip
import logging
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pytest
import tagrake
from tagrake import _paths, _tasks

from file_server import Fault, FileServer
from support import warc_record

Crawl = Callable[..., Path]


def rows(batches: Any) -> list[dict[str, Any]]:
    return [row for batch in batches for row in batch.to_pylist()]


def test_one_path_is_one_path() -> None:
    # A bug once split a str into characters; "/" then meant the root directory.
    assert _paths.path_names("one/path.warc.gz", None) == ["one/path.warc.gz"]
    assert _paths.path_names(Path("one/path.warc.gz"), None) == ["one/path.warc.gz"]
    assert _paths.path_names(["a", Path("b")], None) == ["a", "b"]
    assert _paths.path_names("s3://bucket/a", lambda path: BytesIO()) == ["s3://bucket/a"]
    assert _paths.path_names([b"a"], None) == ["a"]
    with pytest.raises(TypeError, match="argument .paths.: item 0: expected a path, a URL, a file object or a list of them, not int"):
        _paths.path_names([1], None)  # type: ignore[list-item]
    # A file object is an iterable, too, of lines.
    with pytest.raises(TypeError, match="argument .paths.: expected a path or a list of paths, not a file object"):
        _paths.path_names(BytesIO(), None)


def test_uris(tmp_path: Path) -> None:
    with_space = tmp_path / "a b.warc"
    with_space.touch()
    names = {
        f"file:{with_space}": str(with_space),
        f"file://{tmp_path}/a%20b.warc": str(with_space),
        f"FILE://localhost{with_space}": str(with_space),
        "a:b.warc": "a:b.warc",
        "C:/crawl.warc": "C:/crawl.warc",
    }
    assert _paths.path_names(names, None) == list(names.values())
    # If both files exist, the unescaped name wins.
    (tmp_path / "a%20b.warc").touch()
    assert _paths.local_path(f"file:{tmp_path}/a%20b.warc") == f"{tmp_path}/a%20b.warc"
    # Tagrake reads these itself.
    urls = ["s3://bucket/a", "s3a://bucket/a", "gs://bucket/a", "az://container/a", "https://example.com/a"]
    assert _paths.path_names(urls, None) == urls
    with pytest.raises(ValueError, match="cannot open 'hdfs://server/a': pass a file object"):
        _paths.path_names(["hdfs://server/a"], None)
    with pytest.raises(ValueError, match="'server' is another host"):
        _paths.path_names("file://server/a", None)


def test_wrong_keywords_raise_before_there_is_a_task() -> None:
    assert _tasks.checked({"columns": ["url", "error"], "errors": "record"})
    for keywords in ({"columns": ["url"]}, {"table": "links"}):
        with pytest.raises(ValueError, match='"record" needs the column "error"'):
            _tasks.checked({**keywords, "errors": "record"})


def test_files_that_cannot_be_opened_fail(crawl: Crawl, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    missing = str(tmp_path / "missing.warc.gz")
    keywords: dict[str, Any] = {"table": "links", "columns": ["url"]}
    with pytest.raises(FileNotFoundError, match="missing.warc.gz"):
        rows(_tasks.read_file(missing, None, keywords))
    assert rows(_tasks.read_file(missing, None, {**keywords, "errors": "skip"})) == []
    clipped = crawl()
    clipped.write_bytes(clipped.read_bytes()[:-1000])
    with caplog.at_level(logging.WARNING, "tagrake"):
        found = rows(_tasks.read_file(str(clipped), None, keywords))
    assert found
    assert str(clipped) in caplog.text and "truncated" in caplog.text


def test_urls_that_cannot_be_read_fail(server: FileServer, crawl: Crawl, caplog: pytest.LogCaptureFixture) -> None:
    whole, url = crawl(rounds=20).read_bytes(), f"{server.url}a.warc.gz"
    keywords: dict[str, Any] = {"table": "links", "columns": ["url"]}
    with pytest.raises(OSError, match=rf"^{url}: .*\(HTTP 404\)"):
        rows(_tasks.read_file(url, None, keywords))
    server.files["/a.warc.gz"] = whole
    complete = rows(_tasks.read_file(url, None, keywords))
    # The download fails in the middle, because the file changes.
    server.faults["/a.warc.gz"] = [Fault(drop_after=len(whole) // 2), Fault(status=412)]
    found = []
    with pytest.raises(OSError, match="the file changed while it was read"):
        for batch in _tasks.read_file(url, None, keywords):
            found += batch.to_pylist()
    assert found == complete[: len(found)] and 0 < len(found) < len(complete)
    # The file itself is truncated.
    server.files["/a.warc.gz"] = whole[:-1000]
    with caplog.at_level(logging.WARNING, "tagrake"):
        assert rows(_tasks.read_file(url, None, keywords))
    assert url in caplog.text and "truncated" in caplog.text


def test_columns_of_indexes() -> None:
    common_crawl = ["url", "fetch_status", "warc_filename", "warc_record_offset", "warc_record_length"]
    assert _tasks.index_columns(common_crawl) == ["warc_filename", "warc_record_offset", "warc_record_length", "url"]
    links = ["url", "page_url", "warc_filename", "warc_record_offset"]
    assert _tasks.index_columns(links) == ["warc_filename", "warc_record_offset", "page_url"]
    assert _tasks.index_columns(["offset", "filename"]) == ["filename", "offset"]
    with pytest.raises(ValueError, match='index: no column is named "warc_record_offset" or "offset", among filename, url'):
        _tasks.index_columns(["filename", "url"])


def test_records_of_an_index(crawl: Crawl, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = crawl()
    columns = ["url", "warc_filename", "warc_record_offset", "warc_record_length"]
    complete = rows(map(pa.record_batch, tagrake.read_warc(path, columns=columns)))
    index = pa.RecordBatch.from_pylist(complete[::2])
    keywords: dict[str, Any] = {"columns": columns}
    assert rows(_tasks.read_records(index, keywords)) == complete[::2]
    # A record that is not there is logged; a file that is not there fails the task.
    wrong = pa.RecordBatch.from_pylist([{**complete[0], "url": "https://example.org/"}, complete[1]])
    with caplog.at_level(logging.WARNING, "tagrake"):
        assert rows(_tasks.read_records(wrong, keywords)) == [complete[1]]
    assert "https://example.org/" in caplog.text
    with pytest.raises(tagrake.InputError, match="https://example.org/"):
        rows(_tasks.read_records(wrong, {**keywords, "errors": "raise"}))
    missing = pa.RecordBatch.from_pylist([{**complete[0], "warc_filename": str(tmp_path / "missing.warc")}, complete[1]])
    with pytest.raises(FileNotFoundError, match="missing.warc:0"):
        rows(_tasks.read_records(missing, keywords))
    recorded = rows(_tasks.read_records(missing, {"columns": ["url", "error"], "errors": "record"}))
    assert [row["error"] is None for row in recorded] == [False, True]


def test_archives_in_a_column() -> None:
    first = warc_record("https://example.com/1", b"<title>1</title>") + warc_record("https://example.com/2", b"<title>2</title>")
    other = gzip.decompress(warc_record("https://example.com/3", b"<title>3</title>"))
    batch = pa.record_batch(
        {
            "path": ["a.warc.gz", "b.warc", "c.warc", "d.warc"],
            "content": pa.array([first, other, b"", None], pa.large_binary()),
            "n": [1, 2, 3, 4],
        }
    )
    keywords = {"columns": ["warc_filename", "title", "error"]}
    found = rows(_tasks.read_archives(batch, "content", "", keywords))
    assert [(row["path"], row["n"], row["title"]) for row in found if row["error"] is None] == [
        ("a.warc.gz", 1, "1"),
        ("a.warc.gz", 1, "2"),
        ("b.warc", 2, "3"),
    ]
    assert [row["warc_filename"] for row in found[:3]] == ["a.warc.gz", "a.warc.gz", "b.warc"]
    # An empty archive gives an error row.
    assert [row["n"] for row in found if row["error"] is not None] == [3, 4]
    prefixed = next(_tasks.read_archives(batch, "content", "page_", keywords))
    assert prefixed.schema.names == ["path", "n", "page_warc_filename", "page_title", "page_error"]
    clash = batch.rename_columns(["title", "content", "n"])
    with pytest.raises(ValueError, match='column "title" is in both the input and the result: set prefix='):
        next(_tasks.read_archives(clash, "content", "", keywords))


def test_undeclared_archives_give_error_rows() -> None:
    # A bug once read them as pages.
    record = warc_record("https://example.com/1", b"<title>1</title>")
    values: list[Any] = [record, gzip.decompress(record), b"\x28\xb5\x2f\xfd...", gzip.decompress(record).decode(), "<p>WARC/1.0"]
    errors = [
        "the value is gzip data, not a page: decompress it first",
        "the value is a WARC file, not a page: archives need read_warc",
        "the value is zstd data, not a page: decompress it first",
        "the value is a WARC file, not a page: archives need read_warc",
        None,
    ]
    assert tagrake.extract_many(values, columns=["error"])["error"] == errors
    inputs: list[Literal["html", "http"]] = ["html", "http"]
    for input in inputs:
        batch = pa.record_batch({"html": pa.array(values[:3], pa.binary())})
        found = tagrake.extract_many(batch, url=None, input=input, columns=["error"])
        assert found["error"] == errors[:3]
