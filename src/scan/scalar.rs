//! The scalar level: safe Rust, eight bytes at a time in a `u64`.

use super::{BLOCK, ByteSet, Simd};

/// The level that every CPU has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalar;

/// The lowest bit of every byte.
const LOW: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGH: u64 = LOW << 7;

impl Simd for Scalar {
    type Block = [u64; BLOCK / 8];
    /// The highest bit of a byte says yes.
    type Flags = [u64; BLOCK / 8];

    #[inline(always)]
    fn load(self, bytes: &[u8; BLOCK]) -> Self::Block {
        let (words, _) = bytes.as_chunks::<8>();
        core::array::from_fn(|word| u64::from_le_bytes(words[word]))
    }

    #[inline(always)]
    fn equal(self, block: Self::Block, byte: u8) -> Self::Flags {
        block.map(|word| zero_bytes(word ^ LOW * u64::from(byte)))
    }

    #[inline(always)]
    fn any_of(self, block: Self::Block, set: &ByteSet) -> Self::Flags {
        block.map(|word| {
            let mut flags = 0;
            for (shift, byte) in word.to_le_bytes().into_iter().enumerate() {
                flags |= u64::from(set.contains(byte)) << (shift * 8 + 7);
            }
            flags
        })
    }

    #[inline(always)]
    fn between(self, block: Self::Block, first: u8, last: u8) -> Self::Flags {
        block.map(|word| {
            let seven = word & !HIGH;
            let at_least_first = seven + LOW * u64::from(0x80 - first);
            let above_last = seven + LOW * u64::from(0x7F - last);
            at_least_first & !above_last & !word & HIGH
        })
    }

    #[inline(always)]
    fn or(self, one: Self::Flags, other: Self::Flags) -> Self::Flags {
        core::array::from_fn(|word| one[word] | other[word])
    }

    #[inline(always)]
    fn bits(self, flags: Self::Flags) -> u64 {
        let mut bits = 0;
        for (word, flags) in flags.into_iter().enumerate() {
            // The product gathers the eight bits in its highest byte.
            bits |= ((flags >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (word * 8);
        }
        bits
    }
}

/// Sets the highest bit of every byte of `word` that is zero.
#[inline(always)]
fn zero_bytes(word: u64) -> u64 {
    !(((word & !HIGH) + !HIGH) | word) & HIGH
}
