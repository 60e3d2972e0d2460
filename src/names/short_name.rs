//! Names of up to 8 bytes as integers.

/// A name of 1 to 8 bytes as a little-endian integer: the first byte is the lowest, and the unused high bytes are 0.
#[derive(Clone, Copy, Debug)]
pub struct ShortName {
    /// The integer.
    pub word: u64,
    /// The length in bytes.
    pub len: usize,
}

impl ShortName {
    /// Returns the name of `len` bytes at `start`. Returns `None` if `len` is 0 or more than 8, or if fewer than 8
    /// bytes of the input follow `start`.
    #[inline(always)]
    pub fn new(input: &[u8], start: usize, len: usize) -> Option<Self> {
        let word = u64::from_le_bytes(*input.get(start..)?.first_chunk()?);
        (1..=8).contains(&len).then(|| Self { word: word & (u64::MAX >> (64 - 8 * len)), len })
    }

    /// Returns the name with its ASCII letters in lower case. Other bytes may change too, but never to letters.
    #[inline(always)]
    pub fn to_lower_case(self) -> Self {
        let letters = u64::MAX >> (64 - 8 * self.len.clamp(1, 8));
        Self { word: self.word | (0x2020_2020_2020_2020 & letters), ..self }
    }
}
