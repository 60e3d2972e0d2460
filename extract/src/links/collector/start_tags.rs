//! Links in the attributes of start tags.

use super::nested_base::NestedBase;
use super::style_text::{StyleText, opens_svg_style};
use super::{CSS_BYTES, FoundLink, LinkCollector};
use crate::css;
use crate::link_kind::LinkKind;
use crate::links::link::LinkDetails;
use crate::links::link_attributes::{LinkAttributes, form_method, is_image_button};
use crate::links::rel;
use crate::links::script_url::script_url;
use crate::links::srcset::{ImageCandidate, candidates};
use crate::names::{Attr, Element};
use crate::place::Place;
use crate::text::strings::{collapse, concat, truncate};
use crate::url_attributes::{self, EmptyUrl, UrlAttribute, UrlRole, UrlSyntax, is_lazy_variant};
use tagrake::names::NameFilter;
use tagrake::{Attribute, Namespace, StartTag};

/// `style`, and the [presentation attributes](https://svgwg.org/svg2-draft/styling.html#PresentationAttributes) of SVG whose
/// values may have a URL.
const STYLES: &[&str; 10] =
    &["style", "clip-path", "cursor", "fill", "filter", "marker-end", "marker-mid", "marker-start", "mask", "stroke"];

/// Rejects most names of other attributes of SVG and MathML.
const FOREIGN: &NameFilter = &NameFilter::of(STYLES)
    .or(&NameFilter::of(&["href", "xlink:href"]))
    .or(&Attr::filter(&url_attributes::EVENT_HANDLERS));

/// The properties of [Open Graph](https://ogp.me/) and [cards](https://developer.x.com/en/docs/x-for-websites/cards/overview/markup)
/// that are URLs for previews of the page.
const SOCIAL: [&str; 14] = [
    "og:url",
    "og:image",
    "og:image:url",
    "og:image:secure_url",
    "og:video",
    "og:video:url",
    "og:video:secure_url",
    "og:audio",
    "og:audio:url",
    "og:audio:secure_url",
    "twitter:image",
    "twitter:image:src",
    "twitter:player",
    "twitter:player:stream",
];

impl<'a> LinkCollector<'a> {
    /// Adds the links of a start tag.
    pub(crate) fn start_tag(&mut self, tag: &StartTag<'a>, place: Place) {
        if tag.namespace() == Namespace::Html {
            self.read_attributes(tag, Element::of_tag(tag.short_name(), tag.name()), place, |_, _| {});
        } else if self.options.is_wanted {
            self.add_foreign(tag, place);
        }
    }

