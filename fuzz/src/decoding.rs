//! Bytes that are not UTF-8 give the same tokens as their decoding.

use crate::options::options;
use tagrake::{Arena, Doctype, DroppedKind, Engine, ErrorCode, Namespace, Options, Quote, TextState, Token, Tokenizer};

/// Asserts that any bytes give the same tokens, strings (by the `…_str` methods) and error codes as their decoding to
/// UTF-8. A byte order mark is text in both.
///
/// Inputs with surrogates in generalized UTF-8, the encoding of html5lib-tests, are skipped. The tokenizer reads them
/// as code points with the error `surrogate-in-input-stream`, but decoding replaces them.
///
/// The last byte of `data` selects the options.
pub fn decoding_agrees(data: &[u8]) {
    let Some((&choice, html)) = data.split_last() else { return };
    if html.windows(3).any(|bytes| matches!(bytes, [0xED, 0xA0..=0xBF, 0x80..=0xBF])) {
        return;
    }
    let options = options(choice ^ b'\n');
    let decoded = String::from_utf8_lossy(html);
    let (expected, expected_errors) = read(decoded.as_bytes(), &options.clone().with_engine(Engine::StateMachine));
    for engine in [Engine::Auto, Engine::StateMachine] {
        let (seen, errors) = read(html, &options.clone().with_engine(engine));
        assert_eq!(seen, expected, "{engine:?}, {:?}", html.escape_ascii().to_string());
        assert_eq!(errors, expected_errors, "{engine:?}, {:?}", html.escape_ascii().to_string());
        // Without errors, the fast path declines less.
        let quiet = read_tokens(html, &options.clone().with_engine(engine));
        assert_eq!(quiet, expected, "{engine:?}, {:?}", html.escape_ascii().to_string());
    }
}

/// The strings and flags of a token, without its span.
#[derive(Debug, PartialEq)]
enum DecodedToken {
    Doctype([Option<String>; 3], bool),
    StartTag { name: String, attributes: Vec<(String, String, Quote)>, ends: (bool, usize), namespace: Namespace },
    EndTag(String),
    Text(String, TextState),
    Comment(String),
    ProcessingInstruction(String, String),
    Dropped(DroppedKind),
}

impl DecodedToken {
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
            _ => unreachable!("unknown kind of token"),
        }
    }
}

fn strings(doctype: &Doctype<'_>) -> [Option<String>; 3] {
    [doctype.name(), doctype.public_id(), doctype.system_id()]
        .map(|bytes| bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned()))
}

fn read_tokens(html: &[u8], options: &Options) -> Vec<DecodedToken> {
    Tokenizer::with_options(html, options, &Arena::new()).map(|token| DecodedToken::new(&token)).collect()
}

fn read(html: &[u8], options: &Options) -> (Vec<DecodedToken>, Vec<ErrorCode>) {
    let arena = Arena::new();
    let mut tokenizer = Tokenizer::with_options(html, &options.clone().with_errors(true), &arena);
    let seen = tokenizer.by_ref().map(|token| DecodedToken::new(&token)).collect();
    (seen, tokenizer.errors().iter().map(|error| error.code).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Bytes that start or continue UTF-8 sequences, invalid bytes, and complete encodings of `é` and U+FFFD.
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
    fn holds_for_random_markup() {
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

    /// A bug once made both engines compare the bytes of names, so attributes with equal decoded names were not
    /// duplicates.
    #[test]
    fn names_are_compared_after_decoding() {
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
