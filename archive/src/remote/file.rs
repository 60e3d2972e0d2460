//! A remote file: its URL, and the head of its first response.

use super::options::RemoteOptions;
use super::url_name::SplitUrl;
use super::version::RemoteHead;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A file in an object store or on a web server. Clones share the head of the first response.
#[derive(Clone)]
pub struct RemoteFile {
    /// The URL, which may contain a password.
    pub(super) url: Arc<str>,
    #[cfg_attr(not(feature = "remote"), expect(dead_code, reason = "nothing is downloaded"))]
    pub(super) options: RemoteOptions,
    pub(super) head: Arc<OnceLock<RemoteHead>>,
}

impl fmt::Debug for RemoteFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("RemoteFile").field(&self.shown()).finish()
    }
}

impl PartialEq for RemoteFile {
    fn eq(&self, other: &Self) -> bool {
        self.url == other.url
    }
}

impl Eq for RemoteFile {}

impl RemoteFile {
    /// Returns `None` if `path` is not a URL that is read.
    pub fn of(path: &Path, options: &RemoteOptions) -> Option<Self> {
        let url = path.to_str()?;
        SplitUrl::of(url)?;
        Some(Self { url: url.into(), options: options.clone(), head: Arc::default() })
    }

    fn split(&self) -> SplitUrl<'_> {
        SplitUrl::of(&self.url).expect("`of` takes no other URL")
    }

    /// Returns the scheme and the host.
    #[cfg(feature = "remote")]
    pub(super) fn server(&self) -> String {
        let SplitUrl { scheme, host, .. } = self.split();
        format!("{scheme}://{host}")
    }

    /// Returns the URL as given, which may contain a password.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the URL without a password and without a query that grants access.
    pub fn shown(&self) -> String {
        self.split().shown()
    }

    /// Returns the path that mirrors the URL, which may contain `.` and `..`.
    pub fn output_path(&self) -> PathBuf {
        self.split().output_path()
    }

    /// Returns the head of the first response; `None` before it.
    pub fn head(&self) -> Option<&RemoteHead> {
        self.head.get()
    }

    /// Returns true if the file is on a web server, so that a page in it is the response to a request for its URL.
    pub fn is_web(&self) -> bool {
        self.split().is_web()
    }

    /// Returns the URL of a page in a file on a web server: the URL of the first response, after redirects.
    pub fn page_url(&self) -> String {
        self.head().and_then(|head| head.url.clone()).unwrap_or_else(|| self.shown())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_equal_if_their_urls_are() {
        let file = |url: &str| RemoteFile::of(Path::new(url), &RemoteOptions::default()).expect("a URL");
        assert_eq!(file("https://e.org/a"), file("https://e.org/a"));
        assert_ne!(file("https://e.org/a"), file("https://e.org/b"));
    }
}
