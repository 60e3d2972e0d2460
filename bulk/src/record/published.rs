//! The publication date of a page: the one that it declares, the day in its URL, or a date that only readers see.
//!
//! The day in the URL decides if the page declares another one: it is the publisher's day and never changes, while declared
//! times are often in UTC, or of a later edition. A declared date of the same day is more precise.

use super::byline::Sourced;
use super::url_date::url_date;
use super::visible_dates;
use crate::input::{Capture, FetchTime};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use std::borrow::Cow;
use std::time::SystemTime;
use tagrake_extract::Page;

/// The share of right days among the dates of each source on htmldate's 1,000 labelled pages, whether or not another source decides
/// there. Some sources are rare, so a right and a wrong page are added to each.
const CONFIDENCE: [(&str, f64); 14] = [
    ("url:path", 0.97),
    ("json-ld:", 0.92),
    ("meta:", 0.90),
    ("microdata:", 0.95),
    ("time:pubdate", 0.78),
    ("time:class", 0.79),
    ("time:only", 0.90),
    ("time:text", 0.97),
    ("class:date", 0.89),
    ("text:published", 0.94),
    ("class:byline", 0.91),
    ("text:heading", 0.84),
    ("class:teaser", 0.86),
    ("text:only", 0.74),
];

/// A publication date.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Published {
    /// In ISO 8601.
    pub(super) date: String,
    /// The kind of source and, after a colon, its name.
    pub(super) source: Cow<'static, str>,
}

impl Published {
    /// Returns the publication date of a page, if it is found. `declared` is the one that the page declares for machines.
    pub(super) fn of(page: &Page<'_>, capture: Option<&Capture>, declared: &Sourced<String>) -> Option<Self> {
        let latest = latest_day(capture);
        let of_url = urls(page).find_map(|url| url_date(url, latest));
        let of_times = || visible_dates::of_times(page, latest).map(|date| (date, "time:only".into()));
        let (date, source) = match (of_url, declared.clone().or_else(of_times)) {
            (Some(day), Some((date, source))) if date.starts_with(&day) => (date, source),
            (Some(day), _) => (day, "url:path".into()),
            (None, Some(declared)) => declared,
            (None, None) => {
                let heading = page.headings.iter().find(|heading| heading.level == 1).map(|heading| heading.offset);
                let (date, place) = visible_dates::find(page.html, heading, latest)?;
                (date, place.source().into())
            }
        };
        Some(Self { date, source })
    }

    /// Returns the share of right days among the dates of the source, from 0 to 1.
    pub(super) fn confidence(&self) -> f64 {
        let known = CONFIDENCE.iter().find(|(source, _)| self.source.starts_with(source));
        known.map_or(0.0, |(_, confidence)| *confidence)
    }
}

/// Returns the URLs of a page: its own, then the URLs that it declares.
fn urls<'p>(page: &Page<'p>) -> impl Iterator<Item = &'p str> {
    let of_og = page.og.iter().find(|(key, _)| *key == "og:url").map(|(_, url)| *url);
    [page.url, page.canonical, of_og].into_iter().flatten()
}

