//! `tagrake tokens --edition`: the token stream of one document as an old draft of the standard says.

use super::{AttributeRow, Row};
use crate::args::{Format, TokensArgs};
use crate::batch::ErrorRow;
use crate::document::Document;
use crate::json::Text;
use crate::output::{Failure, Rows};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use tagrake::LineIndex;
use tagrake::editions::{self, Edition, ParseError, Token, TokenContent};

/// Prints the tokens of `page` as `draft` says.
pub(super) fn print(page: &Document, draft: Edition, args: &TokensArgs) -> Result<(), Failure> {
    let reading = editions::tokenize(&text(page), draft, &args.options());
    let mut rows = Rows::to_stdout();
    match args.format.unwrap_or(Format::Jsonl) {
        Format::Html5lib => {
            for token in &reading.tokens {
                rows.write(&Html5libToken(token))?;
            }
            let lines = LineIndex::new(page.html());
            for error in &reading.errors {
                rows.write(&ErrorRow::new(error.message, lines.position(error.offset - page.base())))?;
            }
        }
        Format::Jsonl => {
            let lines = LineIndex::new(page.html());
            let mut errors = reading.errors.iter().peekable();
            for token in &reading.tokens {
                while let Some(error) = errors.next_if(|error| error.offset < token.span.start) {
                    rows.write(&error_row(error, &lines, page.base()))?;
                }
                if let Some(row) = row(token, args.spans) {
                    rows.write(&row)?;
                }
                while let Some(error) = errors.next_if(|error| error.offset < token.span.end) {
                    rows.write(&error_row(error, &lines, page.base()))?;
                }
            }
            for error in errors {
                rows.write(&error_row(error, &lines, page.base()))?;
            }
        }
    }
    rows.flush()
}

/// Returns the whole text of a page: each edition says itself what drops a byte order mark.
pub(super) fn text(page: &Document) -> Cow<'_, str> {
    let html = String::from_utf8_lossy(page.html());
    if page.base() > 0 { format!("\u{FEFF}{html}").into() } else { html }
}

fn error_row<'a>(error: &ParseError, lines: &LineIndex<'_>, base: usize) -> Row<'a> {
    let position = lines.position(error.offset - base);
    Row::Error {
        code: None,
        what: Some(error.message),
        offset: error.offset,
        line: position.line,
        column: position.column,
    }
}

fn row(token: &Token, spans: bool) -> Option<Row<'_>> {
    let span = spans.then_some([token.span.start, token.span.end]);
    Some(match &token.content {
        TokenContent::Doctype { name, public_id, system_id, force_quirks } => {
            let [name, public_id, system_id] = [name, public_id, system_id].map(|part| part.as_deref().map(as_text));
            Row::Doctype { name, public_id, system_id, force_quirks: *force_quirks, span }
        }
        TokenContent::StartTag { name, attributes, self_closing } => Row::StartTag {
            name: as_text(name),
            attributes: attributes.iter().map(|(name, value)| attribute_row(name, value)).collect(),
            self_closing: *self_closing,
            duplicate_attributes: 0,
            surplus_attributes: 0,
            span,
            name_span: None,
        },
        TokenContent::EndTag { name } => Row::EndTag { name: as_text(name), span, name_span: None },
        TokenContent::Comment(data) => Row::Comment { data: as_text(data), span },
        TokenContent::Text(text) => Row::Text { text: as_text(text), state: None, span },
        _ => return None,
    })
}

fn attribute_row<'a>(name: &'a str, value: &'a str) -> AttributeRow<'a> {
    AttributeRow { name: as_text(name), value: as_text(value), quote: None, name_span: None, value_span: None }
}

fn as_text(string: &str) -> Text<'_> {
    Text(string.as_bytes())
}

/// A token as html5lib-tests write it.
pub(crate) struct Html5libToken<'a>(pub(crate) &'a Token);

impl Serialize for Html5libToken<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0.content {
            TokenContent::Doctype { name, public_id, system_id, force_quirks } => {
                ("DOCTYPE", name, public_id, system_id, !force_quirks).serialize(serializer)
            }
            TokenContent::StartTag { name, attributes, self_closing: true } => {
                ("StartTag", name, AttributeMap(attributes), true).serialize(serializer)
            }
            TokenContent::StartTag { name, attributes, .. } => {
                ("StartTag", name, AttributeMap(attributes)).serialize(serializer)
            }
            TokenContent::EndTag { name } => ("EndTag", name).serialize(serializer),
            TokenContent::Comment(data) => ("Comment", data).serialize(serializer),
            TokenContent::Text(text) => ("Character", text).serialize(serializer),
            _ => serializer.serialize_unit(),
        }
    }
}

/// The attributes of a tag as an object, in source order.
struct AttributeMap<'a>(&'a [(String, String)]);

impl Serialize for AttributeMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
