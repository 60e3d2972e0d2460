//! The failure of a request or of its response: its cause, and whether a retry can succeed.

use super::RemoteError;
use super::public_address::NotPublic;
use super::response::Response;
use crate::system_error::{causes, innermost_reason};
use object_store::client::HttpError;
use std::error::Error;
use std::io::ErrorKind;
use std::time::Duration;

/// Maximum retries of a connection that was never established, because the host name may be wrong.
const MAX_CONNECTS: u32 = 2;
/// Maximum retries of a server that sends nothing, or too little.
const MAX_STALLS: u32 = 1;
/// The maximum delay that a server can ask for.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(300);
/// Messages of the system's resolver if a host does not exist, which `std` does not report otherwise.
const NO_HOST: [&str; 5] = [
    "Name or service not known",
    "No address associated with hostname",
    "nodename nor servname provided",
    "Name does not resolve",
    "No such host is known",
];

/// Messages of clients for requests that cannot be sent, and of proxies that refuse them.
const NOT_SENT: [&str; 3] = ["proxy authorization required", "unsupported scheme", "scheme is not http"];

/// The failure of a request, or of its response.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) kind: ErrorKind,
    pub(super) cause: String,
    /// Maximum retries; 0 if it is permanent.
    pub(super) max_retries: u32,
    /// The delay that the server asks for.
    pub(super) retry_after: Option<Duration>,
    /// True if no connection was established, for a cause that may pass.
    pub(super) is_unreachable: bool,
    /// True for the interruption of a download that cannot continue, but could begin anew.
    pub(super) is_interruption: bool,
}

impl Failure {
    /// Creates a failure that a retry does not repair.
    pub(super) fn permanent(kind: ErrorKind, cause: impl Into<String>) -> Self {
        let cause = cause.into();
        Self { kind, cause, max_retries: 0, retry_after: None, is_unreachable: false, is_interruption: false }
    }

    fn temporary(cause: impl Into<String>, max_retries: u32) -> Self {
        Self { max_retries, ..Self::permanent(ErrorKind::Other, cause) }
    }

    /// Creates the failure of a response that ended early, although no error was reported.
    pub(super) fn early_end() -> Self {
        Self::temporary("the response ended early", u32::MAX)
    }

    /// Creates the failure of a server that did not respond in `time`.
    pub(super) fn no_response(time: Duration) -> Self {
        Self::temporary(format!("no response in {time:?}"), MAX_STALLS)
    }

    /// Creates the failure of a response that delivered only `bytes` in `time`.
    pub(super) fn stalled(bytes: u64, time: Duration) -> Self {
        Self::temporary(format!("the server is too slow: {bytes} bytes in {time:?}"), MAX_STALLS)
    }

    /// Creates the failure of a response with an error status. Its body starts with `text`.
    pub(super) fn of_status(response: &Response, text: &str) -> Self {
        let status = response.status();
        let is_temporary = matches!(status, 408 | 425 | 429 | 500 | 502..) && status != 505;
        let kind = match status {
            404 | 410 => ErrorKind::NotFound,
            401 | 403 => ErrorKind::PermissionDenied,
            _ => ErrorKind::Other,
        };
        let mut failure = Self::permanent(kind, status_text(status, text));
        if let Some(url) = &response.head.url {
            failure.cause += &format!("; redirected to {url}");
        }
        match response.retry_after {
            Some(delay) if is_temporary && delay > MAX_RETRY_AFTER => {
                let (seconds, most) = (delay.as_secs(), MAX_RETRY_AFTER.as_secs());
                failure.cause += &format!("; the server asks for a delay of {seconds} seconds, more than {most}");
                failure
            }
            delay if is_temporary => Self { max_retries: u32::MAX, retry_after: delay, ..failure },
            _ => failure,
        }
    }

