//! The foreign-content stack: decides text states, namespaces and CDATA sections inside `<svg>` and `<math>`.
//!
//! The stack holds the outermost open `svg` or `math` element and the open elements inside it, including HTML elements
//! in integration points. It does not know the elements around it, the insertion mode or the list of active formatting
//! elements. So it decides exactly, or it returns [`Undecided`], and the [simulator](crate::tree_sim) decides instead.
//!
//! A start tag:
//!
//! 1. If the stack is empty, or the current node is HTML or an integration point that can hold the tag, the rules for
//!    HTML content apply: step 4.
//! 2. If the tag [breaks out](breaks_out) of foreign content, foreign elements are popped up to one that holds HTML,
//!    and the rules for HTML content apply: step 4.
//! 3. Otherwise the element has the namespace of the current node. It is pushed unless the tag is self-closing.
//! 4. In HTML content `svg` and `math` start foreign content, and the name decides the [text state](Name::text_state).
//!    Inside foreign content, an HTML element is pushed if its own end tag closes it whatever else is open
//!    ([`is_simple`]). The result is [`Undecided`] for other names and for tags whose effect depends on outer elements.
//!
//! An end tag pops up to the element that it closes, if that element and everything above it are certain to be on the
//! stack.
//!
//! `template` elements are counted even outside of foreign content, because `</template>` closes foreign elements
//! inside it.
//!
//! Example, with the stack after each tag:
//!
//! ```text
//! <p>          []                             not inside foreign content
//! <svg>        [svg]
//! <title>      [svg, svg:title]               an SVG element, so its content is not RCDATA
//! <b>          [svg, svg:title, b]            `svg:title` is an HTML integration point
//! </b>         [svg, svg:title]
//! </title>     [svg]
//! <td>         [svg, svg:td]                  `td` does not break out of foreign content
//! <div>        []                             `div` does
//! ```
//!
//! If you change a rule here, also change it in `tree_sim/in_foreign_content.rs`; rules that need one element and one
//! tag only are shared (`tree_sim/foreign_rules.rs`). `tests.rs` compares both on random documents.
//!
//! Source: [the rules for parsing tokens in foreign
//! content](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign).

use super::saved_stack::{ForeignElement, SavedChanges, SavedForeignStack};
use crate::text_state::TextState;
use crate::token::{Namespace, StartTag};
use crate::tree_sim::{IntegrationPoint, Name, StartTagOutcome, breaks_out, integration_point};
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// The largest number of open elements, whatever the depth limit of the options. Deeper nesting is undecided.
const MAX_DEPTH: usize = 512;

/// The open elements from the outermost foreign element on: first the saved elements of the chunks before, then the elements that
/// this run opened. The current node is the last element.
pub(super) struct ForeignStack<'a> {
    /// The elements and templates at the start of the run; `None` if there were none.
    saved: Option<&'a SavedForeignStack>,
    /// The number of `saved` elements that are still open.
    kept: usize,
    /// The elements that this run opened.
    opened: Vec<'a, ForeignElement<'a>>,
    /// The number of `saved` templates that are still open.
    kept_templates: usize,
    /// For each HTML `template` element that this run opened, outermost first, the number of elements that were open before.
    opened_templates: Vec<'a, usize>,
    /// The largest number of open elements, and of open templates.
    depth: usize,
}

/// The error if the foreign-content stack cannot decide the effect of a tag.
#[derive(Debug)]
pub(crate) struct Undecided;

impl<'a> ForeignStack<'a> {
    /// Returns a stack with the elements of `saved`.
    pub(super) fn new(saved: Option<&'a SavedForeignStack>, depth: usize, bump: &'a Bump) -> Self {
        Self {
            saved,
            kept: saved.map_or(0, SavedForeignStack::len),
            opened: Vec::new_in(bump),
            kept_templates: saved.map_or(0, |saved| saved.templates().len()),
            opened_templates: Vec::new_in(bump),
            depth: depth.min(MAX_DEPTH),
        }
    }

    /// Saves in `changes` how the stack differs from the saved stack with which it started.
    pub(super) fn save(&self, changes: &mut SavedChanges) {
        changes.set((self.kept, self.kept_templates), &self.opened, &self.opened_templates);
    }

    /// Returns true if a foreign element is open.
    #[inline(always)]
    pub(super) fn is_inside(&self) -> bool {
        self.len() > 0
    }

    /// Returns true if an end tag may change the stack.
    pub(super) fn watches_end_tags(&self) -> bool {
        self.is_inside() || self.templates_len() > 0
    }

    /// Returns true if the current node is a foreign element.
    pub(super) fn is_in_foreign_element(&self) -> bool {
        self.last().is_some_and(|top| top.namespace != Namespace::Html)
    }

    /// Removes all elements.
    pub(super) fn clear(&mut self) {
        self.truncate(0);
        self.kept_templates = 0;
        self.opened_templates.clear();
    }

    fn len(&self) -> usize {
        self.kept + self.opened.len()
    }

    fn templates_len(&self) -> usize {
        self.kept_templates + self.opened_templates.len()
    }

