//! The two entry points for complete inputs: [`tokenize`] calls a sink, and [`Tokenizer`] is an iterator.

use crate::arena::{Arena, Source};
use crate::engine::advance;
use crate::error::ParseError;
use crate::options::Options;
use crate::run::Run;
use crate::sink::Sink;
use crate::stream::read_to_limit;
use crate::summary::{SourceEnd, Summary};
use crate::token::{ProcessingInstruction, Token};
use crate::token_gate::TokenGate;
use bumpalo::collections::Vec;
use core::fmt;
use smallvec::SmallVec;

/// Sends every token of `html` to `sink`. This is the fastest entry point.
///
/// A byte order mark at the start of `html` is text, as any U+FEFF: strip it first, or decode the page by
/// [`encoding`](crate::encoding).
///
/// Resets the arena first. Tokens live until the arena is used again. Tokenization never fails: parse errors go to
/// [`Sink::error`] if [`Options::errors`] is on.
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
    tokenize_in(html, options, arena, sink)
}

/// Sends every token of `html` to `sink`, as [`tokenize`] does, without resetting the arena: for input that belongs to another
/// page, such as the markup in a `noscript`, and for sinks that keep data in the arena.
///
/// ```
/// use tagrake::{Arena, Options, sink, tokenize_in};
///
/// let arena = Arena::new();
/// let mut count = 0;
/// let mut counter = sink::from_fn(|_| count += 1);
/// for part in ["<b>one</b>", "two"] {
///     tokenize_in(part.as_bytes(), &Options::default(), &arena, &mut counter);
/// }
/// assert_eq!(count, 4);
/// ```
pub fn tokenize_in<'a, S: Sink<'a>>(html: &'a [u8], options: &Options, arena: &'a Arena, sink: &mut S) -> Summary {
    read_to_end(Source { input: html, text: None, arena }, options, sink)
}

/// Sends every token of `html` to `sink`, as [`tokenize_in`] does. [`Attribute::name_str`](crate::Attribute::name_str),
/// [`Attribute::value_str`](crate::Attribute::value_str) and [`Text::decoded_str`](crate::Text::decoded_str) then validate nothing:
/// `html` is valid UTF-8. A byte order mark is text here, too; `html.strip_prefix('\u{FEFF}')` removes it.
///
/// ```
/// use tagrake::{Arena, Options, Sink, StartTag, tokenize_str_in};
///
/// struct Links<'a>(Vec<&'a str>);
///
/// impl<'a> Sink<'a> for Links<'a> {
///     fn start_tag(&mut self, tag: StartTag<'a>) {
///         self.0.extend(tag.attribute(b"href").map(|href| href.value_str()));
///     }
/// }
///
/// let (arena, mut links) = (Arena::new(), Links(Vec::new()));
/// tokenize_str_in("<a href='?a&amp;b'>", &Options::default(), &arena, &mut links);
/// assert_eq!(links.0, ["?a&b"]);
/// ```
pub fn tokenize_str_in<'a, S: Sink<'a>>(html: &'a str, options: &Options, arena: &'a Arena, sink: &mut S) -> Summary {
    read_to_end(Source { input: html.as_bytes(), text: Some(html), arena }, options, sink)
}

fn read_to_end<'a, S: Sink<'a>>(source: Source<'a>, options: &Options, sink: &mut S) -> Summary {
    let mut limited = LimitedInput::new(source, options);
    let mut run = Run::new(limited.source, options);
    run.ends_when_done = true;
    if limited.needs_gate {
        limited.read(&mut run, sink);
    } else {
        while !run.finished && !sink.is_done() {
            advance(&mut run, sink);
        }
        run.end = Some(if sink.is_done() { SourceEnd::Sink } else { SourceEnd::Input });
    }
    run.summary()
}

/// An input, and how much of it may be read.
struct LimitedInput<'a> {
    /// The input up to the limit of its bytes.
    source: Source<'a>,
    /// True if the input is longer.
    continues: bool,
    /// True if the input may reach a limit that only the token gate checks.
    needs_gate: bool,
    /// How many more tokens may be sent.
    tokens_left: usize,
}

impl<'a> LimitedInput<'a> {
    fn new(source: Source<'a>, options: &Options) -> Self {
        let (limits, len) = (options.limits(), source.input.len());
        Self {
            source: Source { input: &source.input[..len.min(limits.input_bytes())], ..source },
            continues: len > limits.input_bytes(),
            needs_gate: limits.need_gate(len),
            tokens_left: limits.tokens(),
        }
    }

