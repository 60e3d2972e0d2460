//! The token sink of the extractor: tracks the open elements, and passes each token on to the collectors of links, text
//! and metadata.
//!
//! Most tags cannot contribute anything, so the sink sorts them out in the tokenizer's scan loop, before their names
//! are decoded:
//!
//! 1. [`Filter::updates_stack`](filter::Filter::updates_stack): a tag without attributes of interest whose name is not significant affects the
//!    stack of open elements, and separates text. If its rule is simple, that takes a few table lookups
//!    ([`update_stack`](PageSink::update_stack)).
//! 2. [`Filter::skips_tags`](filter::Filter::skips_tags): the same for tags in hidden elements, and for other rules.
//! 3. All other tags take the slow path, [`read_start_tag`](PageSink::read_start_tag) and
//!    [`read_end_tag`](PageSink::read_end_tag).
//!
//! Of `<ul><li>One</li></ul>`, all tags end at step 1. Of `<ul><li>One<li>Two</ul>`, the second `<li>` and `</ul>` end
//! at step 2, since they end another `li`.
//!
//! Text that is a single run of words is used as the tokenizer finds it ([`Text::words`]).
//!
//! Functions that are inlined into the scan loop pass tokens by value to functions that are not. With a reference, the compiler stores
//! each token in memory, even if the filter skips its tag: a full record took 1.02 times the time, and text 1.03 times.
//!
//! If you change what a tag without attributes affects, also update the lists in `filter.rs`, and
//! [`narrow_filter`](PageSink::narrow_filter). `tests/collectors.rs` compares the page with one for which nothing is
//! skipped, and `tests/text_by_tree.rs` with a DOM.

mod characters;
pub(crate) mod collectors;
mod display_classes;
pub(crate) mod facts;
mod filter;
mod link_context;
mod open_and_close;
mod open_elements;
mod plain_tags;
mod rendering;
mod start_tags;
pub(crate) mod tree_collectors;

pub(crate) use characters::ends_head;
pub use rendering::is_hidden_by_attributes;
pub(crate) use start_tags::is_head_element;

use super::flags::Flags;
use super::names::{Attr, Element};
use super::open_blocks::{END_TAG_EDGES, Marks, is_tracked};
use super::options::ExtractOptions;
use crate::collector::Collector;
use crate::css::inline_style::WhiteSpace;
use bumpalo::Bump;
use collectors::Collectors;
use display_classes::DisplayClasses;
use filter::Filter;
use open_elements::{FactsAlone, OpenElements};
use tagrake::encoding::Decision;
use tagrake::names::{NameFilter, ShortName};
use tagrake::{
    Arena, Comment, Doctype, EndTag, ErrorCode, Namespace, ParseError, Sink, StartTag, Text, TextState, tree_sim,
};
use tree_collectors::TreeCollectors;

/// Collects the links, text and metadata of a page.
pub(super) struct PageSink<'a, 'o, C> {
    arena: &'a Arena,
    bump: &'a Bump,
    page: &'a str,
    options: &'o ExtractOptions,
    pub(super) flags: Flags,
    /// The number of parse errors by code, in the order of [`ErrorCode::ALL`]; empty unless they are requested.
    pub(super) errors: &'a mut [usize],
    pub(super) collectors: Collectors<'a, C>,
    pub(super) tree: TreeCollectors<'a>,
    open: OpenElements<'a>,
    filter: Filter,
    facts: FactsAlone,
    /// True if no more tokens are needed: a `meta` changed the encoding, or there are too many links.
    is_done: bool,
    classes: DisplayClasses<'a>,
}

