//! The answer of a tokenizer to an input: tokens in the form of html5lib-tests, and their positions.

use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use tagrake_testsupport::html5lib::TestToken;

/// The tokens and errors of an input.
#[derive(Debug, Default, Deserialize)]
#[serde(from = "WrittenAnswer")]
pub(super) struct Answer {
    pub(super) tokens: Vec<TestToken>,
    /// The start and end of each token, or empty if the tokenizer reports none.
    pub(super) spans: Vec<(usize, usize)>,
    pub(super) errors: Vec<FoundError>,
}

/// The code, line and column of an error.
pub(super) type FoundError = (String, usize, usize);

impl Answer {
    /// Appends a token. Adjacent text becomes one token, as in the tests.
    pub(super) fn push(&mut self, token: TestToken, span: Option<(usize, usize)>) {
        if let TestToken::Text(more) = &token {
            if more.is_empty() {
                return;
            }
            if let Some(TestToken::Text(run)) = self.tokens.last_mut() {
                run.extend(more);
                if let (Some(last), Some(span)) = (self.spans.last_mut(), span) {
                    last.1 = span.1;
                }
                return;
            }
        }
        self.tokens.push(token);
        self.spans.extend(span);
    }
}

/// Returns attributes in the form of the tests.
pub(super) fn attributes(pairs: impl IntoIterator<Item = (Vec<u8>, Vec<u8>)>) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let mut attributes = BTreeMap::new();
    for (mut name, value) in pairs {
        // The standard drops duplicates. No attribute has the name that one gets here, so the tags differ.
        while attributes.contains_key(&name) {
            name.extend(b"==");
        }
        attributes.insert(name, value);
    }
    attributes
}

/// An answer in the line of a driver.
#[derive(Deserialize)]
struct WrittenAnswer {
    tokens: Vec<WrittenToken>,
    #[serde(default)]
    spans: Vec<(usize, usize)>,
    #[serde(default)]
    errors: Vec<FoundError>,
}

impl From<WrittenAnswer> for Answer {
    fn from(written: WrittenAnswer) -> Self {
        let mut answer = Self { errors: written.errors, ..Self::default() };
        let mut spans = written.spans.into_iter();
        for token in written.tokens {
            answer.push(token.0, spans.next());
        }
        answer
    }
}

/// A token as a list, such as `["EndTag", "p"]`. As in the tests, but attributes are a list of pairs.
struct WrittenToken(TestToken);

impl<'de> Deserialize<'de> for WrittenToken {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(TokenVisitor)
    }
}

struct TokenVisitor;

impl<'de> Visitor<'de> for TokenVisitor {
    type Value = WrittenToken;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a token")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut fields: A) -> Result<WrittenToken, A::Error> {
        fn next<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(fields: &mut A) -> Result<T, A::Error> {
            fields.next_element()?.ok_or_else(|| Error::custom("a token has too few fields"))
        }
        let optional = |name: Option<Bytes>| name.map(|name| name.0);
        let kind: String = next(&mut fields)?;
        Ok(WrittenToken(match &*kind {
            "DOCTYPE" => TestToken::Doctype {
                name: optional(next(&mut fields)?),
                public_id: optional(next(&mut fields)?),
                system_id: optional(next(&mut fields)?),
                force_quirks: !next::<bool, A>(&mut fields)?,
            },
            "StartTag" => {
                let name = next::<Bytes, A>(&mut fields)?.0;
                let pairs: Vec<(Bytes, Bytes)> = next(&mut fields)?;
                let attributes = attributes(pairs.into_iter().map(|(name, value)| (name.0, value.0)));
                TestToken::StartTag { name, attributes, self_closing: next(&mut fields)? }
            }
            "EndTag" => TestToken::EndTag { name: next::<Bytes, A>(&mut fields)?.0 },
            "Comment" => TestToken::Comment(next::<Bytes, A>(&mut fields)?.0),
            "Character" => TestToken::Text(next::<Bytes, A>(&mut fields)?.0),
            "ProcessingInstruction" => {
                TestToken::ProcessingInstruction(next::<Bytes, A>(&mut fields)?.0, next::<Bytes, A>(&mut fields)?.0)
            }
            _ => return Err(Error::custom(format_args!("unknown token {kind}"))),
        }))
    }
}

/// A JSON string, in which a lone surrogate becomes three bytes, as in the tests.
struct Bytes(Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct BytesVisitor;

        impl Visitor<'_> for BytesVisitor {
            type Value = Bytes;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a string")
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }
        }

        deserializer.deserialize_bytes(BytesVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_drivers_are_read() {
        let line = r#"{"tokens":[["Character","a"],["Character","\ud800"],["StartTag","b",[["c","d"],["c","e"]],true],
            ["DOCTYPE",null,"f",null,false],["EndTag","b"],["Comment",""],["ProcessingInstruction","g","h"]],
            "spans":[[0,1],[1,4],[4,9]],"errors":[["duplicate-attribute",1,5]]}"#;
        let answer: Answer = serde_json::from_str(line).expect("an answer");
        let tag = TestToken::StartTag {
            name: b"b".to_vec(),
            attributes: BTreeMap::from([(b"c".to_vec(), b"d".to_vec()), (b"c==".to_vec(), b"e".to_vec())]),
            self_closing: true,
        };
        assert_eq!(answer.tokens.len(), 6);
        assert!(answer.tokens[..2] == [TestToken::Text(b"a\xED\xA0\x80".to_vec()), tag]);
        let doctype =
            TestToken::Doctype { name: None, public_id: Some(b"f".to_vec()), system_id: None, force_quirks: true };
        assert!(answer.tokens[2] == doctype);
        assert_eq!(answer.spans, [(0, 4), (4, 9)]);
        assert_eq!(answer.errors, [("duplicate-attribute".to_owned(), 1, 5)]);
    }
}
