//! Decides the encoding of a page and decodes it, in one call.

use super::decision::Decision;
use super::decode::{as_text, decode_into};
use super::detect::detect;
use super::hints::Hints;
use super::late_meta::read_metas;
use crate::arena::Arena;
use crate::options::Options;
use alloc::borrow::Cow;
use alloc::string::String;

/// A decoded page, with its encoding.
///
/// ```
/// let document = tagrake::encoding::decode_page(b"<p>", None);
/// assert_eq!(document.decision.encoding.name(), "windows-1252");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Document<'b> {
    /// The text, borrowed if the bytes of the page are UTF-8 already.
    pub text: Cow<'b, str>,
    /// The encoding, and how it was determined.
    pub decision: Decision<'b>,
    /// True if invalid bytes were replaced with U+FFFD.
    pub had_errors: bool,
}

/// Determines the encoding of one page from its bytes and the value of its `Content-Type` header, and decodes it. The
/// decision is the one of [`decide`](super::decide): a `meta` after the first 1024 bytes counts.
///
/// For many pages, use [`decode`](super::decode), which can reuse its buffer.
///
/// ```
/// use tagrake::encoding::decode_page;
///
/// let document = decode_page(b"<p>\x83A", Some("text/html; charset=shift_jis"));
/// assert_eq!(document.text, "<p>ア");
/// ```
pub fn decode_page<'b>(bytes: &'b [u8], content_type: Option<&'b str>) -> Document<'b> {
    let hints = Hints::default().with_content_type(content_type);
    let options = Options::default().with_empty_element_tags(hints.is_xhtml());
    let (mut decision, mut arena) = (detect(bytes, &hints), Arena::new());
    loop {
        let (text, had_errors) = decode_once(bytes, &decision);
        if !read_metas(&text, &mut decision, &options, &mut arena) {
            return Document { text, decision, had_errors };
        }
    }
}

/// Decodes a page without a buffer to reuse. Returns the text, and true if there were errors.
fn decode_once<'b>(bytes: &'b [u8], decision: &Decision<'_>) -> (Cow<'b, str>, bool) {
    let body = bytes.get(decision.bom_len..).unwrap_or_default();
    let encoding = decision.encoding.inner();
    if let Some(text) = as_text(body, encoding) {
        return (Cow::Borrowed(text), false);
    }
    let mut buffer = String::new();
    let (len, had_errors) = decode_into(body, encoding, &mut buffer);
    buffer.truncate(len);
    (Cow::Owned(buffer), had_errors)
}