impl<'a, 'o, C: Collector<'a>> PageSink<'a, 'o, C> {
    pub(super) fn new(
        options: &'o ExtractOptions,
        decision: Decision<'a>,
        page: &'a str,
        arena: &'a Arena,
        own: C,
        facts_alone: bool,
    ) -> Self
    where
        'o: 'a,
    {
        let bump = arena.bump();
        Self {
            arena,
            bump,
            page,
            options,
            flags: Flags::default(),
            errors: if options.parse_errors { bump.alloc_slice_fill_copy(ErrorCode::ALL.len(), 0) } else { &mut [] },
            collectors: Collectors::new(options, decision, bump, own),
            tree: TreeCollectors::new(options, page, arena),
            open: OpenElements::new(bump),
            filter: Filter::default(),
            facts: FactsAlone { are_wanted: facts_alone, ..FactsAlone::default() },
            is_done: false,
            classes: DisplayClasses::new(),
        }
    }

    /// The elements whose tags affect more than the stack of open elements, even if no text is collected.
    const SIGNIFICANT: &'static NameFilter =
        &filter::WALKED_NAMES.or(&NameFilter::of(&[tree_collectors::RENDERED])).or(Collectors::<C>::ELEMENTS);

    /// The attributes whose start tags are seen.
    pub(crate) const ATTRIBUTES: &'static NameFilter = &Attr::FILTER.or(Collectors::<C>::ATTRIBUTES);
    /// The same, and `role`, for the regions of links.
    pub(crate) const WITH_ROLE: &'static NameFilter = &Self::ATTRIBUTES.or(&NameFilter::of(&["role"]));
    /// The same, if no attributes are read but those that hide content.
    pub(crate) const HIDING: &'static NameFilter = &Attr::HIDING.or(C::ATTRIBUTES);

    /// Returns true if the caller's collector may have to see the element.
    #[inline(always)]
    fn is_own(name: &[u8]) -> bool {
        !const { C::ELEMENTS.is_empty() } && C::ELEMENTS.may_hold(name)
    }

    /// Ends all open elements and anchors at the end of the page.
    pub(super) fn finish(&mut self) {
        self.tree.links.end_text();
        self.close_above(0);
        self.tree.flush();
        while self.tree.end_anchor(|anchors| anchors.close_anchor(0)) {}
    }

    /// Sets the filter for the place of the next token, and whether one is needed. Must be called after each token that the filter did not skip.
    fn narrow_filter(&mut self) {
        if self.facts.are_wanted && !self.open.in_head {
            self.facts.templates = self.open.templates + self.open.shadow_roots;
            self.filter = Filter { facts_alone: true, skips_text: true, ..Filter::default() };
            self.is_done = self.collectors.metadata.restarts;
            return;
        }
        let is_plain = !self.open.in_head
            && !self.open.blocks.tracks_names()
            && self.open.shadow_roots == 0
            && !self.tree.reads_formula();
        let skips_tags = is_plain && !self.tree.collects_blocks() && !self.tree.collects_items();
        let collects_text = self.options.text || self.tree.is_in_anchor_or_heading();
        let is_shown = skips_tags && self.open.hidden.is_none();
        self.filter = Filter {
            skips_tags,
            skips_plain_tags: is_plain && self.tree.collects_blocks(),
            is_shown,
            updates_stack: is_shown && self.open.unusual == 0 && !self.options.link_context,
            skips_text: is_shown && !collects_text,
            facts_alone: false,
        };
        self.open.blocks.set_anchor(self.tree.is_in_anchor_or_heading());
        self.is_done = self.collectors.metadata.restarts || self.tree.links.is_over;
    }

    /// Updates the stack, and separates text, for a tag without attributes of interest whose name is not significant
    /// and whose rule is simple. Returns false, without a change of the stack, for other tags. [`Filter::updates_stack`] must be set.
    ///
    /// PERF: two thirds of all tags end here.
    #[inline(always)]
    fn update_stack(&mut self, name: Option<ShortName>, is_end: bool) -> bool {
        self.open.drops_line_feed = false;
        let Some(name) = name else { return false };
        let element = Element::block_of(name.to_lower_case());
        let (is_simple, edge) = if is_end {
            (self.open.blocks.end_simple(element), END_TAG_EDGES[element as usize])
        } else {
            (self.open.blocks.start_simple(element), element.edge())
        };
        if is_simple && !self.filter.skips_text {
            self.tree.edge(edge);
        }
        is_simple
    }

    /// Handles an HTML start tag without attributes of interest whose name is not significant.
    #[inline(never)]
    fn fast_start_tag(&mut self, name: &'a [u8]) {
        self.open.drops_line_feed = false;
        let element = Element::of(name);
        if !(element.is_block() || self.open.blocks.has_template()) {
            return self.edge(element.edge());
        }
        if self.open.blocks.start_simple(element) {
            self.edge(element.edge());
        } else {
            self.start_without_attributes(element, name);
        }
    }

    /// Handles an end tag whose name is not significant.
    #[inline(never)]
    fn fast_end_tag(&mut self, name: &'a [u8]) {
        self.open.drops_line_feed = false;
        let element = Element::of(name);
        if !(element.is_block() || element == Element::Br) {
            return;
        }
        if is_tracked(element) && self.open.blocks.end_simple(element) {
            self.on_popped(element);
            self.reopen();
        } else {
            self.end_html(element, name);
        }
    }

    /// Returns true if the tag is of an inline element, and if text is collected here. Other elements separate text anyway.
    #[inline(always)]
    fn is_in_line(&self, tag: &StartTag<'a>) -> bool {
        let element = || tag.raw_short_name().map(|name| Element::block_of(name.to_lower_case()));
        !self.filter.skips_text && element().is_none_or(|element| matches!(element, Element::A | Element::Other))
    }

    #[inline(never)]
    fn read_start_tag(&mut self, tag: StartTag<'a>) {
        self.tree.start_tag(&tag);
        self.open.drops_line_feed = false;
        if self.filter.skips_plain_tags && self.add_plain_start_tag(&tag) {
            return;
        }
        self.open.has_tag = true;
        let name = tag.name();
        if tag.namespace() == Namespace::Html {
            self.html_start_tag(&tag, name);
        } else {
            self.foreign_start_tag(&tag, name);
        }
        self.narrow_filter();
    }

    #[inline(never)]
    fn read_end_tag(&mut self, tag: EndTag<'a>) {
        self.tree.end_tag(&tag);
        self.open.drops_line_feed = false;
        if self.filter.skips_plain_tags && self.add_plain_end_tag(&tag) {
            return;
        }
        self.open.has_tag = true;
        let name = tag.name();
        let element = Element::of_tag(tag.short_name(), name);
        // The end tag of raw text ends no other element.
        let is_raw_text = self.open.raw_text == element && element != Element::Other;
        if is_raw_text {
            self.edge(element.edge());
            self.tree.block_edge(element, Marks::NONE, self.open.is_pre());
        } else if !self.end_foreign(name) {
            self.end_html(element, name);
            self.tree.end_inline(name);
        }
        self.collectors.end_tag(&tag);
        match element {
            Element::Head => self.open.in_head = false,
            Element::Sub | Element::Sup if self.options.text => {
                self.tree.texts.text.end_script(element == Element::Sup);
            }
            Element::Noscript => self.open.noscripts = self.open.noscripts.saturating_sub(1),
            _ => {}
        }
        if element != Element::Other {
            self.open.raw_text = Element::Other;
        }
        self.narrow_filter();
    }
}

