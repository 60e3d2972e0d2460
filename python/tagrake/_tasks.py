"""What a task of Spark or Ray does with the path of a WARC file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

import tagrake

if TYPE_CHECKING:
    import pyarrow


class NamedFile:
    """A file object with the name that rows have in `warc_filename`; those of fsspec have none."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self.name = name
        self.read = file.read


def read_file(
    path: str, open: Callable[[str], BinaryIO] | None, keywords: dict[str, Any]
) -> Iterator[pyarrow.RecordBatch]:
    """Reads a file, opened by `open` if there is one."""
    import pyarrow

    if open is None:
        yield from map(pyarrow.record_batch, tagrake.read_warc(path, **keywords))
    else:
        with open(path) as file:
            yield from map(pyarrow.record_batch, tagrake.read_warc(NamedFile(file, path), **keywords))
