//! What a run over an input tells of itself.

/// How far an input was read, and by which engine.
///
/// ```
/// use tagrake::{Arena, Comment, Options, Sink, tokenize};
///
/// struct Nothing;
///
/// impl Sink<'_> for Nothing {}
///
/// let html = b"<p class=lead>a &amp; b</p><?odd>";
/// let summary = tokenize(html, &Options::default(), &mut Arena::new(), &mut Nothing);
/// assert_eq!(summary.bytes(), 33);
/// assert_eq!(summary.machine_bytes(), 6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub(crate) bytes: usize,
    pub(crate) machine_bytes: usize,
    pub(crate) is_ambiguous: bool,
    pub(crate) is_too_deep: bool,
}

impl Summary {
    /// Returns how many bytes of the input were read.
    ///
    /// ```
    /// # use tagrake::{Arena, Tokenizer};
    /// let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::new(b"<p>", &arena);
    /// assert_eq!(tokenizer.summary().bytes(), 0);
    /// tokenizer.next();
    /// assert_eq!(tokenizer.summary().bytes(), 3);
    /// ```
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns how many of them the exact state machine read, because the fast path left them to it; under
    /// [`Engine::Machine`](crate::Engine::Machine) all.
    ///
    /// ```
    /// # use tagrake::{Arena, Tokenizer};
    /// let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::new(b"<p></>", &arena);
    /// while tokenizer.next().is_some() {}
    /// assert_eq!(tokenizer.summary().machine_bytes(), 3);
    /// ```
    pub fn machine_bytes(&self) -> usize {
        self.machine_bytes
    }

    /// Returns whether the page has foreign content that tree construction alone can tell: its start was read again, for
    /// the whole stack of open elements, and the exact state machine read what follows.
    ///
    /// ```
    /// # use tagrake::{Arena, Tokenizer};
    /// let ambiguous = |html: &[u8]| {
    ///     let arena = Arena::new();
    ///     let mut tokenizer = Tokenizer::new(html, &arena);
    ///     while tokenizer.next().is_some() {}
    ///     tokenizer.summary().is_ambiguous()
    /// };
    /// assert!(!ambiguous(b"<p><svg><g></g></svg></p>"));
    /// assert!(ambiguous(b"<p><svg><g></b></svg></p>"));
    /// ```
    pub fn is_ambiguous(&self) -> bool {
        self.is_ambiguous
    }

    /// Returns whether that stack met more than 512 open elements, or active formatting elements: what follows may differ
    /// from the standard.
    ///
    /// ```
    /// # use tagrake::{Arena, Tokenizer};
    /// let html = "<div>".repeat(1000) + "<svg></b>";
    /// let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::new(html.as_bytes(), &arena);
    /// while tokenizer.next().is_some() {}
    /// assert!(tokenizer.summary().is_too_deep());
    /// ```
    pub fn is_too_deep(&self) -> bool {
        self.is_too_deep
    }
}
