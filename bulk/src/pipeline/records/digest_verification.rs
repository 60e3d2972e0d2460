//! Verifies the digests in the headers of WARC records.

use crate::input::is_segmented;
use crate::mime_type::{has_http_url, is_http, is_http_message};
use crate::pipeline::counts::{Counts, DigestCounts};
use tagrake_archive::Headers;
use tagrake_archive::digest::{DigestMismatch, StatedDigest};
use tagrake_archive::http::{compare_response_payloads, request_payload};
use tagrake_archive::warc::{Record, RecordKind};

const BLOCK: &str = "WARC-Block-Digest";
pub(crate) const PAYLOAD: &str = "WARC-Payload-Digest";

/// The outcome of verifying one digest.
enum DigestOutcome {
    Verified,
    Failed(DigestMismatch),
    Absent,
    Unverified,
}

impl DigestCounts {
    fn count(&mut self, outcome: DigestOutcome) -> Option<DigestMismatch> {
        match outcome {
            DigestOutcome::Verified => self.verified += 1,
            DigestOutcome::Absent => self.absent += 1,
            DigestOutcome::Unverified => self.unverified += 1,
            DigestOutcome::Failed(mismatch) => {
                self.failed += 1;
                return Some(mismatch);
            }
        }
        None
    }
}

/// Verifies digests. Its memory is reused.
#[derive(Default)]
pub(crate) struct Verifier {
    headers: Headers,
}

impl Verifier {
    /// Verifies the digests of a record, and counts the outcomes. Returns the mismatches, the block's first.
    pub(crate) fn verify(&mut self, record: &Record<'_>, counts: &mut Counts) -> [Option<DigestMismatch>; 2] {
        // Damage of a record is reported in any case.
        let is_complete = record.error.is_none() && !record.is_over_limit();
        let block = outcome(BLOCK, record, is_complete, |stated| stated.compare(|put| put(record.block)));
        let mut payload = outcome(PAYLOAD, record, is_complete && has_payload(record), |stated| {
            let compare_block = || stated.compare(|put| put(record.block));
            let (is_message, declares_http) = (is_http_message(record), is_http(record.headers));
            let compared = match record.kind {
                _ if !is_message && declares_http != Some(true) => return compare_block(),
                RecordKind::Request => stated.compare(|put| put(request_payload(record.block))),
                _ => compare_response_payloads(record.block, &mut self.headers, |payload| stated.compare(payload)),
            };
            // By the standard, the declared type decides; for warcio, the kind of the record and its URL.
            let is_disputed = !is_message || declares_http == Some(false) || !has_http_url(record);
            match compared {
                Err(mismatch) if is_disputed => compare_block().map_err(|_| mismatch),
                compared => compared,
            }
        });
        // Writers differ in whether this digest covers the complete payload.
        if record.truncated().is_some() && matches!(payload, DigestOutcome::Failed(_)) {
            payload = DigestOutcome::Unverified;
        }
        [counts.block_digests.count(block), counts.payload_digests.count(payload)]
    }
}

fn outcome(
    header: &'static str,
    record: &Record<'_>,
    can_verify: bool,
    compare: impl FnOnce(&StatedDigest<'_>) -> Result<(), DigestMismatch>,
) -> DigestOutcome {
    let Some(value) = record.headers.get(header) else { return DigestOutcome::Absent };
    let Some(stated) = StatedDigest::parse(header, value).filter(|_| can_verify) else {
        return DigestOutcome::Unverified;
    };
    match compare(&stated) {
        Ok(()) => DigestOutcome::Verified,
        Err(mismatch) => DigestOutcome::Failed(mismatch),
    }
}

/// Returns true if the complete payload is in this record.
fn has_payload(record: &Record<'_>) -> bool {
    !matches!(record.kind, RecordKind::Revisit | RecordKind::Continuation) && !is_segmented(record)
}
