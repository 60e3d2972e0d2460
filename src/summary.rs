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
}
