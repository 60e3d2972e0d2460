//! From tokens to what a page holds: one walk, in which each part of the page goes to who keeps it.

use super::anchors::{self, Anchors, Mark, Span};
use super::names::{Attr, Edge, Tag, may_be_followed, may_be_stacked};
use super::open_blocks::{Insert, OpenBlocks, is_formatting, is_member};
use super::options::ExtractOptions;
use super::page::{Flag, Flags, ItemAttribute, PageDoctype};
use super::rows::{Place, Rows};
use super::text::PageText;
use super::{collapse, inline_style, metadata};
use crate::arena::Arena;
use crate::encoding::{self, Decision};
use crate::feedback::{self, Namespace};
use crate::options::TextState;
use crate::sink::Sink;
use crate::token::{Attribute, Doctype, EndTag, Source, StartTag, Text};
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// A `link` element that is no template's content.
pub(super) struct Relation<'a> {
    pub(super) rel: &'a [&'a str],
    pub(super) rel_text: &'a str,
    pub(super) href: &'a str,
    pub(super) tag: StartTag<'a>,
}

/// A heading that was read.
pub(super) struct HeadingMarks<'a> {
    pub(super) level: u8,
    pub(super) id: Option<&'a str>,
    pub(super) text: Span<'a>,
}

/// How many headings are kept.
const HEADINGS: usize = 100_000;

/// How far the page's head goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Head {
    Open,
    Closed,
}

/// An open element whose content is no text.
#[derive(Clone, Copy)]
struct Hidden<'a> {
    /// The number of elements that are open with it.
    height: usize,
    /// What its edges are in the text around it: those of a box, if it has one.
    edge: Edge,
    /// Whether its text stands for an image: `title` of SVG.
    is_alt: bool,
    /// The name of a formatting element: where another element ends it, tree construction opens it again.
    formatting: Option<&'a [u8]>,
}

/// Collects what a page holds.
pub(super) struct Collector<'a, 'o> {
    arena: &'a Arena,
    bump: &'a Bump,
    page: &'a str,
    options: &'o ExtractOptions,
    /// Changed by a `meta`.
    pub(super) decision: Decision<'a>,
    /// Whether the page must be read again in another encoding.
    pub(super) restarts: bool,
    pub(super) flags: Flags,
    pub(super) rows: Rows<'a>,
    pub(super) anchors: Anchors<'a>,
    pub(super) text: PageText<'a>,
    pub(super) doctype: Option<PageDoctype<'a>>,
    pub(super) lang: Option<&'a str>,
    pub(super) dir: Option<&'a str>,
    pub(super) title: Option<&'a str>,
    pub(super) base_href: Option<&'a str>,
    pub(super) metas: Vec<'a, &'a [(&'a str, &'a str)]>,
    pub(super) relations: Vec<'a, Relation<'a>>,
    pub(super) json_ld: Vec<'a, &'a str>,
    pub(super) items: Vec<'a, ItemAttribute<'a>>,
    pub(super) headings: Vec<'a, HeadingMarks<'a>>,
    /// The headings that are open: their index, where their text begins, and the number of elements that are open with
    /// them.
    open_headings: Vec<'a, (usize, Mark, usize)>,
    /// What reads the raw text that follows.
    raw_text: Tag,
    /// Whether that is JSON-LD.
    is_json_ld: bool,
    head: Head,
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
    hidden: Option<Hidden<'a>>,
    /// The hidden formatting element that the present tag ended, and that is to be opened again.
    reopens: Option<&'a [u8]>,
    /// For each open `text` element of SVG, the number of elements that are open with it.
    svg_texts: Vec<'a, usize>,
    /// Whether a tag was read.
    has_tag: bool,
    /// Whether tags that say nothing are edges at most: [`Self::calm_down`].
    is_light: bool,
    /// Whether, besides, text does not matter here, nor the edges of elements.
    is_calm: bool,
}

