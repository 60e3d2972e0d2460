//! Bytes that are not UTF-8.

use crate::options::options;
use tagrake::{Arena, Doctype, DroppedKind, Engine, ErrorCode, Namespace, Options, Quote, TextState, Token, Tokenizer};

/// Any bytes, read through the `…_str` methods, give what the bytes decoded first give: tokens, strings and error codes.
/// A byte order mark is text either way.
///
/// One thing differs on purpose: bytes that would stand for a surrogate, in the generalised UTF-8 of html5lib-tests, are
/// a code point, and the error `surrogate-in-input-stream`; decoding leaves none. Inputs that have some are left out.
///
/// The last byte of `data` chooses the options.
pub fn decoding_agrees(data: &[u8]) {
    let Some((&choice, html)) = data.split_last() else { return };
    if html.windows(3).any(|bytes| matches!(bytes, [0xED, 0xA0..=0xBF, 0x80..=0xBF])) {
        return;
    }
    let options = options(choice ^ b'\n');
    let decoded = String::from_utf8_lossy(html);
    let (expected, expected_errors) = see(decoded.as_bytes(), &options.clone().with_engine(Engine::Machine));
    for engine in [Engine::Auto, Engine::Machine] {
        let (seen, errors) = see(html, &options.clone().with_engine(engine));
        assert_eq!(seen, expected, "{engine:?}, {:?}", html.escape_ascii().to_string());
        assert_eq!(errors, expected_errors, "{engine:?}, {:?}", html.escape_ascii().to_string());
        // Without errors the fast path declines less.
        let quiet = see_tokens(html, &options.clone().with_engine(engine));
        assert_eq!(quiet, expected, "{engine:?}, {:?}", html.escape_ascii().to_string());
    }
}

/// A token as its strings tell it, with no place in the input.
#[derive(Debug, PartialEq)]
enum Seen {
    Doctype([Option<String>; 3], bool),
    StartTag { name: String, attributes: Vec<(String, String, Quote)>, ends: (bool, usize), namespace: Namespace },
    EndTag(String),
    Text(String, TextState),
    Comment(String),
    ProcessingInstruction(String, String),
    Dropped(DroppedKind),
}

impl Seen {
    fn new(token: &Token<'_>) -> Self {
        match token {
            Token::Doctype(doctype) => Self::Doctype(strings(doctype), doctype.force_quirks()),
            Token::StartTag(tag) => Self::StartTag {
                name: tag.name_str().to_owned(),
                attributes: tag
                    .attributes()
                    .map(|attribute| {
                        (attribute.name_str().to_owned(), attribute.value_str().to_owned(), attribute.quote())
                    })
                    .collect(),
                ends: (tag.is_self_closing(), tag.duplicate_attributes()),
                namespace: tag.namespace(),
            },
            Token::EndTag(tag) => Self::EndTag(tag.name_str().to_owned()),
            Token::Text(text) => Self::Text(text.decoded_str().to_owned(), text.state()),
            Token::Comment(comment) => Self::Comment(comment.data_str().to_owned()),
            Token::ProcessingInstruction(instruction) => {
                Self::ProcessingInstruction(instruction.target_str().to_owned(), instruction.data_str().to_owned())
            }
            Token::Dropped(dropped) => Self::Dropped(dropped.kind()),
            _ => unreachable!("there are no other tokens"),
        }
    }
}

fn strings(doctype: &Doctype<'_>) -> [Option<String>; 3] {
    [doctype.name(), doctype.public_id(), doctype.system_id()]
        .map(|bytes| bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned()))
}

fn see_tokens(html: &[u8], options: &Options) -> Vec<Seen> {
    Tokenizer::with_options(html, options, &Arena::new()).map(|token| Seen::new(&token)).collect()
}

fn see(html: &[u8], options: &Options) -> (Vec<Seen>, Vec<ErrorCode>) {
    let arena = Arena::new();
    let mut tokenizer = Tokenizer::with_options(html, &options.clone().with_errors(true), &arena);
    let seen = tokenizer.by_ref().map(|token| Seen::new(&token)).collect();
    (seen, tokenizer.errors().iter().map(|error| error.code).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Bytes that begin, continue or cannot be in UTF-8; `é` and U+FFFD whole.
    const BYTES: [&[u8]; 18] = [
        b"\x80",
        b"\xBF",
        b"\xC0",
        b"\xC3",
        b"\xE0\xA0",
        b"\xE2\x82",
        b"\xED\xA0\x80",
        b"\xED\x9F",
        b"\xEF\xB7",
        b"\xEF\xBF",
        b"\xBF\xBE",
        b"\xF0\x9F",
        b"\xF4\x90\x80\x80",
        b"\xF4\x8F\xBF",
        b"\xF8",
        b"\xFF",
        "é".as_bytes(),
        "\u{FFFD}".as_bytes(),
    ];

    #[test]
    fn on_random_markup() {
        let mut random = Random(5);
        for _ in 0..100_000 {
            let mut data = Vec::new();
            for _ in 0..random.below(8) {
                data.append(&mut random.markup(4));
                data.extend_from_slice(BYTES[random.below(BYTES.len())]);
            }
            data.push(random.choice());
            decoding_agrees(&data);
        }
    }

    /// Attributes whose names became equal by decoding were two: the fast path and the machine compared bytes.
    #[test]
    fn names_are_compared_as_text() {
        for html in [
            &b"<a \xFF=1 \xFE=2>\n"[..],
            b"<a x\xFFy=1 x\xE2\x82y=2>\n",
            b"<a \0=1 \xFF=2>\n",
            "<a \u{FFFD}=1 \0=2 a\u{FFFD}=3>\n".as_bytes(),
            b"<a \xEF\xBF\xBD=1 \xC0=2>\n",
        ] {
            decoding_agrees(html);
        }
    }
}
