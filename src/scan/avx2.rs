//! The AVX2 level: a block is two registers of 32 bytes.
#![allow(unsafe_code)] // SIMD instructions, and nothing else.

use super::{BLOCK, ByteSet, Job, Simd};
use core::arch::x86_64::*;

/// The proof that the CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT: only [`Avx2::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Returns the proof, if the CPU has the level.
    #[inline(always)]
    pub(crate) fn detect() -> Option<Self> {
        #[cfg(feature = "std")]
        let has = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        #[cfg(not(feature = "std"))]
        let has = cfg!(all(
            target_feature = "avx2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt",
            target_feature = "popcnt"
        ));
        has.then_some(Self(()))
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<J: Job>(simd: Avx2, job: J) -> J::Output {
    job.run(simd)
}

// PERF: no closures here: they would not have the features of the function that they are inlined into.
impl Simd for Avx2 {
    type Block = [__m256i; 2];
    type Flags = [__m256i; 2];

    #[inline(always)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        // SAFETY: `self` proves that the CPU has the features that `run` enables.
        unsafe { run(self, job) }
    }

    #[inline(always)]
    fn load(self, bytes: &[u8; BLOCK]) -> Self::Block {
        let at = bytes.as_ptr().cast::<__m256i>();
        // SAFETY: `self` proves AVX2; both loads, which need no alignment, lie in the 64 bytes of the array.
        unsafe { [_mm256_loadu_si256(at), _mm256_loadu_si256(at.add(1))] }
    }

    #[inline(always)]
    fn equal(self, [low, high]: Self::Block, byte: u8) -> Self::Flags {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let byte = _mm256_set1_epi8(byte.cast_signed());
            [_mm256_cmpeq_epi8(low, byte), _mm256_cmpeq_epi8(high, byte)]
        }
    }

    #[inline(always)]
    fn any_of(self, [low, high]: Self::Block, set: &ByteSet) -> Self::Flags {
        // SAFETY: `self` proves AVX2; the load, which needs no alignment, reads the 16 bytes of the table.
        unsafe {
            let table = _mm256_broadcastsi128_si256(_mm_loadu_si128(set.table.as_ptr().cast()));
            // A byte with its highest bit set gives 0, which it does not equal.
            [
                _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, low), low),
                _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, high), high),
            ]
        }
    }

    #[inline(always)]
    fn between(self, [low, high]: Self::Block, first: u8, last: u8) -> Self::Flags {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let lowest = _mm256_set1_epi8(first.cast_signed());
            let highest = _mm256_set1_epi8((last - first).cast_signed());
            let (low, high) = (_mm256_sub_epi8(low, lowest), _mm256_sub_epi8(high, lowest));
            [
                _mm256_cmpeq_epi8(_mm256_min_epu8(low, highest), low),
                _mm256_cmpeq_epi8(_mm256_min_epu8(high, highest), high),
            ]
        }
    }

    #[inline(always)]
    fn or(self, one: Self::Flags, other: Self::Flags) -> Self::Flags {
        // SAFETY: `self` proves AVX2.
        unsafe { [_mm256_or_si256(one[0], other[0]), _mm256_or_si256(one[1], other[1])] }
    }

    #[inline(always)]
    fn bits(self, [low, high]: Self::Flags) -> u64 {
        // SAFETY: `self` proves AVX2.
        let (low, high) = unsafe { (_mm256_movemask_epi8(low), _mm256_movemask_epi8(high)) };
        u64::from(high.cast_unsigned()) << 32 | u64::from(low.cast_unsigned())
    }
}
