"""The types of records and rows: what `Page.to_dict`, properties of `Page`, and rows of batches return.

Made by python/stubs from the table of fields.
"""

from datetime import datetime
from typing import Any, Literal, NotRequired, TypedDict

from tagrake.types import FactSource, LinkClass, LinkKind, RightsSource


class Encoding(TypedDict):
    """A value of the key "encoding"."""

    name: str
    """The name of the encoding in the Encoding Standard."""
    source: Literal["bom", "override", "transport", "meta", "xml", "late-meta", "detector", "default"]
    """The evidence that decided it."""
    confidence: Literal["certain", "tentative"]
    """Whether a meta element could no longer change it (certain) or could (tentative)."""
    bom_len: int
    """The length of the byte order mark in bytes."""
    had_errors: bool
    """Whether invalid bytes were replaced by U+FFFD."""
    zero_copy: bool
    """Whether the page is UTF-8 and was read without a copy."""
    http_label: str | None
    """The charset of the Content-Type header."""
    meta_label: str | None
    """The label of the meta element or XML declaration."""


class Doctype(TypedDict):
    """A value of the key "doctype"."""

    name: str | None
    """The name, in lower case."""
    public_id: str | None
    """The public identifier."""
    system_id: str | None
    """The system identifier."""


class ThemeColor(TypedDict):
    """A value of the key "theme_color"."""

    color: str
    """The colour, as written."""
    media: NotRequired[str]
    """The media query that it applies to."""


class Refresh(TypedDict):
    """A value of the key "refresh"."""

    seconds: int
    """The delay in seconds."""
    url: str
    """The target URL."""


class Alternate(TypedDict):
    """A value of the key "alternates"."""

    hreflang: str
    """The language of the alternate page."""
    url: str
    """Its URL."""


class Feed(TypedDict):
    """A value of the key "feeds"."""

    type: str
    """The MIME type, as written."""
    url: str
    """Its URL."""
    title: NotRequired[str]
    """Its title."""


class Icon(TypedDict):
    """A value of the key "icons"."""

    rel: str
    """The link relation, in lower case."""
    url: str
    """Its URL."""
    sizes: NotRequired[str]
    """Its sizes."""
    type: NotRequired[str]
    """Its MIME type."""


class JsonLd(TypedDict):
    """A value of the key "jsonld"."""

    valid: bool
    """Whether the text is JSON; raw control characters in strings are allowed."""
    value: NotRequired[Any]
    """The value of a valid block."""
    raw: NotRequired[str]
    """The text of a block that is invalid, nested too deep, or has numbers beyond the range of a double."""
    error: NotRequired[str]
    """The error in an invalid block."""
    offset: NotRequired[int]
    """The offset of the error in raw, in bytes."""
    repaired: NotRequired[Any]
    """The value of an invalid block without comments, delimiters of CDATA sections, trailing commas and final semicolons, if
    that is JSON.
    """


class Heading(TypedDict):
    """A value of the key "headings"."""

    level: int
    """1 to 6."""
    text: str
    """The text, white space collapsed; without text, the alt texts of its images."""
    id: NotRequired[str]
    """Its attribute id."""


_LinkRecordKeywords = TypedDict(
    "_LinkRecordKeywords",
    {
        "class": LinkClass,
        "as": NotRequired[str],
    },
)


