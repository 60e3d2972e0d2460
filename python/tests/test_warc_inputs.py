"""The inputs of functions of many files: paths, globs, folders, URIs and file objects."""

import bz2
import gzip
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tagrake

from support import warc_record

Crawl = Callable[..., Path]
PLACE = ["url", "warc_filename", "warc_record_offset", "warc_record_length"]


def urls(paths: Any, **keywords: Any) -> list[str]:
    return [row["url"] for batch in tagrake.read_warc(paths, columns=["url"], **keywords) for row in batch]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with three archives, one of them in a folder, and one whose name has the characters of a glob."""
    (tmp_path / "more").mkdir()
    for name in ("a.warc.gz", "b[1].warc.gz", "more/c.warc.gz"):
        (tmp_path / name).write_bytes(warc_record(f"https://example.com/{name}", b"<p>"))
    return tmp_path


def test_paths_of_every_kind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b, c = (f"https://example.com/{name}" for name in ("a.warc.gz", "b[1].warc.gz", "more/c.warc.gz"))
    monkeypatch.setenv("HOME", str(folder))
    cases: list[tuple[Any, list[str]]] = [
        (folder / "a.warc.gz", [a]),
        (os.fsencode(folder / "a.warc.gz"), [a]),
        (f"{folder}/*.warc.gz", [a, b]),
        (folder / "*.warc.gz", [a, b]),
        (f"{folder}/**/*.warc.gz", [a, b, c]),
        (f"{folder}/b[1].warc.gz", [b]),
        (f"{folder}/[a].warc.gz", [a]),
        ("~/a.warc.gz", [a]),
        ("~/more/*.gz", [c]),
        (f"file://{folder}/a.warc.gz", [a]),
        (folder, [a, b, c]),
        ([folder / "more", f"{folder}/a*"], [c, a]),
        ((path for path in [str(folder / "a.warc.gz")]), [a]),
        ({str(folder / "a.warc.gz"): 1}, [a]),
    ]
    for paths, expected in cases:
        assert urls(paths) == expected, paths


def test_a_glob_without_a_file_raises(folder: Path) -> None:
    for paths in (f"{folder}/x*.warc.gz", [f"{folder}/a.warc.gz", f"{folder}/?/"]):
        with pytest.raises(FileNotFoundError, match="No file or folder matches"):
            tagrake.read_warc(paths)
        with pytest.raises(FileNotFoundError, match="No file or folder matches"):
            tagrake.scan_warc(paths)
        with pytest.raises(FileNotFoundError, match="No file or folder matches"):
            tagrake.copy_records(paths, output=folder / "copy.warc")


def test_folders_have_pages_and_json_lines_too(folder: Path) -> None:
    (folder / "page.html").write_text("<title>Page</title>")
    (folder / "pages.jsonl").write_text('{"url": "https://example.com/line", "html": "<title>Line</title>"}\n')
    titles = [row["title"] for batch in tagrake.read_warc(folder, columns=["title"]) for row in batch]
    assert titles == [None, None, None, "Page", "Line"]
    assert urls(folder, input="jsonl") == ["https://example.com/line"]
    assert len(urls(folder, input="warc")) == 3
    with pytest.raises(ValueError, match='argument .input.: expected "auto", "html", "jsonl" or "warc", not .pages.'):
        tagrake.read_warc(folder, input="pages")  # type: ignore[arg-type]


class OpenFile:
    """A file of `fsspec.open`: its path is not a local one, and `open` opens it."""

    fs, mode = object(), "rb"

    def __init__(self, path: Path, compression: str | None = None) -> None:
        self.path, self.compression, self._path = f"bucket/{path.name}", compression, path
        self.opened = 0

    def __fspath__(self) -> str:
        return self.path

    def open(self) -> Any:
        self.opened += 1
        data = self._path.read_bytes()
        return io.BytesIO(gzip.decompress(data) if self.compression else data)


def test_file_objects_in_lists(folder: Path) -> None:
    a, c = folder / "a.warc.gz", folder / "more/c.warc.gz"
    later = OpenFile(c)
    with a.open("rb") as file:
        reader = tagrake.read_warc([file, later, str(a), io.BytesIO(c.read_bytes())], columns=PLACE)
        assert later.opened == 0
        rows = [row for batch in reader for row in batch]
    assert [row["warc_filename"] for row in rows] == [str(a), "bucket/c.warc.gz", str(a), "stream"]
    assert [row["warc_record_offset"] for row in rows] == [0] * 4
    assert reader.counts["pages"] == 4 and reader.counts["files"] == 4
    assert reader.counts["stored_bytes"] == 2 * (a.stat().st_size + c.stat().st_size)
    with a.open("rb") as first, a.open("rb") as second:
        assert urls([first, second], limit=1) == ["https://example.com/a.warc.gz"]
    with pytest.raises(ValueError, match="needs paths, or a single file object"):
        tagrake.read_warc([io.BytesIO(), io.BytesIO()], dedup="digest")
    with pytest.raises(FileNotFoundError):
        urls(OpenFile(folder / "missing.warc.gz"))
    with pytest.raises(TypeError, match="whose read\\(\\) returns bytes"):
        urls(io.StringIO("WARC/1.0"))
    with pytest.raises(TypeError, match="takes paths, not a file object"):
        tagrake.copy_records(io.BytesIO(), output=folder / "copy.warc")


def test_decompressed_files_have_no_places(crawl: Crawl, tmp_path: Path) -> None:
    """Offsets in decompressed bytes pointed nowhere in the file that rows name."""
    path = crawl()
    plain = tmp_path / "plain.bz2"
    plain.write_bytes(bz2.compress(gzip.decompress(path.read_bytes())))
    sources: list[tuple[Callable[[], Any], bool]] = [
        (lambda: gzip.open(path), False),
        (lambda: bz2.open(plain), False),
        (lambda: OpenFile(path, "gzip"), False),
        (lambda: path.open("rb"), True),
        (lambda: io.BytesIO(path.read_bytes()), True),
        (lambda: io.BytesIO(gzip.decompress(path.read_bytes())), True),  # offsets in the object itself
    ]
    for number, (open_source, has_places) in enumerate(sources):
        for table, columns in (("pages", PLACE), ("links", ["page_url", "warc_record_offset"])):
            source = open_source()
            rows = [row for batch in tagrake.read_warc(source, table=table, columns=columns) for row in batch]  # type: ignore[arg-type]
            assert rows
            if not isinstance(source, OpenFile):
                source.close()
            for name in set(columns) & {"warc_record_offset", "warc_record_length"}:
                assert all((row[name] is not None) == has_places for row in rows), (number, name)


def test_wrong_inputs() -> None:
    wrong: list[tuple[Any, type[Exception], str]] = [
        (1, TypeError, "argument .paths.: expected a path, a URL, a file object or a list of them, not int"),
        ([1.5], TypeError, "argument .paths.: item 0: expected a path, a URL, a file object or a list of them, not float"),
        ("", ValueError, "argument .paths.: item 0: an empty path"),
        ("hdfs://host/a.warc.gz", ValueError, "cannot open 'hdfs://host/a.warc.gz': pass a file object"),
    ]
    for paths, error, message in wrong:
        with pytest.raises(error, match=message):
            tagrake.read_warc(paths)


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text")
def test_names_that_are_not_utf8(crawl: Crawl, tmp_path: Path) -> None:
    """They raised UnicodeEncodeError."""
    path, copy = os.fsencode(tmp_path) + b"/\xff.warc.gz", os.fsencode(tmp_path) + b"/\xfe.warc.gz"
    os.rename(crawl(), path)
    expected = urls(io.BytesIO(Path(os.fsdecode(path)).read_bytes()))
    paths: list[Any] = [path, os.fsdecode(path), Path(os.fsdecode(path)), [path], os.fsencode(tmp_path) + b"/\xff*"]
    for given in paths:
        assert urls(given) == expected
    scan = tagrake.scan_warc(path, columns=["url"])
    assert scan.collect()["url"].to_list() == expected
    assert tagrake.copy_records(path, output=copy)["rows"] == len(expected)
    assert urls(copy) == expected
    with pytest.raises(FileNotFoundError, match="No such file"):
        tagrake.read_warc(os.fsencode(tmp_path) + b"/\xfd.warc.gz")
