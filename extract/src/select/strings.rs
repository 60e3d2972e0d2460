//! Conditions on strings, with the [functions of XPath](https://www.w3.org/TR/xpath-10/#section-String-Functions): on the
//! attributes of an element, or on a text.
//!
//! A condition takes time in the length of its strings times its own size.

use super::foreign_names::ForeignName;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// An expression whose value is a string.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum StringExpr {
    Literal(Box<[u8]>),
    /// The value of an attribute. Empty if the element does not have it.
    Attribute(ForeignName),
    /// The text or the value under test.
    Subject,
    Concat(Vec<Self>),
    NormalizeSpace(Box<Self>),
    Translate(Box<Self>, Translation),
    SubstringBefore(Box<Self>, Box<[u8]>),
    SubstringAfter(Box<Self>, Box<[u8]>),
}

/// The arguments of `translate()`: characters, and what each is replaced with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Translation(Vec<(char, Option<char>)>);

/// A condition on strings.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Condition {
    Constant(bool),
    HasAttribute(ForeignName),
    Equals(StringExpr, StringExpr),
    Contains(StringExpr, StringExpr),
    StartsWith(StringExpr, StringExpr),
    /// The number of characters.
    Length(StringExpr, Comparison, f64),
    /// The string as a number.
    Number(StringExpr, Comparison, f64),
    Not(Box<Self>),
    All(Vec<Self>),
    Any(Vec<Self>),
}

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The values that a condition reads.
pub(super) trait Values {
    /// Returns the value of an attribute.
    fn attribute(&self, name: &ForeignName) -> Option<&[u8]>;
    /// Returns the text or value under test.
    fn subject(&self) -> &[u8];
}

/// A text under test, without attributes.
pub(super) struct Subject<'t>(pub(super) &'t [u8]);

impl Values for Subject<'_> {
    fn attribute(&self, _: &ForeignName) -> Option<&[u8]> {
        None
    }

    fn subject(&self) -> &[u8] {
        self.0
    }
}

impl Condition {
    pub(super) fn is_true(&self, values: &impl Values) -> bool {
        match self {
            Self::Constant(value) => *value,
            Self::HasAttribute(name) => values.attribute(name).is_some(),
            Self::Equals(a, b) => a.value(values) == b.value(values),
            Self::Contains(text, part) => memchr::memmem::find(&text.value(values), &part.value(values)).is_some(),
            Self::StartsWith(text, start) => text.value(values).starts_with(&start.value(values)),
            Self::Length(text, comparison, number) => {
                comparison.compares(characters(&text.value(values)) as f64, *number)
            }
            Self::Number(text, comparison, number) => comparison.compares(as_number(&text.value(values)), *number),
            Self::Not(condition) => !condition.is_true(values),
            Self::All(list) => list.iter().all(|condition| condition.is_true(values)),
            Self::Any(list) => list.iter().any(|condition| condition.is_true(values)),
        }
    }
}

impl Condition {
    /// Calls `call` for each attribute that the condition reads.
    pub(super) fn for_each_attribute(&self, call: &mut impl FnMut(&ForeignName)) {
        match self {
            Self::Constant(_) => {}
            Self::HasAttribute(name) => call(name),
            Self::Equals(a, b) | Self::Contains(a, b) | Self::StartsWith(a, b) => {
                a.for_each_attribute(call);
                b.for_each_attribute(call);
            }
            Self::Length(text, ..) | Self::Number(text, ..) => text.for_each_attribute(call),
            Self::Not(condition) => condition.for_each_attribute(call),
            Self::All(list) | Self::Any(list) => {
                for condition in list {
                    condition.for_each_attribute(call);
                }
            }
        }
    }

    /// Returns the condition with another expression in place of the subject.
    pub(super) fn with_subject(self, subject: &StringExpr) -> Self {
        let text = |text: StringExpr| text.with_subject(subject);
        let list = |list: Vec<Self>| list.into_iter().map(|condition| condition.with_subject(subject)).collect();
        match self {
            Self::Constant(_) | Self::HasAttribute(_) => self,
            Self::Equals(a, b) => Self::Equals(text(a), text(b)),
            Self::Contains(a, b) => Self::Contains(text(a), text(b)),
            Self::StartsWith(a, b) => Self::StartsWith(text(a), text(b)),
            Self::Length(a, comparison, number) => Self::Length(text(a), comparison, number),
            Self::Number(a, comparison, number) => Self::Number(text(a), comparison, number),
            Self::Not(condition) => Self::Not(Box::new(condition.with_subject(subject))),
            Self::All(conditions) => Self::All(list(conditions)),
            Self::Any(conditions) => Self::Any(list(conditions)),
        }
    }
}

impl Comparison {
    /// Returns the comparison with its sides exchanged.
    pub(super) fn reversed(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
            other => other,
        }
    }

    /// Returns true if the numbers compare so. Comparisons with NaN are false, except `!=`.
    pub(super) fn compares(self, a: f64, b: f64) -> bool {
        match self {
            Self::Equal => a == b,
            Self::NotEqual => a != b,
            Self::Less => a < b,
            Self::LessOrEqual => a <= b,
            Self::Greater => a > b,
            Self::GreaterOrEqual => a >= b,
        }
    }
}

