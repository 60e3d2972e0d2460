"""Type stubs of the native module. `tagrake` re-exports its public names."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from os import PathLike
from types import TracebackType
from typing import Any, Literal, Self, SupportsIndex, final, overload

import polars

from tagrake import records
from tagrake._rows import Row
from tagrake.records import (
    Alternate,
    Block,
    Encoding,
    Feed,
    Heading,
    Icon,
    Item,
    JsonLd,
    LinkRecord,
    PageRecord,
    Refresh,
    Rights,
    Sources,
    ThemeColor,
    Unfinished,
)
from tagrake.types import (
    ArrowArray,
    ArrowStream,
    ArrowTable,
    Counts,
    Errors,
    Headers,
    Html,
    InputFormat,
    Inputs,
    LinkClass,
    LinkKind,
    LinkScope,
    MarkdownInline,
    Path,
    Profile,
    TableName,
    Values,
    View,
)

__all__ = [
    "BLOCK_SCHEMA",
    "CELL_SCHEMA",
    "Comment",
    "Doctype",
    "EndTag",
    "FoundLinks",
    "InputError",
    "LINK_SCHEMA",
    "Link",
    "LinkFilter",
    "Links",
    "PAGE_SCHEMA",
    "Page",
    "RECORD_SCHEMA",
    "RecordBatch",
    "RecordBatchReader",
    "SCHEMA",
    "Schema",
    "StartTag",
    "Stream",
    "Table",
    "Text",
    "Tokens",
    "WarcReader",
    "__version__",
    "canonical_url",
    "check_page_options",
    "check_warc_options",
    "command",
    "copy_records",
    "extract",
    "extract_many",
    "fingerprint_data",
    "hrefs",
    "hyperlinks",
    "column_list",
    "is_url",
    "list_inputs",
    "parse_errors",
    "read_warc",
    "record_schema",
    "schema",
    "spark_ddl",
    "tokens",
    "unused_options",
]

class InputError(ValueError):
    """Damaged input. The message has the file and the offset."""

@final
class Page:
    """The record of a page. Its attributes are the keys of the record, each converted to a Python object on access.

    >>> import tagrake
    >>> page = tagrake.extract(b"<html lang=en><h1 id=top>Fish</h1><meta name=author content=Me>")
    >>> page.lang, page.author, page.headings
    ('en', 'Me', [{'level': 1, 'text': 'Fish', 'id': 'top'}])
    >>> page.to_dict()["metas"]
    [{'name': 'author', 'content': 'Me'}]

    A page has the methods of a mapping from the keys of its record to their values. Keys that are computed on request are in
    it, but not among its keys, unless the columns were named.

    >>> list(page)[:3], "markdown" in page, page.get("markdown")
    (['v', 'url', 'content_type'], True, '# Fish')
    """
    @property
    def url(self) -> str | None:
        """The page's own URL, normalized by the URL parser; unchanged if it is no URL."""
    @property
    def content_type(self) -> str | None:
        """The Content-Type header."""
    @property
    def base_url(self) -> str | None:
        """The document base URL."""
    @property
    def base_href(self) -> str | None:
        """The value of the first base href."""
    @property
    def encoding(self) -> Encoding:
        """The encoding, and how it was determined."""
    @property
    def doctype(self) -> records.Doctype | None:
        """The first DOCTYPE."""
    @property
    def lang(self) -> str | None:
        """The language: the attribute lang of html, before it xml:lang in XHTML; without one, content_language."""
    @property
    def dir(self) -> str | None:
        """The attribute dir of html."""
    @property
    def title(self) -> str | None:
        """The text of the first title, white space collapsed."""
    @property
    def description(self) -> str | None:
        """The first meta description, white space collapsed."""
    @property
    def keywords(self) -> str | None:
        """The first meta keywords."""
    @property
    def author(self) -> str | None:
        """The first meta author."""
    @property
    def generator(self) -> str | None:
        """The first meta generator."""
    @property
    def viewport(self) -> str | None:
        """The first meta viewport."""
    @property
    def content_language(self) -> str | None:
        """The language of meta content-language; without one, the only tag of the Content-Language header."""
    @property
    def theme_color(self) -> list[ThemeColor]:
        """Every meta theme-color."""
    @property
    def metas(self) -> list[dict[str, str]]:
        """Every meta: its attributes."""
    @property
    def robots(self) -> dict[str, list[str]]:
        """The robots directives of meta elements, by crawler; * is all."""
    @property
    def x_robots(self) -> dict[str, list[str]]:
        """The robots directives of X-Robots-Tag headers, by crawler."""
    @property
    def refresh(self) -> Refresh | None:
        """The first refresh, of a header or else of a meta that is not in noscript: its delay and target."""
    @property
    def canonical(self) -> str | None:
        """The first link element with rel canonical, or else the first link of a Link header."""
    @property
    def amphtml(self) -> str | None:
        """The first link element with rel amphtml, or else the first link of a Link header."""
    @property
    def next(self) -> str | None:
        """The first link element with rel next, or else the first link of a Link header."""
    @property
    def prev(self) -> str | None:
        """The first link element with rel prev or previous, or else the first link of a Link header."""
    @property
    def manifest(self) -> str | None:
        """The first link element with rel manifest, or else the first link of a Link header."""
    @property
    def alternates(self) -> list[Alternate]:
        """Versions of the page in other languages: of elements, then of Link headers."""
    @property
    def feeds(self) -> list[Feed]:
        """Feeds: of elements, then of Link headers."""
    @property
    def icons(self) -> list[Icon]:
        """Icons: of elements, then of Link headers."""
    @property
    def og(self) -> list[tuple[str, str]]:
        """Properties of Open Graph and related vocabularies, in order."""
    @property
    def og_media(self) -> dict[str, list[dict[str, str]]]:
        """The images, videos and audios of Open Graph, with URLs as written."""
    @property
    def twitter(self) -> list[tuple[str, str]]:
        """Properties that start with twitter:."""
    @property
    def dc(self) -> list[tuple[str, str]]:
        """Properties of Dublin Core."""
    @property
    def citation(self) -> list[tuple[str, str]]:
        """Properties that start with citation_."""
    @property
    def jsonld(self) -> list[JsonLd]:
        """Blocks of JSON-LD."""
    @property
    def headings(self) -> list[Heading]:
        """Headings."""
    @property
    def og_title(self) -> str | None:
        """The first og:title, white space collapsed."""
    @property
    def og_type(self) -> str | None:
        """The first og:type, white space collapsed."""
    @property
    def og_image(self) -> str | None:
        """The URL of the first og:image, resolved; without one, of og:image:secure_url."""
    @property
    def is_valid_utf8(self) -> bool:
        """Whether the bytes of the page are valid UTF-8, whatever its encoding is."""
    @property
    def parse_errors(self) -> int:
        """The number of parse errors of the tokenizer, as tagrake tokens --errors lists them."""
    @property
    def parse_error_codes(self) -> dict[str, int]:
        """The number of parse errors by their codes in the standard."""
    @property
    def unfinished(self) -> Unfinished | None:
        """What the end of the page truncates: an element without its end tag, whose text is the rest of the page, or a comment or a tag."""
    @property
    def text(self) -> str:
        """The visible text, a line for each block."""
    @property
    def word_count(self) -> int:
        """The number of words in the visible text, separated by white space."""
    @property
    def main_text(self) -> str:
        """The main content as text: headings, lists and tables have lines of their own."""
    @property
    def main_word_count(self) -> int:
        """The number of words in main_text, separated by white space."""
    @property
    def lang_detected(self) -> str | None:
        """The language of main_text, guessed from its first 2 KiB: two letters of ISO 639-1."""
    @property
    def lang_confidence(self) -> float | None:
        """The confidence in lang_detected, from 0 to 1."""
    @property
    def main_markdown(self) -> str:
        """The main content as Markdown."""
    @property
    def comments_text(self) -> str:
        """The comments of readers as text, if a post is before them; they are not part of the main content."""
    @property
    def main_score(self) -> float:
        """The expected F1 of the main content, from 0 to 1."""
    @property
    def markdown(self) -> str:
        """The visible text as Markdown."""
    @property
    def blocks_html(self) -> str:
        """The visible text blocks as simplified HTML, each with its index in data-block: the index in blocks."""
    @property
    def blocks(self) -> list[Block]:
        """The text blocks, with their scores."""
    @property
    def rights(self) -> Rights:
        """The declarations about the use of the page, also in its headers: robots directives, text and data mining, licences."""
    @property
    def robots_index(self) -> bool:
        """Whether a crawler may index the page, by the robots directives of meta elements and headers."""
    @property
    def robots_follow(self) -> bool:
        """Whether a crawler may follow its links, by the same directives."""
    @property
    def sources(self) -> Sources:
        """Where each fact comes from: html, head, body, header or noscript; a list for a list of facts, in its order."""
    @property
    def items(self) -> list[Item]:
        """The items of microdata and RDFa, with types and properties as in the page."""
    @property
    def schema_org(self) -> list[Item]:
        """The items of schema.org in JSON-LD, microdata and RDFa, with the short names of types and properties."""
    @property
    def published(self) -> str | None:
        """When the page was published, in ISO 8601, as precise as the page says."""
    @property
    def published_source(self) -> str | None:
        """Where the date is from, such as json-ld:datePublished, url:path or class:date."""
    @property
    def published_confidence(self) -> float | None:
        """How often dates of this source are right, from 0 to 1, on labelled pages."""
    @property
    def authors(self) -> list[str] | None:
        """The names of the authors."""
    @property
    def authors_source(self) -> str | None:
        """Where the page names them, such as meta:author."""
    @property
    def links(self) -> Links:
        """The links in document order, then the links of headers. Each is made when it is first used."""
    @property
    def urls(self) -> list[str]:
        """The resolved URLs of the links, without links that have none."""
    @property
    def source(self) -> str | bytes:
        """The object that the offsets of links and blocks index: the HTML as it was passed, or the str that it was decoded to,
        if it is bytes that are not valid UTF-8.
        """
    @property
    def flags(self) -> list[str]:
        """Irregularities of the page, and limits that left out a part of it."""
    def to_dict(self) -> PageRecord:
        """Returns the record as a dict, as the command prints it. If the columns were named, it has these, in this order."""
    def keys(self) -> list[str]:
        """Returns the keys of the record, in their order."""
    def select(self, columns: str | Mapping[str, str | None] | Iterable[str]) -> Any:
        """Returns the values that CSS selectors and XPath find, with the answers of the tree that a browser builds. Columns are
        definitions "name=selector::output", or a dict from names to "selector::output": a dict comes back. A single
        selector gives a list of the values of all matches.

        "price=.price" is the text of the first match, "tags[]=.tag" a list of all, "item{ .product | name=h2, url=a::url }" a
        list of dicts. Outputs are ::text, ::text-content, ::attr(name), ::url(name), ::url, ::html and ::markdown.
        A UserWarning says that values are missing, because the page reached a limit.

        >>> page = tagrake.extract("<h1>Tea</h1><a href=/1>one</a><a href=/2>two</a>", "https://e.org/")
        >>> page.select("a::url")
        ['https://e.org/1', 'https://e.org/2']
        >>> page.select({"title": "h1", "links[]": "a::text"})
        {'title': 'Tea', 'links': ['one', 'two']}
        """
    def get(self, key: str, default: Any=None) -> Any:
        """Returns the value of a key, or the default if the page does not have the key."""
    def diff(self, other: Page) -> dict[str, tuple[Any, Any]]:
        """Returns the values that differ from the values of another page: for each key, the value here and the value there, None
        for a key that a page does not have. Of lists, only the part between their equal starts and equal ends.

        >>> old, new = (tagrake.extract(f"<title>{title}</title><h1>Fish") for title in ("Us", "You"))
        >>> old.diff(new)
        {'title': ('Us', 'You')}
        """
    def __contains__(self, key: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...
    def __copy__(self) -> Page: ...
    def __deepcopy__(self, memo: object, /) -> Page: ...
    def __getitem__(self, key: str, /) -> Any: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Link:
    """A link of a page. Its attributes are the keys of a link in the record. Each is converted to a Python object on
    access, and is None if the link does not have it.

    >>> import tagrake
    >>> page = tagrake.extract(b"<a href=/b rel='nofollow ugc'>B</a>", "https://example.com/a")
    >>> link = page.links[0]
    >>> link.url, link.kind, link.rel, link.nofollow, link.text
    ('https://example.com/b', 'nav', ['nofollow', 'ugc'], True, 'B')
    >>> link
    Link(element='a', attr='href', url='https://example.com/b', text='B')

    A link is a mapping from the keys of its record to their values, also for isinstance and for libraries that make tables of
    mappings, as in pandas.DataFrame(page.links).

    >>> link["class"], "title" in link, link.get("title", "")
    ('http', False, '')
    """
    @property
    def element(self) -> str:
        """The name of the element, such as a or svg:a; header for a Link header."""
    @property
    def attr(self) -> str:
        """The name of the attribute; #text for the text of a style element, empty for a header."""
    @property
    def raw(self) -> str:
        """The URL as written in the page, with character references decoded."""
    @property
    def url(self) -> str | None:
        """The URL, resolved against the base URL."""
    @property
    def class_(self) -> LinkClass:
        """The class of the URL, such as http or mailto; the key class."""
    @property
    def kind(self) -> LinkKind:
        """The purpose of the link, such as nav or embed."""
    @property
    def rel(self) -> list[str] | None:
        """The tokens of rel, in lower case."""
    @property
    def nofollow(self) -> bool | None:
        """True if rel has nofollow."""
    @property
    def ugc(self) -> bool | None:
        """True if rel has ugc."""
    @property
    def sponsored(self) -> bool | None:
        """True if rel has sponsored."""
    @property
    def text(self) -> str | None:
        """The text of the link, with white space collapsed."""
    @property
    def alt(self) -> str | None:
        """The alternative text of the image, or of the images in the link."""
    @property
    def title(self) -> str | None:
        """The attribute title."""
    @property
    def hreflang(self) -> str | None:
        """The attribute hreflang."""
    @property
    def type_(self) -> str | None:
        """The attribute type."""
    @property
    def media(self) -> str | None:
        """The attribute media."""
    @property
    def sizes(self) -> str | None:
        """The attribute sizes."""
    @property
    def as_(self) -> str | None:
        """The attribute as, the type of a preload; the key as."""
    @property
    def color(self) -> str | None:
        """The attribute color."""
    @property
    def target(self) -> str | None:
        """The attribute target."""
    @property
    def download(self) -> str | None:
        """The attribute download."""
    @property
    def method(self) -> str | None:
        """The method of a form."""
    @property
    def width(self) -> int | None:
        """The width of an image candidate, in CSS pixels."""
    @property
    def density(self) -> float | None:
        """The pixel density of an image candidate."""
    @property
    def in_noscript(self) -> bool | None:
        """True if the link is in a noscript element, otherwise None."""
    @property
    def in_template(self) -> bool | None:
        """True if the link is in a template element, otherwise None."""
    @property
    def in_srcdoc(self) -> bool | None:
        """True if the link is in the document of the srcdoc attribute of an iframe, otherwise None."""
    @property
    def in_head(self) -> bool | None:
        """True if the link is in the head, otherwise None."""
    @property
    def offset(self) -> int | None:
        """The offset of the value in the source of the page: in bytes, or in characters if the source is a str."""
    @property
    def text_len(self) -> int | None:
        """The length of the text before truncation, in bytes; None if it is complete."""
    def to_dict(self) -> LinkRecord:
        """Returns the link as a dict, as in the record."""
    def keys(self) -> list[str]:
        """Returns the keys of the link in the record, in their order."""
    def values(self) -> list[Any]:
        """Returns the values of the keys, in their order."""
    def items(self) -> list[tuple[str, Any]]:
        """Returns the keys and their values as pairs, in their order."""
    def get(self, key: str, default: Any=None) -> Any:
        """Returns the value of a key, or the default if the link does not have the key."""
    def __contains__(self, key: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, key: str, /) -> Any: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_html_(self) -> str: ...

@final
class Links(Sequence[Link]):
    """The links of a page: a sequence. A link is made when it is used, and does not keep the page.

    >>> import tagrake
    >>> page = tagrake.extract("<a href=/a>A</a><a href=/b>B</a>", "https://example.com/")
    >>> len(page.links), page.links[-1].url, [link.text for link in page.links]
    (2, 'https://example.com/b', ['A', 'B'])
    """
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Link: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[Link]: ...
    def __iter__(self) -> Iterator[Link]: ...
    def __eq__(self, value: object, /) -> bool: ...
    def index(self, value: Link, start: int=0, stop: int=...) -> int:
        """Returns the index of the first link that is equal. Raises ValueError if there is none."""
    def count(self, value: Link) -> int:
        """Returns the number of links that are equal."""
    def _repr_html_(self) -> str: ...

@final
class Schema:
    """The names and types of columns. Any Arrow consumer accepts it: pyarrow.schema(schema).

    >>> import tagrake
    >>> tagrake.SCHEMA.names[:3]
    ['id', 'source', 'warc_filename']
    >>> len(tagrake.LINK_SCHEMA)
    37
    """
    @property
    def names(self) -> list[str]:
        """The names of the columns."""
    @property
    def types(self) -> list[str]:
        """The types of the columns, each as a short name: "string", "int32", "list<string>"."""
    def to_arrow(self) -> Any:
        """Returns the schema as a pyarrow.Schema."""
    def to_pyarrow(self) -> Any:
        """Another name of `to_arrow`."""
    def __contains__(self, name: object, /) -> bool: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...
    def __arrow_c_schema__(self) -> object: ...

@final
class RecordBatch:
    """A batch of rows, stored as columns. Arrow consumers take it without a copy: pyarrow.record_batch(batch),
    polars.DataFrame(batch).

    >>> import tagrake
    >>> batch = tagrake.extract_many([b"<title>One</title>", b"<title>Two</title>"], columns=["title"])
    >>> batch
    RecordBatch(2 rows × 1 column)
      title: string
    >>> batch["title"]
    ['One', 'Two']
    >>> [row.title for row in batch]
    ['One', 'Two']
    >>> batch[-1]
    {'title': 'Two'}
    >>> batch[:1]
    RecordBatch(1 row × 1 column)
      title: string
    """
    @property
    def num_rows(self) -> int:
        """The number of rows."""
    @property
    def num_columns(self) -> int:
        """The number of columns."""
    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    @property
    def schema(self) -> Schema:
        """The names and types of the columns."""
    def keys(self) -> list[str]:
        """Returns the names of the columns, so that dict(rows) has a list of values for each."""
    def to_batches(self) -> list[RecordBatch]:
        """Returns a list with this batch, for code that also takes a Table."""
    def to_arrow(self) -> Any:
        """Returns the batch as a pyarrow.RecordBatch, without a copy. Requires pyarrow."""
    def to_pyarrow(self) -> Any:
        """Another name of `to_arrow`."""
    def to_polars(self) -> polars.DataFrame:
        """Returns the rows as a polars.DataFrame, without a copy. Requires polars."""
    def to_pandas(self) -> Any:
        """Returns the rows as a pandas.DataFrame with values as in to_pylist, and numbers of numpy. Requires pandas."""
    def to_pylist(self) -> list[Row]:
        """Returns the rows, each a Row: a dict whose values are also attributes. They are the values of pyarrow's to_pylist."""
    def column(self, name: str) -> list[Any]:
        """Returns the values of a column."""
    @overload
    def __getitem__(self, key: str, /) -> list[Any]: ...
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Row: ...
    @overload
    def __getitem__(self, key: slice, /) -> RecordBatch: ...
    def __contains__(self, name: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Row]: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Table:
    """Rows stored as columns, in several batches. Arrow consumers take it without a copy: pyarrow.table(table),
    polars.DataFrame(table).

    >>> import pyarrow, tagrake
    >>> pages = pyarrow.table({"html": [b"<title>One</title>", None]})
    >>> table = tagrake.extract_many(pages, columns=["title", "error"])
    >>> table
    Table(2 rows × 2 columns)
      title: string
      error: string
    >>> table.to_pylist()
    [{'title': 'One', 'error': None}, {'title': None, 'error': 'there is no page'}]
    """
    @property
    def num_rows(self) -> int:
        """The number of rows."""
    @property
    def num_columns(self) -> int:
        """The number of columns."""
    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    @property
    def schema(self) -> Schema:
        """The names and types of the columns."""
    def keys(self) -> list[str]:
        """Returns the names of the columns, so that dict(rows) has a list of values for each."""
    def to_batches(self) -> list[RecordBatch]:
        """Returns the batches."""
    def to_arrow(self) -> Any:
        """Returns the table as a pyarrow.Table, without a copy. Requires pyarrow."""
    def to_pyarrow(self) -> Any:
        """Another name of `to_arrow`."""
    def to_polars(self) -> polars.DataFrame:
        """Returns the rows as a polars.DataFrame, without a copy. Requires polars."""
    def to_pandas(self) -> Any:
        """Returns the rows as a pandas.DataFrame with values as in to_pylist, and numbers of numpy. Requires pandas."""
    def to_pylist(self) -> list[Row]:
        """Returns the rows, each a Row: a dict whose values are also attributes. They are the values of pyarrow's to_pylist."""
    def column(self, name: str) -> list[Any]:
        """Returns the values of a column."""
    @overload
    def __getitem__(self, key: str, /) -> list[Any]: ...
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Row: ...
    @overload
    def __getitem__(self, key: slice, /) -> Table: ...
    def __contains__(self, name: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Row]: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class RecordBatchReader:
    """Batches computed on demand: an iterator, and a stream for Arrow consumers. Each batch is returned once. A reader that has been
    consumed has no more batches, and raises ValueError when it is passed to an Arrow consumer or converted.

    >>> import pyarrow, tagrake
    >>> pages = pyarrow.table({"html": [b"<title>One</title>", b"<title>Two</title>"]})
    >>> reader = tagrake.extract_many(pages.to_reader(), columns=["title"])
    >>> reader.schema.names
    ['title']
    >>> [batch.num_rows for batch in reader]
    [2]
    """
    @property
    def schema(self) -> Schema:
        """The names and types of the columns."""
    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    def keys(self) -> list[str]:
        """Returns the names of the columns."""
    def to_arrow(self) -> Any:
        """Returns the batches as a pyarrow.RecordBatchReader, which computes them on demand. Requires pyarrow."""
    def to_pyarrow(self) -> Any:
        """Another name of `to_arrow`."""
    def to_polars(self) -> polars.DataFrame:
        """Returns all rows as a polars.DataFrame. Requires polars."""
    def to_pandas(self) -> Any:
        """Returns all rows as a pandas.DataFrame with values as in to_pylist, and numbers of numpy. Requires pandas."""
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    def __contains__(self, name: object, /) -> bool: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> RecordBatch: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class WarcReader:
    """Batches of rows of WARC files, read on demand: an iterator, and a stream for Arrow consumers.

    Each batch is returned once. A reader that has been consumed has no more batches, and raises ValueError when it is passed to an
    Arrow consumer or converted; a closed one raises it in any use. Closing or dropping the reader stops the reading. Threads may share
    a reader; a process made by os.fork may not.
    """
    @property
    def schema(self) -> Schema:
        """The names and types of the columns."""
    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    def keys(self) -> list[str]:
        """Returns the names of the columns."""
    @property
    def counts(self) -> Counts:
        """The counts so far: files, pages, links, rows and bytes; records by type; unreadable (errors), skipped and
        truncated (cut) records by cause; skipped records by MIME type; pages by encoding, by detected encoding and by flag; bytes downloaded, also
        ahead; digests that dedup forgot.
        """
    @property
    def errors(self) -> list[str]:
        """The messages of errors so far, at most 1,000."""
    def close(self) -> None:
        """Stops the reading. A call that waits for a batch in another thread raises ValueError within 0.1 seconds."""
    def to_arrow(self) -> Any:
        """Returns the batches as a pyarrow.RecordBatchReader, which computes them on demand. Requires pyarrow."""
    def to_pyarrow(self) -> Any:
        """Another name of `to_arrow`."""
    def to_polars(self) -> polars.DataFrame:
        """Returns all rows as a polars.DataFrame. Requires polars."""
    def to_pandas(self) -> Any:
        """Returns all rows as a pandas.DataFrame with values as in to_pylist, and numbers of numpy. Requires pandas."""
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    def __contains__(self, name: object, /) -> bool: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None, /
    ) -> None: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> RecordBatch: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class StartTag:
    """A start tag: its name in lower case, and its attributes.

    >>> import tagrake
    >>> match next(tagrake.tokens("<a href=/x>")):
    ...     case tagrake.StartTag("a", {"href": url}):
    ...         print(url)
    /x

    The offsets of span index the source of the document: see tokens. A token keeps all tokens of its document in memory.
    """
    __match_args__ = ("name", "attributes")
    @property
    def kind(self) -> Literal["start_tag"]:
        """The kind of the token."""
    @property
    def name(self) -> str:
        """The name, in lower case."""
    @property
    def attributes(self) -> dict[str, str]:
        """The values of the attributes by their names, in document order."""
    @property
    def attribute_spans(self) -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
        """The spans of the name and of the value of each attribute, by its name. The span of a value has no quotes; it is empty
        if there is no value.
        """
    @property
    def self_closing(self) -> bool:
        """True if the tag ends in "/>"."""
    @property
    def span(self) -> tuple[int, int]:
        """The offsets of its start and of its end in the source."""
    @property
    def raw(self) -> str | bytes:
        """The token as written."""
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class EndTag:
    """An end tag: its name in lower case.

    The offsets of span index the source of the document: see tokens. A token keeps all tokens of its document in memory.
    """
    __match_args__ = ("name",)
    @property
    def kind(self) -> Literal["end_tag"]:
        """The kind of the token."""
    @property
    def name(self) -> str:
        """The name, in lower case."""
    @property
    def span(self) -> tuple[int, int]:
        """The offsets of its start and of its end in the source."""
    @property
    def raw(self) -> str | bytes:
        """The token as written."""
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Text:
    """A run of text: its characters, with character references resolved.

    The offsets of span index the source of the document: see tokens. A token keeps all tokens of its document in memory.
    """
    __match_args__ = ("data",)
    @property
    def kind(self) -> Literal["text"]:
        """The kind of the token."""
    @property
    def data(self) -> str:
        """The characters."""
    @property
    def span(self) -> tuple[int, int]:
        """The offsets of its start and of its end in the source."""
    @property
    def raw(self) -> str | bytes:
        """The token as written."""
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Comment:
    """A comment: its data.

    The offsets of span index the source of the document: see tokens. A token keeps all tokens of its document in memory.
    """
    __match_args__ = ("data",)
    @property
    def kind(self) -> Literal["comment"]:
        """The kind of the token."""
    @property
    def data(self) -> str:
        """The data, without the delimiters."""
    @property
    def span(self) -> tuple[int, int]:
        """The offsets of its start and of its end in the source."""
    @property
    def raw(self) -> str | bytes:
        """The token as written."""
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Doctype:
    """A DOCTYPE: its name and identifiers, None if they are missing.

    The offsets of span index the source of the document: see tokens. A token keeps all tokens of its document in memory.
    """
    __match_args__ = ("name", "public_id", "system_id")
    @property
    def kind(self) -> Literal["doctype"]:
        """The kind of the token."""
    @property
    def name(self) -> str | None:
        """The name, in lower case."""
    @property
    def public_id(self) -> str | None:
        """The public identifier."""
    @property
    def system_id(self) -> str | None:
        """The system identifier."""
    @property
    def force_quirks(self) -> bool:
        """True if the DOCTYPE is malformed, which forces quirks mode."""
    @property
    def span(self) -> tuple[int, int]:
        """The offsets of its start and of its end in the source."""
    @property
    def raw(self) -> str | bytes:
        """The token as written."""
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Tokens(Iterator[StartTag | EndTag | Text | Comment | Doctype]):
    """An iterator over the tokens of a document."""
    @property
    def source(self) -> str | bytes:
        """The object that offsets index: the document as it was passed, or the decoded str."""
    def __iter__(self) -> Self: ...
    def __next__(self) -> StartTag | EndTag | Text | Comment | Doctype: ...
    def __length_hint__(self) -> int: ...

