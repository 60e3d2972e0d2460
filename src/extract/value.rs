//! Values and text of tokens as text: parts of the page, where it has them as they are.

use crate::token::{Attribute, Text};
use core::ops::Range;

/// Returns an attribute's value as text.
///
/// PERF: the page is text already; what it holds need not be validated again.
#[inline]
pub(super) fn value_of<'a>(page: &'a str, attribute: Attribute<'a>) -> &'a str {
    if let Some((input, span)) = attribute.plain_value_in()
        && core::ptr::eq(input, page.as_bytes())
        && let Some(value) = page.get(span)
    {
        return value;
    }
    changed_value_of(page, attribute)
}

#[inline(never)]
fn changed_value_of<'a>(page: &'a str, attribute: Attribute<'a>) -> &'a str {
    let value = attribute.value();
    part_of(page, attribute.value_span(), value).unwrap_or_else(|| attribute.value_str())
}

/// Returns the characters of a text token.
#[inline]
pub(super) fn text_of<'a>(page: &'a str, text: Text<'a>) -> &'a str {
    part_of(page, text.span(), text.decoded()).unwrap_or_else(|| text.decoded_str())
}

/// Returns the part of `page` at `span`, if `bytes` are that.
fn part_of<'a>(page: &'a str, span: Range<usize>, bytes: &'a [u8]) -> Option<&'a str> {
    page.get(span).filter(|part| core::ptr::eq(part.as_bytes(), bytes))
}
