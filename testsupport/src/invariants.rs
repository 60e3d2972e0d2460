//! Checks the invariants of the tokens and errors of every page.
//!
//! Spans cover the input without gaps, raw values are slices of the input, and a value is only copied if it differs
//! from its raw bytes.

use std::collections::HashSet;
use std::ops::Range;
use tagrake::{DroppedKind, ParseError, Quote, StartTag, Text, TextState, Token};

/// Returns an error with the message unless a condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)*) => {
        if !$condition {
            return Err(format!($($message)*));
        }
    };
}

/// Checks the tokens of a page in order.
pub struct InvariantChecker<'h> {
    html: &'h [u8],
    initial_state: TextState,
    /// The end of the last token.
    at: usize,
    /// True if the last token is text outside a CDATA section.
    after_text: bool,
}

impl<'h> InvariantChecker<'h> {
    /// Starts at the first byte of `html`.
    pub fn new(html: &'h [u8], initial_state: TextState) -> Self {
        Self { html, initial_state, at: 0, after_text: false }
    }

    /// Checks the next token: it starts where the last one ends, and its spans and values are consistent.
    pub fn token(&mut self, token: &Token<'_>) -> Result<(), String> {
        let span = token.span();
        ensure!(span.start == self.at, "{token:?} does not start at {}, where the last token ends", self.at);
        let is_implied = matches!(token, Token::EndTag(tag) if tag.is_implied());
        ensure!(is_implied == span.is_empty(), "{token:?} is empty, or is not");
        ensure!(span.end <= self.html.len(), "{token:?} ends beyond the input");
        let source = &self.html[span.clone()];
        match token {
            Token::StartTag(tag) => self.start_tag(tag)?,
            Token::EndTag(tag) if is_implied => {
                ensure!(tag.raw().is_empty(), "raw of {token:?}");
                ensure!(self.html[..span.start].ends_with(b"/>"), "{token:?} follows no empty-element tag");
                self.name(tag.name(), tag.raw_name(), tag.name_span(), tag.name_span().start)?;
                let start = tag.name_span().start.checked_sub(1);
                ensure!(start.is_some_and(|start| self.html[start] == b'<'), "the name of {token:?}");
            }
            Token::EndTag(tag) => {
                ensure!(same(tag.raw(), source), "raw of {token:?}");
                ensure!(source.starts_with(b"</") && source.ends_with(b">"), "{token:?} lacks its delimiters");
                self.name(tag.name(), tag.raw_name(), tag.name_span(), span.start + 2)?;
                ensure!(tag.name_span().end < span.end, "the name of {token:?} is too long");
                ensure!(tag.name_str() == String::from_utf8_lossy(tag.name()), "name_str of {token:?}");
            }
            Token::Text(text) => self.text(text)?,
            Token::Comment(comment) => {
                ensure!(source.starts_with(b"<"), "{token:?} lacks its delimiter");
                ensure!(within(source, comment.raw_data()), "raw of {token:?}");
                ensure!(borrowed(comment.data(), comment.raw_data()), "{token:?} is a copy");
                ensure!(comment.data_str() == String::from_utf8_lossy(comment.data()), "data_str of {token:?}");
            }
            Token::ProcessingInstruction(instruction) => {
                ensure!(source.starts_with(b"<?") && source.ends_with(b">"), "{token:?} lacks its delimiters");
                let (target, data) = (instruction.target_span(), instruction.data_span());
                ensure!(target.start == span.start + 2 && target.end > target.start, "the target of {token:?}");
                ensure!(same(instruction.target(), &self.html[target.clone()]), "target of {token:?}");
                ensure!(target.end <= data.start && data.end < span.end, "the data of {token:?}");
                ensure!(same(instruction.raw_data(), &self.html[data]), "raw_data of {token:?}");
                ensure!(borrowed(instruction.data(), instruction.raw_data()), "{token:?} is a copy");
                ensure!(instruction.target_str().as_bytes() == instruction.target(), "target_str of {token:?}");
                let lossy = String::from_utf8_lossy(instruction.data());
                ensure!(instruction.data_str() == lossy, "data_str of {token:?}");
                let comment = instruction.to_comment();
                ensure!(
                    comment.span() == span && same(comment.raw_data(), &source[1..source.len() - 1]),
                    "to_comment of {token:?}"
                );
            }
            Token::Doctype(_) => {
                let doctype = source.get(..9).is_some_and(|mark| mark.eq_ignore_ascii_case(b"<!DOCTYPE"));
                ensure!(doctype, "{token:?} lacks its delimiter");
            }
            Token::Dropped(dropped) => {
                let sound = match dropped.kind() {
                    DroppedKind::NamelessEndTag => source == b"</>",
                    DroppedKind::UnfinishedTag => source.starts_with(b"<") && span.end == self.html.len(),
                    DroppedKind::UnfinishedProcessingInstruction => {
                        source.starts_with(b"<?") && span.end == self.html.len()
                    }
                    DroppedKind::EmptyCdataSection => self.cdata_section(span.clone()).is_some_and(<[u8]>::is_empty),
                    _ => false,
                };
                ensure!(sound, "{token:?} of \"{}\"", source.escape_ascii());
            }
            _ => return Err(format!("unknown kind of token {token:?}")),
        }
        self.at = span.end;
        self.after_text = matches!(token, Token::Text(text) if text.state() != TextState::CdataSection);
        Ok(())
    }

