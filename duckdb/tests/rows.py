"""Rows of DuckDB and lines of the command, in a form in which they can be compared."""

import json
from datetime import datetime
from typing import Any

import duckdb


def rows(db: duckdb.DuckDBPyConnection, query: str, *values: object) -> list[dict[str, Any]]:
    """Returns the rows of a query as dictionaries."""
    result = db.execute(query, list(values))
    names = [column[0] for column in result.description]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]


def as_line(value: Any) -> Any:
    """Returns a value of DuckDB as a line of the command has it. Fields of null are left out."""
    match value:
        case {"key": key, "value": item} if len(value) == 2:  # a pair is a list in JSON
            return [key, item]
        case dict():
            return {name: as_line(item) for name, item in value.items() if item is not None}
        case list():
            return [as_line(item) for item in value]
        case datetime():
            return value.timestamp()
    return value


def as_row(value: Any, name: str = "") -> Any:
    """Returns a value of a line in the same form: JSON-LD is text in DuckDB, and a time has a type."""
    match value:
        case dict():
            return {key: as_row(item, key) for key, item in value.items() if item is not None}
        case list():
            return [as_row(item, name) for item in value]
        case str() if name == "fetch_time":
            return datetime.fromisoformat(value).timestamp()
    return value


def with_parsed_json_ld(row: dict[str, Any]) -> dict[str, Any]:
    """Parses the JSON-LD of a page."""
    for item in row.get("jsonld", []):
        if isinstance(item.get("value"), str):
            item["value"] = json.loads(item["value"])
    return row
