"""Fixtures: connections with the extension, and WARC files."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import duckdb
import pytest

from file_server import FileServer
from support import SMALL, warc_record

EXTENSION = os.environ["TAGRAKE_EXTENSION"]
COMMAND = os.environ["TAGRAKE"]


@pytest.fixture
def db() -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with the extension."""
    with duckdb.connect(config={"allow_unsigned_extensions": True}) as connection:
        connection.execute(f"LOAD '{EXTENSION}'")
        yield connection


@pytest.fixture(scope="session")
def pages() -> list[bytes]:
    """The pages of `corpora/small`."""
    return [path.read_bytes() for path in sorted(SMALL.glob("*.html"))]


@pytest.fixture
def crawl(tmp_path: Path, pages: list[bytes]) -> Callable[..., str]:
    """Returns a function that writes a WARC file with the pages, repeated `rounds` times. The second record is damaged on request."""

    def make(name: str = "crawl.warc.gz", rounds: int = 1, damaged: bool = False) -> str:
        path = tmp_path / name
        records = [warc_record(f"https://example.com/{index}", page) for index, page in enumerate(pages)]
        if damaged:
            records[1] = records[1][:200] + bytes(100) + records[1][300:]
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"".join(records * rounds))
        return str(path)

    return make


@pytest.fixture
def command(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Returns a function that runs the command in the folder of the files."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([COMMAND, *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=60)

    return run


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FileServer]:
    """A web server, which is reached without a proxy."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server = FileServer()
    yield server
    server.stop()
