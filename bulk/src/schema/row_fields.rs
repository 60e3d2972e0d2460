//! The fields of rows: of links, of text blocks, of tables, of items, of records and of indexes.

use super::field::Type::{self, Binary, Bool, Double, Id, Int32, Int64, List, Name, Pair, String, Timestamp};
use super::field::{Field, fields};
use tagrake_extract::{FactSource, Flag, LinkClass, LinkKind, Region};

pub(super) const STRINGS: Type = List(&String);
pub(super) const PAIRS: Type = List(&Pair);
pub(super) const FLAGS: Type = List(&Name(|| Flag::ALL.iter().map(|flag| flag.as_str()).collect()));

/// The fields of a link in a page record.
///
/// ```
/// assert_eq!(tagrake_bulk::schema::LINK[0].name, "element");
/// ```
pub const LINK: &[Field] = fields! {
    + "element" String, "The element's name: a, svg:a; header for a Link header.";
    + "attr" String, "The attribute's name; #text for the text of a style element, empty for a header.";
    + "raw" String, "The URL as in the page, with character references decoded, at most 16 KiB.";
    ? "url" String, "The URL, resolved against the base URL.";
    + "class" Name(|| LinkClass::ALL.iter().map(|class| class.as_str()).collect()), "The class of the URL.";
    + "kind" Name(|| LinkKind::ALL.iter().map(|kind| kind.as_str()).collect()), "The purpose of the link.";
    - "rel" STRINGS, "The tokens of rel, in lower case; of a, area, form, link, svg:a and headers.";
    - "nofollow" Bool, "Whether rel has nofollow; of a, area, form and svg:a.";
    - "ugc" Bool, "Whether rel has ugc; of a, area, form and svg:a.";
    - "sponsored" Bool, "Whether rel has sponsored; of a, area, form and svg:a.";
    - "text" String, "The text of the element, white space collapsed, at most 1 KiB; of a and svg:a.";
    - "alt" String, "The alt text of the image, or of the images inside.";
    - "title" String, "The attribute title.";
    - "hreflang" String, "The attribute hreflang.";
    - "type" String, "The attribute type.";
    - "media" String, "The attribute media.";
    - "sizes" String, "The attribute sizes.";
    - "as" String, "The attribute as: the type of a preload.";
    - "color" String, "The attribute color.";
    - "target" String, "The attribute target.";
    - "download" String, "The attribute download.";
    - "method" Name(|| vec!["get", "post", "dialog"]), "The method of a form.";
    - "width" Int64, "The width of an image candidate, in CSS pixels.";
    - "density" Double, "The pixel density of an image candidate.";
    - "in_noscript" Bool, "Whether it is in noscript; only if true.";
    - "in_template" Bool, "Whether it is in template; only if true.";
    - "in_srcdoc" Bool, "Whether it is in the document of the srcdoc attribute of an iframe; only if true.";
    - "in_head" Bool, "Whether it is in the head; only if true.";
    - "offset" Int64, "The offset of the value in the page in bytes, or in the decoded page if it is not zero_copy.";
    - "text_len" Int64, "The length of the text before truncation; only if it was truncated.";
};

/// Fields of a link row that are present only if they are requested by name. They follow the fields of [`LINK`]. The links in page
/// records do not have them.
///
/// ```
/// use tagrake_bulk::schema::{LINK_ON_REQUEST, Table};
///
/// assert_eq!(Table::Links.fields_on_request().len(), LINK_ON_REQUEST.len());
/// ```
pub const LINK_ON_REQUEST: &[Field] = fields! {
    - "host" String, "The host of the URL, or its IP address.";
    - "domain" String, "The registered domain of the host: its public suffix and the label before it.";
    - "page_host" String, "The host of the page's URL.";
    - "page_domain" String, "The registered domain of that host.";
    - "same_host" Bool, "Whether the host is the page's.";
    - "same_domain" Bool, "Whether the registered domain is the page's; the host, if one of them has none.";
    - "place" Name(|| FactSource::ALL.iter().map(|place| place.as_str()).collect()), "Where the link is: in an element of the head, of the body, of noscript, of SVG, of a template; in html itself; or in a header.";
    - "region" Name(|| Region::ALL.iter().map(|region| region.as_str()).collect()) => LinkContext, "The innermost region around it: an element of this name, or with its implicit role.";
    - "in_main" Bool => Main, "Whether it is in the main content, or between two of its blocks.";
    - "path" String => LinkContext, "The names of the block-level elements around it, separated by slashes, outermost first; the innermost ones, in at most 96 bytes.";
    - "label" String => LinkContext, "The first that is not empty: the attribute aria-label, alt, title.";
    - "integrity" String => LinkContext, "The attribute integrity.";
    - "loading" String => LinkContext, "The attribute loading.";
    - "fetchpriority" String => LinkContext, "The attribute fetchpriority.";
};

pub(super) const TRUNCATED: &str = "Why the page is incomplete: a value of WARC-Truncated (length: truncated at a limit); segmented; or damaged: \
     the end of its WARC record is uncertain, so bytes may be missing or belong to another record.";

