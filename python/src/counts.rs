//! The counts of a run, as a dict.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use tagrake_bulk::pipeline::{Cause, CauseCounts, Counts};

/// Returns the counts of a run by name.
pub(crate) fn counts_dict(py: Python<'_>, counts: Counts, downloaded_bytes: u64) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for (name, count) in [
        ("files", counts.files),
        ("pages", counts.pages),
        ("links", counts.links),
        ("rows", counts.rows),
        ("stored_bytes", counts.stored_bytes),
        ("text_bytes", counts.text_bytes),
        ("members", counts.members),
        ("downloaded_bytes", downloaded_bytes),
        ("forgotten_digests", counts.forgotten_digests),
    ] {
        dict.set_item(name, count)?;
    }
    for (name, counts) in [
        ("records", counts.records),
        ("errors", by_name(&counts.errors)),
        ("skipped", by_name(&counts.skipped)),
        ("irregular", by_name(&counts.irregular)),
        ("cut", by_name(&counts.cut)),
        ("encodings", counts.encodings),
        ("detected_encodings", counts.detected_encodings),
        ("flags", by_name(&counts.flags)),
    ] {
        dict.set_item(name, counts)?;
    }
    let skipped_types: BTreeMap<_, _> = counts.skipped_types.iter().collect();
    dict.set_item("skipped_types", skipped_types)?;
    Ok(dict)
}

fn by_name<C: Cause>(counts: &CauseCounts<C>) -> BTreeMap<&'static str, u64> {
    counts.iter().map(|(cause, count)| (cause.as_str(), count)).collect()
}
