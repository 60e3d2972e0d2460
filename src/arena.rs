//! The memory of a page's tokens.

use bumpalo::Bump;

/// The maximum capacity in bytes that [`Arena::reset`] retains, so that one very large page does not occupy memory
/// forever.
pub(crate) const KEPT_BYTES: usize = 16 << 20;

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
        self.reset_keeping(KEPT_BYTES);
    }

    /// Frees everything that is stored. The capacity is retained for the next page unless it exceeds `bytes`.
    pub(crate) fn reset_keeping(&mut self, bytes: usize) {
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
    pub(crate) fn used_bytes(&self) -> usize {
        self.bump.allocated_bytes() - self.bump.chunk_capacity()
    }

    #[inline(always)]
    pub(crate) fn bump(&self) -> &Bump {
        &self.bump
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