class LinkRecord(_LinkRecordKeywords):
    """A value of the key "links"."""

    element: str
    """The element's name: a, svg:a; header for a Link header."""
    attr: str
    """The attribute's name; #text for the text of a style element, empty for a header."""
    raw: str
    """The URL as in the page, with character references decoded, at most 16 KiB."""
    url: str | None
    """The URL, resolved against the base URL."""
    kind: LinkKind
    """The purpose of the link."""
    rel: NotRequired[list[str]]
    """The tokens of rel, in lower case; of a, area, form, link, svg:a and headers."""
    nofollow: NotRequired[bool]
    """Whether rel has nofollow; of a, area, form and svg:a."""
    ugc: NotRequired[bool]
    """Whether rel has ugc; of a, area, form and svg:a."""
    sponsored: NotRequired[bool]
    """Whether rel has sponsored; of a, area, form and svg:a."""
    text: NotRequired[str]
    """The text of the element, white space collapsed, at most 1 KiB; of a and svg:a."""
    alt: NotRequired[str]
    """The alt text of the image, or of the images inside."""
    title: NotRequired[str]
    """The attribute title."""
    hreflang: NotRequired[str]
    """The attribute hreflang."""
    type: NotRequired[str]
    """The attribute type."""
    media: NotRequired[str]
    """The attribute media."""
    sizes: NotRequired[str]
    """The attribute sizes."""
    color: NotRequired[str]
    """The attribute color."""
    target: NotRequired[str]
    """The attribute target."""
    download: NotRequired[str]
    """The attribute download."""
    method: NotRequired[Literal["get", "post", "dialog"]]
    """The method of a form."""
    width: NotRequired[int]
    """The width of an image candidate, in CSS pixels."""
    density: NotRequired[float]
    """The pixel density of an image candidate."""
    in_noscript: NotRequired[bool]
    """Whether it is in noscript; only if true."""
    in_template: NotRequired[bool]
    """Whether it is in template; only if true."""
    in_srcdoc: NotRequired[bool]
    """Whether it is in the document of the srcdoc attribute of an iframe; only if true."""
    in_head: NotRequired[bool]
    """Whether it is in the head; only if true."""
    offset: NotRequired[int]
    """The offset of the value in the page in bytes, or in the decoded page if it is not zero_copy."""
    text_len: NotRequired[int]
    """The length of the text before truncation; only if it was truncated."""


class Unfinished(TypedDict):
    """A value of the key "unfinished"."""

    kind: Literal["tag", "comment", "doctype", "cdata-section", "processing-instruction", "raw-text"]
    """What it is; raw-text is the text of an element that only its end tag ends."""
    element: NotRequired[str]
    """The element whose end tag is missing, of raw-text."""
    offset: int
    """The offset of its start in the page in bytes, or in the decoded page if it is not UTF-8; of raw-text, of the end of the
    start tag.
    """


class Block(TypedDict):
    """A value of the key "blocks"."""

    index: int
    """The index of the block in the page, from 0."""
    element: str
    """The name of the innermost block element."""
    path: str
    """The names of that element and its ancestors, separated by slashes, outermost first; the innermost ones, in at most 96
    bytes.
    """
    text: str
    """The text, white space collapsed; unchanged in pre."""
    offset: int
    """The offset of the text in the page in bytes, or in the decoded page if it is not UTF-8."""
    length: int
    """The length of the source from the first to the last character, in bytes; includes tags in the text."""
    container: int
    """The number of the innermost div, section, li, td or other container."""
    container_parent: NotRequired[int]
    """The number of the container around it; none for the body."""
    words: int
    """The number of words: sequences of letters and digits."""
    link_words: int
    """The number of words in links."""
    heading_level: NotRequired[int]
    """1 to 6; only in headings."""
    list_depth: int
    """The number of lists that contain the block."""
    table_row: NotRequired[int]
    """The number of the row in the innermost table, from 1; only in cells."""
    table_column: NotRequired[int]
    """The number of the first column of the cell, from 1; only in cells."""
    line_breaks: NotRequired[int]
    """The number of br elements before the block, if nothing else separates it from the last one."""
    lang: NotRequired[str]
    """The nearest attribute lang, if it has at most 35 bytes."""
    pre: NotRequired[bool]
    """Whether the text is preformatted; only if true."""
    hidden: NotRequired[bool]
    """Whether the page's HTML hides the text; only if true."""
    in_noscript: NotRequired[bool]
    """Whether it is in noscript; only if true."""
    score: float
    """The probability that the block is main content, from 0 to 1."""
    main: bool
    """Whether the block is part of the main content, in the requested view."""
    record: NotRequired[int]
    """The number of the post, answer, comment or other record that contains the block, from 1; only if the page has records."""
    comment: NotRequired[bool]
    """Whether it is in a section of comments, which is not part of the main content; only if true."""


class RobotsDirective(TypedDict):
    """A value of the key "directives"."""

    agent: str
    """The crawler, in lower case; * is all."""
    directive: str
    """The directive, in lower case: noindex, noai, max-snippet:20."""
    source: RightsSource
    """Where it is declared."""


