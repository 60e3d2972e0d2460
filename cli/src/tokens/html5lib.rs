//! Tokens and errors in the html5lib-tests format.

use crate::json_string::JsonString;
use serde::ser::{Error as _, SerializeMap};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use tagrake::{LineIndex, ParseError, Position, ProcessingInstruction, StartTag, Token};

/// A parse error in the html5lib-tests format.
#[derive(Serialize)]
pub(super) struct ErrorRow {
    code: &'static str,
    line: usize,
    col: usize,
}

impl ErrorRow {
    pub(super) fn new(code: &'static str, position: Position) -> Self {
        Self { code, line: position.line, col: position.column }
    }
}

/// Returns the errors in the html5lib-tests format.
pub(super) fn errors(errors: &[ParseError], input: &[u8]) -> impl Iterator<Item = ErrorRow> {
    let lines = LineIndex::new(input);
    errors.iter().map(move |error| ErrorRow::new(error.code.as_str(), lines.position(error.offset)))
}

/// A token in the html5lib-tests format.
pub(super) enum Html5libToken<'a> {
    Doctype(tagrake::Doctype<'a>),
    StartTag(StartTag<'a>),
    EndTag(&'a [u8]),
    Comment(&'a [u8]),
    ProcessingInstruction(ProcessingInstruction<'a>),
    Character(Cow<'a, [u8]>),
}

impl<'a> Html5libToken<'a> {
    /// Converts `token`; `None` for dropped bytes.
    pub(super) fn new(token: Token<'a>) -> Option<Self> {
        Some(match token {
            Token::Doctype(doctype) => Self::Doctype(doctype),
            Token::StartTag(tag) => Self::StartTag(tag),
            Token::EndTag(tag) => Self::EndTag(tag.name()),
            Token::Comment(comment) => Self::Comment(comment.data()),
            Token::ProcessingInstruction(instruction) => Self::ProcessingInstruction(instruction),
            Token::Text(text) => Self::Character(Cow::Borrowed(text.decoded())),
            _ => return None,
        })
    }
}

/// Returns the tokens as html5lib-tests count them: adjacent text is merged, and dropped bytes are omitted.
pub(super) fn tokens<'a>(tokens: impl Iterator<Item = Token<'a>>) -> impl Iterator<Item = Html5libToken<'a>> {
    let mut tokens = tokens.filter_map(Html5libToken::new).peekable();
    std::iter::from_fn(move || {
        let mut token = tokens.next()?;
        if let Html5libToken::Character(characters) = &mut token {
            while let Some(Html5libToken::Character(more)) =
                tokens.next_if(|token| matches!(token, Html5libToken::Character(_)))
            {
                characters.to_mut().extend_from_slice(&more);
            }
        }
        Some(token)
    })
}

impl Serialize for Html5libToken<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Doctype(doctype) => (
                "DOCTYPE",
                doctype.name().map(JsonString),
                doctype.public_id().map(JsonString),
                doctype.system_id().map(JsonString),
                !doctype.force_quirks(),
            )
                .serialize(serializer),
            Self::StartTag(tag) if tag.is_self_closing() => {
                ("StartTag", JsonString(tag.name()), AttributeMap(*tag), true).serialize(serializer)
            }
            Self::StartTag(tag) => ("StartTag", JsonString(tag.name()), AttributeMap(*tag)).serialize(serializer),
            Self::EndTag(name) => ("EndTag", JsonString(name)).serialize(serializer),
            Self::Comment(data) => ("Comment", JsonString(data)).serialize(serializer),
            Self::ProcessingInstruction(instruction) => {
                ("ProcessingInstruction", JsonString(instruction.target()), JsonString(instruction.data()))
                    .serialize(serializer)
            }
            Self::Character(characters) => ("Character", JsonString(characters)).serialize(serializer),
        }
    }
}

/// The attributes of a tag as an object, in source order.
struct AttributeMap<'a>(StartTag<'a>);

impl Serialize for AttributeMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let attributes = self.0.attributes();
        if attributes.clone().all(|attribute| std::str::from_utf8(attribute.name()).is_ok()) {
            let mut map = serializer.serialize_map(Some(attributes.len()))?;
            for attribute in attributes {
                map.serialize_entry(attribute.name_str(), &JsonString(attribute.value()))?;
            }
            return map.end();
        }
        // serde requires keys to be valid UTF-8, and a name with a lone surrogate is not.
        let members: Vec<String> = attributes
            .map(|attribute| {
                format!("{}:{}", JsonString(attribute.name()).to_json(), JsonString(attribute.value()).to_json())
            })
            .collect();
        let object = RawValue::from_string(format!("{{{}}}", members.join(",")));
        object.map_err(S::Error::custom)?.serialize(serializer)
    }
}
