//! The tree-builder simulator: [tree construction](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction)
//! without a tree. It decides text states, namespaces and CDATA sections exactly, on any input, in bounded memory.
//!
//! 1. The simulator gets each token in order. It is a [`Sink`](crate::Sink) of the tokenizer's tokens. A tokenizer with
//!    tokens of its own calls [`TreeSim::start_tag`], [`end_tag`](TreeSim::end_tag), [`text`](TreeSim::text),
//!    [`comment`](TreeSim::comment) and [`doctype`](TreeSim::doctype).
//! 2. The dispatcher chooses the rules of the insertion mode, or the rules for foreign content.
//! 3. The rules update the stack of open elements, the list of active formatting elements, the insertion modes, and the
//!    pointers and flags of the [parse state](https://html.spec.whatwg.org/multipage/parsing.html#parse-state).
//! 4. A start tag returns a [`StartTagOutcome`]: the namespace, and the text state in which the tokenizer continues.
//!
//! Everything that cannot affect a later token is left out: nodes and their parents; the contents of text and comments;
//! parse errors; the execution of scripts. A [`TreeSink`] gets what tree construction does with elements and text: which
//! it creates, and where it inserts or moves them. By default this is `()`, and the calls compile to nothing.
//!
//! The stack of open elements and the list of active formatting elements are parallel arrays, which rules search
//! at almost every tag (`open_elements.rs`, `active_formatting.rs`). [`Limits::depth`](crate::Limits::depth) bounds both.
//!
//! The insertion modes are in the files of this folder, one function for each, with the standard's verbs. Read them
//! next to the standard. `tests.rs` compares the stack after every tag with html5ever's tree builder.

mod active_formatting;
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
mod insertion;
mod open_elements;
mod open_handle;
mod quirks;
mod stack;
#[cfg(test)]
pub(crate) mod tests;
mod token_sink;
mod tree_sink;

pub(crate) use crate::names::Element as Name;
use crate::text_state::TextState;
use crate::token::Namespace;
use active_formatting::ActiveFormatting;
use alloc::vec::Vec;
use core::ops::Range;
use element::{Element, ElementKind};
use element_table::{ElementId, ElementTable, Referrer};
pub(crate) use foreign_rules::{IntegrationPoint, breaks_out, integration_point};
pub use foreign_rules::{ends_scopes, may_hold_html};
use open_elements::OpenElements;
pub use open_handle::{Inserted, OpenHandle};
pub use quirks::is_quirks;
pub use tree_sink::{NewElement, Place, TreeSink};

/// The parts of a start tag that tree construction reads.
pub trait TagView {
    /// Returns the name, in lower case.
    fn name(&self) -> &[u8];
    /// Returns the value of the attribute called `name`.
    fn attribute(&self, name: &[u8]) -> Option<&[u8]>;
    /// Calls `visit` with the name and the value of each attribute.
    fn for_each_attribute(&self, visit: &mut dyn FnMut(&[u8], &[u8]));
    /// Returns the self-closing flag.
    fn is_self_closing(&self) -> bool;
}

/// The effect of a start tag on the tokenizer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StartTagOutcome {
    /// The namespace of the element; of an ignored tag, the namespace that its element would have.
    pub namespace: Namespace,
    /// True if the rules ignore the token.
    pub ignored: bool,
    /// The text state in which the tokenizer continues.
    pub state: TextState,
}

