//! The two ways in: pull ([`Tokenizer`]) and push ([`tokenize`]), over the same engine.

use crate::arena::Arena;
use crate::error::ParseError;
use crate::options::Options;
use crate::sink::Sink;
use crate::token::Token;

/// Gives the tokens of a page, one after the other.
#[derive(Debug)]
pub struct Tokenizer<'a> {
    _arena: &'a Arena,
}

impl<'a> Tokenizer<'a> {
    /// Starts at the first byte of `html`, with the default options.
    pub fn new(html: &'a [u8], arena: &'a Arena) -> Self {
        Self::with_options(html, &Options::default(), arena)
    }

    /// Starts at the first byte of `html`.
    pub fn with_options(_html: &'a [u8], _options: &Options, arena: &'a Arena) -> Self {
        Self { _arena: arena }
    }

    /// Returns the parse errors so far.
    pub fn errors(&self) -> &[ParseError] {
        &[]
    }
}

impl<'a> Iterator for Tokenizer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        None
    }
}

/// Puts every token of `html` into `sink`.
pub fn tokenize<'a, S: Sink<'a>>(_html: &'a [u8], _options: &Options, arena: &'a mut Arena, _sink: &mut S) {
    arena.reset();
}
