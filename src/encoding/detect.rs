//! Determines the encoding of a page, in the order of the standard.

use super::decision::{Confidence, Decision, Source};
use super::hints::{Detector, Hints};
use super::standard::Encoding;
use super::{content_type, prescan};
use alloc::borrow::Cow;
use encoding_rs::{UTF_8, WINDOWS_1252};

/// Determines the encoding of a page: [determining the character
/// encoding](https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding).
///
/// ```
/// use tagrake::encoding::{Hints, Source, detect};
///
/// let page = b"<meta charset=utf-8>";
/// let hints = Hints::default().with_content_type(Some("text/html; charset=unheard-of"));
/// let decision = detect(page, &hints);
/// assert_eq!((decision.encoding.name(), decision.source), ("UTF-8", Source::Meta));
/// assert_eq!(decision.http_label.as_deref(), Some("unheard-of"));
/// assert_eq!(decision.meta_label.as_deref(), Some(&b"utf-8"[..]));
/// ```
pub fn detect<'a>(bytes: &'a [u8], hints: &Hints<'a>) -> Decision<'a> {
    let http_label = hints.content_type.and_then(content_type::charset);
    let bom = encoding_rs::Encoding::for_bom(bytes);
    let (bom, bom_len) = bom.map_or((None, 0), |(encoding, len)| (Some(Encoding::of(encoding)), len));
    let transport = || Encoding::for_label(http_label.as_deref()?.as_bytes());
    let certain = None
        .or_else(|| Some((bom?, Source::Bom)))
        .or_else(|| Some((hints.override_encoding?, Source::Override)))
        .or_else(|| Some((transport()?, Source::Transport)));
    if let Some((encoding, source)) = certain {
        return Decision { encoding, source, confidence: Confidence::Certain, bom_len, http_label, meta_label: None };
    }
    let prescan::PrescanResult { declared, label: meta_label } = prescan::prescan(bytes);
    let (encoding, source) = declared
        .map(|(encoding, source)| (Encoding::of(encoding), source))
        .or_else(|| Some((guess(bytes, hints.url, hints.detector?)?, Source::Detector)))
        .unwrap_or_else(|| (Encoding::of(WINDOWS_1252), Source::Default));
    let meta_label = meta_label.map(Cow::Borrowed);
    Decision { encoding, source, confidence: Confidence::Tentative, bom_len, http_label, meta_label }
}

impl Default for Decision<'_> {
    /// Returns the decision about a page without any evidence: windows-1252, which a `meta` may change.
    fn default() -> Self {
        detect(b"", &Hints::default())
    }
}

/// Guesses the encoding, or returns `None` if all bytes are ASCII.
fn guess(bytes: &[u8], url: Option<&str>, detector: &Detector<'_>) -> Option<&'static Encoding> {
    let (_, rest) = bytes.split_at(encoding_rs::Encoding::ascii_valid_up_to(bytes));
    if rest.is_empty() {
        None
    } else if may_be_utf8(rest) {
        Some(Encoding::of(UTF_8))
    } else {
        Some(detector(bytes, url))
    }
}

/// Returns true if the bytes are UTF-8. The last character may be truncated, unless it is the only one.
fn may_be_utf8(bytes: &[u8]) -> bool {
    let (valid, rest) = bytes.split_at(encoding_rs::Encoding::utf8_valid_up_to(bytes));
    let is_truncated = || core::str::from_utf8(rest).is_err_and(|error| error.error_len().is_none());
    rest.is_empty() || !valid.is_empty() && is_truncated()
}
