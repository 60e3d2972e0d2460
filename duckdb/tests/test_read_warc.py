"""`read_warc`: rows, columns, inputs, options and errors."""

import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from rows import as_line, as_row, rows, with_parsed_json_ld

VERBS = {"pages": "extract", "links": "links", "blocks": "blocks", "tables": "tables", "records": "records"}


@pytest.mark.parametrize("table", VERBS)
def test_rows_equal_the_lines_of_the_command(db, crawl, command, table: str) -> None:
    """All rows, in order: more than one chunk of DuckDB in most tables."""
    path = crawl(rounds=250 if table == "pages" else 30)
    lines = [json.loads(line) for line in command(VERBS[table], path).stdout.splitlines()]
    found = rows(db, f"FROM read_warc(?, rows => '{table}')", path)
    assert len(found) == len(lines) > 0
    for row, line in zip(found, lines, strict=True):
        assert with_parsed_json_ld(as_line(row)) == as_row(line)


@pytest.mark.parametrize("table", VERBS)
def test_types_are_the_types_of_the_schema(db, crawl, command, table: str) -> None:
    db.execute(command("schema", "--table", table, "--format", "sql").stdout)
    expected = [row["column_type"] for row in rows(db, f'DESCRIBE FROM "{table}"')]
    described = rows(db, f"DESCRIBE FROM read_warc(?, rows => '{table}')", crawl())
    assert [row["column_type"] for row in described] == expected


def test_a_query_reads_only_the_columns_that_it_needs(db, crawl, pages) -> None:
    path = crawl(rounds=3)
    assert rows(db, "SELECT count(*) AS n FROM read_warc(?)", path) == [{"n": 3 * len(pages)}]
    by_name = "SELECT title, url FROM read_warc(?) WHERE len(links) > 0 AND fetch_status = 200 ORDER BY ALL"
    everything = "SELECT title, url FROM (SELECT * FROM read_warc(?)) WHERE len(links) > 0 ORDER BY ALL"
    assert rows(db, by_name, path) == rows(db, everything, path) != []


def test_columns_on_request(db, crawl, pages) -> None:
    columns = ["payload", "main_text", "text", "warc_record_id", "http_headers"]
    found = rows(db, "FROM read_warc(?, columns => ?)", crawl(), columns)
    assert [row["payload"] for row in found] == pages
    assert list(found[0]) == columns
    assert found[0]["http_headers"] == [{"key": "Content-Type", "value": "text/html"}]
    assert any(row["main_text"] and row["main_text"] != row["text"] for row in found)
    one = rows(db, "FROM read_warc(?, columns => 'title')", crawl())
    assert {tuple(row) for row in one} == {("title",)}


def test_columns_of_every_table(db, crawl) -> None:
    path = crawl()
    links = rows(db, "FROM read_warc(?, rows => 'links', columns => ['url', 'host', 'region'], kinds => 'nav')", path)
    assert any(row["region"] == "nav" for row in links)
    blocks = rows(db, "FROM read_warc(?, rows => 'blocks', columns => ['text', 'main'])", path)
    assert {row["main"] for row in blocks} == {True, False}
    cells = rows(db, "FROM read_warc(?, rows => 'tables', columns => ['text'])", path)
    assert all(row["text"] is not None for row in cells)
    records = rows(db, "FROM read_warc(?, rows => 'records', columns => ['warc_type', 'payload'])", path)
    assert {row["warc_type"] for row in records} == {"response"} and all(row["payload"] for row in records)


def test_records_are_of_all_types_by_default_and_read_no_pages(db) -> None:
    path = str(Path(__file__).parents[2] / "bulk" / "tests" / "data" / "warc-1.0.1" / "crawl.warc.gz")
    types = rows(db, "SELECT DISTINCT warc_type FROM read_warc(?, rows => 'records')", path)
    assert {row["warc_type"] for row in types} == {"warcinfo", "request", "response", "metadata"}
    with pytest.raises(duckdb.Error, match="'records' read no pages, so they take none of the options of pages"):
        rows(db, "FROM read_warc(?, rows => 'records', kinds => 'nav')", path)


def test_inputs(db, crawl, pages, tmp_path: Path) -> None:
    a, b = crawl("warc/a.warc.gz"), crawl("warc/b.warc.gz")
    (tmp_path / "manifest").write_text("a.warc.gz\nb.warc.gz\n")
    offsets = "SELECT warc_record_offset AS offset FROM read_warc(?) LIMIT 2"
    (tmp_path / "index.csv").write_text(
        "filename,offset\n" + "".join(f"a.warc.gz,{row['offset']}\n" for row in rows(db, offsets, a))
    )

    def names(source: str, *values: object) -> list[str]:
        found = rows(db, f"SELECT parse_filename(warc_filename) AS name FROM read_warc({source})", *values)
        return [row["name"] for row in found]

    both = ["a.warc.gz"] * len(pages) + ["b.warc.gz"] * len(pages)
    assert names("?", str(tmp_path / "warc" / "*.warc.gz")) == both
    assert names("?", str(tmp_path / "**" / "[ab].warc.gz")) == both
    assert names("?", [b, a]) == both[len(pages) :] + both[: len(pages)]
    assert names("?", str(tmp_path / "warc")) == both
    base = str(tmp_path / "warc")
    assert names("[], manifest => ?, base => ?", str(tmp_path / "manifest"), base) == both
    assert names("[], index => ?, base => ?", str(tmp_path / "index.csv"), base) == ["a.warc.gz"] * 2


