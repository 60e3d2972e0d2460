"""read_warc by index, by single records, and with selections."""

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest
import tagrake
from tagrake.types import TableName

from file_server import FileServer
from support import run_command, warc_record

Crawl = Callable[..., Path]
Rows = list[dict[str, Any]]
PLACE = ["url", "warc_filename", "warc_record_offset", "warc_record_length"]


def rows_of(*arguments: Any, **keywords: Any) -> Rows:
    rows: Rows = pa.table(tagrake.read_warc(*arguments, **keywords)).to_pylist()
    return rows


@pytest.fixture
def crawls(crawl: Crawl) -> list[Path]:
    return [crawl("a.warc.gz", rounds=4), crawl("b.warc.gz", rounds=3)]


@pytest.fixture
def chosen(crawls: list[Path]) -> Rows:
    """A random half of the rows of a complete read, in random order."""
    rows = rows_of(crawls)
    return random.Random(14).sample(rows, len(rows) // 2)


def index_of(rows: Rows, folder: Path | None = None) -> pa.Table:
    """Returns the addresses of rows. With a folder, names of files are relative to it."""
    places = [{name: row[name] for name in PLACE} for row in rows]
    if folder is not None:
        places = [{**place, "warc_filename": str(Path(place["warc_filename"]).relative_to(folder))} for place in places]
    return pa.Table.from_pylist(places)


def write_json_lines(index: pa.Table, path: Path) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in index.to_pylist()))


def write_cdxj(index: pa.Table, path: Path) -> None:
    lines = []
    for row in index.to_pylist():
        place = {"url": row["url"], "filename": row["warc_filename"], "offset": str(row["warc_record_offset"])}
        lines.append(f"com,example)/ 20261121131705 {json.dumps({**place, 'length': str(row['warc_record_length'])})}\n")
    path.write_text("".join(lines))


WRITERS: dict[str, Callable[[pa.Table, Path], Any]] = {
    "JSON lines": write_json_lines,
    "CDXJ": write_cdxj,
    "CSV": pyarrow.csv.write_csv,
    "Parquet": pyarrow.parquet.write_table,
}
TABLES: dict[str, Callable[[pa.Table], Any]] = {
    "pyarrow.Table": lambda index: index,
    "pyarrow.RecordBatch": lambda index: index.combine_chunks().to_batches()[0],
    "pyarrow.RecordBatchReader": lambda index: index.to_reader(max_chunksize=7),
    "polars": polars.from_arrow,
    "pandas": lambda index: index.to_pandas(),
    "names of CDXJ": lambda index: index.rename_columns(["url", "filename", "offset", "length"]),
    "offsets as text": lambda index: index.set_column(2, PLACE[2], index[PLACE[2]].cast(pa.string())),
    "dictionary": lambda index: index.set_column(1, PLACE[1], index[PLACE[1]].dictionary_encode()),
    "without lengths and URLs": lambda index: index.select(PLACE[1:3]),
}


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize("has_base", [False, True])
def test_indexes_in_files(kind: str, has_base: bool, chosen: Rows, tmp_path: Path) -> None:
    path, out = tmp_path / "index", tmp_path / "rows.arrow"
    WRITERS[kind](index_of(chosen, tmp_path if has_base else None), path)
    base = tmp_path if has_base else None
    options: list[str | Path] = ["--index", path]
    if has_base:
        options += ["--base", tmp_path]
    run = run_command("extract", "-j", "1", "--format", "arrow", "-o", out, *options)
    assert run.returncode == 0, run.stderr
    printed = pa.ipc.open_stream(out.read_bytes()).read_all()
    for threads in (1, 2):
        reader = tagrake.read_warc(index=path, base=base, errors="raise", threads=threads)
        found = pa.table(reader)
        assert found.combine_chunks() == printed.combine_chunks()
        assert found.to_pylist() == chosen


@pytest.mark.parametrize("kind", TABLES)
def test_indexes_in_memory(kind: str, chosen: Rows, tmp_path: Path) -> None:
    index = TABLES[kind](index_of(chosen))
    assert rows_of(index=index, errors="raise") == chosen
    relative = TABLES[kind](index_of(chosen, tmp_path))
    assert rows_of(index=relative, base=tmp_path, errors="raise") == chosen


