"""Data frames of other libraries that cannot be imported as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import polars

    Data = TypeVar("Data", polars.DataFrame, polars.Series)


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
