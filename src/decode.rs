//! From bytes as they are written to the bytes that the standard's tokenizer gives, on demand.
//!
//! Most bytes are as written: a search for the few that are not (`&`, CR, NUL, upper case in names) finds none, and the
//! bytes themselves are the answer. Else the answer is one copy in the arena, made of the runs between the changes.
//!
//! [`crate::state_machine`] does the same one byte and one state at a time, and is what this is tested against.

use crate::references;
use crate::text_state::TextState;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use core::ops::Range;

/// Where raw bytes stand, and so which rules change them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    /// A tag's or an attribute's name: ASCII lower case, U+FFFD for NUL.
    Name,
    /// An attribute's value: references by the attribute's rule, newlines, U+FFFD for NUL.
    AttributeValue,
    /// A run of characters.
    Text(TextState),
    /// A comment's data: newlines, U+FFFD for NUL.
    Comment,
    /// A processing instruction's data: newlines.
    ProcessingInstruction,
}

/// What stands for NUL wherever it does not stand for itself, in UTF-8.
const REPLACEMENT: &str = "\u{FFFD}";

/// Returns `literal`, what the machine made of `raw`, if there is one; else what `raw` stands for.
///
/// PERF: apart from the callers, and all in registers: a caller then keeps its token in registers too.
#[inline(never)]
pub(crate) fn literal_or_decoded<'a>(
    literal: Option<&'a [u8]>,
    bump: &'a Bump,
    raw: &'a [u8],
    context: Context,
) -> &'a [u8] {
    literal.unwrap_or_else(|| decode(bump, raw, context))
}

/// Returns what `raw` stands for: `raw` itself if nothing changes, else a copy in the arena.
///
/// No reference and no newline goes on after `raw`.
fn decode<'a>(bump: &'a Bump, raw: &'a [u8], context: Context) -> &'a [u8] {
    let Some(rules) = Rules::of(context) else { return decode_name(bump, raw) };
    let mut decoded: Option<Vec<'a, u8>> = None;
    let copied = rules.for_each_change(raw, |unchanged, change| {
        let decoded = decoded.get_or_insert_with(|| Vec::with_capacity_in(raw.len(), bump));
        decoded.extend_from_slice_copy(&raw[unchanged]);
        match change {
            Change::Text(text) => decoded.extend_from_slice_copy(text.as_bytes()),
            Change::Character(character) => {
                decoded.extend_from_slice_copy(character.encode_utf8(&mut [0; 4]).as_bytes());
            }
        }
    });
    let Some(mut decoded) = decoded else { return raw };
    decoded.extend_from_slice_copy(&raw[copied..]);
    decoded.into_bump_slice()
}

/// Returns what `raw`, a value or text, stands for, as [`literal_or_decoded`] does.
///
/// PERF: what is made of text is text, and need not be validated.
#[cfg(feature = "extract")]
#[inline(never)]
pub(crate) fn decode_text<'a>(bump: &'a Bump, raw: &'a str, context: Context) -> &'a str {
    let Some(rules) = Rules::of(context) else { return raw };
    let mut decoded: Option<bumpalo::collections::String<'a>> = None;
    let copied = rules.for_each_change(raw.as_bytes(), |unchanged, change| {
        let decoded = decoded.get_or_insert_with(|| bumpalo::collections::String::with_capacity_in(raw.len(), bump));
        decoded.push_str(&raw[unchanged]);
        match change {
            Change::Text(text) => decoded.push_str(text),
            Change::Character(character) => decoded.push(character),
        }
    });
    let Some(mut decoded) = decoded else { return raw };
    decoded.push_str(&raw[copied..]);
    decoded.into_bump_str()
}

/// Calls `each` with the places in `raw` that [`decode`] changes, in order, and with what stands for them.
#[inline(never)]
pub(crate) fn for_each_change(raw: &[u8], context: Context, each: &mut dyn FnMut(Range<usize>, &str)) {
    let Some(rules) = Rules::of(context) else { return };
    // A change ends where the unchanged bytes behind it begin.
    let mut last: Option<(usize, Change)> = None;
    let mut tell = |last: Option<(usize, Change)>, end| match last {
        Some((start, Change::Text(text))) => each(start..end, text),
        Some((start, Change::Character(character))) => each(start..end, character.encode_utf8(&mut [0; 4])),
        None => {}
    };
    let end = rules.for_each_change(raw, |unchanged, change| {
        tell(last.replace((unchanged.end, change)), unchanged.start);
    });
    tell(last, end);
}

