"""The table "records": a row for each record of an archive, equal to what warcio reads."""

import gzip
import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import tagrake
from tagrake import scan_warc
from warcio.archiveiterator import ArchiveIterator

DATA = Path(__file__).parents[2] / "bulk" / "tests" / "data"
FILES = [DATA / "warc-1.0.1" / "crawl.warc.gz", DATA / "pywb" / "irregular.warc.gz"]
COLUMNS = ["warc_type", "url", "fetch_time", "fetch_status", "warc_headers", "http_headers", "block_length", "payload"]
# Records whose HTTP header is read as browsers read it, and not as warcio reads it.
DIFFERENT = ["nohead", "status", "emptyline", "continued"]


def rows(path: Path, **options: Any) -> list[Any]:
    return [row for batch in tagrake.read_warc(path, table="records", **options) for row in batch]


def pairs(fields: list[dict[str, str]]) -> list[tuple[str, str]]:
    return [(field["key"], field["value"]) for field in fields]


def changed(key: str, value: str) -> str:
    """Returns the value of a header field as warcio changes it."""
    return value.removeprefix("<").removesuffix(">").replace(" ", "%20") if key == "WARC-Target-URI" else value


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_equal_to_warcio(path: Path) -> None:
    found, compared = rows(path, columns=COLUMNS), 0
    # warcio reads no member with several records.
    file = io.BytesIO(gzip.decompress(path.read_bytes()))
    for record, row in zip(ArchiveIterator(file), found, strict=True):
        headers = record.rec_headers
        assert row["warc_type"] == headers.get_header("WARC-Type")
        assert changed("WARC-Target-URI", row["url"] or "") == (headers.get_header("WARC-Target-URI") or "")
        assert [(key, changed(key, value)) for key, value in pairs(row["warc_headers"])] == headers.headers
        date = headers.get_header("WARC-Date")
        if date and len(date) == 20:
            assert row["fetch_time"] == datetime.strptime(date, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
        if any(name in (row["url"] or "") for name in DIFFERENT):
            continue
        if record.http_headers is not None and row["http_headers"]:
            assert pairs(row["http_headers"]) == record.http_headers.headers
            compared += 1
        if record.rec_type == "response" and record.http_headers is not None and row["fetch_status"]:
            assert str(row["fetch_status"]) == record.http_headers.get_statuscode()
        assert row["payload"] == record.content_stream().read()
    assert len(found) > 10 and compared >= 6


def test_records_of_all_types_are_selected_by_default() -> None:
    types = [row["warc_type"] for row in rows(FILES[0])]
    assert types[:4] == ["warcinfo", "request", "response", "metadata"]
    assert {row["warc_type"] for row in rows(FILES[0], hosts="0x20.be")} == {"request", "response", "metadata"}
    assert {row["warc_type"] for row in rows(FILES[0], status=200)} == {"response"}
    frame = scan_warc(FILES[0], table="records").select("url", "block_length").collect()
    assert frame.height == len(types)


def test_what_reads_no_pages_takes_no_options_of_pages(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match='argument .table.: "records" reads no pages'):
        tagrake.read_warc(FILES[0], table="records", kinds="nav")
    page = tmp_path / "page.html"
    page.write_text("<title>Us</title>")
    with pytest.raises(tagrake.InputError, match=r"page\.html.*expected a record of a WARC file"):
        rows(page, errors="raise")


def test_decompressed_file_objects_have_no_places() -> None:
    file = gzip.open(FILES[1])
    reader = tagrake.read_warc(file, table="records", columns=["warc_record_offset", "warc_type"])
    places = {row["warc_record_offset"] for batch in reader for row in batch}
    plain = tagrake.read_warc(io.BytesIO(FILES[1].read_bytes()), table="records", columns=["warc_record_offset"])
    assert len({row["warc_record_offset"] for batch in plain for row in batch}) > 40
    assert places == {None}
