//! Formulas as TeX. The TeX is part of the text of its block, and has a range with [`InlineKind::Tex`].

use super::BlockBuilder;
use crate::blocks::inline::{Inline, InlineKind};
use crate::place::Place;

impl<'a> BlockBuilder<'a> {
    /// Adds a formula at `span` of the page.
    pub(crate) fn push_tex(&mut self, tex: &str, is_display: bool, span: (usize, usize), place: Place) {
        if !self.is_collected() {
            return;
        }
        self.enter_context(place);
        let (before, start) = (self.table.text.len(), self.offset());
        self.push_each_word(tex.trim_ascii());
        if self.table.text.len() > before {
            self.extend_span(before, span);
            if is_display && before == self.block.start {
                self.formulas.display_end = Some(self.table.text.len());
            }
            let end = (self.table.text.len() - self.block.start) as u32;
            self.formulas.has_formulas |=
                self.push_range(Inline { start, end, url: None, kind: InlineKind::Tex { is_display } }).is_some();
        }
    }
}
