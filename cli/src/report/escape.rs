//! Escapes control characters in messages: in a file name, a URL or a header they could move the cursor, recolor the
//! terminal or forge a line.

use std::fmt::{self, Display, Formatter, Write};

/// Displays text with control characters escaped: `\n`, `\u{1b}`.
pub(crate) struct Escaped<T>(pub(crate) T);

impl<T: Display> Display for Escaped<T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(Escaping(formatter), "{}", self.0)
    }
}

/// A writer that escapes control characters.
struct Escaping<'f, 'b>(&'f mut Formatter<'b>);

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some((start, character)) = rest.char_indices().find(|(_, character)| is_control(*character)) {
            self.0.write_str(&rest[..start])?;
            match character {
                '\t' | '\n' | '\r' => write!(self.0, "{}", character.escape_default())?,
                _ => write!(self.0, "{}", character.escape_unicode())?,
            }
            rest = &rest[start + character.len_utf8()..];
        }
        self.0.write_str(rest)
    }
}

/// Returns true if a terminal may act on the character, or display later text elsewhere: C0, DEL and C1 controls, line
/// and paragraph separators, and the marks, embeddings, overrides and isolates of bidirectional text.
pub(crate) fn is_control(character: char) -> bool {
    matches!(
        character,
        '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_control_characters_only() {
        let cases = [
            ("naïve/日本.html \\ \"x\"", "naïve/日本.html \\ \"x\""),
            ("\u{1b}[2Jgone", "\\u{1b}[2Jgone"),
            ("a\r\nb\tc\0", "a\\r\\nb\\tc\\u{0}"),
            ("\u{7f}\u{85}\u{9b}31m", "\\u{7f}\\u{85}\\u{9b}31m"),
            ("\u{202e}lmth\u{2066}\u{2069}", "\\u{202e}lmth\\u{2066}\\u{2069}"),
            ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
        ];
        for (text, shown) in cases {
            assert_eq!(Escaped(text).to_string(), shown);
            assert_eq!(Escaped(format_args!("{text}{text}")).to_string(), shown.repeat(2));
        }
    }
}