class RightsDeclaration(TypedDict):
    """A value of the key "declared"."""

    source: RightsSource
    """Where it is declared."""
    name: str
    """The name of the meta element or of the header, or the rel of the link."""
    value: str
    """The value of the meta element or of the header, or the URL of the link."""


class Rights(TypedDict):
    """A value of the key "rights"."""

    directives: list[RobotsDirective]
    """The robots directives of meta elements, then the directives of X-Robots-Tag headers."""
    tdm_reservation: int | None
    """Whether the rights to text and data mining are reserved: 1, or 0 if not; null if undeclared or unclear."""
    tdm_policy: str | None
    """The URL of the policy for text and data mining."""
    tdm_error: bool
    """Whether a tdm-reservation that counts is neither 0 nor 1, or contradicts another one."""
    licenses: list[str]
    """The URLs of links with rel license, at most 64."""
    declared: list[RightsDeclaration]
    """Every declaration that was read, as written, with names of headers in lower case; also Content-Usage headers."""


class Sources(TypedDict):
    """A value of the key "sources"."""

    url: NotRequired[Literal["input", "manifest", "saved-from", "singlefile", "default"]]
    """Of url: the input (a record of an archive, a line of JSON, the response of a server), a manifest, the comment saved from
    url of a browser, the comment of SingleFile, or a default for pages without a URL.
    """
    lang: NotRequired[FactSource]
    """Of lang."""
    description: NotRequired[FactSource]
    """Of description."""
    keywords: NotRequired[FactSource]
    """Of keywords."""
    author: NotRequired[FactSource]
    """Of author."""
    generator: NotRequired[FactSource]
    """Of generator."""
    viewport: NotRequired[FactSource]
    """Of viewport."""
    content_language: NotRequired[FactSource]
    """Of content_language."""
    theme_color: list[FactSource]
    """Of theme_color."""
    metas: list[FactSource]
    """Of metas."""
    robots: dict[str, list[FactSource]]
    """Of robots, by crawler."""
    refresh: NotRequired[FactSource]
    """Of refresh."""
    canonical: NotRequired[FactSource]
    """Of canonical."""
    amphtml: NotRequired[FactSource]
    """Of amphtml."""
    next: NotRequired[FactSource]
    """Of next."""
    prev: NotRequired[FactSource]
    """Of prev."""
    manifest: NotRequired[FactSource]
    """Of manifest."""
    alternates: list[FactSource]
    """Of alternates."""
    feeds: list[FactSource]
    """Of feeds."""
    icons: list[FactSource]
    """Of icons."""
    og: list[FactSource]
    """Of og."""
    twitter: list[FactSource]
    """Of twitter."""
    dc: list[FactSource]
    """Of dc."""
    citation: list[FactSource]
    """Of citation."""
    jsonld: list[FactSource]
    """Of jsonld."""


class ItemProperty(TypedDict):
    """A value of the key "properties"."""

    name: str
    """The name."""
    value: NotRequired[str]
    """The value, if it is a text or a URL."""
    item: NotRequired[int]
    """The index of the item that is the value."""


class Item(TypedDict):
    """A value of the key "items"."""

    index: int
    """The index of the item in the list, from 0."""
    source: Literal["json-ld", "microdata", "rdfa"]
    """The syntax of the item."""
    parent: NotRequired[int]
    """The index of the first item that has this item as a value; none at the top."""
    types: list[str]
    """The types."""
    id: NotRequired[str]
    """The URL that identifies the item."""
    properties: list[ItemProperty]
    """The properties, in order; one with several values is repeated."""


