//! Collects the links of a page in document order, and resolves them at the end.

mod added_attributes;
mod markup;
mod nested_base;
mod start_tags;
mod style_text;

pub(crate) use markup::MarkupPlace;

use crate::css;
use crate::link_attribute::LinkAttribute;
use crate::link_kind::LinkKind;
use crate::links::link::{Link, LinkClass, LinkContext, LinkDetails};
use crate::links::link_header::{self, HeaderLink};
use crate::links::resolve::{ResolvedUrl, Resolver};
use crate::links::{refresh, rel};
use crate::names::Element;
use crate::options::{Context, ExtractOptions};
use crate::place::Place;
use crate::text::anchor_texts::{ClosedAnchor, CollectedTexts, TEXT_BYTES, TextSpan};
use crate::text::strings::truncate;
use crate::url_attributes::{EmptyUrl, UrlRole};
use bumpalo::Bump;
use bumpalo::collections::Vec;
use core::ops::Range;
use encoding_rs::UTF_8;
use nested_base::{NestedBase, NestedBases};
pub(crate) use start_tags::foreign_href_kind;
use style_text::StyleText;
pub(crate) use style_text::{CSS_BYTES, opens_svg_style};
use tagrake::{Arena, StartTag, Text};

/// Maximum length of a link's value, in bytes. A longer one is truncated and not resolved; `data:` URLs are exempt.
pub(crate) const RAW_BYTES: usize = 16 << 10;

/// Maximum number of tokens in the `rel` attributes of all links of a page. Later ones are left out.
const REL_TOKENS: usize = 1 << 19;

/// Maximum total length of the resolved URLs of a page, in bytes. Without it, a long base URL would multiply the memory
/// of short links.
pub(crate) const URLS_BYTES: usize = 16 << 20;

/// A link that was found, before it is added.
#[derive(Clone)]
struct FoundLink<'a> {
    element: &'a str,
    attr: &'a str,
    raw: &'a str,
    kind: LinkKind,
    span: Range<usize>,
    place: Place,
    role: UrlRole,
}

/// The data that completes a link at the end of the page.
struct PendingLink<'a> {
    role: UrlRole,
    empty: EmptyUrl,
    /// The base URL, unless it is the one that the attribute has in the page.
    base: Option<&'a NestedBase<'a>>,
    text: Option<TextSpan<'a>>,
}

/// The options that concern links.
#[derive(Clone, Copy)]
struct LinkOptions<'a> {
    is_wanted: bool,
    css: bool,
    lazy: bool,
    comments: bool,
    social: bool,
    /// The attributes that the caller has added to the table.
    added: &'a [LinkAttribute],
    /// True if the content of `noscript` is text.
    scripting: bool,
    noscript_markup: bool,
    max_links: usize,
    stop_at_max_links: bool,
    arena_bytes: usize,
}

impl<'a> LinkOptions<'a> {
    fn of(options: &'a ExtractOptions) -> Self {
        Self {
            is_wanted: options.links,
            css: options.css,
            lazy: options.links && options.lazy,
            comments: options.links && options.comment_links,
            social: options.links && options.social_links,
            added: if options.links { &options.link_attributes } else { &[] },
            scripting: options.reads_raw_noscript(),
            noscript_markup: options.noscript_markup,
            max_links: options.max_links,
            stop_at_max_links: options.stop_at_max_links,
            arena_bytes: options.arena_bytes,
        }
    }
}

/// Collects the links of a page.
pub(crate) struct LinkCollector<'a> {
    arena: &'a Arena,
    bump: &'a Bump,
    options: LinkOptions<'a>,
    /// The document in a `srcdoc` that is being read, by its base URL. `None` for the page.
    document: Option<&'a NestedBase<'a>>,
    /// True while the markup in an added attribute is read.
    is_in_value: bool,
    links: Vec<'a, Link<'a>>,
    pending: Vec<'a, PendingLink<'a>>,
    /// The text of the SVG `style` element whose start tag was the last tag.
    svg_style: Option<StyleText<'a>>,
    /// The number of tokens of `rel` that further links may have.
    rel_room: usize,
    pub(crate) is_truncated: bool,
    /// True if the page has more links than the maximum, and reading stops there.
    pub(crate) is_over: bool,
}

