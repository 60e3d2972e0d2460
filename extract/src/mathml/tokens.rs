//! Tokens of MathML as TeX: identifiers, numbers, operators and texts.

use super::accents::Accent;
use super::letters::{Alphabet, alphabet_of};
use super::symbols::{function, is_ignored, is_large, symbol, symbol_in_text};
use bumpalo::collections::String;

/// The kind of a token element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Identifier,
    Number,
    Operator,
    Text,
    /// Quoted text.
    Literal,
}

/// A formula in the TeX so far, as far as the formula around it asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    /// The only character, or U+0000.
    pub(super) only: char,
    /// True if a script applies to the formula without braces around it.
    pub(super) is_single: bool,
    /// True if a script below or above the formula is a limit: no command is needed.
    pub(super) takes_limits: bool,
    /// True if delimiters around the formula have to grow.
    pub(super) is_tall: bool,
    /// True for `mprescripts`.
    pub(super) is_prescripts: bool,
    pub(super) is_table: bool,
}

/// Longest control word of the tables, in bytes.
const MAX_COMMAND: usize = 24;

/// The combining mark that negates the relation before it.
const SLASH: char = '\u{338}';

/// Adds `piece`, separated from a control word before it.
pub(super) fn push(out: &mut String<'_>, piece: &str) {
    if piece.starts_with(|first: char| first.is_ascii_alphabetic()) && ends_with_control_word(out) {
        out.push(' ');
    }
    out.push_str(piece);
}

fn ends_with_control_word(tex: &str) -> bool {
    let letters = tex.bytes().rev().take(MAX_COMMAND).take_while(u8::is_ascii_alphabetic).count();
    let before = &tex.as_bytes()[..tex.len() - letters];
    letters > 0 && before.ends_with(b"\\") && !before.ends_with(b"\\\\")
}

/// Adds the character of a formula. A prime does not follow a superscript directly: TeX reads it as another one.
pub(super) fn push_character(out: &mut String<'_>, character: char) {
    if matches!(character, '\u{300}'..='\u{36F}' | '\u{20D0}'..='\u{20FF}') {
        push(out, Accent::over(character).map_or("", |accent| accent.command(true)));
        return out.push_str("{}");
    }
    let mut buffer = [0; 4];
    let tex = symbol(character).unwrap_or_else(|| character.encode_utf8(&mut buffer));
    if tex.starts_with('\'') && out.ends_with('}') {
        out.push_str("{}");
    }
    push(out, tex);
}

/// Adds text, escaped, without a command around it.
pub(super) fn push_escaped_text(out: &mut String<'_>, text: &str) {
    for character in text.chars().filter(|&character| !is_ignored(character)) {
        match symbol_in_text(character) {
            _ if character.is_whitespace() => out.push(' '),
            Some(tex) => out.push_str(tex),
            None => out.push(character),
        }
    }
}

/// Adds the text of a token, without white space at its ends.
pub(super) fn push_token(out: &mut String<'_>, token: Token, text: &str, variant: Alphabet) -> Shape {
    let is_shown = |character: &char| !is_ignored(*character);
    let (mut characters, before) = (text.chars().filter(is_shown), out.len());
    let first = characters.next();
    let only = first.filter(|_| characters.next().is_none()).unwrap_or_default();
    let is_space = text.chars().filter(is_shown).all(char::is_whitespace);
    if is_space || !matches!(token, Token::Text | Token::Literal) && !needs_text(text) {
        push_math(out, token, text, variant);
    } else if first.is_some() {
        push(out, "\\text{");
        push_escaped_text(out, text);
        out.push('}');
    }
    let limits = if token == Token::Text { None } else { function(text) };
    Shape {
        only,
        is_single: out.len() > before
            && !is_space
            && (only != '\0' || !matches!(token, Token::Operator) || limits.is_some()),
        takes_limits: limits == Some(true) || is_large(only),
        is_tall: is_large(only),
        ..Shape::default()
    }
}

/// Returns true if a token has letters that TeX does not typeset in formulas.
fn needs_text(text: &str) -> bool {
    text.chars().any(|character| {
        let is_known = character.is_ascii() || symbol(character).is_some() || alphabet_of(character).1 != character;
        !is_known && character.is_alphabetic() || character == ' '
    })
}

fn push_math(out: &mut String<'_>, token: Token, text: &str, variant: Alphabet) {
    let is_name = text.len() > 1
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && text.bytes().any(|byte| byte.is_ascii_alphabetic());
    if is_name && function(text).is_some() {
        push(out, "\\");
        return out.push_str(text);
    }
    let mut open = Alphabet::Default;
    let mut characters = text.chars().filter(|&character| !is_ignored(character)).peekable();
    while let Some(character) = characters.next() {
        if characters.next_if_eq(&SLASH).is_some() {
            push(out, "\\not");
        }
        let (own, letter) = alphabet_of(character);
        let chosen = if variant == Alphabet::Default { own } else { variant };
        let is_plain = chosen == Alphabet::Default || !is_name && chosen == Alphabet::Italic;
        let alphabet = if is_name && is_plain { Alphabet::Upright } else { applied(chosen, letter, token) };
        if alphabet != open {
            close_alphabet(out, open);
            open_alphabet(out, alphabet, is_name && token == Token::Operator);
            open = alphabet;
        }
        push_character(out, letter);
    }
    close_alphabet(out, open);
}

/// Returns the alphabet whose command is needed for a letter.
fn applied(alphabet: Alphabet, letter: char, token: Token) -> Alphabet {
    use Alphabet::*;
    match alphabet {
        Bold | BoldItalic if !letter.is_ascii_alphanumeric() => BoldItalic,
        Upright if letter.is_ascii_alphabetic() && token == Token::Identifier => Upright,
        Default | Upright | Italic => Default,
        Script | Fraktur | DoubleStruck | SansSerif | Monospace if !letter.is_ascii_alphanumeric() => Default,
        _ => alphabet,
    }
}

fn open_alphabet(out: &mut String<'_>, alphabet: Alphabet, is_operator: bool) {
    let is_name = is_operator && alphabet == Alphabet::Upright;
    push(out, if is_name { "\\operatorname" } else { alphabet.command() });
    if alphabet != Alphabet::Default {
        out.push('{');
    }
}

fn close_alphabet(out: &mut String<'_>, alphabet: Alphabet) {
    if alphabet != Alphabet::Default {
        out.push('}');
    }
}
