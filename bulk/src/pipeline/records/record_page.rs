//! Extracts the page in a record of a WARC file.

use super::record_selection::{Selection, is_text};
use crate::input::{Capture, CutCause, FetchTime, InputPage};
use crate::mime_type::{self, PLAIN_TEXT, PayloadType, is_http_message};
use crate::pipeline::counts::{Counts, SkipCause};
use crate::redirect;
use std::fmt::Write;
use std::sync::Arc;
use tagrake_archive::http::{BodyDamage, BodyLimits, HeadForm, Response, ResponseReader};
use tagrake_archive::memory_budget::Allowance;
use tagrake_archive::warc::{Record, RecordKind};

/// Number of header fields above which memory is claimed for them.
const MANY_FIELDS: usize = 4096;
/// Bytes of memory for a field besides its text, in all copies.
const FIELD_BYTES: usize = 256;

/// Returns true if records of this type are read as pages when their MIME type is selected.
pub(crate) fn may_be_page(kind: RecordKind) -> bool {
    matches!(kind, RecordKind::Response | RecordKind::Resource | RecordKind::Conversion)
}

/// Reads the pages in records. Its memory is reused.
pub(crate) struct RecordPages {
    selection: Selection,
    responses: ResponseReader,
    page: InputPage,
    allowance: Option<Arc<Allowance>>,
}

impl RecordPages {
    pub(crate) fn new(selection: Selection, limits: BodyLimits) -> Self {
        let page = InputPage { capture: Some(Box::default()), ..InputPage::default() };
        Self { selection, responses: ResponseReader::new(limits), page, allowance: None }
    }

    /// Sets the allowance that memory for large records is claimed from.
    pub(crate) fn set_allowance(&mut self, allowance: &Arc<Allowance>) {
        self.responses.set_allowance(allowance.clone());
        self.allowance = Some(allowance.clone());
    }

    /// Releases the memory that only large records need.
    pub(crate) fn shrink(&mut self) {
        self.responses.shrink();
        self.page.headers = Vec::new();
    }

    /// Returns the selection of pages.
    pub(crate) fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Returns why the URL or the fetch time of a record of the file `origin` is not selected; `None` if it is.
    pub(crate) fn rejects(&self, origin: &Arc<str>, record: &Record<'_>) -> Option<SkipCause> {
        let origin = || format!("{origin}:{}", record.location);
        self.selection.rejects(record.target_uri(), || fetch_time(record), origin)
    }

    /// Returns the context and the bytes of the page in a record of the file `origin`, if it has one that is
    /// selected. Counts skipped and incomplete pages.
    pub(crate) fn read<'a>(
        &'a mut self,
        origin: &Arc<str>,
        record: &Record<'a>,
        counts: &mut Counts,
    ) -> Option<(&'a InputPage, &'a [u8])> {
        if let Some(cause) = self.rejects(origin, record) {
            counts.skipped.add(cause, 1);
            return None;
        }
        self.page.is_plain_text = is_text(record);
        let may_redirect = record.kind == RecordKind::Response && self.selection.takes_redirects();
        if let Some(name) = self.rejected_type(record).filter(|_| !may_redirect) {
            counts.skip_type(Some(name));
            return None;
        }
        let Self { selection, responses, page, allowance } = self;
        let content = match record.kind {
            RecordKind::Response if is_http_message(record) => {
                let response = responses.read(record.block);
                if !selection.takes_status(response.status) {
                    counts.skipped.add(SkipCause::Status, 1);
                    return None;
                }
                let fields = response.headers.len();
                if let Some(allowance) = allowance.as_ref().filter(|_| fields > MANY_FIELDS) {
                    allowance.claim(fields * FIELD_BYTES);
                }
                Content::of_response(record, &response, page)
            }
            RecordKind::Response | RecordKind::Resource | RecordKind::Conversion => Content::of_block(record, page),
            _ => return None,
        };
        let Content { mut body, status, payload_type, damage } = content;
        if !page.is_plain_text && !selection.takes(payload_type, body) {
            if redirect::target_of(page, status).is_none() {
                counts.skip_type(payload_type.name);
                return None;
            }
            body = b""; // a redirect counts without its body
        }
        if record.error.is_some() && body.is_empty() {
            return None; // a head alone is not a page
        }
        page.origin.clear();
        let _ = write!(page.origin, "{origin}:{}", record.location); // writing to a String does not fail
        put(&mut page.url, record.target_uri());
        let capture = page.capture.get_or_insert_default();
        put_location(capture, origin, record);
        capture.fetch_status = status;
        put(&mut capture.content_mime_type, payload_type.declared);
        if let Some(name) = &mut capture.content_mime_type {
            name.make_ascii_lowercase();
        }
        let cause = CutCause::of_record(record, damage);
        let stated = record.truncated().filter(|_| cause != Some(CutCause::Damaged));
        put(&mut capture.content_truncated, stated.or(cause.map(CutCause::content_truncated)));
        if let Some(cause) = cause {
            counts.cut.add(cause, 1);
        }
        Some((page, body))
    }

    /// Returns the type of the record, if that type is not selected whatever the payload is.
    fn rejected_type<'a>(&self, record: &Record<'a>) -> Option<&'a str> {
        if self.page.is_plain_text {
            return (!self.selection.takes_texts()).then_some(PLAIN_TEXT);
        }
        mime_type::identified(record.headers).filter(|name| !self.selection.takes_mime_type(name))
    }
}

