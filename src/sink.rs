//! Where pushed tokens go: the trait, and a sink from a closure.

use crate::error::ParseError;
use crate::position::Position;
use crate::text_state::TextState;
use crate::token::{Comment, Doctype, Dropped, EndTag, ProcessingInstruction, StartTag, Text, Token};
use core::fmt;

/// Where [`tokenize`](crate::tokenize) puts tokens; every method does nothing unless you write it.
///
/// The run is compiled for the sink, so what a sink does not ask for costs nothing. Tokens live as long as the input and
/// the arena (`'a`): a sink may keep them. A `&mut` to a sink is a sink, and [`from_fn`] makes one from a closure.
///
/// ```
/// use tagrake::{Arena, Options, Sink, StartTag, tokenize};
///
/// #[derive(Default)]
/// struct Links<'a>(Vec<&'a [u8]>);
///
/// impl<'a> Sink<'a> for Links<'a> {
///     fn start_tag(&mut self, tag: StartTag<'a>) {
///         if tag.name() == b"a" {
///             self.0.extend(tag.attribute(b"href").map(|href| href.value()));
///         }
///     }
/// }
///
/// let mut arena = Arena::new();
/// let mut links = Links::default();
/// tokenize(b"<a href=/one>1</a><a href='/two?a&amp;b'>2</a>", &Options::default(), &mut arena, &mut links);
/// assert_eq!(links.0, [&b"/one"[..], b"/two?a&b"]);
/// ```
pub trait Sink<'a> {
    /// Takes a DOCTYPE.
    ///
    /// ```
    /// # use tagrake::*;
    /// struct Seen(usize);
    /// impl<'a> Sink<'a> for Seen {
    ///     fn doctype(&mut self, doctype: Doctype<'a>) {
    ///         self.0 += usize::from(doctype.force_quirks());
    ///     }
    /// }
    /// let mut seen = Seen(0);
    /// tokenize(b"<!DOCTYPE>", &Options::default(), &mut Arena::new(), &mut seen);
    /// assert_eq!(seen.0, 1);
    /// ```
    fn doctype(&mut self, doctype: Doctype<'a>) {
        let _ = doctype;
    }

    /// Takes a start tag.
    ///
    /// ```
    /// # use tagrake::*;
    /// struct Seen(usize);
    /// impl<'a> Sink<'a> for Seen {
    ///     fn start_tag(&mut self, tag: StartTag<'a>) {
    ///         self.0 += tag.attributes().len();
    ///     }
    /// }
    /// let mut seen = Seen(0);
    /// tokenize(b"<a href=x>", &Options::default(), &mut Arena::new(), &mut seen);
    /// assert_eq!(seen.0, 1);
    /// ```
    fn start_tag(&mut self, tag: StartTag<'a>) {
        let _ = tag;
    }

    /// Takes an end tag.
    ///
    /// ```
    /// # use tagrake::*;
    /// struct Seen(usize);
    /// impl<'a> Sink<'a> for Seen {
    ///     fn end_tag(&mut self, tag: EndTag<'a>) {
    ///         self.0 += usize::from(tag.name() == b"p");
    ///     }
    /// }
    /// let mut seen = Seen(0);
    /// tokenize(b"<p>x</P>", &Options::default(), &mut Arena::new(), &mut seen);
    /// assert_eq!(seen.0, 1);
    /// ```
    fn end_tag(&mut self, tag: EndTag<'a>) {
        let _ = tag;
    }

    /// Takes a run of characters.
    ///
    /// ```
    /// # use tagrake::*;
    /// struct Seen(usize);
    /// impl<'a> Sink<'a> for Seen {
    ///     fn text(&mut self, text: Text<'a>) {
    ///         self.0 += text.decoded().len();
    ///     }
    /// }
    /// let mut seen = Seen(0);
    /// tokenize(b"<p>&amp;</p>", &Options::default(), &mut Arena::new(), &mut seen);
    /// assert_eq!(seen.0, 1);
    /// ```
    fn text(&mut self, text: Text<'a>) {
        let _ = text;
    }

    /// Takes a comment.
    ///
    /// ```
    /// # use tagrake::*;
    /// struct Seen(usize);
    /// impl<'a> Sink<'a> for Seen {
    ///     fn comment(&mut self, comment: Comment<'a>) {
    ///         self.0 += comment.data().len();
    ///     }
    /// }
    /// let mut seen = Seen(0);
    /// tokenize(b"<!--x-->", &Options::default(), &mut Arena::new(), &mut seen);
    /// assert_eq!(seen.0, 1);
    /// ```
    fn comment(&mut self, comment: Comment<'a>) {
        let _ = comment;
    }

    /// Takes a processing instruction, if
    /// [`Options::with_processing_instructions`](crate::Options::with_processing_instructions) asks for them; hands it to
    /// [`comment`](Self::comment) as the bogus comment that it is without that option, unless you write it.
    ///
    /// ```
    /// # use tagrake::*;
    /// struct Seen(usize);
    /// impl<'a> Sink<'a> for Seen {
    ///     fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
    ///         self.0 += usize::from(instruction.target() == b"marker");
    ///     }
    /// }
    /// let (options, mut seen) = (Options::default().with_processing_instructions(true), Seen(0));
    /// tokenize(b"<?marker name=x>", &options, &mut Arena::new(), &mut seen);
    /// assert_eq!(seen.0, 1);
    /// ```
    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.comment(instruction.to_comment());
    }

    /// Takes bytes that give no token.
    ///
    /// ```
    /// # use tagrake::*;
    /// struct Seen(usize);
    /// impl<'a> Sink<'a> for Seen {
    ///     fn dropped(&mut self, dropped: Dropped) {
    ///         self.0 += usize::from(dropped.kind() == DroppedKind::NamelessEndTag);
    ///     }
    /// }
    /// let mut seen = Seen(0);
    /// tokenize(b"</>", &Options::default(), &mut Arena::new(), &mut seen);
    /// assert_eq!(seen.0, 1);
    /// ```
    fn dropped(&mut self, dropped: Dropped) {
        let _ = dropped;
    }

    /// Takes a parse error, if [`Options::errors`](crate::Options::errors) is on; in the order of their offsets.
    ///
    /// ```
    /// # use tagrake::*;
    /// struct Seen(usize);
    /// impl<'a> Sink<'a> for Seen {
    ///     fn error(&mut self, error: ParseError) {
    ///         self.0 += usize::from(error.code == ErrorCode::MissingEndTagName);
    ///     }
    /// }
    /// let mut seen = Seen(0);
    /// tokenize(b"</>", &Options::default().with_errors(true), &mut Arena::new(), &mut seen);
    /// assert_eq!(seen.0, 1);
    /// ```
    fn error(&mut self, error: ParseError) {
        let _ = error;
    }

    /// Takes a parse error with its line and column, from a [`Stream`](crate::Stream), whose bytes may be gone when they are
    /// asked for; hands it to [`error`](Self::error) unless you write it.
    ///
    /// ```
    /// # use tagrake::*;
    /// struct Seen(Vec<String>);
    /// impl<'a> Sink<'a> for Seen {
    ///     fn error_at(&mut self, error: ParseError, position: Position) {
    ///         self.0.push(format!("{}:{}: {}", position.line, position.column, error.code));
    ///     }
    /// }
    /// let mut seen = Seen(Vec::new());
    /// let mut stream = Stream::new(&Options::default().with_errors(true));
    /// stream.feed(b"one\r", &mut seen);
    /// stream.feed(b"\ntwo</>", &mut seen);
    /// stream.finish(&mut seen);
    /// assert_eq!(seen.0, ["2:6: missing-end-tag-name"]);
    /// ```
    fn error_at(&mut self, error: ParseError, position: Position) {
        let _ = position;
        self.error(error);
    }

    /// Returns the state in which the tokenizer goes on, if the sink decides that; asked after each start tag. `None` leaves
    /// it to [`Options::feedback`](crate::Options::feedback).
    ///
    /// For who builds a tree: its stage of tree construction chooses the state
    /// ([parsing of RCDATA and raw text
    /// elements](https://html.spec.whatwg.org/multipage/parsing.html#parsing-elements-that-contain-only-text)). Without a
    /// tree feedback says the same.
    ///
    /// ```
    /// # use tagrake::*;
    /// /// Takes what is in `code` for raw text.
    /// #[derive(Default)]
    /// struct Code<'a>(Vec<&'a str>, bool);
    /// impl<'a> Sink<'a> for Code<'a> {
    ///     fn start_tag(&mut self, tag: StartTag<'a>) {
    ///         self.1 = tag.name() == b"code";
    ///     }
    ///     fn text(&mut self, text: Text<'a>) {
    ///         self.0.push(text.decoded_str());
    ///     }
    ///     fn next_state(&mut self) -> Option<TextState> {
    ///         self.1.then_some(TextState::Rawtext)
    ///     }
    /// }
    /// let (mut arena, mut code) = (Arena::new(), Code::default());
    /// tokenize(b"<p>one<code>if a<b</code>two", &Options::default(), &mut arena, &mut code);
    /// assert_eq!(code.0, ["one", "if a<b", "two"]);
    /// ```
    fn next_state(&mut self) -> Option<TextState> {
        None
    }

    /// Returns whether the sink builds a tree in whose foreign content the tokenizer stands, so that `<![CDATA[` opens a
    /// CDATA section; asked there. It does too where [`Options::feedback`](crate::Options::feedback) or
    /// [`Options::cdata`](crate::Options::cdata) say so.
    ///
    /// Source: [markup declaration open
    /// state](https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state).
    ///
    /// ```
    /// # use tagrake::*;
    /// struct Sections(usize);
    /// impl<'a> Sink<'a> for Sections {
    ///     fn text(&mut self, text: Text<'a>) {
    ///         self.0 += usize::from(text.state() == TextState::CdataSection);
    ///     }
    ///     fn allows_cdata(&self) -> bool {
    ///         true
    ///     }
    /// }
    /// let (mut arena, mut sections) = (Arena::new(), Sections(0));
    /// tokenize(b"<p><![CDATA[x]]>", &Options::default(), &mut arena, &mut sections);
    /// assert_eq!(sections.0, 1);
    /// ```
    fn allows_cdata(&self) -> bool {
        false
    }

    /// Returns whether the sink has seen enough; asked after each token, and true ends the run.
    ///
    /// ```
    /// # use tagrake::*;
    /// /// Finds the first title and stops.
    /// struct Title<'a>(Option<&'a str>);
    /// impl<'a> Sink<'a> for Title<'a> {
    ///     fn text(&mut self, text: Text<'a>) {
    ///         if text.state() == TextState::Rcdata {
    ///             self.0 = Some(text.decoded_str());
    ///         }
    ///     }
    ///     fn is_done(&self) -> bool {
    ///         self.0.is_some()
    ///     }
    /// }
    /// let (mut arena, mut title) = (Arena::new(), Title(None));
    /// tokenize(b"<title>One</title><title>Two</title>", &Options::default(), &mut arena, &mut title);
    /// assert_eq!(title.0, Some("One"));
    /// ```
    fn is_done(&self) -> bool {
        false
    }
}

