//! Attributes of microdata and RDFa.

use crate::names::Attr;
use bumpalo::collections::Vec;
use tagrake::{Attribute, StartTag};

/// An attribute of microdata or RDFa. How the elements are nested is part of [`Page::item_list`](crate::Page::item_list).
///
/// ```
/// # use tagrake_extract::{Context, Extractor};
/// let mut extractor = Extractor::default();
/// let page = extractor.extract(b"<p itemscope itemtype=https://schema.org/Person>", &Context::default());
/// assert_eq!((page.items[1].element, page.items[1].attr), ("p", "itemtype"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Returns true if the attribute belongs to microdata or RDFa.
pub(crate) fn is_item_attribute(attr: Attr) -> bool {
    use Attr::*;
    matches!(
        attr,
        About | Itemid | Itemprop | Itemref | Itemscope | Itemtype | Prefix | Property | Resource | Typeof | Vocab
    )
}

/// Appends an attribute of microdata or RDFa to `items`.
#[inline(never)]
pub(crate) fn push_item<'a>(
    items: &mut Vec<'a, ItemAttribute<'a>>,
    page: &'a str,
    tag: &StartTag<'a>,
    attr: Attr,
    attribute: Attribute<'a>,
) {
    let value = attribute.value_in(page);
    items.push(ItemAttribute { element: tag.name_str(), attr: attr.as_str(), value });
}
