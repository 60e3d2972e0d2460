//! Summarizes records: the head and the first bytes of the payload before a record is read, the outcome after.

use crate::cause::{Cause, CauseCounts};
use crate::input::error::shortened;
use crate::input::{CutCause, ErrorCause, FetchTime, InputPage};
use crate::mime_type::{self, HTML, PayloadType, RESOURCE_HEADER_BYTES, is_html, is_http_message};
use crate::pipeline::counts::{Counts, DigestCounts, SkipCause};
use crate::pipeline::record_summary::{DigestOutcome, PageSummary, RecordDefect, RecordPlace, RecordSummary};
use std::sync::Arc;
use tagrake_archive::http::{BodyLimits, ResponseReader};
use tagrake_archive::warc::{Record, RecordKind};

/// Maximum bytes of a MIME type, a language or a value of `WARC-Truncated`.
const MAX_NAME_BYTES: usize = 127;

/// Summarizes records. Its memory is reused.
pub(crate) struct Summarizer {
    /// Decodes the first bytes of bodies.
    responses: ResponseReader,
}

/// The summary of a record that has not been read yet, with the counts before.
pub(crate) struct BegunSummary {
    summary: RecordSummary,
    before: Outcomes,
}

impl Summarizer {
    pub(crate) fn new() -> Self {
        let limits = BodyLimits::default().with_max_bytes(RESOURCE_HEADER_BYTES);
        Self { responses: ResponseReader::new(limits) }
    }

    /// Summarizes a record of the file `origin` before it is read.
    pub(crate) fn begin(&mut self, origin: &Arc<str>, record: &Record<'_>, counts: &Counts) -> BegunSummary {
        let mut summary = RecordSummary::new(origin.clone(), place_of(record));
        summary.kind = Some(record.kind);
        summary.url = record.target_uri().map(url);
        summary.time = record.date().and_then(FetchTime::of_warc_date);
        summary.bytes = record.block_length;
        summary.truncated = record.truncated().map(name);
        summary.identified_languages = record.headers.get("WARC-Identified-Content-Language").map(name);
        summary.defect = match (&record.error, record.irregularity) {
            (Some(error), _) => Some(RecordDefect::Damaged(ErrorCause::named(error.kind.as_str()))),
            (None, irregularity) => irregularity.map(RecordDefect::Irregular),
        };
        match record.kind {
            RecordKind::Response if is_http_message(record) => {
                let response = self.responses.read(record.block);
                summary.status = response.status;
                set_types(
                    &mut summary,
                    record,
                    PayloadType::of_response(record.headers, response.head, response.headers),
                    response.body,
                );
            }
            RecordKind::Response | RecordKind::Resource | RecordKind::Conversion => {
                set_types(&mut summary, record, PayloadType::of_block(record.headers), record.block);
            }
            _ => {}
        }
        BegunSummary { summary, before: Outcomes::of(counts) }
    }

    /// Summarizes a page that is not in a record, before it is read.
    pub(crate) fn begin_page(page: &InputPage, html: &[u8], counts: &Counts) -> BegunSummary {
        let mut summary = RecordSummary::new(page.origin.as_str().into(), RecordPlace::Page);
        summary.url = page.url.as_deref().map(url);
        summary.bytes = html.len() as u64;
        BegunSummary { summary, before: Outcomes::of(counts) }
    }
}

impl BegunSummary {
    /// Completes the summary with the counts after the record was read, and the page in it.
    pub(crate) fn finish(self, counts: &Counts, page: Option<PageSummary>) -> RecordSummary {
        let Self { mut summary, before } = self;
        let Outcomes { skipped, cut, digests } = before;
        summary.skipped = added(&skipped, &counts.skipped);
        summary.cut = added(&cut, &counts.cut);
        let after = [counts.block_digests, counts.payload_digests];
        let [block, payload] = [0, 1].map(|index| outcome(&digests[index], &after[index]));
        summary.digests = block.zip(payload).map(|(block, payload)| [block, payload]);
        summary.page = page;
        summary
    }
}

/// The counts of the outcomes of records.
struct Outcomes {
    skipped: CauseCounts<SkipCause>,
    cut: CauseCounts<CutCause>,
    digests: [DigestCounts; 2],
}

impl Outcomes {
    fn of(counts: &Counts) -> Self {
        let digests = [counts.block_digests, counts.payload_digests];
        Self { skipped: counts.skipped.clone(), cut: counts.cut.clone(), digests }
    }
}