impl<'a, C: Collector<'a>> Sink<'a> for PageSink<'a, '_, C> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        if !self.open.has_tag && self.open.in_head && self.collectors.metadata.document.doctype.is_none() {
            let (name, public_id, system_id) = (doctype.name(), doctype.public_id(), doctype.system_id());
            let is_quirky = doctype.force_quirks() || tree_sim::is_quirks(name, public_id, system_id);
            self.open.blocks.set_quirks(is_quirky);
        }
        self.collectors.metadata.doctype(&doctype, self.arena);
        self.tree.doctype(&doctype);
    }

    // PERF: most tags have no attribute of interest, and most text is not collected. Both are sorted out in the scan
    // loop.
    #[inline(always)]
    fn start_tag(&mut self, tag: StartTag<'a>) {
        if self.filter.facts_alone {
            return self.fact_start_tag(&tag);
        }
        let is_plain = self.filter.skips_tags && tag.namespace() == Namespace::Html && !tag.has_wanted();
        if is_plain && !(self.is_in_line(&tag) && self.classes.has_any(&tag)) {
            if self.filter.updates_stack
                && !Self::is_own(tag.raw_name())
                && self.update_stack(tag.raw_short_name(), false)
            {
                return;
            }
            if !Self::SIGNIFICANT.may_hold(tag.raw_name()) && !self.open.contains_items() {
                return self.fast_start_tag(tag.name());
            }
        }
        self.read_start_tag(tag);
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: EndTag<'a>) {
        if self.filter.facts_alone {
            return self.fact_end_tag(&tag);
        }
        if self.filter.skips_tags {
            if self.filter.updates_stack
                && !Self::is_own(tag.raw_name())
                && self.update_stack(tag.raw_short_name(), true)
            {
                return;
            }
            if !Self::SIGNIFICANT.may_hold(tag.raw_name()) {
                return self.fast_end_tag(tag.name());
            }
        }
        self.read_end_tag(tag);
    }

    #[inline(always)]
    fn text(&mut self, text: Text<'a>) {
        if self.filter.facts_alone {
            return self.fact_text(&text);
        }
        if C::TEXT {
            let place = self.open.place();
            self.collectors.own.text(&text, place);
        }
        match text.state() {
            TextState::Rcdata | TextState::Rawtext | TextState::ScriptData => self.raw_characters(text),
            _ if self.filter.skips_text && !C::TEXT => self.open.drops_line_feed = false,
            _ => match text.words() {
                Some(words) if self.filter.is_shown && self.open.white_space == WhiteSpace::Collapse => {
                    self.open.drops_line_feed = false;
                    if words.range.is_empty() {
                        self.tree.white_space();
                    } else {
                        self.tree.words(&words);
                    }
                }
                _ => self.characters(text),
            },
        }
    }

    fn comment(&mut self, comment: Comment<'a>) {
        self.tree.comment(&comment);
        let first = self.tree.links.len();
        self.tree.links.comment(&comment, self.open.place());
        self.set_link_context(first, None);
    }

    fn error(&mut self, error: ParseError) {
        if let Some(count) = ErrorCode::ALL.binary_search(&error.code).ok().and_then(|index| self.errors.get_mut(index))
        {
            *count += 1;
        }
    }

    fn is_done(&self) -> bool {
        self.is_done
    }

    #[inline(always)]
    fn ignores_text(&self) -> bool {
        self.filter.skips_text && !C::TEXT
    }
}
