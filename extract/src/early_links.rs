//! The links of a page that arrives in chunks, each as soon as its tag is complete.
//!
//! The tokens of a chunk are gone when the next one arrives, so nothing of a token is kept. Each tag has a collector of its own,
//! with the rules of the collector for the complete page. Open elements are not tracked, except how many may contain links that are
//! marked ([`MarkupPlace`]).

use crate::links::{
    CSS_BYTES, Link, LinkCollector, LinkRoom, MarkupPlace, Resolver, is_absolute, is_local_reference, is_of_document,
    opens_svg_style,
};
use crate::names::Element;
use crate::options::ExtractOptions;
use crate::page_sink::{ends_head, is_head_element};
use crate::place::Place;
use crate::text::strings::truncate;
use alloc::string::String;
use core::ops::Range;
use encoding_rs::Encoding;
use tagrake::{Arena, Comment, EndTag, Namespace, StartTag, Text, TextState};

/// The facts on which the links of a page depend, besides its tags.
#[derive(Clone, Copy)]
pub(crate) struct LinkSource<'p> {
    pub(crate) options: &'p ExtractOptions,
    /// The page's own URL.
    pub(crate) url: Option<&'p str>,
    pub(crate) encoding: &'static Encoding,
}

/// Takes a link, and true if no later `base` can change its URL.
pub(crate) type TakeLink<'t> = &'t mut dyn FnMut(&Link<'_>, bool);

/// The state of the search for links, between two tokens.
pub(crate) struct EarlyLinks {
    /// Memory for the links of one token.
    arena: Arena,
    place: MarkupPlace,
    in_head: bool,
    room: LinkRoom,
    /// The value of the first `<base href>` that seems to be outside of all templates.
    base_href: Option<String>,
    /// True if no `template` comes before that `base`, so that it is certain to be in the document.
    is_base_certain: bool,
    has_template: bool,
    svg_style: Option<SvgStyle>,
}

/// The text of an SVG `style` element so far.
struct SvgStyle {
    place: Place,
    span: Range<usize>,
    text: String,
}

impl EarlyLinks {
    /// Starts a page.
    pub(crate) fn new(options: &ExtractOptions) -> Self {
        Self {
            arena: Arena::new(),
            place: MarkupPlace::new(Place::default()),
            in_head: true,
            room: LinkRoom::new(options),
            base_href: None,
            is_base_certain: false,
            has_template: false,
            svg_style: None,
        }
    }

    pub(crate) fn start_tag(&mut self, tag: &StartTag<'_>, source: LinkSource<'_>, take: TakeLink<'_>) {
        self.end_svg_style(source, take);
        let is_html = tag.namespace() == Namespace::Html;
        let element = if is_html { Element::of_tag(tag.short_name(), tag.name()) } else { Element::Other };
        self.in_head &= is_html && is_head_element(element);
        self.place.start_tag(tag, source.options.reads_raw_noscript());
        let place = self.place();
        if element == Element::Base && !place.in_template && self.base_href.is_none() {
            self.base_href = tag.attribute(b"href").map(|href| href.value_str().into());
            self.is_base_certain = self.base_href.is_some() && !self.has_template;
        }
        self.has_template |= element == Element::Template;
        if source.options.css && opens_svg_style(tag) {
            self.svg_style = Some(SvgStyle { place, span: 0..0, text: String::new() });
        }
        if !is_html || element == Element::Meta || tag.has_wanted() {
            self.read(source, take, |links| links.start_tag(tag, place));
        }
    }

    pub(crate) fn end_tag(&mut self, tag: &EndTag<'_>, source: LinkSource<'_>, take: TakeLink<'_>) {
        self.end_svg_style(source, take);
        self.place.end_tag(tag);
        self.in_head &= Element::of_tag(tag.short_name(), tag.name()) != Element::Head;
    }

    pub(crate) fn text(&mut self, text: &Text<'_>, source: LinkSource<'_>, take: TakeLink<'_>) {
        match text.state() {
            TextState::Rawtext => {
                let (element, place) = (self.place.raw_text, self.place());
                self.read(source, take, |links| links.raw_text(element, *text, place));
            }
            TextState::Data | TextState::CdataSection => self.characters(text),
            _ => {}
        }
    }

    fn characters(&mut self, text: &Text<'_>) {
        if self.in_head && !self.place().in_template && ends_head(text) {
            self.in_head = false;
        }
        let Some(style) = &mut self.svg_style else { return };
        if style.span.is_empty() {
            style.span = text.span();
        } else if style.text.len() < CSS_BYTES {
            style.span.end = text.span().end;
        }
        style.text.push_str(truncate(text.decoded_str(), CSS_BYTES - style.text.len()));
    }

    pub(crate) fn comment(&mut self, comment: &Comment<'_>, source: LinkSource<'_>, take: TakeLink<'_>) {
        let place = self.place();
        self.read(source, take, |links| links.comment(comment, place));
    }

    /// Ends the page.
    pub(crate) fn finish(&mut self, source: LinkSource<'_>, take: TakeLink<'_>) {
        self.end_svg_style(source, take);
    }

    fn end_svg_style(&mut self, source: LinkSource<'_>, take: TakeLink<'_>) {
        if let Some(SvgStyle { place, span, text }) = self.svg_style.take() {
            self.read(source, take, |links| links.add_svg_style(&text, span, place));
        }
    }

    fn place(&self) -> Place {
        Place { in_head: self.in_head, ..self.place.get() }
    }

    /// Passes on the links that `add` adds to a collector.
    fn read<'s>(&'s mut self, source: LinkSource<'s>, take: TakeLink<'_>, add: impl FnOnce(&mut LinkCollector<'s>)) {
        if !source.options.links {
            return;
        }
        let Self { arena, room, base_href, is_base_certain, .. } = self;
        arena.reset();
        let arena: &'s Arena = arena;
        let mut collector = LinkCollector::of_part(source.options, *room, arena);
        add(&mut collector);
        if collector.len() > 0 {
            let mut resolver = Resolver::new(source.url, source.encoding, arena.bump());
            if let Some(href) = base_href.as_deref() {
                resolver.set_base(href);
            }
            let (links, left) = collector.finish_part(&resolver, *room);
            for link in links {
                let is_local = is_local_reference(link.raw, link.kind, link.element.starts_with("svg:"));
                let is_final =
                    *is_base_certain || is_of_document(link.kind, link.attr) || is_local || is_absolute(link.raw);
                take(link, is_final);
            }
            *room = left;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagrake::{Options, Sink, Stream};

    struct Links(EarlyLinks, ExtractOptions, usize);

    impl Sink<'_> for Links {
        fn start_tag(&mut self, tag: StartTag<'_>) {
            let Self(links, options, count) = self;
            let source = LinkSource { options, url: Some("https://e.org/"), encoding: encoding_rs::UTF_8 };
            links.start_tag(&tag, source, &mut |_, _| *count += 1);
        }
    }

    /// The memory of each tag once stayed until the end of the page.
    #[test]
    fn memory_does_not_grow_with_the_page() {
        let options = ExtractOptions::default();
        let (mut links, mut stream) = (Links(EarlyLinks::new(&options), options, 0), Stream::new(&Options::default()));
        let mut used = alloc::vec::Vec::new();
        for _ in 0..1000 {
            stream.feed(b"<a href='/a b' rel='x y'>", &mut links);
            used.push(links.0.arena.used_bytes());
        }
        assert_eq!((links.2, used[0] > 0), (1000, true));
        assert!(used.iter().all(|bytes| *bytes == used[0]), "{} and {} bytes", used[0], used[999]);
    }
}
