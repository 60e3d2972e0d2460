//! The NEON level, which every 64-bit ARM CPU has: a block is one vector, in four registers of 16 bytes.
//!
//! Register `i` holds the bytes `i`, `i + 4`, `i + 8` and so on of the block: so the bits of four neighbours meet in one
//! byte, and six instructions make a mask of 64 bits.
#![allow(unsafe_code)] // SIMD instructions, and nothing else.

use super::{BLOCK, ByteSet, Job, RangeSet, Vectors};
use core::arch::aarch64::*;

/// The proof that the target has NEON. Only [`Neon::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neon(());

impl Neon {
    /// Returns the proof.
    #[inline(always)]
    pub(super) fn detect() -> Option<Self> {
        Some(Self(()))
    }
}

/// Loads a table of 16 bytes.
#[inline(always)]
fn table(bytes: &[u8; 16]) -> uint8x16_t {
    // SAFETY: the target has NEON; the load, which needs no alignment, reads the 16 bytes of the array.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}

impl Vectors for Neon {
    type Vector = [uint8x16_t; 4];
    /// The boolean is the highest bit of each byte.
    type Flags = [uint8x16_t; 4];
    const VECTOR: usize = BLOCK;
    const WINDOW: usize = BLOCK;

    #[inline(never)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        job.run(self)
    }

    #[inline(always)]
    fn load(self, bytes: &[u8; BLOCK], _: usize) -> Self::Vector {
        // SAFETY: the target has NEON; the load, which needs no alignment, reads the 64 bytes of the array.
        let registers = unsafe { vld4q_u8(bytes.as_ptr()) };
        [registers.0, registers.1, registers.2, registers.3]
    }

    #[inline(always)]
    fn equal(self, vector: Self::Vector, byte: u8) -> Self::Flags {
        // SAFETY: the target has NEON.
        vector.map(|bytes| unsafe { vceqq_u8(bytes, vdupq_n_u8(byte)) })
    }

    #[inline(always)]
    fn any_of<const MEMBERS: usize>(self, vector: Self::Vector, set: &ByteSet<MEMBERS>) -> Self::Flags {
        let entries = table(&set.table);
        // A byte is in the set if it equals the entry for its low four bits.
        // SAFETY: the target has NEON.
        vector.map(|bytes| unsafe { vceqq_u8(vqtbl1q_u8(entries, vandq_u8(bytes, vdupq_n_u8(0x0F))), bytes) })
    }

    #[inline(always)]
    fn any_of_ranges<const RANGES: usize>(self, vector: Self::Vector, set: &RangeSet<RANGES>) -> Self::Flags {
        let [low, high] = set.nibbles.each_ref().map(table);
        // `high` has one bit, or none if no byte with these high four bits is in the set.
        // SAFETY: the target has NEON.
        vector.map(|bytes| unsafe {
            let low = vqtbl1q_u8(low, vandq_u8(bytes, vdupq_n_u8(0x0F)));
            let high = vqtbl1q_u8(high, vshrq_n_u8::<4>(bytes));
            vtstq_u8(low, high)
        })
    }

    #[inline(always)]
    fn between(self, vector: Self::Vector, first: u8, last: u8) -> Self::Flags {
        // SAFETY: the target has NEON.
        vector.map(|bytes| unsafe { vcleq_u8(vsubq_u8(bytes, vdupq_n_u8(first)), vdupq_n_u8(last - first)) })
    }

    #[inline(always)]
    fn not_ascii(self, vector: Self::Vector) -> Self::Flags {
        vector // `bits` reads the highest bit of each byte only.
    }

    #[inline(always)]
    fn or(self, one: Self::Flags, other: Self::Flags) -> Self::Flags {
        // SAFETY: the target has NEON.
        core::array::from_fn(|at| unsafe { vorrq_u8(one[at], other[at]) })
    }

    #[inline(always)]
    fn bits(self, [first, second, third, fourth]: Self::Flags) -> u64 {
        // SAFETY: the target has NEON.
        unsafe {
            // PERF: over real pages, the usual sums of weighted booleans (`vpaddq_u8`) take 1.09 times the instructions of
            // this, because LLVM makes three instructions of each sum; with vectors of one register, 1.11 times.
            let low = vsriq_n_u8::<1>(second, first);
            let high = vsriq_n_u8::<1>(fourth, third);
            let nibbles = vsriq_n_u8::<2>(high, low);
            // The nibble of each byte twice, then the nibbles of two neighbours in one byte.
            let nibbles = vreinterpretq_u16_u8(vsriq_n_u8::<4>(nibbles, nibbles));
            vget_lane_u64::<0>(vreinterpret_u64_u8(vshrn_n_u16::<4>(nibbles)))
        }
    }

    #[inline(always)]
    fn prefetch(self, _: &[u8], _: usize) {
        // The instruction is not in stable Rust.
    }
}
