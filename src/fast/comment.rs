//! Comments, and the DOCTYPE of nearly every page.

use super::Kernel;
use super::window::{Byte, EitherByte, find_pair};
use crate::scan::Simd;
use crate::sink::Sink;
use crate::token::{Comment, Doctype};
use memchr::{memchr, memmem};

/// The DOCTYPE that is read here, in any case.
const DOCTYPE: &[u8] = b"<!doctype html>";
const OPEN: &[u8] = b"<!--";

impl<'k, 'a: 'k, V: Simd, S: Sink<'a>, const ERRORS: bool> Kernel<'k, 'a, V, S, ERRORS> {
    /// Reads a comment or the usual DOCTYPE at `<!`.
    #[inline(always)]
    pub(super) fn read_declaration(&mut self) -> Option<()> {
        let rest = &self.input[self.at..];
        if rest.starts_with(OPEN) {
            return self.read_comment();
        }
        let doctype = rest.get(..DOCTYPE.len()).filter(|found| found.eq_ignore_ascii_case(DOCTYPE))?;
        let name = &doctype[b"<!doctype ".len()..doctype.len() - 1];
        let name = if name == b"html" { name } else { b"html" };
        let start = self.at;
        self.at += DOCTYPE.len();
        if ERRORS {
            self.run.report_input_errors(self.at - 1, self.sink);
        }
        self.sink.doctype(Doctype {
            start,
            end: self.at,
            name: Some(name),
            public_id: None,
            system_id: None,
            force_quirks: false,
        });
        Some(())
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
            // A `<!` may begin a nested comment, and reach into the mark: the machine tells.
            if mark != b"-->" || memchr(b'\0', data).is_some() || memmem::find(data, b"<!").is_some() {
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
