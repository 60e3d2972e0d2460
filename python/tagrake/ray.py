"""Runs tagrake in Ray Data: turns WARC files, records that an index names, or pages in a Dataset, into a Dataset of records.

Ray schedules, retries, shuffles and writes; this module has the functions that its tasks call. Every node needs this package
and `ray[data]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, Unpack

import tagrake
from tagrake._native import check_page_options, check_warc_options
from tagrake._paths import path_names
from tagrake._tasks import archive_schema, checked, index_columns, read_archives, read_file, read_records
from tagrake._versions import require

if TYPE_CHECKING:
    import pyarrow
    from ray.data import Dataset

    from tagrake.types import Errors, HtmlOptions, Path, TableName, TaskOptions

require("pyarrow")

__all__ = ["extract_html", "extract_records", "extract_warcs"]


def extract_warcs(
    paths: Path | Iterable[Path],
    *,
    table: TableName = "pages",
    columns: Sequence[str] | None = None,
    errors: Errors | None = None,
    open: Callable[[str], BinaryIO] | None = None,
    remote: Mapping[str, Any] | None = None,
    **options: Unpack[TaskOptions],
) -> Dataset:
    """Returns the rows of WARC files: a record for each page, or with `table="links"` or
    `table="blocks"` a row for each link or text block, and `table="tables"` one for each cell of a table.

    Each file is one task. If a worker dies, Ray repeats the task for the complete file, so no row is duplicated.

    Args:
        paths: A path, or a list of paths. Each file must be readable on every node. A path may be a `file:` URI or a URL that
            tagrake reads (`s3://`, `gs://`, `az://`, `http://`, `https://`); any other scheme needs `open`.
        table: "pages", a row for each page; "links", a row for each link; "blocks", a row for each text block;
            "tables", a row for each cell of each table; or "records", a row for each record of an archive, of any type.
        columns: The columns to extract; None for all.
        errors: How to handle unreadable input, as in `tagrake.read_warc`. By default, a file that cannot be opened, or not
            downloaded, fails the job. Damage in a file is a row if the rows have the column `error`; otherwise it is left out, with
            a warning in the log "tagrake" of the worker. "raise" fails the job in both cases, "record" adds a row, "skip" leaves
            out both.
        open: A function that opens a path on a node, for other file systems, such as `fsspec.filesystem("hdfs").open`.
        remote: Keywords of `Dataset.map_batches`: `num_cpus`, `memory`, `concurrency` and more.
        options: Other keywords of `tagrake.read_warc`: `kinds`, `status`, `anonymous`, `hosts` and more. Options that
            count or compare pages, such as `limit`, hold for each file.

        pages = extract_warcs(["a.warc.gz", "b.warc.gz"], columns=["url", "title", "error"])
        pages.write_parquet("pages")
    """
    import ray.data

    check_warc_options(extract_warcs, {**options})
    files = [{"path": path} for path in path_names(paths, open)]
    read = _warc_reader(open, checked({"table": table, "columns": columns, "errors": errors, **options}))
    if not files:
        return ray.data.from_arrow(_empty_table(columns, table))
    tasks = ray.data.from_items(files, override_num_blocks=len(files))
    return tasks.map_batches(read, batch_size=1, batch_format="pyarrow", **(remote or {}))


def extract_records(
    index: Dataset,
    *,
    base: str | None = None,
    table: TableName = "pages",
    columns: Sequence[str] | None = None,
    errors: Errors | None = None,
    tasks: int | None = None,
    remote: Mapping[str, Any] | None = None,
    **options: Unpack[TaskOptions],
) -> Dataset:
    """Returns the rows of the records that an index names: of a few pages in many WARC files.

    The index is sorted by file and offset, and divided into tasks. A task reads records that are close to each other at
    once. The rows are in the order of the sorted index.

    Args:
        index: A Dataset with the columns `warc_filename`, `warc_record_offset` and optionally `warc_record_length`, as the
            rows of tagrake and the index of Common Crawl, or `filename`, `offset` and `length`, as CDXJ. If there is a
            `page_url` or `url`, a record with another URL is an error. Other columns are not read.
        base: A URL or folder that is put before relative names of files: "s3://commoncrawl/".
        table: "pages", "links", "blocks", "tables" or "records", as in `extract_warcs`.
        columns: The columns to extract; None for all.
        errors: How to handle unreadable input: a missing file, a wrong offset, a damaged record. As in `extract_warcs`.
        tasks: The number of tasks; by default the number of blocks of the index.
        remote: Keywords of `Dataset.map_batches`: `num_cpus`, `memory`, `concurrency` and more.
        options: Other keywords of `tagrake.read_warc`: `kinds`, `status`, `anonymous` and more. Options that count or
            compare pages, such as `limit`, hold for each task.

        chosen = ray.data.read_parquet("index").filter(expr="content_languages == 'tha' and fetch_status == 200")
        pages = extract_records(chosen, base="s3://commoncrawl/", anonymous=True, columns=["url", "main_text", "error"])
    """
    check_warc_options(extract_records, {**options})
    names = index_columns(index.columns())
    records = index.select_columns(names)
    if tasks is not None:
        records = records.repartition(tasks)
    read = _record_reader(
        {"base": base, **checked({"table": table, "columns": columns, "errors": errors, **options})}
    )
    return records.sort(names[:2]).map_batches(read, **{"batch_size": None, "batch_format": "pyarrow", **(remote or {})})


def extract_html(
    ds: Dataset,
    html: str = "html",
    url: str | None = "url",
    *,
    input: Literal["html", "http", "warc"] = "html",
    columns: Sequence[str] | None = None,
    prefix: str = "",
    remote: Mapping[str, Any] | None = None,
    **options: Unpack[HtmlOptions],
) -> Dataset:
    """Replaces the column of pages in `ds` by the record of each page, next to the other columns.

    Args:
        ds: Any Dataset with pages.
        html: The name of the column of pages, bytes or text.
        url: The name of the column of their URLs; None if there is none. Not used with `input="warc"`.
        input: The format of the values: "html", "http" (responses with their heads), or "warc": complete archives, as
            `ray.data.read_binary_files` reads them into the column `bytes`. That function decompresses files by their names,
            so offsets in the rows are those in the decompressed file. It fails on truncated files; `extract_warcs` reads
            them. Each archive gives a row for each of its pages, with the other columns of the archive; `warc_filename` is
            the value of the column `path`, if there is one. With "html" and "http", an archive gives a row with an `error`.
        columns: The columns of the record; by default those that describe the page itself, with `input="warc"` all.
        prefix: A prefix for the names of these columns. A name that `ds` already has raises ValueError.
        remote: Keywords of `Dataset.map_batches`: `num_cpus`, `memory`, `concurrency` and more.
        options: Other keywords of `tagrake.extract_many`: `content_type`, `kinds`, `max_links` and more; with `input="warc"` of
            `tagrake.read_warc`: `table`, `errors`, `kinds` and more.

        pages = extract_html(crawl, columns=["title", "lang", "error"])
        pages = extract_html(ray.data.read_binary_files("crawl", include_paths=True), "bytes", input="warc")
    """
    check = check_warc_options if input == "warc" else check_page_options
    check(extract_html, {**options})
    remote = dict(remote or {})
    if input == "warc":
        read = _archive_reader(html, prefix, checked({"columns": columns, **options}))
        # Archives are large: a batch of one keeps only one of them in memory.
        remote.setdefault("batch_size", 1)
    else:
        keywords: dict[str, Any] = {"html": html, "url": url, "input": input, "columns": columns, "prefix": prefix, **options}
        read = _page_reader(keywords)
    return ds.map_batches(read, batch_format="pyarrow", zero_copy_batch=True, **remote)


def _empty_table(columns: Sequence[str] | None, table: TableName) -> pyarrow.Table:
    """Returns a table without rows, with the schema of the results."""
    import pyarrow

    return pyarrow.schema(tagrake.schema(columns, table=table)).empty_table()


def _warc_reader(
    open: Callable[[str], BinaryIO] | None, keywords: dict[str, Any]
) -> Callable[[pyarrow.Table], Iterator[pyarrow.Table]]:
    """Returns the function of a task that reads a WARC file."""

    def read(files: pyarrow.Table) -> Iterator[pyarrow.Table]:
        import pyarrow

        for path in files["path"].to_pylist():
            has_rows = False
            for rows in read_file(path, open, keywords):
                has_rows = True
                yield pyarrow.Table.from_batches([rows])
            if not has_rows:
                # Ray takes the column names from the first table, so there must be one.
                yield _empty_table(keywords["columns"], keywords["table"])

    return read


def _record_reader(
    keywords: dict[str, Any]
) -> Callable[[pyarrow.Table], Iterator[pyarrow.Table]]:
    """Returns the function of a task that reads records."""

    def read(index: pyarrow.Table) -> Iterator[pyarrow.Table]:
        import pyarrow

        has_rows = False
        for rows in read_records(index, keywords):
            has_rows = True
            yield pyarrow.Table.from_batches([rows])
        if not has_rows:
            yield _empty_table(keywords["columns"], keywords["table"])

    return read


def _page_reader(keywords: dict[str, Any]) -> Callable[[pyarrow.Table], Iterator[pyarrow.Table]]:
    """Returns the function of a task that reads pages."""

    def read(pages: pyarrow.Table) -> Iterator[pyarrow.Table]:
        import pyarrow

        yield pyarrow.table(tagrake.extract_many(pages, **keywords))

    return read


def _archive_reader(
    html: str, prefix: str, keywords: dict[str, Any]
) -> Callable[[pyarrow.Table], Iterator[pyarrow.Table]]:
    """Returns the function of a task that reads archives."""

    def read(archives: pyarrow.Table) -> Iterator[pyarrow.Table]:
        import pyarrow

        rows = pyarrow.schema(tagrake.schema(keywords["columns"], table=keywords.get("table", "pages")))
        schema = archive_schema(archives.drop_columns([html]).schema, rows, prefix)
        has_rows = False
        for batch in archives.to_batches():
            for found in read_archives(batch, html, prefix, keywords):
                has_rows = True
                yield pyarrow.Table.from_batches([found])
        if not has_rows:
            yield schema.empty_table()

    return read