@final
class Stream:
    """Reads a document that comes in chunks of any size: str, or bytes in UTF-8. The tokens and their spans are the same as tokens
    returns for the complete document. A token is returned when no later chunk can change it; text is never split.

    For another encoding, pass the str that codecs.getincrementaldecoder(name) returns for each chunk.

    Args:
        feedback, scripting: As in tokens.

    >>> import tagrake
    >>> stream = tagrake.Stream()
    >>> [stream.feed(chunk) for chunk in ("<p cla", "ss=a>Fish &am", "p; chips<br>")]
    [[], [StartTag(name='p', attributes={'class': 'a'}, span=(0, 11))], [Text(data='Fish & chips', span=(11, 27)), StartTag(name='br', attributes={}, span=(27, 31))]]
    >>> stream.close()
    []
    """
    def __new__(cls, *, feedback: bool = True, scripting: bool = False) -> Self: ...
    def feed(self, chunk: str | bytes) -> list[StartTag | EndTag | Text | Comment | Doctype]:
        """Reads the next chunk. Returns the tokens that end in it."""
    def close(self) -> list[StartTag | EndTag | Text | Comment | Doctype]:
        """Ends the document. Returns the remaining tokens."""

def canonical_url(url: str) -> str | None:
    """Returns the canonical form of an HTTP URL, or None for a URL that w3lib must canonicalize."""
