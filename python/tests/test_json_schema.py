"""The JSON Schema of records and rows, and their types for type checkers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, get_type_hints

import jsonschema
import pytest
import tagrake
from tagrake import records
from tagrake.types import TableName

Crawl = Callable[..., Path]
TABLES: dict[TableName, Any] = {"links": records.LinkRow, "blocks": records.BlockRow, "tables": records.CellRow, "records": records.RecordRow}


def validator(schema: dict[str, Any]) -> Any:
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def as_json(value: Any) -> Any:
    """Returns a value of a row as the command prints it: times as text, pairs as lists of two."""
    match value:
        case datetime():
            return value.isoformat()
        case {"key": key, "value": text}:
            return [key, text]
        case dict():
            return {key: as_json(item) for key, item in value.items()}
        case list():
            return [as_json(item) for item in value]
    return value


def test_pages_fit(pages: list[bytes]) -> None:
    check = validator(tagrake.json_schema())
    for html in pages:
        page = tagrake.extract(html, "https://example.com/")
        check.validate(json.loads(json.dumps(page.to_dict())))
        for columns in (["title", "url"], ["text", "main_text", "blocks", "items", "rights"]):
            record = tagrake.extract(html, "https://example.com/", columns=columns).to_dict()
            validator(tagrake.json_schema(columns)).validate(json.loads(json.dumps(record)))
    record = json.loads(json.dumps(tagrake.extract(pages[0], "https://example.com/").to_dict()))
    for wrong in [{**record, "titel": "Us"}, {**record, "title": 1}, {"v": 1}, {**record, "v": 2}]:
        assert not check.is_valid(wrong)
    assert check.is_valid({"v": 1, "url": None, "error": "damaged"})


@pytest.mark.parametrize("table", TABLES)
def test_rows_fit(table: TableName, crawl: Crawl) -> None:
    check, kind = validator(tagrake.json_schema(table=table)), TABLES[table]
    rows = [row for batch in tagrake.read_warc(crawl(), table=table) for row in batch]
    assert rows
    for row in rows:
        check.validate(as_json(row))
        assert row.keys() == kind.__required_keys__
    assert not check.is_valid({**as_json(rows[0]), "v": 1})
    assert get_type_hints(kind).keys() == tagrake.json_schema(table=table)["properties"].keys()


def test_columns() -> None:
    schema = tagrake.json_schema(["url", "v", "title"])
    assert list(schema["properties"]) == ["url", "v", "title"]
    assert schema["required"] == ["v", "url", "title"]
    assert schema["properties"]["title"]["type"] == ["string", "null"]
    assert schema["properties"]["v"]["type"] == "integer"
    with pytest.raises(ValueError, match="argument 'columns': the column 'payload' has no form in JSON"):
        tagrake.json_schema("payload")
    with pytest.raises(ValueError, match='no column "titel" .*did you mean .title.'):
        tagrake.json_schema(["titel"])


def test_records_have_types(pages: list[bytes]) -> None:
    for html in pages:
        record = tagrake.extract(html, "https://example.com/").to_dict()
        assert records.PageRecord.__required_keys__ <= record.keys() <= get_type_hints(records.PageRecord).keys()
        for link in record["links"]:
            assert records.LinkRecord.__required_keys__ <= link.keys() <= get_type_hints(records.LinkRecord).keys()


def test_the_source_folder_says_what_is_missing(tmp_path: Path) -> None:
    """Python in the folder of the sources imports them in place of the installed package."""
    package = Path(__file__).parent.parent / "tagrake"
    for name in ("__init__.py", "_compiled.py"):
        (tmp_path / "tagrake").mkdir(exist_ok=True)
        (tmp_path / "tagrake" / name).write_text((package / name).read_text())
    found = subprocess.run([sys.executable, "-c", "import tagrake"], cwd=tmp_path, capture_output=True, text=True)
    assert found.returncode == 1
    assert "has the sources of tagrake, without the compiled module" in found.stderr.splitlines()[-1]
