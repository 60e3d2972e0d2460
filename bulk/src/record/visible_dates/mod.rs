//! The publication date that only readers see: in the text of an element, or in its `title`. And the places of dates, which also decide
//! whether a `time` with a date for machines counts.
//!
//! Each date in the page has a [`DatePlace`], by the elements around it and the words before it. The first date in the best place
//! counts. Dates in comments, in lists of other articles, after words such as "updated", and in the middle of a text do not.

mod mentions;
mod place;
mod surroundings;
mod tags;
mod texts;
mod times;
mod words;

use super::iso_date::iso_date;
use jiff::civil::Date;
use mentions::{Mention, Mentions, short_mentions};
pub(super) use place::DatePlace;
use surroundings::Surroundings;
pub(super) use times::of_times;

/// Maximum number of dates of a page that are looked at.
const MENTIONS: usize = 256;

/// Returns the publication date of a page with its place. `html` is the page, `heading` the offset of its first
/// `h1`, and `latest` the last possible day.
pub(super) fn find(html: &str, heading: Option<usize>, latest: Date) -> Option<(String, DatePlace)> {
    // A number with dots can be a version. It is a date only in some places near the heading.
    let short = || {
        let found = best_of(html, short_mentions(html, place::near(heading?), latest), heading);
        found.filter(|(_, place)| place.is_of_date())
    };
    let (mention, place) = best_of(html, Mentions::new(html, latest), heading).or_else(short)?;
    Some((with_time(html, mention), place))
}

/// Returns the first date in the best place, if there is one.
fn best_of(
    html: &str,
    mentions: impl Iterator<Item = Mention>,
    heading: Option<usize>,
) -> Option<(Mention, DatePlace)> {
    let mut best: Option<(Mention, DatePlace)> = None;
    let mut is_ambiguous = false;
    for mention in mentions.take(MENTIONS) {
        let Some(place) = DatePlace::of(&Surroundings::of(html, &mention), &mention, heading) else { continue };
        match &best {
            Some((known, DatePlace::Only)) if place == DatePlace::Only => is_ambiguous |= known.date != mention.date,
            Some((_, known)) if place.rank() >= known.rank() => {}
            _ => best = Some((mention, place)),
        }
        if place.rank() == DatePlace::BEST {
            break;
        }
    }
    best.filter(|(_, place)| *place != DatePlace::Only || !is_ambiguous)
}

