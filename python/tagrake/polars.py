"""Expressions of polars for columns of pages: `import tagrake.polars` adds the namespace `tagrake` to expressions.

    import polars as pl
    import tagrake.polars

    pages.select(pl.col("html").tagrake.links(url="url"))

`tagrake.scan_warc` reads WARC files into a lazy frame.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Unpack

import polars
from polars.api import register_expr_namespace

import tagrake
from tagrake._native import check_page_options, column_list
from tagrake._versions import require

if TYPE_CHECKING:
    from tagrake.types import PageOptions

require("polars")

__all__ = ["PageExpressions"]

URL = "tagrake:url"
"""The name of the column of URLs beside the column of pages."""


@register_expr_namespace("tagrake")
class PageExpressions:
    """Expressions of a column of pages, binary or text. A page that is null gives nulls."""

    def __init__(self, html: polars.Expr) -> None:
        self._html = html

    def extract(
        self, columns: str | Iterable[str], url: str | polars.Expr | None = None, **options: Unpack[PageOptions]
    ) -> polars.Expr:
        """Returns a struct of columns of the record.

        Args:
            columns: The columns, or one: `tagrake.PAGE_SCHEMA.names`, `main_text` and more, and columns of selectors, as in
                `tagrake.extract_many`.
            url: The column of URLs, against which relative links are resolved: its name, or an expression.
            options: Other keywords of `tagrake.extract_many`: `kinds`, `view`, `threads` and more.

            pages.select(pl.col("html").tagrake.extract(["title", "lang"], url="url").struct.unnest())
        """
        check_page_options(self.extract, {**options})
        return self._struct(columns, url, {**options})

    def links(self, url: str | polars.Expr | None = None, **options: Unpack[PageOptions]) -> polars.Expr:
        """Returns the links of each page: a list of structs with the columns `tagrake.LINK_COLUMNS`.

        The arguments are as in `extract`: `kinds="nav"` returns only hyperlinks.
        """
        check_page_options(self.links, {**options})
        return self._struct("links", url, {**options}).struct.field("links")

    def main_text(self, url: str | polars.Expr | None = None, **options: Unpack[PageOptions]) -> polars.Expr:
        """Returns the main content of each page as text. The arguments are as in `extract`."""
        check_page_options(self.main_text, {**options})
        return self._struct("main_text", url, {**options}).struct.field("main_text")

    def _struct(self, columns: str | Iterable[str], url: str | polars.Expr | None, options: dict[str, Any]) -> polars.Expr:
        """Returns a struct of columns of the record."""
        definitions = column_list(columns)
        kind = polars.Struct(dict(tagrake.extract_many([], columns=definitions).to_polars().schema))
        url = polars.col(url) if isinstance(url, str) else url
        values = [self._html] if url is None else [self._html, url.alias(URL)]

        def read(pages: polars.Series) -> polars.Series:
            frame = pages.struct.unnest()
            html, *others = frame.columns
            keywords: dict[str, Any] = {"html": html, "url": URL if others else None, "keep": [], "columns": definitions, **options}
            return polars.DataFrame(tagrake.extract_many(frame, **keywords)).to_struct(pages.name)

        return polars.struct(values).map_batches(read, return_dtype=kind, is_elementwise=True)
