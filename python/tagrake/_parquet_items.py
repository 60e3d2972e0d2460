"""Writes the items of Scrapy to Parquet files, with pyarrow."""

from __future__ import annotations

from typing import IO, Any

from scrapy.exporters import BaseItemExporter

import tagrake

__all__ = ["ParquetItemExporter"]


class ParquetItemExporter(BaseItemExporter):
    """Writes items to a Parquet file. A field with the name of a page column has the type of the column, if its values fit.

    Needs pyarrow. In the settings of a project:

        FEED_EXPORTERS = {"parquet": "tagrake.scrapy.ParquetItemExporter"}
        FEEDS = {"pages.parquet": {"format": "parquet"}}

    The columns are the fields that the feed names, or else the fields of the items in the first row group, which also decides their
    types. A later item that has another field, or a value of another type, raises `ValueError` with its number and the field.

    Args:
        file: A binary file.
        schema: The schema, a `pyarrow.Schema`, instead of the one that is inferred.
        rows: The number of rows of a row group.
        compression: The compression of pyarrow, by default "zstd".
        keywords: The other arguments of exporters, such as `fields_to_export`.
    """

    def __init__(
        self, file: IO[bytes], *, schema: Any = None, rows: int = 1024, compression: str = "zstd", **keywords: Any
    ) -> None:
        if schema is not None and keywords.get("fields_to_export") is None:
            keywords["fields_to_export"] = schema.names
        super().__init__(**keywords)
        import pyarrow.parquet

        self._pyarrow = pyarrow
        self._file = file
        self._schema: Any = schema
        self._rows = rows
        self._compression = compression
        self._writer: Any = None
        self._items: list[dict[str, Any]] = []
        self._written = 0

    def export_item(self, item: Any) -> None:
        """Adds an item to the row group, and writes a full one."""
        values = dict(self.get_serialized_fields(item, default_value=None, include_empty=True))
        if self._writer and (unknown := values.keys() - set(self._schema.names)):
            raise ValueError(
                f"item {self._written + len(self._items) + 1}: the first {self._written} items have no field "
                f"{min(unknown)!r}: name all fields in FEED_EXPORT_FIELDS, or pass schema="
            )
        self._items.append(values)
        if len(self._items) >= self._rows:
            self._write()

    def finish_exporting(self) -> None:
        """Writes the last row group and the end of the file."""
        if self._items or not self._writer:
            self._write()
        self._writer.close()

    def _write(self) -> None:
        arrow = self._pyarrow
        if self._schema is None:
            names = dict.fromkeys(name for item in self._items for name in item)
            self._schema = arrow.schema([arrow.field(name, self._type(name)) for name in names])
        if self._writer is None:
            self._writer = arrow.parquet.ParquetWriter(self._file, self._schema, compression=self._compression)
        columns = [self._column(field) for field in self._schema]
        self._writer.write_table(arrow.Table.from_arrays(columns, schema=self._schema))
        self._written += len(self._items)
        self._items = []

    def _type(self, name: str) -> Any:
        """Returns the type of the page column with this name if the values fit, or else the type of the values."""
        values = [item.get(name) for item in self._items]
        try:
            known = self._pyarrow.schema(tagrake.schema([name])).field(0).type
        except ValueError:  # no page column has this name
            known = None
        fits = known is not None and all(self._fits(value, known) for value in values)
        return known if fits else self._pyarrow.array(values).type

    def _column(self, field: Any) -> Any:
        arrow = self._pyarrow
        try:
            return arrow.array([item.get(field.name) for item in self._items], field.type)
        except (arrow.ArrowException, TypeError, OverflowError) as error:
            number = next(number for number, item in enumerate(self._items) if not self._fits(item.get(field.name), field.type))
            place = f"item {self._written + number + 1}, field {field.name!r}"
            raise ValueError(f"{place}: the value does not fit into {field.type}: {error}; pass schema= to set the types") from None

    def _fits(self, value: Any, kind: Any) -> bool:
        try:
            self._pyarrow.array([value], kind)
        except (self._pyarrow.ArrowException, TypeError, OverflowError):
            return False
        return True
