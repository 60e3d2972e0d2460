//! The result of decoding a body: its length, and the reason why its end is missing.

use std::fmt;

/// The result of decoding a body.
pub(super) struct DecodedBody {
    pub(super) length: usize,
    pub(super) damage: Option<BodyDamage>,
}

/// The reason why the end of a body is missing.
///
/// ```
/// use tagrake_archive::http::BodyDamage;
///
/// assert_eq!(BodyDamage::Truncated.to_string(), "the coded body ends early");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BodyDamage {
    /// The coded body is truncated.
    Truncated,
    /// The coded body is invalid, or its checksum does not match.
    Corrupt,
    /// The decoded body exceeds the [`BodyLimits`](super::BodyLimits).
    OverLimit,
    /// The coded body needs a larger window than 128 MiB, or a dictionary.
    Unsupported,
}

impl fmt::Display for BodyDamage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Truncated => "the coded body ends early",
            Self::Corrupt => "the coded body is corrupt",
            Self::OverLimit => "the decoded body is over the limit",
            Self::Unsupported => "the coded body needs a larger window than the limit, or a dictionary",
        })
    }
}

impl std::error::Error for BodyDamage {}
