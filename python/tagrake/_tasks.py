"""Shared code of tagrake.spark, tagrake.ray and scan_warc: paths of WARC files, columns of indexes, and the tasks that read them."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, BinaryIO, Literal
from urllib.parse import unquote

import tagrake
from tagrake._native import is_url

if TYPE_CHECKING:
    import pyarrow

    from tagrake.types import TableName

Errors = Literal["skip", "record", "fail"]
Open = Callable[[str], BinaryIO]

LOG = logging.getLogger("tagrake")

SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+(?=:/)")
"""A URI scheme before a slash. Does not match a Windows drive or a colon in a file name."""


INDEX_COLUMNS = [
    ("warc_filename", "filename"),
    ("warc_record_offset", "offset"),
    ("warc_record_length", "length"),
    ("page_url", "url"),
]
"""The columns of an index: their names in rows of tagrake and of Common Crawl, and in CDXJ."""


class NamedFile:
    """A file object with a name, which rows have in `warc_filename`. File objects of fsspec have no name."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self.name = name
        self.read = file.read


def path_names(paths: Iterable[str | PathLike[str]] | str | PathLike[str], open: Open | None) -> list[str]:
    """Returns the paths as text. A single path gives a list of one.

    Without `open` URIs with the scheme `file` become paths, and any other scheme that tagrake does not read is an error.
    """
    if isinstance(paths, (str, PathLike)):
        paths = [paths]
    if hasattr(paths, "read"):
        raise TypeError("paths: expected a path or a list of paths, not a file object")
    names = [fspath(path) for path in paths]
    for index, name in enumerate(names):
        if not isinstance(name, str):
            raise TypeError(f"paths: item {index}: expected str or os.PathLike, not {type(name).__name__}")
    return names if open else [local_path(name) for name in names]


def local_path(name: str) -> str:
    """Returns the path of a local file, which Spark writes as `file:/path` or `file:///path`; a URL that tagrake reads is unchanged."""
    scheme = SCHEME.match(name)
    if scheme is None or is_url(name):
        return name
    if scheme[0].lower() != "file":
        raise ValueError(f'cannot open {name!r}: pass open=, for example open=fsspec.filesystem("{scheme[0]}").open')
    path = name[len("file:") :]
    if path.startswith("//"):
        host, slash, rest = path[2:].partition("/")
        if host not in ("", "localhost"):
            raise ValueError(f"cannot open {name!r}: {host!r} is another host")
        path = slash + rest
    # Spark escapes `file:` paths in some places and not in others.
    return path if os.path.exists(path) else unquote(path)


def errors_of(errors: Errors | None, table: str, columns: Sequence[str] | None) -> Errors | None:
    """Returns what to do with unreadable input: by default `record` if the rows have the column `error`, else None.

    None is the default of `read_warc`: a file that cannot be opened, or not downloaded, fails the task. Damage in a file is
    left out, and logged.
    """
    has_error = table == "pages" and (columns is None or "error" in columns)
    if errors == "record" and not has_error:
        raise ValueError('errors="record" needs the column "error": add it to columns=, or set errors= to "skip" or "fail"')
    return errors or ("record" if has_error else None)


def nullable_ddl(columns: Sequence[str] | None, table: TableName) -> str:
    """Returns the schema as DDL without NOT NULL: `DataFrame.toArrow` fails if a null struct has non-nullable fields."""
    return tagrake.spark_ddl(columns, table=table).replace(" NOT NULL", "")


def nullable_schema(columns: Sequence[str] | None, table: TableName) -> pyarrow.Schema:
    """Returns the Arrow schema of `nullable_ddl`, whose fields are all nullable, in the order of `columns`."""
    import pyarrow

    schema = pyarrow.schema(tagrake.schema(columns, table=table))
    return pyarrow.schema([nullable_field(schema.field(name)) for name in columns or schema.names])


def nullable_field(field: pyarrow.Field) -> pyarrow.Field:
    """Returns the field, nullable at all levels. Keys of maps are never null."""
    import pyarrow

    kind = field.type
    if pyarrow.types.is_map(kind):
        kind = pyarrow.map_(kind.key_field, nullable_field(kind.item_field))
    elif pyarrow.types.is_list(kind):
        kind = pyarrow.list_(nullable_field(kind.value_field))
    elif pyarrow.types.is_struct(kind):
        kind = pyarrow.struct([nullable_field(kind.field(index)) for index in range(kind.num_fields)])
    return pyarrow.field(field.name, kind)


def read_file(path: str, open: Open | None, errors: Errors | None, keywords: dict[str, Any]) -> Iterator[pyarrow.RecordBatch]:
    """Reads a WARC file, opened with `open` if it is given."""
    import pyarrow

    with nullcontext() if open is None else open(path) as file:
        source = path if file is None else NamedFile(file, path)
        reader = tagrake.read_warc(source, errors=errors, **keywords)
        yield from map(pyarrow.record_batch, reader)
    if errors is None:
        report(reader)


def index_columns(names: Iterable[str]) -> list[str]:
    """Returns the names of the columns of an index that are read: the file, the offset, and others if there are any."""
    there = list(names)
    found = [next((name for name in column if name in there), None) for column in INDEX_COLUMNS]
    for name, (ours, cdxj) in zip(found[:2], INDEX_COLUMNS[:2], strict=True):
        if name is None:
            raise ValueError(f'index: no column is named "{ours}" or "{cdxj}", among {", ".join(there)}')
    return [name for name in found if name is not None]


def read_records(index: Any, errors: Errors | None, keywords: dict[str, Any]) -> Iterator[pyarrow.RecordBatch]:
    """Reads the records that an Arrow table or batch of an index names."""
    import pyarrow

    reader = tagrake.read_warc(index=index, errors=errors, **keywords)
    yield from map(pyarrow.record_batch, reader)
    if errors is None:
        report(reader)


def report(reader: tagrake.WarcReader) -> None:
    """Logs the damage that a reader left out."""
    for message in reader.errors:
        LOG.warning("%s", message)


def read_archives(
    batch: pyarrow.RecordBatch, column: str, prefix: str, errors: Errors, keywords: dict[str, Any]
) -> Iterator[pyarrow.RecordBatch]:
    """Reads WARC files from the values of a column. Each row has the other columns of its file."""
    import pyarrow

    values, others = batch.column(column), batch.drop_columns([column])
    names = others.column("path").to_pylist() if "path" in others.schema.names else [column] * len(others)
    for index, name in enumerate(names):
        archive = pyarrow.BufferReader(values[index].as_buffer() or b"")
        reader = tagrake.read_warc(NamedFile(archive, str(name)), errors=errors, **keywords)
        schema = archive_schema(others.schema, pyarrow.schema(reader.schema), prefix)
        for rows in map(pyarrow.record_batch, reader):
            kept = others.take(pyarrow.array([index] * len(rows), pyarrow.int64()))
            yield pyarrow.record_batch([*kept.columns, *rows.columns], schema)


def archive_schema(kept: pyarrow.Schema, rows: pyarrow.Schema, prefix: str) -> pyarrow.Schema:
    """Returns the schema of the kept columns, then of the rows with `prefix` before their names."""
    import pyarrow

    rows = [field.with_name(prefix + field.name) for field in rows]
    for field in rows:
        if field.name in kept.names:
            raise ValueError(f'column "{field.name}" is in both the input and the result: set prefix=, or leave it out of columns=')
    return pyarrow.schema([*kept, *rows], kept.metadata)
