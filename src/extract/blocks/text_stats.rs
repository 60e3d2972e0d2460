//! Counts of the characters of a text: words, punctuation, digits and others.
//!
//! The counts must not depend on the machine or the version of Unicode, so the classes of characters that are not ASCII
//! come from the first two bytes of their UTF-8 form: the blocks of punctuation, and letters otherwise.

/// A letter, digit, underscore, or byte of a letter that is not ASCII.
const WORD: u8 = 1;
const DIGIT: u8 = 2;
const UPPER: u8 = 4;
/// `.,;:!?` and their CJK forms.
const PUNCTUATION: u8 = 8;
/// `|`, `/`, `>`, bullets and `»`.
const SEPARATOR: u8 = 16;
/// Characters of program code.
const SYMBOL: u8 = 32;
const SPACE: u8 = 64;
/// The first byte of a character of two bytes or more whose class depends on the next byte.
const WIDE: u8 = 128;

const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let at = byte as u8;
        classes[byte] = match at {
            b'0'..=b'9' => WORD | DIGIT,
            b'A'..=b'Z' => WORD | UPPER,
            b'a'..=b'z' => WORD,
            b'_' => WORD | SYMBOL,
            b'.' | b',' | b':' | b'!' | b'?' => PUNCTUATION,
            b';' => PUNCTUATION | SYMBOL,
            b'|' | b'/' | b'>' => SEPARATOR | SYMBOL,
            b'{' | b'}' | b'(' | b')' | b'=' | b'<' | b'[' | b']' | b'#' | b'\\' | b'&' | b'*' | b'+' => SYMBOL,
            b' ' | b'\t' | b'\n' | b'\r' | 0x0C => SPACE,
            0xC2 | 0xE2 | 0xE3 | 0xEF => WIDE,
            0x80.. => WORD,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// Counts of the characters of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::extract) struct TextStats {
    pub(super) words: u32,
    pub(super) chars: u32,
    pub(super) punctuation: u32,
    pub(super) digits: u32,
    /// Words that start with an ASCII capital.
    pub(super) capitals: u32,
    pub(super) separators: u32,
    pub(super) symbols: u32,
    /// The length in bytes of the longest sequence without white space.
    pub(super) longest: u32,
    pub(super) has_currency: bool,
    /// True if the text ends with `.`, `!`, `?`, a closing quotation mark or their CJK forms.
    pub(super) ends_sentence: bool,
    /// True if the text ends with `:`, `>`, `»` or an ellipsis.
    pub(super) ends_open: bool,
}

impl TextStats {
    pub(super) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut stats = Self::default();
        let (mut at, mut in_word, mut counts) = (0, false, 0);
        // The number of bytes since the last white space.
        let mut run = 0;
        while let Some(&byte) = bytes.get(at) {
            let (mut class, mut len) = (CLASSES[usize::from(byte)], 1);
            if byte >= 0x80 {
                (class, len) = if class == WIDE { wide(&bytes[at..], &mut stats) } else { (WORD, utf8_len(byte)) };
            }
            let is_word = class & WORD != 0;
            let starts = is_word & !in_word;
            in_word = is_word;
            stats.words += u32::from(starts);
            stats.capitals += u32::from(starts & (class & UPPER != 0));
            stats.has_currency |= byte == b'$';
            counts += SPREAD[usize::from(class)];
            stats.chars += 1;
            if stats.chars % 128 == 0 {
                stats.add(core::mem::take(&mut counts));
            }
            run = (run + len) * usize::from(class & SPACE == 0);
            stats.longest = stats.longest.max(run as u32);
            at += len;
        }
        stats.add(counts);
        let end = text.trim_end();
        stats.ends_sentence = end.ends_with(['.', '!', '?', '"', '。', '”', '！', '？']);
        stats.ends_open = end.ends_with([':', '…', '»', '>']);
        stats
    }
}

