//! Summaries of records and pages, for reports on a run.

use crate::cause::causes;
use crate::input::{CutCause, ErrorCause, FetchTime};
use crate::pipeline::counts::SkipCause;
use crate::pipeline::records::record_page::may_be_page;
use std::sync::Arc;
use tagrake::encoding::Source;
use tagrake_archive::warc::{Irregularity, RecordKind};

/// A record of a WARC file, or a page that is not in one: what its head and its payload declare, what was found instead,
/// and what became of it. Passed to [`RowSink::record`](super::RowSink::record) if
/// [`RunOptions::summaries`](super::RunOptions::summaries) is set.
///
/// ```
/// use tagrake_bulk::pipeline::{RecordPlace, RecordSummary};
///
/// let summary = RecordSummary::new("a.html".into(), RecordPlace::Page);
/// assert_eq!((summary.kind, summary.page.is_some()), (None, false));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordSummary {
    /// The file, or the archive in a container. For a line of a file, also its number.
    pub origin: Arc<str>,
    /// Where it is in the file.
    pub place: RecordPlace,
    /// The type of the record; `None` for a page that is not in a record.
    pub kind: Option<RecordKind>,
    /// The URL. One of more than [`MAX_URL_BYTES`](Self::MAX_URL_BYTES) is its start and `…`.
    pub url: Option<Box<str>>,
    /// The time in `WARC-Date`.
    pub time: Option<FetchTime>,
    /// The length of the block or page in bytes.
    pub bytes: u64,
    /// The status of the HTTP response.
    pub status: Option<u16>,
    /// The MIME types of the payload.
    pub types: TypeSummary,
    /// The languages that the crawler identified: `WARC-Identified-Content-Language`, in lower case.
    pub identified_languages: Option<Box<str>>,
    /// The value of `WARC-Truncated`, in lower case.
    pub truncated: Option<Box<str>>,
    /// The reason why the end of the page was not read.
    pub cut: Option<CutCause>,
    /// The reason why the record is not read as a page, if it could be one.
    pub skipped: Option<SkipCause>,
    /// The damage or irregularity of the record.
    pub defect: Option<RecordDefect>,
    /// The outcomes of verifying `WARC-Block-Digest` and `WARC-Payload-Digest`; `None` if they were not verified.
    pub digests: Option<[DigestOutcome; 2]>,
    /// The page that was read.
    pub page: Option<PageSummary>,
}

impl RecordSummary {
    /// Maximum bytes of a URL.
    pub const MAX_URL_BYTES: usize = 1 << 10;

    /// Creates the summary of a record. Only its place is known.
    pub fn new(origin: Arc<str>, place: RecordPlace) -> Self {
        Self {
            origin,
            place,
            kind: None,
            url: None,
            time: None,
            bytes: 0,
            status: None,
            types: TypeSummary::default(),
            identified_languages: None,
            truncated: None,
            cut: None,
            skipped: None,
            defect: None,
            digests: None,
            page: None,
        }
    }

    /// Returns true for a page that is not in a record, and for records that are read as pages if their MIME type is selected.
    pub fn may_be_page(&self) -> bool {
        self.kind.is_none_or(may_be_page)
    }

    /// Returns the bytes of memory that the summary takes.
    pub(super) fn memory_bytes(&self) -> usize {
        let Self { url, types, identified_languages, truncated, .. } = self;
        let texts = [url, &types.declared, &types.detected, &types.selecting, identified_languages, truncated];
        size_of::<Self>() + texts.into_iter().flatten().map(|text| text.len()).sum::<usize>()
    }
}

/// The MIME types of a payload, in lower case.
///
/// ```
/// assert_eq!(tagrake_bulk::pipeline::TypeSummary::default().declared, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypeSummary {
    /// The type that the response declares, or the record if its block is the payload.
    pub declared: Option<Box<str>>,
    /// The type that the crawler identified, otherwise `text/html` if the payload starts like HTML.
    pub detected: Option<Box<str>>,
    /// The type by which pages are selected: the one that the crawler identified, otherwise the declared one.
    pub selecting: Option<Box<str>>,
}

/// The place of a record or page.
///
/// ```
/// use tagrake_bulk::pipeline::RecordPlace;
///
/// assert_ne!(RecordPlace::Page, RecordPlace::Record { offset: 0, length: 9 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordPlace {
    /// A record with these bytes of the file.
    Record {
        /// The offset in the file.
        offset: u64,
        /// The stored length.
        length: u64,
    },
    /// A record that shares a gzip member or zstd frame with others.
    InMember {
        /// The offset of the member or frame in the file.
        offset: u64,
    },
    /// A page that is not in a record.
    Page,
}

/// The damage or irregularity of a record.
///
/// ```
/// use tagrake_bulk::input::ErrorCause;
/// use tagrake_bulk::pipeline::RecordDefect;
///
/// assert_ne!(RecordDefect::Damaged(ErrorCause::Head), RecordDefect::Damaged(ErrorCause::Length));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordDefect {
    /// Bytes may be missing, or belong to another record.
    Damaged(ErrorCause),
    /// The record is complete.
    Irregular(Irregularity),
}

/// A page that was read.
///
/// ```
/// use tagrake_bulk::pipeline::PageSummary;
///
/// let language = |page: &PageSummary| page.language.clone();
/// # let _ = language;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageSummary {
    /// The name of its encoding.
    pub encoding: &'static str,
    /// The evidence that determined the encoding.
    pub source: Source,
    /// The error in the declaration of the encoding, if there is one.
    pub defect: Option<EncodingDefect>,
    /// The language that the page declares, in lower case: the attribute `lang` of `html`, otherwise `meta` or header
    /// `Content-Language`.
    pub language: Option<Box<str>>,
}

causes! {
    /// An error in the declaration of an encoding.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::pipeline::EncodingDefect::InvalidBytes.as_str(), "invalid-bytes");
    /// ```
    enum EncodingDefect {
        /// The page has bytes that are invalid in the declared encoding.
        InvalidBytes = "invalid-bytes", "bytes that are invalid in the declared encoding";
        /// Another encoding is declared, but all bytes are UTF-8, and some are not ASCII.
        IsUtf8 = "is-utf-8", "another encoding is declared, but the bytes are UTF-8";
        /// A label is declared that is no encoding.
        UnknownLabel = "unknown-label", "an unknown label is declared";
        /// The header and the page declare different encodings.
        Contradiction = "contradiction", "the HTTP header and the page declare different encodings";
    }
}

causes! {
    /// The outcome of verifying one digest of a record.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::pipeline::DigestOutcome::Verified.as_str(), "verified");
    /// ```
    enum DigestOutcome {
        /// The header matches the bytes.
        Verified = "verified", "verified";
        /// The header does not match the bytes.
        Failed = "failed", "failed";
        /// The record does not have this digest.
        Absent = "absent", "absent";
        /// The digest cannot be verified.
        Unverified = "unverified", "not verified";
    }
}
