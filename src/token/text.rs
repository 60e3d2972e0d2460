//! Text and comment tokens.

use super::debug::{Escaped, debug_token};
use crate::arena::Source;
use crate::decode::{self, Context};
use crate::text_state::TextState;
use core::fmt;
use core::ops::Range;

/// A run of the standard's character tokens.
///
/// Text ends where markup begins. A `<` that opens no markup is part of the text. A CDATA section is a text token of
/// its own. The newline just after a `pre`, `listing` or `textarea` start tag is part of the text: [tree
/// construction](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody) drops it, not the tokenizer.
///
/// ```
/// use tagrake::{Arena, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let Some(Token::Text(text)) = Tokenizer::new(b"1 < 2 &amp; 3\r\n<p>", &arena).next() else { panic!() };
/// assert_eq!(text.raw_text(), b"1 < 2 &amp; 3\r\n");
/// assert_eq!(text.decoded(), b"1 < 2 & 3\n");
/// assert_eq!(text.span(), 0..15);
/// ```
#[derive(Clone, Copy)]
pub struct Text<'a> {
    pub(crate) source: Source<'a>,
    /// The start of the raw text, or of the `<![CDATA[` before it.
    pub(crate) start: usize,
    /// The end of the raw text, or of the `]]>` after it.
    pub(crate) end: usize,
    pub(crate) raw_start: usize,
    pub(crate) raw_end: usize,
    pub(crate) state: TextState,
    /// True if decoding is known to change nothing.
    pub(crate) is_plain: bool,
    /// The words of the text, if they are known to be a single run.
    pub(crate) run: Option<WordRun>,
    /// The characters as the state machine emitted them. `None` means that they are decoded from the raw text on
    /// demand.
    pub(crate) literal: Option<&'a [u8]>,
}

/// A *run*: words with one U+0020 between each two of them. White space surrounds it.
#[derive(Clone, Copy)]
pub(crate) struct WordRun {
    pub(crate) start: usize,
    /// Not greater than `start` if the text is white space.
    pub(crate) end: usize,
}

impl<'a> Text<'a> {
    /// Returns the text as written, without the delimiters of a CDATA section.
    #[inline(always)]
    pub fn raw_text(&self) -> &'a [u8] {
        &self.source.input[self.raw_start..self.raw_end]
    }

    /// Returns the characters: character references are resolved if [`state`](Self::state) allows them, and newlines
    /// are normalized. NUL is kept in the data and CDATA section states, and is U+FFFD in the others. Borrows from the
    /// input if nothing changes.
    ///
    /// Nothing is cached. Each call decodes again, and writes a changed text to the arena again. Call it once and keep
    /// the result, which lives as long as the arena.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Text(text)) = Tokenizer::new(b"a&lt;b", &arena).next() else { panic!() };
    /// assert_eq!(text.decoded(), b"a<b");
    /// ```
    #[inline(always)]
    pub fn decoded(&self) -> &'a [u8] {
        if self.is_plain {
            return self.raw_text();
        }
        decode::literal_or_decoded(self.literal, self.source.bump(), self.raw_text(), Context::Text(self.state))
    }

    /// Returns [`decoded`](Self::decoded) as text, with U+FFFD for invalid UTF-8. Each call decodes again.
    #[inline(always)]
    pub fn decoded_str(&self) -> &'a str {
        match self.source.text_at(self.raw_start..self.raw_end).filter(|_| self.literal.is_none()) {
            Some(raw) if self.is_plain => raw,
            Some(raw) => decode::decode_text(self.source.bump(), raw, Context::Text(self.state)),
            None => self.source.validated(self.decoded()),
        }
    }

    /// Calls `each` for every change that [`decoded`](Self::decoded) makes, in order, with the byte range in the input
    /// and its replacement. Changes are character references, CR and, in states that replace it, NUL.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Text(text)) = Tokenizer::new(b"<p>a&lt;b", &arena).nth(1) else { panic!() };
    /// text.for_each_change(|span, instead| assert_eq!((span, instead), (4..8, "<")));
    /// ```
    pub fn for_each_change(&self, mut each: impl FnMut(Range<usize>, &str)) {
        let base = self.source.absolute(self.raw_start..self.raw_end).start;
        decode::for_each_change(self.raw_text(), Context::Text(self.state), &mut |span, instead| {
            each(base + span.start..base + span.end, instead);
        });
    }

    /// Returns the state in which the text was read: data, or RCDATA for a title, script data for a script, and so on.
    ///
    /// ```
    /// # use tagrake::{Arena, TextState, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Text(text)) = Tokenizer::new(b"<title>x", &arena).nth(1) else { panic!() };
    /// assert_eq!(text.state(), TextState::Rcdata);
    /// ```
    #[inline(always)]
    pub fn state(&self) -> TextState {
        self.state
    }

    /// Returns the byte range of the token in the input, including the delimiters of a CDATA section.
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        self.source.absolute(self.start..self.end)
    }
}

