//! Tokens and errors as rows of JSON, which `tagrake tokens` prints by default.

use super::args::TokensArgs;
use super::json_string::JsonString;
use crate::failure::Failure;
use crate::output::stdio::StdoutRows;
use crate::verbs::document::Document;
use serde::Serialize;
use std::collections::VecDeque;
use std::ops::Range;
use tagrake::{Attribute, DroppedKind, LineIndex, ParseError, Position, Quote, TextState, Token};

/// Prints tokens and errors as JSON objects, ordered by offset.
pub(super) struct TokenPrinter<'p> {
    pub(super) rows: StdoutRows,
    /// Errors that are not printed yet.
    errors: VecDeque<SyntaxError>,
    /// The offset of the text in the file, which is added to all offsets.
    base: usize,
    spans: bool,
    /// The lines of the text, with `--positions`.
    lines: Option<LineIndex<'p>>,
}

impl<'p> TokenPrinter<'p> {
    pub(super) fn new(page: &'p Document, args: &TokensArgs) -> Result<Self, Failure> {
        Ok(Self {
            rows: StdoutRows::to_stdout()?,
            errors: VecDeque::new(),
            base: page.base,
            spans: args.spans,
            lines: args.positions.then(|| LineIndex::new(page.html())),
        })
    }

    /// Adds an error, before its token.
    pub(super) fn error(&mut self, error: ParseError, position: Position) {
        let (code, offset) = (Some(error.code.as_str()), self.base + error.offset);
        self.errors.push_back(SyntaxError { code, what: None, offset, line: position.line, column: position.column });
    }

    /// Adds an error of an old edition, whose offset is one in the file.
    pub(super) fn edition_error(&mut self, error: &tagrake_editions::ParseError, position: Position) {
        let (what, offset) = (Some(error.message), error.offset);
        self.errors.push_back(SyntaxError { code: None, what, offset, line: position.line, column: position.column });
    }

    /// Prints a token and the errors before its end.
    pub(super) fn token(&mut self, token: &Token<'_>) -> Result<(), Failure> {
        let Range { start, end } = token.span();
        let span = self.span(token.span());
        let row = match token {
            Token::Doctype(doctype) => TokenRow::Doctype {
                name: doctype.name().map(JsonString),
                public_id: doctype.public_id().map(JsonString),
                system_id: doctype.system_id().map(JsonString),
                force_quirks: doctype.force_quirks(),
                span,
            },
            Token::StartTag(tag) => TokenRow::StartTag {
                name: JsonString(tag.name()),
                attributes: tag.attributes().map(|attribute| self.attribute(&attribute)).collect(),
                self_closing: tag.is_self_closing(),
                duplicate_attributes: tag.duplicate_attributes(),
                surplus_attributes: tag.surplus_attributes(),
                span,
                name_span: self.span(tag.name_span()),
            },
            Token::EndTag(tag) => {
                let (name, name_span) = (JsonString(tag.name()), self.span(tag.name_span()));
                TokenRow::EndTag { name, implied: tag.is_implied(), span, name_span }
            }
            Token::Text(text) => {
                TokenRow::Text { text: JsonString(text.decoded()), state: Some(state_name(text.state())), span }
            }
            Token::Comment(comment) => TokenRow::Comment { data: JsonString(comment.data()), span },
            Token::ProcessingInstruction(instruction) => TokenRow::ProcessingInstruction {
                target: JsonString(instruction.target()),
                data: JsonString(instruction.data()),
                span,
                target_span: self.span(instruction.target_span()),
                data_span: self.span(instruction.data_span()),
            },
            Token::Dropped(dropped) => TokenRow::Dropped { reason: reason(dropped.kind()), span },
            _ => return Ok(()),
        };
        self.row(&row, self.base + start..self.base + end)
    }

    /// Prints the row of the token at `span` in the file, and the errors before its end.
    pub(super) fn row(&mut self, row: &TokenRow<'_>, span: Range<usize>) -> Result<(), Failure> {
        self.errors_before(span.start)?;
        match &self.lines {
            Some(lines) => {
                // A byte order mark that an old edition reads as text is before the text.
                let Position { line, column, .. } = lines.position(span.start.saturating_sub(self.base));
                self.rows.write(&PlacedRow { row, line, column })?;
            }
            None => self.rows.write(row)?,
        }
        self.errors_before(span.end)
    }

