//! Shortens URLs and texts for WAT records.

use std::borrow::Cow;

/// Maximum length of titles and anchor texts in UTF-16 code units, and of `data:` URLs in characters.
pub(super) const MAX_LEN: usize = 128;

/// Returns the URL unchanged, or a `data:` URL without its data.
pub(super) fn url(value: &str) -> Cow<'_, str> {
    const SCHEME: &[u8] = b"data:";
    let start = value.trim_start_matches(|character| character <= ' ');
    let is_data = start.as_bytes().get(..SCHEME.len()).is_some_and(|scheme| scheme.eq_ignore_ascii_case(SCHEME));
    Cow::Borrowed(if is_data { without_data(value) } else { value })
}

/// Returns a `data:` URL up to its first comma, or up to [`MAX_LEN`] characters.
fn without_data(url: &str) -> &str {
    let end = url.char_indices().nth(MAX_LEN).map_or(url.len(), |(end, _)| end);
    let head = &url[..end];
    head.find(',').map_or(head, |comma| &head[..=comma])
}

/// A text in which white space and control characters are collapsed as it grows.
#[derive(Debug, Default)]
pub(super) struct Collapsed {
    text: String,
    /// True if white space followed the last word.
    space: bool,
}

impl Collapsed {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.space = false;
    }

    /// Returns the current length.
    pub(super) fn mark(&self) -> usize {
        self.text.len()
    }

    /// Appends a word boundary.
    pub(super) fn edge(&mut self) {
        self.space = true;
    }

    /// Appends text.
    pub(super) fn push(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '\0' => {} // tree construction drops U+0000
                '\u{1}'..=' ' | '\u{7F}' | '\u{A0}' => self.space = true,
                _ => {
                    if std::mem::take(&mut self.space) {
                        self.text.push(' ');
                    }
                    self.text.push(character);
                }
            }
        }
    }

    /// Returns the text after `mark`, truncated to [`MAX_LEN`]; `None` if it is empty.
    pub(super) fn since(&self, mark: usize) -> Option<&str> {
        let text = self.text[mark..].trim_start_matches(' ');
        let mut units = 0;
        let end = text.char_indices().find(|(_, character)| {
            units += character.len_utf16();
            units > MAX_LEN
        });
        let text = end.map_or(text, |(end, _)| &text[..end]).trim_end_matches(' ');
        (!text.is_empty()).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(url(value), expected, "{value:?}");
        }
        assert_eq!(url(&format!("data:{long}")), format!("data:{}", &long[..123]));
        assert_eq!(url(&format!("data:{long},a")), format!("data:{}", &long[..123]));
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
            text.push("before");
            let mark = text.mark();
            parts.iter().for_each(|part| text.push(part));
            assert_eq!(text.since(mark), expected, "{parts:?}");
        }
    }
}
