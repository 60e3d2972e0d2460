//! The byte classes of markup, a few bytes at a time, as bits.

use crate::byte_classes::{CHANGED, NAME_MARKS, ODD_NAME_MARKS};
use crate::scan::{self, BLOCK, Blocks, Byte, Class, PREFETCH, Simd};

/// The classes of the bytes from an offset on. Bit `i` stands for the byte at `base + i`.
///
/// PERF: where a window is a block, all classes are asked at once, for several searches. Else each search asks for its
/// own, where it begins.
#[derive(Clone, Copy, Default)]
pub(super) struct Window<const ERRORS: bool> {
    base: usize,
    name_stop: u64,
    double_quote: u64,
    changed: u64,
    not_plain: u64,
}

/// A class that a [`Window`] holds.
pub(super) trait WindowClass<const ERRORS: bool>: Class {
    fn bits(self, window: &Window<ERRORS>) -> u64;
}

/// What a search found.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// The offset of the byte that ends the search.
    pub(super) offset: usize,
    /// Whether no flagged byte stands before it.
    pub(super) is_plain: bool,
}

impl<const ERRORS: bool> Window<ERRORS> {
    #[inline(always)]
    pub(super) fn at<V: Simd>(simd: V, blocks: Blocks<'_>, base: usize) -> Self {
        if V::WINDOW < BLOCK {
            return Self::default();
        }
        let block = blocks.block(base);
        Self {
            base,
            name_stop: scan::bits_of(simd, block, BLOCK, NameStop::<ERRORS>),
            double_quote: scan::bits_of(simd, block, BLOCK, Byte::<b'"'>),
            changed: scan::bits_of(simd, block, BLOCK, Changed),
            not_plain: scan::bits_of(simd, block, BLOCK, NotPlain),
        }
    }

    /// Finds the first byte of the class `stop` from `from` on, if it stands within a block, and whether bytes of the
    /// class `flag` stand before it. Moves the window to where it was found.
    #[inline(always)]
    pub(super) fn find<V: Simd, C: WindowClass<ERRORS>, F: WindowClass<ERRORS>>(
        &mut self,
        simd: V,
        blocks: Blocks<'_>,
        from: usize,
        stop: C,
        flag: F,
    ) -> Option<Found> {
        if V::WINDOW < BLOCK {
            return find_by_vector(simd, blocks, from, stop, flag);
        }
        let ahead = from - self.base;
        if ahead < BLOCK {
            let stops = stop.bits(self) >> ahead;
            if stops != 0 {
                return Some(Found::new(from, stops, flag.bits(self) >> ahead));
            }
        }
        *self = Self::at(simd, blocks, from);
        let stops = stop.bits(self);
        (stops != 0).then(|| Found::new(from, stops, flag.bits(self)))
    }
}

/// As [`Window::find`], vector by vector.
#[inline(always)]
fn find_by_vector<V: Simd, C: Class, F: Class>(
    simd: V,
    blocks: Blocks<'_>,
    from: usize,
    stop: C,
    flag: F,
) -> Option<Found> {
    let mut is_plain = true;
    for step in 0..BLOCK / V::VECTOR {
        let at = from + step * V::VECTOR;
        let block = blocks.block(at);
        let stops = scan::bits_of(simd, block, V::VECTOR, stop);
        let flags = scan::bits_of(simd, block, V::VECTOR, flag);
        if stops != 0 {
            let found = Found::new(at, stops, flags);
            return Some(Found { is_plain: is_plain && found.is_plain, ..found });
        }
        is_plain &= flags == 0;
    }
    None
}

impl Found {
    /// Returns the first of `stops`, bits from `base` on, and whether one of `flags` stands before it.
    #[inline(always)]
    pub(super) fn new(base: usize, stops: u64, flags: u64) -> Self {
        // The bits up to and with the lowest of `stops`, which are not 0.
        let up_to_stop = stops ^ (stops - 1);
        Self { offset: base + stops.trailing_zeros() as usize, is_plain: flags & up_to_stop == 0 }
    }
}

/// Returns whether no byte of `class` stands from `start` to `end`; no if they are too far from each other to tell.
#[inline(always)]
pub(super) fn lacks<V: Simd, C: Class>(simd: V, blocks: Blocks<'_>, start: usize, end: usize, class: C) -> bool {
    let (len, near) = (end - start, V::WINDOW.max(16));
    // A shift by a whole block would keep all bits.
    len == 0 || len <= near && scan::bits_of(simd, blocks.block(start), near, class) << (BLOCK - len) == 0
}

/// What may end a name: `/`, `>`, `=`, white space, and the other controls, which the caller declines. When errors are
/// asked for also `"`, `'` and `<`.
#[derive(Clone, Copy)]
pub(super) struct NameStop<const ERRORS: bool>;

impl<const ERRORS: bool> Class for NameStop<ERRORS> {
    #[inline(always)]
    fn flags<V: Simd>(self, simd: V, vector: V::Vector) -> V::Flags {
        let marks = if ERRORS {
            simd.any_of(vector, &const { ODD_NAME_MARKS })
        } else {
            simd.any_of(vector, &const { NAME_MARKS })
        };
        simd.or(simd.between(vector, 0, b' '), marks)
    }
}

impl<const ERRORS: bool> WindowClass<ERRORS> for NameStop<ERRORS> {
    #[inline(always)]
    fn bits(self, window: &Window<ERRORS>) -> u64 {
        window.name_stop
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

/// What keeps a name from being compared as it is written: `A` to `Z`, and bytes that are not ASCII.
#[derive(Clone, Copy)]
pub(super) struct NotPlain;

impl Class for NotPlain {
    #[inline(always)]
    fn flags<V: Simd>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.or(simd.between(vector, b'A', b'Z'), simd.not_ascii(vector))
    }
}

impl<const ERRORS: bool> WindowClass<ERRORS> for NotPlain {
    #[inline(always)]
    fn bits(self, window: &Window<ERRORS>) -> u64 {
        window.not_plain
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

impl<const ERRORS: bool> WindowClass<ERRORS> for Changed {
    #[inline(always)]
    fn bits(self, window: &Window<ERRORS>) -> u64 {
        window.changed
    }
}

impl<const ERRORS: bool> WindowClass<ERRORS> for Byte<b'"'> {
    #[inline(always)]
    fn bits(self, window: &Window<ERRORS>) -> u64 {
        window.double_quote
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
        blocks.prefetch(simd, from + PREFETCH);
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
