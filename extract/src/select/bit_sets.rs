//! Sets of bits, by number. Elements with the same set share it where that is known without a search.

use super::syntax::Combinator;
use alloc::vec::Vec;
use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;

/// The number of a bit in a set.
pub(super) type Bit = u32;

/// The number of a set. Set 0 is empty.
pub(super) type SetId = u32;

/// The empty set.
pub(super) const EMPTY: SetId = 0;

/// The number of words at which the evaluation of a page stops: 256 MiB.
const MAX_WORDS: usize = 1 << 25;

/// Some of the bits of a set.
#[derive(Clone, Debug, Default)]
pub(super) struct Mask(Vec<u64>);

impl Mask {
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}

/// The bits of relatives that steps ask for, by combinator. Elements pass no other bits on to their relatives.
#[derive(Clone, Debug, Default)]
pub(super) struct AskedBits {
    pub(super) descendant: Mask,
    pub(super) child: Mask,
    pub(super) subsequent: Mask,
}

impl AskedBits {
    /// Returns empty masks for sets with room for `bits` bits.
    pub(super) fn new(bits: u32) -> Self {
        let mask = || Mask(alloc::vec![0; words(bits)]);
        Self { descendant: mask(), child: mask(), subsequent: mask() }
    }

    pub(super) fn add(&mut self, combinator: Combinator, bit: Bit) {
        let mask = match combinator {
            Combinator::Descendant => &mut self.descendant,
            Combinator::Child => &mut self.child,
            // The element before is known, so its own bits are read.
            Combinator::NextSibling => return,
            Combinator::SubsequentSibling => &mut self.subsequent,
        };
        mask.0[(bit / u64::BITS) as usize] |= 1 << (bit % u64::BITS);
    }
}

/// Returns the number of words that `bits` bits take.
fn words(bits: u32) -> usize {
    bits.div_ceil(u64::BITS) as usize
}

/// Sets that all have room for the same number of bits.
#[derive(Debug)]
pub(super) struct BitSets<'a> {
    /// The length of a set in words.
    words: usize,
    bits: BumpVec<'a, u64>,
}

impl<'a> BitSets<'a> {
    pub(super) fn new_in(bump: &'a Bump, bits: u32) -> Self {
        let words = words(bits);
        Self { words, bits: bumpalo::vec![in bump; 0; words] }
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

    /// Returns a set with the bits of both that are in the mask: one of the two if that has all of them. It may have other bits.
    pub(super) fn union(&mut self, a: SetId, b: SetId, mask: &Mask) -> SetId {
        if b == EMPTY || a == b || self.holds_all(a, b, mask) {
            return a;
        }
        if a == EMPTY {
            return b;
        }
        let set = self.push();
        self.merge(set, a, mask);
        self.merge(set, b, mask);
        set
    }

    /// Adds the bits of `from` that are in the mask to `set`, which no other element has. If it is the empty one, adds a new
    /// set. Returns the set.
    pub(super) fn add_all(&mut self, set: SetId, from: SetId, mask: &Mask) -> SetId {
        if from == EMPTY || self.holds_all(set, from, mask) {
            return set;
        }
        let set = if set == EMPTY { self.push() } else { set };
        self.merge(set, from, mask);
        set
    }

    fn holds_all(&self, set: SetId, bits: SetId, mask: &Mask) -> bool {
        let words = self.words(set).iter().zip(self.words(bits)).zip(&mask.0);
        words.fold(0, |missing, ((set, bits), mask)| missing | (bits & mask & !set)) == 0
    }

    fn merge(&mut self, set: SetId, from: SetId, mask: &Mask) {
        let (set, from) = (set as usize * self.words, from as usize * self.words);
        for (word, mask) in mask.0.iter().enumerate() {
            self.bits[set + word] |= self.bits[from + word] & mask;
        }
    }

    /// Adds a set without bits.
    fn push(&mut self) -> SetId {
        self.bits.resize(self.bits.len() + self.words, 0);
        (self.bits.len() / self.words - 1) as SetId
    }
}
