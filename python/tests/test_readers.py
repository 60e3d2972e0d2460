"""Readers in sessions: interrupts, forks, closing, progress, logs, and the first batch."""

import gzip
import io
import logging
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
import tagrake

from support import assert_takes_less_than, warc_record

Crawl = Callable[..., Path]

# Batches arrive more often than signals were checked once, so that Ctrl-C was not noticed before the end of the run.
INTERRUPTED = """
import sys, time
import duckdb, polars, pyarrow, tagrake

reader = tagrake.read_warc([sys.argv[1]] * 2000, columns=["title", "text"], batch_rows=1000)
print("begin", flush=True)
begin = time.time()
try:
    CONSUME
except BaseException as error:
    print(type(error).__name__, time.time() - begin, flush=True)
"""
CONSUMERS = {
    "iteration": "list(reader)",
    "pyarrow": "reader.to_arrow().read_all()",
    "pyarrow.table": "pyarrow.table(reader)",
    "polars": "polars.DataFrame(reader)",
    "DuckDB": "duckdb.sql('SELECT count(title) FROM reader').fetchall()",
}


@pytest.mark.parametrize("consume", CONSUMERS.values(), ids=CONSUMERS.keys())
def test_an_interrupt_ends_every_consumer(consume: str, crawl: Crawl) -> None:
    path = crawl(rounds=100)
    command = [sys.executable, "-P", "-c", INTERRUPTED.replace("CONSUME", consume), str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "begin\n"
        time.sleep(0.5)
        sent = time.time()
        run.send_signal(signal.SIGINT)
        run.wait(60)
        assert time.time() - sent < 5  # also the end of the interpreter; the complete run takes minutes


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no os.fork")
def test_a_reader_of_another_process_raises(crawl: Crawl) -> None:
    """It waited forever for a thread that the fork had not copied."""
    path = crawl(rounds=50)
    reader = tagrake.read_warc(path, columns=["title"], batch_rows=1)
    next(reader)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            uses: list[Any] = [next, list, pa.table, lambda reader: reader.to_arrow().read_all()]
            for use in uses:
                try:
                    use(reader)
                    os._exit(2)
                except RuntimeError as error:
                    assert "another process" in str(error)
            reader.close()
            assert len(list(tagrake.read_warc(path, columns=["title"]))) > 0
            status = 0
        finally:
            os._exit(status)
    deadline = time.time() + 60
    while (ended := os.waitpid(child, os.WNOHANG))[0] == 0:
        if time.time() > deadline:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.05)
    assert ended[1] == 0
    assert len(list(reader)) > 0


def test_close_ends_a_wait(tmp_path: Path) -> None:
    fifo = tmp_path / "crawl.warc"
    subprocess.run(["mkfifo", fifo], check=True)
    pipe = os.open(fifo, os.O_RDWR)
    reader = tagrake.read_warc(fifo)
    raised: list[Exception] = []

    def wait() -> None:
        try:
            next(reader)
        except ValueError as error:
            raised.append(error)

    threads = [threading.Thread(target=wait) for _ in range(3)]
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    reader.close()
    for thread in threads:
        thread.join(5)
    os.close(pipe)
    assert [str(error) for error in raised] == ["the reader is closed"] * 3


