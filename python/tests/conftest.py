"""Fixtures: pages, crawls and a web server."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from file_server import FileServer
from support import SMALL, warc_record


@pytest.fixture(scope="session")
def pages() -> list[bytes]:
    """The pages of `corpora/small`."""
    return [path.read_bytes() for path in sorted(SMALL.glob("*.html"))]


@pytest.fixture
def crawl(tmp_path: Path, pages: list[bytes]) -> Callable[..., Path]:
    """Returns a function that writes a WARC file with the pages, repeated `rounds` times."""

    def make(name: str = "crawl.warc.gz", rounds: int = 1) -> Path:
        path = tmp_path / name
        records = [warc_record(f"https://example.com/{index}", page) for index, page in enumerate(pages)]
        path.write_bytes(b"".join(records * rounds))
        return path

    return make


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FileServer]:
    """A web server, which is reached without a proxy."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server = FileServer()
    yield server
    server.stop()
