//! The AVX-512 level: a block is one register, and answers are bits at once.
#![allow(unsafe_code)] // SIMD instructions, and nothing else.

use super::{BLOCK, ByteSet, Job, Simd};
use core::arch::x86_64::*;

/// The proof that the CPU has AVX-512 F, BW and VBMI2, BMI1, BMI2, LZCNT and POPCNT: only [`Avx512::detect`] makes one.
///
/// VBMI2 is not used: it marks the CPUs (Ice Lake, Zen 4 and later) that do not slow down for 64-byte registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// Returns the proof, if the CPU has the level.
    #[inline(always)]
    pub(crate) fn detect() -> Option<Self> {
        #[cfg(feature = "std")]
        let has = std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512vbmi2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        #[cfg(not(feature = "std"))]
        let has = cfg!(all(
            target_feature = "avx512f",
            target_feature = "avx512bw",
            target_feature = "avx512vbmi2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt",
            target_feature = "popcnt"
        ));
        has.then_some(Self(()))
    }
}

#[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt,popcnt")]
fn run<J: Job>(simd: Avx512, job: J) -> J::Output {
    job.run(simd)
}

impl Simd for Avx512 {
    type Block = __m512i;
    type Flags = u64;

    #[inline(always)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        // SAFETY: `self` proves that the CPU has the features that `run` enables.
        unsafe { run(self, job) }
    }

    #[inline(always)]
    fn load(self, bytes: &[u8; BLOCK]) -> Self::Block {
        // SAFETY: `self` proves AVX-512; the load, which needs no alignment, reads the 64 bytes of the array.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn equal(self, block: Self::Block, byte: u8) -> u64 {
        // SAFETY: `self` proves AVX-512 BW.
        unsafe { _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(byte.cast_signed())) }
    }

    #[inline(always)]
    fn any_of(self, block: Self::Block, set: &ByteSet) -> u64 {
        // SAFETY: `self` proves AVX-512 BW; the load, which needs no alignment, reads the 16 bytes of the table.
        unsafe {
            let table = _mm512_broadcast_i32x4(_mm_loadu_si128(set.table.as_ptr().cast()));
            // A byte with its highest bit set gives 0, which it does not equal.
            _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(table, block), block)
        }
    }

    #[inline(always)]
    fn between(self, block: Self::Block, first: u8, last: u8) -> u64 {
        // SAFETY: `self` proves AVX-512 BW.
        unsafe {
            let offset = _mm512_sub_epi8(block, _mm512_set1_epi8(first.cast_signed()));
            _mm512_cmple_epu8_mask(offset, _mm512_set1_epi8((last - first).cast_signed()))
        }
    }

    #[inline(always)]
    fn or(self, one: u64, other: u64) -> u64 {
        one | other
    }

    #[inline(always)]
    fn bits(self, flags: u64) -> u64 {
        flags
    }
}
