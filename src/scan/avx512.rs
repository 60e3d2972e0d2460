//! The AVX-512 level: a block is one vector, and comparisons return bits.
#![allow(unsafe_code)] // SIMD instructions, and nothing else.

use super::{BLOCK, ByteSet, Job, RangeSet, Vectors};
use core::arch::x86_64::*;

/// The proof that the CPU has AVX-512 F, BW, VBMI and VBMI2, BMI1, BMI2, LZCNT and POPCNT. Only [`Avx512::detect`]
/// makes one.
///
/// The CPUs with VBMI2 (Ice Lake, Zen 4 and later) do not lower their clock as much for 64-byte registers as earlier
/// ones do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// Returns the proof if the CPU has all of these features.
    #[inline(always)]
    pub(super) fn detect() -> Option<Self> {
        #[cfg(feature = "std")]
        let has = std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512vbmi")
            && std::is_x86_feature_detected!("avx512vbmi2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        #[cfg(not(feature = "std"))]
        let has = cfg!(all(
            target_feature = "avx512f",
            target_feature = "avx512bw",
            target_feature = "avx512vbmi",
            target_feature = "avx512vbmi2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt",
            target_feature = "popcnt"
        ));
        has.then_some(Self(()))
    }
}

#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt")]
fn run<J: Job>(simd: Avx512, job: J) -> J::Output {
    job.run(simd)
}

impl Vectors for Avx512 {
    type Vector = __m512i;
    type Flags = u64;
    const VECTOR: usize = 64;
    const WINDOW: usize = 64;

    #[inline(always)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        // SAFETY: `self` proves that the CPU has the features that `run` enables.
        unsafe { run(self, job) }
    }

    #[inline(always)]
    fn load(self, bytes: &[u8; BLOCK], index: usize) -> Self::Vector {
        let bytes = &bytes.as_chunks::<{ Self::VECTOR }>().0[index];
        // SAFETY: `self` proves AVX-512; the load, which needs no alignment, reads the 64 bytes of the array.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }

    #[inline(always)]
    fn equal(self, vector: Self::Vector, byte: u8) -> u64 {
        // SAFETY: `self` proves AVX-512 F and BW.
        unsafe { _mm512_cmpeq_epi8_mask(vector, _mm512_set1_epi8(byte.cast_signed())) }
    }

    #[inline(always)]
    fn any_of<const MEMBERS: usize>(self, vector: Self::Vector, set: &ByteSet<MEMBERS>) -> u64 {
        // SAFETY: `self` proves AVX-512 F and BW; the load, which needs no alignment, reads the 16 bytes of the table.
        unsafe {
            let table = _mm512_broadcast_i32x4(_mm_loadu_si128(set.table.as_ptr().cast()));
            // A byte is equal to the entry for its low four bits if it is in the set. `vpshufb` gives 0 for a byte with
            // its highest bit set, which is not equal.
            _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(table, vector), vector)
        }
    }

    #[inline(always)]
    fn any_of_ranges<const RANGES: usize>(self, vector: Self::Vector, set: &RangeSet<RANGES>) -> u64 {
        let [first, second] = set.halves.as_chunks::<BLOCK>().0 else { return 0 };
        // SAFETY: `self` proves AVX-512 F, BW and VBMI; each load, which needs no alignment, reads the 64
        // bytes of half of the table.
        unsafe {
            let first = _mm512_loadu_si512(first.as_ptr().cast());
            let second = _mm512_loadu_si512(second.as_ptr().cast());
            let entries = _mm512_permutex2var_epi8(first, vector, second);
            // In bit 7 of each byte: bit 7 of the entry if bit 7 of `vector` is set, otherwise bit 6 of the entry.
            let in_set = _mm512_ternarylogic_epi64::<0xCA>(vector, entries, _mm512_add_epi8(entries, entries));
            _mm512_movepi8_mask(in_set)
        }
    }

    #[inline(always)]
    fn between(self, vector: Self::Vector, first: u8, last: u8) -> u64 {
        // SAFETY: `self` proves AVX-512 F and BW.
        unsafe {
            let offset = _mm512_sub_epi8(vector, _mm512_set1_epi8(first.cast_signed()));
            _mm512_cmple_epu8_mask(offset, _mm512_set1_epi8((last - first).cast_signed()))
        }
    }

    #[inline(always)]
    fn not_ascii(self, vector: Self::Vector) -> u64 {
        // SAFETY: `self` proves AVX-512 F and BW.
        unsafe { _mm512_movepi8_mask(vector) }
    }

    #[inline(always)]
    fn or(self, one: u64, other: u64) -> u64 {
        one | other
    }

    #[inline(always)]
    fn bits(self, flags: u64) -> u64 {
        flags
    }

    #[inline(always)]
    fn offsets(self, bits: u64, base: u16, entries: &mut [u16; BLOCK]) {
        const INDICES: [u8; BLOCK] = {
            let mut indices = [0; BLOCK];
            let mut index = 0;
            while index < BLOCK {
                indices[index] = index as u8;
                index += 1;
            }
            indices
        };
        let [low, high] = entries.as_chunks_mut::<{ BLOCK / 2 }>().0 else { return };
        // SAFETY: `self` proves AVX-512 F, BW and VBMI2; the load reads the 64 bytes of `INDICES`, and each store
        // writes the 64 bytes of `low` or `high`, which are `[u16; 32]`; none of them needs an alignment.
        unsafe {
            let indices = _mm512_loadu_si512(INDICES.as_ptr().cast());
            let indices = _mm512_maskz_compress_epi8(bits, indices);
            let base = _mm512_set1_epi16(base.cast_signed());
            let first = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(indices));
            _mm512_storeu_si512(low.as_mut_ptr().cast(), _mm512_add_epi16(first, base));
            if bits.count_ones() as usize > BLOCK / 2 {
                let second = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64::<1>(indices));
                _mm512_storeu_si512(high.as_mut_ptr().cast(), _mm512_add_epi16(second, base));
            }
        }
    }

    #[inline(always)]
    fn prefetch(self, input: &[u8], offset: usize) {
        // SAFETY: x86-64 has SSE, and a prefetch is a hint: it cannot fault, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(input.as_ptr().wrapping_add(offset).cast()) }
    }
}
