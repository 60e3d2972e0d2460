//! The text before and after a date: how long it is, and whether it says what the date is of.

use super::words::{NOT_PUBLISHED, PREPOSITIONS, PUBLISHED};

/// Maximum number of characters before and after a date in an element that has little else.
pub(super) const SHORT: [usize; 2] = [40, 45];
/// The same for a date near a heading.
pub(super) const SHORTER: [usize; 2] = [25, 24];
/// Maximum number of bytes between a word such as "updated" and the date.
const MODIFIED_BYTES: usize = 48;

/// Returns true if a date with these texts before and after it can be of the publication.
pub(super) fn may_be_around_date(before: &str, after: &str) -> bool {
    is_within(before, after, SHORT) || is_dateline(before, after) || is_published(before)
}

/// Returns true if the texts before and after a date have at most as many characters.
pub(super) fn is_within(before: &str, after: &str, most: [usize; 2]) -> bool {
    let is_short = |text: &str, most: usize| text.len() <= most || text.chars().nth(most).is_none();
    is_short(before, most[0]) && is_short(after, most[1])
}

/// Returns true if a text starts with the date, or with a place and the date: "Berlin, 4 May 2021 - The text."
pub(super) fn is_dateline(before: &str, after: &str) -> bool {
    is_within(before, "", SHORTER) && starts_sentence(after)
}

/// Returns true if the words before a date say that something else than the publication was then.
pub(super) fn is_not_published(before: &str) -> bool {
    let text = end_of(before, MODIFIED_BYTES).to_lowercase();
    // Words before an earlier date are not of this one.
    let text = text.rsplit(|character: char| character.is_ascii_digit() || "|•·".contains(character)).next();
    text.is_some_and(|text| NOT_PUBLISHED.iter().any(|word| text.contains(word)))
}

/// Returns true if the words before a date say that it is of the publication.
pub(super) fn is_published(before: &str) -> bool {
    let text = end_of(before, MODIFIED_BYTES).to_lowercase();
    let trimmed = |text: &str| text.trim_end_matches(|character: char| !character.is_alphanumeric()).len();
    let mut text = &text[..trimmed(&text)];
    let without = |text: &str, word: &str| {
        text.strip_suffix(word).filter(|rest| !rest.ends_with(char::is_alphanumeric)).map(str::len)
    };
    if let Some(len) = PREPOSITIONS.iter().find_map(|word| without(text, word)) {
        text = &text[..trimmed(&text[..len])];
    }
    PUBLISHED.iter().any(|word| without(text, word).is_some())
}

/// Returns true if the text after a date starts a sentence, or separates the date from one.
fn starts_sentence(after: &str) -> bool {
    let after = after.trim_start_matches([')', ']', ' ', '\n', '\t', '\r', '\u{A0}']);
    after.starts_with(|character: char| character.is_uppercase() || "–-:|„\"/".contains(character))
}

/// Returns at most `bytes` bytes from the end of a text.
fn end_of(text: &str, bytes: usize) -> &str {
    let from = text.len().saturating_sub(bytes);
    let from = (from..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
    &text[from..]
}
