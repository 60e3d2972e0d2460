"""Type aliases, protocols and typed dicts of arguments. `tagrake.records` has the types of records and rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from os import PathLike
from typing import Any, Literal, Protocol, TypeAlias, TypedDict

Html: TypeAlias = bytes | bytearray | memoryview | str
HeaderText: TypeAlias = str | bytes
HeaderValue: TypeAlias = HeaderText | list[str] | list[bytes] | tuple[str, ...] | tuple[bytes, ...]
Headers: TypeAlias = (
    HeaderText | Mapping[str, HeaderValue] | Mapping[bytes, HeaderValue]
    | Iterable[tuple[HeaderText, HeaderValue]] | Iterable[HeaderText]
)
LinkKind: TypeAlias = Literal[
    "nav", "embed", "frame", "form", "link", "hint", "cite", "ping", "css", "lazy", "vocab", "anchor", "base", "codebase",
    "refresh", "header", "redirect", "script", "comment", "social",
]
LinkScope: TypeAlias = Literal["external", "internal"]
LinkClass: TypeAlias = Literal[
    "http", "fragment", "empty", "mailto", "tel", "javascript", "data", "ftp", "file", "blob", "about", "other", "relative",
    "invalid", "too-long",
]
Profile: TypeAlias = Literal["standard", "crawl"]
TableName: TypeAlias = Literal["pages", "links", "blocks", "tables", "records"]
Errors: TypeAlias = Literal["raise", "record", "skip"]
InputFormat: TypeAlias = Literal["auto", "html", "jsonl", "warc"]
Path: TypeAlias = str | bytes | PathLike[str] | PathLike[bytes]
View: TypeAlias = Literal["main", "precise", "generous"]
TextColumn: TypeAlias = Literal["main_text", "main_markdown", "markdown", "text"]
FactSource: TypeAlias = Literal["html", "head", "body", "header", "noscript", "svg", "template"]
RightsSource: TypeAlias = Literal["meta", "header", "link"]
MarkdownInline: TypeAlias = Literal["links", "images", "emphasis"]


class BinaryFile(Protocol):
    """A file object that reads bytes."""

    def read(self, size: int = ..., /) -> bytes:
        """Returns at most `size` bytes; no bytes at the end."""
        ...


class OpenFile(Protocol):
    """An object that opens a file, as `fsspec.core.OpenFile`."""

    @property
    def fs(self) -> Any:
        """The file system."""
        ...

    def open(self) -> Any:
        """Returns a file object."""
        ...


Input: TypeAlias = Path | BinaryFile | OpenFile
Inputs: TypeAlias = Input | Iterable[Input]
"""The paths of files and folders, globs, URLs and file objects: one or many."""


class ArrowArray(Protocol):
    """An object that exports an Arrow struct array, such as a record batch."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """Returns the capsules of the schema and of the array."""
        ...


class ArrowStream(Protocol):
    """An object that exports a stream of Arrow struct arrays, such as a table, data frame or reader."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Returns the capsule of the stream."""
        ...


class ArrowTable(ArrowStream, Protocol):
    """An object that exports a stream, and has a length: a table, a data frame or a column."""

    def __len__(self) -> int:
        """Returns the number of rows."""
        ...


Values: TypeAlias = Iterable[str | None] | ArrowArray | ArrowStream


class ExtractOptions(TypedDict, total=False):
    """Options of pages: keywords of `extract`, `extract_many` and `read_warc`."""

    kinds: LinkKind | Iterable[LinkKind] | None
    """The kinds of links to return: one name or a list of "nav" (a, area), "embed" (images, media), "frame", "form", "link"
    (other link elements), "hint" (preload and the like), "cite", "ping", "css", "lazy" (attributes of scripts), "vocab",
    "anchor", "base", "codebase", "refresh", "header" (Link headers), "redirect", "script", "comment" and "social". None,
    the default, returns all but "comment" and "social".
    """
    link_scope: LinkScope | None
    """"external" for links to another registered domain than the page's only, "internal" for links to that domain. Links
    without a host, such as mailto:, and links of a page without a URL are neither. None, the default, returns all.
    """
    link_attributes: str | Iterable[str]
    """More attributes with links, one or a list of "element@attribute": ["img@data-full", "*@data-set-*:srcset"]: ":srcset",
    ":css" or ":html" if a value is not one URL; "*" for the rest of a name. Their links have the kind "lazy".
    """
    max_links: int
    """The maximum number of links of a page, 100,000 by default. A page with more has the flag "limit-links"."""
    max_arena_bytes: int
    """The maximum memory for reading a page in bytes, 128 MiB by default. A page that needs more is read up to the limit and
    has the flag "limit-arena".
    """
    scripting: bool
    """The scripting flag: if true, the content of noscript is raw text. False by default."""
    hidden_text: bool
    """Whether to keep text that HTML hides: the hidden attribute, display:none and the like. False by default."""
    profile: Profile | None
    """How to determine the encoding if none is declared. "crawl", the default, detects it as browsers do: UTF-8 if the bytes
    are valid UTF-8, else a guess from the bytes and the top-level domain of the URL. "standard" is windows-1252.
    """
    encoding: str | None
    """The encoding of the page: a label of the Encoding Standard, or the name of a Python codec that it has. Overrides any
    declaration. None, the default, lets the page decide. Pages that are str need none.
    """
    agent: str | None
    """The crawler for which robots_index and robots_follow decide, such as "googlebot". None, the default, obeys only the
    rules for all crawlers.
    """
    view: View | None
    """Which text is main content: "main", the default; "precise", less text with fewer errors; or "generous", more text with
    fewer gaps.
    """
    markdown_with: MarkdownInline | Iterable[MarkdownInline] | None
    """The inline elements that Markdown keeps: "links", "images", "emphasis" or a list of them. By default, only their text is
    kept.
    """