def test_an_index_on_a_web_server(server: FileServer, chosen: Rows, crawls: list[Path], tmp_path: Path) -> None:
    index = tmp_path / "index.cdxj"
    write_cdxj(index_of(chosen, tmp_path), index)
    server.files = {f"/{path.name}": path.read_bytes() for path in [index, *crawls]}
    found = rows_of(index=f"{server.url}index.cdxj", base=server.url, errors="raise")
    assert found == [{**row, "warc_filename": server.url + Path(row["warc_filename"]).name} for row in chosen]
    # One page of each of 99 files is a small part of them.
    body = b"".join(warc_record(f"https://example.com/{number}", random.Random(number).randbytes(20_000)) for number in range(99))
    server.files["/c.warc.gz"] = body
    server.requests.clear()
    whole = rows_of(f"{server.url}c.warc.gz", columns=PLACE)
    server.requests.clear()
    reader = tagrake.read_warc(index=pa.Table.from_pylist(whole[50:51]), columns=PLACE, errors="raise")
    assert pa.table(reader).to_pylist() == whole[50:51]
    assert reader.counts["downloaded_bytes"] < 30_000
    # The head of the file, and the record.
    assert len(server.requests) == 2 and all(request.range for request in server.requests)


def test_records_that_are_not_there(crawls: list[Path], tmp_path: Path) -> None:
    good = rows_of(crawls[0], columns=PLACE)[1]
    offset = good["warc_record_offset"]
    wrong = [
        {**good, "warc_filename": str(tmp_path / "missing.warc.gz")},
        {**good, "warc_record_offset": offset + 1, "warc_record_length": None},
        {**good, "warc_record_offset": 1 << 40},
        {**good, "warc_record_length": good["warc_record_length"] - 100},
        {**good, "url": "https://example.org/"},
    ]
    causes = ["No such file", "no record starts here", "no record starts here", "longer", "https://example.org/"]
    index = pa.Table.from_pylist([wrong[0], good, *wrong[1:], good])
    columns = [*PLACE, "error"]
    rows = rows_of(index=index, columns=columns, errors="record")
    assert rows[1] == rows[6] == {**good, "error": None}
    for row, place, cause in zip([rows[0], *rows[2:6]], wrong, causes, strict=True):
        assert cause in row["error"], row
        assert (row["warc_filename"], row["warc_record_offset"]) == (place["warc_filename"], place["warc_record_offset"])
    skipping = tagrake.read_warc(index=index, columns=columns, errors="skip")
    assert pa.table(skipping).to_pylist() == [rows[1], rows[6]]
    assert skipping.counts["errors"] == {"io": 1, "no-record": 3, "unknown": 1}
    with pytest.raises(FileNotFoundError, match="missing.warc.gz"):
        list(tagrake.read_warc(index=index, errors="raise"))
    with pytest.raises(tagrake.InputError, match="no record starts here"):
        list(tagrake.read_warc(index=index.slice(2), errors="raise"))
    missing = tmp_path / "missing.cdxj"
    assert "No such file" in rows_of(index=missing, errors="record")[0]["error"]
    # By default, a file that is not there raises, and a record that is not there is a row.
    for table in (index, missing):
        with pytest.raises(FileNotFoundError, match="missing"):
            list(tagrake.read_warc(index=table))
    assert [row["error"] is None for row in rows_of(index=index.slice(1), columns=columns)] == [True, *[False] * 4, True]
    with pytest.raises(FileNotFoundError):
        list(tagrake.read_warc(index=missing, errors="raise"))


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"offset": [1]}, "index=: no column is named 'warc_filename' or 'filename'"),
        ({"filename": ["a"]}, "index=: no column is named 'warc_record_offset' or 'offset'"),
        ({"filename": ["a", None], "offset": [1, 2]}, "index=: row 1: the value of 'filename' is missing"),
        ({"filename": ["a", "b"], "offset": [1, None]}, "index=: row 1: the value of 'offset' is missing"),
        ({"filename": ["a"], "offset": [-1]}, "index=: column 'offset': .*-1"),
        ({"filename": ["a"], "offset": ["x"]}, "index=: column 'offset': .*'x'"),
        ({"filename": ["a"], "offset": [1.5]}, "index=: column 'offset': 1.5 is not a number of bytes"),
        ({"filename": ["a"], "offset": [1], "length": [-2.0]}, "index=: column 'length': -2 is not a number of bytes"),
    ],
)
def test_tables_that_are_no_index(columns: dict[str, Any], message: str) -> None:
    index = pa.table(columns)
    with pytest.raises(ValueError, match=message):
        tagrake.read_warc(index=index)
    if "no column" in message:
        with pytest.raises(ValueError, match=message):
            tagrake.read_warc(index=index.slice(1))


def test_missing_lengths_in_frames_of_pandas(chosen: Rows) -> None:
    index = index_of(chosen).to_pandas()
    index.loc[::2, "warc_record_length"] = float("nan")
    assert index["warc_record_length"].dtype == "float64"
    assert rows_of(index=index, errors="raise") == chosen
    index["url"] = float("nan")
    assert rows_of(index=index, errors="raise") == chosen


