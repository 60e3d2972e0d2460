//! `tagrake tokens --edition`: the token stream of one document by the rules of an old edition of the standard.

use super::args::{TokenFormat, TokensArgs};
use super::html5lib::{ErrorRow, Html5libToken};
use super::json_string::JsonString;
use super::token_rows::{AttributeRow, TokenRow};
use crate::failure::Failure;
use crate::output::stdio::StdoutRows;
use crate::verbs::document::Document;
use std::borrow::Cow;
use tagrake::LineIndex;
use tagrake_editions::{Edition, ParseError, Token, TokenContent};

/// Prints the tokens of `page` by the rules of `edition`.
pub(super) fn print(page: &Document, edition: Edition, args: &TokensArgs) -> Result<(), Failure> {
    let reading = tagrake_editions::tokenize(&text(page), edition, &args.options());
    let mut rows = StdoutRows::to_stdout()?;
    match args.format.unwrap_or(TokenFormat::Jsonl) {
        TokenFormat::Html5lib => {
            for token in reading.tokens.iter().filter_map(Html5libToken::of_edition) {
                rows.write(&token)?;
            }
            let lines = LineIndex::new(page.html());
            for error in &reading.errors {
                rows.write(&ErrorRow::new(error.message, lines.position(error.offset - page.base)))?;
            }
        }
        TokenFormat::Jsonl => {
            let lines = LineIndex::new(page.html());
            let mut errors = reading.errors.iter().peekable();
            let mut errors_before = |rows: &mut StdoutRows, end| {
                while let Some(error) = errors.next_if(|error| error.offset < end) {
                    rows.write(&error_row(error, &lines, page.base))?;
                }
                Ok::<_, Failure>(())
            };
            for token in &reading.tokens {
                errors_before(&mut rows, token.span.start)?;
                if let Some(row) = row(token, args.spans) {
                    rows.write(&row)?;
                }
                errors_before(&mut rows, token.span.end)?;
            }
            errors_before(&mut rows, usize::MAX)?;
        }
    }
    rows.flush()
}

/// Returns the text of a page with its byte order mark: the rules of an edition decide whether to drop it.
pub(super) fn text(page: &Document) -> Cow<'_, str> {
    let html = String::from_utf8_lossy(page.html());
    if page.base > 0 { format!("\u{FEFF}{html}").into() } else { html }
}

fn error_row<'a>(error: &ParseError, lines: &LineIndex<'_>, base: usize) -> TokenRow<'a> {
    let position = lines.position(error.offset - base);
    TokenRow::Error {
        code: None,
        what: Some(error.message),
        offset: error.offset,
        line: position.line,
        column: position.column,
    }
}

fn row(token: &Token, spans: bool) -> Option<TokenRow<'_>> {
    let span = spans.then_some([token.span.start, token.span.end]);
    Some(match &token.content {
        TokenContent::Doctype { name, public_id, system_id, force_quirks } => {
            let [name, public_id, system_id] = [name, public_id, system_id].map(|part| part.as_deref().map(as_text));
            TokenRow::Doctype { name, public_id, system_id, force_quirks: *force_quirks, span }
        }
        TokenContent::StartTag { name, attributes, self_closing } => TokenRow::StartTag {
            name: as_text(name),
            attributes: attributes.iter().map(|(name, value)| attribute_row(name, value)).collect(),
            self_closing: *self_closing,
            duplicate_attributes: 0,
            surplus_attributes: 0,
            span,
            name_span: None,
        },
        TokenContent::EndTag { name } => TokenRow::EndTag { name: as_text(name), span, name_span: None },
        TokenContent::Comment(data) => TokenRow::Comment { data: as_text(data), span },
        TokenContent::Text(text) => TokenRow::Text { text: as_text(text), state: None, span },
        _ => return None,
    })
}

fn attribute_row<'a>(name: &'a str, value: &'a str) -> AttributeRow<'a> {
    AttributeRow { name: as_text(name), value: as_text(value), quote: None, name_span: None, value_span: None }
}

fn as_text(string: &str) -> JsonString<'_> {
    JsonString(string.as_bytes())
}
