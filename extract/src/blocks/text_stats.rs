//! Counts of the characters of a text: words, punctuation, digits and others.
//!
//! The counts must not depend on the machine or the version of Unicode, so the classes of characters that are not ASCII
//! come from the first two bytes of their UTF-8 form: the blocks of punctuation, and letters otherwise.
//!
//! The bytes of a class are found 64 at a time, as bits. Words are then the bits at which a sequence of word bytes
//! starts. Characters that are not ASCII count as letters at first; the few that are not are corrected one by one.

use tagrake::scan::{BLOCK, Blocks, ByteSet, Class, Job, Level, Padded, RangeSet, Vectors, bits_of, dispatch};

/// Counts of the characters of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TextStats {
    pub(crate) words: u32,
    pub(crate) chars: u32,
    pub(crate) punctuation: u32,
    pub(crate) digits: u32,
    /// Words that start with an ASCII capital.
    pub(crate) capitals: u32,
    pub(crate) separators: u32,
    pub(crate) symbols: u32,
    /// The length in bytes of the longest sequence without white space.
    pub(crate) longest: u32,
    pub(crate) has_currency: bool,
    /// True if the text ends with `.`, `!`, `?`, a closing quotation mark or their CJK forms.
    pub(crate) ends_sentence: bool,
    /// True if the text ends with `:`, `>`, `»` or an ellipsis.
    pub(crate) ends_open: bool,
}

/// Calls `take` for each of `parts`, with the counts of its byte range of the text.
pub(crate) fn count<T>(
    text: &str,
    parts: impl Iterator<Item = T>,
    range: impl Fn(&T) -> (u32, u32),
    take: impl FnMut(T, TextStats),
) {
    dispatch(Level::best(), Count { text, parts, range, take });
}

struct Count<'t, P, R, F> {
    text: &'t str,
    parts: P,
    range: R,
    take: F,
}

impl<T, P: Iterator<Item = T>, R: Fn(&T) -> (u32, u32), F: FnMut(T, TextStats)> Job for Count<'_, P, R, F> {
    type Output = ();

    #[inline(always)]
    fn run<S: Vectors>(mut self, simd: S) {
        let padded = Padded::new(self.text.as_bytes());
        let blocks = padded.blocks();
        for part in self.parts {
            let (start, end) = (self.range)(&part);
            let (start, end) = (start as usize, end as usize);
            let mut stats = count_range(simd, blocks, start, end);
            (stats.ends_sentence, stats.ends_open) = end_of(&self.text[start..end]);
            (self.take)(part, stats);
        }
    }
}

/// Returns the counts of the text at `start..end`. Both are boundaries of characters.
#[inline(always)]
fn count_range<S: Vectors>(simd: S, blocks: Blocks<'_>, start: usize, end: usize) -> TextStats {
    let mut stats = TextStats::default();
    let (mut at, mut follows_word, mut wide) = (start, 0, Wide::default());
    // The start of the bytes since the last white space.
    let (mut run, mut longest) = (start, 0);
    while at < end {
        let bytes = blocks.block(at);
        let inside = u64::MAX >> (BLOCK - (end - at).min(BLOCK));
        let (mut words, mut punctuation) =
            (bits_of(simd, bytes, BLOCK, Word), bits_of(simd, bytes, BLOCK, Punctuation));
        let (mut digits, mut separators) = (bits_of(simd, bytes, BLOCK, Digit), bits_of(simd, bytes, BLOCK, Separator));
        let mut spaces = bits_of(simd, bytes, BLOCK, Space) & inside;
        let mut chars = inside.count_ones();
        let not_ascii = bits_of(simd, bytes, BLOCK, NotAscii) & inside;
        if not_ascii != 0 {
            chars -= (bits_of(simd, bytes, BLOCK, Continuation) & inside).count_ones();
            let firsts = bits_of(simd, bytes, BLOCK, WideFirst) & inside;
            wide.find(&blocks.input()[at..end], firsts);
            words &= !(wide.any as u64);
            punctuation |= wide.punctuation;
            separators |= wide.separators;
            digits |= wide.digits;
            spaces |= wide.spaces as u64;
            stats.has_currency |= wide.has_currency;
            wide.next_block();
        }
        words &= inside;
        let starts = words & !(words << 1 | follows_word);
        follows_word = words >> (BLOCK - 1);
        stats.words += starts.count_ones();
        stats.capitals += (starts & bits_of(simd, bytes, BLOCK, Upper)).count_ones();
        stats.chars += chars;
        stats.punctuation += (punctuation & inside).count_ones();
        stats.digits += (digits & inside).count_ones();
        stats.separators += (separators & inside).count_ones();
        stats.symbols += (bits_of(simd, bytes, BLOCK, Symbol) & inside).count_ones();
        stats.has_currency |= bits_of(simd, bytes, BLOCK, Dollar) & inside != 0;
        while spaces != 0 {
            let space = at + spaces.trailing_zeros() as usize;
            longest = longest.max(space - run);
            run = space + 1;
            spaces &= spaces - 1;
        }
        at += BLOCK;
    }
    stats.longest = longest.max(end - run) as u32;
    stats
}

