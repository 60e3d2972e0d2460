//! Shortens URLs and texts for WAT records.

/// Maximum length of titles and anchor texts in UTF-16 code units, and of `data:` URLs in characters.
pub(super) const MAX_LEN: usize = 128;

/// Returns the URL unchanged, or a `data:` URL without its data.
pub(super) fn url(value: &[u8]) -> &[u8] {
    const SCHEME: &[u8] = b"data:";
    let spaces = value.iter().take_while(|&&byte| byte <= b' ').count();
    let is_data = value[spaces..].get(..SCHEME.len()).is_some_and(|scheme| scheme.eq_ignore_ascii_case(SCHEME));
    if is_data { without_data(value) } else { value }
}

/// Returns a `data:` URL up to its first comma, or up to [`MAX_LEN`] characters.
fn without_data(url: &[u8]) -> &[u8] {
    let is_start = |byte: u8| !matches!(byte, 0x80..=0xBF);
    let mut starts = url.iter().enumerate().filter(|&(_, &byte)| is_start(byte));
    let head = starts.nth(MAX_LEN).map_or(url, |(end, _)| &url[..end]);
    memchr::memchr(b',', head).map_or(head, |comma| &head[..=comma])
}

/// A text in which white space and control characters are collapsed as it grows.
#[derive(Debug, Default)]
pub(super) struct Collapsed {
    /// UTF-8.
    text: Vec<u8>,
    /// True if white space follows the last word. It is written before the next one.
    needs_space: bool,
}

impl Collapsed {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.needs_space = false;
    }

    /// Returns the current length.
    pub(super) fn mark(&self) -> usize {
        self.text.len()
    }

    /// Appends white space.
    pub(super) fn edge(&mut self) {
        self.needs_space = true;
    }

    /// Appends text, which is UTF-8.
    pub(super) fn push(&mut self, text: &[u8]) {
        // The bytes from `start` to `at` are words with single spaces between them, which are copied together.
        let (mut start, mut at) = (0, 0);
        while let Some(&byte) = text.get(at) {
            let next = text.get(at + 1).copied().unwrap_or(b' ');
            // The length of the white space or control character at `at`; 0 for a byte that is copied.
            let dropped = match byte {
                b' ' if at > start && !may_collapse(next) => 0,
                0..=b' ' | 0x7F => 1,
                0xC2 if next == 0xA0 => 2, // U+00A0
                _ => 0,
            };
            if dropped > 0 {
                self.push_words(&text[start..at]);
                self.needs_space |= byte != 0; // tree construction drops U+0000
                start = at + dropped;
            }
            at += dropped.max(1);
        }
        self.push_words(&text[start..]);
    }

    fn push_words(&mut self, words: &[u8]) {
        if !words.is_empty() {
            if std::mem::take(&mut self.needs_space) {
                self.text.push(b' ');
            }
            self.text.extend_from_slice(words);
        }
    }

    /// Returns the text after `mark`, truncated to [`MAX_LEN`]; `None` if it is empty.
    pub(super) fn since(&self, mark: usize) -> Option<&[u8]> {
        let is_space = |&&byte: &&u8| byte == b' ';
        let text = &self.text[mark..];
        let text = &text[text.iter().take_while(is_space).count()..];
        let text = &text[..truncated_len(text)];
        let text = &text[..text.len() - text.iter().rev().take_while(is_space).count()];
        (!text.is_empty()).then_some(text)
    }
}

/// Returns true if a character that is dropped or collapsed may begin with `byte`.
fn may_collapse(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | 0x7F | 0xC2)
}

