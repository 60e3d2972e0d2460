//! The sink that collects what a page holds: it follows the elements of the page, and passes each token on to the lists
//! of links, texts and metadata.

mod characters;
mod hiding;
mod metadata_tags;
mod open_and_close;
mod start_tags;

use super::anchor_texts::{AnchorTexts, TextPosition, TextSpan};
use super::flags::Flags;
use super::link_collector::{LinkCollector, LinkContext};
use super::metadata::LinkElement;
use super::names::{Attr, Element, may_be_significant};
use super::open_blocks::{OpenBlocks, is_tracked};
use super::options::ExtractOptions;
use super::page::{ItemAttribute, PageDoctype};
use super::page_text::PageText;
use crate::arena::Arena;
use crate::encoding::Decision;
use crate::feedback::{self, Namespace};
use crate::options::TextState;
use crate::sink::Sink;
use crate::token::{Doctype, EndTag, ShortName, Source, StartTag, Text};
use bumpalo::Bump;
use bumpalo::collections::Vec;
use hiding::HiddenElement;

/// A heading that was read.
pub(super) struct CollectedHeading<'a> {
    pub(super) level: u8,
    pub(super) id: Option<&'a str>,
    pub(super) text: TextSpan<'a>,
}

/// How far the page's head goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HeadState {
    Open,
    Closed,
}

/// Collects what a page holds.
pub(super) struct PageSink<'a, 'o> {
    arena: &'a Arena,
    bump: &'a Bump,
    page: &'a str,
    options: &'o ExtractOptions,
    /// Changed by a `meta`.
    pub(super) decision: Decision<'a>,
    /// Whether the page must be read again in another encoding.
    pub(super) restarts: bool,
    pub(super) flags: Flags,
    pub(super) links: LinkCollector<'a>,
    pub(super) anchors: AnchorTexts<'a>,
    pub(super) text: PageText<'a>,
    pub(super) doctype: Option<PageDoctype<'a>>,
    pub(super) lang: Option<&'a str>,
    pub(super) dir: Option<&'a str>,
    pub(super) title: Option<&'a str>,
    pub(super) base_href: Option<&'a str>,
    pub(super) metas: Vec<'a, &'a [(&'a str, &'a str)]>,
    pub(super) relations: Vec<'a, LinkElement<'a>>,
    pub(super) json_ld: Vec<'a, &'a str>,
    pub(super) items: Vec<'a, ItemAttribute<'a>>,
    pub(super) headings: Vec<'a, CollectedHeading<'a>>,
    /// The headings that are open: their index, where their text begins, and the number of elements that are open with
    /// them.
    open_headings: Vec<'a, (usize, TextPosition, usize)>,
    /// What reads the raw text that follows.
    raw_text: Element,
    /// Whether that is JSON-LD.
    is_json_ld: bool,
    head: HeadState,
    /// The open elements, as far as text needs them.
    blocks: OpenBlocks<'a>,
    /// The number of open `template` elements that are no shadow roots.
    templates: usize,
    /// For each open `template` that is a [declarative shadow
    /// root](https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode), the number of elements
    /// that are open with it.
    shadow_roots: Vec<'a, usize>,
    noscripts: usize,
    /// How many `pre` and `listing` elements are open.
    pre: usize,
    /// Whether a line feed at the start of the next text is dropped.
    drops_line_feed: bool,
    /// The outermost element whose content is no text.
    hidden: Option<HiddenElement<'a>>,
    /// The hidden formatting element that the present tag ended, and that is to be opened again.
    reopens: Option<&'a [u8]>,
    /// For each open `text` element of SVG, the number of elements that are open with it.
    svg_texts: Vec<'a, usize>,
    /// Whether a tag was read.
    has_tag: bool,
    /// Tags without attributes of interest change the stack of open elements and are edges, and nothing else:
    /// [`update_fast_flags`](Self::update_fast_flags).
    passes_tags: bool,
    /// Besides, no text is wanted here, so that edges do not matter.
    needs_only_stack: bool,
}

impl<'a, 'o> PageSink<'a, 'o> {
    pub(super) fn new(options: &'o ExtractOptions, decision: Decision<'a>, page: &'a str, arena: &'a Arena) -> Self {
        let bump = arena.bump();
        Self {
            arena,
            bump,
            page,
            options,
            decision,
            restarts: false,
            flags: Flags::default(),
            links: LinkCollector::new(options, page, bump),
            anchors: AnchorTexts::new(page.len() / 8, bump),
            text: PageText::new(if options.text { page.len() } else { 0 }, bump),
            doctype: None,
            lang: None,
            dir: None,
            title: None,
            base_href: None,
            metas: Vec::new_in(bump),
            relations: Vec::new_in(bump),
            json_ld: Vec::new_in(bump),
            items: Vec::new_in(bump),
            headings: Vec::new_in(bump),
            open_headings: Vec::new_in(bump),
            raw_text: Element::Other,
            is_json_ld: false,
            head: HeadState::Open,
            blocks: OpenBlocks::new(bump),
            templates: 0,
            shadow_roots: Vec::new_in(bump),
            noscripts: 0,
            pre: 0,
            drops_line_feed: false,
            hidden: None,
            reopens: None,
            svg_texts: Vec::new_in(bump),
            has_tag: false,
            passes_tags: false,
            needs_only_stack: false,
        }
    }

    /// Ends what is still open.
    pub(super) fn finish(&mut self) {
        self.close_above(0);
        while let Some(closed) = self.anchors.finish() {
            self.links.note_anchor(closed);
        }
    }