def fingerprint_data(method: str, url: str, body: bytes) -> str | None:
    """Returns the bytes whose SHA-1 is Scrapy's fingerprint of a request without headers, or None for a request that Scrapy must read."""
@final
class LinkFilter:
    """Rules about links. Each has the meaning that it has in `scrapy.linkextractors.LinkExtractor`.

    Args:
        tags: The elements whose links are kept: "a", "area". Other names have no effect.
        allow_domains: Domains to which links lead, or to a subdomain of one. If there are none, all are allowed.
        deny_domains: Domains to which no link leads.
        deny_extensions: Ends of paths of URLs that are left out, each with its dot.
        unique: Whether each URL is kept once.
    """
    def __new__(
        cls,
        *,
        tags: Iterable[str],
        allow_domains: Iterable[str],
        deny_domains: Iterable[str],
        deny_extensions: Iterable[str],
        unique: bool,
    ) -> Self: ...

@final
class FoundLinks:
    """The links in the attribute `href` of the a and area elements of a page. Links in a srcdoc are not among them."""
    def __new__(
        cls, html: Html, url: str | None, *, content_type: str | None = None, encoding: str | None = None, profile: Profile | None = None
    ) -> Self: ...
    @property
    def is_complete(self) -> bool:
        """False if a limit of length or memory left out links."""
    def kept(self, filter: LinkFilter) -> list[tuple[str, str, bool]]:
        """Returns the URL, the text and nofollow of each link that `filter` keeps."""
    def all(self, filter: LinkFilter) -> list[tuple[str, bool, str, bool]]:
        """Returns the value of each link of the elements that `filter` has, whether it is a URL, the text and nofollow."""

