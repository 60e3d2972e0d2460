//! The head of the response for a remote file, and the version of the file: the facts that reveal that it changed.

use crate::header_fields::Headers;

/// The length and version of a remote file, as its server reported them.
///
/// ```
/// use std::path::Path;
/// use tagrake_archive::remote::{RemoteFile, RemoteOptions};
///
/// // It is known after the first response.
/// let file = RemoteFile::of(Path::new("https://example.com/crawl.warc.gz"), &RemoteOptions::default()).unwrap();
/// assert!(file.head().is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RemoteVersion {
    /// The length in bytes; `None` if the server does not report it.
    pub length: Option<u64>,
    /// The `ETag` header.
    pub etag: Option<String>,
    /// The `Last-Modified` header.
    pub last_modified: Option<String>,
}

/// The head of the response for a remote file.
#[derive(Clone, Debug, Default)]
pub struct RemoteHead {
    /// The version of the file.
    pub version: RemoteVersion,
    /// The status code.
    pub status: u16,
    /// The URL of the response if the request was redirected, without a query that grants access.
    pub(crate) url: Option<String>,
    /// The fields of the head.
    pub headers: Headers,
}

impl RemoteVersion {
    /// Returns true if another response can be compared with this version: it has an `ETag`, or a `Last-Modified` time.
    ///
    /// ```
    /// assert!(!tagrake_archive::remote::RemoteVersion::default().is_comparable());
    /// ```
    pub fn is_comparable(&self) -> bool {
        self.etag.is_some() || self.last_modified.is_some()
    }

    /// Compares this version with the version of a later response.
    #[cfg(feature = "remote")]
    pub(super) fn compare(&self, other: &Self) -> Comparison {
        if differ(self.length, other.length) {
            return Comparison::Different;
        }
        if let (Some(etag), Some(other_etag)) = (&self.etag, &other.etag) {
            if opaque(etag) != opaque(other_etag) {
                return Comparison::Different;
            }
            if is_strong(etag) && is_strong(other_etag) {
                return Comparison::Same;
            }
        }
        match (&self.last_modified, &other.last_modified) {
            (Some(time), Some(other_time)) if time == other_time => Comparison::Same,
            (Some(_), Some(_)) => Comparison::Different,
            _ => Comparison::Unknown,
        }
    }

    /// Returns true if a later response can be the [same](Comparison::Same) for certain.
    #[cfg(feature = "remote")]
    pub(super) fn identifies_bytes(&self) -> bool {
        self.strong_etag().is_some() || self.last_modified.is_some()
    }

    /// Returns the `ETag` if a server can compare it byte by byte: it is not weak.
    #[cfg(feature = "remote")]
    pub(super) fn strong_etag(&self) -> Option<&str> {
        self.etag.as_deref().filter(|etag| is_strong(etag))
    }
}

/// The result of a comparison of versions.
#[cfg(feature = "remote")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    /// They have the same bytes.
    Same,
    /// Nothing shows a difference, but no strong `ETag` and no `Last-Modified` time shows that they are the same.
    Unknown,
    Different,
}

#[cfg(feature = "remote")]
fn differ(length: Option<u64>, other: Option<u64>) -> bool {
    length.zip(other).is_some_and(|(length, other)| length != other)
}

/// Returns true if files with this `ETag` have the same bytes, and not only the same meaning.
#[cfg(feature = "remote")]
fn is_strong(etag: &str) -> bool {
    !etag.starts_with("W/")
}

/// Returns an `ETag` without the mark of a weak one.
#[cfg(feature = "remote")]
fn opaque(etag: &str) -> &str {
    etag.strip_prefix("W/").unwrap_or(etag)
}

#[cfg(feature = "remote")]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_differ_by_length_tag_and_time() {
        let version = |length, etag: &str, time: &str| {
            let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            RemoteVersion { length, etag: some(etag), last_modified: some(time) }
        };
        use Comparison::{Different, Same, Unknown};
        let cases = [
            (version(Some(1), "\"a\"", ""), version(Some(1), "\"a\"", "today"), Same),
            (version(Some(1), "\"a\"", "today"), version(Some(1), "\"a\"", "now"), Same),
            (version(Some(1), "\"a\"", ""), version(Some(1), "\"b\"", ""), Different),
            (version(Some(1), "\"a\"", ""), version(Some(2), "\"a\"", ""), Different),
            (version(Some(1), "\"a\"", ""), version(None, "\"a\"", ""), Same),
            (version(Some(1), "\"a\"", ""), version(Some(1), "", ""), Unknown),
            (version(Some(1), "\"a\"", "today"), version(Some(1), "", "today"), Same),
            (version(Some(1), "W/\"a\"", ""), version(Some(1), "W/\"a\"", ""), Unknown),
            (version(Some(1), "W/\"a\"", ""), version(Some(1), "W/\"b\"", ""), Different),
            (version(Some(1), "W/\"a\"", ""), version(Some(1), "\"a\"", ""), Unknown),
            (version(Some(1), "W/\"a\"", "today"), version(Some(1), "W/\"a\"", "today"), Same),
            (version(Some(1), "W/\"a\"", "today"), version(Some(1), "W/\"a\"", "now"), Different),
            (version(Some(1), "", "today"), version(Some(1), "", "today"), Same),
            (version(Some(1), "", "today"), version(Some(1), "", "now"), Different),
            (version(Some(1), "", ""), version(Some(1), "", ""), Unknown),
            (version(Some(1), "", ""), version(Some(2), "", ""), Different),
        ];
        for (one, other, expected) in cases {
            assert_eq!(one.compare(&other), expected, "{one:?} {other:?}");
            assert!(expected != Same || one.identifies_bytes(), "{one:?}");
        }
        assert_eq!(version(None, "W/\"a\"", "").strong_etag(), None);
    }
}
