//! The binary format of a report's data: numbers and strings, with small numbers in few bytes. `Reader` in `data.js`
//! decodes it.

/// A buffer to which numbers and strings are appended.
#[derive(Debug, Default)]
pub(super) struct Bytes(pub(super) Vec<u8>);

impl Bytes {
    /// Appends a number: seven bits per byte, low bits first. The eighth bit is set if more bytes follow.
    pub(super) fn number(&mut self, mut number: usize) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// Appends a byte.
    pub(super) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    /// Appends a length and a string.
    pub(super) fn string(&mut self, string: &[u8]) {
        self.number(string.len());
        self.0.extend_from_slice(string);
    }

    /// Appends length + 1 and a string, or 0 for `None`.
    pub(super) fn optional(&mut self, string: Option<&[u8]>) {
        self.number(string.map_or(0, |string| string.len() + 1));
        self.0.extend_from_slice(string.unwrap_or_default());
    }
}

/// Returns the longest prefix of `text` with at most `most` bytes that ends between two characters.
pub(super) fn first_bytes(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_seven_bits_per_byte() {
        let cases: [(usize, &[u8]); 4] = [(0, &[0]), (127, &[127]), (128, &[0x80, 1]), (16_384, &[0x80, 0x80, 1])];
        for (number, expected) in cases {
            let mut bytes = Bytes::default();
            bytes.number(number);
            assert_eq!(bytes.0, expected);
        }
    }
}
