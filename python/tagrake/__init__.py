"""What HTML pages say, in crawls or by themselves: links, records, text and tokens, exact to the HTML standard.

>>> import tagrake
>>> page = tagrake.extract(b"<title>Us</title><a href=/about>About us</a>", "https://example.com/")
>>> page.title, page.urls
('Us', ['https://example.com/about'])

One page is read by extract, or token by token by tokens. Many pages are read by extract_many, by extract_batch where they are
a column of a table, and from WARC files by read_warc: their rows are Arrow's, which pyarrow, polars, pandas, DuckDB and
DataFusion take without a copy. None of these is needed to import this package.
"""

from tagrake._native import (
    LINK_SCHEMA,
    PAGE_SCHEMA,
    SCHEMA,
    InputError,
    Link,
    Page,
    RecordBatch,
    RecordBatchReader,
    Schema,
    Table,
    Token,
    Tokens,
    WarcReader,
    __version__,
    extract,
    extract_batch,
    extract_many,
    extract_reader,
    hrefs,
    read_warc,
    schema,
    spark_ddl,
    tokens,
)

LINK_COLUMNS = LINK_SCHEMA.names
"""The names of the columns of a row for each link."""

__all__ = [
    "LINK_COLUMNS",
    "LINK_SCHEMA",
    "PAGE_SCHEMA",
    "SCHEMA",
    "InputError",
    "Link",
    "Page",
    "RecordBatch",
    "RecordBatchReader",
    "Schema",
    "Table",
    "Token",
    "Tokens",
    "WarcReader",
    "__version__",
    "extract",
    "extract_batch",
    "extract_many",
    "extract_reader",
    "hrefs",
    "read_warc",
    "schema",
    "spark_ddl",
    "tokens",
]
