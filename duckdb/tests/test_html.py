"""The scalar functions on HTML."""

import gzip
import json
import random

import pytest

from rows import as_line, as_row, rows, with_parsed_json_ld

FUNCTIONS = ["html_links", "html_text", "html_main", "html_metadata"]


def test_values_equal_the_columns_of_read_warc(db, crawl) -> None:
    columns = ["payload", "url", "links", "text", "main_text", "title", "canonical", "og", "flags"]
    query = """
        SELECT html_links(payload, url) = links AS links, html_text(payload) = text AS text,
            html_main(payload, url) = main_text AS main, metadata.title IS NOT DISTINCT FROM title AS title,
            metadata.og = og AS og, metadata.canonical IS NOT DISTINCT FROM canonical AS canonical,
            metadata.flags = flags AS flags
        FROM (SELECT *, html_metadata(payload, url) AS metadata FROM read_warc(?, columns => ?))
    """
    found = rows(db, query, crawl(rounds=400), columns)
    assert len(found) > 2048
    assert {value for row in found for value in row.values()} == {True}


def test_metadata_equals_a_line_of_the_command(db, pages, command, tmp_path) -> None:
    for page in pages:
        (tmp_path / "page.html").write_bytes(page)
        line = as_row(json.loads(command("extract", "page.html").stdout))
        (row,) = rows(db, "SELECT html_metadata(?::BLOB) AS metadata", page)
        assert with_parsed_json_ld(as_line(row["metadata"])) == {
            name: value for name, value in line.items() if name not in ("source", "v", "links")
        }


def test_url_resolves_links(db) -> None:
    html = "<base href=/b/><a href=x>one</a><a href=http://e.org/>two</a>"
    query = "SELECT [[link.url, link.text] FOR link IN html_links($1, 'http://a.org/') IF link.kind = 'nav'] AS links"
    assert rows(db, query, html) == [{"links": [["http://a.org/b/x", "one"], ["http://e.org/", "two"]]}]
    for other in ["", "no url"]:
        unresolved = "SELECT [link.url FOR link IN html_links($1)] AS one, [link.url FOR link IN html_links($1, $2)] AS two"
        urls = [None, None, "http://e.org/"]
        assert rows(db, unresolved, html, other) == [{"one": urls, "two": urls}]


def test_blob_and_varchar(db) -> None:
    """The encoding of a BLOB is detected, and a VARCHAR is text, whatever it declares."""
    query = "SELECT html_text('<meta charset=koi8-r>é') AS text, html_text('<meta charset=latin1>\\xE9'::BLOB) AS blob"
    assert rows(db, query) == [{"text": "é", "blob": "é"}]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_null(db, function: str) -> None:
    values = "(VALUES ('<p>a', 'http://e.org/'), (NULL, 'http://e.org/'), ('<p>b', NULL), (NULL, NULL)) AS t(html, url)"
    query = f"SELECT {function}(html) IS NULL AS one, {function}(html, url) IS NULL AS two FROM {values}"
    assert [(row["one"], row["two"]) for row in rows(db, query)] == [(False, False), (True, True), (False, True), (True, True)]
    constants = f"SELECT {function}(NULL) IS NULL AS one, {function}('<p>', NULL) IS NULL AS two"
    assert rows(db, constants) == [{"one": True, "two": True}]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_any_bytes(db, pages, function: str) -> None:
    """Random bytes and damaged pages give a value, data of other types gives NULL."""
    random.seed(7)
    values = [b"", b"\x00", b"text", b"<!" + b"\xff" * 100, b"<" + random.randbytes(10_000), b"<a" * 20_000]
    for page in pages:
        damaged = bytearray(page)
        for _ in range(200):
            damaged[random.randrange(len(damaged))] = random.randrange(256)
        values.append(bytes(damaged))
    others = [gzip.compress(pages[0]), b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"%PDF-1.7\n", b"WARC/1.0\r\nWARC-Type: response\r\n\r\n"]
    db.execute("CREATE TABLE t (html BLOB)")
    db.executemany("INSERT INTO t VALUES (?)", [[value] for value in values + others])
    query = f"SELECT count({function}(html)) AS one, count({function}(html, 'no url')) AS two FROM t"
    assert rows(db, query) == [{"one": len(values), "two": len(values)}]


def test_many_threads(db) -> None:
    db.execute("CREATE TABLE t AS SELECT '<title>' || i || '</title><a href=/' || i || '>' AS html, i FROM range(50000) AS r(i)")
    query = """
        SELECT count(*) AS n FROM t
        WHERE html_metadata(html).title = i::VARCHAR AND html_links(html, 'http://e.org')[1].url = 'http://e.org/' || i
    """
    assert rows(db, query) == [{"n": 50000}]
