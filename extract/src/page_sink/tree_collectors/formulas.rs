//! Formulas as TeX: MathML, scripts with TeX, and what MathJax, KaTeX and MediaWiki write beside them, each formula once.
//!
//! The TeX of a `math` element is, in this order: its annotation, its `alttext`, its `data-latex`, or its markup, converted by
//! [`mathml`](crate::mathml). Its texts are no other text.
//!
//! Renderers write a formula twice or more. The text of what they display is left out:
//!
//! * KaTeX: a `span` with the class `katex-html` after `math`.
//! * MathJax 3 and 4: the content of `mjx-container`, except `math` in it. Without `math`, `data-latex` is the formula.
//! * MathJax 2: a `span` such as `MathJax_Preview` or `MathJax`. Its content is *pending* until the next text or tag shows
//!   whether a script with the TeX follows.
//! * MediaWiki: `math` that is hidden is pending until an image with the TeX follows. After `math` that is shown, the image is
//!   left out.

use super::TreeCollectors;
use super::formula_state::{OpenMath, Pending};
use super::formula_tags::{RENDERED, RenderedKind, TexImage, tex_image, without_style};
use crate::mathml::is_tex;
use crate::names::Element;
use crate::place::Place;
use bumpalo::collections::String;
use tagrake::{EndTag, StartTag};

impl<'a> TreeCollectors<'a> {
    /// Takes a MathML start tag, whose element was pushed unless it is self-closing. `place` is in the element, and `height` is the
    /// height of the stack including it.
    pub(in crate::page_sink) fn start_mathml(&mut self, tag: &StartTag<'a>, name: &[u8], place: Place, height: usize) {
        if self.formulas.math.is_some() {
            return self.formulas.start_in_math(tag, name, height);
        }
        let is_collected = self.table.is_some() || self.wants_text || self.is_in_anchor_or_heading();
        if name != b"math" || !is_collected || place.in_template || place.is_alternative || tag.is_self_closing() {
            return;
        }
        let value = |name: &[u8]| tag.attribute(name).map(|value| value.value_str());
        let is_in_anchor = self.is_in_anchor_or_heading();
        let formulas = &mut self.formulas;
        formulas.math = Some(OpenMath {
            height,
            annotation: None,
            has_annotation: false,
            is_display: value(b"display") == Some("block"),
            alt: value(b"alttext").filter(|alt| is_tex(alt)),
            latex: value(b"data-latex").filter(|latex| !latex.trim_ascii().is_empty()),
            place,
            is_in_anchor,
            at: tag.span().start,
        });
        formulas.annotation.clear();
        formulas.converter.clear();
        formulas.converter.open(name, tag, height);
        formulas.update();
    }

    /// Takes the end of an element while a formula is open. `height` is the number of elements that are still open.
    #[inline(never)]
    pub(super) fn close_in_formula(&mut self, element: Element, height: usize) {
        if element.ends_block() {
            self.block_in_formula();
        }
        let Some(math) = &mut self.formulas.math else { return };
        if math.annotation.is_some_and(|annotation| annotation > height) {
            math.annotation = None;
        }
        if math.height > height {
            self.end_math();
        } else {
            self.formulas.converter.close(height);
        }
    }

    /// Takes the removal of the element at `index` of the stack while a formula is open.
    pub(super) fn remove_in_formula(&mut self, index: usize) {
        let Some(math) = &mut self.formulas.math else { return };
        self.formulas.converter.lower(index);
        math.height -= usize::from(math.height > index + 1);
        math.annotation = math.annotation.map(|height| height - usize::from(height > index + 1));
    }

    /// Takes the start of a block. It ends a formula, because none has blocks.
    #[inline(never)]
    pub(super) fn block_in_formula(&mut self) {
        if self
            .formulas
            .math
            .as_ref()
            .is_some_and(|math| math.annotation.is_none() && !self.formulas.converter.is_hidden())
        {
            self.end_math();
        }
        self.end_rendered();
        self.flush();
        self.formulas.follows_formula = false;
        self.formulas.update();
    }