/// Makes a sink from a closure that takes every token. It gets no errors.
///
/// The closure must take tokens of any lifetime, so it cannot keep them; to keep tokens, pull them from a
/// [`Tokenizer`](crate::Tokenizer) or write a [`Sink`].
///
/// ```
/// use tagrake::{Arena, Options, Stream, Token, sink, tokenize};
///
/// let mut images = 0;
/// let mut count = sink::from_fn(|token| {
///     images += usize::from(matches!(token, Token::StartTag(tag) if tag.name() == b"img"));
/// });
/// tokenize(b"<img src=a><br>", &Options::default(), &mut Arena::new(), &mut count);
/// let mut stream = Stream::new(&Options::default());
/// stream.feed(b"<img sr", &mut count);
/// stream.feed(b"c=b>", &mut count);
/// stream.finish(&mut count);
/// assert_eq!(images, 2);
/// ```
pub fn from_fn<F: FnMut(Token<'_>)>(take: F) -> FromFn<F> {
    FromFn(take)
}

/// A sink that calls a closure for every token: [`from_fn`].
#[derive(Clone)]
pub struct FromFn<F>(F);

impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FromFn").finish_non_exhaustive()
    }
}

impl<'a, F: FnMut(Token<'a>)> Sink<'a> for FromFn<F> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        (self.0)(Token::Doctype(doctype));
    }

    #[inline(always)]
    fn start_tag(&mut self, tag: StartTag<'a>) {
        (self.0)(Token::StartTag(tag));
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: EndTag<'a>) {
        (self.0)(Token::EndTag(tag));
    }

    #[inline(always)]
    fn text(&mut self, text: Text<'a>) {
        (self.0)(Token::Text(text));
    }

    fn comment(&mut self, comment: Comment<'a>) {
        (self.0)(Token::Comment(comment));
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        (self.0)(Token::ProcessingInstruction(instruction));
    }

    fn dropped(&mut self, dropped: Dropped) {
        (self.0)(Token::Dropped(dropped));
    }
}

