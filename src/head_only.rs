//! A sink that lets a page's head pass, and has enough where the body begins.

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

/// Passes the tokens before the body on to a sink, and [is done](Sink::is_done) at the first token that begins it: for
/// passes that want nothing but a page's metadata.
///
/// The body begins where the standard says, by the rules of tree construction: at `<body>` or `<frameset>`, or at any
/// other token that may not stand before or in a head, such as `<p>`, `</br>`, text that is not white space, or `<img>` in
/// the `noscript` of a head. What begins it does not pass, nor do its errors. White space at the start of text that begins
/// it is part of that text.
///
/// This is a sink, and no option, so that reading without it costs nothing. It asks for [feedback](Options::feedback). The
/// rules take a few small allocations a page.
///
/// Source: [the rules for parsing tokens in HTML
/// content](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhtml), up to
/// ["after head"](https://html.spec.whatwg.org/multipage/parsing.html#the-after-head-insertion-mode).
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
    tree: Box<TreeSim>,
    /// Where the body begins.
    body: Option<usize>,
    /// The errors of the next token.
    errors: SmallVec<[(ParseError, Option<Position>); 2]>,
}

impl<S> HeadOnly<S> {
    /// Begins a page that is read with `options`.
    ///
    /// ```
    /// use tagrake::{HeadOnly, Options, Sink};
    ///
    /// struct Nothing;
    ///
    /// impl Sink<'_> for Nothing {}
    ///
    /// assert!(!HeadOnly::new(Nothing, &Options::default()).is_done());
    /// ```
    pub fn new(sink: S, options: &Options) -> Self {
        let tree = Box::new(TreeSim::new(options.scripting(), options.limits().depth()));
        Self { sink, tree, body: None, errors: SmallVec::new() }
    }

    /// Ends the page: returns the sink, and the offset in bytes of the token that begins the body; `None` if the page ended
    /// before it.
    ///
    /// ```
    /// use tagrake::{Arena, HeadOnly, Options, Sink, tokenize};
    ///
    /// struct Nothing;
    ///
    /// impl Sink<'_> for Nothing {}
    ///
    /// let body = |html: &[u8]| {
    ///     let options = Options::default();
    ///     let mut head = HeadOnly::new(Nothing, &options);
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
        if self.body.is_none() {
            self.pass_errors(usize::MAX);
        }
        (self.sink, self.body)
    }

    /// Ends the page, as [`finish`](Self::finish) does, and returns the sink alone.
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

    /// Takes the place of a token, once the tree has it; returns whether it passes.
    #[inline]
    fn passes<'a>(&mut self, span: Range<usize>) -> bool
    where
        S: Sink<'a>,
    {
        if self.body.is_some() {
            return false;
        }
        let begins = self.tree.is_past_head();
        if !self.errors.is_empty() {
            self.pass_errors(if begins { span.start } else { span.end });
        }
        if begins {
            self.body = Some(span.start);
            self.errors.clear();
        }
        !begins
    }

    /// Passes the errors before `end` on: those of a tag may come before the text that it ends.
    fn pass_errors<'a>(&mut self, end: usize)
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
        self.tree.doctype(doctype.name(), doctype.public_id(), doctype.system_id(), doctype.force_quirks());
        if self.passes(doctype.span()) {
            self.sink.doctype(doctype);
        }
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.tree.start_tag(&tag);
        if self.passes(tag.span()) {
            self.sink.start_tag(tag);
        }
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.tree.end_tag(tag.name());
        if self.passes(tag.span()) {
            self.sink.end_tag(tag);
        }
    }

    fn text(&mut self, text: Text<'a>) {
        // Other text is that of an element that holds only text.
        if let TextState::Data | TextState::CdataSection = text.state() {
            self.tree.text(text.decoded());
        }
        if self.passes(text.span()) {
            self.sink.text(text);
        }
    }

    fn comment(&mut self, comment: Comment<'a>) {
        self.tree.comment();
        if self.passes(comment.span()) {
            self.sink.comment(comment);
        }
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.tree.comment();
        if self.passes(instruction.span()) {
            self.sink.processing_instruction(instruction);
        }
    }

    fn dropped(&mut self, dropped: Dropped) {
        if self.passes(dropped.span()) {
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
        self.body.is_some() || self.sink.is_done()
    }
}
