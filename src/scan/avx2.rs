//! The AVX2 level: a block is two vectors of 32 bytes.
#![allow(unsafe_code)] // SIMD instructions, and nothing else.

use super::{BLOCK, ByteSet, Job, RangeSet, Vectors};
use core::arch::x86_64::*;

/// The proof that the CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT. Only [`Avx2::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Returns the proof if the CPU has all of these features.
    #[inline(always)]
    pub(super) fn detect() -> Option<Self> {
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

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<J: Job>(simd: Avx2, job: J) -> J::Output {
    job.run(simd)
}

// PERF: no closures around the instructions. A closure does not have the target features of the function that calls it.
impl Vectors for Avx2 {
    type Vector = __m256i;
    type Flags = __m256i;
    const VECTOR: usize = 32;
    const WINDOW: usize = 64;

    #[inline(always)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        // SAFETY: `self` proves that the CPU has the features that `run` enables.
        unsafe { run(self, job) }
    }

    #[inline(always)]
    fn load(self, bytes: &[u8; BLOCK], index: usize) -> Self::Vector {
        let bytes = &bytes.as_chunks::<{ Self::VECTOR }>().0[index];
        // SAFETY: `self` proves AVX2; the load, which needs no alignment, reads the 32 bytes of the array.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn equal(self, vector: Self::Vector, byte: u8) -> Self::Flags {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_cmpeq_epi8(vector, _mm256_set1_epi8(byte.cast_signed())) }
    }

    #[inline(always)]
    fn any_of<const MEMBERS: usize>(self, vector: Self::Vector, set: &ByteSet<MEMBERS>) -> Self::Flags {
        // SAFETY: `self` proves AVX2; the load, which needs no alignment, reads the 16 bytes of the table.
        unsafe {
            let table = _mm256_broadcastsi128_si256(_mm_loadu_si128(set.table.as_ptr().cast()));
            // A byte with its highest bit set selects 0, which it does not equal.
            _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, vector), vector)
        }
    }

    #[inline(always)]
    fn any_of_ranges<const RANGES: usize>(self, vector: Self::Vector, set: &RangeSet<RANGES>) -> Self::Flags {
        // SAFETY: `self` proves AVX2; each load, which needs no alignment, reads the 16 bytes of a table.
        unsafe {
            let [low, high] = &set.nibbles;
            let low = _mm256_broadcastsi128_si256(_mm_loadu_si128(low.as_ptr().cast()));
            let high = _mm256_broadcastsi128_si256(_mm_loadu_si128(high.as_ptr().cast()));
            let nibble = _mm256_set1_epi8(0x0F);
            let low = _mm256_shuffle_epi8(low, _mm256_and_si256(vector, nibble));
            let high = _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16::<4>(vector), nibble));
            // `high` has one bit, or none if no byte with these high four bits is in the set.
            _mm256_andnot_si256(
                _mm256_cmpeq_epi8(high, _mm256_setzero_si256()),
                _mm256_cmpeq_epi8(_mm256_and_si256(low, high), high),
            )
        }
    }

    #[inline(always)]
    fn between(self, vector: Self::Vector, first: u8, last: u8) -> Self::Flags {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let offset = _mm256_sub_epi8(vector, _mm256_set1_epi8(first.cast_signed()));
            let highest = _mm256_set1_epi8((last - first).cast_signed());
            _mm256_cmpeq_epi8(_mm256_min_epu8(offset, highest), offset)
        }
    }

    #[inline(always)]
    fn not_ascii(self, vector: Self::Vector) -> Self::Flags {
        vector // `bits` reads the highest bit of each byte only.
    }

    #[inline(always)]
    fn or(self, one: Self::Flags, other: Self::Flags) -> Self::Flags {
        // SAFETY: `self` proves AVX2.
        unsafe { _mm256_or_si256(one, other) }
    }

    #[inline(always)]
    fn bits(self, flags: Self::Flags) -> u64 {
        // SAFETY: `self` proves AVX2.
        u64::from(unsafe { _mm256_movemask_epi8(flags) }.cast_unsigned())
    }

    #[inline(always)]
    fn prefetch(self, input: &[u8], offset: usize) {
        // SAFETY: x86-64 has SSE, and a prefetch is a hint: it cannot fault, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(input.as_ptr().wrapping_add(offset).cast()) }
    }
}
