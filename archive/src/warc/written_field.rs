//! Writes the fields of a head.

use std::borrow::Cow;
use std::io::Write;

/// Appends a field to a head.
pub(super) fn push_field(name: &str, value: &str, head: &mut Vec<u8>) {
    push(format_args!("{name}: {}\r\n", in_one_line(value)), head);
}

/// Appends text to a head.
pub(super) fn push(text: std::fmt::Arguments<'_>, head: &mut Vec<u8>) {
    let Ok(()) = head.write_fmt(text) else { unreachable!("writing to memory does not fail") };
}

/// Returns a value that fits on one line: control characters are percent-encoded.
fn in_one_line(value: &str) -> Cow<'_, str> {
    if !value.contains(|character: char| character.is_ascii_control()) {
        return Cow::Borrowed(value);
    }
    let mut line = String::with_capacity(value.len() + 8);
    for character in value.chars() {
        match character {
            character if character.is_ascii_control() => line.push_str(&format!("%{:02X}", u32::from(character))),
            character => line.push(character),
        }
    }
    Cow::Owned(line)
}
