//! What records hold: one tree of fields, from which every form of the schema is made.

mod arrow_json;
pub(crate) mod field_selection;
mod json_schema;
pub(crate) mod row_error;
pub(crate) mod serializer_macros;
mod spark_ddl;
mod sql;

pub use arrow_json::arrow_json;
pub use json_schema::json_schema;
pub use spark_ddl::{spark_ddl, spark_ddl_of};
pub use sql::sql;

use tagrake::extract::{Flag, LinkClass, LinkKind};

/// The version of the record, its key `v`.
pub const VERSION: u8 = 1;

/// A kind of rows.
///
/// ```
/// use tagrake_bulk::schema::Table;
///
/// let names: Vec<_> = Table::Links.fields().map(|field| field.name).collect();
/// assert_eq!(names[4..8], ["content_truncated", "page_url", "flags", "element"]);
/// assert!(Table::Pages.fields().any(|field| field.name == "title" && Table::Pages.is_nullable(field)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// A row for each page: [`PAGE`].
    Pages,
    /// A row for each link: [`LINK_PAGE`], then [`LINK`].
    Links,
}

impl Table {
    /// Returns its name.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::schema::Table::Pages.name(), "pages");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Pages => "pages",
            Self::Links => "links",
        }
    }

    /// Returns the fields of a row.
    pub fn fields(self) -> impl Iterator<Item = &'static Field> + Clone {
        let (first, then) = match self {
            Self::Pages => (PAGE, &[][..]),
            Self::Links => (LINK_PAGE, LINK),
        };
        first.iter().chain(then)
    }

    /// Returns whether the column of one of its fields may have nulls. Of pages all may but the version: what a page always
    /// has, one that could not be read has not.
    pub fn is_nullable(self, field: &Field) -> bool {
        match self {
            Self::Pages => field.name != "v",
            Self::Links => field.presence != Presence::Always,
        }
    }
}

/// Returns `number` as a field of 64 bits has it, which knows nothing beyond the range of signed numbers.
pub(crate) fn int64(number: u64) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

/// A key of a record.
///
/// ```
/// use tagrake_bulk::schema::{self, Presence};
///
/// let title = schema::PAGE.iter().find(|field| field.name == "title").unwrap();
/// assert_eq!(title.presence, Presence::Nullable);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Field {
    /// The key, and the name of the column.
    pub name: &'static str,
    /// Whether it has a value.
    pub presence: Presence,
    /// What the value is.
    pub kind: Type,
    /// What it means, in a sentence.
    pub doc: &'static str,
}

/// Whether a key of a record has a value. A column is nullable unless it always has one.
///
/// ```
/// use tagrake_bulk::schema::{PAGE, Presence};
///
/// assert!(PAGE.iter().any(|field| field.name == "links" && field.presence == Presence::Always));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Always.
    Always,
    /// In JSON the key is there, and the value may be null.
    Nullable,
    /// In JSON the key is left out if there is no value.
    Optional,
}

