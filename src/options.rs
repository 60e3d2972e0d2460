//! The options of the tokenizer.

use crate::limits::Limits;
use crate::names::NameFilter;
use crate::scan::Simd;
use crate::text_state::TextState;

/// The options of the tokenizer. `Options::default()` reads a complete page.
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
    pub(crate) settings: Settings,
    simd: Simd,
    initial_state: TextState,
    last_start_tag: alloc::string::String,
    history_bytes: usize,
}

/// The options that the engines read while they run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) errors: bool,
    pub(crate) feedback: bool,
    pub(crate) scripting: bool,
    pub(crate) cdata: bool,
    pub(crate) processing_instructions: bool,
    pub(crate) empty_element_tags: bool,
    pub(crate) engine: Engine,
    pub(crate) limits: Limits,
    /// The names of the attributes that the sink reads; `None` for all. Tokens have the other attributes too.
    pub(crate) attributes: Option<&'static NameFilter>,
}

impl Default for Options {
    fn default() -> Self {
        let settings = Settings {
            errors: false,
            feedback: true,
            scripting: false,
            cdata: false,
            processing_instructions: false,
            empty_element_tags: false,
            engine: Engine::Auto,
            limits: Limits::default(),
            attributes: None,
        };
        Self {
            settings,
            simd: Simd::Auto,
            initial_state: TextState::Data,
            last_start_tag: alloc::string::String::new(),
            history_bytes: 16 << 20,
        }
    }
}

/// The engine that reads the input. Both give the same tokens, spans and errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// The fast path, with the state machine for what the fast path declines.
    #[default]
    Auto,
    /// The standard's state machine only. Slower: for tests and comparisons.
    StateMachine,
}

impl Options {
    /// Sets whether parse errors are reported. Off by default. The tokens are the same in both cases.
    #[must_use]
    pub fn with_errors(mut self, errors: bool) -> Self {
        self.settings.errors = errors;
        self
    }

    /// Returns true if parse errors are reported.
    pub fn errors(&self) -> bool {
        self.settings.errors
    }

    /// Sets whether the tokenizer computes tree-construction feedback: the text state after a start tag, whether
    /// `<![CDATA[` opens a CDATA section, and the [`Namespace`](crate::Namespace) of elements. On by default, so that
    /// the tokens equal the ones of a tokenizer that a tree builder drives.
    ///
    /// If it is off, the data state follows every start tag, and the namespace of all elements is HTML. A sink that
    /// builds a tree turns it off and implements [`Sink::next_state`](crate::Sink::next_state) and
    /// [`Sink::allows_cdata`](crate::Sink::allows_cdata) instead.
    #[must_use]
    pub fn with_feedback(mut self, feedback: bool) -> Self {
        self.settings.feedback = feedback;
        self
    }

    /// Returns true if the tokenizer computes tree-construction feedback.
    pub fn feedback(&self) -> bool {
        self.settings.feedback
    }

    /// Sets the [scripting flag](https://html.spec.whatwg.org/multipage/parsing.html#scripting-flag). Off by default:
    /// the content of `noscript` is markup. If it is on, that content is raw text.
    #[must_use]
    pub fn with_scripting(mut self, scripting: bool) -> Self {
        self.settings.scripting = scripting;
        self
    }

    /// Returns the scripting flag.
    pub fn scripting(&self) -> bool {
        self.settings.scripting
    }

    /// Sets whether `<![CDATA[` opens a CDATA section everywhere, as if the adjusted current node were a foreign
    /// element. Off by default: in HTML content it opens a bogus comment, and in foreign content
    /// [feedback](Self::with_feedback) decides.
    #[must_use]
    pub fn with_cdata(mut self, cdata: bool) -> Self {
        self.settings.cdata = cdata;
        self
    }

    /// Returns true if `<![CDATA[` opens a CDATA section everywhere.
    pub fn cdata(&self) -> bool {
        self.settings.cdata
    }

    /// Sets whether `<?target data?>` is a [processing instruction](crate::ProcessingInstruction), as in the standard
    /// since 25 June 2026. Off by default: it is a bogus comment, as in the standard before that day and in
    /// html5lib-tests.
    ///
    /// If it is on, `<?` does not cause the error `unexpected-question-mark-instead-of-tag-name`, and the end of the
    /// input inside of a processing instruction produces [`Dropped`](crate::Dropped) bytes. Earlier editions of the
    /// standard have no processing instructions, whatever this option says.
    ///
    /// Source: [processing instruction open
    /// state](https://html.spec.whatwg.org/multipage/parsing.html#processing-instruction-open-state).
    #[must_use]
    pub fn with_processing_instructions(mut self, processing_instructions: bool) -> Self {
        self.settings.processing_instructions = processing_instructions;
        self
    }

    /// Returns true if `<?target data?>` is a processing instruction.
    pub fn processing_instructions(&self) -> bool {
        self.settings.processing_instructions
    }

