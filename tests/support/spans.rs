//! What holds for the tokens and errors of every page: where they stand, that their text is their bytes, and that nothing
//! is copied without need.

use std::collections::HashSet;
use std::ops::Range;
use tagrake::{DroppedKind, ParseError, Quote, StartTag, Text, TextState, Token};

/// Fails with a sentence unless a condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)*) => {
        if !$condition {
            return Err(format!($($message)*));
        }
    };
}

/// Follows the tokens of a page.
pub(crate) struct Check<'h> {
    html: &'h [u8],
    initial_state: TextState,
    /// Where the tokens so far end.
    at: usize,
    /// Whether the last token is text outside a CDATA section.
    after_text: bool,
}

impl<'h> Check<'h> {
    /// Starts at the first byte of `html`.
    pub(crate) fn new(html: &'h [u8], initial_state: TextState) -> Self {
        Self { html, initial_state, at: 0, after_text: false }
    }

    /// Checks the next token: it follows the last one, and all it says about places is so.
    pub(crate) fn token(&mut self, token: &Token<'_>) -> Result<(), String> {
        let span = token.span();
        ensure!(span.start == self.at, "{token:?} does not begin at {}, where the last token ends", self.at);
        ensure!(span.start < span.end, "{token:?} is empty");
        ensure!(span.end <= self.html.len(), "{token:?} ends beyond the input");
        let source = &self.html[span.clone()];
        match token {
            Token::StartTag(tag) => self.start_tag(tag)?,
            Token::EndTag(tag) => {
                ensure!(same(tag.raw(), source), "raw of {token:?}");
                ensure!(source.starts_with(b"</") && source.ends_with(b">"), "{token:?} has no marks");
                self.name(tag.name(), tag.raw_name(), tag.name_span(), span.start + 2)?;
                ensure!(tag.name_span().end < span.end, "the name of {token:?} is too long");
                ensure!(tag.name_str() == String::from_utf8_lossy(tag.name()), "name_str of {token:?}");
            }
            Token::Text(text) => self.text(text)?,
            Token::Comment(comment) => {
                ensure!(source.starts_with(b"<"), "{token:?} has no mark");
                ensure!(within(source, comment.raw()), "raw of {token:?}");
                ensure!(borrowed(comment.data(), comment.raw()), "{token:?} is a copy");
                ensure!(comment.data_str() == String::from_utf8_lossy(comment.data()), "data_str of {token:?}");
            }
            Token::ProcessingInstruction(instruction) => {
                ensure!(source.starts_with(b"<?") && source.ends_with(b">"), "{token:?} has no marks");
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
                    comment.span() == span && same(comment.raw(), &source[1..source.len() - 1]),
                    "to_comment of {token:?}"
                );
            }
            Token::Doctype(_) => {
                let doctype = source.get(..9).is_some_and(|mark| mark.eq_ignore_ascii_case(b"<!DOCTYPE"));
                ensure!(doctype, "{token:?} has no mark");
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

    /// Checks that the tokens cover the input, and the places of the errors.
    pub(crate) fn end(&self, errors: &[ParseError]) -> Result<(), String> {
        ensure!(self.at == self.html.len(), "the last token ends at {}, not at the end of the input", self.at);
        ensure!(errors.is_sorted_by_key(|error| error.offset), "errors are out of order: {errors:?}");
        let last = errors.last().map_or(0, |error| error.offset);
        ensure!(last <= self.html.len(), "an error lies beyond the input: {errors:?}");
        Ok(())
    }

    fn start_tag(&self, tag: &StartTag<'_>) -> Result<(), String> {
        let span = tag.span();
        let source = &self.html[span.clone()];
        ensure!(same(tag.raw(), source), "raw of {tag:?}");
        ensure!(source.starts_with(b"<") && source.ends_with(b">"), "{tag:?} has no marks");
        ensure!(!tag.is_self_closing() || source.ends_with(b"/>"), "{tag:?} is self-closing without `/`");
        self.name(tag.name(), tag.raw_name(), tag.name_span(), span.start + 1)?;
        ensure!(tag.name_str() == String::from_utf8_lossy(tag.name()), "name_str of {tag:?}");

        let mut at = tag.name_span().end;
        let mut after_quote = false;
        let mut names = HashSet::new();
        for attribute in tag.attributes() {
            let (whole, name, value) = (attribute.span(), attribute.name_span(), attribute.value_span());
            // Only `<a b=""c>` has nothing between attributes.
            ensure!(whole.start > at || whole.start == at && after_quote, "{attribute:?} begins before {at}");
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

    /// Whether a quoted value stands between its quotes, and the quotes between the name's `=` and the attribute's end.
    fn quoted(&self, whole: &Range<usize>, name: &Range<usize>, value: &Range<usize>, quote: u8) -> bool {
        value.start >= name.end + 2
            && self.html[name.end..value.start - 1].contains(&b'=')
            && self.html[value.start - 1] == quote
            && self.html[value.end] == quote
            && !self.html[value.clone()].contains(&quote)
            && whole.end == value.end + 1
    }

    /// Checks the name of a tag or an attribute, which begins at `start`.
    fn name(&self, name: &[u8], raw: &[u8], span: Range<usize>, start: usize) -> Result<(), String> {
        ensure!(span.start == start && span.start < span.end, "a name stands at {span:?}, not at {start}");
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
        ensure!(!text.raw().is_empty(), "{text:?} has no characters");
        ensure!(borrowed(text.decoded(), text.raw()), "{text:?} is a copy");
        ensure!(text.decoded_str() == String::from_utf8_lossy(text.decoded()), "decoded_str of {text:?}");
        if text.state() == TextState::CdataSection {
            ensure!(self.cdata_section(span.clone()).is_some_and(|inside| same(inside, text.raw())), "raw of {text:?}");
        } else {
            ensure!(same(text.raw(), &self.html[span]), "raw of {text:?}");
            ensure!(!self.after_text, "{text:?} is a run that the last token belongs to");
        }
        Ok(())
    }

    /// Returns what stands between the marks of a CDATA section. A run that starts in one has no mark at its start, and
    /// the last one of the input may have none at its end.
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

/// Returns where `part`, a slice of `html`, stands in it.
pub(crate) fn offset_in(html: &[u8], part: &[u8]) -> usize {
    part.as_ptr().addr().wrapping_sub(html.as_ptr().addr())
}

/// Whether `part` is a slice of `whole`, in memory.
fn within(whole: &[u8], part: &[u8]) -> bool {
    offset_in(whole, part) <= whole.len() && offset_in(whole, part) + part.len() <= whole.len()
}

/// Whether `bytes`, what `raw` stands for, are `raw` itself if they are equal: what need not change is not copied.
fn borrowed(bytes: &[u8], raw: &[u8]) -> bool {
    bytes != raw || bytes.is_empty() || same(bytes, raw)
}

/// Whether two slices are the same bytes in memory.
fn same(one: &[u8], other: &[u8]) -> bool {
    std::ptr::eq(one, other)
}