    fn errors_before(&mut self, end: usize) -> Result<(), Failure> {
        while let Some(error) = self.errors.front().filter(|error| error.offset < end) {
            self.rows.write(error)?;
            self.errors.pop_front();
        }
        Ok(())
    }

    /// Prints the other errors.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.errors_before(usize::MAX)?;
        self.rows.flush()
    }

    fn attribute<'a>(&self, attribute: &Attribute<'a>) -> AttributeRow<'a> {
        AttributeRow {
            name: JsonString(attribute.name()),
            value: JsonString(attribute.value()),
            quote: self.spans.then(|| quote_name(attribute.quote())),
            name_span: self.span(attribute.name_span()),
            value_span: self.span(attribute.value_span()),
        }
    }

    /// Returns the span in the file, with `--spans`.
    fn span(&self, span: Range<usize>) -> Option<[usize; 2]> {
        self.spans.then(|| [self.base + span.start, self.base + span.end])
    }
}

/// A token with the place of its first byte, with `--positions`.
#[derive(Serialize)]
struct PlacedRow<'r, 'a> {
    #[serde(flatten)]
    row: &'r TokenRow<'a>,
    line: usize,
    column: usize,
}

/// One line of the output.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum TokenRow<'a> {
    Doctype {
        name: Option<JsonString<'a>>,
        public_id: Option<JsonString<'a>>,
        system_id: Option<JsonString<'a>>,
        force_quirks: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        span: Option<[usize; 2]>,
    },
    StartTag {
        name: JsonString<'a>,
        attributes: Vec<AttributeRow<'a>>,
        self_closing: bool,
        #[serde(skip_serializing_if = "is_zero")]
        duplicate_attributes: usize,
        #[serde(skip_serializing_if = "is_zero")]
        surplus_attributes: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        span: Option<[usize; 2]>,
        #[serde(skip_serializing_if = "Option::is_none")]
        name_span: Option<[usize; 2]>,
    },
    EndTag {
        name: JsonString<'a>,
        #[serde(skip_serializing_if = "is_false")]
        implied: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        span: Option<[usize; 2]>,
        #[serde(skip_serializing_if = "Option::is_none")]
        name_span: Option<[usize; 2]>,
    },
    Text {
        text: JsonString<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        state: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        span: Option<[usize; 2]>,
    },
    Comment {
        data: JsonString<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        span: Option<[usize; 2]>,
    },
    ProcessingInstruction {
        target: JsonString<'a>,
        data: JsonString<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        span: Option<[usize; 2]>,
        #[serde(skip_serializing_if = "Option::is_none")]
        target_span: Option<[usize; 2]>,
        #[serde(skip_serializing_if = "Option::is_none")]
        data_span: Option<[usize; 2]>,
    },
    Dropped {
        reason: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        span: Option<[usize; 2]>,
    },
}

/// One line of the output.
#[derive(Serialize)]
#[serde(tag = "type", rename = "error")]
struct SyntaxError {
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// A description, for errors of old editions, which have no code.
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<&'static str>,
    offset: usize,
    line: usize,
    column: usize,
}

#[derive(Serialize)]
pub(super) struct AttributeRow<'a> {
    pub(super) name: JsonString<'a>,
    pub(super) value: JsonString<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) quote: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name_span: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) value_span: Option<[usize; 2]>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

fn state_name(state: TextState) -> &'static str {
    state.as_str().trim_end_matches(" state")
}

fn quote_name(quote: Quote) -> &'static str {
    match quote {
        Quote::NoValue => "no_value",
        Quote::Unquoted => "unquoted",
        Quote::Single => "single",
        Quote::Double => "double",
    }
}

fn reason(kind: DroppedKind) -> &'static str {
    match kind {
        DroppedKind::NamelessEndTag => "nameless_end_tag",
        DroppedKind::EmptyCdataSection => "empty_cdata_section",
        DroppedKind::UnfinishedTag => "unfinished_tag",
        DroppedKind::UnfinishedProcessingInstruction => "unfinished_processing_instruction",
        _ => "other",
    }
}
