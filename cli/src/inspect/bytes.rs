//! Numbers and strings as bytes, short where the numbers are small: what the report's script reads.

/// Bytes that numbers and strings are put behind.
#[derive(Debug, Default)]
pub(super) struct Bytes(pub(super) Vec<u8>);

impl Bytes {
    /// Puts a number, seven bits a byte, the low ones first; the eighth bit says that more follow.
    pub(super) fn number(&mut self, mut number: usize) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    /// Puts a byte.
    pub(super) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    /// Puts a string with its length.
    pub(super) fn string(&mut self, string: &[u8]) {
        self.number(string.len());
        self.0.extend_from_slice(string);
    }

    /// Puts a string that may be missing: 0, or the length and one.
    pub(super) fn optional(&mut self, string: Option<&[u8]>) {
        self.number(string.map_or(0, |string| string.len() + 1));
        self.0.extend_from_slice(string.unwrap_or_default());
    }
}

/// Returns the first bytes of a text, as many as there may be, between two characters.
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
    fn numbers_have_as_many_bytes_as_they_need() {
        let cases: [(usize, &[u8]); 4] = [(0, &[0]), (127, &[127]), (128, &[0x80, 1]), (16_384, &[0x80, 0x80, 1])];
        for (number, expected) in cases {
            let mut bytes = Bytes::default();
            bytes.number(number);
            assert_eq!(bytes.0, expected);
        }
    }
}