/// Returns the length in bytes of the first characters of `text`, up to [`MAX_LEN`] UTF-16 code units.
fn truncated_len(text: &[u8]) -> usize {
    if text.len() <= MAX_LEN {
        return text.len();
    }
    let mut units = 0;
    let end = text.iter().position(|&byte| {
        units += match byte {
            0x80..=0xBF => 0,
            0xF0.. => 2,
            _ => 1,
        };
        units > MAX_LEN
    });
    end.unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagrake_testsupport::random::Random;

    #[test]
    fn removes_the_data_of_data_urls() {
        let long = "x".repeat(200);
        let table = [
            ("", ""),
            ("a,b", "a,b"),
            (" http://e.org/ ", " http://e.org/ "),
            ("data:,a,b", "data:,"),
            ("DATA:image/png;base64,AAAA", "DATA:image/png;base64,"),
            (" \ndata:a,b", " \ndata:a,"),
            ("data:é", "data:é"),
            ("datum:a,b", "datum:a,b"),
            ("dat\u{e9}:a,b", "dat\u{e9}:a,b"),
        ];
        for (value, expected) in table {
            assert_eq!(url(value.as_bytes()), expected.as_bytes(), "{value:?}");
        }
        let truncated = format!("data:{}", &long[..123]);
        assert_eq!(url(format!("data:{long}").as_bytes()), truncated.as_bytes());
        assert_eq!(url(format!("data:{long},a").as_bytes()), truncated.as_bytes());
        let accents = format!("data:{}", "é".repeat(123));
        assert_eq!(url(format!("{accents}é,").as_bytes()), accents.as_bytes());
    }

    #[test]
    fn collapses_and_truncates_texts() {
        let long = "x".repeat(200);
        let table: [(&[&str], Option<&str>); 10] = [
            (&[], None),
            (&["", " \n\u{A0}"], None),
            (&[" one ", "two\t\u{1}\u{7F}\r\nthree "], Some("one two three")),
            (&["one", "two"], Some("onetwo")),
            (&["a\0b"], Some("ab")),
            (&["a\u{3000}b"], Some("a\u{3000}b")),
            (&[&long], Some(&long[..128])),
            (&[&long[..127], " b"], Some(&long[..127])),
            (&[&long[..126], " ", "b"], Some(&format!("{} b", &long[..126]))),
            (&[&long[..127], "😀b"], Some(&long[..127])),
        ];
        for (parts, expected) in table {
            let mut text = Collapsed::default();
            text.push(b"before");
            let mark = text.mark();
            parts.iter().for_each(|part| text.push(part.as_bytes()));
            assert_eq!(text.since(mark), expected.map(str::as_bytes), "{parts:?}");
        }
    }

    /// Collapses character by character.
    fn by_characters(parts: &[String]) -> String {
        let (mut text, mut space) = (String::new(), false);
        for character in parts.iter().flat_map(|part| part.chars()) {
            match character {
                '\0' => {}
                '\u{1}'..=' ' | '\u{7F}' | '\u{A0}' => space = true,
                _ => {
                    text.extend(std::mem::take(&mut space).then_some(' '));
                    text.push(character);
                }
            }
        }
        let text = text.trim_start_matches(' ');
        let mut units = 0;
        let end = text.char_indices().find(|(_, character)| {
            units += character.len_utf16();
            units > MAX_LEN
        });
        end.map_or(text, |(end, _)| &text[..end]).trim_end_matches(' ').to_owned()
    }

    #[test]
    fn runs_collapse_like_characters() {
        let alphabet = ['a', 'b', ' ', ' ', '\0', '\n', '\u{7F}', '\u{80}', '\u{A0}', '\u{A1}', 'é', '\u{3000}', '😀'];
        let mut random = Random::new(1);
        for round in 0..20_000 {
            let longest = if round % 10 == 0 { 200 } else { 8 };
            let parts: Vec<String> = (0..random.below(3))
                .map(|_| (0..random.below(longest)).map(|_| alphabet[random.below(alphabet.len())]).collect())
                .collect();
            let mut text = Collapsed::default();
            parts.iter().for_each(|part| text.push(part.as_bytes()));
            assert_eq!(text.since(0).unwrap_or_default(), by_characters(&parts).as_bytes(), "{parts:?}");
        }
    }
}
