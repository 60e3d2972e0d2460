//! Finds dates in the text of a page, without tokenizing it.
//!
//! Most pages declare no date, and a second pass over the page would double its cost. So the search starts at the years:
//!
//! 1. Find `20` with vector instructions, and keep those that start a number of four digits.
//! 2. Go back to the last `<` or `>`. A year after `<` is in a tag.
//! 3. Read the words before the year, or the numbers after it, as a date. Only now are names of months compared.
//!
//! Some of the dates are in comments or scripts, which [`Surroundings`](super::surroundings::Surroundings) finds out.

use super::super::iso_date::iso_date;
use super::super::month_names::month_of;
use super::tags::with_start_tag;
use jiff::civil::Date;
use memchr::{memchr, memchr_iter, memmem, memrchr2};
use std::ops::Range;
use tagrake::{Arena, Token, Tokenizer};

/// Maximum number of bytes before a year that may belong to its date: `Wednesday, 23&nbsp;de&nbsp;septiembre&nbsp;de&nbsp;`.
const BEFORE: usize = 64;
/// Maximum number of characters of a date that starts with its year: `2026년 05월 04일`.
const YEAR_FIRST: usize = 14;
/// The number of numbers of a date. The next one is of a time.
const NUMBERS: usize = 3;
/// Maximum number of words of a date before its year: `4 de mayo de`.
const WORDS: usize = 5;
/// Maximum number of bytes of a tag after a year in it.
const TAG: usize = 1024;
/// The first year of a date: a search for years of two centuries takes twice as long.
const FIRST_YEAR: i16 = 2000;
/// The attributes that may have the date of an element.
const ATTRIBUTES: [&str; 2] = ["title", "content"];

/// A date in the text of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    /// In ISO 8601.
    pub(super) date: String,
    /// Where it is in the page. For an attribute, the end of its tag.
    pub(super) span: Range<usize>,
    /// True if it is in an attribute.
    pub(super) is_attribute: bool,
}

/// The dates in the text of a page, in its order.
pub(super) struct Mentions<'h> {
    html: &'h str,
    latest: Date,
    /// The offsets of `20` that are to come.
    years: memmem::FindIter<'h, 'static>,
}

impl<'h> Mentions<'h> {
    /// Creates an iterator over the dates from 2000 to `latest`.
    pub(super) fn new(html: &'h str, latest: Date) -> Self {
        Self { html, latest, years: memmem::find_iter(html.as_bytes(), "20") }
    }

