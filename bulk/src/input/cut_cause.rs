//! The causes of a missing end of a page.

use tagrake_archive::http::BodyDamage;

/// The cause of a missing end of a page.
///
/// ```
/// use tagrake_bulk::input::CutCause;
///
/// assert_eq!(CutCause::BodyLong.as_str(), "body-long");
/// assert_eq!(CutCause::BodyLong.content_truncated(), "length");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CutCause {
    /// The record, or the page of a file, is longer than the limit.
    Long,
    /// The record is damaged: bytes of the page may be missing, or belong to another record.
    Damaged,
    /// The record is the first segment of a longer one.
    Segmented,
    /// The decoded body is longer than the limit.
    BodyLong,
    /// The coded body is truncated.
    BodyTruncated,
    /// The coded body is corrupt.
    BodyCorrupt,
    /// The coded body needs a larger window than the limit, or a dictionary.
    BodyUnsupported,
    /// The entry of an index has no digest, because the block of its record is longer than the limit.
    NoDigest,
}

impl CutCause {
    /// All causes.
    pub const ALL: &[Self] = &[
        Self::Long,
        Self::Damaged,
        Self::Segmented,
        Self::BodyLong,
        Self::BodyTruncated,
        Self::BodyCorrupt,
        Self::BodyUnsupported,
        Self::NoDigest,
    ];

    /// Returns the name under which pages are counted.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Long => "long",
            Self::Damaged => "damaged",
            Self::Segmented => "segmented",
            Self::BodyLong => "body-long",
            Self::BodyTruncated => "body-truncated",
            Self::BodyCorrupt => "body-corrupt",
            Self::BodyUnsupported => "body-unsupported",
            Self::NoDigest => "no-digest",
        }
    }

    /// Returns the value of [`Capture::content_truncated`](super::Capture::content_truncated): a value of `WARC-Truncated`,
    /// `segmented` or `damaged`.
    pub const fn content_truncated(self) -> &'static str {
        match self {
            Self::Long | Self::BodyLong | Self::NoDigest => "length",
            Self::Damaged | Self::Segmented => self.as_str(),
            Self::BodyTruncated | Self::BodyCorrupt | Self::BodyUnsupported => "unspecified",
        }
    }
}

impl From<BodyDamage> for CutCause {
    fn from(damage: BodyDamage) -> Self {
        match damage {
            BodyDamage::Truncated => Self::BodyTruncated,
            BodyDamage::Corrupt => Self::BodyCorrupt,
            BodyDamage::OverLimit => Self::BodyLong,
            BodyDamage::Unsupported => Self::BodyUnsupported,
        }
    }
}
