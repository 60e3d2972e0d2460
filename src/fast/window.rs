//! The byte classes of markup, a few bytes at a time, as bits.

use crate::class::{CHANGED, NAME_MARKS};
use crate::scan::{self, BLOCK, Blocks, Class, Simd};

/// The classes of the bytes from an offset on, [`Simd::WINDOW`] of them. Bit `i` stands for the byte at `base + i`.
#[derive(Clone, Copy)]
pub(super) struct Window {
    base: usize,
    /// [`NameStop`].
    pub(super) name_stop: u64,
    /// `"`.
    pub(super) quote: u64,
    /// [`Changed`].
    pub(super) changed: u64,
    /// [`Upper`].
    pub(super) upper: u64,
}

/// What a search found.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// The offset of the byte that ends the search.
    pub(super) offset: usize,
    /// Whether no flagged byte stands before it.
    pub(super) is_plain: bool,
}

impl Window {
    #[inline(always)]
    pub(super) fn at<V: Simd>(simd: V, blocks: Blocks<'_>, base: usize) -> Self {
        let block = blocks.block(base);
        Self {
            base,
            name_stop: scan::bits_of(simd, block, V::WINDOW, NameStop),
            quote: scan::bits_of(simd, block, V::WINDOW, Byte::<b'"'>),
            changed: scan::bits_of(simd, block, V::WINDOW, Changed),
            upper: scan::bits_of(simd, block, V::WINDOW, Upper),
        }
    }

    /// Finds the first byte of the class `stop` from `from` on, if it stands within a block, and whether bytes of the
    /// class `flag` stand before it. Moves the window to where it was found.
    #[inline(always)]
    pub(super) fn find<V: Simd>(
        &mut self,
        simd: V,
        blocks: Blocks<'_>,
        from: usize,
        stop: impl Fn(&Self) -> u64,
        flag: impl Fn(&Self) -> u64,
    ) -> Option<Found> {
        let ahead = from - self.base;
        if ahead < V::WINDOW {
            let stops = stop(self) >> ahead;
            if stops != 0 {
                let flags = flag(self) >> ahead;
                let offset = from + stops.trailing_zeros() as usize;
                return Some(Found { offset, is_plain: flags & up_to_lowest(stops) == 0 });
            }
        }
        let mut flagged = 0;
        for step in 0..BLOCK / V::WINDOW {
            let at = from + step * V::WINDOW;
            *self = Self::at(simd, blocks, at);
            let stops = stop(self);
            if stops != 0 {
                let offset = at + stops.trailing_zeros() as usize;
                return Some(Found { offset, is_plain: (flagged | flag(self) & up_to_lowest(stops)) == 0 });
            }
            flagged |= flag(self);
        }
        None
    }
}

/// Returns the bits up to and with the lowest bit of `bits`, which is not 0.
#[inline(always)]
pub(super) fn up_to_lowest(bits: u64) -> u64 {
    bits ^ (bits - 1)
}

/// Returns whether no byte of `class` stands from `start` to `end`; no if they are too far from each other to tell.
#[inline(always)]
pub(super) fn lacks<V: Simd, C: Class>(simd: V, blocks: Blocks<'_>, start: usize, end: usize, class: C) -> bool {
    let len = end - start;
    // A shift by a whole block would keep all bits.
    len == 0 || len <= V::WINDOW && scan::bits_of(simd, blocks.block(start), V::WINDOW, class) << (BLOCK - len) == 0
}

/// What may end a name: `/`, `>`, `=`, white space, and the other controls, which the caller declines.
#[derive(Clone, Copy)]
pub(super) struct NameStop;

impl Class for NameStop {
    #[inline(always)]
    fn flags<V: Simd>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.or(simd.between(vector, 0, b' '), simd.any_of(vector, &const { NAME_MARKS }))
    }
}

/// `A` to `Z`.
#[derive(Clone, Copy)]
pub(super) struct Upper;

impl Class for Upper {
    #[inline(always)]
    fn flags<V: Simd>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.between(vector, b'A', b'Z')
    }
}

/// `&`, CR, NUL.
#[derive(Clone, Copy)]
pub(super) struct Changed;

impl Class for Changed {
    #[inline(always)]
    fn flags<V: Simd>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.any_of(vector, &const { CHANGED })
    }
}

/// One byte.
#[derive(Clone, Copy)]
pub(super) struct Byte<const BYTE: u8>;

impl<const BYTE: u8> Class for Byte<BYTE> {
    #[inline(always)]
    fn flags<V: Simd>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.equal(vector, BYTE)
    }
}

/// Either of two bytes.
#[derive(Clone, Copy)]
pub(super) struct EitherByte<const ONE: u8, const OTHER: u8>;

impl<const ONE: u8, const OTHER: u8> Class for EitherByte<ONE, OTHER> {
    #[inline(always)]
    fn flags<V: Simd>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.or(simd.equal(vector, ONE), simd.equal(vector, OTHER))
    }
}

/// Returns the offset, from `from` on, of the first byte of `first` that a byte of `second` follows.
#[inline(always)]
pub(super) fn find_pair<V: Simd, C: Class, D: Class>(
    simd: V,
    blocks: Blocks<'_>,
    mut from: usize,
    first: C,
    second: D,
) -> Option<usize> {
    while from + 1 < blocks.len() {
        let ones = scan::bits_of(simd, blocks.block(from), BLOCK, first);
        let others = scan::bits_of(simd, blocks.block(from + 1), BLOCK, second);
        let pairs = ones & others;
        if pairs != 0 {
            return Some(from + pairs.trailing_zeros() as usize);
        }
        from += BLOCK;
    }
    None
}
