"""The types of the module in Rust. What is public is in tagrake."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from types import TracebackType
from typing import Any, Literal, Protocol, Self, TypeAlias, TypedDict, final, overload

Html: TypeAlias = bytes | bytearray | memoryview | str
Headers: TypeAlias = Mapping[str, str] | Iterable[tuple[str, str]] | Iterable[str]
LinkKind: TypeAlias = Literal[
    "nav", "embed", "frame", "form", "link", "hint", "cite", "ping", "css", "lazy", "vocab", "anchor", "base", "codebase",
    "refresh", "header",
]
LinkClass: TypeAlias = Literal[
    "http", "fragment", "empty", "mailto", "tel", "javascript", "data", "ftp", "file", "blob", "about", "other", "relative",
    "invalid", "too-long",
]
Profile: TypeAlias = Literal["standard", "crawl"]
TableName: TypeAlias = Literal["pages", "links"]

class ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

class ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class BinaryFile(Protocol):
    def read(self, size: int = ..., /) -> bytes: ...

class Encoding(TypedDict):
    name: str
    source: str
    confidence: str
    bom_len: int
    had_errors: bool
    zero_copy: bool
    http_label: str | None
    meta_label: str | None

class Doctype(TypedDict):
    name: str | None
    public_id: str | None
    system_id: str | None

class _ThemeColor(TypedDict):
    color: str

class ThemeColor(_ThemeColor, total=False):
    media: str

class Refresh(TypedDict):
    seconds: int
    url: str

class Alternate(TypedDict):
    hreflang: str
    url: str

class _Feed(TypedDict):
    type: str
    url: str

class Feed(_Feed, total=False):
    title: str

class _Icon(TypedDict):
    rel: str
    url: str

class Icon(_Icon, total=False):
    sizes: str
    type: str

class _JsonLd(TypedDict):
    valid: bool

class JsonLd(_JsonLd, total=False):
    value: Any
    raw: str
    error: str
    offset: int

class _Heading(TypedDict):
    level: int
    text: str

class Heading(_Heading, total=False):
    id: str

class Counts(TypedDict):
    files: int
    pages: int
    links: int
    rows: int
    stored_bytes: int
    text_bytes: int
    members: int
    records: dict[str, int]
    errors: dict[str, int]
    skipped: dict[str, int]
    cut: dict[str, int]
    encodings: dict[str, int]
    flags: dict[str, int]

class InputError(ValueError): ...

@final
class Page:
    @property
    def url(self) -> str | None: ...
    @property
    def content_type(self) -> str | None: ...
    @property
    def base_url(self) -> str | None: ...
    @property
    def base_href(self) -> str | None: ...
    @property
    def encoding(self) -> Encoding: ...
    @property
    def doctype(self) -> Doctype | None: ...
    @property
    def lang(self) -> str | None: ...
    @property
    def dir(self) -> str | None: ...
    @property
    def title(self) -> str | None: ...
    @property
    def description(self) -> str | None: ...
    @property
    def keywords(self) -> str | None: ...
    @property
    def author(self) -> str | None: ...
    @property
    def generator(self) -> str | None: ...
    @property
    def viewport(self) -> str | None: ...
    @property
    def theme_color(self) -> list[ThemeColor]: ...
    @property
    def metas(self) -> list[dict[str, str]]: ...
    @property
    def robots(self) -> dict[str, list[str]]: ...
    @property
    def x_robots(self) -> dict[str, list[str]]: ...
    @property
    def refresh(self) -> Refresh | None: ...
    @property
    def canonical(self) -> str | None: ...
    @property
    def amphtml(self) -> str | None: ...
    @property
    def next(self) -> str | None: ...
    @property
    def prev(self) -> str | None: ...
    @property
    def manifest(self) -> str | None: ...
    @property
    def alternates(self) -> list[Alternate]: ...
    @property
    def feeds(self) -> list[Feed]: ...
    @property
    def icons(self) -> list[Icon]: ...
    @property
    def og(self) -> list[tuple[str, str]]: ...
    @property
    def og_media(self) -> dict[str, list[dict[str, str]]]: ...
    @property
    def twitter(self) -> list[tuple[str, str]]: ...
    @property
    def dc(self) -> list[tuple[str, str]]: ...
    @property
    def citation(self) -> list[tuple[str, str]]: ...
    @property
    def jsonld(self) -> list[JsonLd]: ...
    @property
    def headings(self) -> list[Heading]: ...
    @property
    def text(self) -> str | None: ...
    @property
    def word_count(self) -> int | None: ...
    @property
    def links(self) -> list[Link]: ...
    @property
    def urls(self) -> list[str]: ...
    @property
    def flags(self) -> list[str]: ...
    def to_dict(self) -> dict[str, Any]: ...

@final
class Link:
    @property
    def element(self) -> str: ...
    @property
    def attr(self) -> str: ...
    @property
    def raw(self) -> str: ...
    @property
    def url(self) -> str | None: ...
    @property
    def class_(self) -> LinkClass: ...
    @property
    def kind(self) -> LinkKind: ...
    @property
    def rel(self) -> list[str] | None: ...
    @property
    def nofollow(self) -> bool | None: ...
    @property
    def ugc(self) -> bool | None: ...
    @property
    def sponsored(self) -> bool | None: ...
    @property
    def text(self) -> str | None: ...
    @property
    def alt(self) -> str | None: ...
    @property
    def title(self) -> str | None: ...
    @property
    def hreflang(self) -> str | None: ...
    @property
    def type_(self) -> str | None: ...
    @property
    def media(self) -> str | None: ...
    @property
    def sizes(self) -> str | None: ...
    @property
    def as_(self) -> str | None: ...
    @property
    def color(self) -> str | None: ...
    @property
    def target(self) -> str | None: ...
    @property
    def download(self) -> str | None: ...
    @property
    def method(self) -> str | None: ...
    @property
    def width(self) -> int | None: ...
    @property
    def density(self) -> float | None: ...
    @property
    def in_noscript(self) -> bool | None: ...
    @property
    def in_template(self) -> bool | None: ...
    @property
    def in_head(self) -> bool | None: ...
    @property
    def offset(self) -> int | None: ...
    @property
    def text_len(self) -> int | None: ...
    def to_dict(self) -> dict[str, Any]: ...

@final
class Schema:
    @property
    def names(self) -> list[str]: ...
    def to_pyarrow(self) -> Any: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...

@final
class RecordBatch:
    @property
    def num_rows(self) -> int: ...
    @property
    def num_columns(self) -> int: ...
    @property
    def schema(self) -> Schema: ...
    def to_pyarrow(self) -> Any: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Table:
    @property
    def num_rows(self) -> int: ...
    @property
    def num_columns(self) -> int: ...
    @property
    def schema(self) -> Schema: ...
    def to_batches(self) -> list[RecordBatch]: ...
    def to_pyarrow(self) -> Any: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class RecordBatchReader:
    @property
    def schema(self) -> Schema: ...
    def to_pyarrow(self) -> Any: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> RecordBatch: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class WarcReader:
    @property
    def schema(self) -> Schema: ...
    @property
    def counts(self) -> Counts: ...
    @property
    def errors(self) -> list[str]: ...
    def close(self) -> None: ...
    def to_pyarrow(self) -> Any: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None, /
    ) -> None: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> RecordBatch: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Token:
    @property
    def kind(self) -> Literal["doctype", "start_tag", "end_tag", "text", "comment"]: ...
    @property
    def name(self) -> str | None: ...
    @property
    def attributes(self) -> dict[str, str] | None: ...
    @property
    def data(self) -> str | None: ...
    @property
    def span(self) -> tuple[int, int]: ...
    @property
    def self_closing(self) -> bool: ...
    @property
    def public_id(self) -> str | None: ...
    @property
    def system_id(self) -> str | None: ...
    @property
    def force_quirks(self) -> bool: ...

@final
class Tokens(Iterator[Token]):
    def __iter__(self) -> Self: ...
    def __next__(self) -> Token: ...
    def __length_hint__(self) -> int: ...

def extract(
    html: Html,
    url: str | None = None,
    *,
    content_type: str | None = None,
    headers: Headers | None = None,
    fields: Iterable[str] | None = None,
    kinds: Iterable[LinkKind] | None = None,
    text: bool = False,
    max_links: int = 100_000,
    max_arena_bytes: int = ...,
    scripting: bool = False,
    profile: Profile | None = None,
    encoding: str | None = None,
) -> Page: ...
def extract_many(
    pages: Iterable[Html | None],
    urls: Iterable[str | None] | None = None,
    *,
    threads: int = 1,
    columns: Iterable[str] | None = None,
    kinds: Iterable[LinkKind] | None = None,
    text: bool = False,
    max_links: int = 100_000,
    max_arena_bytes: int = ...,
    scripting: bool = False,
    profile: Profile | None = None,
    encoding: str | None = None,
) -> RecordBatch: ...
@overload
def extract_batch(
    batch: ArrowArray,
    *,
    html: str = "html",
    url: str | None = "url",
    content_type: str | None = None,
    input: Literal["html", "http"] = "html",
    keep: Iterable[str] | None = None,
    columns: Iterable[str] | None = None,
    threads: int = 1,
    kinds: Iterable[LinkKind] | None = None,
    text: bool = False,
    max_links: int = 100_000,
    max_arena_bytes: int = ...,
    scripting: bool = False,
    profile: Profile | None = None,
    encoding: str | None = None,
) -> RecordBatch: ...
@overload
def extract_batch(
    batch: ArrowStream,
    *,
    html: str = "html",
    url: str | None = "url",
    content_type: str | None = None,
    input: Literal["html", "http"] = "html",
    keep: Iterable[str] | None = None,
    columns: Iterable[str] | None = None,
    threads: int = 1,
    kinds: Iterable[LinkKind] | None = None,
    text: bool = False,
    max_links: int = 100_000,
    max_arena_bytes: int = ...,
    scripting: bool = False,
    profile: Profile | None = None,
    encoding: str | None = None,
) -> Table: ...
def extract_reader(
    reader: ArrowArray | ArrowStream,
    *,
    html: str = "html",
    url: str | None = "url",
    content_type: str | None = None,
    input: Literal["html", "http"] = "html",
    keep: Iterable[str] | None = None,
    columns: Iterable[str] | None = None,
    threads: int = 1,
    kinds: Iterable[LinkKind] | None = None,
    text: bool = False,
    max_links: int = 100_000,
    max_arena_bytes: int = ...,
    scripting: bool = False,
    profile: Profile | None = None,
    encoding: str | None = None,
) -> RecordBatchReader: ...
def read_warc(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]] | BinaryFile,
    *,
    errors: Literal["record", "skip", "fail"] = "record",
    columns: Iterable[str] | None = None,
    threads: int = 1,
    table: TableName = "pages",
    batch_bytes: int = ...,
    batch_rows: int = ...,
    mime: str | None = None,
    status: str | None = None,
    max_record_bytes: int = ...,
    kinds: Iterable[LinkKind] | None = None,
    text: bool = False,
    max_links: int = 100_000,
    max_arena_bytes: int = ...,
    scripting: bool = False,
    profile: Profile | None = None,
    encoding: str | None = None,
) -> WarcReader: ...
def hrefs(html: Html, *, content_type: str | None = None, encoding: str | None = None) -> list[str]: ...
def tokens(
    html: Html,
    *,
    content_type: str | None = None,
    encoding: str | None = None,
    feedback: bool = True,
    scripting: bool = False,
) -> Tokens: ...
def schema(columns: Iterable[str] | None = None, *, table: TableName = "pages") -> Schema: ...
def spark_ddl(columns: Iterable[str] | None = None, *, table: TableName = "pages") -> str: ...
def command(arguments: Sequence[str]) -> int: ...

SCHEMA: Schema
PAGE_SCHEMA: Schema
LINK_SCHEMA: Schema
__version__: str
