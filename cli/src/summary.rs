//! The counts of a run: in words for the closing line, and as JSON for `--stats`.

use crate::causes::Causes;
use crate::failure::Failure;
use crate::output_file::{OutputFile, about};
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;
use tagrake_bulk::pipeline::{Counts, DigestCounts};

/// Returns `1 page`, `2 pages`.
pub(crate) fn plural(count: u64, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// Appends a phrase per group of causes to the closing line: `; 3 records skipped (not HTML); 1 file not read (missing
/// or unreadable)`.
pub(crate) fn with_causes(mut text: String, causes: &Causes) -> String {
    for phrase in causes.phrases() {
        text += "; ";
        text += &phrase;
    }
    text
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

/// Writes the counts of a run to the file of `--stats`: also the number of bytes that were `downloaded`. `complete` is true
/// if the run reached the end of its input.
pub(crate) fn write_stats(
    path: &Path,
    counts: &Counts,
    downloaded: u64,
    time: Duration,
    complete: bool,
) -> Result<(), Failure> {
    let seconds = time.as_secs_f64();
    let stats = json!({
        "complete": complete,
        "files": counts.files,
        "pages": counts.pages,
        "links": counts.links,
        "rows": counts.rows,
        "bytes_read": counts.stored_bytes,
        "bytes_downloaded": downloaded,
        "bytes_inflated": counts.text_bytes,
        "members": counts.members,
        "records": counts.records,
        "digests": null,
        "errors": counts.errors,
        "encodings": counts.encodings,
        "detected_encodings": counts.detected_encodings,
        "skipped": counts.skipped,
        "forgotten_digests": counts.forgotten_digests,
        "cut": counts.cut,
        "flags": counts.flags,
        "seconds": seconds,
        "pages_per_second": counts.pages as f64 / seconds,
        // Decompressed megabytes per second.
        "mb_per_second": counts.text_bytes as f64 / 1e6 / seconds,
    });
    let json = format!("{:#}\n", with_digests(stats, counts));
    let mut file = OutputFile::create(path)?;
    file.write_all(json.as_bytes()).map_err(|error| about(path, &error))?;
    file.flush().map_err(|error| about(path, &error))?;
    Ok(file.keep()?)
}
