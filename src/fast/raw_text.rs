//! RCDATA, RAWTEXT and script data: text up to the appropriate end tag.

use super::window::{EitherByte, find_pair};
use super::{RawText, ScanLoop};
use crate::byte_classes;
use crate::scan::{Byte, Vectors};
use crate::sink::Sink;
use crate::summary::UnfinishedKind;
use crate::text_state::TextState;

impl<'k, 'a: 'k, V: Vectors, S: Sink<'a>, const ERRORS: bool> ScanLoop<'k, 'a, V, S, ERRORS> {
    /// Reads the text up to the appropriate end tag, or to the end of the input. In scripts, `<!--` may hide end tags.
    #[inline(always)]
    pub(super) fn read_raw_text(&mut self) -> Option<RawText> {
        let input = self.input;
        let name = self.run.last_start_tag;
        // The end tag name states accept letters only.
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
                // Declined if there is no end tag: the end of the input may be a parse error in an escape.
                end = Some(find_end_of_script(input, less_than, name)?);
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

/// Returns true if `rest`, which starts with `<`, starts with the end tag `name`, ASCII case-insensitively.
#[inline(always)]
fn is_end_tag(rest: &[u8], name: &[u8]) -> bool {
    rest.get(1) == Some(&b'/') && starts_with_name(&rest[2..], name)
}

/// Returns the offset of the end tag `name` that ends a script. `start` must be outside of any escape.
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
pub(crate) fn find_end_of_script(input: &[u8], start: usize, name: &[u8]) -> Option<usize> {
    /// The length of the dashes of `<!--`, which may also be the dashes of the `-->` that ends the escape.
    const DASHES: usize = 2;
    // The offset of the two dashes of the current escape.
    let mut escape = None;
    let mut is_double = false;
    for at in memchr::memchr2_iter(b'<', b'>', &input[start..]).map(|found| start + found) {
        let rest = &input[at..];
        if rest[0] == b'>' {
            if escape.is_some_and(|dashes: usize| input[dashes..at].ends_with(b"--")) {
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