impl TextStats {
    /// Adds the counts of up to 255 characters.
    fn add(&mut self, counts: u32) {
        let [digits, punctuation, separators, symbols] = counts.to_le_bytes();
        self.digits += u32::from(digits);
        self.punctuation += u32::from(punctuation);
        self.separators += u32::from(separators);
        self.symbols += u32::from(symbols);
    }
}

/// For each set of classes, an increment for counters of a byte each: digits, punctuation, separators and symbols.
///
/// PERF: one addition counts a character of any class.
const SPREAD: [u32; 256] = {
    let mut spread = [0; 256];
    let mut class = 0;
    while class < 256 {
        let bits = class as u8;
        spread[class] = u32::from_le_bytes([
            (bits & DIGIT != 0) as u8,
            (bits & PUNCTUATION != 0) as u8,
            (bits & SEPARATOR != 0) as u8,
            (bits & SYMBOL != 0) as u8,
        ]);
        class += 1;
    }
    spread
};

/// Returns the number of words of a text, as [`TextStats::words`].
pub(super) fn count_words(text: &str) -> u32 {
    let bytes = text.as_bytes();
    let (mut at, mut in_word, mut words) = (0, false, 0);
    while let Some(&byte) = bytes.get(at) {
        let (mut class, mut len) = (CLASSES[usize::from(byte)], 1);
        if byte >= 0x80 {
            (class, len) =
                if class == WIDE { wide(&bytes[at..], &mut TextStats::default()) } else { (WORD, utf8_len(byte)) };
        }
        let is_word = class & WORD != 0;
        words += u32::from(is_word && !in_word);
        in_word = is_word;
        at += len;
    }
    words
}

/// Returns the class and the length of a character whose first byte is [`WIDE`].
fn wide(bytes: &[u8], stats: &mut TextStats) -> (u8, usize) {
    let len = utf8_len(bytes[0]);
    let class = match bytes {
        [0xC2, 0xA3 | 0xA5, ..] | [0xE2, 0x82, 0xA0..=0xBF, ..] => {
            stats.has_currency = true;
            0
        }
        [0xC2, 0xA0, ..] | [0xE3, 0x80, 0x80, ..] => SPACE,
        [0xC2, 0xAA | 0xB5 | 0xBA, ..] => WORD,
        [0xC2, 0xB7 | 0xBB, ..] | [0xE2, 0x80, 0xA2, ..] => SEPARATOR,
        [0xE3, 0x80, 0x81 | 0x82, ..] | [0xEF, 0xBC, 0x81 | 0x8C | 0x8E | 0x9A | 0x9B | 0x9F, ..] => PUNCTUATION,
        [0xC2, ..] | [0xE2, 0x80..=0xAF, ..] | [0xE3, 0x80, ..] | [0xEF, 0xB8 | 0xB9 | 0xBF, ..] => 0,
        [0xEF, 0xBC, 0x90..=0x99, ..] => WORD | DIGIT,
        _ => WORD,
    };
    (class, len)
}

/// Returns the length of a character, by the first byte of its UTF-8 form.
fn utf8_len(byte: u8) -> usize {
    match byte {
        0xF0.. => 4,
        0xE0.. => 3,
        0xC0.. => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_words_of_any_script() {
        for (text, words) in
            [("", 0), ("a", 1), ("it's 3.5 km", 5), ("été — naïve", 2), ("日本語。中文", 2), ("a\u{A0}b", 2), ("£5", 1)]
        {
            assert_eq!((count_words(text), TextStats::of(text).words), (words, words), "{text}");
        }
    }

    #[test]
    fn counts_characters() {
        let stats = TextStats::of("Buy 2 for €30: now, a_very_long/path.");
        assert_eq!((stats.digits, stats.punctuation, stats.capitals, stats.longest), (3, 3, 1, 17));
        assert!(stats.has_currency && stats.ends_sentence && !stats.ends_open);
        assert!(TextStats::of("More…").ends_open);
    }
}
