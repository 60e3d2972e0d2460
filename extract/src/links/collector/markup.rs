//! Links of markup that is not markup of the page: the raw text of `noscript`, the document in a `srcdoc`, and conditional comments.

use super::LinkCollector;
use super::nested_base::NestedBase;
use crate::link_kind::LinkKind;
use crate::names::Element;
use crate::place::{Place, is_shadow_root};
use crate::url_attributes::UrlRole;
use core::mem;
use tagrake::{
    Attribute, Comment, EndTag, LimitKind, Limits, Namespace, Options, Sink, StartTag, Summary, Text, TextState,
    tokenize_in, tokenize_str_in,
};

/// Maximum depth of documents in `srcdoc`. The page itself is at depth 0. Deeper ones are not read.
const SRCDOC_DEPTH: usize = 2;

impl<'a> LinkCollector<'a> {
    /// Adds the links in the raw text of `noscript`.
    pub(super) fn add_noscript(&mut self, text: Text<'a>, place: Place) {
        let (first, offset, arena) = (self.links.len(), text.span().start, self.arena);
        let options = self.markup_options(false);
        let mut sink = MarkupLinks::new(self, Place { in_noscript: true, ..place }, None);
        let summary = tokenize_in(text.raw_text(), &options, arena, &mut sink);
        self.end_markup(&summary);
        self.move_spans(first, offset);
    }

    /// Adds the links of the [document in the `srcdoc`](https://html.spec.whatwg.org/multipage/iframe-embed-object.html#an-iframe-srcdoc-document)
    /// of an `iframe`. Its base URL is the one of the document that contains it, unless it has a `base`.
    #[inline(never)]
    pub(super) fn add_srcdoc(&mut self, tag: &StartTag<'a>, place: Place) {
        let Some(srcdoc) = tag.attribute(b"srcdoc") else { return };
        let (html, outer) = (srcdoc.value_str(), self.document);
        if memchr::memchr(b'<', html.as_bytes()).is_none() || NestedBase::chain(outer).count() >= SRCDOC_DEPTH {
            return;
        }
        let (first, arena) = (self.links.len(), self.arena);
        let options = self.markup_options(self.options.scripting);
        let document: &'a NestedBase<'a> = self.bump.alloc(NestedBase::new(outer, None));
        self.document = Some(document);
        let summary = tokenize_str_in(html, &options, arena, &mut MarkupLinks::new(self, place, Some(document)));
        self.end_markup(&summary);
        self.document = outer;
        self.place_in_value(first, srcdoc);
    }

    /// Sets the spans of the links from index `first` on, which are in the value of the attribute: the spans in the page, or the one
    /// of the value if it has character references.
    fn place_in_value(&mut self, first: usize, attribute: Attribute<'a>) {
        let span = attribute.value_span();
        if attribute.raw_value() == attribute.value() {
            self.move_spans(first, span.start);
        } else {
            self.links[first..].iter_mut().for_each(|link| link.span = span.clone());
        }
    }

    /// Adds the links of the markup in an attribute that the caller has added. Such an attribute inside of the markup is not read.
    pub(super) fn add_markup(&mut self, attribute: Attribute<'a>, place: Place) {
        if mem::replace(&mut self.is_in_value, true) {
            return;
        }
        let (first, html, arena) = (self.links.len(), attribute.value_str(), self.arena);
        let options = self.markup_options(self.options.scripting);
        let summary = tokenize_str_in(html, &options, arena, &mut MarkupLinks::new(self, place, None));
        self.end_markup(&summary);
        self.is_in_value = false;
        // They have no text, and nothing of the tag describes them.
        self.pending[first..].iter_mut().for_each(|pending| pending.role = UrlRole::Other);
        self.place_in_value(first, attribute);
    }

    /// Adds the links in a [conditional comment](https://en.wikipedia.org/wiki/Conditional_comment), which Internet Explorer read as
    /// markup: `<!--[if IE]>…<![endif]-->`.
    #[inline]
    pub(crate) fn comment(&mut self, comment: &Comment<'a>, place: Place) {
        if self.options.comments {
            self.add_comment(comment, place);
        }
    }

