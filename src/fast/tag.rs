//! Start tags with their attributes, and end tags.

use super::Kernel;
use crate::class;
use crate::options::TextState;
use crate::scan::{BLOCK, Simd};
use crate::sink::Sink;
use crate::token::{AttributeRecord, EndTag, Quote, StartTag, TagParts};

/// Tags with more attributes are declined; the machine finds duplicates among very many in linear time.
pub(super) const MAX_ATTRIBUTES: usize = 32;

/// What stands between a tag's name and its end.
struct Inside {
    /// The offset after `>`.
    end: usize,
    /// The number of records written.
    attributes: usize,
    duplicates: usize,
    self_closing: bool,
    /// Whether a value may have references with errors.
    has_references: bool,
}

impl<'a, V: Simd, S: Sink<'a>, const ERRORS: bool> Kernel<'_, 'a, V, S, ERRORS> {
    /// Reads the start tag at `<` and a letter.
    #[inline(always)]
    pub(super) fn read_start_tag(&mut self) -> Option<()> {
        let start = self.run.offset;
        let name_end = self.find_name_end(start + 1)?;
        let name_is_plain = self.window.lacks(self.window.upper, start + 1, name_end);
        let inside = if self.byte(name_end) == b'>' {
            Inside { end: name_end + 1, attributes: 0, duplicates: 0, self_closing: false, has_references: false }
        } else {
            self.read_attributes(start, name_end)?
        };
        if ERRORS {
            if inside.has_references {
                self.report_value_errors(start, inside.attributes);
            }
            self.run.report_input_errors(inside.end - 1, self.sink);
        }
        let name = &self.input[start + 1..name_end];
        let parts = TagParts {
            start,
            end: inside.end,
            name_len: name.len(),
            name_is_plain,
            self_closing: inside.self_closing,
            duplicates: inside.duplicates,
        };
        let records = self.run.take_records(inside.attributes);
        self.run.offset = inside.end;
        self.run.last_start_tag = name;
        self.run.text_state = self.run.text_state_after(name);
        self.sink.start_tag(StartTag::new(self.run.source, parts, records, None));
        Some(())
    }

    /// Reads the end tag at `</` and a letter.
    #[inline(always)]
    pub(super) fn read_end_tag(&mut self) -> Option<()> {
        let start = self.run.offset;
        let name_end = self.find_name_end(start + 2)?;
        let name_is_plain = self.window.lacks(self.window.upper, start + 2, name_end);
        let end = if self.byte(name_end) == b'>' {
            name_end + 1
        } else {
            let inside = self.read_attributes(start, name_end)?;
            if ERRORS && (inside.attributes > 0 || inside.self_closing) {
                return None;
            }
            inside.end
        };
        if ERRORS {
            self.run.report_input_errors(end - 1, self.sink);
        }
        let parts =
            TagParts { start, end, name_len: name_end - start - 2, name_is_plain, self_closing: false, duplicates: 0 };
        self.run.offset = end;
        self.run.text_state = TextState::Data;
        self.sink.end_tag(EndTag::new(self.run.source, parts, None));
        Some(())
    }

    /// Reports the parse errors of the character references in the first `count` attributes.
    fn report_value_errors(&mut self, tag_start: usize, count: usize) {
        for index in 0..count {
            let record = self.run.records()[index];
            if !record.value_is_plain {
                let start = tag_start + record.value as usize;
                self.report_reference_errors(start, start + record.value_len as usize, true);
            }
        }
    }

    /// Returns the end of the tag's name that begins at `from`; declines names with `=`, and very long ones.
    #[inline(always)]
    fn find_name_end(&mut self, from: usize) -> Option<usize> {
        let end = self.seek(from, |window| window.name_end)?;
        (self.byte(end) != b'=').then_some(end)
    }

    /// Reads from the end of a tag's name, at `at`, to its `>`, and writes the attributes to the run's free records.
    #[inline(always)]
    fn read_attributes(&mut self, tag_start: usize, mut at: usize) -> Option<Inside> {
        let mut inside = Inside { end: 0, attributes: 0, duplicates: 0, self_closing: false, has_references: false };
        let mut names = NameFilter::default();
        self.run.reserve_records(MAX_ATTRIBUTES);
        loop {
            at = self.skip_white_space(at)?;
            match self.byte(at) {
                b'>' => {
                    inside.end = at + 1;
                    return Some(inside);
                }
                b'/' if self.byte(at + 1) == b'>' => {
                    inside.end = at + 2;
                    inside.self_closing = true;
                    return Some(inside);
                }
                b'/' if ERRORS => return None, // `unexpected-solidus-in-tag`
                b'/' => at += 1,
                b'=' => return None, // `unexpected-equals-sign-before-attribute-name`
                _ => {
                    let name_start = at;
                    let name_end = self.seek(at, |window| window.name_end)?;
                    let name_is_plain = self.window.lacks(self.window.upper, name_start, name_end);
                    let name = &self.input[name_start..name_end.min(self.input.len())];
                    if ERRORS && name.iter().any(|&byte| class::ODD_IN_ATTRIBUTE_NAME.contains(byte)) {
                        return None;
                    }
                    let is_duplicate = names.has(name)
                        && is_duplicate(self.input, tag_start, name, &self.run.records()[..inside.attributes]);
                    let mut record = AttributeRecord {
                        name: u32::try_from(name_start - tag_start).ok()?,
                        name_len: name.len() as u32,
                        name_is_plain,
                        value_is_plain: true,
                        ..AttributeRecord::default()
                    };
                    at = self.read_value(tag_start, name_end, &mut record)?;
                    if is_duplicate {
                        if ERRORS {
                            return None;
                        }
                        inside.duplicates += 1;
                        continue;
                    }
                    inside.has_references |= !record.value_is_plain;
                    *self.run.records().get_mut(inside.attributes)? = record;
                    inside.attributes += 1;
                }
            }
        }
    }

