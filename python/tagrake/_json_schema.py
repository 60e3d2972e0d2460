"""`json_schema`: the JSON Schema of records and rows."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tagrake._native import record_schema, schema

if TYPE_CHECKING:
    from tagrake.types import TableName


def json_schema(columns: str | Iterable[str] | None = None, *, table: TableName = "pages") -> dict[str, Any]:
    """Returns the JSON Schema (2020-12) of the rows of a table, with the meaning of each key.

    It fits `Page.to_dict()`, `Link` rows, and the JSON lines of the command. A key that has no value may be null or missing.

    Args:
        columns: The names of the columns, or one name, in their order; None for all columns, including those on request.
        table: "pages", the default, "links", "blocks", "tables" or "records".

    Raises:
        ValueError: If the table lacks a column, or if a column has bytes: JSON has no form for them.

    >>> import tagrake
    >>> tagrake.json_schema("title")["properties"]
    {'title': {'description': 'The text of the first title, white space collapsed.', 'type': ['string', 'null']}}
    """
    names = None if columns is None else schema(columns, table=table).names
    record: dict[str, Any] = json.loads(record_schema(table))
    # A page record has either an error or these keys.
    alternatives = record.pop("anyOf", [record])
    required = dict.fromkeys([*record["required"], *alternatives[-1]["required"]])
    found: dict[str, Any] = record["properties"]
    for name in names or ():
        if name not in found:
            raise ValueError(f"argument 'columns': the column {name!r} has no form in JSON")
    properties = {name: found[name] for name in names or found}
    for name, value in properties.items():
        may_fail = table == "pages" and name != "v"
        if (may_fail or name not in required) and "type" in value:
            kinds = value["type"] if isinstance(value["type"], list) else [value["type"]]
            value["type"] = list(dict.fromkeys([*kinds, "null"]))
            if "enum" in value:
                value["enum"].append(None)
    record |= {"properties": properties, "required": [name for name in required if name in properties]}
    if names is None and table == "pages":
        record |= {"required": ["v", "url"], "anyOf": alternatives}
    return record
