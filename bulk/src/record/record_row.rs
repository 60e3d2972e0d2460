//! The row of a record of a WARC file.

use super::row_page;
use crate::input::{CutCause, FetchTime};
use crate::mime_type::{self, PayloadType, is_http_message};
use crate::row::{Bytes, List, Object, ObjectSink, Pair, Row, RowKey, sealed};
use crate::schema::Table;
use crate::schema::field_selection::Fields;
use crate::schema::table::RowError;
use std::borrow::Cow;
use std::sync::Arc;
use tagrake_archive::Headers;
use tagrake_archive::header_fields::line;
use tagrake_archive::http::{self, BodyDamage, BodyLimits, ResponseHead, ResponseReader};
use tagrake_archive::memory_budget::Allowance;
use tagrake_archive::warc::{Record, RecordKind};

/// Reads records of WARC files for their rows. Its memory is reused.
///
/// ```
/// use tagrake_bulk::http::BodyLimits;
/// use tagrake_bulk::row::Row;
/// use tagrake_bulk::schema::Table;
/// use tagrake_bulk::warc::{WarcOptions, WarcReader};
/// use tagrake_bulk::{Fields, RecordReader};
///
/// let file = b"WARC/1.0\r\nWARC-Type: request\r\nWARC-Target-URI: http://e.org/\r\n\
///     Content-Length: 30\r\n\r\nGET / HTTP/1.1\r\nHost: e.org\r\n\r\n\r\n\r\n";
/// let mut warc = WarcReader::new("a.warc", &file[..], WarcOptions::default());
/// let record = warc.next().unwrap()?;
/// let fields = Fields::only_of(Table::Records, "warc_type,url,http_request_line,http_headers")?;
/// let mut reader = RecordReader::new(&fields, BodyLimits::default());
/// assert_eq!(
///     reader.read(&record, "a.warc").to_json(&fields)?,
///     r#"{"warc_type":"request","url":"http://e.org/","http_request_line":"GET / HTTP/1.1","http_headers":[["Host","e.org"]]}"#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RecordReader {
    responses: ResponseReader,
    fields: Headers,
    /// True if the rows have the payload.
    has_payload: bool,
}

impl RecordReader {
    /// Creates a reader for rows with the keys of `fields`. Payloads are decoded, within `limits`, only if they are among these.
    pub fn new(fields: &Fields, limits: BodyLimits) -> Self {
        let has_payload = fields.has_of(Table::Records, "payload");
        Self { responses: ResponseReader::new(limits), fields: Headers::default(), has_payload }
    }

    /// Sets the allowance that memory for large payloads is claimed from.
    pub(crate) fn set_allowance(&mut self, allowance: &Arc<Allowance>) {
        self.responses.set_allowance(allowance.clone());
    }

    /// Releases the memory that only large records need.
    pub(crate) fn shrink(&mut self) {
        self.responses.shrink();
        self.fields.shrink();
    }

    /// Returns true if the rows have the payload.
    pub(crate) fn has_payload(&self) -> bool {
        self.has_payload
    }

    /// Returns the row of a record of the WARC file `filename`. The row of a damaged record has what could be read.
    pub fn read<'r>(&'r mut self, record: &'r Record<'_>, filename: &'r str) -> RecordRow<'r> {
        let block = record.block;
        let of_block = || Message {
            status: None,
            request_line: None,
            fields: None,
            mime_type: PayloadType::of_block(record.headers).declared,
            payload: block,
            damage: None,
        };
        let message = match record.kind {
            _ if !is_http_message(record) => of_block(),
            RecordKind::Request => {
                let head_length = http::read_request_head(block, &mut self.fields);
                Message {
                    request_line: Some(String::from_utf8_lossy(line(block).0)),
                    mime_type: mime_type::declared(&self.fields),
                    fields: Some(&self.fields),
                    payload: &block[head_length..],
                    ..of_block()
                }
            }
            _ if self.has_payload => {
                let response = self.responses.read(block);
                Message {
                    status: response.status,
                    mime_type: PayloadType::of_response(record.headers, response.head, response.headers).declared,
                    fields: Some(response.headers),
                    payload: response.body,
                    damage: response.damage,
                    ..of_block()
                }
            }
            _ => {
                let head = ResponseHead::read(block, &mut self.fields);
                Message {
                    status: head.status,
                    mime_type: PayloadType::of_response(record.headers, head.form, &self.fields).declared,
                    fields: Some(&self.fields),
                    ..of_block()
                }
            }
        };
        let cut = CutCause::of_record(record, message.damage)
            .filter(|cause| self.has_payload || *cause == CutCause::Segmented);
        RecordRow { record, filename, message, cut }
    }
}

