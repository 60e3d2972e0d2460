"""Rows in data frames, and data frames that cannot be imported as they are."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import numpy
    import pandas
    import polars

    from tagrake._native import RecordBatch, RecordBatchReader, Table, WarcReader

    Rows = RecordBatch | Table
    Reader = RecordBatchReader | WarcReader
    Data = TypeVar("Data", polars.DataFrame, polars.Series)

NUMPY_TYPES = frozenset(("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"))
"""The types of columns that numpy has by the same name, if no value is missing."""


def to_pandas(data: Rows | Reader) -> pandas.DataFrame:
    """Returns the rows as a frame. Values are Python objects, as in `to_pylist`, or numbers of numpy."""
    import pandas

    columns: dict[str, list[Any]] = {name: [] for name in data.columns}
    for batch in data if isinstance(data, Iterator) else data.to_batches():
        for name, values in columns.items():
            values += batch.column(name)

    def series(values: list[Any], kind: str) -> Any:
        is_number = kind in NUMPY_TYPES and None not in values
        return pandas.Series(values, dtype=kind) if is_number else values

    types = dict(zip(data.schema.names, data.schema.types, strict=True))
    return pandas.DataFrame({name: series(values, types[name]) for name, values in columns.items()})


def array_of_rows(reader: Reader) -> numpy.ndarray[Any, Any]:
    """Returns the rows of a reader as an array of objects, which `pandas.DataFrame` takes for rows.

    `pandas.DataFrame(reader)` asks for this array, and makes a dict of each item if it is a dataclass. Without it, pandas takes
    the batches of a reader for rows.
    """
    import numpy

    names = reader.columns
    row_class = dataclasses.make_dataclass("Row", [f"column_{number}" for number in range(len(names))])
    for field, name in zip(dataclasses.fields(row_class), names, strict=True):
        field.name = name  # which need not be an identifier
    rows = []
    for batch in reader:
        for row in batch:
            item: Any = object.__new__(row_class)
            item.__dict__ = row
            rows.append(item)
    array = numpy.empty(len(rows), dtype=object)
    array[:] = rows
    return array


def without_null_type(data: Data) -> Data:
    """Returns the frame or column with strings, all null, in place of the type Null.

    polars exports the type Null with a buffer, which the C data interface does not have (pola-rs/polars#22934).
    """
    import polars

    if isinstance(data, polars.DataFrame):
        cast: dict[Any, Any] = {name: _castable(kind) for name, kind in data.schema.items()}
        cast = {name: kind for name, kind in cast.items() if kind != data.schema[name]}
        return data.cast(cast) if cast else data
    kind = _castable(data.dtype)
    return data if kind == data.dtype else data.cast(kind)


def _castable(kind: Any) -> Any:
    """Returns the type with String in place of Null, at all levels."""
    import polars

    if kind == polars.Null:
        return polars.String()
    if isinstance(kind, polars.List):
        return polars.List(_castable(kind.inner))
    if isinstance(kind, polars.Array):
        return polars.Array(_castable(kind.inner), kind.size)
    if isinstance(kind, polars.Struct):
        return polars.Struct([polars.Field(field.name, _castable(field.dtype)) for field in kind.fields])
    return kind
