"""Runs tagrake in Spark: WARC files, or pages in a DataFrame, to a DataFrame of records.

Reading, retrying, shuffling and writing are Spark's; here is what its tasks call. Every executor needs this package, and
PySpark 3.5 or newer with pyarrow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

import tagrake
from tagrake._tasks import read_file

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession

    Batches = Iterator[pyarrow.RecordBatch]

__all__ = ["extract_html", "extract_warcs"]


def extract_warcs(
    spark: SparkSession,
    paths: DataFrame | Iterable[str | PathLike[str]],
    *,
    table: Literal["pages", "links"] = "pages",
    columns: Sequence[str] | None = None,
    errors: Literal["skip", "record", "fail"] = "record",
    open: Callable[[str], BinaryIO] | None = None,
    **options: Any,
) -> DataFrame:
    """Returns the rows of WARC files: a record for each page, or with `table="links"` a row for each link.

    A file is one task, so what was done of it before an executor died is done again, and no row comes twice.

    Args:
        spark: The session.
        paths: A list, or a DataFrame whose first column has them; each must be readable on every executor.
        table: "pages", a row for each page, or "links", a row for each link.
        columns: The columns that are asked for; all of them if it is None. Ask for no more than is used: to bring rows into
            the JVM takes longer than to find them.
        errors: What becomes of what cannot be read, as in `tagrake.read_warc`. With "fail" the task fails, and after Spark's
            retries the job.
        open: Opens a path on an executor, where it is not one of its file system: `fsspec.filesystem("s3").open`.
        options: Other keywords of `tagrake.read_warc`: `kinds`, `text`, `status` and more.

        pages = extract_warcs(spark, ["a.warc.gz", "b.warc.gz"], columns=["url", "title", "error"])
        pages.where("error IS NULL").write.parquet("pages")
    """
    from pyspark.sql import DataFrame

    if isinstance(paths, DataFrame):
        names: list[str] = [row[0] for row in paths.select(paths.columns[0]).collect()]
    else:
        names = [fspath(path) for path in paths]
    read = _warc_reader(names, open, {"table": table, "columns": columns, "errors": errors, **options})
    # A range deals out one number to each partition; `repartition` would deal out several to some, none to others.
    return spark.range(0, len(names), 1, max(1, len(names))).mapInArrow(read, _ddl(columns, table))


def extract_html(
    df: DataFrame,
    html: str = "html",
    url: str | None = "url",
    *,
    input: Literal["html", "http"] = "html",
    columns: Sequence[str] | None = None,
    **options: Any,
) -> DataFrame:
    """Returns `df` with the record of each page beside the other columns, and without its column of pages.

    The pages go through a pipe to Python. Where they are still in WARC files, `extract_warcs` is much faster.

    Args:
        df: Any DataFrame with pages.
        html: The name of the column of pages, BINARY or STRING.
        url: The name of the column of their addresses; None if there is none.
        input: What a page is: "html", or "http", a response with its head.
        columns: The columns of the record that are asked for; all that are of the page itself if it is None. One that `df`
            has already is left out.
        options: Other keywords of `tagrake.extract_batch`: `content_type`, `kinds`, `text` and more.

        pages = extract_html(crawl, columns=["title", "lang", "error"])
    """
    import pyarrow
    from pyspark.sql.types import StructType

    keywords = {"html": html, "url": url, "input": input, "columns": columns, **options}
    # What comes is seen of no rows.
    empty = pyarrow.schema([(name, pyarrow.string()) for name in df.columns]).empty_table()
    names = pyarrow.table(tagrake.extract_batch(empty, **keywords)).schema.names
    kept = [df.schema[name] for name in names if name in df.columns]
    new = [name for name in names if name not in df.columns]
    found = StructType.fromDDL(_ddl(new, "pages")) if new else StructType()
    assert isinstance(found, StructType)
    return df.mapInArrow(_page_reader(keywords), StructType(kept + found.fields))


def _ddl(columns: Sequence[str] | None, table: Literal["pages", "links"]) -> str:
    """Returns the columns without NOT NULL: `DataFrame.toArrow` fails where a null struct has fields that are never null."""
    return tagrake.spark_ddl(columns, table=table).replace(" NOT NULL", "")


def _warc_reader(
    paths: Sequence[str], open: Callable[[str], BinaryIO] | None, keywords: dict[str, Any]
) -> Callable[[Batches], Batches]:
    """Returns what a task does with the number of its path."""

    def read(batches: Batches) -> Batches:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from read_file(paths[number], open, keywords)

    return read


def _page_reader(keywords: dict[str, Any]) -> Callable[[Batches], Batches]:
    """Returns what a task does with its pages."""

    def read(batches: Batches) -> Batches:
        import pyarrow

        for batch in batches:
            yield pyarrow.record_batch(tagrake.extract_batch(batch, **keywords))

    return read
