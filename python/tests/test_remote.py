"""read_warc on URLs: web servers and object stores."""

import gzip
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pytest
import tagrake

from file_server import Fault, FileServer
from support import assert_takes_less_than, run_command, warc_record

Crawl = Callable[..., Path]


def table_of(*arguments: Any, **keywords: Any) -> pa.Table:
    return pa.table(tagrake.read_warc(*arguments, **keywords))


def renamed(table: pa.Table, names: dict[str, str]) -> list[dict[str, Any]]:
    """Returns the rows, with other names of files."""
    rows: list[dict[str, Any]] = table.to_pylist()
    return [{**row, "warc_filename": names.get(row["warc_filename"], row["warc_filename"])} for row in rows]


def test_rows_of_urls_are_those_of_the_command_and_of_local_files(server: FileServer, crawl: Crawl, tmp_path: Path) -> None:
    path, clipped, out = crawl(rounds=3), crawl("clipped.warc.gz"), tmp_path / "rows.arrow"
    clipped.write_bytes(clipped.read_bytes()[:-1000])
    server.files = {f"/{file.name}": file.read_bytes() for file in (path, clipped)}
    urls = [server.url + path.name, server.url + clipped.name]
    names = dict(zip(urls, [str(path), str(clipped)], strict=True))
    tables: list[tuple[str, Literal["pages", "links"]]] = [("extract", "pages"), ("links", "links")]
    for verb, table in tables:
        errors = "record" if table == "pages" else "skip"
        run = run_command(verb, "-j", "1", "--errors", errors, "--format", "arrow", "-o", out, *urls)
        assert run.returncode == 1, run.stderr
        printed = pa.ipc.open_stream(out.read_bytes()).read_all()
        for threads in (1, 2):
            # The server runs in this process, so this works only while the interpreter is released.
            reader = tagrake.read_warc(urls, table=table, threads=threads)
            found = pa.table(reader)
            assert found.combine_chunks() == printed.combine_chunks()
            assert reader.counts["downloaded_bytes"] == sum(map(len, server.files.values()))
            local = table_of([path, clipped], table=table).to_pylist()
            assert renamed(found, names) == local


def test_a_manifest_by_url(server: FileServer, crawl: Crawl) -> None:
    path = crawl()
    server.files["/crawls/a.warc.gz"] = path.read_bytes()
    server.files["/paths.gz"] = gzip.compress(b"a.warc.gz\n")
    found = table_of(manifest=f"{server.url}paths.gz", base=f"{server.url}crawls")
    assert renamed(found, {f"{server.url}crawls/a.warc.gz": str(path)}) == table_of(path).to_pylist()


def test_redirects_of_files_manifests_indexes_and_records(server: FileServer, crawl: Crawl) -> None:
    path = crawl()
    server.files["/data/a.warc.gz"] = path.read_bytes()
    server.files["/data/paths"] = b"a.warc.gz\n"
    server.redirects = {"/a.warc.gz": "/data/a.warc.gz", "/paths": "data/paths"}
    url = f"{server.url}a.warc.gz"
    local = table_of(path).to_pylist()
    assert renamed(table_of(url), {url: str(path)}) == local
    assert renamed(table_of(manifest=f"{server.url}paths", base=server.url), {url: str(path)}) == local
    record = table_of(records=f"{url}:{local[1]['warc_record_offset']}")
    assert renamed(record, {url: str(path)}) == local[1:2]
    server.redirects["/data/a.warc.gz"] = "/a.warc.gz"
    server.requests.clear()
    assert "loop" in table_of(url, columns=["error"], errors="record").to_pylist()[0]["error"]
    assert len(server.requests) == 2


def test_an_object_store(server: FileServer, crawl: Crawl, monkeypatch: pytest.MonkeyPatch) -> None:
    path = crawl()
    server.files["/bucket/a/b.warc.gz"] = path.read_bytes()
    environment = {
        "AWS_ENDPOINT_URL": server.url.rstrip("/"),
        "AWS_ALLOW_HTTP": "true",
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
    }
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    for anonymous in (False, True):
        server.requests.clear()
        found = table_of("s3://bucket/a/b.warc.gz", anonymous=anonymous)
        assert renamed(found, {"s3://bucket/a/b.warc.gz": str(path)}) == table_of(path).to_pylist()
        assert {request.authorization is None for request in server.requests} == {anonymous}


def test_a_download_continues_at_the_next_byte(server: FileServer, crawl: Crawl) -> None:
    path = crawl(rounds=20)
    body = server.files["/a.warc.gz"] = path.read_bytes()
    server.faults["/a.warc.gz"] = [Fault(drop_after=1000), Fault(status=503), Fault(drop_after=20_000)]
    reader = tagrake.read_warc(f"{server.url}a.warc.gz", errors="raise")
    assert renamed(pa.table(reader), {f"{server.url}a.warc.gz": str(path)}) == table_of(path).to_pylist()
    assert reader.counts["downloaded_bytes"] == len(body)
    ranges = [request.range for request in server.requests]
    assert ranges[1:] == ["bytes=1000-", "bytes=1000-", "bytes=21000-"]


