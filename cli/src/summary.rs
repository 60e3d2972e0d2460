//! The counts of a run: in words for the closing line, and as JSON for `--stats`.

use crate::causes::Causes;
use crate::failure::Failure;
use crate::output_file::{OutputFile, about};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Duration;
use tagrake_bulk::pipeline::{Counts, Digests};

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

/// The contents of the `--stats` file.
#[derive(Serialize)]
struct Stats<'c> {
    /// True if the run reached the end of its input.
    complete: bool,
    files: u64,
    pages: u64,
    links: u64,
    rows: u64,
    bytes_read: u64,
    bytes_inflated: u64,
    members: u64,
    records: &'c BTreeMap<&'static str, u64>,
    #[serde(skip_serializing_if = "Digests::is_empty")]
    digests: Digests,
    errors: &'c BTreeMap<&'static str, u64>,
    encodings: &'c BTreeMap<&'static str, u64>,
    detected_encodings: &'c BTreeMap<&'static str, u64>,
    skipped: &'c BTreeMap<&'static str, u64>,
    cut: &'c BTreeMap<&'static str, u64>,
    flags: &'c BTreeMap<&'static str, u64>,
    seconds: f64,
    pages_per_second: f64,
    /// Decompressed megabytes per second.
    mb_per_second: f64,
}

/// Writes the counts of a run to the file of `--stats`.
pub(crate) fn write_stats(path: &Path, counts: &Counts, time: Duration, complete: bool) -> Result<(), Failure> {
    let seconds = time.as_secs_f64();
    let stats = Stats {
        complete,
        files: counts.files,
        pages: counts.pages,
        links: counts.links,
        rows: counts.rows,
        bytes_read: counts.stored_bytes,
        bytes_inflated: counts.text_bytes,
        members: counts.members,
        records: &counts.records,
        digests: counts.digests,
        errors: &counts.errors,
        encodings: &counts.encodings,
        detected_encodings: &counts.detected_encodings,
        skipped: &counts.skipped,
        cut: &counts.cut,
        flags: &counts.flags,
        seconds,
        pages_per_second: counts.pages as f64 / seconds,
        mb_per_second: counts.text_bytes as f64 / 1e6 / seconds,
    };
    let json = serde_json::to_string_pretty(&stats).map_err(io::Error::from)? + "\n";
    let mut file = OutputFile::create(path)?;
    file.write_all(json.as_bytes()).map_err(|error| about(path, &error))?;
    file.flush().map_err(|error| about(path, &error))?;
    Ok(file.keep()?)
}