    /// Ends the open `math` element.
    fn end_math(&mut self) {
        let Some(math) = self.formulas.math.take() else { return };
        self.formulas.skips_anchors = !math.is_in_anchor;
        let bump = self.formulas.annotation.bump();
        let mut tex = core::mem::replace(&mut self.formulas.pending_tex, String::new_in(bump));
        let annotation = self.formulas.annotation.trim_ascii();
        if let Some(text) = self.formulas.converter.only_text().filter(|_| annotation.is_empty()) {
            tex.clear();
            tex.push_str(text);
            self.emit_text(&tex, math.place, (math.at, math.at + tex.len()));
            self.formulas.pending_tex = tex;
            self.formulas.skips_anchors = false;
            return self.formulas.update();
        }
        let converted = match math.alt.or(math.latex) {
            _ if !annotation.is_empty() => annotation,
            Some(attribute) => attribute.trim_ascii(),
            None => self.formulas.converter.finish(),
        };
        let is_empty = converted.is_empty();
        if !is_empty {
            tex.clear();
            tex.push_str(without_style(converted));
        }
        let is_display = math.is_display || self.formulas.rendered.as_ref().is_some_and(|rendered| rendered.is_display);
        let span = (math.at, math.at + converted.len());
        let is_pending = math.place.is_hidden || self.formulas.rendered.is_some();
        self.formulas.pending_tex = tex;
        if !is_empty {
            self.formulas.pending =
                Some(Pending { is_tex: true, is_display, place: math.place, span, has_space: false });
            if !is_pending {
                self.flush();
            }
        }
        self.formulas.update();
    }

    /// Writes the pending formula.
    #[inline(never)]
    pub(in crate::page_sink) fn flush(&mut self) {
        let Some(pending) = self.formulas.pending.take() else { return };
        let bump = self.formulas.annotation.bump();
        let tex = core::mem::replace(&mut self.formulas.pending_tex, String::new_in(bump));
        let Pending { is_tex, is_display, place, span, has_space } = pending;
        if is_tex {
            self.emit(&tex, is_display, place, span);
        } else {
            self.emit_text(&tex, place, span);
        }
        self.formulas.pending_tex = tex;
        self.formulas.pending_tex.clear();
        self.formulas.skips_anchors = false;
        if has_space {
            self.emit_text(" ", place, span);
        }
        self.formulas.update();
    }

    /// Writes a formula.
    fn emit(&mut self, tex: &str, is_display: bool, place: Place, span: (usize, usize)) {
        if let Some(table) = &mut self.table {
            table.push_tex(tex, is_display, span, place);
        }
        self.emit_visible(tex, place);
        self.formulas.follows_formula = true;
        self.formulas.update();
    }

    fn emit_text(&mut self, text: &str, place: Place, span: (usize, usize)) {
        if let Some(table) = &mut self.table {
            table.push_text(text, span, place);
        }
        self.emit_visible(text, place);
    }

    fn emit_visible(&mut self, text: &str, place: Place) {
        if place.is_hidden {
            return;
        }
        if !self.formulas.skips_anchors && self.is_in_anchor_or_heading() {
            let bump = self.formulas.annotation.bump();
            self.texts.anchors.push_text(bump.alloc_str(text));
        }
        if self.wants_text {
            self.texts.text.push(text);
        }
    }

    /// Takes text while a formula is open or precedes it. Returns true if the text belongs to the formula.
    #[inline(never)]
    pub(super) fn text_in_formula(&mut self, text: &str, place: Place) -> bool {
        if self.formulas.text(text, place) {
            return true;
        }
        if !text.bytes().all(|byte| byte.is_ascii_whitespace()) {
            self.flush();
            self.formulas.follows_formula = false;
            self.formulas.update();
        }
        false
    }

    /// Takes an HTML start tag before its effect on the stack.
    #[inline(always)]
    pub(in crate::page_sink) fn before_html_tag(
        &mut self,
        tag: &StartTag<'a>,
        element: Element,
        name: &[u8],
        place: impl FnOnce() -> Place,
    ) {
        let may_be_rendered = self.collects_formulas && (name == b"span" || name == RENDERED.as_bytes());
        if self.formulas.is_active() || may_be_rendered {
            self.start_rendered(tag, element, name, place());
        }
    }