/// The fields that precede the fields of [`LINK`] in a link row, the fields of [`BLOCK`] in a block row, and the fields of
/// [`CELL`] in a row of a table.
///
/// ```
/// assert_eq!(tagrake_bulk::schema::LINK_PAGE[5].name, "page_url");
/// ```
pub const LINK_PAGE: &[Field] = fields! {
    - "id" Id, "The page's id, if the input gives one.";
    - "source" String, "The origin of a page without an id that is not from a WARC file: path, or path:line.";
    - "warc_filename" String, "The WARC file that the page comes from.";
    - "warc_record_offset" Int64, "The offset of its record in the stored file.";
    - "content_truncated" String, TRUNCATED;
    ? "page_url" String, "The page's own URL.";
    - "flags" FLAGS, "The page's flags: limits that left out a part of it, and other irregularities; only if any.";
};

/// The fields of a text block.
///
/// ```
/// assert_eq!(tagrake_bulk::schema::BLOCK[0].name, "index");
/// ```
pub const BLOCK: &[Field] = fields! {
    + "index" Int32, "The index of the block in the page, from 0.";
    + "element" String, "The name of the innermost block element.";
    + "path" String, "The names of that element and its ancestors, separated by slashes, outermost first; the innermost ones, in at most 96 bytes.";
    + "text" String, "The text, white space collapsed; unchanged in pre.";
    + "offset" Int64, "The offset of the text in the page in bytes, or in the decoded page if it is not UTF-8.";
    + "length" Int64, "The length of the source from the first to the last character, in bytes; includes tags in the text.";
    + "container" Int32, "The number of the innermost div, section, li, td or other container.";
    - "container_parent" Int32, "The number of the container around it; none for the body.";
    + "words" Int32, "The number of words: sequences of letters and digits.";
    + "link_words" Int32, "The number of words in links.";
    - "heading_level" Int32, "1 to 6; only in headings.";
    + "list_depth" Int32, "The number of lists that contain the block.";
    - "table_row" Int32, "The number of the row in the innermost table, from 1; only in cells.";
    - "table_column" Int32, "The number of the first column of the cell, from 1; only in cells.";
    - "line_breaks" Int32, "The number of br elements before the block, if nothing else separates it from the last one.";
    - "lang" String, "The nearest attribute lang, if it has at most 35 bytes.";
    - "pre" Bool, "Whether the text is preformatted; only if true.";
    - "hidden" Bool, "Whether the page's HTML hides the text; only if true.";
    - "in_noscript" Bool, "Whether it is in noscript; only if true.";
};

/// Fields of a text block that are present only if they are requested by name. They follow the fields of [`BLOCK`].
///
/// ```
/// use tagrake_bulk::schema::{BLOCK_SCORES, Table};
///
/// assert_eq!(Table::Blocks.fields_on_request().len(), BLOCK_SCORES.len());
/// ```
pub const BLOCK_SCORES: &[Field] = fields! {
    - "score" Double => Main, "The probability that the block is main content, from 0 to 1.";
    - "main" Bool => Main, "Whether the block is part of the main content, in the requested view.";
    - "record" Int32 => Main, "The number of the post, answer, comment or other record that contains the block, from 1; only if the page has records.";
    - "comment" Bool => Main, "Whether it is in a section of comments, which is not part of the main content; only if true.";
};

/// The fields of a position in a table.
///
/// ```
/// assert_eq!(tagrake_bulk::schema::CELL[0].name, "table");
/// ```
pub const CELL: &[Field] = fields! {
    + "table" Int32, "The index of the table in the page, from 0. Hidden tables are not counted.";
    - "table_parent" Int32, "The index of the table whose cell contains this table.";
    - "data" Bool, "Whether the table holds data, not layout, by the rules for Markdown; only if true.";
    - "caption" String, "The text of the caption, at most 1 KiB.";
    + "row" Int32, "The row in the table, from 0. Rows of thead are first, rows of tfoot last.";
    + "column" Int32, "The column in the table, from 0.";
    + "header" Bool, "Whether the cell is a th, or in thead.";
    + "text" String, "The text of the cell, white space collapsed, without the text of nested tables.";
    - "repeated" Bool, "Whether the cell starts at another position, and spans this one; only if true.";
    + "offset" Int64, "The offset of the cell's start tag in the page in bytes, or in the decoded page if it is not UTF-8.";
};

/// The syntaxes of items.
pub(super) const ITEM_SYNTAX: Type = Name(|| vec!["json-ld", "microdata", "rdfa"]);

/// The fields of an item that follow the fields of [`LINK_PAGE`]. The columns of an [`ItemQuery`](crate::ItemQuery) follow them.
///
/// ```
/// assert_eq!(tagrake_bulk::schema::ITEM_ROW[0].name, "syntax");
/// ```
pub const ITEM_ROW: &[Field] = fields! {
    + "syntax" ITEM_SYNTAX, "The syntax of the item.";
    ? "type" String, "The requested type that the item has, or its first type; a type of schema.org without its prefix.";
    + "position" Int32, "The position of the row among the rows of the page, from 0.";
};