/// Returns the name that is written `raw`.
fn decode_name<'a>(bump: &'a Bump, raw: &'a [u8]) -> &'a [u8] {
    if !raw.iter().any(|&byte| byte.is_ascii_uppercase() || byte == b'\0') {
        return raw;
    }
    let mut name = Vec::with_capacity_in(raw.len(), bump);
    for &byte in raw {
        match byte {
            b'\0' => name.extend_from_slice_copy(REPLACEMENT.as_bytes()),
            _ => name.push(byte.to_ascii_lowercase()),
        }
    }
    name.into_bump_slice()
}

/// What changes in values, text and comments, besides newlines.
#[derive(Clone, Copy)]
struct Rules {
    references: References,
    replaces_nul: bool,
}

/// Where character references are known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum References {
    None,
    InText,
    InAttribute,
}

/// What stands for the first bytes of a run.
enum Change {
    Text(&'static str),
    Character(char),
}

impl Rules {
    /// Returns the rules of a context; `None` for names.
    #[inline]
    fn of(context: Context) -> Option<Self> {
        let (references, replaces_nul) = match context {
            Context::Name => return None,
            Context::AttributeValue => (References::InAttribute, true),
            Context::Text(TextState::Data) => (References::InText, false),
            Context::Text(TextState::Rcdata) => (References::InText, true),
            Context::Text(TextState::CdataSection) | Context::ProcessingInstruction => (References::None, false),
            Context::Text(TextState::Rawtext | TextState::ScriptData | TextState::Plaintext) | Context::Comment => {
                (References::None, true)
            }
        };
        Some(Self { references, replaces_nul })
    }

    /// Calls `each` with the changes in `raw`, each with the place of the unchanged bytes before it; returns where those
    /// after the last begin. All places are next to ASCII.
    ///
    /// Nearly all changes make the bytes fewer; `&nGt;`, `&nLt;` and NUL make them more.
    #[inline(always)]
    fn for_each_change(self, raw: &[u8], mut each: impl FnMut(Range<usize>, Change)) -> usize {
        // The bytes before `passed` were given to `each`, and those before `at` are looked at.
        let (mut passed, mut at) = (0, 0);
        while let Some(found) = self.find(&raw[at..]) {
            at += found;
            let Some((len, change)) = self.change(&raw[at..]) else {
                at += 1;
                continue;
            };
            each(passed..at, change);
            at += len;
            passed = at;
        }
        passed
    }

    /// Returns the offset of the first byte that may begin a change.
    #[inline]
    fn find(self, bytes: &[u8]) -> Option<usize> {
        match (self.references, self.replaces_nul) {
            (References::None, false) => memchr::memchr(b'\r', bytes),
            (References::None, true) => memchr::memchr2(b'\r', b'\0', bytes),
            (_, false) => memchr::memchr2(b'\r', b'&', bytes),
            (_, true) => memchr::memchr3(b'\r', b'&', b'\0', bytes),
        }
    }

    /// Returns the change that `rest`, which [`find`](Self::find) found, begins with, and of how many bytes; `None` for
    /// a `&` that is a character.
    #[inline]
    fn change(self, rest: &[u8]) -> Option<(usize, Change)> {
        match *rest {
            // The LF that follows stays: it begins the next run.
            [b'\r', b'\n', ..] => Some((1, Change::Text(""))),
            [b'\r', ..] => Some((1, Change::Text("\n"))),
            [b'&', b'#', ref number @ ..] => {
                let number = references::parse_number(number).ok()?;
                Some((number.len + 2, Change::Character(references::numeric(number.code).0)))
            }
            [b'&', ref name @ ..] => self.named_reference(name).map(|(len, change)| (len + 1, change)),
            _ => Some((1, Change::Text(REPLACEMENT))),
        }
    }