/// The body of a page in a record, and what the record declares of it.
struct Content<'a> {
    body: &'a [u8],
    status: Option<u16>,
    payload_type: PayloadType<'a>,
    damage: Option<BodyDamage>,
}

impl<'a> Content<'a> {
    /// Reads a response, and sets the headers of the page.
    fn of_response(record: &Record<'a>, response: &Response<'a>, page: &mut InputPage) -> Self {
        page.is_text = false;
        put_headers(&mut page.headers, response.headers.iter());
        put(&mut page.content_type, type_of_block(record).filter(|_| response.head == HeadForm::Missing));
        Self {
            body: response.body,
            status: response.status,
            payload_type: PayloadType::of_response(record.headers, response.head, response.headers),
            damage: response.damage,
        }
    }

    /// Reads the block of a resource or conversion, and sets the type of the page.
    fn of_block(record: &Record<'a>, page: &mut InputPage) -> Self {
        let content_type = type_of_block(record);
        page.headers.clear();
        put(&mut page.content_type, content_type);
        // Text without a declared encoding is UTF-8.
        let declares_encoding = || content_type.is_some_and(|value| value.to_ascii_lowercase().contains("charset"));
        page.is_text = page.is_plain_text && !declares_encoding();
        Self { body: record.block, status: None, payload_type: PayloadType::of_block(record.headers), damage: None }
    }
}

/// Returns the type of the block, unless that is an HTTP message.
fn type_of_block<'a>(record: &Record<'a>) -> Option<&'a str> {
    record.headers.get("Content-Type").filter(|_| mime_type::is_http(record.headers) != Some(true))
}

/// Returns the capture of a record that cannot be read.
pub(crate) fn capture_of(origin: &Arc<str>, record: &Record<'_>) -> Capture {
    let mut capture = Capture::default();
    put_location(&mut capture, origin, record);
    capture.content_truncated = Some(CutCause::Damaged.content_truncated().to_owned());
    capture
}

fn put_location(capture: &mut Capture, origin: &Arc<str>, record: &Record<'_>) {
    if capture.warc_filename.as_ref().is_none_or(|name| !Arc::ptr_eq(name, origin)) {
        capture.warc_filename = Some(origin.clone());
    }
    capture.warc_record_offset = Some(record.location.offset);
    capture.warc_record_length = record.location.in_member.is_none().then_some(record.location.length);
    put(&mut capture.warc_record_id, record.id());
    capture.fetch_time = fetch_time(record);
}

fn fetch_time(record: &Record<'_>) -> Option<FetchTime> {
    record.date().and_then(FetchTime::of_warc_date)
}

/// Replaces text, and reuses its memory.
fn put(text: &mut Option<String>, value: Option<&str>) {
    match (text.as_mut(), value) {
        (Some(text), Some(value)) => {
            text.clear();
            text.push_str(value);
        }
        (_, value) => *text = value.map(str::to_owned),
    }
}

fn put_headers<'h>(headers: &mut Vec<(String, String)>, fields: impl Iterator<Item = (&'h str, &'h str)>) {
    let mut len = 0;
    for (name, value) in fields {
        match headers.get_mut(len) {
            Some(header) => {
                for (text, new) in [(&mut header.0, name), (&mut header.1, value)] {
                    text.clear();
                    text.push_str(new);
                }
            }
            None => headers.push((name.to_owned(), value.to_owned())),
        }
        len += 1;
    }
    headers.truncate(len);
}
