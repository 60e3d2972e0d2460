//! Start tags with their attributes, and end tags.

use crate::class;
use crate::options::TextState;
use crate::run::Run;
use crate::sink::Sink;
use crate::token::{AttributeRecord, EndTag, Quote, StartTag, TagParts};

/// Tags with more attributes are declined; the machine finds duplicates among very many in linear time.
pub(super) const MAX_ATTRIBUTES: usize = 32;

/// Reads the start tag at `<` and a letter.
#[inline(always)]
pub(super) fn read_start_tag<'a, S: Sink<'a>, const ERRORS: bool>(run: &mut Run<'a>, sink: &mut S) -> Option<()> {
    let start = run.offset;
    let source = run.source;
    let name_end = class::find(source.input, start + 1, class::ENDS_TAG_NAME)?;
    let records = run.free_records(MAX_ATTRIBUTES);
    let inside = read_attributes::<ERRORS>(source.input, start, name_end, records)?;
    let name = &source.input[start + 1..name_end];
    let parts = TagParts {
        start,
        end: inside.end,
        name_len: name.len(),
        self_closing: inside.self_closing,
        duplicates: inside.duplicates,
    };
    if ERRORS {
        run.report_input_errors(inside.end - 1, sink);
    }
    let records = run.take_records(inside.attributes);
    run.offset = inside.end;
    run.last_start_tag = name;
    run.text_state = run.text_state_after(name);
    sink.start_tag(StartTag::new(source, parts, records, None));
    Some(())
}

/// Reads the end tag at `</` and a letter.
#[inline(always)]
pub(super) fn read_end_tag<'a, S: Sink<'a>, const ERRORS: bool>(run: &mut Run<'a>, sink: &mut S) -> Option<()> {
    let start = run.offset;
    let source = run.source;
    let name_end = class::find(source.input, start + 2, class::ENDS_TAG_NAME)?;
    let end = if source.input[name_end] == b'>' {
        name_end + 1
    } else {
        let records = run.free_records(MAX_ATTRIBUTES);
        let inside = read_attributes::<ERRORS>(source.input, start, name_end, records)?;
        if ERRORS && (inside.attributes > 0 || inside.self_closing) {
            return None;
        }
        inside.end
    };
    if ERRORS {
        run.report_input_errors(end - 1, sink);
    }
    let parts = TagParts { start, end, name_len: name_end - start - 2, self_closing: false, duplicates: 0 };
    run.offset = end;
    run.text_state = TextState::Data;
    sink.end_tag(EndTag::new(source, parts, None));
    Some(())
}

/// What stands between a tag's name and its end.
struct Inside {
    /// The offset after `>`.
    end: usize,
    /// The number of records written.
    attributes: usize,
    duplicates: usize,
    self_closing: bool,
}

/// Reads from the end of a tag's name, at `at`, to its `>`, and writes the attributes to `records`.
#[inline(always)]
fn read_attributes<const ERRORS: bool>(
    input: &[u8],
    tag_start: usize,
    mut at: usize,
    records: &mut [AttributeRecord],
) -> Option<Inside> {
    let mut inside = Inside { end: 0, attributes: 0, duplicates: 0, self_closing: false };
    let mut names = NameFilter::default();
    loop {
        at = class::skip_white_space(input, at)?;
        match input[at] {
            b'>' => {
                inside.end = at + 1;
                return Some(inside);
            }
            b'/' if *input.get(at + 1)? == b'>' => {
                inside.end = at + 2;
                inside.self_closing = true;
                return Some(inside);
            }
            b'/' if ERRORS => return None, // `unexpected-solidus-in-tag`
            b'/' => at += 1,
            b'=' if ERRORS => return None, // `unexpected-equals-sign-before-attribute-name`
            _ => {
                let name_start = at;
                // The first byte is part of the name even if it is `=`; a NUL is declined below.
                let name_end = class::find(input, at + usize::from(input[at] == b'='), class::ENDS_ATTRIBUTE_NAME)?;
                let name = &input[name_start..name_end];
                if input[name_end] == b'\0'
                    || ERRORS && name.iter().any(|&byte| class::is(byte, class::ODD_IN_ATTRIBUTE_NAME))
                {
                    return None;
                }
                let (value, quote, next) = read_value::<ERRORS>(input, name_end)?;
                at = next;
                if names.has(name) && is_duplicate(input, tag_start, name, &records[..inside.attributes]) {
                    if ERRORS {
                        return None;
                    }
                    inside.duplicates += 1;
                    continue;
                }
                let record = AttributeRecord::new(tag_start, name_start..name_end, value, quote)?;
                *records.get_mut(inside.attributes)? = record;
                inside.attributes += 1;
            }
        }
    }
}

/// Reads what follows an attribute's name: nothing, or `=` and a value. Returns the value's place and where to go on.
#[inline(always)]
fn read_value<const ERRORS: bool>(input: &[u8], name_end: usize) -> Option<(core::ops::Range<usize>, Quote, usize)> {
    let equals = class::skip_white_space(input, name_end)?;
    if input[equals] != b'=' {
        return Some((name_end..name_end, Quote::NoValue, equals));
    }
    let start = class::skip_white_space(input, equals + 1)?;
    let (value, quote, next) = match input[start] {
        byte @ (b'"' | b'\'') => {
            let start = start + 1;
            let end = start + memchr::memchr(byte, &input[start..])?;
            let quote = if byte == b'"' { Quote::Double } else { Quote::Single };
            if ERRORS && !matches!(input.get(end + 1)?, b'/' | b'>' | b'\t' | b'\n' | b'\x0C' | b'\r' | b' ') {
                return None; // `missing-whitespace-between-attributes`
            }
            if ERRORS && memchr::memchr2(b'&', b'\0', &input[start..end]).is_some() {
                return None;
            }
            (start..end, quote, end + 1)
        }
        b'>' if ERRORS => return None, // `missing-attribute-value`
        _ => {
            let end = class::find(input, start, class::ENDS_UNQUOTED_VALUE)?;
            let value = &input[start..end];
            if ERRORS && value.iter().any(|&byte| class::is(byte, class::ODD_IN_UNQUOTED_VALUE)) {
                return None;
            }
            (start..end, Quote::Unquoted, end)
        }
    };
    Some((value, quote, next))
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
