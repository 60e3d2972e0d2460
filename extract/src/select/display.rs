//! Selectors in a normal form, as text. It is a selector again, with the same meaning.

use super::syntax::{Attribute, Case, Combinator, Complex, Nth, Operator, Simple};
use alloc::format;
use core::fmt::{self, Display, Formatter, Write};

/// Writes a selector list.
fn write_list(list: &[Complex], to: &mut Formatter<'_>) -> fmt::Result {
    for (index, complex) in list.iter().enumerate() {
        if index > 0 {
            to.write_str(", ")?;
        }
        complex.fmt(to)?;
    }
    Ok(())
}

impl Display for Complex {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        for (index, (combinator, compound)) in self.compounds().enumerate() {
            match combinator {
                Combinator::Descendant if index == 0 => {}
                Combinator::Descendant => to.write_str(" ")?,
                Combinator::Child if index == 0 => to.write_str("> ")?,
                Combinator::NextSibling if index == 0 => to.write_str("+ ")?,
                Combinator::SubsequentSibling if index == 0 => to.write_str("~ ")?,
                Combinator::Child => to.write_str(" > ")?,
                Combinator::NextSibling => to.write_str(" + ")?,
                Combinator::SubsequentSibling => to.write_str(" ~ ")?,
            }
            for simple in compound {
                simple.fmt(to)?;
            }
        }
        Ok(())
    }
}

impl Display for Simple {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        let function = |name: &str, list: &[Complex], to: &mut Formatter<'_>| {
            write!(to, ":{name}(")?;
            write_list(list, to)?;
            to.write_char(')')
        };
        match self {
            Self::Universal => to.write_char('*'),
            Self::Type(name) | Self::Html(name) => write_identifier(name, to),
            Self::Id(id) => {
                to.write_char('#')?;
                write_identifier(id, to)
            }
            Self::Class(class) => {
                to.write_char('.')?;
                write_identifier(class, to)
            }
            Self::Attribute(attribute) => attribute.fmt(to),
            Self::Is(list) if list.iter().any(|complex| matches!(complex.first[..], [Self::Html(_), ..])) => {
                to.write_str(":any-link")
            }
            Self::Is(list) => function("is", list, to),
            Self::Not(list) => function("not", list, to),
            Self::Has(list) => function("has", list, to),
            Self::Nth(nth) => write!(to, ":{}({})", nth.name(), nth.index()),
            Self::NthOf(nth, list) => {
                write!(to, ":{}({} of ", nth.name(), nth.index())?;
                write_list(list, to)?;
                to.write_char(')')
            }
            Self::Root => to.write_str(":root"),
            Self::Empty => to.write_str(":empty"),
        }
    }
}

impl Display for Attribute {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        to.write_char('[')?;
        write_identifier(&self.name, to)?;
        to.write_str(match self.operator {
            Operator::Exists => return to.write_char(']'),
            Operator::Equals => "=",
            Operator::HasWord => "~=",
            Operator::HasLanguage => "|=",
            Operator::StartsWith => "^=",
            Operator::EndsWith => "$=",
            Operator::Contains => "*=",
        })?;
        write_string(&self.value, to)?;
        to.write_str(match self.case {
            Case::ByName => "]",
            Case::Insensitive => " i]",
            Case::Sensitive => " s]",
        })
    }
}

impl Nth {
    fn name(self) -> &'static str {
        match (self.from_end, self.of_type) {
            (false, false) => "nth-child",
            (true, false) => "nth-last-child",
            (false, true) => "nth-of-type",
            (true, true) => "nth-last-of-type",
        }
    }

    /// Returns [An+B](https://drafts.csswg.org/css-syntax-3/#serializing-anb).
    fn index(self) -> alloc::string::String {
        let a = match self.a {
            0 => return format!("{}", self.b),
            1 => "n".into(),
            -1 => "-n".into(),
            a => format!("{a}n"),
        };
        if self.b == 0 { a } else { format!("{a}{:+}", self.b) }
    }
}

/// Writes an [identifier](https://drafts.csswg.org/cssom/#serialize-an-identifier) with escapes.
fn write_identifier(name: &str, to: &mut Formatter<'_>) -> fmt::Result {
    let mut before = None;
    for (at, character) in name.char_indices() {
        let is_digit_at_start = character.is_ascii_digit() && (at == 0 || at == 1 && before == Some('-'));
        match character {
            '\x01'..='\x1F' | '\x7F' => write!(to, "\\{:x} ", character as u32)?,
            _ if is_digit_at_start => write!(to, "\\{:x} ", character as u32)?,
            '-' if name.len() == 1 => to.write_str("\\-")?,
            '-' | '_' | '0'..='9' | 'a'..='z' | 'A'..='Z' => to.write_char(character)?,
            _ if !character.is_ascii() => to.write_char(character)?,
            _ => write!(to, "\\{character}")?,
        }
        before = Some(character);
    }
    Ok(())
}

/// Writes a [string](https://drafts.csswg.org/cssom/#serialize-a-string) with escapes.
fn write_string(text: &str, to: &mut Formatter<'_>) -> fmt::Result {
    to.write_char('"')?;
    for character in text.chars() {
        match character {
            '\x01'..='\x1F' | '\x7F' => write!(to, "\\{:x} ", character as u32)?,
            '"' | '\\' => write!(to, "\\{character}")?,
            _ => to.write_char(character)?,
        }
    }
    to.write_char('"')
}
