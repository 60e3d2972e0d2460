//! RCDATA, RAWTEXT and script data: text to the appropriate end tag, and the tag.

use super::Kernel;
use super::window::{EitherByte, find_pair};
use crate::byte_classes;
use crate::scan::{Byte, Simd};
use crate::sink::Sink;
use crate::summary::UnfinishedKind;
use crate::text_state::TextState;

/// What [`Kernel::read_raw_text`] read.
pub(super) enum RawText {
    /// Text.
    Text,
    /// Nothing: the appropriate end tag stands here.
    EndTag,
    /// Nothing: the input ends.
    End,
}

impl<'k, 'a: 'k, V: Simd, S: Sink<'a>, const ERRORS: bool> Kernel<'k, 'a, V, S, ERRORS> {
    /// Reads the text up to the appropriate end tag. `<` begins it: `</name`; and `<!--` in scripts.
    #[inline(always)]
    pub(super) fn read_raw_text(&mut self) -> Option<RawText> {
        let input = self.input;
        let name = self.run.last_start_tag;
        // The end tag name states take letters only.
        if name.is_empty() || !name.iter().all(u8::is_ascii_alphabetic) {
            return None;
        }
        let is_script = self.run.text_state == TextState::ScriptData;
        let mut from = self.at;
        let mut end = None;
        while let Some(less_than) = find_pair(self.simd, self.blocks, from, Byte::<b'<'>, EitherByte::<b'/', b'!'>) {
            let rest = &input[less_than..];
            if is_end_tag(rest, name) {
                end = Some(less_than);
                break;
            }
            if is_script && rest.starts_with(b"<!--") {
                // The end of the input may be an error there.
                end = Some(find_end_of_script(input, less_than, name)?);
                break;
            }
            from = less_than + 1;
        }
        match end {
            Some(end) if end == self.at => return Some(RawText::EndTag),
            None if self.at == input.len() => return Some(RawText::End),
            Some(end) => self.send_text(end, false)?,
            None => {
                self.run.unfinished = Some(self.cut_by_the_end(self.at, UnfinishedKind::RawText));
                self.send_text(input.len(), false)?;
            }
        }
        Some(RawText::Text)
    }
}

/// Returns whether `rest`, which begins with `<`, begins with the end tag `name` in any case.
#[inline(always)]
fn is_end_tag(rest: &[u8], name: &[u8]) -> bool {
    rest.get(1) == Some(&b'/') && begins_with_name(&rest[2..], name)
}

/// Returns the offset of the end tag `name` of a script, of which the rest begins at `start`, outside of any escape.
///
/// In an escape, which begins with `<!--` and which `-->` ends, `<script` leads to a second escape, and `</script` only out of
/// that one: the [script data escaped](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state) and
/// [script data double escaped](https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state) states.
pub(crate) fn find_end_of_script(input: &[u8], start: usize, name: &[u8]) -> Option<usize> {
    /// The escape begins with its two dashes, which may be those of the `-->` that ends it.
    const DASHES: usize = 2;
    let mut escape = None;
    let mut is_double = false;
    for at in memchr::memchr2_iter(b'<', b'>', &input[start..]).map(|found| start + found) {
        let rest = &input[at..];
        if rest[0] == b'>' {
            if escape.is_some_and(|escaped: usize| input[escaped..at].ends_with(b"--")) {
                (escape, is_double) = (None, false);
            }
        } else if is_double {
            is_double = !is_end_tag(rest, b"script");
        } else if is_end_tag(rest, name) {
            return Some(at);
        } else if escape.is_some() {
            is_double = is_start_tag(rest, b"script");
        } else if rest.starts_with(b"<!--") {
            escape = Some(at + DASHES);
        }
    }
    None
}

/// Returns whether `rest`, which begins with `<`, begins with the start tag `name` in any case.
fn is_start_tag(rest: &[u8], name: &[u8]) -> bool {
    rest.get(1..).is_some_and(|rest| begins_with_name(rest, name))
}

/// Returns whether `rest` begins with `name`, in any case, and the name ends there.
#[inline(always)]
fn begins_with_name(rest: &[u8], name: &[u8]) -> bool {
    rest.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
        && rest.get(name.len()).is_some_and(|&byte| byte_classes::separates(byte))
}
