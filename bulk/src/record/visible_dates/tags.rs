//! A single tag: its name, and its attributes.

use tagrake::{Arena, StartTag, Token, Tokenizer};

/// Returns the name at the start of a tag without its `<`.
pub(super) fn name_of(tag: &str) -> &str {
    &tag[..tag.bytes().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(tag.len())]
}

/// Calls `take` with a start tag.
pub(super) fn with_start_tag<R>(tag: &str, take: impl FnOnce(&StartTag<'_>) -> R) -> Option<R> {
    let arena = Arena::new();
    match Tokenizer::new(tag.as_bytes(), &arena).next() {
        Some(Token::StartTag(tag)) => Some(take(&tag)),
        _ => None,
    }
}