    /// Returns what the name that `rest`, the bytes after `&`, begins with stands for, and its length.
    fn named_reference(self, rest: &[u8]) -> Option<(usize, Change)> {
        let named = references::longest_name(rest)?;
        let (name, after) = rest.split_at(named.len);
        let stays = self.references == References::InAttribute
            && references::stays_as_written_in_attribute(name, after.first().copied());
        if stays { None } else { Some((named.len, Change::Text(named.characters))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Context::{AttributeValue, Comment, Name, ProcessingInstruction, Text};
    use TextState::{CdataSection, Data, Plaintext, Rawtext, Rcdata, ScriptData};
    use alloc::string::ToString;

    const RAW_TEXTS: [Context; 4] = [Text(Rawtext), Text(ScriptData), Text(Plaintext), Comment];

    /// Checks that `raw` stands for `expected` in the contexts, and that it is borrowed if that is the same.
    #[track_caller]
    fn check(contexts: &[Context], cases: &[(&str, &str)]) {
        let bump = Bump::new();
        for &context in contexts {
            for (raw, expected) in cases {
                let decoded = decode(&bump, raw.as_bytes(), context);
                assert_eq!(
                    decoded.escape_ascii().to_string(),
                    expected.as_bytes().escape_ascii().to_string(),
                    "{context:?}"
                );
                assert_eq!(core::ptr::eq(decoded, raw.as_bytes()), raw == expected, "{context:?} {raw:?}");
            }
        }
    }

    #[test]
    fn names_are_lower_cased() {
        check(
            &[Name],
            &[
                ("", ""),
                ("data-x", "data-x"),
                ("@[`{é", "@[`{é"),
                ("AZaz09É", "azaz09É"),
                ("a\0B", "a\u{FFFD}b"),
                ("&lt;", "&lt;"),
            ],
        );
    }

    #[test]
    fn newlines_are_normalised() {
        let contexts = [AttributeValue, Text(Data), Text(Rcdata), Text(CdataSection), ProcessingInstruction];
        let cases = [("\r", "\n"), ("\r\n", "\n"), ("a\r\nb\r\r\nc\n\rd", "a\nb\n\nc\n\nd"), ("a\nb", "a\nb")];
        check(&contexts, &cases);
        check(&RAW_TEXTS, &cases);
    }

    #[test]
    fn nul_is_replaced_except_in_data_cdata_sections_and_processing_instructions() {
        check(&[Text(Data), Text(CdataSection), ProcessingInstruction], &[("a\0b", "a\0b")]);
        let cases = [("\0", "\u{FFFD}"), ("a\0\0b\r\0", "a\u{FFFD}\u{FFFD}b\n\u{FFFD}")];
        check(&[AttributeValue, Text(Rcdata)], &cases);
        check(&RAW_TEXTS, &cases);
    }

    #[test]
    fn references_are_resolved_in_values_data_and_rcdata() {
        let cases = [
            ("a &amp; b", "a & b"),
            ("&amp;lt;&lt;", "&lt;<"),
            ("&&lt;& &;&", "&<& &;&"),
            ("&bogus;", "&bogus;"),
            ("&notin;&not;&not", "∉¬¬"),
            ("&nGt;&nLt;&nGt;&nLt;", "≫⃒≪⃒≫⃒≪⃒"),
            ("&#65;&#x42;&#X43&#68 ", "ABCD "),
            ("&#0065;&#x000000000000041;", "AA"),
            ("&#;&#x;&#xg&#a&#", "&#;&#x;&#xg&#a&#"),
            ("&#x80;&#0;&#xD800;&#x110000;", "€\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&#4294967361;&#x100000041;&#99999999999999999999", "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&#13;\r\n&#13;\n&Tab;&NewLine;", "\r\n\r\n\t\n"),
            ("&am\r\np;", "&am\np;"),
        ];
        check(&[AttributeValue, Text(Data), Text(Rcdata)], &cases);
        check(&[Text(CdataSection), ProcessingInstruction], &[("&amp;&#65;", "&amp;&#65;")]);
        check(&RAW_TEXTS, &[("&amp;&#65;", "&amp;&#65;")]);
    }

    #[test]
    fn unfinished_names_stay_in_values_before_letters_and_equals_signs() {
        let raw = "?a&lt=1&ltx&notit;&lt&amp;=&lt é&copy";
        check(
            &[AttributeValue],
            &[(raw, "?a&lt=1&ltx&notit;<&=< é©"), ("/?a=b&copy=c&section=d", "/?a=b&copy=c&section=d")],
        );
        check(&[Text(Data), Text(Rcdata)], &[(raw, "?a<=1<x¬it;<&=< é©")]);
    }

    #[test]
    fn bytes_that_are_not_utf_8_stay() {
        let bump = Bump::new();
        assert_eq!(decode(&bump, b"\xFF&lt;\xC3\r", Text(Data)), b"\xFF<\xC3\n");
    }
}
