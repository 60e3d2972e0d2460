"""Runs the example jobs and the recipes of `docs/clusters.md`."""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

import pyarrow.parquet
import pytest

import tagrake
from file_server import FileServer

PYTHON = Path(__file__).parents[2]
EXAMPLES = PYTHON / "examples"


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory, warcs: list[str]) -> Path:
    path = tmp_path_factory.mktemp("manifest") / "warc.paths"
    path.write_text("".join(f"{warc}\n" for warc in warcs))
    return path


@pytest.fixture(scope="module")
def edges(warcs: list[str]) -> dict[tuple[str, str], int]:
    """The graph, computed in plain Python."""
    links: Counter[tuple[str, str]] = Counter()
    for batch in tagrake.read_warc(warcs, table="links", columns=["page_url", "url"]):
        for row in batch.to_arrow().to_pylist():
            source, target = (reversed_host(row[name]) for name in ("page_url", "url"))
            if source and target and source != target:
                links[source, target] += 1
    return dict(links)


def reversed_host(url: str | None) -> str | None:
    parts = urlsplit(url or "")
    host = (parts.hostname or "").rstrip(".")
    is_host = parts.scheme in ("http", "https") and re.search("[a-z_-]", host) and ":" not in host
    return ".".join(reversed(host.split("."))) if is_host else None


def run(*command: str | Path, folder: Path) -> str:
    scripts = Path(sys.executable).parent
    mine = {"PATH": f"{scripts}:{os.environ['PATH']}", "PYSPARK_PYTHON": sys.executable, "RAY_ADDRESS": "local"}
    ended = subprocess.run(command, cwd=folder, env=os.environ | mine, capture_output=True, text=True, timeout=200, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def read_edges(folder: Path) -> dict[tuple[str, str], int]:
    rows = pyarrow.parquet.read_table(folder).to_pylist()
    assert len(rows) == len({(row["s"], row["t"]) for row in rows}), "an edge is duplicated"
    return {(row["s"], row["t"]): row["links"] for row in rows}


def test_spark_links(tmp_path: Path, manifest: Path, edges: dict[tuple[str, str], int]) -> None:
    out = tmp_path / "graph"
    script = EXAMPLES / "spark_links.py"
    printed = run("spark-submit", "--master", "local-cluster[2,1,1024]", script, manifest, out, folder=tmp_path)
    assert read_edges(out / "edges") == edges
    hosts = {host for edge in edges for host in edge}
    degrees = {row["host"]: row for row in pyarrow.parquet.read_table(out / "hosts").to_pylist()}
    assert degrees.keys() == hosts
    assert degrees["com.example"]["links_to"] == sum(source == "com.example" for source, _ in edges)
    assert f"{len(hosts)} hosts, {len(edges)} edges, {sum(edges.values())} links" in printed


def test_ray_links(tmp_path: Path, manifest: Path, edges: dict[tuple[str, str], int]) -> None:
    out = tmp_path / "graph"
    printed = run(sys.executable, EXAMPLES / "ray_links.py", manifest, out, folder=tmp_path)
    assert read_edges(out) == edges
    assert f"{len(edges)} edges, {sum(edges.values())} links" in printed


def recipe_of(engine: str, call: str) -> str:
    """Returns the Python block with `call` in the section of an engine."""
    section = (PYTHON / "docs" / "clusters.md").read_text().split(f"\n## {engine}\n")[1].split("\n## ")[0]
    recipes: list[str] = re.findall(r"^```python\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    assert len(recipes) == {"Spark": 3, "Ray": 2}[engine]
    (found,) = [recipe for recipe in recipes if call in recipe]
    return found


@pytest.mark.parametrize(("engine", "call"), [("Spark", "read.format"), ("Spark", "extract_warcs"), ("Ray", "extract_warcs")])
def test_recipes_of_engines(tmp_path: Path, warcs: list[str], engine: str, call: str) -> None:
    batches = tagrake.read_warc(warcs, table="links", columns=["page_url", "url"], kinds=["nav"])
    expected = [tuple(row.values()) for batch in batches for row in batch.to_arrow().to_pylist()]
    crawl = tmp_path / "crawl"
    crawl.mkdir()
    for path in warcs:
        (crawl / Path(path).name).symlink_to(path)
    printed = run(sys.executable, "-c", recipe_of(engine, call), folder=tmp_path)
    links = pyarrow.parquet.read_table(tmp_path / "links", columns=["page_url", "url"])
    # The recipe for Spark removes duplicate links of a page.
    found = Counter(tuple(row.values()) for row in links.to_pylist())
    assert found == Counter(set(expected) if engine == "Spark" else expected) and found
    assert f"{links.num_rows} links" in printed
    texts = pyarrow.parquet.read_table(tmp_path / "texts", columns=["url", "main_text", "main_score"])
    batches = tagrake.read_warc(warcs, columns=["url", "main_text", "main_score"])
    rows = [tuple(row.values()) for batch in batches for row in batch.to_arrow().to_pylist()]
    assert sorted(tuple(row.values()) for row in texts.to_pylist()) == sorted(row for row in rows if (row[2] or 0) > 0.5) != []


@pytest.mark.parametrize("engine", ["Spark", "Ray"])
def test_recipes_by_index(
    tmp_path: Path, warcs: list[str], server: FileServer, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    # The server is the object store.
    server.files = {f"/commoncrawl/{Path(warc).name}": Path(warc).read_bytes() for warc in warcs}
    monkeypatch.setenv("AWS_ENDPOINT_URL", server.url.rstrip("/"))
    monkeypatch.setenv("AWS_ALLOW_HTTP", "true")
    places = ["url", "warc_filename", "warc_record_offset", "warc_record_length"]
    rows = pyarrow.table(tagrake.read_warc(warcs, columns=[*places, "title", "main_text", "error"], errors="skip")).to_pylist()
    index = [{name: row[name] for name in places} for row in rows]
    for number, entry in enumerate(index):
        entry["warc_filename"] = Path(entry["warc_filename"]).name
        entry["content_languages"] = ["tha", "eng"][number % 2]
        entry["fetch_status"] = 404 if number % 10 == 0 else 200
    (tmp_path / "index").mkdir()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(index), tmp_path / "index" / "0.parquet")
    run(sys.executable, "-c", recipe_of(engine, "extract_records"), folder=tmp_path)
    pages = pyarrow.parquet.read_table(tmp_path / "pages").to_pylist()
    columns = list(pages[0])
    for row in rows:
        row["warc_filename"] = f"s3://commoncrawl/{Path(row['warc_filename']).name}"
    expected = [[row[name] for name in columns] for number, row in enumerate(rows) if number % 2 == 0 and number % 10]
    assert sorted(map(str, expected)) == sorted(str(list(row.values())) for row in pages) != []
