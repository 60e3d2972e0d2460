//! The head of a response: status, version of the file, position in it, and all header fields.

use super::version::{RemoteHead, RemoteVersion};
use crate::header_fields::Headers;
use jiff::civil::{DateTime, date};
use jiff::fmt::strtime;
use reqwest::header::HeaderMap;
use std::time::{Duration, SystemTime};

/// The three forms of [dates](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7), after the weekday.
const DATE_FORMS: [&str; 3] = ["%d %b %Y %H:%M:%S GMT", "%d-%b-%y %H:%M:%S GMT", "%b %d %H:%M:%S %Y"];
const START_OF_1970: DateTime = date(1970, 1, 1).at(0, 0, 0, 0);

/// A response, without its body.
#[derive(Clone, Debug)]
pub(super) struct Response {
    pub head: RemoteHead,
    /// The position of a body that is a part of the file.
    pub(super) content_range: Option<ContentRange>,
    /// The delay that the server asks for.
    pub(super) retry_after: Option<Duration>,
}

/// The value of `Content-Range`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ContentRange {
    /// The offsets of the first byte and just past the last one; `None` if the file has no byte in the requested range.
    pub(super) range: Option<(u64, u64)>,
    /// The length of the complete file; `None` if it is not reported.
    pub(super) length: Option<u64>,
}

impl ContentRange {
    /// Parses `bytes 5-9/10`, `bytes 5-9/*` and `bytes */10`.
    fn parse(value: &str) -> Option<Self> {
        let (unit, rest) = value.trim().split_once(' ')?;
        let (range, length) = rest.trim().split_once('/')?;
        let length = match length {
            "*" => None,
            length => Some(number(length)?),
        };
        let range = match range.split_once('-') {
            None if range == "*" && length.is_some() => None,
            None => return None,
            Some((first, last)) => {
                let (first, end) = (number(first)?, number(last)?.checked_add(1)?);
                if end <= first || length.is_some_and(|length| length < end) {
                    return None;
                }
                Some((first, end))
            }
        };
        unit.eq_ignore_ascii_case("bytes").then_some(Self { range, length })
    }
}

