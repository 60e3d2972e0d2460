"""copy_records."""

import inspect
import logging
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_type_hints

import pytest
import tagrake
from tagrake.types import CopyOptions

from support import run_command

Crawl = Callable[..., Path]


def urls(path: Path) -> list[str]:
    reader = tagrake.read_warc(path, columns=["url"])
    return [row["url"] for batch in reader for row in batch.to_arrow().to_pylist()]


@pytest.mark.parametrize("name", ["copy.warc.gz", "copy.warc.zst", "copy.warc"])
def test_copies_are_those_of_the_command(crawl: Crawl, tmp_path: Path, name: str) -> None:
    path, copy, expected = crawl(rounds=3), tmp_path / name, tmp_path / f"expected-{name}"
    counts = tagrake.copy_records(path, output=copy, threads=2)
    run_command("warc", "-q", "-o", expected, path)
    assert copy.read_bytes() == expected.read_bytes()
    assert counts["rows"] == len(urls(copy)) > 3 and counts["errors"] == {}
    with pytest.raises(FileExistsError):
        tagrake.copy_records(path, output=copy)


def test_records_are_selected(crawl: Crawl, tmp_path: Path) -> None:
    path = crawl()
    cases: list[tuple[dict[str, Any], list[str]]] = [
        ({"url_prefixes": ["https://example.com/1"]}, [url for url in urls(path) if "/1" in url]),
        ({"hosts": ["example.org"]}, []),
        ({"limit": 2}, urls(path)[:2]),
    ]
    for number, (keywords, expected) in enumerate(cases):
        copy = tmp_path / f"{number}.warc.gz"
        tagrake.copy_records(path, output=copy, **keywords)
        assert (urls(copy) if copy.stat().st_size else []) == expected
    copy = tmp_path / "one.warc.gz"
    tagrake.copy_records(records=f"{path}:0", output=os.fsencode(copy))
    assert urls(copy) == urls(path)[:1]


def test_unreadable_input(crawl: Crawl, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A missing file raised with "skip", too, and damage was nowhere but in the counts."""
    path, missing = crawl(), tmp_path / "missing.warc.gz"
    count = len(urls(path))
    assert tagrake.copy_records([missing, path], output=tmp_path / "there.warc", errors="skip")["errors"] == {"io": 1}
    assert len(urls(tmp_path / "there.warc")) == count
    policies: list[Any] = [None, "raise"]
    for errors in policies:
        with pytest.raises(FileNotFoundError) as raised:
            tagrake.copy_records([path, missing], output=tmp_path / "none.warc", errors=errors)
        assert raised.value.filename == str(missing)
    assert caplog.text == ""
    path.write_bytes(path.read_bytes()[:-100])
    for errors, is_logged in ((None, True), ("skip", False)):
        caplog.clear()
        counts = tagrake.copy_records([path, path], output=tmp_path / f"{errors}.warc", errors=errors)  # type: ignore[arg-type]
        assert counts["errors"] == {"truncated": 2}
        messages = [record.getMessage() for record in caplog.records if record.name == "tagrake"]
        assert len(messages) == (2 if is_logged else 0)
        assert all(str(path) in message and "truncated" in message for message in messages)
    # The exception of a handler of logs ends the call.
    with warnings_raise(), pytest.raises(ZeroDivisionError):
        tagrake.copy_records(path, output=tmp_path / "raised.warc")
    assert sorted(file.name for file in tmp_path.glob("*.warc")) == ["None.warc", "skip.warc", "there.warc"]
    assert {file.suffix for file in tmp_path.iterdir()} == {".warc", ".gz"}


@contextmanager
def warnings_raise() -> Iterator[None]:
    """Raises ZeroDivisionError at each warning of the logger of tagrake."""

    def divide(record: logging.LogRecord) -> bool:
        return bool(1 // 0)

    logger = logging.getLogger("tagrake")
    logger.addFilter(divide)
    try:
        yield
    finally:
        logger.removeFilter(divide)


def test_damage_is_counted(crawl: Crawl, tmp_path: Path) -> None:
    path, copy = crawl(), tmp_path / "copy.warc.gz"
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(tagrake.InputError, match="truncated"):
        tagrake.copy_records(path, output=copy, errors="raise")
    assert not copy.exists()
    assert tagrake.copy_records(path, output=copy, errors="skip")["errors"] == {"truncated": 1}
    with pytest.raises(FileNotFoundError):
        tagrake.copy_records(tmp_path / "missing", output=tmp_path / "a.warc")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.warc.gz", "crawl.warc.gz"]


def test_wrong_arguments_raise(crawl: Crawl, tmp_path: Path) -> None:
    path, copy = crawl(), tmp_path / "copy.warc.gz"
    cases: list[tuple[dict[str, Any], str]] = [
        ({"output": tmp_path / "copy.gz"}, "needs the extension"),
        ({"output": copy, "zstd_dictionary": True}, "needs an output with the extension .warc.zst"),
        ({"output": copy, "input": "html"}, "argument 'input': copy_records copies records of archives"),
        ({"output": copy, "input": "jsonl"}, "argument 'input': copy_records copies records of archives"),
        ({"output": copy, "limit": 0}, "expected an int of at least 1, not 0"),
        ({"output": copy, "errors": "record"}, 'expected "raise" or "skip", not .record.'),
    ]
    for arguments, message in cases:
        with pytest.raises(ValueError, match=message):
            tagrake.copy_records(path, **arguments)
    wrong: Any = path.open("rb")
    with wrong, pytest.raises(TypeError, match="takes paths"):
        tagrake.copy_records(wrong, output=copy)
    options: Any = {"links": True}
    with pytest.raises(TypeError, match=r"^copy_records\(\) got an unexpected keyword argument 'links'$"):
        tagrake.copy_records(path, output=copy, **options)
    assert not copy.exists()


def test_options_are_documented() -> None:
    documented = re.findall(r"^    (\w+): ", inspect.getdoc(tagrake.copy_records) or "", re.MULTILINE)
    assert sorted(documented) == sorted(["paths", "output", *get_type_hints(CopyOptions)])
