//! Decodes a span of the input on demand: character references, newlines, NUL, and upper case in names.
//!
//! Tokens of the fast path hold raw spans. A span is decoded when the caller asks for its text:
//!
//! 1. The [`Context`] decides the [`Rules`]: whether there are character references, and whether NUL is replaced.
//! 2. Search for the next byte that may start a change: `&`, CR or NUL, as far as the rules need them.
//! 3. If there is none, the result is the span itself, borrowed. This is the usual case.
//! 4. If the byte starts a change, append the unchanged bytes before it and the replacement to a copy in the arena.
//!    Otherwise, as for a `&` that is text, continue after the byte.
//!
//! Example: in the data state the span is `a &amp; b & c\r\nd`.
//!
//! ```text
//! 2..7     `&amp;`   replaced by `&`
//! 10..11   `&`       not a reference: unchanged
//! 13..14   CR        removed, because a LF follows
//! result   `a & b & c\nd`, a copy of 11 bytes
//! ```
//!
//! A span can be decoded on its own, because no reference crosses a `<` or a closing quote, and no CR LF is split by
//! one.
//!
//! If you change a rule here, also change the state machine (`src/state_machine`), which decodes byte by byte and is
//! the oracle, and the parse errors of references (`references/errors.rs`).

use crate::references;
use crate::text_state::TextState;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use core::ops::Range;

/// The kind of construct that raw bytes belong to. It decides how they are decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    /// The name of a tag or an attribute: ASCII lower case, U+FFFD for NUL. A name contains no CR.
    Name,
    /// The value of an attribute: references by the rules for attributes, normalised newlines, U+FFFD for NUL.
    AttributeValue,
    /// Text that was read in a text state.
    Text(TextState),
    /// The data of a comment: normalised newlines, U+FFFD for NUL.
    Comment,
    /// The data of a processing instruction: normalised newlines.
    ProcessingInstruction,
}

/// The replacement for NUL: U+FFFD REPLACEMENT CHARACTER.
const REPLACEMENT: &str = "\u{FFFD}";

/// Returns `literal`, the string that the state machine decoded, if there is one. Otherwise decodes `raw`.
///
/// PERF: not inlined, with arguments that fit in registers, so that a caller can keep its token in registers too.
#[inline(never)]
pub(crate) fn literal_or_decoded<'a>(
    literal: Option<&'a [u8]>,
    bump: &'a Bump,
    raw: &'a [u8],
    context: Context,
) -> &'a [u8] {
    literal.unwrap_or_else(|| decode(bump, raw, context))
}

/// Decodes `raw`. Returns `raw` itself if nothing changes, otherwise a copy in the arena.
///
/// The caller must ensure that no reference and no CR LF crosses the end of `raw`.
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

/// Decodes `raw`, a value or text, as [`literal_or_decoded`] does.
///
/// PERF: a decoded `str` is a `str`, so the result needs no validation.
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

/// Calls `each` for each range of `raw` that [`decode`] changes, in order, with the replacement.
#[inline(never)]
pub(crate) fn for_each_change(raw: &[u8], context: Context, each: &mut dyn FnMut(Range<usize>, &str)) {
    let Some(rules) = Rules::of(context) else { return };
    // The end of a change is known with the next change: the unchanged bytes between them start there.
    let mut last: Option<(usize, Change)> = None;
    let mut report = |last: Option<(usize, Change)>, end| match last {
        Some((start, Change::Text(text))) => each(start..end, text),
        Some((start, Change::Character(character))) => each(start..end, character.encode_utf8(&mut [0; 4])),
        None => {}
    };
    let end = rules.for_each_change(raw, |unchanged, change| {
        report(last.replace((unchanged.end, change)), unchanged.start);
    });
    report(last, end);
}

/// Decodes the name `raw`.
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

/// The changes in values, text and comments, besides newlines, which always change.
#[derive(Clone, Copy)]
struct Rules {
    references: References,
    replaces_nul: bool,
}