/// Returns whether the text ends a sentence, and whether it ends with a sign that announces more.
#[inline]
fn end_of(text: &str) -> (bool, bool) {
    // PERF: nearly all texts end with a letter or punctuation in ASCII.
    match text.as_bytes().last() {
        Some(b'.' | b'!' | b'?' | b'"') => (true, false),
        Some(b':' | b'>') => (false, true),
        Some(b'!'..=b'~') => (false, false),
        _ => {
            let end = text.trim_end();
            let is_sentence = end.ends_with(['.', '!', '?', '"', '。', '”', '！', '？']);
            (is_sentence, end.ends_with([':', '…', '»', '>']))
        }
    }
}

/// The characters in a block of bytes that are not letters: the bits of their bytes, by class. Sets of all bytes of a
/// character have the bits of the next block too, for a character that continues there.
#[derive(Clone, Copy, Default)]
struct Wide {
    /// All bytes of these characters.
    any: u128,
    /// The bytes of white space.
    spaces: u128,
    /// The first bytes of punctuation, separators and digits.
    punctuation: u64,
    separators: u64,
    digits: u64,
    has_currency: bool,
}

impl Wide {
    /// Adds the characters that start at the bits `firsts` of `bytes`.
    #[cold]
    #[inline(never)]
    fn find(&mut self, bytes: &[u8], mut firsts: u64) {
        while firsts != 0 {
            let at = firsts.trailing_zeros();
            firsts &= firsts - 1;
            let rest = &bytes[at as usize..];
            let len = if rest[0] == 0xC2 { 2 } else { 3 };
            let (first, all) = (1 << at, ((1 << len) - 1) << at);
            match rest {
                [0xC2, 0xA3 | 0xA5, ..] | [0xE2, 0x82, 0xA0..=0xBF, ..] => self.has_currency = true,
                [0xC2, 0xA0, ..] | [0xE3, 0x80, 0x80, ..] => self.spaces |= all,
                [0xC2, 0xAA | 0xB5 | 0xBA, ..] => continue,
                [0xC2, 0xB7 | 0xBB, ..] | [0xE2, 0x80, 0xA2, ..] => self.separators |= first,
                [0xE3, 0x80, 0x81 | 0x82, ..] | [0xEF, 0xBC, 0x81 | 0x8C | 0x8E | 0x9A | 0x9B | 0x9F, ..] => {
                    self.punctuation |= first;
                }
                [0xC2, ..] | [0xE2, 0x80..=0xAF, ..] | [0xE3, 0x80, ..] | [0xEF, 0xB8 | 0xB9 | 0xBF, ..] => {}
                [0xEF, 0xBC, 0x90..=0x99, ..] => {
                    self.digits |= first;
                    continue;
                }
                _ => continue,
            }
            self.any |= all;
        }
    }

