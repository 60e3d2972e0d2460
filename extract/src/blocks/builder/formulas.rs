//! Formulas as TeX: annotations of MathML, scripts, and the alternative text of images.
//!
//! TeX is part of the text of its block, and has a range with [`InlineKind::Tex`]. An annotation replaces the content
//! of its `math`, so that the formula does not occur twice. So does the HTML that KaTeX puts after it.

use super::BlockBuilder;
use super::state::OpenMath;
use crate::blocks::TEXT_BYTES;
use crate::blocks::inline::{Inline, InlineKind};
use crate::place::Place;
use bumpalo::collections::String;
use tagrake::StartTag;

impl<'a> BlockBuilder<'a> {
    /// Handles a `math` element that was pushed on the sink's stack.
    pub(crate) fn start_math(&mut self, tag: &StartTag<'a>) {
        if self.formulas.math.is_some() || !self.is_collected() {
            return;
        }
        self.formulas.math = Some(OpenMath {
            height: self.frames.len(),
            annotation: None,
            is_display: tag.attribute(b"display").is_some_and(|display| display.value() == b"block"),
            row: self.table.rows.len(),
            start: self.block.start,
            end: self.table.text.len(),
            first_range: self.table.inlines.len(),
            has_space: self.has_space,
            place: Place::default(),
            at: tag.span().start,
        });
    }

    /// Handles an `annotation` element of MathML that was pushed on the sink's stack.
    pub(crate) fn start_annotation(&mut self, tag: &StartTag<'a>, place: Place) {
        let is_tex = tag.attribute(b"encoding").is_some_and(|encoding| {
            let value = encoding.value().trim_ascii();
            value.last_chunk::<3>().is_some_and(|end| end.eq_ignore_ascii_case(b"tex"))
        });
        if let Some(math) = &mut self.formulas.math
            && is_tex
            && math.annotation.is_none()
            && (math.row, math.start) == (self.table.rows.len(), self.block.start)
        {
            (math.annotation, math.place) = (Some(self.frames.len()), place);
            self.formulas.tex.clear();
        }
    }

    /// Returns true if the annotation of a formula is open.
    pub(crate) fn reads_annotation(&self) -> bool {
        self.formulas.math.is_some_and(|math| math.annotation.is_some())
    }

    /// Adds text to the annotation that is open.
    pub(crate) fn push_annotation(&mut self, characters: &str) {
        let has_room = self.formulas.tex.len() + characters.len() <= TEXT_BYTES;
        self.is_truncated |= !has_room;
        self.formulas.tex.push_str(if has_room { characters } else { "" });
    }

    /// Handles the end of elements, after which `height` are open.
    pub(super) fn end_math(&mut self, height: usize) {
        let Some(math) = &mut self.formulas.math else { return };
        if math.annotation.is_some_and(|annotation| annotation > height) {
            math.annotation = None;
            let math = *math;
            self.replace_math(math);
        }
        if self.formulas.math.is_some_and(|math| math.height > height) {
            self.formulas.math = None;
        }
    }

    /// Handles the end of the inline range at `index`, which may be in an open `math` element.
    pub(super) fn end_range_in_math(&mut self, index: usize) {
        if let Some(math) = &mut self.formulas.math {
            math.first_range = math.first_range.min(index);
        }
    }

    /// Replaces the content of a `math` element with its annotation. The rest of the element is left out.
    fn replace_math(&mut self, math: OpenMath) {
        let OpenMath { row, end, .. } = math;
        if self.table.rows.len() != row || self.formulas.tex.trim_ascii().is_empty() {
            return;
        }
        self.table.text.truncate(end);
        self.has_space = math.has_space;
        let len = (end - self.block.start) as u32;
        // PERF: a block may have many formulas and ranges, so only ranges that end in this element are visited.
        let first_range = math.first_range.clamp(self.block.inline_start, self.table.inlines.len());
        for range in &mut self.table.inlines[first_range..] {
            (range.start, range.end) = (range.start.min(len), range.end.min(len));
        }
        let end = end as u32;
        self.block.link_start = self.block.link_start.min(end as usize);
        for link in self.link_texts.iter_mut().rev().take_while(|link| link.row == row && link.range.1 > end) {
            link.range = (link.range.0.min(end), link.range.1.min(end));
        }
        let empty = String::new_in(self.table.rows.bump());
        let tex = core::mem::replace(&mut self.formulas.tex, empty);
        self.push_tex(&tex, math.is_display, (math.at, math.at + tex.len()), math.place);
        self.formulas.tex = tex;
        self.left_out.get_or_insert(math.height);
    }

    /// Adds the formula of an image. Unlike other images, it does not separate words.
    pub(crate) fn push_tex_image(&mut self, tex: &str, is_display: bool, tag: &StartTag<'a>, place: Place) {
        self.has_space &= !self.formulas.is_apart;
        let span = tag.span();
        self.push_tex(tex, is_display, (span.start, span.end), place);
    }

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
            self.formulas.formula_end = self.table.text.len();
            let end = (self.table.text.len() - self.block.start) as u32;
            self.formulas.has_formulas |=
                self.push_range(Inline { start, end, url: None, kind: InlineKind::Tex { is_display } }).is_some();
        }
    }

    /// Handles the start tag of a `span`. The one of KaTeX that draws the formula before it is left out.
    pub(super) fn start_span(&mut self, tag: &StartTag<'a>) {
        if self.formulas.left_out_spans > 0 {
            self.formulas.left_out_spans += 1;
        } else if self.formulas.formula_end == self.table.text.len() {
            let class = tag.attribute(b"class").map_or("", |class| class.value_str());
            self.formulas.left_out_spans =
                usize::from(class.split_ascii_whitespace().any(|class| class == "katex-html"));
        }
    }

    /// Handles the end tag of a `span`.
    pub(super) fn end_span(&mut self) {
        self.formulas.left_out_spans = self.formulas.left_out_spans.saturating_sub(1);
    }
}

/// Returns true if a `script` has TeX, and whether it is displayed on a line of its own.
pub(crate) fn tex_script(tag: &StartTag<'_>) -> Option<bool> {
    let kind = tag.attribute(b"type")?.value();
    let (start, rest) = kind.split_at_checked(8)?;
    let is_tex = start.eq_ignore_ascii_case(b"math/tex") && matches!(rest.first(), None | Some(b';' | b' '));
    is_tex.then(|| rest.windows(7).any(|part| part.eq_ignore_ascii_case(b"display")))
}

/// Returns the TeX of an image of a formula, and whether it is displayed on a line of its own.
pub(crate) fn tex_image<'a>(tag: &StartTag<'a>) -> Option<(&'a str, bool)> {
    const CLASSES: [&str; 5] =
        ["mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "latex", "tex", "math"];
    let class = tag.attribute(b"class")?.value_str();
    let found = class.split_ascii_whitespace().find(|class| CLASSES.contains(class))?;
    let alt = tag.attribute(b"alt")?.value_str();
    (!alt.trim_ascii().is_empty()).then(|| (alt, found.ends_with("-display")))
}