class PageRecord(TypedDict):
    """The record of a page, as `Page.to_dict` returns it, with all keys that need no request."""

    v: int
    """The version of the record: 1."""
    url: str | None
    """The page's own URL, normalized by the URL parser; unchanged if it is no URL."""
    content_type: str | None
    """The Content-Type header."""
    base_url: str | None
    """The document base URL."""
    base_href: str | None
    """The value of the first base href."""
    encoding: Encoding
    """The encoding, and how it was determined."""
    doctype: Doctype | Doctype
    """The first DOCTYPE."""
    lang: str | None
    """The language: the attribute lang of html, before it xml:lang in XHTML; without one, content_language."""
    dir: str | None
    """The attribute dir of html."""
    title: str | None
    """The text of the first title, white space collapsed."""
    description: str | None
    """The first meta description, white space collapsed."""
    keywords: str | None
    """The first meta keywords."""
    author: str | None
    """The first meta author."""
    generator: str | None
    """The first meta generator."""
    viewport: str | None
    """The first meta viewport."""
    content_language: str | None
    """The language of meta content-language; without one, the only tag of the Content-Language header."""
    theme_color: list[ThemeColor]
    """Every meta theme-color."""
    metas: list[dict[str, str]]
    """Every meta: its attributes."""
    robots: dict[str, list[str]]
    """The robots directives of meta elements, by crawler; * is all."""
    x_robots: dict[str, list[str]]
    """The robots directives of X-Robots-Tag headers, by crawler."""
    refresh: Refresh | Refresh
    """The first refresh, of a header or else of a meta that is not in noscript: its delay and target."""
    canonical: str | None
    """The first link element with rel canonical, or else the first link of a Link header."""
    amphtml: str | None
    """The first link element with rel amphtml, or else the first link of a Link header."""
    next: str | None
    """The first link element with rel next, or else the first link of a Link header."""
    prev: str | None
    """The first link element with rel prev or previous, or else the first link of a Link header."""
    manifest: str | None
    """The first link element with rel manifest, or else the first link of a Link header."""
    alternates: list[Alternate]
    """Versions of the page in other languages: of elements, then of Link headers."""
    feeds: list[Feed]
    """Feeds: of elements, then of Link headers."""
    icons: list[Icon]
    """Icons: of elements, then of Link headers."""
    og: list[tuple[str, str]]
    """Properties of Open Graph and related vocabularies, in order."""
    og_media: dict[str, list[dict[str, str]]]
    """The images, videos and audios of Open Graph, with URLs as written."""
    twitter: list[tuple[str, str]]
    """Properties that start with twitter:."""
    dc: list[tuple[str, str]]
    """Properties of Dublin Core."""
    citation: list[tuple[str, str]]
    """Properties that start with citation_."""
    jsonld: list[JsonLd]
    """Blocks of JSON-LD."""
    headings: list[Heading]
    """Headings."""
    links: list[LinkRecord]
    """The links in document order, then the links of headers."""
    flags: list[Literal["ambiguous-replayed", "frameset", "encoding-restart", "truncated-input", "binary-data", "url-invalid", "limit-attr", "limit-depth", "limit-token", "limit-arena", "limit-links", "limit-headings", "limit-text", "limit-jsonld", "limit-items", "limit-select", "limit-input", "limit-tokens"]]
    """Irregularities of the page, and limits that left out a part of it."""
    error: NotRequired[str]
    """Why the page could not be read; the record then has no other data of the page."""
    og_title: NotRequired[str]
    """The first og:title, white space collapsed."""
    og_type: NotRequired[str]
    """The first og:type, white space collapsed."""
    og_image: NotRequired[str]
    """The URL of the first og:image, resolved; without one, of og:image:secure_url."""
    is_valid_utf8: NotRequired[bool]
    """Whether the bytes of the page are valid UTF-8, whatever its encoding is."""
    parse_errors: NotRequired[int]
    """The number of parse errors of the tokenizer, as tagrake tokens --errors lists them."""
    parse_error_codes: NotRequired[dict[str, int]]
    """The number of parse errors by their codes in the standard."""
    unfinished: NotRequired[Unfinished]
    """What the end of the page truncates: an element without its end tag, whose text is the rest of the page, or a comment or
    a tag.
    """
    text: NotRequired[str]
    """The visible text, a line for each block."""
    word_count: NotRequired[int]
    """The number of words in the visible text, separated by white space."""
    main_text: NotRequired[str]
    """The main content as text: headings, lists and tables have lines of their own."""
    main_word_count: NotRequired[int]
    """The number of words in main_text, separated by white space."""
    lang_detected: NotRequired[str]
    """The language of main_text, guessed from its first 2 KiB: two letters of ISO 639-1."""
    lang_confidence: NotRequired[float]
    """The confidence in lang_detected, from 0 to 1."""
    main_markdown: NotRequired[str]
    """The main content as Markdown."""
    comments_text: NotRequired[str]
    """The comments of readers as text, if a post is before them; they are not part of the main content."""
    main_score: NotRequired[float]
    """The expected F1 of the main content, from 0 to 1."""
    markdown: NotRequired[str]
    """The visible text as Markdown."""
    blocks_html: NotRequired[str]
    """The visible text blocks as simplified HTML, each with its index in data-block: the index in blocks."""
    blocks: NotRequired[list[Block]]
    """The text blocks, with their scores."""
    rights: NotRequired[Rights]
    """The declarations about the use of the page, also in its headers: robots directives, text and data mining, licences."""
    robots_index: NotRequired[bool]
    """Whether a crawler may index the page, by the robots directives of meta elements and headers."""
    robots_follow: NotRequired[bool]
    """Whether a crawler may follow its links, by the same directives."""
    sources: NotRequired[Sources]
    """Where each fact comes from: html, head, body, header or noscript; a list for a list of facts, in its order."""
    items: NotRequired[list[Item]]
    """The items of microdata and RDFa, with types and properties as in the page."""
    schema_org: NotRequired[list[Item]]
    """The items of schema.org in JSON-LD, microdata and RDFa, with the short names of types and properties."""
    published: NotRequired[str]
    """When the page was published, in ISO 8601, as precise as the page says."""
    published_source: NotRequired[str]
    """Where the date is from, such as json-ld:datePublished, url:path or class:date."""
    published_confidence: NotRequired[float]
    """How often dates of this source are right, from 0 to 1, on labelled pages."""
    authors: NotRequired[list[str]]
    """The names of the authors."""
    authors_source: NotRequired[str]
    """Where the page names them, such as meta:author."""


