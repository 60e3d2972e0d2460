//! The small stack: the elements that are open in foreign content, and no others.
//!
//! Source: [the rules for parsing tokens in foreign
//! content](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign). The stack holds the outermost
//! `svg` or `math` element and what lies in it, HTML elements in integration points too. It is exact or it declines: what
//! depends on the elements around it, on the insertion mode or on the list of active formatting elements, it does not
//! know.

use super::{Namespace, Outcome};
use crate::content_model;
use crate::options::TextState;
use crate::token::StartTag;
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// How deep the stack may be, if the whole one may. What is deeper is declined.
const MAX_DEPTH: usize = 512;

/// An open element.
#[derive(Clone, Copy)]
pub(super) struct Open<'a> {
    pub(super) namespace: Namespace,
    pub(super) point: Point,
    pub(super) name: &'a [u8],
}

/// Whether HTML may stand in a foreign element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Point {
    /// No, or the element is no foreign one.
    None,
    /// [HTML integration point](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point).
    Html,
    /// [MathML text integration
    /// point](https://html.spec.whatwg.org/multipage/parsing.html#mathml-text-integration-point).
    MathMlText,
    /// A MathML `annotation-xml` element that is no HTML integration point: `svg` may stand in it.
    AnnotationXml,
}

/// The elements that are open from the outermost foreign one on.
pub(super) struct Foreign<'a> {
    pub(super) open: Vec<'a, Open<'a>>,
    /// For each HTML `template` element that is open, how many of `open` lie around it.
    pub(super) templates: Vec<'a, usize>,
    /// How deep it may be.
    depth: usize,
}

/// Returned where the small stack can't decide.
#[derive(Debug)]
pub(super) struct Undecided;

impl<'a> Foreign<'a> {
    pub(super) fn new(depth: usize, bump: &'a Bump) -> Self {
        Self { open: Vec::new_in(bump), templates: Vec::new_in(bump), depth: depth.min(MAX_DEPTH) }
    }

    /// Returns whether a foreign element is open.
    pub(super) fn is_inside(&self) -> bool {
        !self.open.is_empty()
    }

    /// Returns whether end tags matter.
    pub(super) fn watches_end_tags(&self) -> bool {
        self.is_inside() || !self.templates.is_empty()
    }

    /// Returns whether the current node is a foreign element.
    pub(super) fn is_in_foreign_element(&self) -> bool {
        self.open.last().is_some_and(|top| top.namespace != Namespace::Html)
    }

    /// Forgets what is open.
    pub(super) fn clear(&mut self) {
        self.open.clear();
        self.templates.clear();
    }

    /// Takes a start tag. All of them must come while a foreign element is open, else those with an effect of their own.
    pub(super) fn start_tag(&mut self, tag: &StartTag<'a>, scripting: bool) -> Result<Outcome, Undecided> {
        let name = tag.name();
        let Some(&top) = self.open.last() else { return self.html_start_tag(tag, name, scripting) };
        let is_html = match top.point {
            _ if top.namespace == Namespace::Html => true,
            Point::None => false,
            Point::Html => true,
            Point::MathMlText => !matches!(name, b"mglyph" | b"malignmark"),
            Point::AnnotationXml => name == b"svg",
        };
        if is_html {
            return self.html_start_tag(tag, name, scripting);
        }
        if breaks_out(tag, name) {
            self.pop_to_html();
            return self.html_start_tag(tag, name, scripting);
        }
        if !tag.is_self_closing() {
            let point = integration_point(tag, name, top.namespace);
            self.push(Open { namespace: top.namespace, point, name })?;
        }
        Ok(Outcome { namespace: top.namespace, ..Outcome::default() })
    }

    /// Takes a start tag by the rules for HTML content.
    fn html_start_tag(&mut self, tag: &StartTag<'a>, name: &'a [u8], scripting: bool) -> Result<Outcome, Undecided> {
        let outcome = |state| Ok(Outcome { state, ..Outcome::default() });
        let is_inside = self.is_inside();
        match name {
            // Whether it is ignored, and what it then clears, depends on all that came before.
            b"frameset" => return Err(Undecided),
            // A template that begins with it has an insertion mode that ignores nearly everything.
            b"col" if !self.templates.is_empty() => return Err(Undecided),
            b"caption" | b"col" | b"colgroup" | b"tbody" | b"td" | b"tfoot" | b"th" | b"thead" | b"tr" if is_inside => {
                return Err(Undecided);
            }
            b"svg" | b"math" => {
                let namespace = if name == b"svg" { Namespace::Svg } else { Namespace::MathMl };
                if !tag.is_self_closing() {
                    self.push(Open { namespace, point: Point::None, name })?;
                }
                return Ok(Outcome { namespace, ..Outcome::default() });
            }
            b"template" => {
                if self.templates.len() >= self.depth {
                    return Err(Undecided);
                }
                self.templates.push(self.open.len());
            }
            _ => {}
        }
        let state = content_model::after_start_tag(name, scripting);
        if state != TextState::Data {
            let closes_p = matches!(name, b"xmp" | b"plaintext");
            let holds_html = self.open.iter().any(|open| open.namespace == Namespace::Html);
            return if closes_p && holds_html { Err(Undecided) } else { outcome(state) };
        }
        if is_inside && !is_void(name) && !matches!(name, b"html" | b"head" | b"body") {
            if !is_simple(name) && name != b"template" {
                return Err(Undecided);
            }
            self.push(Open { namespace: Namespace::Html, point: Point::None, name })?;
        }
        outcome(TextState::Data)
    }

