//! `tagrake tokens --chunk`: tokenizes a document that arrives in chunks. The tokens are the same.

use super::html5lib::{ErrorRow, Html5libToken};
use super::token_rows::TokenPrinter;
use crate::failure::Failure;
use crate::report::messages::print_message;
use serde_json::value::{RawValue, to_raw_value};
use std::borrow::Cow;
use std::num::NonZeroUsize;
use tagrake::{Options, ParseError, Position, ProcessingInstruction, Sink, Stream, Token};

/// Receives the tokens and the errors of a stream.
pub(super) trait TokenOutput {
    /// Called for each token.
    fn token(&mut self, token: Token<'_>) -> Result<(), Failure>;
    /// Called for each error, before its token.
    fn error(&mut self, error: ParseError, position: Position);
}

impl TokenOutput for TokenPrinter<'_> {
    fn token(&mut self, token: Token<'_>) -> Result<(), Failure> {
        self.token(&token)
    }

    fn error(&mut self, error: ParseError, position: Position) {
        self.error(error, position);
    }
}

/// A sink that stops at the first failure. The output is a trait object, because the fast path is compiled once per
/// sink type, which costs 90 kB of code.
struct StreamSink<'r> {
    output: &'r mut dyn TokenOutput,
    result: Result<(), Failure>,
}

impl<'a> Sink<'a> for StreamSink<'_> {
    fn token(&mut self, token: Token<'a>) {
        if self.result.is_ok() {
            self.result = self.output.token(token);
        }
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.token(Token::ProcessingInstruction(instruction));
    }

    fn error_at(&mut self, error: ParseError, position: Position) {
        self.output.error(error, position);
    }

    fn is_done(&self) -> bool {
        self.result.is_err()
    }
}

/// Tokenizes `html` in chunks of `size` bytes.
pub(super) fn read(
    html: &[u8],
    size: NonZeroUsize,
    options: &Options,
    output: &mut dyn TokenOutput,
) -> Result<(), Failure> {
    let (mut stream, mut sink) = (Stream::new(options), StreamSink { output, result: Ok(()) });
    html.chunks(size.get()).for_each(|chunk| stream.feed(chunk, &mut sink));
    stream.finish(&mut sink).limits_met().for_each(print_message);
    sink.result
}

/// Returns the tokens and the errors of `html` in the html5lib-tests format.
pub(super) fn html5lib(
    html: &[u8],
    size: NonZeroUsize,
    options: &Options,
) -> Result<(Vec<Box<RawValue>>, Vec<ErrorRow>), Failure> {
    let mut rows = Html5libRows::default();
    read(html, size, options, &mut rows)?;
    rows.end_characters()?;
    Ok((rows.tokens, rows.errors))
}

#[derive(Default)]
struct Html5libRows {
    tokens: Vec<Box<RawValue>>,
    /// Adjacent text so far: it becomes one token.
    characters: Vec<u8>,
    errors: Vec<ErrorRow>,
}

impl Html5libRows {
    fn push(&mut self, token: &Html5libToken<'_>) -> Result<(), Failure> {
        self.tokens.push(to_raw_value(token).map_err(std::io::Error::from)?);
        Ok(())
    }

    fn end_characters(&mut self) -> Result<(), Failure> {
        let characters = std::mem::take(&mut self.characters);
        if characters.is_empty() { Ok(()) } else { self.push(&Html5libToken::Character(Cow::Owned(characters))) }
    }
}

impl TokenOutput for Html5libRows {
    fn token(&mut self, token: Token<'_>) -> Result<(), Failure> {
        match Html5libToken::new(token) {
            Some(Html5libToken::Character(characters)) => self.characters.extend_from_slice(&characters),
            Some(token) => {
                self.end_characters()?;
                self.push(&token)?;
            }
            None => {}
        }
        Ok(())
    }

    fn error(&mut self, error: ParseError, position: Position) {
        self.errors.push(ErrorRow::new(error.code.as_str(), position));
    }
}
