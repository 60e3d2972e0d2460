//! The record of a page, or of an error in place of a page.

use super::json_ld;
use super::link_row::LinkRow;
use super::row_writer::{ListOf, MapOf, RowWriter};
use crate::input::InputPage;
use crate::input::error::InputError;
use crate::schema::field_selection::Fields;
use crate::schema::{VERSION, int64};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use tagrake::extract::{Flag, JsonLd, LinkKind, Page, RobotsRules};

/// A page as a record: an object with the keys of [`schema::PAGE`](crate::schema::PAGE), in that order.
///
/// The private structs below repeat types of `tagrake::extract` on purpose. They fix the key names, the key order and
/// which keys are left out in version 1 of the record. With a derived `Serialize` on the library's types, a change
/// there would silently change the record.
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
#[derive(Clone, Copy, Debug)]
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

#[derive(Serialize)]
struct Encoding<'r> {
    name: &'static str,
    source: &'static str,
    confidence: &'static str,
    bom_len: usize,
    had_errors: bool,
    zero_copy: bool,
    http_label: Option<&'r str>,
    meta_label: Option<Cow<'r, str>>,
}

impl<'r> Encoding<'r> {
    fn of(page: &'r Page<'_>) -> Self {
        let decision = &page.encoding;
        Self {
            name: decision.encoding.name(),
            source: decision.source.as_str(),
            confidence: decision.confidence.as_str(),
            bom_len: decision.bom_len,
            had_errors: page.had_decoding_errors,
            zero_copy: page.is_borrowed,
            http_label: decision.http_label.as_deref(),
            meta_label: decision.meta_label.map(String::from_utf8_lossy),
        }
    }
}

#[derive(Serialize)]
struct Doctype<'r> {
    name: Option<&'r str>,
    public_id: Option<&'r str>,
    system_id: Option<&'r str>,
}

#[derive(Serialize)]
struct ThemeColor<'r> {
    color: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    media: Option<&'r str>,
}

#[derive(Serialize)]
struct Refresh<'r> {
    seconds: i64,
    url: &'r str,
}

#[derive(Serialize)]
struct Alternate<'r> {
    hreflang: &'r str,
    url: &'r str,
}

#[derive(Serialize)]
struct Feed<'r> {
    #[serde(rename = "type")]
    mime_type: &'r str,
    url: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'r str>,
}

#[derive(Serialize)]
struct Icon<'r> {
    rel: &'r str,
    url: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sizes: Option<&'r str>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    mime_type: Option<&'r str>,
}

#[derive(Serialize)]
struct Heading<'r> {
    level: u8,
    text: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'r str>,
}

#[derive(Default, Serialize)]
struct JsonLdBlock<'r> {
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
}

impl<'r> JsonLdBlock<'r> {
    fn of(block: &JsonLd<'r>) -> Self {
        let JsonLd { raw, text, error, .. } = *block;
        match error {
            None => match json_ld::value(text) {
                Some(value) => Self { valid: true, value: Some(value), ..Self::default() },
                None => Self { valid: true, raw: Some(raw), ..Self::default() },
            },
            Some(offset) => {
                let error = match text.get(offset..).and_then(|rest| rest.chars().next()) {
                    Some(character) => format!("unexpected {character:?}"),
                    None => "unexpected end".to_owned(),
                };
                // `text` is a trimmed part of `raw`.
                let start = (text.as_ptr() as usize).saturating_sub(raw.as_ptr() as usize);
                Self { raw: Some(raw), error: Some(error), offset: Some(start + offset), ..Self::default() }
            }
        }
    }
}

/// Bytes, which serde would otherwise write as a list of numbers.
struct Bytes<'r>(&'r [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
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
        row.put("encoding", Encoding::of(page))?;
        row.put(
            "doctype",
            page.doctype.map(|doctype| Doctype {
                name: doctype.name,
                public_id: doctype.public_id,
                system_id: doctype.system_id,
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
        row.put("theme_color", ListOf(colors.map(|color| ThemeColor { color: color.color, media: color.media })))?;
        row.put("metas", ListOf(page.metas.iter().map(|meta| MapOf(meta.iter().copied()))))?;
        row.put("robots", rules(page.robots))?;
        row.put("x_robots", rules(page.x_robots))?;
        row.put("refresh", page.refresh.map(|refresh| Refresh { seconds: int64(refresh.seconds), url: refresh.url }))?;
        row.put("canonical", page.canonical)?;
        row.put("amphtml", page.amphtml)?;
        row.put("next", page.next)?;
        row.put("prev", page.prev)?;
        row.put("manifest", page.manifest)?;
        let alternates = page.alternates.iter();
        row.put("alternates", ListOf(alternates.map(|other| Alternate { hreflang: other.hreflang, url: other.url })))?;
        let feeds = page.feeds.iter();
        row.put(
            "feeds",
            ListOf(feeds.map(|feed| Feed { mime_type: feed.mime_type, url: feed.url, title: feed.title })),
        )?;
        let icons = page.icons.iter();
        row.put(
            "icons",
            ListOf(icons.map(|icon| Icon {
                rel: icon.rel,
                url: icon.url,
                sizes: icon.sizes,
                mime_type: icon.mime_type,
            })),
        )?;
        row.put("og", page.og)?;
        let media = page.og_media.iter();
        row.put(
            "og_media",
            MapOf(media.map(|media| (media.kind, ListOf(media.items.iter().map(|item| MapOf(item.iter().copied())))))),
        )?;
        row.put("twitter", page.twitter)?;
        row.put("dc", page.dc)?;
        row.put("citation", page.citation)?;
        row.put("jsonld", ListOf(page.json_ld.iter().map(JsonLdBlock::of)))?;
        let headings = page.headings.iter();
        row.put(
            "headings",
            ListOf(headings.map(|heading| Heading { level: heading.level, text: heading.text, id: heading.id })),
        )?;
        row.put_some("text", page.text)?;
        row.put_some("word_count", page.text.map(|_| page.word_count))?;
        row.put("links", ListOf(self.links()))?;
        row.put("flags", ListOf(page.flags.iter().map(Flag::as_str)))?;
        row.put_some("warc_record_id", input.capture.as_ref().and_then(|capture| capture.warc_record_id.as_deref()))?;
        row.put("http_headers", &input.headers)?;
        row.put_some("payload", self.body.map(Bytes))?;
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
/// let json = serde_json::to_string(&ErrorRecord(&error))?;
/// assert_eq!(json, r#"{"id":1,"v":1,"url":null,"error":"neither html nor html_base64"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ErrorRecord<'r>(pub &'r InputError);

impl Serialize for ErrorRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ErrorRow { error: self.0, fields: Fields::ALL }.serialize(serializer)
    }
}

/// An [`ErrorRecord`] with the requested keys only. A table has no others.
pub(crate) struct ErrorRow<'r> {
    pub(crate) error: &'r InputError,
    pub(crate) fields: &'r Fields,
}

impl Serialize for ErrorRow<'_> {
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