/// How many links, tokens of `rel` and bytes of URLs a page may still have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkRoom {
    links: usize,
    rel_tokens: usize,
    url_bytes: usize,
}

impl LinkRoom {
    /// Returns the room of a page without links.
    pub(crate) fn new(options: &ExtractOptions) -> Self {
        Self { links: options.max_links, rel_tokens: REL_TOKENS, url_bytes: URLS_BYTES.min(options.arena_bytes) }
    }
}

impl<'a> LinkCollector<'a> {
    pub(crate) fn new(options: &'a ExtractOptions, page: &'a str, arena: &'a Arena) -> Self {
        let options = LinkOptions::of(options);
        let bump = arena.bump();
        // PERF: more links than nearly all pages have. A vector that grows in an arena is copied, and unused capacity
        // costs nothing.
        let usual = if options.is_wanted { (page.len() / 160).min(options.max_links) } else { 0 };
        let (links, pending) = (Vec::with_capacity_in(usual, bump), Vec::with_capacity_in(usual, bump));
        Self {
            arena,
            bump,
            options,
            document: None,
            is_in_value: false,
            links,
            pending,
            svg_style: None,
            rel_room: REL_TOKENS,
            is_truncated: false,
            is_over: false,
        }
    }

    /// Returns a collector for a part of a page, with the room that the parts before left.
    pub(crate) fn of_part(options: &'a ExtractOptions, room: LinkRoom, arena: &'a Arena) -> Self {
        let mut collector = Self::new(options, "", arena);
        (collector.options.max_links, collector.rel_room) = (room.links, room.rel_tokens);
        collector
    }

