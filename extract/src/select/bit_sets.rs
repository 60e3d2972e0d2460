//! Sets of bits, by number. Elements with the same set share it where that is known without a search.

use super::program::Bit;
use alloc::vec::Vec;

/// The number of a set. Set 0 is empty.
pub(super) type SetId = u32;

/// The empty set.
pub(super) const EMPTY: SetId = 0;

/// The number of words at which the evaluation of a page stops: 256 MiB.
const MAX_WORDS: usize = 1 << 25;

/// Sets that all have room for the same number of bits.
#[derive(Clone, Debug)]
pub(super) struct BitSets {
    /// The length of a set in words.
    words: usize,
    bits: Vec<u64>,
}

impl BitSets {
    pub(super) fn new(bits: u32) -> Self {
        let words = bits.div_ceil(u64::BITS) as usize;
        Self { words, bits: alloc::vec![0; words] }
    }

    /// Returns true if there is no room for the sets of another element.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.bits.len() > MAX_WORDS
    }

    fn words(&self, set: SetId) -> &[u64] {
        let start = set as usize * self.words;
        &self.bits[start..start + self.words]
    }

    #[inline]
    pub(super) fn has(&self, set: SetId, bit: Bit) -> bool {
        set != EMPTY && self.bits[set as usize * self.words + (bit / u64::BITS) as usize] >> (bit % u64::BITS) & 1 != 0
    }

    /// Adds a bit to a set. If the set is the empty one, adds a new set with the bit. Returns the set.
    pub(super) fn add(&mut self, set: SetId, bit: Bit) -> SetId {
        let set = if set == EMPTY { self.push() } else { set };
        self.bits[set as usize * self.words + (bit / u64::BITS) as usize] |= 1 << (bit % u64::BITS);
        set
    }

    /// Returns a set with the bits of both. It is one of the two if that has all of them.
    pub(super) fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if b == EMPTY || a == b || a != EMPTY && self.holds_all(a, b) {
            return a;
        }
        if a == EMPTY {
            return b;
        }
        let set = self.push();
        self.merge(set, a);
        self.merge(set, b);
        set
    }

    /// Adds the bits of `from` to `set`, which no other element has. If it is the empty one, adds a new set. Returns the
    /// set.
    pub(super) fn add_all(&mut self, set: SetId, from: SetId) -> SetId {
        if from == EMPTY {
            return set;
        }
        let set = if set == EMPTY { self.push() } else { set };
        self.merge(set, from);
        set
    }

    fn holds_all(&self, set: SetId, bits: SetId) -> bool {
        self.words(set).iter().zip(self.words(bits)).all(|(set, bits)| bits & !set == 0)
    }

    fn merge(&mut self, set: SetId, from: SetId) {
        let (set, from) = (set as usize * self.words, from as usize * self.words);
        for word in 0..self.words {
            self.bits[set + word] |= self.bits[from + word];
        }
    }

    /// Adds a set without bits.
    fn push(&mut self) -> SetId {
        self.bits.resize(self.bits.len() + self.words, 0);
        (self.bits.len() / self.words - 1) as SetId
    }
}
