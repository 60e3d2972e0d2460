"""Rows of the command, and a canonical form in which rows of different engines are compared."""

import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pyarrow
import pyarrow.ipc


def command_rows(folder: Path, paths: list[str], *options: str, verb: str = "extract") -> pyarrow.Table:
    """Returns the rows of a verb of the command. Its status is 1, because the last two files are truncated."""
    out = folder / "rows.arrow"
    # Only pages have rows of errors.
    errors = "record" if verb == "extract" else "skip"
    command = [sys.executable, "-m", "tagrake", verb, "--quiet", "--errors", errors, "--format", "arrow", "-o", str(out)]
    ended = subprocess.run([*command, *options, *paths], stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 1, ended.stderr
    assert paths[-1] in ended.stderr and paths[-2] in ended.stderr
    with pyarrow.ipc.open_stream(out) as rows:
        return rows.read_all()


def canonical(table: pyarrow.Table) -> list[str]:
    """Returns the rows as sorted JSON. The order of columns and rows does not matter."""
    return sorted(json.dumps(row, sort_keys=True, default=_plain) for row in table.to_pylist(maps_as_pydicts="strict"))


def assert_same(found: list[str], expected: list[str]) -> None:
    """Compares rows in canonical form. The message names only the different keys, because a row can be very long."""
    assert len(found) == len(expected)
    for row, other in zip(found, expected, strict=True):
        if row != other:
            row, other = json.loads(row), json.loads(other)
            keys = [key for key in row.keys() | other.keys() if row.get(key, ...) != other.get(key, ...)]
            raise AssertionError(f"{other.get('url')}: different {keys}")


def _plain(value: datetime) -> str:
    return value.isoformat()
