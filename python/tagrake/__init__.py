"""Extracts links, metadata, text and tokens from HTML pages and WARC crawls, exactly as the HTML standard defines them.

>>> import tagrake
>>> page = tagrake.extract(b"<title>Us</title><a href=/about>About us</a>", "https://example.com/")
>>> page.title, page.urls
('Us', ['https://example.com/about'])

page.main_text is the main content, page.markdown the page as Markdown, and page.blocks its text blocks.

extract reads one page, and tokens returns its tokens. extract_many reads many pages, in a list, a column, a table or a reader, and
read_warc WARC files. They return Arrow data, which pyarrow, polars, pandas, DuckDB and DataFusion take without
a copy. scan_warc returns a lazy frame of polars. copy_records copies records to another WARC file. This package requires none of these libraries.
"""

import tagrake._compiled  # first: it raises a clear error without the compiled module
from typing import TypeAlias

from tagrake._native import (
    BLOCK_SCHEMA,
    CELL_SCHEMA,
    LINK_SCHEMA,
    PAGE_SCHEMA,
    RECORD_SCHEMA,
    SCHEMA,
    Comment,
    Doctype,
    EndTag,
    InputError,
    Link,
    Links,
    Page,
    RecordBatch,
    RecordBatchReader,
    Schema,
    StartTag,
    Stream,
    Table,
    Text,
    Tokens,
    WarcReader,
    __version__,
    copy_records,
    extract,
    extract_many,
    hrefs,
    hyperlinks,
    parse_errors,
    read_warc,
    schema,
    spark_ddl,
    tokens,
)
from tagrake._json_schema import json_schema
from tagrake._rows import Row
from tagrake._scan_warc import scan_warc

Token: TypeAlias = StartTag | EndTag | Text | Comment | Doctype
"""A token: each kind has a class of its own."""

LINK_COLUMNS = LINK_SCHEMA.names
"""The column names of the table "links"."""

extract_batch = extract_many
"""Another name of `extract_many`."""

__all__ = [
    "BLOCK_SCHEMA",
    "CELL_SCHEMA",
    "LINK_COLUMNS",
    "LINK_SCHEMA",
    "PAGE_SCHEMA",
    "RECORD_SCHEMA",
    "SCHEMA",
    "Comment",
    "Doctype",
    "EndTag",
    "InputError",
    "Link",
    "Links",
    "Page",
    "RecordBatch",
    "RecordBatchReader",
    "Row",
    "Schema",
    "StartTag",
    "Stream",
    "Table",
    "Text",
    "Token",
    "Tokens",
    "WarcReader",
    "__version__",
    "copy_records",
    "extract",
    "extract_batch",
    "extract_many",
    "hrefs",
    "hyperlinks",
    "json_schema",
    "parse_errors",
    "read_warc",
    "scan_warc",
    "schema",
    "spark_ddl",
    "tokens",
]
