//! The attributes of the tag that is being built: the standard's verbs for them, and the check for duplicates.

use super::verbs::REPLACEMENT_CHARACTER;
use super::{AttributeInProgress, Fate, StateMachine};
use crate::arena::Source;
use crate::error::ErrorCode;
use crate::run::{BuiltAttribute, TagMemory};
use crate::token::{AttributeRecord, LiteralAttribute, LiteralTag, Quote, StartTag, TagParts};
use bumpalo::Bump;
use bumpalo::collections::Vec;

impl<'a> StateMachine<'a, '_> {
    /// Starts a new attribute at the current input character.
    pub(super) fn start_attribute(&mut self) {
        self.finish_attribute();
        let at = self.current;
        self.tag.attribute =
            Some(AttributeInProgress { name_start: at, value_start: at, value_end: at, ..Default::default() });
    }

    fn attribute(&mut self) -> &mut AttributeInProgress<'a> {
        self.tag.attribute.get_or_insert_default()
    }

    pub(super) fn append_to_attribute_name(&mut self, byte: u8) {
        let source = self.run.source;
        let attribute = self.attribute();
        attribute.name.push_byte(source, attribute.name_start, byte);
    }

    pub(super) fn append_replacement_character_to_attribute_name(&mut self) {
        self.append_str_to_attribute_name(REPLACEMENT_CHARACTER);
    }

    fn append_str_to_attribute_name(&mut self, bytes: &[u8]) {
        let source = self.run.source;
        let attribute = self.attribute();
        attribute.name.push(source, attribute.name_start, bytes);
    }

    /// "When the user agent leaves the attribute name state": completes the name, and compares it with the earlier
    /// names.
    pub(super) fn leave_attribute_name(&mut self) {
        let (source, end) = (self.run.source, self.current);
        let attribute = self.attribute();
        let name = attribute.name.take(source);
        attribute.complete_name = name;
        let compared_name = as_compared(name, source.bump());
        attribute.compared_name = compared_name;
        (attribute.name_end, attribute.value_start, attribute.value_end) = (end, end, end);
        let TagMemory { attributes, names } = &mut self.tag.memory;
        let has_room = attributes.len() < self.run.settings.limits.attributes();
        let is_new = names.is_new(compared_name, attributes, has_room);
        self.attribute().fate = match is_new {
            false => Fate::Duplicate,
            true if has_room => Fate::Kept,
            true => Fate::Surplus,
        };
        if self.attribute().fate == Fate::Duplicate {
            self.parse_error(ErrorCode::DuplicateAttribute);
        }
    }

    /// Starts the value at the offset `start`.
    pub(super) fn start_value(&mut self, quote: Quote, start: usize) {
        let attribute = self.attribute();
        attribute.quote = quote;
        (attribute.value_start, attribute.value_end) = (start, start);
    }

    /// Ends the value before the current input character.
    pub(super) fn end_value(&mut self) {
        self.attribute().value_end = self.current;
    }

    pub(super) fn append_to_value(&mut self, byte: u8) {
        let source = self.run.source;
        let attribute = self.attribute();
        attribute.value.push_byte(source, attribute.value_start, byte);
    }

    pub(super) fn append_replacement_character_to_value(&mut self) {
        self.append_str_to_value(REPLACEMENT_CHARACTER);
    }

    pub(super) fn append_temporary_buffer_to_value(&mut self) {
        let bytes = core::mem::replace(&mut self.temporary_buffer, Vec::new_in(self.run.source.bump()));
        self.append_str_to_value(&bytes);
        self.temporary_buffer = bytes;
    }

    fn append_str_to_value(&mut self, bytes: &[u8]) {
        let source = self.run.source;
        let attribute = self.attribute();
        attribute.value.push(source, attribute.value_start, bytes);
    }

    /// Ends the attribute that is being built, if there is one. Appends it to the tag's list, or counts it as dropped.
    pub(super) fn finish_attribute(&mut self) {
        let Some(mut attribute) = self.tag.attribute.take() else { return };
        let record = AttributeRecord::new(
            self.markup_start,
            attribute.name_start..attribute.name_end,
            attribute.value_start..attribute.value_end,
            attribute.quote,
        );
        match (attribute.fate, record) {
            (Fate::Kept, Some(record)) => self.tag.memory.attributes.push(BuiltAttribute {
                record,
                name: attribute.complete_name,
                compared_name: attribute.compared_name,
                value: attribute.value.take(self.run.source),
            }),
            (Fate::Duplicate, _) => self.tag.duplicates += 1,
            // `record` is `None` if an offset from the start of the tag does not fit in 32 bits.
            (Fate::Kept | Fate::Surplus, _) => self.tag.surplus += 1,
        }
    }
}

/// Returns the start tag, with its attributes copied to the arena.
pub(super) fn start_tag<'a>(
    source: Source<'a>,
    parts: TagParts,
    name: &'a [u8],
    attributes: &[BuiltAttribute<'a>],
    surplus: usize,
) -> StartTag<'a> {
    let records = source.bump().alloc_slice_fill_iter(attributes.iter().map(|attribute| attribute.record));
    let literals = attributes.iter().map(|&BuiltAttribute { name, value, .. }| LiteralAttribute { name, value });
    let literal = LiteralTag { name, attributes: source.bump().alloc_slice_fill_iter(literals), surplus };
    StartTag::new(source, parts, records, Some(source.bump().alloc(literal)))
}

/// Returns `name` in the form in which names are compared: each invalid UTF-8 sequence is replaced by U+FFFD.
///
/// The standard decodes the input before it compares names, so names that differ only in invalid bytes are duplicates.
/// A lone surrogate in generalised UTF-8 (WTF-8) is a code point, and stays.
fn as_compared<'a>(name: &'a [u8], bump: &'a Bump) -> &'a [u8] {
    if core::str::from_utf8(name).is_ok() {
        return name;
    }
    let mut compared = Vec::with_capacity_in(name.len(), bump);
    let mut rest = name;
    while let Err(error) = core::str::from_utf8(rest) {
        let (valid, invalid) = rest.split_at(error.valid_up_to());
        compared.extend_from_slice(valid);
        let len = match *invalid {
            [0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF, ..] => {
                compared.extend_from_slice(&[0xED, second, third]);
                3
            }
            _ => {
                compared.extend_from_slice("\u{FFFD}".as_bytes());
                error.error_len().unwrap_or(invalid.len())
            }
        };
        rest = &invalid[len..];
    }
    compared.extend_from_slice(rest);
    compared.into_bump_slice()
}
