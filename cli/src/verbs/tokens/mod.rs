//! `tagrake tokens`: prints the token stream of one document, or runs tests.

mod batch;
mod chunked;
mod edition;
mod html5lib;
mod json_string;
mod side_by_side;

use crate::args::tokens::{Editions, TokenFormat, TokensArgs};
use crate::failure::Failure;
use crate::output::overwrites::Overwrites;
use crate::output::stdio::StdoutRows;
use crate::report::messages::print_message;
use crate::report::usage;
use crate::verbs::document::{Document, DocumentPlace};
use json_string::JsonString;
use serde::Serialize;
use std::ops::Range;
use std::path::Path;
use tagrake::editions::Edition;
use tagrake::{
    Arena, Attribute, DroppedKind, LineIndex, ParseError, Position, Quote, Summary, TextState, Token, Tokenizer,
};

/// Prints the tokens of the document of `args`, or runs its tests.
pub(crate) fn run(args: &TokensArgs) -> Result<(), Failure> {
    if args.batch {
        return batch::run(args);
    }
    args.check();
    let file = args.file.clone().unwrap_or_else(usage::default_input);
    let path = args.record.as_ref().map_or(&*file, |record| Path::new(&*record.file));
    Overwrites::refuse([Path::new("-")], [path]);
    let place = args.record.as_ref().map_or(DocumentPlace::File(&file), DocumentPlace::Record);
    let page = Document::read(&place, args.max_record_bytes, &args.encoding)?;
    match args.edition {
        Editions::All => side_by_side::print(&page, args),
        Editions::One(Edition::Living) => print(&page, args),
        Editions::One(edition) => edition::print(&page, edition, args),
    }
}

/// Prints the tokens of `page` by the rules of the living standard.
fn print(page: &Document, args: &TokensArgs) -> Result<(), Failure> {
    let arena = Arena::new();
    let (html, options) = (page.html(), args.options());
    let mut tokenizer = Tokenizer::with_options(html, &options, &arena);
    let mut printer = TokenPrinter { rows: StdoutRows::to_stdout()?, base: page.base, spans: args.spans };
    match (args.format.unwrap_or(TokenFormat::Jsonl), args.chunk) {
        (TokenFormat::Html5lib, Some(size)) => {
            let (tokens, errors) = chunked::html5lib(html, size, &options)?;
            tokens.iter().try_for_each(|token| printer.rows.write(token))?;
            errors.iter().try_for_each(|error| printer.rows.write(error))?;
        }
        (TokenFormat::Html5lib, None) => {
            for token in html5lib::tokens(&mut tokenizer) {
                printer.rows.write(&token)?;
            }
            // html5lib-tests list errors separately from tokens, too.
            for error in html5lib::errors(tokenizer.errors(), html) {
                printer.rows.write(&error)?;
            }
            print_limits(tokenizer.summary());
        }
        (TokenFormat::Jsonl, Some(size)) => {
            chunked::print(html, size, &options, &mut printer)?;
        }
        (TokenFormat::Jsonl, None) => {
            let (lines, mut printed) = (LineIndex::new(html), 0);
            let mut errors_before = |printer: &mut TokenPrinter, errors: &[ParseError], end| {
                while let Some(error) = errors.get(printed).filter(|error| error.offset < end) {
                    printer.error(*error, lines.position(error.offset))?;
                    printed += 1;
                }
                Ok::<_, Failure>(())
            };
            while let Some(token) = tokenizer.next() {
                errors_before(&mut printer, tokenizer.errors(), token.span().start)?;
                printer.token(&token)?;
                errors_before(&mut printer, tokenizer.errors(), token.span().end)?;
            }
            errors_before(&mut printer, tokenizer.errors(), usize::MAX)?;
            print_limits(tokenizer.summary());
        }
    }
    printer.rows.flush()
}

/// Prints a message for each limit that was reached.
fn print_limits(summary: Summary) {
    summary.limits_met().for_each(print_message);
}

/// Prints tokens and errors as JSON objects.
struct TokenPrinter {
    rows: StdoutRows,
    /// The offset of the text in the file, which is added to all offsets.
    base: usize,
    spans: bool,
}

impl TokenPrinter {
    fn error(&mut self, error: ParseError, position: Position) -> Result<(), Failure> {
        self.rows.write(&TokenRow::Error {
            code: Some(error.code.as_str()),
            what: None,
            offset: self.base + error.offset,
            line: position.line,
            column: position.column,
        })
    }

    fn token(&mut self, token: &Token<'_>) -> Result<(), Failure> {
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
                TokenRow::EndTag { name: JsonString(tag.name()), span, name_span: self.span(tag.name_span()) }
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
        self.rows.write(&row)
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

/// One line of the output.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum TokenRow<'a> {
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
    Error {
        #[serde(skip_serializing_if = "Option::is_none")]
        code: Option<&'static str>,
        /// A description, for errors of old editions, which have no code.
        #[serde(skip_serializing_if = "Option::is_none")]
        what: Option<&'static str>,
        offset: usize,
        line: usize,
        column: usize,
    },
}

#[derive(Serialize)]
struct AttributeRow<'a> {
    name: JsonString<'a>,
    value: JsonString<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quote: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name_span: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_span: Option<[usize; 2]>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn state_name(state: TextState) -> &'static str {
    state.name().trim_end_matches(" state")
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
