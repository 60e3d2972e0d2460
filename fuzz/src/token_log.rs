//! A sink that records all tokens and errors.

use std::ops::Range;
use tagrake::{
    Comment, Doctype, Dropped, EndTag, ParseError, Position, ProcessingInstruction, Sink, StartTag, Text, Token,
};

/// The tokens, spans, errors and positions that a sink received.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct TokenLog {
    tokens: Vec<String>,
    spans: Vec<Range<usize>>,
    pub(crate) errors: Vec<ParseError>,
    pub(crate) positions: Vec<Position>,
}

impl TokenLog {
    /// Appends a token.
    pub(crate) fn push(&mut self, token: &Token<'_>) {
        match *token {
            Token::Doctype(doctype) => self.doctype(doctype),
            Token::StartTag(tag) => self.start_tag(tag),
            Token::EndTag(tag) => self.end_tag(tag),
            Token::Text(text) => self.text(text),
            Token::Comment(comment) => self.comment(comment),
            Token::ProcessingInstruction(instruction) => self.processing_instruction(instruction),
            Token::Dropped(dropped) => self.dropped(dropped),
            _ => unreachable!("unknown kind of token"),
        }
    }

    /// Panics unless the spans follow each other from 0 to `len`.
    pub(crate) fn assert_cover(&self, len: usize) {
        let mut end = 0;
        for (span, token) in self.spans.iter().zip(&self.tokens) {
            assert_eq!(span.start, end, "gap or overlap before {token}");
            end = span.end;
        }
        assert_eq!(end, len, "the spans cover the input");
    }
}

impl<'a> Sink<'a> for TokenLog {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.spans.push(doctype.span());
        self.tokens.push(format!("{doctype:?}"));
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.spans.push(tag.span());
        let (duplicates, surplus) = (tag.duplicate_attributes(), tag.surplus_attributes());
        self.tokens.push(format!("{tag:?} {:?} {duplicates} {surplus}", tag.namespace()));
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.spans.push(tag.span());
        self.tokens.push(format!("{tag:?}"));
    }

    fn text(&mut self, text: Text<'a>) {
        self.spans.push(text.span());
        self.tokens.push(format!("{text:?}"));
    }

    fn comment(&mut self, comment: Comment<'a>) {
        self.spans.push(comment.span());
        self.tokens.push(format!("{comment:?}"));
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.spans.push(instruction.span());
        self.tokens.push(format!("{instruction:?} {:?}", instruction.data_span()));
    }

    fn dropped(&mut self, dropped: Dropped) {
        self.spans.push(dropped.span());
        self.tokens.push(format!("{dropped:?}"));
    }

    fn error(&mut self, error: ParseError) {
        self.errors.push(error);
    }

    fn error_at(&mut self, error: ParseError, position: Position) {
        self.errors.push(error);
        self.positions.push(position);
    }
}
