//! `tagrake tokens --batch`: runs tests in the html5lib-tests format and prints one line of JSON per run.

use super::args::{Editions, TokensArgs};
use super::chunked;
use super::html5lib::{self, ErrorRow, Html5libToken};
use crate::failure::Failure;
use crate::output::overwrites::Overwrites;
use crate::output::stdio::StdoutRows;
use crate::report::messages::{MessageCounts, print_message};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::io::{self, BufReader, Read};
use std::path::{Display, Path};
use std::rc::Rc;
use tagrake::{Arena, LineIndex, Options, TextState, Tokenizer};
use tagrake_bulk::input;
use tagrake_bulk::pipeline::Cause;
use tagrake_editions::Edition;

/// Bytes of input to read at once.
const INPUT_BUFFER_BYTES: usize = 64 << 10;

/// An object with a list of tests. Each test is parsed when it runs, so an invalid test does not affect the others.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Tests<'a> {
    #[serde(borrow)]
    tests: Option<Vec<&'a RawValue>>,
    xml_violation_tests: Option<Vec<IgnoredAny>>,
}

/// A test. Strings are bytes in WTF-8, because they may contain lone surrogates.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Test<'a> {
    input: ByteBuf,
    initial_state: Option<String>,
    initial_states: Option<Vec<String>>,
    last_start_tag: Option<String>,
    double_escaped: Option<bool>,
    foreign: Option<bool>,
    feedback: Option<bool>,
    scripting: Option<bool>,
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    description: Option<&'a RawValue>,
}

/// The result of a test in one initial state.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RunRow<'a, T> {
    id: &'a RawValue,
    initial_state: &'a str,
    /// `None` if the edition does not have the state.
    output: Option<Vec<T>>,
    errors: Option<Vec<ErrorRow>>,
}

/// Runs every test of the input and prints a line for each run.
///
/// A driver may wait for the result of one test before it sends the next.
pub(super) fn run(args: &TokensArgs) -> Result<(), Failure> {
    args.check();
    let path = args.file.as_deref().unwrap_or(Path::new("-"));
    Overwrites::refuse([Path::new("-")], [path]);
    let input = input::open(path).map_err(|error| {
        print_message(error);
        Failure::Input
    })?;
    let rows = Rc::new(RefCell::new(StdoutRows::to_stdout()?));
    let input = BufReader::with_capacity(INPUT_BUFFER_BYTES, AnswersFirst { input, rows: Rc::clone(&rows) });
    let mut batch = Batch {
        args,
        name: path.display(),
        rows,
        arena: Arena::new(),
        complete: true,
        messages: MessageCounts::default(),
    };
    for value in serde_json::Deserializer::from_reader(input).into_iter::<Box<RawValue>>() {
        match value {
            Ok(value) => batch.value(&value)?,
            Err(error) if error.is_io() => {
                batch.report(format_args!("{}", tagrake_bulk::reason(&error.into())));
                break;
            }
            Err(error) => {
                batch.report(format_args!("not JSON: {error}"));
                break; // the start of the next value is unknown
            }
        }
    }
    batch.messages.print_left_out();
    batch.rows.borrow_mut().flush()?;
    if batch.complete { Ok(()) } else { Err(Failure::Input) }
}

/// An input that flushes all results before it waits for more.
struct AnswersFirst {
    input: Box<dyn Read>,
    rows: Rc<RefCell<StdoutRows>>,
}

impl Read for AnswersFirst {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A write error occurs again at the next row or at the end, and is reported there.
        let _ = self.rows.borrow_mut().flush();
        self.input.read(buffer)
    }
}

/// The cause of a message about a part of the input that is not a test.
#[derive(Clone, Copy, Debug, PartialEq)]
struct NotATest;

impl Cause for NotATest {
    fn as_str(self) -> &'static str {
        "test"
    }

    fn words(self) -> &'static str {
        "not a test"
    }
}

struct Batch<'a> {
    args: &'a TokensArgs,
    /// The name of the input in messages.
    name: Display<'a>,
    rows: Rc<RefCell<StdoutRows>>,
    arena: Arena,
    /// True if every value of the input was a test.
    complete: bool,
    messages: MessageCounts<NotATest>,
}

