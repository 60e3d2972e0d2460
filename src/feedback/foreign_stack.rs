//! The small stack: the elements that are open in foreign content, and no others.
//!
//! Source: [the rules for parsing tokens in foreign
//! content](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign). The stack holds the outermost
//! `svg` or `math` element and what lies in it, HTML elements in integration points too. It is exact or it declines: what
//! depends on the elements around it, on the insertion mode or on the list of active formatting elements, it does not
//! know.

use crate::content_model;
use crate::text_state::TextState;
use crate::token::{Namespace, StartTag};
use crate::tree_sim::{IntegrationPoint, Name, StartTagOutcome, breaks_out};
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// How deep the stack may be, if the whole one may. What is deeper is declined.
const MAX_DEPTH: usize = 512;

/// An open element.
#[derive(Clone, Copy)]
pub(super) struct ForeignElement<'a> {
    pub(super) namespace: Namespace,
    pub(super) integration_point: IntegrationPoint,
    pub(super) name: &'a [u8],
}

/// The elements that are open from the outermost foreign one on.
pub(super) struct ForeignStack<'a> {
    pub(super) open: Vec<'a, ForeignElement<'a>>,
    /// For each HTML `template` element that is open, how many of `open` lie around it.
    pub(super) templates: Vec<'a, usize>,
    /// How deep it may be.
    depth: usize,
}

/// Returned where the small stack can't decide.
#[derive(Debug)]
pub(crate) struct Undecided;

impl<'a> ForeignStack<'a> {
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
    pub(super) fn start_tag(&mut self, tag: &StartTag<'a>, scripting: bool) -> Result<StartTagOutcome, Undecided> {
        let name = tag.name();
        let Some(&top) = self.open.last() else { return self.html_start_tag(tag, name, scripting) };
        let known_name = Name::of(name);
        let is_html = top.namespace == Namespace::Html || top.integration_point.holds_start_tag(known_name);
        if is_html {
            return self.html_start_tag(tag, name, scripting);
        }
        if breaks_out(known_name, |attribute| tag.attribute(attribute).is_some()) {
            self.pop_to_html();
            return self.html_start_tag(tag, name, scripting);
        }
        if !tag.is_self_closing() {
            let integration_point = integration_point(tag, known_name, top.namespace);
            self.push(ForeignElement { namespace: top.namespace, integration_point, name })?;
        }
        Ok(StartTagOutcome { namespace: top.namespace, ..StartTagOutcome::default() })
    }

    /// Takes a start tag by the rules for HTML content.
    fn html_start_tag(
        &mut self,
        tag: &StartTag<'a>,
        name: &'a [u8],
        scripting: bool,
    ) -> Result<StartTagOutcome, Undecided> {
        let outcome = |state| Ok(StartTagOutcome { state, ..StartTagOutcome::default() });
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
                    self.push(ForeignElement { namespace, integration_point: IntegrationPoint::None, name })?;
                }
                return Ok(StartTagOutcome { namespace, ..StartTagOutcome::default() });
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
            self.push(ForeignElement { namespace: Namespace::Html, integration_point: IntegrationPoint::None, name })?;
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
        let holds_html =
            |open: &ForeignElement<'_>| open.namespace == Namespace::Html || open.integration_point.holds_html();
        while self.open.last().is_some_and(|top| !holds_html(top)) {
            self.open.pop();
        }
    }

    fn push(&mut self, open: ForeignElement<'a>) -> Result<(), Undecided> {
        if self.open.len() >= self.depth {
            return Err(Undecided);
        }
        self.open.push(open);
        Ok(())
    }
}

/// Returns the integration point that a start tag of a foreign element opens.
fn integration_point(tag: &StartTag<'_>, name: Name, namespace: Namespace) -> IntegrationPoint {
    IntegrationPoint::of(namespace, name, || tag.attribute(b"encoding").map(|encoding| encoding.value()))
}

/// Returns true if the foreign element of a start tag can hold HTML content.
#[cfg(feature = "extract")]
pub(crate) fn may_hold_html(tag: &StartTag<'_>, name: &[u8]) -> bool {
    integration_point(tag, Name::of(name), tag.namespace()).holds_html()
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
