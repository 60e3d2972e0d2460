//! `tagrake tokens --batch`: tests in the form of html5lib-tests in, what the tokenizer gives out.

use crate::args::TokensArgs;
use crate::json::Text;
use crate::output::{Failure, Rows, complain};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_bytes::ByteBuf;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::io::{self, Read};
use tagrake::{Arena, LineIndex, Options, StartTag, TextState, Token, Tokenizer};

/// A test, or an object that holds tests. Strings are bytes: they may hold lone surrogates, as WTF-8.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Test {
    tests: Option<Vec<Test>>,
    xml_violation_tests: Option<Vec<Box<RawValue>>>,
    input: Option<ByteBuf>,
    initial_state: Option<String>,
    initial_states: Option<Vec<String>>,
    last_start_tag: String,
    double_escaped: bool,
    foreign: bool,
    feedback: bool,
    scripting: bool,
    id: Option<Box<RawValue>>,
    description: Option<ByteBuf>,
}

/// What one run of a test gives.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    id: &'a RawValue,
    initial_state: &'a str,
    output: Vec<Html5libToken<'a>>,
    errors: Vec<ErrorRow>,
}

#[derive(Serialize)]
struct ErrorRow {
    code: &'static str,
    line: usize,
    col: usize,
}

/// Runs every test of standard input and prints a line for each run.
pub(crate) fn run(args: &TokensArgs) -> Result<(), Failure> {
    let mut json = Vec::new();
    io::stdin().lock().read_to_end(&mut json).map_err(|error| {
        complain(format_args!("standard input: {error}"));
        Failure::Input
    })?;
    let mut batch = Batch { args, rows: Rows::to_stdout(), arena: Arena::new(), complete: true };
    let mut values = serde_json::Deserializer::from_slice(&json).into_iter::<&RawValue>();
    loop {
        let tests = match values.next() {
            None => break,
            Some(value) => value.and_then(|value| match value.get().starts_with('[') {
                true => serde_json::from_str(value.get()),
                false => serde_json::from_str(value.get()).map(|test| vec![test]),
            }),
        };
        match tests {
            Ok(tests) => tests.iter().try_for_each(|test| batch.object(test))?,
            Err(error) => {
                complain(format_args!("standard input: near byte {}: {error}", values.byte_offset()));
                batch.complete = false;
                break;
            }
        }
    }
    batch.rows.finish()?;
    if batch.complete { Ok(()) } else { Err(Failure::Input) }
}

struct Batch<'a> {
    args: &'a TokensArgs,
    rows: Rows,
    arena: Arena,
    complete: bool,
}

impl Batch<'_> {
    /// Runs a test, or the tests that an object holds.
    fn object(&mut self, test: &Test) -> Result<(), Failure> {
        if let Some(tests) = &test.xml_violation_tests {
            complain(format_args!("{} XML violation tests left out: they are about trees, not tokens", tests.len()));
        }
        if let Some(tests) = &test.tests {
            return tests.iter().try_for_each(|test| self.object(test));
        }
        match &test.input {
            Some(input) => self.test(test, input),
            None if test.xml_violation_tests.is_some() => Ok(()),
            None => {
                complain("standard input: a test without input");
                self.complete = false;
                Ok(())
            }
        }
    }

    fn test(&mut self, test: &Test, input: &[u8]) -> Result<(), Failure> {
        let description = test.description.as_deref().map_or("null".to_owned(), |text| Text(text).to_json());
        let description = RawValue::from_string(description).map_err(io::Error::from)?;
        let id = test.id.as_deref().unwrap_or(&description);
        let input = if test.double_escaped { Cow::Owned(unescape(input)) } else { Cow::Borrowed(input) };
        let states = match (&test.initial_states, &test.initial_state) {
            (Some(states), _) => states.iter().map(String::as_str).collect(),
            (None, state) => vec![state.as_deref().unwrap_or("Data state")],
        };
        for name in states {
            let Some(state) = TextState::from_name(name) else {
                complain(format_args!("test {id}: no text state is called '{name}'"));
                self.complete = false;
                continue;
            };
            self.arena.reset();
            let options = Options::default()
                .with_errors(true)
                .with_feedback(test.feedback)
                .with_scripting(test.scripting)
                .with_cdata(test.foreign)
                .with_engine(self.args.engine.engine())
                .with_initial_state(state)
                .with_last_start_tag(&test.last_start_tag);
            let mut tokenizer = Tokenizer::with_options(&input, &options, &self.arena);
            let output = html5lib_tokens(&mut tokenizer).collect();
            let lines = LineIndex::new(&input);
            let errors = tokenizer.errors().iter().map(|error| {
                let position = lines.position(error.offset);
                ErrorRow { code: error.code.as_str(), line: position.line, col: position.column }
            });
            let run = Run { id, initial_state: name, output, errors: errors.collect() };
            self.rows.write(&run)?;
        }
        Ok(())
    }
}

