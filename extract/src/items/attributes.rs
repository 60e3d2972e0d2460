//! The attributes of a start tag that microdata and RDFa read.

use crate::names::Element;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use tagrake::{Namespace, StartTag};

/// The attributes, and the part of the tag that decides how they are read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ItemAttributes<'a> {
    pub(super) kind: ElementKind,
    pub(super) id: Option<&'a str>,
    pub(super) content: Option<&'a str>,
    pub(super) data: Option<&'a str>,
    pub(super) datetime: Option<&'a str>,
    pub(super) href: Option<&'a str>,
    pub(super) src: Option<&'a str>,
    pub(super) value: Option<&'a str>,
    pub(super) microdata: MicrodataAttributes<'a>,
    pub(super) rdfa: RdfaAttributes<'a>,
}

/// The attributes of microdata.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MicrodataAttributes<'a> {
    pub(super) itemscope: bool,
    pub(super) itemtype: Option<&'a str>,
    pub(super) itemid: Option<&'a str>,
    pub(super) itemprop: Option<&'a str>,
    pub(super) itemref: Option<&'a str>,
}

/// The attributes of RDFa.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RdfaAttributes<'a> {
    pub(super) about: Option<&'a str>,
    pub(super) datatype: Option<&'a str>,
    pub(super) prefix: Option<&'a str>,
    pub(super) property: Option<&'a str>,
    pub(super) rel: Option<&'a str>,
    pub(super) resource: Option<&'a str>,
    pub(super) rev: Option<&'a str>,
    pub(super) type_of: Option<&'a str>,
    pub(super) vocab: Option<&'a str>,
    /// The prefixes of `xmlns:` attributes and their IRIs.
    pub(super) namespaces: &'a [(&'a str, &'a str)],
}

/// The kind of an element, as far as values depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    #[default]
    Other,
}

impl ElementKind {
    fn of(element: Element, name: &[u8]) -> Self {
        use Element::*;
        match element {
            Meta => Self::Meta,
            Audio | Embed | Iframe | Img | Image | Source | Track | Video => Self::Src,
            A | Area | Link => Self::Href,
            Object => Self::Object,
            Meter => Self::Value,
            Html => Self::Html,
            Head | Body => Self::HeadOrBody,
            Other if name == b"data" => Self::Value,
            Other if name == b"time" => Self::Time,
            _ => Self::Other,
        }
    }
}

impl<'a> ItemAttributes<'a> {
    /// Returns the attributes of a tag. `None` if it has none that microdata or RDFa start with.
    pub(super) fn of(tag: &StartTag<'a>, element: Element, bump: &'a Bump) -> Option<Self> {
        if tag.attributes().len() == 0 {
            return None;
        }
        let is_html = tag.namespace() == Namespace::Html;
        let kind = if is_html { ElementKind::of(element, tag.name()) } else { ElementKind::Other };
        let (mut attributes, mut namespaces) = (Self { kind, ..Self::default() }, Vec::new_in(bump));
        let mut is_wanted = false;
        for attribute in tag.attributes() {
            let field = match attribute.name() {
                b"itemscope" => {
                    attributes.microdata.itemscope = is_html;
                    is_wanted |= is_html;
                    continue;
                }
                b"itemtype" => &mut attributes.microdata.itemtype,
                b"itemid" => &mut attributes.microdata.itemid,
                b"itemprop" if is_html => &mut attributes.microdata.itemprop,
                b"itemref" => &mut attributes.microdata.itemref,
                b"id" => &mut attributes.id,
                b"about" => &mut attributes.rdfa.about,
                b"content" => {
                    attributes.content = Some(attribute.value_str());
                    continue;
                }
                b"data" => &mut attributes.data,
                b"datatype" => &mut attributes.rdfa.datatype,
                b"datetime" => &mut attributes.datetime,
                b"href" => &mut attributes.href,
                b"prefix" => &mut attributes.rdfa.prefix,
                b"property" => &mut attributes.rdfa.property,
                b"rel" => &mut attributes.rdfa.rel,
                b"resource" => &mut attributes.rdfa.resource,
                b"rev" => &mut attributes.rdfa.rev,
                b"src" => &mut attributes.src,
                b"typeof" => &mut attributes.rdfa.type_of,
                b"value" => &mut attributes.value,
                b"vocab" => &mut attributes.rdfa.vocab,
                name if name.starts_with(b"xmlns:") => {
                    if let Some(prefix) = attribute.name_str().strip_prefix("xmlns:") {
                        namespaces.push((prefix, attribute.value_str()));
                        is_wanted = true;
                    }
                    continue;
                }
                _ => continue,
            };
            *field = Some(attribute.value_str());
            is_wanted = true;
        }
        attributes.rdfa.namespaces = namespaces.into_bump_slice();
        is_wanted.then_some(attributes)
    }
}
