//! Which failures are temporary, and when their request is repeated.

use super::RetryLimits;
use super::exchange::{Exchange, Outcome};
use object_store::Error;
use object_store::client::{HttpError, HttpErrorKind};
use std::error::Error as StdError;
use std::hash::{BuildHasher, RandomState};
use std::io::ErrorKind;
use std::time::Duration;

/// Bytes after which retries are counted anew.
const PROGRESS_BYTES: u64 = 1 << 20;
/// Maximum retries of a connection that was never established, because the host name may be wrong.
const MAX_CONNECTS: u32 = 2;
/// The maximum delay that a server can ask for.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(60);

/// The failure of a request, or of its response.
pub(super) struct Failure {
    pub(super) kind: ErrorKind,
    pub(super) cause: String,
    /// Maximum retries; 0 if it is permanent.
    max_retries: u32,
    retry_after: Option<Duration>,
}

impl Failure {
    /// Creates a failure that a retry does not repair.
    pub(super) fn permanent(kind: ErrorKind, cause: impl Into<String>) -> Self {
        Self { kind, cause: cause.into(), max_retries: 0, retry_after: None }
    }

    fn temporary(cause: String) -> Self {
        Self { kind: ErrorKind::Other, cause, max_retries: u32::MAX, retry_after: None }
    }

    /// Creates the failure of a response that ended early.
    pub(super) fn of_body(error: &Error) -> Self {
        Self::temporary(innermost(error))
    }

    /// Creates the failure of a response that ended early, although no error was reported.
    pub(super) fn early_end() -> Self {
        Self::temporary("the response ended early".to_owned())
    }

    /// Creates the failure of a request.
    pub(super) fn of_request(error: &Error, exchange: &Exchange) -> Self {
        match exchange.outcome() {
            // A success with headers that `object_store` rejects.
            Outcome::Response(response) if response.status < 300 => {
                Self::permanent(ErrorKind::InvalidData, innermost(error))
            }
            Outcome::Response(response) => {
                let status = response.status;
                let is_temporary = status >= 500 || matches!(status, 408 | 429);
                let kind = match status {
                    404 | 410 => ErrorKind::NotFound,
                    401 | 403 => ErrorKind::PermissionDenied,
                    _ => ErrorKind::Other,
                };
                let max_retries = if is_temporary { u32::MAX } else { 0 };
                let cause = status_text(status, error);
                Self { kind, cause, max_retries, retry_after: response.retry_after }
            }
            Outcome::Failed(kind) => {
                let failure = Self::temporary(innermost(error));
                let max_retries = if kind == HttpErrorKind::Connect { MAX_CONNECTS } else { u32::MAX };
                Self { max_retries, ..failure }
            }
            Outcome::None => Self::permanent(ErrorKind::Other, without_request(error)),
        }
    }
}

/// Counts the retries of a file.
pub(super) struct Retries {
    limits: RetryLimits,
    retries: u32,
    /// The offset up to which the retries were counted.
    offset: u64,
}

impl Retries {
    pub(super) fn new(limits: RetryLimits) -> Self {
        Self { limits, retries: 0, offset: 0 }
    }

    /// Returns the delay before the next attempt, at `offset`.
    ///
    /// # Errors
    ///
    /// Returns the number of retries if no attempt follows.
    pub(super) fn next(&mut self, failure: &Failure, offset: u64) -> Result<Duration, u32> {
        if offset >= self.offset + PROGRESS_BYTES {
            (self.retries, self.offset) = (0, offset);
        }
        if self.retries >= self.limits.max_retries.min(failure.max_retries) {
            return Err(self.retries);
        }
        let doubled = self.limits.first_delay.saturating_mul(1 << self.retries.min(20)).min(self.limits.max_delay);
        // Between half of the delay and all of it, so that several readers do not return at once.
        let random = f64::from(RandomState::new().hash_one(offset) as u32) / f64::from(u32::MAX);
        self.retries += 1;
        let asked = failure.retry_after.unwrap_or_default().min(MAX_RETRY_AFTER);
        Ok(doubled.mul_f64(0.5 + random / 2.0).max(asked))
    }
}

/// Returns the cause of a refusal: `access denied (HTTP 403, AccessDenied)`.
fn status_text(status: u16, error: &Error) -> String {
    let words = match status {
        401 => "authentication failed",
        403 => "access denied",
        404 | 410 => "not found",
        301 | 302 | 307 | 308 => "redirected; the bucket may be in another region",
        412 => "the file changed while it was read",
        416 => "the file is shorter than before",
        429 => "too many requests",
        500.. => "the server failed",
        _ => "the server refused the request",
    };
    // Object stores explain refusals in XML.
    let text = error.source().map(ToString::to_string).unwrap_or_default();
    let code = text.split_once("<Code>").and_then(|(_, rest)| rest.split_once("</Code>"));
    let code = code.map(|(code, _)| code).filter(|code| code.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    match code {
        Some(code) => format!("{words} (HTTP {status}, {code})"),
        None => format!("{words} (HTTP {status})"),
    }
}

/// Returns the cause of an error before any request for the file.
fn without_request(error: &Error) -> String {
    const METADATA_HOSTS: [&str; 2] = ["169.254.169.254", "metadata.google.internal"];
    let text = error.to_string();
    if METADATA_HOSTS.iter().any(|host| text.contains(host)) {
        return "no credentials found; --anonymous reads public data without them".to_owned();
    }
    let mut source = error.source();
    while let Some(error) = source {
        if error.is::<HttpError>() {
            return format!("no credentials: {}", innermost(error));
        }
        source = error.source();
    }
    text
}

/// Returns the text of the innermost error. The outer ones contain the URL.
fn innermost(error: &dyn StdError) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    let text = inner.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retries_are_limited_and_counted_anew_after_progress() {
        let delay = Duration::from_millis(100);
        let limits = RetryLimits::default().with_max_retries(3).with_first_delay(delay);
        let mut retries = Retries::new(limits);
        let failure = Failure::early_end();
        for doubled in [delay, delay * 2, delay * 4] {
            let delay = retries.next(&failure, 7).expect("a retry");
            assert!(delay >= doubled / 2 && delay <= doubled, "{delay:?}");
        }
        assert_eq!(retries.next(&failure, PROGRESS_BYTES - 1), Err(3));
        assert!(retries.next(&failure, PROGRESS_BYTES).is_ok_and(|first| first <= delay));
        let failure = Failure { retry_after: Some(Duration::from_secs(5)), ..failure };
        assert_eq!(retries.next(&failure, PROGRESS_BYTES), Ok(Duration::from_secs(5)));
        assert_eq!(retries.next(&Failure::permanent(ErrorKind::NotFound, ""), PROGRESS_BYTES), Err(2));
    }
}
