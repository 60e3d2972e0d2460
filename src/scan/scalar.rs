//! The scalar level: safe Rust, byte by byte.

use super::{BLOCK, ByteSet, Job, Simd};

/// The level that every CPU has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalar;

/// A yes; no is 0.
const YES: u8 = 0x80;

impl Scalar {
    /// Asks `question` of every byte. Compilers turn the loop into the vector instructions of the target.
    #[inline(always)]
    fn ask(self, block: [u8; BLOCK], question: impl Fn(u8) -> bool) -> [u8; BLOCK] {
        let mut flags = [0; BLOCK];
        for (flag, byte) in flags.iter_mut().zip(block) {
            *flag = if question(byte) { YES } else { 0 };
        }
        flags
    }
}

impl Simd for Scalar {
    type Block = [u8; BLOCK];
    type Flags = [u8; BLOCK];

    #[inline(never)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        job.run(self)
    }

    #[inline(always)]
    fn load(self, bytes: &[u8; BLOCK]) -> Self::Block {
        *bytes
    }

    #[inline(always)]
    fn equal(self, block: Self::Block, byte: u8) -> Self::Flags {
        self.ask(block, |other| other == byte)
    }

    #[inline(always)]
    fn any_of(self, block: Self::Block, set: &ByteSet) -> Self::Flags {
        let mut flags = [0; BLOCK];
        for member in set.members() {
            flags = self.or(flags, self.equal(block, member));
        }
        flags
    }

    #[inline(always)]
    fn between(self, block: Self::Block, first: u8, last: u8) -> Self::Flags {
        self.ask(block, |byte| byte.wrapping_sub(first) <= last - first)
    }

    #[inline(always)]
    fn or(self, one: Self::Flags, other: Self::Flags) -> Self::Flags {
        let mut flags = one;
        for (flag, other) in flags.iter_mut().zip(other) {
            *flag |= other;
        }
        flags
    }

    #[inline(always)]
    fn bits(self, flags: Self::Flags) -> u64 {
        let mut bits = 0;
        let (words, _) = flags.as_chunks::<8>();
        for (index, &word) in words.iter().enumerate() {
            // The product gathers the eight flags in its highest byte.
            let eight = (u64::from_le_bytes(word) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            bits |= eight << (index * 8);
        }
        bits
    }
}