/// A byte order mark in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

impl Text<'_> {
    /// Returns true if the text begins with a byte order mark at the start of the input.
    pub(crate) fn has_byte_order_mark(&self) -> bool {
        self.span().start == 0 && self.raw_text().starts_with(BYTE_ORDER_MARK)
    }

    /// Returns the text without its byte order mark.
    pub(crate) fn without_byte_order_mark(self) -> Self {
        let len = BYTE_ORDER_MARK.len();
        let literal = self.literal.map(|literal| &literal[len..]);
        Self { start: self.start + len, raw_start: self.raw_start + len, run: None, literal, ..self }
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug_token(formatter, "Text", self.span(), &[("decoded", &Escaped(self.decoded())), ("state", &self.state)])
    }
}

/// A [comment token](https://html.spec.whatwg.org/multipage/parsing.html#comment-state). Bogus comments are comments
/// too.
///
/// ```
/// use tagrake::{Arena, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let Some(Token::Comment(comment)) = Tokenizer::new(b"<!-- a -->", &arena).next() else { panic!() };
/// assert_eq!((comment.data(), comment.span()), (&b" a "[..], 0..10));
/// ```
#[derive(Clone, Copy)]
pub struct Comment<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) raw_start: usize,
    pub(crate) raw_end: usize,
    /// The data as the state machine built it. `None` means that it is decoded from the raw data on demand.
    pub(crate) literal: Option<&'a [u8]>,
}

impl<'a> Comment<'a> {
    /// Returns the data as written, without the delimiters. The data of a bogus comment starts after `<`, `<!` or `</`.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Comment(comment)) = Tokenizer::new(b"<?php ?>", &arena).next() else { panic!() };
    /// assert_eq!(comment.raw_data(), b"?php ?");
    /// ```
    #[inline(always)]
    pub fn raw_data(&self) -> &'a [u8] {
        &self.source.input[self.raw_start..self.raw_end]
    }

    /// Returns the data with normalized newlines, and U+FFFD for NUL. Borrows from the input if nothing changes.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Comment(comment)) = Tokenizer::new(b"<!--\r\n-->", &arena).next() else { panic!() };
    /// assert_eq!(comment.data(), b"\n");
    /// ```
    #[inline(always)]
    pub fn data(&self) -> &'a [u8] {
        decode::literal_or_decoded(self.literal, self.source.bump(), self.raw_data(), Context::Comment)
    }

    /// Returns [`data`](Self::data) as text, with U+FFFD for invalid UTF-8.
    #[inline(always)]
    pub fn data_str(&self) -> &'a str {
        self.source.validated(self.data())
    }

    /// Returns the byte range of the comment in the input, from `<` to just past `>`.
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        self.source.absolute(self.start..self.end)
    }
}

impl fmt::Debug for Comment<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug_token(formatter, "Comment", self.span(), &[("data", &Escaped(self.data()))])
    }
}
