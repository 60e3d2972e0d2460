"""The DuckDB queries of the documents run on the tables that the commands before them write."""

import gzip
import re
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

ROOT = Path(__file__).parents[2]
# A command that writes a Parquet file, or a query.
COMMANDS = re.compile(r'^tagrake (?P<write>[^|\n]* -o \w+\.parquet[^|\n]*)$|^duckdb -c "(?P<query>[^"]*)"$', re.MULTILINE)


def commands(document: Path) -> list[re.Match[str]]:
    blocks = re.findall(r"^```sh\n(.*?)^```", document.read_text(), re.DOTALL | re.MULTILINE)
    return [command for block in blocks for command in COMMANDS.finditer(block)]


DOCUMENTS = [path for path in sorted((ROOT / "docs").glob("*.md")) if any(command["query"] for command in commands(path))]


def test_all_queries_are_found() -> None:
    found = {path.name: sum(bool(command["query"]) for command in commands(path)) for path in DOCUMENTS}
    assert found == {path.name: path.read_text().count("duckdb -c") for path in DOCUMENTS}
    assert {"guide.md", "items.md", "tables.md"} <= set(found)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_queries(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # The folder that `cli/tests/docs.rs` makes for the commands.
    for part in ("corpora/small", "bulk/tests/data/warc-1.0.1"):
        shutil.copytree(ROOT / part, part)
    shutil.copy("bulk/tests/data/warc-1.0.1/crawl.warc.gz", ".")
    Path("crawl.warc").write_bytes(gzip.decompress(Path("crawl.warc.gz").read_bytes()))
    tagrake("index", "-o", "index.parquet", "crawl.warc")
    Path("cc-index").mkdir()
    with duckdb.connect() as connection:
        # Common Crawl's index also has columns of the pages.
        connection.execute("COPY (SELECT *, 'eng' AS content_languages FROM 'index.parquet') TO 'cc-index/a.parquet'")
        for command in commands(document):
            if command["query"]:
                connection.execute(command["query"]).fetchall()
            elif "s3://" not in command["write"]:
                tagrake(*command["write"].split())


def tagrake(*arguments: str) -> None:
    subprocess.run([sys.executable, "-P", "-m", "tagrake", *arguments], check=True)
