"""Raises ImportError if the package is a source folder, which has no compiled module. Imported before that module."""

from pathlib import Path

try:
    import tagrake._native  # noqa: F401
except ModuleNotFoundError as error:
    if error.name != "tagrake._native":
        raise
    raise ImportError(
        f"{Path(__file__).parent} has the sources of tagrake, without the compiled module, and Python finds this folder before the "
        "installed package. Run Python in another folder or with -P, or compile the module with `maturin develop`.",
        name=error.name,
    ) from None
