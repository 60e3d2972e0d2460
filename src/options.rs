//! What a run of the tokenizer is asked to do.

use crate::limits::Limits;
use crate::scan::Level;
use crate::text_state::TextState;

/// What a run of the tokenizer is asked to do; `Options::default()` suits a whole page.
///
/// ```
/// use tagrake::{Options, TextState};
///
/// let options = Options::default()
///     .with_errors(true)
///     .with_initial_state(TextState::Rcdata)
///     .with_last_start_tag("title");
/// assert!(options.errors());
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    errors: bool,
    feedback: bool,
    scripting: bool,
    cdata: bool,
    processing_instructions: bool,
    engine: Engine,
    simd: Simd,
    initial_state: TextState,
    last_start_tag: alloc::string::String,
    limits: Limits,
    history_bytes: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            errors: false,
            feedback: true,
            scripting: false,
            cdata: false,
            processing_instructions: false,
            engine: Engine::Auto,
            simd: Simd::Auto,
            initial_state: TextState::Data,
            last_start_tag: alloc::string::String::new(),
            limits: Limits::default(),
            history_bytes: 16 << 20,
        }
    }
}

/// Which of the two engines reads the input. Both give the same tokens, spans and errors.
///
/// ```
/// use tagrake::{Engine, Options};
///
/// assert_eq!(Options::default().engine(), Engine::Auto);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// The fast path, and the exact state machine for what it declines.
    #[default]
    Auto,
    /// The exact state machine alone.
    Machine,
}

/// The CPU level of the fast path. All levels give the same tokens, spans and errors.
///
/// ```
/// use tagrake::{Options, Simd};
///
/// assert_eq!(Options::default().simd(), Simd::Auto);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Simd {
    /// The best level of the CPU, found at run time with the `std` feature, else the best that the target promises.
    #[default]
    Auto,
    /// AVX-512 (Ice Lake, Zen 4 and later), or the best level if the CPU lacks it.
    Avx512,
    /// AVX2, or the best level if the CPU lacks it.
    Avx2,
    /// SSE2, which every x86-64 CPU has; the best level on other targets.
    Sse2,
    /// Safe Rust, for every CPU; compilers make vector instructions of it.
    Scalar,
}

impl Simd {
    /// Returns the level that runs.
    pub(crate) fn level(self) -> Level {
        let best = Level::best();
        match self {
            Self::Scalar => Level::Scalar,
            #[cfg(target_arch = "x86_64")]
            Self::Sse2 => best.min(Level::Sse2),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => best.min(Level::Avx2),
            _ => best,
        }
    }
}

impl Options {
    /// Sets whether parse errors are reported; off by default. Tokens are the same either way.
    ///
    /// ```
    /// let options = tagrake::Options::default().with_errors(true);
    /// assert_eq!(options.errors(), true);
    /// ```
    #[must_use]
    pub fn with_errors(mut self, errors: bool) -> Self {
        self.errors = errors;
        self
    }

    /// Returns whether parse errors are reported.
    ///
    /// ```
    /// assert_eq!(tagrake::Options::default().with_errors(true).errors(), true);
    /// ```
    pub fn errors(&self) -> bool {
        self.errors
    }

    /// Sets whether the tokenizer is told what a tree builder would tell it: the text state after a start tag, and where
    /// `<![CDATA[` opens a CDATA section; on by default. Off, every start tag is followed by the data state, and all
    /// elements are HTML.
    ///
    /// ```
    /// let options = tagrake::Options::default().with_feedback(false);
    /// assert_eq!(options.feedback(), false);
    /// ```
    #[must_use]
    pub fn with_feedback(mut self, feedback: bool) -> Self {
        self.feedback = feedback;
        self
    }

    /// Returns whether start tags choose the next text state.
    ///
    /// ```
    /// assert_eq!(tagrake::Options::default().with_feedback(false).feedback(), false);
    /// ```
    pub fn feedback(&self) -> bool {
        self.feedback
    }

    /// Sets the [scripting flag](https://html.spec.whatwg.org/multipage/parsing.html#scripting-flag); off by default, so
    /// that the content of `noscript` is markup. On, it is raw text.
    ///
    /// ```
    /// let options = tagrake::Options::default().with_scripting(true);
    /// assert_eq!(options.scripting(), true);
    /// ```
    #[must_use]
    pub fn with_scripting(mut self, scripting: bool) -> Self {
        self.scripting = scripting;
        self
    }

    /// Returns the scripting flag.
    ///
    /// ```
    /// assert_eq!(tagrake::Options::default().with_scripting(true).scripting(), true);
    /// ```
    pub fn scripting(&self) -> bool {
        self.scripting
    }

    /// Sets whether there is an adjusted current node outside the HTML namespace, so that `<![CDATA[` opens a CDATA section;
    /// off by default: it opens a bogus comment.
    ///
    /// ```
    /// let options = tagrake::Options::default().with_cdata(true);
    /// assert_eq!(options.cdata(), true);
    /// ```
    #[must_use]
    pub fn with_cdata(mut self, cdata: bool) -> Self {
        self.cdata = cdata;
        self
    }

    /// Returns whether `<![CDATA[` opens a CDATA section.
    ///
    /// ```
    /// assert_eq!(tagrake::Options::default().with_cdata(true).cdata(), true);
    /// ```
    pub fn cdata(&self) -> bool {
        self.cdata
    }

