//! The fields of page records, with the fields of the objects in them.

use super::field::Type::{
    self, Binary, Bool, Double, Id, Int32, Int64, Json, List, Map, Name, String, Struct, Timestamp,
};
use super::field::{Field, concat, fields};
use super::row_fields::{BLOCK, BLOCK_SCORES, FLAGS, ITEM_SYNTAX, LINK, PAIRS, STRINGS, TRUNCATED};
use tagrake::UnfinishedKind;
use tagrake_extract::{FactSource, Part, Parts, RightsSource};

/// The version of the record, its key `v`.
pub const VERSION: u8 = 1;

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
    - "repaired" Json, "The value of an invalid block without comments, delimiters of CDATA sections, trailing commas and final semicolons, if that is JSON.";
};

/// The fields of an item in a page record. Items are a flat list, because a column of a table cannot nest without bound:
/// a property whose value is an item has the index of that item.
const ITEM: &[Field] = fields! {
    + "index" Int32, "The index of the item in the list, from 0.";
    + "source" ITEM_SYNTAX, "The syntax of the item.";
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

const UNFINISHED: &[Field] = fields! {
    + "kind" Name(|| UnfinishedKind::ALL.iter().map(|kind| kind.as_str()).collect()), "What it is; raw-text is the text of an element that only its end tag ends.";
    - "element" String, "The element whose end tag is missing, of raw-text.";
    + "offset" Int64, "The offset of its start in the page in bytes, or in the decoded page if it is not UTF-8; of raw-text, of the end of the start tag.";
};

const HEADING: &[Field] = fields! {
    + "level" Int32, "1 to 6.";
    + "text" String, "The text, white space collapsed; without text, the alt texts of its images.";
    - "id" String, "Its attribute id.";
};

/// The fields of a text block in a page record.
const PAGE_BLOCK: &[Field] = &concat::<{ BLOCK.len() + BLOCK_SCORES.len() }>(&[BLOCK, BLOCK_SCORES]);

const SOURCE: Type = Name(|| FactSource::ALL.iter().map(|source| source.as_str()).collect());
const EACH_SOURCE: Type = List(&SOURCE);

/// The sources of the URL of a page: the names of [`UrlSource`](crate::input::UrlSource), and at the end the one of the URL in the
/// options, which pages without a URL have.
pub(crate) const URL_SOURCES: [&str; 5] = ["input", "manifest", "saved-from", "singlefile", "default"];

/// The source of each fact. A fact that counts once has one source; a list of facts has a list of sources.
const SOURCES: &[Field] = fields! {
    - "url" Name(|| URL_SOURCES.to_vec()), "Of url: the input (a record of an archive, a line of JSON, the response of a server), a manifest, the comment saved from url of a browser, the comment of SingleFile, or a default for pages without a URL.";
    - "lang" SOURCE, "Of lang.";
    - "description" SOURCE, "Of description.";
    - "keywords" SOURCE, "Of keywords.";
    - "author" SOURCE, "Of author.";
    - "generator" SOURCE, "Of generator.";
    - "viewport" SOURCE, "Of viewport.";
    - "content_language" SOURCE, "Of content_language.";
    + "theme_color" EACH_SOURCE, "Of theme_color.";
    + "metas" EACH_SOURCE, "Of metas.";
    + "robots" Map(&EACH_SOURCE), "Of robots, by crawler.";
    - "refresh" SOURCE, "Of refresh.";
    - "canonical" SOURCE, "Of canonical.";
    - "amphtml" SOURCE, "Of amphtml.";
    - "next" SOURCE, "Of next.";
    - "prev" SOURCE, "Of prev.";
    - "manifest" SOURCE, "Of manifest.";
    + "alternates" EACH_SOURCE, "Of alternates.";
    + "feeds" EACH_SOURCE, "Of feeds.";
    + "icons" EACH_SOURCE, "Of icons.";
    + "og" EACH_SOURCE, "Of og.";
    + "twitter" EACH_SOURCE, "Of twitter.";
    + "dc" EACH_SOURCE, "Of dc.";
    + "citation" EACH_SOURCE, "Of citation.";
    + "jsonld" EACH_SOURCE, "Of jsonld.";
};

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
    + "directives" List(&Struct(ROBOTS_DIRECTIVE)), "The robots directives of meta elements, then the directives of X-Robots-Tag headers.";
    ? "tdm_reservation" Int32, "Whether the rights to text and data mining are reserved: 1, or 0 if not; null if undeclared or unclear.";
    ? "tdm_policy" String, "The URL of the policy for text and data mining.";
    + "tdm_error" Bool, "Whether a tdm-reservation that counts is neither 0 nor 1, or contradicts another one.";
    + "licenses" STRINGS, "The URLs of links with rel license, at most 64.";
    + "declared" List(&Struct(RIGHTS_DECLARATION)), "Every declaration that was read, as written, with names of headers in lower case; also Content-Usage headers.";
};

