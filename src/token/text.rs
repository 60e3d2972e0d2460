//! Runs of characters, and comments.

use super::{Lossy, Source};
use crate::decode::{self, Context};
use crate::text_state::TextState;
use core::fmt;
use core::ops::Range;

/// A run of the standard's character tokens.
///
/// It ends where markup begins: `<` that is only a character is inside. A CDATA section is a run of its own. The newline
/// right behind a start tag of `pre`, `listing` or `textarea` is inside too; it is
/// [tree construction](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody) that leaves it out.
///
/// ```
/// use tagrake::{Arena, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let Some(Token::Text(text)) = Tokenizer::new(b"1 < 2 &amp; 3\r\n<p>", &arena).next() else { panic!() };
/// assert_eq!(text.raw(), b"1 < 2 &amp; 3\r\n");
/// assert_eq!(text.decoded(), b"1 < 2 & 3\n");
/// assert_eq!(text.span(), 0..15);
/// ```
#[derive(Clone, Copy)]
pub struct Text<'a> {
    pub(crate) source: Source<'a>,
    /// Where the token begins: at the raw text, or at the `<![CDATA[` before it.
    pub(crate) start: usize,
    /// Where the token ends: at the end of the raw text, or after the `]]>` that follows.
    pub(crate) end: usize,
    pub(crate) raw_start: usize,
    pub(crate) raw_end: usize,
    pub(crate) state: TextState,
    /// Whether the text is known to need no change.
    pub(crate) is_plain: bool,
    /// The characters as the machine emitted them.
    pub(crate) literal: Option<&'a [u8]>,
}

impl<'a> Text<'a> {
    /// Returns the text as it is written, without the marks of a CDATA section.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Text(text)) = Tokenizer::new(b"a&lt;b", &arena).next() else { panic!() };
    /// assert_eq!(text.raw(), b"a&lt;b");
    /// ```
    #[inline(always)]
    pub fn raw(&self) -> &'a [u8] {
        &self.source.input[self.raw_start..self.raw_end]
    }

    /// Returns the characters: references resolved where the state knows them, newlines normalised, NUL by the state's
    /// rule (kept in data and CDATA sections, U+FFFD elsewhere). Borrowed from the input if nothing had to change.
    ///
    /// Nothing is cached: each call decodes again, and a text that has a character reference or another change is written to
    /// the arena each time. Call it once and keep the result, which lives as long as the arena.
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
            return self.raw();
        }
        decode::literal_or_decoded(self.literal, self.source.bump(), self.raw(), Context::Text(self.state))
    }

    /// Returns [`decoded`](Self::decoded) as text, with U+FFFD for what is not UTF-8. Each call decodes again.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Text(text)) = Tokenizer::new(b"a&lt;b", &arena).next() else { panic!() };
    /// assert_eq!(text.decoded_str(), "a<b");
    /// ```
    #[inline(always)]
    pub fn decoded_str(&self) -> &'a str {
        self.source.text(self.decoded())
    }

    /// Calls `each` with the places in the input, in bytes, that [`decoded`](Self::decoded) changes, in order, and with
    /// what stands for them: character references, CR, and NUL where it is replaced.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Text(text)) = Tokenizer::new(b"<p>a&lt;b", &arena).nth(1) else { panic!() };
    /// text.for_each_change(|span, instead| assert_eq!((span, instead), (4..8, "<")));
    /// ```
    pub fn for_each_change(&self, mut each: impl FnMut(Range<usize>, &str)) {
        let base = self.source.absolute(self.raw_start..self.raw_end).start;
        decode::for_each_change(self.raw(), Context::Text(self.state), &mut |span, instead| {
            each(base + span.start..base + span.end, instead);
        });
    }

    /// Returns the state in which the text was read: data, or the raw text of a title, a style, a script and so on.
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

    /// Returns the token's place in the input, in bytes, the marks of a CDATA section included.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// assert_eq!(Tokenizer::new(b"<p>x</p>", &arena).nth(1).unwrap().span(), 3..4);
    /// ```
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        self.source.absolute(self.start..self.end)
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Text")
            .field("span", &self.span())
            .field("decoded", &Lossy(self.decoded()))
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

/// A [comment token](https://html.spec.whatwg.org/multipage/parsing.html#comment-state), bogus comments included.
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
    /// The data as the machine built it.
    pub(crate) literal: Option<&'a [u8]>,
}

impl<'a> Comment<'a> {
    /// Returns the data as it is written, between the comment's marks.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Comment(comment)) = Tokenizer::new(b"<?php ?>", &arena).next() else { panic!() };
    /// assert_eq!(comment.raw(), b"?php ?");
    /// ```
    #[inline(always)]
    pub fn raw(&self) -> &'a [u8] {
        &self.source.input[self.raw_start..self.raw_end]
    }

    /// Returns the data: newlines normalised, U+FFFD for NUL. Borrowed from the input if nothing had to change.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Comment(comment)) = Tokenizer::new(b"<!--\r\n-->", &arena).next() else { panic!() };
    /// assert_eq!(comment.data(), b"\n");
    /// ```
    #[inline(always)]
    pub fn data(&self) -> &'a [u8] {
        decode::literal_or_decoded(self.literal, self.source.bump(), self.raw(), Context::Comment)
    }

    /// Returns [`data`](Self::data) as text, with U+FFFD for what is not UTF-8.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Comment(comment)) = Tokenizer::new(b"<!--x-->", &arena).next() else { panic!() };
    /// assert_eq!(comment.data_str(), "x");
    /// ```
    #[inline(always)]
    pub fn data_str(&self) -> &'a str {
        self.source.text(self.data())
    }

    /// Returns the comment's place in the input, in bytes, from `<` to after `>`.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// assert_eq!(Tokenizer::new(b"<!--x--><p>", &arena).next().unwrap().span(), 0..8);
    /// ```
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        self.source.absolute(self.start..self.end)
    }
}

impl fmt::Debug for Comment<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Comment")
            .field("span", &self.span())
            .field("data", &Lossy(self.data()))
            .finish_non_exhaustive()
    }
}
