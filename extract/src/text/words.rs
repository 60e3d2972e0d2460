//! Splits text into words at white space (ASCII and U+00A0), eight bytes at a time.
//!
//! A *run* is a sequence of words separated by one U+0020 each, such as `Read the news`: text that collapsing leaves as
//! it is. [`for_each_word`] passes each run to its callback in a single slice, so that most text is copied in a few
//! large pieces:
//!
//! 1. Skip separators: white space and NUL. Remember whether white space was among them.
//! 2. Load the next eight bytes as one integer. Mark each byte that may end the run: controls, 0xC2 (the first byte of
//!    U+00A0), and a space that is followed by such a byte or by another space ([`run_end`]).
//!    A long text is first tested 32 bytes at a time ([`is_within_run`]).
//! 3. If no byte is marked, advance by seven bytes, because the last byte has to be seen together with its successor.
//!    Otherwise, advance to the marked byte; end the run there if it is a separator, or step over it (0xC2 also begins
//!    other characters, and a lone control byte may be part of a word).
//!
//! With `"one two  three"`, the first load is `one two␠`. Its last byte is a space without a known successor and is not
//! marked, so the position advances to 7. The second load, `␠␠three`, marks byte 0, a space followed by a space: the
//! run `one two` ends there. The callback receives `(false, "one two")` and then `(true, "three")`.

use bumpalo::collections::String;

/// Calls `visit` for each run of words, with true if white space (ASCII or U+00A0) precedes it.
///
/// If the text ends with white space, the last call is `visit(true, "")`. NUL is dropped, as in tree construction.
pub(crate) fn for_each_word(text: &str, mut visit: impl FnMut(bool, &str)) {
    let bytes = text.as_bytes();
    let (mut at, mut space) = (0, false);
    while at < bytes.len() {
        match separator(bytes, at) {
            Some(len) => {
                space |= bytes[at] != 0;
                at += len;
            }
            None => {
                let len = run_len(&bytes[at..]);
                visit(space, &text[at..at + len]);
                space = false;
                at += len;
            }
        }
    }
    if space {
        visit(true, "");
    }
}

/// Appends the words of a text to `out`. `space` is true if white space precedes the next word.
pub(crate) fn push_words(out: &mut String<'_>, space: &mut bool, text: &str) {
    for_each_word(text, |has_space, words| {
        *space |= has_space;
        if !words.is_empty() {
            if core::mem::take(space) {
                out.push(' ');
            }
            out.push_str(words);
        }
    });
}

/// Returns the only run of words in `text`, and true if white space follows it. Returns `None` if the text has no run
/// or more than one.
pub(crate) fn single_run(text: &str) -> Option<(&str, bool)> {
    let bytes = text.as_bytes();
    let is_word = |at: &usize| separator(bytes, *at).is_none();
    // PERF: only ASCII white space is skipped here. Text that starts with another separator takes the slow path.
    let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace()).filter(is_word)?;
    let end = start + run_len(&bytes[start..]);
    bytes[end..].iter().all(u8::is_ascii_whitespace).then(|| (&text[start..end], end < bytes.len()))
}

/// Returns the number of words that Unicode white space separates.
///
/// PERF: white space that is not ASCII is rare. Without it, a word starts at each byte that follows a space, which the
/// compiler counts by vectors.
pub(crate) fn count_words(text: &str) -> usize {
    const COUNTED: usize = 64;
    let [first, after @ ..] = text.as_bytes() else { return 0 };
    let before = &text.as_bytes()[..after.len()];
    let is_space = |byte: u8| (byte == b' ') | (byte.wrapping_sub(b'\t') < 5);
    let mut words = usize::from(!is_space(*first));
    for (chunk, (before, after)) in before.chunks(COUNTED).zip(after.chunks(COUNTED)).enumerate() {
        let (mut starts, mut may_be_wide) = (0_u8, false);
        for (&before, &after) in before.iter().zip(after) {
            starts += u8::from(is_space(before) & !is_space(after));
            may_be_wide |= (before == 0xC2) & ((after == 0x85) | (after == 0xA0))
                | (before.wrapping_sub(0xE1) < 3) & ((after == 0x80) | (after == 0x81) | (after == 0x9A));
        }
        let rest = &text.as_bytes()[chunk * COUNTED..];
        if may_be_wide && (0..before.len()).any(|at| starts_with_wide_space(&rest[at..])) {
            return text.split_whitespace().count();
        }
        words += usize::from(starts);
    }
    words
}