/// The fields of page records, in their order, as one table. Each line has the presence (`+` always, `?` nullable, `-` optional),
/// the name, the type, the parts of the extraction that the field needs (`Part`), `head` if the head of a page alone gives its value
/// ([`Extraction::with_head_only`](crate::pipeline::Extraction::with_head_only)), its meaning, and the expression for its value in a
/// record.
///
/// The table is passed to the macro `$with`. This file makes the lists of the schema from it, `record/page_record.rs` the record,
/// and the Python package the attributes of a page.
#[doc(hidden)]
#[macro_export]
macro_rules! page_fields {
    ($with:ident) => {
        $with! {
            capture {
                - id: Id, [] head, "The page's id, if the input gives one.",
                    of => of.id;
                - source: String, [] head, "The origin of a page without an id that is not from a WARC file: path, or path:line.",
                    of => of.source();
                - warc_filename: String, [] head, "The WARC file that the page comes from.",
                    of => of.warc_filename();
                - warc_record_offset: Int64, [] head, "The offset of its record in the stored file.",
                    of => of.capture.and_then(|capture| capture.warc_record_offset);
                - warc_record_length: Int64, [] head, "The length of its record in the stored file, in bytes.",
                    of => of.capture.and_then(|capture| capture.warc_record_length);
                - fetch_time: Timestamp, [] head, "When the page was fetched.",
                    of => of.capture.and_then(|capture| capture.fetch_time);
                - fetch_status: Int32, [] head, "The status of the HTTP response.",
                    of => of.capture.and_then(|capture| capture.fetch_status);
                - fetch_redirect: String, [] head, "The target of a redirect, resolved against the URL.",
                    of => of.redirect;
                - content_mime_type: String, [] head, "The MIME type that the HTTP response or the record declares, in lower case.",
                    of => of.capture.and_then(|capture| capture.content_mime_type.as_deref());
                - content_charset: String, [] head, "The encoding that the archive detected.",
                    of => of.capture.and_then(|capture| capture.content_charset.as_deref());
                - content_truncated: String, [], TRUNCATED,
                    of => of.capture.and_then(|capture| capture.content_truncated.as_deref());
            }
            version {
                + v: Int32, [] head, "The version of the record: 1.",
                    of => VERSION;
            }
            page {
                ? url: String, [] head, "The page's own URL, normalized by the URL parser; unchanged if it is no URL.",
                    of => url(of.input, of.page);
                ? content_type: String, [] head, "The Content-Type header.",
                    of => of.page.content_type;
                ? base_url: String, [] head, "The document base URL.",
                    of => of.page.base_url;
                ? base_href: String, [] head, "The value of the first base href.",
                    of => of.page.base_href;
                + encoding: Struct(ENCODING), [], "The encoding, and how it was determined.",
                    of => PageEncoding(of.page);
                ? doctype: Struct(DOCTYPE), [Metadata] head, "The first DOCTYPE.",
                    of => of.page.doctype.as_ref();
                ? lang: String, [Metadata] head, "The language: the attribute lang of html, before it xml:lang in XHTML; without one, content_language.",
                    of => of.page.lang;
                ? dir: String, [Metadata] head, "The attribute dir of html.",
                    of => of.page.dir;
                ? title: String, [Metadata] head, "The text of the first title, white space collapsed.",
                    of => of.page.title;
                ? description: String, [Metadata] head, "The first meta description, white space collapsed.",
                    of => of.page.description;
                ? keywords: String, [Metadata] head, "The first meta keywords.",
                    of => of.page.keywords;
                ? author: String, [Metadata] head, "The first meta author.",
                    of => of.page.author;
                ? generator: String, [Metadata] head, "The first meta generator.",
                    of => of.page.generator;
                ? viewport: String, [Metadata] head, "The first meta viewport.",
                    of => of.page.viewport;
                ? content_language: String, [Metadata] head, "The language of meta content-language; without one, the only tag of the Content-Language header.",
                    of => of.page.content_language;
                + theme_color: List(&Struct(THEME_COLOR)), [Metadata] head, "Every meta theme-color.",
                    of => List(of.page.theme_colors);
                + metas: List(&STRING_MAP), [Metadata] head, "Every meta: its attributes.",
                    of => maps(of.page.metas);
                + robots: Map(&STRINGS), [Metadata] head, "The robots directives of meta elements, by crawler; * is all.",
                    of => robots(of.page.robots);
                + x_robots: Map(&STRINGS), [Metadata] head, "The robots directives of X-Robots-Tag headers, by crawler.",
                    of => robots(of.page.x_robots);
                ? refresh: Struct(REFRESH), [Metadata] head, "The first refresh, of a header or else of a meta that is not in noscript: its delay and target.",
                    of => of.page.refresh.as_ref();
                ? canonical: String, [Metadata] head, "The first link element with rel canonical, or else the first link of a Link header.",
                    of => of.page.canonical;
                ? amphtml: String, [Metadata] head, "The first link element with rel amphtml, or else the first link of a Link header.",
                    of => of.page.amphtml;
                ? next: String, [Metadata] head, "The first link element with rel next, or else the first link of a Link header.",
                    of => of.page.next;
                ? prev: String, [Metadata] head, "The first link element with rel prev or previous, or else the first link of a Link header.",
                    of => of.page.prev;
                ? manifest: String, [Metadata] head, "The first link element with rel manifest, or else the first link of a Link header.",
                    of => of.page.manifest;
                + alternates: List(&Struct(ALTERNATE)), [Metadata] head, "Versions of the page in other languages: of elements, then of Link headers.",
                    of => List(of.page.alternates);
                + feeds: List(&Struct(FEED)), [Metadata] head, "Feeds: of elements, then of Link headers.",
                    of => List(of.page.feeds);
                + icons: List(&Struct(ICON)), [Metadata] head, "Icons: of elements, then of Link headers.",
                    of => List(of.page.icons);
                + og: PAIRS, [Metadata] head, "Properties of Open Graph and related vocabularies, in order.",
                    of => pairs(of.page.og);
                + og_media: Map(&List(&STRING_MAP)), [Metadata] head, "The images, videos and audios of Open Graph, with URLs as written.",
                    of => Map(of.page.og_media.iter().map(|media| (media.kind, maps(media.items))));
                + twitter: PAIRS, [Metadata] head, "Properties that start with twitter:.",
                    of => pairs(of.page.twitter);
                + dc: PAIRS, [Metadata] head, "Properties of Dublin Core.",
                    of => pairs(of.page.dc);
                + citation: PAIRS, [Metadata] head, "Properties that start with citation_.",
                    of => pairs(of.page.citation);
                + jsonld: List(&Struct(JSON_LD)), [Metadata], "Blocks of JSON-LD.",
                    of => List(of.page.json_ld);
                + headings: List(&Struct(HEADING)), [Metadata, Headings], "Headings.",
                    of => List(of.page.headings);
            }
            links {
                + links: List(&Struct(LINK)), [Links], "The links in document order, then the links of headers.",
                    of => List(of.links());
            }
            flags {
                + flags: FLAGS, [Metadata, Headings], "Irregularities of the page, and limits that left out a part of it.",
                    of => List(of.page.flags.iter().map(Flag::as_str));
            }
            error {
                - error: String, [] head, "Why the page could not be read; the record then has no other data of the page.",
                    of => None::<&str>;
            }
            on_request {
                - og_title: String, [Metadata] head, "The first og:title, white space collapsed.",
                    of => of.page.og_title;
                - og_type: String, [Metadata] head, "The first og:type, white space collapsed.",
                    of => of.page.og_type;
                - og_image: String, [Metadata] head, "The URL of the first og:image, resolved; without one, of og:image:secure_url.",
                    of => of.page.og_image;
                - is_valid_utf8: Bool, [], "Whether the bytes of the page are valid UTF-8, whatever its encoding is.",
                    of => Some(of.page.is_valid_utf8);
                - parse_errors: Int32, [ParseErrors], "The number of parse errors of the tokenizer, as tagrake tokens --errors lists them.",
                    of => of.page.parse_errors.map(|errors| errors.iter().map(|&(_, count)| count).sum::<usize>());
                - parse_error_codes: Map(&Int32), [ParseErrors], "The number of parse errors by their codes in the standard.",
                    of => of.page.parse_errors.map(|errors| Map(errors.iter().map(|&(code, count)| (code.as_str(), count))));
                - unfinished: Struct(UNFINISHED), [Metadata], "What the end of the page truncates: an element without its end tag, whose text is the rest of the page, or a comment or a tag.",
                    of => of.page.summary.unfinished().map(|unfinished| PageEnd { unfinished, page: of.page });
                - text: String, [Text], "The visible text, a line for each block.",
                    of => of.page.text;
                - word_count: Int32, [Text], "The number of words in the visible text, separated by white space.",
                    of => of.page.text.map(|_| of.page.word_count);
                - main_text: String, [Main], "The main content as text: headings, lists and tables have lines of their own.",
                    of => of.main_text().map(|main| main.text.as_str());
                - main_word_count: Int32, [Main], "The number of words in main_text, separated by white space.",
                    of => of.main_text().map(MainText::word_count);
                - lang_detected: String, [Main], "The language of main_text, guessed from its first 2 KiB: two letters of ISO 639-1.",
                    of => of.main_text().and_then(MainText::language).map(|(language, _)| language.code());
                - lang_confidence: Double, [Main], "The confidence in lang_detected, from 0 to 1.",
                    of => of.main_text().and_then(MainText::language).map(|(_, confidence)| confidence);
                - main_markdown: String, [Main, Inlines], "The main content as Markdown.",
                    of => of.main.map(|main| Written(move |text: &mut String| main.write_markdown(&of.texts.markdown, text)));
                - comments_text: String, [Main], "The comments of readers as text, if a post is before them; they are not part of the main content.",
                    of => of.comments().map(|comments| Written(move |text: &mut String| comments.write_text(text)));
                - main_score: Double, [Main], "The expected F1 of the main content, from 0 to 1.",
                    of => of.main.map(MainScore);
                - markdown: String, [Blocks, Inlines], "The visible text as Markdown.",
                    of => of.page.blocks.as_ref().map(|blocks| Written(|text: &mut String| blocks.write_markdown(&of.texts.markdown, text)));
                - blocks_html: String, [Blocks], "The visible text blocks as simplified HTML, each with its index in data-block: the index in blocks.",
                    of => of.page.blocks.as_ref().map(|blocks| Written(|html: &mut String| blocks.write_html(html)));
                - blocks: List(&Struct(PAGE_BLOCK)), [Blocks, Main], "The text blocks, with their scores.",
                    of => of.blocks().map(List);
                - rights: Struct(RIGHTS), [Rights], "The declarations about the use of the page, also in its headers: robots directives, text and data mining, licences.",
                    of => of.page.rights.as_ref();
                - robots_index: Bool, [Rights] head, "Whether a crawler may index the page, by the robots directives of meta elements and headers.",
                    of => of.page.rights.as_ref().map(|rights| !rights.noindex);
                - robots_follow: Bool, [Rights] head, "Whether a crawler may follow its links, by the same directives.",
                    of => of.page.rights.as_ref().map(|rights| !rights.nofollow);
                - sources: Struct(SOURCES), [Metadata], "Where each fact comes from: html, head, body, header or noscript; a list for a list of facts, in its order.",
                    of => Some(PageSources { page: of.page, url: of.url_source() });
                - items: List(&Struct(ITEM)), [Items], "The items of microdata and RDFa, with types and properties as in the page.",
                    of => Some(List(of.page.items.iter().enumerate().map(|(index, item)| PageItem { index, item })));
                - schema_org: List(&Struct(ITEM)), [Metadata, Items], "The items of schema.org in JSON-LD, microdata and RDFa, with the short names of types and properties.",
                    of => Some(List(schema_org::items(of.page).iter().enumerate().map(|(index, item)| SchemaOrgItem { index, item })));
                - published: String, [Metadata, Headings], "When the page was published, in ISO 8601, as precise as the page says.",
                    of => of.published().map(|published| published.date.as_str());
                - published_source: String, [Metadata, Headings], "Where the date is from, such as json-ld:datePublished, url:path or class:date.",
                    of => of.published().map(|published| &*published.source);
                - published_confidence: Double, [Metadata, Headings], "How often dates of this source are right, from 0 to 1, on labelled pages.",
                    of => of.published().map(Published::confidence);
                - authors: STRINGS, [Metadata, Items], "The names of the authors.",
                    of => of.byline().authors.as_ref().map(|(names, _)| List(names.iter().map(String::as_str)));
                - authors_source: String, [Metadata, Items], "Where the page names them, such as meta:author.",
                    of => of.byline().authors.as_ref().map(|(_, source)| &**source);
            }
            raw {
                - warc_record_id: String, [] head, "The ID of the record.",
                    of => of.capture.and_then(|capture| capture.warc_record_id.as_deref());
                - http_headers: PAIRS, [] head, "The headers of the response, in order.",
                    of => Some(List(of.input.headers.iter().map(|(name, value)| Pair(name, value))));
                - payload: Binary, [], "The bytes of the page, without transfer and content codings.",
                    of => of.body.map(Bytes);
            }
        }
    };
}

