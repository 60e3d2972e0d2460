//! Decides whether an irregular line of an ARC file starts a record.
//!
//! Blocks have lines of this form too. So one starts a record only where a record is expected, and if its length fits: the block
//! ends with the member; or in an uncompressed file with the file, or before a newline and the line of another record.

use super::arc;
use super::member_text::{MemberText, MoreText};
use super::syntax::RecordSyntax;
use std::io::Read;

/// Returns true if the line at the offset `at` of the visible text starts a record. The block has at most `max_block_bytes`.
pub(super) fn begins_record<R: Read>(text: &mut MemberText<R>, at: usize, max_block_bytes: usize) -> bool {
    if text.syntax() != RecordSyntax::Arc {
        return false;
    }
    let Some((line_bytes, length)) = arc::irregular_line(&text.visible()[at..]) else { return false };
    let Some(length) = usize::try_from(length).ok().filter(|length| *length <= max_block_bytes) else { return false };
    let end = at + line_bytes + length;
    while text.visible().len() < end {
        let MoreText::Text = text.fill() else { return false };
    }
    let mut next = end;
    loop {
        next += text.visible()[next..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let rest = &text.visible()[next..];
        let begins = if rest.is_empty() { None } else { arc::begins_record(rest) };
        if !rest.is_empty() && text.is_compressed() {
            return false;
        }
        if let Some(begins) = begins {
            return next > end && (begins || arc::irregular_line(rest).is_some());
        }
        let is_over = rest.is_empty();
        match text.fill() {
            MoreText::Text => {}
            MoreText::MemberEnd | MoreText::End => return is_over,
            MoreText::Bad => return false,
        }
    }
}