/// The state of tree construction for one document.
#[derive(Clone, Debug)]
pub struct TreeSim<T: TreeSink = ()> {
    /// The scripting flag: if true, `noscript` is raw text.
    scripting: bool,
    /// [Insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#insertion-mode)
    mode: InsertionMode,
    /// [Original insertion mode](https://html.spec.whatwg.org/multipage/parsing.html#original-insertion-mode)
    original_mode: InsertionMode,
    /// [Stack of template insertion
    /// modes](https://html.spec.whatwg.org/multipage/parsing.html#stack-of-template-insertion-modes): one for each open
    /// `template` element.
    template_modes: Vec<InsertionMode>,
    elements: ElementTable<T::Node>,
    /// The stack of open elements. The first element, `html`, exists from the start, before the rules create it: no
    /// rule depends on it earlier.
    open: OpenElements,
    /// The list of active formatting elements.
    formatting: ActiveFormatting,
    /// True if the [`head` element
    /// pointer](https://html.spec.whatwg.org/multipage/parsing.html#head-element-pointer) is set.
    head: bool,
    /// The node of the `head` element, if the pointer is set.
    head_node: T::Node,
    /// [`form` element pointer](https://html.spec.whatwg.org/multipage/parsing.html#form-element-pointer)
    form: Option<ElementId>,
    /// [Frameset-ok flag](https://html.spec.whatwg.org/multipage/parsing.html#frameset-ok-flag)
    frameset_ok: bool,
    /// True if the document is in [quirks mode](https://dom.spec.whatwg.org/#concept-document-quirks).
    quirks: bool,
    /// True if the next token is ignored if it is a LINE FEED.
    ignores_line_feed: bool,
    /// The depth limit: the largest number of open elements, and of entries in the list of active formatting elements.
    depth: usize,
    /// The offset of the current token.
    offset: usize,
    /// The number of bytes to subtract from the offsets of tokens. It is 0 unless the bytes before a chunk are read.
    preceding: usize,
    /// The offset of the first token that exceeded the depth limit.
    overflowed_at: Option<usize>,
    /// The outcome of the current start tag.
    outcome: StartTagOutcome,
    /// True while [foster parenting](https://html.spec.whatwg.org/multipage/parsing.html#foster-parent) is enabled.
    foster_parenting: bool,
    /// True if a character since the last token of another kind put its table text before the table.
    fosters_table_text: bool,
    /// The range of the current characters in the current text.
    characters: Range<usize>,
    /// The receiver of elements and text.
    nodes: T,
}

/// The [insertion modes](https://html.spec.whatwg.org/multipage/parsing.html#insertion-mode).
///
/// There is no "in table text": table characters are processed one by one instead of being collected. If one of them is
/// not white space, the standard processes all by the rules for "in body". White space changes nothing there, before or
/// after that character, except for its place: a [`TreeSink`] holds it until the place is known.
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

/// A token that the insertion modes process. Comments, and DOCTYPEs after the first, change nothing.
///
/// PERF: passed by reference, because a copy of fields that were just written waits until all of them are in memory.
enum Token<'t> {
    Start(Name, &'t Tag<'t>),
    /// The name, and its bytes. The bytes are used only if the name is `Name::Other`.
    End(Name, &'t [u8]),
    Character(Character),
}

/// A character, as far as the rules distinguish characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Character {
    Null,
    WhiteSpace,
    Other,
}

/// A start tag token.
struct Tag<'t> {
    name: Name,
    bytes: &'t [u8],
    /// The tag in the input. `None` for a token that the rules make up, which has no attributes.
    view: Option<&'t dyn TagView>,
}

impl Tag<'_> {
    /// Returns a start tag token with no attributes, for an element that the rules imply.
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
    /// Starts a document. `depth` is the depth limit.
    pub fn new(scripting: bool, depth: usize) -> Self {
        Self::with_sink(scripting, depth, ())
    }
}