    #[inline(never)]
    fn add_comment(&mut self, comment: &Comment<'a>, place: Place) {
        let text = comment.data_str();
        let is_conditional = text.trim_ascii_start().get(..3).is_some_and(|start| start.eq_ignore_ascii_case("[if"));
        let Some((condition, _)) = text.split_once("]>").filter(|_| is_conditional) else { return };
        let markup = &text[condition.len() + "]>".len()..];
        let (first, arena, options) = (self.links.len(), self.arena, self.markup_options(self.options.scripting));
        // The comment may be in an SVG `style` element, whose text continues after it.
        let svg_style = self.svg_style.take();
        let summary = tokenize_str_in(markup, &options, arena, &mut MarkupLinks::new(self, place, None));
        self.end_markup(&summary);
        self.svg_style = svg_style;
        let span = comment.span();
        for link in &mut self.links[first..] {
            (link.kind, link.span) = (LinkKind::Comment, span.clone());
        }
    }

    fn markup_options(&self, scripting: bool) -> Options {
        let limits = Limits::default().with_arena_bytes(self.options.arena_bytes);
        Options::default().with_scripting(scripting).with_limits(limits)
    }

    /// Ends the markup. A limit may have left out links in it.
    fn end_markup(&mut self, summary: &Summary) {
        self.end_text();
        self.is_truncated |= summary.limits_met().any(|met| met.kind() != LimitKind::Depth);
    }

    /// Moves the spans of the links from index `first` on by `offset`, the offset of their markup in the page.
    fn move_spans(&mut self, first: usize, offset: usize) {
        for link in &mut self.links[first..] {
            link.span = link.span.start + offset..link.span.end + offset;
        }
    }
}

/// Where a tag or a text of markup is. Open elements are not tracked, except how many may contain links that are marked.
pub(crate) struct MarkupPlace {
    /// The place of the markup.
    outer: Place,
    /// The element whose raw text comes next, or [`Element::Other`].
    pub(crate) raw_text: Element,
    /// The number of open `noscript` elements whose content is markup.
    noscripts: usize,
    /// The number of open `template` elements, without shadow roots.
    templates: usize,
}

impl MarkupPlace {
    pub(crate) fn new(outer: Place) -> Self {
        Self { outer, raw_text: Element::Other, noscripts: 0, templates: 0 }
    }

    /// Returns the place of the next token, or of the start tag that [`start_tag`](Self::start_tag) got last.
    pub(crate) fn get(&self) -> Place {
        Place {
            in_noscript: self.outer.in_noscript || self.noscripts > 0,
            in_template: self.outer.in_template || self.templates > 0,
            ..self.outer
        }
    }

    /// Applies a start tag. The content of `noscript` is text if `scripting` is true.
    pub(crate) fn start_tag(&mut self, tag: &StartTag<'_>, scripting: bool) {
        self.raw_text = Element::Other;
        if tag.namespace() == Namespace::Html {
            let element = Element::of_tag(tag.short_name(), tag.name());
            match element {
                Element::Style => self.raw_text = element,
                Element::Noscript if scripting => self.raw_text = element,
                Element::Noscript => self.noscripts += 1,
                Element::Template if self.templates > 0 || !is_shadow_root(tag) => self.templates += 1,
                _ => {}
            }
        }
    }

    /// Applies an end tag.
    pub(crate) fn end_tag(&mut self, tag: &EndTag<'_>) {
        self.raw_text = Element::Other;
        match Element::of_tag(tag.short_name(), tag.name()) {
            Element::Noscript => self.noscripts = self.noscripts.saturating_sub(1),
            Element::Template => self.templates = self.templates.saturating_sub(1),
            _ => {}
        }
    }
}

/// Collects the links of markup.
struct MarkupLinks<'r, 'a> {
    links: &'r mut LinkCollector<'a>,
    place: MarkupPlace,
    /// The base URL that a `base` sets.
    base: Option<&'a NestedBase<'a>>,
}

impl<'r, 'a> MarkupLinks<'r, 'a> {
    fn new(links: &'r mut LinkCollector<'a>, place: Place, base: Option<&'a NestedBase<'a>>) -> Self {
        Self { links, place: MarkupPlace::new(place), base }
    }
}

impl<'a> Sink<'a> for MarkupLinks<'_, 'a> {
    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.links.end_text();
        self.place.start_tag(&tag, self.links.options.scripting);
        let place = self.place.get();
        if tag.namespace() == Namespace::Html
            && tag.name() == b"base"
            && !place.in_template
            && let (Some(base), Some(href)) = (self.base, tag.attribute(b"href"))
        {
            base.set_href(href.value_str());
        }
        self.links.start_tag(&tag, place);
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.links.end_text();
        self.place.end_tag(&tag);
    }

    fn text(&mut self, text: Text<'a>) {
        if text.state() == TextState::Rawtext {
            let place = self.place.get();
            self.links.raw_text(self.place.raw_text, text, place);
        } else {
            self.links.text(&text);
        }
    }
}
