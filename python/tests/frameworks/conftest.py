"""Fixtures of the framework tests: WARC files, two of them truncated and one missing, and the messages of loguru."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from inputs import small_warcs

import tagrake


@pytest.fixture(scope="session")
def warcs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Paths of seven files. Two are truncated, and the third is missing."""
    folder = tmp_path_factory.mktemp("warcs")
    paths = small_warcs(folder)
    return [*paths[:2], str(folder / "missing.warc.gz"), *paths[2:]]


@pytest.fixture(scope="session")
def errors(warcs: list[str]) -> list[str]:
    """The messages of `read_warc` about these files."""
    reader = tagrake.read_warc(warcs, columns=["url"], errors="skip")
    list(reader)
    assert [Path(message.split(": ")[0].split(":")[0]).name for message in reader.errors] == [
        "missing.warc.gz", "4.warc.gz", "5.warc.gz"
    ]  # fmt: skip
    return reader.errors


@pytest.fixture
def log() -> Iterator[list[str]]:
    """The warnings and errors of the log of both frameworks."""
    from loguru import logger  # not installed with every framework

    messages: list[str] = []
    sink = logger.add(lambda message: messages.append(message.record["message"]), level="WARNING")
    yield messages
    logger.remove(sink)
