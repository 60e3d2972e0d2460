//! Words.

/// Calls `take` with the words of `text`, and whether white space (ASCII or U+00A0) stands before them; at last with an empty
/// word if white space stands at the end. Words with one space between them come together. NUL is no character of a tree.
pub(super) fn for_each_word(text: &str, mut take: impl FnMut(bool, &str)) {
    let bytes = text.as_bytes();
    let (mut at, mut space) = (0, false);
    while at < bytes.len() {
        match separator(bytes, at) {
            Some(len) => {
                space |= bytes[at] != 0;
                at += len;
            }
            None => {
                let len = words_len(&bytes[at..]);
                take(space, &text[at..at + len]);
                space = false;
                at += len;
            }
        }
    }
    if space {
        take(true, "");
    }
}

/// Returns the words of `text`, and whether white space follows them, if one space each stands between them.
pub(super) fn whole_words(text: &str) -> Option<(&str, bool)> {
    let bytes = text.as_bytes();
    let is_word = |at: &usize| separator(bytes, *at).is_none();
    // PERF: of what is white space some ASCII is passed over here; what begins with other takes the longer way.
    let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace()).filter(is_word)?;
    let end = start + words_len(&bytes[start..]);
    bytes[end..].iter().all(u8::is_ascii_whitespace).then(|| (&text[start..end], end < bytes.len()))
}

/// Returns the length of the words that `bytes` begin with, as long as one space each stands between them.
fn words_len(bytes: &[u8]) -> usize {
    let mut at = 0;
    loop {
        match words_end(eight_at(bytes, at)) {
            8 => at += 7,
            end if at + end < bytes.len() && separator(bytes, at + end).is_none() => at += end + 1,
            end => return at + end,
        }
    }
}

/// Returns the eight bytes at `at`; behind the end there are zeros.
#[inline]
fn eight_at(bytes: &[u8], at: usize) -> u64 {
    match (bytes.get(at..).and_then(<[u8]>::first_chunk), bytes.last_chunk()) {
        (Some(eight), _) => u64::from_le_bytes(*eight),
        (None, Some(_)) if at >= bytes.len() => 0,
        (None, Some(last)) => u64::from_le_bytes(*last) >> (8 * (at + 8 - bytes.len())),
        (None, None) => bytes[at..].iter().rev().fold(0, |eight, &byte| eight << 8 | u64::from(byte)),
    }
}

/// Returns the index of the first byte that is neither of a word nor a space before one; 8 if there is none. The last byte is to
/// be looked at again, with what follows it.
#[inline]
fn words_end(eight: u64) -> usize {
    const ONES: u64 = u64::MAX / 0xFF;
    const LOWS: u64 = ONES * 0x7F;
    // The highest bits of the bytes that are 0: no sum goes over into the next byte.
    let zeros = |bytes: u64| !(((bytes & LOWS) + LOWS) | bytes) & !LOWS;
    let spaces = zeros(eight ^ (ONES * 0x20));
    let up_to_space = !(((eight & LOWS) + ONES * (0x7F - 0x20)) | eight) & !LOWS;
    let marks = up_to_space | zeros(eight ^ (ONES * 0xC2));
    let ends = (marks & !spaces) | (spaces & (marks >> 8));
    ends.trailing_zeros() as usize / 8
}

/// Returns the length of the white space character or NUL at `at`.
#[inline]
fn separator(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes[at] {
        b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | 0 => Some(1),
        0xC2 if bytes.get(at + 1) == Some(&0xA0) => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_white_space_parts() {
        let mut words = alloc::string::String::new();
        for_each_word(" one\n\u{A0} two\0x y  Â é\u{2003}z \x01 \x02", |space, word| {
            words += if space { "|" } else { "+" };
            words += word;
        });
        assert_eq!(words, "|one|two+x y|Â é\u{2003}z|\u{1}|\u{2}");
    }
}
