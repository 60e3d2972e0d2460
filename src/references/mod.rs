//! Character references: the longest name, and the code point of a number.

use crate::error::ErrorCode;

/// A named character reference at the start of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// The length of the name, in bytes after `&`, with its semicolon if it has one.
    pub(crate) len: usize,
    /// The one or two code points that it stands for.
    pub(crate) characters: &'static str,
}

/// Returns the longest name of the table that `rest`, the bytes after `&`, starts with.
pub(crate) fn longest_name(rest: &[u8]) -> Option<Named> {
    let _ = rest;
    None
}

/// Returns the code point that the number `code` stands for, and the error that it is.
pub(crate) fn numeric(code: u32) -> (char, Option<ErrorCode>) {
    let _ = code;
    ('\0', None)
}

/// placeholder
pub(crate) fn stays_as_written_in_attribute(name: &[u8], next: Option<u8>) -> bool {
    name.last() != Some(&b';') && next.is_some_and(|next| next == b'=' || next.is_ascii_alphanumeric())
}
