//! Escapes in CSS names, strings and URLs.
//!
//! Source: [consuming an escaped code point](https://drafts.csswg.org/css-syntax/#consume-escaped-code-point).

use bumpalo::Bump;
use bumpalo::collections::String;
use core::iter;
use core::str::Chars;

/// Decodes the characters after a `\`. Returns `None` for an escaped newline, which is valid only in strings, and at
/// the end.
pub(super) fn decode_escape(characters: &mut Chars<'_>) -> Option<char> {
    let first = characters.next()?;
    let Some(mut code) = first.to_digit(16) else {
        if first == '\r' {
            take_if(characters, |next| next == '\n');
        }
        return (!matches!(first, '\n' | '\r' | '\x0C')).then_some(first);
    };
    for _ in 1..6 {
        let Some(digit) = characters.clone().next().and_then(|next| next.to_digit(16)) else { break };
        code = code << 4 | digit;
        characters.next();
    }
    if take_if(characters, |next| next.is_ascii_whitespace()) == Some('\r') {
        take_if(characters, |next| next == '\n');
    }
    Some(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// Takes the next character if it is in `class`.
fn take_if(characters: &mut Chars<'_>, class: impl Fn(char) -> bool) -> Option<char> {
    let next = characters.clone().next().filter(|&next| class(next));
    if next.is_some() {
        characters.next();
    }
    next
}

/// Returns the characters of `text` with its escapes decoded, and U+0000 replaced as the
/// [preprocessing](https://drafts.csswg.org/css-syntax/#input-preprocessing) does.
fn decoded_characters(text: &str) -> impl Iterator<Item = char> {
    let mut characters = text.chars();
    let decoded = iter::from_fn(move || {
        loop {
            match characters.next()? {
                '\\' if characters.as_str().is_empty() => return Some(char::REPLACEMENT_CHARACTER),
                '\\' => {
                    if let Some(character) = decode_escape(&mut characters) {
                        return Some(character);
                    }
                }
                character => return Some(character),
            }
        }
    });
    decoded.map(|character| if character == '\0' { char::REPLACEMENT_CHARACTER } else { character })
}

/// Returns `text` with its escapes decoded. Text without escapes is borrowed.
pub(super) fn decoded<'a>(text: &'a str, bump: &'a Bump) -> &'a str {
    if memchr::memchr2(b'\\', 0, text.as_bytes()).is_none() {
        return text;
    }
    let mut decoded = String::with_capacity_in(text.len(), bump);
    decoded.extend(decoded_characters(text));
    decoded.into_bump_str()
}

/// Returns true if `raw`, which may contain escapes, equals `name` in any case. `name` must be in lower case.
pub(super) fn is_name(raw: &str, name: &str) -> bool {
    decoded_characters(raw).map(|character| character.to_ascii_lowercase()).eq(name.chars())
}
