//! The capture of a page in a web archive: the location of its record, and how it was fetched.

use jiff::ToSpan;
use jiff::civil::Date;
use std::fmt;
use std::sync::Arc;

/// The first moment of a period, which completes a date with missing parts.
const FIRST_MOMENT: &str = "0000-01-01T00:00:00";

/// The capture of a page in a web archive, with the names of Common Crawl's index. Fields that are `None` are left
/// out of records.
///
/// ```
/// use tagrake_bulk::input::{Capture, InputPage};
/// use tagrake_bulk::row::Row;
/// use tagrake_bulk::{Fields, PageRecord, Reader, ReaderOptions};
///
/// let mut capture = Capture::default();
/// capture.warc_filename = Some("crawl.warc.gz".into());
/// capture.warc_record_offset = Some(7);
/// let mut input = InputPage::new("crawl.warc.gz:7", b"<title>T</title>".to_vec());
/// input.capture = Some(Box::new(capture));
/// let fields = Fields::only("source,warc_filename,warc_record_offset,title")?;
/// let json = Reader::new(ReaderOptions::default())
///     .read(&input, |page| PageRecord::new(&input, page).to_json(&fields));
/// assert_eq!(json?, r#"{"warc_filename":"crawl.warc.gz","warc_record_offset":7,"title":"T"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Capture {
    /// The WARC file.
    pub warc_filename: Option<Arc<str>>,
    /// The offset of the record in the stored file.
    pub warc_record_offset: Option<u64>,
    /// The length of the record in the stored file, in bytes.
    pub warc_record_length: Option<u64>,
    /// The id of the record. It is in page records only on request.
    pub warc_record_id: Option<String>,
    /// When the page was fetched.
    pub fetch_time: Option<FetchTime>,
    /// The status of the HTTP response.
    pub fetch_status: Option<u16>,
    /// The MIME type that the HTTP response or the record declares, in lower case.
    pub content_mime_type: Option<String>,
    /// The encoding that the archive detected.
    pub content_charset: Option<String>,
    /// Why the page is incomplete: the value of `WARC-Truncated`; `length` or `unspecified` for a part that was not
    /// read; `segmented` for the first segment of a segmented record; `damaged` if the end of its WARC record is
    /// uncertain, so that bytes may be missing or belong to another record.
    pub content_truncated: Option<String>,
}

/// The time when a page was fetched, to the microsecond. It is RFC 3339 text in JSON and a timestamp in columns.
///
/// ```
/// use tagrake_bulk::input::FetchTime;
///
/// let time = FetchTime::of_warc_date("2026-11-21T13:17:05Z").unwrap();
/// assert_eq!(time.to_string(), "2026-11-21T13:17:05Z");
/// assert_eq!(FetchTime::of_warc_date("2026").unwrap().to_string(), "2026-01-01T00:00:00Z");
/// assert_eq!(FetchTime::of_warc_date("yesterday"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FetchTime(jiff::Timestamp);

impl FetchTime {
    /// Parses a
    /// [`WARC-Date`](https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#warc-date-mandatory).
    /// Its last parts may be missing. The day may be the day of the year, as ClueWeb09 has it: `2009-03-65`.
    pub fn of_warc_date(date: &str) -> Option<Self> {
        let date = date.trim();
        let moment = date.strip_suffix('Z').unwrap_or(date);
        let time: jiff::Timestamp = match moment.len() {
            4 | 7 | 10 | 13 | 16 => format!("{moment}{}Z", FIRST_MOMENT.get(moment.len()..)?).parse().ok()?,
            _ => date.parse().ok().or_else(|| of_day_of_year(date))?,
        };
        jiff::Timestamp::from_microsecond(time.as_microsecond()).ok().map(Self)
    }

    /// Parses a date whose day is the day of the year.
    pub(crate) fn of_day_of_year(date: &str) -> Option<Self> {
        of_day_of_year(date).map(Self)
    }

    /// Returns the date and time in UTC as 14 digits.
    pub(crate) fn digits(self) -> String {
        self.0.strftime("%Y%m%d%H%M%S").to_string()
    }

    /// Returns the number of microseconds since the start of 1970 in UTC.
    ///
    /// ```
    /// use tagrake_bulk::input::FetchTime;
    ///
    /// assert_eq!(FetchTime::of_warc_date("1970-01-01T00:00:01Z").unwrap().as_microsecond(), 1_000_000);
    /// ```
    pub fn as_microsecond(self) -> i64 {
        self.0.as_microsecond()
    }
}

/// Parses a date whose day is the day of the year: `2009-03-65T08:43:19-0800`. It must be in the month of the date.
fn of_day_of_year(date: &str) -> Option<jiff::Timestamp> {
    let (year_and_month, rest) = date.split_at_checked("2009-03-".len())?;
    let (day, time) = rest.split_once('T')?;
    let (year, month) = year_and_month.strip_suffix('-')?.split_once('-')?;
    let first = Date::new(year.parse().ok()?, 1, 1).ok()?;
    let found = first.checked_add(i32::from(day.parse::<u16>().ok()?.checked_sub(1)?).days()).ok()?;
    let is_in_month = found.year() == first.year() && month.parse() == Ok(found.month());
    is_in_month.then(|| format!("{found}T{time}").parse().ok()).flatten()
}

impl fmt::Display for FetchTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completes_partial_dates() {
        let cases = [
            ("2016-09-19T17:20:24Z", Some("2016-09-19T17:20:24Z")),
            ("2016-09-19T17:20:24.123456789Z", Some("2016-09-19T17:20:24.123456Z")),
            (" 2016-09-19T17:20:24+02:00 ", Some("2016-09-19T15:20:24Z")),
            ("2016", Some("2016-01-01T00:00:00Z")),
            ("2016-09", Some("2016-09-01T00:00:00Z")),
            ("2016-09-19", Some("2016-09-19T00:00:00Z")),
            ("2016-09-19T17Z", Some("2016-09-19T17:00:00Z")),
            ("2016-09-19T17:20Z", Some("2016-09-19T17:20:00Z")),
            ("2016-09-19T17:20:60Z", Some("2016-09-19T17:20:59Z")),
            ("2009-03-65T08:43:19-0800", Some("2009-03-06T16:43:19Z")),
            ("2008-12-366T00:00:00Z", Some("2008-12-31T00:00:00Z")),
            ("2009-12-366T00:00:00Z", None),
            ("2009-04-65T08:43:19-0800", None),
            ("2009-03-0T08:43:19Z", None),
            ("2009-03-65", None),
            ("", None),
            ("Z", None),
            ("2016-13", None),
            ("2016-09-19T17:20:24", None),
            ("éé", None),
            ("ééééé", None),
        ];
        for (date, time) in cases {
            assert_eq!(FetchTime::of_warc_date(date).map(|time| time.to_string()).as_deref(), time, "{date}");
        }
    }
}