/// Parses digits alone, without a sign.
fn number(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl Response {
    /// Reads the head of a response from `url`, the URL of the last redirect if there was one.
    pub(super) fn new(status: u16, fields: &HeaderMap, url: Option<String>) -> Self {
        let mut headers = Headers::default();
        for (name, value) in fields {
            headers.push(usual_case(name.as_str()).as_bytes(), value.as_bytes().trim_ascii());
        }
        let content_range = headers.get("content-range").and_then(ContentRange::parse);
        let length = match status {
            206 | 416 => content_range.and_then(|range| range.length),
            // The length of a body with a transfer coding is not declared.
            _ if headers.get("transfer-encoding").is_some() => None,
            _ => headers.get("content-length").and_then(number),
        };
        let text = |name| headers.get(name).filter(|value| !value.is_empty()).map(str::to_owned);
        let version = RemoteVersion { length, etag: text("etag"), last_modified: text("last-modified") };
        let retry_after = headers.get("retry-after").and_then(|value| delay(value, headers.get("date")));
        Self { head: RemoteHead { version, status, url, headers }, content_range, retry_after }
    }

    pub(super) fn status(&self) -> u16 {
        self.head.status
    }
}

/// Returns the usual case of the name of a header field, which the client has in lower case: `Content-Type`.
fn usual_case(name: &str) -> String {
    const OTHERS: [&str; 12] = [
        "Accept-CH",
        "Content-MD5",
        "DNT",
        "ETag",
        "Expect-CT",
        "NEL",
        "P3P",
        "TDM-Policy",
        "TDM-Reservation",
        "WWW-Authenticate",
        "X-UA-Compatible",
        "X-XSS-Protection",
    ];
    if let Some(other) = OTHERS.iter().find(|other| other.eq_ignore_ascii_case(name)) {
        return (*other).to_owned();
    }
    let mut is_start = true;
    let letter = |letter: char| {
        let begins_word = std::mem::replace(&mut is_start, letter == '-');
        if begins_word { letter.to_ascii_uppercase() } else { letter }
    };
    name.chars().map(letter).collect()
}

/// Parses `Retry-After`: a number of seconds or a date. A date is compared with the date of the response, so that the
/// clock of this machine does not matter if the server sends one.
fn delay(value: &str, date: Option<&str>) -> Option<Duration> {
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let until = seconds(value)?;
    let now = date.and_then(seconds).or_else(|| {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?;
        i64::try_from(now.as_secs()).ok()
    });
    Some(Duration::from_secs(u64::try_from(until - now?).unwrap_or(0)))
}

/// Parses a date, to seconds since the start of 1970.
fn seconds(date: &str) -> Option<i64> {
    let (_, date) = date.trim().split_once([',', ' '])?;
    // A date without a time zone, because the last day of the year 9999 is out of range of a timestamp.
    let date = DATE_FORMS.iter().find_map(|form| strtime::parse(form, date.trim()).ok()?.to_datetime().ok())?;
    Some(date.duration_since(START_OF_1970).as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_ranges_are_parsed_strictly() {
        let range = |range, length| Some(ContentRange { range, length });
        let cases = [
            ("bytes 5-9/10", range(Some((5, 10)), Some(10))),
            ("Bytes 0-0/*", range(Some((0, 1)), None)),
            ("bytes */10", range(None, Some(10))),
            ("bytes */*", None),
            ("bytes 5-4/10", None),
            ("bytes 5-10/10", None),
            ("bytes +5-9/10", None),
            ("bytes 5-18446744073709551615/*", None),
            ("items 5-9/10", None),
            ("5-9/10", None),
            ("", None),
        ];
        for (value, expected) in cases {
            assert_eq!(ContentRange::parse(value), expected, "{value}");
        }
    }

    #[test]
    fn names_of_fields_have_their_usual_case() {
        for name in ["Content-Type", "X-Robots-Tag", "ETag", "TDM-Reservation", "Link", "X-Amz-Id-2", "-A-", "X--B"] {
            assert_eq!(usual_case(&name.to_ascii_lowercase()), name);
        }
    }

    #[test]
    fn delays_are_seconds_or_dates() {
        let date = Some("Wed, 21 Oct 2015 07:28:00 GMT");
        let cases = [
            ("120", None, Some(120)),
            ("Wed, 21 Oct 2015 07:28:05 GMT", date, Some(5)),
            ("Mon, 21 Oct 2015 07:28:05 GMT", date, Some(5)), // not a Monday
            ("Wed, 21 Oct 2015 07:27:00 GMT", date, Some(0)),
            ("Wed, 21 Oct 2015 07:27:00 GMT", None, Some(0)),
            ("-1", None, None),
            ("1.5", None, None),
            ("soon", date, None),
            ("99999999999999999999", None, Some(u64::MAX)),
            ("", date, None),
            ("Wednesday, 21-Oct-15 07:28:05 GMT", date, Some(5)),
            ("Wed Oct 21 07:28:05 2015", date, Some(5)),
            ("Sun Nov  1 07:28:05 2015", date, Some(950_405)),
            ("Fri, 31 Dec 9999 23:59:59 GMT", date, Some(251_956_888_319)),
            ("Fri, 31 Dec 99999 23:59:59 GMT", date, None),
        ];
        for (value, date, seconds) in cases {
            assert_eq!(delay(value, date), seconds.map(Duration::from_secs), "{value}");
        }
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a time").as_secs();
        let in_an_hour = jiff::Timestamp::from_second(now as i64 + 3600).expect("a time");
        let text = jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&in_an_hour).expect("a date");
        let delay = delay(&text, None).expect("a delay").as_secs();
        assert!((3590..=3600).contains(&delay), "{delay}");
    }
}
