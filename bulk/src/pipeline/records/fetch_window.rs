//! Selects records by their fetch time.

use super::selection_error::SelectionError;
use crate::input::FetchTime;
use crate::pipeline::counts::SkipCause;
use jiff::ToSpan;
use jiff::civil::Date;

/// Selects records by their fetch time. The default is all records.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FetchWindow {
    from: Option<Bound>,
    to: Option<Bound>,
}

impl FetchWindow {
    /// Returns the window that begins at this time.
    pub(crate) fn with_from(self, text: &str) -> Result<Self, SelectionError> {
        Self { from: Some(Bound::parse(text)?), ..self }.in_order()
    }

    /// Returns the window that ends before this instant, or with this year, month or day.
    pub(crate) fn with_to(self, text: &str) -> Result<Self, SelectionError> {
        Self { to: Some(Bound::parse(text)?), ..self }.in_order()
    }

    fn in_order(self) -> Result<Self, SelectionError> {
        match (self.from, self.to) {
            (Some(from), Some(to)) if from.start > to.last() => Err(SelectionError::Times),
            _ => Ok(self),
        }
    }

    /// Returns the cause if a record with this fetch time is not selected: `FetchTime` or `NoFetchTime`.
    pub(crate) fn rejects(&self, time: impl FnOnce() -> Option<FetchTime>) -> Option<SkipCause> {
        if self.from.is_none() && self.to.is_none() {
            return None;
        }
        let Some(time) = time().map(FetchTime::as_microsecond) else { return Some(SkipCause::NoFetchTime) };
        let is_taken = self.from.is_none_or(|from| from.start <= time) && self.to.is_none_or(|to| time < to.end);
        (!is_taken).then_some(SkipCause::FetchTime)
    }
}

/// An instant, or a year, month or day in UTC: in microseconds since the start of 1970.
#[derive(Clone, Copy, Debug)]
struct Bound {
    start: i64,
    /// The first moment after a year, month or day; the start of an instant.
    end: i64,
}

impl Bound {
    fn parse(text: &str) -> Result<Self, SelectionError> {
        Self::of_period(text).or_else(|| Self::of_instant(text)).ok_or_else(|| SelectionError::Time(text.to_owned()))
    }

    /// Parses a year, month or day.
    fn of_period(text: &str) -> Option<Self> {
        let span = match text.len() {
            4 => 1.year(),
            7 => 1.month(),
            10 => 1.day(),
            _ => return None,
        };
        let is_in_place =
            |(index, byte): (usize, u8)| if matches!(index, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() };
        let rest = "-01-01".get(text.len() - 4..).filter(|_| text.bytes().enumerate().all(is_in_place))?;
        let first: Date = format!("{text}{rest}").parse().ok()?;
        let end = first.checked_add(span).map_or(i64::MAX, start_of);
        Some(Self { start: start_of(first), end })
    }

    /// Parses a time with an offset.
    fn of_instant(text: &str) -> Option<Self> {
        let time = text.parse::<jiff::Timestamp>().ok()?.as_microsecond();
        Some(Self { start: time, end: time })
    }

    /// Returns the last moment. A window that ends at its first instant is empty.
    fn last(self) -> i64 {
        self.start.max(self.end - 1)
    }
}

/// Returns the first moment of a day in UTC. No fetch time is on the last day of the year 9999.
fn start_of(day: Date) -> i64 {
    FetchTime::of_warc_date(&day.to_string()).map_or(i64::MAX, FetchTime::as_microsecond)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(from: &str, to: &str) -> Result<FetchWindow, SelectionError> {
        let window = FetchWindow::default();
        let window = if from.is_empty() { window } else { window.with_from(from)? };
        if to.is_empty() { Ok(window) } else { window.with_to(to) }
    }

    #[test]
    fn a_year_month_or_day_is_complete_and_an_instant_ends_the_window() {
        let cases = [
            (
                "2024",
                "2024",
                &["2024-01-01T00:00:00Z", "2024-12-31T23:59:59.999999Z"][..],
                &["2025", "2023-12-31T23:59:59Z"][..],
            ),
            ("2024-02", "2024-02", &["2024-02", "2024-02-29T23:59:60Z"], &["2024-03", "2024-01-31T23:59:59Z"]),
            (
                "2024-12-31",
                "2024-12-31",
                &["2024-12-31", "2024-12-31T23:59:59Z"],
                &["2025-01-01", "2024-12-30T23:59:59Z"],
            ),
            (
                "2024-05-18T01:58:10Z",
                "2024-05-18T01:58:11Z",
                &["2024-05-18T01:58:10Z", "2024-05-18T01:58:10.999999Z"],
                &["2024-05-18T01:58:11Z", "2024-05-18T01:58:09Z"],
            ),
            ("2024-05-18T01:58:10+02:00", "", &["2024-05-17T23:58:10Z", "9999"], &["2024-05-17T23:58:09Z"]),
            ("2024-05-18T12:00:00Z", "2024-05-18", &["2024-05-18T12:00:00Z"], &["2024-05-18", "2024-05-19"]),
            ("", "2024-05", &["1996", "2024-05-31T23:59:59Z"], &["2024-06"]),
            ("9999", "9999", &["9999-12-30T00:00:00Z"], &["9998"]),
            ("9999-12-30", "9999-12-31", &["9999-12-30T00:00:00Z"], &["9999-12-29"]),
            ("2024-05-18T01:58:10Z", "2024-05-18T01:58:10Z", &[], &["2024-05-18T01:58:10Z"]),
        ];
        for (from, to, taken, left_out) in cases {
            let window = window(from, to).expect("times");
            let rejects = |time: &&str| window.rejects(|| Some(FetchTime::of_warc_date(time).expect(time)));
            assert!(taken.iter().all(|time| rejects(time).is_none()), "{from} {to}");
            assert!(left_out.iter().all(|time| rejects(time) == Some(SkipCause::FetchTime)), "{from} {to}");
            assert_eq!(window.rejects(|| None), Some(SkipCause::NoFetchTime));
        }
        assert_eq!(FetchWindow::default().rejects(|| unreachable!("no time is needed")), None);
    }

    #[test]
    fn other_times_and_windows_are_refused() {
        for text in [
            "",
            "24",
            "2024-5",
            "2024-13",
            "2024-02-30",
            "2024-05-18T01:58:10",
            "20240518",
            "2024Z",
            "yesterday",
            "+024",
            "2024/05/18",
            "2024-W20-6",
            "1716000000",
            "éé",
        ] {
            assert!(
                FetchWindow::default().with_from(text).is_err() && FetchWindow::default().with_to(text).is_err(),
                "{text}"
            );
        }
        for (from, to) in [
            ("2025", "2024"),
            ("2024-05-19", "2024-05-18"),
            ("2024-06", "2024-05-31T23:59:59Z"),
            ("2024-05-18T01:58:11Z", "2024-05-18T01:58:10Z"),
            ("2025-01-01T00:00:00Z", "2024"),
        ] {
            assert!(window(from, to).is_err(), "{from} {to}");
            let reversed = FetchWindow::default().with_to(to).expect("a time").with_from(from);
            assert!(reversed.is_err(), "{from} {to}");
        }
    }
}
