//! Comments.

use super::Kernel;
use super::window::{EitherByte, find_pair};
use crate::scan::{Byte, Simd};
use crate::sink::Sink;
use crate::token::Comment;
use memchr::{memchr, memchr_iter};

const OPEN: &[u8] = b"<!--";

impl<'k, 'a: 'k, V: Simd, S: Sink<'a>, const ERRORS: bool> Kernel<'k, 'a, V, S, ERRORS> {
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
        let (data, mark) = loop {
            let before_last = find_pair(self.simd, self.blocks, from, EitherByte::<b'-', b'!'>, Byte::<b'>'>)?;
            let before = &self.input[raw_start..=before_last];
            if let Some(data) = before.strip_suffix(b"--").or_else(|| before.strip_suffix(b"--!")) {
                break (data, &self.input[raw_start + data.len()..before_last + 2]);
            }
            from = before_last + 2;
        };
        if ERRORS {
            if mark != b"-->"
                || !self.run.is_clean(raw_start + data.len()) && memchr(b'\0', data).is_some()
                || opens_comment(&self.input[raw_start..=raw_start + data.len()])
            {
                return None;
            }
            self.run.report_input_errors(raw_start + data.len() + mark.len() - 1, self.sink);
        }
        self.at = raw_start + data.len() + mark.len();
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

/// Returns whether `<!--` stands in the data of a comment and the first dash of its end: a nested comment.
fn opens_comment(data: &[u8]) -> bool {
    memchr_iter(b'!', data).any(|bang| data[..bang].ends_with(b"<") && data[bang + 1..].starts_with(b"--"))
}
