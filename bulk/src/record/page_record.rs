//! The record of a page, or of an error in place of a page.

use super::json_ld;
use super::link_row::LinkRow;
use super::object::{Object, Value, member, optional};
use super::row_writer::{ListOf, MapOf, RowWriter};
use crate::input::InputPage;
use crate::input::error::InputError;
use crate::schema::field_selection::Fields;
use crate::schema::{VERSION, int64};
use serde::{Serialize, Serializer};
use serde_bytes::Bytes;
use std::borrow::Cow;
use tagrake::extract::{Flag, JsonLd, LinkKind, Page, RobotsRules};

/// A page as a record: an object with the keys of [`schema::PAGE`](crate::schema::PAGE), in that order.
///
/// The keys of nested objects are written out here. With a derived `Serialize` on the types of `tagrake::extract`, a
/// change of their fields would silently change version 1 of the record.
///
/// ```
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::{Fields, PageRecord, Reader, ReaderOptions};
///
/// let input = InputPage::new("page.html", b"<title>Fish &amp; chips</title>".to_vec());
/// let fields = Fields::only("source,title,lang")?;
/// let json = Reader::new(ReaderOptions::default())
///     .read(&input, |page| serde_json::to_string(&PageRecord::new(&input, page).with_fields(&fields)));
/// assert_eq!(json?, r#"{"source":"page.html","lang":null,"title":"Fish & chips"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PageRecord<'r> {
    input: &'r InputPage,
    page: &'r Page<'r>,
    fields: &'r Fields,
    kinds: &'r [LinkKind],
    body: Option<&'r [u8]>,
}

impl<'r> PageRecord<'r> {
    /// Creates the record of `page`, which was read from `input`, with all keys and links.
    pub fn new(input: &'r InputPage, page: &'r Page<'r>) -> Self {
        Self { input, page, fields: Fields::ALL, kinds: LinkKind::ALL, body: None }
    }

    /// Sets the keys of the record.
    #[must_use]
    pub fn with_fields(mut self, fields: &'r Fields) -> Self {
        self.fields = fields;
        self
    }

    /// Sets the kinds of links in the record.
    #[must_use]
    pub fn with_kinds(mut self, kinds: &'r [LinkKind]) -> Self {
        self.kinds = kinds;
        self
    }

    /// Sets the bytes of the page, for the key `payload` of [`RAW`](crate::schema::RAW).
    #[must_use]
    pub fn with_body(mut self, body: &'r [u8]) -> Self {
        self.body = Some(body);
        self
    }

    fn links(&self) -> impl Iterator<Item = LinkRow<'r>> + Clone {
        let Self { page, kinds, .. } = *self;
        let links = page.links.iter().filter(move |link| kinds.contains(&link.kind));
        links.map(move |link| LinkRow::of_record(page, link))
    }
}

fn encoding<'r>(page: &'r Page<'_>) -> Object<'r, 8> {
    let decision = &page.encoding;
    Object([
        member("name", decision.encoding.name()),
        member("source", decision.source.as_str()),
        member("confidence", decision.confidence.as_str()),
        member("bom_len", decision.bom_len),
        member("had_errors", page.had_decoding_errors),
        member("zero_copy", page.is_borrowed),
        member("http_label", decision.http_label.as_deref()),
        member("meta_label", decision.meta_label.map_or(Value::Null, |label| String::from_utf8_lossy(label).into())),
    ])
}

fn json_ld_block<'r>(block: &JsonLd<'r>) -> Object<'r, 5> {
    let JsonLd { raw, text, error, .. } = *block;
    let value = if error.is_none() { json_ld::value(text) } else { None };
    let message = error.map(|offset| match text.get(offset..).and_then(|rest| rest.chars().next()) {
        Some(character) => Cow::Owned(format!("unexpected {character:?}")),
        None => "unexpected end".into(),
    });
    let unparsed = value.is_none().then_some(raw);
    // `text` is a trimmed part of `raw`.
    let start = (text.as_ptr() as usize).saturating_sub(raw.as_ptr() as usize);
    Object([
        member("valid", error.is_none()),
        optional("value", value.map(Value::Json)),
        optional("raw", unparsed),
        optional("error", message),
        optional("offset", error.map(|offset| start + offset)),
    ])
}

