//! From tokens to what a page holds: one walk, in which each part of the page goes to who keeps it.

use super::anchors::{self, Anchors, Mark, Span};
use super::names::{Attr, Edge, Tag, may_be_followed};
use super::options::ExtractOptions;
use super::page::{Flag, Flags, ItemAttribute, PageDoctype};
use super::rows::{Place, Rows};
use super::text::PageText;
use super::{collapse, metadata};
use crate::arena::Arena;
use crate::encoding::{self, Decision};
use crate::feedback::Namespace;
use crate::options::TextState;
use crate::sink::Sink;
use crate::token::{Doctype, EndTag, Source, StartTag, Text};
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
    heading: Option<(u8, Option<&'a str>, Mark)>,
    /// What reads the raw text that follows.
    raw_text: Tag,
    /// Whether that is JSON-LD.
    is_json_ld: bool,
    head: Head,
    templates: usize,
    noscripts: usize,
    /// How many `pre` and `listing` elements are open.
    pre: usize,
    /// Whether a line feed at the start of the next text is dropped.
    drops_line_feed: bool,
    /// The element whose text does not count, and how many of its name are open in it.
    hidden: Option<(&'a [u8], usize)>,
    /// Whether a `title` of SVG is open in it.
    in_svg_title: bool,
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
            heading: None,
            raw_text: Tag::Other,
            is_json_ld: false,
            head: Head::Open,
            templates: 0,
            noscripts: 0,
            pre: 0,
            drops_line_feed: false,
            hidden: None,
            in_svg_title: false,
            is_light: false,
            is_calm: false,
        }
    }

    /// Ends what is still open.
    pub(super) fn finish(&mut self) {
        self.close_heading();
        let rows = &mut self.rows;
        self.anchors.finish(|closed| rows.note_anchor(closed));
    }

    /// Notes what matters.
    fn calm_down(&mut self) {
        self.is_light = self.hidden.is_none() && self.head == Head::Closed;
        self.is_calm = self.is_light && !self.options.text && !self.anchors.is_open();
    }

    /// Takes a tag that says nothing.
    #[inline(never)]
    fn pass(&mut self, name: &[u8]) {
        self.drops_line_feed = false;
        self.edge(Tag::of(name).edge());
    }

    /// Returns where a tag stands.
    fn place(&self) -> Place {
        Place { in_head: self.head == Head::Open, in_noscript: self.noscripts > 0, in_template: self.templates > 0 }
    }

    #[inline(never)]
    fn read_start_tag(&mut self, tag: StartTag<'a>) {
        self.drops_line_feed = false;
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
        let name = tag.name();
        if self.hidden.is_some() {
            self.reveal(name);
        }
        let element = Tag::of(name);
        self.edge(element.edge());
        match element {
            Tag::A => {
                if let Some(closed) = self.anchors.close_anchor() {
                    self.rows.note_anchor(closed);
                }
            }
            Tag::Head => self.head = Head::Closed,
            // An empty title is one too.
            Tag::Title if self.raw_text == Tag::Title && self.wants_title() => {
                self.title.get_or_insert("");
            }
            Tag::Template => {
                self.templates = self.templates.saturating_sub(1);
                let rows = &mut self.rows;
                self.anchors.leave(element, |closed| rows.note_anchor(closed));
            }
            Tag::Noscript => self.noscripts = self.noscripts.saturating_sub(1),
            Tag::Pre | Tag::Listing => self.pre = self.pre.saturating_sub(1),
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => self.close_heading(),
            _ if anchors::bounds_anchors(element) => {
                let rows = &mut self.rows;
                self.anchors.leave(element, |closed| rows.note_anchor(closed));
            }
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
        self.edge(element.edge());
        self.follow(element, &tag, name);
        let first = self.rows.len();
        let place = self.place();
        self.rows.add_html(tag, element, place, self.options.metadata.then_some(&mut self.items));
        match element {
            Tag::A => self.start_anchor(first),
            Tag::Img | Tag::Image => self.note_alt(&tag),
            Tag::Input if is_image_button(&tag) => self.note_alt(&tag),
            Tag::Base if self.templates == 0 && self.base_href.is_none() => {
                self.base_href = tag.attribute(b"href").map(|href| href.value_str());
            }
            Tag::Meta => self.meta(tag),
            _ => {}
        }
        if self.options.metadata && element != Tag::Other {
            self.note_metadata(element, tag, name);
        }
    }

    /// Follows which elements are open.
    fn follow(&mut self, element: Tag, tag: &StartTag<'a>, name: &'a [u8]) {
        match element {
            Tag::Other => return,
            _ if anchors::bounds_anchors(element) => self.enter(element),
            Tag::Template => {
                self.enter(element);
                self.templates += 1;
            }
            Tag::Noscript => {
                self.noscripts += usize::from(!self.options.scripting);
                self.raw_text = element;
            }
            Tag::Pre | Tag::Listing => {
                self.pre += 1;
                self.drops_line_feed = true;
            }
            Tag::Audio | Tag::Video | Tag::Canvas => self.hide(name),
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
        if let Some((hidden, depth)) = &mut self.hidden
            && *hidden == name
            && !matches!(element, Tag::Audio | Tag::Video | Tag::Canvas)
        {
            *depth += 1;
        }
    }

    /// Begins an element whose text does not count.
    fn hide(&mut self, name: &'a [u8]) {
        match &mut self.hidden {
            None => self.hidden = Some((name, 1)),
            Some((hidden, depth)) if *hidden == name => *depth += 1,
            Some(_) => {}
        }
    }

    /// Takes an end tag, for the element whose text does not count.
    fn reveal(&mut self, name: &[u8]) {
        if let Some((hidden, depth)) = &mut self.hidden
            && *hidden == name
        {
            *depth -= 1;
            if *depth == 0 {
                self.hidden = None;
                self.in_svg_title = false;
            }
        }
    }

    fn enter(&mut self, element: Tag) {
        let rows = &mut self.rows;
        self.anchors.enter(element, |closed| rows.note_anchor(closed));
    }

    fn edge(&mut self, edge: Edge) {
        if edge != Edge::None && self.templates == 0 {
            self.text.edge(edge);
            self.anchors.edge(edge);
        }
    }

    /// Returns whether a title is the page's.
    fn wants_title(&self) -> bool {
        self.title.is_none() && self.templates == 0 && self.options.metadata
    }

    /// Ends the anchor before an `a`, and begins that of its links, which are those from `first` on.
    fn start_anchor(&mut self, first: usize) {
        if let Some(closed) = self.anchors.close_anchor() {
            self.rows.note_anchor(closed);
        }
        if self.rows.is_anchor(first) {
            self.anchors.open_anchor(first..self.rows.len());
        }
    }

    fn note_alt(&mut self, tag: &StartTag<'a>) {
        if self.anchors.is_open()
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
            Tag::Link if self.templates == 0 => {
                if let (Some(rel), Some(href)) = (tag.attribute(b"rel"), tag.attribute(b"href")) {
                    let (rel_text, href) = (rel.value_in(self.page), href.value_in(self.page));
                    let rel = super::rel::tokens(self.bump, rel_text);
                    self.relations.push(Relation { rel, rel_text, href, tag });
                }
            }
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 if self.templates == 0 => {
                self.close_heading();
                let level = name[1] - b'0';
                let id = tag.attribute(b"id").map(|id| id.value_str());
                self.heading = Some((level, id, self.anchors.open_heading()));
            }
            _ => {}
        }
    }

    fn close_heading(&mut self) {
        if let Some((level, id, start)) = self.heading.take() {
            let text = self.anchors.close_heading(start);
            if self.headings.len() < HEADINGS {
                self.headings.push(HeadingMarks { level, id, text });
            } else {
                self.flags.set(Flag::LimitHeadings);
            }
        }
    }

    /// Takes the start tag of a foreign element.
    fn foreign_start_tag(&mut self, tag: StartTag<'a>, name: &'a [u8]) {
        self.head = Head::Closed;
        let is_svg = tag.namespace() == Namespace::Svg;
        if !tag.is_self_closing() {
            match name {
                b"title" | b"desc" | b"metadata" | b"style" | b"script" if is_svg => {
                    self.in_svg_title |= self.hidden.is_none() && name == b"title";
                    self.hide(name);
                }
                b"annotation" | b"annotation-xml" if !is_svg => self.hide(name),
                _ => {}
            }
        }
        let first = self.rows.len();
        let place = self.place();
        self.rows.add_foreign(tag, place);
        if is_svg && name == b"a" {
            self.start_anchor(first);
        }
    }

    /// Takes characters that stand between tags.
    #[inline(never)]
    fn characters(&mut self, text: Text<'a>) {
        let drops_line_feed = core::mem::take(&mut self.drops_line_feed);
        if self.templates > 0 || self.hidden.is_some() && !self.in_svg_title {
            return;
        }
        let (wants_text, wants_anchors) = (self.options.text, self.anchors.is_open());
        if !wants_text && !wants_anchors && self.head == Head::Closed {
            return;
        }
        let characters = text.decoded_in(self.page);
        if self.in_svg_title {
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
            if !self.is_calm {
                self.pass(tag.name());
            }
            return;
        }
        self.read_start_tag(tag);
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: EndTag<'a>) {
        if self.is_light && !may_be_followed(tag.raw_name()) {
            if !self.is_calm {
                self.pass(tag.name());
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
