//! The SSE2 level, which every x86-64 CPU has: a block is four vectors of 16 bytes.
#![allow(unsafe_code)] // SIMD instructions, and nothing else.

use super::{BLOCK, ByteSet, Job, RangeSet, Vectors, range_by_range};
use core::arch::x86_64::*;

/// The proof that the target is x86-64, which always has SSE2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sse2(());

impl Sse2 {
    /// Returns the proof.
    #[inline(always)]
    pub(super) fn detect() -> Option<Self> {
        Some(Self(()))
    }
}

impl Vectors for Sse2 {
    type Vector = __m128i;
    type Flags = __m128i;
    const VECTOR: usize = 16;
    const WINDOW: usize = 16;

    #[inline(never)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        job.run(self)
    }

    #[inline(always)]
    fn load(self, bytes: &[u8; BLOCK], index: usize) -> Self::Vector {
        let bytes = &bytes.as_chunks::<{ Self::VECTOR }>().0[index];
        // SAFETY: x86-64 has SSE2; the load, which needs no alignment, reads the 16 bytes of the array.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn equal(self, vector: Self::Vector, byte: u8) -> Self::Flags {
        // SAFETY: x86-64 has SSE2.
        unsafe { _mm_cmpeq_epi8(vector, _mm_set1_epi8(byte.cast_signed())) }
    }

    #[inline(always)]
    fn any_of<const MEMBERS: usize>(self, vector: Self::Vector, set: &ByteSet<MEMBERS>) -> Self::Flags {
        // SSE2 has no byte shuffle, so compare with each member. The members are constants, so the loop unrolls.
        // SAFETY: x86-64 has SSE2.
        let mut flags = unsafe { _mm_setzero_si128() };
        for member in set.members {
            flags = self.or(flags, self.equal(vector, member));
        }
        flags
    }

    #[inline(always)]
    fn any_of_ranges<const RANGES: usize>(self, vector: Self::Vector, set: &RangeSet<RANGES>) -> Self::Flags {
        range_by_range(self, vector, set)
    }

    #[inline(always)]
    fn between(self, vector: Self::Vector, first: u8, last: u8) -> Self::Flags {
        // SAFETY: x86-64 has SSE2.
        unsafe {
            let offset = _mm_sub_epi8(vector, _mm_set1_epi8(first.cast_signed()));
            let highest = _mm_set1_epi8((last - first).cast_signed());
            _mm_cmpeq_epi8(_mm_min_epu8(offset, highest), offset)
        }
    }

    #[inline(always)]
    fn not_ascii(self, vector: Self::Vector) -> Self::Flags {
        vector // `bits` reads the highest bit of each byte only.
    }

    #[inline(always)]
    fn or(self, one: Self::Flags, other: Self::Flags) -> Self::Flags {
        // SAFETY: x86-64 has SSE2.
        unsafe { _mm_or_si128(one, other) }
    }

    #[inline(always)]
    fn bits(self, flags: Self::Flags) -> u64 {
        // SAFETY: x86-64 has SSE2.
        u64::from(unsafe { _mm_movemask_epi8(flags) }.cast_unsigned())
    }

    #[inline(always)]
    fn prefetch(self, input: &[u8], offset: usize) {
        // SAFETY: x86-64 has SSE, and a prefetch is a hint: it cannot fault, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(input.as_ptr().wrapping_add(offset).cast()) }
    }
}
