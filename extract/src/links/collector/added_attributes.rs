//! Links in the attributes that the caller adds to the table.

use super::start_tags::{element_name, has_foreign_links};
use super::{FoundLink, LinkCollector};
use crate::link_attribute::AddedSyntax;
use crate::link_kind::LinkKind;
use crate::names::{Attr, Element};
use crate::place::Place;
use crate::text::strings::concat;
use crate::url_attributes::{self, EmptyUrl, UrlRole, UrlSyntax};
use tagrake::{Namespace, StartTag};

impl<'a> LinkCollector<'a> {
    /// Adds the links of the attributes that the caller has added. They precede the other links of the tag.
    #[cold]
    #[inline(never)]
    pub(super) fn read_added(&mut self, tag: &StartTag<'a>, place: Place) {
        let prefix = match tag.namespace() {
            Namespace::Html => "",
            Namespace::Svg => "svg:",
            _ => "math:",
        };
        let known = Element::of_tag(tag.short_name(), tag.name());
        let element = match prefix {
            "" => element_name(known, tag),
            prefix => concat([prefix, tag.name_str()], self.bump),
        };
        for attribute in tag.attributes() {
            let name = attribute.name_str();
            let added = self.options.added.iter().find(|added| added.matches(element, name));
            let Some(added) = added.filter(|_| !has_links(tag, known, name)) else { continue };
            let (raw, span, kind, role) =
                (attribute.value_str(), attribute.value_span(), LinkKind::Lazy, UrlRole::Other);
            let link = FoundLink { element, attr: name, raw, kind, span, place, role };
            match added.syntax {
                AddedSyntax::Url => self.push(link, EmptyUrl::Nowhere, None),
                AddedSyntax::Srcset => self.add_urls(tag, UrlSyntax::Srcset, link, EmptyUrl::Nowhere),
                AddedSyntax::Css => self.add_urls(tag, UrlSyntax::Css, link, EmptyUrl::Nowhere),
                AddedSyntax::Html => self.add_markup(attribute, place),
            }
        }
    }
}

/// Returns true if the attribute has links without being added.
fn has_links(tag: &StartTag<'_>, element: Element, name: &str) -> bool {
    let attr = Attr::of(name.as_bytes());
    match tag.namespace() {
        Namespace::Html => url_attributes::has_links(element, tag.name_str(), attr),
        _ => has_foreign_links(name),
    }
}