def test_an_empty_index() -> None:
    assert rows_of(index=pa.table({"filename": pa.array([], pa.string()), "offset": pa.array([], pa.int64())})) == []


def test_single_records(crawls: list[Path], tmp_path: Path) -> None:
    rows = rows_of(crawls[0])
    names = [f"{row['warc_filename']}:{row['warc_record_offset']}" for row in rows]
    assert rows_of(records=names[2]) == [rows[2]]
    assert rows_of(records=[names[3], names[0]]) == [rows[3], rows[0]]
    # After the records of an index.
    assert rows_of(index=index_of(rows[4:5]), records=names[2]) == [rows[4], rows[2]]
    other = tmp_path / "other.warc"
    head = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\n"
    other.write_bytes(head.encode() + b"<p>\r\n\r\n")
    assert rows_of(other) == []
    assert len(rows_of(records=f"{other}:0")) == 1, "records are of any type"
    assert rows_of(records=f"{other}:0", mime="html") == []


@pytest.mark.parametrize("record", ["a.warc", "a.warc:", "a.warc:-1", ":1", "a.warc:x"])
def test_names_that_are_no_record(record: str) -> None:
    with pytest.raises(ValueError, match="is not FILE:OFFSET, such as crawl.warc.gz:1234"):
        tagrake.read_warc(records=record)
    with pytest.raises(ValueError, match="item 1: "):
        tagrake.read_warc(records=["a.warc:1", record])


SELECTIONS: list[tuple[dict[str, Any], list[str]]] = [
    ({"hosts": ["example.com", "*.example.org"]}, ["--host", "example.com,*.example.org"]),
    ({"hosts": ["*.example.org", "example.net"], "exclude_hosts": ["www.example.org"]},
     ["--host", "*.example.org,example.net", "--exclude-host", "www.example.org"]),
    ({"url_prefixes": ["https://www.example.org/1", "https://www.example.org/2"]},
     ["--url-prefix", "https://www.example.org/1", "--url-prefix", "https://www.example.org/2"]),
    ({"sample": "1/3"}, ["--sample", "1/3"]),
    ({"dedup": "digest"}, ["--dedup", "digest"]),
    ({"dedup": "declared-digest"}, ["--dedup", "declared-digest"]),
    ({"dedup": "text"}, ["--dedup", "text"]),
    ({"min_words": 200, "languages": "en"}, ["--min-words", "200", "--lang", "en"]),
    ({"languages": ["ja", "en"]}, ["--lang", "ja,en"]),
    ({"dedup": "digest", "hosts": ["example.net"]}, ["--dedup", "digest", "--host", "example.net"]),
    ({"limit": 5}, ["--limit", "5"]),
    ({"limit": 100_000}, ["--limit", "100000"]),
]  # fmt: skip


@pytest.mark.parametrize(("keywords", "options"), SELECTIONS, ids=lambda value: " ".join(value))
def test_selections_are_those_of_the_command(keywords: dict[str, Any], options: list[str], pages: list[bytes], tmp_path: Path) -> None:
    path, out = tmp_path / "crawl.warc.gz", tmp_path / "rows.arrow"
    hosts = ["example.com", "www.example.org", "example.net", "badexample.org"]
    path.write_bytes(b"".join(warc_record(f"https://{host}/{n}", page) for host in hosts for n, page in enumerate(pages)))
    tables: list[tuple[str, TableName]] = [("extract", "pages"), ("links", "links"), ("blocks", "blocks"), ("tables", "tables")]
    for verb, table in tables:
        run = run_command(verb, "-j", "1", "--format", "arrow", "-o", out, *options, path)
        assert run.returncode == 0, run.stderr
        printed = pa.ipc.open_stream(out.read_bytes()).read_all()
        assert 0 < printed.num_rows
        reader = tagrake.read_warc(path, table=table, **keywords)
        assert pa.table(reader).combine_chunks() == printed.combine_chunks()
        assert reader.counts["rows"] == printed.num_rows
        if table == "pages":
            complete = keywords.get("limit") == 100_000
            assert (printed.num_rows < len(hosts) * len(pages)) is not complete
            assert printed.num_rows == 5 or "limit" not in keywords or complete