    /// Resolves the links of a part of a page. Returns the links, and the room that they left.
    pub(crate) fn finish_part(mut self, resolver: &Resolver<'a>, room: LinkRoom) -> (&'a [Link<'a>], LinkRoom) {
        self.end_text();
        let rel_tokens = self.rel_room;
        let (links, is_over) = self.finish(resolver, CollectedTexts::EMPTY, room.url_bytes);
        let url_bytes: usize = links.iter().filter_map(|link| link.url).map(str::len).sum();
        let room = LinkRoom {
            links: room.links - links.len(),
            rel_tokens,
            url_bytes: if is_over { 0 } else { room.url_bytes.saturating_sub(url_bytes) },
        };
        (links, room)
    }

    pub(crate) fn len(&self) -> usize {
        self.links.len()
    }

    /// Takes the text of an element that can only contain text: adds the links of a style sheet, and of the markup in a
    /// `noscript` whose content is text.
    pub(crate) fn raw_text(&mut self, element: Element, text: Text<'a>, place: Place) {
        match element {
            Element::Style if self.options.is_wanted && self.options.css => {
                self.add_css(text.decoded_str(), "style", "#text", text.span(), place);
            }
            Element::Noscript if self.options.is_wanted && self.options.noscript_markup => {
                self.add_noscript(text, place);
            }
            _ => {}
        }
    }

    /// Takes text between tags, which may be the text of an SVG `style` element.
    #[inline(always)]
    pub(crate) fn text(&mut self, text: &Text<'a>) {
        if self.svg_style.is_some() {
            self.add_style_text(text);
        }
    }

    #[cold]
    fn add_style_text(&mut self, text: &Text<'a>) {
        if let Some(style) = &mut self.svg_style {
            style.push(text, self.bump);
        }
    }

    /// Ends the text of an SVG `style` element: at the next tag, or at the end of the page.
    #[inline(always)]
    pub(crate) fn end_text(&mut self) {
        if self.svg_style.is_some() {
            self.end_svg_style();
        }
    }

    #[cold]
    fn end_svg_style(&mut self) {
        if let Some(style) = self.svg_style.take() {
            let (span, place) = (style.span.clone(), style.place);
            self.add_svg_style(style.finish(), span, place);
        }
    }

    /// Adds the links of an SVG `style` element whose text is complete.
    pub(crate) fn add_svg_style(&mut self, text: &'a str, span: Range<usize>, place: Place) {
        self.add_css(text, "svg:style", "#text", span, place);
    }

    /// Adds the links of a style sheet.
    fn add_css(&mut self, text: &'a str, element: &'a str, attr: &'a str, span: Range<usize>, place: Place) {
        for raw in css::link_urls(truncate(text, CSS_BYTES), self.bump) {
            let link =
                FoundLink { element, attr, raw, kind: LinkKind::Css, span: span.clone(), place, role: UrlRole::Other };
            self.push(link, EmptyUrl::Nowhere, None);
        }
    }

    /// Adds the target of a `meta` refresh.
    #[inline(never)]
    fn add_refresh(&mut self, tag: &StartTag<'a>, place: Place) {
        let is_refresh =
            tag.attribute(b"http-equiv").is_some_and(|value| value.value().eq_ignore_ascii_case(b"refresh"));
        let Some(content) = tag.attribute(b"content").filter(|_| is_refresh) else { return };
        if let Some(refresh::ParsedRefresh { url: Some(raw), .. }) = refresh::parse(content.value_str()) {
            let (kind, span) = (LinkKind::Refresh, content.value_span());
            self.push(
                FoundLink { element: "meta", attr: "content", raw, kind, span, place, role: UrlRole::Other },
                EmptyUrl::Base,
                None,
            );
        }
    }

    /// Returns true if one of the links from index `first` on is one that a reader can follow.
    pub(crate) fn is_anchor(&self, first: usize) -> bool {
        self.pending[first..].iter().any(|pending| pending.role == UrlRole::Href)
    }

    /// Adds the links in the headers of the response: the targets of redirects, and `Link` headers.
    pub(crate) fn add_headers(&mut self, context: &Context<'a>) {
        if let Some(raw) = context.redirect {
            self.push_header(LinkKind::Redirect, "location", raw);
        }
        for raw in context.header_values("refresh").filter_map(|value| refresh::parse(value)?.url) {
            self.push_header(LinkKind::Redirect, "refresh", raw);
        }
        for header in context.header_values("link").flat_map(|value| link_header::links(value, self.bump)) {
            self.add_link_header(header);
        }
    }

    fn add_link_header(&mut self, header: HeaderLink<'a>) {
        let HeaderLink { target, rel, details, .. } = header;
        let rel = rel.map_or(&[][..], |value| self.rel_tokens(value));
        let details = self.bump.alloc(details);
        let index = self.links.len();
        self.push_header(LinkKind::Header, "", target);
        if let Some(link) = self.links.get_mut(index) {
            (link.rel, link.details) = (rel, details);
        }
    }

    fn push_header(&mut self, kind: LinkKind, attr: &'a str, raw: &'a str) {
        let (place, role) = (Place::default(), UrlRole::Other);
        self.push(FoundLink { element: "header", attr, raw, kind, span: 0..0, place, role }, EmptyUrl::Base, None);
    }

    /// Sets the context of the links from index `first` on.
    pub(crate) fn set_context(&mut self, first: usize, context: LinkContext<'a>) {
        let context = self.bump.alloc(context);
        self.links[first..].iter_mut().for_each(|link| link.context = context);
    }

    /// Adds a link. Without a `base`, it has the base URL that its attribute has in the document that is being read.
    fn push(&mut self, found: FoundLink<'a>, empty: EmptyUrl, base: Option<&'a NestedBase<'a>>) {
        self.push_inline(found, empty, base);
    }

    // PERF: inlined for most links, so that the fields are written once, directly into the vectors.
    #[inline(always)]
    fn push_inline(&mut self, found: FoundLink<'a>, empty: EmptyUrl, base: Option<&'a NestedBase<'a>>) {
        if self.links.len() >= self.options.max_links {
            self.is_truncated = true;
            self.is_over = self.options.stop_at_max_links;
            return;
        }
        let FoundLink { element, attr, mut raw, kind, span, place, role } = found;
        let mut class = LinkClass::Invalid;
        if raw.len() > RAW_BYTES && !is_data(raw) {
            raw = truncate(raw, RAW_BYTES);
            class = LinkClass::TooLong;
        }
        self.links.push(Link {
            element,
            attr,
            raw,
            url: None,
            class,
            kind,
            rel: &[],
            text: "",
            text_len: 0,
            alt: "",
            details: LinkDetails::NONE,
            context: LinkContext::NONE,
            width: None,
            density: None,
            in_noscript: place.in_noscript,
            in_template: place.in_template,
            in_srcdoc: self.document.is_some(),
            in_head: place.in_head,
            span,
        });
        self.pending.push(PendingLink { role, empty, base: base.or(self.document), text: None });
    }

    /// Returns the tokens of a `rel`, as long as the page has room for them.
    fn rel_tokens(&mut self, value: &'a str) -> &'a [&'a str] {
        let (tokens, is_truncated) = rel::tokens(self.bump, value, self.rel_room);
        self.rel_room -= tokens.len();
        self.is_truncated |= is_truncated;
        tokens
    }

    /// Records the text of an anchor for its links.
    pub(crate) fn record_anchor_text(&mut self, closed: ClosedAnchor<'a>) {
        for pending in self.pending.get_mut(closed.links).unwrap_or_default() {
            if pending.role == UrlRole::Href {
                pending.text = Some(closed.span);
            }
        }
    }

    /// Resolves the links and returns them.
    ///
    /// Once the URLs together exceed `max_bytes`, the remaining links are not resolved, and the second value is true.
    pub(crate) fn finish(
        mut self,
        resolver: &Resolver<'a>,
        texts: CollectedTexts<'a>,
        max_bytes: usize,
    ) -> (&'a [Link<'a>], bool) {
        let (mut bytes, mut is_over) = (0, false);
        let mut bases = NestedBases::default();
        for (link, pending) in self.links.iter_mut().zip(&self.pending) {
            if let Some(span) = pending.text {
                let text = texts.text(span);
                link.text_len = text.len();
                link.text = truncate(text, TEXT_BYTES);
                link.alt = truncate(texts.alt(span), TEXT_BYTES);
            }
            if link.class == LinkClass::TooLong {
                continue;
            }
            if bytes + bases.bytes > max_bytes {
                link.class = LinkClass::TooLong;
                is_over = true;
                continue;
            }
            let encoding = if has_utf_8(link) { UTF_8 } else { resolver.encoding() };
            let against = |base, empty| resolver.resolve_against(link.raw, empty, base, encoding);
            let ResolvedUrl { url, class } = match pending.base {
                _ if is_local_reference(link.raw, link.kind, link.element.starts_with("svg:")) => {
                    against(resolver.document(), pending.empty)
                }
                Some(base) => {
                    let base = if link.kind == LinkKind::Base { base.outer } else { Some(base) };
                    // The document in a `srcdoc` has no URL of its own.
                    let empty = if pending.empty == EmptyUrl::Document { EmptyUrl::Nowhere } else { pending.empty };
                    against(bases.resolve(base, resolver).or(resolver.base()), empty)
                }
                // These are relative to the document's own URL: a `base`, a header, and a cache manifest, which was fetched
                // before any `base` was parsed. All other URLs are relative to the document base URL.
                None if is_of_document(link.kind, link.attr) => against(resolver.document(), pending.empty),
                None => against(resolver.base(), pending.empty),
            };
            (link.url, link.class) = (url, class);
            bytes += url.map_or(0, str::len);
            if class == LinkClass::Data {
                link.raw = truncate(link.raw, RAW_BYTES);
            }
        }
        (self.links.into_bump_slice(), is_over)
    }
}

/// Returns true if the URL is relative to the document's own URL, outside of a `srcdoc`.
pub(crate) fn is_of_document(kind: LinkKind, attr: &str) -> bool {
    kind.is_of_header() || kind == LinkKind::Base || attr == "manifest"
}

/// Returns true if the query of the URL is in UTF-8, whatever the encoding of the page is: in a header, a style sheet, and a
/// document that is an attribute.
fn has_utf_8(link: &Link<'_>) -> bool {
    link.kind.is_of_header() || link.kind == LinkKind::Css || link.in_srcdoc
}

#[cold]
pub(crate) fn is_data(raw: &str) -> bool {
    raw.trim_start().starts_with("data:")
}

/// Returns true if the link is a fragment in [CSS](https://drafts.csswg.org/css-values-4/#local-urls) or
/// [SVG](https://svgwg.org/svg2-draft/linking.html#TermSameDocumentURL), which refers to an element of the page whatever the
/// document base URL is.
#[inline]
pub(crate) fn is_local_reference(raw: &str, kind: LinkKind, is_svg: bool) -> bool {
    raw.starts_with('#') && (kind == LinkKind::Css || kind == LinkKind::Embed && is_svg)
}
