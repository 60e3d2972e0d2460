"""The inputs that functions of many files take: one type for `read_warc`, `scan_warc`, `copy_records`, Spark, Ray and datatrove."""

from __future__ import annotations

import errno
import glob
import os
import re
from collections.abc import Callable, Iterable
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, BinaryIO
from urllib.parse import unquote

from tagrake._native import is_url

if TYPE_CHECKING:
    from tagrake.types import Path

Open = Callable[[str], BinaryIO]

SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+(?=:/)")
"""A URI scheme before a slash. Does not match a Windows drive or a colon in a file name."""


def inputs_of(paths: Any) -> list[Any]:
    """Returns the inputs in `paths`: each the path or URL of a file or folder, or a file object.

    `paths` is one input or an iterable of inputs: a str, bytes or PathLike, or an object that reads bytes (`read`) or opens a
    file (`fsspec.core.OpenFile`). `~`, globs and URIs with the scheme `file` become paths.
    """
    inputs = []
    for index, item in enumerate(items_of(paths)):
        if is_file(item):
            inputs.append(item)
        else:
            inputs += matching(local_path(path_of(item, index)))
    return inputs


def path_names(paths: Path | Iterable[Path], open: Open | None) -> list[str]:
    """Returns the paths in `paths` as `inputs_of`, without file objects. With `open`, paths are returned unchanged."""
    items = items_of(paths)
    if any(map(is_file, items)):
        raise TypeError("argument 'paths': expected a path or a list of paths, not a file object")
    if open is not None:
        return [path_of(item, index) for index, item in enumerate(items)]
    return inputs_of(items)


def items_of(paths: Any) -> list[Any]:
    """Returns the items of an iterable, or a list of one item."""
    if is_file(paths) or isinstance(paths, (str, bytes, PathLike)):
        return [paths]
    try:
        return list(paths)
    except TypeError:
        raise TypeError(f"argument 'paths': {expected(paths)}") from None


def is_file(item: Any) -> bool:
    """Returns true for an object that reads bytes, or that opens a file of fsspec."""
    opens = hasattr(item, "open") and hasattr(item, "fs")
    return opens or (hasattr(item, "read") and not isinstance(item, PathLike))


def path_of(item: Any, index: int) -> str:
    """Returns the item `index` as text. Bytes are decoded as Python decodes names of files."""
    if not isinstance(item, (str, bytes, PathLike)):
        raise TypeError(f"argument 'paths': item {index}: {expected(item)}")
    path = os.fsdecode(fspath(item))
    if not path:
        raise ValueError(f"argument 'paths': item {index}: an empty path")
    return path


def expected(item: Any) -> str:
    return f"expected a path, a URL, a file object or a list of them, not {type(item).__name__}"


def local_path(name: str) -> str:
    """Returns the path of a local file, which Spark writes as `file:/path` or `file:///path`; a URL that tagrake reads is unchanged."""
    scheme = SCHEME.match(name)
    if scheme is None or is_url(name):
        return os.path.expanduser(name) if name.startswith("~") and not os.path.exists(name) else name
    if scheme[0].lower() != "file":
        opener = f'fsspec.filesystem("{scheme[0]}").open'
        raise ValueError(f"argument 'paths': cannot open {name!r}: pass a file object, as {opener}({name!r}), or open={opener} in Spark and Ray")
    path = name[len("file:") :]
    if path.startswith("//"):
        host, slash, rest = path[2:].partition("/")
        if host not in ("", "localhost"):
            raise ValueError(f"argument 'paths': cannot open {name!r}: {host!r} is another host")
        path = slash + rest
    # Spark escapes `file:` paths in some places and not in others.
    return path if os.path.exists(path) else unquote(path)


def matching(path: str) -> list[str]:
    """Returns the files and folders that match a glob, in the order of their names. Any other path is returned unchanged."""
    if is_url(path) or os.path.exists(path) or glob.escape(path) == path:
        return [path]
    found = sorted(glob.glob(path, recursive=True))
    if not found:
        raise FileNotFoundError(errno.ENOENT, "No file or folder matches", path)
    return found