def test_home_folder_and_other_formats(db, pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "page.html").write_bytes(pages[0])
    (tmp_path / "pages.jsonl").write_text(json.dumps({"url": "http://e.org/", "html": "<title>T</title>"}) + "\n")
    found = rows(db, "SELECT url, title, source FROM read_warc(['~/page.html', '~/pages.jsonl'])")
    assert found[1] == {"url": "http://e.org/", "title": "T", "source": f"{tmp_path}/pages.jsonl:1"}
    assert found[0]["title"]


def test_url(db, pages, server) -> None:
    server.files["/page.html"] = pages[0]
    (row,) = rows(db, "SELECT url, title FROM read_warc(?)", f"{server.url}page.html")
    assert row["url"] == f"{server.url}page.html"


@pytest.mark.parametrize(
    ("options", "share"),
    [
        ("hosts => 'example.com'", 1.0),
        ("hosts => ['a.org', 'b.org']", 0.0),
        ("exclude_hosts => '*.com'", 0.0),
        ("exclude_hosts => [], kinds => []", 1.0),
        ("url_prefixes => ['https://example.com/0', 'http://no/']", None),
        ("mime => ['image/png', 'text/css']", 0.0),
        ("mime => 'all', status => '2xx'", 1.0),
        ("status => ['404', '3xx']", 0.0),
        ("sample => '1/1'", 1.0),
        ("fetched_from => '2026-11-21', fetched_to => '2026-11-21T13:17:06Z'", 1.0),
        ("fetched_to => '2026-11-21T13:17:05Z'", 0.0),
        ("dedup => 'digest'", 0.5),
        ("agent => 'googlebot', columns => ['url', 'robots_index']", 1.0),
        ("threads => 1", 1.0),
        ("input => 'warc'", 1.0),
        ("max_record_bytes => 1000000, max_links => 7, max_arena_bytes => 100000000", 1.0),
        ("scripting => true, hidden_text => true, profile => 'standard', encoding => 'latin1'", 1.0),
        ("view => 'precise', markdown_with => ['links', 'images'], link_attributes => 'img@data-full'", 1.0),
    ],
)
def test_options(db, crawl, pages, options: str, share: float | None) -> None:
    (row,) = rows(db, f"SELECT count(*) AS n FROM read_warc(?, {options})", crawl(rounds=2))
    expected = 2 * len(pages) * share if share is not None else 2
    assert row["n"] == expected


def test_options_of_pages_take_effect(db, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(b"<title>\xe9</title><p hidden>H</p><noscript><a href=/n></a></noscript><img src=/i><a href=/a>A</a>")
    query = "SELECT title, text, [link.raw FOR link IN links] AS links FROM read_warc(?, columns => ['title', 'text', 'links']"
    (plain,) = rows(db, f"{query})", str(page))
    assert plain == {"title": "é", "text": "A", "links": ["/n", "/i", "/a"]}
    (some,) = rows(db, f"{query}, kinds => ['nav'], scripting => true, hidden_text => true, encoding => 'koi8-r')", str(page))
    assert some == {"title": "И", "text": "H\nA", "links": ["/a"]}
    (few,) = rows(db, f"{query}, max_links => 1)", str(page))
    assert few["links"] == ["/n"]
    (neither,) = rows(db, f"{query}, link_scope => 'internal')", str(page))
    assert neither["links"] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("'{}', colums => ['url']", "colums"),
        ("'{}', columns => ['titel']", "no 'titel' in the table 'pages', which has id, source"),
        ("'{}', columns => ['title,url']", "no 'title,url'"),
        ("'{}', columns => ['url', 'title', 'url']", "columns: 'url' is requested twice"),
        ("'{}', columns => []", "columns is an empty list"),
        ("'{}', hosts => []", "hosts is an empty list"),
        ("'{}', url_prefixes => []", "url_prefixes is an empty list"),
        ("'{}', columns => 7", "columns must be a text or a list of texts, not 7"),
        ("'{}', rows => 'page'", "rows cannot be 'page': expected one of 'pages', 'links', 'blocks', 'tables'"),
        ("'{}', kinds => 'navi'", "kinds cannot be 'navi': expected one of"),
        ("'{}', errors => 'fail'", "errors cannot be 'fail': expected one of 'raise', 'record', 'skip'"),
        ("'{}', errors => 'record', columns => 'url'", "errors: 'record' needs the column 'error'"),
        ("'{}', input => 'pdf'", "input cannot be 'pdf': expected one of 'auto', 'html', 'jsonl', 'warc'"),
        ("'{}', threads => -1", "threads must be 0 or more, not -1"),
        ("'{}', hosts => 'https://a.org/'", "hosts: "),
        ("'{}', status => 'many'", "status: "),
        ("'{}', sample => '2'", "sample: "),
        ("'{}', fetched_from => '18.5.2024'", "fetched_from: "),
        ("'{}', fetched_from => '2025', fetched_to => '2024'", "fetched_to: the window of fetch times ends before it begins"),
        ("'{}', encoding => 'utf-9'", "no encoding has the label 'utf-9'"),
        ("'{}', base => 'x'", "base needs manifest or index"),
        ("'{}', index => 'x'", "index replaces paths"),
        ("[]", "the input needs a path"),
        ("NULL", "the input needs a path"),
        ("7", "the path must be a text or a list of texts, not 7"),
        ("['{}', NULL]", "the path must not be NULL"),
        ("'no/such.warc'", "no/such.warc: No such file or directory"),
        ("'no/such*.warc'", "no/such*.warc: no file matches"),
    ],
)
def test_wrong_arguments(db, crawl, arguments: str, message: str) -> None:
    with pytest.raises(duckdb.Error) as raised:
        db.execute(f"DESCRIBE FROM read_warc({arguments.format(crawl())})")
    assert message in str(raised.value)