    /// Checks that the tokens cover the input, and that error offsets are in order and in the input.
    pub fn end(&self, errors: &[ParseError]) -> Result<(), String> {
        ensure!(self.at == self.html.len(), "the last token ends at {}, not at the end of the input", self.at);
        ensure!(errors.is_sorted_by_key(|error| error.offset), "errors are out of order: {errors:?}");
        let last = errors.last().map_or(0, |error| error.offset);
        ensure!(last <= self.html.len(), "an error is beyond the input: {errors:?}");
        Ok(())
    }

    fn start_tag(&self, tag: &StartTag<'_>) -> Result<(), String> {
        let span = tag.span();
        let source = &self.html[span.clone()];
        ensure!(same(tag.raw(), source), "raw of {tag:?}");
        ensure!(source.starts_with(b"<") && source.ends_with(b">"), "{tag:?} lacks its delimiters");
        ensure!(!tag.is_self_closing() || source.ends_with(b"/>"), "{tag:?} is self-closing without `/`");
        self.name(tag.name(), tag.raw_name(), tag.name_span(), span.start + 1)?;
        ensure!(tag.name_str() == String::from_utf8_lossy(tag.name()), "name_str of {tag:?}");

        let mut at = tag.name_span().end;
        let mut after_quote = false;
        let mut names = HashSet::new();
        for attribute in tag.attributes() {
            let (whole, name, value) = (attribute.span(), attribute.name_span(), attribute.value_span());
            // Only `<a b=""c>` has nothing between attributes.
            ensure!(whole.start > at || whole.start == at && after_quote, "{attribute:?} starts before {at}");
            self.name(attribute.name(), attribute.raw_name(), name.clone(), whole.start)?;
            ensure!(value.start <= value.end && value.end < span.end, "the value of {attribute:?} leaves its tag");
            ensure!(same(attribute.raw_value(), &self.html[value.clone()]), "raw_value of {attribute:?}");
            let sound = match attribute.quote() {
                Quote::NoValue => value == (name.end..name.end) && whole.end == name.end,
                Quote::Unquoted => self.html[name.end..value.start].contains(&b'=') && whole.end == value.end,
                Quote::Single => self.quoted(&whole, &name, &value, b'\''),
                Quote::Double => self.quoted(&whole, &name, &value, b'"'),
            };
            ensure!(sound, "the value of {attribute:?}");
            ensure!(borrowed(attribute.value(), attribute.raw_value()), "the value of {attribute:?} is a copy");
            ensure!(attribute.name_str() == String::from_utf8_lossy(attribute.name()), "name_str of {attribute:?}");
            ensure!(attribute.value_str() == String::from_utf8_lossy(attribute.value()), "value_str of {attribute:?}");
            let found = tag.attribute(attribute.name()).map(|found| found.span());
            ensure!(found.as_ref() == Some(&whole), "attribute() finds {found:?} for {attribute:?}");
            ensure!(names.insert(attribute.name()), "duplicate {attribute:?}");
            at = whole.end;
            after_quote = matches!(attribute.quote(), Quote::Single | Quote::Double);
        }
        ensure!(at < span.end, "the attributes of {tag:?} leave it");
        ensure!(tag.attributes().len() == names.len(), "attributes().len() of {tag:?}");
        Ok(())
    }

