//! `tagrake tokens --edition`: the token stream of one document by the rules of an old edition of the standard.

use super::args::{TokenFormat, TokensArgs};
use super::html5lib::{ErrorRow, Html5libToken};
use super::json_string::JsonString;
use super::token_rows::{AttributeRow, TokenPrinter, TokenRow};
use crate::failure::Failure;
use crate::verbs::document::Document;
use std::borrow::Cow;
use tagrake::LineIndex;
use tagrake_editions::{Edition, Token, TokenContent};

/// Prints the tokens of `page` by the rules of `edition`.
pub(super) fn print(page: &Document, edition: Edition, args: &TokensArgs) -> Result<(), Failure> {
    let reading = tagrake_editions::tokenize(&text(page), edition, &args.options());
    let lines = LineIndex::new(page.html());
    let mut printer = TokenPrinter::new(page, args)?;
    match args.format.unwrap_or(TokenFormat::Jsonl) {
        TokenFormat::Html5lib => {
            for token in reading.tokens.iter().filter_map(Html5libToken::of_edition) {
                printer.rows.write(&token)?;
            }
            for error in &reading.errors {
                printer.rows.write(&ErrorRow::new(error.message, lines.position(error.offset - page.base)))?;
            }
        }
        TokenFormat::Jsonl => {
            for error in &reading.errors {
                printer.edition_error(error, lines.position(error.offset - page.base));
            }
            for token in &reading.tokens {
                if let Some(row) = row(token, args.spans) {
                    printer.row(&row, token.span.clone())?;
                }
            }
        }
    }
    printer.finish()
}

/// Returns the text of a page with its byte order mark: the rules of an edition decide whether to drop it.
pub(super) fn text(page: &Document) -> Cow<'_, str> {
    let html = String::from_utf8_lossy(page.html());
    if page.base > 0 { format!("\u{FEFF}{html}").into() } else { html }
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
        TokenContent::EndTag { name } => {
            TokenRow::EndTag { name: as_text(name), implied: false, span, name_span: None }
        }
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