def test_a_file_that_cannot_be_opened_is_an_error(db, crawl, tmp_path: Path) -> None:
    (tmp_path / "manifest").write_text("crawl.warc.gz\nmissing.warc\n")
    crawl()
    source = "read_warc([], manifest => ?, base => ?"
    values = [str(tmp_path / "manifest"), str(tmp_path)]
    with pytest.raises(duckdb.Error, match=r"missing\.warc: No such file"):
        db.execute(f"SELECT count(*) FROM {source})", values).fetchall()
    recorded = rows(db, f"SELECT error FROM {source}, errors => 'record') WHERE error IS NOT NULL", *values)
    assert len(recorded) == 1 and "No such file" in recorded[0]["error"]
    assert rows(db, f"SELECT count(error) AS n FROM {source}, errors => 'skip')", *values) == [{"n": 0}]


def test_damage(db, crawl, pages, capfd: pytest.CaptureFixture[str]) -> None:
    path = crawl(damaged=True)
    good = len(pages) - 1

    def count(what: str, options: str = "") -> int:
        ((number,),) = db.execute(f"SELECT count({what}) FROM read_warc(?{options})", [path]).fetchall()
        return number

    # The number of rows does not depend on the columns that the query reads.
    for options in ["", ", errors => 'record'", ", columns => ['url', 'error']"]:
        assert (count("*", options), count("error", options)) == (good + 1, 1)
    assert count("*", ", errors => 'skip'") == good
    with pytest.raises(duckdb.Error, match=r"crawl\.warc\.gz:\d+"):
        count("*", ", errors => 'raise'")
    assert capfd.readouterr().err == ""
    # Rows without a column for the error.
    for options in [", columns => 'url'", ", rows => 'blocks'"]:
        assert count("*", options) >= good
        warning = capfd.readouterr().err
        assert warning.startswith("read_warc: 1 ") and f"{path}:" in warning
    assert count("*", ", columns => 'url'") == good


def test_a_prepared_statement_reads_again(db, crawl, pages) -> None:
    path = crawl()
    db.execute(f"PREPARE titles AS SELECT title FROM read_warc('{path}') WHERE url LIKE ?")
    first = rows(db, "EXECUTE titles('%/0')")
    assert first == rows(db, "EXECUTE titles('%/0')") and len(first) == 1
    twice = "SELECT count(*) AS n FROM read_warc($1) AS a JOIN read_warc($1) AS b USING (url)"
    assert rows(db, twice, path) == [{"n": len(pages)}]


def test_a_query_that_ends_early(db, crawl: Callable[..., str]) -> None:
    path = crawl(rounds=200)
    for _ in range(10):
        found = rows(db, "SELECT warc_record_offset AS offset FROM read_warc(?) LIMIT 3", path)
        assert [row["offset"] for row in found] == sorted(row["offset"] for row in found)
        assert len(found) == 3


def test_a_write_keeps_the_order(db, crawl, tmp_path: Path) -> None:
    path, out = crawl(rounds=1500), tmp_path / "pages.parquet"
    db.execute(f"COPY (SELECT warc_record_offset AS offset, title FROM read_warc('{path}')) TO '{out}'")
    offsets = [row["offset"] for row in rows(db, "FROM read_parquet(?)", str(out))]
    assert offsets == sorted(offsets) and len(set(offsets)) == len(offsets) > 4000