    /// Reads the input until the sink is done, and checks the limits.
    ///
    /// PERF: separate from the loop for other inputs, which then needs no check, and with a `dyn Sink`, so that it is
    /// compiled once.
    fn read(&mut self, run: &mut Run<'a>, sink: &mut dyn Sink<'a>) {
        let mut errors = alloc::vec::Vec::new();
        let mut gate = TokenGate {
            input: run.source.input,
            base: 0,
            continues: self.continues,
            pending_errors: &mut errors,
            lines: None,
            forwarded_to: run.offset,
            max_token_bytes: run.settings.limits.token_bytes(),
            tokens_left: self.tokens_left,
            refused: None,
            sink,
        };
        if self.continues {
            read_to_limit(run, &mut gate);
        } else {
            while !run.finished && !gate.is_done() {
                advance(run, &mut gate);
            }
        }
        gate.finish_source(run);
        self.tokens_left = gate.tokens_left;
    }
}

/// An iterator over the tokens of a page.
///
/// Tokens borrow from the input and the arena, and may outlive the tokenizer. Tokenization never fails:
/// [`errors`](Self::errors) returns the parse errors if [`Options::errors`] is on.
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
/// The arena grows with every page until [`Arena::reset`] is called. Reset it before each page:
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
/// A tokenizer and its tokens are not [`Send`], because they borrow the arena, which is not [`Sync`]. Use one arena per
/// thread. [`Arena`] and [`Stream`](crate::Stream) are [`Send`].
///
/// ```
/// fn is_send<T: Send>() {}
///
/// is_send::<tagrake::Arena>();
/// is_send::<tagrake::Stream>();
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
    limited: LimitedInput<'a>,
    queue: TokenQueue<'a>,
}

impl<'a> Tokenizer<'a> {
    /// Returns the tokens of `html`, with the default options. A byte order mark is text.
    pub fn new(html: &'a [u8], arena: &'a Arena) -> Self {
        Self::with_options(html, &Options::default(), arena)
    }

    /// Returns the tokens of `html`, with the given options.
    ///
    /// ```
    /// use tagrake::{Arena, Options, Tokenizer};
    ///
    /// let options = Options::default().with_feedback(false);
    /// assert_eq!(Tokenizer::with_options(b"<title><p>", &options, &Arena::new()).count(), 2);
    /// ```
    pub fn with_options(html: &'a [u8], options: &Options, arena: &'a Arena) -> Self {
        let limited = LimitedInput::new(Source { input: html, text: None, arena }, options);
        Self {
            run: Run::new(limited.source, options),
            limited,
            queue: TokenQueue { tokens: SmallVec::new(), next: 0, errors: Vec::new_in(arena.bump()) },
        }
    }

    /// Returns the parse errors so far, in the order of their offsets. Always empty if [`Options::errors`] is off.
    ///
    /// The tokenizer reads ahead: the list includes all errors up to the end of the last returned token, and may
    /// include later ones.
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

    /// Returns the state of the run. The tokenizer reads ahead: [`Summary::bytes`] is the end of the last returned
    /// token or more.
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
        // A queue that is full is a sink that is done, but only for now.
        Summary { end: self.run.finished.then_some(SourceEnd::Input), ..self.run.summary() }
    }
}

impl<'a> Iterator for Tokenizer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if self.queue.next == self.queue.tokens.len() {
            self.queue.refill(&mut self.run, &mut self.limited);
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

/// The capacity of the token queue.
const QUEUE_LEN: usize = 16;
/// The maximum number of tokens that an engine sends before it calls [`Sink::is_done`] again: the text that the state
/// machine read, the tag after it, and the end tag that this one implies.
const MAX_TOKENS_PER_STEP: usize = 3;

/// A sink that queues tokens for the iterator, and is done when the queue may be full.
struct TokenQueue<'a> {
    tokens: SmallVec<[Token<'a>; QUEUE_LEN]>,
    /// The index of the next token to return.
    next: usize,
    errors: Vec<'a, ParseError>,
}

impl<'a> TokenQueue<'a> {
    #[inline(never)]
    fn refill(&mut self, run: &mut Run<'a>, limited: &mut LimitedInput<'a>) {
        self.tokens.clear();
        self.next = 0;
        while self.tokens.is_empty() && !run.finished {
            if limited.needs_gate {
                limited.read(run, self);
            } else {
                advance(run, self);
            }
        }
    }
}

impl<'a> Sink<'a> for TokenQueue<'a> {
    #[inline(always)]
    fn token(&mut self, token: Token<'a>) {
        self.tokens.push(token);
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.tokens.push(Token::ProcessingInstruction(instruction));
    }

    fn error(&mut self, error: ParseError) {
        self.errors.push(error);
    }

    fn is_done(&self) -> bool {
        self.tokens.len() >= QUEUE_LEN - MAX_TOKENS_PER_STEP
    }
}
