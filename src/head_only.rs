//! A sink adapter that forwards the tokens before a page's body, and is done where the body starts.
//!
//! The body starts where the simulator opens a `body` or a `frameset`. The simulator sees each token before the
//! body, and no more.

use crate::error::ParseError;
use crate::options::Options;
use crate::position::Position;
use crate::sink::Sink;
use crate::text_state::TextState;
use crate::token::{Comment, Doctype, Dropped, EndTag, ProcessingInstruction, StartTag, Text};
use crate::tree_sim::TreeSim;
use alloc::boxed::Box;
use core::ops::Range;
use smallvec::SmallVec;

/// Forwards the tokens before the body to a sink, and is [done](Sink::is_done) at the first token of the body. For
/// sinks that need only a page's metadata.
///
/// The body starts where tree construction starts it: at `<body>` or `<frameset>`, or at any token that cannot occur
/// before or in a head, such as `<p>`, `</br>`, text that is not white space, or `<img>` in a `noscript` of the head.
/// The first token of the body and its errors are not forwarded. White space at the start of the body's first text is
/// part of that token.
///
/// A byte order mark at the start of the input does not start the body, although it is text for the tokenizer: a decoder
/// would have removed it.
///
/// The tokens depend on [feedback](Options::feedback), which must be on. The adapter makes a few small heap allocations
/// for each page.
///
/// Source: [the rules for parsing tokens in HTML
/// content](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhtml), up to ["after
/// head"](https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode).
///
/// ```
/// use tagrake::{Arena, HeadOnly, Options, Sink, StartTag, tokenize};
///
/// #[derive(Default)]
/// struct Metas(usize);
///
/// impl<'a> Sink<'a> for Metas {
///     fn start_tag(&mut self, tag: StartTag<'a>) {
///         self.0 += usize::from(tag.name() == b"meta");
///     }
/// }
///
/// let html = b"<title>One</title><meta charset=utf-8><p>Text<meta name=late>";
/// let options = Options::default();
/// let mut head = HeadOnly::new(Metas::default(), &options);
/// tokenize(html, &options, &mut Arena::new(), &mut head);
/// let (metas, body) = head.finish();
/// assert_eq!((metas.0, body), (1, Some(38)));
/// ```
#[derive(Debug)]
pub struct HeadOnly<S> {
    sink: S,
    simulator: Box<TreeSim>,
    /// The offset of the token that starts the body.
    body_start: Option<usize>,
    /// The errors that are not forwarded yet, because they come before their token.
    errors: SmallVec<[(ParseError, Option<Position>); 2]>,
}

impl<S> HeadOnly<S> {
    /// Starts a page. `options` must be the options with which the page is read.
    pub fn new(sink: S, options: &Options) -> Self {
        let simulator = Box::new(TreeSim::new(options.scripting(), options.limits().depth()));
        Self { sink, simulator, body_start: None, errors: SmallVec::new() }
    }

    /// Ends the page. Returns the inner sink, and the byte offset of the token that starts the body, or `None` if the
    /// input ended before the body.
    ///
    /// ```
    /// use tagrake::{Arena, HeadOnly, Options, sink, tokenize};
    ///
    /// let body = |html: &[u8]| {
    ///     let options = Options::default();
    ///     let mut head = HeadOnly::new(sink::from_fn(|_| ()), &options);
    ///     tokenize(html, &options, &mut Arena::new(), &mut head);
    ///     head.finish().1
    /// };
    /// assert_eq!(body(b"<head></head> <body>"), Some(14));
    /// assert_eq!(body(b"<head></head> "), None);
    /// ```
    pub fn finish<'a>(mut self) -> (S, Option<usize>)
    where
        S: Sink<'a>,
    {
        if self.body_start.is_none() {
            self.forward_errors(usize::MAX);
        }
        (self.sink, self.body_start)
    }