impl<'a, 'o> Collector<'a, 'o> {
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
            rows: Rows::new(options, page, bump),
            anchors: Anchors::new(page.len() / 8, bump),
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
            raw_text: Tag::Other,
            is_json_ld: false,
            head: Head::Open,
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
            is_light: false,
            is_calm: false,
        }
    }

    /// Ends what is still open.
    pub(super) fn finish(&mut self) {
        self.close_above(0);
        while let Some(closed) = self.anchors.finish() {
            self.rows.note_anchor(closed);
        }
    }

    /// Notes what matters.
    fn calm_down(&mut self) {
        self.is_light = self.head == Head::Closed && !self.blocks.is_named() && self.shadow_roots.is_empty();
        self.is_calm = self.is_light && !self.options.text && !self.anchors.is_open();
    }

    /// Takes the start tag of an HTML element that has no attribute of interest.
    #[inline(never)]
    fn pass_start(&mut self, name: &'a [u8]) {
        self.drops_line_feed = false;
        let element = Tag::of(name);
        match self.blocks.simple_start(element) {
            Some(Insert::Push) => {
                self.edge(element.edge());
                self.blocks.push(element);
            }
            Some(_) => self.edge(element.edge()),
            None => {
                self.insert_html(element, name, None);
            }
        }
    }

    /// Takes an end tag that is none of those followed.
    #[inline(never)]
    fn pass_end(&mut self, name: &[u8]) {
        self.drops_line_feed = false;
        let element = Tag::of(name);
        if self.blocks.is_simple_end(element) {
            self.blocks.pop();
            self.leave(element);
            self.reopen();
        } else {
            self.end_html(element, name);
        }
    }

    /// Returns where a tag stands.
    fn place(&self) -> Place {
        Place { in_head: self.head == Head::Open, in_noscript: self.noscripts > 0, in_template: self.templates > 0 }
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
        self.calm_down();
    }

    #[inline(never)]
    fn read_end_tag(&mut self, tag: EndTag<'a>) {
        self.drops_line_feed = false;
        self.has_tag = true;
        let name = tag.name();
        let element = Tag::of(name);
        // The end of raw text ends nothing else.
        let is_raw_text = self.raw_text == element && element != Tag::Other;
        if is_raw_text {
            self.edge(element.edge());
        } else if !self.end_foreign(name) {
            self.end_html(element, name);
        }
        match element {
            Tag::Head => self.head = Head::Closed,
            // An empty title is one too.
            Tag::Title if is_raw_text && self.wants_title() => {
                self.title.get_or_insert("");
            }
            Tag::Noscript => self.noscripts = self.noscripts.saturating_sub(1),
            _ => {}
        }
        if element != Tag::Other {
            self.raw_text = Tag::Other;
        }
        self.calm_down();
    }

    /// Takes the start tag of an HTML element.
    fn html_start_tag(&mut self, tag: StartTag<'a>, name: &'a [u8]) {
        let element = Tag::of(name);
        if self.head == Head::Open && !may_stand_in_head(element) {
            self.head = Head::Closed;
        }
        if self.blocks.is_in_foreign() {
            self.close_above(self.blocks.before_html());
        }
        let is_hidden = match self.blocks.simple_start(element) {
            Some(insert) => {
                let hidden = if self.hidden.is_none() { self.hides(element, &tag) } else { None };
                if hidden.is_some() {
                    self.insert(element, name, insert == Insert::Push, hidden);
                } else {
                    self.edge(element.edge());
                    if insert == Insert::Push {
                        self.blocks.push(element);
                    }
                }
                hidden.is_some()
            }
            None => self.insert_html(element, name, Some(&tag)),
        };
        self.follow(element, &tag);
        let first = self.rows.len();
        let place = self.place();
        self.rows.add_html(tag, element, place, self.options.metadata.then_some(&mut self.items));
        match element {
            Tag::A => self.start_anchor(first),
            Tag::Img | Tag::Image if !is_hidden => self.note_alt(&tag),
            Tag::Input if !is_hidden && is_image_button(&tag) => self.note_alt(&tag),
            Tag::Base if !self.is_in_template() && self.base_href.is_none() => {
                self.base_href = tag.attribute(b"href").map(|href| href.value_str());
            }
            Tag::Meta => self.meta(tag),
            _ => {}
        }
        if self.options.metadata && element != Tag::Other {
            self.note_metadata(element, tag, name);
        }
    }

    /// Follows what an element means for what comes after its start tag.
    fn follow(&mut self, element: Tag, tag: &StartTag<'a>) {
        match element {
            Tag::Noscript if self.options.scripting => self.raw_text = element,
            Tag::Noscript => self.noscripts += 1,
            Tag::Pre | Tag::Listing => self.drops_line_feed = true,
            Tag::Template if is_shadow_root(tag) => self.shadow_roots.push(self.blocks.len()),
            Tag::Template => self.templates += 1,
            Tag::Frameset => self.flags.set(Flag::Frameset),
            Tag::Script => {
                self.raw_text = element;
                self.is_json_ld = self.options.metadata && is_json_ld(tag);
            }
            Tag::Title
            | Tag::Textarea
            | Tag::Style
            | Tag::Xmp
            | Tag::Iframe
            | Tag::Noembed
            | Tag::Noframes
            | Tag::Plaintext => self.raw_text = element,
            _ => {}
        }
    }

    /// Puts an HTML element on the stack, if it goes there, after what its start tag ends. Returns true if its content is
    /// no text; an element without `tag` has no attribute of interest.
    #[inline(never)]
    fn insert_html(&mut self, element: Tag, name: &'a [u8], tag: Option<&StartTag<'a>>) -> bool {
        if self.blocks.has_template() {
            self.blocks.note_in_template(element, name);
        }
        let before = self.blocks.before_start(element);
        self.close_above(before.height);
        let hidden = match tag {
            _ if before.insert == Insert::Ignored => {
                self.reopen();
                return false;
            }
            Some(tag) if self.hidden.is_none() && self.reopens.is_none() => self.hides(element, tag),
            _ => None,
        };
        self.insert(element, name, before.insert == Insert::Push, hidden);
        self.reopen();
        hidden.is_some()
    }

    /// Puts an HTML element on the stack, if it is one of those `pushed`, or is to be pushed by its name. `hidden`: its
    /// content is no text, and what its edges are.
    #[inline]
    fn insert(&mut self, element: Tag, name: &'a [u8], pushed: bool, hidden: Option<Edge>) {
        let edge = hidden.unwrap_or_else(|| element.edge());
        if pushed {
            if let Tag::Tr | Tag::Td | Tag::Th = element {
                while let Some(missing) = self.blocks.missing_part(element) {
                    self.edge(missing.edge());
                    self.push(missing);
                }
            }
            self.edge(edge);
            self.push(element);
        } else {
            self.edge(edge);
            if element == Tag::Form {
                self.blocks.start_form();
            }
            if !(hidden.is_some() || self.blocks.is_named()) || feedback::is_void(name) || holds_only_text(element) {
                return;
            }
            if element == Tag::A {
                self.end_named(name);
            }
            self.make_room();
            self.blocks.push_named(name);
        }
        if let Some(edge) = hidden {
            let formatting = Some(name).filter(|name| is_formatting(name));
            self.hidden = Some(Hidden { height: self.blocks.len(), edge, is_alt: false, formatting });
        }
    }

    /// Opens the hidden formatting element again that a tag ended which is not its own.
    #[inline(always)]
    fn reopen(&mut self) {
        if self.reopens.is_some() {
            self.reopen_now();
        }
    }

    #[cold]
    fn reopen_now(&mut self) {
        if let Some(name) = self.reopens.take() {
            self.make_room();
            self.blocks.push_named(name);
            let height = self.blocks.len();
            self.hidden = Some(Hidden { height, edge: Edge::None, is_alt: false, formatting: Some(name) });
            self.calm_down();
        }
    }

    /// Puts an HTML element on the stack.
    #[inline]
    fn push(&mut self, element: Tag) {
        self.make_room();
        self.blocks.push(element);
        match element {
            Tag::Pre | Tag::Listing => self.pre += 1,
            Tag::Form => self.blocks.start_form(),
            _ if anchors::is_marker(element) => self.anchors.open_level(self.blocks.len()),
            _ => {}
        }
    }

    /// Makes room on the stack for an element: where it is full, the innermost one ends.
    #[inline]
    fn make_room(&mut self) {
        if self.blocks.is_full() {
            self.flags.set(Flag::LimitDepth);
            self.close_above(self.blocks.len() - 1);
        }
    }

    /// Ends the innermost elements, until `height` are open.
    #[inline]
    fn close_above(&mut self, height: usize) {
        while self.blocks.len() > height
            && let Some(element) = self.blocks.pop()
        {
            self.leave(element);
        }
    }

    /// Follows an element off the stack; `Tag::Other` is one that was pushed by name.
    #[inline(always)]
    fn leave(&mut self, element: Tag) {
        let ends_hidden = self.hidden.as_ref().is_some_and(|hidden| hidden.height > self.blocks.len());
        if ends_hidden || IS_NOTED[element as usize] {
            self.leave_noted(element);
        } else {
            self.edge(element.edge());
        }
    }

    #[inline(never)]
    fn leave_noted(&mut self, element: Tag) {
        let height = self.blocks.len();
        let mut edge = element.edge();
        if let Some(hidden) = self.hidden
            && hidden.height > height
        {
            self.hidden = None;
            self.reopens = hidden.formatting;
            edge = hidden.edge;
        }
        match element {
            Tag::Pre | Tag::Listing => self.pre -= 1,
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => self.close_headings(height),
            Tag::Template => {
                if self.shadow_roots.last().is_some_and(|&open| open > height) {
                    self.shadow_roots.pop();
                } else {
                    self.templates -= 1;
                }
                self.reopens = None;
                self.close_anchors(height);
            }
            Tag::Other => {
                if self.svg_texts.last().is_some_and(|&open| open > height) {
                    self.svg_texts.pop();
                    edge = edge.max(Edge::Space);
                }
                self.close_anchors(height);
            }
            _ if anchors::is_marker(element) => {
                self.reopens = None;
                self.close_anchors(height);
            }
            _ => {}
        }
        self.edge(edge);
    }

    /// Ends the headings whose elements are closed.
    fn close_headings(&mut self, height: usize) {
        while let Some(&(index, start, open)) = self.open_headings.last()
            && open > height
        {
            self.open_headings.pop();
            self.headings[index].text = self.anchors.close_heading(start);
        }
        self.calm_down();
    }

    /// Ends the anchors whose level is closed.
    fn close_anchors(&mut self, height: usize) {
        while let Some(closed) = self.anchors.close_above(height) {
            self.rows.note_anchor(closed);
        }
        self.calm_down();
    }

    /// Takes an end tag by the rules for foreign content. Returns true if that is all that it does.
    fn end_foreign(&mut self, name: &[u8]) -> bool {
        if !self.blocks.is_in_foreign() {
            return false;
        }
        if let b"p" | b"br" = name {
            self.close_above(self.blocks.before_html());
            return false;
        }
        let Some(place) = self.blocks.before_foreign_end(name) else { return false };
        self.close_above(place);
        self.reopen();
        true
    }

    /// Takes the end tag of an HTML element.
    fn end_html(&mut self, element: Tag, name: &[u8]) {
        match element {
            Tag::Form => {
                if let Some((height, form)) = self.blocks.end_form() {
                    self.close_above(height);
                    if let Some(place) = form {
                        self.remove(place);
                        self.edge(element.edge());
                    }
                }
            }
            Tag::A => self.end_anchor(name),
            // Without its start tag it is an empty element.
            Tag::P | Tag::Br => match self.blocks.before_end(element) {
                Some(height) => self.close_above(height),
                None => self.edge(element.edge()),
            },
            _ if is_member(element) => {
                if let Some(height) = self.blocks.before_end(element) {
                    self.close_above(height);
                }
            }
            _ => self.end_named(name),
        }
        self.reopen();
    }

    /// Takes the end tag `a`.
    fn end_anchor(&mut self, name: &[u8]) {
        if let Some(height) = self.anchors.anchor_height()
            && !self.blocks.has_scope_above(height)
            && let Some(closed) = self.anchors.close_anchor()
        {
            self.rows.note_anchor(closed);
        }
        self.end_named(name);
    }

    /// Ends the HTML element that was pushed by this name.
    fn end_named(&mut self, name: &[u8]) {
        if !self.blocks.is_named() {
            return;
        }
        match self.blocks.before_named_end(name) {
            Some((place, true)) => {
                self.close_above(place);
                self.reopens = self.reopens.filter(|reopened| *reopened != name);
            }
            Some((place, false)) => self.remove(place),
            None => {}
        }
    }

    /// Takes an element out of the stack whose descendants stay open.
    fn remove(&mut self, place: usize) {
        self.blocks.remove(place);
        self.anchors.lower(place);
        for (.., height) in &mut self.open_headings {
            *height -= usize::from(*height > place);
        }
        for height in self.shadow_roots.iter_mut().chain(&mut self.svg_texts) {
            *height -= usize::from(*height > place);
        }
        if let Some(hidden) = &mut self.hidden {
            match hidden.height {
                height if height == place + 1 => self.hidden = None,
                height if height > place => hidden.height -= 1,
                _ => {}
            }
        }
    }

    /// Returns what the edges of an element are whose content is no text, if it is one.
    fn hides(&self, element: Tag, tag: &StartTag<'a>) -> Option<Edge> {
        let keeps = self.options.hidden_text;
        match element {
            Tag::Html | Tag::Body => return None, // a script shows the page
            // PERF: without text, and rich in attributes.
            Tag::Link | Tag::Meta | Tag::Script | Tag::Style | Tag::Base | Tag::Title => return None,
            Tag::Template if !is_shadow_root(tag) => return Some(Edge::None),
            Tag::Datalist if !keeps => return Some(Edge::None),
            Tag::Dialog if !keeps && tag.attribute(b"open").is_none() => return Some(Edge::None),
            _ => {}
        }
        if !keeps && tag.attributes().any(|attribute| hides_element(attribute, self.page)) {
            return Some(Edge::None);
        }
        match element {
            Tag::Audio | Tag::Video | Tag::Canvas => Some(element.edge()),
            Tag::Meter | Tag::Progress if !keeps => Some(element.edge()),
            _ => None,
        }
    }

    fn edge(&mut self, edge: Edge) {
        if edge != Edge::None && self.hidden.is_none() {
            self.text.edge(edge);
            self.anchors.edge(edge);
        }
    }

    /// Returns true if a `template` is open, be it a shadow root.
    fn is_in_template(&self) -> bool {
        self.templates > 0 || !self.shadow_roots.is_empty()
    }

    /// Returns whether a title is the page's.
    fn wants_title(&self) -> bool {
        self.title.is_none() && !self.is_in_template() && self.options.metadata
    }

    /// Ends the anchor before an `a`, and begins that of its links, which are those from `first` on.
    fn start_anchor(&mut self, first: usize) {
        if let Some(closed) = self.anchors.close_anchor() {
            self.rows.note_anchor(closed);
        }
        if self.rows.is_anchor(first) {
            self.anchors.open_anchor(first..self.rows.len(), self.blocks.len());
        }
    }

    fn note_alt(&mut self, tag: &StartTag<'a>) {
        if self.anchors.is_open()
            && self.hidden.is_none()
            && let Some(alt) = tag.attribute(b"alt")
        {
            self.anchors.push_alt(alt.value_in(self.page));
        }
    }

    /// Takes a `meta`, which may change the encoding.
    fn meta(&mut self, tag: StartTag<'a>) {
        let pairs = tag.attributes().map(|attribute| (attribute.name_in(self.page), attribute.value_in(self.page)));
        let pairs = self.bump.alloc_slice_fill_iter(pairs);
        let value = |name| metadata::value(pairs, name).map(str::as_bytes);
        let named = encoding::meta_encoding(value("charset"), value("http-equiv"), value("content"));
        if named.is_some_and(|named| self.decision.change(named)) {
            self.restarts = true;
        }
        self.metas.push(pairs);
    }

    /// Takes what a start tag says about the page.
    fn note_metadata(&mut self, element: Tag, tag: StartTag<'a>, name: &'a [u8]) {
        match element {
            Tag::Html => {
                let value = |name: &[u8]| tag.attribute(name).map(|attribute| attribute.value_str());
                self.lang = self.lang.or_else(|| value(b"lang"));
                self.dir = self.dir.or_else(|| value(b"dir"));
            }
            Tag::Link if !self.is_in_template() => {
                if let (Some(rel), Some(href)) = (tag.attribute(b"rel"), tag.attribute(b"href")) {
                    let (rel_text, href) = (rel.value_in(self.page), href.value_in(self.page));
                    let rel = super::rel::tokens(self.bump, rel_text);
                    self.relations.push(Relation { rel, rel_text, href, tag });
                }
            }
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 if self.hidden.is_none() => {
                if self.headings.len() >= HEADINGS {
                    self.flags.set(Flag::LimitHeadings);
                    return;
                }
                let level = name[1] - b'0';
                let id = tag.attribute(b"id").map(|id| id.value_str());
                let index = self.headings.len();
                self.headings.push(HeadingMarks { level, id, text: Span::default() });
                self.open_headings.push((index, self.anchors.open_heading(), self.blocks.len()));
            }
            _ => {}
        }
    }

    /// Takes the start tag of a foreign element.
    fn foreign_start_tag(&mut self, tag: StartTag<'a>, name: &'a [u8]) {
        self.head = Head::Closed;
        let is_svg = tag.namespace() == Namespace::Svg;
        let is_text = is_svg && name == b"text";
        if is_text {
            self.edge(Edge::Space);
        }
        if !tag.is_self_closing() {
            self.make_room();
            let may_hold_html = feedback::may_hold_html(&tag, name);
            self.blocks.push_foreign(name, tag.namespace(), may_hold_html);
            if is_text {
                self.svg_texts.push(self.blocks.len());
            }
            let is_hidden = match name {
                b"title" | b"desc" | b"metadata" | b"style" | b"script" => is_svg,
                b"annotation" | b"annotation-xml" => !is_svg,
                _ => false,
            };
            let is_hidden = is_hidden || !self.options.hidden_text && has_hiding_style(&tag, self.page);
            if self.hidden.is_none() && is_hidden {
                let height = self.blocks.len();
                let is_alt = is_svg && name == b"title";
                self.hidden = Some(Hidden { height, edge: Edge::None, is_alt, formatting: None });
            }
        }
        let first = self.rows.len();
        let place = self.place();
        self.rows.add_foreign(tag, place);
        if is_svg && name == b"a" && !tag.is_self_closing() && self.rows.is_anchor(first) {
            self.anchors.open_foreign(first..self.rows.len(), self.blocks.len());
        }
    }

    /// Takes characters that stand between tags.
    #[inline(never)]
    fn characters(&mut self, text: Text<'a>) {
        let drops_line_feed = core::mem::take(&mut self.drops_line_feed);
        let is_alt = self.hidden.is_some_and(|hidden| hidden.is_alt);
        if self.hidden.is_some() && !is_alt {
            return;
        }
        let (wants_text, wants_anchors) = (self.options.text, self.anchors.is_open());
        if !wants_text && !wants_anchors && self.head == Head::Closed {
            return;
        }
        let mut characters = text.decoded_in(self.page);
        if self.blocks.holds_foreign_text() && memchr::memchr(0, characters.as_bytes()).is_some() {
            characters = with_replacements(characters, self.bump);
        }
        if is_alt {
            if wants_anchors {
                self.anchors.push_alt(characters);
            }
            return;
        }
        if self.head == Head::Open
            && characters.bytes().any(|byte| !matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | 0))
        {
            self.head = Head::Closed;
        }
        if wants_anchors {
            self.anchors.push_text(characters);
        }
        self.calm_down();
        if !wants_text {
        } else if self.pre > 0 {
            let characters =
                if drops_line_feed { characters.strip_prefix('\n').unwrap_or(characters) } else { characters };
            if !characters.is_empty() {
                self.text.push_whole(characters);
            }
        } else {
            self.text.push(characters);
        }
    }

    /// Takes the text of an element that holds only text.
    #[inline(never)]
    fn raw_characters(&mut self, text: Text<'a>) {
        match self.raw_text {
            Tag::Title if self.wants_title() => {
                self.title = Some(collapse::collapse(text.decoded_in(self.page), self.bump));
            }
            Tag::Style if self.options.links && self.options.css => {
                let place = self.place();
                self.rows.add_css(text.decoded_in(self.page), "style", "#text", text.span(), place);
            }
            Tag::Script if self.is_json_ld => self.json_ld.push(text.decoded_in(self.page)),
            Tag::Xmp => self.characters(text),
            Tag::Noscript if self.options.noscript_markup && self.options.links => {
                let place = Place { in_noscript: true, ..self.place() };
                self.rows.add_markup(text, place, self.arena);
            }
            _ => {}
        }
    }
}