/// The fields of a record of a WARC file, of any type. Values of its header are as in the record.
///
/// ```
/// assert_eq!(tagrake_bulk::schema::RECORD[0].name, "warc_filename");
/// ```
pub const RECORD: &[Field] = fields! {
    + "warc_filename" String, "The WARC file.";
    - "warc_record_offset" Int64, "The offset of the record in the stored file.";
    - "warc_record_length" Int64, "The length of the record in the stored file, in bytes; none if its gzip member or zstd frame has other records.";
    + "warc_type" String, "The type of the record: WARC-Type.";
    ? "warc_record_id" String, "The ID of the record.";
    ? "url" String, "The URL: WARC-Target-URI, without angle brackets.";
    ? "fetch_time" Timestamp, "When the record was fetched or made: WARC-Date.";
    ? "fetch_status" Int32, "The status of the HTTP response.";
    ? "content_mime_type" String, "The MIME type that the HTTP message or the record declares, in lower case.";
    ? "content_mime_detected" String, "The MIME type that the crawler detected: WARC-Identified-Payload-Type.";
    ? "content_truncated" String, "Why the payload is incomplete: a value of WARC-Truncated, or segmented; with the column payload also length: longer than the limit, and unspecified: damaged.";
    + "block_length" Int64, "The length of the block in bytes, with the HTTP header in it.";
    ? "warc_block_digest" String, "The digest of the block, with the name of its algorithm.";
    ? "warc_payload_digest" String, "The digest of the payload, with the name of its algorithm.";
    ? "warc_refers_to" String, "The ID of the record that this record is about.";
    + "warc_concurrent_to" STRINGS, "The IDs of the records that were made by the same fetch.";
    ? "warc_ip_address" String, "The address of the server.";
    + "warc_headers" PAIRS, "The fields of the record's header, in order.";
    ? "http_request_line" String, "The first line of a request: method, target and version.";
    + "http_headers" PAIRS, "The fields of the HTTP header in the block, in order; empty without one.";
};

/// Fields of a record that are present only on request, and only in columns. They follow the fields of [`RECORD`].
///
/// ```
/// assert_eq!(tagrake_bulk::schema::Table::Records.raw_fields()[0].name, "payload");
/// ```
pub const RECORD_RAW: &[Field] = fields! {
    + "payload" Binary, "The bytes of the block after the HTTP header, without transfer and content codings.";
};

/// The fields of a row of an index: columns of [Common Crawl's index](https://github.com/commoncrawl/cc-index-table), with its
/// names. `docs/archives.md` lists the differences.
///
/// ```
/// assert_eq!(tagrake_bulk::schema::INDEX[0].name, "url_surtkey");
/// ```
pub const INDEX: &[Field] = fields! {
    + "url_surtkey" String, "The sort-friendly key of the URL (SURT); the URL if it has none, or - without a URL.";
    ? "url" String, "The URL.";
    ? "url_host_name" String, "The host of the URL, or its IP address.";
    ? "url_host_tld" String, "The last label of the host.";
    ? "url_host_2nd_last_part" String, "The second last label of the host.";
    ? "url_host_3rd_last_part" String, "The third last label of the host.";
    ? "url_host_4th_last_part" String, "The fourth last label of the host.";
    ? "url_host_5th_last_part" String, "The fifth last label of the host.";
    ? "url_host_registry_suffix" String, "The public suffix of the host, of a registry: com, co.uk.";
    ? "url_host_registered_domain" String, "The registered domain: that suffix and the label before it.";
    ? "url_host_private_suffix" String, "The public suffix of the host, also of a private registry: com, github.io.";
    ? "url_host_private_domain" String, "That suffix and the label before it.";
    ? "url_host_name_reversed" String, "The labels of the host in reverse order, with dots.";
    ? "url_protocol" String, "The scheme of the URL.";
    ? "url_port" Int32, "The port, unless it is the default of the scheme.";
    ? "url_path" String, "The path of the URL.";
    ? "url_query" String, "The query of the URL, without the question mark.";
    ? "fetch_time" Timestamp, "When the record was fetched, to the second.";
    ? "fetch_status" Int32, "The status of the HTTP response.";
    ? "fetch_redirect" String, "The target of a redirect, resolved against the URL.";
    ? "content_digest" String, "The digest of the payload: a SHA-1 in base32, or another one with its name and a colon.";
    ? "content_mime_type" String, "The MIME type that the response or the record declares; warc/revisit for a revisit.";
    ? "content_mime_detected" String, "The MIME type that the crawler detected.";
    ? "content_truncated" String, "The value of WARC-Truncated.";
    + "warc_filename" String, "The WARC file.";
    + "warc_record_offset" Int64, "The offset of the record in the stored file.";
    + "warc_record_length" Int64, "The length of the record in the stored file, in bytes.";
    ? "warc_segment" String, "The segment of Common Crawl in the path of the file.";
};
