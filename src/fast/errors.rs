//! Reports the parse errors that the fast path does not decline: in character references, NUL, and `<` that opens no
//! markup.

use crate::error::{ErrorCode, ParseError};
use crate::references;
use crate::run::Run;
use crate::sink::Sink;
use crate::text_state::TextState;
use crate::token::AttributeRecord;
use core::ops::Range;
use memchr::{memchr_iter, memchr2_iter, memchr3_iter};

/// Reports the parse errors of the text from `start` to `end`, and the errors of preprocessing up to there.
///
/// PERF: not inlined, so that the variables of the scan loop stay in registers.
#[inline(never)]
pub(super) fn report_in_text<'a, S: Sink<'a>>(run: &mut Run<'a>, sink: &mut S, start: usize, end: usize) {
    let text = &run.source.input[start..end];
    let state = run.text_state;
    let report = |at| report_at(run, sink, text, start, at, false);
    match state {
        TextState::Data => memchr3_iter(b'&', b'\0', b'<', text).for_each(report),
        TextState::Rcdata => memchr2_iter(b'&', b'\0', text).for_each(report),
        _ => memchr_iter(b'\0', text).for_each(report),
    }
    run.report_input_errors(end - 1, sink);
}

/// Reports the parse errors in the name of a start tag, which ends at `name_end`, and in the values of its attributes.
/// Also reports the errors of preprocessing up to the end of the tag.
#[inline(never)]
pub(super) fn report_in_start_tag<'a, S: Sink<'a>>(
    run: &mut Run<'a>,
    sink: &mut S,
    tag: Range<usize>,
    name_end: usize,
    records: &[AttributeRecord],
) {
    let name = &run.source.input[tag.start..name_end];
    memchr_iter(b'\0', name).for_each(|at| report_at(run, sink, name, tag.start, at, false));
    for record in records.iter().filter(|record| !record.value_is_plain) {
        let start = tag.start + record.value as usize;
        let value = &run.source.input[start..start + record.value_len as usize];
        memchr2_iter(b'&', b'\0', value).for_each(|at| report_at(run, sink, value, start, at, true));
    }
    run.report_input_errors(tag.end - 1, sink);
}

/// Reports the parse errors of the byte `bytes[at]`, and of its character reference if it is `&`. `start` is the offset
/// of `bytes` in the input.
fn report_at<'a, S: Sink<'a>>(
    run: &mut Run<'a>,
    sink: &mut S,
    bytes: &[u8],
    start: usize,
    at: usize,
    is_in_attribute: bool,
) {
    let mut report = |code, offset| run.report(ParseError::new(code, start + offset), sink);
    match bytes[at] {
        b'&' => references::report_errors(bytes, at, is_in_attribute, &mut report),
        b'<' => report(ErrorCode::InvalidFirstCharacterOfTagName, at + 1),
        _ => report(ErrorCode::UnexpectedNullCharacter, at),
    }
}