    /// Sets whether `<?target data?>` is a [processing instruction](crate::ProcessingInstruction), as the standard has had it
    /// since 25 June 2026; off by default, and it is a bogus comment, as before.
    ///
    /// Off is the standard that the other rules here, and html5lib-tests, are of. On, `<?` no longer gives the error
    /// `unexpected-question-mark-instead-of-tag-name`, and one that the end of the input cuts gives no token. Old drafts have
    /// none.
    ///
    /// Source: [processing instruction open
    /// state](https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-open-state).
    ///
    /// ```
    /// let options = tagrake::Options::default().with_processing_instructions(true);
    /// assert_eq!(options.processing_instructions(), true);
    /// ```
    #[must_use]
    pub fn with_processing_instructions(mut self, processing_instructions: bool) -> Self {
        self.processing_instructions = processing_instructions;
        self
    }

    /// Returns whether `<?target data?>` is a processing instruction.
    ///
    /// ```
    /// assert_eq!(tagrake::Options::default().processing_instructions(), false);
    /// ```
    pub fn processing_instructions(&self) -> bool {
        self.processing_instructions
    }

    /// Sets which engine reads the input; [`Engine::Auto`] by default.
    ///
    /// ```
    /// let options = tagrake::Options::default().with_engine(tagrake::Engine::Machine);
    /// assert_eq!(options.engine(), tagrake::Engine::Machine);
    /// ```
    #[must_use]
    pub fn with_engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// Returns which engine reads the input.
    ///
    /// ```
    /// assert_eq!(tagrake::Options::default().with_engine(tagrake::Engine::Machine).engine(), tagrake::Engine::Machine);
    /// ```
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Sets the CPU level of the fast path; [`Simd::Auto`] by default.
    ///
    /// ```
    /// let options = tagrake::Options::default().with_simd(tagrake::Simd::Scalar);
    /// assert_eq!(options.simd(), tagrake::Simd::Scalar);
    /// ```
    #[must_use]
    pub fn with_simd(mut self, simd: Simd) -> Self {
        self.simd = simd;
        self
    }

    /// Returns the CPU level of the fast path.
    ///
    /// ```
    /// assert_eq!(tagrake::Options::default().simd(), tagrake::Simd::Auto);
    /// ```
    pub fn simd(&self) -> Simd {
        self.simd
    }

    /// Sets the state at the first byte; [`TextState::Data`] by default. Fragments start elsewhere.
    ///
    /// ```
    /// let options = tagrake::Options::default().with_initial_state(tagrake::TextState::ScriptData);
    /// assert_eq!(options.initial_state(), tagrake::TextState::ScriptData);
    /// ```
    #[must_use]
    pub fn with_initial_state(mut self, initial_state: TextState) -> Self {
        self.initial_state = initial_state;
        self
    }

    /// Returns the state at the first byte.
    ///
    /// ```
    /// assert_eq!(tagrake::Options::default().with_initial_state(tagrake::TextState::ScriptData).initial_state(), tagrake::TextState::ScriptData);
    /// ```
    pub fn initial_state(&self) -> TextState {
        self.initial_state
    }

    /// Sets the lower-case name of the last start tag before the input, which an
    /// [appropriate end tag](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token) must match;
    /// empty (none) by default.
    ///
    /// ```
    /// let options = tagrake::Options::default().with_last_start_tag("xmp");
    /// assert_eq!(options.last_start_tag(), "xmp");
    /// ```
    #[must_use]
    pub fn with_last_start_tag(mut self, name: &str) -> Self {
        self.last_start_tag = name.into();
        self
    }

    /// Returns the name of the last start tag before the input; empty if there was none.
    ///
    /// ```
    /// assert_eq!(tagrake::Options::default().last_start_tag(), "");
    /// ```
    pub fn last_start_tag(&self) -> &str {
        &self.last_start_tag
    }

    /// Sets how much the input may ask for.
    ///
    /// ```
    /// use tagrake::{Limits, Options};
    ///
    /// let options = Options::default().with_limits(Limits::default().with_token_bytes(1 << 20));
    /// assert_eq!(options.limits().token_bytes(), 1 << 20);
    /// ```
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Returns how much the input may ask for.
    ///
    /// ```
    /// use tagrake::{Limits, Options};
    ///
    /// assert_eq!(Options::default().limits(), Limits::default());
    /// ```
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Sets how many bytes that it read a [`Stream`](crate::Stream) keeps for [feedback](Self::with_feedback), in case that
    /// foreign content asks for what came before it; 16 MiB by default. An input that is longer is read again up to there, and
    /// from there on the tokenizer follows every element, which is slower. The result is the same.
    ///
    /// ```
    /// use tagrake::Options;
    ///
    /// assert_eq!(Options::default().history_bytes(), 16 << 20);
    /// assert_eq!(Options::default().with_history_bytes(1 << 20).history_bytes(), 1 << 20);
    /// ```
    #[must_use]
    pub fn with_history_bytes(mut self, bytes: usize) -> Self {
        self.history_bytes = bytes;
        self
    }

    /// Returns how many bytes that it read a [`Stream`](crate::Stream) keeps.
    ///
    /// ```
    /// assert_eq!(tagrake::Options::default().with_history_bytes(0).history_bytes(), 0);
    /// ```
    pub fn history_bytes(&self) -> usize {
        self.history_bytes
    }
}
