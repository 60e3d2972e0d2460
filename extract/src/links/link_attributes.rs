//! Attributes that describe the links of their element, such as `rel`, `alt` and `title`.

use crate::links::link::LinkDetails;
use crate::names::{Attr, Element};
use bumpalo::Bump;
use tagrake::{Attribute, StartTag};

/// The attributes of a tag that describe its links.
pub(crate) struct LinkAttributes<'a> {
    bump: &'a Bump,
    pub(crate) rel: Option<&'a str>,
    pub(crate) alt: &'a str,
    /// Allocated for the first attribute that it holds.
    pub(crate) details: Option<&'a mut LinkDetails<'a>>,
}

impl<'a> LinkAttributes<'a> {
    pub(crate) fn new(bump: &'a Bump) -> Self {
        Self { bump, rel: None, alt: "", details: None }
    }

    /// Returns true if no attribute was recorded.
    pub(crate) fn is_empty(&self) -> bool {
        self.rel.is_none() && self.alt.is_empty() && self.details.is_none()
    }

    pub(crate) fn details(&mut self) -> &mut LinkDetails<'a> {
        self.details.get_or_insert_with(|| self.bump.alloc(LinkDetails::default()))
    }

    /// Records an attribute if it describes links.
    #[inline(always)]
    pub(crate) fn record(&mut self, element: Element, attr: Attr, attribute: Attribute<'a>) {
        match attr {
            Attr::Alt => self.alt = attribute.value_str(),
            _ if !matches!(element, Element::A | Element::Area | Element::Link | Element::Form) => {
                if describes_resource(element, attr) {
                    self.record_detail(element, attr, attribute);
                }
            }
            Attr::Rel => self.rel = Some(attribute.value_str()),
            _ => self.record_detail(element, attr, attribute),
        }
    }

    /// Records an attribute in `details` if it applies to the element.
    #[inline(never)]
    fn record_detail(&mut self, element: Element, attr: Attr, attribute: Attribute<'a>) {
        let is_link = element == Element::Link;
        let field: for<'d> fn(&'d mut LinkDetails<'a>) -> &'d mut Option<&'a str> = match attr {
            Attr::Title => |details| &mut details.title,
            Attr::Hreflang => |details| &mut details.hreflang,
            Attr::Type => |details| &mut details.mime_type,
            Attr::Target => |details| &mut details.target,
            Attr::Download if !is_link => |details| &mut details.download,
            Attr::Media if is_link || describes_resource(element, attr) => |details| &mut details.media,
            Attr::Sizes if is_link || describes_resource(element, attr) => |details| &mut details.sizes,
            Attr::As if is_link => |details| &mut details.preload_as,
            _ => return,
        };
        *field(self.details()) = Some(attribute.value_str());
    }
}

/// Returns true if the attribute describes the resource that the element embeds.
#[inline(always)]
fn describes_resource(element: Element, attr: Attr) -> bool {
    use Element::*;
    match attr {
        Attr::Type => matches!(element, Embed | Object | Script | Source),
        Attr::Media => element == Source,
        Attr::Sizes => matches!(element, Img | Image | Source),
        _ => false,
    }
}

/// Returns the [method](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#attr-fs-method) of a
/// form.
pub(crate) fn form_method(tag: &StartTag<'_>) -> &'static str {
    let method = tag.attribute(b"method").map_or(&b""[..], |method| method.value());
    let known = ["post", "dialog"].into_iter().find(|known| method.eq_ignore_ascii_case(known.as_bytes()));
    known.unwrap_or("get")
}

/// Returns the details of a `link` element.
pub(crate) fn link_details<'a>(tag: StartTag<'a>, bump: &'a Bump) -> &'a LinkDetails<'a> {
    let mut attributes = LinkAttributes::new(bump);
    for attribute in tag.attributes() {
        attributes.record_detail(Element::Link, Attr::of(attribute.name()), attribute);
    }
    attributes.details.map_or(LinkDetails::NONE, |details| details)
}

/// Returns true if an `input` is an
/// [image button](https://html.spec.whatwg.org/multipage/input.html#image-button-state-(type=image)).
pub(crate) fn is_image_button(tag: &StartTag<'_>) -> bool {
    tag.attribute(b"type").is_some_and(|attribute| attribute.value().eq_ignore_ascii_case(b"image"))
}
