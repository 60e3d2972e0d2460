//! A single tag: its name, and its attributes.

use tagrake::names::Element;
use tagrake::{Arena, StartTag, Token, Tokenizer};

/// Returns the name at the start of a tag without its `<`.
pub(super) fn name_of(tag: &str) -> &str {
    &tag[..tag.bytes().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(tag.len())]
}

/// Returns the element of a tag. An end tag has none: [`Element::Other`].
pub(super) fn element_of(tag: &str) -> Element {
    let name = name_of(&tag[1..]).as_bytes();
    let mut lower = [0; 16];
    let Some(lower) = lower.get_mut(..name.len()) else { return Element::Other };
    lower.copy_from_slice(name);
    lower.make_ascii_lowercase();
    Element::of(lower)
}

/// Calls `take` with a start tag.
pub(super) fn with_start_tag<R>(tag: &str, take: impl FnOnce(&StartTag<'_>) -> R) -> Option<R> {
    let arena = Arena::new();
    match Tokenizer::new(tag.as_bytes(), &arena).next() {
        Some(Token::StartTag(tag)) => Some(take(&tag)),
        _ => None,
    }
}
