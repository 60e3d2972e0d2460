//! The tokenizer tests of html5lib-tests, and a token type in their form.
//!
//! [Format](https://github.com/html5lib/html5lib-tests/blob/master/tokenizer/README.md). Strings are converted to
//! bytes; a lone surrogate becomes three bytes of generalized UTF-8 (WTF-8).

use crate::{package_dir, package_files};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use tagrake::{ErrorCode, Options, TextState, Token};

/// All tests of the suite, and counts.
#[derive(Default)]
pub struct TestSuite {
    /// The number of files.
    pub files: usize,
    /// The number of tokenizer tests.
    pub tests: usize,
    /// The number of tests that expect errors.
    pub tests_with_errors: usize,
    /// The number of expected errors, counted once for each test.
    pub errors: usize,
    /// The number of tests that coerce a tree to an XML infoset. They are skipped, because they do not test tokenizers.
    pub infoset_tests: usize,
    /// A run for each test and each of its initial states.
    pub runs: Vec<TestRun>,
}

/// One test in one initial state.
pub struct TestRun {
    pub file: String,
    pub description: String,
    pub input: Vec<u8>,
    pub state: TextState,
    pub last_start_tag: String,
    pub processing_instructions: bool,
    pub tokens: Vec<TestToken>,
    pub errors: Vec<ExpectedError>,
}

impl TestRun {
    /// Returns the options of the run: no tree-construction feedback, and no CDATA sections.
    pub fn options(&self) -> Options {
        Options::default()
            .with_feedback(false)
            .with_cdata(false)
            .with_initial_state(self.state)
            .with_last_start_tag(&self.last_start_tag)
            .with_processing_instructions(self.processing_instructions)
    }
}

/// A token in the form of the tests.
#[derive(PartialEq, Eq)]
pub enum TestToken {
    Doctype { name: Option<Vec<u8>>, public_id: Option<Vec<u8>>, system_id: Option<Vec<u8>>, force_quirks: bool },
    StartTag { name: Vec<u8>, attributes: BTreeMap<Vec<u8>, Vec<u8>>, self_closing: bool },
    EndTag { name: Vec<u8> },
    Comment(Vec<u8>),
    ProcessingInstruction(Vec<u8>, Vec<u8>),
    Text(Vec<u8>),
}

/// An error in the form of the tests. Lines and columns start at 1; columns count UTF-16 code units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedError {
    pub code: ErrorCode,
    pub line: usize,
    pub column: usize,
}

impl TestToken {
    /// Appends `token` in the form of the tests. Adjacent text is joined, and dropped bytes are left out.
    pub fn append(tokens: &mut Vec<Self>, token: &Token<'_>) {
        let token = match token {
            Token::Doctype(doctype) => Self::Doctype {
                name: doctype.name().map(Vec::from),
                public_id: doctype.public_id().map(Vec::from),
                system_id: doctype.system_id().map(Vec::from),
                force_quirks: doctype.force_quirks(),
            },
            Token::StartTag(tag) => {
                let mut attributes = BTreeMap::new();
                for attribute in tag.attributes() {
                    let earlier = attributes.insert(attribute.name().to_vec(), attribute.value().to_vec());
                    assert!(earlier.is_none(), "duplicate attribute in {tag:?}");
                }
                Self::StartTag { name: tag.name().to_vec(), attributes, self_closing: tag.is_self_closing() }
            }
            Token::EndTag(tag) => Self::EndTag { name: tag.name().to_vec() },
            Token::Comment(comment) => Self::Comment(comment.data().to_vec()),
            Token::ProcessingInstruction(instruction) => {
                Self::ProcessingInstruction(instruction.target().to_vec(), instruction.data().to_vec())
            }
            Token::Text(text) => {
                if let Some(Self::Text(run)) = tokens.last_mut() {
                    run.extend(text.decoded());
                    return;
                }
                Self::Text(text.decoded().to_vec())
            }
            Token::Dropped(_) => return,
            _ => panic!("unknown kind of token: {token:?}"),
        };
        tokens.push(token);
    }

