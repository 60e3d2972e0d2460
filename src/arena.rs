//! The memory behind a page's tokens.

use bumpalo::Bump;

/// Memory kept by [`Arena::reset`], in bytes: an outlier page does not stay in memory for ever.
pub(crate) const KEPT_BYTES: usize = 16 << 20;

/// The memory behind a page's tokens: attribute lists and changed data (lower-cased, decoded, normalised).
///
/// Clean bytes never come here: they are borrowed from the input. Reset the arena from page to page and a page costs
/// no heap allocation once the arena has grown to the size that pages need. Without a reset it grows with each page.
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
    /// The offset of the input's first byte in the whole of which it is a part.
    ///
    /// PERF: here, and not in each token, tokens stay small.
    base: usize,
}

impl Arena {
    /// Returns an empty arena; it allocates when the first byte is stored.
    ///
    /// ```
    /// assert_eq!(tagrake::Arena::new().allocated_bytes(), 0);
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets all that is stored and keeps the memory, up to 16 MiB, for the next page.
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

    /// Forgets all that is stored and keeps the memory for the next page, unless it is more than `bytes`.
    pub(crate) fn reset_keeping(&mut self, bytes: usize) {
        self.bump.reset();
        if self.bump.allocated_bytes() > bytes {
            self.bump = Bump::new();
        }
    }

    /// Returns the size of the memory held, in bytes.
    ///
    /// ```
    /// let arena = tagrake::Arena::new();
    /// tagrake::Tokenizer::new(b"<a href=/>", &arena).count();
    /// assert!(arena.allocated_bytes() > 0);
    /// ```
    pub fn allocated_bytes(&self) -> usize {
        self.bump.allocated_bytes()
    }

    /// Returns how many bytes of that are in use.
    pub(crate) fn used_bytes(&self) -> usize {
        self.bump.allocated_bytes() - self.bump.chunk_capacity()
    }

    #[inline(always)]
    pub(crate) fn bump(&self) -> &Bump {
        &self.bump
    }

    /// Returns the offset of the input's first byte in the whole of which it is a part.
    #[inline(always)]
    pub(crate) fn base(&self) -> usize {
        self.base
    }

    /// Forgets all that is stored, for an input that begins at the offset `base` of a whole.
    pub(crate) fn reset_to(&mut self, base: usize) {
        self.reset();
        self.base = base;
    }
}