impl<'a> Sink<'a> for Collector<'a, '_> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        if !self.has_tag && self.head == Head::Open && self.doctype.is_none() {
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

    // PERF: most tags say nothing, and most text is not asked for: that is seen in the walk itself.
    #[inline(always)]
    fn start_tag(&mut self, tag: StartTag<'a>) {
        if self.is_light
            && !may_be_followed(tag.raw_name())
            && tag.namespace() == Namespace::Html
            && !tag.attributes().any(|attribute| Attr::may_be(attribute.raw_name()))
        {
            if !self.is_calm || may_be_stacked(tag.raw_name()) {
                self.pass_start(tag.name());
            }
            return;
        }
        self.read_start_tag(tag);
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: EndTag<'a>) {
        if self.is_light && !may_be_followed(tag.raw_name()) {
            if !self.is_calm || may_be_stacked(tag.raw_name()) {
                self.pass_end(tag.name());
            }
            return;
        }
        self.read_end_tag(tag);
    }

    #[inline(always)]
    fn text(&mut self, text: Text<'a>) {
        match text.state() {
            TextState::Rcdata | TextState::Rawtext | TextState::ScriptData => self.raw_characters(text),
            _ if self.is_calm => self.drops_line_feed = false,
            _ => self.characters(text),
        }
    }

