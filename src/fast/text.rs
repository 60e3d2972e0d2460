//! Text in the data state: to the next `<` that opens markup.

use super::opens_markup;
use crate::options::TextState;
use crate::run::Run;
use crate::sink::Sink;
use crate::token::Text;

/// Reads a run of text; declines if there is none.
#[inline(always)]
pub(super) fn read<'a, S: Sink<'a>, const ERRORS: bool>(run: &mut Run<'a>, sink: &mut S) -> Option<()> {
    let input = run.source.input;
    let end = find_markup::<ERRORS>(input, run.offset)?;
    send::<S, ERRORS>(run, end, sink)
}

/// Returns the offset of the next markup from `start` on, or the end of the input.
#[inline(always)]
fn find_markup<const ERRORS: bool>(input: &[u8], start: usize) -> Option<usize> {
    let mut from = start;
    while let Some(found) = memchr::memchr(b'<', &input[from..]) {
        let less_than = from + found;
        if opens_markup(&input[less_than..]) {
            return Some(less_than);
        }
        if ERRORS {
            return None; // `invalid-first-character-of-tag-name`
        }
        from = less_than + 1;
    }
    Some(input.len())
}

/// Sends the text from the run's offset to `end` and stands there; declines empty text, and text with errors to report.
#[inline(always)]
pub(super) fn send<'a, S: Sink<'a>, const ERRORS: bool>(run: &mut Run<'a>, end: usize, sink: &mut S) -> Option<()> {
    let start = run.offset;
    if start == end {
        return None;
    }
    if ERRORS {
        let raw = &run.source.input[start..end];
        let has_errors = match run.text_state {
            TextState::Data | TextState::Rcdata => memchr::memchr2(b'&', b'\0', raw),
            _ => memchr::memchr(b'\0', raw),
        };
        if has_errors.is_some() {
            return None;
        }
        run.report_input_errors(end - 1, sink);
    }
    run.offset = end;
    sink.text(Text {
        source: run.source,
        start,
        end,
        raw_start: start,
        raw_end: end,
        state: run.text_state,
        literal: None,
    });
    Some(())
}
