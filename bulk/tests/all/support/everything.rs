//! A page with every feature, for the tests of records in all formats.

use tagrake_bulk::input::{Capture, FetchTime, InputPage};
use tagrake_testsupport::full_pages::EVERYTHING;

/// Returns the page with every feature, and with a long anchor.
pub(crate) fn everything() -> InputPage {
    let long = format!("<a href=l>{}</a>", "x".repeat(2000));
    let mut input = InputPage::new("all.html", [EVERYTHING, long.as_bytes()].concat());
    input.url = Some("https://example.com/".to_owned());
    input.content_type = Some("text/html; charset=x".to_owned());
    let headers = [("X-Robots-Tag", "nofollow"), ("Link", "<h>"), ("tdm-policy", "z"), ("Location", "/r")];
    input.headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let mut capture = Capture::default();
    capture.warc_filename = Some("crawl.warc.gz".into());
    capture.warc_record_offset = Some(1 << 40);
    capture.warc_record_length = Some(2000);
    capture.fetch_time = FetchTime::of_warc_date("2026-11-21T13:17:05.25Z");
    capture.fetch_status = Some(301);
    capture.content_mime_type = Some("text/html".to_owned());
    capture.content_charset = Some("UTF-8".to_owned());
    capture.content_truncated = Some("length".to_owned());
    input.capture = Some(Box::new(capture));
    input
}
