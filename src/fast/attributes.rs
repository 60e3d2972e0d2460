//! The attributes of a tag, and the end of the tag.
//!
//! [`ReadAttributes`] starts just past the tag name and repeats:
//!
//! 1. Skip white space and `/`. At `>` or `/>` the tag ends.
//! 2. Search for the end of the name (`NameStop`), and note whether the name has upper case letters.
//! 3. If `="` follows, search for the closing `"`, and note whether the value has a byte that decoding may change.
//!    Other forms of values (no value, white space around `=`, single quotes, unquoted) are read by
//!    [`read_other_value`].
//! 4. If an earlier attribute may have the same name ([`NameBits`]), compare with all of them. A duplicate is only
//!    counted.
//! 5. Otherwise write a record. Its offsets are relative to the `<` and have 32 bits. If the sink names the attributes
//!    that it reads, also set a bit for the record if it may be one of them.
//!
//! Example: `<a href="/x" B=1 href=y>`, from offset 2.
//!
//! ```text
//! ` href="/x"`   name 3..7, value 9..11, double quotes, both plain
//! ` B=1`         name 13..14, not plain; value 15..16, unquoted
//! ` href=y`      the filter has `href`; a comparison with both records finds it: 1 duplicate
//! `>`            end 24
//! ```
//!
//! If you change this, also compare `state_machine/attribute.rs` and `attribute_list.rs`, which do the same by state.

use super::window::{Changed, NameStop, NotPlain, Window};
use crate::byte_classes;
use crate::names::NameBits;
use crate::scan::{BLOCK, Blocks, Byte, Job, Vectors};
use crate::token::{AttributeRecord, Quote};

/// Tags with more attributes are declined: the state machine finds duplicates among many attributes in linear time.
pub(super) const MAX_ATTRIBUTES: usize = 32;

/// The value of an attribute.
struct Value {
    start: usize,
    end: usize,
    /// The offset just past the value and its closing quote.
    next: usize,
    quote: Quote,
    /// True if the value is known to have no byte that decoding may change.
    is_plain: bool,
}

/// The rest of a tag, after its name.
#[derive(Clone, Copy)]
pub(super) struct TagRest {
    /// The offset just past the `>`.
    pub(super) end: usize,
    /// The number of records that were written.
    pub(super) attributes: usize,
    /// The number of attributes that have the name of an earlier one, and no record.
    pub(super) duplicates: usize,
    pub(super) self_closing: bool,
    /// See [`TagParts::wanted`](crate::token::TagParts::wanted).
    pub(super) wanted: u32,
}

/// Reads a tag from the end of its name to its `>`. The output is `None` if the tag is declined.
///
/// PERF: compiled as a function of its own for each CPU level, so that it and the scan loop each keep their values in
/// registers.
pub(super) struct ReadAttributes<'k, F, const ERRORS: bool> {
    pub(super) blocks: Blocks<'k>,
    pub(super) tag_start: usize,
    /// The end of the tag's name.
    pub(super) at: usize,
    /// The free records, for the attributes.
    pub(super) records: &'k mut [AttributeRecord],
    /// Returns false for names of attributes that the sink ignores.
    pub(super) may_be_wanted: F,
}