/// ```
/// # use tagrake::*;
/// fn count<'a>(html: &'a [u8], arena: &'a mut Arena, sink: &mut dyn Sink<'a>) -> usize {
///     let options = Options::default();
///     let mut head = HeadOnly::new(sink, &options);
///     tokenize(html, &options, arena, &mut head).bytes()
/// }
/// let mut tags = 0;
/// count(b"<title>x</title><p>", &mut Arena::new(), &mut sink::from_fn(|_| tags += 1));
/// assert_eq!(tags, 3);
/// ```
impl<'a, S: Sink<'a> + ?Sized> Sink<'a> for &mut S {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        (**self).doctype(doctype);
    }

    #[inline(always)]
    fn start_tag(&mut self, tag: StartTag<'a>) {
        (**self).start_tag(tag);
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: EndTag<'a>) {
        (**self).end_tag(tag);
    }

    #[inline(always)]
    fn text(&mut self, text: Text<'a>) {
        (**self).text(text);
    }

    fn comment(&mut self, comment: Comment<'a>) {
        (**self).comment(comment);
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        (**self).processing_instruction(instruction);
    }

    fn dropped(&mut self, dropped: Dropped) {
        (**self).dropped(dropped);
    }

    fn error(&mut self, error: ParseError) {
        (**self).error(error);
    }

    fn error_at(&mut self, error: ParseError, position: Position) {
        (**self).error_at(error, position);
    }

    #[inline(always)]
    fn next_state(&mut self) -> Option<TextState> {
        (**self).next_state()
    }

    fn allows_cdata(&self) -> bool {
        (**self).allows_cdata()
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        (**self).is_done()
    }
}
