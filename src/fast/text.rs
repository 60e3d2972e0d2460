//! Text, and the parse errors of its character references.

use super::Kernel;
use super::window::{Changed, lacks};
use crate::error::ParseError;
use crate::options::TextState;
use crate::references;
use crate::scan::Simd;
use crate::sink::Sink;
use crate::token::Text;

impl<'k, 'a: 'k, V: Simd, S: Sink<'a>, const ERRORS: bool> Kernel<'k, 'a, V, S, ERRORS> {
    /// Sends the text from where the walk stands to `end`, and stands there; declines empty text, and, when
    /// errors are asked for, text with NUL.
    #[inline(always)]
    pub(super) fn send_text(&mut self, end: usize) -> Option<()> {
        let start = self.at;
        if start == end {
            return None;
        }
        let state = self.run.text_state;
        let is_plain = lacks(self.simd, self.blocks, start, end, Changed);
        if ERRORS {
            if !is_plain {
                let raw = &self.input[start..end];
                if memchr::memchr(b'\0', raw).is_some() {
                    return None; // `unexpected-null-character`
                }
                if matches!(state, TextState::Data | TextState::Rcdata) {
                    self.report_reference_errors(start, end, false);
                }
            }
            self.run.report_input_errors(end - 1, self.sink);
        }
        self.at = end;
        self.sink.text(Text {
            source: self.run.source,
            start,
            end,
            raw_start: start,
            raw_end: end,
            state,
            is_plain,
            literal: None,
        });
        Some(())
    }

    /// Reports the parse errors of the character references between two offsets.
    pub(super) fn report_reference_errors(&mut self, start: usize, end: usize, is_in_attribute: bool) {
        let raw = &self.input[start..end];
        references::report_errors(raw, is_in_attribute, |code, offset| {
            self.run.report(ParseError::new(code, start + offset), self.sink);
        });
    }
}