def test_a_file_object_that_uses_its_reader_raises() -> None:
    class Greedy(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            next(reader)
            return b""

    reader = tagrake.read_warc(Greedy())
    with pytest.raises(ValueError, match="waiting for a batch in this thread"):
        next(reader)


def test_pages_that_use_their_reader_raise() -> None:
    """The thread waited forever for itself."""
    table = pa.table({"html": ["<title>a"]})
    uses: list[Callable[[Any], Any]] = [next, list, pa.table, lambda reader: reader.to_arrow()]
    for use in uses:
        raised: list[ValueError] = []

        def greedy(use: Callable[[Any], Any] = use, raised: list[ValueError] = raised) -> Any:
            try:
                use(reader)
            except ValueError as error:
                raised.append(error)
            yield from table.to_batches()

        reader: Any = tagrake.extract_many(pa.RecordBatchReader.from_batches(table.schema, greedy()), columns=["title"])
        assert [batch["title"] for batch in reader] == [["a"]]
        assert [str(error) for error in raised] == ["the reader is waiting for a batch in this thread: its input must not use it"]


def test_the_first_batch_comes_early(crawl: Crawl) -> None:
    path = crawl(rounds=2000)
    batches = list(tagrake.read_warc(path, columns=["url"]))
    assert 1024 <= len(batches[0]) < 5000 < sum(map(len, batches))  # the first block of rows that has 1,024

    class Slow:
        """Gives a record every 0.1 seconds."""

        def __init__(self) -> None:
            self.records = [warc_record(f"https://example.com/{number}", b"<p>") for number in range(30)]

        def read(self, size: int = -1, /) -> bytes:
            time.sleep(0.1)
            return self.records.pop() if self.records else b""

    def seconds_to_first_batch() -> float:
        begin = time.time()
        reader = tagrake.read_warc(Slow(), columns=["url"])
        assert len(next(reader)) > 0
        seconds = time.time() - begin
        assert sum(map(len, reader)) > 0
        return seconds

    assert_takes_less_than(1.5, seconds_to_first_batch)


def test_progress(crawl: Crawl) -> None:
    path = crawl(rounds=20)
    seen: list[Any] = []
    reader = tagrake.read_warc([path, path], columns=["url"], progress=seen.append)
    count = sum(map(len, reader))
    assert seen[-1] == reader.counts and seen[-1]["pages"] == count
    assert seen[-1]["stored_bytes"] == 2 * path.stat().st_size
    assert all(first["pages"] <= second["pages"] for first, second in zip(seen, seen[1:], strict=False))

    class Stop(Exception):
        pass

    def stop(counts: Any) -> None:
        raise Stop

    stopped = tagrake.read_warc(path, progress=stop)
    with pytest.raises(Stop):
        next(stopped)
    for off in (False, np.False_, None):
        assert sum(map(len, tagrake.read_warc(path, columns=["url"], progress=off))) == count // 2  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="progress"):
        tagrake.read_warc(path, progress=1)  # type: ignore[arg-type]


def test_a_progress_bar(crawl: Crawl, monkeypatch: pytest.MonkeyPatch) -> None:
    path, bars = crawl(rounds=20), []

    class Bar:
        def __init__(self, **keywords: Any) -> None:
            self.keywords, self.n, self.calls = keywords, 0, []  # type: ignore[var-annotated]
            bars.append(self)

        def __getattr__(self, name: str) -> Any:
            return lambda **keywords: self.calls.append(name)

    module: Any = type(sys)("tqdm.auto")
    module.tqdm = Bar
    monkeypatch.setitem(sys.modules, "tqdm", type(sys)("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", module)
    list(tagrake.read_warc(path, columns=["url"], progress=True))
    (bar,) = bars
    assert bar.keywords["total"] == bar.n == path.stat().st_size
    assert bar.calls[-1] == "close" and bar.calls.count("close") == 1
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="pip install tqdm"):
        tagrake.read_warc(path, progress=True)


def test_damage_is_logged_without_the_column_error(crawl: Crawl, caplog: pytest.LogCaptureFixture) -> None:
    path = crawl()
    last = warc_record("https://example.com/last", b"<p>")
    path.write_bytes(path.read_bytes() + last[:40])  # in the head of the record
    for columns, errors, is_logged in [
        (["url"], None, True),
        (["url"], "skip", False),
        (["url", "error"], None, False),
    ]:
        caplog.clear()
        with caplog.at_level(logging.WARNING, "tagrake"):
            reader = tagrake.read_warc(path, columns=columns, errors=errors)  # type: ignore[arg-type]
            rows = [row for batch in reader for row in batch]
        assert ("truncated" in caplog.text and str(path) in caplog.text) == is_logged
        assert reader.counts["errors"] == {"truncated": 1}
        assert sum(row["url"] is None for row in rows) == ("error" in columns)
    with pytest.raises(ValueError, match='needs the column "error"'):
        tagrake.read_warc(path, columns=["url"], errors="record")
    with pytest.raises(ValueError, match='needs the column "error"'):
        tagrake.read_warc(path, table="links", errors="record")


def test_readers_cannot_be_pickled(crawl: Crawl) -> None:
    with pytest.raises(TypeError):
        pickle.dumps(tagrake.read_warc(crawl()))


def test_gzip_object_has_the_rows_of_its_file(crawl: Crawl) -> None:
    path = crawl()
    columns = ["url", "title"]
    rows = [row for batch in tagrake.read_warc(path, columns=columns) for row in batch]
    with gzip.open(path) as file:
        assert [row for batch in tagrake.read_warc(file, columns=columns) for row in batch] == rows