/// A token as html5lib-tests write it.
pub(crate) enum Html5libToken<'a> {
    Doctype(tagrake::Doctype<'a>),
    StartTag(StartTag<'a>),
    EndTag(&'a [u8]),
    Comment(&'a [u8]),
    Character(Cow<'a, [u8]>),
}

/// Returns the tokens as html5lib-tests count them: adjacent characters are one token, dropped bytes none.
pub(crate) fn html5lib_tokens<'a>(tokens: impl Iterator<Item = Token<'a>>) -> impl Iterator<Item = Html5libToken<'a>> {
    let mut tokens = tokens
        .filter_map(|token| {
            Some(match token {
                Token::Doctype(doctype) => Html5libToken::Doctype(doctype),
                Token::StartTag(tag) => Html5libToken::StartTag(tag),
                Token::EndTag(tag) => Html5libToken::EndTag(tag.name()),
                Token::Comment(comment) => Html5libToken::Comment(comment.data()),
                Token::Text(text) => Html5libToken::Character(Cow::Borrowed(text.decoded())),
                _ => return None,
            })
        })
        .peekable();
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
                doctype.name().map(Text),
                doctype.public_id().map(Text),
                doctype.system_id().map(Text),
                !doctype.force_quirks(),
            )
                .serialize(serializer),
            Self::StartTag(tag) if tag.is_self_closing() => {
                ("StartTag", Text(tag.name()), AttributeMap(*tag), true).serialize(serializer)
            }
            Self::StartTag(tag) => ("StartTag", Text(tag.name()), AttributeMap(*tag)).serialize(serializer),
            Self::EndTag(name) => ("EndTag", Text(name)).serialize(serializer),
            Self::Comment(data) => ("Comment", Text(data)).serialize(serializer),
            Self::Character(characters) => ("Character", Text(characters)).serialize(serializer),
        }
    }
}

/// The attributes of a tag as an object, in source order.
struct AttributeMap<'a>(StartTag<'a>);

impl Serialize for AttributeMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.attributes().len()))?;
        for attribute in self.0.attributes() {
            // A key must be text: a lone surrogate in a name becomes U+FFFD here.
            map.serialize_entry(&String::from_utf8_lossy(attribute.name()), &Text(attribute.value()))?;
        }
        map.end()
    }
}

/// Replaces each `\uHHHH` of a doubly escaped string by its code point: two that make a pair by one, a lone surrogate by
/// its generalised UTF-8.
fn unescape(escaped: &[u8]) -> Vec<u8> {
    let unit_at = |at: usize| {
        let digits = escaped.get(at..)?.strip_prefix(b"\\u")?.get(..4)?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let (mut bytes, mut at) = (Vec::with_capacity(escaped.len()), 0);
    while at < escaped.len() {
        let Some(unit) = unit_at(at) else {
            bytes.push(escaped[at]);
            at += 1;
            continue;
        };
        at += 6;
        let pair = unit_at(at).and_then(|low| char::decode_utf16([unit, low]).next()?.ok());
        match pair.or(char::from_u32(unit.into())) {
            Some(character) => {
                at += if character.len_utf16() == 2 { 6 } else { 0 };
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
            None => bytes.extend_from_slice(&[
                0xE0 | (unit >> 12) as u8,
                0x80 | (unit >> 6 & 0x3F) as u8,
                0x80 | (unit & 0x3F) as u8,
            ]),
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubly_escaped_strings_become_code_points() {
        let cases: [(&str, &[u8]); 5] = [
            ("a\\u0000b", b"a\0b"),
            ("\\uD83D\\uDE00", "😀".as_bytes()),
            ("\\uD800a", b"\xED\xA0\x80a"),
            ("\\uDFFF\\u0041", b"\xED\xBF\xBFA"),
            ("\\u12", b"\\u12"),
        ];
        for (escaped, bytes) in cases {
            assert_eq!(unescape(escaped.as_bytes()), bytes, "{escaped}");
        }
    }
}