def extract(
    html: Html,
    url: str | None = None,
    *,
    content_type: str | None = None,
    headers: Headers | None = None,
    columns: str | Iterable[str] | None = None,
    kinds: LinkKind | Iterable[LinkKind] | None = None,
    link_scope: LinkScope | None = None,
    link_attributes: str | Iterable[str] = (),
    max_links: int = 100000,
    max_arena_bytes: int = 134217728,
    scripting: bool = False,
    hidden_text: bool = False,
    profile: Profile | None = None,
    encoding: str | None = None,
    agent: str | None = None,
    view: View | None = None,
    markdown_with: MarkdownInline | Iterable[MarkdownInline] | None = None,
) -> Page:
    r"""Extracts the title, metadata, links, headings and JSON-LD of a page, and its text on access.

    The page may be bytes in any encoding that browsers support, or a str. Any text gives a page: its flags report unusual
    input. Other Python threads can run during the call.

    Args:
        html: The page.
        url: Its URL, the base of relative links.
        content_type: The Content-Type header of its response.
        headers: The headers of its response: a mapping, pairs of name and value, or lines "Name: value". Each is str or bytes; a value
            may be a list of values. A str has a header on each line, or is the JSON of these forms.
        columns: The keys of the record to extract, in this order; None for all. Other keys take no time. A column of a selector is
            "price=.price::text", or in a dict {"price": ".price::text", "url": None}: see Page.select.
        kinds: The kinds of links to return: one name or a list of "nav" (a, area), "embed" (images, media), "frame", "form",
            "link" (other link elements), "hint" (preload and the like), "cite", "ping", "css", "lazy" (attributes of scripts),
            "vocab", "anchor", "base", "codebase", "refresh", "header" (Link headers), "redirect", "script", "comment" and
            "social". None, the default, returns all but "comment" and "social".
        link_scope: "external" for links to another registered domain than the page's only, "internal" for links to that domain. Links without
            a host, such as mailto:, and links of a page without a URL are neither. None, the default, returns all.
        link_attributes: More attributes with links, one or a list of "element@attribute": ["img@data-full", "*@data-set-*:srcset"]: ":srcset",
            ":css" or ":html" if a value is not one URL; "*" for the rest of a name. Their links have the kind "lazy".
        max_links: The maximum number of links of a page, 100,000 by default. A page with more has the flag "limit-links".
        max_arena_bytes: The maximum memory for reading a page in bytes, 128 MiB by default. A page that needs more is read up to the limit
            and has the flag "limit-arena".
        scripting: The scripting flag: if true, the content of noscript is raw text. False by default.
        hidden_text: Whether to keep text that HTML hides: the hidden attribute, display:none and the like. False by default.
        profile: How to determine the encoding if none is declared. "crawl", the default, detects it as browsers do:
            UTF-8 if the bytes are valid UTF-8, else a guess from the bytes and the top-level domain of the URL.
            "standard" is windows-1252.
        encoding: The encoding of the page: a label of the Encoding Standard, or the name of a Python codec that it has. Overrides any
            declaration. None, the default, lets the page decide. Pages that are str need none.
        agent: The crawler for which robots_index and robots_follow decide, such as "googlebot". None, the default, obeys only the rules
            for all crawlers.
        view: Which text is main content: "main", the default; "precise", less text with fewer errors; or "generous",
            more text with fewer gaps.
        markdown_with: The inline elements that Markdown keeps: "links", "images", "emphasis" or a list of them. By default, only their
            text is kept.

    >>> import tagrake
    >>> page = tagrake.extract(b"<title>Us</title><a href=/about>About us</a>", "https://example.com/")
    >>> page.title
    'Us'
    >>> [(link.url, link.text) for link in page.links]
    [('https://example.com/about', 'About us')]
    >>> tagrake.extract("<p>1 &lt; 2").text
    '1 < 2'

    The text, main content, Markdown, text blocks, rights, items, sources, publication date and authors are computed when they
    are first used. The page keeps its HTML for that, also when it is pickled, unless columns is given. If columns names them and
    flags, the flags also report the limits that they reached.

    A value that is compressed, an image, an archive or another type with a signature raises ValueError, as does a URL that
    cannot be parsed.

    >>> tagrake.extract("<h2>Tea</h2><ul><li>Boil <b>water</b>", markdown_with=["emphasis"]).markdown
    '## Tea\n\n- Boil **water**'
    """