    /// Keeps the bits of characters that continue in the next block.
    fn next_block(&mut self) {
        *self = Self { any: self.any >> BLOCK, spaces: self.spaces >> BLOCK, ..Self::default() };
    }
}

macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident: |$simd:ident, $vector:ident| $flags:expr;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name;

        impl Class for $name {
            #[inline(always)]
            fn flags<V: Vectors>(self, $simd: V, $vector: V::Vector) -> V::Flags {
                $flags
            }
        }
    )* };
}

const LETTERS: RangeSet<5> = RangeSet::new([(b'0', b'9'), (b'A', b'Z'), (b'_', b'_'), (b'a', b'z'), (0x80, 0xFF)]);
const SPACES: RangeSet<3> = RangeSet::new([(b'\t', b'\n'), (0x0C, b'\r'), (b' ', b' ')]);
const SYMBOLS: RangeSet<8> = RangeSet::new([
    (b'#', b'#'),
    (b'&', b'&'),
    (b'(', b'+'),
    (b'/', b'/'),
    (b';', b'>'),
    (b'[', b']'),
    (b'_', b'_'),
    (b'{', b'}'),
]);

classes! {
    /// A letter, digit, underscore, or byte of a character that is not ASCII.
    Word: |simd, vector| simd.any_of_ranges(vector, &LETTERS);
    Digit: |simd, vector| simd.between(vector, b'0', b'9');
    Upper: |simd, vector| simd.between(vector, b'A', b'Z');
    Space: |simd, vector| simd.any_of_ranges(vector, &SPACES);
    Dollar: |simd, vector| simd.equal(vector, b'$');
    Punctuation: |simd, vector| simd.any_of(vector, const { &ByteSet::new(b".,:;!?") });
    Separator: |simd, vector| simd.any_of(vector, const { &ByteSet::new(b"|/>") });
    /// Characters of program code.
    Symbol: |simd, vector| simd.any_of_ranges(vector, &SYMBOLS);
    NotAscii: |simd, vector| simd.not_ascii(vector);
    /// A byte of a character after the first.
    Continuation: |simd, vector| simd.between(vector, 0x80, 0xBF);
    /// The first byte of a character whose class depends on the next bytes.
    WideFirst: |simd, vector| simd.any_of_ranges(vector, const { &RangeSet::new([(0xC2, 0xC2), (0xE2, 0xE3), (0xEF, 0xEF)]) });
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec::Vec;

    fn stats(text: &str, level: Level) -> TextStats {
        let mut found = TextStats::default();
        let (parts, range) = (core::iter::once((0, text.len() as u32)), |&range: &(u32, u32)| range);
        dispatch(level, Count { text, parts, range, take: |_, stats| found = stats });
        found
    }

    /// The definition, character by character.
    fn slow_stats(text: &str) -> TextStats {
        let mut stats = TextStats::default();
        let (mut follows_word, mut run) = (false, 0);
        for character in text.chars() {
            let code = u32::from(character);
            let between = |first: u32, last: u32| (first..=last).contains(&code);
            let is_ascii_word = character.is_ascii_alphanumeric() || character == '_';
            let is_currency = matches!(character, '$' | '£' | '¥') || between(0x20A0, 0x20BF);
            let is_separator = matches!(character, '|' | '/' | '>' | '·' | '»' | '•');
            let is_punctuation = ".,:;!?、。！，．：；？".contains(character);
            let is_digit = character.is_ascii_digit() || between(0xFF10, 0xFF19);
            let is_space = matches!(character, ' ' | '\t' | '\n' | '\r' | '\u{C}' | '\u{A0}' | '\u{3000}');
            let is_sign = between(0x80, 0xBF) && !matches!(character, 'ª' | 'µ' | 'º')
                || between(0x2000, 0x2BFF)
                || between(0x3000, 0x303F)
                || between(0xFE00, 0xFE7F)
                || between(0xFFC0, 0xFFFF);
            let is_word = is_ascii_word || code >= 0x80 && !is_sign && !is_punctuation;
            let starts = is_word && !follows_word;
            follows_word = is_word;
            stats.words += u32::from(starts);
            stats.capitals += u32::from(starts && character.is_ascii_uppercase());
            stats.chars += 1;
            stats.punctuation += u32::from(is_punctuation);
            stats.digits += u32::from(is_digit);
            stats.separators += u32::from(is_separator);
            stats.symbols += u32::from("{}()=<[]#\\&*+_;|/>".contains(character));
            stats.has_currency |= is_currency;
            run = if is_space { 0 } else { run + character.len_utf8() as u32 };
            stats.longest = stats.longest.max(run);
        }
        let end = text.trim_end();
        stats.ends_sentence = end.ends_with(['.', '!', '?', '"', '。', '”', '！', '？']);
        stats.ends_open = end.ends_with([':', '…', '»', '>']);
        stats
    }

    fn check(text: &str) {
        let expected = slow_stats(text);
        for level in Level::all() {
            assert_eq!(stats(text, level), expected, "{text:?}, {level:?}");
        }
    }

    #[test]
    fn counts_every_character() {
        for character in (0..=u32::from(char::MAX)).filter_map(char::from_u32).filter(|&one| one < '\u{11000}') {
            if cfg!(miri) && !(character as u32).is_multiple_of(97) {
                continue;
            }
            let text = String::from_iter(['a', character, 'B']);
            assert_eq!(stats(&text, Level::best()), slow_stats(&text), "{text:?}");
        }
    }

    #[test]
    fn counts_texts_of_any_length() {
        let pieces = ["a", "Word ", " ", "é", "\u{A0}", "\u{3000}x", "。", "5", "$1, ", "€", "…", "_x/", "日本"];
        for len in [0, 1, 2, 60, 61, 62, 63, 64, 65, 66, 125, 126, 127, 128, 129, 200] {
            for (index, first) in pieces.iter().enumerate() {
                let last = pieces[(index * 5 + len) % pieces.len()];
                for filling in ["x", "x ", "é", "日本 "] {
                    let text: String = filling.chars().cycle().take(len).collect();
                    check(&[first, text.as_str(), last, first].concat());
                    check(&[text.as_str(), last].concat());
                }
            }
        }
    }

    #[test]
    fn counts_parts_of_a_text() {
        let text = "One two, three\u{A0}4. ".repeat(20);
        let parts: Vec<(u32, u32)> = (0..90).flat_map(|start| (0..90).map(move |len| (start, start + len))).collect();
        let is_boundary =
            |&(start, end): &(u32, u32)| text.is_char_boundary(start as usize) && text.is_char_boundary(end as usize);
        count(
            &text,
            parts.into_iter().filter(is_boundary),
            |&range| range,
            |(start, end), stats| {
                assert_eq!(stats, slow_stats(&text[start as usize..end as usize]), "{start}..{end}");
            },
        );
    }

    #[test]
    fn counts_words_of_any_script() {
        for (text, words) in
            [("", 0), ("a", 1), ("it's 3.5 km", 5), ("été — naïve", 2), ("日本語。中文", 2), ("a\u{A0}b", 2), ("£5", 1)]
        {
            assert_eq!(stats(text, Level::best()).words, words, "{text}");
        }
    }

    #[test]
    fn counts_characters() {
        let stats = |text| stats(text, Level::best());
        let buy = stats("Buy 2 for €30: now, a_very_long/path.");
        assert_eq!((buy.digits, buy.punctuation, buy.capitals, buy.longest), (3, 3, 1, 17));
        assert!(buy.has_currency && buy.ends_sentence && !buy.ends_open);
        assert!(stats("More…").ends_open);
    }
}
