//! The two ways in: pull ([`Tokenizer`]) and push ([`tokenize`]), over the same engine.

use crate::arena::Arena;
use crate::engine::advance;
use crate::error::ParseError;
use crate::options::{Engine, Options};
use crate::run::Run;
use crate::sink::Sink;
use crate::summary::Summary;
use crate::token::{Comment, Doctype, Dropped, EndTag, ProcessingInstruction, StartTag, Text, Token};
use crate::token_gate::TokenGate;
use bumpalo::collections::Vec;
use core::fmt;
use smallvec::SmallVec;

/// Puts every token of `html` into `sink`: the fastest way.
///
/// The arena is reset first; tokens and what the sink keeps of them live until it is used again. Any bytes give tokens:
/// there is no error, and what the standard calls a parse error goes to [`Sink::error`] if
/// [`Options::errors`] is on.
///
/// Source: [tokenization](https://html.spec.whatwg.org/multipage/parsing.html#tokenization).
///
/// ```
/// use tagrake::{Arena, Options, Sink, Text, tokenize};
///
/// struct Words(usize);
///
/// impl<'a> Sink<'a> for Words {
///     fn text(&mut self, text: Text<'a>) {
///         self.0 += text.decoded_str().split_whitespace().count();
///     }
/// }
///
/// let mut arena = Arena::new();
/// let mut words = Words(0);
/// for page in ["<p>one two", "<p>three"] {
///     tokenize(page.as_bytes(), &Options::default(), &mut arena, &mut words);
/// }
/// assert_eq!(words.0, 3);
/// ```
pub fn tokenize<'a, S: Sink<'a>>(html: &'a [u8], options: &Options, arena: &'a mut Arena, sink: &mut S) -> Summary {
    arena.reset();
    read(html, options, arena, sink)
}

/// Puts every token of `html` into `sink`, without a reset of the arena.
pub(crate) fn read<'a, S: Sink<'a>>(html: &'a [u8], options: &Options, arena: &'a Arena, sink: &mut S) -> Summary {
    let mut run = Run::new(html, options, arena);
    run.ends_when_done = true;
    if html.len() > options.limits().token_bytes() {
        read_long(&mut run, options.engine(), sink);
    }
    while !run.finished && !sink.is_done() {
        advance(&mut run, options.engine(), sink);
    }
    run.summary()
}

/// Reads an input that a token of may be too long.
///
/// PERF: apart, so that the walk over others does not ask, and not compiled for each sink.
fn read_long<'a>(run: &mut Run<'a>, engine: Engine, sink: &mut dyn Sink<'a>) {
    let mut errors = alloc::vec::Vec::new();
    let mut gate = TokenGate {
        part: run.source.input,
        base: 0,
        goes_on: false,
        errors: &mut errors,
        lines: None,
        end: run.offset,
        most: run.settings.limits.token_bytes(),
        is_over: false,
        sink,
    };
    while !run.finished && !gate.is_done() {
        advance(run, engine, &mut gate);
        gate.settle(run);
    }
}

/// Gives the tokens of a page, one after the other.
///
/// Tokens borrow from the input and the arena; they outlive the tokenizer. Any bytes give tokens: there is no error, and
/// what the standard calls a parse error is in [`errors`](Self::errors) if [`Options::errors`] is on.
///
/// Source: [tokenization](https://html.spec.whatwg.org/multipage/parsing.html#tokenization).
///
/// ```
/// use tagrake::{Arena, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let mut names = Vec::new();
/// for token in Tokenizer::new(b"<ul><li>One &amp; all</ul>", &arena) {
///     match token {
///         Token::StartTag(tag) => names.push(tag.name_str()),
///         Token::Text(text) => assert_eq!(text.decoded_str(), "One & all"),
///         _ => {}
///     }
/// }
/// assert_eq!(names, ["ul", "li"]);
/// ```
///
/// # Many pages
///
/// A tokenizer stores attributes and decoded text in the arena and never frees them. An arena that is used for page after page
/// without [`Arena::reset`] keeps growing. Reset it before each page:
///
/// ```
/// use tagrake::{Arena, Tokenizer};
///
/// let pages = [&b"<p class=a>one"[..], b"<p class=b>two"];
/// let mut arena = Arena::new();
/// let mut tokens = 0;
/// for page in pages {
///     arena.reset();
///     tokens += Tokenizer::new(page, &arena).count();
/// }
/// assert_eq!(tokens, 4);
/// ```
///
/// [`tokenize`] resets the arena itself.
///
/// # Threads
///
/// A tokenizer and its tokens are not [`Send`], since they refer to the arena, which is not [`Sync`]. Each thread needs an arena
/// of its own. [`Arena`], [`Stream`](crate::Stream) and [`Extractor`](crate::extract::Extractor) can be sent to another thread.
///
/// ```
/// fn is_send<T: Send>() {}
///
/// is_send::<tagrake::Arena>();
/// is_send::<tagrake::Stream>();
/// is_send::<tagrake::extract::Extractor>();
/// ```
///
/// ```compile_fail,E0277
/// # fn is_send<T: Send>() {}
/// is_send::<tagrake::Tokenizer<'_>>();
/// ```
///
/// ```compile_fail,E0277
/// # fn is_send<T: Send>() {}
/// is_send::<tagrake::Token<'_>>();
/// ```
pub struct Tokenizer<'a> {
    run: Run<'a>,
    engine: Engine,
    queue: Queue<'a>,
}

