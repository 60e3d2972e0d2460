//! RCDATA, RAWTEXT and script data: text up to the appropriate end tag.

use super::window::{EitherByte, find_pair};
use super::{RawText, ScanLoop};
use crate::byte_classes;
use crate::scan::{Byte, Vectors};
use crate::sink::Sink;
use crate::summary::UnfinishedKind;
use crate::text_state::TextState;
use memchr::{memchr, memchr2};

impl<'k, 'a: 'k, V: Vectors, S: Sink<'a>, const ERRORS: bool> ScanLoop<'k, 'a, V, S, ERRORS> {
    /// Reads the text up to the appropriate end tag, or to the end of the input. In scripts, `<!--` may hide end tags.
    #[inline(always)]
    pub(super) fn read_raw_text(&mut self) -> Option<RawText> {
        let input = self.input;
        let name = self.run.last_start_tag;
        if !is_raw_text_name(name) {
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
                // Declined if there is no end tag: the end of the input may be a parse error in an escape.
                end = Some(RawTextEnd::new(less_than, true).find(input, name)?);
                break;
            }
            from = less_than + 1;
        }
        match end {
            Some(end) if end == self.at => return Some(RawText::EndTag),
            None if self.at == input.len() => return Some(RawText::EndOfInput),
            Some(end) => self.send_text(end, false)?,
            None => {
                self.run.unfinished = Some(self.unfinished(self.at, UnfinishedKind::RawText));
                self.send_text(input.len(), false)?;
            }
        }
        Some(RawText::Text)
    }
}

/// Returns true if an end tag `name` may end raw text: the end tag name states accept letters only.
fn is_raw_text_name(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(u8::is_ascii_alphabetic)
}

/// Returns true if `rest`, which starts with `<`, starts with the end tag `name`, ASCII case-insensitively.
#[inline(always)]
fn is_end_tag(rest: &[u8], name: &[u8]) -> bool {
    rest.get(1) == Some(&b'/') && starts_with_name(&rest[2..], name)
}

/// Finds the end tag that ends raw text, in bytes that may arrive one after the other.
///
/// In a script:
///
/// 1. `<!--` starts an escape, and `-->` ends it. The two may share their dashes, as in `<!-->`.
/// 2. In an escape, `<script` starts a double escape. There the next `</script` only ends the double escape.
/// 3. The first `</name` outside of a double escape ends the script.
///
/// Example: in `<!-- <script></script> --> </script>` only the last `</script>` ends the script. Without the
/// `<script>`, the first one would.
///
/// These are the
/// [script data escaped](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state) and [script data
/// double escaped](https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state) states.
#[derive(Clone, Copy)]
pub(crate) struct RawTextEnd {
    /// The offset of the next byte to look at.
    at: usize,
    is_script: bool,
    /// The offset of the two dashes of the current escape.
    escape: Option<usize>,
    is_double: bool,
}

impl RawTextEnd {
    /// Starts at the offset `start`, which must be outside of any escape.
    pub(crate) fn new(start: usize, is_script: bool) -> Self {
        Self { at: start, is_script, escape: None, is_double: false }
    }

    /// Returns the offset of the end tag `name`, or `None` if the bytes that end its name are not in `input`. The search then
    /// continues where it stopped, in an input with more bytes. `name` consists of letters; otherwise no end tag is found.
    pub(crate) fn find(&mut self, input: &[u8], name: &[u8]) -> Option<usize> {
        /// The length of the dashes of `<!--`, which may also be the dashes of the `-->` that ends the escape.
        const DASHES: usize = 2;
        loop {
            let rest = &input[self.at..];
            let found = if self.is_script { memchr2(b'<', b'>', rest) } else { memchr(b'<', rest) };
            let Some(found) = found else {
                self.at = input.len();
                return None;
            };
            self.at += found;
            let rest = &rest[found..];
            if rest[0] == b'>' {
                if self.escape.is_some_and(|dashes| input[dashes..self.at].ends_with(b"--")) {
                    (self.escape, self.is_double) = (None, false);
                }
            } else if self.is_double {
                self.is_double = !is_end_tag(rest, b"script");
                if self.is_double && may_become(rest, b"</script") {
                    return None;
                }
            } else if is_end_tag(rest, name) && is_raw_text_name(name) {
                return Some(self.at);
            } else if may_become_end_tag(rest, name) {
                return None;
            } else if self.escape.is_some() {
                self.is_double = is_start_tag(rest, b"script");
                if !self.is_double && may_become(rest, b"<script") {
                    return None;
                }
            } else if self.is_script && rest.starts_with(b"<!--") {
                self.escape = Some(self.at + DASHES);
            } else if self.is_script && b"<!--".starts_with(rest) {
                return None;
            }
            self.at += 1;
        }
    }
}

/// Returns true if `rest` is too short to hold an end tag `name` and the byte after the name, and more bytes may complete it.
///
/// PERF: the name is not compared, because the bytes may come one by one. An end tag that starts later is as long.
fn may_become_end_tag(rest: &[u8], name: &[u8]) -> bool {
    rest.get(1).is_none_or(|&byte| byte == b'/') && rest.len() <= b"</".len() + name.len()
}

/// Returns true if `rest` consists of the first bytes of `tag`, ASCII case-insensitively.
fn may_become(rest: &[u8], tag: &[u8]) -> bool {
    tag.get(..rest.len()).is_some_and(|start| start.eq_ignore_ascii_case(rest))
}

/// Returns true if `rest`, which starts with `<`, starts with the start tag `name`, ASCII case-insensitively.
fn is_start_tag(rest: &[u8], name: &[u8]) -> bool {
    rest.get(1..).is_some_and(|rest| starts_with_name(rest, name))
}

/// Returns true if `rest` starts with `name`, ASCII case-insensitively, and a byte that ends a name follows.
#[inline(always)]
fn starts_with_name(rest: &[u8], name: &[u8]) -> bool {
    rest.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
        && rest.get(name.len()).is_some_and(|&byte| byte_classes::separates(byte))
}
