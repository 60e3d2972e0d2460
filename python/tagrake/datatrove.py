"""Stages of a datatrove pipeline: an extractor of main content, and a reader of WARC files.

datatrove schedules, filters and writes. Every worker needs this package and datatrove.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, Unpack

from datatrove.data import Document, DocumentsPipeline
from datatrove.io import DataFileLike, DataFolderLike
from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.pipeline.readers.base import BaseDiskReader
from datatrove.utils.logging import logger
from datatrove.utils.typeshelper import StatHints

import tagrake
from tagrake._native import check_page_options, check_warc_options
from tagrake._tasks import NamedFile, used
from tagrake.types import ExtractOptions, TaskOptions, TextColumn

__all__ = ["Extractor", "WarcReader"]


class Extractor(BaseExtractor):
    """Replaces the HTML of each document by its main content, and adds metadata of the page. Documents without text are dropped.

    Extraction takes linear time and does not fail, so it runs in the process of the pipeline, without a timeout.

    Args:
        text: The column that becomes the text of the document: "main_text", "main_markdown", or of all content "text" or
            "markdown".
        columns: The columns that are added to the metadata: "title", "lang", "published" and more.
        options: Other keywords of `tagrake.extract_many`: `view`, `markdown_with`, `hidden_text` and more. Options that no column
            uses have no effect.

        Extractor(columns=["title", "lang", "published"], view="precise")
    """

    name = "⛏ tagrake"

    def __init__(self, text: TextColumn = "main_text", columns: Sequence[str] = (), **options: Unpack[ExtractOptions]) -> None:
        super().__init__()
        check_page_options(type(self), {**options})
        self.text = text
        self.options: dict[str, Any] = used({"columns": list(dict.fromkeys([text, *columns])), **options})

    def row(self, html: str, url: str | None = None) -> dict[str, Any]:
        """Returns the columns of a page."""
        return tagrake.extract_many([html], [url], **self.options).to_pylist()[0]

    def extract(self, text: str) -> str:
        """Returns the text of a page."""
        extracted: str = self.row(text)[self.text]
        return extracted

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        """Yields the documents with their text, as the base class, and with their metadata."""
        for document in data:
            self.stat_update(StatHints.total)
            with self.track_time():
                row = self.row(document.text, document.metadata.get("url"))
            document.text = row.pop(self.text)
            document.metadata.update(row)
            if document.text:
                self.stat_update(StatHints.forwarded)
                self.update_doc_stats(document)
                yield document
            else:
                self.stat_update(StatHints.dropped)


class WarcReader(BaseDiskReader):
    """Yields a document for each page of WARC files, with its main content as text, so that no extractor is needed.

    Pages are read as bytes, with the encoding that their headers and markup declare. Pages without text are dropped. The
    files can be in any file system that datatrove reads.

    Args:
        data_folder: The folder with the files; a path, or a file system of fsspec.
        paths_file: A file with a path in this folder per line.
        columns: The columns that are added to the metadata.
        text_key: The column that becomes the text of the document, as in `Extractor`.
        id_key: The column that becomes its ID.
        errors: How to handle unreadable input. By default, damaged records are left out, with a warning in the log for each,
            and a file that cannot be opened or read fails the task. "skip" logs these files too; "raise" raises for both.
        options: Other keywords of `tagrake.read_warc`: `view`, `status`, `threads` and more.
        keywords: Keywords of datatrove's readers: `limit`, `glob_pattern`, `default_metadata` and more.

        WarcReader("s3://bucket/crawl", glob_pattern="*.warc.gz", limit=1000, options={"view": "precise"})
    """

    name = "🕷 Warc (tagrake)"

    def __init__(
        self,
        data_folder: DataFolderLike,
        paths_file: DataFileLike | None = None,
        *,
        columns: Sequence[str] = ("url", "title", "lang", "published"),
        text_key: str = "main_text",
        id_key: str = "warc_record_id",
        errors: Literal["raise", "skip"] | None = None,
        options: TaskOptions | None = None,
        **keywords: Any,
    ) -> None:
        super().__init__(data_folder, paths_file, text_key=text_key, id_key=id_key, **keywords)
        check_warc_options(type(self), {**(options or {})})
        self.errors: Literal["raise", "skip"] | None = errors
        self.options: dict[str, Any] = {"columns": list(dict.fromkeys([id_key, text_key, *columns])), **(options or {})}

    def read_file(self, filepath: str) -> Iterator[Document]:
        path = self.data_folder.resolve_paths(filepath)
        try:
            with self.data_folder.fs.open(path, "rb") as file:
                reader = tagrake.read_warc(NamedFile(file, path), errors=self.errors or "skip", **self.options)
                yield from self._documents(reader, filepath)
        except OSError as error:
            if self.errors != "skip":
                raise
            logger.warning(f"{path}: {error}")

    def _documents(self, reader: tagrake.WarcReader, filepath: str) -> Iterator[Document]:
        """Yields the documents of a file, then logs its damaged records."""
        number = 0
        try:
            while True:
                with self.track_time("batch"):
                    batch = next(reader, None)
                if batch is None:
                    break
                for row in batch:
                    if row[self.id_key] is None:
                        del row[self.id_key]  # datatrove makes an ID from the path and the number
                    if document := self.get_document_from_dict(row, filepath, number):
                        yield document
                    number += 1
        finally:
            reader.close()
            for message in reader.errors:
                logger.warning(message)