    /// Returns true if the value is between quotes, and the quotes between `=` and the end of the attribute.
    fn quoted(&self, whole: &Range<usize>, name: &Range<usize>, value: &Range<usize>, quote: u8) -> bool {
        value.start >= name.end + 2
            && self.html[name.end..value.start - 1].contains(&b'=')
            && self.html[value.start - 1] == quote
            && self.html[value.end] == quote
            && !self.html[value.clone()].contains(&quote)
            && whole.end == value.end + 1
    }

    /// Checks the name of a tag or an attribute that starts at `start`.
    fn name(&self, name: &[u8], raw: &[u8], span: Range<usize>, start: usize) -> Result<(), String> {
        ensure!(span.start == start && span.start < span.end, "a name is at {span:?}, not at {start}");
        ensure!(same(raw, &self.html[span.clone()]), "the raw name at {span:?}");
        let mut expected = Vec::new();
        for &byte in raw {
            match byte {
                0 => expected.extend("\u{FFFD}".bytes()),
                _ => expected.push(byte.to_ascii_lowercase()),
            }
        }
        ensure!(name == expected, "the name at {span:?} is \"{}\"", name.escape_ascii());
        ensure!(borrowed(name, raw), "the name at {span:?} is a copy");
        Ok(())
    }

    fn text(&self, text: &Text<'_>) -> Result<(), String> {
        let span = text.span();
        ensure!(!text.raw_text().is_empty(), "{text:?} has no characters");
        ensure!(borrowed(text.decoded(), text.raw_text()), "{text:?} is a copy");
        ensure!(text.decoded_str() == String::from_utf8_lossy(text.decoded()), "decoded_str of {text:?}");
        if text.state() == TextState::CdataSection {
            ensure!(
                self.cdata_section(span.clone()).is_some_and(|inside| same(inside, text.raw_text())),
                "raw of {text:?}"
            );
        } else {
            ensure!(same(text.raw_text(), &self.html[span]), "raw of {text:?}");
            ensure!(!self.after_text, "{text:?} is adjacent to another text token");
        }
        Ok(())
    }

    /// Returns the content of a CDATA section. The first section has no opening delimiter if the initial state is in a
    /// section, and the last one may lack its closing delimiter.
    fn cdata_section(&self, span: Range<usize>) -> Option<&'h [u8]> {
        let begun_before = span.start == 0 && self.initial_state == TextState::CdataSection;
        let source = &self.html[span.clone()];
        let inside = if begun_before { source } else { source.strip_prefix(b"<![CDATA[")? };
        match inside.strip_suffix(b"]]>") {
            Some(inside) => Some(inside),
            None => (span.end == self.html.len()).then_some(inside),
        }
    }
}

/// Returns the offset of `part`, a slice of `html`.
pub fn offset_in(html: &[u8], part: &[u8]) -> usize {
    part.as_ptr().addr().wrapping_sub(html.as_ptr().addr())
}

/// Returns true if `part` is a slice of `whole`, by address.
fn within(whole: &[u8], part: &[u8]) -> bool {
    offset_in(whole, part) <= whole.len() && offset_in(whole, part) + part.len() <= whole.len()
}

/// Returns true unless `bytes` is an unnecessary copy: equal to `raw`, but elsewhere in memory.
fn borrowed(bytes: &[u8], raw: &[u8]) -> bool {
    bytes != raw || bytes.is_empty() || same(bytes, raw)
}

/// Returns true if two slices have the same address and length.
fn same(one: &[u8], other: &[u8]) -> bool {
    std::ptr::eq(one, other)
}
