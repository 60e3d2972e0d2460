//! An entry of an index as a row of the table of Common Crawl's index.

use super::entry::IndexEntry;
use crate::row::{Object, ObjectSink, Row, sealed};
use crate::schema::Table;
use crate::schema::table::RowError;
use crate::url_host::UrlHost;
use url::Url;

/// The columns of the labels of a host, the last one first.
const LABELS: [&str; 5] = [
    "url_host_tld",
    "url_host_2nd_last_part",
    "url_host_3rd_last_part",
    "url_host_4th_last_part",
    "url_host_5th_last_part",
];

/// The parts of an entry that are columns of their own. A [`row`](Self::row) refers to them.
///
/// ```
/// use tagrake_bulk::Fields;
/// use tagrake_bulk::index::{IndexColumns, IndexEntry};
/// use tagrake_bulk::row::Row;
/// use tagrake_bulk::schema::Table;
/// use tagrake_bulk::warc::{WarcOptions, WarcReader};
///
/// let file = b"WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Target-URI: http://www.bbc.co.uk/a?b\r\n\
///     WARC-Date: 2026-11-21T12:00:00Z\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
/// let mut reader = WarcReader::new("a.warc", &file[..], WarcOptions::default());
/// let record = reader.next().unwrap()?;
/// let entry = IndexEntry::new(&record, "a.warc")?;
/// let fields = Fields::only_of(Table::Index, "url_host_registered_domain,url_query,fetch_time")?;
/// assert_eq!(
///     IndexColumns::of(&entry).row(&entry).to_json(&fields)?,
///     r#"{"url_host_registered_domain":"bbc.co.uk","url_query":"b","fetch_time":"2026-11-21T12:00:00Z"}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct IndexColumns {
    url: Option<Url>,
    host: Option<UrlHost<'static>>,
    reversed: Option<String>,
    redirect: Option<String>,
}

impl IndexColumns {
    /// Derives the columns of an entry.
    pub fn of(entry: &IndexEntry<'_>) -> Self {
        let url = entry.url.as_deref().and_then(|url| Url::parse(url).ok());
        let host = url.as_ref().and_then(UrlHost::of);
        let reversed = host.as_ref().and_then(UrlHost::reversed);
        let redirect = entry.location.as_ref().and_then(|location| Some(url.as_ref()?.join(location).ok()?.into()));
        Self { url, host, reversed, redirect }
    }

    /// Returns the row of the entry.
    pub fn row<'r>(&'r self, entry: &'r IndexEntry<'r>) -> IndexRow<'r> {
        IndexRow { columns: self, entry }
    }
}

/// The row of an entry: the fields of [`INDEX`](crate::schema::INDEX).
#[derive(Clone, Copy, Debug)]
pub struct IndexRow<'r> {
    columns: &'r IndexColumns,
    entry: &'r IndexEntry<'r>,
}

impl sealed::Sealed for IndexRow<'_> {}

impl Row for IndexRow<'_> {
    const TABLE: Table = Table::Index;
}

impl Object for IndexRow<'_> {
    fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
        let Self { columns: IndexColumns { url, host, reversed, redirect }, entry } = self;
        let (url, host) = (url.as_ref(), host.as_ref());
        row.put("url_surtkey", entry.key())?;
        row.put_option("url", entry.url.as_deref())?;
        row.put_option("url_host_name", host.map(UrlHost::name))?;
        for (index, name) in LABELS.into_iter().enumerate() {
            row.put_option(name, host.and_then(|host| host.label_from_end(index)))?;
        }
        row.put_option("url_host_registry_suffix", host.and_then(|host| host.suffix(false)))?;
        row.put_option("url_host_registered_domain", host.and_then(|host| host.domain(false)))?;
        row.put_option("url_host_private_suffix", host.and_then(|host| host.suffix(true)))?;
        row.put_option("url_host_private_domain", host.and_then(|host| host.domain(true)))?;
        row.put_option("url_host_name_reversed", reversed.as_deref())?;
        row.put_option("url_protocol", url.map(Url::scheme))?;
        row.put_option("url_port", url.and_then(Url::port).map(u64::from))?;
        row.put_option("url_path", url.filter(|url| !url.cannot_be_a_base()).map(Url::path))?;
        row.put_option("url_query", url.and_then(Url::query))?;
        row.put_option("fetch_time", entry.fetch_time())?;
        row.put_option("fetch_status", entry.status())?;
        row.put_option("fetch_redirect", redirect.as_deref())?;
        row.put_option("content_digest", entry.bare_digest())?;
        row.put_option("content_mime_type", entry.mime.as_deref())?;
        row.put_option("content_mime_detected", entry.mime_detected)?;
        row.put_option("content_truncated", entry.truncated)?;
        row.put("warc_filename", entry.path)?;
        row.put("warc_record_offset", entry.offset)?;
        row.put("warc_record_length", entry.length)?;
        row.put_option("warc_segment", segment(entry.path))
    }
}

/// Returns the segment in a path of Common Crawl: the folder in `segments`.
fn segment(path: &str) -> Option<&str> {
    let mut folders = path.split('/');
    folders.by_ref().find(|folder| *folder == "segments")?;
    let segment = folders.next()?;
    folders.next().map(|_| segment)
}
