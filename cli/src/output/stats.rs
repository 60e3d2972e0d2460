//! The file of `--stats`: the counts of a run as JSON.

use super::file::OutputFile;
use super::overwrites::Overwrites;
use crate::failure::Failure;
use crate::report::failed_inputs::FailedInputs;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;
use tagrake_bulk::pipeline::{Counts, DigestCounts};

/// The outcome of a run, for the file of `--stats`.
pub(crate) struct RunOutcome<'a> {
    pub(crate) counts: &'a Counts,
    /// The number of bytes that were downloaded.
    pub(crate) downloaded: u64,
    pub(crate) time: Duration,
    /// True if all input was read and all rows were written.
    pub(crate) is_complete: bool,
    pub(crate) failures: &'a FailedInputs,
}

impl RunOutcome<'_> {
    /// Writes the outcome as JSON, if there is a path.
    pub(crate) fn write(&self, path: Option<&Path>, overwrites: &Overwrites) -> Result<(), Failure> {
        let Some(path) = path else { return Ok(()) };
        let json = format!("{:#}\n", self.to_json());
        OutputFile::with_content(path, json.as_bytes(), overwrites)?.keep_on_disk()
    }

    fn to_json(&self) -> Value {
        let (counts, seconds) = (self.counts, self.time.as_secs_f64());
        let stats = json!({
            // True with exit status 0, except after `--limit`.
            "complete": self.is_complete && counts.error_count() == 0,
            "failed_inputs": self.failures.to_json(),
            "failed_input_count": self.failures.count,
            "files": counts.files,
            "pages": counts.pages,
            "links": counts.links,
            "rows": counts.rows,
            "bytes_read": counts.stored_bytes,
            "bytes_downloaded": self.downloaded,
            "bytes_inflated": counts.text_bytes,
            "members": counts.members,
            "records": counts.records,
            "digests": null,
            "errors": counts.errors,
            "encodings": counts.encodings,
            "detected_encodings": counts.detected_encodings,
            "skipped": counts.skipped,
            "skipped_types": counts.skipped_types,
            "forgotten_digests": counts.forgotten_digests,
            "irregular": counts.irregular,
            "cut": counts.cut,
            "flags": counts.flags,
            "seconds": seconds,
            "pages_per_second": counts.pages as f64 / seconds,
            // Decompressed megabytes per second.
            "mb_per_second": counts.text_bytes as f64 / 1e6 / seconds,
        });
        with_digests(stats, counts)
    }
}

/// Adds the outcomes of verifying digests to a report that has null in their place. Removes the key if there are none.
pub(crate) fn with_digests(mut report: Value, counts: &Counts) -> Value {
    let [block, payload] = [counts.block_digests, counts.payload_digests];
    if [block, payload] == [DigestCounts::default(); 2] {
        report.as_object_mut().and_then(|report| report.shift_remove("digests"));
    } else {
        report["digests"] = json!({ "block": block, "payload": payload });
    }
    report
}
