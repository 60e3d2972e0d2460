//! The fields of page records, with the fields of the objects in them.

use super::block_fields::{BLOCK, BLOCK_SCORES};
use super::field::Type::{
    self, Binary, Bool, Double, Id, Int32, Int64, Json, List, Map, Name, Pair, String, Struct, Timestamp,
};
use super::field::{Field, concat, fields};
use super::link_fields::{FLAGS, LINK, STRINGS, TRUNCATED};
use tagrake_extract::RightsSource;

/// The version of the record, its key `v`.
pub const VERSION: u8 = 1;

const PAIRS: Type = List(&Pair);
/// A map from text to text.
const STRING_MAP: Type = Map(&String);

const ENCODING: &[Field] = fields! {
    + "name" String, "The name of the encoding in the Encoding Standard.";
    + "source" Name(|| vec!["bom", "override", "transport", "meta", "xml", "late-meta", "detector", "default"]), "The evidence that decided it.";
    + "confidence" Name(|| vec!["certain", "tentative"]), "Whether a meta element could no longer change it (certain) or could (tentative).";
    + "bom_len" Int32, "The length of the byte order mark in bytes.";
    + "had_errors" Bool, "Whether invalid bytes were replaced by U+FFFD.";
    + "zero_copy" Bool, "Whether the page is UTF-8 and was read without a copy.";
    ? "http_label" String, "The charset of the Content-Type header.";
    ? "meta_label" String, "The label of the meta element or XML declaration.";
};

const DOCTYPE: &[Field] = fields! {
    ? "name" String, "The name, in lower case.";
    ? "public_id" String, "The public identifier.";
    ? "system_id" String, "The system identifier.";
};

const THEME_COLOR: &[Field] = fields! {
    + "color" String, "The colour, as written.";
    - "media" String, "The media query that it applies to.";
};

const REFRESH: &[Field] = fields! {
    + "seconds" Int64, "The delay in seconds.";
    + "url" String, "The target URL.";
};

const ALTERNATE: &[Field] = fields! {
    + "hreflang" String, "The language of the alternate page.";
    + "url" String, "Its URL.";
};

const FEED: &[Field] = fields! {
    + "type" String, "The MIME type, as written.";
    + "url" String, "Its URL.";
    - "title" String, "Its title.";
};

const ICON: &[Field] = fields! {
    + "rel" String, "The link relation, in lower case.";
    + "url" String, "Its URL.";
    - "sizes" String, "Its sizes.";
    - "type" String, "Its MIME type.";
};

const JSON_LD: &[Field] = fields! {
    + "valid" Bool, "Whether the text is JSON; raw control characters in strings are allowed.";
    - "value" Json, "The value of a valid block.";
    - "raw" String, "The text of a block that is invalid, nested too deep, or has numbers beyond the range of a double.";
    - "error" String, "The error in an invalid block.";
    - "offset" Int64, "The offset of the error in raw, in bytes.";
};

/// The fields of an item in a page record. Items are a flat list, because a column of a table cannot nest without bound:
/// a property whose value is an item has the index of that item.
const ITEM: &[Field] = fields! {
    + "index" Int32, "The index of the item in the list, from 0.";
    + "source" Name(|| vec!["json-ld", "microdata", "rdfa"]), "The syntax of the item.";
    - "parent" Int32, "The index of the first item that has this item as a value; none at the top.";
    + "types" STRINGS, "The types.";
    - "id" String, "The URL that identifies the item.";
    + "properties" List(&Struct(ITEM_PROPERTY)), "The properties, in order; one with several values is repeated.";
};

const ITEM_PROPERTY: &[Field] = fields! {
    + "name" String, "The name.";
    - "value" String, "The value, if it is a text or a URL.";
    - "item" Int32, "The index of the item that is the value.";
};

const HEADING: &[Field] = fields! {
    + "level" Int32, "1 to 6.";
    + "text" String, "The text, white space collapsed; without text, the alt texts of its images.";
    - "id" String, "Its attribute id.";
};

/// The fields of a text block in a page record.
const PAGE_BLOCK: &[Field] = &concat::<{ BLOCK.len() + BLOCK_SCORES.len() }>(&[BLOCK, BLOCK_SCORES]);

