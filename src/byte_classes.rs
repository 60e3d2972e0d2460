//! The byte classes of markup, for the windows of the fast path and for single bytes.

use crate::scan::ByteSet;

/// White space in markup. Includes CR, because preprocessing turns CR into LF.
pub(crate) const WHITE_SPACE: ByteSet<5> = ByteSet::new(b"\t\n\x0C\r ");
/// The bytes that end a name, in addition to white space. NUL is not one of them: names replace it by U+FFFD.
pub(crate) const NAME_MARKS: ByteSet<3> = ByteSet::new(b"/>=");
/// The bytes that decoding may change in text and attribute values.
pub(crate) const CHANGED: ByteSet<3> = ByteSet::new(b"&\r\0");
/// [`NAME_MARKS`], and the bytes that are parse errors in an attribute name.
pub(crate) const ODD_NAME_MARKS: ByteSet<6> = ByteSet::new(b"/>=\"'<");
/// The bytes that are parse errors in an unquoted value, in addition to NUL.
pub(crate) const ODD_IN_UNQUOTED_VALUE: ByteSet<5> = ByteSet::new(b"\"'<=`");

/// Returns true if `byte` may follow a complete name or a quoted value: white space, `/` or `>`.
#[inline(always)]
pub(crate) fn separates(byte: u8) -> bool {
    WHITE_SPACE.contains(byte) || matches!(byte, b'/' | b'>')
}

/// Returns the offset of the first white space or `>` at or after `start`, where an unquoted value ends.
#[inline(always)]
pub(crate) fn find_end_of_unquoted_value(input: &[u8], start: usize) -> Option<usize> {
    let found = input.get(start..)?.iter().position(|&byte| WHITE_SPACE.contains(byte) || byte == b'>')?;
    Some(start + found)
}

/// Returns the offset of the first byte at or after `start` that is not white space.
#[inline(always)]
pub(crate) fn skip_white_space(input: &[u8], start: usize) -> Option<usize> {
    let found = input.get(start..)?.iter().position(|&byte| !WHITE_SPACE.contains(byte))?;
    Some(start + found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_contain_the_bytes_that_the_tokenizer_states_name() {
        for byte in 0..=255 {
            let white_space = matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ');
            assert_eq!(WHITE_SPACE.contains(byte), white_space);
            assert_eq!(NAME_MARKS.contains(byte), matches!(byte, b'/' | b'>' | b'='));
            assert_eq!(CHANGED.contains(byte), matches!(byte, b'&' | b'\r' | 0));
            let odd = matches!(byte, b'"' | b'\'' | b'<');
            assert_eq!(ODD_NAME_MARKS.contains(byte), odd || NAME_MARKS.contains(byte));
            assert_eq!(ODD_IN_UNQUOTED_VALUE.contains(byte), matches!(byte, b'"' | b'\'' | b'<' | b'=' | b'`'));
            assert_eq!(separates(byte), white_space || matches!(byte, b'/' | b'>'));
            let ends = white_space || byte == b'>';
            assert_eq!(find_end_of_unquoted_value(&[b'a', byte], 0), ends.then_some(1));
            assert_eq!(skip_white_space(&[b' ', byte], 0), (!white_space).then_some(1));
        }
    }
}