    /// Adds the links of an HTML start tag, and passes each attribute of interest to `other`, for what is not a link.
    ///
    /// PERF: the attributes are read in one loop. With a loop for each collector, a full record takes 5 % more instructions.
    #[inline(always)]
    pub(crate) fn read_attributes(
        &mut self,
        tag: &StartTag<'a>,
        element: Element,
        place: Place,
        mut other: impl FnMut(Attr, &Attribute<'a>),
    ) {
        if self.options.social && element == Element::Meta {
            self.add_social(tag, place);
        }
        if !tag.has_wanted() {
            return;
        }
        let first = self.links.len();
        let mut attributes = LinkAttributes::new(self.bump);
        for attribute in tag.wanted_attributes() {
            let attr = Attr::of_attribute(&attribute);
            if attr == Attr::Other {
                continue;
            }
            other(attr, &attribute);
            if self.options.is_wanted {
                match url_attributes::find(element, attr) {
                    Some(found) => self.add_attribute(tag, attribute, element, attr, found, place),
                    // Past the limit, the tag has no link that attributes could describe.
                    None if first >= self.options.max_links => {}
                    None => attributes.record(element, attr, attribute),
                }
            }
        }
        if self.options.lazy && url_attributes::has_lazy_variants(element) {
            self.add_lazy_variants(element, tag, place);
        }
        if element == Element::Meta && self.options.is_wanted {
            self.add_refresh(tag, place);
        }
        let is_described = !attributes.is_empty() || matches!(element, Element::Link | Element::Form);
        if is_described && self.links.len() > first {
            self.describe(element, first, tag, attributes);
        }
        if !self.options.added.is_empty() {
            self.read_added(tag, place);
        }
        if element == Element::Iframe && self.options.is_wanted {
            self.add_srcdoc(tag, place);
        }
    }

    /// Adds the URLs in attributes like `data-src-retina`: images for some screens. Other attributes with this prefix hold numbers and
    /// names.
    #[inline(never)]
    fn add_lazy_variants(&mut self, element: Element, tag: &StartTag<'a>, place: Place) {
        for attribute in tag.attributes().filter(|attribute| is_lazy_variant(element, attribute.raw_name())) {
            let (raw, element, attr) = (attribute.value_str(), element_name(element, tag), attribute.name_str());
            let is_added = self.options.added.iter().any(|added| added.matches(element, attr));
            if raw.contains(['/', '.']) && !is_added {
                let (span, kind, role) = (attribute.value_span(), LinkKind::Lazy, UrlRole::Other);
                self.push(FoundLink { element, attr, raw, kind, span, place, role }, EmptyUrl::Nowhere, None);
            }
        }
    }

    /// Adds the URL for previews of the page that a `meta` has.
    #[inline(never)]
    fn add_social(&mut self, tag: &StartTag<'a>, place: Place) {
        let Some(content) = tag.attribute(b"content") else { return };
        let names = [tag.attribute(b"property"), tag.attribute(b"name")];
        let is_social = |name: &str| SOCIAL.iter().any(|known| name.trim_ascii().eq_ignore_ascii_case(known));
        if names.into_iter().flatten().any(|name| is_social(name.value_str())) {
            let (raw, span, kind) = (content.value_str(), content.value_span(), LinkKind::Social);
            let link = FoundLink { element: "meta", attr: "content", raw, kind, span, place, role: UrlRole::Other };
            self.push(link, EmptyUrl::Nowhere, None);
        }
    }

    /// Adds the links of an attribute with the properties `found`.
    ///
    /// PERF: not inlined into the loop over the attributes, and rare syntaxes are not inlined here, so that each
    /// function keeps few values in registers.
    #[inline(never)]
    fn add_attribute(
        &mut self,
        tag: &StartTag<'a>,
        attribute: Attribute<'a>,
        element: Element,
        attr: Attr,
        found: &UrlAttribute,
        place: Place,
    ) {
        let UrlAttribute { kind, syntax, empty, role } = *found;
        match kind {
            LinkKind::Css if !self.options.css || !may_have_urls(attribute) => return,
            LinkKind::Lazy if !self.options.lazy => return,
            LinkKind::Embed if element == Element::Input && !is_image_button(tag) => return,
            _ if element == Element::Other && !url_attributes::has_links(element, tag.name_str(), attr) => return,
            _ => {}
        }
        let (raw, span) = (attribute.value_str(), attribute.value_span());
        let link = FoundLink { element: element_name(element, tag), attr: attr.as_str(), raw, kind, span, place, role };
        match syntax {
            UrlSyntax::Url => self.push_inline(link, empty, None),
            _ => self.add_urls(tag, syntax, link, empty),
        }
    }

    /// Adds the links of a value that is more than a single URL relative to the document base URL.
    #[inline(never)]
    pub(super) fn add_urls(
        &mut self,
        tag: &StartTag<'a>,
        syntax: UrlSyntax,
        value_link: FoundLink<'a>,
        empty: EmptyUrl,
    ) {
        let value = value_link.raw;
        let codebase = match syntax {
            UrlSyntax::InCodebase | UrlSyntax::SpacesInCodebase | UrlSyntax::CommasInCodebase => {
                tag.attribute(b"codebase")
            }
            _ => None,
        };
        let base = codebase.map(|href| NestedBase::new(self.document, Some(href.value_str())));
        let bump = self.bump;
        let base = base.map(|base| &*bump.alloc(base));
        let mut push = |raw| self.push(FoundLink { raw, ..value_link.clone() }, empty, base);
        match syntax {
            UrlSyntax::UrlOrCss if is_css_image(value) => {
                css::link_urls(truncate(value, CSS_BYTES), bump).for_each(push);
            }
            UrlSyntax::Url | UrlSyntax::InCodebase | UrlSyntax::UrlOrCss => push(value),
            UrlSyntax::Spaces | UrlSyntax::SpacesInCodebase => value.split_ascii_whitespace().for_each(push),
            UrlSyntax::CommasInCodebase => value.split(',').for_each(push),
            UrlSyntax::Srcset => {
                for ImageCandidate { url: raw, width, density } in candidates(value) {
                    let index = self.links.len();
                    self.push(FoundLink { raw, ..value_link.clone() }, empty, None);
                    if let Some(link) = self.links.get_mut(index) {
                        (link.width, link.density) = (width, density);
                    }
                }
            }
            UrlSyntax::Script => script_url(value).into_iter().for_each(push),
            UrlSyntax::Css => {
                self.add_css(value, value_link.element, value_link.attr, value_link.span, value_link.place);
            }
        }
    }

    /// Adds the links of an SVG or MathML start tag.
    fn add_foreign(&mut self, tag: &StartTag<'a>, place: Place) {
        let (bump, is_svg) = (self.bump, tag.namespace() == Namespace::Svg);
        let mut name = None;
        for attribute in tag.attributes().filter(|attribute| FOREIGN.may_hold(attribute.raw_name())) {
            let mut element =
                || *name.get_or_insert_with(|| concat([if is_svg { "svg:" } else { "math:" }, tag.name_str()], bump));
            match attribute.name() {
                b"href" => self.add_foreign_href(tag, attribute, "href", element(), place),
                b"xlink:href" if tag.attribute(b"href").is_none() => {
                    self.add_foreign_href(tag, attribute, "xlink:href", element(), place);
                }
                other if url_attributes::is_event_handler(Attr::of(other)) => {
                    if let Some(raw) = script_url(attribute.value_str()) {
                        let (attr, span, kind) = (Attr::of(other).as_str(), attribute.value_span(), LinkKind::Script);
                        let (element, role) = (element(), UrlRole::Other);
                        self.push(FoundLink { element, attr, raw, kind, span, place, role }, EmptyUrl::Base, None);
                    }
                }
                other => {
                    let names = STYLES.get(..if is_svg { STYLES.len() } else { 1 }).unwrap_or_default();
                    let attr = names.iter().find(|attr| attr.as_bytes() == other);
                    if let Some(attr) = attr.filter(|_| self.options.css && may_have_urls(attribute)) {
                        self.add_css(attribute.value_str(), element(), attr, attribute.value_span(), place);
                    }
                }
            }
        }
        match tag.name() {
            _ if self.options.css && opens_svg_style(tag) => self.svg_style = Some(StyleText::new(place)),
            b"animate" | b"set" if is_svg => self.add_animation(tag, place),
            _ => {}
        }
        if !self.options.added.is_empty() {
            self.read_added(tag, place);
        }
    }

    /// Adds the URLs that an [animation](https://svgwg.org/specs/animations/#AnimateElement) of SVG gives an attribute.
    #[inline(never)]
    fn add_animation(&mut self, tag: &StartTag<'a>, place: Place) {
        let Some(target) = tag.attribute(b"attributename").map(|target| target.value_str()) else { return };
        let is_href = matches!(target, "href" | "xlink:href");
        let is_presentation = || STYLES.iter().skip(1).any(|name| *name == target);
        if !(is_href || self.options.css && is_presentation()) {
            return;
        }
        let element = if tag.name() == b"set" { "svg:set" } else { "svg:animate" };
        for attribute in tag.attributes() {
            let attr = match attribute.name() {
                b"from" => "from",
                b"to" => "to",
                b"values" => "values",
                _ => continue,
            };
            let (value, span) = (attribute.value_str(), attribute.value_span());
            if !is_href {
                self.add_css(value, element, attr, span, place);
                continue;
            }
            // `values` is a list.
            let values = value.split(|character| attr == "values" && character == ';').map(str::trim_ascii);
            let value_link =
                FoundLink { element, attr, raw: "", kind: LinkKind::Embed, span, place, role: UrlRole::Other };
            for raw in values.filter(|value| !value.is_empty()) {
                self.push(FoundLink { raw, ..value_link.clone() }, EmptyUrl::Nowhere, None);
            }
        }
    }

    /// Adds the link of `href` or `xlink:href` in SVG or MathML.
    fn add_foreign_href(
        &mut self,
        tag: &StartTag<'a>,
        href: Attribute<'a>,
        attr: &'static str,
        element: &'a str,
        place: Place,
    ) {
        let (kind, empty) = foreign_href_kind(tag.namespace(), tag.name() == b"a");
        let (raw, span, first) = (href.value_str(), href.value_span(), self.links.len());
        self.push(FoundLink { element, attr, raw, kind, span, place, role: UrlRole::Href }, empty, None);
        if element == "svg:a" {
            let mut attributes = LinkAttributes::new(self.bump);
            attributes.rel = tag.attribute(b"rel").map(|rel| rel.value_str());
            self.describe(Element::A, first, tag, attributes);
        }
    }

    /// Sets the descriptive attributes of the links from index `first` on, which all belong to `tag`.
    #[inline(never)]
    fn describe(&mut self, element: Element, first: usize, tag: &StartTag<'a>, mut attributes: LinkAttributes<'a>) {
        match element {
            Element::Link => {
                if let Some(color) = tag.attribute(b"color") {
                    attributes.details().color = Some(color.value_str());
                }
            }
            Element::Form => attributes.details().method = Some(form_method(tag)),
            _ => {}
        }
        let rel = attributes.rel.map_or(&[][..], |rel| self.rel_tokens(rel));
        let alt = if attributes.alt.is_empty() { "" } else { collapse(attributes.alt, self.bump) };
        let details = attributes.details.map_or(LinkDetails::NONE, |details| details);
        for (link, pending) in self.links[first..].iter_mut().zip(&self.pending[first..]) {
            link.alt = alt;
            if pending.role != UrlRole::Other {
                (link.rel, link.details) = (rel, details);
                if element == Element::Link && pending.role == UrlRole::Href {
                    link.kind = rel::kind(rel);
                }
            }
        }
    }
}

/// Returns the name of the element in rows.
#[inline(always)]
pub(super) fn element_name<'a>(element: Element, tag: &StartTag<'a>) -> &'a str {
    if element == Element::Other { tag.name_str() } else { url_attributes::as_inserted(element) }
}

