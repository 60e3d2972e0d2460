"""The data source "tagrake" of Spark 4: the rows of WARC files, or of records that an index names.

1. `WarcSource` parses the options, which are texts, to keywords of `tagrake.read_warc`.
2. `WarcSourceReader.partitions` lists the files or records on the driver, and groups them by their stored bytes.
3. `WarcSourceReader.read` reads a group in a task, as Arrow batches.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin, get_type_hints

import pyarrow
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema

import tagrake
from tagrake._native import is_url, list_inputs
from tagrake._paths import local_path, path_names
from tagrake._tasks import checked, nullable_ddl, nullable_schema, read_file, read_records
from tagrake.types import WarcOptions

if TYPE_CHECKING:
    from pyspark.sql.types import StructType

INPUTS = ("base", "index", "manifest")
"""The options whose values are paths or URLs."""

OPTIONS = {name: kind for name, kind in get_type_hints(WarcOptions).items() if name != "progress"}
"""The keywords of read_warc, with the types of their values, except for the one whose value is a function."""

PARTITION_BYTES = 16 << 20
"""Maximum stored bytes of the small files, or of the records, of a partition."""

OPEN_BYTES = 1 << 20
"""Opening a file takes as long as reading this number of bytes, so a partition has at most 16 small files."""

RECORD_BYTES = 64 << 10
"""The assumed length of a record whose length the index lacks."""

Place = tuple[str, int, int | None, str | None]
"""A record: its file, offset, length and URL."""

INDEX_SCHEMA = pyarrow.schema(
    {
        "warc_filename": pyarrow.string(),
        "warc_record_offset": pyarrow.uint64(),
        "warc_record_length": pyarrow.uint64(),
        "page_url": pyarrow.string(),
    }
)

Item = TypeVar("Item")


class WarcSource(DataSource):
    """The data source. Its options are `path` and the keywords of `tagrake.read_warc`."""

    @classmethod
    def name(cls) -> str:
        """Returns the name of the format."""
        return "tagrake"

    def schema(self) -> str:
        """Returns the columns of the rows, unless the user calls `schema`."""
        keywords = keywords_of(self.options)
        return nullable_ddl(keywords["columns"], keywords["table"])

    def reader(self, schema: StructType) -> DataSourceReader:
        """Returns the reader of the columns in `schema`."""
        return WarcSourceReader(self.options, schema)


class WarcSourceReader(DataSourceReader):
    """Reads the files or records that the options name."""

    def __init__(self, options: Mapping[str, str], schema: StructType) -> None:
        keywords = keywords_of(options)
        requested, table, names = keywords["columns"], keywords["table"], schema.names
        columns = None if requested is None and names == tagrake.schema(table=table).names else names
        if requested is not None:
            # The schema has the names of columns that selectors define, and the option their definitions.
            definitions = dict(zip(tagrake.schema(requested, table=table).names, requested, strict=True))
            if sorted(definitions) != sorted(names):
                raise ValueError(f"the schema has the columns {', '.join(names)}, the option columns {', '.join(definitions)}")
            columns = [definitions[name] for name in names]
        self.schema = nullable_schema(columns or names, table)
        expected = from_arrow_schema(self.schema)
        for given, field in zip(schema.fields, expected.fields, strict=True):
            if given.dataType.simpleString() != field.dataType.simpleString():
                types = f"{field.dataType.simpleString()}, not {given.dataType.simpleString()}"
                raise ValueError(f"the type of the column {given.name} is {types}")
        names_records = keywords.get("records") is not None
        inputs = {name: keywords.pop(name, None) for name in ("records", *INPUTS)}
        self.inputs = {"paths": paths_of(options), **inputs, "anonymous": keywords.get("anonymous", False)}
        if "input" in keywords:
            self.inputs["input"] = keywords["input"]
        self.keywords = {**keywords, "columns": columns}
        if names_records:
            # As `read_warc` reads single records: of any MIME type and status.
            self.keywords = {"mime": "all", "status": "all", **self.keywords}
        checked(self.keywords)

    def partitions(self) -> list[InputPartition]:
        """Returns the files or records of each task."""
        listed = list_inputs(**self.inputs)
        if self.inputs["index"] is None and self.inputs["records"] is None:
            return [FilePartition(group) for group in grouped((name, file_weight(name)) for name, *_ in listed)]
        listed.sort(key=lambda place: place[:2])
        return [RecordPartition(group) for group in grouped((place, place[2] or RECORD_BYTES) for place in listed)]

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        """Yields the rows of a partition."""
        for batch in self._batches(partition):
            yield batch.select(self.schema.names).cast(self.schema)

    def _batches(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        if isinstance(partition, FilePartition):
            for path in partition.value:
                yield from read_file(path, None, self.keywords)
        elif isinstance(partition, RecordPartition):
            index = pyarrow.table(dict(zip(INDEX_SCHEMA.names, zip(*partition.value), strict=True)), INDEX_SCHEMA)
            yield from read_records(index, self.keywords)
        # Spark calls this with a partition of its own if there is none.


class FilePartition(InputPartition):
    """Paths or URLs of files."""


class RecordPartition(InputPartition):
    """Records, sorted by file and offset."""


def keywords_of(options: Mapping[str, str]) -> dict[str, Any]:
    """Returns the keywords of `read_warc` in the options of Spark, always with `table` and `columns`."""
    keywords: dict[str, Any] = {"table": "pages", "columns": None}
    for name, text in options.items():
        if name not in ("path", "paths"):
            keywords[name] = value_of(name, text)
    return keywords


def value_of(name: str, text: str) -> Any:
    """Returns the value of an option."""
    if name not in OPTIONS:
        raise ValueError(f"unknown option {name!r}: expected one of {', '.join(sorted(['path', *OPTIONS]))}")
    if name in INPUTS:
        return local_path(text)
    types = get_args(OPTIONS[name]) or (OPTIONS[name],)
    if any(get_origin(kind) is Iterable for kind in types):
        return list_of(name, text)
    if int in types:
        try:
            return int(text)
        except ValueError:
            raise ValueError(f"option {name}: {text!r} is not a number") from None
    if bool in types:
        if text.lower() not in ("true", "false"):
            raise ValueError(f'option {name}: {text!r} is not "true" or "false"')
        return text.lower() == "true"
    return text


def list_of(name: str, text: str) -> list[str]:
    """Returns the items of a list: comma-separated, or a JSON array, as Spark writes lists of paths."""
    if not text.startswith("["):
        return [item.strip() for item in text.split(",")]
    try:
        items = json.loads(text)
    except ValueError as error:
        raise ValueError(f"option {name}: {text!r} is not a JSON array: {error}") from None
    if not all(isinstance(item, str) for item in items):
        raise ValueError(f"option {name}: {text!r} has an item that is not a text")
    return list(items)


def paths_of(options: Mapping[str, str]) -> list[str] | None:
    """Returns the paths that `load` was called with; None if there are none."""
    paths = list_of("paths", options["paths"]) if "paths" in options else []
    if "path" in options:
        paths.append(options["path"])
    return path_names(paths, None) if paths else None


def file_weight(path: str) -> int:
    """Returns the stored bytes of a file for grouping. A file whose length is not known is in a partition of its own."""
    if is_url(path) or not os.path.isfile(path):
        return PARTITION_BYTES
    return max(os.path.getsize(path), OPEN_BYTES)


def grouped(items: Iterable[tuple[Item, int]]) -> Iterator[list[Item]]:
    """Divides items with their bytes into lists of at most PARTITION_BYTES, or of one item."""
    group: list[Item] = []
    total = 0
    for item, size in items:
        if group and total + size > PARTITION_BYTES:
            yield group
            group, total = [], 0
        group.append(item)
        total += size
    if group:
        yield group
