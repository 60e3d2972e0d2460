"""Old versions of other libraries raise an error that says which version is needed."""

import re
from importlib.metadata import requires
from typing import Any

import pytest
import tagrake
from tagrake import _versions


def test_an_old_version_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    (minimum,) = [found[1] for found in (re.match(r"polars>=([\d.]+)", line) for line in requires("tagrake") or []) if found]
    monkeypatch.setattr(_versions, "version", lambda name: "1.5.0")
    _versions.require.cache_clear()
    with pytest.raises(ImportError, match=rf"tagrake needs polars {minimum} or newer, and 1.5.0 is installed"):
        tagrake.scan_warc("crawl.warc.gz")
    monkeypatch.setattr(_versions, "version", lambda name: f"{minimum}rc1")
    _versions.require.cache_clear()
    _versions.require("polars")
    _versions.require.cache_clear()


def test_numbers() -> None:
    cases: list[tuple[str, Any]] = [("1.36.1", (1, 36, 1)), ("2.0.0rc1", (2, 0, 0)), ("4.0.0.dev1", (4, 0, 0)), ("main", ())]
    for text, expected in cases:
        assert _versions.numbers(text) == expected
    assert _versions.numbers("1.9") < _versions.numbers("1.10")