    /// Takes an HTML start tag that may begin or end the rendering of a formula.
    #[inline(never)]
    fn start_rendered(&mut self, tag: &StartTag<'a>, element: Element, name: &[u8], place: Place) {
        if element.ends_block() {
            self.block_in_formula();
        }
        if self.formulas.math.is_some() {
            return;
        }
        if let Some(rendered) = &mut self.formulas.rendered {
            rendered.depth += usize::from(rendered.name == name);
            if let Some(latex) = tag.attribute(b"data-latex").filter(|_| name == b"mjx-math") {
                let span = tag.span();
                let (is_display, place) = (rendered.is_display, rendered.place);
                self.formulas.pending_tex.clear();
                self.formulas.pending_tex.push_str(latex.value_str());
                self.formulas.pending =
                    Some(Pending { is_tex: true, is_display, place, span: (span.start, span.end), has_space: false });
            }
            return;
        }
        if name == RENDERED.as_bytes() {
            self.flush();
        }
        match self.formulas.start_rendered(tag, name, place) {
            Some(_) => {}
            None if name == b"script" || name == b"img" || name == b"meta" || name == b"link" => {}
            None => self.flush(),
        }
        self.formulas.update();
    }

    /// Takes an end tag while a formula is open or precedes it.
    #[inline(never)]
    pub(super) fn end_in_formula(&mut self, tag: &EndTag<'a>) {
        if self.formulas.math.is_some() {
            return;
        }
        let name = tag.name();
        if let Some(rendered) = &mut self.formulas.rendered {
            rendered.depth -= usize::from(rendered.name == name);
            if rendered.depth == 0 {
                self.end_rendered();
            }
        } else if !matches!(name, b"span" | b"div" | b"nobr" | b"script") {
            self.flush();
        }
    }

    /// Ends the element with a rendered formula.
    fn end_rendered(&mut self) {
        let Some(rendered) = self.formulas.rendered.take() else { return };
        let formulas = &mut self.formulas;
        let text = formulas.rendered_text.trim_ascii();
        if rendered.kind != RenderedKind::Known && formulas.pending.is_none() && !text.is_empty() {
            formulas.pending_tex.clear();
            formulas.pending_tex.push_str(text);
            let span = (rendered.at, rendered.at + 1);
            let (is_display, place) = (rendered.is_display, rendered.place);
            formulas.pending = Some(Pending { is_tex: false, is_display, place, span, has_space: false });
        }
        if rendered.kind == RenderedKind::Container {
            self.flush();
        }
        self.formulas.update();
    }

    /// Takes a script with TeX. It replaces the rendering before it.
    pub(super) fn add_tex_script(&mut self, tex: &str, is_display: bool, place: Place, span: (usize, usize)) {
        let pending = self.formulas.pending.take();
        self.formulas.skips_anchors = false;
        self.formulas.pending_tex.clear();
        self.emit(tex, is_display, place, span);
        if pending.is_some_and(|pending| pending.has_space) {
            self.emit_text(" ", place, span);
        }
        self.formulas.update();
    }

    /// Returns the formula of an image, if the tag is an image and formulas are collected. Unlike other images, it does not
    /// separate words.
    pub(in crate::page_sink) fn image_formula(&self, element: Element, tag: &StartTag<'a>) -> Option<TexImage<'a>> {
        let is_image = || matches!(element, Element::Img | Element::Image);
        if self.collects_formulas && is_image() { tex_image(tag) } else { None }
    }

    /// Takes an image of a formula.
    pub(in crate::page_sink) fn push_image_formula(
        &mut self,
        image: &TexImage<'a>,
        tag: &StartTag<'a>,
        place: Place,
        is_hidden: bool,
    ) {
        let is_shown = !is_hidden && !place.in_template;
        let is_repeated = self.formulas.follows_formula && image.is_fallback;
        if is_shown && image.is_fallback {
            self.formulas.pending = None;
        }
        self.flush();
        if is_shown && !is_repeated {
            if let Some(table) = &mut self.table {
                let span = tag.span();
                table.push_tex(image.tex, image.is_display, (span.start, span.end), place);
            }
            if self.wants_text && !place.is_hidden {
                self.texts.text.push(image.tex);
            }
            self.formulas.follows_formula = true;
        }
        self.formulas.update();
    }
}