/// Returns the date, with its time if the element has no other text.
fn with_time(html: &str, mention: Mention) -> String {
    let Mention { date, span, is_attribute } = mention;
    if is_attribute {
        return date;
    }
    let run = surroundings::run_of(html, span.start);
    iso_date(run).filter(|moment| moment.starts_with(&date)).unwrap_or(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the date in a page, and the name of its place.
    fn of(html: &str) -> String {
        let found = find(html, html.find("<h1"), jiff::civil::date(2026, 11, 30));
        found.map(|(date, place)| format!("{date} {}", place.source())).unwrap_or_default()
    }

    #[test]
    fn each_place_has_a_date() {
        let cases = [
            ("<p><time>4 May 2021</time>", "2021-05-04 time:text"),
            ("<p class=date>Published May 4, 2021</p>", "2021-05-04 class:date"),
            ("<div id=PublishDate><span>Dienstag, <b>4. Mai 2021</b></span></div>", "2021-05-04 text:only"),
            ("<div class=x-postdate><b>04.05.2021 10:30</b></div>", "2021-05-04T10:30:00 class:date"),
            (
                "<b itemprop=datePublished content='2021-05-04T10:30:00Z'>May 2021</b>",
                "2021-05-04T10:30:00Z class:date",
            ),
            ("<abbr class=published title='2021-05-04'>Tuesday</abbr>", "2021-05-04 class:date"),
            ("<p>Veröffentlicht am 4. Mai 2021", "2021-05-04 text:published"),
            ("<p>Ver&ouml;ffentlicht am&nbsp;4.&nbsp;M&auml;rz&nbsp;2021 von Ann, die viele andere Texte schrieb.", ""),
            (
                "<p>Posted on May 4, 2021 by Ann, who wrote many other texts, and long ones.",
                "2021-05-04 text:published",
            ),
            ("<dl><dt>Stand:</dt><dd>4.5.2021</dd></dl>", "2021-05-04 text:published"),
            ("<p class=byline>Von Ann, 4. Mai 2021", "2021-05-04 class:byline"),
            ("<h1>T</h1><p>May 4, 2021", "2021-05-04 text:heading"),
            (
                "<h1>T</h1><p>Berlin, 4 May 2021 - A long text about many things, which goes on.",
                "2021-05-04 text:heading",
            ),
            ("<h1>T</h1><p>04.05.21", "2021-05-04 text:heading"),
            ("<div class=teaser><p class=date>4 May 2021", "2021-05-04 class:teaser"),
            ("<p>2021/5/4", "2021-05-04 text:only"),
            ("<p class=date>2021-05-04 10:20", "2021-05-04T10:20:00 class:date"),
            ("<p class=date>2021/05/04 10:20", "2021-05-04T10:20:00 class:date"),
            ("<p class=date>2021.05.04 10:20:30", "2021-05-04T10:20:30 class:date"),
            ("<p class=date>2021-05-04 10:20, Ann", "2021-05-04 class:date"),
            ("<p class=date>2021年5月14日 10:20", "2021-05-14T10:20:00 class:date"),
            ("<p class=date>2021년 5월 14일 10:20", "2021-05-14T10:20:00 class:date"),
            ("<p class=date>2021-05-04.", "2021-05-04 class:date"),
            ("<p class=date>2021-05-04 - 2021-05-06", "2021-05-04 class:date"),
            ("<p class=date>14-05-2021 10:20", "2021-05-14T10:20:00 class:date"),
            ("<p class=date>14-05-2021", "2021-05-14 class:date"),
            ("<body style='display: none'><p class=date>4 May 2021", "2021-05-04 class:date"),
            ("<p class=date hidden=until-found>4 May 2021", "2021-05-04 class:date"),
            ("<p class=date style='display: none; display: block'>4 May 2021", "2021-05-04 class:date"),
            ("<p>2021年5月4日", "2021-05-04 text:only"),
        ];
        for (html, expected) in cases {
            assert_eq!(of(html), expected, "{html}");
        }
    }

    #[test]
    fn the_first_date_in_the_best_place_counts() {
        assert_eq!(
            of("<h1>T</h1><p>1 May 2021<p class=date>2 May 2021<p class=date>3 May 2021"),
            "2021-05-02 class:date"
        );
        assert_eq!(of("<p>1 May 2021<p>Published: 2 May 2021"), "2021-05-02 text:published");
        assert_eq!(of("<p>1 May 2021<p>2021-05-01"), "2021-05-01 text:only");
        assert_eq!(of("<p>1 May 2021<p>2 May 2021"), "");
    }

    #[test]
    fn dates_of_something_else_are_left_out() {
        for html in [
            "",
            "<p>No date in 2021, and none since 2020.",
            "<p>© 2021<p>Copyright 4 May 2021 by Ann",
            "<p>Last updated: 4 May 2021<p class=last-modified>5 May 2021",
            "<p class=date-updated>4 May 2021",
            "<div class=comment-list><p class=date>4 May 2021",
            "<div class=related><p>4 May 2021<p>5 May 2021",
            "<!-- <p class=date>4 May 2021</p> -->",
            "<script>var a = \"<p class=date>4 May 2021</p>\"</script>",
            "<template><p class=date>4 May 2021</p></template>",
            "<select><option>4 May 2021",
            "<p class=date hidden>4 May 2021",
            "<div style='Display: none'><p class=date>4 May 2021",
            "<div style='display:none!important'><p class=date>4 May 2021",
            "<p class=date popover>4 May 2021",
            "<p>The battle was on 4 May 2021, and it was a long one, as many people remember.",
            "<p class=date>Version 1.2.2021.3, 10.1.2.2021, 1.2.2021-beta",
            "<p class=date>tel. 030 12 34 2021, 4 of 2021",
            "<p class=date>05/06/2021",
            "<p class=date>05-06-2021 10:20",
            "<p class=date>2021.05.04.3, 2021-05-04-12",
            "<p class=date>2021-05 10:20",
            "<p class=date>31 April 2021",
            "<p class=date>1 December 2026",
            "<p class=date>4 May 1999",
            "<p>Version 04.05.21",
            "<h1>T</h1><p>1.2.21.3 v1.2.21 1.13.21 /1.2.21",
            "<a title='4 May 2021'>a</a>",
            "<meta name=x content='2021-05-04'>",
        ] {
            assert_eq!(of(html), "", "{html}");
        }
        assert_eq!(
            of("<div class=tag-comment><p class=date>4 May 2021"),
            "2021-05-04 class:date",
            "the class of a subject"
        );
        assert_eq!(of("<p>Updated: 5 May 2021 | Published: 4 May 2021"), "2021-05-04 text:published");
    }

    #[test]
    fn adversarial_pages_take_linear_time() {
        let units = [
            "2020 ",
            "1 May 2020 ",
            "<a title=\"2020",
            "<p>1 May 2020 a",
            "é2020",
            "1.1.20",
            "<!-- 1 May 2020 ",
            "<b>",
            "2020-",
        ];
        let fastest = |unit: &str, count: usize| {
            let page = format!("<h1>{}", unit.repeat(count));
            let run = |_| {
                let start = std::time::Instant::now();
                of(&page);
                start.elapsed()
            };
            (0..5).map(run).min().expect("it ran")
        };
        for unit in units {
            let (few, many) = (fastest(unit, 2_000), fastest(unit, 16_000));
            let slack = std::time::Duration::from_millis(2);
            assert!(many < few * 24 + slack, "8 times {unit}: {few:?}, then {many:?}");
        }
    }
}
