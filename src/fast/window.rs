//! Windows: the byte classes of 64 bytes of a tag as bit masks, for the searches of the attribute parser.
//!
//! 1. [`Window::at`] loads the 64 bytes from an offset, and computes one mask for each class. Bit `i` is the byte at
//!    `base + i`.
//! 2. [`Window::find`] shifts the mask of the class `stop` to the current offset. The lowest bit that is set is the end
//!    of the search.
//! 3. It also tests whether a byte of the class `flag` comes before the end. So one search finds the end of a name, and
//!    whether the name has upper case letters.
//! 4. If no bit is set, the window moves to the current offset, for a second search. If that finds no bit either, the
//!    search fails: the name or value is longer than 64 bytes. Then a name is declined, and `memchr` finds the end of a
//!    value.
//!
//! On levels with small vectors the masks of a window cost too much. There each search computes its own classes, vector
//! by vector ([`find_by_vector`]).
//!
//! Example: `<a HREF="x&amp;y">`, with the window at offset 2.
//!
//! ```text
//! bytes            _HREF="x&amp;y">    `_` is a space
//! name_stop        1....1.........1    white space, `=`, `>`
//! double_quote     ......1.......1.
//! changed          ........1.......    `&`
//! not_plain        .1111...........    upper case
//!
//! find(from 3,  NameStop, NotPlain)    offset 7, is_plain false: the name `HREF`
//! find(from 9,  `"`,      Changed)     offset 16, is_plain false: the value `x&amp;y`
//! ```
//!
//! If you add a class, list its bytes in `byte_classes.rs`, and add a field and a [`WindowClass`] implementation here.

use crate::byte_classes::{CHANGED, NAME_MARKS, ODD_NAME_MARKS};
use crate::scan::{self, BLOCK, Blocks, Byte, Class, PREFETCH, Vectors};

/// The classes of the 64 bytes from the offset `base` on. Bit `i` is the byte at `base + i`.
///
/// PERF: with `V::WINDOW == BLOCK` all classes are computed at once, for several searches. Otherwise a window stays
/// empty.
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
    /// Returns the mask of the class.
    fn bits(self, window: &Window<ERRORS>) -> u64;
}

/// The result of a search.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// The offset of the byte that ends the search.
    pub(super) offset: usize,
    /// True if no byte of the class `flag` comes before it.
    pub(super) is_plain: bool,
}

impl<const ERRORS: bool> Window<ERRORS> {
    /// Returns the window from the offset `base` on.
    #[inline(always)]
    pub(super) fn at<V: Vectors>(simd: V, blocks: Blocks<'_>, base: usize) -> Self {
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

    /// Finds the first byte of the class `stop` in the 64 bytes from `from` on, and whether a byte of the class `flag`
    /// comes before it. Moves the window to `from` if needed. `from` must not be less than `base`.
    #[inline(always)]
    pub(super) fn find<V: Vectors, C: WindowClass<ERRORS>, F: WindowClass<ERRORS>>(
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

/// As [`Window::find`], without a window: computes the two classes vector by vector.
#[inline(always)]
fn find_by_vector<V: Vectors, C: Class, F: Class>(
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
    /// Returns the first bit of `stops`, which must not be 0, and whether a bit of `flags` comes before it. Bit `i` is
    /// the byte at `base + i`.
    #[inline(always)]
    pub(super) fn new(base: usize, stops: u64, flags: u64) -> Self {
        // The bits up to the lowest bit of `stops`, inclusive.
        let up_to_stop = stops ^ (stops - 1);
        Self { offset: base + stops.trailing_zeros() as usize, is_plain: flags & up_to_stop == 0 }
    }
}

/// Returns true if no byte from `start` to `end` is in `class`. Also returns false if there are more bytes than are
/// tested: a window, but at least 16.
#[inline(always)]
pub(super) fn lacks<V: Vectors, C: Class>(simd: V, blocks: Blocks<'_>, start: usize, end: usize, class: C) -> bool {
    let len = end - start;
    // The shift drops the bits from `end` on. A length of 0 is separate because a shift by 64 is an overflow.
    len == 0 || len <= near::<V>() && scan::bits_of(simd, blocks.block(start), near::<V>(), class) << (BLOCK - len) == 0
}

/// The number of bytes of a text that are tested at once.
#[inline(always)]
pub(super) const fn near<V: Vectors>() -> usize {
    if V::WINDOW < 16 { 16 } else { V::WINDOW }
}

/// The bytes that may end a name: `/`, `>`, `=`, white space, and the other controls, which the caller declines. With
/// `ERRORS` also `"`, `'` and `<`, which are parse errors in a name.
#[derive(Clone, Copy)]
pub(super) struct NameStop<const ERRORS: bool>;

impl<const ERRORS: bool> Class for NameStop<ERRORS> {
    #[inline(always)]
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        let punctuation = if ERRORS {
            simd.any_of(vector, &const { ODD_NAME_MARKS })
        } else {
            simd.any_of(vector, &const { NAME_MARKS })
        };
        simd.or(simd.between(vector, 0, b' '), punctuation)
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
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.between(vector, b'A', b'Z')
    }
}

/// The bytes that prevent a comparison of a name as it is written: `A` to `Z`, and bytes that are not ASCII.
#[derive(Clone, Copy)]
pub(super) struct NotPlain;

impl Class for NotPlain {
    #[inline(always)]
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.or(simd.between(vector, b'A', b'Z'), simd.not_ascii(vector))
    }
}

impl<const ERRORS: bool> WindowClass<ERRORS> for NotPlain {
    #[inline(always)]
    fn bits(self, window: &Window<ERRORS>) -> u64 {
        window.not_plain
    }
}

/// `&`, CR and NUL: the bytes that decoding may change.
#[derive(Clone, Copy)]
pub(super) struct Changed;

impl Class for Changed {
    #[inline(always)]
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
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
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.or(simd.equal(vector, ONE), simd.equal(vector, OTHER))
    }
}

/// Returns the offset of the first byte at or after `from` that is in `first` and is followed by a byte in `second`.
///
/// Two loads, one byte apart, give a mask for each class; the pairs are the bits that both have.
#[inline(always)]
pub(super) fn find_pair<V: Vectors, C: Class, D: Class>(
    simd: V,
    blocks: Blocks<'_>,
    mut from: usize,
    first: C,
    second: D,
) -> Option<usize> {
    while from + 1 < blocks.len() {
        blocks.prefetch(simd, from + PREFETCH);
        let firsts = scan::bits_of(simd, blocks.block(from), BLOCK, first);
        let seconds = scan::bits_of(simd, blocks.block(from + 1), BLOCK, second);
        let pairs = firsts & seconds;
        if pairs != 0 {
            return Some(from + pairs.trailing_zeros() as usize);
        }
        from += BLOCK;
    }
    None
}
