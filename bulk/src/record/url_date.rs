//! The day in the path of a URL: `/2026/05/04/`, `/2026-05-04-title`, `/2026-05/04/`, `/20260504/`.

use jiff::civil::Date;

/// The first year of a plausible date.
const FIRST_YEAR: i16 = 1995;

/// Returns the first day in the path of a URL that is from 1995 to `latest`, in ISO 8601.
pub(super) fn url_date(url: &str, latest: Date) -> Option<String> {
    let path = url.split(['?', '#']).next()?;
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let starts = path.match_indices(['/', '-', '_']).map(|(at, _)| &path[at + 1..]);
    starts
        .filter_map(day_at_start)
        .find(|day| (FIRST_YEAR..=latest.year()).contains(&day.year()) && *day <= latest)
        .map(|day| day.to_string())
}

/// Parses a day at the start of a text: its parts have separators, `2026-05/04`, or none and all their digits.
fn day_at_start(text: &str) -> Option<Date> {
    const SEPARATORS: [char; 3] = ['/', '-', '_'];
    let (year, rest) = text.split_at_checked(4).filter(|(year, _)| year.bytes().all(|byte| byte.is_ascii_digit()))?;
    let has_separators = rest.starts_with(SEPARATORS);
    let part = |text: &'_ str| -> Option<(i8, usize)> {
        let start = usize::from(has_separators);
        let text = if has_separators { text.strip_prefix(SEPARATORS)? } else { text };
        let digits = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let is_complete = digits == 2 || digits == 1 && has_separators;
        Some((text.get(..digits).filter(|_| is_complete)?.parse().ok()?, start + digits))
    };
    let (month, len) = part(rest)?;
    let rest = &rest[len..];
    let (day, len) = part(rest)?;
    let ends = !rest[len..].starts_with(|next: char| next.is_ascii_digit());
    Date::new(year.parse().ok()?, month, day).ok().filter(|_| ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_paths_become_iso_8601() {
        let of = |url: &str| url_date(url, jiff::civil::date(2026, 5, 4)).unwrap_or_default();
        for url in [
            "https://e.org/2026/05/04/title",
            "https://e.org/blog/2026/5/4",
            "https://e.org/news/2026-05-04-title.html",
            "https://e.org/20260504/a?b",
            "https://e.org/a_20260504.html",
            "https://e.org/2026_05_04",
            "https://e.org/2026-05/04/c_1.htm",
        ] {
            assert_eq!(of(url), "2026-05-04", "{url}");
        }
        for url in [
            "https://e.org/2026/05/05/tomorrow",
            "https://e.org/2026/05/title",
            "https://e.org/2026/13/04/",
            "https://e.org/1994/05/04/",
            "https://e.org/web/20260504102030/a",
            "https://e.org/12026/05/04/",
            "https://e.org/?date=/2026/05/04/",
            "https://e.org/202654/",
            "https://e.org/é2026é",
            "",
        ] {
            assert_eq!(of(url), "", "{url}");
        }
    }
}