    /// Reads a token of a test.
    fn parse(token: &Value, decode: &dyn Fn(&Value) -> Vec<u8>) -> Self {
        let optional = |value: &Value| (!value.is_null()).then(|| decode(value));
        match token[0].as_str() {
            Some("DOCTYPE") => Self::Doctype {
                name: optional(&token[1]),
                public_id: optional(&token[2]),
                system_id: optional(&token[3]),
                force_quirks: !token[4].as_bool().expect("correctness is a boolean"),
            },
            Some("StartTag") => Self::StartTag {
                name: decode(&token[1]),
                attributes: token[2]
                    .as_object()
                    .expect("attributes are an object")
                    .iter()
                    .map(|(name, value)| (decode(&Value::from(name.as_str())), decode(value)))
                    .collect(),
                self_closing: token.get(3).is_some_and(|flag| flag == true),
            },
            Some("EndTag") => Self::EndTag { name: decode(&token[1]) },
            Some("Comment") => Self::Comment(decode(&token[1])),
            Some("ProcessingInstruction") => Self::ProcessingInstruction(decode(&token[1]), decode(&token[2])),
            Some("Character") => Self::Text(decode(&token[1])),
            _ => panic!("unknown token {token}"),
        }
    }
}

impl fmt::Debug for TestToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let optional = |bytes: &Option<Vec<u8>>| bytes.as_ref().map(|bytes| bytes.escape_ascii().to_string());
        match self {
            Self::Doctype { name, public_id, system_id, force_quirks } => {
                let (name, public_id, system_id) = (optional(name), optional(public_id), optional(system_id));
                write!(formatter, "Doctype({name:?}, {public_id:?}, {system_id:?}, force_quirks: {force_quirks})")
            }
            Self::StartTag { name, attributes, self_closing } => {
                write!(formatter, "StartTag({}", name.escape_ascii())?;
                for (name, value) in attributes {
                    write!(formatter, ", {}=\"{}\"", name.escape_ascii(), value.escape_ascii())?;
                }
                formatter.write_str(if *self_closing { ", self-closing)" } else { ")" })
            }
            Self::EndTag { name } => write!(formatter, "EndTag({})", name.escape_ascii()),
            Self::Comment(data) => write!(formatter, "Comment(\"{}\")", data.escape_ascii()),
            Self::ProcessingInstruction(target, data) => {
                write!(formatter, "ProcessingInstruction({}, \"{}\")", target.escape_ascii(), data.escape_ascii())
            }
            Self::Text(data) => write!(formatter, "Text(\"{}\")", data.escape_ascii()),
        }
    }
}

