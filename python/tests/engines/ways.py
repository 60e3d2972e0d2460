"""Every way to read rows of WARC files. `test_same_rows` compares their rows with the rows of the command.

To add a way, write a function with the parameters of `Way`, and add it to `WAYS`.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import pyarrow
from pyspark.sql import SparkSession

import tagrake
import tagrake.ray
import tagrake.spark
from tagrake.types import TableName


@dataclass(frozen=True)
class Rows:
    """Rows to read: a table, its columns or None for all, and other keywords of `read_warc`."""

    table: TableName = "pages"
    columns: list[str] | None = None
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def keywords(self) -> dict[str, Any]:
        """Keywords of `read_warc`."""
        return {"table": self.table, "columns": self.columns, **self.options}

    @property
    def errors(self) -> Literal["record", "skip"]:
        """How unreadable input is handled: as in the command, which writes rows of errors only among pages."""
        return "record" if self.table == "pages" else "skip"


Way = Callable[[SparkSession, list[str], Rows], pyarrow.Table]
"""Returns rows of the files at these paths, in any order."""


def read_warc(_: SparkSession, paths: list[str], rows: Rows) -> pyarrow.Table:
    return pyarrow.table(tagrake.read_warc(paths, errors=rows.errors, **rows.keywords))


def read_warc_on_two_threads(_: SparkSession, paths: list[str], rows: Rows) -> pyarrow.Table:
    return pyarrow.table(tagrake.read_warc(paths, threads=2, errors=rows.errors, **rows.keywords))


def spark_source(spark: SparkSession, paths: list[str], rows: Rows) -> pyarrow.Table:
    columns = {} if rows.columns is None else {"columns": json.dumps(rows.columns)}
    options = {"table": rows.table, "errors": rows.errors, **columns, **rows.options}
    return spark.read.format("tagrake").options(**options).load(paths).toArrow()


def spark_map_in_arrow(spark: SparkSession, paths: list[str], rows: Rows) -> pyarrow.Table:
    return tagrake.spark.extract_warcs(spark, paths, errors=rows.errors, **rows.keywords).toArrow()


def polars_scan(_: SparkSession, paths: list[str], rows: Rows) -> pyarrow.Table:
    scan = tagrake.scan_warc(paths, errors=rows.errors, **rows.keywords)
    return scan.select(scan.collect_schema().names()).collect().to_arrow()


def ray_data(_: SparkSession, paths: list[str], rows: Rows) -> pyarrow.Table:
    import ray

    dataset = tagrake.ray.extract_warcs(paths, errors=rows.errors, **rows.keywords)
    return pyarrow.concat_tables(ray.get(dataset.to_arrow_refs()))


WAYS: dict[str, Way] = {
    "read_warc": read_warc,
    "read_warc, two threads": read_warc_on_two_threads,
    "Spark source": spark_source,
    "Spark mapInArrow": spark_map_in_arrow,
    "polars scan": polars_scan,
    "Ray": ray_data,
}