impl<'a> Tokenizer<'a> {
    /// Starts at the first byte of `html`, with the default options.
    ///
    /// ```
    /// use tagrake::{Arena, Tokenizer};
    ///
    /// assert_eq!(Tokenizer::new(b"<p>x</p>", &Arena::new()).count(), 3);
    /// ```
    pub fn new(html: &'a [u8], arena: &'a Arena) -> Self {
        Self::with_options(html, &Options::default(), arena)
    }

    /// Starts at the first byte of `html`.
    ///
    /// ```
    /// use tagrake::{Arena, Options, Tokenizer};
    ///
    /// let options = Options::default().with_feedback(false);
    /// assert_eq!(Tokenizer::with_options(b"<title><p>", &options, &Arena::new()).count(), 2);
    /// ```
    pub fn with_options(html: &'a [u8], options: &Options, arena: &'a Arena) -> Self {
        Self {
            run: Run::new(html, options, arena),
            engine: options.engine(),
            queue: Queue { tokens: SmallVec::new(), next: 0, errors: Vec::new_in(arena.bump()) },
        }
    }

    /// Returns the parse errors at least up to the end of the last token, in the order of their offsets; none if
    /// [`Options::errors`] is off.
    ///
    /// ```
    /// use tagrake::{Arena, ErrorCode, Options, Tokenizer};
    ///
    /// let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::with_options(b"<a a a>", &Options::default().with_errors(true), &arena);
    /// tokenizer.next();
    /// assert_eq!(tokenizer.errors()[0].code, ErrorCode::DuplicateAttribute);
    /// ```
    pub fn errors(&self) -> &[ParseError] {
        &self.queue.errors
    }

    /// Returns how far the input is read, at least up to the end of the last token.
    ///
    /// ```
    /// use tagrake::{Arena, Tokenizer};
    ///
    /// let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::new(b"<p>text</p>", &arena);
    /// while tokenizer.next().is_some() {}
    /// assert_eq!(tokenizer.summary().bytes(), 11);
    /// ```
    pub fn summary(&self) -> Summary {
        self.run.summary()
    }
}

impl<'a> Iterator for Tokenizer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if self.queue.next == self.queue.tokens.len() {
            self.queue.refill(&mut self.run, self.engine);
        }
        let token = self.queue.tokens.get(self.queue.next).copied();
        self.queue.next += usize::from(token.is_some());
        token
    }
}

impl core::iter::FusedIterator for Tokenizer<'_> {}

impl fmt::Debug for Tokenizer<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Tokenizer").field("offset", &self.run.offset).finish_non_exhaustive()
    }
}

/// How many tokens are read at a time, for pulling.
const QUEUE: usize = 16;
/// How many tokens may come before a sink is asked again: the machine's text, and the markup behind it.
const STEP: usize = 2;

/// A sink that has enough after a few tokens, and gives them one after the other.
struct Queue<'a> {
    tokens: SmallVec<[Token<'a>; QUEUE]>,
    /// The index of the token to give next.
    next: usize,
    errors: Vec<'a, ParseError>,
}

impl<'a> Queue<'a> {
    #[inline(never)]
    fn refill(&mut self, run: &mut Run<'a>, engine: Engine) {
        self.tokens.clear();
        self.next = 0;
        let is_long = run.source.input.len() > run.settings.limits.token_bytes();
        while self.tokens.is_empty() && !run.finished {
            if is_long {
                read_long(run, engine, self);
            } else {
                advance(run, engine, self);
            }
        }
    }
}

impl<'a> Sink<'a> for Queue<'a> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.tokens.push(Token::Doctype(doctype));
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.tokens.push(Token::StartTag(tag));
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.tokens.push(Token::EndTag(tag));
    }

    fn text(&mut self, text: Text<'a>) {
        self.tokens.push(Token::Text(text));
    }

    fn comment(&mut self, comment: Comment<'a>) {
        self.tokens.push(Token::Comment(comment));
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.tokens.push(Token::ProcessingInstruction(instruction));
    }

    fn dropped(&mut self, dropped: Dropped) {
        self.tokens.push(Token::Dropped(dropped));
    }

    fn error(&mut self, error: ParseError) {
        self.errors.push(error);
    }

    fn is_done(&self) -> bool {
        self.tokens.len() >= QUEUE - STEP
    }
}