/// The type of a value, in terms that JSON, Arrow, SQL and Spark share.
///
/// ```
/// use tagrake_bulk::schema::{PAGE, Type};
///
/// assert!(PAGE.iter().any(|field| field.name == "metas" && matches!(field.kind, Type::List(Type::Map(_)))));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Type {
    /// Text.
    String,
    /// Text; in JSON a number may stand in its place, of which a column has the text.
    Id,
    /// Text: one of these.
    Name(fn() -> Vec<&'static str>),
    /// Any JSON; in a column its text.
    Json,
    /// Bytes. Only [`RAW`] has them.
    Binary,
    /// `true` or `false`.
    Bool,
    /// A whole number of 32 bits.
    Int32,
    /// A whole number of 64 bits.
    Int64,
    /// A floating-point number of 64 bits.
    Double,
    /// A moment, to the microsecond; in JSON as RFC 3339 writes it, in UTC.
    Timestamp,
    /// Values of a type, none of them null.
    List(&'static Type),
    /// Values of a type by text, none of them null.
    Map(&'static Type),
    /// A key and a value, both text; in JSON a list of two, in a column the fields of [`PAIR`].
    Pair,
    /// Fields.
    Struct(&'static [Field]),
}

/// Makes a table of fields: a line each, with the presence (`+` always, `?` nullable, `-` optional), and the meaning.
macro_rules! fields {
    (@presence +) => { Presence::Always };
    (@presence ?) => { Presence::Nullable };
    (@presence -) => { Presence::Optional };
    ($($presence:tt $name:literal $kind:expr, $doc:expr;)*) => {
        &[$(Field { name: $name, presence: fields!(@presence $presence), kind: $kind, doc: $doc },)*]
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
/// Text by text.
const STRING_MAP: Type = Map(&String);

const ENCODING: &[Field] = fields! {
    + "name" String, "The encoding, as the Encoding Standard names it.";
    + "source" Name(|| vec!["bom", "override", "transport", "meta", "xml", "late-meta", "detector", "default"]), "What decided it.";
    + "confidence" Name(|| vec!["certain", "tentative"]), "Whether a meta element could still have changed it.";
    + "bom_len" Int32, "The length of the byte order mark.";
    + "had_errors" Bool, "Whether U+FFFD was put for bytes that are wrong in the encoding.";
    + "zero_copy" Bool, "Whether the page was read as it is, being UTF-8.";
    ? "http_label" String, "The charset of the Content-Type header.";
    ? "meta_label" String, "The label of the meta element or XML declaration.";
};

const DOCTYPE: &[Field] = fields! {
    ? "name" String, "The name, in lower case.";
    ? "public_id" String, "The public identifier.";
    ? "system_id" String, "The system identifier.";
};

const THEME_COLOR: &[Field] = fields! {
    + "color" String, "The colour, as it is written.";
    - "media" String, "The media query that it is for.";
};

const REFRESH: &[Field] = fields! {
    + "seconds" Int64, "After how many seconds.";
    + "url" String, "Where to.";
};

const ALTERNATE: &[Field] = fields! {
    + "hreflang" String, "The language.";
    + "url" String, "Where it is.";
};

const FEED: &[Field] = fields! {
    + "type" String, "The MIME type, as it is written.";
    + "url" String, "Where it is.";
    - "title" String, "Its title.";
};

const ICON: &[Field] = fields! {
    + "rel" String, "The relation, in lower case.";
    + "url" String, "Where it is.";
    - "sizes" String, "Its sizes.";
    - "type" String, "Its MIME type.";
};

const JSON_LD: &[Field] = fields! {
    + "valid" Bool, "Whether it is JSON; raw control characters in strings are allowed.";
    - "value" Json, "The value of a valid block.";
    - "raw" String, "The text of an invalid block, or of one that is nested too deep or has numbers beyond the range of a double.";
    - "error" String, "What is wrong.";
    - "offset" Int64, "The byte of the text where it goes wrong.";
};

const HEADING: &[Field] = fields! {
    + "level" Int32, "1 to 6.";
    + "text" String, "The text, white space collapsed; without text what stands for its images.";
    - "id" String, "Its id.";
};

/// The fields of a link in a page record.
///
/// ```
/// assert_eq!(tagrake_bulk::schema::LINK[0].name, "element");
/// ```
pub const LINK: &[Field] = fields! {
    + "element" String, "The element's name: a, svg:a; header for a Link header.";
    + "attr" String, "The attribute's name; #text for the text of a style element, empty for a header.";
    + "raw" String, "The URL as the page has it, decoded, at most 16 KiB.";
    ? "url" String, "Where it leads, resolved against the base URL.";
    + "class" Name(|| LinkClass::ALL.iter().map(|class| class.as_str()).collect()), "What the URL is.";
    + "kind" Name(|| LinkKind::ALL.iter().map(|kind| kind.as_str()).collect()), "What the link is for.";
    - "rel" STRINGS, "The tokens of rel, in lower case; of a, area, form, link, svg:a and headers.";
    - "nofollow" Bool, "Whether rel has nofollow; of a, area, form and svg:a.";
    - "ugc" Bool, "Whether rel has ugc; of the same.";
    - "sponsored" Bool, "Whether rel has sponsored; of the same.";
    - "text" String, "The text inside, white space collapsed, at most 1 KiB; of a and svg:a.";
    - "alt" String, "What stands for the image, or for the images inside.";
    - "title" String, "The attribute title.";
    - "hreflang" String, "The attribute hreflang.";
    - "type" String, "The attribute type.";
    - "media" String, "The attribute media.";
    - "sizes" String, "The attribute sizes.";
    - "as" String, "The attribute as: what is preloaded.";
    - "color" String, "The attribute color.";
    - "target" String, "The attribute target.";
    - "download" String, "The attribute download.";
    - "method" Name(|| vec!["get", "post", "dialog"]), "The method of a form.";
    - "width" Int64, "The width of an image candidate, in CSS pixels.";
    - "density" Double, "The pixel density of an image candidate.";
    - "in_noscript" Bool, "Whether it stands in noscript; only if true.";
    - "in_template" Bool, "Whether it stands in template; only if true.";
    - "in_head" Bool, "Whether it stands in the head; only if true.";
    - "offset" Int64, "The first byte of the value in the page, or in its decoding if that is not zero_copy.";
    - "text_len" Int64, "The length of the text before it was cut; only if it was.";
};

const TRUNCATED: &str = "Why the page is incomplete: a value of WARC-Truncated (length: cut at a limit); segmented; or damaged: the end \
     of its WARC record is not certain, so bytes may be missing or be those of another record.";

/// The fields that come before those of [`LINK`] in a link row by itself.
///
/// ```
/// assert_eq!(tagrake_bulk::schema::LINK_PAGE[5].name, "page_url");
/// ```
pub const LINK_PAGE: &[Field] = fields! {
    - "id" Id, "The page's id, if the input gives one.";
    - "source" String, "Where the page comes from, if it has no id and is of no WARC file: path, or path:line.";
    - "warc_filename" String, "The WARC file that the page comes from.";
    - "warc_record_offset" Int64, "The first byte of its record in that file, as it is stored.";
    - "content_truncated" String, TRUNCATED;
    ? "page_url" String, "The page's own URL.";
    - "flags" FLAGS, "The page's flags: which limit left out a part of it, or what else was out of the ordinary; only if any.";
};

/// The names of the first fields of [`PAGE`], of which the page itself says nothing: where it comes from, how it was fetched.
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

/// The fields of a page record, in the order in which JSON has them.
///
/// ```
/// assert!(tagrake_bulk::schema::PAGE.iter().all(|field| field.doc.ends_with('.')));
/// ```
pub const PAGE: &[Field] = fields! {
    - "id" Id, "The page's id, if the input gives one.";
    - "source" String, "Where the page comes from, if it has no id and is of no WARC file: path, or path:line.";
    - "warc_filename" String, "The WARC file that the page comes from.";
    - "warc_record_offset" Int64, "The first byte of its record in that file, as it is stored.";
    - "warc_record_length" Int64, "How many bytes of the file the record takes.";
    - "fetch_time" Timestamp, "When the page was fetched.";
    - "fetch_status" Int32, "The status of the HTTP response.";
    - "content_mime_type" String, "The MIME type that the HTTP response or the record declares, in lower case.";
    - "content_charset" String, "The encoding that the archive took the page to be in.";
    - "content_truncated" String, TRUNCATED;
    + "v" Int32, "The version of the record: 1.";
    ? "url" String, "The page's own URL, as the URL parser writes it.";
    ? "content_type" String, "The Content-Type header.";
    ? "base_url" String, "The document base URL.";
    ? "base_href" String, "The value of the first base href.";
    + "encoding" Struct(ENCODING), "The encoding, and how it was decided.";
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
    + "robots" Map(&STRINGS), "What meta elements ask of crawlers, by crawler; * is all.";
    + "x_robots" Map(&STRINGS), "What X-Robots-Tag headers ask of crawlers.";
    ? "refresh" Struct(REFRESH), "Where the page sends its reader on to.";
    ? "canonical" String, "The first link with rel canonical.";
    ? "amphtml" String, "The first link with rel amphtml.";
    ? "next" String, "The first link with rel next.";
    ? "prev" String, "The first link with rel prev or previous.";
    ? "manifest" String, "The first link with rel manifest.";
    + "alternates" List(&Struct(ALTERNATE)), "The page in other languages.";
    + "feeds" List(&Struct(FEED)), "Feeds.";
    + "icons" List(&Struct(ICON)), "Icons.";
    + "og" PAIRS, "Properties of Open Graph and its kin, in order.";
    + "og_media" Map(&List(&STRING_MAP)), "The images, videos and audios of Open Graph, with URLs as they are written.";
    + "twitter" PAIRS, "Properties of twitter:.";
    + "dc" PAIRS, "Properties of Dublin Core.";
    + "citation" PAIRS, "Properties of citation_.";
    + "jsonld" List(&Struct(JSON_LD)), "Blocks of JSON-LD.";
    + "headings" List(&Struct(HEADING)), "Headings.";
    - "text" String, "The visible text, a line for each block; only if it is asked for.";
    - "word_count" Int32, "How many words the text has; only with it.";
    + "links" List(&Struct(LINK)), "The links in document order, those of headers last.";
    + "flags" FLAGS, "What was out of the ordinary.";
    - "error" String, "Why the page could not be read; then the record has nothing else.";
};

/// The fields of page records that are only there on request, in columns: the raw data of the page in its WARC record. They
/// follow the fields of [`PAGE`].
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
