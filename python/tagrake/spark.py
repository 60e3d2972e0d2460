"""Runs tagrake in Spark: turns WARC files, records that an index names, or pages in a DataFrame, into a DataFrame of records.

Spark schedules, retries, shuffles and writes; this module has the functions that its tasks call. Every executor needs this
package, PySpark 3.5 or newer, and pyarrow. Spark 4 also reads WARC files by `spark.read.format("tagrake")`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, Unpack

import tagrake
from tagrake._native import check_page_options, check_warc_options
from tagrake._paths import path_names
from tagrake._tasks import (
    archive_schema,
    checked,
    index_columns,
    nullable_ddl,
    read_archives,
    read_file,
    read_records,
)
from tagrake._versions import require

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession

    from tagrake.types import Errors, HtmlOptions, Path, TableName, TaskOptions

    Batches = Iterator[pyarrow.RecordBatch]

require("pyspark")
require("pyarrow")

__all__ = ["extract_html", "extract_records", "extract_warcs"]


def extract_warcs(
    spark: SparkSession,
    paths: DataFrame | Path | Iterable[Path],
    *,
    table: TableName = "pages",
    columns: Sequence[str] | None = None,
    errors: Errors | None = None,
    open: Callable[[str], BinaryIO] | None = None,
    **options: Unpack[TaskOptions],
) -> DataFrame:
    """Returns the rows of WARC files: a record for each page, or with `table="links"` or
    `table="blocks"` a row for each link or text block, and `table="tables"` one for each cell of a table.

    Each file is one task. If an executor dies, Spark repeats the task for the complete file, so no row is duplicated.

    Args:
        spark: The session.
        paths: A path, a list of paths, or a DataFrame whose first column has them. Each file must be readable on every
            executor. A path may be a `file:` URI, as Spark prints them, or a URL that tagrake reads (`s3://`, `s3a://`,
            `gs://`, `az://`, `http://`, `https://`); any other scheme needs `open`.
        table: "pages", a row for each page; "links", a row for each link; "blocks", a row for each text block;
            "tables", a row for each cell of each table; or "records", a row for each record of an archive, of any type.
        columns: The columns to extract; None for all. Name only the columns you use: moving rows into the JVM takes longer
            than extracting them.
        errors: How to handle unreadable input, as in `tagrake.read_warc`. By default, a file that cannot be opened, or not
            downloaded, fails the job. Damage in a file is a row if the rows have the column `error`; otherwise it is left out, with
            a warning in the log "tagrake" of the worker. "raise" fails the job in both cases, "record" adds a row, "skip" leaves
            out both.
        open: A function that opens a path on an executor, for other file systems, such as
            `fsspec.filesystem("hdfs").open`.
        options: Other keywords of `tagrake.read_warc`: `kinds`, `status`, `anonymous`, `hosts` and more. Options that
            count or compare pages, such as `limit`, hold for each file.

        pages = extract_warcs(spark, ["a.warc.gz", "b.warc.gz"], columns=["url", "title", "error"])
        pages.where("error IS NULL").write.parquet("pages")
    """
    from pyspark.sql import DataFrame

    check_warc_options(extract_warcs, {**options})
    if isinstance(paths, DataFrame):
        frame: Any = paths
        paths = [row[0] for row in frame.select(frame.columns[0]).collect()]
    names = path_names(paths, open)
    read = _warc_reader(names, open, checked({"table": table, "columns": columns, "errors": errors, **options}))
    # A range puts one number into each partition; `repartition` would put several into some and none into others.
    return spark.range(0, len(names), 1, max(1, len(names))).mapInArrow(read, nullable_ddl(columns, table))


def extract_records(
    index: DataFrame,
    *,
    base: str | None = None,
    table: TableName = "pages",
    columns: Sequence[str] | None = None,
    errors: Errors | None = None,
    tasks: int | None = None,
    **options: Unpack[TaskOptions],
) -> DataFrame:
    """Returns the rows of the records that an index names: of a few pages in many WARC files.

    All records of a file are in one task, which reads them in the order of their offsets, several at once if they are close.
    Filter the index before: Spark reads only its columns and parts that a filter needs. The order of the rows is not the
    order of the index; `warc_filename` and `warc_record_offset` identify them.

    Args:
        index: A DataFrame with the columns `warc_filename`, `warc_record_offset` and optionally `warc_record_length`, as
            the rows of tagrake and the index of Common Crawl, or `filename`, `offset` and `length`, as CDXJ. If there is a
            `page_url` or `url`, a record with another URL is an error. Other columns are not read.
        base: A URL or folder that is put before relative names of files: "s3://commoncrawl/".
        table: "pages", "links", "blocks", "tables" or "records", as in `extract_warcs`.
        columns: The columns to extract; None for all.
        errors: How to handle unreadable input: a missing file, a wrong offset, a damaged record. As in `extract_warcs`.
        tasks: The number of tasks; by default `spark.sql.shuffle.partitions`.
        options: Other keywords of `tagrake.read_warc`: `kinds`, `status`, `anonymous` and more. Options that count or
            compare pages, such as `limit`, hold for parts of tasks.

        chosen = spark.read.parquet("index").where("content_languages = 'tha' AND fetch_status = 200")
        pages = extract_records(chosen, base="s3://commoncrawl/", anonymous=True, columns=["url", "main_text", "error"])
    """
    check_warc_options(extract_records, {**options})
    file, offset, *others = index_columns(index.columns)
    count = tasks or int(str(index.sparkSession.conf.get("spark.sql.shuffle.partitions")))
    records = index.select(file, offset, *others).repartition(count, file).sortWithinPartitions(file, offset)
    read = _record_reader(
        {"base": base, **checked({"table": table, "columns": columns, "errors": errors, **options})}
    )
    return records.mapInArrow(read, nullable_ddl(columns, table))


def extract_html(
    df: DataFrame,
    html: str = "html",
    url: str | None = "url",
    *,
    input: Literal["html", "http", "warc"] = "html",
    columns: Sequence[str] | None = None,
    prefix: str = "",
    **options: Unpack[HtmlOptions],
) -> DataFrame:
    """Replaces the column of pages in `df` by the record of each page, next to the other columns.

    Spark sends the pages to Python through a pipe. For pages in WARC files, `extract_warcs` is much faster.

    Args:
        df: Any DataFrame with pages.
        html: The name of the column of pages, BINARY or STRING.
        url: The name of the column of their URLs; None if there is none. Not used with `input="warc"`.
        input: The format of the values: "html", "http" (responses with their heads), or "warc": complete archives, as
            `spark.read.format("binaryFile")` reads them. Each archive gives a row for each of its pages, with the other
            columns of the archive; `warc_filename` is the value of the column `path`, if there is one. With "html" and
            "http", an archive gives a row with an `error`.
        columns: The columns of the record; by default those that describe the page itself, with `input="warc"` all.
        prefix: A prefix for the names of these columns. A name that `df` already has raises ValueError.
        options: Other keywords of `tagrake.extract_many`: `content_type`, `kinds`, `max_links` and more; with `input="warc"` of
            `tagrake.read_warc`: `table`, `errors`, `kinds` and more.

        pages = extract_html(crawl, columns=["title", "lang", "error"])
        pages = extract_html(spark.read.format("binaryFile").load("crawl"), "content", input="warc")
    """
    import pyarrow
    from pyspark.sql.types import StructField, StructType

    check = check_warc_options if input == "warc" else check_page_options
    check(extract_html, {**options})
    # An empty table gives the schema of the result.
    empty = pyarrow.schema([(name, pyarrow.string()) for name in df.columns]).empty_table()
    table: TableName = "pages"
    read: Callable[[Batches], Batches]
    if input == "warc":
        table = options.get("table", "pages")
        rows = pyarrow.schema(tagrake.schema(columns, table=table))
        schema = archive_schema(empty.drop_columns([html]).schema, rows, prefix)
        read = _archive_reader(html, prefix, checked({"columns": columns, **options}))
    else:
        keywords: dict[str, Any] = {"html": html, "url": url, "input": input, "columns": columns, "prefix": prefix, **options}
        schema = pyarrow.table(tagrake.extract_many(empty, **keywords)).schema
        read = _page_reader(keywords)
    kept = [df.schema[name] for name in schema.names if name in df.columns]
    keys = [name.removeprefix(prefix) for name in schema.names[len(kept) :]]
    found = StructType.fromDDL(nullable_ddl(keys, table)) if keys else StructType()
    assert isinstance(found, StructType)
    new = [StructField(prefix + field.name, field.dataType) for field in found.fields]
    return df.mapInArrow(read, StructType(kept + new))


def _warc_reader(
    paths: Sequence[str],
    open: Callable[[str], BinaryIO] | None,
    keywords: dict[str, Any],
) -> Callable[[Batches], Batches]:
    """Returns the function of a task that reads WARC files, given by their indices in `paths`."""

    def read(batches: Batches) -> Batches:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                yield from read_file(paths[int(number)], open, keywords)

    return read


def _record_reader(keywords: dict[str, Any]) -> Callable[[Batches], Batches]:
    """Returns the function of a task that reads records."""

    def read(batches: Batches) -> Batches:
        for batch in batches:
            yield from read_records(batch, keywords)

    return read


def _page_reader(keywords: dict[str, Any]) -> Callable[[Batches], Batches]:
    """Returns the function of a task that reads pages."""

    def read(batches: Batches) -> Batches:
        import pyarrow

        for batch in batches:
            # A batch gives several if a column of the result would be longer than 2 GiB.
            yield from map(pyarrow.record_batch, tagrake.extract_many(batch, **keywords).to_batches())

    return read


def _archive_reader(
    html: str, prefix: str, keywords: dict[str, Any]
) -> Callable[[Batches], Batches]:
    """Returns the function of a task that reads archives."""

    def read(batches: Batches) -> Batches:
        for batch in batches:
            yield from read_archives(batch, html, prefix, keywords)

    return read
