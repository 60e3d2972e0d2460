"""Runs tagrake in Spark: WARC files, or pages in a DataFrame, to a DataFrame of records.

Reading, retrying, shuffling and writing are Spark's; here is what its tasks call. Every executor needs this package, and
PySpark 3.5 or newer with pyarrow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

import tagrake
from tagrake._tasks import archive_schema, errors_of, path_names, read_archives, read_file

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession

    Batches = Iterator[pyarrow.RecordBatch]

__all__ = ["extract_html", "extract_warcs"]


def extract_warcs(
    spark: SparkSession,
    paths: DataFrame | Iterable[str | PathLike[str]] | str | PathLike[str],
    *,
    table: Literal["pages", "links"] = "pages",
    columns: Sequence[str] | None = None,
    errors: Literal["skip", "record", "fail"] | None = None,
    open: Callable[[str], BinaryIO] | None = None,
    **options: Any,
) -> DataFrame:
    """Returns the rows of WARC files: a record for each page, or with `table="links"` a row for each link.

    A file is one task, so what was done of it before an executor died is done again, and no row comes twice.

    Args:
        spark: The session.
        paths: A path, a list of paths, or a DataFrame whose first column has them. Each file must be readable on every
            executor. A path may be a `file:` URI, as Spark prints them; any other scheme needs `open`.
        table: "pages", a row for each page, or "links", a row for each link.
        columns: The columns that are asked for; all of them if it is None. Ask for no more than is used: to bring rows into
            the JVM takes longer than to find them.
        errors: How to handle unreadable input. "record", the default if the rows have the column `error`, gives a row with
            the error. "skip" leaves it out. "fail" fails the task, and after Spark's retries the job. By default, rows
            without the column `error` lack what is damaged in a file, with a warning in the log "tagrake" of the executor,
            and a file that cannot be opened fails the task.
        open: Opens a path on an executor, if it is not in its file system: `fsspec.filesystem("s3").open`.
        options: Other keywords of `tagrake.read_warc`: `kinds`, `text`, `status` and more.

        pages = extract_warcs(spark, ["a.warc.gz", "b.warc.gz"], columns=["url", "title", "error"])
        pages.where("error IS NULL").write.parquet("pages")
    """
    from pyspark.sql import DataFrame

    errors = errors_of(errors, table, columns)
    if isinstance(paths, DataFrame):
        frame: Any = paths
        paths = [row[0] for row in frame.select(frame.columns[0]).collect()]
    names = path_names(paths, open)
    read = _warc_reader(names, open, errors, {"table": table, "columns": columns, **options})
    # A range deals out one number to each partition; `repartition` would deal out several to some, none to others.
    return spark.range(0, len(names), 1, max(1, len(names))).mapInArrow(read, _ddl(columns, table))


def extract_html(
    df: DataFrame,
    html: str = "html",
    url: str | None = "url",
    *,
    input: Literal["html", "http", "warc"] = "html",
    columns: Sequence[str] | None = None,
    prefix: str = "",
    **options: Any,
) -> DataFrame:
    """Returns `df` with the record of each page beside the other columns, and without its column of pages.

    The pages go through a pipe to Python. If they are still in WARC files, `extract_warcs` is much faster.

    Args:
        df: Any DataFrame with pages.
        html: The name of the column of pages, BINARY or STRING.
        url: The name of the column of their URLs; None if there is none. Not used with `input="warc"`.
        input: What the values are: "html", "http" (responses with their heads), or "warc": whole archives, as
            `spark.read.format("binaryFile")` reads them. Each gives as many rows as it has pages, with the other columns of
            the archive; `warc_filename` is the value of the column `path`, if there is one. A value that is an archive and
            was not declared so gives a row with an `error`.
        columns: The columns of the record; by default all that come from the page itself, with `input="warc"` all.
        prefix: Put before the names of these columns. Without it a name that `df` has, too, raises ValueError.
        options: Other keywords of `tagrake.extract_batch`: `content_type`, `kinds`, `text` and more; with `input="warc"` of
            `tagrake.read_warc`: `table`, `errors`, `kinds` and more.

        pages = extract_html(crawl, columns=["title", "lang", "error"])
        pages = extract_html(spark.read.format("binaryFile").load("crawl"), "content", input="warc")
    """
    import pyarrow
    from pyspark.sql.types import StructField, StructType

    # The schema is that of no rows.
    empty = pyarrow.schema([(name, pyarrow.string()) for name in df.columns]).empty_table()
    table: Literal["pages", "links"] = "pages"
    read: Callable[[Batches], Batches]
    if input == "warc":
        table = options.get("table", "pages")
        rows = pyarrow.schema(tagrake.schema(columns, table=table))
        schema = archive_schema(empty.drop_columns([html]).schema, rows, prefix)
        read = _archive_reader(html, prefix, options.pop("errors", "record"), {"columns": columns, **options})
    else:
        keywords = {"html": html, "url": url, "input": input, "columns": columns, "prefix": prefix, **options}
        schema = pyarrow.table(tagrake.extract_batch(empty, **keywords)).schema
        read = _page_reader(keywords)
    kept = [df.schema[name] for name in schema.names if name in df.columns]
    keys = [name.removeprefix(prefix) for name in schema.names[len(kept) :]]
    found = StructType.fromDDL(_ddl(keys, table)) if keys else StructType()
    assert isinstance(found, StructType)
    new = [StructField(prefix + field.name, field.dataType) for field in found.fields]
    return df.mapInArrow(read, StructType(kept + new))


def _ddl(columns: Sequence[str] | None, table: Literal["pages", "links"]) -> str:
    """Returns the columns without NOT NULL: `DataFrame.toArrow` fails where a null struct has fields that are never null."""
    return tagrake.spark_ddl(columns, table=table).replace(" NOT NULL", "")


def _warc_reader(
    paths: Sequence[str],
    open: Callable[[str], BinaryIO] | None,
    errors: Literal["skip", "record", "fail"] | None,
    keywords: dict[str, Any],
) -> Callable[[Batches], Batches]:
    """Returns what a task does with the number of its path."""

    def read(batches: Batches) -> Batches:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from read_file(paths[int(number)], open, errors, keywords)

    return read


def _page_reader(keywords: dict[str, Any]) -> Callable[[Batches], Batches]:
    """Returns what a task does with its pages."""

    def read(batches: Batches) -> Batches:
        import pyarrow

        for batch in batches:
            # A batch may give several: a column of one has 2 GiB at most.
            yield from map(pyarrow.record_batch, tagrake.extract_reader(batch, **keywords))

    return read


def _archive_reader(
    html: str, prefix: str, errors: Literal["skip", "record", "fail"], keywords: dict[str, Any]
) -> Callable[[Batches], Batches]:
    """Returns what a task does with its archives."""

    def read(batches: Batches) -> Batches:
        for batch in batches:
            yield from read_archives(batch, html, prefix, errors, keywords)

    return read