impl Batch<'_> {
    /// Runs the tests in a list or an object.
    fn value(&mut self, json: &RawValue) -> Result<(), Failure> {
        if json.get().starts_with('[') {
            return match serde_json::from_str::<Vec<&RawValue>>(json.get()) {
                Ok(tests) => tests.iter().try_for_each(|test| self.test(test)),
                Err(error) => {
                    self.report(format_args!("not a list of tests: {error}"));
                    Ok(())
                }
            };
        }
        let Tests { tests, xml_violation_tests } = serde_json::from_str(json.get()).unwrap_or_default();
        if let Some(tests) = &xml_violation_tests {
            let name = &self.name;
            print_message(format_args!(
                "{name}: {} XML violation tests skipped: they test trees, not tokens",
                tests.len()
            ));
        }
        match (tests, xml_violation_tests) {
            (Some(tests), _) => tests.iter().try_for_each(|test| self.test(test)),
            (None, Some(_)) => Ok(()),
            (None, None) => self.test(json),
        }
    }

    /// Runs a test in each of its initial states.
    fn test(&mut self, json: &RawValue) -> Result<(), Failure> {
        let test: Test<'_> = match serde_json::from_str(json.get()) {
            Ok(test) => test,
            Err(error) => {
                self.report(format_args!("not a test: {error}: {:.100}", json.get()));
                return Ok(());
            }
        };
        let id = match test.id.or(test.description) {
            // An object may contain newlines between its members, but a row is one line.
            Some(id) if id.get().contains(['\n', '\r']) => id.get().replace(['\n', '\r'], " "),
            Some(id) => id.get().to_owned(),
            None => "null".to_owned(),
        };
        let id = RawValue::from_string(id).map_err(io::Error::from)?;
        let is_escaped = test.double_escaped.unwrap_or_default();
        let input = if is_escaped { Cow::Owned(unescape(&test.input)) } else { Cow::Borrowed(&test.input[..]) };
        let states = match (&test.initial_states, &test.initial_state) {
            (Some(states), _) => states.iter().map(String::as_str).collect(),
            (None, state) => vec![state.as_deref().unwrap_or("Data state")],
        };
        for name in states {
            let Ok(state) = name.parse::<TextState>() else {
                self.report(format_args!("test {id}: '{name}' is not a text state"));
                continue;
            };
            self.arena.reset();
            let options = Options::default()
                .with_errors(true)
                .with_feedback(test.feedback.unwrap_or_default())
                .with_scripting(test.scripting.unwrap_or_default())
                .with_cdata(test.foreign.unwrap_or_default())
                .with_processing_instructions(self.args.processing_instructions)
                .with_engine(self.args.engine)
                .with_simd(self.args.simd)
                .with_initial_state(state)
                .with_last_start_tag(test.last_start_tag.as_deref().unwrap_or_default());
            if let Editions::One(edition) = self.args.edition
                && edition != Edition::Living
            {
                self.edition_run(&id, name, &input, edition, &options)?;
                continue;
            }
            if let Some(size) = self.args.chunk {
                let (output, errors) = chunked::html5lib(&input, size, &options)?;
                let run = RunRow { id: &id, initial_state: name, output: Some(output), errors: Some(errors) };
                self.rows.borrow_mut().write(&run)?;
                continue;
            }
            let mut tokenizer = Tokenizer::with_options(&input, &options, &self.arena);
            let output = Some(html5lib::tokens(&mut tokenizer).collect());
            let errors = Some(html5lib::errors(tokenizer.errors(), &input).collect());
            self.rows.borrow_mut().write(&RunRow { id: &id, initial_state: name, output, errors })?;
        }
        Ok(())
    }

    /// Runs a test in one initial state by the rules of an old edition.
    fn edition_run(
        &mut self,
        id: &RawValue,
        state: &str,
        input: &[u8],
        edition: Edition,
        options: &Options,
    ) -> Result<(), Failure> {
        let Ok(input) = std::str::from_utf8(input) else {
            self.report(format_args!("test {id}: only the living edition accepts lone surrogates"));
            return Ok(());
        };
        let reading =
            edition.has_state(options.initial_state()).then(|| tagrake_editions::tokenize(input, edition, options));
        let (tokens, errors) = reading.map(|reading| (reading.tokens, reading.errors)).unzip();
        let output = tokens.as_ref().map(|tokens| tokens.iter().filter_map(Html5libToken::of_edition).collect());
        let lines = LineIndex::new(input.as_bytes());
        let row = |error: tagrake_editions::ParseError| ErrorRow::new(error.message, lines.position(error.offset));
        let errors = errors.map(|errors| errors.into_iter().map(row).collect());
        self.rows.borrow_mut().write(&RunRow { id, initial_state: state, output, errors })
    }

    /// Reports a part of the input that is not a test.
    fn report(&mut self, message: fmt::Arguments<'_>) {
        if self.messages.admit(NotATest) {
            print_message(format_args!("{}: {message}", self.name));
        }
        self.complete = false;
    }
}

/// Replaces each `\uHHHH` of a doubly escaped string by its code point. A surrogate pair becomes one code point, a lone
/// surrogate its generalized UTF-8 (WTF-8).
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
    fn unescapes_pairs_and_lone_surrogates() {
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
