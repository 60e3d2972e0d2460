//! Keyword arguments that select records of WARC files.

use crate::arguments::{Int, Positive, StrArgument, StrList, one_of, one_or_items, wrong_type, wrong_value};
use crate::errors::value_error;
use crate::keywords::keywords;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use std::num::NonZeroU64;
use tagrake_bulk::pipeline::{RunOptions, Selection};

keywords! {
    /// The keyword arguments that select records.
    pub(crate) struct SelectionKeywords(selection_help, selection_signature) {
        /// The MIME types of records to read: "html", "all", a type such as "text/plain", or a list of these. By default, HTML
        /// and the texts of WET files are read, and records of all types in the table "records".
        mime: Option<MimeTypes> = None => "None",
        /// The HTTP statuses of records to read: 200, "2xx", "all", or a list of these. "2xx" by default, and
        /// all in the table "records".
        status: Option<Statuses> = None => "None",
        /// Only records whose URL has one of these hosts: "example.com", "*.example.com" for it and its subdomains, or a list
        /// of these.
        hosts: Option<Hosts> = None => "None",
        /// No records whose URL has one of these hosts, in the form of hosts.
        exclude_hosts: Option<Hosts> = None => "None",
        /// Only records whose URL starts with this text, or one of these texts.
        url_prefixes: Option<StrList> = None => "None",
        /// Only the records of a sample of URLs: "1/100" or 0.01. The SHA-1 of the URL decides, so it is the same in every call.
        sample: Option<Sample> = None => "None",
        /// Only records that were fetched at this time or later: "2024", "2024-05", "2024-05-18" or "2024-05-18T01:58:10Z".
        /// Records without a time are left out.
        fetched_from: Option<FetchBound> = None => "None",
        /// Only records that were fetched before this time, or in this year, month or day, in the form of fetched_from.
        fetched_to: Option<FetchBound> = None => "None",
        /// "digest" to leave out records whose body equals one of the last 1.8 million distinct bodies of the call, or
        /// "declared-digest" to trust the SHA-1 in WARC-Payload-Digest for that, even if it is wrong; "text" to leave out pages
        /// with the main text of an earlier one. Uses one thread.
        dedup: Option<Dedup> = None => "None",
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
            ("fetched_from", self.fetched_from.is_some()),
            ("fetched_to", self.fetched_to.is_some()),
            ("dedup", self.dedup.is_some()),
        ];
        present.into_iter().filter(|(_, is_present)| *is_present).map(|(name, _)| name).collect()
    }

    /// Returns the options of a run over the selected records. `takes_any_record` is true if records of any MIME type and status
    /// are read by default.
    pub(crate) fn run_options(&self, takes_any_record: bool) -> PyResult<RunOptions> {
        Ok(RunOptions {
            selection: self.selection(takes_any_record)?,
            distinct_among: self.dedup.filter(|by| *by != Dedup::Text).map(|_| RunOptions::DISTINCT_AMONG),
            trusts_digests: self.trusts_digests(),
            ..RunOptions::default()
        })
    }

    /// Returns the pages to read. `takes_any_record` is true if records of any MIME type and status are read by default.
    fn selection(&self, takes_any_record: bool) -> PyResult<Selection> {
        let mut selection = if takes_any_record { Selection::all() } else { Selection::default() };
        if let Some(MimeTypes(mime)) = &self.mime {
            selection = selection.with_mime_types(mime).map_err(value_error)?;
        }
        if let Some(Statuses(status)) = &self.status {
            selection = selection.with_statuses(status).map_err(value_error)?;
        }
        if let Some(Hosts(hosts)) = &self.hosts {
            if hosts.is_empty() {
                return Err(value_error("argument 'hosts': expected at least one host"));
            }
            selection = selection.with_hosts(hosts).map_err(value_error)?;
        }
        if let Some(Hosts(hosts)) = self.exclude_hosts.as_ref().filter(|hosts| !hosts.0.is_empty()) {
            selection = selection.without_hosts(hosts).map_err(value_error)?;
        }
        if let Some(StrList(prefixes)) = &self.url_prefixes {
            if prefixes.is_empty() {
                return Err(value_error("argument 'url_prefixes': expected at least one text"));
            }
            selection = selection.with_url_prefixes(prefixes);
        }
        if let Some(Sample(sample)) = &self.sample {
            selection = selection.with_sample(sample).map_err(value_error)?;
        }
        if let Some(FetchBound(time)) = &self.fetched_from {
            selection = selection.with_fetched_from(time).map_err(value_error)?;
        }
        if let Some(FetchBound(time)) = &self.fetched_to {
            let is_after = |error| value_error(format!("{error}: fetched_from is after fetched_to"));
            selection = selection.with_fetched_to(time).map_err(is_after)?;
        }
        Ok(selection)
    }

    /// Returns true if a declared digest decides whether a page is a duplicate.
    fn trusts_digests(&self) -> bool {
        self.dedup == Some(Dedup::DeclaredDigest)
    }

    /// Returns true if pages with the main text of an earlier page are left out.
    pub(crate) fn has_distinct_texts(&self) -> bool {
        self.dedup == Some(Dedup::Text)
    }
}

