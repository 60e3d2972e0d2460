//! RCDATA, RAWTEXT and script data: text to the appropriate end tag, and the tag.

use super::{tag, text};
use crate::class;
use crate::options::TextState;
use crate::run::Run;
use crate::sink::Sink;

/// Reads the text up to the appropriate end tag, or the tag if it stands here.
pub(super) fn read<'a, S: Sink<'a>, const ERRORS: bool>(run: &mut Run<'a>, sink: &mut S) -> Option<()> {
    let input = run.source.input;
    let name = run.last_start_tag;
    // The end tag name states take letters only.
    if name.is_empty() || !name.iter().all(u8::is_ascii_alphabetic) {
        return None;
    }
    let mut from = run.offset;
    while let Some(found) = memchr::memchr(b'<', &input[from..]) {
        let less_than = from + found;
        let rest = &input[less_than..];
        if is_end_tag(rest, name) {
            if less_than == run.offset {
                return tag::read_end_tag::<S, ERRORS>(run, sink);
            }
            return text::send::<S, ERRORS>(run, less_than, sink);
        }
        if run.text_state == TextState::ScriptData && rest.starts_with(b"<!--") {
            return None; // the escaped states
        }
        from = less_than + 1;
    }
    text::send::<S, ERRORS>(run, input.len(), sink)?;
    run.finish(sink);
    Some(())
}

/// Returns whether `rest`, which begins with `<`, begins with the end tag `name` in any case.
#[inline(always)]
fn is_end_tag(rest: &[u8], name: &[u8]) -> bool {
    rest.get(1) == Some(&b'/')
        && rest.get(2..2 + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
        && rest.get(2 + name.len()).is_some_and(|&byte| byte != 0 && class::is(byte, class::ENDS_TAG_NAME))
}