fn rules(rules: &[RobotsRules<'_>]) -> impl Serialize {
    MapOf(rules.iter().map(|rules| (rules.agent, rules.directives)))
}

impl Serialize for PageRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { input, page, .. } = *self;
        let mut row = RowWriter::new(serializer, self.fields)?;
        row.put_page(input.id.as_ref(), &input.origin, input.capture.as_deref())?;
        if let Some(capture) = &input.capture {
            row.put_capture(capture)?;
        }
        row.put("v", VERSION)?;
        row.put("url", page.url)?;
        row.put("content_type", page.content_type)?;
        row.put("base_url", page.base_url)?;
        row.put("base_href", page.base_href)?;
        row.put("encoding", encoding(page))?;
        row.put(
            "doctype",
            page.doctype.map(|doctype| {
                Object([
                    member("name", doctype.name),
                    member("public_id", doctype.public_id),
                    member("system_id", doctype.system_id),
                ])
            }),
        )?;
        row.put("lang", page.lang)?;
        row.put("dir", page.dir)?;
        row.put("title", page.title)?;
        row.put("description", page.description)?;
        row.put("keywords", page.keywords)?;
        row.put("author", page.author)?;
        row.put("generator", page.generator)?;
        row.put("viewport", page.viewport)?;
        let colors = page.theme_colors.iter();
        let colors = colors.map(|color| Object([member("color", color.color), optional("media", color.media)]));
        row.put("theme_color", ListOf(colors))?;
        row.put("metas", ListOf(page.metas.iter().map(|meta| MapOf(meta.iter().copied()))))?;
        row.put("robots", rules(page.robots))?;
        row.put("x_robots", rules(page.x_robots))?;
        let refresh = page.refresh;
        let refresh = refresh.map(|to| Object([member("seconds", int64(to.seconds)), member("url", to.url)]));
        row.put("refresh", refresh)?;
        row.put("canonical", page.canonical)?;
        row.put("amphtml", page.amphtml)?;
        row.put("next", page.next)?;
        row.put("prev", page.prev)?;
        row.put("manifest", page.manifest)?;
        let alternates = page.alternates.iter();
        let alternates = alternates.map(|page| Object([member("hreflang", page.hreflang), member("url", page.url)]));
        row.put("alternates", ListOf(alternates))?;
        let feeds = page.feeds.iter();
        let feeds = feeds.map(|feed| {
            Object([member("type", feed.mime_type), member("url", feed.url), optional("title", feed.title)])
        });
        row.put("feeds", ListOf(feeds))?;
        let icons = page.icons.iter();
        let icons = icons.map(|icon| {
            Object([
                member("rel", icon.rel),
                member("url", icon.url),
                optional("sizes", icon.sizes),
                optional("type", icon.mime_type),
            ])
        });
        row.put("icons", ListOf(icons))?;
        row.put("og", page.og)?;
        let media = page.og_media.iter();
        row.put(
            "og_media",
            MapOf(media.map(|media| (media.kind, ListOf(media.items.iter().map(|item| MapOf(item.iter().copied())))))),
        )?;
        row.put("twitter", page.twitter)?;
        row.put("dc", page.dc)?;
        row.put("citation", page.citation)?;
        row.put("jsonld", ListOf(page.json_ld.iter().map(json_ld_block)))?;
        let headings = page.headings.iter();
        let headings = headings.map(|heading| {
            Object([
                member("level", i64::from(heading.level)),
                member("text", heading.text),
                optional("id", heading.id),
            ])
        });
        row.put("headings", ListOf(headings))?;
        row.put_some("text", page.text)?;
        row.put_some("word_count", page.text.map(|_| page.word_count))?;
        row.put("links", ListOf(self.links()))?;
        row.put("flags", ListOf(page.flags.iter().map(Flag::as_str)))?;
        row.put_some("warc_record_id", input.capture.as_ref().and_then(|capture| capture.warc_record_id.as_deref()))?;
        row.put("http_headers", &input.headers)?;
        row.put_some("payload", self.body.map(Bytes::new))?;
        row.end()
    }
}

/// The record of a page that could not be read. Its key `error` has the reason.
///
/// ```
/// use tagrake_bulk::ErrorRecord;
/// use tagrake_bulk::input::json_lines;
///
/// let error = json_lines("pages.jsonl", &br#"{"id": 1}"#[..]).next().unwrap().unwrap_err();
/// let json = serde_json::to_string(&ErrorRecord::new(&error))?;
/// assert_eq!(json, r#"{"id":1,"v":1,"url":null,"error":"neither html nor html_base64"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub struct ErrorRecord<'r> {
    error: &'r InputError,
    fields: &'r Fields,
}

impl<'r> ErrorRecord<'r> {
    /// Creates the record of an error, with all keys.
    pub fn new(error: &'r InputError) -> Self {
        Self { error, fields: Fields::ALL }
    }

    /// Sets the keys of the record. A table has no others.
    pub(crate) fn with_fields(self, fields: &'r Fields) -> Self {
        Self { fields, ..self }
    }
}

impl Serialize for ErrorRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { error, fields } = self;
        let mut row = RowWriter::new(serializer, fields)?;
        row.put_page(error.id.as_ref(), &error.origin, error.capture.as_deref())?;
        if let Some(capture) = &error.capture {
            row.put_capture(capture)?;
        }
        row.put("v", VERSION)?;
        row.put("url", error.url.as_deref())?;
        row.put("error", error.kind.to_string())?;
        row.put_some("warc_record_id", error.capture.as_ref().and_then(|capture| capture.warc_record_id.as_deref()))?;
        row.end()
    }
}
