"""Missing files, and paths that need `open`."""

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest
from pyspark.errors import PythonException
from pyspark.sql import SparkSession

import tagrake.ray
import tagrake.spark

COLUMNS = ["warc_filename", "url"]


@pytest.fixture
def open_stored() -> Callable[[str], BinaryIO]:
    """Returns a function that opens paths with the made-up scheme `store`."""

    # Nested functions are pickled by value. Workers could not import a function of this module.
    def open_stored(path: str) -> BinaryIO:
        return Path(path.removeprefix("store://")).open("rb")

    return open_stored


def test_a_missing_file_is_a_row(spark: SparkSession, warcs: list[str]) -> None:
    rows = tagrake.spark.extract_warcs(spark, [warcs[0], "missing.warc.gz"], columns=["source", "error"], errors="record")
    errors = [row.asDict() for row in rows.where("error IS NOT NULL").collect()]
    assert errors == [{"source": "missing.warc.gz", "error": "No such file or directory"}]


def test_a_missing_file_is_named_if_errors_fail(spark: SparkSession) -> None:
    with pytest.raises(PythonException, match="missing.warc.gz"):
        tagrake.spark.extract_warcs(spark, ["missing.warc.gz"], errors="raise").count()


def test_no_files_give_no_rows(spark: SparkSession) -> None:
    assert tagrake.spark.extract_warcs(spark, []).count() == 0


def test_spark_calls_open(
    spark: SparkSession, warcs: list[str], open_stored: Callable[[str], BinaryIO]
) -> None:
    rows = tagrake.spark.extract_warcs(spark, ["store://" + warcs[0]], columns=COLUMNS, open=open_stored).collect()
    same = tagrake.spark.extract_warcs(spark, warcs[:1], columns=COLUMNS).collect()
    assert rows == [("store://" + row.warc_filename, row.url) for row in same]


@pytest.mark.usefixtures("ray_nodes")
def test_ray_calls_open(warcs: list[str], open_stored: Callable[[str], BinaryIO]) -> None:
    rows = tagrake.ray.extract_warcs(["store://" + warcs[0]], columns=COLUMNS, open=open_stored).take_all()
    assert rows and {row["warc_filename"] for row in rows} == {"store://" + warcs[0]}


@pytest.mark.usefixtures("ray_nodes")
def test_one_path(spark: SparkSession, warcs: list[str]) -> None:
    same = tagrake.spark.extract_warcs(spark, warcs[:1], columns=COLUMNS).collect()
    for path in (warcs[0], Path(warcs[0]), f"file:{warcs[0]}", [f"file://{warcs[0]}"]):
        assert tagrake.spark.extract_warcs(spark, path, columns=COLUMNS).collect() == same
        assert tagrake.ray.extract_warcs(path, columns=COLUMNS).take_all() == [row.asDict() for row in same]


@pytest.mark.usefixtures("ray_nodes")
def test_other_schemes_need_open(spark: SparkSession) -> None:
    with pytest.raises(ValueError, match="cannot open .hdfs:"):
        tagrake.spark.extract_warcs(spark, "hdfs://server/a.warc.gz")
    with pytest.raises(ValueError, match="cannot open .hdfs:"):
        tagrake.ray.extract_warcs(["hdfs://server/a.warc.gz"])


def test_a_missing_file_fails_the_job(spark: SparkSession) -> None:
    for keywords in ({}, {"table": "links"}, {"columns": COLUMNS}):
        with pytest.raises(PythonException, match="missing.warc.gz"):
            tagrake.spark.extract_warcs(spark, "missing.warc.gz", **keywords).count()
        assert tagrake.spark.extract_warcs(spark, "missing.warc.gz", errors="skip", **keywords).count() == 0


@pytest.mark.usefixtures("ray_nodes")
def test_a_file_without_rows_has_columns(tmp_path: Path) -> None:
    path = tmp_path / "empty.warc"
    path.write_bytes(b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n")
    for paths in ([path], []):
        rows = tagrake.ray.extract_warcs(paths, columns=COLUMNS)
        assert rows.count() == 0 and rows.schema().names == COLUMNS