/// The place of a declaration about the use of a page.
const RIGHTS_SOURCE: Type = Name(|| RightsSource::ALL.iter().map(|source| source.as_str()).collect());

const ROBOTS_DIRECTIVE: &[Field] = fields! {
    + "agent" String, "The crawler, in lower case; * is all.";
    + "directive" String, "The directive, in lower case: noindex, noai, max-snippet:20.";
    + "source" RIGHTS_SOURCE, "Where it is declared.";
};

const RIGHTS_DECLARATION: &[Field] = fields! {
    + "source" RIGHTS_SOURCE, "Where it is declared.";
    + "name" String, "The name of the meta element or of the header, or the rel of the link.";
    + "value" String, "The value of the meta element or of the header, or the URL of the link.";
};

const RIGHTS: &[Field] = fields! {
    + "directives" List(&Struct(ROBOTS_DIRECTIVE)), "The robots directives of meta elements, then those of X-Robots-Tag headers.";
    ? "tdm_reservation" Int32, "Whether the rights to text and data mining are reserved: 1, or 0 if not; null if undeclared or unclear.";
    ? "tdm_policy" String, "The URL of the policy for text and data mining.";
    + "tdm_error" Bool, "Whether a tdm-reservation that counts is neither 0 nor 1, or contradicts another one.";
    + "licenses" STRINGS, "The URLs of links with rel license, at most 64.";
    + "declared" List(&Struct(RIGHTS_DECLARATION)), "Every declaration that was read, as written, with names of headers in lower case; also Content-Usage headers.";
};

/// The names of the first fields of [`PAGE`], which describe the capture of the page and not the page: where it comes
/// from, and how it was fetched.
///
/// ```
/// use tagrake_bulk::schema::{OF_CAPTURE, PAGE};
///
/// assert!(PAGE.iter().zip(OF_CAPTURE).all(|(field, name)| field.name == *name));
/// ```
pub const OF_CAPTURE: &[&str] = &[
    "id",
    "source",
    "warc_filename",
    "warc_record_offset",
    "warc_record_length",
    "fetch_time",
    "fetch_status",
    "content_mime_type",
    "content_charset",
    "content_truncated",
];

/// The fields of a page record, in their order in JSON.
///
/// ```
/// assert!(tagrake_bulk::schema::PAGE.iter().all(|field| field.doc.ends_with('.')));
/// ```
pub const PAGE: &[Field] = fields! {
    - "id" Id, "The page's id, if the input gives one.";
    - "source" String, "The origin of a page without an id that is not from a WARC file: path, or path:line.";
    - "warc_filename" String, "The WARC file that the page comes from.";
    - "warc_record_offset" Int64, "The offset of its record in the stored file.";
    - "warc_record_length" Int64, "The length of its record in the stored file, in bytes.";
    - "fetch_time" Timestamp, "When the page was fetched.";
    - "fetch_status" Int32, "The status of the HTTP response.";
    - "content_mime_type" String, "The MIME type that the HTTP response or the record declares, in lower case.";
    - "content_charset" String, "The encoding that the archive detected.";
    - "content_truncated" String, TRUNCATED;
    + "v" Int32, "The version of the record: 1.";
    ? "url" String, "The page's own URL, normalized by the URL parser.";
    ? "content_type" String, "The Content-Type header.";
    ? "base_url" String, "The document base URL.";
    ? "base_href" String, "The value of the first base href.";
    + "encoding" Struct(ENCODING), "The encoding, and how it was determined.";
    ? "doctype" Struct(DOCTYPE), "The first DOCTYPE.";
    ? "lang" String, "The attribute lang of html.";
    ? "dir" String, "The attribute dir of html.";
    ? "title" String, "The text of the first title, white space collapsed.";
    ? "description" String, "The first meta description, white space collapsed.";
    ? "keywords" String, "The first meta keywords.";
    ? "author" String, "The first meta author.";
    ? "generator" String, "The first meta generator.";
    ? "viewport" String, "The first meta viewport.";
    + "theme_color" List(&Struct(THEME_COLOR)), "Every meta theme-color.";
    + "metas" List(&STRING_MAP), "Every meta: its attributes.";
    + "robots" Map(&STRINGS), "The robots directives of meta elements, by crawler; * is all.";
    + "x_robots" Map(&STRINGS), "The robots directives of X-Robots-Tag headers, by crawler.";
    ? "refresh" Struct(REFRESH), "The first refresh: its delay and target.";
    ? "canonical" String, "The first link with rel canonical.";
    ? "amphtml" String, "The first link with rel amphtml.";
    ? "next" String, "The first link with rel next.";
    ? "prev" String, "The first link with rel prev or previous.";
    ? "manifest" String, "The first link with rel manifest.";
    + "alternates" List(&Struct(ALTERNATE)), "Versions of the page in other languages.";
    + "feeds" List(&Struct(FEED)), "Feeds.";
    + "icons" List(&Struct(ICON)), "Icons.";
    + "og" PAIRS, "Properties of Open Graph and related vocabularies, in order.";
    + "og_media" Map(&List(&STRING_MAP)), "The images, videos and audios of Open Graph, with URLs as written.";
    + "twitter" PAIRS, "Properties that start with twitter:.";
    + "dc" PAIRS, "Properties of Dublin Core.";
    + "citation" PAIRS, "Properties that start with citation_.";
    + "jsonld" List(&Struct(JSON_LD)), "Blocks of JSON-LD.";
    + "headings" List(&Struct(HEADING)), "Headings.";
    + "links" List(&Struct(LINK)), "The links in document order, those of headers last.";
    + "flags" FLAGS, "Irregularities of the page, and limits that left out a part of it.";
    - "error" String, "Why the page could not be read; the record then has no other data of the page.";
};