    /// Returns the date with the year at this offset.
    fn date_at(&self, year: usize) -> Option<Mention> {
        let bytes = self.html.as_bytes();
        let is_digit = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_digit);
        let end = year + 4;
        if !(is_digit(year + 2) && is_digit(year + 3)) || is_digit(end) || year > 0 && is_digit(year - 1) {
            return None;
        }
        let number = self.html[year..end].parse().ok().filter(|year| (FIRST_YEAR..=self.latest.year()).contains(year));
        number?;
        let from = year.saturating_sub(BEFORE);
        let edge = memrchr2(b'<', b'>', &bytes[from..year]);
        if edge.is_some_and(|edge| bytes[from + edge] == b'<') {
            return self.in_tag(from + edge?, year).filter(|mention| self.is_possible(mention));
        }
        let from = edge.map_or(from, |edge| from + edge + 1);
        let from = (from..=year).find(|&at| self.html.is_char_boundary(at))?;
        let mention = match bytes.get(end) {
            Some(b'-' | b'/' | b'.') if is_digit(end + 1) => self.year_first(from, year),
            // The first bytes of the words for "year" in Chinese and Korean.
            Some(0xE5 | 0xEB) => self.year_first(from, year),
            _ => self.year_last(from, year),
        }?;
        Some(mention).filter(|mention| self.is_possible(mention))
    }

    /// Returns true if a date is not after the last possible day.
    fn is_possible(&self, mention: &Mention) -> bool {
        mention.date.get(..10).is_some_and(|day| day.parse::<Date>().is_ok_and(|day| day <= self.latest))
    }

    /// Returns the date in a `title` or `content` of the tag at this offset, if the year is in it.
    fn in_tag(&self, tag: usize, year: usize) -> Option<Mention> {
        let quote = memrchr2(b'"', b'\'', &self.html.as_bytes()[tag..year])?;
        let name = self.html[tag..tag + quote].strip_suffix('=')?;
        if !ATTRIBUTES.iter().any(|attribute| name.ends_with(attribute)) || self.html[tag..].starts_with("<meta") {
            return None;
        }
        let rest = &self.html.as_bytes()[year..];
        let end = year + memchr(b'>', &rest[..rest.len().min(TAG)])? + 1;
        let date = with_start_tag(&self.html[tag..end], |tag| {
            let value = |name: &&str| iso_date(tag.attribute(name.as_bytes())?.value_str());
            ATTRIBUTES.iter().find_map(value)
        })??;
        (date.len() >= 10).then_some(Mention { date, span: end..end, is_attribute: true })
    }

    /// Reads a date that starts with the year.
    fn year_first(&self, from: usize, year: usize) -> Option<Mention> {
        if self.html[from..year].ends_with(|before: char| before.is_alphanumeric() || "/-._=".contains(before)) {
            return None;
        }
        let rest = &self.html[year..];
        let len = len_of_year_first(rest);
        let is_version = rest[len..].strip_prefix(['-', '/', '.']).is_some_and(|after| leading_digits(after) > 0);
        if is_version {
            return None;
        }
        let date = iso_date(&rest[..len])?;
        (date.len() == 10).then(|| Mention { date, span: year..year + len, is_attribute: false })
    }

    /// Reads a date that ends with the year.
    fn year_last(&self, from: usize, year: usize) -> Option<Mention> {
        let bytes = self.html.as_bytes();
        let end = year + 4;
        let is_of_word =
            |at: usize| bytes.get(at).is_some_and(|&byte| byte.is_ascii_alphanumeric() || b"_%".contains(&byte));
        let continues = is_of_word(end) || bytes.get(end) == Some(&b'-') && is_of_word(end + 1);
        let before = &bytes[from..year];
        if continues || !before.iter().any(u8::is_ascii_digit) {
            return None;
        }
        let arena = Arena::new();
        let source = &self.html[from..end];
        let text = decode(source, &arena);
        let is_space = |character: char| character.is_whitespace();
        let (mut words, mut start) = (0, text.len());
        while start > 0 && words < WORDS {
            let word = text[..start].trim_end_matches(is_space);
            start =
                word.rfind(is_space).map_or(0, |space| space + word[space..].chars().next().map_or(1, char::len_utf8));
            words += 1;
            // PERF: only words that can be of a date are read as one.
            if words == 2 && !is_before_year(&word[start..]) {
                return None;
            }
            let word = text[start..].trim_start_matches(|character: char| !character.is_alphanumeric());
            if may_start_date(word)
                && let Some(date) = iso_date(word)
                && date.len() == 10
            {
                let len = if text.len() == source.len() { word.len() } else { source.len() };
                return Some(Mention { date, span: end - len..end, is_attribute: false });
            }
            if word.is_empty() {
                break;
            }
        }
        None
    }
}

impl Iterator for Mentions<'_> {
    type Item = Mention;

    fn next(&mut self) -> Option<Mention> {
        loop {
            let year = self.years.next()?;
            if let Some(mention) = self.date_at(year) {
                return Some(mention);
            }
        }
    }
}

/// Returns the length of the date that starts a text: up to the third number, or the word for "day" after it.
fn len_of_year_first(text: &str) -> usize {
    let (mut len, mut numbers, mut is_in_number) = (0, 0, false);
    for (at, character) in text.char_indices().take(YEAR_FIRST) {
        let is_digit = character.is_ascii_digit();
        numbers += usize::from(is_digit && !is_in_number);
        is_in_number = is_digit;
        if numbers > NUMBERS || !is_digit && !"-/. 年月日년월일".contains(character) {
            break;
        }
        if is_digit || matches!(character, '日' | '일') {
            len = at + character.len_utf8();
        }
    }
    len
}