@overload
def extract_many(  # type: ignore[overload-overlap]
    pages: Iterable[Html | None] | ArrowArray | ArrowTable,
    urls: str | Values | None = None,
    *,
    html: str = "html",
    url: str | None = "url",
    content_type: str | Values | None = None,
    headers: str | Iterable[Headers | None] | ArrowArray | ArrowStream | None = None,
    input: Literal["html", "http"] = "html",
    keep: str | Iterable[str] | None = None,
    columns: str | Iterable[str] | None = None,
    prefix: str = "",
    errors: Errors | None = None,
    head_only: bool = False,
    threads: int = 1,
    kinds: LinkKind | Iterable[LinkKind] | None = None,
    link_scope: LinkScope | None = None,
    link_attributes: str | Iterable[str] = (),
    max_links: int = 100000,
    max_arena_bytes: int = 134217728,
    scripting: bool = False,
    hidden_text: bool = False,
    profile: Profile | None = None,
    encoding: str | None = None,
    agent: str | None = None,
    view: View | None = None,
    markdown_with: MarkdownInline | Iterable[MarkdownInline] | None = None,
) -> RecordBatch | Table:
    """Extracts a row from each of many pages, in order.

    The object that holds the pages decides about the result. Arrow data of any library (pyarrow, polars, pandas, DuckDB, DataFusion) are
    read without a copy. Other Python threads can run during the call.

    * A list or other iterable, an array of numpy, or a column of pandas, polars or pyarrow gives a RecordBatch. A page is bytes
      in any encoding that browsers support, or a str.
    * A table or data frame with a column of pages gives a Table, and a record batch a RecordBatch. They have the other columns,
      unchanged, and then the columns of the record.
    * A reader gives a RecordBatchReader, which computes each batch on demand.

    A missing page (None, NaN, NA or null) gives a row of nulls, with the reason in the column error. A record batch or list gives a Table if a column would be longer than 2 GiB.

    Args:
        pages: The pages.
        urls: The URLs of the pages, one for each, missing where it is unknown; for a table also the name of their column.
        html: For tables, the name of the column of pages.
        url: For tables, the name of the column of URLs; None if there is none. "url", the default, may be missing.
        content_type: The Content-Type headers, one for each page; for a table also the name of their column.
        headers: The headers of each response, in the forms that extract takes; for a table also the name of their column: lists
            or maps of names and values, or text. Structs have the fields name (or key) and value. A value may be a list of values.
        input: The format of the values: "html", or "http" for responses with their head.
        keep: For tables, the columns to keep, placed before the columns of the record; None keeps all but the pages.
        columns: The columns of the record, in this order, by default as in PAGE_SCHEMA. Other columns take no time. If it is
            None, url and content_type are left out where kept columns have these names, unless their values come from elsewhere.
        prefix: For tables, a prefix for the column names of the record. A record column with the name of a kept column raises
            ValueError.
        errors: How to handle a value that is no page, such as gzip data or an image. By default its row has the reason in the
            column error if there is one; otherwise the value is logged as a warning of the logger "tagrake". "raise" raises
            ValueError, "record" needs the column error, and "skip" logs nothing. Its other columns are null in any case, because
            each value has a row.
        head_only: Whether to read only the head of each page: a title, meta, link or base in the body does not count then. columns= names
            columns that need no body. False by default.
        threads: The number of threads; 0 for one per core. The rows do not depend on it.
        kinds: The kinds of links to return: one name or a list of "nav" (a, area), "embed" (images, media), "frame", "form",
            "link" (other link elements), "hint" (preload and the like), "cite", "ping", "css", "lazy" (attributes of scripts),
            "vocab", "anchor", "base", "codebase", "refresh", "header" (Link headers), "redirect", "script", "comment" and
            "social". None, the default, returns all but "comment" and "social".
        link_scope: "external" for links to another registered domain than the page's only, "internal" for links to that domain. Links without
            a host, such as mailto:, and links of a page without a URL are neither. None, the default, returns all.
        link_attributes: More attributes with links, one or a list of "element@attribute": ["img@data-full", "*@data-set-*:srcset"]: ":srcset",
            ":css" or ":html" if a value is not one URL; "*" for the rest of a name. Their links have the kind "lazy".
        max_links: The maximum number of links of a page, 100,000 by default. A page with more has the flag "limit-links".
        max_arena_bytes: The maximum memory for reading a page in bytes, 128 MiB by default. A page that needs more is read up to the limit
            and has the flag "limit-arena".
        scripting: The scripting flag: if true, the content of noscript is raw text. False by default.
        hidden_text: Whether to keep text that HTML hides: the hidden attribute, display:none and the like. False by default.
        profile: How to determine the encoding if none is declared. "crawl", the default, detects it as browsers do:
            UTF-8 if the bytes are valid UTF-8, else a guess from the bytes and the top-level domain of the URL.
            "standard" is windows-1252.
        encoding: The encoding of the page: a label of the Encoding Standard, or the name of a Python codec that it has. Overrides any
            declaration. None, the default, lets the page decide. Pages that are str need none.
        agent: The crawler for which robots_index and robots_follow decide, such as "googlebot". None, the default, obeys only the rules
            for all crawlers.
        view: Which text is main content: "main", the default; "precise", less text with fewer errors; or "generous",
            more text with fewer gaps.
        markdown_with: The inline elements that Markdown keeps: "links", "images", "emphasis" or a list of them. By default, only their
            text is kept.

    >>> import tagrake
    >>> pages = [b"<title>One</title><a href=/1>1</a>", "<title>Zwei</title>", None]
    >>> batch = tagrake.extract_many(pages, ["https://example.com/", None, None], columns=["title", "url"])
    >>> batch.to_pylist()
    [{'title': 'One', 'url': 'https://example.com/'}, {'title': 'Zwei', 'url': None}, {'title': None, 'url': None}]

    >>> import pyarrow
    >>> table = pyarrow.table({"id": [7], "html": [b"<title>Us</title><a href=/a>A</a>"]})
    >>> tagrake.extract_many(table, columns=["title"]).to_pylist()
    [{'id': 7, 'title': 'Us'}]
    """
