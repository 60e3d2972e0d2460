//! Keyword arguments that select records of WARC files.

use crate::arguments::StrList;
use crate::errors::value_error;
use crate::keywords::keywords;
use pyo3::prelude::*;
use std::num::NonZeroU64;
use tagrake_bulk::pipeline::{RunOptions, Selection};

keywords! {
    /// The keyword arguments that select records.
    pub(crate) struct SelectionKeywords {
        mime: Option<String> = None,
        status: Option<String> = None,
        hosts: Option<StrList> = None,
        exclude_hosts: Option<StrList> = None,
        url_prefixes: Option<StrList> = None,
        sample: Option<String> = None,
        dedup: Option<String> = None,
    }
}

impl SelectionKeywords {
    /// Returns the names of the present arguments.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        let present = [
            ("mime", self.mime.is_some()),
            ("status", self.status.is_some()),
            ("hosts", self.hosts.is_some()),
            ("exclude_hosts", self.exclude_hosts.is_some()),
            ("url_prefixes", self.url_prefixes.is_some()),
            ("sample", self.sample.is_some()),
            ("dedup", self.dedup.is_some()),
        ];
        present.into_iter().filter(|(_, is_present)| *is_present).map(|(name, _)| name).collect()
    }

    /// Returns the options of a run over the selected records. `takes_any_record` is true if records of any MIME type and status
    /// are read by default.
    pub(crate) fn run_options(&self, takes_any_record: bool) -> PyResult<RunOptions> {
        Ok(RunOptions {
            selection: self.selection(takes_any_record)?,
            distinct_among: self.dedup.as_ref().map(|_| RunOptions::DISTINCT_AMONG),
            trusts_digests: self.trusts_digests()?,
            ..RunOptions::default()
        })
    }

    /// Returns the pages to read. `takes_any_record` is true if records of any MIME type and status are read by default.
    fn selection(&self, takes_any_record: bool) -> PyResult<Selection> {
        let mut selection = Selection::default();
        if takes_any_record {
            selection = selection.with_mime_types("all").with_statuses("all").map_err(value_error)?;
        }
        if let Some(mime) = &self.mime {
            selection = selection.with_mime_types(mime);
        }
        if let Some(status) = &self.status {
            selection = selection.with_statuses(status).map_err(value_error)?;
        }
        if let Some(StrList(hosts)) = &self.hosts {
            if hosts.is_empty() {
                return Err(value_error("no hosts requested"));
            }
            selection = selection.with_hosts(&hosts.join(",")).map_err(value_error)?;
        }
        if let Some(StrList(hosts)) = self.exclude_hosts.as_ref().filter(|hosts| !hosts.0.is_empty()) {
            selection = selection.without_hosts(&hosts.join(",")).map_err(value_error)?;
        }
        if let Some(StrList(prefixes)) = &self.url_prefixes {
            if prefixes.is_empty() {
                return Err(value_error("no url_prefixes requested"));
            }
            selection = selection.with_url_prefixes(prefixes);
        }
        match &self.sample {
            Some(sample) => selection.with_sample(sample).map_err(value_error),
            None => Ok(selection),
        }
    }

    /// Returns true if a declared digest decides whether a page is a duplicate.
    fn trusts_digests(&self) -> PyResult<bool> {
        match self.dedup.as_deref() {
            None | Some("digest") => Ok(false),
            Some("declared-digest") => Ok(true),
            Some(dedup) => {
                let expected = "expected \"digest\" or \"declared-digest\"";
                Err(value_error(format!("unknown dedup= value {dedup:?}: {expected}")))
            }
        }
    }
}

/// Returns the value of `limit=`.
pub(crate) fn limit_of(limit: Option<u64>) -> PyResult<Option<NonZeroU64>> {
    limit.map(|limit| NonZeroU64::new(limit).ok_or_else(|| value_error("limit= must be at least 1"))).transpose()
}
