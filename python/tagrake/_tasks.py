"""Shared code of tagrake.spark, tagrake.ray and scan_warc: schemas, options, columns of indexes, and the tasks that read files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO

import tagrake
from tagrake._native import unused_options
from tagrake._paths import Open

if TYPE_CHECKING:
    import pyarrow

    from tagrake.types import TableName

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


def checked(keywords: dict[str, Any]) -> dict[str, Any]:
    """Returns the keywords of `read_warc`. Raises if one is wrong, before there is a task."""
    tagrake.read_warc(BytesIO(), **keywords).close()
    return keywords


def used(keywords: dict[str, Any]) -> dict[str, Any]:
    """Returns the keywords of `read_warc` or `extract_many` without the options of pages that their columns do not use."""
    unused = unused_options(keywords)
    return {name: value for name, value in keywords.items() if name not in unused}


def nullable_ddl(columns: Sequence[str] | None, table: TableName) -> str:
    """Returns the schema as DDL without NOT NULL: `DataFrame.toArrow` fails if a null struct has non-nullable fields."""
    return tagrake.spark_ddl(columns, table=table).replace(" NOT NULL", "")


def nullable_schema(columns: Sequence[str] | None, table: TableName) -> pyarrow.Schema:
    """Returns the Arrow schema of `nullable_ddl`, whose fields are all nullable, in the order of `columns`."""
    import pyarrow

    return pyarrow.schema([nullable_field(field) for field in pyarrow.schema(tagrake.schema(columns, table=table))])


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


def read_file(path: str, open: Open | None, keywords: dict[str, Any]) -> Iterator[pyarrow.RecordBatch]:
    """Reads a WARC file, opened with `open` if it is given."""
    import pyarrow

    with nullcontext() if open is None else open(path) as file:
        source = path if file is None else NamedFile(file, path)
        yield from map(pyarrow.record_batch, tagrake.read_warc(source, **keywords))


def index_columns(names: Iterable[str]) -> list[str]:
    """Returns the names of the columns of an index that are read: the file, the offset, and others if there are any."""
    there = list(names)
    found = [next((name for name in column if name in there), None) for column in INDEX_COLUMNS]
    for name, (ours, cdxj) in zip(found[:2], INDEX_COLUMNS[:2], strict=True):
        if name is None:
            raise ValueError(f'index: no column is named "{ours}" or "{cdxj}", among {", ".join(there)}')
    return [name for name in found if name is not None]


def read_records(index: Any, keywords: dict[str, Any]) -> Iterator[pyarrow.RecordBatch]:
    """Reads the records that an Arrow table or batch of an index names."""
    import pyarrow

    yield from map(pyarrow.record_batch, tagrake.read_warc(index=index, **keywords))


def read_archives(
    batch: pyarrow.RecordBatch, column: str, prefix: str, keywords: dict[str, Any]
) -> Iterator[pyarrow.RecordBatch]:
    """Reads WARC files from the values of a column. Each row has the other columns of its file."""
    import pyarrow

    values, others = batch.column(column), batch.drop_columns([column])
    names = others.column("path").to_pylist() if "path" in others.schema.names else [column] * len(others)
    for index, name in enumerate(names):
        archive = pyarrow.BufferReader(values[index].as_buffer() or b"")
        reader = tagrake.read_warc(NamedFile(archive, str(name)), **keywords)
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
