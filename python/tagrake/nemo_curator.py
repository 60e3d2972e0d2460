"""Parts of NeMo Curator's download-and-extract stage: an extractor of main content, and an iterator over WARC files.

NeMo Curator downloads, schedules, filters and writes. Every worker needs this package and NeMo Curator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Unpack

from loguru import logger
from nemo_curator.stages.text.download import DocumentIterator
from nemo_curator.stages.text.download.html_extractors import HTMLExtractorAlgorithm

import tagrake
from tagrake._native import check_page_options, check_warc_options
from tagrake._tasks import used
from tagrake.types import ExtractOptions, TaskOptions, TextColumn

__all__ = ["Extractor", "WarcIterator"]


class Extractor(HTMLExtractorAlgorithm):
    """Extracts the main content of a page: a value of `html_extraction=` of `CommonCrawlDownloadExtractStage`.

    That stage decodes the page without its declared encoding, and drops pages in languages without a list of stop words;
    `WarcIterator` does neither.

    Args:
        text: The column to return: "main_text", "main_markdown", or of all content "text" or "markdown".
        options: Other keywords of `tagrake.extract`: `view`, `markdown_with`, `hidden_text` and more. Options that the column does
            not use have no effect.

        CommonCrawlDownloadExtractStage("2026-40", "2026-40", "downloads", html_extraction=Extractor(view="precise"))
    """

    def __init__(self, text: TextColumn = "main_text", **options: Unpack[ExtractOptions]) -> None:
        check_page_options(type(self), {**options})
        self.text = text
        self.options: dict[str, Any] = used({"columns": [text], **options})

    def extract_text(self, html: str, stop_words: frozenset[str], language: str) -> list[str] | None:
        """Returns the text as a list of one; None if there is none. Stop words and language are not used."""
        text = tagrake.extract(html, **self.options)[self.text]
        return [text] if text else None


class WarcIterator(DocumentIterator):
    """Yields a record for each page of a WARC file with its main content, so that no extractor is needed.

    Pages are read as bytes, with the encoding that their headers and markup declare. Pages without text are left out. Damaged
    records and files that cannot be opened are logged as errors, as NeMo Curator does. Records have the columns `url`,
    `warc_id`, `source_id` and `text`, as its own iterator and extractor return them, and then `columns`.

    Args:
        text: The column of tagrake that becomes the column `text`, as in `Extractor`.
        columns: Other columns of `tagrake.read_warc`.
        options: Other keywords of `tagrake.read_warc`: `view`, `status`, `anonymous` and more.

        DocumentDownloadExtractStage(url_generator=urls, downloader=downloader, iterator=WarcIterator())
    """

    def __init__(
        self,
        text: TextColumn = "main_text",
        columns: Sequence[str] = ("title", "lang", "published"),
        **options: Unpack[TaskOptions],
    ) -> None:
        check_warc_options(type(self), {**options})
        if "text" in columns:
            raise ValueError('columns: "text" is the name of the main content: set text="text" for all content')
        self.text = text
        self.columns = list(columns)
        self.options = options

    def iterate(self, file_path: str) -> Iterator[dict[str, Any]]:
        columns = list(dict.fromkeys(["url", "warc_record_id", self.text, *self.columns]))
        with tagrake.read_warc(file_path, columns=columns, errors="skip", **self.options) as reader:
            for row in (row for batch in reader for row in batch if row[self.text]):
                warc_id = row["warc_record_id"]
                yield {
                    "url": row["url"],
                    "warc_id": warc_id and warc_id.strip("<>").removeprefix("urn:uuid:"),
                    "source_id": Path(file_path).name,
                    "text": row[self.text],
                    **{name: row[name] for name in self.columns},
                }
        for message in reader.errors:
            logger.error(message)

    def output_columns(self) -> list[str]:
        return ["url", "warc_id", "source_id", "text", *self.columns]