    fn is_done(&self) -> bool {
        self.restarts
    }
}

/// Returns whether the element may stand before the body.
fn may_stand_in_head(element: Tag) -> bool {
    matches!(
        element,
        Tag::Html
            | Tag::Head
            | Tag::Base
            | Tag::Bgsound
            | Tag::Link
            | Tag::Meta
            | Tag::Title
            | Tag::Noframes
            | Tag::Style
            | Tag::Script
            | Tag::Template
            | Tag::Noscript
    )
}

/// The elements whose end matters for more than their edges.
const IS_NOTED: [bool; Tag::ALL.len()] = {
    use Tag::*;
    let mut is_noted = [false; Tag::ALL.len()];
    let noted = [Other, Pre, Listing, H1, H2, H3, H4, H5, H6, Template, Td, Th, Caption, Object, Applet, Marquee];
    let mut at = 0;
    while at < noted.len() {
        is_noted[noted[at] as usize] = true;
        at += 1;
    }
    is_noted
};

/// Returns true if an HTML element holds only text, so that it has ended before the next tag.
fn holds_only_text(element: Tag) -> bool {
    use Tag::*;
    matches!(
        element,
        Html | Head | Body | Frameset | Title | Textarea | Style | Script | Xmp | Iframe | Noembed | Noframes
    )
}

