//! Reads selectors: [Selectors Level 4](https://drafts.csswg.org/selectors-4/) on the [syntax of
//! CSS](https://drafts.csswg.org/css-syntax-3/).
//!
//! No library fits: `cssparser` and `selectors` have a licence that `deny.toml` does not allow in what users link, and
//! need `std`.

use super::advice::pseudo_class_advice;
use super::error::SelectorError;
use super::syntax::{Attribute, Case, Combinator, Complex, Compound, Nth, Operator, Simple};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

/// The deepest nesting of selectors in `:is`, `:not`, `:where` and `:has`.
const MAX_DEPTH: usize = 16;

/// Reads a selector list.
pub(super) fn parse(selector: usize, text: &str) -> Result<Vec<Complex>, SelectorError> {
    let mut parser = Parser { selector, text, at: 0, depth: 0, in_has: false };
    let list = parser.list(false)?;
    match parser.peek() {
        None => Ok(list),
        Some('/') => {
            let message = "unexpected `/`; an XPath starts with `/`, `./` or `(`";
            Err(parser.error(parser.at..parser.at + 1, message))
        }
        Some(other) => Err(parser.error(parser.at..parser.at + other.len_utf8(), format!("unexpected `{other}`"))),
    }
}

struct Parser<'s> {
    selector: usize,
    text: &'s str,
    at: usize,
    depth: usize,
    in_has: bool,
}

type Result<T, E = SelectorError> = core::result::Result<T, E>;

/// White space of CSS.
const SPACE: [char; 5] = [' ', '\t', '\n', '\r', '\x0C'];

