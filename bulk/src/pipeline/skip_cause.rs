//! The causes by which inputs are skipped.

/// The cause of a skipped input.
///
/// ```
/// assert_eq!(tagrake_bulk::pipeline::SkipCause::UrlPrefix.as_str(), "url-prefix");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SkipCause {
    /// A response, resource or conversion record whose MIME type is not selected.
    Mime,
    /// A response whose status is not selected.
    Status,
    /// A page, or a record that may be one, whose host is not selected.
    Host,
    /// A page, or a record that may be one, whose URL has none of the selected prefixes.
    UrlPrefix,
    /// A page, or a record that may be one, that is not in the sample.
    Sample,
    /// A page with the digest of an earlier one.
    Duplicate,
    /// A record of an index that has a type without pages.
    RecordType,
    /// A further segment of a segmented record.
    Continuation,
    /// A file of a folder with the name of another type.
    FileType,
}

impl SkipCause {
    /// All causes.
    pub const ALL: &[Self] = &[
        Self::Mime,
        Self::Status,
        Self::Host,
        Self::UrlPrefix,
        Self::Sample,
        Self::Duplicate,
        Self::RecordType,
        Self::Continuation,
        Self::FileType,
    ];

    /// Returns the name under which inputs are counted.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mime => "mime",
            Self::Status => "status",
            Self::Host => "host",
            Self::UrlPrefix => "url-prefix",
            Self::Sample => "sample",
            Self::Duplicate => "duplicate",
            Self::RecordType => "record-type",
            Self::Continuation => "continuation",
            Self::FileType => "file-type",
        }
    }
}
