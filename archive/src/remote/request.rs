//! A request for a file, or for a range of it.

use object_store::{GetOptions, GetRange};
use reqwest::header::HeaderValue;

/// A request.
#[derive(Clone, Debug, Default)]
pub(super) struct Request {
    /// The offset of the first byte; `None` for the complete file.
    pub(super) start: Option<u64>,
    /// The offset just past the last byte of a range; `None` for the end of the file.
    pub(super) end: Option<u64>,
    /// The strong `ETag` of the only version that is wanted.
    pub(super) if_match: Option<String>,
    /// True for the head of the response alone.
    pub(super) is_head: bool,
}

impl Request {
    /// Returns the value of the header `Range`.
    pub(super) fn range_header(&self) -> Option<HeaderValue> {
        let last = self.end.map(|end| end.saturating_sub(1).to_string()).unwrap_or_default();
        HeaderValue::try_from(format!("bytes={}-{last}", self.start?)).ok()
    }

    /// Returns the request as `object_store` has it.
    pub(super) fn options(&self) -> GetOptions {
        let range = self.start.map(|start| match self.end {
            Some(end) => GetRange::Bounded(start..end),
            None => GetRange::Offset(start),
        });
        GetOptions { range, if_match: self.if_match.clone(), head: self.is_head, ..GetOptions::default() }
    }
}
