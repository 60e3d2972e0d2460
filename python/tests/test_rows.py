"""Rows, batches, tables and readers as Python objects, and as frames of other libraries."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import tagrake
from support import warc_record
from tagrake import RecordBatch, Row, Table

PAGES = [f"<html lang=en><title>{number}</title>" for number in range(7)]
COLUMNS = ["title", "lang", "v"]


def batch() -> RecordBatch:
    found = tagrake.extract_many([*PAGES, None], columns=COLUMNS)
    assert isinstance(found, RecordBatch)
    return found


def table() -> Table:
    """The rows of `batch` in three batches."""
    chunks = pa.chunked_array([[*PAGES[:3]], [], PAGES[3:], [None]], pa.string())
    found = tagrake.extract_many(pa.table({"html": chunks}), columns=COLUMNS)
    assert isinstance(found, Table)
    return found


MADE: list[Callable[[], Any]] = [batch, table]


def test_rows_are_dicts_with_attributes() -> None:
    row = batch()[2]
    assert isinstance(row, Row) and isinstance(row, dict)
    assert row == {"title": "2", "lang": "en", "v": 1} and list(row) == COLUMNS
    assert row.title == row["title"] == "2" and {"title", "lang"} <= set(dir(row))
    for same in (pickle.loads(pickle.dumps(row)), copy.copy(row), copy.deepcopy(row)):
        assert same == row and type(same) is Row and same.lang == "en"
    with pytest.raises(AttributeError, match="no column 'titel' in this row: did you mean 'title'?"):
        row.titel
    with pytest.raises(AttributeError, match="no column 'xyz' in this row, which has title, lang, v"):
        row.xyz
    assert [page.title if page else None for page in batch()] == [*"0123456", None]
    missing = batch()[-1]
    assert (missing.title, missing.lang) == (None, None)


@pytest.mark.parametrize("make", MADE)
def test_batches_are_sequences_of_rows_and_mappings_of_columns(make: Callable[[], Any]) -> None:
    rows = make()
    every = rows.to_pylist()
    assert all(type(row) is Row for row in every) and list(rows) == every
    assert rows.shape == (len(rows), 3) == (rows.num_rows, rows.num_columns)
    assert rows.columns == rows.keys() == rows.schema.names == COLUMNS
    assert "title" in rows and "titel" not in rows and 1 not in rows
    assert dict(rows) == {"title": [*"0123456", None], "lang": ["en"] * 7 + [None], "v": [1] * 8}
    for index in range(-8, 8):
        assert rows[index] == rows[np.int64(index)] == every[index]
    for index in (8, -9):
        with pytest.raises(IndexError, match=f"no row {index}: there are 8 rows"):
            rows[index]
    numbers = (None, -9, -3, 0, 2, 4, 100)
    for start in numbers:
        for stop in numbers:
            for step in (None, 1, 2, -1, -3):
                part = rows[start:stop:step]
                assert type(part) is type(rows) and part.schema == rows.schema
                assert list(part) == every[start:stop:step], (start, stop, step)
    with pytest.raises(KeyError, match="no column 'titel': did you mean 'title'?"):
        rows["titel"]
    with pytest.raises(KeyError, match="no column 'xyz': the columns are title, lang, v"):
        rows.column("xyz")
    with pytest.raises(TypeError, match="expected the name of a column, the number of a row or a slice, not float"):
        rows[0.5]


def test_slices_are_not_copied() -> None:
    rows = batch()
    whole = pa.record_batch(rows).column("title").buffers()
    part = pa.record_batch(rows[2:4]).column("title").buffers()
    assert whole[2].address == part[2].address


def test_descriptions() -> None:
    assert repr(batch()) == "RecordBatch(8 rows × 3 columns)\n  title: string\n  lang: string\n  v: int32"
    assert repr(table()[:1]) == "Table(1 row × 3 columns)\n  title: string\n  lang: string\n  v: int32"
    schema = tagrake.schema(["links", "robots", "fetch_time"])
    assert repr(schema) == (
        "Schema(3 columns)\n  links: list<struct<element, attr, raw, …>>\n  robots: map<string, list<string>>\n"
        "  fetch_time: timestamp[us, UTC]"
    )
    assert list(schema) == schema.names and "links" in schema and "link" not in schema
    assert schema.types[2] == "timestamp[us, UTC]"
    reader = tagrake.extract_many(pa.table({"html": PAGES}).to_reader(), columns=["title"])
    assert repr(reader) == "RecordBatchReader(1 column)\n  title: string"
    shown: Any = tagrake.extract_many(["<title>&lt;b&gt;"] * 11 + [None], columns=["title"])
    assert shown._repr_html_().count("<td>&lt;b&gt;</td>") == 10 and "The first 10 of 12 rows" in shown._repr_html_()
    assert "<th>title: string</th>" in shown[:0]._repr_html_()


def crawl(path: Path) -> Path:
    path.write_bytes(b"".join(warc_record(f"https://e.org/{number}", page.encode()) for number, page in enumerate(PAGES)))
    return path


@pytest.fixture(params=["batch", "table", "reader", "archive"])
def make(request: Any, tmp_path: Path) -> Callable[[], Any]:
    """Makes objects with the rows of the pages, as a batch, a table, a reader of three batches, and a reader of a file."""
    path = crawl(tmp_path / "crawl.warc.gz")
    sources: dict[str, Callable[[], Any]] = {
        "batch": lambda: batch()[:7],
        "table": lambda: table()[:7],
        "reader": lambda: tagrake.extract_many(pa.table({"html": PAGES}).to_reader(max_chunksize=3), columns=COLUMNS),
        "archive": lambda: tagrake.read_warc(path, columns=COLUMNS, batch_rows=3),
    }
    return sources[request.param]


EXPECTED = {"title": [*"0123456"], "lang": ["en"] * 7, "v": [1] * 7}


def test_frames(make: Callable[[], Any]) -> None:
    data = make()
    assert data.columns == data.keys() == COLUMNS and "title" in data and "titel" not in data
    assert data.to_polars().to_dict(as_series=False) == EXPECTED
    made = make().to_pandas()
    assert made.to_dict("list") == EXPECTED and list(made.columns) == COLUMNS and made["v"].dtype == "int32"
    assert type(make().to_pyarrow()) is type(arrow := make().to_arrow())
    assert (arrow.read_all() if isinstance(arrow, pa.RecordBatchReader) else arrow).to_pydict() == EXPECTED
    # The constructors of these libraries.
    assert pl.DataFrame(make()).to_dict(as_series=False) == EXPECTED
    made = pd.DataFrame(make())
    assert made.to_dict("list") == EXPECTED and list(made.columns) == COLUMNS and made["v"].dtype == "int64"
    some: Any = ["title", "v"]
    made = pd.DataFrame(make(), columns=some)
    assert made.to_dict("list") == {name: EXPECTED[name] for name in some}


def test_a_reader_gives_its_rows_once(tmp_path: Path) -> None:
    path = crawl(tmp_path / "crawl.warc.gz")
    uses: list[Callable[[Any], Any]] = [
        pd.DataFrame, pl.DataFrame, pa.table, list, np.asarray, iter,
        lambda reader: reader.to_pandas(), lambda reader: reader.to_polars(), lambda reader: reader.to_arrow().read_all(),
    ]
    for first in [use for use in uses if use is not iter]:
        for second in uses:
            table = pa.table({"html": PAGES})
            for reader in (tagrake.read_warc(path, columns=COLUMNS), tagrake.extract_many(table.to_reader(), columns=COLUMNS)):
                first(reader)
                # Iteration has no more batches, unless another library reads them as a stream.
                if second in (list, iter) and first not in (pl.DataFrame, pa.table):
                    assert list(second(reader)) == []
                    continue
                with pytest.raises(ValueError, match="consumed"):
                    second(reader)


def test_types_of_frames() -> None:
    source = pa.table(
        {
            "html": [b"<a href=x>y", None],
            "small": pa.array([1, 2], pa.int8()),
            "none": pa.array([1, None], pa.int64()),
            "real": pa.array([0.5, 1], pa.float32()),
            "flag": [True, False],
            "time": pa.array([0, 1000], pa.timestamp("ns", "UTC")),
            "a name": [{"x": [1, None]}, None],
        }
    )
    made = tagrake.extract_many(source, columns=["links"])
    frame = made.to_pandas()
    assert [str(frame[name].dtype) for name in ["small", "none", "real", "flag"]] == ["int8", "float64", "float32", "bool"]
    assert str(frame["time"].dtype).startswith("datetime64[") and str(frame["time"].dtype).endswith("UTC]")
    assert frame["a name"].tolist() == [{"x": [1, None]}, None]
    assert frame["links"][0][0]["raw"] == "x" and frame["links"][1] is None
    rows = pd.DataFrame(tagrake.extract_many(source.to_reader(), columns=["links"]))
    assert list(rows.columns) == list(frame.columns)
    assert rows["a name"].tolist() == frame["a name"].tolist() and rows["links"].tolist() == frame["links"].tolist()
    assert [str(rows[name].dtype) for name in ["small", "real", "flag"]] == ["int64", "float64", "bool"]
    empty = tagrake.extract_many(source.slice(0, 0), columns=["links"]).to_pandas()
    assert list(empty.columns) == made.columns and empty["small"].dtype == "int8" and len(empty) == 0


def test_arrays_of_readers() -> None:
    def reader() -> Any:
        return tagrake.extract_many(pa.table({"html": PAGES}).to_reader(), columns=["title"])

    assert [row.title for row in np.asarray(reader())] == [*"0123456"]
    assert np.asarray(reader(), dtype=object).shape == (7,)
    with pytest.raises(ValueError, match="objects"):
        np.asarray(reader(), dtype=float)


WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in sys.argv[1:]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
import tagrake

def titles(pages):
    return tagrake.extract_many(pages, columns=["title"])["title"]

batch = tagrake.extract_many(["<title>One"], columns=["title"])
for name, method in {"pyarrow": batch.to_arrow, "polars": batch.to_polars, "pandas": batch.to_pandas}.items():
    try:
        made = method()
        assert name not in sys.argv[1:] and made["title"][0] in ("One", made["title"][0])
    except ImportError as error:
        assert name in sys.argv[1:] and f"needs {name}: pip install {name}" in str(error), error
if "polars" not in sys.argv[1:]:
    import polars
    assert titles(polars.Series(["<title>One", None])) == titles(polars.DataFrame({"html": ["<title>One", None]})) == ["One", None]
if "pandas" not in sys.argv[1:]:
    import pandas
    for kind in (object, "string[python]"):
        assert titles(pandas.Series(["<title>One", None], dtype=kind)) == ["One", None]
"""


@pytest.mark.parametrize("missing", [["pyarrow"], ["polars"], ["pandas"], ["pyarrow", "polars", "pandas"]], ids=" ".join)
def test_each_library_is_optional(missing: list[str]) -> None:
    subprocess.run([sys.executable, "-P", "-c", WITHOUT, *missing], check=True, timeout=60)
