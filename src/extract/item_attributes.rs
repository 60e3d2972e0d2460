//! Attributes of microdata and RDFa.

use super::names::Attr;
use super::page::ItemAttribute;
use crate::token::{Attribute, StartTag};
use bumpalo::collections::Vec;

/// Returns true if the attribute belongs to microdata or RDFa.
pub(super) fn is_item_attribute(attr: Attr) -> bool {
    use Attr::*;
    matches!(
        attr,
        About | Itemid | Itemprop | Itemref | Itemscope | Itemtype | Prefix | Property | Resource | Typeof | Vocab
    )
}

/// Appends an attribute of microdata or RDFa to `items`.
#[inline(never)]
pub(super) fn push_item<'a>(
    items: &mut Vec<'a, ItemAttribute<'a>>,
    page: &'a str,
    tag: &StartTag<'a>,
    attr: Attr,
    attribute: Attribute<'a>,
) {
    let value = attribute.value_in(page);
    items.push(ItemAttribute { element: tag.name_str(), attr: attr.as_str(), value });
}
