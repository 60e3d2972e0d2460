//! [Tree construction](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction) without a tree: exactly what
//! it tells the tokenizer, on any input, in bounded memory.
//!
//! The insertion modes stand in the files beside this one, a function each, with the standard's words as their verbs. What
//! they leave out is what no later token can ask for: nodes and their parents, so also foster parenting; text and
//! comments; parse errors; the document's scripts. What stays is the stack of open elements, the list of active formatting
//! elements, the insertion modes, and the pointers and flags of the
//! [parse state](https://html.spec.whatwg.org/multipage/parsing.html#parse-state).

mod adoption;
mod element;
mod element_table;
mod foreign_rules;
mod formatting;
mod in_body;
mod in_foreign_content;
mod in_frameset;
mod in_head;
mod in_table;
mod in_template;
mod names;
mod open_elements;
mod quirks;
mod stack;
#[cfg(test)]
pub(crate) mod tests;

use crate::content_model;
use crate::text_state::TextState;
use crate::token::Namespace;
use alloc::vec::Vec;
use element::{Element, ElementKind};
use element_table::{ElementId, ElementTable, Holder};
pub(crate) use foreign_rules::{IntegrationPoint, breaks_out};
use formatting::ActiveFormatting;
pub(crate) use names::Name;
use open_elements::OpenElements;
#[cfg(feature = "extract")]
pub(crate) use open_elements::{hash, last};
#[cfg(feature = "extract")]
pub(crate) use quirks::is_quirks;

/// What tree construction asks of a start tag.
pub(crate) trait TagView {
    /// Returns the name, in lower case.
    fn name(&self) -> &[u8];
    /// Returns the value of the attribute called `name`.
    fn attribute(&self, name: &[u8]) -> Option<&[u8]>;
    /// Calls `visit` with the name and the value of each attribute.
    fn for_each_attribute(&self, visit: &mut dyn FnMut(&[u8], &[u8]));
    /// Returns the self-closing flag.
    fn is_self_closing(&self) -> bool;
}

/// What a start tag does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StartTagOutcome {
    /// The namespace of its element, or of the one that it would have if the token were not ignored.
    pub(crate) namespace: Namespace,
    /// Whether the token is ignored.
    pub(crate) ignored: bool,
    /// The state in which the tokenizer goes on.
    pub(crate) state: TextState,
}

/// The tree construction stage of one document.
#[derive(Clone, Debug)]
pub(crate) struct TreeSim {
    /// Whether `noscript` is raw text.
    scripting: bool,
    /// [Insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#insertion-mode)
    mode: InsertionMode,
    /// [Original insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#original-insertion-mode)
    original_mode: InsertionMode,
    /// [Stack of template insertion
    /// modes](https://html.spec.whatwg.org/multipage/parsing.html#stack-of-template-insertion-modes): one for each open
    /// template.
    template_modes: Vec<InsertionMode>,
    elements: ElementTable,
    /// The stack of open elements. Its first one, `html`, is always there: until the rules create it nothing asks.
    open: OpenElements,
    /// The list of active formatting elements.
    formatting: ActiveFormatting,
    /// Whether the [`head` element
    /// pointer](https://html.spec.whatwg.org/multipage/parsing.html#head-element-pointer) is set.
    head: bool,
    /// [`form` element pointer](https://html.spec.whatwg.org/multipage/parsing.html#form-element-pointer)
    form: Option<ElementId>,
    /// [Frameset-ok flag](https://html.spec.whatwg.org/multipage/parsing.html#frameset-ok-flag)
    frameset_ok: bool,
    /// Whether the document is in [quirks mode](https://dom.spec.whatwg.org/#concept-document-quirks).
    quirks: bool,
    /// Whether the next token is ignored if it is a LINE FEED.
    ignores_line_feed: bool,
    /// How many elements may be open, and how many entries the list may have.
    depth: usize,
    /// The offset of the token that is processed.
    at: usize,
    /// The offset of the first token for which there was no room.
    overflowed_at: Option<usize>,
    /// What the present start tag does.
    outcome: StartTagOutcome,
}

