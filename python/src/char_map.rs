//! Offsets in characters, as Python counts them in a str.

/// Bytes between two counts.
const BLOCK: usize = 512;

/// Converts byte offsets in a text to offsets in a str.
#[derive(Clone, Debug, Default)]
pub(crate) struct CharMap {
    /// The number of characters before each block. Empty if the text is ASCII.
    before: Vec<usize>,
    /// The byte offsets of the characters that are pairs of surrogates in the str: two characters of Python.
    pairs: Vec<usize>,
}

impl CharMap {
    pub(crate) fn new(text: &str, pairs: Vec<usize>) -> Self {
        if text.is_ascii() {
            return Self::default();
        }
        let mut chars = 0;
        let before = text.as_bytes().chunks(BLOCK).map(|block| {
            chars += count(block);
            chars - count(block)
        });
        Self { before: before.collect(), pairs }
    }

    /// Returns the offset in the str for a byte offset in the text.
    pub(crate) fn of(&self, text: &str, offset: usize) -> usize {
        // PERF: most pages are ASCII.
        if self.before.is_empty() {
            return offset;
        }
        let block = (offset / BLOCK).min(self.before.len() - 1);
        let rest = text.as_bytes().get(block * BLOCK..offset).unwrap_or_default();
        self.before[block] + count(rest) + self.pairs.partition_point(|pair| *pair < offset)
    }
}

/// Returns the number of characters that start in these bytes of a text.
fn count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}
