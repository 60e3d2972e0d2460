//! Text.

use super::window::{Changed, lacks};
use super::{ScanLoop, errors};
use crate::scan::Simd;
use crate::sink::Sink;
use crate::token::Text;

impl<'k, 'a: 'k, V: Simd, S: Sink<'a>, const ERRORS: bool> ScanLoop<'k, 'a, V, S, ERRORS> {
    /// Sends the text from the current offset to `end`, and moves the offset to `end`. Returns `None` if the text is
    /// empty. `has_less_than` is true if the text contains a `<` that opens no markup.
    #[inline(always)]
    pub(super) fn send_text(&mut self, end: usize, has_less_than: bool) -> Option<()> {
        let start = self.at;
        if start == end {
            return None;
        }
        let state = self.run.text_state;
        let is_plain = lacks(self.simd, self.blocks, start, end, Changed);
        if ERRORS && (has_less_than || !self.run.is_clean(end)) {
            errors::report_in_text(self.run, self.sink, start, end);
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
}
