//! Dates as pages write them, in ISO 8601.

use super::month_names::month_of;
use jiff::civil::Date;
use jiff::fmt::rfc2822;

/// The first and last year of a plausible date.
const YEARS: std::ops::RangeInclusive<i16> = 1000..=2999;

/// Returns a date in ISO 8601 if it is unambiguous: `2026`, `2026-05`, `2026-05-01` or `2026-05-01T10:00:00+02:00`. The
/// time zone is left out if the page does not say it.
///
/// Understood are ISO 8601, also with slashes, dots or a space; the year first, also as `2026年5月1日`; RFC 2822; days and months with
/// dots, the day first, `4.5.2026`; with slashes or hyphens if only one of both orders is a date, `26/05/2026`, `26-05-2026`; and
/// [names of months](month_of). A date such as 05/06/2026 is not: the day or the month could come first.
pub(super) fn iso_date(text: &str) -> Option<String> {
    let text = text.trim();
    if text.len() > 64 {
        return None;
    }
    year_first(text)
        .or_else(|| of_mail(text))
        .or_else(|| day_with_dots(text))
        .or_else(|| day_with(text, '/'))
        .or_else(|| day_with(text, '-'))
        .or_else(|| month_by_name(text))
}

/// Parses a date whose first part is the year, and a time.
fn year_first(text: &str) -> Option<String> {
    let (year, rest) = digits(text, 4)?;
    let Some(separator) = rest.chars().next() else { return checked(year, None, None).map(|_| year.to_owned()) };
    if separator.is_ascii_digit() {
        // 20260501, then a time or nothing.
        let ((month, rest), compact) = (digits(rest, 2)?, true);
        let (day, rest) = digits(rest, 2)?;
        return with_time(checked(year, Some(month), Some(day))?, rest, compact);
    }
    if let Some(rest) = rest.strip_prefix(['年', '년']) {
        return year_month_day(year, rest);
    }
    let rest = rest.strip_prefix(['-', '/', '.'])?;
    let (month, rest) = digits(rest, 2).or_else(|| digits(rest, 1).filter(|_| separator != '-'))?;
    if rest.is_empty() {
        checked(year, Some(month), None)?;
        return (month.len() == 2).then(|| format!("{year}-{month}"));
    }
    let rest = rest.strip_prefix(separator)?;
    let (day, rest) = digits(rest, 2).or_else(|| digits(rest, 1).filter(|_| separator != '-'))?;
    with_time(checked(year, Some(month), Some(day))?, rest, false)
}

/// Parses the month, the day and a time after the year, in Chinese, Japanese or Korean: `2026年5月1日`, `2026년 5월 1일`.
fn year_month_day(year: &str, text: &str) -> Option<String> {
    let (month, rest) = text.split_once(['月', '월'])?;
    let (day, rest) = rest.split_once(['日', '일'])?;
    with_time(checked(year, Some(month.trim()), Some(day.trim()))?, rest, false)
}

/// Appends the time in `text`, which follows the date.
fn with_time(date: Date, text: &str, is_compact: bool) -> Option<String> {
    let text = text.trim_start();
    let text = text.strip_prefix(['T', 't']).unwrap_or(text).trim_start();
    if text.is_empty() {
        return Some(date.to_string());
    }
    let separator = if is_compact && !text.contains(':') { "" } else { ":" };
    let (hour, rest) = digits(text, 2)?;
    let (minute, mut rest) = digits(rest.strip_prefix(separator)?, 2)?;
    let mut second = "00";
    if let Some((digits, after)) = rest.strip_prefix(separator).and_then(|rest| digits(rest, 2)) {
        (second, rest) = (digits, after);
        if let Some(fraction) = rest.strip_prefix(['.', ',']) {
            rest = fraction.trim_start_matches(|character: char| character.is_ascii_digit());
        }
    }
    let is_valid = |text: &str, most: u8| text.parse::<u8>().is_ok_and(|number| number <= most);
    if !(is_valid(hour, 23) && is_valid(minute, 59) && is_valid(second, 59)) {
        return None;
    }
    let zone = zone(rest.trim_start())?;
    Some(format!("{date}T{hour}:{minute}:{second}{zone}"))
}

