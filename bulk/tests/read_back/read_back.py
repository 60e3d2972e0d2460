"""Reads the tables that `tagrake` writes with pyarrow and DuckDB, and compares every value with the JSON lines.

    python read_back.py --tagrake PATH FILE.warc.gz

`extract --text`, `links`, `blocks`, `tables`, `records` and `index` write the same rows as JSON lines, Parquet and an Arrow
stream, all but pages and records as CSV too; then pages and blocks with all keys, those on request included. The readers must return the values of the lines,
lists and maps included, and their schemas must equal the output of `tagrake schema`. The exit status is 1 at the first difference.
"""

import argparse
import csv
import io
import json
import subprocess
import sys
import tempfile
from datetime import datetime
from itertools import chain, zip_longest
from pathlib import Path

import duckdb
import jsonschema_rs
import pyarrow
import pyarrow.ipc
import pyarrow.parquet

# The command of each table.
TABLES = {"pages": ["extract", "--text"], "links": ["links"], "blocks": ["blocks"], "tables": ["tables"], "records": ["records"], "index": ["index"]}
# The tables with keys on request.
LARGER = ["pages", "blocks"]
# The string that holds JSON: a block of JSON-LD.
JSON_PATH = "jsonld[].value"
# The number of rows in memory as Python objects.
BATCH = 500


class Difference(Exception):
    """A value that differs from the JSON."""


def expected(kind, value, path):
    """Returns what a column of the Arrow type `kind` must hold where JSON has `value`."""
    if path == JSON_PATH:
        return json.dumps(value)
    if value is None:
        return None
    if pyarrow.types.is_timestamp(kind):
        return datetime.fromisoformat(value)
    if pyarrow.types.is_list(kind):
        return [expected(kind.value_type, item, f"{path}[]") for item in value]
    if pyarrow.types.is_map(kind):
        return [(key, expected(kind.item_type, item, f"{path}{{}}")) for key, item in value.items()]
    if pyarrow.types.is_struct(kind):
        names = [field.name for field in kind]
        if isinstance(value, list):  # pairs are lists in JSON
            value = dict(zip(names, value, strict=True))
        if unknown := value.keys() - set(names):
            raise Difference(f"{path}: no column has {unknown}")
        return {field.name: expected(field.type, value.get(field.name), f"{path}.{field.name}") for field in kind}
    if pyarrow.types.is_string(kind):
        return value if isinstance(value, str) else json.dumps(value)  # an id may be a number
    if pyarrow.types.is_floating(kind):
        return float(value)
    if isinstance(value, bool) != pyarrow.types.is_boolean(kind):  # Python says that 1 == True
        raise Difference(f"{path}: {value!r} in JSON is not of the type {kind}")
    return value


def given(kind, value, path):
    """Returns the value of a reader in the form of `expected`: pyarrow returns maps as lists of pairs, DuckDB as dictionaries."""
    if path == JSON_PATH:
        return json.dumps(None if value is None else json.loads(value))
    if value is None:
        return None
    if pyarrow.types.is_list(kind):
        return [given(kind.value_type, item, f"{path}[]") for item in value]
    if pyarrow.types.is_map(kind):
        pairs = value.items() if isinstance(value, dict) else value
        return [(key, given(kind.item_type, item, f"{path}{{}}")) for key, item in pairs]
    if pyarrow.types.is_struct(kind):
        return {field.name: given(field.type, value[field.name], f"{path}.{field.name}") for field in kind}
    return value


def compare(reader, schema, rows, lines):
    """Compares rows, as tuples, with lines of JSON; returns the number of values compared."""
    count = 0
    for count, (row, line) in enumerate(zip_longest(rows, lines), 1):
        if row is None or line is None:
            raise Difference(f"{reader}: {'fewer' if row is None else 'more'} rows than lines")
        line = json.loads(line)
        if unknown := line.keys() - set(schema.names):
            raise Difference(f"row {count}: no column has {unknown}")
        for field, value in zip(schema, row, strict=True):
            want = expected(field.type, line.get(field.name), field.name)
            got = given(field.type, value, field.name)
            if want != got:
                raise Difference(f"{reader}: row {count}, {field.name}: {got!r}, and JSON says {want!r}")
    return count * len(schema)


def compare_csv(text, lines):
    """Compares CSV with lines of JSON, as far as CSV distinguishes values: null is empty, and the items of a list are separated by spaces."""

    def cell(value):
        if isinstance(value, list):
            return " ".join(value)
        return "" if value is None else value if isinstance(value, str) else json.dumps(value)

    values = 0
    for row, line in zip(csv.DictReader(io.StringIO(text, newline=""), strict=True), map(json.loads, lines), strict=True):
        if line.keys() - row.keys() or row != {name: cell(line.get(name)) for name in row}:
            raise Difference(f"CSV: {row}, and JSON says {line}")
        values += len(row)
    return values