/// Returns true if `bytes` start with a white space character that is not ASCII.
fn starts_with_wide_space(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [0xC2, 0x85 | 0xA0, ..]
            | [0xE1, 0x9A, 0x80, ..]
            | [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF, ..]
            | [0xE2, 0x81, 0x9F, ..]
            | [0xE3, 0x80, 0x80, ..]
    )
}

/// Returns the length of the run that `bytes` start with.
fn run_len(bytes: &[u8]) -> usize {
    let mut at = 0;
    loop {
        while bytes[at..].first_chunk().is_some_and(is_within_run) {
            at += CHUNK;
        }
        match run_end(eight_at(bytes, at)) {
            8 => at += 7,
            end if at + end < bytes.len() && separator(bytes, at + end).is_none() => at += end + 1,
            end => return at + end,
        }
    }
}

/// The number of bytes that [`is_within_run`] tests.
const CHUNK: usize = 32;

/// Returns true if none of the bytes may end a run. The last byte only decides about a space before it.
///
/// PERF: the compiler tests the bytes by vectors.
#[inline]
fn is_within_run(bytes: &[u8; CHUNK + 1]) -> bool {
    let mut may_end = false;
    for (byte, next) in bytes.iter().zip(&bytes[1..]) {
        may_end |= (*byte < b' ') | (*byte == 0xC2) | (*byte == b' ') & ((*next <= b' ') | (*next == 0xC2));
    }
    !may_end
}

/// Returns the eight bytes at `at` as a little-endian integer, padded with zeros past the end.
#[inline]
fn eight_at(bytes: &[u8], at: usize) -> u64 {
    match (bytes.get(at..).and_then(<[u8]>::first_chunk), bytes.last_chunk()) {
        (Some(eight), _) => u64::from_le_bytes(*eight),
        (None, Some(_)) if at >= bytes.len() => 0,
        (None, Some(last)) => u64::from_le_bytes(*last) >> (8 * (at + 8 - bytes.len())),
        (None, None) => bytes[at..].iter().rev().fold(0, |eight, &byte| eight << 8 | u64::from(byte)),
    }
}

/// Returns the index of the first of eight bytes that may end a run, or 8 if there is none. A space in the last byte is
/// not reported, because the byte after it is unknown.
#[inline]
fn run_end(eight: u64) -> usize {
    const ONES: u64 = u64::MAX / 0xFF;
    const LOWS: u64 = ONES * 0x7F;
    // Sets the high bit of each byte that is 0. No sum carries into the next byte.
    let zeros = |bytes: u64| !(((bytes & LOWS) + LOWS) | bytes) & !LOWS;
    let spaces = zeros(eight ^ (ONES * 0x20));
    let up_to_space = !(((eight & LOWS) + ONES * (0x7F - 0x20)) | eight) & !LOWS;
    let candidates = up_to_space | zeros(eight ^ (ONES * 0xC2));
    let ends = (candidates & !spaces) | (spaces & (candidates >> 8));
    ends.trailing_zeros() as usize / 8
}

