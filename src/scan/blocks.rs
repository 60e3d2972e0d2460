//! The input in blocks that never reach behind its end.
#![allow(unsafe_code)] // a block of the input as an array, after one comparison

use super::{BLOCK, Simd};

/// The input, readable in complete blocks up to its last byte. NULs follow the last byte.
#[derive(Clone, Copy)]
pub(crate) struct Blocks<'k> {
    input: &'k [u8],
    tail: &'k Tail,
}

/// An input with the copy of its last bytes that [`Blocks`] need: the two cannot be mixed up.
pub(crate) struct Padded<'k> {
    input: &'k [u8],
    tail: Tail,
}

/// The last bytes of the input, followed by NULs.
struct Tail {
    /// The offset of the first of the bytes.
    base: usize,
    bytes: [u8; 2 * BLOCK],
}

impl<'k> Padded<'k> {
    pub(crate) fn new(input: &'k [u8]) -> Self {
        Self { input, tail: Tail::new(input) }
    }

    pub(crate) fn blocks(&self) -> Blocks<'_> {
        Blocks { input: self.input, tail: &self.tail }
    }
}

impl Tail {
    fn new(input: &[u8]) -> Self {
        let base = input.len().saturating_sub(BLOCK);
        let mut bytes = [0; 2 * BLOCK];
        match input.last_chunk::<BLOCK>() {
            Some(last) => bytes[..BLOCK].copy_from_slice(last),
            None => bytes[..input.len()].copy_from_slice(input),
        }
        Self { base, bytes }
    }

    #[cold]
    #[inline(never)]
    fn block(&self, offset: usize) -> &[u8; BLOCK] {
        let rest = self.bytes.get(offset - self.base..).and_then(<[u8]>::first_chunk);
        rest.unwrap_or(&[0; BLOCK])
    }
}

impl<'k> Blocks<'k> {
    #[inline(always)]
    pub(crate) fn len(self) -> usize {
        self.input.len()
    }

    #[inline(always)]
    pub(crate) fn input(self) -> &'k [u8] {
        self.input
    }

    /// Returns the byte at `offset`; NUL behind the end of the input.
    #[inline(always)]
    pub(crate) fn byte(self, offset: usize) -> u8 {
        self.input.get(offset).copied().unwrap_or(0)
    }

    /// Returns the block from `offset` on.
    #[inline(always)]
    pub(crate) fn block(self, offset: usize) -> &'k [u8; BLOCK] {
        // PERF: the one comparison that safe slices make two of.
        if offset < self.tail.base {
            // SAFETY: `tail` was made from `input`, because only `Padded` makes both. `Tail::new` sets `base` to the length of
            // the input less a block, or to 0. So `offset` is less than the length less a block, and the block is in the
            // input, which lives for `'k`.
            unsafe { &*self.input.as_ptr().add(offset).cast::<[u8; BLOCK]>() }
        } else {
            self.tail.block(offset)
        }
    }

    /// Hints that the bytes at `offset` are needed soon.
    #[inline(always)]
    pub(crate) fn prefetch<V: Simd>(self, simd: V, offset: usize) {
        simd.prefetch(self.input, offset);
    }
}
