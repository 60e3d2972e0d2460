//! The record of a page, or of an error in place of a page.

use super::block_row::PageBlock;
use super::byline::Byline;
use super::items::{PageItem, SchemaOrgItem};
use super::lazy_host::LazyHost;
use super::link_choice::{LinkChoice, LinkScope};
use super::main_text::MainText;
use super::page_parts::{PageEncoding, PageEnd, PageLink, PageSources};
use super::page_text::{MainScore, TextOptions, Written};
use super::published::Published;
use super::row_page::{self, Origin, RowPage, url};
use super::schema_org;
use crate::input::error::InputError;
use crate::input::{Capture, InputPage};
use crate::row::{Bytes, List, Map, Object, ObjectSink, Pair, Row, RowKey, Value, sealed};
use crate::schema::page_fields::{URL_SOURCES, page_fields};
use crate::schema::table::RowError;
use crate::schema::{Table, VERSION};
use std::cell::OnceCell;
use tagrake_extract::{Comments, Flag, LinkKind, Page, Parts, RobotsRules, SelectedValue, Selection};

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
    links: LinkChoice<'r>,
    body: Option<&'r [u8]>,
    texts: TextOptions,
}

impl<'r> PageRecord<'r> {
    /// Creates the record of `page`, which was read from `input`, with all links.
    pub fn new(input: &'r InputPage, page: &'r Page<'r>) -> Self {
        let links = LinkChoice { kinds: LinkKind::ALL, scope: None };
        Self { input, page, links, body: None, texts: TextOptions::default() }
    }

    /// Sets the kinds of links in the record.
    #[must_use]
    pub fn with_kinds(mut self, kinds: &'r [LinkKind]) -> Self {
        self.links.kinds = kinds;
        self
    }

    /// Sets which links are in the record by where they lead; `None` for all.
    #[must_use]
    pub fn with_scope(mut self, scope: Option<LinkScope>) -> Self {
        self.links.scope = scope;
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
    /// let mut reader = Reader::new(ReaderOptions::default().with_fields(Table::Pages, &fields));
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

impl sealed::Sealed for PageRecord<'_> {}

impl Row for PageRecord<'_> {
    const TABLE: Table = Table::Pages;

    fn selected(&self) -> &[SelectedValue<'_>] {
        self.page.selected
    }

    fn parts(&self) -> Option<Parts> {
        Some(self.page.parts)
    }

    fn value_of(self, key: RowKey) -> Option<String> {
        RowPage { input: self.input, page: self.page }.value_of(key)
    }
}

/// Writes the values of `$record` for one section of [`page_fields`](crate::page_fields). It computes only the values of requested
/// fields.
macro_rules! put {
    ($sink:ident, $record:expr; $($presence:tt $name:ident: $kind:expr, $needs:tt $($head:ident)?, $doc:expr, $of:ident => $value:expr;)*) => {
        $(
            if $sink.takes_next() {
                #[allow(unused_variables, reason = "the version is a constant")]
                let $of = $record;
                put!(@field $presence $sink, stringify!($name), $value);
            } else {
                $sink.skip();
            }
        )*
    };
    (@field + $sink:ident, $name:expr, $value:expr) => { $sink.put($name, $value)? };
    (@field $optional:tt $sink:ident, $name:expr, $value:expr) => { $sink.put_option($name, $value)? };
}

/// Makes the functions that write records from [`page_fields`](crate::page_fields).
macro_rules! records {
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
        impl Object for PageRecord<'_> {
            #[inline(always)] // so that the sink can know each field when it is compiled
            fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
                let record = &RecordParts::new(self);
                put!(row, &record.origin; $($capture)*);
                put!(row, record; $($version)* $($page)* $($links)* $($flags)* $($error)* $($on_request)* $($raw)*);
                Ok(())
            }
        }

        /// Writes the fields of [`OF_CAPTURE`](crate::schema::OF_CAPTURE).
        #[inline(always)]
        fn put_capture(row: &mut impl ObjectSink, origin: &Origin<'_>) -> Result<(), RowError> {
            put!(row, origin; $($capture)*);
            Ok(())
        }
    };
}

page_fields!(records);

/// A record, and values that several of its fields share.
struct RecordParts<'r> {
    origin: Origin<'r>,
    input: &'r InputPage,
    capture: Option<&'r Capture>,
    page: &'r Page<'r>,
    links: LinkChoice<'r>,
    page_host: LazyHost<'r>,
    body: Option<&'r [u8]>,
    texts: TextOptions,
    /// The main content, if the blocks have scores.
    main: Option<Selection<'r, 'r>>,
    main_text: OnceCell<Option<MainText>>,
    byline: OnceCell<Byline>,
    published: OnceCell<Option<Published>>,
}

