//! The record of a page, or of an error in place of a page.

use super::block_row::PageBlock;
use super::byline::Byline;
use super::items::{PageItem, SchemaOrgItem};
use super::page_parts::{PageEncoding, PageLink};
use super::page_text::{MainMarkdown, MainScore, MainText, Markdown, TextOptions};
use super::row_page::put_origin;
use super::schema_org;
use crate::input::error::InputError;
use crate::input::{Capture, Id, InputPage};
use crate::row::{Bytes, List, Map, Object, ObjectSink, Pair, Row, Value};
use crate::schema::row_error::RowError;
use crate::schema::{BYLINE, Table, VERSION};
use tagrake_extract::{Flag, LinkKind, Page, RobotsRules};

/// A page as a record: an object with the keys of [`schema::PAGE`](crate::schema::PAGE), in that order.
///
/// ```
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::row::Row;
/// use tagrake_bulk::{Fields, PageRecord, Reader, ReaderOptions};
///
/// let input = InputPage::new("page.html", b"<title>Fish &amp; chips</title>".to_vec());
/// let fields = Fields::only("source,title,lang")?;
/// let json = Reader::new(ReaderOptions::default())
///     .read(&input, |page| PageRecord::new(&input, page).to_json(&fields));
/// assert_eq!(json?, r#"{"source":"page.html","lang":null,"title":"Fish & chips"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PageRecord<'r> {
    input: &'r InputPage,
    page: &'r Page<'r>,
    kinds: &'r [LinkKind],
    body: Option<&'r [u8]>,
    texts: TextOptions,
}

impl<'r> PageRecord<'r> {
    /// Creates the record of `page`, which was read from `input`, with all links.
    pub fn new(input: &'r InputPage, page: &'r Page<'r>) -> Self {
        Self { input, page, kinds: LinkKind::ALL, body: None, texts: TextOptions::default() }
    }

    /// Sets the kinds of links in the record.
    #[must_use]
    pub fn with_kinds(mut self, kinds: &'r [LinkKind]) -> Self {
        self.kinds = kinds;
        self
    }

    /// Sets how the main content and Markdown are written.
    ///
    /// ```
    /// use tagrake_bulk::input::InputPage;
    /// use tagrake_bulk::row::Row;
    /// use tagrake_bulk::schema::Table;
    /// use tagrake_bulk::{Fields, PageRecord, Reader, ReaderOptions, TextOptions};
    ///
    /// let input = InputPage::new("-", b"<p>Read <a href=/a>this</a>".to_vec());
    /// let fields = Fields::only("markdown")?;
    /// let extract = fields.extract_options(Table::Pages);
    /// let mut reader = Reader::new(ReaderOptions { extract, ..ReaderOptions::default() });
    /// let texts = TextOptions { markdown: Default::default(), ..TextOptions::default() };
    /// let json = reader.read(&input, |page| PageRecord::new(&input, page).with_texts(texts).to_json(&fields));
    /// assert_eq!(json?, r#"{"markdown":"Read this"}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_texts(mut self, texts: TextOptions) -> Self {
        self.texts = texts;
        self
    }

    /// Sets the bytes of the page, for the key `payload` of [`RAW`](crate::schema::RAW).
    #[must_use]
    pub fn with_body(mut self, body: &'r [u8]) -> Self {
        self.body = Some(body);
        self
    }
}

impl Row for PageRecord<'_> {
    const TABLE: Table = Table::Pages;
}