    /// Sets whether `<x/>` is an [empty-element tag](https://www.w3.org/TR/xml/#dt-empty), as in XML, for pages whose response is
    /// `application/xhtml+xml` ([`is_xhtml`](crate::encoding::is_xhtml)). Off by default: in HTML, the slash changes nothing
    /// unless the element is one of SVG or MathML.
    ///
    /// If it is on, each self-closing start tag of an HTML element is followed by an end tag that is not in the input
    /// ([`EndTag::is_implied`](crate::EndTag::is_implied)), except the tags of void elements such as `br`. So the data state
    /// follows `<script/>`, `<title/>` and similar tags. All other rules remain the rules of HTML. The option needs
    /// [feedback](Self::with_feedback). [`Sink::next_state`](crate::Sink::next_state) is called after both tags.
    ///
    /// ```
    /// use tagrake::{Arena, Options, Token, Tokenizer};
    ///
    /// let options = Options::default().with_empty_element_tags(true);
    /// let arena = Arena::new();
    /// let tokens: Vec<_> = Tokenizer::with_options(b"<title/><br/><p>", &options, &arena).collect();
    /// let Token::EndTag(end) = tokens[1] else { panic!() };
    /// assert_eq!((end.name(), end.span(), end.is_implied(), tokens.len()), (&b"title"[..], 8..8, true, 4));
    /// assert_eq!(Tokenizer::new(b"<title/><br/><p>", &arena).count(), 2);
    /// ```
    #[must_use]
    pub fn with_empty_element_tags(mut self, empty_element_tags: bool) -> Self {
        self.settings.empty_element_tags = empty_element_tags;
        self
    }

    /// Returns true if `<x/>` is an empty-element tag.
    pub fn empty_element_tags(&self) -> bool {
        self.settings.empty_element_tags
    }

    /// Sets the engine that reads the input. The default is [`Engine::Auto`].
    #[must_use]
    pub fn with_engine(mut self, engine: Engine) -> Self {
        self.settings.engine = engine;
        self
    }

    /// Returns the engine that reads the input.
    pub fn engine(&self) -> Engine {
        self.settings.engine
    }

    /// Sets the CPU level of the fast path. The default is [`Simd::Auto`].
    #[must_use]
    pub fn with_simd(mut self, simd: Simd) -> Self {
        self.simd = simd;
        self
    }

    /// Returns the CPU level of the fast path.
    pub fn simd(&self) -> Simd {
        self.simd
    }

    /// Sets the state before the first byte. The default is [`TextState::Data`]. The [fragment parsing
    /// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments) starts in other states
    /// for some context elements.
    #[must_use]
    pub fn with_initial_state(mut self, initial_state: TextState) -> Self {
        self.initial_state = initial_state;
        self
    }

    /// Returns the state before the first byte.
    pub fn initial_state(&self) -> TextState {
        self.initial_state
    }

    /// Sets the lower-case name of the last start tag before the input. In raw text an end tag is markup only if it has
    /// this name ([appropriate end
    /// tag](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token)). The default is empty:
    /// there was no start tag.
    ///
    /// ```
    /// use tagrake::{Arena, Options, TextState, Tokenizer};
    ///
    /// let options = Options::default().with_initial_state(TextState::Rcdata).with_last_start_tag("title");
    /// let arena = Arena::new();
    /// assert_eq!(Tokenizer::with_options(b"one <b> two</title>", &options, &arena).count(), 2);
    /// ```
    #[must_use]
    pub fn with_last_start_tag(mut self, name: &str) -> Self {
        self.last_start_tag = name.into();
        self
    }

    /// Returns the name of the last start tag before the input, or an empty string if there was none.
    pub fn last_start_tag(&self) -> &str {
        &self.last_start_tag
    }

    /// Sets the names of the attributes that the sink reads, so that
    /// [`StartTag::wanted_attributes`](crate::StartTag::wanted_attributes) skips most others. By default it skips none. Tokens
    /// have all attributes in any case.
    #[must_use]
    pub fn with_attributes(mut self, names: &'static NameFilter) -> Self {
        self.settings.attributes = Some(names);
        self
    }

    /// Returns the names of the attributes that the sink reads, or `None` for all.
    pub fn attributes(&self) -> Option<&'static NameFilter> {
        self.settings.attributes
    }

    /// Sets the resource limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.settings.limits = limits;
        self
    }

    /// Returns the resource limits.
    pub fn limits(&self) -> Limits {
        self.settings.limits
    }

    /// Sets how many bytes before the current token a [`Stream`](crate::Stream) keeps for
    /// [feedback](Self::with_feedback). The default is 16 MiB.
    ///
    /// Feedback needs them if foreign content turns out to depend on the elements before it: they are then read a
    /// second time. Once the input is longer, they are read for the tree-builder simulator and freed, and the simulator
    /// gets every later token. The tokens are the same, at a lower speed.
    #[must_use]
    pub fn with_history_bytes(mut self, bytes: usize) -> Self {
        self.history_bytes = bytes;
        self
    }

    /// Returns how many bytes before the current token a [`Stream`](crate::Stream) keeps for feedback.
    pub fn history_bytes(&self) -> usize {
        self.history_bytes
    }
}