/// MIME types, separated by commas.
pub(crate) struct MimeTypes(String);

impl<'py> FromPyObject<'_, 'py> for MimeTypes {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let names = one_or_items(&object, "\"html\", \"all\", a MIME type or a list of these", |name| {
            let StrArgument(names) = name.extract()?;
            match Selection::default().with_mime_types(&names) {
                Ok(_) => Ok(names),
                Err(_) => Err(wrong_value("\"html\", \"all\" or a MIME type such as \"text/plain\"", name)),
            }
        });
        Ok(Self(names?.join(",")))
    }
}

/// Statuses of HTTP, separated by commas.
pub(crate) struct Statuses(String);

impl<'py> FromPyObject<'_, 'py> for Statuses {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        const EXPECTED: &str = "a status such as 200, \"2xx\", \"all\" or a list of these";
        let status = |status: &Bound<'py, PyAny>| {
            let text = match status.extract::<StrArgument>() {
                Ok(StrArgument(text)) => text,
                Err(_) => status.extract::<Status>().map_err(|_| wrong_type(EXPECTED, status))?.0.to_string(),
            };
            Selection::default().with_statuses(&text).map_err(|_| wrong_value(EXPECTED, status))?;
            Ok(text)
        };
        let one = object.extract::<Status>().is_ok();
        let texts = if one { vec![status(&object)?] } else { one_or_items(&object, EXPECTED, status)? };
        Ok(Self(texts.join(",")))
    }
}

type Status = Int<0, 999>;

/// Hosts, separated by commas.
pub(crate) struct Hosts(String);

impl<'py> FromPyObject<'_, 'py> for Hosts {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let hosts = one_or_items(&object, "a host or a list of hosts", |host| {
            let StrArgument(host) = host.extract()?;
            Selection::default().with_hosts(&host).map(|_| host).map_err(value_error)
        });
        Ok(Self(hosts?.join(",")))
    }
}

/// A fraction 1/N of the pages.
pub(crate) struct Sample(String);

impl<'py> FromPyObject<'_, 'py> for Sample {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        const EXPECTED: &str = "a fraction 1/N, such as \"1/100\" or 0.01";
        if let Ok(StrArgument(text)) = object.extract() {
            return Selection::default().with_sample(&text).map(|_| Self(text)).map_err(value_error);
        }
        if object.is_instance_of::<PyBool>() {
            return Err(wrong_type(EXPECTED, &object));
        }
        let fraction: f64 = object.extract().map_err(|_| wrong_type(EXPECTED, &object))?;
        let count = (1.0 / fraction).round();
        match (1.0..=MAX_SAMPLE).contains(&count) && (count * fraction - 1.0).abs() < 1e-9 {
            true => Ok(Self(format!("1/{count}"))),
            false => Err(wrong_value(EXPECTED, &object)),
        }
    }
}

/// The start or the end of the fetch times.
pub(crate) struct FetchBound(String);

impl<'py> FromPyObject<'_, 'py> for FetchBound {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let StrArgument(time) = object.extract()?;
        Selection::default().with_fetched_from(&time).map(|_| Self(time)).map_err(value_error)
    }
}

/// The greatest denominator of a float. The next ones would not differ by their nearest integers.
const MAX_SAMPLE: f64 = 1e9;

/// How duplicates are found.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Dedup {
    Digest,
    DeclaredDigest,
    Text,
}

impl<'py> FromPyObject<'_, 'py> for Dedup {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let names = [("digest", Self::Digest), ("declared-digest", Self::DeclaredDigest), ("text", Self::Text)];
        one_of(&object, &names)
    }
}

/// Returns the value of `limit=`.
pub(crate) fn limit_of(limit: Option<Positive>) -> Option<NonZeroU64> {
    limit.and_then(|limit| NonZeroU64::new(limit.0 as u64))
}
