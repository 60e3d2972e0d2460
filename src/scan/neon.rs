//! The NEON level, which every AArch64 CPU has: a block is four registers of 16 bytes.
#![allow(unsafe_code)] // SIMD instructions, and nothing else.

use super::{BLOCK, ByteSet, Job, Simd};
use core::arch::aarch64::*;

/// The level that every AArch64 CPU has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neon(());

impl Neon {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self(())
    }
}

impl Simd for Neon {
    type Block = [uint8x16_t; 4];
    type Flags = [uint8x16_t; 4];

    #[inline(never)]
    fn vectorize<J: Job>(self, job: J) -> J::Output {
        job.run(self)
    }

    #[inline(always)]
    fn load(self, bytes: &[u8; BLOCK]) -> Self::Block {
        // SAFETY: AArch64 has NEON; the four loads, which need no alignment, lie in the 64 bytes of the array.
        core::array::from_fn(|quarter| unsafe { vld1q_u8(bytes.as_ptr().add(quarter * 16)) })
    }

    #[inline(always)]
    fn equal(self, block: Self::Block, byte: u8) -> Self::Flags {
        // SAFETY: AArch64 has NEON.
        block.map(|quarter| unsafe { vceqq_u8(quarter, vdupq_n_u8(byte)) })
    }

    #[inline(always)]
    fn any_of(self, block: Self::Block, set: &ByteSet) -> Self::Flags {
        // SAFETY: AArch64 has NEON; the load reads the 16 bytes of the table.
        block.map(|quarter| unsafe {
            let table = vld1q_u8(set.table.as_ptr());
            vceqq_u8(vqtbl1q_u8(table, vandq_u8(quarter, vdupq_n_u8(0x0F))), quarter)
        })
    }

    #[inline(always)]
    fn between(self, block: Self::Block, first: u8, last: u8) -> Self::Flags {
        // SAFETY: AArch64 has NEON.
        block.map(|quarter| unsafe { vcleq_u8(vsubq_u8(quarter, vdupq_n_u8(first)), vdupq_n_u8(last - first)) })
    }

    #[inline(always)]
    fn or(self, one: Self::Flags, other: Self::Flags) -> Self::Flags {
        // SAFETY: AArch64 has NEON.
        core::array::from_fn(|quarter| unsafe { vorrq_u8(one[quarter], other[quarter]) })
    }

    #[inline(always)]
    fn bits(self, flags: Self::Flags) -> u64 {
        const WEIGHTS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        // SAFETY: AArch64 has NEON; the load reads the 16 weights.
        unsafe {
            let weights = vld1q_u8(WEIGHTS.as_ptr());
            let [a, b, c, d] = flags.map(|quarter| vandq_u8(quarter, weights));
            // Three times pairs of neighbours are added: eight bits to a byte.
            let sums = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)))
        }
    }
}