@overload
def extract_many(
    pages: ArrowStream,
    urls: str | Values | None = None,
    *,
    html: str = "html",
    url: str | None = "url",
    content_type: str | Values | None = None,
    headers: str | Iterable[Headers | None] | ArrowArray | ArrowStream | None = None,
    input: Literal["html", "http"] = "html",
    keep: str | Iterable[str] | None = None,
    columns: str | Iterable[str] | None = None,
    prefix: str = "",
    errors: Errors | None = None,
    head_only: bool = False,
    threads: int = 1,
    kinds: LinkKind | Iterable[LinkKind] | None = None,
    link_scope: LinkScope | None = None,
    link_attributes: str | Iterable[str] = (),
    max_links: int = 100000,
    max_arena_bytes: int = 134217728,
    scripting: bool = False,
    hidden_text: bool = False,
    profile: Profile | None = None,
    encoding: str | None = None,
    agent: str | None = None,
    view: View | None = None,
    markdown_with: MarkdownInline | Iterable[MarkdownInline] | None = None,
) -> RecordBatchReader:
    """Extracts a row from each of many pages, in order.

    The object that holds the pages decides about the result. Arrow data of any library (pyarrow, polars, pandas, DuckDB, DataFusion) are
    read without a copy. Other Python threads can run during the call.

    * A list or other iterable, an array of numpy, or a column of pandas, polars or pyarrow gives a RecordBatch. A page is bytes
      in any encoding that browsers support, or a str.
    * A table or data frame with a column of pages gives a Table, and a record batch a RecordBatch. They have the other columns,
      unchanged, and then the columns of the record.
    * A reader gives a RecordBatchReader, which computes each batch on demand.

    A missing page (None, NaN, NA or null) gives a row of nulls, with the reason in the column error. A record batch or list gives a Table if a column would be longer than 2 GiB.

    Args:
        pages: The pages.
        urls: The URLs of the pages, one for each, missing where it is unknown; for a table also the name of their column.
        html: For tables, the name of the column of pages.
        url: For tables, the name of the column of URLs; None if there is none. "url", the default, may be missing.
        content_type: The Content-Type headers, one for each page; for a table also the name of their column.
        headers: The headers of each response, in the forms that extract takes; for a table also the name of their column: lists
            or maps of names and values, or text. Structs have the fields name (or key) and value. A value may be a list of values.
        input: The format of the values: "html", or "http" for responses with their head.
        keep: For tables, the columns to keep, placed before the columns of the record; None keeps all but the pages.
        columns: The columns of the record, in this order, by default as in PAGE_SCHEMA. Other columns take no time. If it is
            None, url and content_type are left out where kept columns have these names, unless their values come from elsewhere.
        prefix: For tables, a prefix for the column names of the record. A record column with the name of a kept column raises
            ValueError.
        errors: How to handle a value that is no page, such as gzip data or an image. By default its row has the reason in the
            column error if there is one; otherwise the value is logged as a warning of the logger "tagrake". "raise" raises
            ValueError, "record" needs the column error, and "skip" logs nothing. Its other columns are null in any case, because
            each value has a row.
        head_only: Whether to read only the head of each page: a title, meta, link or base in the body does not count then. columns= names
            columns that need no body. False by default.
        threads: The number of threads; 0 for one per core. The rows do not depend on it.
        kinds: The kinds of links to return: one name or a list of "nav" (a, area), "embed" (images, media), "frame", "form",
            "link" (other link elements), "hint" (preload and the like), "cite", "ping", "css", "lazy" (attributes of scripts),
            "vocab", "anchor", "base", "codebase", "refresh", "header" (Link headers), "redirect", "script", "comment" and
            "social". None, the default, returns all but "comment" and "social".
        link_scope: "external" for links to another registered domain than the page's only, "internal" for links to that domain. Links without
            a host, such as mailto:, and links of a page without a URL are neither. None, the default, returns all.
        link_attributes: More attributes with links, one or a list of "element@attribute": ["img@data-full", "*@data-set-*:srcset"]: ":srcset",
            ":css" or ":html" if a value is not one URL; "*" for the rest of a name. Their links have the kind "lazy".
        max_links: The maximum number of links of a page, 100,000 by default. A page with more has the flag "limit-links".
        max_arena_bytes: The maximum memory for reading a page in bytes, 128 MiB by default. A page that needs more is read up to the limit
            and has the flag "limit-arena".
        scripting: The scripting flag: if true, the content of noscript is raw text. False by default.
        hidden_text: Whether to keep text that HTML hides: the hidden attribute, display:none and the like. False by default.
        profile: How to determine the encoding if none is declared. "crawl", the default, detects it as browsers do:
            UTF-8 if the bytes are valid UTF-8, else a guess from the bytes and the top-level domain of the URL.
            "standard" is windows-1252.
        encoding: The encoding of the page: a label of the Encoding Standard, or the name of a Python codec that it has. Overrides any
            declaration. None, the default, lets the page decide. Pages that are str need none.
        agent: The crawler for which robots_index and robots_follow decide, such as "googlebot". None, the default, obeys only the rules
            for all crawlers.
        view: Which text is main content: "main", the default; "precise", less text with fewer errors; or "generous",
            more text with fewer gaps.
        markdown_with: The inline elements that Markdown keeps: "links", "images", "emphasis" or a list of them. By default, only their
            text is kept.

    >>> import tagrake
    >>> pages = [b"<title>One</title><a href=/1>1</a>", "<title>Zwei</title>", None]
    >>> batch = tagrake.extract_many(pages, ["https://example.com/", None, None], columns=["title", "url"])
    >>> batch.to_pylist()
    [{'title': 'One', 'url': 'https://example.com/'}, {'title': 'Zwei', 'url': None}, {'title': None, 'url': None}]

    >>> import pyarrow
    >>> table = pyarrow.table({"id": [7], "html": [b"<title>Us</title><a href=/a>A</a>"]})
    >>> tagrake.extract_many(table, columns=["title"]).to_pylist()
    [{'id': 7, 'title': 'Us'}]
    """