/// Returns the cause that was counted between two counts.
fn added<C: Cause>(before: &CauseCounts<C>, after: &CauseCounts<C>) -> Option<C> {
    after.iter().find(|(cause, count)| before.get(*cause) < *count).map(|(cause, _)| cause)
}

/// Returns the outcome that was counted between two counts.
fn outcome(before: &DigestCounts, after: &DigestCounts) -> Option<DigestOutcome> {
    let is_added = |count: fn(&DigestCounts) -> u64| count(before) < count(after);
    match () {
        () if is_added(|counts| counts.verified) => Some(DigestOutcome::Verified),
        () if is_added(|counts| counts.failed) => Some(DigestOutcome::Failed),
        () if is_added(|counts| counts.absent) => Some(DigestOutcome::Absent),
        () if is_added(|counts| counts.unverified) => Some(DigestOutcome::Unverified),
        () => None,
    }
}

fn place_of(record: &Record<'_>) -> RecordPlace {
    let location = record.location;
    match location.in_member {
        None => RecordPlace::Record { offset: location.offset, length: location.length },
        Some(_) => RecordPlace::InMember { offset: location.offset },
    }
}

fn set_types(summary: &mut RecordSummary, record: &Record<'_>, declared: PayloadType<'_>, payload: &[u8]) {
    summary.types.declared = declared.declared.map(name);
    summary.types.selecting = declared.name.map(name);
    let html = || is_html(None, payload).then_some(HTML[0]);
    summary.types.detected = mime_type::identified(record.headers).or_else(html).map(name);
}

/// Returns a name in lower case, or its start if it is long.
pub(crate) fn name(text: &str) -> Box<str> {
    shortened(text, MAX_NAME_BYTES).to_ascii_lowercase().into()
}

/// Returns a URL, or its start if it is long.
fn url(text: &str) -> Box<str> {
    shortened(text, RecordSummary::MAX_URL_BYTES).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagrake_archive::warc::{WarcOptions, WarcReader};

    /// Returns the summary of the only record of a file.
    fn summary(file: &str) -> RecordSummary {
        let mut reader = WarcReader::new("a.warc", file.as_bytes(), WarcOptions::default());
        let record = reader.next().expect("there is one").expect("it is readable");
        Summarizer::new().begin(&"a.warc".into(), &record, &Counts::default()).finish(&Counts::default(), None)
    }

    #[test]
    fn declared_and_detected_types_differ() {
        let http = "HTTP/1.1 404 Not Found\r\nContent-Type: Image/PNG; a=b\r\n\r\n<!doctype html>";
        let head = "WARC-Type: response\r\nWARC-Date: 1970-01-01T00:00:01Z\r\nContent-Type: application/http\r\n";
        let length = http.len();
        let of =
            |more: &str| summary(&format!("WARC/1.0\r\n{head}{more}Content-Length: {length}\r\n\r\n{http}\r\n\r\n"));
        let sniffed = of("");
        assert_eq!((sniffed.status, sniffed.bytes), (Some(404), length as u64));
        assert_eq!(sniffed.time.map(FetchTime::as_microsecond), Some(1_000_000));
        assert_eq!(
            (sniffed.types.declared.as_deref(), sniffed.types.detected.as_deref()),
            (Some("image/png"), Some("text/html"))
        );
        let identified = of("WARC-Identified-Payload-Type: Image/GIF\r\nWARC-Truncated: Length\r\n");
        assert_eq!(
            (identified.types.detected.as_deref(), identified.truncated.as_deref()),
            (Some("image/gif"), Some("length"))
        );
        assert!(identified.digests.is_none() && identified.skipped.is_none() && identified.page.is_none());
    }

    #[test]
    fn outcomes_are_what_was_counted_since() {
        let mut counts = Counts::default();
        counts.skipped.add(SkipCause::Mime, 3);
        let begun =
            BegunSummary { summary: RecordSummary::new("a".into(), RecordPlace::Page), before: Outcomes::of(&counts) };
        counts.skipped.add(SkipCause::Status, 1);
        counts.block_digests.failed += 1;
        counts.payload_digests.absent += 1;
        let summary = begun.finish(&counts, None);
        assert_eq!((summary.skipped, summary.cut), (Some(SkipCause::Status), None));
        assert_eq!(summary.digests, Some([DigestOutcome::Failed, DigestOutcome::Absent]));
    }

    #[test]
    fn long_names_are_shortened_between_characters() {
        assert_eq!(*name(&"Ä".repeat(100)), *("Ä".repeat(63) + "…"));
        assert_eq!(&*name("EN-us"), "en-us");
    }
}
