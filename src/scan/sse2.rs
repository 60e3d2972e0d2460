//! The SSE2 level, which every x86-64 CPU has: a block is four registers of 16 bytes.
#![allow(unsafe_code)] // SIMD instructions, and nothing else.

use super::{BLOCK, ByteSet, Job, Simd};
use core::arch::x86_64::*;

/// The level that every x86-64 CPU has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sse2(());

impl Sse2 {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self(())
    }
}

impl Simd for Sse2 {
    type Block = [__m128i; 4];
    type Flags = [__m128i; 4];

    #[inline(never)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        job.run(self)
    }

    #[inline(always)]
    fn load(self, bytes: &[u8; BLOCK]) -> Self::Block {
        let at = bytes.as_ptr().cast::<__m128i>();
        // SAFETY: x86-64 has SSE2; the four loads, which need no alignment, lie in the 64 bytes of the array.
        core::array::from_fn(|quarter| unsafe { _mm_loadu_si128(at.add(quarter)) })
    }

    #[inline(always)]
    fn equal(self, block: Self::Block, byte: u8) -> Self::Flags {
        // SAFETY: x86-64 has SSE2.
        block.map(|quarter| unsafe { _mm_cmpeq_epi8(quarter, _mm_set1_epi8(byte.cast_signed())) })
    }

    #[inline(always)]
    fn any_of(self, block: Self::Block, set: &ByteSet) -> Self::Flags {
        // There is no shuffle by bytes: compare with each member. The set is a constant, so the loop unrolls.
        let mut flags = [self.zero(); 4];
        for member in set.members() {
            flags = self.or(flags, self.equal(block, member));
        }
        flags
    }

    #[inline(always)]
    fn between(self, block: Self::Block, first: u8, last: u8) -> Self::Flags {
        // SAFETY: x86-64 has SSE2.
        block.map(|quarter| unsafe {
            let offset = _mm_sub_epi8(quarter, _mm_set1_epi8(first.cast_signed()));
            let highest = _mm_set1_epi8((last - first).cast_signed());
            _mm_cmpeq_epi8(_mm_min_epu8(offset, highest), offset)
        })
    }

    #[inline(always)]
    fn or(self, one: Self::Flags, other: Self::Flags) -> Self::Flags {
        // SAFETY: x86-64 has SSE2.
        core::array::from_fn(|quarter| unsafe { _mm_or_si128(one[quarter], other[quarter]) })
    }

    #[inline(always)]
    fn bits(self, flags: Self::Flags) -> u64 {
        let mut bits = 0;
        for (quarter, flags) in flags.into_iter().enumerate() {
            // SAFETY: x86-64 has SSE2.
            let sixteen = unsafe { _mm_movemask_epi8(flags).cast_unsigned() };
            bits |= u64::from(sixteen) << (quarter * 16);
        }
        bits
    }
}

impl Sse2 {
    #[inline(always)]
    fn zero(self) -> __m128i {
        // SAFETY: x86-64 has SSE2.
        unsafe { _mm_setzero_si128() }
    }
}
