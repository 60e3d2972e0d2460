//! The input in blocks of 64 bytes, from any offset, that never reach past its end.
//!
//! The last block of the input is copied to a tail with NULs after it. A block that starts before the copied bytes is
//! borrowed from the input; any other block is borrowed from the tail. Example: an input of 100 bytes has a tail with
//! the bytes 36..100 and 64 NULs. The block at 30 is `input[30..94]`; the block at 50 is 50 bytes of the input and 14
//! NULs.
#![allow(unsafe_code)] // A block of the input as an array, after one comparison.

use super::{BLOCK, Vectors};

/// The input, readable in blocks of [`BLOCK`] bytes from any offset. NULs follow the last byte.
#[derive(Clone, Copy)]
pub struct Blocks<'k> {
    input: &'k [u8],
    tail: &'k Tail,
}

/// An input, and a copy of its last bytes that [`Blocks`] needs. This type is the only way to make [`Blocks`], so a
/// tail always belongs to its input.
pub struct Padded<'k> {
    input: &'k [u8],
    tail: Tail,
}

/// The last bytes of the input, followed by NULs.
struct Tail {
    /// The offset in the input of `bytes[0]`: the length of the input less a block, or 0 if the input is shorter than a
    /// block.
    base: usize,
    bytes: [u8; 2 * BLOCK],
}

impl<'k> Padded<'k> {
    pub fn new(input: &'k [u8]) -> Self {
        Self { input, tail: Tail::new(input) }
    }

    pub fn blocks(&self) -> Blocks<'_> {
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
    #[allow(clippy::len_without_is_empty, reason = "the length of the input, of which no user asks whether it is 0")]
    pub fn len(self) -> usize {
        self.input.len()
    }

    #[inline(always)]
    pub fn input(self) -> &'k [u8] {
        self.input
    }

    /// Returns the byte at `offset`, or NUL from the end of the input on.
    #[inline(always)]
    pub fn byte(self, offset: usize) -> u8 {
        self.input.get(offset).copied().unwrap_or(0)
    }

    /// Returns the 64 bytes from `offset` on.
    #[inline(always)]
    pub fn block(self, offset: usize) -> &'k [u8; BLOCK] {
        // PERF: one comparison. A safe slice takes two.
        if offset < self.tail.base {
            // SAFETY: only `Padded::blocks` makes `Blocks`, with a tail of the same input. `Tail::new` sets `base` to
            // the length of the input less a block, or to 0. So `offset` is less than the length less a block, and the
            // block is in the input, which lives for `'k`.
            unsafe { &*self.input.as_ptr().add(offset).cast::<[u8; BLOCK]>() }
        } else {
            self.tail.block(offset)
        }
    }

    /// Hints that the bytes at `offset` are needed soon.
    #[inline(always)]
    pub fn prefetch<V: Vectors>(self, simd: V, offset: usize) {
        simd.prefetch(self.input, offset);
    }
}