class SelectionOptions(TypedDict, total=False):
    """Keywords that select records of WARC files."""

    mime: str | Iterable[str] | None
    """The MIME types of records to read: "html", "all", a type such as "text/plain", or a list of these. By default, HTML and
    the texts of WET files are read, and records of all types in the table "records".
    """
    status: int | str | Iterable[int | str] | None
    """The HTTP statuses of records to read: 200, "2xx", "all", or a list of these. "2xx" by default, and all in the table
    "records".
    """
    hosts: str | Iterable[str] | None
    """Only records whose URL has one of these hosts: "example.com", "*.example.com" for it and its subdomains, or a list of
    these.
    """
    exclude_hosts: str | Iterable[str] | None
    """No records whose URL has one of these hosts, in the form of hosts."""
    url_prefixes: str | Iterable[str] | None
    """Only records whose URL starts with this text, or one of these texts."""
    sample: str | float | Fraction | None
    """Only the records of a sample of URLs: "1/100" or 0.01. The SHA-1 of the URL decides, so it is the same in every call."""
    fetched_from: str | None
    """Only records that were fetched at this time or later: "2024", "2024-05", "2024-05-18" or "2024-05-18T01:58:10Z". Records
    without a time are left out.
    """
    fetched_to: str | None
    """Only records that were fetched before this time, or in this year, month or day, in the form of fetched_from."""
    dedup: Literal["digest", "declared-digest", "text"] | None
    """"digest" to leave out records whose body equals one of the last 1.8 million distinct bodies of the call, or "declared-
    digest" to trust the SHA-1 in WARC-Payload-Digest for that, even if it is wrong; "text" to leave out pages with the main
    text of an earlier one. Uses one thread.
    """


class AccessOptions(TypedDict, total=False):
    """Keywords for access to object stores."""

    anonymous: bool
    """Whether to send no credentials to object stores, as for public data."""


class InputOptions(AccessOptions, total=False):
    """Keywords that name the input, besides an index."""

    manifest: str | PathLike[str] | None
    """A file or URL with more paths and URLs: one per line, or a table with the columns file, url, content_type and encoding."""
    records: str | Iterable[str] | None
    """"FILE:OFFSET" or a list of them: single records in place of paths, of any MIME type and status."""
    base: str | PathLike[str] | None
    """A URL or folder that is put before the relative paths of the manifest or index: "s3://commoncrawl/"."""
    input: InputFormat
    """The format of the files: "auto", the default, identifies it by the first bytes; "warc", "html" or "jsonl". Copies are
    made of archives only.
    """


class SourceOptions(InputOptions, total=False):
    """Keywords that name the input."""

    index: str | PathLike[str] | ArrowArray | ArrowStream | None
    """The records to read in place of paths, in the order of the index: the path or URL of CDXJ, JSON lines or CSV, the path
    of a Parquet file, or any Arrow table, batch or stream, which is read completely first. Columns: warc_filename,
    warc_record_offset and optionally warc_record_length, or filename, offset and length. If there is a page_url or url, a
    record with another URL is an error.
    """


class CopyOptions(SourceOptions, SelectionOptions, total=False):
    """The keywords of `copy_records`."""

    errors: Literal["raise", "skip"] | None
    """How to handle unreadable input. By default, a file that cannot be opened or read raises OSError, and damage in a file is
    left out, and logged as a warning of the logger "tagrake". "skip" leaves out both without a warning; "raise" raises
    OSError or InputError at the first error. If an exception is raised, there is no output.
    """
    threads: int
    """The number of threads, 1 by default; 0 for one per core. The output does not depend on it."""
    max_record_bytes: int
    """The maximum bytes of a block in memory, 16 MiB by default. The rest of a longer block passes through a temporary file."""
    limit: int | None
    """The number of records after which the copying ends. Uses one thread."""
    zstd_dictionary: bool
    """Whether to compress a .warc.zst with a dictionary trained from the first 11 MB of the records, which are read twice.
    With too few records, there is none.
    """


