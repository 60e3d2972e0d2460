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
    types. A later item that has another field, or a value of another type, raises `ValueError` with its number and the field; the other
    items are written.

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
        self._items: list[tuple[int, dict[str, Any]]] = []
        """The items of the next row group, with their numbers."""
        self._count = 0

    def export_item(self, item: Any) -> None:
        """Adds an item to the row group, and writes a full one."""
        self._count += 1
        values = dict(self.get_serialized_fields(item, default_value=None, include_empty=True))
        if self._writer and (unknown := values.keys() - set(self._schema.names)):
            raise ValueError(
                f"item {self._count}: the first row group has no field {min(unknown)!r}: "
                "name all fields in FEED_EXPORT_FIELDS, or pass schema="
            )
        self._items.append((self._count, values))
        if len(self._items) >= self._rows:
            self._write()

    def finish_exporting(self) -> None:
        """Writes the last row group and the end of the file."""
        try:
            if self._items or not self._writer:
                self._write()
        finally:
            if self._writer:
                self._writer.close()

    def _write(self) -> None:
        """Writes the items. Raises `ValueError` for items that do not fit, after the others are written."""
        arrow = self._pyarrow
        items, self._items = self._items, []
        if self._schema is None:
            names = dict.fromkeys(name for _, values in items for name in values)
            self._schema = arrow.schema([arrow.field(name, self._type([values.get(name) for _, values in items], name)) for name in names])
        if self._writer is None:
            self._writer = arrow.parquet.ParquetWriter(self._file, self._schema, compression=self._compression)
        problems: dict[int, str] = {}
        try:
            table = self._table(items)
        except self._unfit:
            problems = {number: problem for number, values in items if (problem := self._problem(values))}
            table = self._table([item for item in items if item[0] not in problems])
        self._writer.write_table(table)
        for number, problem in problems.items():
            more = f" (and {len(problems) - 1} more items)" if len(problems) > 1 else ""
            raise ValueError(f"item {number}, {problem}; pass schema= to set the types{more}")

    def _type(self, values: list[Any], name: str) -> Any:
        """Returns the type of the page column with this name if the values fit, or else the type that pyarrow infers."""
        try:
            known = self._pyarrow.schema(tagrake.schema([name])).field(0).type
        except ValueError:  # no page column has this name
            known = None
        if known is not None and all(self._error(value, known) is None for value in values):
            return known
        # If the values have several types, the first one counts.
        first = [value for value in values if value is not None][:1]
        for candidates in (values, first):
            try:
                return self._pyarrow.array(candidates).type
            except self._unfit:
                pass
        return self._pyarrow.null()

    def _table(self, items: list[tuple[int, dict[str, Any]]]) -> Any:
        arrow = self._pyarrow
        columns = [arrow.array([values.get(field.name) for _, values in items], field.type) for field in self._schema]
        return arrow.Table.from_arrays(columns, schema=self._schema)

    def _problem(self, values: dict[str, Any]) -> str | None:
        """Returns the first field of an item that does not fit, and the reason."""
        for field in self._schema:
            if error := self._error(values.get(field.name), field.type):
                return f"field {field.name!r}: the value does not fit into {field.type}: {error}"
        return None

    def _error(self, value: Any, kind: Any) -> str | None:
        try:
            self._pyarrow.array([value], kind)
        except self._unfit as error:
            return str(error) or type(error).__name__
        return None

    @property
    def _unfit(self) -> tuple[type[Exception], ...]:
        """The errors of pyarrow for a value that does not fit."""
        return (self._pyarrow.ArrowException, TypeError, OverflowError)