    /// Returns the open elements, the current node first.
    fn iter(&self) -> impl Iterator<Item = ForeignElement<'a>> {
        let saved = self.saved.into_iter().flat_map(|saved| (0..self.kept).rev().map(|index| saved.element(index)));
        self.opened.iter().rev().copied().chain(saved)
    }

    /// Returns the current node.
    #[inline(always)]
    fn last(&self) -> Option<ForeignElement<'a>> {
        self.iter().next()
    }

    /// Closes all but the first `len` elements.
    fn truncate(&mut self, len: usize) {
        self.opened.truncate(len.saturating_sub(self.kept));
        self.kept = self.kept.min(len);
    }

    /// Applies a start tag. The caller must apply every start tag while a foreign element is open, and otherwise those
    /// of [`Effect::Other`](crate::content_model::Effect::Other).
    pub(super) fn start_tag(&mut self, tag: &StartTag<'a>, scripting: bool) -> Result<StartTagOutcome, Undecided> {
        let name = tag.name();
        let Some(top) = self.last() else { return self.html_start_tag(tag, name, scripting) };
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

    /// Applies a start tag by the rules for HTML content.
    fn html_start_tag(
        &mut self,
        tag: &StartTag<'a>,
        name: &'a [u8],
        scripting: bool,
    ) -> Result<StartTagOutcome, Undecided> {
        let outcome = |state| Ok(StartTagOutcome { state, ..StartTagOutcome::default() });
        let (known_name, is_inside) = (Name::of(name), self.is_inside());
        match name {
            // It is ignored, or it removes the `body` element and all inside it. All earlier tokens decide which.
            b"frameset" => return Err(Undecided),
            // It may switch the template to the "in column group" insertion mode, which ignores nearly every tag.
            b"col" if self.templates_len() > 0 => return Err(Undecided),
            _ if is_inside && known_name.is_table_part() => return Err(Undecided),
            b"svg" | b"math" => {
                let namespace = if name == b"svg" { Namespace::Svg } else { Namespace::MathMl };
                if !tag.is_self_closing() {
                    self.push(ForeignElement { namespace, integration_point: IntegrationPoint::None, name })?;
                }
                return Ok(StartTagOutcome { namespace, ..StartTagOutcome::default() });
            }
            b"template" => {
                if self.templates_len() >= self.depth {
                    return Err(Undecided);
                }
                self.opened_templates.push(self.len());
            }
            _ => {}
        }
        let state = known_name.text_state(scripting);
        if state != TextState::Data {
            let closes_p = matches!(name, b"xmp" | b"plaintext");
            let holds_html = self.iter().any(|open| open.namespace == Namespace::Html);
            return if closes_p && holds_html { Err(Undecided) } else { outcome(state) };
        }
        if is_inside && !known_name.is_void() && !matches!(name, b"html" | b"head" | b"body") {
            if !is_simple(known_name, name) && name != b"template" {
                return Err(Undecided);
            }
            self.push(ForeignElement { namespace: Namespace::Html, integration_point: IntegrationPoint::None, name })?;
        }
        outcome(TextState::Data)
    }

    /// Applies an end tag that was read in the data state. The caller must apply each of them while
    /// [`watches_end_tags`](Self::watches_end_tags) returns true.
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
        let Some(top) = self.last().filter(|top| top.namespace == Namespace::Html) else { return Ok(()) };
        match name {
            b"body" | b"html" | b"head" | b"br" => Ok(()),
            b"p" | b"form" | b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => Err(Undecided),
            b"table" => Err(Undecided),
            _ if Name::of(name).is_table_part() => Err(Undecided),
            _ if top.name == name => {
                // This is not a `template`, so the number of templates does not change.
                self.truncate(self.len() - 1);
                Ok(())
            }
            _ if self.iter().any(|open| open.namespace == Namespace::Html && open.name == name) => Err(Undecided),
            // The integration point ends every scope. So an element outside of it is not closed.
            _ => Ok(()),
        }
    }

    /// Applies an end tag by the rules for foreign content.
    fn foreign_end_tag(&mut self, name: &[u8]) -> Result<(), Undecided> {
        let above = self.iter().take_while(|open| open.namespace != Namespace::Html).position(|open| open.name == name);
        if let Some(above) = above {
            self.truncate(self.len() - above - 1);
            return Ok(());
        }
        // The rules for HTML content decide. They may close an element that is not on this stack.
        if name == b"template" {
            self.close_template();
            return Ok(());
        }
        Err(Undecided)
    }

    /// Pops the innermost open template and everything inside it. Does nothing if no template is open.
    fn close_template(&mut self) {
        if let Some(len) = self.opened_templates.pop() {
            self.truncate(len);
        } else if let Some(last) = self.kept_templates.checked_sub(1)
            && let Some(saved) = self.saved
        {
            self.kept_templates = last;
            self.truncate(saved.templates()[last]);
        }
    }

    /// Pops elements until the current node is an HTML element or an integration point that holds HTML.
    fn pop_to_html(&mut self) {
        let holds_html =
            |open: ForeignElement<'_>| open.namespace == Namespace::Html || open.integration_point.holds_html();
        while self.last().is_some_and(|top| !holds_html(top)) {
            self.truncate(self.len() - 1);
        }
    }

    fn push(&mut self, element: ForeignElement<'a>) -> Result<(), Undecided> {
        if self.len() >= self.depth {
            return Err(Undecided);
        }
        self.opened.push(element);
        Ok(())
    }
}

/// Returns true if, in an integration point, the start tag `name` only pushes an HTML element, and the end tag only
/// pops it if it is the current node, whatever else is open.
fn is_simple(known_name: Name, name: &[u8]) -> bool {
    use Name::*;
    const NAMES: [Name; 20] = [
        Span, B, I, Em, Strong, Small, U, S, Code, Sub, Sup, Var, Tt, Big, Strike, Font, Div, Section, Article, Figure,
    ];
    NAMES.contains(&known_name) || matches!(name, b"abbr" | b"label")
}