def test_a_file_that_changes(server: FileServer, crawl: Crawl) -> None:
    body = crawl(rounds=20).read_bytes()
    url, name = f"{server.url}a.warc.gz", "/a.warc.gz"

    def lose() -> None:
        server.files[name] = body
        server.faults[name] = [Fault(drop_after=len(body) // 2), Fault(status=412)]

    lose()
    reader = tagrake.read_warc(url, errors="record")
    rows = pa.table(reader).to_pylist()
    assert rows[0]["error"] is None and len(rows) > 2
    assert url in reader.errors[-1] and reader.counts["errors"] == {"io": 1}
    lose()
    with pytest.raises(OSError, match=url):
        list(tagrake.read_warc(url, errors="raise"))
    lose()
    with pytest.raises(OSError, match=url):
        list(tagrake.read_warc(url))


def test_missing_files_and_servers(server: FileServer, crawl: Crawl) -> None:
    server.files["/b.warc.gz"] = crawl().read_bytes()
    missing, there = f"{server.url}a.warc.gz", f"{server.url}b.warc.gz"
    rows = table_of([missing, there], columns=["warc_filename", "url", "error"], errors="record").to_pylist()
    assert "404" in rows[0]["error"] and all(row["error"] is None for row in rows[1:])
    skipping = tagrake.read_warc([missing, there], errors="skip")
    assert pa.table(skipping).num_rows == len(rows) - 1
    assert skipping.counts["errors"] == {"io": 1}
    with pytest.raises(OSError, match=missing):
        list(tagrake.read_warc([missing, there], errors="raise"))
    with pytest.raises(OSError, match=missing):
        list(tagrake.read_warc([there, missing], columns=["url"]))


def test_passwords_are_not_shown(server: FileServer) -> None:
    url = server.url.replace("://", "://me:secret@") + "a.warc.gz?token=hidden"
    reader = tagrake.read_warc(url, errors="record")
    rows = pa.table(reader).to_pylist()
    assert server.requests[0].authorization is not None
    assert "secret" not in f"{rows} {reader.errors}" and "hidden" not in f"{rows} {reader.errors}"
    with pytest.raises(OSError, match="404") as raised:
        list(tagrake.read_warc(url, errors="raise"))
    assert "secret" not in str(raised.value) and "hidden" not in str(raised.value)


def test_closing_does_not_wait_for_a_server(server: FileServer) -> None:
    server.files["/a.warc"] = warc_record("https://example.com/", b"<p>")
    server.faults["/a.warc"] = [Fault(hang_after=10)]
    reader = tagrake.read_warc(f"{server.url}a.warc")
    assert server.hangs.wait(60)
    reader.close()
    with pytest.raises(ValueError, match="closed"):
        next(reader)


# As the scripts of test_interrupt.
INTERRUPTED = """
import os, sys, time
import tagrake

try:
    CALL
except KeyboardInterrupt:
    print(time.time(), flush=True)
    os._exit(7)
"""
CALLS = {
    "a download": "list(tagrake.read_warc(sys.argv[1]))",
    "an index": "list(tagrake.read_warc(index=sys.argv[1]))",
    "a record": "list(tagrake.read_warc(records=sys.argv[1] + ':0'))",
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
@pytest.mark.parametrize("hang_after", [0, 10])
def test_an_interrupt_ends_a_download(call: str, hang_after: int, server: FileServer) -> None:
    command = [sys.executable, "-P", "-c", INTERRUPTED.replace("CALL", call), f"{server.url}a.warc"]

    def seconds_to_end() -> float:
        server.files["/a.warc"] = warc_record("https://example.com/", b"<p>")
        server.faults["/a.warc"] = [Fault(hang_after=hang_after)]
        server.hangs.clear()
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            assert run.stdout is not None and run.stderr is not None
            assert server.hangs.wait(60)
            sent = time.time()
            run.send_signal(signal.SIGINT)
            printed = run.stdout.readline()
            assert run.wait(60) == 7, run.stderr.read()
        return float(printed) - sent

    assert_takes_less_than(0.5, seconds_to_end)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_forked_process_downloads(server: FileServer, crawl: Crawl) -> None:
    # A bug once made it wait forever, because it does not have the threads of its parent.
    server.files["/a.warc.gz"] = crawl().read_bytes()
    script = """
import os, sys
import tagrake

def count():
    reader = tagrake.read_warc(sys.argv[1], errors="raise")
    return sum(map(len, reader))

rows = count()
child = os.fork()
if child == 0:
    os._exit(0 if count() == rows else 1)
print(rows, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    command = [sys.executable, "-P", "-c", script, f"{server.url}a.warc.gz"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    rows = table_of(f"{server.url}a.warc.gz").num_rows
    assert run.stdout == f"{rows} 0\n", run.stderr