/// Returns the dates with a year of two digits and dots, such as `04.05.26`, in the text of a page that is in `range`.
pub(super) fn short_mentions(html: &str, range: Range<usize>, latest: Date) -> impl Iterator<Item = Mention> {
    let mut last = 0;
    let range = range.start..range.end.min(html.len());
    memchr_iter(b'.', &html.as_bytes()[range.clone()]).filter_map(move |dot| {
        let dot = range.start + dot;
        let is_digit = |index: usize| html.as_bytes().get(index).is_some_and(u8::is_ascii_digit);
        if !is_digit(dot + 1) || dot == 0 || !is_digit(dot - 1) {
            return None;
        }
        let mention = short_mention(html, dot, latest).filter(|mention| mention.span.start >= last)?;
        last = mention.span.end;
        Some(mention)
    })
}

/// Returns the date whose first dot is at this offset.
fn short_mention(html: &str, dot: usize, latest: Date) -> Option<Mention> {
    let bytes = html.as_bytes();
    let digits = |range: Range<usize>| bytes[range].iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
    let start = dot - bytes[..dot].iter().rev().take(3).take_while(|byte| byte.is_ascii_digit()).count();
    let month = dot + 1 + digits(dot + 1..bytes.len());
    let year = month + 1..(month + 3).min(bytes.len());
    let is_separate =
        |byte: Option<&u8>| !byte.is_some_and(|&byte| byte.is_ascii_alphanumeric() || b"./-_=".contains(&byte));
    let end = year.end;
    let is_sentence = bytes.get(end) == Some(&b'.') && !bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
    let is_date = bytes.get(month) == Some(&b'.')
        && digits(year.start.min(end)..bytes.len()) == 2
        && is_separate(start.checked_sub(1).and_then(|before| bytes.get(before)))
        && (is_separate(bytes.get(end)) || is_sentence);
    if !is_date {
        return None;
    }
    let number = |range: Range<usize>| html.get(range)?.parse::<i8>().ok();
    let short = i16::from(number(year)?);
    let year = if short <= latest.year() % 100 { 2000 + short } else { 1900 + short };
    let date = Date::new(year, number(dot + 1..month)?, number(start..dot)?).ok()?;
    let is_possible = year >= FIRST_YEAR && date <= latest;
    is_possible.then(|| Mention { date: date.to_string(), span: start..end, is_attribute: false })
}

/// Returns true if a word can be the last one of a date before its year: a day, the name of a month, or "de".
fn is_before_year(word: &str) -> bool {
    let word = word.trim_matches(|character: char| !character.is_alphanumeric());
    matches!(leading_digits(word), 1 | 2) && word.len() <= 5
        || matches!(word, "de" | "del" | "of")
        || month_of(word).is_some()
        || word.rsplit(['-', '.']).next().is_some_and(|last| last != word && month_of(last).is_some())
}

/// Returns true if a text can start with a date that ends with its year: with a day, or with the name of a month.
fn may_start_date(text: &str) -> bool {
    let is_letter = |character: char| character.is_alphabetic();
    match leading_digits(text) {
        0 => month_of(&text[..text.find(|character| !is_letter(character)).unwrap_or(text.len())]).is_some(),
        1 | 2 => true,
        _ => false,
    }
}

/// Returns the number of ASCII digits at the start of a text.
fn leading_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Returns text without character references.
fn decode<'t>(text: &'t str, arena: &'t Arena) -> &'t str {
    if memchr(b'&', text.as_bytes()).is_none() {
        return text;
    }
    match Tokenizer::new(text.as_bytes(), arena).next() {
        Some(Token::Text(decoded)) => decoded.decoded_str(),
        _ => text,
    }
}
