//! The date of `time` elements with a date for machines that do not say what the date is of.

use super::super::iso_date::iso_date;
use super::MENTIONS;
use super::mentions::Mention;
use super::place::is_of_publication;
use super::surroundings::Surroundings;
use jiff::civil::Date;
use memchr::memchr;
use tagrake_extract::{Page, Time};

/// Returns the date of the page's `time` elements if all of them name the same day, without those with an `itemprop`, and those that
/// are at a place of another date: in comments, teasers and footers, in hidden elements, or after words such as "updated". `latest`
/// is the last possible day. Returns `None` for a page with too many of them.
pub(in super::super) fn of_times(page: &Page<'_>, latest: Date) -> Option<String> {
    let mut found: Option<String> = None;
    if page.times.len() > MENTIONS {
        return None;
    }
    for time in page.times.iter().filter(|time| time.itemprop.is_none() && may_be_published(page.html, time)) {
        let date = iso_date(time.datetime).filter(|date| date.len() >= 10)?;
        match &found {
            Some(first) if first[..10] != date[..10] => return None,
            Some(_) => {}
            None => found = Some(date),
        }
    }
    found.filter(|date| date[..10].parse::<Date>().is_ok_and(|day| day <= latest))
}

/// Returns true if a `time` is at a place where the date of the publication can be.
fn may_be_published(html: &str, time: &Time<'_>) -> bool {
    let Some(len) = memchr(b'>', &html.as_bytes()[time.offset..]) else { return false };
    let end = time.offset + len + 1;
    let mention = Mention { date: String::new(), span: end..end, is_attribute: true };
    let around = Surroundings::of(html, &mention);
    is_of_publication(&around, &around.classes()) && !around.is_in_page_footer()
}
