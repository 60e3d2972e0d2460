//! Processing instructions.

use crate::byte_classes;
use crate::run::Run;
use crate::sink::Sink;
use crate::token::{OPEN_PROCESSING_INSTRUCTION as OPEN, ProcessingInstruction, is_disallowed_target};
use memchr::memchr;

/// Reads the processing instruction whose `<?` is at `start`. Returns the offset just past it.
///
/// Declines if the state machine reads a bogus comment instead: if the options do not ask for processing instructions,
/// or if the target is not valid.
///
/// PERF: not inlined, so that the variables of the scan loop stay in registers.
#[inline(never)]
pub(super) fn read<'a, S: Sink<'a>>(run: &mut Run<'a>, sink: &mut S, start: usize) -> Option<usize> {
    if !run.settings.processing_instructions {
        return None;
    }
    let input = run.source.input;
    let target_start = start + OPEN.len();
    let first = *input.get(target_start)?;
    let rest = &input[target_start..];
    let target = &rest[..rest.iter().position(|&byte| !is_target_byte(byte))?];
    let target_end = target_start + target.len();
    let target_ends = byte_classes::WHITE_SPACE.contains(input[target_end]) || matches!(input[target_end], b'?' | b'>');
    if !target_ends || !(first.is_ascii_alphabetic() || first == b'_') || is_disallowed_target(target) {
        return None;
    }
    let raw_start = byte_classes::skip_white_space(input, target_end)?;
    let greater_than = raw_start + memchr(b'>', &input[raw_start..])?;
    let data = &input[raw_start..greater_than];
    let end = greater_than + 1;
    run.report_input_errors(greater_than, sink);
    sink.processing_instruction(ProcessingInstruction {
        source: run.source,
        start,
        end,
        target_end,
        raw_start,
        raw_end: raw_start + data.strip_suffix(b"?").unwrap_or(data).len(),
        literal: None,
    });
    Some(end)
}

/// Returns true if `byte` may be in a target, at any position but the first.
fn is_target_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}