/// Fields of page records that are present only if they are requested by name. They follow the fields of [`PAGE`].
///
/// ```
/// use tagrake_bulk::Fields;
///
/// assert!(!Fields::default().has("main_text"));
/// assert!(Fields::only("main_text").is_ok_and(|fields| fields.has("main_text")));
/// ```
pub const ON_REQUEST: &[Field] = fields! {
    - "text" String, "The visible text, a line for each block.";
    - "word_count" Int32, "The number of words in the visible text, separated by white space.";
    - "main_text" String, "The main content as text: headings, lists and tables have lines of their own.";
    - "main_markdown" String, "The main content as Markdown.";
    - "main_score" Double, "The expected F1 of the main content, from 0 to 1.";
    - "markdown" String, "The visible text as Markdown.";
    - "blocks" List(&Struct(PAGE_BLOCK)), "The text blocks, with their scores.";
    - "rights" Struct(RIGHTS), "The declarations about the use of the page, also in its headers: robots directives, text and data mining, licences.";
    - "items" List(&Struct(ITEM)), "The items of microdata and RDFa, with types and properties as in the page.";
    - "schema_org" List(&Struct(ITEM)), "The items of schema.org in JSON-LD, microdata and RDFa, with the short names of types and properties.";
    - "published" String, "When the page was published, in ISO 8601, as precise as the page says.";
    - "published_source" String, "Where the page says so, such as json-ld:datePublished.";
    - "authors" STRINGS, "The names of the authors.";
    - "authors_source" String, "Where the page names them, such as meta:author.";
};

/// The number of fields at the end of [`ON_REQUEST`] that are the byline.
pub(crate) const BYLINE: usize = 4;

/// Fields of page records that are present only on request, and only in columns: raw data of the page's WARC record.
/// They follow the fields of [`ON_REQUEST`].
///
/// ```
/// # #[cfg(feature = "columns")] {
/// use tagrake_bulk::Fields;
/// use tagrake_bulk::columns::schema;
/// use tagrake_bulk::schema::Table;
///
/// let fields = Fields::only("url")?.with_raw("payload").unwrap();
/// assert_eq!(schema(Table::Pages, &fields).fields().len(), 2);
/// # }
/// # Ok::<(), &str>(())
/// ```
pub const RAW: &[Field] = fields! {
    - "warc_record_id" String, "The ID of the record.";
    - "http_headers" PAIRS, "The headers of the response, in order.";
    - "payload" Binary, "The bytes of the page, without transfer and content codings.";
};
