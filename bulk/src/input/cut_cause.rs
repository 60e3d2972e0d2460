//! The causes of a missing end of a page.

use crate::cause::causes;
use tagrake_archive::http::BodyDamage;
use tagrake_archive::warc::Record;

causes! {
    /// The cause of a missing end of a page.
    ///
    /// ```
    /// use tagrake_bulk::input::CutCause;
    ///
    /// assert_eq!(CutCause::BodyLong.as_str(), "body-long");
    /// assert_eq!(CutCause::BodyLong.content_truncated(), "length");
    /// ```
    enum CutCause {
        /// The record, or the page of a file, is longer than the limit.
        Long = "long", "record over the limit";
        /// The record is damaged: bytes of the page may be missing, or belong to another record.
        Damaged = "damaged", "record damaged";
        /// The record is the first segment of a longer one.
        Segmented = "segmented", "first segment only";
        /// The decoded body is longer than the limit.
        BodyLong = "body-long", "body over the limit";
        /// The coded body is truncated.
        BodyTruncated = "body-truncated", "body truncated";
        /// The coded body is corrupt.
        BodyCorrupt = "body-corrupt", "body corrupt";
        /// The coded body needs a larger window than the limit, or a dictionary.
        BodyUnsupported = "body-unsupported", "zstd window of the body over the limit, or dictionary missing";
        /// The entry of an index has no digest, because the block of its record is longer than the limit.
        NoDigest = "no-digest", "over the limit";
    }
}

impl CutCause {
    /// Returns why the payload of a record is incomplete, if it is. `damage` is the damage of its body.
    pub(crate) fn of_record(record: &Record<'_>, damage: Option<BodyDamage>) -> Option<Self> {
        match damage {
            _ if record.error.is_some() => Some(Self::Damaged),
            _ if record.is_over_limit() => Some(Self::Long),
            _ if is_segmented(record) => Some(Self::Segmented),
            damage => damage.map(Self::from),
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

/// Returns true if the block is the first segment of a longer one. The other segments are `continuation` records,
/// usually in other files, and are not joined.
pub(crate) fn is_segmented(record: &Record<'_>) -> bool {
    record.headers.get("WARC-Segment-Number").is_some()
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