/// Returns the last possible day of the publication: a day after the page was fetched or, if that is unknown, after today, because
/// of time zones.
fn latest_day(capture: Option<&Capture>) -> Date {
    let fetched = capture.and_then(|capture| capture.fetch_time).map(FetchTime::as_microsecond);
    let now = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?.as_micros().try_into().ok();
    let day = fetched.or_else(now).and_then(|micros| Timestamp::from_microsecond(micros).ok());
    let day = day.map_or(Date::MAX, |time| time.to_zoned(TimeZone::UTC).date());
    day.tomorrow().unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::InputPage;
    use crate::schema::Table;
    use crate::{Fields, Reader, ReaderOptions};

    /// Returns the date of a page, and its source.
    fn of(url: &str, fetched: Option<&str>, html: &str) -> String {
        let mut input = InputPage::new("-", html.as_bytes().to_vec());
        input.url = Some(url.to_owned());
        let capture = Capture { fetch_time: fetched.and_then(FetchTime::of_warc_date), ..Capture::default() };
        let extract = Fields::only("published").expect("a key").extract_options(Table::Pages);
        let mut reader = Reader::new(ReaderOptions { extract, ..ReaderOptions::default() });
        let found = reader.read(&input, |page| {
            Published::of(page, Some(&capture), &super::super::byline::Byline::of(page).published)
        });
        found.map(|found| format!("{} {}", found.date, found.source)).unwrap_or_default()
    }

    #[test]
    fn the_day_in_the_url_decides_unless_a_declared_date_is_of_it() {
        let (url, other) = ("https://e.org/2021/05/04/a", "https://e.org/a");
        let declared = |date: &str| format!("<meta name=date content={date}>");
        assert_eq!(of(url, None, &declared("2021-05-05T01:00:00Z")), "2021-05-04 url:path");
        assert_eq!(of(url, None, &declared("2021-05-04T23:00:00Z")), "2021-05-04T23:00:00Z meta:date");
        assert_eq!(of(url, None, &declared("2021-05")), "2021-05-04 url:path");
        assert_eq!(of(other, None, &declared("2021-05")), "2021-05 meta:date");
        assert_eq!(of(url, None, "<p class=date>3 May 2021"), "2021-05-04 url:path");
        assert_eq!(of(other, None, &format!("<link rel=canonical href={url}>")), "2021-05-04 url:path");
        assert_eq!(of(other, None, &format!("<meta property=og:url content={url}>")), "2021-05-04 url:path");
    }

    #[test]
    fn no_page_is_published_after_it_was_fetched() {
        let fetched = Some("2021-05-04T10:00:00Z");
        let page = |day: u8| format!("<p class=date>{day} May 2021");
        assert_eq!(of("https://e.org/", fetched, &page(5)), "2021-05-05 class:date", "in another time zone");
        assert_eq!(of("https://e.org/", fetched, &page(6)), "");
        assert_eq!(of("https://e.org/2021/05/06/", fetched, ""), "");
        assert_eq!(of("https://e.org/", None, "<p class=date>4 May 2999"), "");
    }

    #[test]
    fn times_for_machines_count_at_the_place_of_a_publication_if_they_agree() {
        let date = |html: &str| of("https://e.org/a", Some("2026-11-30T10:00:00Z"), html);
        assert_eq!(date("<time datetime=2026-01-02></time><time datetime=2026-01-02T10:00>"), "2026-01-02 time:only");
        assert_eq!(
            date("<p>Posted <time datetime=2026-01-02T10:00>a while ago</time>"),
            "2026-01-02T10:00:00 time:only"
        );
        let found = "<article><footer>Ann, <time datetime=2026-01-02>2 January</time></footer></article>";
        assert_eq!(date(found), "2026-01-02 time:only");
        let comments =
            "<p><time datetime=2026-01-02>a</time><ul class=comments><li><time datetime=2026-01-03>b</time></ul>";
        assert_eq!(date(comments), "2026-01-02 time:only");
        for html in [
            "<time datetime=2026-01-02></time><time datetime=2026-01-03>",
            "<time datetime=2026-01-02></time><time datetime=yesterday>",
            "<time datetime=2026-01>",
            "<template><time datetime=2026-01-02></template>",
            "<p>The next one is on <time datetime=2031-06-01>1 June</time>",
            "<p>Last updated: <time datetime=2026-01-02>2 January</time>",
            "<p class=last-modified><time datetime=2026-01-02>2 January</time>",
            "<div class=comments><p>Ann, <time datetime=2026-01-02>2 January</time>",
            "<div class=related><ul><li><time datetime=2026-01-02>2 January</time>",
            "<footer><p>Status of <time datetime=2026-01-02>2 January</time>",
            "<p hidden><time datetime=2026-01-02>2 January</time>",
            "<p style='display: none'><time datetime=2026-01-02>2 January</time>",
        ] {
            assert_eq!(date(html), "", "{html}");
        }
        let url = "https://e.org/2026/01/02/a";
        assert_eq!(of(url, None, "<time datetime=2026-01-02T10:00>"), "2026-01-02T10:00:00 time:only");
    }

    #[test]
    fn each_source_has_a_confidence() {
        use visible_dates::DatePlace;
        let places = [
            DatePlace::Time,
            DatePlace::Class,
            DatePlace::Label,
            DatePlace::Byline,
            DatePlace::Heading,
            DatePlace::Teaser,
            DatePlace::Only,
        ];
        let declared = [
            "url:path",
            "json-ld:datePublished",
            "meta:date",
            "microdata:dateCreated",
            "time:pubdate",
            "time:class",
            "time:only",
        ];
        for source in declared.into_iter().chain(places.map(DatePlace::source)) {
            let published = Published { date: String::new(), source: source.into() };
            assert!((0.5..1.0).contains(&published.confidence()), "{source}");
        }
    }
}