/// Returns a time zone in ISO 8601; empty if the text is.
fn zone(text: &str) -> Option<String> {
    match text {
        "" => return Some(String::new()),
        "Z" | "z" | "UTC" | "GMT" => return Some("Z".to_owned()),
        _ => {}
    }
    let (sign, rest) = text.split_at_checked(1)?;
    let (hours, rest) = digits(rest, 2)?;
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    let minutes = if rest.is_empty() { "00" } else { digits(rest, 2).filter(|(_, rest)| rest.is_empty())?.0 };
    let is_valid =
        hours.parse::<u8>().is_ok_and(|hours| hours <= 14) && minutes.parse::<u8>().is_ok_and(|most| most <= 59);
    (is_valid && matches!(sign, "+" | "-")).then(|| format!("{sign}{hours}:{minutes}"))
}

/// Parses a date of mail and HTTP: `Fri, 01 May 2026 10:00:00 GMT`.
fn of_mail(text: &str) -> Option<String> {
    // PERF: it has a time, and most dates have none.
    let zoned = text.contains(':').then(rfc2822::DateTimeParser::new)?.parse_zoned(text).ok()?;
    let date = zoned.date();
    let time = zoned.time();
    let zone = zone(&zoned.offset().to_string()).unwrap_or_default();
    let zone = if zone == "+00:00" { "Z".to_owned() } else { zone };
    YEARS
        .contains(&date.year())
        .then(|| format!("{date}T{:02}:{:02}:{:02}{zone}", time.hour(), time.minute(), time.second()))
}

/// Parses a date with dots, and a time: `4.5.2026`, `Mo., 04.05.2026 10:30`.
fn day_with_dots(text: &str) -> Option<String> {
    let text = without_weekday(text);
    let (day, rest) = digits(text, 2).filter(|(_, rest)| rest.starts_with('.')).or_else(|| digits(text, 1))?;
    let rest = rest.strip_prefix('.')?;
    let rest = rest.strip_prefix(' ').unwrap_or(rest);
    let (month, rest) = digits(rest, 2).filter(|(_, rest)| rest.starts_with('.')).or_else(|| digits(rest, 1))?;
    let rest = rest.strip_prefix('.')?;
    let (year, rest) = digits(rest.strip_prefix(' ').unwrap_or(rest), 4)?;
    with_spoken_time(checked(year, Some(month), Some(day))?, rest)
}

/// Returns a date without the name of a weekday and a comma before it.
fn without_weekday(text: &str) -> &str {
    let is_name = |name: &str| name.trim_end_matches('.').chars().all(char::is_alphabetic);
    text.split_once(", ").filter(|(name, _)| is_name(name)).map_or(text, |(_, date)| date)
}

/// Parses a date with slashes or hyphens, and a time, if it is a date in one order alone, or the same in both: `26/05/2026`,
/// `05/26/2026`, `5-5-2026`.
fn day_with(text: &str, separator: char) -> Option<String> {
    let (first, rest) = without_weekday(text).split_once(separator)?;
    let (second, rest) = rest.split_once(separator)?;
    let (year, rest) = digits(rest, 4)?;
    let is_short = |part: &str| matches!(part.len(), 1 | 2) && part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_short(first) || !is_short(second) {
        return None;
    }
    let of = |month, day| checked(year, Some(month), Some(day));
    let date = match (of(second, first), of(first, second)) {
        (Some(date), None) | (None, Some(date)) => date,
        (Some(one), Some(other)) if one == other => one,
        _ => return None,
    };
    with_spoken_time(date, rest)
}