pub(crate) use page_fields;

/// Makes the lists of the schema from [`page_fields`].
macro_rules! lists {
    (@head) => { false };
    (@head head) => { true };
    (@list $($presence:tt $name:ident: $kind:expr, [$($need:ident),*] $($head:ident)?, $doc:expr, $of:ident => $value:expr;)*) => {
        &[$(Field {
            name: stringify!($name),
            json_key: concat!(",\"", stringify!($name), "\":"),
            presence: fields!(@presence $presence),
            kind: $kind,
            needs: Parts::NONE$(.with(Part::$need))*,
            is_of_head: lists!(@head $($head)?),
            doc: $doc,
        },)*]
    };
    (@names $($presence:tt $name:ident: $kind:expr, $needs:tt $($head:ident)?, $doc:expr, $of:ident => $value:expr;)*) => {
        &[$(stringify!($name)),*]
    };
    (
        capture { $($capture:tt)* }
        version { $($version:tt)* }
        page { $($page:tt)* }
        links { $($links:tt)* }
        flags { $($flags:tt)* }
        error { $($error:tt)* }
        on_request { $($on_request:tt)* }
        raw { $($raw:tt)* }
    ) => {
        /// The names of the first fields of [`PAGE`], which describe the capture of the page and not the page: where it comes
        /// from, and how it was fetched.
        ///
        /// ```
        /// use tagrake_bulk::schema::{OF_CAPTURE, PAGE};
        ///
        /// assert!(PAGE.iter().zip(OF_CAPTURE).all(|(field, name)| field.name == *name));
        /// ```
        pub const OF_CAPTURE: &[&str] = lists!(@names $($capture)*);

        /// The fields of a page record, in their order in JSON.
        ///
        /// ```
        /// assert!(tagrake_bulk::schema::PAGE.iter().all(|field| field.doc.ends_with('.')));
        /// ```
        pub const PAGE: &[Field] =
            lists!(@list $($capture)* $($version)* $($page)* $($links)* $($flags)* $($error)*);

        /// Fields of page records that are present only if they are requested by name. They follow the fields of [`PAGE`].
        ///
        /// ```
        /// use tagrake_bulk::Fields;
        ///
        /// assert!(!Fields::default().has("main_text"));
        /// assert!(Fields::only("main_text").is_ok_and(|fields| fields.has("main_text")));
        /// ```
        pub const ON_REQUEST: &[Field] = lists!(@list $($on_request)*);

        /// Fields of page records that are present only on request, and only in columns: raw data of the page's WARC record.
        /// They follow the fields of [`ON_REQUEST`].
        ///
        /// ```
        /// # #[cfg(feature = "columns")] {
        /// use tagrake_bulk::Fields;
        /// use tagrake_bulk::columns::schema;
        /// use tagrake_bulk::schema::Table;
        ///
        /// let fields = Fields::only("url")?.with_raw(Table::Pages, "payload")?;
        /// assert_eq!(schema(Table::Pages, &fields).fields().len(), 2);
        /// # }
        /// # Ok::<(), tagrake_bulk::schema::UnknownField>(())
        /// ```
        pub const RAW: &[Field] = lists!(@list $($raw)*);
    };
}

page_fields!(lists);
