"""`scan_warc`: WARC files as a lazy frame of polars, which selects columns and rows before they are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from os import PathLike
from typing import TYPE_CHECKING, Any, Unpack, cast

from tagrake._native import check_warc_options, column_list, read_warc, unused_options

if TYPE_CHECKING:
    import polars

    from tagrake.types import ArrowArray, ArrowStream, Errors, Path, ScanOptions, TableName


def scan_warc(
    paths: Path | Iterable[Path] | None = None,
    *,
    table: TableName = "pages",
    columns: str | Iterable[str] | None = None,
    errors: Errors | None = None,
    index: str | PathLike[str] | ArrowArray | ArrowStream | None = None,
    limit: int | None = None,
    **options: Unpack[ScanOptions],
) -> polars.LazyFrame:
    """Returns a polars LazyFrame of WARC files, or of records of them. Requires polars.

    Files are read when the frame is collected. Only the columns that the query uses are extracted, each batch is filtered
    before the next is read, and after the rows of `head` or `limit` the reading ends. The rows equal the rows of `read_warc`.

    Args:
        paths: The path of a file or folder, a glob, a URL, or an iterable of these.
        table: "pages", a row for each page; "links", a row for each link; "blocks", a row for each text block;
            "tables", a row for each cell of each table; or "records", a row for each record of an archive, of any type.
        columns: The columns of the frame, by default the columns of the table that `read_warc` returns by default.
        errors: How to handle unreadable input, as in `read_warc`.
        index: The records to read in place of paths, as in `read_warc`. A table is copied.
        limit: The number of rows after which the reading ends.
        options: Other keywords of `read_warc`: `threads`, `kinds`, `status`, `manifest`, `anonymous` and more.

    >>> import pathlib, tempfile, tagrake
    >>> record = b"WARC/1.0\\r\\nWARC-Type: resource\\r\\nContent-Type: text/html\\r\\nContent-Length: 17\\r\\n\\r\\n<title>Us</title>\\r\\n\\r\\n"
    >>> path = pathlib.Path(tempfile.mkdtemp(), "crawl.warc")
    >>> _ = path.write_bytes(record * 3)
    >>> tagrake.scan_warc(path).select("title").head(2).collect().rows()
    [('Us',), ('Us',)]
    """
    import polars
    from polars.io.plugins import register_io_source

    from tagrake._paths import path_names
    from tagrake._tasks import index_columns
    from tagrake._tasks import used as used_keywords
    from tagrake._versions import require

    require("polars")

    # An iterator could be read only once.
    keywords: dict[str, Any] = {name: list(value) if isinstance(value, Iterator) else value for name, value in options.items()}
    keywords |= {"table": table, "errors": errors}
    is_table = hasattr(index, "__arrow_c_stream__") or hasattr(index, "__arrow_c_array__")
    # Raises if a keyword is wrong, before the query runs.
    check_warc_options(scan_warc, {**keywords, "limit": limit, "index": None if is_table else index})
    if paths is not None:
        # A glob that matches nothing raises here, and not when the frame is collected.
        paths = path_names(paths, None)
    if is_table:
        # A stream could be read only once.
        frame = polars.DataFrame(cast("ArrowStream", index))
        index = frame.select(index_columns(frame.columns))
    requested = None if columns is None else column_list(columns)
    # A stream without bytes is an error, which is neither a row nor a warning here.
    types = read_warc(BytesIO(), columns=requested, table=table, errors="skip").to_polars().schema
    for message in unused_options({**keywords, "columns": requested}).values():
        raise ValueError(message)
    names = types.names()
    # The rows have the names of columns that selectors define, and `read_warc` takes their definitions.
    definitions = dict(zip(names, names if requested is None else requested, strict=True))
    # A row reports damage if the frame has the column, whatever the query selects.
    always = ["error"] if errors in (None, "record") and "error" in names else []

    def read(
        with_columns: list[str] | None, predicate: polars.Expr | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[polars.DataFrame]:
        wanted = names if with_columns is None else with_columns
        used = [*wanted, *(predicate.meta.root_names() if predicate is not None else [])]
        used = list(dict.fromkeys([*used, *always])) or names[:1]
        if n_rows == 0:
            return
        # The rows of `head` are counted before a filter.
        rows = min((number for number in (limit, n_rows) if number is not None), default=None)
        columns_used = [definitions.get(name, name) for name in used]
        # The query may leave out the columns of an option.
        with read_warc(paths, index=index, limit=rows, **used_keywords({**keywords, "columns": columns_used})) as batches:
            for batch in batches:
                found = polars.DataFrame(batch)
                yield (found if predicate is None else found.filter(predicate)).select(wanted)

    return register_io_source(read, schema={name: types[name] for name in names}, validate_schema=True)
