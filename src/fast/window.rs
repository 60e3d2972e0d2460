//! The byte classes of markup over 64 bytes of the input, as bits.

use crate::class::{CHANGED, NAME_ENDS, WHITE_SPACE};
use crate::scan::{BLOCK, ByteSet, Job, Simd, load_block};

/// The classes of the 64 bytes from an offset on. Bit `i` stands for the byte at `base + i`; NULs stand behind the end
/// of the input.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) base: usize,
    /// `<`.
    pub(super) less_than: u64,
    /// `"`.
    pub(super) quote: u64,
    /// White space.
    pub(super) space: u64,
    /// White space, `/`, `>`, `=`, NUL.
    pub(super) name_end: u64,
    /// `&`, CR, NUL.
    pub(super) changed: u64,
    /// `A` to `Z`.
    pub(super) upper: u64,
}

/// Classifies the bytes from `base` on.
///
/// PERF: a function of its own on each CPU level. It is called from many places, and would be copied to all of them.
pub(super) struct Load<'a> {
    pub(super) input: &'a [u8],
    pub(super) base: usize,
}

impl Job for Load<'_> {
    type Output = Window;

    #[inline(always)]
    fn run<V: Simd>(self, simd: V) -> Window {
        let block = load_block(simd, self.input, self.base);
        let space = simd.any_of(block, &WHITE_SPACE);
        Window {
            base: self.base,
            less_than: simd.bits(simd.equal(block, b'<')),
            quote: simd.bits(simd.equal(block, b'"')),
            space: simd.bits(space),
            name_end: simd.bits(simd.or(space, simd.any_of(block, &NAME_ENDS))),
            changed: simd.bits(simd.any_of(block, &CHANGED)),
            upper: simd.bits(simd.between(block, b'A', b'Z')),
        }
    }
}

impl Window {
    /// Returns whether the window holds all bytes from `start` to `end` and none of them is in the class `bits`.
    #[inline(always)]
    pub(super) fn lacks(&self, bits: u64, start: usize, end: usize) -> bool {
        let (first, behind) = (start.wrapping_sub(self.base), end.wrapping_sub(self.base));
        first < BLOCK && behind <= BLOCK && {
            let len = behind - first;
            // The two shifts keep `len` bits: a shift by 64 would keep all.
            len == 0 || (bits >> first) << (BLOCK - len) == 0
        }
    }
}

/// Returns the offset, from `from` on, of the first byte of `first` that a byte of `second` follows.
#[inline(always)]
pub(super) fn find_pair<V: Simd>(
    simd: V,
    input: &[u8],
    mut from: usize,
    first: &ByteSet,
    second: &ByteSet,
) -> Option<usize> {
    while from + 1 < input.len() {
        let ones = simd.bits(simd.any_of(load_block(simd, input, from), first));
        let others = simd.bits(simd.any_of(load_block(simd, input, from + 1), second));
        let pairs = ones & others;
        if pairs != 0 {
            return Some(from + pairs.trailing_zeros() as usize);
        }
        from += BLOCK;
    }
    None
}
