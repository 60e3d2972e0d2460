//! Reads the definition of a column.
//!
//! ```text
//! definition = name ["[]"] "=" value | name "{" selector "|" definition *("," definition) "}"
//! value      = [selector] ["::" output]
//! ```
//!
//! A comma may also be part of a selector list. So in a record, a part between two commas continues the definition before
//! it unless it begins one: `a=h1, h2, b=p` has the columns `a` and `b`.

use super::error::Fault;
use super::output::Output;
use crate::select::is_path;
use alloc::format;
use alloc::vec::Vec;

/// The [axes](https://www.w3.org/TR/1999/REC-xpath-19991116/#axes) of XPath, whose names precede `::`, too.
const AXES: [&str; 13] = [
    "ancestor",
    "ancestor-or-self",
    "attribute",
    "child",
    "descendant",
    "descendant-or-self",
    "following",
    "following-sibling",
    "namespace",
    "parent",
    "preceding",
    "preceding-sibling",
    "self",
];

/// The deepest nesting of records.
const MAX_DEPTH: usize = 8;

/// A column as it is written.
#[derive(Debug)]
pub(super) struct Definition<'d> {
    pub(super) name: &'d str,
    /// The offset of the name.
    name_offset: usize,
    pub(super) is_list: bool,
    /// The selector. `None` if there is none.
    pub(super) selector: Option<&'d str>,
    /// The offset of the selector.
    pub(super) offset: usize,
    /// `None` if there is none: the selector then decides.
    pub(super) output: Option<Output>,
    /// The columns of a record.
    pub(super) columns: Option<Vec<Self>>,
}

impl<'d> Definition<'d> {
    /// Reads a definition. `offset` is its place in the complete text.
    pub(super) fn parse(text: &'d str, offset: usize) -> Result<Self, Fault> {
        let column = Self::parse_at(Part { text, offset }.trim(), 0)?;
        if column.selector.is_none() {
            let message = format!(
                "the column `{}` has no selector, and is in no record whose element it could be of",
                column.name
            );
            return Err(Fault::new(column.offset, message));
        }
        Ok(column)
    }

    fn parse_at(part: Part<'d>, depth: usize) -> Result<Self, Fault> {
        let Some((at, begins_record)) = part.begins_definition() else {
            let message = "expected `name=selector::output`, `name[]=selector::output` or `name{ selector | columns }`";
            return Err(Fault::new(part.offset, message));
        };
        let (name, rest) = part.split_at(at);
        let rest = rest.after(1);
        let name = name.trim();
        let (is_list, name_text) = match name.text.strip_suffix("[]") {
            Some(name) => (true, name.trim_end()),
            None => (false, name.text),
        };
        let column = Self {
            name: name_text,
            name_offset: name.offset,
            is_list,
            selector: None,
            offset: 0,
            output: None,
            columns: None,
        };
        if begins_record { column.record(rest, depth + 1) } else { column.value(rest.trim()) }
    }

    /// Reads the part after `=`.
    fn value(mut self, part: Part<'d>) -> Result<Self, Fault> {
        let (selector, output) = part.split_output();
        if let Some(output) = output {
            self.output = Some(Output::parse(output.text, output.offset - 2)?);
        }
        let selector = selector.trim();
        (self.selector, self.offset) = ((!selector.text.is_empty()).then_some(selector.text), selector.offset);
        if self.selector.is_none() && output.is_none() {
            return Err(Fault::new(part.offset, format!("the column `{}` has no selector", self.name)));
        }
        Ok(self)
    }

    /// Reads the part after `{`.
    fn record(mut self, part: Part<'d>, depth: usize) -> Result<Self, Fault> {
        if depth > MAX_DEPTH {
            return Err(Fault::new(part.offset, format!("records are nested deeper than {MAX_DEPTH}")));
        }
        let end = part.offset + part.text.len();
        let Some(inner) = part.text.strip_suffix('}') else {
            return Err(Fault::new(end, format!("the record `{}` does not end with `}}`", self.name)));
        };
        let inner = Part { text: inner, ..part };
        let bar = inner
            .top_level()
            .find(|&(at, byte)| byte == b'|' && inner.split_at(at + 1).1.begins_definition().is_some());
        let Some((bar, _)) = bar else {
            let message =
                format!("the record `{}` needs a selector, `|` and columns: `item{{ .product | name=h2 }}`", self.name);
            return Err(Fault::new(inner.offset, message));
        };
        let (selector, columns) = inner.split_at(bar);
        let selector = selector.trim();
        if selector.text.is_empty() {
            return Err(Fault::new(selector.offset, format!("the record `{}` has no selector", self.name)));
        }
        (self.selector, self.offset) = (Some(selector.text), selector.offset);
        let mut parsed: Vec<Self> = Vec::new();
        for column in columns.after(1).split_definitions() {
            let column = Self::parse_at(column.trim(), depth)?;
            if let Some(fault) = column.not_relative() {
                return Err(fault);
            }
            if let Some(fault) = column.same_name(parsed.iter().map(|column| column.name)) {
                return Err(fault);
            }
            parsed.push(column);
        }
        self.columns = Some(parsed);
        Ok(self)
    }