    /// Takes an end tag that was read in the data state. All of them must come while
    /// [`watches_end_tags`](Self::watches_end_tags).
    pub(super) fn end_tag(&mut self, name: &[u8]) -> Result<(), Undecided> {
        if self.is_in_foreign_element() {
            if !matches!(name, b"p" | b"br") {
                return self.foreign_end_tag(name);
            }
            self.pop_to_html();
        }
        if name == b"template" {
            self.close_template();
            return Ok(());
        }
        let Some(top) = self.open.last().filter(|top| top.namespace == Namespace::Html) else { return Ok(()) };
        match name {
            b"body" | b"html" | b"head" | b"br" => Ok(()),
            b"p" | b"form" | b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => Err(Undecided),
            b"table" | b"caption" | b"col" | b"colgroup" | b"tbody" | b"td" | b"tfoot" | b"th" | b"thead" | b"tr" => {
                Err(Undecided)
            }
            _ if top.name == name => {
                // The `template` that was opened last lies below it.
                self.open.pop();
                Ok(())
            }
            _ if self.open.iter().any(|open| open.namespace == Namespace::Html && open.name == name) => Err(Undecided),
            // Its element, if there is one, is outside of the integration point, where scopes end.
            _ => Ok(()),
        }
    }

    /// Takes an end tag by the rules for foreign content.
    fn foreign_end_tag(&mut self, name: &[u8]) -> Result<(), Undecided> {
        for index in (0..self.open.len()).rev() {
            let open = self.open[index];
            if open.namespace == Namespace::Html {
                break;
            }
            if open.name == name {
                self.open.truncate(index);
                return Ok(());
            }
        }
        // The rules for HTML content decide, with the elements below.
        if name == b"template" {
            self.close_template();
            return Ok(());
        }
        Err(Undecided)
    }

    /// Pops what lies in the template that was opened last, and the template; nothing if none is open.
    fn close_template(&mut self) {
        if let Some(height) = self.templates.pop() {
            self.open.truncate(height);
        }
    }

    /// Pops elements until HTML may stand in the current node.
    fn pop_to_html(&mut self) {
        let may_hold_html = |open: &Open<'_>| {
            open.namespace == Namespace::Html || matches!(open.point, Point::Html | Point::MathMlText)
        };
        while self.open.last().is_some_and(|top| !may_hold_html(top)) {
            self.open.pop();
        }
    }

    fn push(&mut self, open: Open<'a>) -> Result<(), Undecided> {
        if self.open.len() >= self.depth {
            return Err(Undecided);
        }
        self.open.push(open);
        Ok(())
    }
}

/// Returns which integration point the foreign element of a start tag is.
fn integration_point(tag: &StartTag<'_>, name: &[u8], namespace: Namespace) -> Point {
    match (namespace, name) {
        (Namespace::Svg, b"foreignobject" | b"desc" | b"title") => Point::Html,
        (Namespace::MathMl, b"mi" | b"mo" | b"mn" | b"ms" | b"mtext") => Point::MathMlText,
        (Namespace::MathMl, b"annotation-xml") => {
            let holds_html = |encoding: &[u8]| {
                encoding.eq_ignore_ascii_case(b"text/html") || encoding.eq_ignore_ascii_case(b"application/xhtml+xml")
            };
            match tag.attribute(b"encoding") {
                Some(encoding) if holds_html(encoding.value()) => Point::Html,
                _ => Point::AnnotationXml,
            }
        }
        _ => Point::None,
    }
}

/// Returns true if HTML may be in the foreign element of a start tag.
pub(crate) fn may_hold_html(tag: &StartTag<'_>, name: &[u8]) -> bool {
    matches!(integration_point(tag, name, tag.namespace()), Point::Html | Point::MathMlText)
}

/// Returns whether a start tag ends foreign content.
#[rustfmt::skip]
pub(super) fn breaks_out(tag: &StartTag<'_>, name: &[u8]) -> bool {
    match name {
        b"b" | b"big" | b"blockquote" | b"body" | b"br" | b"center" | b"code" | b"dd" | b"div" | b"dl" | b"dt" | b"em"
        | b"embed" | b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" | b"head" | b"hr" | b"i" | b"img" | b"li"
        | b"listing" | b"menu" | b"meta" | b"nobr" | b"ol" | b"p" | b"pre" | b"ruby" | b"s" | b"small" | b"span"
        | b"strong" | b"strike" | b"sub" | b"sup" | b"table" | b"tt" | b"u" | b"ul" | b"var" => true,
        b"font" => tag.attributes().any(|attribute| matches!(attribute.name(), b"color" | b"face" | b"size")),
        _ => false,
    }
}

/// Returns whether an HTML element is popped as soon as it is inserted.
pub(crate) fn is_void(name: &[u8]) -> bool {
    matches!(
        name,
        b"area"
            | b"base"
            | b"basefont"
            | b"bgsound"
            | b"br"
            | b"embed"
            | b"frame"
            | b"hr"
            | b"image"
            | b"img"
            | b"input"
            | b"keygen"
            | b"link"
            | b"meta"
            | b"param"
            | b"source"
            | b"track"
            | b"wbr"
    )
}

/// Returns whether an HTML element in an integration point is opened by its start tag and closed by its end tag, whatever
/// else is open.
fn is_simple(name: &[u8]) -> bool {
    matches!(
        name,
        b"span"
            | b"abbr"
            | b"label"
            | b"b"
            | b"i"
            | b"em"
            | b"strong"
            | b"small"
            | b"u"
            | b"s"
            | b"code"
            | b"sub"
            | b"sup"
            | b"var"
            | b"tt"
            | b"big"
            | b"strike"
            | b"font"
            | b"div"
            | b"section"
            | b"article"
            | b"figure"
    )
}
