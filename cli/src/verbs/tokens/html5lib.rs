//! Tokens and errors in the html5lib-tests format.

use super::json_string::JsonString;
use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;
use tagrake::{LineIndex, ParseError, Position, Token};
use tagrake_editions::TokenContent;

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
    Doctype { ids: [Option<&'a [u8]>; 3], force_quirks: bool },
    StartTag { name: &'a [u8], attributes: Vec<(&'a [u8], &'a [u8])>, self_closing: bool },
    EndTag(&'a [u8]),
    Comment(&'a [u8]),
    ProcessingInstruction { target: &'a [u8], data: &'a [u8] },
    Character(Cow<'a, [u8]>),
}

impl<'a> Html5libToken<'a> {
    /// Converts `token`; `None` for dropped bytes.
    pub(super) fn new(token: Token<'a>) -> Option<Self> {
        Some(match token {
            Token::Doctype(doctype) => Self::Doctype {
                ids: [doctype.name(), doctype.public_id(), doctype.system_id()],
                force_quirks: doctype.force_quirks(),
            },
            Token::StartTag(tag) => Self::StartTag {
                name: tag.name(),
                attributes: tag.attributes().map(|attribute| (attribute.name(), attribute.value())).collect(),
                self_closing: tag.is_self_closing(),
            },
            Token::EndTag(tag) => Self::EndTag(tag.name()),
            Token::Comment(comment) => Self::Comment(comment.data()),
            Token::ProcessingInstruction(instruction) => {
                Self::ProcessingInstruction { target: instruction.target(), data: instruction.data() }
            }
            Token::Text(text) => Self::Character(Cow::Borrowed(text.decoded())),
            _ => return None,
        })
    }

    /// Converts a token of an old edition; `None` for a kind that the format does not have.
    pub(super) fn of_edition(token: &'a tagrake_editions::Token) -> Option<Self> {
        Some(match &token.content {
            TokenContent::Doctype { name, public_id, system_id, force_quirks } => Self::Doctype {
                ids: [name, public_id, system_id].map(|id| id.as_deref().map(str::as_bytes)),
                force_quirks: *force_quirks,
            },
            TokenContent::StartTag { name, attributes, self_closing } => Self::StartTag {
                name: name.as_bytes(),
                attributes: attributes.iter().map(|(name, value)| (name.as_bytes(), value.as_bytes())).collect(),
                self_closing: *self_closing,
            },
            TokenContent::EndTag { name } => Self::EndTag(name.as_bytes()),
            TokenContent::Comment(data) => Self::Comment(data.as_bytes()),
            TokenContent::Text(text) => Self::Character(Cow::Borrowed(text.as_bytes())),
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
            Self::Doctype { ids, force_quirks } => {
                let [name, public_id, system_id] = ids.map(|id| id.map(JsonString));
                ("DOCTYPE", name, public_id, system_id, !force_quirks).serialize(serializer)
            }
            Self::StartTag { name, attributes, self_closing: true } => {
                ("StartTag", JsonString(name), AttributeMap(attributes), true).serialize(serializer)
            }
            Self::StartTag { name, attributes, .. } => {
                ("StartTag", JsonString(name), AttributeMap(attributes)).serialize(serializer)
            }
            Self::EndTag(name) => ("EndTag", JsonString(name)).serialize(serializer),
            Self::Comment(data) => ("Comment", JsonString(data)).serialize(serializer),
            Self::ProcessingInstruction { target, data } => {
                ("ProcessingInstruction", JsonString(target), JsonString(data)).serialize(serializer)
            }
            Self::Character(characters) => ("Character", JsonString(characters)).serialize(serializer),
        }
    }
}

/// The attributes of a tag as an object, in source order.
struct AttributeMap<'a>(&'a [(&'a [u8], &'a [u8])]);

impl Serialize for AttributeMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names: Result<Vec<_>, _> = self.0.iter().map(|(name, _)| std::str::from_utf8(name)).collect();
        if let Ok(names) = names {
            let values = self.0.iter().map(|(_, value)| JsonString(value));
            return serializer.collect_map(names.into_iter().zip(values));
        }
        // serde requires keys to be valid UTF-8, and a name with a lone surrogate is not.
        let member =
            |(name, value): &(&[u8], &[u8])| format!("{}:{}", JsonString(name).to_json(), JsonString(value).to_json());
        let members: Vec<String> = self.0.iter().map(member).collect();
        let object = RawValue::from_string(format!("{{{}}}", members.join(",")));
        object.map_err(S::Error::custom)?.serialize(serializer)
    }
}