    /// Reads what follows an attribute's name: nothing, or `=` and a value. Returns where to go on.
    #[inline(always)]
    fn read_value(&mut self, tag_start: usize, name_end: usize, record: &mut AttributeRecord) -> Option<usize> {
        let mut equals = name_end;
        let mut byte = self.byte(equals);
        if byte != b'=' {
            equals = self.skip_white_space(name_end)?;
            byte = self.byte(equals);
            if byte != b'=' {
                // A NUL that is no end of the input is part of the name.
                record.value = u32::try_from(name_end - tag_start).ok()?;
                return (byte != 0 && self.byte(name_end) != 0).then_some(equals);
            }
        }
        let mut start = equals + 1;
        if !matches!(self.byte(start), b'"' | b'\'') {
            start = self.skip_white_space(start)?;
        }
        let next;
        let end;
        match self.byte(start) {
            b'"' => {
                start += 1;
                end = match self.seek(start, |window| window.quote) {
                    Some(end) => end,
                    None => self.find_far(b'"', start + BLOCK)?,
                };
                record.quote = Quote::Double;
                next = end + 1;
            }
            b'\'' => {
                start += 1;
                end = start + memchr::memchr(b'\'', self.input.get(start..)?)?;
                record.quote = Quote::Single;
                next = end + 1;
            }
            b'>' if ERRORS => return None, // `missing-attribute-value`
            _ => {
                end = class::find_end_of_unquoted_value(self.input, start)?;
                if ERRORS && self.input[start..end].iter().any(|&byte| class::ODD_IN_UNQUOTED_VALUE.contains(byte)) {
                    return None;
                }
                record.quote = Quote::Unquoted;
                next = end;
            }
        }
        record.value_is_plain = self.window.lacks(self.window.changed, start, end);
        if ERRORS {
            let quoted = record.quote != Quote::Unquoted;
            if quoted && !class::separates(self.byte(next)) {
                return None; // `missing-whitespace-between-attributes`
            }
            if !record.value_is_plain && memchr::memchr(b'\0', &self.input[start..end]).is_some() {
                return None; // `unexpected-null-character`
            }
        }
        u32::try_from(end - tag_start).ok()?;
        record.value = (start - tag_start) as u32;
        record.value_len = (end - start) as u32;
        Some(next)
    }

    /// Returns the offset of `byte` from `from` on.
    #[inline(always)]
    fn find_far(&self, byte: u8, from: usize) -> Option<usize> {
        Some(from + memchr::memchr(byte, self.input.get(from..)?)?)
    }

    /// Returns the offset, from `from` on, of the first byte that is not white space.
    #[inline(always)]
    fn skip_white_space(&mut self, from: usize) -> Option<usize> {
        match self.seek(from, |window| !window.space) {
            Some(found) => Some(found),
            None => class::skip_white_space(self.input, from + BLOCK),
        }
    }
}

/// A set of names that may say yes to a name that it does not hold, never no to one that it does.
#[derive(Default)]
struct NameFilter(u64);

impl NameFilter {
    /// Adds `name` and returns whether it may have been there before.
    #[inline(always)]
    fn has(&mut self, name: &[u8]) -> bool {
        let letter = |byte: Option<&u8>| u32::from(byte.copied().unwrap_or(0) | 0x20);
        let hash = letter(name.first()) * 5 + letter(name.last()) * 11 + name.len() as u32 * 23;
        let bit = 1 << (hash % 64);
        let had = self.0 & bit != 0;
        self.0 |= bit;
        had
    }
}

/// Returns whether one of `records` has the name `name`, in any case.
#[cold]
fn is_duplicate(input: &[u8], tag_start: usize, name: &[u8], records: &[AttributeRecord]) -> bool {
    records.iter().any(|record| {
        let start = tag_start + record.name as usize;
        record.name_len as usize == name.len() && input[start..start + name.len()].eq_ignore_ascii_case(name)
    })
}
