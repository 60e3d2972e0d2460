//! Options of downloads, and the counts of all downloads of a run.

#[cfg(feature = "remote")]
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(feature = "remote")]
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Options of inputs in object stores and on web servers. Clones share the connections and the count of bytes.
///
/// Credentials, regions and endpoints come from the environment variables of the crate
/// [`object_store`](https://docs.rs/object_store): `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`,
/// `AWS_ENDPOINT_URL`, `GOOGLE_SERVICE_ACCOUNT`, `AZURE_STORAGE_ACCOUNT_NAME` and others.
///
/// ```
/// use std::path::Path;
/// use tagrake_archive::remote::{RemoteFile, RemoteOptions};
///
/// let remote = RemoteOptions::default().with_anonymous(true);
/// let file = RemoteFile::of(Path::new("s3://commoncrawl/crawl.warc.gz"), &remote).unwrap();
/// assert_eq!((file.url(), remote.downloaded_bytes()), ("s3://commoncrawl/crawl.warc.gz", 0));
/// ```
#[derive(Clone, Default)]
pub struct RemoteOptions {
    pub(super) is_anonymous: bool,
    pub(super) retries: RetryLimits,
    downloaded: Arc<AtomicU64>,
    #[cfg(feature = "remote")]
    pub(super) stores: Arc<super::store::Stores>,
    /// The servers that could not be connected to, after all retries.
    #[cfg(feature = "remote")]
    unreachable: Arc<Mutex<HashSet<String>>>,
}

impl fmt::Debug for RemoteOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("RemoteOptions");
        fields.field("is_anonymous", &self.is_anonymous).field("retries", &self.retries);
        fields.finish_non_exhaustive()
    }
}

impl RemoteOptions {
    /// Sets whether requests to object stores are sent without credentials, as for public data. False by default.
    #[must_use]
    pub fn with_anonymous(self, is_anonymous: bool) -> Self {
        Self { is_anonymous, ..self }
    }

    /// Returns true if requests to object stores are sent without credentials.
    pub fn anonymous(&self) -> bool {
        self.is_anonymous
    }

    /// Sets how often a failed request is repeated.
    #[must_use]
    pub fn with_retries(self, retries: RetryLimits) -> Self {
        Self { retries, ..self }
    }

    /// Returns how often a failed request is repeated.
    pub fn retries(&self) -> RetryLimits {
        self.retries
    }

    /// Returns the number of bytes that were downloaded with these options and their clones. It counts bytes that were
    /// downloaded ahead and not read.
    pub fn downloaded_bytes(&self) -> u64 {
        self.downloaded.load(Ordering::Relaxed)
    }
}

#[cfg(feature = "remote")]
impl RemoteOptions {
    /// Returns true if the last request to `server` failed after all retries, because there was no connection.
    pub(super) fn is_unreachable(&self, server: &str) -> bool {
        self.unreachable().contains(server)
    }

    /// Sets whether `server` is [unreachable](Self::is_unreachable).
    pub(super) fn set_unreachable(&self, server: &str, is_unreachable: bool) {
        /// Maximum servers. An index may name any number.
        const MAX_SERVERS: usize = 4096;
        let mut servers = self.unreachable();
        if !is_unreachable {
            servers.remove(server);
        } else if !servers.contains(server) {
            if servers.len() >= MAX_SERVERS {
                servers.clear();
            }
            servers.insert(server.to_owned());
        }
    }

    fn unreachable(&self) -> MutexGuard<'_, HashSet<String>> {
        self.unreachable.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add_downloaded(&self, bytes: usize) {
        self.downloaded.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

/// How often a failed request is repeated, and after which delays.
///
/// The delay doubles from failure to failure. A server can ask for a longer one with `Retry-After`, in seconds or as a
/// date. A delay of more than 5 minutes is an error.
///
/// ```
/// use tagrake_archive::remote::RetryLimits;
///
/// let limits = RetryLimits::default().with_max_retries(3);
/// assert_eq!(limits.max_retries(), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RetryLimits {
    pub(super) max_retries: u32,
    pub(super) first_delay: Duration,
    pub(super) max_delay: Duration,
    pub(super) stall_time: Duration,
}

impl Default for RetryLimits {
    fn default() -> Self {
        Self {
            max_retries: 7,
            first_delay: Duration::from_millis(250),
            max_delay: Duration::from_secs(20),
            stall_time: Duration::from_secs(30),
        }
    }
}

impl RetryLimits {
    /// Sets the maximum number of retries, 7 by default. They are counted anew after each MiB that arrives.
    #[must_use]
    pub fn with_max_retries(self, max_retries: u32) -> Self {
        Self { max_retries, ..self }
    }

    /// Returns the maximum number of retries.
    pub fn max_retries(&self) -> u32 {
        self.max_retries
    }

    /// Sets the delay before the first retry, a quarter of a second by default. Delays are up to 80 times as long.
    #[must_use]
    pub fn with_first_delay(self, first_delay: Duration) -> Self {
        Self { first_delay, max_delay: first_delay.saturating_mul(80), ..self }
    }

    /// Returns the delay before the first retry.
    pub fn first_delay(&self) -> Duration {
        self.first_delay
    }

    /// Sets the time in which a response must begin, and in which 4 KiB of its body must arrive again and again: half a
    /// minute by default. A slower response is a failure, and the request is repeated once.
    #[must_use]
    pub fn with_stall_time(self, stall_time: Duration) -> Self {
        Self { stall_time, ..self }
    }

    /// Returns the time in which a response must begin.
    pub fn stall_time(&self) -> Duration {
        self.stall_time
    }
}
