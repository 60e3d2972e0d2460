//! Processing instructions.

use crate::byte_classes;
use crate::run::Run;
use crate::sink::Sink;
use crate::token::{OPEN_PROCESSING_INSTRUCTION as OPEN, ProcessingInstruction, is_disallowed_target};
use memchr::memchr;

/// Reads the processing instruction at `start`, where `<?` stands, and returns the offset after it; declines one that is a
/// bogus comment, as all are unless they are asked for.
///
/// PERF: apart from the walk, which then stays in registers.
#[inline(never)]
pub(super) fn read<'a, S: Sink<'a>>(run: &mut Run<'a>, sink: &mut S, start: usize) -> Option<usize> {
    if !run.settings.processing_instructions {
        return None;
    }
    let input = run.source.input;
    let target_start = start + OPEN.len();
    let begins = *input.get(target_start)?;
    let rest = &input[target_start..];
    let target = &rest[..rest.iter().position(|&byte| !is_in_target(byte))?];
    let target_end = target_start + target.len();
    let ends = byte_classes::WHITE_SPACE.contains(input[target_end]) || matches!(input[target_end], b'?' | b'>');
    if !ends || !(begins.is_ascii_alphabetic() || begins == b'_') || is_disallowed_target(target) {
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

fn is_in_target(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}
