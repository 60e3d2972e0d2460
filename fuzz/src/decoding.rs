//! Bytes that are not UTF-8 give the same tokens as their decoding.

use crate::options::options;
use tagrake::{Arena, Engine, ErrorCode, Options, Token, Tokenizer};

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
    let options = options(choice ^ b'\n').with_errors(true);
    let text = String::from_utf8_lossy(html);
    let (expected, expected_errors) = read(text.as_bytes(), &options.clone().with_engine(Engine::StateMachine));
    for engine in [Engine::Auto, Engine::StateMachine] {
        let options = options.clone().with_engine(engine);
        let (seen, errors) = read(html, &options);
        assert_eq!(seen, expected, "{engine:?}, {:?}", html.escape_ascii().to_string());
        assert_eq!(errors, expected_errors, "{engine:?}, {:?}", html.escape_ascii().to_string());
        // Without errors, the fast path declines less.
        let (quiet, _) = read(html, &options.with_errors(false));
        assert_eq!(quiet, expected, "{engine:?}, {:?}", html.escape_ascii().to_string());
    }
}

/// Returns the strings and flags of a token, without its span.
fn decoded(token: &Token<'_>) -> String {
    match token {
        Token::Doctype(doctype) => {
            let strings = [doctype.name(), doctype.public_id(), doctype.system_id()];
            format!("{:?} {}", strings.map(|bytes| bytes.map(String::from_utf8_lossy)), doctype.force_quirks())
        }
        Token::StartTag(tag) => {
            let attributes = tag.attributes().map(|it| (it.name_str(), it.value_str(), it.quote()));
            let flags = (tag.is_self_closing(), tag.duplicate_attributes(), tag.namespace());
            format!("<{:?} {:?} {flags:?}", tag.name_str(), attributes.collect::<Vec<_>>())
        }
        Token::EndTag(tag) => format!("</{:?}", tag.name_str()),
        Token::Text(text) => format!("{:?} {:?}", text.decoded_str(), text.state()),
        Token::Comment(comment) => format!("<!--{:?}", comment.data_str()),
        Token::ProcessingInstruction(instruction) => {
            format!("<?{:?} {:?}", instruction.target_str(), instruction.data_str())
        }
        Token::Dropped(dropped) => format!("{:?}", dropped.kind()),
        _ => unreachable!("unknown kind of token"),
    }
}

fn read(html: &[u8], options: &Options) -> (Vec<String>, Vec<ErrorCode>) {
    let arena = Arena::new();
    let mut tokenizer = Tokenizer::with_options(html, options, &arena);
    let seen = tokenizer.by_ref().map(|token| decoded(&token)).collect();
    (seen, tokenizer.errors().iter().map(|error| error.code).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{choice, markup};
    use tagrake_testsupport::random::Random;

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
        let mut random = Random::new(5);
        for _ in 0..100_000 {
            let mut data = Vec::new();
            for _ in 0..random.below(8) {
                data.append(&mut markup(&mut random, 4));
                data.extend_from_slice(BYTES[random.below(BYTES.len())]);
            }
            data.push(choice(&mut random));
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
