//! The attributes of a tag, and its end.

use super::tag::Inside;
use super::window::{Changed, NameStop, NotPlain, Window};
use crate::byte_classes;
use crate::scan::{BLOCK, Blocks, Byte, Job, Simd};
use crate::token::{AttributeRecord, Quote};

/// Tags with more attributes are declined; the machine finds duplicates among very many in linear time.
pub(crate) const MAX_ATTRIBUTES: usize = 32;

/// An attribute's value, and where the tag goes on.
struct Value {
    start: usize,
    end: usize,
    next: usize,
    quote: Quote,
    is_plain: bool,
}

/// Reads from the end of a tag's name to its `>`.
///
/// PERF: a function of its own, with registers of its own.
pub(super) struct ReadAttributes<'k, const ERRORS: bool> {
    pub(super) blocks: Blocks<'k>,
    pub(super) tag_start: usize,
    /// The end of the tag's name.
    pub(super) at: usize,
    /// Where the attributes are written.
    pub(super) records: &'k mut [AttributeRecord],
}

impl<const ERRORS: bool> Job for ReadAttributes<'_, ERRORS> {
    type Output = Option<Inside>;

    #[inline(always)]
    fn run<V: Simd>(self, simd: V) -> Option<Inside> {
        let Self { blocks, tag_start, mut at, records } = self;
        let input = blocks.input();
        let mut window = Window::<ERRORS>::at(simd, blocks, at);
        let mut inside = Inside { end: 0, attributes: 0, duplicates: 0, self_closing: false };
        let mut names = NameFilter::default();
        let mut follows_quote = false;
        loop {
            // Nearly always `>`, or one space and a letter.
            match blocks.byte(at) {
                b' ' if blocks.byte(at + 1) > b'>' => at += 1,
                b'>' => {
                    inside.end = at + 1;
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
                            inside.end = at + 2;
                            inside.self_closing = true;
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
                return None; // compared as text, which its bytes may not be
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
                    None => read_far_value(input, start)?,
                }
            } else {
                read_odd_value::<ERRORS>(input, found.offset)?
            };
            if ERRORS {
                follows_quote = matches!(value.quote, Quote::Single | Quote::Double);
            }
            if names.has(name) && is_duplicate(input, tag_start, name, &records[..inside.attributes]) {
                if ERRORS {
                    return None;
                }
                inside.duplicates += 1;
                at = value.next;
                continue;
            }
            // Nothing is cut: the tag's end, after all of these offsets, is checked.
            *records.get_mut(inside.attributes)? = AttributeRecord {
                name: (at - tag_start) as u32,
                name_len: name.len() as u32,
                value: (value.start - tag_start) as u32,
                value_len: (value.end - value.start) as u32,
                quote: value.quote,
                name_is_plain: found.is_plain,
                value_is_plain: value.is_plain,
            };
            inside.attributes += 1;
            at = value.next;
        }
        u32::try_from(inside.end - tag_start).is_ok().then_some(inside)
    }
}

/// Returns the offset, from `from` on, of the first byte that is not white space.
#[inline(never)]
fn skip_white_space(input: &[u8], from: usize) -> Option<usize> {
    byte_classes::skip_white_space(input, from)
}

/// Reads the rest of a value in double quotes, none of which stands in the block from `start` on.
#[inline(never)]
fn read_far_value(input: &[u8], start: usize) -> Option<Value> {
    let from = start + BLOCK;
    let end = from + memchr::memchr(b'"', input.get(from..)?)?;
    Some(Value { start, end, next: end + 1, quote: Quote::Double, is_plain: false })
}

/// Reads what follows an attribute's name other than `="`: nothing; or `=`, white space round it, and a value.
#[inline(never)]
fn read_odd_value<const ERRORS: bool>(input: &[u8], name_end: usize) -> Option<Value> {
    if *input.get(name_end)? != b'=' && !byte_classes::separates(input[name_end]) {
        return None; // a control that is part of the name
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