impl Parser<'_> {
    fn error(&self, span: Range<usize>, message: impl Into<String>) -> SelectorError {
        SelectorError { selector: self.selector, span, message: message.into() }
    }

    /// Returns an error at the next character.
    fn expected<T>(&self, what: &str) -> Result<T> {
        let (found, len) = match self.peek() {
            Some(found) => (format!("`{found}`"), found.len_utf8()),
            None => ("the end".to_string(), 0),
        };
        Err(self.error(self.at..self.at + len, format!("expected {what}, found {found}")))
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn peek_second(&self) -> Option<char> {
        self.text[self.at..].chars().nth(1)
    }

    /// Reads `text` if it comes next.
    fn take(&mut self, text: &str) -> bool {
        let found = self.text[self.at..].starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    /// Reads white space and comments. Returns true if there was white space.
    fn space(&mut self) -> Result<bool> {
        let mut found = false;
        loop {
            match self.peek() {
                Some(' ' | '\t' | '\n' | '\r' | '\x0C') => {
                    self.at += 1;
                    found = true;
                }
                Some('/') if self.peek_second() == Some('*') => {
                    let Some(len) = self.text[self.at + 2..].find("*/") else {
                        return Err(self.error(self.at..self.text.len(), "the comment has no end"));
                    };
                    self.at += 2 + len + 2;
                }
                _ => return Ok(found),
            }
        }
    }

    /// Reads a [selector list](https://drafts.csswg.org/selectors-4/#selector-list), of relative selectors in `:has`.
    fn list(&mut self, is_relative: bool) -> Result<Vec<Complex>> {
        let mut list = Vec::new();
        loop {
            list.push(self.complex(is_relative)?);
            self.space()?;
            if !self.take(",") {
                return Ok(list);
            }
        }
    }

    fn complex(&mut self, is_relative: bool) -> Result<Complex> {
        self.space()?;
        let mut leading = Combinator::Descendant;
        if let (true, Some(combinator)) = (is_relative, self.combinator()) {
            leading = combinator;
            self.space()?;
        }
        let (first, mut rest) = (self.compound()?, Vec::new());
        loop {
            let has_space = self.space()?;
            let combinator = match self.combinator() {
                Some(combinator) => combinator,
                None if has_space && !matches!(self.peek(), None | Some(',' | ')')) => Combinator::Descendant,
                None => return Ok(Complex { leading, first, rest }),
            };
            self.space()?;
            rest.push((combinator, self.compound()?));
        }
    }

    fn combinator(&mut self) -> Option<Combinator> {
        let combinator = match self.peek()? {
            '>' => Combinator::Child,
            '+' => Combinator::NextSibling,
            '~' => Combinator::SubsequentSibling,
            _ => return None,
        };
        self.at += 1;
        Some(combinator)
    }

    fn compound(&mut self) -> Result<Compound> {
        let mut compound = Vec::new();
        self.type_selector(&mut compound)?;
        loop {
            let start = self.at;
            match self.peek() {
                Some('#') => {
                    self.at += 1;
                    compound.push(Simple::Id(self.identifier("an identifier after `#`")?));
                }
                Some('.') => {
                    self.at += 1;
                    compound.push(Simple::Class(self.identifier("a class after `.`")?));
                }
                Some('[') => {
                    self.at += 1;
                    compound.push(Simple::Attribute(self.attribute()?));
                }
                Some(':') => {
                    self.at += 1;
                    if self.take(":") {
                        return Err(self.pseudo_element(start));
                    }
                    self.pseudo_class(start, &mut compound)?;
                }
                Some('&') => {
                    return Err(
                        self.error(start..start + 1, "`&` needs a style rule around it; write the selector out")
                    );
                }
                _ if compound.is_empty() => return self.expected("a selector"),
                _ => return Ok(compound),
            }
        }
    }

    /// Reads a type selector or `*`, also as `*|name`.
    fn type_selector(&mut self, compound: &mut Compound) -> Result<()> {
        let start = self.at;
        let read = |parser: &mut Self| {
            Ok(if parser.take("*") {
                Some(Simple::Universal)
            } else if parser.starts_identifier() {
                Some(Simple::Type(parser.identifier("a name")?))
            } else {
                None
            })
        };
        let mut name = read(self)?;
        if self.peek() == Some('|') && self.peek_second() != Some('=') {
            self.at += 1;
            if name != Some(Simple::Universal) {
                let message =
                    "namespace prefixes are not declared anywhere; use the name alone, which matches in any namespace";
                return Err(self.error(start..self.at, message));
            }
            name = read(self)?;
            if name.is_none() {
                return self.expected("a name after `|`");
            }
        }
        compound.extend(name);
        Ok(())
    }

    fn pseudo_element(&mut self, start: usize) -> SelectorError {
        let name = self.identifier("a name").unwrap_or_default();
        let advice = match &*name {
            "text" | "attr" => {
                "selectors match elements, not their text or attributes; select the element and read them there"
            }
            _ => "pseudo-elements are not elements; select the element",
        };
        self.error(start..self.at, format!("`::{name}`: {advice}"))
    }

    /// Reads a pseudo-class after its colon, which is at `start`.
    fn pseudo_class(&mut self, start: usize, compound: &mut Compound) -> Result<()> {
        let name = self.identifier("a name after `:`")?.to_ascii_lowercase();
        let nth = |a, b, from_end, of_type| Simple::Nth(Nth { a, b, from_end, of_type });
        if self.take("(") {
            let simple = match &*name {
                "is" | "where" | "matches" | "-webkit-any" | "-moz-any" => Simple::Is(self.nested(false)?),
                "not" => Simple::Not(self.nested(false)?),
                "has" if self.in_has => {
                    return Err(self.error(start..self.at, "`:has` inside `:has` is not allowed; use two selectors"));
                }
                "has" => {
                    self.in_has = true;
                    let list = self.nested(true)?;
                    self.in_has = false;
                    Simple::Has(list)
                }
                "nth-child" | "nth-last-child" | "nth-of-type" | "nth-last-of-type" => {
                    let (a, b) = self.index()?;
                    let (from_end, of_type) = (name.starts_with("nth-last"), name.ends_with("type"));
                    if !of_type && self.take_of()? {
                        Simple::NthOf(Nth { a, b, from_end, of_type }, self.nested(false)?)
                    } else {
                        nth(a, b, from_end, of_type)
                    }
                }
                _ => return Err(self.unknown_pseudo_class(start, &name)),
            };
            self.space()?;
            if !self.take(")") {
                return self.expected("`)`");
            }
            compound.push(simple);
            return Ok(());
        }
        match &*name {
            "first-child" => compound.push(nth(0, 1, false, false)),
            "last-child" => compound.push(nth(0, 1, true, false)),
            "only-child" => compound.extend([nth(0, 1, false, false), nth(0, 1, true, false)]),
            "first-of-type" => compound.push(nth(0, 1, false, true)),
            "last-of-type" => compound.push(nth(0, 1, true, true)),
            "only-of-type" => compound.extend([nth(0, 1, false, true), nth(0, 1, true, true)]),
            "link" | "any-link" => compound.push(link()),
            "root" => compound.push(Simple::Root),
            "empty" => compound.push(Simple::Empty),
            _ => return Err(self.unknown_pseudo_class(start, &name)),
        }
        Ok(())
    }

    fn unknown_pseudo_class(&self, start: usize, name: &str) -> SelectorError {
        self.error(start..self.at, format!("`:{name}` {}", pseudo_class_advice(name)))
    }

    /// Reads the selector list in parentheses after `:is`, `:not`, `:where` or `:has`.
    fn nested(&mut self, is_relative: bool) -> Result<Vec<Complex>> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(self.at..self.at, format!("selectors are nested more than {MAX_DEPTH} deep")));
        }
        self.depth += 1;
        let list = self.list(is_relative)?;
        self.depth -= 1;
        Ok(list)
    }

    /// Reads an attribute selector after `[`.
    fn attribute(&mut self) -> Result<Attribute> {
        self.space()?;
        let start = self.at;
        // Attributes of a tag have no namespace, except attributes of foreign elements.
        let _ = self.take("*|") || self.take("|");
        let name = self.identifier("the name of an attribute")?;
        if self.peek() == Some('|') && self.peek_second() != Some('=') {
            self.at += 1;
            let message = format!(
                "namespace prefixes are not declared anywhere; for a tag's attribute `{name}:x` write `{name}\\:x`"
            );
            return Err(self.error(start..self.at, message));
        }
        self.space()?;
        let (value, case) = (Box::default(), Case::ByName);
        if self.take("]") {
            return Ok(Attribute { name, operator: Operator::Exists, value, case });
        }
        let operators = [
            ("=", Operator::Equals),
            ("~=", Operator::HasWord),
            ("|=", Operator::HasLanguage),
            ("^=", Operator::StartsWith),
            ("$=", Operator::EndsWith),
            ("*=", Operator::Contains),
        ];
        let Some((_, operator)) = operators.into_iter().find(|(text, _)| self.take(text)) else {
            return self.expected("`]` or an operator such as `=`");
        };
        self.space()?;
        let value = match self.peek() {
            Some(quote @ ('"' | '\'')) => self.string(quote)?,
            _ => self.identifier("a value; values that are not identifiers need quotes")?,
        };
        self.space()?;
        let flag = if self.starts_identifier() { self.identifier("a flag")? } else { Box::default() };
        let case = match &*flag {
            "" => Case::ByName,
            "i" | "I" => Case::Insensitive,
            "s" | "S" => Case::Sensitive,
            _ => {
                return Err(self.error(self.at - flag.len()..self.at, format!("unknown flag `{flag}`; use `i` or `s`")));
            }
        };
        self.space()?;
        if !self.take("]") {
            return self.expected("`]`");
        }
        Ok(Attribute { name, operator, value, case })
    }

    /// Reads [An+B](https://drafts.csswg.org/css-syntax-3/#anb).
    fn index(&mut self) -> Result<(i32, i32)> {
        self.space()?;
        let start = self.at;
        let rest = self.text[start..].to_ascii_lowercase();
        let len = rest.find(')').unwrap_or(rest.len());
        // `of` follows white space, or a digit after the letter `n` of the index.
        let len = rest[..len].find("of").filter(|at| *at > 0).unwrap_or(len);
        let text = rest[..len].trim_matches(SPACE);
        let index = Nth::parse(text).ok_or_else(|| {
            let text = &self.text[start..start + text.len()];
            self.error(start..start + text.len(), format!("`{text}`: expected an index such as `2`, `odd` or `2n+1`"))
        })?;
        self.at = start + len;
        Ok(index)
    }

    /// Reads the keyword `of` after an index.
    fn take_of(&mut self) -> Result<bool> {
        self.space()?;
        let start = self.at;
        if !self.starts_identifier() {
            return Ok(false);
        }
        if !self.identifier("`of`")?.eq_ignore_ascii_case("of") {
            self.at = start;
            return self.expected("`of` or `)`");
        }
        Ok(true)
    }

    fn string(&mut self, quote: char) -> Result<Box<str>> {
        let start = self.at;
        let mut value = String::new();
        self.at += 1;
        loop {
            let Some(next) = self.peek() else {
                return Err(self.error(start..self.at, "the string has no end"));
            };
            match next {
                _ if next == quote => {
                    self.at += 1;
                    return Ok(value.into());
                }
                '\n' | '\r' | '\x0C' => return Err(self.error(start..self.at, "the string has no end on its line")),
                '\\' => match self.peek_second() {
                    None => self.at += 1,
                    Some('\n' | '\x0C') => self.at += 2,
                    Some('\r') => {
                        self.at += 2;
                        self.take("\n");
                    }
                    Some(_) => value.push(self.escape()),
                },
                _ => {
                    self.at += next.len_utf8();
                    value.push(if next == '\0' { '\u{FFFD}' } else { next });
                }
            }
        }
    }

    /// Returns true if an identifier comes next.
    fn starts_identifier(&self) -> bool {
        let mut chars = self.text[self.at..].chars();
        let starts = |first: Option<char>, second: Option<char>| match first {
            Some('\\') => !matches!(second, None | Some('\n' | '\r' | '\x0C')),
            Some(first) => is_name_start(first),
            None => false,
        };
        match (chars.next(), chars.next(), chars.next()) {
            (Some('-'), Some('-'), _) => true,
            (Some('-'), second, third) => starts(second, third),
            (first, second, _) => starts(first, second),
        }
    }

    fn identifier(&mut self, what: &str) -> Result<Box<str>> {
        if !self.starts_identifier() {
            return self.expected(what);
        }
        let mut name = String::new();
        while let Some(next) = self.peek() {
            match next {
                '\\' if !matches!(self.peek_second(), None | Some('\n' | '\r' | '\x0C')) => name.push(self.escape()),
                '\0' => {
                    self.at += 1;
                    name.push('\u{FFFD}');
                }
                _ if is_name_start(next) || next.is_ascii_digit() || next == '-' => {
                    self.at += next.len_utf8();
                    name.push(next);
                }
                _ => break,
            }
        }
        Ok(name.into())
    }

    /// Reads an escape, with a character after the backslash.
    fn escape(&mut self) -> char {
        self.at += 1;
        let digits = self.text[self.at..].bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        if digits == 0 {
            let next = self.peek().unwrap_or('\u{FFFD}');
            self.at += next.len_utf8();
            return next;
        }
        let code = u32::from_str_radix(&self.text[self.at..self.at + digits], 16).unwrap_or(0);
        self.at += digits;
        if !self.take("\r\n") && matches!(self.peek(), Some(' ' | '\t' | '\n' | '\r' | '\x0C')) {
            self.at += 1;
        }
        char::from_u32(code).filter(|&code| code != '\0').unwrap_or('\u{FFFD}')
    }
}

/// Returns the [links of HTML](https://html.spec.whatwg.org/multipage/semantics-other.html#selector-any-link): `a` and `area`
/// elements with the attribute `href`. No link of a document without a browser is visited.
fn link() -> Simple {
    let attribute =
        Attribute { name: "href".into(), operator: Operator::Exists, value: Box::default(), case: Case::ByName };
    let complex = |name: &str| {
        let first = Vec::from([Simple::Html(name.into()), Simple::Attribute(attribute.clone())]);
        Complex { leading: Combinator::Descendant, first, rest: Vec::new() }
    };
    Simple::Is(Vec::from([complex("a"), complex("area")]))
}

fn is_name_start(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_' || !character.is_ascii() || character == '\0'
}
