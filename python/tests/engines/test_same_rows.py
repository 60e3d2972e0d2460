"""Every way to read WARC files gives the rows of the command, with truncated files and a missing one among them."""

from dataclasses import dataclass
from pathlib import Path

import pyarrow
import pytest
from pyspark.sql import SparkSession
from rows import assert_same, canonical, command_rows
from status import executors
from ways import WAYS, Rows

import tagrake.ray
import tagrake.spark


@dataclass(frozen=True)
class Case:
    """Rows to compare: by a verb of the command with options, and by other ways. Some row has the text `marker`."""

    verb: str
    options: list[str]
    rows: Rows
    marker: str


CONTENT = ["warc_filename", "warc_record_offset", "main_text", "main_score", "main_markdown", "published", "authors", "error"]
TITLES = ["title", "warc_record_offset", "url", "error"]
SELECTED = ["url", "heading=h1", "links[]=a::url", "items{ li | text=::text, url=a::url }", "error"]
BLOCKS = ["page_url", "index", "path", "text", "score", "main"]
CASES = {
    "pages": Case("extract", [], Rows(), '"content_truncated": "'),
    "main content": Case("extract", [], Rows(columns=CONTENT), '"main_score": 0.9'),
    "titles": Case("extract", [], Rows(columns=TITLES), '"title": "'),
    "selected": Case("extract", [], Rows(columns=SELECTED), '"heading": "'),
    "links": Case("links", [], Rows("links"), '"kind": "nav"'),
    "blocks": Case("blocks", [], Rows("blocks", BLOCKS), '"main": true'),
    "tables": Case("tables", [], Rows("tables"), '"header": true'),
    "records": Case("records", [], Rows("records"), '"warc_type": "response"'),
}


def rows_of_the_command(folder: Path, paths: list[str], case: Case, threads: int) -> list[str]:
    columns = case.rows.columns or []
    names, definitions = ([name for name in columns if ("=" in name or "{" in name) == defines] for defines in (False, True))
    fields = [*(["--fields", ",".join(names)] if names else []), *(f"--select={definition}" for definition in definitions)]
    return canonical(command_rows(folder, paths, "-j", str(threads), *fields, *case.options, verb=case.verb))


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    return CASES[request.param]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory, inputs: list[str], case: Case) -> list[str]:
    rows = rows_of_the_command(tmp_path_factory.mktemp("command"), inputs, case, 1)
    assert any(case.marker in row for row in rows), case.marker
    if case.rows.table == "pages":
        assert any('"error": "No such file' in row for row in rows), "no file is missing"
        assert any('"error": "' in row and "No such file" not in row for row in rows), "no file is truncated within a head"
    return rows


def test_the_command_with_two_threads(tmp_path: Path, inputs: list[str], case: Case, expected: list[str]) -> None:
    assert_same(rows_of_the_command(tmp_path, inputs, case, 2), expected)


@pytest.mark.usefixtures("ray_nodes")
@pytest.mark.parametrize("way", WAYS)
def test_same_rows(spark: SparkSession, inputs: list[str], case: Case, expected: list[str], way: str) -> None:
    assert_same(canonical(WAYS[way](spark, inputs, case.rows)), expected)


def test_spark_uses_both_executors(spark: SparkSession, warcs: list[str]) -> None:
    paths = spark.createDataFrame([(path, 1) for path in warcs], "file STRING, other INT")
    pages = tagrake.spark.extract_warcs(spark, paths)
    assert pages.rdd.getNumPartitions() == len(warcs)
    assert_same(canonical(pages.toArrow()), canonical(tagrake.spark.extract_warcs(spark, warcs).toArrow()))
    assert [executor["totalTasks"] > 0 for executor in executors(spark)] == [True, True]


@pytest.mark.usefixtures("ray_nodes")
def test_ray_uses_both_nodes(warcs: list[str]) -> None:
    import ray

    pages = tagrake.ray.extract_warcs(warcs).materialize()
    expected = pyarrow.table(tagrake.read_warc(warcs))
    assert_same(canonical(pyarrow.concat_tables(ray.get(pages.to_arrow_refs()))), canonical(expected))
    assert "2 nodes used" in pages.stats()
    assert f"{len(warcs)} tasks executed" in pages.stats()