/// The [insertion modes](https://html.spec.whatwg.org/multipage/parsing.html#insertion-mode).
///
/// There is no "in table text": pending table characters are processed as they come. They are in body if one of them is
/// no white space; the others change nothing, before or after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InsertionMode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// A token that the insertion modes see. Comments and later DOCTYPEs change nothing.
#[derive(Clone, Copy)]
enum Token<'t> {
    Start(Name, Tag<'t>),
    /// The name, and its bytes if it is `Name::Other`.
    End(Name, &'t [u8]),
    Character(Character),
}

/// A character, as far as rules distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Character {
    Null,
    WhiteSpace,
    Other,
}

/// A start tag token.
#[derive(Clone, Copy)]
struct Tag<'t> {
    name: Name,
    bytes: &'t [u8],
    /// `None` for a token without attributes that the rules make up.
    view: Option<&'t dyn TagView>,
}

impl Tag<'_> {
    /// A start tag token with no attributes.
    fn without_attributes(name: Name) -> Self {
        Self { name, bytes: &[], view: None }
    }

    fn attribute(&self, name: &[u8]) -> Option<&[u8]> {
        self.view.and_then(|view| view.attribute(name))
    }

    fn for_each_attribute(&self, visit: &mut dyn FnMut(&[u8], &[u8])) {
        if let Some(view) = self.view {
            view.for_each_attribute(visit);
        }
    }

    fn is_self_closing(&self) -> bool {
        self.view.is_some_and(TagView::is_self_closing)
    }
}

impl Character {
    fn of(byte: u8) -> Self {
        match byte {
            b'\0' => Self::Null,
            b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' => Self::WhiteSpace,
            _ => Self::Other,
        }
    }
}

impl TreeSim {
    /// Starts a document, in which `depth` elements may be open.
    pub(crate) fn new(scripting: bool, depth: usize) -> Self {
        let mut elements = ElementTable::default();
        let html =
            elements.add(Element::new(ElementKind { name: Name::Html, ..ElementKind::default() }, &[]), Holder::Stack);
        let mut open = OpenElements::default();
        open.push(html, &elements[html]);
        Self {
            scripting,
            mode: InsertionMode::Initial,
            original_mode: InsertionMode::Initial,
            template_modes: Vec::new(),
            elements,
            open,
            formatting: ActiveFormatting::default(),
            head: false,
            form: None,
            frameset_ok: true,
            quirks: false,
            ignores_line_feed: false,
            depth,
            at: 0,
            overflowed_at: None,
            outcome: StartTagOutcome::default(),
        }
    }

    /// Takes a DOCTYPE.
    pub(crate) fn doctype(
        &mut self,
        name: Option<&[u8]>,
        public_id: Option<&[u8]>,
        system_id: Option<&[u8]>,
        force_quirks: bool,
    ) {
        self.ignores_line_feed = false;
        if self.mode == InsertionMode::Initial {
            self.quirks = force_quirks || quirks::is_quirks(name, public_id, system_id);
            self.mode = InsertionMode::BeforeHtml;
        }
    }

    /// Takes a start tag, and says what it does.
    pub(crate) fn start_tag(&mut self, tag: &impl TagView) -> StartTagOutcome {
        self.ignores_line_feed = false;
        self.outcome = StartTagOutcome::default();
        let name = Name::of(tag.name());
        self.process(Token::Start(name, Tag { name, bytes: tag.name(), view: Some(tag) }));
        self.outcome
    }

    /// Takes an end tag, whose `name` is in lower case.
    pub(crate) fn end_tag(&mut self, name: &[u8]) {
        self.ignores_line_feed = false;
        self.process(Token::End(Name::of(name), name));
    }

    /// Takes characters, with references decoded and newlines normalised.
    pub(crate) fn text(&mut self, text: &[u8]) {
        let ignores_line_feed = core::mem::take(&mut self.ignores_line_feed);
        let text = if ignores_line_feed { text.strip_prefix(b"\n").unwrap_or(text) } else { text };
        let mut last = None;
        for &byte in text {
            let character = Character::of(byte);
            // A character that is like the one before it changes nothing.
            if last != Some(character) {
                self.process(Token::Character(character));
            }
            last = Some(character);
        }
    }

