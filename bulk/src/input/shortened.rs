//! Texts of the input in messages.

use crate::char_boundary::floor_char_boundary;
use std::borrow::Cow;

/// Maximum bytes of a text of the input that a message repeats, such as a URL.
pub(crate) const MAX_SHOWN_BYTES: usize = 256;

/// Returns `text`, or the first `max_bytes` of a longer one, with `…`.
pub(crate) fn shortened(text: &str, max_bytes: usize) -> Cow<'_, str> {
    if text.len() <= max_bytes {
        return text.into();
    }
    format!("{}…", &text[..floor_char_boundary(text, max_bytes)]).into()
}
