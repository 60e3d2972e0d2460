//! `tagrake tokens`: the token stream of one document.

pub(crate) mod chunked;
pub(crate) mod draft;
mod side_by_side;

use crate::args::{self, Editions, Format, TokensArgs};
use crate::batch::{self, Html5libToken};
use crate::document::Document;
use crate::json::Text;
use crate::output::{Failure, Rows, complain};
use serde::Serialize;
use std::ops::Range;
use tagrake::editions::Edition;
use tagrake::{
    Arena, Attribute, DroppedKind, LineIndex, ParseError, Position, Quote, Summary, TextState, Token, Tokenizer,
};

/// Prints the tokens of the document of `args`.
pub(crate) fn run(args: &TokensArgs) -> Result<(), Failure> {
    args.check();
    let file = args.file.clone().unwrap_or_else(args::default_input);
    let page = Document::read(&file, args.max_record_bytes, &args.encoding)?;
    match args.edition {
        Editions::All => side_by_side::print(&page, args),
        Editions::One(Edition::Living) => print(&page, args),
        Editions::One(draft) => draft::print(&page, draft, args),
    }
}

/// Prints the tokens of `page` by the rules of the living standard.
fn print(page: &Document, args: &TokensArgs) -> Result<(), Failure> {
    let arena = Arena::new();
    let (html, options) = (page.html(), args.options());
    let mut tokenizer = Tokenizer::with_options(html, &options, &arena);
    let mut rows = Rows::to_stdout();
    match (args.format.unwrap_or(Format::Jsonl), args.chunk) {
        (Format::Html5lib, Some(size)) => {
            let (tokens, errors) = chunked::html5lib(html, size, &options)?;
            tokens.iter().try_for_each(|token| rows.write(token))?;
            errors.iter().try_for_each(|error| rows.write(error))?;
        }
        (Format::Html5lib, None) => {
            for token in batch::html5lib_tokens(&mut tokenizer) {
                rows.write(&token as &Html5libToken<'_>)?;
            }
            // html5lib-tests list errors separately from tokens, too.
            for error in batch::html5lib_errors(tokenizer.errors(), html) {
                rows.write(&error)?;
            }
            print_limits(tokenizer.summary());
        }
        (Format::Jsonl, Some(size)) => {
            let mut printer = Printer { rows, base: page.base(), spans: args.spans };
            chunked::print(html, size, &options, &mut printer)?;
            rows = printer.rows;
        }
        (Format::Jsonl, None) => {
            let mut printer = Printer { rows, base: page.base(), spans: args.spans };
            let (lines, mut printed) = (LineIndex::new(html), 0);
            let mut errors_before = |printer: &mut Printer, errors: &[ParseError], end| {
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
            rows = printer.rows;
        }
    }
    rows.flush()
}

/// Prints a message for each limit that was reached.
fn print_limits(summary: Summary) {
    summary.limits_met().for_each(complain);
}

/// Prints tokens and errors as JSON objects.
struct Printer {
    rows: Rows,
    /// The offset of the text in the file, which is added to all offsets.
    base: usize,
    spans: bool,
}

impl Printer {
    fn error(&mut self, error: ParseError, position: Position) -> Result<(), Failure> {
        self.rows.write(&Row::Error {
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
            Token::Doctype(doctype) => Row::Doctype {
                name: doctype.name().map(Text),
                public_id: doctype.public_id().map(Text),
                system_id: doctype.system_id().map(Text),
                force_quirks: doctype.force_quirks(),
                span,
            },
            Token::StartTag(tag) => Row::StartTag {
                name: Text(tag.name()),
                attributes: tag.attributes().map(|attribute| self.attribute(&attribute)).collect(),
                self_closing: tag.is_self_closing(),
                duplicate_attributes: tag.duplicate_attributes(),
                surplus_attributes: tag.surplus_attributes(),
                span,
                name_span: self.span(tag.name_span()),
            },
            Token::EndTag(tag) => Row::EndTag { name: Text(tag.name()), span, name_span: self.span(tag.name_span()) },
            Token::Text(text) => Row::Text { text: Text(text.decoded()), state: Some(state_name(text.state())), span },
            Token::Comment(comment) => Row::Comment { data: Text(comment.data()), span },
            Token::ProcessingInstruction(instruction) => Row::ProcessingInstruction {
                target: Text(instruction.target()),
                data: Text(instruction.data()),
                span,
                target_span: self.span(instruction.target_span()),
                data_span: self.span(instruction.data_span()),
            },
            Token::Dropped(dropped) => Row::Dropped { reason: reason(dropped.kind()), span },
            _ => return Ok(()),
        };
        self.rows.write(&row)
    }

    fn attribute<'a>(&self, attribute: &Attribute<'a>) -> AttributeRow<'a> {
        AttributeRow {
            name: Text(attribute.name()),
            value: Text(attribute.value()),
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
enum Row<'a> {
    Doctype {
        name: Option<Text<'a>>,
        public_id: Option<Text<'a>>,
        system_id: Option<Text<'a>>,
        force_quirks: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        span: Option<[usize; 2]>,
    },
    StartTag {
        name: Text<'a>,
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
        name: Text<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        span: Option<[usize; 2]>,
        #[serde(skip_serializing_if = "Option::is_none")]
        name_span: Option<[usize; 2]>,
    },
    Text {
        text: Text<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        state: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        span: Option<[usize; 2]>,
    },
    Comment {
        data: Text<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        span: Option<[usize; 2]>,
    },
    ProcessingInstruction {
        target: Text<'a>,
        data: Text<'a>,
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
    name: Text<'a>,
    value: Text<'a>,
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
