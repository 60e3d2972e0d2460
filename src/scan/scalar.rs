//! The scalar level: safe Rust, eight bytes in a `u64`.
//!
//! A boolean is the highest bit of its byte. Example for `equal(vector, b'<')`: the XOR with eight `<` has a zero byte
//! where the bytes are equal; adding 0x7F to the low seven bits of each byte sets its highest bit unless they are zero.

use super::{BLOCK, ByteSet, Job, RangeSet, Vectors, range_by_range};

/// The level that every CPU has.
#[derive(Clone, Copy, Debug)]
pub struct Scalar;

/// The size of a vector, in bytes.
const VECTOR: usize = 8;
/// The highest bit of each byte, which holds the boolean.
const HIGH: u64 = repeat(0x80);

/// Returns eight copies of `byte`.
const fn repeat(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; VECTOR])
}

/// True for the bytes of `vector` whose low seven bits are at least `least`. `least` is at most 0x80.
#[inline(always)]
const fn at_least(vector: u64, least: u8) -> u64 {
    // A sum is at most 0x7F + 0x80, so it does not carry into the next byte.
    ((vector & !HIGH) + repeat(0x80 - least)) & HIGH
}

impl Vectors for Scalar {
    type Vector = u64;
    type Flags = u64;
    const VECTOR: usize = VECTOR;
    const WINDOW: usize = VECTOR;

    #[inline(never)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        job.run(self)
    }

    #[inline(always)]
    fn load(self, bytes: &[u8; BLOCK], index: usize) -> u64 {
        u64::from_le_bytes(bytes.as_chunks().0[index])
    }

    #[inline(always)]
    fn equal(self, vector: u64, byte: u8) -> u64 {
        let difference = vector ^ repeat(byte);
        !(at_least(difference, 1) | difference) & HIGH
    }

    #[inline(always)]
    fn any_of<const MEMBERS: usize>(self, vector: u64, set: &ByteSet<MEMBERS>) -> u64 {
        let mut flags = 0;
        for member in set.members {
            flags |= self.equal(vector, member);
        }
        flags
    }

    #[inline(always)]
    fn any_of_ranges<const RANGES: usize>(self, vector: u64, set: &RangeSet<RANGES>) -> u64 {
        range_by_range(self, vector, set)
    }

    #[inline(always)]
    fn between(self, vector: u64, first: u8, last: u8) -> u64 {
        debug_assert!(first <= last && first >> 7 == last >> 7, "the ends of a range must have the same highest bit");
        let half = if first < 0x80 { !vector } else { vector };
        at_least(vector, first & 0x7F) & !at_least(vector, (last & 0x7F) + 1) & half
    }

    #[inline(always)]
    fn not_ascii(self, vector: u64) -> u64 {
        vector & HIGH
    }

    #[inline(always)]
    fn or(self, one: u64, other: u64) -> u64 {
        one | other
    }

    #[inline(always)]
    fn bits(self, flags: u64) -> u64 {
        // The product gathers the eight booleans in its highest byte.
        (flags >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    }

    #[inline(always)]
    fn prefetch(self, _: &[u8], _: usize) {}
}
