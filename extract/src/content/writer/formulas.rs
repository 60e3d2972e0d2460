//! Formulas in Markdown: TeX between dollar signs.

use super::inlines::{InlineWriter, Position};
use crate::blocks::{Inline, InlineKind};
use crate::mathml::has_balanced_braces;
use core::ops::Range;

impl<'a> InlineWriter<'_, 'a> {
    /// Writes a formula that has delimiters in the text. `outer` includes them. It is text if other elements begin or end in it.
    pub(super) fn start_raw_formula(
        &mut self,
        tex: Range<usize>,
        outer: Range<usize>,
        is_display: bool,
        later: &[Inline<'a>],
    ) {
        let mut inside = later.iter().take_while(|inline| (inline.start as usize) < outer.end);
        let has_other = inside.any(|inline| {
            let kind = inline.kind;
            let is_mark = matches!(kind, InlineKind::Strong | InlineKind::Emphasis | InlineKind::Deleted);
            !is_mark && inline.script().is_none()
        });
        if outer.start < self.at || has_other {
            return;
        }
        self.close_until(outer.start);
        if self.len > 0 && (self.open[self.len - 1].end as usize) < outer.end {
            return;
        }
        self.push_text(outer.start);
        self.at = tex.start;
        self.push_formula(tex.start, tex.end, outer.end, is_display);
        // Code directly after other code is text.
        self.push_text(tex.end.max(self.at));
        self.at = outer.end;
    }

    /// Writes a formula between dollar signs, or as code if a parser would not read it back.
    pub(super) fn push_formula(&mut self, start: usize, end: usize, outer_end: usize, is_display: bool) {
        let (tex, after) = (&self.text[start..end], &self.text[outer_end..]);
        let has_delimiters = outer_end > end;
        let is_after_dollar = self.text[..start].ends_with('$') && !has_delimiters;
        let follows_dollar = is_after_dollar || self.at == start && self.out.ends_with('$');
        let is_apart = !follows_dollar && !after.starts_with(|next: char| next == '$' || next.is_ascii_digit());
        if !is_apart || !fits_between_dollars(tex) || self.position == Position::Cell && tex.contains('|') {
            return self.push_code(start, end);
        }
        self.push_text(start);
        let sign = if is_display { "$$" } else { "$" };
        self.out.extend([sign, tex, sign]);
        self.at = end;
    }

    /// Returns the length of the delimiters of a formula in the text, 0 if it has none.
    pub(super) fn delimiter_around(&self, range: &Range<usize>) -> usize {
        let text = self.text;
        let (before, after) = (&text[..range.start], &text[range.end..]);
        let pairs = [("\\(", "\\)"), ("\\[", "\\]"), ("$$", "$$"), ("$", "$")];
        let has_dollar = || text[range.clone()].contains('$');
        let found = pairs.iter().find(|(open, close)| before.ends_with(open) && after.starts_with(close));
        found.filter(|(open, _)| !open.starts_with('$') || !has_dollar()).map_or(0, |(open, _)| open.len())
    }
}

/// Returns true if TeX can be between dollar signs.
fn fits_between_dollars(tex: &str) -> bool {
    !tex.contains(['$', '`']) && has_balanced_braces(tex)
}
