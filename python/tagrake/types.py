"""Type aliases, protocols and typed dicts for annotations: of arguments, and of the values of records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from os import PathLike
from typing import Any, Literal, Protocol, TypeAlias, TypedDict

Html: TypeAlias = bytes | bytearray | memoryview | str
HeaderText: TypeAlias = str | bytes
HeaderValue: TypeAlias = HeaderText | list[str] | list[bytes] | tuple[str, ...] | tuple[bytes, ...]
Headers: TypeAlias = (
    Mapping[str, HeaderValue] | Mapping[bytes, HeaderValue] | Iterable[tuple[HeaderText, HeaderValue]] | Iterable[HeaderText]
)
LinkKind: TypeAlias = Literal[
    "nav", "embed", "frame", "form", "link", "hint", "cite", "ping", "css", "lazy", "vocab", "anchor", "base", "codebase",
    "refresh", "header", "redirect", "script", "comment", "social",
]
LinkClass: TypeAlias = Literal[
    "http", "fragment", "empty", "mailto", "tel", "javascript", "data", "ftp", "file", "blob", "about", "other", "relative",
    "invalid", "too-long",
]
Profile: TypeAlias = Literal["standard", "crawl"]
TableName: TypeAlias = Literal["pages", "links", "blocks", "tables"]
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
    link_attributes: str | Iterable[str]
    max_links: int
    max_arena_bytes: int
    scripting: bool
    hidden_text: bool
    profile: Profile | None
    encoding: str | None
    view: View | None
    markdown_with: MarkdownInline | Iterable[MarkdownInline] | None


class SourceOptions(TypedDict, total=False):
    """Keywords of `read_warc` and `copy_records` that name the input."""

    manifest: str | PathLike[str] | None
    index: str | PathLike[str] | ArrowArray | ArrowStream | None
    records: str | Iterable[str] | None
    base: str | PathLike[str] | None
    anonymous: bool
    input: InputFormat


class SelectionOptions(TypedDict, total=False):
    """Keywords of `read_warc` and `copy_records` that select records."""

    mime: str | Iterable[str] | None
    status: int | str | Iterable[int | str] | None
    hosts: str | Iterable[str] | None
    exclude_hosts: str | Iterable[str] | None
    url_prefixes: str | Iterable[str] | None
    sample: str | float | Fraction | None
    dedup: Literal["digest", "declared-digest"] | None


class CopyOptions(SourceOptions, SelectionOptions, total=False):
    """The keywords of `copy_records`."""

    errors: Literal["raise", "skip"] | None
    threads: int
    max_record_bytes: int
    limit: int | None
    zstd_dictionary: bool


class WarcOptions(SourceOptions, SelectionOptions, ExtractOptions, total=False):
    """The keywords of `read_warc`."""

    errors: Errors | None
    columns: str | Iterable[str] | None
    threads: int
    table: TableName
    batch_bytes: int
    batch_rows: int
    max_record_bytes: int
    limit: int | None
    progress: Callable[[Counts], object] | bool | None


class Encoding(TypedDict):
    """The encoding of a page, and how it was determined."""

    name: str
    source: str
    confidence: str
    bom_len: int
    had_errors: bool
    zero_copy: bool
    http_label: str | None
    meta_label: str | None


class Doctype(TypedDict):
    """The first DOCTYPE."""

    name: str | None
    public_id: str | None
    system_id: str | None


class _ThemeColor(TypedDict):
    color: str


class ThemeColor(_ThemeColor, total=False):
    """A meta theme-color."""

    media: str


class Refresh(TypedDict):
    """A redirect or reload by a Refresh header or a meta refresh."""

    seconds: int
    url: str


class Alternate(TypedDict):
    """An alternate of the page in another language."""

    hreflang: str
    url: str


class _Feed(TypedDict):
    type: str
    url: str


class Feed(_Feed, total=False):
    """A feed."""

    title: str


class _Icon(TypedDict):
    rel: str
    url: str


class Icon(_Icon, total=False):
    """An icon."""

    sizes: str
    type: str


class _JsonLd(TypedDict):
    valid: bool


class JsonLd(_JsonLd, total=False):
    """A block of JSON-LD."""

    value: Any
    raw: str
    error: str
    offset: int
    repaired: Any


class _ItemProperty(TypedDict):
    name: str


class ItemProperty(_ItemProperty, total=False):
    """A property of an item: its value, or the index of the item that is its value."""

    value: str
    item: int


class _Item(TypedDict):
    index: int
    source: str
    types: list[str]
    properties: list[ItemProperty]


class Item(_Item, total=False):
    """An item of microdata, RDFa or JSON-LD."""

    parent: int
    id: str


class _Sources(TypedDict):
    theme_color: list[FactSource]
    metas: list[FactSource]
    robots: dict[str, list[FactSource]]
    alternates: list[FactSource]
    feeds: list[FactSource]
    icons: list[FactSource]
    og: list[FactSource]
    twitter: list[FactSource]
    dc: list[FactSource]
    citation: list[FactSource]
    jsonld: list[FactSource]


class Sources(_Sources, total=False):
    """Where each fact of a page comes from."""

    lang: FactSource
    description: FactSource
    keywords: FactSource
    author: FactSource
    generator: FactSource
    viewport: FactSource
    content_language: FactSource
    refresh: FactSource
    canonical: FactSource
    amphtml: FactSource
    next: FactSource
    prev: FactSource
    manifest: FactSource


class _Heading(TypedDict):
    level: int
    text: str


class Heading(_Heading, total=False):
    """A heading."""

    id: str


class RobotsDirective(TypedDict):
    """A robots directive for one crawler, or for all: "*"."""

    agent: str
    directive: str
    source: RightsSource


class RightsDeclaration(TypedDict):
    """A declaration about the use of a page, as written."""

    source: RightsSource
    name: str
    value: str


class Rights(TypedDict):
    """The declarations about the use of a page, also in its headers."""

    directives: list[RobotsDirective]
    tdm_reservation: int | None
    tdm_policy: str | None
    tdm_error: bool
    licenses: list[str]
    declared: list[RightsDeclaration]


class _Block(TypedDict):
    index: int
    element: str
    path: str
    text: str
    offset: int
    length: int
    container: int
    words: int
    link_words: int
    list_depth: int
    score: float
    main: bool


class Block(_Block, total=False):
    """A text block."""

    container_parent: int
    heading_level: int
    table_row: int
    table_column: int
    line_breaks: int
    lang: str
    pre: bool
    hidden: bool
    in_noscript: bool
    record: int
    comment: bool


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
