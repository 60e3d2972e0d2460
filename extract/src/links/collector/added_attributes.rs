//! Links in the attributes that the caller adds to the table.

use super::start_tags::{element_name, has_foreign_links};
use super::{FoundLink, LinkCollector};
use crate::link_attribute::AddedSyntax;
use crate::link_kind::LinkKind;
use crate::names::{Attr, Element};
use crate::place::Place;
use crate::text::strings::{collapse, concat};
use crate::url_attributes::{self, EmptyUrl, UrlRole, UrlSyntax};
use tagrake::{Namespace, StartTag};

impl<'a> LinkCollector<'a> {
    /// Adds the links of the attributes that the caller has added. They follow the other links of the tag.
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
        let added = self.options.added;
        for attribute in tag.attributes() {
            let name = attribute.name_str();
            let found = added.iter().find(|added| added.matches(element, name));
            let Some(found) = found.filter(|_| !has_links(tag, known, name)) else { continue };
            let syntax = match found.syntax {
                AddedSyntax::Url => UrlSyntax::Url,
                AddedSyntax::Srcset => UrlSyntax::Srcset,
                AddedSyntax::Css => UrlSyntax::Css,
                AddedSyntax::Html => {
                    self.add_markup(attribute, place);
                    continue;
                }
            };
            let (raw, span, kind, first) =
                (attribute.value_str(), attribute.value_span(), LinkKind::Lazy, self.links.len());
            let link = FoundLink { element, attr: name, raw, kind, span, place, role: UrlRole::Other };
            self.add_urls(tag, syntax, link, EmptyUrl::Nowhere);
            let alt = tag.attribute(b"alt").map_or("", |alt| collapse(alt.value_str(), self.bump));
            self.links[first..].iter_mut().for_each(|link| link.alt = alt);
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
