//! The memory that tokens borrow from.

use crate::arena::Arena;
use bumpalo::Bump;
use core::ops::Range;

/// The memory that tokens borrow from: the input, and the arena for changed bytes.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) input: &'a [u8],
    pub(crate) arena: &'a Arena,
}

impl<'a> Source<'a> {
    /// Returns the allocator for changed bytes.
    #[inline(always)]
    pub(crate) fn bump(self) -> &'a Bump {
        self.arena.bump()
    }

    /// Converts a range in `self.input` to offsets in the complete input. They differ if `self.input` is a chunk of a
    /// stream.
    #[inline(always)]
    pub(crate) fn absolute(self, range: Range<usize>) -> Range<usize> {
        let base = self.arena.base();
        base + range.start..base + range.end
    }

    /// Returns `bytes` as text: borrowed if they are valid UTF-8, otherwise a copy with U+FFFD for each maximal invalid
    /// subpart.
    #[inline(always)]
    pub(crate) fn text(self, bytes: &'a [u8]) -> &'a str {
        self.arena.text(bytes)
    }
}
