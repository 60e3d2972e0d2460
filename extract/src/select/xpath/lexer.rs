//! The [tokens of XPath](https://www.w3.org/TR/xpath-10/#exprlex).

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// Punctuation, an operator, or the name of an operator.
    Symbol(&'static str),
    /// A name, or `prefix:name`.
    Name(Box<str>),
    Literal(Box<str>),
    Number(f64),
}

/// A token and its place.
pub(super) type Spanned = (Token, Range<usize>);

/// Punctuation and operators. Of two that a text starts with, the longer one comes first.
const SYMBOLS: [&str; 21] =
    ["//", "/", "..", "::", "!=", "<=", ">=", "[", "]", "(", ")", "@", ",", ".", "|", "+", "-", "=", "<", ">", "$"];

/// The operators that are names.
const OPERATORS: [&str; 4] = ["and", "or", "mod", "div"];

/// Returns the tokens of a text with their places. An error has the part at fault and a message.
pub(super) fn tokens(text: &str) -> Result<Vec<Spanned>, (Range<usize>, String)> {
    let mut tokens: Vec<Spanned> = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        if is_space(next) {
            at += 1;
            continue;
        }
        // After an operand, `*` and some names are operators.
        let follows_operand = match tokens.last() {
            None => false,
            Some((Token::Symbol(symbol), _)) => matches!(*symbol, "]" | ")" | "." | ".." | "wildcard"),
            Some(_) => true,
        };
        let (token, len) = if next == '"' || next == '\'' {
            let Some(len) = rest[1..].find(next) else {
                return Err((at..text.len(), "the string has no end".into()));
            };
            (Token::Literal(rest[1..=len].into()), len + 2)
        } else if next.is_ascii_digit() || next == '.' && rest[1..].starts_with(|next: char| next.is_ascii_digit()) {
            let len = rest.find(|next: char| !next.is_ascii_digit() && next != '.').unwrap_or(rest.len());
            let number = rest[..len].parse().ok().filter(|number: &f64| number.is_finite());
            let Some(number) = number else {
                return Err((at..at + len, format!("`{}` is not a number", &rest[..len])));
            };
            (Token::Number(number), len)
        } else if next == '*' {
            (Token::Symbol(if follows_operand { "*" } else { "wildcard" }), 1)
        } else if is_name_start(next) {
            let mut len = name_len(rest);
            let after = &rest[len..];
            if after.starts_with(':') && after[1..].starts_with(|next| is_name_start(next) || next == '*') {
                len += 1 + if after[1..].starts_with('*') { 1 } else { name_len(&after[1..]) };
            }
            let operator = OPERATORS.into_iter().find(|operator| follows_operand && *operator == &rest[..len]);
            (operator.map_or_else(|| Token::Name(rest[..len].into()), Token::Symbol), len)
        } else if let Some(symbol) = SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol)) {
            (Token::Symbol(symbol), symbol.len())
        } else {
            return Err((at..at + next.len_utf8(), format!("unexpected `{next}`")));
        };
        tokens.push((token, at..at + len));
        at += len;
    }
    Ok(tokens)
}

/// Returns true for the [white space of XPath](https://www.w3.org/TR/xml/#NT-S).
fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

fn name_len(text: &str) -> usize {
    text.find(|next| !is_name_start(next) && !matches!(next, '0'..='9' | '-' | '.' | '\u{B7}')).unwrap_or(text.len())
}

fn is_name_start(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_' || !character.is_ascii() && character != '\u{B7}'
}