/// Returns true if a `template` is a declarative shadow root, whose content is shown.
fn is_shadow_root(tag: &StartTag<'_>) -> bool {
    tag.attribute(b"shadowrootmode").is_some_and(|mode| {
        let mode = mode.value();
        mode.eq_ignore_ascii_case(b"open") || mode.eq_ignore_ascii_case(b"closed")
    })
}

/// Returns true if an attribute of an HTML element hides it.
fn hides_element(attribute: Attribute<'_>, page: &str) -> bool {
    let name = attribute.raw_name();
    match name.len() {
        5 if name.eq_ignore_ascii_case(b"style") => inline_style::is_hidden(attribute.value_in(page)),
        6 if name.eq_ignore_ascii_case(b"hidden") => !attribute.value().eq_ignore_ascii_case(b"until-found"),
        _ => false,
    }
}

/// Returns true if the `style` of a foreign element hides it.
fn has_hiding_style(tag: &StartTag<'_>, page: &str) -> bool {
    tag.attribute(b"style").is_some_and(|style| inline_style::is_hidden(style.value_in(page)))
}

/// Replaces U+0000, as tree construction does in foreign content.
fn with_replacements<'a>(text: &str, bump: &'a Bump) -> &'a str {
    let mut replaced = bumpalo::collections::String::with_capacity_in(text.len() * 3, bump);
    replaced
        .extend(text.chars().map(|character| if character == '\0' { char::REPLACEMENT_CHARACTER } else { character }));
    replaced.into_bump_str()
}

/// Returns whether a script is JSON-LD.
fn is_json_ld(tag: &StartTag<'_>) -> bool {
    tag.attribute(b"type").is_some_and(|value| {
        let essence = value.value().split(|&byte| byte == b';').next().unwrap_or_default();
        essence.trim_ascii().eq_ignore_ascii_case(b"application/ld+json")
    })
}

/// Returns whether an `input` is an
/// [image button](https://html.spec.whatwg.org/multipage/input.html#image-button-state-(type=image)).
pub(super) fn is_image_button(tag: &StartTag<'_>) -> bool {
    tag.attribute(b"type").is_some_and(|attribute| attribute.value().eq_ignore_ascii_case(b"image"))
}
