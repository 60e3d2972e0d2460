//! The state of formulas: which one is open, which one is pending, and what its text is.

use super::formula_tags::{self, RenderedKind};
use crate::mathml::Converter;
use crate::place::Place;
use bumpalo::Bump;
use bumpalo::collections::String;
use tagrake::StartTag;

/// Maximum length of the text of a rendered formula, in bytes. The rest is left out.
const MAX_RENDERED: usize = 1 << 16;

/// The formulas at the current place.
pub(super) struct Formulas<'a> {
    pub(super) converter: Converter<'a>,
    pub(super) math: Option<OpenMath<'a>>,
    /// The text of the annotation of `math`.
    pub(super) annotation: String<'a>,
    pub(super) rendered: Option<Rendered>,
    /// The text of the rendered formula.
    pub(super) rendered_text: String<'a>,
    pub(super) pending: Option<Pending>,
    pub(super) pending_tex: String<'a>,
    /// True if the pending formula is outside of the open anchors and headings, which began in it.
    pub(super) skips_anchors: bool,
    /// True if nothing but tags and white space follows a formula.
    pub(super) follows_formula: bool,
    /// True if one of the above is set, so that every tag and text must be seen.
    pub(super) is_active: bool,
}

/// The open `math` element.
pub(super) struct OpenMath<'a> {
    /// The height of the sink's stack including the element.
    pub(super) height: usize,
    /// The height of the sink's stack including its annotation, while that is open.
    pub(super) annotation: Option<usize>,
    pub(super) has_annotation: bool,
    pub(super) is_display: bool,
    pub(super) alt: Option<&'a str>,
    pub(super) latex: Option<&'a str>,
    pub(super) place: Place,
    /// True if an anchor or a heading contains the element.
    pub(super) is_in_anchor: bool,
    /// The byte offset of the element in the page.
    pub(super) at: usize,
}

/// An open element with a rendered formula.
pub(super) struct Rendered {
    pub(super) name: &'static [u8],
    /// The number of open elements of this name, including the element.
    pub(super) depth: usize,
    pub(super) kind: RenderedKind,
    pub(super) is_display: bool,
    pub(super) place: Place,
    pub(super) at: usize,
}

/// A formula that may be replaced by what follows.
pub(super) struct Pending {
    pub(super) is_tex: bool,
    pub(super) is_display: bool,
    pub(super) place: Place,
    pub(super) span: (usize, usize),
    /// True if white space follows.
    pub(super) has_space: bool,
}

impl<'a> Formulas<'a> {
    pub(super) fn new(bump: &'a Bump) -> Self {
        Self {
            converter: Converter::new(bump),
            math: None,
            annotation: String::new_in(bump),
            rendered: None,
            rendered_text: String::new_in(bump),
            pending: None,
            pending_tex: String::new_in(bump),
            skips_anchors: false,
            follows_formula: false,
            is_active: false,
        }
    }

    /// Returns true if tags and texts may belong to a formula, so that every tag must be seen.
    #[inline(always)]
    pub(super) fn is_active(&self) -> bool {
        self.is_active
    }

    /// Must be called after each change.
    pub(super) fn update(&mut self) {
        self.is_active =
            self.math.is_some() || self.rendered.is_some() || self.pending.is_some() || self.follows_formula;
    }

    /// Starts an element of an open `math`.
    pub(super) fn start_in_math(&mut self, tag: &StartTag<'a>, name: &[u8], height: usize) {
        let Some(math) = &mut self.math else { return };
        if formula_tags::is_tex_annotation(tag, name) && !math.has_annotation && !tag.is_self_closing() {
            (math.annotation, math.has_annotation) = (Some(height), true);
        }
        self.converter.open(name, tag, height);
        if tag.is_self_closing() {
            self.converter.close(height - 1);
        }
    }

    /// Takes text. Returns true if it belongs to a formula.
    pub(super) fn text(&mut self, text: &str, place: Place) -> bool {
        if let Some(math) = &self.math {
            if math.annotation.is_some() {
                self.annotation.push_str(text);
            } else if !place.is_hidden || math.place.is_hidden {
                self.converter.text(text);
            }
            return true;
        }
        if let Some(rendered) = &self.rendered {
            let has_room = self.rendered_text.len() + text.len() <= MAX_RENDERED;
            if rendered.kind != RenderedKind::Known && has_room && !place.is_hidden {
                self.rendered_text.push_str(text);
            }
            return true;
        }
        if let Some(pending) = &mut self.pending
            && text.bytes().all(|byte| byte.is_ascii_whitespace())
        {
            pending.has_space |= !text.is_empty();
            return true;
        }
        false
    }

    /// Starts the rendered formula that a start tag begins, if it begins one.
    pub(super) fn start_rendered(&mut self, tag: &StartTag<'a>, name: &[u8], place: Place) -> Option<RenderedKind> {
        let (name, kind) = formula_tags::rendered_by(tag, name, self.follows_formula)?;
        let is_display = tag.attribute(b"display").is_some_and(|display| display.value() == b"true");
        self.rendered = Some(Rendered { name, depth: 1, kind, is_display, place, at: tag.span().start });
        self.rendered_text.clear();
        Some(kind)
    }
}
