"""The Python and the DuckDB queries in `docs` and the README run on the files that the commands before them write."""

import gzip
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import polars
import pytest

from file_server import FileServer

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# In shell blocks: a command that writes a Parquet file or an Arrow stream, a query, and Python.
COMMANDS = re.compile(
    r'^tagrake (?P<write>[^|\n]* (?:-o \w+\.parquet|> \w+\.arrow)[^|\n]*)$'
    r'|^duckdb -c "(?P<query>[^"]*)"$'
    r"|^python3 -c '(?P<python>[^']*)'$",
    re.MULTILINE,
)


def commands(document: Path) -> Iterator[tuple[str, str]]:
    """Yields the kind and the text of each command, in order."""
    for language, block in re.findall(r"^```(\w+)\n(.*?)^```", document.read_text(), re.DOTALL | re.MULTILINE):
        if language == "python":
            yield "python", block
        elif language == "sh":
            yield from ((str(found.lastgroup), found[str(found.lastgroup)]) for found in COMMANDS.finditer(block))


WITH_QUERIES = [path for path in DOCUMENTS if any(kind != "write" for kind, _ in commands(path))]


def test_all_queries_are_found() -> None:
    for path in WITH_QUERIES:
        kinds = [kind for kind, _ in commands(path)]
        assert kinds.count("query") == path.read_text().count("duckdb -c"), path
        assert kinds.count("python") == len(re.findall("python3 -c|^```python", path.read_text(), re.MULTILINE)), path
    assert {"README.md", "extraction.md", "guide.md"} <= {path.name for path in WITH_QUERIES}


@pytest.mark.parametrize("document", WITH_QUERIES, ids=lambda path: path.name)
def test_queries(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: FileServer) -> None:
    monkeypatch.chdir(tmp_path)
    # The folder that `cli/tests/all/docs.rs` makes for the commands.
    for part in ("corpora/small", "bulk/tests/data/warc-1.0.1"):
        shutil.copytree(ROOT / part, part)
    shutil.copy("bulk/tests/data/warc-1.0.1/crawl.warc.gz", ".")
    Path("crawl.warc").write_bytes(gzip.decompress(Path("crawl.warc.gz").read_bytes()))
    # The server is the object store.
    server.files["/commoncrawl/crawl-data/CC-MAIN-2014-35/warc/crawl.warc.gz"] = Path("crawl.warc.gz").read_bytes()
    monkeypatch.setenv("AWS_ENDPOINT_URL", server.url.rstrip("/"))
    monkeypatch.setenv("AWS_ALLOW_HTTP", "true")
    tagrake("index -o index.parquet crawl.warc")
    Path("cc-index").mkdir()
    with duckdb.connect() as connection:
        # Common Crawl's index also has columns of the pages.
        connection.execute("COPY (SELECT *, 'eng' AS content_languages FROM 'index.parquet') TO 'cc-index/a.parquet'")
        for kind, text in commands(document):
            if kind == "query":
                connection.execute(text).fetchall()
            elif kind == "python":
                exec(compile(text, document.name, "exec"), {"pl": polars})
            else:
                tagrake(text)


def tagrake(arguments: str) -> None:
    subprocess.run(f'"{sys.executable}" -P -m tagrake {arguments}', shell=True, check=True)
