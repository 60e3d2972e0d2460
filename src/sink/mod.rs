//! The `Sink` trait, which receives tokens, and a sink that calls a closure.

mod combined;

use crate::error::ParseError;
use crate::position::Position;
use crate::text_state::TextState;
use crate::token::{Comment, Doctype, Dropped, EndTag, ProcessingInstruction, StartTag, Text, Token};
use core::fmt;

/// Receives the tokens of [`tokenize`](crate::tokenize) and [`Stream`](crate::Stream). By default every token goes
/// to [`token`](Self::token), which does nothing.
///
/// The tokenizer is compiled for each sink type, so methods that a sink does not implement cost nothing. With
/// `tokenize`, tokens live as long as the input and the arena (`'a`), and a sink may store them. `&mut S` and `Option<S>`
/// are sinks if `S` is one, `(A, B)` is a sink if both are, and [`from_fn`] makes a sink from a closure.
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
    /// Called for each token whose own method is not implemented. For sinks that treat all kinds of tokens alike.
    ///
    /// ```
    /// # use tagrake::*;
    /// struct Spans(Vec<std::ops::Range<usize>>);
    /// impl<'a> Sink<'a> for Spans {
    ///     fn token(&mut self, token: Token<'a>) {
    ///         self.0.push(token.span());
    ///     }
    /// }
    /// let mut spans = Spans(Vec::new());
    /// tokenize(b"<p>a", &Options::default(), &mut Arena::new(), &mut spans);
    /// assert_eq!(spans.0, [0..3, 3..4]);
    /// ```
    ///
    /// To pass a token from an iterator to a sink, call [`Token::send_to`], which calls the method of its kind. A direct call
    /// of `token` does nothing if the sink implements other methods:
    ///
    /// ```
    /// # use tagrake::*;
    /// struct Tags(usize);
    /// impl<'a> Sink<'a> for Tags {
    ///     fn start_tag(&mut self, _: StartTag<'a>) {
    ///         self.0 += 1;
    ///     }
    /// }
    /// let (arena, mut ignored, mut counted) = (Arena::new(), Tags(0), Tags(0));
    /// for token in Tokenizer::new(b"<p>a", &arena) {
    ///     ignored.token(token);
    ///     token.send_to(&mut counted);
    /// }
    /// assert_eq!((ignored.0, counted.0), (0, 1));
    /// ```
    ///
    /// So a sink that wraps another one must forward each kind of token, not only `token`.
    #[inline(always)]
    fn token(&mut self, token: Token<'a>) {
        let _ = token;
    }

    /// Called for each DOCTYPE.
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.token(Token::Doctype(doctype));
    }

    /// Called for each start tag.
    #[inline(always)]
    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.token(Token::StartTag(tag));
    }

    /// Called for each end tag.
    #[inline(always)]
    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.token(Token::EndTag(tag));
    }

    /// Called for each run of text.
    #[inline(always)]
    fn text(&mut self, text: Text<'a>) {
        self.token(Token::Text(text));
    }

    /// Called for each comment.
    fn comment(&mut self, comment: Comment<'a>) {
        self.token(Token::Comment(comment));
    }

    /// Called for each processing instruction, with
    /// [`Options::with_processing_instructions`](crate::Options::with_processing_instructions). By default it passes
    /// the equivalent bogus comment to [`comment`](Self::comment).
    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.comment(instruction.to_comment());
    }

    /// Called for bytes that produce no token.
    fn dropped(&mut self, dropped: Dropped) {
        self.token(Token::Dropped(dropped));
    }

    /// Called for each parse error if [`Options::errors`](crate::Options::errors) is on, in the order of offsets.
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

    /// Called by a [`Stream`](crate::Stream) for each parse error, with its line and column, because the bytes before
    /// it may already be freed. By default it calls [`error`](Self::error).
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

    /// Returns the state that follows a start tag, or `None` for the state that
    /// [`Options::feedback`](crate::Options::feedback) computes. Called after each start tag.
    ///
    /// For sinks that build a tree, since tree construction chooses this state ([parsing elements that contain only
    /// text](https://html.spec.whatwg.org/multipage/parsing.html#parsing-elements-that-contain-only-text)). Without a
    /// tree, feedback computes the same state.
    ///
    /// ```
    /// # use tagrake::*;
    /// /// Reads the content of `code` as raw text.
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

    /// Returns true if the adjusted current node of the tree that the sink builds is a foreign element, so that
    /// `<![CDATA[` opens a CDATA section. Called at each `<![CDATA[`. A CDATA section also opens if
    /// [`Options::feedback`](crate::Options::feedback) or [`Options::cdata`](crate::Options::cdata) allows it.
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

    /// Returns true if the sink needs no more tokens, which ends the run. Called after each token.
    ///
    /// ```
    /// # use tagrake::*;
    /// /// Stores the first title and stops.
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

    /// Returns true if the sink ignores the characters between this tag and the next one. They may then not be sent.
    ///
    /// The fast path asks after each tag, and skips the characters without looking for references in them.
    fn ignores_text(&self) -> bool {
        false
    }
}

impl<'a> Token<'a> {
    /// Sends the token to `sink`: calls the method of its kind.
    ///
    /// ```
    /// use tagrake::{Arena, Sink, StartTag, Tokenizer};
    ///
    /// struct Images(usize);
    ///
    /// impl<'a> Sink<'a> for Images {
    ///     fn start_tag(&mut self, tag: StartTag<'a>) {
    ///         self.0 += usize::from(tag.name() == b"img");
    ///     }
    /// }
    ///
    /// let (arena, mut images) = (Arena::new(), Images(0));
    /// for token in Tokenizer::new(b"<p><img><img>", &arena) {
    ///     token.send_to(&mut images);
    /// }
    /// assert_eq!(images.0, 2);
    /// ```
    #[inline]
    pub fn send_to<S: Sink<'a> + ?Sized>(self, sink: &mut S) {
        match self {
            Self::Doctype(doctype) => sink.doctype(doctype),
            Self::StartTag(tag) => sink.start_tag(tag),
            Self::EndTag(tag) => sink.end_tag(tag),
            Self::Text(text) => sink.text(text),
            Self::Comment(comment) => sink.comment(comment),
            Self::ProcessingInstruction(instruction) => sink.processing_instruction(instruction),
            Self::Dropped(dropped) => sink.dropped(dropped),
        }
    }
}

/// Returns a sink that calls `take` for every token, and ignores errors.
///
/// The closure must accept tokens of any lifetime, so it cannot store them. To store tokens, iterate over a
/// [`Tokenizer`](crate::Tokenizer) or implement [`Sink`].
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

/// The sink that [`from_fn`] returns.
#[derive(Clone)]
pub struct FromFn<F>(F);

impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("FromFn").finish_non_exhaustive()
    }
}

impl<'a, F: FnMut(Token<'a>)> Sink<'a> for FromFn<F> {
    #[inline(always)]
    fn token(&mut self, token: Token<'a>) {
        (self.0)(token);
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.token(Token::ProcessingInstruction(instruction));
    }
}