/// Parses a date with the name of a month, and a time: `May 1, 2026`, `1 May 2026`, `Fri, May 1st 2026 10:30 AM`, `4 de mayo de 2026`.
fn month_by_name(text: &str) -> Option<String> {
    let is_separator = |character: char| matches!(character, ' ' | ',' | '.' | '-' | '\u{A0}');
    let (mut words, mut found, mut rest, mut is_first) = ([""; 3], 0, text, true);
    while found < words.len() {
        let word;
        rest = rest.trim_start_matches(is_separator);
        (word, rest) = rest.split_at(rest.find(is_separator).unwrap_or(rest.len()));
        if word.is_empty() {
            return None;
        }
        let is_weekday = is_first && month_of(word).is_none() && word.chars().all(char::is_alphabetic);
        is_first = false;
        if !is_weekday && !matches!(word, "de" | "del" | "of") {
            words[found] = word;
            found += 1;
        }
    }
    let [first, second, year] = words;
    let (month, day) = match (month_of(first), month_of(second)) {
        (Some(month), None) => (month, second),
        (None, Some(month)) => (month, first),
        _ => return None,
    };
    let day = ["st", "nd", "rd", "th", "er", "º"].iter().find_map(|end| day.strip_suffix(end)).unwrap_or(day);
    let year = digits(year, 4).filter(|(_, rest)| rest.is_empty())?.0;
    with_spoken_time(checked(year, Some(&month.to_string()), Some(day))?, rest)
}

/// Appends the time in `text`, which follows a date in words: nothing, `10:30`, `, 10:30:00`, `at 10:30 AM`, `um 10:30 Uhr`.
fn with_spoken_time(date: Date, text: &str) -> Option<String> {
    let mut words =
        text.split([' ', ',', '-', '|', '\u{A0}']).filter(|word| !matches!(*word, "" | "." | "at" | "um" | "à" | "kl"));
    let Some(time) = words.next() else { return Some(date.to_string()) };
    let (time, half) = match time.len().checked_sub(2).map(|split| time.split_at_checked(split)) {
        Some(Some((time, half))) if is_half(half) => (time, Some(half)),
        _ => (time, words.next()),
    };
    if words.next().is_some() || half.is_some_and(|half| !is_half(half) && !matches!(half, "Uhr" | "h")) {
        return None;
    }
    let mut parts = time.split(':');
    let (hour, minute, second) = (parts.next()?, parts.next()?, parts.next().unwrap_or("00"));
    let number = |text: &str, most: u8| text.parse::<u8>().ok().filter(|number| text.len() <= 2 && *number <= most);
    let hour = number(hour, 23)?;
    let hour = match half.map(str::to_ascii_lowercase).as_deref() {
        Some("pm") if hour < 12 => hour + 12,
        Some("am") if hour == 12 => 0,
        _ => hour,
    };
    let (minute, second) = (number(minute, 59)?, number(second, 59)?);
    parts.next().is_none().then(|| format!("{date}T{hour:02}:{minute:02}:{second:02}"))
}

/// Returns true for `AM` and `PM`, in any case.
fn is_half(word: &str) -> bool {
    word.eq_ignore_ascii_case("am") || word.eq_ignore_ascii_case("pm")
}

/// Returns the date if there is one; the first of the year or month if a part is missing.
fn checked(year: &str, month: Option<&str>, day: Option<&str>) -> Option<Date> {
    let year = year.parse().ok().filter(|year| YEARS.contains(year))?;
    let part = |text: Option<&str>| text.map_or(Some(1), |text| text.parse().ok());
    Date::new(year, part(month)?, part(day)?).ok()
}

