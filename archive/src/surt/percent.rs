//! Percent escapes in keys.

/// Decodes percent escapes until none is left: `%2541` is `A`.
///
/// Two escapes never overlap, so the result does not depend on the order in which they are decoded, and one pass is enough.
pub(super) fn unescape(text: &[u8]) -> Vec<u8> {
    let mut decoded: Vec<u8> = Vec::with_capacity(text.len());
    for &byte in text {
        decoded.push(byte);
        // A decoded byte may be the last one of an escape.
        while let [.., b'%', high, low] = decoded[..]
            && let (Some(high), Some(low)) = (hex_digit(high), hex_digit(low))
        {
            decoded.truncate(decoded.len() - 3);
            decoded.push(high << 4 | low);
        }
    }
    decoded
}

/// Escapes the bytes that a key cannot have: control characters, space, `#`, `%` and bytes beyond ASCII.
pub(super) fn escape(text: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(text.len());
    for &byte in text {
        match byte {
            b'#' | b'%' | 0..=b' ' | 0x7F.. => {
                let digit = |nibble: u8| b"0123456789ABCDEF"[usize::from(nibble)];
                escaped.extend_from_slice(&[b'%', digit(byte >> 4), digit(byte & 0xF)]);
            }
            byte => escaped.push(byte),
        }
    }
    escaped
}

fn hex_digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_nested_escapes() {
        let cases: [(&[u8], &[u8]); 7] = [
            (b"%2541", b"A"),
            (b"%%34%31", b"A"),
            (b"%4%31", b"A"),
            (b"%25%34%31%", b"A%"),
            (b"%2525252525", b"%"),
            (b"%zz%2", b"%zz%2"),
            (b"%ff%C3", b"\xFF\xC3"),
        ];
        for (text, decoded) in cases {
            assert_eq!(unescape(text), decoded, "{}", text.escape_ascii());
        }
    }
}
