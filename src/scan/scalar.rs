//! The scalar level: safe Rust, byte by byte.

use super::{BLOCK, ByteSet, Job, Simd};

/// The level that every CPU has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalar;

/// The bytes of a vector.
const VECTOR: usize = 16;
/// A yes; no is 0.
const YES: u8 = 0x80;

impl Scalar {
    /// Asks `question` of every byte. Compilers turn the loop into the vector instructions of the target.
    #[inline(always)]
    fn ask(self, vector: [u8; VECTOR], question: impl Fn(u8) -> bool) -> [u8; VECTOR] {
        let mut flags = [0; VECTOR];
        for (flag, byte) in flags.iter_mut().zip(vector) {
            *flag = if question(byte) { YES } else { 0 };
        }
        flags
    }
}

impl Simd for Scalar {
    type Vector = [u8; VECTOR];
    type Flags = [u8; VECTOR];
    const VECTOR: usize = VECTOR;
    const WINDOW: usize = VECTOR;

    #[inline(never)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        job.run(self)
    }

    #[inline(always)]
    fn load(self, bytes: &[u8; BLOCK], index: usize) -> Self::Vector {
        bytes.as_chunks().0[index]
    }

    #[inline(always)]
    fn equal(self, vector: Self::Vector, byte: u8) -> Self::Flags {
        self.ask(vector, |other| other == byte)
    }

    #[inline(always)]
    fn any_of<const MEMBERS: usize>(self, vector: Self::Vector, set: &ByteSet<MEMBERS>) -> Self::Flags {
        let mut flags = [0; VECTOR];
        for member in set.members {
            flags = self.or(flags, self.equal(vector, member));
        }
        flags
    }

    #[inline(always)]
    fn between(self, vector: Self::Vector, first: u8, last: u8) -> Self::Flags {
        self.ask(vector, |byte| byte.wrapping_sub(first) <= last - first)
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

    #[inline(always)]
    fn prefetch(self, _: &[u8], _: usize) {}
}