/// Splits off `count` digits.
fn digits(text: &str, count: usize) -> Option<(&str, &str)> {
    let (digits, rest) = text.split_at_checked(count)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some((digits, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_become_iso_8601() {
        let cases = [
            ("2026", "2026"),
            ("2026-05", "2026-05"),
            ("2026/05", "2026-05"),
            ("2026-05-01", "2026-05-01"),
            (" 2026/05/01 ", "2026-05-01"),
            ("2026/5/1", "2026-05-01"),
            ("2026.05.01", "2026-05-01"),
            ("20260501", "2026-05-01"),
            ("20260501T101112Z", "2026-05-01T10:11:12Z"),
            ("2026-05-01T10:11", "2026-05-01T10:11:00"),
            ("2026-05-01 10:11:12", "2026-05-01T10:11:12"),
            ("2026-05-01T10:11:12.345678Z", "2026-05-01T10:11:12Z"),
            ("2026-05-01T10:11:12+0200", "2026-05-01T10:11:12+02:00"),
            ("2026-05-01T10:11:12 -05:30", "2026-05-01T10:11:12-05:30"),
            ("2026-05-01t10:11:12z", "2026-05-01T10:11:12Z"),
            ("2026-05-01 10:11:12 UTC", "2026-05-01T10:11:12Z"),
            ("Fri, 01 May 2026 10:11:12 GMT", "2026-05-01T10:11:12Z"),
            ("Fri, 1 May 2026 10:11:12 +0200", "2026-05-01T10:11:12+02:00"),
            ("May 1, 2026", "2026-05-01"),
            ("Friday, May 1st, 2026", "2026-05-01"),
            ("1 Sept. 2026", "2026-09-01"),
            ("01-Sep-2026", "2026-09-01"),
            ("May 4, 2026 10:30 AM", "2026-05-04T10:30:00"),
            ("Tuesday 4 May 2026 at 12:05am", "2026-05-04T00:05:00"),
            ("4. Mai 2026", "2026-05-04"),
            ("Montag, 4. März 2026 - 10:30 Uhr", "2026-03-04T10:30:00"),
            ("1er février 2026", "2026-02-01"),
            ("4 de Mayo de 2026", "2026-05-04"),
            ("4 мая 2026", "2026-05-04"),
            ("04.05.2026", "2026-05-04"),
            ("4. 5. 2026", "2026-05-04"),
            ("4.5.2026 22:01:30", "2026-05-04T22:01:30"),
            ("Mo., 04.05.2026 - 14:45", "2026-05-04T14:45:00"),
            ("26/05/2026", "2026-05-26"),
            ("5/26/2026 10:30", "2026-05-26T10:30:00"),
            ("05/05/2026", "2026-05-05"),
            ("26-05-2026", "2026-05-26"),
            ("26-5-2026 10:30", "2026-05-26T10:30:00"),
            ("2026年5月4日", "2026-05-04"),
            ("2026年05月04日 10:30", "2026-05-04T10:30:00"),
            ("2026년 5월 4일", "2026-05-04"),
        ];
        for (text, date) in cases {
            assert_eq!(iso_date(text).as_deref(), Some(date), "{text}");
        }
    }

    #[test]
    fn ambiguous_and_invalid_dates_are_left_out() {
        for text in [
            "",
            "05/06/2026",
            "05-06-2026",
            "26-05/2026",
            "32/05/2026",
            "/05/2026",
            "26/05/26",
            "2026年5月",
            "2026年月日",
            "2026年13月1日",
            "Ann, Bo, 4.5.2026",
            "1.13.2026",
            "1.5.26",
            "1.5.2026 soon",
            "4 May 2026 25:00",
            "4 May 2026 10:30 to 11:00",
            "Von Ann, 4. Mai 2026",
            "May May 2026",
            "26-05-01",
            "2026-13-01",
            "2026-02-30",
            "2026-5-1x",
            "2026-05-01T25:00",
            "2026-05-01 yesterday",
            "0026-05-01",
            "today",
            "May 2026 1",
            "1777629072",
            "2026-W18",
            "12026-05-01",
            "2026-05-01T10:11:12+99:00",
            "1 maj-june 2026",
            "2026/05-01",
            "2026-05-011",
        ] {
            assert_eq!(iso_date(text), None, "{text}");
        }
    }
}
