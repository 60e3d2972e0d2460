//! A remote file: its URL, and the head of its first response.

use super::url_name::SplitUrl;
use super::{RemoteOptions, RemoteReader, RemoteVersion};
use crate::header_fields::Headers;
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A file in an object store or on a web server. Clones share the head of the first response.
#[derive(Clone)]
pub(crate) struct RemoteFile {
    /// The URL, which may contain a password.
    pub(super) url: Arc<str>,
    #[cfg_attr(not(feature = "remote"), expect(dead_code, reason = "nothing is downloaded"))]
    pub(super) options: RemoteOptions,
    pub(super) head: Arc<OnceLock<RemoteHead>>,
}

/// The head of a response.
#[derive(Clone, Debug, Default)]
pub(crate) struct RemoteHead {
    pub(crate) version: RemoteVersion,
    pub(crate) status: u16,
    /// The URL of the response if the request was redirected, without a query that grants access.
    pub(crate) url: Option<String>,
    pub(crate) headers: Headers,
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
    pub(crate) fn of(path: &Path, options: &RemoteOptions) -> Option<Self> {
        let url = path.to_str()?;
        SplitUrl::of(url)?;
        Some(Self { url: url.into(), options: options.clone(), head: Arc::default() })
    }

    fn split(&self) -> Option<SplitUrl<'_>> {
        SplitUrl::of(&self.url)
    }

    /// Returns the URL as given, which may contain a password.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Returns the URL without a password and without a query that grants access.
    pub(crate) fn shown(&self) -> String {
        self.split().map(|url| url.shown()).unwrap_or_default()
    }

    /// Returns the path that mirrors the URL, which may contain `.` and `..`.
    pub(crate) fn output_path(&self) -> PathBuf {
        self.split().map(|url| url.output_path()).unwrap_or_default()
    }

    /// Returns the head of the first response; `None` before it.
    pub(crate) fn head(&self) -> Option<&RemoteHead> {
        self.head.get()
    }

    /// Returns true if the file is on a web server, so that a page in it is the response to a request for its URL.
    pub(crate) fn is_web(&self) -> bool {
        self.split().is_some_and(|url| url.is_web())
    }

    /// Returns the URL of a page in a file on a web server: the URL of the first response, after redirects.
    pub(crate) fn page_url(&self) -> String {
        self.head().and_then(|head| head.url.clone()).unwrap_or_else(|| self.shown())
    }
}

#[cfg(feature = "remote")]
impl RemoteFile {
    /// Starts the download.
    pub(crate) fn open(&self) -> io::Result<RemoteReader> {
        RemoteReader::start(self.clone())
    }

    /// Returns the head of the response of a download, and waits for it. Returns `None` if there is no response.
    pub(crate) fn head_of(&self, download: &mut RemoteReader) -> Option<&RemoteHead> {
        download.wait();
        self.head()
    }

    /// Starts the download of a range, of the version that was read before. Its end may be after the end of the file.
    pub(crate) fn open_range(&self, range: Range<u64>) -> io::Result<RemoteReader> {
        RemoteReader::start_range(self.clone(), range)
    }

    /// Requests the version of the file, without the file.
    pub(crate) fn fetch_version(&self) -> io::Result<RemoteVersion> {
        super::reader::fetch_version(self.clone())
    }
}

#[cfg(not(feature = "remote"))]
impl RemoteFile {
    /// Returns the error that this build reads no URLs.
    pub(crate) fn open(&self) -> io::Result<RemoteReader> {
        let cause = "this build does not read URLs, because it lacks the feature `remote`";
        Err(super::RemoteError::new(io::ErrorKind::Unsupported, cause).into())
    }

    /// Returns `None`.
    pub(crate) fn head_of(&self, _: &mut RemoteReader) -> Option<&RemoteHead> {
        None
    }

    /// As [`open`](Self::open).
    pub(crate) fn open_range(&self, _: Range<u64>) -> io::Result<RemoteReader> {
        self.open()
    }

    /// As [`open`](Self::open).
    pub(crate) fn fetch_version(&self) -> io::Result<RemoteVersion> {
        self.open().map(|_| RemoteVersion::default())
    }
}
