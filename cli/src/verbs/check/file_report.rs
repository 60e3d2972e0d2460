//! The report on a file, as text or JSON.

use crate::output::stats::with_digests;
use crate::report::causes::{CauseGroup, Causes};
use crate::report::escape::Escaped;
use crate::report::messages::plural;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tagrake_bulk::input::ErrorCause;
use tagrake_bulk::pipeline::{Counts, DigestCounts};

/// An error in a report.
#[derive(Serialize)]
pub(super) struct ReportedError {
    pub(super) cause: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) offset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) length: Option<u64>,
    pub(super) message: String,
}

/// Returns the state of a file: its most severe error, or `ok`.
pub(super) fn state(counts: &Counts) -> &'static str {
    let is_missing = |cause| match cause {
        ErrorCause::EmptyFolder | ErrorCause::Loop | ErrorCause::Path => true,
        // A download or a disk failed after a part was read.
        ErrorCause::Io => counts.stored_bytes == 0,
        _ => false,
    };
    let mut causes = counts.errors.iter().map(|(cause, _)| cause);
    match () {
        () if counts.errors.is_empty() => "ok",
        () if counts.errors.get(ErrorCause::Type) > 0 => "not read",
        () if causes.clone().all(|cause| cause == ErrorCause::Unsupported) => "not read",
        () if causes.clone().any(is_missing) => "missing",
        () if causes.all(|cause| matches!(cause, ErrorCause::Io | ErrorCause::Truncated)) => "truncated",
        () => "corrupt",
    }
}

/// Returns the report on a file as JSON.
pub(super) fn json_report(file: &str, counts: &Counts, errors: &[ReportedError]) -> Value {
    let report = json!({
        "file": file,
        "state": state(counts),
        "stored_bytes": counts.stored_bytes,
        "text_bytes": counts.text_bytes,
        "members": counts.members,
        "records": counts.records,
        "digests": null,
        "skipped": counts.skipped,
        "skipped_types": counts.skipped_types,
        "pages": counts.pages,
        "encodings": counts.encodings,
        "detected_encodings": counts.detected_encodings,
        "irregular": counts.irregular,
        "cut": counts.cut,
        "flags": counts.flags,
        "error_counts": counts.errors,
        "errors": errors,
    });
    with_digests(report, counts)
}

/// Returns the report on a file as text. Errors have a line each.
pub(super) fn text_report(file: &str, counts: &Counts, errors: &[ReportedError]) -> String {
    let listed = [CauseGroup::Files, CauseGroup::Lines, CauseGroup::Rows, CauseGroup::Damaged];
    let causes = listed.into_iter().fold(Causes::new(counts), Causes::without);
    let mut parts = Vec::new();
    let mut put = |name: &str, counts: &BTreeMap<_, u64>| {
        if !counts.is_empty() {
            let kinds: Vec<_> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
            parts.push(format!("{} ({})", plural(counts.values().sum(), name), kinds.join(", ")));
        }
    };
    put("record", &counts.records);
    put("page", &counts.encodings);
    parts.extend(causes.phrases());
    parts.extend((counts.members > 0).then(|| plural(counts.members, "member")));
    parts.extend(digest_outcomes(counts));
    parts.push(format!("{} bytes, {} inflated", counts.stored_bytes, counts.text_bytes));
    let mut text = format!("{}: {}: {}\n", Escaped(file), state(counts), parts.join(", "));
    for error in errors {
        text.push_str(&format!("  {}\n", error.message));
    }
    let omitted = counts.error_count().saturating_sub(errors.len() as u64);
    if omitted > 0 {
        text.push_str(&format!("  and {} more\n", plural(omitted, "error")));
    }
    text
}

/// Returns the number of digests by outcome: `block digests (3 verified, 1 absent), …`; `None` if none was checked.
fn digest_outcomes(counts: &Counts) -> Option<String> {
    let [block, payload] = [&counts.block_digests, &counts.payload_digests];
    let all_absent = |counts: &DigestCounts| outcomes(counts).iter().all(|(_, name)| *name == "absent");
    if [block, payload] == [&DigestCounts::default(); 2] {
        return None;
    }
    if all_absent(block) && all_absent(payload) {
        return Some("no digests".to_owned());
    }
    let list = |counts| outcomes(counts).iter().map(|(count, name)| format!("{count} {name}")).collect::<Vec<_>>();
    Some(format!("block digests ({}), payload digests ({})", list(block).join(", "), list(payload).join(", ")))
}

/// Returns the outcomes with a count other than 0.
fn outcomes(counts: &DigestCounts) -> Vec<(u64, &'static str)> {
    let DigestCounts { verified, failed, absent, unverified, .. } = *counts;
    let outcomes = [(verified, "verified"), (failed, "failed"), (absent, "absent"), (unverified, "not verified")];
    outcomes.into_iter().filter(|(count, _)| *count > 0).collect()
}