_LinkRowKeywords = TypedDict(
    "_LinkRowKeywords",
    {
        "class": LinkClass,
        "as": str | None,
    },
)


class LinkRow(_LinkRowKeywords):
    """A row of the table "links"."""

    id: str | float | None
    """The page's id, if the input gives one."""
    source: str | None
    """The origin of a page without an id that is not from a WARC file: path, or path:line."""
    warc_filename: str | None
    """The WARC file that the page comes from."""
    warc_record_offset: int | None
    """The offset of its record in the stored file."""
    content_truncated: str | None
    """Why the page is incomplete: a value of WARC-Truncated (length: truncated at a limit); segmented; or damaged: the end of
    its WARC record is uncertain, so bytes may be missing or belong to another record.
    """
    page_url: str | None
    """The page's own URL."""
    flags: list[Literal["ambiguous-replayed", "frameset", "encoding-restart", "truncated-input", "binary-data", "url-invalid", "limit-attr", "limit-depth", "limit-token", "limit-arena", "limit-links", "limit-headings", "limit-text", "limit-jsonld", "limit-items", "limit-select", "limit-input", "limit-tokens"]] | None
    """The page's flags: limits that left out a part of it, and other irregularities; only if any."""
    element: str
    """The element's name: a, svg:a; header for a Link header."""
    attr: str
    """The attribute's name; #text for the text of a style element, empty for a header."""
    raw: str
    """The URL as in the page, with character references decoded, at most 16 KiB."""
    url: str | None
    """The URL, resolved against the base URL."""
    kind: LinkKind
    """The purpose of the link."""
    rel: list[str] | None
    """The tokens of rel, in lower case; of a, area, form, link, svg:a and headers."""
    nofollow: bool | None
    """Whether rel has nofollow; of a, area, form and svg:a."""
    ugc: bool | None
    """Whether rel has ugc; of a, area, form and svg:a."""
    sponsored: bool | None
    """Whether rel has sponsored; of a, area, form and svg:a."""
    text: str | None
    """The text of the element, white space collapsed, at most 1 KiB; of a and svg:a."""
    alt: str | None
    """The alt text of the image, or of the images inside."""
    title: str | None
    """The attribute title."""
    hreflang: str | None
    """The attribute hreflang."""
    type: str | None
    """The attribute type."""
    media: str | None
    """The attribute media."""
    sizes: str | None
    """The attribute sizes."""
    color: str | None
    """The attribute color."""
    target: str | None
    """The attribute target."""
    download: str | None
    """The attribute download."""
    method: Literal["get", "post", "dialog"] | None
    """The method of a form."""
    width: int | None
    """The width of an image candidate, in CSS pixels."""
    density: float | None
    """The pixel density of an image candidate."""
    in_noscript: bool | None
    """Whether it is in noscript; only if true."""
    in_template: bool | None
    """Whether it is in template; only if true."""
    in_srcdoc: bool | None
    """Whether it is in the document of the srcdoc attribute of an iframe; only if true."""
    in_head: bool | None
    """Whether it is in the head; only if true."""
    offset: int | None
    """The offset of the value in the page in bytes, or in the decoded page if it is not zero_copy."""
    text_len: int | None
    """The length of the text before truncation; only if it was truncated."""
    host: NotRequired[str | None]
    """The host of the URL, or its IP address."""
    domain: NotRequired[str | None]
    """The registered domain of the host: its public suffix and the label before it."""
    page_host: NotRequired[str | None]
    """The host of the page's URL."""
    page_domain: NotRequired[str | None]
    """The registered domain of that host."""
    same_host: NotRequired[bool | None]
    """Whether the host is the page's."""
    same_domain: NotRequired[bool | None]
    """Whether the registered domain is the page's; the host, if one of them has none."""
    place: NotRequired[FactSource | None]
    """Where the link is: in an element of the head, of the body, of noscript, of SVG, of a template; in html itself; or in a
    header.
    """
    region: NotRequired[Literal["nav", "header", "main", "article", "aside", "footer"] | None]
    """The innermost region around it: an element of this name, or with its implicit role."""
    in_main: NotRequired[bool | None]
    """Whether it is in the main content, or between two of its blocks."""
    path: NotRequired[str | None]
    """The names of the block-level elements around it, separated by slashes, outermost first; the innermost ones, in at most
    96 bytes.
    """
    label: NotRequired[str | None]
    """The first that is not empty: the attribute aria-label, alt, title."""
    integrity: NotRequired[str | None]
    """The attribute integrity."""
    loading: NotRequired[str | None]
    """The attribute loading."""
    fetchpriority: NotRequired[str | None]
    """The attribute fetchpriority."""


