//! Selectors as they are written: what the parser returns and the compiler reads.

use alloc::boxed::Box;
use alloc::vec::Vec;

/// A [complex selector](https://drafts.csswg.org/selectors-4/#complex): compounds with combinators between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Complex {
    /// The combinator before the first compound, in the argument of `:has`.
    pub(super) leading: Combinator,
    pub(super) first: Compound,
    pub(super) rest: Vec<(Combinator, Compound)>,
}

impl Complex {
    /// Returns the compounds, each with the combinator before it.
    pub(super) fn compounds(&self) -> impl Iterator<Item = (Combinator, &Compound)> {
        let rest = self.rest.iter().map(|(combinator, compound)| (*combinator, compound));
        core::iter::once((self.leading, &self.first)).chain(rest)
    }
}

/// A [combinator](https://drafts.csswg.org/selectors-4/#combinators).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Combinator {
    Descendant,
    Child,
    NextSibling,
    SubsequentSibling,
}

/// A [compound selector](https://drafts.csswg.org/selectors-4/#compound): all of its parts must match.
pub(super) type Compound = Vec<Simple>;

/// A [simple selector](https://drafts.csswg.org/selectors-4/#simple). Names are as written, without escapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Simple {
    Universal,
    Type(Box<str>),
    /// The name of HTML elements only.
    Html(Box<str>),
    Id(Box<str>),
    Class(Box<str>),
    Attribute(Attribute),
    /// `:is` and `:where`
    Is(Vec<Complex>),
    Not(Vec<Complex>),
    Has(Vec<Complex>),
    Nth(Nth),
    /// `:nth-child` and `:nth-last-child` with `of`.
    NthOf(Nth, Vec<Complex>),
    Root,
    Empty,
}

/// An [attribute selector](https://drafts.csswg.org/selectors-4/#attribute-selectors).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Attribute {
    pub(super) name: Box<str>,
    pub(super) operator: Operator,
    pub(super) value: Box<str>,
    pub(super) case: Case,
}

/// How the value of an attribute is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// `[name]`
    Exists,
    /// `=`
    Equals,
    /// `~=`
    HasWord,
    /// `|=`
    HasLanguage,
    /// `^=`
    StartsWith,
    /// `$=`
    EndsWith,
    /// `*=`
    Contains,
}

/// Whether the case of a value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    /// It does, unless the attribute is in [the list of HTML](super::values::IGNORE_CASE).
    ByName,
    /// The flag `i`.
    Insensitive,
    /// The flag `s`.
    Sensitive,
}

/// `:nth-child` and its relatives: the index is `a * n + b` for an `n` that is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Nth {
    pub(super) a: i32,
    pub(super) b: i32,
    pub(super) from_end: bool,
    pub(super) of_type: bool,
}

impl Nth {
    /// Reads [An+B](https://drafts.csswg.org/css-syntax-3/#anb) in lower case, without white space around it. Returns A and B.
    pub(super) fn parse(text: &str) -> Option<(i32, i32)> {
        match text {
            "odd" => return Some((2, 1)),
            "even" => return Some((2, 0)),
            _ => {}
        }
        let number = |text: &str| {
            let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            // Larger numbers have the same effect.
            is_number.then(|| text.parse().unwrap_or(if text.starts_with('-') { i32::MIN + 1 } else { i32::MAX }))
        };
        let Some((a, b)) = text.split_once('n') else { return Some((0, number(text)?)) };
        let a = match a {
            "" | "+" => 1,
            "-" => -1,
            _ => number(a)?,
        };
        let b = b.trim_matches([' ', '\t', '\n', '\r', '\x0C']);
        if b.is_empty() {
            return Some((a, 0));
        }
        let (sign, digits) = b.split_at_checked(1)?;
        let digits = digits.trim_start_matches([' ', '\t', '\n', '\r', '\x0C']);
        if !matches!(sign, "+" | "-") || digits.starts_with(['+', '-']) {
            return None;
        }
        let b = number(digits)?;
        Some((a, if sign == "-" { -b } else { b }))
    }

    /// Returns true if the index, counted from 1, matches.
    pub(super) fn matches(self, index: u32) -> bool {
        let difference = i64::from(index) - i64::from(self.b);
        match i64::from(self.a) {
            0 => difference == 0,
            a => difference % a == 0 && difference / a >= 0,
        }
    }
}