impl<F: Fn(&[u8]) -> bool, const ERRORS: bool> Job for ReadAttributes<'_, F, ERRORS> {
    type Output = Option<TagRest>;

    #[inline(always)]
    fn run<V: Vectors>(self, simd: V) -> Option<TagRest> {
        let Self { blocks, tag_start, mut at, records, may_be_wanted } = self;
        let input = blocks.input();
        let mut window = Window::<ERRORS>::at(simd, blocks, at);
        let mut rest = TagRest { end: 0, attributes: 0, duplicates: 0, self_closing: false, wanted: 0 };
        let mut names = NameBits::EMPTY;
        let mut follows_quote = false;
        loop {
            // PERF: nearly always `>`, or one space and the first byte of a name.
            match blocks.byte(at) {
                b' ' if blocks.byte(at + 1) > b'>' => at += 1,
                b'>' => {
                    rest.end = at + 1;
                    break;
                }
                byte => {
                    if ERRORS && follows_quote && !byte_classes::separates(byte) {
                        return None; // `missing-whitespace-between-attributes`
                    }
                    at = skip_white_space(input, at)?;
                    match blocks.byte(at) {
                        b'>' => continue,
                        b'/' if blocks.byte(at + 1) == b'>' => {
                            rest.end = at + 2;
                            rest.self_closing = true;
                            break;
                        }
                        b'/' if ERRORS => return None, // `unexpected-solidus-in-tag`
                        b'/' => {
                            at += 1;
                            follows_quote = false;
                            continue;
                        }
                        b'=' => return None, // `unexpected-equals-sign-before-attribute-name`
                        _ => {}
                    }
                }
            }
            let found = window.find(simd, blocks, at, NameStop::<ERRORS>, NotPlain)?;
            let name = input.get(at..found.offset)?;
            if !found.is_plain && !name.is_ascii() {
                return None; // The state machine compares names as decoded text.
            }
            let value = if blocks.byte(found.offset) == b'=' && blocks.byte(found.offset + 1) == b'"' {
                let start = found.offset + 2;
                match window.find(simd, blocks, start, Byte::<b'"'>, Changed) {
                    Some(value) => Value {
                        start,
                        end: value.offset,
                        next: value.offset + 1,
                        quote: Quote::Double,
                        is_plain: value.is_plain,
                    },
                    None => read_long_value(input, start)?,
                }
            } else {
                read_other_value::<ERRORS>(input, found.offset)?
            };
            if ERRORS {
                follows_quote = matches!(value.quote, Quote::Single | Quote::Double);
            }
            if names.insert(name) && is_duplicate(input, tag_start, name, &records[..rest.attributes]) {
                if ERRORS {
                    return None;
                }
                rest.duplicates += 1;
                at = value.next;
                continue;
            }
            // No cast truncates in a tag that is accepted: all offsets are before the tag's end, which is checked
            // below.
            *records.get_mut(rest.attributes)? = AttributeRecord {
                name: (at - tag_start) as u32,
                name_len: name.len() as u32,
                value: (value.start - tag_start) as u32,
                value_len: (value.end - value.start) as u32,
                quote: value.quote,
                name_is_plain: found.is_plain,
                value_is_plain: value.is_plain,
            };
            // PERF: no branch on the name.
            rest.wanted |= u32::from(may_be_wanted(name)) << (rest.attributes % MAX_ATTRIBUTES);
            rest.attributes += 1;
            at = value.next;
        }
        u32::try_from(rest.end - tag_start).is_ok().then_some(rest)
    }
}

/// Returns the offset of the first byte at or after `from` that is not white space.
#[inline(never)]
fn skip_white_space(input: &[u8], from: usize) -> Option<usize> {
    byte_classes::skip_white_space(input, from)
}

/// Reads a value in double quotes that does not end in the 64 bytes from `start` on.
#[inline(never)]
fn read_long_value(input: &[u8], start: usize) -> Option<Value> {
    let from = start + BLOCK;
    let end = from + memchr::memchr(b'"', input.get(from..)?)?;
    Some(Value { start, end, next: end + 1, quote: Quote::Double, is_plain: false })
}

/// Reads a value that is not of the form `="..."`: no value; or `=`, with optional white space around it, and a value.
#[inline(never)]
fn read_other_value<const ERRORS: bool>(input: &[u8], name_end: usize) -> Option<Value> {
    if *input.get(name_end)? != b'=' && !byte_classes::separates(input[name_end]) {
        return None; // A control, or with `ERRORS` a quote or `<`, that is part of the name.
    }
    let equals = byte_classes::skip_white_space(input, name_end)?;
    if input[equals] != b'=' {
        return Some(Value { start: name_end, end: name_end, next: equals, quote: Quote::NoValue, is_plain: true });
    }
    let start = byte_classes::skip_white_space(input, equals + 1)?;
    let (start, end, next, quote) = match input[start] {
        quote @ (b'"' | b'\'') => {
            let start = start + 1;
            let end = start + memchr::memchr(quote, &input[start..])?;
            (start, end, end + 1, if quote == b'"' { Quote::Double } else { Quote::Single })
        }
        b'>' if ERRORS => return None, // `missing-attribute-value`
        _ => {
            let end = byte_classes::find_end_of_unquoted_value(input, start)?;
            (start, end, end, Quote::Unquoted)
        }
    };
    let value = &input[start..end];
    if ERRORS
        && quote == Quote::Unquoted
        && value.iter().any(|&byte| byte_classes::ODD_IN_UNQUOTED_VALUE.contains(byte))
    {
        return None;
    }
    let is_plain = value.len() < BLOCK && !value.iter().any(|&byte| byte_classes::CHANGED.contains(byte));
    Some(Value { start, end, next, quote, is_plain })
}

/// Returns true if one of `records` has the name `name`, ASCII case-insensitively.
#[cold]
fn is_duplicate(input: &[u8], tag_start: usize, name: &[u8], records: &[AttributeRecord]) -> bool {
    records.iter().any(|record| {
        let start = tag_start + record.name as usize;
        record.name_len as usize == name.len() && input[start..start + name.len()].eq_ignore_ascii_case(name)
    })
}
