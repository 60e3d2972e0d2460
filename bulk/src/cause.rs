//! The causes by which inputs, pages and errors are counted, and their counts.
//!
//! [`causes!`] defines an enum of causes: each has a name for programs and words for people, written once.

use serde::{Serialize, Serializer};
use std::fmt;
use tagrake_archive::warc::Irregularity;
use tagrake_extract::Flag;

/// A cause by which inputs, pages or errors are counted.
///
/// ```
/// use tagrake_bulk::pipeline::{Cause, SkipCause};
///
/// assert_eq!((SkipCause::Mime.as_str(), SkipCause::Mime.words()), ("mime", "not HTML"));
/// ```
pub trait Cause: Copy + PartialEq + fmt::Debug + 'static {
    /// Returns the name for programs, by which counts are sorted.
    fn as_str(self) -> &'static str;

    /// Returns the cause in words, as the summary of the command reports it.
    fn words(self) -> &'static str;
}

/// Defines an enum of causes with `ALL`, `as_str` and `words`.
macro_rules! causes {
    (
        $(#[$meta:meta])*
        enum $Name:ident { $($(#[$doc:meta])* $Variant:ident = $name:literal, $words:literal;)* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum $Name {
            $($(#[$doc])* $Variant,)*
        }

        impl $Name {
            /// All causes.
            pub const ALL: &'static [Self] = &[$(Self::$Variant),*];

            /// Returns the name for programs.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name,)*
                }
            }
        }

        impl $crate::cause::Cause for $Name {
            fn as_str(self) -> &'static str {
                self.as_str()
            }

            fn words(self) -> &'static str {
                match self {
                    $(Self::$Variant => $words,)*
                }
            }
        }
    };
}
pub(crate) use causes;

impl Cause for Flag {
    fn as_str(self) -> &'static str {
        self.as_str()
    }

    fn words(self) -> &'static str {
        match self {
            Self::AmbiguousReplayed => "read again for foreign content",
            Self::Frameset => "frameset",
            Self::EncodingRestart => "read again in another encoding",
            Self::TruncatedInput => "ends within markup",
            Self::BinaryData => "starts like binary data",
            Self::UrlInvalid => "URL not absolute",
            Self::LimitAttributes => "attributes of a tag",
            Self::LimitDepth => "open elements",
            Self::LimitToken => "token length",
            Self::LimitArena => "memory",
            Self::LimitLinks => "links",
            Self::LimitHeadings => "headings",
            Self::LimitText => "text",
            Self::LimitJsonLd => "JSON-LD",
            Self::LimitItems => "microdata and RDFa",
            Self::LimitSelect => "values of selectors",
            Self::LimitInput => "page length",
            Self::LimitTokens => "tokens",
            // The enum may grow; a test finds a flag without words.
            _ => self.as_str(),
        }
    }
}

impl Cause for Irregularity {
    fn as_str(self) -> &'static str {
        self.as_str()
    }

    fn words(self) -> &'static str {
        match self {
            Self::HttpHead => "no HTTP head",
            Self::Head => "irregular WARC header",
            Self::Length => "wrong Content-Length",
            Self::MissingLength => "no Content-Length",
            Self::Newlines => "no newlines at the end",
            // The enum may grow.
            _ => self.as_str(),
        }
    }
}

/// Counts by cause, sorted by the name of the cause. As JSON, an object.
///
/// ```
/// use tagrake_bulk::pipeline::{CauseCounts, SkipCause};
///
/// let counts = CauseCounts::from([(SkipCause::Status, 1), (SkipCause::Mime, 2)]);
/// assert_eq!((counts.get(SkipCause::Mime), counts.get(SkipCause::Host), counts.total()), (2, 0, 3));
/// assert_eq!(serde_json::to_string(&counts)?, r#"{"mime":2,"status":1}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CauseCounts<C>(Vec<(C, u64)>);

impl<C: Cause> CauseCounts<C> {
    /// Adds to the count of a cause.
    pub fn add(&mut self, cause: C, count: u64) {
        match self.0.binary_search_by_key(&cause.as_str(), |(known, _)| known.as_str()) {
            Ok(at) => self.0[at].1 += count,
            Err(at) => self.0.insert(at, (cause, count)),
        }
    }

    /// Returns the count of a cause.
    pub fn get(&self, cause: C) -> u64 {
        self.iter().find(|(known, _)| *known == cause).map_or(0, |(_, count)| count)
    }

    /// Returns each counted cause and its count.
    pub fn iter(&self) -> impl Iterator<Item = (C, u64)> + Clone {
        self.0.iter().copied()
    }

    /// Returns the sum of the counts.
    pub fn total(&self) -> u64 {
        self.iter().map(|(_, count)| count).sum()
    }

    /// Returns true if nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<C> Default for CauseCounts<C> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<C: Cause, const N: usize> From<[(C, u64); N]> for CauseCounts<C> {
    fn from(counts: [(C, u64); N]) -> Self {
        let mut all = Self::default();
        counts.into_iter().for_each(|(cause, count)| all.add(cause, count));
        all
    }
}

impl<C: Cause> Serialize for CauseCounts<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(cause, count)| (cause.as_str(), count)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_has_words() {
        for flag in Flag::ALL {
            // The word for a frameset is its name.
            assert!(*flag == Flag::Frameset || flag.words() != flag.as_str(), "{flag}");
        }
    }
}
