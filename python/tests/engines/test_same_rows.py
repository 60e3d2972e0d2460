"""The command with one and two threads, Python, Spark and Ray give the same rows."""

from pathlib import Path
from typing import Literal

import pyarrow
import pytest
from pyspark.sql import SparkSession
from rows import assert_same, canonical, command_rows
from status import executors

import tagrake
import tagrake.ray
import tagrake.spark

CONTENT = ["warc_filename", "warc_record_offset", "main_text", "main_score", "main_markdown", "published", "authors", "error"]
BLOCKS = ["page_url", "index", "path", "text", "score", "main"]


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory, warcs: list[str]) -> list[str]:
    rows = canonical(command_rows(tmp_path_factory.mktemp("command"), warcs, "-j", "1"))
    assert any('"content_truncated": "' in row for row in rows), "no file is truncated within a page"
    assert any('"error": "' in row for row in rows), "no file is truncated within a head"
    return rows


def test_the_command_with_two_threads(tmp_path: Path, warcs: list[str], expected: list[str]) -> None:
    assert_same(canonical(command_rows(tmp_path, warcs, "-j", "2")), expected)


def test_python(warcs: list[str], expected: list[str]) -> None:
    tables = [pyarrow.table(tagrake.read_warc(path, errors="record")) for path in warcs]
    assert_same(canonical(pyarrow.concat_tables(tables)), expected)


def test_spark(spark: SparkSession, warcs: list[str], expected: list[str]) -> None:
    assert_same(canonical(tagrake.spark.extract_warcs(spark, warcs).toArrow()), expected)
    # Both executors ran tasks.
    assert [executor["totalTasks"] > 0 for executor in executors(spark)] == [True, True]


def test_spark_with_paths_in_a_frame(spark: SparkSession, warcs: list[str], expected: list[str]) -> None:
    paths = spark.createDataFrame([(path, 1) for path in warcs], "file STRING, other INT")
    pages = tagrake.spark.extract_warcs(spark, paths)
    assert pages.rdd.getNumPartitions() == len(warcs)
    assert_same(canonical(pages.toArrow()), expected)


@pytest.mark.usefixtures("ray_nodes")
def test_ray(warcs: list[str], expected: list[str]) -> None:
    import ray

    pages = tagrake.ray.extract_warcs(warcs).materialize()
    assert_same(canonical(pyarrow.concat_tables(ray.get(pages.to_arrow_refs()))), expected)
    assert "2 nodes used" in pages.stats()
    assert f"{len(warcs)} tasks executed" in pages.stats()


@pytest.mark.usefixtures("ray_nodes")
def test_main_content(spark: SparkSession, tmp_path: Path, warcs: list[str]) -> None:
    expected = canonical(command_rows(tmp_path, warcs, "--fields", ",".join(CONTENT)))
    assert any('"main_score": 0.9' in row for row in expected), "no page has main content"
    tables = [pyarrow.table(tagrake.read_warc(path, columns=CONTENT)) for path in warcs]
    assert_same(canonical(pyarrow.concat_tables(tables)), expected)
    assert_same(canonical(tagrake.spark.extract_warcs(spark, warcs, columns=CONTENT).toArrow()), expected)
    assert_same(canonical(_of_ray(warcs, "pages", CONTENT)), expected)


@pytest.mark.usefixtures("ray_nodes")
def test_text_blocks(spark: SparkSession, warcs: list[str]) -> None:
    tables = [pyarrow.table(tagrake.read_warc(path, table="blocks", columns=BLOCKS)) for path in warcs]
    expected = canonical(pyarrow.concat_tables(tables))
    assert any('"main": true' in row for row in expected), "no block is main content"
    assert_same(canonical(tagrake.spark.extract_warcs(spark, warcs, table="blocks", columns=BLOCKS).toArrow()), expected)
    assert_same(canonical(_of_ray(warcs, "blocks", BLOCKS)), expected)


def _of_ray(warcs: list[str], table: Literal["pages", "blocks"], columns: list[str]) -> pyarrow.Table:
    import ray

    rows = tagrake.ray.extract_warcs(warcs, table=table, columns=columns)
    return pyarrow.concat_tables(ray.get(rows.to_arrow_refs()))