/// Returns the length of the white space character or NUL at `at`, or `None` for any other character.
#[inline]
fn separator(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes[at] {
        b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | 0 => Some(1),
        0xC2 if bytes.get(at + 1) == Some(&0xA0) => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::ToOwned;
    use tagrake::{Arena, Options, Simd, Sink, Text, tokenize};

    #[test]
    fn splits_words_at_white_space() {
        let mut words = alloc::string::String::new();
        for_each_word(" one\n\u{A0} two\0x y  Â é\u{2003}z \x01 \x02", |space, word| {
            words += if space { "|" } else { "+" };
            words += word;
        });
        assert_eq!(words, "|one|two+x y|Â é\u{2003}z|\u{1}|\u{2}");
    }

    /// Reads one text, and compares its run with [`for_each_word`].
    struct CheckRun<'c> {
        page: &'c str,
        found: &'c mut usize,
    }

    impl<'a> Sink<'a> for CheckRun<'a> {
        fn text(&mut self, text: Text<'a>) {
            let Some(words) = text.words() else { return };
            *self.found += 1;
            let separator = |space| if space { " " } else { "" };
            let mut expected = alloc::string::String::new();
            for_each_word(text.decoded_str(), |space, run| expected.extend([separator(space), run]));
            let run = if words.range.is_empty() {
                " ".to_owned()
            } else {
                [separator(words.has_space_before), &self.page[words.range], separator(words.has_space_after)].concat()
            };
            assert_eq!(run, expected, "{:?}", self.page);
        }
    }

    #[test]
    fn the_fast_path_finds_the_same_runs() {
        let pieces =
            ["", " ", "  ", "\n", "\t ", "\r\n", "a", "é", "\u{A0}", "Â", "\0", "&amp;", "&nbsp;", "\u{1}", "< "];
        let lengths = if cfg!(miri) { &[15][..] } else { &[0, 1, 13, 14, 15, 16, 31, 61, 62, 63, 64] };
        for &level in Simd::ALL {
            let options = Options::default().with_simd(level);
            let (mut read, mut found) = (0, 0);
            for index in 0..pieces.len().pow(3) {
                let piece = |place: u32| pieces[index / pieces.len().pow(place) % pieces.len()];
                for (&len, filling) in lengths.iter().flat_map(|len| [(len, "x"), (len, " ")]) {
                    let text = [piece(0), piece(1), &filling.repeat(len), piece(2)].concat();
                    for page in [alloc::format!("{text}<p>{}", "y".repeat(64)), text] {
                        read += 1;
                        let mut check = CheckRun { page: &page, found: &mut found };
                        tokenize(page.as_bytes(), &options, &mut Arena::new(), &mut check);
                    }
                }
            }
            assert!(found > read / 20, "{level:?}: {found} of {read}");
        }
    }

    #[test]
    fn splits_long_texts_at_the_same_white_space() {
        let is_space = |character: char| character.is_ascii_whitespace() || character == '\u{A0}';
        for len in 28..70 {
            for piece in [" ", "  ", " \u{A0}", "\u{A0}", " Â", "Â", "\n", "\u{1}", " \0", "\0"] {
                let text = "x".repeat(len) + piece + &"y z ".repeat(12);
                let mut runs = alloc::string::String::new();
                for_each_word(&text, |space, run| runs.extend([if space { " " } else { "" }, run]));
                let words: alloc::vec::Vec<_> = text.split(is_space).filter(|word| !word.is_empty()).collect();
                assert_eq!(runs, words.join(" ").replace('\0', "") + " ", "{text:?}");
            }
        }
    }

    #[test]
    fn counts_words_as_the_standard_library_does() {
        for character in (0..=u32::from(char::MAX)).filter_map(char::from_u32) {
            let bytes = character.encode_utf8(&mut [0; 4]).as_bytes().to_vec();
            assert_eq!(starts_with_wide_space(&bytes), character.is_whitespace() && !character.is_ascii());
        }
        for len in [0, 1, 2, 61, 62, 63, 64, 65, 66, 127, 128, 129, 200] {
            for piece in
                ["", " ", "a", " a", "a ", "\u{85}", "\u{1680}", "\u{2003}", "\u{2019}", "\u{3000}b", "\n\u{B}"]
            {
                for filling in ["a", " ", "ab c", "é", "日本"] {
                    let text = filling.repeat(len) + piece + filling;
                    assert_eq!(count_words(&text), text.split_whitespace().count(), "{text:?}");
                }
            }
        }
    }
}