impl StringExpr {
    fn for_each_attribute(&self, call: &mut impl FnMut(&ForeignName)) {
        match self {
            Self::Literal(_) | Self::Subject => {}
            Self::Attribute(name) => call(name),
            Self::Concat(list) => {
                for text in list {
                    text.for_each_attribute(call);
                }
            }
            Self::NormalizeSpace(text)
            | Self::Translate(text, _)
            | Self::SubstringBefore(text, _)
            | Self::SubstringAfter(text, _) => text.for_each_attribute(call),
        }
    }

    fn with_subject(self, subject: &Self) -> Self {
        let inner = |text: Box<Self>| Box::new(text.with_subject(subject));
        match self {
            Self::Literal(_) | Self::Attribute(_) => self,
            Self::Subject => subject.clone(),
            Self::Concat(list) => Self::Concat(list.into_iter().map(|text| text.with_subject(subject)).collect()),
            Self::NormalizeSpace(text) => Self::NormalizeSpace(inner(text)),
            Self::Translate(text, translation) => Self::Translate(inner(text), translation),
            Self::SubstringBefore(text, mark) => Self::SubstringBefore(inner(text), mark),
            Self::SubstringAfter(text, mark) => Self::SubstringAfter(inner(text), mark),
        }
    }

    fn value<'v>(&'v self, values: &'v impl Values) -> Cow<'v, [u8]> {
        match self {
            Self::Literal(text) => Cow::Borrowed(text),
            Self::Attribute(name) => Cow::Borrowed(values.attribute(name).unwrap_or_default()),
            Self::Subject => Cow::Borrowed(values.subject()),
            Self::Concat(list) => {
                let mut joined = Vec::new();
                list.iter().for_each(|part| joined.extend_from_slice(&part.value(values)));
                Cow::Owned(joined)
            }
            Self::NormalizeSpace(text) => Cow::Owned(normalize_space(&text.value(values))),
            Self::Translate(text, translation) => {
                let text = text.value(values);
                let mut changed = Vec::with_capacity(text.len());
                for character in split_characters(&text) {
                    translation.append(character, &mut changed);
                }
                Cow::Owned(changed)
            }
            Self::SubstringBefore(text, mark) => {
                let text = text.value(values);
                let len = memchr::memmem::find(&text, mark).unwrap_or(0);
                Cow::Owned(text[..len].to_vec())
            }
            Self::SubstringAfter(text, mark) => {
                let text = text.value(values);
                let start = memchr::memmem::find(&text, mark).map_or(text.len(), |at| at + mark.len());
                Cow::Owned(text[start..].to_vec())
            }
        }
    }
}

impl Translation {
    pub(super) fn new(from: &str, to: &str) -> Self {
        let (mut to, mut pairs) = (to.chars(), Vec::<(char, Option<char>)>::new());
        for character in from.chars() {
            let changed = to.next();
            // The first occurrence of a character counts.
            if !pairs.iter().any(|(known, _)| *known == character) {
                pairs.push((character, changed));
            }
        }
        pairs.sort_unstable();
        Self(pairs)
    }

    /// Appends the bytes that replace a character.
    pub(super) fn append(&self, character: &[u8], to: &mut Vec<u8>) {
        let known = core::str::from_utf8(character).ok().and_then(|text| text.chars().next());
        let pair = known.and_then(|known| {
            let at = self.0.binary_search_by_key(&known, |(from, _)| *from).ok()?;
            Some(self.0[at].1)
        });
        match pair {
            None => to.extend_from_slice(character),
            Some(None) => {}
            Some(Some(changed)) => to.extend_from_slice(changed.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

/// Returns true for the [white space of XML](https://www.w3.org/TR/xml/#NT-S).
#[inline]
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Returns the bytes of each character. A byte that is not UTF-8 belongs to the character before it, or is one.
pub(super) fn split_characters(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let start = at;
        at += 1;
        while text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80) {
            at += 1;
        }
        text.get(start..at)
    })
}

pub(super) fn characters(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

fn normalize_space(text: &[u8]) -> Vec<u8> {
    let mut normalized = Vec::with_capacity(text.len());
    for word in text.split(|byte| is_space(*byte)).filter(|word| !word.is_empty()) {
        if !normalized.is_empty() {
            normalized.push(b' ');
        }
        normalized.extend_from_slice(word);
    }
    normalized
}

/// The function [`number()`](https://www.w3.org/TR/xpath-10/#function-number): digits with a point and a sign `-`.
pub(super) fn as_number(text: &[u8]) -> f64 {
    let start = text.iter().position(|byte| !is_space(*byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_space(*byte)).map_or(start, |at| at + 1);
    let text = &text[start..end];
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let is_number = digits.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
        && digits.iter().filter(|byte| **byte == b'.').count() <= 1
        && digits.iter().any(u8::is_ascii_digit);
    if !is_number {
        return f64::NAN;
    }
    core::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).unwrap_or(f64::NAN)
}