class BlockRow(TypedDict):
    """A row of the table "blocks"."""

    id: str | float | None
    """The page's id, if the input gives one."""
    source: str | None
    """The origin of a page without an id that is not from a WARC file: path, or path:line."""
    warc_filename: str | None
    """The WARC file that the page comes from."""
    warc_record_offset: int | None
    """The offset of its record in the stored file."""
    content_truncated: str | None
    """Why the page is incomplete: a value of WARC-Truncated (length: truncated at a limit); segmented; or damaged: the end of
    its WARC record is uncertain, so bytes may be missing or belong to another record.
    """
    page_url: str | None
    """The page's own URL."""
    flags: list[Literal["ambiguous-replayed", "frameset", "encoding-restart", "truncated-input", "binary-data", "url-invalid", "limit-attr", "limit-depth", "limit-token", "limit-arena", "limit-links", "limit-headings", "limit-text", "limit-jsonld", "limit-items", "limit-select", "limit-input", "limit-tokens"]] | None
    """The page's flags: limits that left out a part of it, and other irregularities; only if any."""
    index: int
    """The index of the block in the page, from 0."""
    element: str
    """The name of the innermost block element."""
    path: str
    """The names of that element and its ancestors, separated by slashes, outermost first; the innermost ones, in at most 96
    bytes.
    """
    text: str
    """The text, white space collapsed; unchanged in pre."""
    offset: int
    """The offset of the text in the page in bytes, or in the decoded page if it is not UTF-8."""
    length: int
    """The length of the source from the first to the last character, in bytes; includes tags in the text."""
    container: int
    """The number of the innermost div, section, li, td or other container."""
    container_parent: int | None
    """The number of the container around it; none for the body."""
    words: int
    """The number of words: sequences of letters and digits."""
    link_words: int
    """The number of words in links."""
    heading_level: int | None
    """1 to 6; only in headings."""
    list_depth: int
    """The number of lists that contain the block."""
    table_row: int | None
    """The number of the row in the innermost table, from 1; only in cells."""
    table_column: int | None
    """The number of the first column of the cell, from 1; only in cells."""
    line_breaks: int | None
    """The number of br elements before the block, if nothing else separates it from the last one."""
    lang: str | None
    """The nearest attribute lang, if it has at most 35 bytes."""
    pre: bool | None
    """Whether the text is preformatted; only if true."""
    hidden: bool | None
    """Whether the page's HTML hides the text; only if true."""
    in_noscript: bool | None
    """Whether it is in noscript; only if true."""
    score: NotRequired[float | None]
    """The probability that the block is main content, from 0 to 1."""
    main: NotRequired[bool | None]
    """Whether the block is part of the main content, in the requested view."""
    record: NotRequired[int | None]
    """The number of the post, answer, comment or other record that contains the block, from 1; only if the page has records."""
    comment: NotRequired[bool | None]
    """Whether it is in a section of comments, which is not part of the main content; only if true."""


