//! Text in the data state: to the next `<` that opens markup.

use super::{Kernel, opens_markup};
use crate::error::ParseError;
use crate::options::TextState;
use crate::references;
use crate::scan::{BLOCK, Simd};
use crate::sink::Sink;
use crate::token::Text;

impl<'a, V: Simd, S: Sink<'a>, const ERRORS: bool> Kernel<'_, 'a, V, S, ERRORS> {
    /// Reads a run of text; at the end of the input there is none, and the walk is finished.
    #[inline(always)]
    pub(super) fn read_text(&mut self) -> Option<()> {
        if self.run.offset == self.input.len() {
            return self.finish();
        }
        let mut from = self.run.offset;
        loop {
            let less_than = self.find_less_than(from);
            let rest = &self.input[less_than..];
            if rest.is_empty() || opens_markup(rest) {
                return self.send_text(less_than);
            }
            if ERRORS {
                return None; // `invalid-first-character-of-tag-name`
            }
            from = less_than + 1;
        }
    }

    /// Returns the offset of the next `<` from `from` on, or the end of the input.
    #[inline(always)]
    fn find_less_than(&mut self, from: usize) -> usize {
        if let Some(found) = self.seek(from, |window| window.less_than) {
            return found;
        }
        let from = from + BLOCK;
        let found = self.input.get(from..).and_then(|rest| memchr::memchr(b'<', rest));
        found.map_or(self.input.len(), |found| from + found)
    }

    /// Sends the text from where the walk stands to `end`, and stands there; declines empty text, and, when
    /// errors are asked for, text with NUL.
    #[inline(always)]
    pub(super) fn send_text(&mut self, end: usize) -> Option<()> {
        let start = self.run.offset;
        if start == end {
            return None;
        }
        let state = self.run.text_state;
        let is_plain = self.window.lacks(self.window.changed, start, end);
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
        self.run.offset = end;
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