/// Reads the tokenizer tests.
pub fn suite() -> TestSuite {
    let paths = package_files("markup5ever_rcdom", "html5lib-tests/tokenizer", "test");
    let mut suite = TestSuite { files: paths.len(), ..TestSuite::default() };
    for path in paths {
        let file = path.file_name().expect("a file has a name").to_string_lossy();
        let json = fs::read(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        let json: Value = serde_json::from_slice(&json).unwrap_or_else(|error| panic!("{file}: {error}"));
        suite.infoset_tests += json["xmlViolationTests"].as_array().map_or(0, Vec::len);
        for test in json["tests"].as_array().into_iter().flatten() {
            suite.add(&file, test);
        }
    }
    suite
}

/// Returns our tests with processing instructions enabled. The first ones replace html5lib tests that expect comments.
pub fn processing_instructions() -> Vec<TestRun> {
    let json = include_str!("../../tests/data/processing-instructions.json");
    let json: Value = serde_json::from_str(json).expect("the file is JSON");
    let mut suite = TestSuite::default();
    for test in json["tests"].as_array().expect("tests are a list") {
        suite.add(test["file"].as_str().unwrap_or("processing-instructions.json"), test);
    }
    suite.runs.into_iter().map(|run| TestRun { processing_instructions: true, ..run }).collect()
}

impl TestSuite {
    /// Adds the runs of a test.
    fn add(&mut self, file: &str, test: &Value) {
        let double_escaped = test["doubleEscaped"] == true;
        let decode = |value: &Value| {
            let text = value.as_str().expect("a string");
            if double_escaped { decode_double_escaped(text) } else { text.as_bytes().to_vec() }
        };
        let errors: Vec<_> = test["errors"].as_array().into_iter().flatten().map(ExpectedError::parse).collect();
        self.tests += 1;
        self.tests_with_errors += usize::from(!errors.is_empty());
        self.errors += errors.len();

        let states = match test["initialStates"].as_array() {
            Some(names) => names.iter().map(text_state).collect(),
            None => vec![TextState::Data],
        };
        for state in states {
            self.runs.push(TestRun {
                file: file.to_owned(),
                description: test["description"].as_str().expect("a description").to_owned(),
                input: decode(&test["input"]),
                state,
                last_start_tag: test["lastStartTag"].as_str().unwrap_or_default().to_owned(),
                processing_instructions: false,
                tokens: test["output"]
                    .as_array()
                    .expect("output is a list")
                    .iter()
                    .map(|token| TestToken::parse(token, &decode))
                    .collect(),
                errors: errors.clone(),
            });
        }
    }
}

impl ExpectedError {
    /// Reads an error of a test.
    fn parse(error: &Value) -> Self {
        let code = error["code"].as_str().expect("a code");
        let number = |key: &str| error[key].as_u64().expect("a number") as usize;
        Self {
            code: code.parse().unwrap_or_else(|error| panic!("{code}: {error}")),
            line: number("line"),
            column: number("col"),
        }
    }
}

/// Reads the name of a state.
fn text_state(name: &Value) -> TextState {
    let name = name.as_str().expect("a state has a name");
    name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Replaces `\uHHHH` in a `doubleEscaped` string. A surrogate pair becomes one code point.
fn decode_double_escaped(text: &str) -> Vec<u8> {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u") {
        units.extend(rest[..at].encode_utf16());
        units.push(u16::from_str_radix(&rest[at + 2..at + 6], 16).expect("four hex digits"));
        rest = &rest[at + 6..];
    }
    units.extend(rest.encode_utf16());

    let mut bytes = Vec::new();
    for unit in char::decode_utf16(units) {
        match unit {
            Ok(character) => bytes.extend(character.encode_utf8(&mut [0; 4]).bytes()),
            Err(error) => {
                let unit = error.unpaired_surrogate();
                bytes.extend([0xE0 | (unit >> 12) as u8, 0x80 | (unit >> 6 & 0x3F) as u8, 0x80 | (unit & 0x3F) as u8]);
            }
        }
    }
    bytes
}

/// A test of the encoding tests: bytes, and the name of their encoding, in any case.
pub struct EncodingTest {
    pub data: Vec<u8>,
    pub encoding: String,
    /// Whether the `meta` comes after the first 1024 bytes. A prescan of the complete page would find it, but by the standard the
    /// tree builder does.
    pub has_late_meta: bool,
}

/// Reads the encoding tests of a file.
pub fn encoding_tests(file: &str) -> Vec<EncodingTest> {
    let path = package_dir("markup5ever_rcdom").join("html5lib-tests/encoding").join(file);
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let find = |rest: &[u8], text: &[u8]| rest.windows(text.len()).position(|window| window == text);
    let (mut tests, mut rest) = (Vec::new(), &bytes[..]);
    while let Some(start) = find(rest, b"#data\n") {
        rest = &rest[start + b"#data\n".len()..];
        let end = find(rest, b"\n#encoding\n").expect("a test has an encoding");
        let data = rest[..end].to_vec();
        rest = &rest[end + b"\n#encoding\n".len()..];
        let line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let has_late_meta = file == "tests1.dat" && (47..54).contains(&tests.len());
        tests.push(EncodingTest { data, encoding: String::from_utf8_lossy(line).into_owned(), has_late_meta });
    }
    tests
}