/// The rules for character references.
#[derive(Clone, Copy, PartialEq, Eq)]
enum References {
    None,
    InText,
    InAttribute,
}

/// The replacement of a byte or a reference.
enum Change {
    Text(&'static str),
    Character(char),
}

impl Rules {
    /// Returns the rules of a context. `None` for names, which [`decode_name`] decodes.
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

    /// Calls `each` for each change in `raw`, with the range of the unchanged bytes before it. Returns the offset of
    /// the unchanged bytes after the last change. All offsets are character boundaries if `raw` is UTF-8.
    ///
    /// Nearly all changes make the result shorter. Only `&nGt;`, `&nLt;` and NUL make it longer.
    #[inline(always)]
    fn for_each_change(self, raw: &[u8], mut each: impl FnMut(Range<usize>, Change)) -> usize {
        // `each` was called for the bytes before `done`. The bytes between `done` and `at` do not change.
        let (mut done, mut at) = (0, 0);
        while let Some(found) = self.find(&raw[at..]) {
            at += found;
            let Some((len, change)) = self.change(&raw[at..]) else {
                at += 1;
                continue;
            };
            each(done..at, change);
            at += len;
            done = at;
        }
        done
    }

    /// Returns the offset of the first byte that may start a change.
    #[inline]
    fn find(self, bytes: &[u8]) -> Option<usize> {
        match (self.references, self.replaces_nul) {
            (References::None, false) => memchr::memchr(b'\r', bytes),
            (References::None, true) => memchr::memchr2(b'\r', b'\0', bytes),
            (_, false) => memchr::memchr2(b'\r', b'&', bytes),
            (_, true) => memchr::memchr3(b'\r', b'&', b'\0', bytes),
        }
    }

    /// Returns the length in bytes and the replacement of the change that `rest` starts with. `None` if `rest` starts
    /// with a `&` that is text. [`find`](Self::find) found the first byte of `rest`.
    #[inline]
    fn change(self, rest: &[u8]) -> Option<(usize, Change)> {
        match *rest {
            // Only the CR is removed. The LF starts the next unchanged bytes.
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

    /// Returns the length and the characters of the named reference that `rest`, the bytes after `&`, starts with.
    /// `None` if the `&` is text.
    fn named_reference(self, rest: &[u8]) -> Option<(usize, Change)> {
        let named = references::longest_name(rest)?;
        let (name, after) = rest.split_at(named.len);
        let is_text = self.references == References::InAttribute
            && references::is_text_in_attribute(name, after.first().copied());
        if is_text { None } else { Some((named.len, Change::Text(named.characters))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Context::{AttributeValue, Comment, Name, ProcessingInstruction, Text};
    use TextState::{CdataSection, Data, Plaintext, Rawtext, Rcdata, ScriptData};
    use alloc::string::ToString;

    const RAW_TEXTS: [Context; 4] = [Text(Rawtext), Text(ScriptData), Text(Plaintext), Comment];

    /// Checks that `raw` is decoded to `expected` in each context, and that the result is borrowed if the two are
    /// equal.
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
    fn references_are_decoded_in_values_data_and_rcdata() {
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
    fn names_without_semicolon_are_text_in_values_before_letters_and_equals_signs() {
        let raw = "?a&lt=1&ltx&notit;&lt&amp;=&lt é&copy";
        check(
            &[AttributeValue],
            &[(raw, "?a&lt=1&ltx&notit;<&=< é©"), ("/?a=b&copy=c&section=d", "/?a=b&copy=c&section=d")],
        );
        check(&[Text(Data), Text(Rcdata)], &[(raw, "?a<=1<x¬it;<&=< é©")]);
    }

    #[test]
    fn bytes_that_are_not_utf_8_do_not_change() {
        let bump = Bump::new();
        assert_eq!(decode(&bump, b"\xFF&lt;\xC3\r", Text(Data)), b"\xFF<\xC3\n");
    }
}
