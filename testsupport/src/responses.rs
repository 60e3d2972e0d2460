//! The responses of `archive/tests/responses/responses.txt`, with the values that Chromium gave.

use crate::repository_file;
use std::collections::BTreeMap;
use std::fs;

const FILE: &str = "archive/tests/responses/responses.txt";

/// A response, and its values by their name: as Chromium gave them, and as tagrake differs on purpose.
#[derive(Debug)]
pub struct KnownResponse {
    /// Its name in the file.
    pub name: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
    chromium: BTreeMap<&'static str, &'static str>,
    ours: BTreeMap<&'static str, &'static str>,
}

impl KnownResponse {
    /// Returns the value that Chromium gave, if it gave one.
    pub fn chromium(&self, name: &str) -> Option<&'static str> {
        self.chromium.get(name).copied()
    }

    /// Returns a message unless `found` is the value of tagrake: the one that differs on purpose, or the one of Chromium.
    pub fn difference(&self, name: &str, chromium: Option<&str>, found: &str) -> Option<String> {
        let ours = self.ours.get(name).copied();
        if ours.is_some() && ours == chromium {
            return Some(format!("{}: {name}: the values do not differ", self.name));
        }
        let expected = ours.or(chromium).filter(|expected| *expected != found)?;
        Some(format!("{}: {name}: expected {expected:?}, found {found:?}", self.name))
    }
}

/// Returns all responses.
///
/// # Panics
///
/// Panics if the file has another form.
pub fn all() -> Vec<KnownResponse> {
    let mut responses = Vec::new();
    let file: &'static str = fs::read_to_string(repository_file(FILE)).expect("a file").leak();
    for block in file.split("\n\n").map(|block| block.trim_start_matches('\n')) {
        let Some((name, lines)) = block.split_once('\n').filter(|(name, _)| !name.starts_with('#')) else { continue };
        let mut known = KnownResponse { name, bytes: Vec::new(), chromium: BTreeMap::new(), ours: BTreeMap::new() };
        let mut has_reason = false;
        for line in lines.lines() {
            let (word, rest) = line.trim_start().split_once(' ').unwrap_or((line.trim_start(), ""));
            match word {
                "response" => known.bytes = unescape(rest),
                "ours" => {
                    let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
                    known.ours.insert(name, value);
                }
                "because" => has_reason = true,
                _ => {
                    known.chromium.insert(word, rest);
                }
            }
        }
        assert_eq!(has_reason, !known.ours.is_empty(), "{name}: a difference has a reason");
        responses.push(known);
    }
    assert!(responses.len() >= 70, "{}", responses.len());
    responses
}

/// Returns bytes as the file has them.
pub fn escape(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string().replace("\\'", "'").replace("\\\"", "\"")
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let escaped = match byte {
            b'\\' => rest.next().expect("an escape"),
            _ => {
                bytes.push(byte);
                continue;
            }
        };
        bytes.push(match escaped {
            b'r' => b'\r',
            b'n' => b'\n',
            b't' => b'\t',
            b'x' => {
                let mut digit = || char::from(rest.next().expect("a digit")).to_digit(16).expect("a digit");
                u8::try_from(digit() * 16 + digit()).expect("two digits")
            }
            other => other,
        });
    }
    bytes
}