    /// Ends the page as [`finish`](Self::finish) does, and returns only the inner sink.
    ///
    /// ```
    /// use tagrake::{Arena, HeadOnly, Options, Token, sink, tokenize};
    ///
    /// let (options, mut tokens) = (Options::default(), 0);
    /// let mut head = HeadOnly::new(sink::from_fn(|_| tokens += 1), &options);
    /// tokenize(b"<title>x</title><p>", &options, &mut Arena::new(), &mut head);
    /// let mut count = head.into_inner();
    /// tokenize(b"<p>", &options, &mut Arena::new(), &mut count);
    /// assert_eq!(tokens, 4);
    /// ```
    pub fn into_inner<'a>(self) -> S
    where
        S: Sink<'a>,
    {
        self.finish().0
    }

    /// Returns true if the token at `span`, which the simulator just processed, comes before the body. Forwards the
    /// errors of such a token.
    #[inline]
    fn is_before_body<'a>(&mut self, span: Range<usize>) -> bool
    where
        S: Sink<'a>,
    {
        if self.body_start.is_some() {
            return false;
        }
        let starts_body = self.simulator.is_past_head();
        if !self.errors.is_empty() {
            self.forward_errors(if starts_body { span.start } else { span.end });
        }
        if starts_body {
            self.body_start = Some(span.start);
            self.errors.clear();
        }
        !starts_body
    }

    /// Forwards the errors before the offset `end`. Later errors may belong to the next token: the errors of a tag can
    /// come before the text that the tag ends.
    fn forward_errors<'a>(&mut self, end: usize)
    where
        S: Sink<'a>,
    {
        let count = self.errors.iter().take_while(|(error, _)| error.offset < end).count();
        for (error, position) in self.errors.drain(..count) {
            match position {
                Some(position) => self.sink.error_at(error, position),
                None => self.sink.error(error),
            }
        }
    }
}

impl<'a, S: Sink<'a>> Sink<'a> for HeadOnly<S> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        Sink::doctype(&mut *self.simulator, doctype);
        if self.is_before_body(doctype.span()) {
            self.sink.doctype(doctype);
        }
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        Sink::start_tag(&mut *self.simulator, tag);
        if self.is_before_body(tag.span()) {
            self.sink.start_tag(tag);
        }
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        Sink::end_tag(&mut *self.simulator, tag);
        if self.is_before_body(tag.span()) {
            self.sink.end_tag(tag);
        }
    }

    fn text(&mut self, text: Text<'a>) {
        // In the other states, text is the content of an element such as `title`, and cannot start the body.
        if let TextState::Data | TextState::CdataSection = text.state() {
            if !text.has_byte_order_mark() {
                Sink::text(&mut *self.simulator, text);
            } else if text.raw_text().len() > '\u{FEFF}'.len_utf8() {
                Sink::text(&mut *self.simulator, text.without_byte_order_mark());
            }
        }
        if self.is_before_body(text.span()) {
            self.sink.text(text);
        }
    }

    fn comment(&mut self, comment: Comment<'a>) {
        Sink::comment(&mut *self.simulator, comment);
        if self.is_before_body(comment.span()) {
            self.sink.comment(comment);
        }
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        Sink::processing_instruction(&mut *self.simulator, instruction);
        if self.is_before_body(instruction.span()) {
            self.sink.processing_instruction(instruction);
        }
    }

    fn dropped(&mut self, dropped: Dropped) {
        if self.is_before_body(dropped.span()) {
            self.sink.dropped(dropped);
        }
    }

    fn error(&mut self, error: ParseError) {
        self.errors.push((error, None));
    }

    fn error_at(&mut self, error: ParseError, position: Position) {
        self.errors.push((error, Some(position)));
    }

    #[inline(always)]
    fn next_state(&mut self) -> Option<TextState> {
        self.sink.next_state()
    }

    fn allows_cdata(&self) -> bool {
        self.sink.allows_cdata()
    }

    fn is_done(&self) -> bool {
        self.body_start.is_some() || self.sink.is_done()
    }
}