/// Returns true if the attribute of an element of SVG or MathML has links.
pub(super) fn has_foreign_links(name: &str) -> bool {
    matches!(name, "href" | "xlink:href")
        || STYLES.contains(&name)
        || url_attributes::is_event_handler(Attr::of(name.as_bytes()))
}

/// Returns the kind of the `href` of an SVG or MathML element, `a` or another, and the meaning of an empty one.
pub(crate) fn foreign_href_kind(namespace: Namespace, is_a: bool) -> (LinkKind, EmptyUrl) {
    let is_anchor = namespace == Namespace::MathMl || is_a;
    if is_anchor { (LinkKind::Nav, EmptyUrl::Base) } else { (LinkKind::Embed, EmptyUrl::Nowhere) }
}

/// Returns true if a value is an image in CSS, and no URL such as `image(1).png`.
fn is_css_image(value: &str) -> bool {
    let value = value.trim_ascii_start().as_bytes();
    let starts_with =
        |name: &str| value.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()));
    ["url(", "image-set(", "-webkit-image-set("].into_iter().any(starts_with)
}

/// Returns false if a `style` or presentation attribute cannot contain a URL. `&` counts, because a character reference can encode `(`.
#[inline(always)]
fn may_have_urls(attribute: Attribute<'_>) -> bool {
    memchr::memchr3(b'(', b'@', b'&', attribute.raw_value()).is_some()
}