def compare_batches(read, batches, schema, lines):
    """Compares Arrow batches, and the schema that was read, with `tagrake schema` and lines of JSON."""
    if not read.equals(schema):
        raise Difference(f"the schema is not that of `tagrake schema`:\n{read}\n\n{schema}")

    def rows():
        for batch in batches:
            batch.validate(full=True)
            for start in range(0, len(batch), BATCH):
                yield from zip(*(column.to_pylist() for column in batch.slice(start, BATCH)))

    return compare("pyarrow", schema, rows(), lines)


def arrow_type(field):
    """Returns the Arrow type of a field in the JSON of Arrow's integration tests."""
    kind, children = field["type"], [arrow_field(child) for child in field["children"]]
    match kind["name"]:
        case "utf8":
            return pyarrow.string()
        case "bool":
            return pyarrow.bool_()
        case "int":
            return {32: pyarrow.int32(), 64: pyarrow.int64()}[kind["bitWidth"]]
        case "floatingpoint":
            return {"DOUBLE": pyarrow.float64()}[kind["precision"]]
        case "timestamp":
            return pyarrow.timestamp({"MICROSECOND": "us"}[kind["unit"]], tz=kind["timezone"])
        case "list":
            return pyarrow.list_(children[0])
        case "map":
            key, item = children[0].type
            return pyarrow.map_(key.type, item, keys_sorted=kind["keysSorted"])
        case "struct":
            return pyarrow.struct(children)
    raise Difference(f"an Arrow type that this script does not know: {kind}")


def arrow_field(field):
    return pyarrow.field(field["name"], arrow_type(field), nullable=field["nullable"])


def read_back(tagrake, table, has_all, warc, folder):
    """Writes a table in every format, reads it back, and prints the number of values compared."""

    def run(*arguments):
        return subprocess.run([tagrake, *map(str, arguments)], check=True, capture_output=True).stdout

    def says(form, *selection):
        return run("schema", "--table", table, "--format", form, *selection).decode()

    json_schema = json.loads(says("json-schema"))
    selection = ["--fields", ",".join(json_schema["properties"])] if has_all else []
    command = [*TABLES[table], *selection, "-q", "--format"]
    files = {form: folder / f"{table}.{form}" for form in ["jsonl", "parquet", "arrow"]}
    for form, file in files.items():
        run(*command, form, "-o", file, warc)
    # Not `splitlines`: text may have other line ends, such as U+2028.
    lines = files["jsonl"].read_text().split("\n")[:-1]
    schema = pyarrow.schema([arrow_field(field) for field in json.loads(says("arrow", *selection))["fields"]])

    compared = {}
    with pyarrow.parquet.ParquetFile(files["parquet"]) as file:
        compared["Parquet by pyarrow"] = compare_batches(file.schema_arrow, file.iter_batches(BATCH), schema, lines)
    with pyarrow.ipc.open_stream(files["arrow"]) as stream:
        compared["Arrow by pyarrow"] = compare_batches(stream.schema, stream, schema, lines)

    database = duckdb.connect()
    database.execute("SET TimeZone = 'UTC'").execute(says("sql", *selection))
    source = f"SELECT * FROM read_parquet('{files['parquet']}')"
    # `DESCRIBE tables` would list all tables.
    described = [f"SELECT * FROM {table}", source]
    made, read = ([column[:2] for column in database.execute(f"DESCRIBE {of}").fetchall()] for of in described)
    if made != read:
        raise Difference(f"DuckDB: the columns are {read}, and `tagrake schema` says {made}")
    database.execute(f"INSERT INTO {table} {source}")  # what is NOT NULL holds
    database.execute(f"SELECT * FROM {table}")
    rows = chain.from_iterable(iter(lambda: database.fetchmany(BATCH), []))
    compared["Parquet by DuckDB"] = compare("DuckDB", schema, rows, lines)

    validator = jsonschema_rs.Draft202012Validator(json_schema)
    for line in lines:
        for error in validator.iter_errors(json.loads(line)):
            raise Difference(f"not valid by the JSON Schema: {error.message}\n{line}")
    compared["JSON Schema"] = len(lines)
    if table != "pages":
        compared["CSV"] = compare_csv(run(*command, "csv", warc).decode(), lines)

    name = f"{table} with all keys" if has_all else table
    for reader, values in compared.items():
        unit = "lines valid" if reader == "JSON Schema" else "values equal"
        print(f"{name}: {reader}: {len(lines):,} rows, {values:,} {unit}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tagrake", required=True)
    parser.add_argument("warc")
    arguments = parser.parse_args()
    print(f"pyarrow {pyarrow.__version__}, DuckDB {duckdb.__version__}")
    try:
        with tempfile.TemporaryDirectory() as folder:
            for table, has_all in [*((table, False) for table in TABLES), *((table, True) for table in LARGER)]:
                read_back(arguments.tagrake, table, has_all, arguments.warc, Path(folder))
    except Difference as difference:
        sys.exit(str(difference))


if __name__ == "__main__":
    main()