def read_warc(
    paths: Inputs | None = None,
    *,
    errors: Errors | None = None,
    columns: str | Iterable[str] | None = None,
    threads: int = 1,
    table: TableName = "pages",
    batch_bytes: int = 4194304,
    batch_rows: int = 65536,
    max_record_bytes: int = 16777216,
    min_words: int | None = None,
    languages: str | Iterable[str] | None = None,
    head_only: bool = False,
    limit: int | None = None,
    progress: Callable[[Counts], object] | bool | None = None,
    mime: str | Iterable[str] | None = None,
    status: int | str | Iterable[int | str] | None = None,
    hosts: str | Iterable[str] | None = None,
    exclude_hosts: str | Iterable[str] | None = None,
    url_prefixes: str | Iterable[str] | None = None,
    sample: str | float | Fraction | None = None,
    fetched_from: str | None = None,
    fetched_to: str | None = None,
    dedup: Literal["digest", "declared-digest", "text"] | None = None,
    manifest: str | PathLike[str] | None = None,
    index: str | PathLike[str] | ArrowArray | ArrowStream | None = None,
    records: str | Iterable[str] | None = None,
    base: str | PathLike[str] | None = None,
    anonymous: bool = False,
    input: InputFormat = "auto",
    kinds: LinkKind | Iterable[LinkKind] | None = None,
    link_scope: LinkScope | None = None,
    link_attributes: str | Iterable[str] = (),
    max_links: int = 100000,
    max_arena_bytes: int = 134217728,
    scripting: bool = False,
    hidden_text: bool = False,
    profile: Profile | None = None,
    encoding: str | None = None,
    agent: str | None = None,
    view: View | None = None,
    markdown_with: MarkdownInline | Iterable[MarkdownInline] | None = None,
) -> WarcReader:
    r"""Reads WARC files, or records of them: a stream of record batches, in the order of the files or of the index.

    Files are plain, gzip members or zstd frames, detected by their bytes. The pages and their rows equal the rows of the
    command: responses, resources and conversions that are HTML, with a status of success. Memory use does not depend on
    the size of the files. Other Python threads can run while files are read.

    Args:
        paths: The path of a file or folder, a glob ("crawl/*.warc.gz", also "**"), a URL (s3://, gs://, az://, http://,
            https://, file:), a file object whose read() returns bytes, an OpenFile of fsspec, or an iterable of these. Files of
            pages (.html) and JSON lines are read too, as in the command; file objects are archives. Credentials, regions and
            endpoints come from environment variables, such as AWS_ACCESS_KEY_ID and AWS_ENDPOINT_URL.
        errors: How to handle unreadable input. By default, a file that cannot be opened or read, or not downloaded, raises
            OSError, such as FileNotFoundError. Damage in a file is a row with the reason in the column error if the rows have
            it; otherwise it is left out, and logged as a warning of the logger "tagrake". "raise" raises OSError or InputError
            after the rows before the first error, "record" adds a row for each error, and "skip" leaves all of them out.
            counts["errors"] has their number in any case.
        columns: The columns to extract, in this order. Other columns take no time. Pages have three more that are not in SCHEMA:
            "payload", the bytes of the page without transfer and content codings; "http_headers", pairs in the order of
            the response; and "warc_record_id". Records have one more: "payload".
        threads: The number of threads, 1 by default; 0 for one per core. The rows do not depend on it.
        table: "pages", the default, a row for each page; "links", a row for each link; "blocks", a row for each text block;
            "tables", a row for each cell of each table; or "records", a row for each record of an archive, of any type.
        batch_bytes: The approximate bytes of a batch, 4 MiB by default; at most 1 GiB. The first batch is smaller: it comes
            after 1,024 rows or half a second.
        batch_rows: The maximum number of rows of a batch, 65,536 by default.
        max_record_bytes: The maximum bytes of a record in memory, 16 MiB by default. Longer records are truncated.
        min_words: Only pages whose main text has at least this many words, separated by white space.
        languages: Only pages whose main text is in one of these languages, as the column lang_detected names them: "en", or a list.
        head_only: Whether to read only the head of each page: a title, meta, link or base in the body does not count then. The table is
            "pages", and columns= names columns that need no body. Of records that an index names with their length, only the start is
            decompressed, so that damage after the head is not noticed. False by default.
        limit: The number of rows after which the reading ends. Uses one thread.
        progress: A function that is called with the counts, at most every 0.1 seconds and at the end; or True for a bar of tqdm. The
            thread that waits for a batch calls it. None and False report nothing.
        mime: The MIME types of records to read: "html", "all", a type such as "text/plain", or a list of these. By default, HTML
            and the texts of WET files are read, and records of all types in the table "records".
        status: The HTTP statuses of records to read: 200, "2xx", "all", or a list of these. "2xx" by default, and
            all in the table "records".
        hosts: Only records whose URL has one of these hosts: "example.com", "*.example.com" for it and its subdomains, or a list
            of these.
        exclude_hosts: No records whose URL has one of these hosts, in the form of hosts.
        url_prefixes: Only records whose URL starts with this text, or one of these texts.
        sample: Only the records of a sample of URLs: "1/100" or 0.01. The SHA-1 of the URL decides, so it is the same in every call.
        fetched_from: Only records that were fetched at this time or later: "2024", "2024-05", "2024-05-18" or "2024-05-18T01:58:10Z".
            Records without a time are left out.
        fetched_to: Only records that were fetched before this time, or in this year, month or day, in the form of fetched_from.
        dedup: "digest" to leave out records whose body equals one of the last 1.8 million distinct bodies of the call, or
            "declared-digest" to trust the SHA-1 in WARC-Payload-Digest for that, even if it is wrong; "text" to leave out pages
            with the main text of an earlier one. Uses one thread.
        manifest: A file or URL with more paths and URLs: one per line, or a table with the columns file, url, content_type and encoding.
        index: The records to read in place of paths, in the order of the index: the path or URL of CDXJ, JSON lines or CSV,
            the path of a Parquet file, or any Arrow table, batch or stream, which is read completely first. Columns:
            warc_filename, warc_record_offset and optionally warc_record_length, or filename, offset and length. If there is
            a page_url or url, a record with another URL is an error.
        records: "FILE:OFFSET" or a list of them: single records in place of paths, of any MIME type and status.
        base: A URL or folder that is put before the relative paths of the manifest or index: "s3://commoncrawl/".
        anonymous: Whether to send no credentials to object stores, as for public data.
        input: The format of the files: "auto", the default, identifies it by the first bytes; "warc", "html" or "jsonl". Copies are
            made of archives only.
        kinds: The kinds of links to return: one name or a list of "nav" (a, area), "embed" (images, media), "frame", "form",
            "link" (other link elements), "hint" (preload and the like), "cite", "ping", "css", "lazy" (attributes of scripts),
            "vocab", "anchor", "base", "codebase", "refresh", "header" (Link headers), "redirect", "script", "comment" and
            "social". None, the default, returns all but "comment" and "social".
        link_scope: "external" for links to another registered domain than the page's only, "internal" for links to that domain. Links without
            a host, such as mailto:, and links of a page without a URL are neither. None, the default, returns all.
        link_attributes: More attributes with links, one or a list of "element@attribute": ["img@data-full", "*@data-set-*:srcset"]: ":srcset",
            ":css" or ":html" if a value is not one URL; "*" for the rest of a name. Their links have the kind "lazy".
        max_links: The maximum number of links of a page, 100,000 by default. A page with more has the flag "limit-links".
        max_arena_bytes: The maximum memory for reading a page in bytes, 128 MiB by default. A page that needs more is read up to the limit
            and has the flag "limit-arena".
        scripting: The scripting flag: if true, the content of noscript is raw text. False by default.
        hidden_text: Whether to keep text that HTML hides: the hidden attribute, display:none and the like. False by default.
        profile: How to determine the encoding if none is declared. "crawl", the default, detects it as browsers do:
            UTF-8 if the bytes are valid UTF-8, else a guess from the bytes and the top-level domain of the URL.
            "standard" is windows-1252.
        encoding: The encoding of the page: a label of the Encoding Standard, or the name of a Python codec that it has. Overrides any
            declaration. None, the default, lets the page decide. Pages that are str need none.
        agent: The crawler for which robots_index and robots_follow decide, such as "googlebot". None, the default, obeys only the rules
            for all crawlers.
        view: Which text is main content: "main", the default; "precise", less text with fewer errors; or "generous",
            more text with fewer gaps.
        markdown_with: The inline elements that Markdown keeps: "links", "images", "emphasis" or a list of them. By default, only their
            text is kept.

    >>> import tagrake
    >>> record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 17\r\n\r\n<title>Us</title>\r\n\r\n"
    >>> import io
    >>> reader = tagrake.read_warc(io.BytesIO(record), columns=["title"])
    >>> [batch.to_arrow()["title"].to_pylist() for batch in reader]
    [['Us']]
    >>> reader.counts["pages"]
    1
    """
def check_page_options(function: Callable[..., object], options: dict[str, Any]) -> None:
    """Raises the exception of extract_many if one of `options` is wrong. These are the keyword arguments that the function `function`
    passes on to extract_many; the message for an unknown one has its name.
    """
def check_warc_options(function: Callable[..., object], options: dict[str, Any]) -> None:
    """Raises the exception of read_warc if one of `options` is wrong. These are the keyword arguments that the function `function`
    passes on to read_warc; the message for an unknown one has its name.
    """
def unused_options(options: dict[str, Any]) -> dict[str, str]:
    """Returns the options of pages in `options` that rows do not use, each with the message about it. `options` are keyword arguments of
    read_warc, among them `columns` and `table`. Arguments of other functions are skipped.
    """
def copy_records(
    paths: Path | Iterable[Path] | None = None,
    *,
    output: Path,
    errors: Literal["raise", "skip"] | None = None,
    threads: int = 1,
    max_record_bytes: int = 16777216,
    limit: int | None = None,
    zstd_dictionary: bool = False,
    mime: str | Iterable[str] | None = None,
    status: int | str | Iterable[int | str] | None = None,
    hosts: str | Iterable[str] | None = None,
    exclude_hosts: str | Iterable[str] | None = None,
    url_prefixes: str | Iterable[str] | None = None,
    sample: str | float | Fraction | None = None,
    fetched_from: str | None = None,
    fetched_to: str | None = None,
    dedup: Literal["digest", "declared-digest", "text"] | None = None,
    manifest: str | PathLike[str] | None = None,
    index: str | PathLike[str] | ArrowArray | ArrowStream | None = None,
    records: str | Iterable[str] | None = None,
    base: str | PathLike[str] | None = None,
    anonymous: bool = False,
    input: InputFormat = "auto",
) -> Counts:
    r"""Copies the selected records of WARC, ARC and WACZ files to a WARC file, and returns counts with the names of WarcReader.counts.

    Heads, blocks and digests keep their bytes. ARC records become WARC records. Damaged records are counted and left out. The file
    has its name once it is complete.

    Args:
        paths: A path of a file or folder, a URL, or a list of them.
        output: The path of the file, which must not exist: .warc.gz, .warc.zst or .warc.
        errors: How to handle unreadable input. By default, a file that cannot be opened or read raises OSError, and damage in a file is
            left out, and logged as a warning of the logger "tagrake". "skip" leaves out both without a warning; "raise" raises
            OSError or InputError at the first error. If an exception is raised, there is no output.
        threads: The number of threads, 1 by default; 0 for one per core. The output does not depend on it.
        max_record_bytes: The maximum bytes of a block in memory, 16 MiB by default. The rest of a longer block passes through a
            temporary file.
        limit: The number of records after which the copying ends. Uses one thread.
        zstd_dictionary: Whether to compress a .warc.zst with a dictionary trained from the first 11 MB of the records, which are read
            twice. With too few records, there is none.
        mime: The MIME types of records to read: "html", "all", a type such as "text/plain", or a list of these. By default, HTML
            and the texts of WET files are read, and records of all types in the table "records".
        status: The HTTP statuses of records to read: 200, "2xx", "all", or a list of these. "2xx" by default, and
            all in the table "records".
        hosts: Only records whose URL has one of these hosts: "example.com", "*.example.com" for it and its subdomains, or a list
            of these.
        exclude_hosts: No records whose URL has one of these hosts, in the form of hosts.
        url_prefixes: Only records whose URL starts with this text, or one of these texts.
        sample: Only the records of a sample of URLs: "1/100" or 0.01. The SHA-1 of the URL decides, so it is the same in every call.
        fetched_from: Only records that were fetched at this time or later: "2024", "2024-05", "2024-05-18" or "2024-05-18T01:58:10Z".
            Records without a time are left out.
        fetched_to: Only records that were fetched before this time, or in this year, month or day, in the form of fetched_from.
        dedup: "digest" to leave out records whose body equals one of the last 1.8 million distinct bodies of the call, or
            "declared-digest" to trust the SHA-1 in WARC-Payload-Digest for that, even if it is wrong; "text" to leave out pages
            with the main text of an earlier one. Uses one thread.
        manifest: A file or URL with more paths and URLs: one per line, or a table with the columns file, url, content_type and encoding.
        index: The records to read in place of paths, in the order of the index: the path or URL of CDXJ, JSON lines or CSV,
            the path of a Parquet file, or any Arrow table, batch or stream, which is read completely first. Columns:
            warc_filename, warc_record_offset and optionally warc_record_length, or filename, offset and length. If there is
            a page_url or url, a record with another URL is an error.
        records: "FILE:OFFSET" or a list of them: single records in place of paths, of any MIME type and status.
        base: A URL or folder that is put before the relative paths of the manifest or index: "s3://commoncrawl/".
        anonymous: Whether to send no credentials to object stores, as for public data.
        input: The format of the files: "auto", the default, identifies it by the first bytes; "warc", "html" or "jsonl". Copies are
            made of archives only.

    >>> import pathlib, tagrake, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> url = "http://example.com/"
    >>> record = f"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: {url}\r\nContent-Length: 2\r\n\r\nHi\r\n\r\n"
    >>> _ = (folder / "a.warc").write_text(record, newline="")
    >>> tagrake.copy_records(folder / "a.warc", output=folder / "copy.warc.gz", hosts=["example.com"])["rows"]
    1
    """
