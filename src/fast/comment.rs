//! Comments that `-->` or `--!>` ends.

use super::ScanLoop;
use super::window::{EitherByte, find_pair};
use crate::scan::{Byte, Vectors};
use crate::sink::Sink;
use crate::token::Comment;
use memchr::{memchr, memchr_iter};

const OPEN: &[u8] = b"<!--";

impl<'k, 'a: 'k, V: Vectors, S: Sink<'a>, const ERRORS: bool> ScanLoop<'k, 'a, V, S, ERRORS> {
    /// Reads a comment or a DOCTYPE at `<!`.
    #[inline(always)]
    pub(super) fn read_declaration(&mut self) -> Option<()> {
        if self.input[self.at..].starts_with(OPEN) { self.read_comment() } else { self.read_doctype() }
    }

    #[inline(always)]
    fn read_comment(&mut self) -> Option<()> {
        let start = self.at;
        let raw_start = start + OPEN.len();
        let rest = &self.input[raw_start..];
        if rest.starts_with(b">") || rest.starts_with(b"->") {
            return None;
        }
        let mut from = raw_start;
        let (data, end_mark) = loop {
            // The offset of the `-` or `!` before a `>`.
            let before_end = find_pair(self.simd, self.blocks, from, EitherByte::<b'-', b'!'>, Byte::<b'>'>)?;
            let before = &self.input[raw_start..=before_end];
            if let Some(data) = before.strip_suffix(b"--").or_else(|| before.strip_suffix(b"--!")) {
                break (data, &self.input[raw_start + data.len()..before_end + 2]);
            }
            from = before_end + 2;
        };
        if ERRORS {
            if end_mark != b"-->"
                || !self.run.is_clean(raw_start + data.len()) && memchr(b'\0', data).is_some()
                || opens_comment(&self.input[raw_start..=raw_start + data.len()])
            {
                return None;
            }
            self.run.report_input_errors(raw_start + data.len() + end_mark.len() - 1, self.sink);
        }
        self.at = raw_start + data.len() + end_mark.len();
        self.sink.comment(Comment {
            source: self.run.source,
            start,
            end: self.at,
            raw_start,
            raw_end: raw_start + data.len(),
            literal: None,
        });
        Some(())
    }
}

/// Returns true if `data` contains `<!--`, which is the parse error `nested-comment`. `data` must include the first
/// dash of the comment's end.
fn opens_comment(data: &[u8]) -> bool {
    memchr_iter(b'!', data).any(|bang| data[..bang].ends_with(b"<") && data[bang + 1..].starts_with(b"--"))
}