def test_fetch_times_select_records(pages: list[bytes], tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(warc_record("https://example.com/", pages[0]))
    windows: list[tuple[dict[str, Any], int]] = [
        ({"fetched_from": "2026-11-21", "fetched_to": "2026-11-21"}, 1),
        ({"fetched_from": "2026-11-21T13:17:05Z"}, 1),
        ({"fetched_from": "2026-11-21T13:17:06Z"}, 0),
        ({"fetched_to": "2026-11-21T13:17:05Z"}, 0),
        ({"fetched_to": "2026-11"}, 1),
    ]
    for keywords, count in windows:
        reader = tagrake.read_warc(path, **keywords)
        assert (pa.table(reader).num_rows, reader.counts["skipped"]) == (count, {} if count else {"fetch-time": 1}), keywords


def test_what_was_skipped_is_counted(crawls: list[Path], pages: list[bytes]) -> None:
    reader = tagrake.read_warc(crawls, dedup="digest", threads=0)
    assert pa.table(reader).num_rows == len(set(pages))
    assert reader.counts["skipped"] == {"duplicate": 7 * len(pages) - len(set(pages))}
    assert reader.counts["forgotten_digests"] == 0


@pytest.mark.parametrize(
    ("keywords", "error", "message"),
    [
        ({}, TypeError, "needs paths, manifest=, index= or records="),
        ({"paths": "a", "index": "b"}, ValueError, "pass one or the other"),
        ({"manifest": "a", "records": "b:1"}, ValueError, "pass one or the other"),
        ({"paths": "a", "base": "b"}, ValueError, "base= needs manifest= or index="),
        ({"records": "a:1", "base": "b"}, ValueError, "base= needs manifest= or index="),
        ({"index": 1}, TypeError, "expected a path or URL of an index, or an Arrow table, batch or stream of one, not int"),
        ({"records": [1]}, TypeError, 'item 0: expected a str "FILE:OFFSET", not int'),
        ({"paths": "a", "hosts": ["a b"]}, ValueError, "'a b' is not a host"),
        ({"paths": "a", "hosts": []}, ValueError, "expected at least one host"),
        ({"paths": "a", "url_prefixes": []}, ValueError, "expected at least one text"),
        ({"paths": "a", "sample": "2/1"}, ValueError, "'2/1' is not a fraction such as 1/100"),
        ({"paths": "a", "fetched_from": "18.5.2024"}, ValueError, "argument 'fetched_from': '18.5.2024' is not a time: use 2024, 2024-05"),
        ({"paths": "a", "fetched_from": "2024-06", "fetched_to": "2024-05"}, ValueError, "fetched_from is after fetched_to"),
        ({"paths": "a", "dedup": "url"}, ValueError, 'expected "digest", "declared-digest" or "text", not .url.'),
        ({"paths": "a", "languages": "en-US"}, ValueError, "'en-US' is no language that can be detected: expected one of af, ak"),
        ({"paths": "a", "languages": []}, ValueError, "expected at least one language"),
        ({"paths": "a", "min_words": 0}, ValueError, "expected an int of at least 1, not 0"),
        ({"paths": "a", "table": "records", "min_words": 1}, ValueError, "takes neither min_words=, languages= nor dedup="),
        ({"paths": "a", "scripting": True, "dedup": "text"}, ValueError, "scripting=True cannot be used with min_words="),
        ({"paths": "a", "limit": 0}, ValueError, "expected an int of at least 1, not 0"),
    ],
)
def test_wrong_keywords(keywords: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message.replace("*", r"\*")):
        tagrake.read_warc(**keywords)


def test_names_of_hostile_tables(crawls: list[Path], tmp_path: Path) -> None:
    long = "x" * (1 << 20)
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    files = [str(fifo), "/dev/zero", str(tmp_path), "-", long, str(crawls[0]), str(crawls[0])]
    urls = [None, None, None, None, None, "http://e.org/" + long, None]
    index = pa.table({"filename": files, "offset": [0] * len(files), "url": urls})
    reader = tagrake.read_warc(index=index, errors="skip")
    assert len(pa.table(reader).to_pylist()) <= 1
    causes = ["a pipe or device", "a pipe or device", "a folder", "standard input", "the name of the file is longer"]
    for cause, message in zip([*causes, "the URL is longer"], reader.errors, strict=True):
        assert cause in message and len(message) < 2000
    with pytest.raises(ValueError, match="FILE:OFFSET") as error:
        tagrake.read_warc(records=long)
    assert len(str(error.value)) < 2000
    schema = pa.schema([("filename", pa.string()), ("offset", pa.int64()), ("filename", pa.string())])
    twice = pa.Table.from_arrays([pa.array(["a"]), pa.array([0]), pa.array(["b"])], schema=schema)
    with pytest.raises(ValueError, match="two columns are named 'filename'"):
        tagrake.read_warc(index=twice)