impl<T: TreeSink> TreeSim<T> {
    /// Starts a document whose elements go to `nodes`. The sink gets the `html` element at once, and its attributes later.
    pub fn with_sink(scripting: bool, depth: usize, mut nodes: T) -> Self {
        let html = Element::new(ElementKind { name: Name::Html, ..ElementKind::default() }, &[]);
        let (mut elements, mut open) = (ElementTable::default(), OpenElements::default());
        let key = html.stack_key();
        let node = nodes.create(NewElement::implied(Name::Html));
        nodes.insert(Place::Document, node);
        open.push(elements.add(html, node, Referrer::Stack), key);
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
            offset: 0,
            preceding: 0,
            overflowed_at: None,
            outcome: StartTagOutcome::default(),
            head_node: T::Node::default(),
            foster_parenting: false,
            fosters_table_text: false,
            characters: 0..0,
            nodes,
        }
    }

    /// Processes a DOCTYPE.
    pub fn doctype(
        &mut self,
        name: Option<&[u8]>,
        public_id: Option<&[u8]>,
        system_id: Option<&[u8]>,
        force_quirks: bool,
    ) {
        self.end_text();
        if self.mode == InsertionMode::Initial {
            self.quirks = force_quirks || quirks::is_quirks(name, public_id, system_id);
            self.nodes.set_quirks(self.quirks);
            self.mode = InsertionMode::BeforeHtml;
        }
    }

    /// Processes a start tag, and returns its effect on the tokenizer.
    pub fn start_tag(&mut self, tag: &impl TagView) -> StartTagOutcome {
        self.end_text();
        self.outcome = StartTagOutcome::default();
        let name = Name::of(tag.name());
        self.process(&Token::Start(name, &Tag { name, bytes: tag.name(), view: Some(tag) }));
        self.outcome
    }

    /// Processes an end tag. `name` is in lower case.
    pub fn end_tag(&mut self, name: &[u8]) {
        self.end_text();
        self.process(&Token::End(Name::of(name), name));
    }

    /// Processes characters, with references decoded and newlines normalised.
    pub fn text(&mut self, text: &[u8]) {
        let ignores_line_feed = core::mem::take(&mut self.ignores_line_feed);
        let start = usize::from(ignores_line_feed && text.first() == Some(&b'\n'));
        if self.nodes.takes_text() {
            return self.insert_text(text, start);
        }
        let mut last = None;
        for &byte in &text[start..] {
            let character = Character::of(byte);
            // PERF: a character of the same kind as the one before it changes nothing.
            if last != Some(character) {
                self.process(&Token::Character(character));
            }
            // PERF: no character changes anything after one that is neither NULL nor white space.
            if character == Character::Other {
                return;
            }
            last = Some(character);
        }
    }

    /// Processes a comment.
    pub fn comment(&mut self) {
        self.end_text();
        if T::RECEIVES && self.nodes.takes_text() && self.inserts_comments_in_current_node() {
            self.nodes.insert_comment(self.elements.node(self.open.current()));
        }
    }

    /// Returns false if a comment is inserted in the document, or after the `body` element.
    fn inserts_comments_in_current_node(&self) -> bool {
        !matches!(
            self.mode,
            InsertionMode::Initial
                | InsertionMode::BeforeHtml
                | InsertionMode::AfterBody
                | InsertionMode::AfterAfterBody
                | InsertionMode::AfterAfterFrameset
        )
    }

    /// Returns true if the [adjusted current
    /// node](https://html.spec.whatwg.org/multipage/parsing.html#adjusted-current-node) is outside the HTML namespace, so
    /// that `<![CDATA[` opens a CDATA section.
    pub fn allows_cdata(&self) -> bool {
        !self.current_node().is_html()
    }

    /// Returns true if the `body` element was created, or a `frameset` element instead.
    pub fn is_past_head(&self) -> bool {
        let second = self.open.get(1).map(|id| self.elements.kind(id));
        second.is_some_and(|kind| kind.is(Name::Body) || kind.is(Name::Frameset))
    }

    /// Records that the current token exceeds the depth limit.
    fn overflow(&mut self) {
        self.overflowed_at.get_or_insert(self.offset);
    }

    /// Returns the offset of the first token that exceeded the depth limit. From there on, the results may differ from
    /// the standard.
    pub fn overflowed_at(&self) -> Option<usize> {
        self.overflowed_at
    }

    /// Returns the heap memory of the names and attributes of the elements, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.elements.heap_bytes()
    }

    /// The [tree construction
    /// dispatcher](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher).
    fn process(&mut self, token: &Token<'_>) {
        if self.is_html_content(token) {
            self.process_in_html_content(token);
        } else {
            self.in_foreign_content(token);
        }
    }

    /// Processes the token by the rules of the current insertion mode.
    fn process_in_html_content(&mut self, token: &Token<'_>) {
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
    fn reprocess_in(&mut self, mode: InsertionMode, token: &Token<'_>) {
        self.mode = mode;
        self.process(token);
    }

    /// Ignores the token.
    fn ignore(&mut self) {
        self.outcome.ignored = true;
    }

    /// Ends the characters before a token of another kind, or before the end of the document.
    #[inline(always)]
    fn end_text(&mut self) {
        self.ignores_line_feed = false;
        self.insert_held_characters();
    }

    /// Follows the generic [raw text or RCDATA element parsing
    /// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#parsing-elements-that-contain-only-text), or the
    /// corresponding steps for `script`.
    fn parse_text_element(&mut self, tag: &Tag<'_>) {
        self.insert_html_element(tag);
        self.switch_the_tokenizer(tag);
        self.original_mode = self.mode;
        self.mode = InsertionMode::Text;
    }

    /// Switches the tokenizer to the text state for the HTML element `tag`.
    fn switch_the_tokenizer(&mut self, tag: &Tag<'_>) {
        self.outcome.state = tag.name.text_state(self.scripting);
    }
}
