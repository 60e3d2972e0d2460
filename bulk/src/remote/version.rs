//! The version of a remote file: the facts that reveal that it changed.

/// The length and version of a remote file, as its server reported them.
///
/// ```
/// use tagrake_bulk::input::{InputFile, InputFormat};
///
/// // It is known after the first response.
/// let file = InputFile::new("https://example.com/crawl.warc.gz".into(), InputFormat::Auto);
/// assert_eq!(file.remote_version(), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RemoteVersion {
    /// The length in bytes; `None` if the server does not report it.
    pub length: Option<u64>,
    /// The `ETag` header.
    pub etag: Option<String>,
    /// The `Last-Modified` header.
    pub last_modified: Option<String>,
}

impl RemoteVersion {
    /// Returns true if another response can be compared with this version: it has an `ETag`, or a `Last-Modified` time.
    ///
    /// ```
    /// assert!(!tagrake_bulk::input::RemoteVersion::default().is_comparable());
    /// ```
    pub fn is_comparable(&self) -> bool {
        self.etag.is_some() || self.last_modified.is_some()
    }

    /// Returns true if `other` is certainly the same version.
    #[cfg(feature = "remote")]
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let is_same_length = match (self.length, other.length) {
            (Some(length), Some(other)) => length == other,
            _ => true,
        };
        let is_same_version = match (&self.etag, &other.etag) {
            (None, None) => self.last_modified.is_some() && self.last_modified == other.last_modified,
            (etag, other) => etag == other,
        };
        is_same_length && is_same_version
    }

    /// Returns the `ETag` if a server can compare it byte by byte: it is not weak.
    #[cfg(feature = "remote")]
    pub(super) fn strong_etag(&self) -> Option<&str> {
        self.etag.as_deref().filter(|etag| !etag.starts_with("W/"))
    }
}

#[cfg(all(test, feature = "remote"))]
mod tests {
    use super::*;

    #[test]
    fn versions_differ_by_length_tag_and_time() {
        let version = |length, etag: &str, time: &str| {
            let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            RemoteVersion { length, etag: some(etag), last_modified: some(time) }
        };
        let cases = [
            (version(Some(1), "\"a\"", ""), version(Some(1), "\"a\"", "today"), true),
            (version(Some(1), "\"a\"", ""), version(Some(1), "\"b\"", ""), false),
            (version(Some(1), "\"a\"", ""), version(Some(2), "\"a\"", ""), false),
            (version(Some(1), "\"a\"", ""), version(None, "\"a\"", ""), true),
            (version(Some(1), "\"a\"", "today"), version(Some(1), "", "today"), false),
            (version(Some(1), "", "today"), version(Some(1), "", "today"), true),
            (version(Some(1), "", "today"), version(Some(1), "", "now"), false),
            (version(Some(1), "", ""), version(Some(1), "", ""), false),
        ];
        for (one, other, is_same) in cases {
            assert_eq!(one.is_same(&other), is_same, "{one:?} {other:?}");
        }
        assert_eq!(version(None, "W/\"a\"", "").strong_etag(), None);
    }
}