    /// Returns a fault if the selector of a column in a record is an XPath that starts at the root or at the element itself.
    fn not_relative(&self) -> Option<Fault> {
        let path = self.selector.filter(|text| is_path(text))?;
        let is_relative = path.starts_with("//") || path.starts_with(".//");
        (!is_relative)
            .then(|| Fault::new(self.offset, "a path in a record starts at descendants of its element: use `.//`"))
    }

    /// Returns a fault if one of `others` has the name of the column. Case is ignored, because databases ignore it.
    pub(super) fn same_name<'o>(&self, mut others: impl Iterator<Item = &'o str>) -> Option<Fault> {
        let is_twice = others.any(|other| other.eq_ignore_ascii_case(self.name));
        is_twice.then(|| Fault::new(self.name_offset, format!("the column `{}` is there twice", self.name)))
    }
}

/// A part of a definition, and its offset in the complete text.
#[derive(Clone, Copy)]
struct Part<'d> {
    text: &'d str,
    offset: usize,
}

impl<'d> Part<'d> {
    fn after(self, count: usize) -> Self {
        self.split_at(count).1
    }

    fn split_at(self, at: usize) -> (Self, Self) {
        let (before, after) = self.text.split_at(at);
        (Self { text: before, ..self }, Self { text: after, offset: self.offset + at })
    }

    fn trim(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        Self { text: self.text.trim(), offset: self.offset + start }
    }

    /// Returns the bytes that are neither in a string nor in brackets, with their places. Brackets that are the first or
    /// last of a pair are there.
    fn top_level(self) -> impl Iterator<Item = (usize, u8)> + 'd {
        let (mut quote, mut depth, mut is_escaped) = (None, 0_usize, false);
        self.text.bytes().enumerate().filter(move |&(_, byte)| {
            if core::mem::take(&mut is_escaped) {
                return false;
            }
            match (byte, quote) {
                (b'\\', _) => is_escaped = true,
                (_, Some(open)) if byte == open => quote = None,
                (_, Some(_)) => {}
                (b'"' | b'\'', None) => quote = Some(byte),
                (b'[' | b'(' | b'{', None) => {
                    depth += 1;
                    return depth == 1;
                }
                (b']' | b')' | b'}', None) => {
                    depth = depth.saturating_sub(1);
                    return depth == 0;
                }
                _ => return depth == 0,
            }
            false
        })
    }

    /// Returns the place of `=` or `{` after the name of a column, and true if it is `{`. `None` if the part does not begin
    /// with a definition.
    fn begins_definition(self) -> Option<(usize, bool)> {
        let text = self.text.trim_start();
        let is_of_name =
            |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | '@' | '$');
        let after_name = text.trim_start_matches(is_of_name);
        if after_name.len() == text.len() {
            return None;
        }
        let after = after_name.trim_start();
        let place = |rest: &str| self.text.len() - rest.len();
        match after.as_bytes().first()? {
            b'=' => Some((place(after), false)),
            b'{' => Some((place(after), true)),
            b'[' => after
                .strip_prefix("[]")
                .map(str::trim_start)
                .filter(|rest| rest.starts_with('='))
                .map(|rest| (place(rest), false)),
            _ => None,
        }
    }

    /// Splits the columns of a record at commas.
    fn split_definitions(self) -> Vec<Self> {
        let commas = self.top_level().filter(|&(_, byte)| byte == b',').map(|(at, _)| at);
        let starts = commas.filter(|&at| self.after(at + 1).begins_definition().is_some());
        let (mut parts, mut from) = (Vec::new(), 0);
        for at in starts {
            parts.push(self.split_at(at).0.after(from));
            from = at + 1;
        }
        parts.push(self.after(from));
        parts
    }

    /// Splits a value into the selector and the output after `::`.
    fn split_output(self) -> (Self, Option<Self>) {
        let is_axis = |at: usize| {
            let before = &self.text[..at];
            let word = before.rfind(|character: char| !character.is_ascii_alphabetic() && character != '-');
            is_path(self.text) && AXES.contains(&&before[word.map_or(0, |word| word + 1)..])
        };
        let mut colons = self.top_level().filter(|&(at, byte)| byte == b':' && self.text[at + 1..].starts_with(':'));
        match colons.find(|&(at, _)| !is_axis(at)) {
            Some((at, _)) => (self.split_at(at).0, Some(self.after(at + 2))),
            None => (self, None),
        }
    }
}
