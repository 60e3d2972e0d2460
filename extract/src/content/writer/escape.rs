//! Escapes text, so that a Markdown parser reads it back unchanged, and makes fences that the text cannot close.

use alloc::string::String;

/// True for characters that may have to be escaped.
const IS_SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let (special, mut at) = (b"\\`*_[]<&~|$", 0);
    while at < special.len() {
        table[special[at] as usize] = true;
        at += 1;
    }
    table
};

/// The longest character reference, without `&`.
const REFERENCE_BYTES: usize = 33;

/// Where a text is.
#[derive(Clone, Copy)]
pub(super) struct Around {
    /// True in the text of a link, in which closing brackets are escaped.
    pub(super) in_link: bool,
    /// True in a cell, in which pipes are escaped.
    pub(super) in_cell: bool,
    /// True if the page has formulas, so that dollar signs are escaped.
    pub(super) has_formulas: bool,
}

/// Appends a text without markup.
pub(super) fn push_escaped(out: &mut String, text: &str, around: Around) {
    let bytes = text.as_bytes();
    let mut start = 0;
    for (at, &byte) in bytes.iter().enumerate() {
        if IS_SPECIAL[byte as usize] && is_markup(bytes, at, around) {
            out.push_str(&text[start..at]);
            out.push('\\');
            start = at;
        }
    }
    out.push_str(&text[start..]);
}

/// Returns true if the special character at `at` could be read as markup. Neighbours outside of the text are unknown.
fn is_markup(bytes: &[u8], at: usize, around: Around) -> bool {
    let before = at.checked_sub(1).map(|before| bytes[before]);
    let after = bytes.get(at + 1).copied();
    let are_both = |is: fn(&u8) -> bool| before.as_ref().is_some_and(is) && after.as_ref().is_some_and(is);
    match bytes[at] {
        // A backslash is text unless it precedes punctuation or the end of the line.
        b'\\' => after.is_none_or(|after| after.is_ascii_punctuation()),
        b'*' => !are_both(|&byte| byte == b' '),
        b'_' => !are_both(u8::is_ascii_alphanumeric),
        b']' => around.in_link,
        b'<' => after.is_none_or(|after| after.is_ascii_alphabetic() || matches!(after, b'/' | b'!' | b'?')),
        b'&' => is_reference(&bytes[at + 1..]),
        b'|' => around.in_cell,
        b'$' => around.has_formulas,
        _ => true,
    }
}

/// Returns true if `bytes`, which follow an `&`, may begin with a character reference.
fn is_reference(bytes: &[u8]) -> bool {
    let len =
        bytes.iter().take(REFERENCE_BYTES).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'#').count();
    len > 0 && bytes.get(len) == Some(&b';')
}

/// Returns the offset of the character to escape if `text`, at the start of a line, could be read as the start of a
/// block.
pub(super) fn block_start(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let ends = |at: usize| bytes.get(at).is_none_or(|&byte| byte <= b' ');
    let run = |is: fn(&u8) -> bool| bytes.iter().take_while(|byte| is(byte)).count();
    let is_start = match bytes.first()? {
        b'#' => ends(run(|&byte| byte == b'#')),
        b'>' | b'|' | b'=' => true,
        b'+' => ends(1),
        b'-' => bytes.get(1).is_none_or(|byte| !byte.is_ascii_alphanumeric()),
        b':' => bytes.get(1).is_none_or(|&byte| byte == b'-'),
        b'0'..=b'9' => {
            let digits = run(u8::is_ascii_digit);
            let is_number = digits < 10 && matches!(bytes.get(digits), Some(b'.' | b')')) && ends(digits + 1);
            return is_number.then_some(digits);
        }
        _ => false,
    };
    is_start.then_some(0)
}

/// Appends the URL of a link or image.
pub(super) fn push_url(out: &mut String, url: &str, in_cell: bool) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for (at, character) in url.char_indices() {
        match character {
            '\0'..=' ' | '<' | '>' | '`' | '\x7F' => {
                let byte = character as usize;
                out.extend(['%', HEX[byte >> 4] as char, HEX[byte & 15] as char]);
            }
            '|' if in_cell => out.push_str("%7C"),
            '(' | ')' | '\\' => out.extend(['\\', character]),
            '&' if is_reference(&url.as_bytes()[at + 1..]) => out.push_str("\\&"),
            _ => out.push(character),
        }
    }
}

/// Returns the length of the longest run of `byte`.
pub(super) fn longest_run(bytes: impl Iterator<Item = u8>, byte: u8) -> usize {
    let (mut longest, mut run) = (0, 0);
    for at in bytes {
        run = if at == byte { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// Writes a run of backticks.
pub(super) fn push_fence(out: &mut String, len: usize) {
    (0..len).for_each(|_| out.push('`'));
}
