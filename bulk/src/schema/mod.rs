//! The schema of records and rows: one table of fields, from which every form of the schema is generated.

mod arrow_json;
mod field;
pub(crate) mod field_selection;
mod json_schema;
mod kept;
pub(crate) mod row_error;
mod spark_ddl;
mod sql;

pub use arrow_json::arrow_json;
pub use field::{Field, Presence, Type};
pub use json_schema::json_schema;
pub use kept::KeptColumns;
pub(crate) use kept::KeptValues;
pub use spark_ddl::spark_ddl;
pub use sql::sql;

use tagrake::extract::{Flag, LinkClass, LinkKind, RightsSource};

/// The version of the record, its key `v`.
pub const VERSION: u8 = 1;

/// A table that rows belong to.
///
/// ```
/// use tagrake_bulk::schema::Table;
///
/// let names: Vec<_> = Table::Links.fields().iter().map(|field| field.name).collect();
/// assert_eq!(names[4..8], ["content_truncated", "page_url", "flags", "element"]);
/// assert!(Table::Pages.fields().iter().any(|field| field.name == "title" && Table::Pages.is_nullable(field)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// A row for each page: [`PAGE`].
    Pages,
    /// A row for each link: [`LINK_PAGE`], then [`LINK`].
    Links,
    /// A row for each text block: [`LINK_PAGE`], then [`BLOCK`].
    Blocks,
    /// A row for each record of WARC files: [`INDEX`].
    Index,
}

impl Table {
    /// All tables.
    ///
    /// ```
    /// let names = tagrake_bulk::schema::Table::ALL.map(|table| table.name());
    /// assert_eq!(names, ["pages", "links", "blocks", "index"]);
    /// ```
    pub const ALL: [Self; 4] = [Self::Pages, Self::Links, Self::Blocks, Self::Index];

    /// Returns its name.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::schema::Table::Pages.name(), "pages");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Pages => "pages",
            Self::Links => "links",
            Self::Blocks => "blocks",
            Self::Index => "index",
        }
    }

    /// Returns the fields of a row.
    pub fn fields(self) -> &'static [Field] {
        match self {
            Self::Pages => PAGE,
            Self::Links => &LINK_ROW,
            Self::Blocks => &BLOCK_DEFAULT_ROW,
            Self::Index => INDEX,
        }
    }

    /// Returns the fields that a row has only if they are requested by name. They follow the other fields.
    ///
    /// ```
    /// use tagrake_bulk::schema::Table;
    ///
    /// assert!(Table::Pages.fields_on_request().iter().any(|field| field.name == "main_text"));
    /// ```
    pub fn fields_on_request(self) -> &'static [Field] {
        match self {
            Self::Pages => ON_REQUEST,
            Self::Links | Self::Index => &[],
            Self::Blocks => BLOCK_SCORES,
        }
    }

    /// Returns the fields of a row, including those on request and [`RAW`].
    pub(crate) fn all_fields(self) -> &'static [Field] {
        match self {
            Self::Pages => &PAGE_ROW,
            Self::Links => &LINK_ROW,
            Self::Blocks => &BLOCK_ROW,
            Self::Index => INDEX,
        }
    }

    /// Returns true if the column of a field may have nulls. In the table of pages every column may, except the
    /// version: a page that could not be read has few values.
    pub fn is_nullable(self, field: &Field) -> bool {
        match self {
            Self::Pages => field.name != "v",
            Self::Links | Self::Blocks | Self::Index => field.presence != Presence::Always,
        }
    }
}

/// Expands to a slice of fields, one on each line: the presence (`+` always, `?` nullable, `-` optional), name, type
/// and meaning.
macro_rules! fields {
    (@presence +) => { Presence::Always };
    (@presence ?) => { Presence::Nullable };
    (@presence -) => { Presence::Optional };
    ($($presence:tt $name:literal $kind:expr, $doc:expr;)*) => {
        &[$(Field {
            name: $name,
            json_key: concat!(",\"", $name, "\":"),
            presence: fields!(@presence $presence),
            kind: $kind,
            doc: $doc,
        },)*]
    };
}

use Type::{Binary, Bool, Double, Id, Int32, Int64, Json, List, Map, Name, Pair, String, Struct, Timestamp};

/// The fields of a [`Type::Pair`] in columns.
///
/// ```
/// assert_eq!(tagrake_bulk::schema::PAIR.map(|field| field.name), ["key", "value"]);
/// ```
pub const PAIR: &[Field; 2] = fields! {
    + "key" String, "The key.";
    + "value" String, "The value.";
};

const STRINGS: Type = List(&String);
const PAIRS: Type = List(&Pair);
const FLAGS: Type = List(&Name(|| Flag::ALL.iter().map(|flag| flag.as_str()).collect()));
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
    - "in_head" Bool, "Whether it is in the head; only if true.";
    - "offset" Int64, "The offset of the value in the page in bytes, or in the decoded page if it is not zero_copy.";
    - "text_len" Int64, "The length of the text before truncation; only if it was truncated.";
};

const TRUNCATED: &str = "Why the page is incomplete: a value of WARC-Truncated (length: truncated at a limit); segmented; or damaged: \
     the end of its WARC record is uncertain, so bytes may be missing or belong to another record.";

/// The fields that precede the fields of [`LINK`] in a link row, and the fields of [`BLOCK`] in a block row.
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
    - "score" Double, "The probability that the block is main content, from 0 to 1.";
    - "main" Bool, "Whether the block is part of the main content, in the requested view.";
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
    + "declared" List(&Struct(RIGHTS_DECLARATION)), "Every declaration that was read, as written; also Content-Usage headers.";
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

/// The fields of a row of an index: columns of [Common Crawl's index](https://github.com/commoncrawl/cc-index-table), with its
/// names. `docs/index.md` lists the differences.
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

/// The fields of [`Table::Pages`], with [`ON_REQUEST`] and [`RAW`].
static PAGE_ROW: [Field; PAGE.len() + ON_REQUEST.len() + RAW.len()] = concat(&[PAGE, ON_REQUEST, RAW]);
/// The fields of [`Table::Links`].
static LINK_ROW: [Field; LINK_PAGE.len() + LINK.len()] = concat(&[LINK_PAGE, LINK]);
/// The fields of [`Table::Blocks`].
static BLOCK_DEFAULT_ROW: [Field; LINK_PAGE.len() + BLOCK.len()] = concat(&[LINK_PAGE, BLOCK]);
/// The fields of [`Table::Blocks`], with [`BLOCK_SCORES`].
static BLOCK_ROW: [Field; BLOCK_DEFAULT_ROW.len() + BLOCK_SCORES.len()] = concat(&[LINK_PAGE, BLOCK, BLOCK_SCORES]);

const fn concat<const N: usize>(parts: &[&[Field]]) -> [Field; N] {
    let mut fields = [parts[0][0]; N];
    let (mut part, mut start, mut index) = (0, 0, 0);
    while index < N {
        if index - start == parts[part].len() {
            (part, start) = (part + 1, index);
        }
        fields[index] = parts[part][index - start];
        index += 1;
    }
    fields
}