    /// Sets which tags need no closer look.
    fn update_fast_flags(&mut self) {
        self.passes_tags = self.head == HeadState::Closed && !self.blocks.is_named() && self.shadow_roots.is_empty();
        self.needs_only_stack =
            self.passes_tags && !self.options.text && !self.anchors.is_open() && self.hidden.is_none();
    }

    /// Takes a tag where only the stack matters, if it is none of those followed and its rule is simple. Returns false for
    /// others.
    ///
    /// PERF: half of all tags end here.
    #[inline(always)]
    fn take_block(&mut self, name: Option<ShortName>, is_end: bool) -> bool {
        self.drops_line_feed = false;
        let Some(name) = name else { return false };
        let element = Element::block_of(name.to_lower_case());
        if is_end { self.blocks.end_simple(element) } else { self.blocks.start_simple(element) }
    }

    /// Takes the start tag of an HTML element that has no attribute of interest.
    #[inline(never)]
    fn pass_start(&mut self, name: &'a [u8]) {
        self.drops_line_feed = false;
        let element = Element::of(name);
        if !(element.is_block() || self.blocks.has_template()) {
            return self.edge(element.edge());
        }
        if self.blocks.start_simple(element) {
            self.edge(element.edge());
        } else {
            self.start_without_attributes(element, name);
        }
    }

    /// Takes an end tag that is none of those followed.
    #[inline(never)]
    fn pass_end(&mut self, name: &'a [u8]) {
        self.drops_line_feed = false;
        let element = Element::of(name);
        if !(element.is_block() || element == Element::Br) {
            return;
        }
        if is_tracked(element) && self.blocks.end_simple(element) {
            self.leave(element);
            self.reopen();
        } else {
            self.end_html(element, name);
        }
    }

    /// Returns what a tag that comes now is in.
    fn link_context(&self) -> LinkContext {
        LinkContext {
            in_head: self.head == HeadState::Open,
            in_noscript: self.noscripts > 0,
            in_template: self.templates > 0,
        }
    }

    #[inline(never)]
    fn read_start_tag(&mut self, tag: StartTag<'a>) {
        self.drops_line_feed = false;
        self.has_tag = true;
        let name = tag.name();
        if tag.namespace() == Namespace::Html {
            self.html_start_tag(tag, name);
        } else {
            self.foreign_start_tag(tag, name);
        }
        self.update_fast_flags();
    }

    #[inline(never)]
    fn read_end_tag(&mut self, tag: EndTag<'a>) {
        self.drops_line_feed = false;
        self.has_tag = true;
        let name = tag.name();
        let element = element_of(tag.short_name(), name);
        // The end of raw text ends nothing else.
        let is_raw_text = self.raw_text == element && element != Element::Other;
        if is_raw_text {
            self.edge(element.edge());
        } else if !self.end_foreign(name) {
            self.end_html(element, name);
        }
        match element {
            Element::Head => self.head = HeadState::Closed,
            // An empty title is one too.
            Element::Title if is_raw_text && self.wants_title() => {
                self.title.get_or_insert("");
            }
            Element::Noscript => self.noscripts = self.noscripts.saturating_sub(1),
            _ => {}
        }
        if element != Element::Other {
            self.raw_text = Element::Other;
        }
        self.update_fast_flags();
    }
}

impl<'a> Sink<'a> for PageSink<'a, '_> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        if !self.has_tag && self.head == HeadState::Open && self.doctype.is_none() {
            let (name, public_id, system_id) = (doctype.name(), doctype.public_id(), doctype.system_id());
            let is_quirky = doctype.force_quirks() || feedback::is_quirks(name, public_id, system_id);
            self.blocks.set_quirks(is_quirky);
        }
        let source = Source { input: &[], arena: self.arena };
        let text = |bytes: Option<&'a [u8]>| bytes.map(|bytes| source.text(bytes));
        self.doctype.get_or_insert(PageDoctype {
            name: text(doctype.name()),
            public_id: text(doctype.public_id()),
            system_id: text(doctype.system_id()),
        });
    }

    // PERF: most tags have no attribute of interest, and most text is not asked for: both are sorted out in the scan loop.
    #[inline(always)]
    fn start_tag(&mut self, tag: StartTag<'a>) {
        if self.passes_tags
            && tag.namespace() == Namespace::Html
            && !tag.attributes().any(|attribute| Attr::may_be(attribute.raw_name()))
        {
            if self.needs_only_stack && self.take_block(tag.raw_short_name(), false) {
                return;
            }
            if !may_be_significant(tag.raw_name()) {
                return self.pass_start(tag.name());
            }
        }
        self.read_start_tag(tag);
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: EndTag<'a>) {
        if self.passes_tags {
            if self.needs_only_stack && self.take_block(tag.raw_short_name(), true) {
                return;
            }
            if !may_be_significant(tag.raw_name()) {
                return self.pass_end(tag.name());
            }
        }
        self.read_end_tag(tag);
    }

    #[inline(always)]
    fn text(&mut self, text: Text<'a>) {
        match text.state() {
            TextState::Rcdata | TextState::Rawtext | TextState::ScriptData => self.raw_characters(text),
            _ if self.needs_only_stack => self.drops_line_feed = false,
            _ => self.characters(text),
        }
    }

    fn is_done(&self) -> bool {
        self.restarts
    }
}

/// Returns the element of a tag with this name.
#[inline(always)]
fn element_of(short: Option<ShortName>, name: &[u8]) -> Element {
    match short {
        Some(short) => Element::of_short(short),
        None => Element::of(name),
    }
}