    /// Creates the failure of a request or a body for which there is an error. `is_unreachable` is true if no connection was
    /// established.
    pub(super) fn of_error(error: &(dyn Error + 'static), is_unreachable: bool) -> Self {
        let cause = innermost_reason(error);
        let has = |is: fn(&(dyn Error + 'static)) -> bool| causes(error).any(is);
        if has(|error| matches!(error.downcast_ref(), Some(rustls::Error::InvalidCertificate(_)))) {
            return Self::permanent(ErrorKind::InvalidData, cause);
        }
        let is_not_built = has(|error| error.downcast_ref::<reqwest::Error>().is_some_and(reqwest::Error::is_builder));
        if is_not_built || NOT_SENT.iter().any(|text| cause.contains(text)) {
            return Self::permanent(ErrorKind::InvalidInput, cause);
        }
        if has(<dyn Error>::is::<NotPublic>) || NO_HOST.iter().any(|text| cause.contains(text)) {
            return Self::permanent(ErrorKind::Other, cause);
        }
        if has(|error| error.downcast_ref::<hyper::Error>().is_some_and(hyper::Error::is_parse)) {
            return Self::permanent(ErrorKind::InvalidData, format!("the response is not valid HTTP: {cause}"));
        }
        let max_retries = if is_unreachable { MAX_CONNECTS } else { u32::MAX };
        Self { is_unreachable, ..Self::temporary(cause, max_retries) }
    }

    /// Creates the failure of an object store that sent no request for the file.
    pub(super) fn without_request(error: &object_store::Error) -> Self {
        const METADATA_HOSTS: [&str; 2] = ["169.254.169.254", "metadata.google.internal"];
        let text = error.to_string();
        let cause = if METADATA_HOSTS.iter().any(|host| text.contains(host)) {
            "no credentials found; --anonymous reads public data without them".to_owned()
        } else if causes(error).any(<dyn Error>::is::<HttpError>) {
            format!("no credentials: {}", innermost_reason(error))
        } else {
            text
        };
        Self::permanent(ErrorKind::Other, cause)
    }
}

impl From<Failure> for RemoteError {
    fn from(failure: Failure) -> Self {
        Self { is_interruption: failure.is_interruption, ..Self::new(failure.kind, failure.cause) }
    }
}

/// Returns the cause of a refusal: `access denied (HTTP 403, AccessDenied)`.
fn status_text(status: u16, text: &str) -> String {
    let words = match status {
        401 => "authentication failed",
        403 => "access denied",
        404 | 410 => "not found",
        301 | 302 | 303 | 307 | 308 => "redirected to no other URL; a bucket may be in another region",
        412 => "the file changed while it was read",
        416 => "the file is shorter than before",
        429 => "too many requests",
        500.. => "the server failed",
        _ => "the server refused the request",
    };
    // Object stores explain refusals in XML.
    let code = text.split_once("<Code>").and_then(|(_, rest)| rest.split_once("</Code>"));
    let code = code.map(|(code, _)| code).filter(|code| code.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    match code {
        Some(code) => format!("{words} (HTTP {status}, {code})"),
        None => format!("{words} (HTTP {status})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::header::HeaderMap;
    use std::io;

    fn of_status(status: u16, retry_after: &str) -> Failure {
        let mut fields = HeaderMap::new();
        fields.insert("retry-after", retry_after.parse().expect("a value"));
        Failure::of_status(&Response::new(status, &fields, None), "<Code>SlowDown</Code>")
    }

    #[test]
    fn failures_of_the_request_itself_are_permanent() {
        for status in [300, 301, 304, 400, 401, 403, 404, 405, 410, 412, 416, 451, 501, 505] {
            assert_eq!(of_status(status, "1").max_retries, 0, "{status}");
        }
        for status in [408, 425, 429, 500, 502, 503, 504, 520] {
            let failure = of_status(status, "1");
            assert_eq!(
                (failure.max_retries, failure.retry_after),
                (u32::MAX, Some(Duration::from_secs(1))),
                "{status}"
            );
        }
        let certificate = rustls::Error::InvalidCertificate(rustls::CertificateError::Expired);
        let io = io::Error::new(ErrorKind::InvalidData, certificate);
        let failure = Failure::of_error(&io::Error::other(io), true);
        assert!(failure.max_retries == 0 && failure.cause.contains("invalid peer certificate: Expired"), "{failure:?}");
        let no_host = io::Error::other("failed to lookup address information: Name or service not known");
        assert_eq!(Failure::of_error(&no_host, true).max_retries, 0);
        for cause in ["tunnel error: proxy authorization required", "unsupported scheme socks5"] {
            assert_eq!(Failure::of_error(&io::Error::other(cause), true).max_retries, 0);
        }
        let again = io::Error::other("failed to lookup address information: Temporary failure in name resolution");
        assert_eq!(Failure::of_error(&again, true).max_retries, MAX_CONNECTS);
        assert_eq!(Failure::of_error(&again, false).max_retries, u32::MAX);
    }

    #[test]
    fn a_status_has_the_kind_of_a_file_that_is_missing_or_refused() {
        use ErrorKind::{NotFound, Other, PermissionDenied};
        let cases = [(401, PermissionDenied), (403, PermissionDenied), (404, NotFound), (410, NotFound), (500, Other)];
        for (status, kind) in cases {
            assert_eq!(of_status(status, "1").kind, kind, "{status}");
        }
    }

    #[test]
    fn a_delay_that_is_too_long_is_reported() {
        assert_eq!(of_status(429, "300").retry_after, Some(MAX_RETRY_AFTER));
        let failure = of_status(429, "301");
        assert_eq!(failure.max_retries, 0);
        let cause = "too many requests (HTTP 429, SlowDown); the server asks for a delay of 301 seconds, more than 300";
        assert_eq!(failure.cause, cause);
    }
}