impl Object for PageRecord<'_> {
    #[inline(always)] // so that the sink can know each field when it is compiled
    fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
        let Self { input, page, kinds, body, texts } = self;
        let capture = input.capture.as_deref();
        put_capture(row, input.id.as_ref(), &input.origin, capture)?;
        row.put("v", VERSION)?;
        row.put_option("url", page.url)?;
        row.put_option("content_type", page.content_type)?;
        row.put_option("base_url", page.base_url)?;
        row.put_option("base_href", page.base_href)?;
        row.put("encoding", PageEncoding(page))?;
        row.put_option("doctype", page.doctype.as_ref())?;
        row.put_option("lang", page.lang)?;
        row.put_option("dir", page.dir)?;
        row.put_option("title", page.title)?;
        row.put_option("description", page.description)?;
        row.put_option("keywords", page.keywords)?;
        row.put_option("author", page.author)?;
        row.put_option("generator", page.generator)?;
        row.put_option("viewport", page.viewport)?;
        row.put("theme_color", List(page.theme_colors))?;
        row.put("metas", maps(page.metas))?;
        row.put("robots", robots(page.robots))?;
        row.put("x_robots", robots(page.x_robots))?;
        row.put_option("refresh", page.refresh.as_ref())?;
        row.put_option("canonical", page.canonical)?;
        row.put_option("amphtml", page.amphtml)?;
        row.put_option("next", page.next)?;
        row.put_option("prev", page.prev)?;
        row.put_option("manifest", page.manifest)?;
        row.put("alternates", List(page.alternates))?;
        row.put("feeds", List(page.feeds))?;
        row.put("icons", List(page.icons))?;
        row.put("og", pairs(page.og))?;
        row.put("og_media", Map(page.og_media.iter().map(|media| (media.kind, maps(media.items)))))?;
        row.put("twitter", pairs(page.twitter))?;
        row.put("dc", pairs(page.dc))?;
        row.put("citation", pairs(page.citation))?;
        row.put("jsonld", List(page.json_ld))?;
        row.put("headings", List(page.headings))?;
        let links = page.links.iter().filter(|link| kinds.contains(&link.kind));
        row.put("links", List(links.map(|link| PageLink { page, link })))?;
        row.put("flags", List(page.flags.iter().map(Flag::as_str)))?;
        row.put_option("error", None::<&str>)?;
        row.put_option("text", page.text)?;
        row.put_option("word_count", page.text.map(|_| page.word_count))?;
        let blocks = page.blocks.as_ref();
        let main = blocks.and_then(|blocks| blocks.view(texts.view));
        row.put_option("main_text", main.map(MainText))?;
        row.put_option("main_markdown", main.map(|main| MainMarkdown(main, texts.markdown)))?;
        row.put_option("main_score", main.map(MainScore))?;
        row.put_option("markdown", blocks.map(|blocks| Markdown(blocks, texts.markdown)))?;
        let rows = blocks.map(|blocks| List(blocks.iter().map(move |block| PageBlock { page, block, main })));
        row.put_option("blocks", rows)?;
        row.put_option("rights", page.rights.as_ref())?;
        let items = page.item_list.iter().enumerate();
        row.put("items", List(items.map(|(index, item)| PageItem { index, item })))?;
        let schema_org = if row.takes_any(1) { schema_org::items(page) } else { Vec::new() };
        row.put("schema_org", List(schema_org.iter().enumerate().map(|(index, item)| SchemaOrgItem { index, item })))?;
        if row.takes_any(BYLINE) {
            let Byline { published, authors } = Byline::of(page);
            let (date, date_source) = published.unzip();
            let (names, names_source) = authors.unzip();
            row.put_option("published", date.as_deref())?;
            row.put_option("published_source", date_source.as_deref())?;
            row.put_option("authors", names.as_ref().map(|names| List(names.iter().map(String::as_str))))?;
            row.put_option("authors_source", names_source.as_deref())?;
        }
        row.skip_to("warc_record_id");
        row.put_option("warc_record_id", capture.and_then(|capture| capture.warc_record_id.as_deref()))?;
        row.put("http_headers", List(input.headers.iter().map(|(name, value)| Pair(name, value))))?;
        row.put_option("payload", body.map(Bytes))
    }
}

/// Writes the fields of [`OF_CAPTURE`](crate::schema::OF_CAPTURE).
#[inline(always)]
fn put_capture(
    row: &mut impl ObjectSink,
    id: Option<&Id>,
    origin: &str,
    capture: Option<&Capture>,
) -> Result<(), RowError> {
    put_origin(row, id, origin, capture)?;
    row.put_option("warc_record_length", capture.and_then(|capture| capture.warc_record_length))?;
    row.put_option("fetch_time", capture.and_then(|capture| capture.fetch_time))?;
    row.put_option("fetch_status", capture.and_then(|capture| capture.fetch_status))?;
    row.put_option("content_mime_type", capture.and_then(|capture| capture.content_mime_type.as_deref()))?;
    row.put_option("content_charset", capture.and_then(|capture| capture.content_charset.as_deref()))?;
    row.put_option("content_truncated", capture.and_then(|capture| capture.content_truncated.as_deref()))
}

fn pairs(pairs: &[(&str, &str)]) -> impl Value {
    List(pairs.iter().map(|&(key, value)| Pair(key, value)))
}

fn maps<'r>(maps: &'r [&'r [(&'r str, &'r str)]]) -> impl Value {
    List(maps.iter().map(|map| Map(map.iter().copied())))
}

fn robots(rules: &[RobotsRules<'_>]) -> impl Value {
    Map(rules.iter().map(|rules| (rules.agent, List(rules.directives.iter().copied()))))
}

/// The record of a page that could not be read. Its key `error` has the reason.
///
/// ```
/// use tagrake_bulk::input::json_lines;
/// use tagrake_bulk::row::Row;
/// use tagrake_bulk::{ErrorRecord, Fields};
///
/// let error = json_lines("pages.jsonl", &br#"{"id": 1}"#[..]).next().unwrap().unwrap_err();
/// let json = ErrorRecord(&error).to_json(&Fields::default())?;
/// assert_eq!(json, r#"{"id":1,"v":1,"url":null,"error":"neither html nor html_base64"}"#);
/// # Ok::<(), tagrake_bulk::RowError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ErrorRecord<'r>(pub &'r InputError);

impl Row for ErrorRecord<'_> {
    const TABLE: Table = Table::Pages;
}

impl Object for ErrorRecord<'_> {
    fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
        let Self(error) = self;
        let capture = error.capture.as_deref();
        put_capture(row, error.id.as_ref(), &error.origin, capture)?;
        row.put("v", VERSION)?;
        row.put_option("url", error.url.as_deref())?;
        row.skip_to("error");
        row.put("error", &*error.kind.to_string())?;
        row.skip_to("warc_record_id");
        row.put_option("warc_record_id", capture.and_then(|capture| capture.warc_record_id.as_deref()))
    }
}
