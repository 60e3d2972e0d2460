//! Both engines give the same tokens, by the pull and the push API.

use crate::options::options;
use crate::token_log::TokenLog;
use tagrake::{Arena, Engine, Options, ParseError, Token, Tokenizer, tokenize};

/// Asserts that both engines give the same tokens, spans and errors, by the pull and the push API, and that the spans
/// cover the input.
///
/// The last byte of `data` selects the options. A final newline selects the defaults.
pub fn engines_agree(data: &[u8]) {
    let Some((&choice, html)) = data.split_last() else { return };
    let options = options(choice ^ b'\n');
    let arena = Arena::new();

    let (expected, errors) = read(html, &options.clone().with_engine(Engine::StateMachine).with_errors(true), &arena);
    assert_cover(&expected, html.len());

    // The fast path is compiled separately with and without errors. Its tokens must be the same.
    let (tokens, fast_errors) = read(html, &options.clone().with_errors(true), &arena);
    assert_same_tokens(&tokens, &expected, html);
    assert_eq!(fast_errors, errors, "errors of {:?}", html.escape_ascii().to_string());

    let (tokens, no_errors) = read(html, &options, &arena);
    assert_same_tokens(&tokens, &expected, html);
    assert_eq!(no_errors, []);

    let (mut pulled, mut pushed) = (TokenLog::default(), TokenLog::default());
    tokens.iter().for_each(|token| pulled.push(token));
    tokenize(html, &options, &mut Arena::new(), &mut pushed);
    assert_eq!(pushed, pulled, "{:?}", html.escape_ascii().to_string());
}

pub(crate) fn read<'a>(html: &'a [u8], options: &Options, arena: &'a Arena) -> (Vec<Token<'a>>, Vec<ParseError>) {
    let mut tokenizer = Tokenizer::with_options(html, options, arena);
    let tokens = tokenizer.by_ref().collect();
    (tokens, tokenizer.errors().to_vec())
}

/// Panics unless the spans of `tokens` follow each other from 0 to `len`.
pub(crate) fn assert_cover(tokens: &[Token<'_>], len: usize) {
    let mut end = 0;
    for token in tokens {
        assert_eq!(token.span().start, end, "gap or overlap before {token:?}");
        end = token.span().end;
    }
    assert_eq!(end, len, "the spans cover the input");
}

pub(crate) fn assert_same_tokens(tokens: &[Token<'_>], expected: &[Token<'_>], html: &[u8]) {
    for (token, expected) in tokens.iter().zip(expected) {
        assert!(same(token, expected), "{}\n{token:#?}\nexpected\n{expected:#?}", html.escape_ascii());
    }
    assert_eq!(tokens.len(), expected.len(), "tokens of {:?}", html.escape_ascii().to_string());
}

/// Returns true if all properties of two tokens are equal.
fn same(a: &Token<'_>, b: &Token<'_>) -> bool {
    a.span() == b.span()
        && match (a, b) {
            (Token::Doctype(a), Token::Doctype(b)) => {
                (a.name(), a.public_id(), a.system_id(), a.force_quirks())
                    == (b.name(), b.public_id(), b.system_id(), b.force_quirks())
            }
            (Token::StartTag(a), Token::StartTag(b)) => {
                (a.name(), a.name_span(), a.is_self_closing(), a.duplicate_attributes())
                    == (b.name(), b.name_span(), b.is_self_closing(), b.duplicate_attributes())
                    && a.attributes().len() == b.attributes().len()
                    && a.attributes().zip(b.attributes()).all(|(a, b)| {
                        (a.name(), a.value(), a.quote()) == (b.name(), b.value(), b.quote())
                            && (a.name_span(), a.value_span()) == (b.name_span(), b.value_span())
                    })
            }
            (Token::EndTag(a), Token::EndTag(b)) => (a.name(), a.name_span()) == (b.name(), b.name_span()),
            (Token::Text(a), Token::Text(b)) => (a.decoded(), a.raw(), a.state()) == (b.decoded(), b.raw(), b.state()),
            (Token::Comment(a), Token::Comment(b)) => (a.data(), a.raw()) == (b.data(), b.raw()),
            (Token::ProcessingInstruction(a), Token::ProcessingInstruction(b)) => {
                (a.target(), a.data(), a.raw_data()) == (b.target(), b.data(), b.raw_data())
            }
            (Token::Dropped(a), Token::Dropped(b)) => a.kind() == b.kind(),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Random, small_pages};

    #[test]
    fn holds_for_random_markup() {
        let mut random = Random(1);
        for _ in 0..100_000 {
            let mut data = random.markup(16);
            data.push(random.choice());
            engines_agree(&data);
        }
    }

    #[test]
    fn holds_for_damaged_pages() {
        let mut random = Random(2);
        for page in small_pages() {
            engines_agree(&page);
            for _ in 0..200 {
                engines_agree(&random.damaged(&page));
            }
        }
    }
}