impl<'r> RecordParts<'r> {
    #[inline(always)]
    fn new(record: PageRecord<'r>) -> Self {
        let PageRecord { input, page, links, body, texts } = record;
        let capture = input.capture.as_deref();
        Self {
            origin: Origin { id: input.id.as_ref(), name: &input.origin, capture, redirect: page.redirect },
            input,
            capture,
            page,
            links,
            page_host: LazyHost::new(page.url),
            body,
            texts,
            main: page.blocks.as_ref().and_then(|blocks| blocks.view(texts.view)),
            main_text: OnceCell::new(),
            byline: OnceCell::new(),
            published: OnceCell::new(),
        }
    }

    /// Returns the comments, if the blocks have scores.
    fn comments(&self) -> Option<Comments<'r, 'r>> {
        self.page.blocks.as_ref()?.comments()
    }

    #[inline(always)]
    fn links(&self) -> impl Iterator<Item = PageLink<'r>> {
        let Self { page, links, page_host, .. } = self;
        let chosen = page.links.iter().filter(|link| links.takes_kind(link) && links.takes_target(link, page_host));
        chosen.map(|link| PageLink { page, link })
    }

    fn blocks(&self) -> Option<impl Iterator<Item = PageBlock<'r>>> {
        let Self { page, main, .. } = *self;
        page.blocks.as_ref().map(|blocks| blocks.iter().map(move |block| PageBlock { page, block, main }))
    }

    /// Returns the source of the URL, if the page has one.
    fn url_source(&self) -> Option<&'static str> {
        let [.., default] = URL_SOURCES;
        let own = url(self.input, self.page).map(|_| self.input.url_source.as_str());
        if self.input.url.is_some() { own } else { own.map(|_| default) }
    }

    fn main_text(&self) -> Option<&MainText> {
        self.main_text.get_or_init(|| self.main.as_ref().map(MainText::of)).as_ref()
    }

    fn byline(&self) -> &Byline {
        self.byline.get_or_init(|| Byline::of(self.page))
    }

    fn published(&self) -> Option<&Published> {
        let published = || Published::of(self.page, self.capture, &self.byline().published);
        self.published.get_or_init(published).as_ref()
    }
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

impl sealed::Sealed for ErrorRecord<'_> {}

impl Row for ErrorRecord<'_> {
    const TABLE: Table = Table::Pages;

    fn value_of(self, key: RowKey) -> Option<String> {
        let Self(error) = self;
        row_page::value_of_text(
            key,
            error.url.as_deref(),
            error.capture.as_ref().and_then(|capture| capture.fetch_time),
        )
    }
}

impl Object for ErrorRecord<'_> {
    fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
        let Self(error) = self;
        let capture = error.capture.as_deref();
        put_capture(row, &Origin { id: error.id.as_ref(), name: &error.origin, capture, redirect: None })?;
        row.put("v", VERSION)?;
        row.put_option("url", error.url.as_deref())?;
        row.skip_to("error");
        row.put("error", &*error.kind.to_string())?;
        row.skip_to("warc_record_id");
        row.put_option("warc_record_id", capture.and_then(|capture| capture.warc_record_id.as_deref()))
    }
}

/// The row of a value that is no page: its URL and the error are its only values.
///
/// ```
/// use tagrake_bulk::row::Row;
/// use tagrake_bulk::{Fields, MissingPage};
///
/// let row = MissingPage { url: Some("https://e.org/"), error: Some("there is no page") };
/// let json = row.to_json(&Fields::default())?;
/// assert_eq!(json, r#"{"v":1,"url":"https://e.org/","error":"there is no page"}"#);
/// # Ok::<(), tagrake_bulk::RowError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MissingPage<'r> {
    /// The URL.
    pub url: Option<&'r str>,
    /// Why there is no page.
    pub error: Option<&'r str>,
}

impl sealed::Sealed for MissingPage<'_> {}

impl Row for MissingPage<'_> {
    const TABLE: Table = Table::Pages;
}

impl Object for MissingPage<'_> {
    fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
        row.skip_to("v");
        row.put("v", VERSION)?;
        row.put_option("url", self.url)?;
        row.skip_to("error");
        row.put_option("error", self.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::UrlSource;

    #[test]
    fn the_schema_has_the_sources_of_urls() {
        let names: Vec<_> = UrlSource::ALL.iter().map(|source| source.as_str()).collect();
        assert_eq!(URL_SOURCES[..4], names);
    }
}
