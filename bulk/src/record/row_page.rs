//! The first fields of rows: where their page comes from.

use super::lazy_host::LazyHost;
use crate::input::{Capture, FetchTime, Id, InputPage};
use crate::row::{List, Object, ObjectSink, RowKey};
use crate::schema::table::RowError;
use tagrake_extract::{Flag, Page};
use url::Url;

/// The page of a link, block or cell: the fields of [`LINK_PAGE`](crate::schema::LINK_PAGE).
#[derive(Clone, Copy, Debug)]
pub(super) struct RowPage<'r> {
    pub(super) input: &'r InputPage,
    pub(super) page: &'r Page<'r>,
}

impl Object for RowPage<'_> {
    fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
        let Self { input, page } = self;
        let capture = input.capture.as_deref();
        let origin = Origin { id: input.id.as_ref(), name: &input.origin, capture, redirect: page.redirect };
        row.put_option("id", origin.id)?;
        row.put_option("source", origin.source())?;
        row.put_option("warc_filename", origin.warc_filename())?;
        row.put_option("warc_record_offset", capture.and_then(|capture| capture.warc_record_offset))?;
        row.put_option("content_truncated", capture.and_then(|capture| capture.content_truncated.as_deref()))?;
        row.put_option("page_url", url(input, page))?;
        let flags = page.flags;
        row.put_option("flags", (!flags.is_empty()).then(|| List(flags.iter().map(Flag::as_str))))
    }
}

/// Returns the URL of a page. A value that is no URL is returned unchanged.
pub(super) fn url<'r>(input: &'r InputPage, page: &Page<'r>) -> Option<&'r str> {
    page.url.or(input.url.as_deref().filter(|url| !url.is_empty()))
}

/// Returns the value of a key that files are named by, of a page or record with this URL, as the URL parser has serialized it.
pub(super) fn value_of(
    key: RowKey,
    url: Option<&str>,
    lang: Option<&str>,
    fetch_time: Option<FetchTime>,
) -> Option<String> {
    let host = LazyHost::new(url);
    match key {
        RowKey::Host | RowKey::PageHost => host.name().map(str::to_owned),
        RowKey::Domain | RowKey::PageDomain => host.domain(None).map(str::to_owned),
        RowKey::Lang => lang.map(str::to_owned),
        RowKey::Date => fetch_time.and_then(|time| Some(time.to_string().split_once('T')?.0.to_owned())),
        RowKey::Url => url.map(str::to_owned),
    }
}

/// As [`value_of`], with a URL as it was declared.
pub(super) fn value_of_text(key: RowKey, url: Option<&str>, fetch_time: Option<FetchTime>) -> Option<String> {
    if key == RowKey::Url {
        return url.map(str::to_owned);
    }
    let parsed = url.and_then(|url| Url::parse(url).ok());
    value_of(key, parsed.as_ref().map(Url::as_str), None, fetch_time)
}

impl RowPage<'_> {
    /// Returns the value of a key that files are named by.
    pub(super) fn value_of(self, key: RowKey) -> Option<String> {
        let Self { input, page } = self;
        let url = if key == RowKey::Url { url(input, page) } else { page.url };
        value_of(key, url, page.lang, input.capture.as_ref().and_then(|capture| capture.fetch_time))
    }
}

/// The place where a page comes from: the first fields of rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin<'r> {
    pub(super) id: Option<&'r Id>,
    pub(super) name: &'r str,
    pub(super) capture: Option<&'r Capture>,
    pub(super) redirect: Option<&'r str>,
}

impl<'r> Origin<'r> {
    pub(super) fn warc_filename(&self) -> Option<&'r str> {
        self.capture.and_then(|capture| capture.warc_filename.as_deref())
    }

    /// Returns the name of the input, if the page has no id and is not from a WARC file.
    pub(super) fn source(&self) -> Option<&'r str> {
        (self.id.is_none() && self.warc_filename().is_none()).then_some(self.name)
    }
}