/// The content of a block: an HTTP message, or only a payload.
#[derive(Clone, Debug)]
struct Message<'r> {
    status: Option<u16>,
    request_line: Option<Cow<'r, str>>,
    /// The fields of the HTTP header; `None` without one.
    fields: Option<&'r Headers>,
    /// The MIME type that the message or the record declares, as written.
    mime_type: Option<&'r str>,
    /// The payload, which is decoded only if the rows have it.
    payload: &'r [u8],
    damage: Option<BodyDamage>,
}

/// The row of a record: the fields of [`RECORD`](crate::schema::RECORD). It borrows from the record and from the reader.
#[derive(Debug)]
pub struct RecordRow<'r> {
    record: &'r Record<'r>,
    filename: &'r str,
    message: Message<'r>,
    /// Why the payload is incomplete, besides what the record states.
    cut: Option<CutCause>,
}

impl RecordRow<'_> {
    /// Returns why the row lacks a part of the payload, if it does.
    pub(crate) fn cut_cause(&self) -> Option<CutCause> {
        self.cut
    }

    /// Returns the length of the payload in bytes.
    pub(crate) fn payload_bytes(&self) -> usize {
        self.message.payload.len()
    }
}

impl sealed::Sealed for &RecordRow<'_> {}

impl Row for &RecordRow<'_> {
    const TABLE: Table = Table::Records;

    fn value_of(self, key: RowKey) -> Option<String> {
        let fetch_time = self.record.date().and_then(FetchTime::of_warc_date);
        row_page::value_of_text(key, self.record.target_uri(), fetch_time)
    }
}

impl Object for &RecordRow<'_> {
    fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
        let RecordRow { record, filename, message, cut } = self;
        let (location, headers) = (record.location, record.headers);
        let mime_type = message.mime_type.map(str::to_ascii_lowercase);
        row.put("warc_filename", *filename)?;
        row.put_option("warc_record_offset", Some(location.offset))?;
        row.put_option("warc_record_length", location.in_member.is_none().then_some(location.length))?;
        row.put("warc_type", type_of(record))?;
        row.put_option("warc_record_id", record.id())?;
        row.put_option("url", record.target_uri())?;
        row.put_option("fetch_time", record.date().and_then(FetchTime::of_warc_date))?;
        row.put_option("fetch_status", message.status)?;
        row.put_option("content_mime_type", mime_type.as_deref())?;
        row.put_option("content_mime_detected", mime_type::identified(headers))?;
        row.put_option("content_truncated", record.truncated().or(cut.map(CutCause::content_truncated)))?;
        row.put("block_length", record.block_length)?;
        row.put_option("warc_block_digest", headers.get("WARC-Block-Digest"))?;
        row.put_option("warc_payload_digest", headers.get("WARC-Payload-Digest"))?;
        row.put_option("warc_refers_to", headers.get("WARC-Refers-To"))?;
        row.put("warc_concurrent_to", List(headers.all("WARC-Concurrent-To")))?;
        row.put_option("warc_ip_address", headers.get("WARC-IP-Address"))?;
        row.put("warc_headers", List(headers.iter().map(|(name, value)| Pair(name, value))))?;
        row.put_option("http_request_line", message.request_line.as_deref())?;
        let fields = message.fields.into_iter().flat_map(Headers::iter);
        row.put("http_headers", List(fields.map(|(name, value)| Pair(name, value))))?;
        row.put("payload", Bytes(message.payload))
    }
}

/// Returns the type of a record; `other` if it states none.
fn type_of<'r>(record: &Record<'r>) -> &'r str {
    match record.kind {
        RecordKind::Other => record.headers.get("WARC-Type").unwrap_or(RecordKind::Other.as_str()),
        kind => kind.as_str(),
    }
}