class CellRow(TypedDict):
    """A row of the table "tables"."""

    id: str | float | None
    """The page's id, if the input gives one."""
    source: str | None
    """The origin of a page without an id that is not from a WARC file: path, or path:line."""
    warc_filename: str | None
    """The WARC file that the page comes from."""
    warc_record_offset: int | None
    """The offset of its record in the stored file."""
    content_truncated: str | None
    """Why the page is incomplete: a value of WARC-Truncated (length: truncated at a limit); segmented; or damaged: the end of
    its WARC record is uncertain, so bytes may be missing or belong to another record.
    """
    page_url: str | None
    """The page's own URL."""
    flags: list[Literal["ambiguous-replayed", "frameset", "encoding-restart", "truncated-input", "binary-data", "url-invalid", "limit-attr", "limit-depth", "limit-token", "limit-arena", "limit-links", "limit-headings", "limit-text", "limit-jsonld", "limit-items", "limit-select", "limit-input", "limit-tokens"]] | None
    """The page's flags: limits that left out a part of it, and other irregularities; only if any."""
    table: int
    """The index of the table in the page, from 0. Hidden tables are not counted."""
    table_parent: int | None
    """The index of the table whose cell contains this table."""
    data: bool | None
    """Whether the table holds data, not layout, by the rules for Markdown; only if true."""
    caption: str | None
    """The text of the caption, at most 1 KiB."""
    row: int
    """The row in the table, from 0. Rows of thead are first, rows of tfoot last."""
    column: int
    """The column in the table, from 0."""
    header: bool
    """Whether the cell is a th, or in thead."""
    text: str
    """The text of the cell, white space collapsed, without the text of nested tables."""
    repeated: bool | None
    """Whether the cell starts at another position, and spans this one; only if true."""
    offset: int
    """The offset of the cell's start tag in the page in bytes, or in the decoded page if it is not UTF-8."""


class RecordRow(TypedDict):
    """A row of the table "records"."""

    warc_filename: str
    """The WARC file."""
    warc_record_offset: int | None
    """The offset of the record in the stored file."""
    warc_record_length: int | None
    """The length of the record in the stored file, in bytes; none if its gzip member or zstd frame has other records."""
    warc_type: str
    """The type of the record: WARC-Type."""
    warc_record_id: str | None
    """The ID of the record."""
    url: str | None
    """The URL: WARC-Target-URI, without angle brackets."""
    fetch_time: datetime | None
    """When the record was fetched or made: WARC-Date."""
    fetch_status: int | None
    """The status of the HTTP response."""
    content_mime_type: str | None
    """The MIME type that the HTTP message or the record declares, in lower case."""
    content_mime_detected: str | None
    """The MIME type that the crawler detected: WARC-Identified-Payload-Type."""
    content_truncated: str | None
    """Why the payload is incomplete: a value of WARC-Truncated, or segmented; with the column payload also length: longer than
    the limit, and unspecified: damaged.
    """
    block_length: int
    """The length of the block in bytes, with the HTTP header in it."""
    warc_block_digest: str | None
    """The digest of the block, with the name of its algorithm."""
    warc_payload_digest: str | None
    """The digest of the payload, with the name of its algorithm."""
    warc_refers_to: str | None
    """The ID of the record that this record is about."""
    warc_concurrent_to: list[str]
    """The IDs of the records that were made by the same fetch."""
    warc_ip_address: str | None
    """The address of the server."""
    warc_headers: list[dict[Literal["key", "value"], str]]
    """The fields of the record's header, in order."""
    http_request_line: str | None
    """The first line of a request: method, target and version."""
    http_headers: list[dict[Literal["key", "value"], str]]
    """The fields of the HTTP header in the block, in order; empty without one."""