    /// Takes a comment.
    pub(crate) fn comment(&mut self) {
        self.ignores_line_feed = false;
    }

    /// Returns whether the [adjusted current
    /// node](https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node) is outside the HTML namespace, so
    /// that `<![CDATA[` opens a CDATA section.
    pub(crate) fn allows_cdata(&self) -> bool {
        !self.current_node().is_html()
    }

    /// Returns whether the `body` element was created, or the `frameset` in its place.
    pub(crate) fn is_past_head(&self) -> bool {
        let second = self.open.get(1).map(|id| self.elements.kind(id));
        second.is_some_and(|kind| kind.is(Name::Body) || kind.is(Name::Frameset))
    }

    /// Notes where the next token stands.
    pub(crate) fn set_offset(&mut self, offset: usize) {
        self.at = offset;
    }

    /// Notes that there is no room for an element.
    fn overflow(&mut self) {
        self.overflowed_at.get_or_insert(self.at);
    }

    /// Returns the offset of the first token since which more elements were open, or in the list of active formatting
    /// elements, than there is room for: what is said since then may differ from the standard.
    pub(crate) fn overflowed_at(&self) -> Option<usize> {
        self.overflowed_at
    }

    /// Returns how much memory the names and attributes take that are kept, in bytes.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.elements.heap_bytes()
    }

    /// The [tree construction
    /// dispatcher](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher).
    fn process(&mut self, token: Token<'_>) {
        if self.is_html_content(token) {
            self.process_in_html_content(token);
        } else {
            self.in_foreign_content(token);
        }
    }

    /// Processes the token by the rules of the current insertion mode.
    fn process_in_html_content(&mut self, token: Token<'_>) {
        match self.mode {
            InsertionMode::Initial => self.initial(token),
            InsertionMode::BeforeHtml => self.before_html(token),
            InsertionMode::BeforeHead => self.before_head(token),
            InsertionMode::InHead => self.in_head(token),
            InsertionMode::InHeadNoscript => self.in_head_noscript(token),
            InsertionMode::AfterHead => self.after_head(token),
            InsertionMode::InBody => self.in_body(token),
            InsertionMode::Text => self.in_text(token),
            InsertionMode::InTable => self.in_table(token),
            InsertionMode::InCaption => self.in_caption(token),
            InsertionMode::InColumnGroup => self.in_column_group(token),
            InsertionMode::InTableBody => self.in_table_body(token),
            InsertionMode::InRow => self.in_row(token),
            InsertionMode::InCell => self.in_cell(token),
            InsertionMode::InTemplate => self.in_template(token),
            InsertionMode::AfterBody => self.after_body(token),
            InsertionMode::InFrameset => self.in_frameset(token),
            InsertionMode::AfterFrameset => self.after_frameset(token),
            InsertionMode::AfterAfterBody => self.after_after_body(token),
            InsertionMode::AfterAfterFrameset => self.after_after_frameset(token),
        }
    }

    /// Switches the insertion mode, and reprocesses the token.
    fn reprocess_in(&mut self, mode: InsertionMode, token: Token<'_>) {
        self.mode = mode;
        self.process(token);
    }

    /// Ignores the token.
    fn ignore(&mut self) {
        self.outcome.ignored = true;
    }

    /// Follows the generic [raw text or RCDATA element parsing
    /// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#parsing-elements-that-contain-only-text), or what is
    /// like it for `script`.
    fn parse_text_element(&mut self, tag: Tag<'_>) {
        self.insert_html_element(tag);
        self.switch_the_tokenizer(tag);
        self.original_mode = self.mode;
        self.mode = InsertionMode::Text;
    }

    /// Switches the tokenizer to the state that goes with an HTML element.
    fn switch_the_tokenizer(&mut self, tag: Tag<'_>) {
        self.outcome.state = content_model::after_start_tag(tag.bytes, self.scripting);
    }
}
