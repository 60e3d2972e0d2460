//! The attributes of a start tag that microdata and RDFa read.

use crate::names::Element;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use tagrake::{Namespace, StartTag};

/// The attributes, and the part of the tag that decides how they are read.
#[derive(Clone, Debug)]
pub(super) struct ItemAttributes<'a> {
    pub(super) kind: ElementKind,
    pub(super) itemscope: bool,
    pub(super) itemtype: Option<&'a str>,
    pub(super) itemid: Option<&'a str>,
    pub(super) itemprop: Option<&'a str>,
    pub(super) itemref: Option<&'a str>,
    pub(super) id: Option<&'a str>,
    pub(super) about: Option<&'a str>,
    pub(super) content: Option<&'a str>,
    pub(super) data: Option<&'a str>,
    pub(super) datatype: Option<&'a str>,
    pub(super) datetime: Option<&'a str>,
    pub(super) href: Option<&'a str>,
    pub(super) prefix: Option<&'a str>,
    pub(super) property: Option<&'a str>,
    pub(super) rel: Option<&'a str>,
    pub(super) resource: Option<&'a str>,
    pub(super) rev: Option<&'a str>,
    pub(super) src: Option<&'a str>,
    pub(super) type_of: Option<&'a str>,
    pub(super) value: Option<&'a str>,
    pub(super) vocab: Option<&'a str>,
    /// The prefixes of `xmlns:` attributes and their IRIs.
    pub(super) namespaces: Vec<'a, (&'a str, &'a str)>,
}

/// The kind of an element, as far as values depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementKind {
    /// `meta`.
    Meta,
    /// An element whose value is the URL in `src`.
    Src,
    /// An element whose value is the URL in `href`.
    Href,
    /// `object`.
    Object,
    /// `data` and `meter`.
    Value,
    /// `time`.
    Time,
    /// `html`.
    Html,
    /// `head` and `body`.
    HeadOrBody,
    Other,
}

impl ElementKind {
    fn of(element: Element, name: &[u8]) -> Self {
        match element {
            Element::Meta => Self::Meta,
            Element::Audio
            | Element::Embed
            | Element::Iframe
            | Element::Img
            | Element::Image
            | Element::Source
            | Element::Track
            | Element::Video => Self::Src,
            Element::A | Element::Area | Element::Link => Self::Href,
            Element::Object => Self::Object,
            Element::Meter => Self::Value,
            Element::Html => Self::Html,
            Element::Head | Element::Body => Self::HeadOrBody,
            Element::Other if name == b"data" => Self::Value,
            Element::Other if name == b"time" => Self::Time,
            _ => Self::Other,
        }
    }
}

impl<'a> ItemAttributes<'a> {
    /// Returns the attributes of a tag. `None` if it has none that microdata or RDFa start with.
    pub(super) fn of(tag: &StartTag<'a>, element: Element, page: &'a str, bump: &'a Bump) -> Option<Self> {
        if tag.attributes().len() == 0 {
            return None;
        }
        let is_html = tag.namespace() == Namespace::Html;
        let mut attributes = Self {
            kind: if is_html { ElementKind::of(element, tag.name()) } else { ElementKind::Other },
            itemscope: false,
            itemtype: None,
            itemid: None,
            itemprop: None,
            itemref: None,
            id: None,
            about: None,
            content: None,
            data: None,
            datatype: None,
            datetime: None,
            href: None,
            prefix: None,
            property: None,
            rel: None,
            resource: None,
            rev: None,
            src: None,
            type_of: None,
            value: None,
            vocab: None,
            namespaces: Vec::new_in(bump),
        };
        let mut is_wanted = false;
        for attribute in tag.attributes() {
            let field = match attribute.name() {
                b"itemscope" => {
                    attributes.itemscope = is_html;
                    is_wanted |= is_html;
                    continue;
                }
                b"itemtype" => &mut attributes.itemtype,
                b"itemid" => &mut attributes.itemid,
                b"itemprop" if is_html => &mut attributes.itemprop,
                b"itemref" => &mut attributes.itemref,
                b"id" => &mut attributes.id,
                b"about" => &mut attributes.about,
                b"content" => {
                    attributes.content = Some(attribute.value_in(page));
                    continue;
                }
                b"data" => &mut attributes.data,
                b"datatype" => &mut attributes.datatype,
                b"datetime" => &mut attributes.datetime,
                b"href" => &mut attributes.href,
                b"prefix" => &mut attributes.prefix,
                b"property" => &mut attributes.property,
                b"rel" => &mut attributes.rel,
                b"resource" => &mut attributes.resource,
                b"rev" => &mut attributes.rev,
                b"src" => &mut attributes.src,
                b"typeof" => &mut attributes.type_of,
                b"value" => &mut attributes.value,
                b"vocab" => &mut attributes.vocab,
                name if name.starts_with(b"xmlns:") => {
                    if let Some(prefix) = attribute.name_in(page).strip_prefix("xmlns:") {
                        attributes.namespaces.push((prefix, attribute.value_in(page)));
                        is_wanted = true;
                    }
                    continue;
                }
                _ => continue,
            };
            *field = Some(attribute.value_in(page));
            is_wanted = true;
        }
        is_wanted.then_some(attributes)
    }
}