class ReadOptions(ExtractOptions, SelectionOptions, AccessOptions, total=False):
    """Keywords of `read_warc` that do not name the input, the rows or the errors."""

    threads: int
    """The number of threads, 1 by default; 0 for one per core. The rows do not depend on it."""
    batch_bytes: int
    """The approximate bytes of a batch, 4 MiB by default; at most 1 GiB. The first batch is smaller: it comes after 1,024 rows
    or half a second.
    """
    batch_rows: int
    """The maximum number of rows of a batch, 65,536 by default."""
    max_record_bytes: int
    """The maximum bytes of a record in memory, 16 MiB by default. Longer records are truncated."""
    min_words: int | None
    """Only pages whose main text has at least this many words, separated by white space."""
    languages: str | Iterable[str] | None
    """Only pages whose main text is in one of these languages, as the column lang_detected names them: "en", or a list."""
    head_only: bool
    """Whether to read only the head of each page: a title, meta, link or base in the body does not count then. The table is
    "pages", and columns= names columns that need no body. Of records that an index names with their length, only the start
    is decompressed, so that damage after the head is not noticed. False by default.
    """


class ScanOptions(ReadOptions, InputOptions, total=False):
    """The other keywords of `scan_warc`."""

    progress: Callable[[Counts], object] | bool | None
    """A function that is called with the counts, at most every 0.1 seconds and at the end; or True for a bar of tqdm. The
    thread that waits for a batch calls it. None and False report nothing.
    """


class TaskOptions(ReadOptions, total=False):
    """The other keywords of functions whose tasks call `read_warc`. A limit holds for each task."""

    limit: int | None
    """The number of rows after which the reading ends. Uses one thread."""


class PageOptions(ExtractOptions, total=False):
    """The other keywords of expressions of polars."""

    errors: Errors | None
    """How to handle a value that is no page, such as gzip data or an image. By default its row has the reason in the column
    error if there is one; otherwise the value is logged as a warning of the logger "tagrake". "raise" raises ValueError,
    "record" needs the column error, and "skip" logs nothing. Its other columns are null in any case, because each value has
    a row.
    """
    head_only: bool
    """Whether to read only the head of each page: a title, meta, link or base in the body does not count then. columns= names
    columns that need no body. False by default.
    """
    threads: int
    """The number of threads; 0 for one per core. The rows do not depend on it."""


class HtmlOptions(TaskOptions, total=False):
    """The other keywords of functions that read a column of pages in Spark and Ray. The last two are for columns of archives."""

    content_type: str | None
    """The Content-Type headers, one for each page; for a table also the name of their column."""
    headers: str | None
    """The headers of each response, in the forms that extract takes; for a table also the name of their column: lists or maps
    of names and values, or text. Structs have the fields name (or key) and value. A value may be a list of values.
    """
    keep: str | Iterable[str] | None
    """For tables, the columns to keep, placed before the columns of the record; None keeps all but the pages."""
    table: TableName
    """"pages", the default, a row for each page; "links", a row for each link; "blocks", a row for each text block; "tables",
    a row for each cell of each table; or "records", a row for each record of an archive, of any type.
    """
    errors: Errors | None
    """How to handle unreadable input. By default, a file that cannot be opened or read, or not downloaded, raises OSError,
    such as FileNotFoundError. Damage in a file is a row with the reason in the column error if the rows have it; otherwise
    it is left out, and logged as a warning of the logger "tagrake". "raise" raises OSError or InputError after the rows
    before the first error, "record" adds a row for each error, and "skip" leaves all of them out. counts["errors"] has
    their number in any case.
    """


class WarcOptions(ScanOptions, TaskOptions, SourceOptions, total=False):
    """The keywords of `read_warc`."""

    errors: Errors | None
    """How to handle unreadable input. By default, a file that cannot be opened or read, or not downloaded, raises OSError,
    such as FileNotFoundError. Damage in a file is a row with the reason in the column error if the rows have it; otherwise
    it is left out, and logged as a warning of the logger "tagrake". "raise" raises OSError or InputError after the rows
    before the first error, "record" adds a row for each error, and "skip" leaves all of them out. counts["errors"] has
    their number in any case.
    """
    columns: str | Iterable[str] | None
    """The columns to extract, in this order. Other columns take no time. Pages have three more that are not in SCHEMA:
    "payload", the bytes of the page without transfer and content codings; "http_headers", pairs in the order of the
    response; and "warc_record_id". Records have one more: "payload".
    """
    table: TableName
    """"pages", the default, a row for each page; "links", a row for each link; "blocks", a row for each text block; "tables",
    a row for each cell of each table; or "records", a row for each record of an archive, of any type.
    """


class Counts(TypedDict):
    """Counts of files, records, pages and rows, and of errors by cause."""

    files: int
    pages: int
    links: int
    rows: int
    stored_bytes: int
    text_bytes: int
    members: int
    downloaded_bytes: int
    forgotten_digests: int
    records: dict[str, int]
    errors: dict[str, int]
    skipped: dict[str, int]
    skipped_types: dict[str, int]
    irregular: dict[str, int]
    cut: dict[str, int]
    encodings: dict[str, int]
    detected_encodings: dict[str, int]
    flags: dict[str, int]
