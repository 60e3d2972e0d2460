"""Ctrl-C ends calls within half a second."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support import assert_takes_less_than

# Calls that take more than two seconds. The script prints a line before the call, and another after Ctrl-C.
CALLS = {
    "extract_many": "tagrake.extract_many(pages, columns=columns)",
    "extract_many on two threads": "tagrake.extract_many(pages, threads=2, columns=columns)",
    "extract_many of a table": "tagrake.extract_many(table, columns=columns)",
    "extract_many of a reader": "list(tagrake.extract_many(table.to_reader(), columns=columns))",
    "extract_many of a reader with small batches": "list(tagrake.extract_many(small.to_reader(), columns=columns))",
    "extract_many of a reader through pyarrow": "tagrake.extract_many(table.to_reader(), columns=columns).to_arrow().read_all()",
    "read_warc": "list(tagrake.read_warc(fifo))",
    "copy_records": "tagrake.copy_records(fifo, output=fifo + '.copy.warc')",
    "read_warc through pyarrow": "tagrake.read_warc(fifo).to_arrow().read_all()",
}
SCRIPT = """
import os, sys, time
import pyarrow as pa
import tagrake

page = b"<p>one <a href=/two>two</a>" * 2000
pages = [page] * 100_000
table = pa.table({"html": pa.chunked_array([pa.array(pages[:500])] * 200)})
small = pa.table({"html": pa.chunked_array([pa.array(pages[:1])] * len(pages))})
columns = ["text", "links"]
fifo = sys.argv[1]
print("begin", flush=True)
try:
    try:
        CALL
    except pa.ArrowInvalid as error:
        # The KeyboardInterrupt is raised after the error of pyarrow.
        assert "interrupted" in str(error)
        time.sleep(10)
except KeyboardInterrupt:
    print(time.time(), flush=True)
    os._exit(7)
"""


def seconds_to_end(call: str, fifo: Path) -> float:
    """Returns the seconds from Ctrl-C, two seconds after the begin of the call, to its end."""
    command = [sys.executable, "-P", "-c", SCRIPT.replace("CALL", call), str(fifo)]
    # Open for writing, so that readers wait for input that never comes.
    pipe = os.open(fifo, os.O_RDWR)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None and run.stderr is not None
        assert run.stdout.readline() == "begin\n", run.stderr.read()
        time.sleep(2)
        assert run.poll() is None, "the call ended before the interrupt"
        sent = time.time()
        run.send_signal(signal.SIGINT)
        printed = run.stdout.readline()
        assert run.wait(60) == 7, run.stderr.read()
    os.close(pipe)
    return float(printed) - sent


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_a_call_ends_within_half_a_second(call: str, tmp_path: Path) -> None:
    # Bugs once made these calls ignore Ctrl-C, made a reader wait forever, and made extract_many finish the columns of the rows
    # already read: 1.6 s after three seconds of reading.
    fifo = tmp_path / "crawl.warc"
    subprocess.run(["mkfifo", fifo], check=True)
    assert_takes_less_than(0.5, lambda: seconds_to_end(call, fifo))
    assert list(tmp_path.iterdir()) == [fifo]  # no part of an output


def test_a_reader_continues_after_an_interrupt(tmp_path: Path) -> None:
    script = """
import _thread, sys, threading
import tagrake

reader = tagrake.read_warc(sys.argv[1])
threading.Timer(0.3, _thread.interrupt_main).start()
try:
    next(reader)
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(sum(map(len, reader)))
"""
    fifo = tmp_path / "crawl.warc"
    subprocess.run(["mkfifo", fifo], check=True)
    record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n"
    pipe = os.open(fifo, os.O_RDWR)
    command = [sys.executable, "-P", "-c", script, str(fifo)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "interrupted\n"
        os.write(pipe, record)
        os.close(pipe)
        assert run.stdout.read() == "1\n"
        assert run.wait(60) == 0
