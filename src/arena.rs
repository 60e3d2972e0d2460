//! The memory of a page's tokens.

use bumpalo::Bump;
use core::ops::Range;

/// The memory of a page's tokens: attribute records, and bytes that decoding changed.
///
/// Bytes that need no change are borrowed from the input and never copied here. Reset the arena before each page: once
/// it has grown to the size of the largest page, reading a page allocates no heap memory. Without a reset it grows with
/// every page.
///
/// ```
/// use tagrake::{Arena, Tokenizer};
///
/// let mut arena = Arena::new();
/// for page in ["<p>one", "<p>two"] {
///     arena.reset();
///     assert_eq!(Tokenizer::new(page.as_bytes(), &arena).count(), 2);
/// }
/// ```
#[derive(Debug, Default)]
pub struct Arena {
    bump: Bump,
    /// The offset of the source's first byte in the complete input. It is 0 unless the source is a chunk of a stream.
    ///
    /// PERF: stored here instead of in each token, which keeps tokens small.
    base: usize,
}

impl Arena {
    /// The maximum capacity in bytes that [`reset`](Self::reset) retains, so that one very large page does not occupy memory
    /// forever.
    pub const KEPT_BYTES: usize = 16 << 20;

    /// Returns an empty arena. It allocates no memory until something is stored.
    pub fn new() -> Self {
        Self::default()
    }

    /// Frees everything that is stored. The capacity is retained for the next page, unless it exceeds 16 MiB.
    ///
    /// ```
    /// use tagrake::{Arena, Tokenizer};
    ///
    /// let mut arena = Arena::new();
    /// Tokenizer::new(b"<a href=/>", &arena).count();
    /// let before = arena.allocated_bytes();
    /// arena.reset();
    /// assert!((1..=before).contains(&arena.allocated_bytes()));
    /// ```
    pub fn reset(&mut self) {
        self.reset_keeping(Self::KEPT_BYTES);
    }

    /// Frees everything that is stored. The capacity is retained for the next page unless it exceeds `bytes`.
    pub fn reset_keeping(&mut self, bytes: usize) {
        self.bump.reset();
        if self.bump.allocated_bytes() > bytes {
            self.bump = Bump::new();
        }
    }

    /// Returns the capacity of the arena in bytes.
    pub fn allocated_bytes(&self) -> usize {
        self.bump.allocated_bytes()
    }

    /// Returns the number of bytes in use.
    #[inline]
    pub fn used_bytes(&self) -> usize {
        self.bump.allocated_bytes() - self.bump.chunk_capacity()
    }

    /// Returns the allocator, for data of a sink that lives as long as the tokens.
    ///
    /// ```
    /// let arena = tagrake::Arena::new();
    /// let name: &str = arena.bump().alloc_str("name");
    /// assert_eq!(name, "name");
    /// ```
    #[inline(always)]
    pub fn bump(&self) -> &Bump {
        &self.bump
    }

    /// Returns `bytes` as text: borrowed if they are valid UTF-8, otherwise a copy with U+FFFD for each maximal invalid
    /// subpart.
    #[inline(always)]
    pub fn text<'a>(&'a self, bytes: &'a [u8]) -> &'a str {
        match core::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) => self.bump.alloc_str(&bumpalo::collections::String::from_utf8_lossy_in(bytes, &self.bump)),
        }
    }

    /// Returns the offset of the source's first byte in the complete input.
    #[inline(always)]
    pub(crate) fn base(&self) -> usize {
        self.base
    }

    /// Frees everything that is stored, for a source that starts at the offset `base` of the complete input.
    pub(crate) fn reset_to(&mut self, base: usize) {
        self.reset();
        self.base = base;
    }
}

/// The memory that tokens borrow from: the input, and the arena for changed bytes.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) input: &'a [u8],
    /// The input, if it is known to be valid UTF-8.
    pub(crate) text: Option<&'a str>,
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

    /// Returns the text at `range` in `self.input`, if the input is known to be valid UTF-8.
    #[inline(always)]
    pub(crate) fn text_at(self, range: Range<usize>) -> Option<&'a str> {
        self.text?.get(range)
    }

    /// Returns `bytes` as text: borrowed if they are valid UTF-8, otherwise a copy with U+FFFD for each maximal invalid
    /// subpart.
    #[inline(always)]
    pub(crate) fn validated(self, bytes: &'a [u8]) -> &'a str {
        self.arena.text(bytes)
    }
}
