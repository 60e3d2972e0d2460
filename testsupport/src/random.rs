//! A seeded random number generator, with the same numbers on every machine.

use std::ops::Range;

/// The SplitMix64 generator.
pub struct Random(u64);

impl Random {
    /// Starts from `seed`.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next_u64() % end as u64) as usize
    }

    /// Returns a number in `range`.
    pub fn within(&mut self, range: Range<usize>) -> usize {
        range.start + self.below(range.len())
    }

    /// Returns true with probability 1 in `times`.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Damages a file: flips a bit, truncates, zeroes, duplicates or removes bytes, or inserts a delimiter.
    pub fn damage(&mut self, file: &mut Vec<u8>) {
        if file.is_empty() {
            return;
        }
        let at = self.below(file.len());
        let end = (at + 1 + self.below(300)).min(file.len());
        match self.below(6) {
            0 => file[at] ^= 1 << self.below(8),
            1 => file.truncate(at),
            2 => file[at..end].fill(0),
            3 => drop(file.splice(at..at, file[at..end].to_vec())),
            4 => drop(file.drain(at..end)),
            _ => {
                let delimiters =
                    [&b"WARC/1.0\r\n"[..], b"\nWARC/", b"\x1F\x8B\x08\0", b"\x28\xB5\x2F\xFD", b"\r\n\r\n", b"9"];
                drop(file.splice(at..at, self.choose(&delimiters).iter().copied()));
            }
        }
    }

    /// Returns one of `items`.
    pub fn choose<'i, T: ?Sized>(&mut self, items: &[&'i T]) -> &'i T {
        items[self.below(items.len())]
    }
}
