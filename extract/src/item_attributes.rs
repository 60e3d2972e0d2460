//! Attributes of microdata and RDFa.

use crate::copy_into::copy_fields;
use crate::names::Attr;
use crate::place::Place;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use tagrake::{Attribute, StartTag};

/// An attribute of microdata or RDFa. How the elements are nested is part of [`Page::items`](crate::Page::items).
///
/// ```
/// # use tagrake_extract::{Context, Extractor};
/// let mut extractor = Extractor::default();
/// let page = extractor.extract(b"<p itemscope itemtype=https://schema.org/Person>", &Context::default());
/// assert_eq!((page.item_attributes[1].element, page.item_attributes[1].attr), ("p", "itemtype"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ItemAttribute<'a> {
    /// The element's name.
    pub element: &'a str,
    /// The attribute's name: `itemprop`, `itemscope`, `itemtype`, `itemid`, `itemref`, `property`, `typeof`,
    /// `resource`, `vocab`, `prefix` or `about`.
    pub attr: &'a str,
    /// The attribute's value.
    pub value: &'a str,
}

copy_fields! {
    ItemAttribute { element, attr, value }
}

const IS_ITEM_ATTRIBUTE: [bool; Attr::ALL.len()] = {
    use Attr::*;
    Attr::set(&[About, Itemid, Itemprop, Itemref, Itemscope, Itemtype, Prefix, Property, Resource, Typeof, Vocab])
};

/// Collects the attributes of microdata and RDFa, except the `property` of a `meta`.
pub(crate) struct ItemAttributeCollector<'a> {
    is_wanted: bool,
    pub(crate) all: Vec<'a, ItemAttribute<'a>>,
}

impl<'a> ItemAttributeCollector<'a> {
    pub(crate) fn new(is_wanted: bool, bump: &'a Bump) -> Self {
        Self { is_wanted, all: Vec::new_in(bump) }
    }

    /// Takes an attribute of an HTML start tag.
    #[inline(always)]
    pub(crate) fn attribute(&mut self, tag: &StartTag<'a>, attr: Attr, attribute: &Attribute<'a>, place: Place) {
        if IS_ITEM_ATTRIBUTE[attr as usize] && self.is_wanted && place.is_of_document() {
            self.add(tag, attr, attribute);
        }
    }

    #[inline(never)]
    fn add(&mut self, tag: &StartTag<'a>, attr: Attr, attribute: &Attribute<'a>) {
        if attr != Attr::Property || tag.name() != b"meta" {
            let value = attribute.value_str();
            self.all.push(ItemAttribute { element: tag.name_str(), attr: attr.as_str(), value });
        }
    }
}
