//! The byte classes of markup, as one table.

/// White space of markup, CR included: preprocessing makes it a LF.
pub(crate) const WHITE_SPACE: u8 = 1;
/// Ends a tag's name.
pub(crate) const ENDS_TAG_NAME: u8 = 1 << 1;
/// Ends an attribute's name.
pub(crate) const ENDS_ATTRIBUTE_NAME: u8 = 1 << 2;
/// Ends an unquoted value.
pub(crate) const ENDS_UNQUOTED_VALUE: u8 = 1 << 3;
/// Is a parse error in an attribute's name.
pub(crate) const ODD_IN_ATTRIBUTE_NAME: u8 = 1 << 4;
/// Is a parse error in an unquoted value.
pub(crate) const ODD_IN_UNQUOTED_VALUE: u8 = 1 << 5;
/// NUL, which is changed everywhere and so ends every run.
const NUL: u8 = ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ODD_IN_UNQUOTED_VALUE;

static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let sets: [(&[u8], u8); 7] = [
        (b"\t\n\x0C\r ", WHITE_SPACE | ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_UNQUOTED_VALUE),
        (b"/", ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME),
        (b">", ENDS_TAG_NAME | ENDS_ATTRIBUTE_NAME | ENDS_UNQUOTED_VALUE),
        (b"=", ENDS_ATTRIBUTE_NAME),
        (b"\"'<", ODD_IN_ATTRIBUTE_NAME),
        (b"\"'<=`", ODD_IN_UNQUOTED_VALUE),
        (b"\0", NUL),
    ];
    let mut set = 0;
    while set < sets.len() {
        let (bytes, class) = sets[set];
        let mut at = 0;
        while at < bytes.len() {
            classes[bytes[at] as usize] |= class;
            at += 1;
        }
        set += 1;
    }
    classes
};

/// Returns whether `byte` is in one of the classes `set`.
#[inline(always)]
pub(crate) fn is(byte: u8, set: u8) -> bool {
    CLASSES[usize::from(byte)] & set != 0
}

/// Returns the offset, from `start` on, of the first byte that is in one of the classes `set`.
#[inline(always)]
pub(crate) fn find(input: &[u8], start: usize, set: u8) -> Option<usize> {
    let found = input.get(start..)?.iter().position(|&byte| is(byte, set))?;
    Some(start + found)
}

/// Returns the offset, from `start` on, of the first byte that is not white space.
#[inline(always)]
pub(crate) fn skip_white_space(input: &[u8], start: usize) -> Option<usize> {
    let found = input.get(start..)?.iter().position(|&byte| !is(byte, WHITE_SPACE))?;
    Some(start + found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_what_the_states_name() {
        for byte in 0..=255 {
            let white_space = matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ');
            assert_eq!(is(byte, WHITE_SPACE), white_space);
            assert_eq!(is(byte, ENDS_TAG_NAME), white_space || matches!(byte, b'/' | b'>' | 0));
            assert_eq!(is(byte, ENDS_ATTRIBUTE_NAME), white_space || matches!(byte, b'/' | b'>' | b'=' | 0));
            assert_eq!(is(byte, ENDS_UNQUOTED_VALUE), white_space || byte == b'>');
            assert_eq!(is(byte, ODD_IN_ATTRIBUTE_NAME), matches!(byte, b'"' | b'\'' | b'<'));
            assert_eq!(is(byte, ODD_IN_UNQUOTED_VALUE), matches!(byte, b'"' | b'\'' | b'<' | b'=' | b'`' | 0));
        }
    }
}
