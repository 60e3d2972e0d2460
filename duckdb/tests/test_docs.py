"""The queries of README.md run."""

import re
from pathlib import Path

import duckdb
import pytest

README = (Path(__file__).resolve().parents[1] / "README.md").read_text()
QUERIES = re.findall(r"^```sql\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("query", QUERIES)
def test_queries(db, crawl, pages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str) -> None:
    crawl("crawl/a.warc.gz")
    monkeypatch.chdir(tmp_path)
    db.execute("CREATE TABLE pages AS SELECT url, payload AS html FROM read_warc('crawl/a.warc.gz', columns => ['url', 'payload'])")
    assert db.execute(query).fetchall()
    assert len(QUERIES) == 4


def test_parameters(db: duckdb.DuckDBPyConnection) -> None:
    """The tables of README.md name each parameter and each function."""
    query = "SELECT parameters FROM duckdb_functions() WHERE function_name = 'read_warc'"
    ((parameters,),) = db.execute(query).fetchall()
    named = [name for name in parameters if name != "col0"]
    assert len(named) > 20
    table = README.split("## `read_warc`")[1].split("## Functions")[0]
    assert [name for name in named if f"`{name}`" not in table] == []
    functions = db.execute("SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_name LIKE 'html\\_%' ESCAPE '\\'")
    assert all(f"`{name}(" in README for (name,) in functions.fetchall())
