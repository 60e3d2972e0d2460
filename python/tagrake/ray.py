"""Runs tagrake in Ray Data: WARC files, or pages in a Dataset, to a Dataset of records.

Scheduling, retrying, shuffling and writing are Ray's; here is what its tasks call. Every node needs this package, and Ray
with its extra `data`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

import tagrake
from tagrake._tasks import read_file

if TYPE_CHECKING:
    import pyarrow
    from ray.data import Dataset

__all__ = ["extract_html", "extract_warcs"]


def extract_warcs(
    paths: Iterable[str | PathLike[str]],
    *,
    table: Literal["pages", "links"] = "pages",
    columns: Sequence[str] | None = None,
    errors: Literal["skip", "record", "fail"] = "record",
    open: Callable[[str], BinaryIO] | None = None,
    remote: Mapping[str, Any] | None = None,
    **options: Any,
) -> Dataset:
    """Returns the rows of WARC files: a record for each page, or with `table="links"` a row for each link.

    A file is one task, so what was done of it before a worker died is done again, and no row comes twice.

    Args:
        paths: The files; each must be readable on every node.
        table: "pages", a row for each page, or "links", a row for each link.
        columns: The columns that are asked for; all of them if it is None.
        errors: What becomes of what cannot be read, as in `tagrake.read_warc`. With "fail" the job ends.
        open: Opens a path on a node, where it is not one of its file system: `fsspec.filesystem("s3").open`.
        remote: Keywords of `Dataset.map_batches`: `num_cpus`, `memory`, `concurrency` and more.
        options: Other keywords of `tagrake.read_warc`: `kinds`, `text`, `status` and more.

        pages = extract_warcs(["a.warc.gz", "b.warc.gz"], columns=["url", "title", "error"])
        pages.write_parquet("pages")
    """
    import ray.data

    files = [{"path": fspath(path)} for path in paths]
    read = _warc_reader(open, {"table": table, "columns": columns, "errors": errors, **options})
    tasks = ray.data.from_items(files, override_num_blocks=max(1, len(files)))
    return tasks.map_batches(read, batch_size=1, batch_format="pyarrow", **(remote or {}))


def extract_html(
    ds: Dataset,
    html: str = "html",
    url: str | None = "url",
    *,
    input: Literal["html", "http"] = "html",
    columns: Sequence[str] | None = None,
    remote: Mapping[str, Any] | None = None,
    **options: Any,
) -> Dataset:
    """Returns `ds` with the record of each page beside the other columns, and without its column of pages.

    Args:
        ds: Any Dataset with pages.
        html: The name of the column of pages, bytes or text.
        url: The name of the column of their addresses; None if there is none.
        input: What a page is: "html", or "http", a response with its head.
        columns: The columns of the record that are asked for; all that are of the page itself if it is None. One that `ds`
            has already is left out.
        remote: Keywords of `Dataset.map_batches`: `num_cpus`, `memory`, `concurrency` and more.
        options: Other keywords of `tagrake.extract_batch`: `content_type`, `kinds`, `text` and more.

        pages = extract_html(crawl, columns=["title", "lang", "error"])
    """
    read = _page_reader({"html": html, "url": url, "input": input, "columns": columns, **options})
    return ds.map_batches(read, batch_format="pyarrow", zero_copy_batch=True, **(remote or {}))


def _warc_reader(
    open: Callable[[str], BinaryIO] | None, keywords: dict[str, Any]
) -> Callable[[pyarrow.Table], Iterator[pyarrow.Table]]:
    """Returns what a task does with its path."""

    def read(files: pyarrow.Table) -> Iterator[pyarrow.Table]:
        import pyarrow

        for path in files["path"].to_pylist():
            for rows in read_file(path, open, keywords):
                yield pyarrow.Table.from_batches([rows])

    return read


def _page_reader(keywords: dict[str, Any]) -> Callable[[pyarrow.Table], pyarrow.Table]:
    """Returns what a task does with its pages."""

    def read(pages: pyarrow.Table) -> pyarrow.Table:
        import pyarrow

        return pyarrow.table(tagrake.extract_batch(pages, **keywords))

    return read
