"""The oldest supported versions of other libraries: the ones in the metadata of this package."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import PackageNotFoundError, requires, version


@cache
def require(name: str) -> None:
    """Raises ImportError if the installed version of the library `name` is older than the one that an extra of tagrake requires."""
    try:
        found = version(name)
        requirements = requires("tagrake") or []
    except PackageNotFoundError:
        return  # a library without metadata, as some builds of Spark
    for requirement in requirements:
        minimum = re.match(rf"{re.escape(name)}(?:\[\w+\])?>=([\d.]+)", requirement)
        if minimum and numbers(found) < numbers(minimum[1]):
            raise ImportError(f"tagrake needs {name} {minimum[1]} or newer, and {found} is installed: pip install -U {name}")


def numbers(text: str) -> tuple[int, ...]:
    """Returns the numbers at the start of a version."""
    start = re.match(r"\d+(?:\.\d+)*", text)
    return tuple(map(int, start[0].split("."))) if start else ()
