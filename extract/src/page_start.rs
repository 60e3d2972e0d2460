//! The first bytes of a page, and whether they are enough to know the facts in its head.

use crate::page::Page;
use memchr::{memchr, memrchr};
use tagrake::EndedBy;
use tagrake::encoding::{PRESCANNED_BYTES, Source};

/// Starts the escape sequences of ISO-2022-JP, in which ASCII bytes are not ASCII characters.
const ESCAPE: u8 = 0x1B;

/// The first bytes of a page, up to their last `>`. So the tokens before the body, and the one that starts it, are certain: whatever
/// follows, each of them is a token of the page.
///
/// ```
/// use tagrake_extract::{Context, ExtractOptions, Extractor, KnownHead, PageStart};
///
/// let mut extractor = Extractor::new(ExtractOptions::default().with_head_only(true));
/// let mut known = |bytes: &str| {
///     let start = PageStart::of(bytes.as_bytes());
///     extractor.extract_with(start.bytes(), &Context::default(), |page| (start.known_head(page), page.title == Some("T")))
/// };
/// let space = " ".repeat(1024);
/// assert_eq!(known(&format!("<title>T</title>{space}<meta charset=utf-8><p>Text <b")), (KnownHead::Complete, true));
/// assert_eq!(known(&format!("<title>T</title>{space}<meta charset=utf-8><p")), (KnownHead::Incomplete, true));
/// assert_eq!(known(&format!("<title>T</title>{space}<p>Text <b")), (KnownHead::NeedsPage, true));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PageStart<'s>(&'s [u8]);

/// Whether the first bytes of a page determine the facts in its head: the result of [`PageStart::known_head`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KnownHead {
    /// The body has started. Each page that starts with these bytes has the same facts in its head.
    Complete,
    /// The head may continue after these bytes.
    Incomplete,
    /// The complete page must be read: it is plain text, declares no encoding before its body, or may be in an encoding that does not
    /// have ASCII as a subset.
    NeedsPage,
}

impl<'s> PageStart<'s> {
    /// Returns the first bytes of a page, from `bytes`, with which the page starts.
    pub fn of(bytes: &'s [u8]) -> Self {
        Self(&bytes[..memrchr(b'>', bytes).map_or(0, |last| last + 1)])
    }

    /// Returns the bytes, which are read with [`ExtractOptions::with_head_only`](crate::ExtractOptions::with_head_only).
    pub fn bytes(&self) -> &'s [u8] {
        self.0
    }

    /// Returns whether each page that starts with these bytes has the facts of `page`, which was read from them.
    ///
    /// If a page declares its encoding after the first 1024 bytes, a detector guesses the encoding from the complete page before. The
    /// declaration overrides the guess, unless the guess is UTF-16.
    pub fn known_head(&self, page: &Page<'_>) -> KnownHead {
        let Self(bytes) = *self;
        if bytes.len() < PRESCANNED_BYTES {
            return KnownHead::Incomplete;
        }
        let is_declared = match page.encoding.source {
            Source::Detector | Source::Default => false,
            // The detector may guess ISO-2022-JP.
            Source::LateMeta => memchr(ESCAPE, bytes).is_none(),
            _ => true,
        };
        let is_plain_text = page.summary.bytes() == 0;
        if is_plain_text || !page.encoding.encoding.inner().is_ascii_compatible() {
            return KnownHead::NeedsPage;
        }
        match page.summary.ended_by() {
            Some(EndedBy::Sink) if is_declared => KnownHead::Complete,
            Some(EndedBy::Input) => KnownHead::Incomplete,
            _ => KnownHead::NeedsPage,
        }
    }
}