def is_url(path: str) -> bool:
    """Returns true if `path` is the URL of a file in an object store or on a web server."""
def list_inputs(
    paths: Path | Iterable[Path] | None = None,
    *,
    manifest: str | PathLike[str] | None = None,
    index: str | PathLike[str] | ArrowArray | ArrowStream | None = None,
    records: str | Iterable[str] | None = None,
    base: str | PathLike[str] | None = None,
    anonymous: bool = False,
    input: InputFormat = "auto",
) -> list[tuple[str, int | None, int | None, str | None]]:
    """Returns the files that paths, folders and a manifest name, or the records of an index, each as (file, offset, length,
    URL). Files are not opened. URLs may have passwords. The first error of a folder, a manifest or an index is raised.
    """
def hrefs(
    html: Html,
    *,
    content_type: str | None = None,
    encoding: str | None = None,
    profile: Profile | None = None,
) -> list[str]:
    """Returns the href attributes of the a and area elements of a page, as written, with character references decoded: in
    document order, with duplicates. This is the fastest way to get the links of a page. hyperlinks also resolves them, and
    extract returns their rel, kind and more. The encoding is determined as in extract of a page without a URL.

    Args:
        html: The page.
        content_type: The Content-Type header of its response.
        encoding: Its encoding: a label of the Encoding Standard, or the name of a Python codec that it has. Overrides any declaration.
        profile: How to determine the encoding if none is declared: "crawl", the default, detects it; "standard" is windows-1252.

    >>> import tagrake
    >>> tagrake.hrefs(b"<a href=/about>Us</a> <a href='?a&amp;b'>b</a> <a name=c>c</a>")
    ['/about', '?a&b']
    """
def hyperlinks(
    html: Html,
    url: str | None = None,
    *,
    content_type: str | None = None,
    encoding: str | None = None,
    profile: Profile | None = None,
    max_links: int | None = None,
) -> list[tuple[str | None, str]]:
    """Returns the URL and the text of each hyperlink of a page, in document order. They equal the url and the text of
    extract's links of the kind nav: the URL is resolved, or None if it cannot be; the text is an empty str if there is
    none. This is the fastest way to get both. If the links do not fit into the memory limit of extract, this raises ValueError:
    no link is left out without a sign.

    Args:
        html: The page.
        url: Its URL, the base of relative links.
        content_type: The Content-Type header of its response.
        encoding: Its encoding: a label of the Encoding Standard, or the name of a Python codec that it has. Overrides any declaration.
        profile: How to determine the encoding if none is declared: "crawl", the default, detects it; "standard" is windows-1252.
        max_links: The number of links to return at most; None, the default, for all.

    >>> import tagrake
    >>> tagrake.hyperlinks(b"<a href=/about>About <b>us</b></a> <a href='?a&amp;b'>b</a>", "https://example.com/")
    [('https://example.com/about', 'About us'), ('https://example.com/?a&b', 'b')]
    """
def tokens(
    html: Html,
    url: str | None = None,
    *,
    content_type: str | None = None,
    encoding: str | None = None,
    profile: Profile | None = None,
    feedback: bool = True,
    scripting: bool = False,
) -> Tokens:
    """Returns the tokens of a document, as defined by the HTML standard: StartTag, EndTag, Text, Comment and Doctype.

    Text states, foreign content and CDATA are as in a browser with a tree builder, unless feedback is False. Other Python
    threads can run during the call.

    Offsets index the document as it was passed: a str in characters, bytes in bytes. If bytes were decoded, because they are not
    valid UTF-8, offsets index the decoded str. The attribute source of the result is the object that they index, so that
    source[start:end] is the token as written, token.raw.

    Args:
        html: The document.
        url: Its URL. The top-level domain is a hint for the encoding of a document that declares none.
        content_type: The Content-Type header of its response.
        encoding: Its encoding: a label of the Encoding Standard, or the name of a Python codec that it has. Overrides any declaration.
        profile: How to determine the encoding if none is declared: "crawl", the default, detects it; "standard" is windows-1252.
        feedback: Whether start tags change the tokenizer state as in a browser (tree-construction feedback). True by default.
        scripting: The scripting flag: if true, the content of noscript is raw text. False by default.

    >>> import tagrake
    >>> for token in tagrake.tokens("<p class=a>1 &lt; 2<br/></p><!--x-->"):
    ...     print(token, token.raw)
    StartTag(name='p', attributes={'class': 'a'}, span=(0, 11)) <p class=a>
    Text(data='1 < 2', span=(11, 19)) 1 &lt; 2
    StartTag(name='br', attributes={}, self_closing=True, span=(19, 24)) <br/>
    EndTag(name='p', span=(24, 28)) </p>
    Comment(data='x', span=(28, 36)) <!--x-->
    """
def parse_errors(
    html: Html,
    url: str | None = None,
    *,
    content_type: str | None = None,
    encoding: str | None = None,
    profile: Profile | None = None,
    feedback: bool = True,
    scripting: bool = False,
) -> list[tuple[str, int]]:
    """Returns the parse errors of a document, in order: the code of each, as in the HTML standard, and its offset. Offsets
    are as in tokens. An error at the end of the document has the offset of the end.

    Args:
        html: The document.
        url: Its URL. The top-level domain is a hint for the encoding of a document that declares none.
        content_type: The Content-Type header of its response.
        encoding: Its encoding: a label of the Encoding Standard, or the name of a Python codec that it has. Overrides any declaration.
        profile: How to determine the encoding if none is declared: "crawl", the default, detects it; "standard" is windows-1252.
        feedback: Whether start tags change the tokenizer state as in a browser (tree-construction feedback). True by default.
        scripting: The scripting flag: if true, the content of noscript is raw text. False by default.

    >>> import tagrake
    >>> tagrake.parse_errors("<p a=1 a=2></p x=1>")
    [('duplicate-attribute', 8), ('end-tag-with-attributes', 18)]
    """
def column_list(columns: str | Iterable[str]) -> list[str]:
    """Returns the names and definitions of columns, one for each."""

def schema(columns: str | Iterable[str] | None = None, *, table: TableName = "pages") -> Schema:
    """Returns the schema of rows with these columns; None for all columns.

    Args:
        columns: The names of the columns, or one name, in their order; None for all columns of the table that need no request.
        table: The table of the rows: "pages", the default, "links", "blocks", "tables" or "records".

    >>> import tagrake
    >>> tagrake.schema(["url", "title"])
    Schema(2 columns)
      url: string
      title: string
    >>> tagrake.schema(["page_url", "url"], table="links")
    Schema(2 columns)
      page_url: string
      url: string
    """
def spark_ddl(columns: str | Iterable[str] | None = None, *, table: TableName = "pages") -> str:
    """Returns the schema of rows as Spark DDL, for mapInArrow and StructType.fromDDL.

    Args:
        columns: The names of the columns, or one name, in their order; None for all columns of the table that need no request.
        table: The table of the rows: "pages", the default, "links", "blocks", "tables" or "records".

    >>> import tagrake
    >>> print(tagrake.spark_ddl(["v", "title"]))
    `v` INT NOT NULL,
    `title` STRING
    """
def record_schema(table: TableName) -> str:
    """Returns the JSON Schema of the records of a table as text, as the command prints it."""
def command(arguments: Sequence[str]) -> int:
    """Runs the command tagrake and returns its exit status. The first argument is the name of the program."""

SCHEMA: Schema
PAGE_SCHEMA: Schema
LINK_SCHEMA: Schema
BLOCK_SCHEMA: Schema
CELL_SCHEMA: Schema
RECORD_SCHEMA: Schema
__version__: str
