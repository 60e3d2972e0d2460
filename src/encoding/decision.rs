//! The decision for an encoding: the encoding, its source, and the confidence in it.

use super::meta::{self, MetaDeclaration};
use super::standard::Encoding;
use alloc::borrow::Cow;
use core::fmt;

/// The evidence that determined an encoding.
///
/// ```
/// use tagrake::encoding::Source;
///
/// assert_eq!(Source::LateMeta.as_str(), "late-meta");
/// assert_eq!(Source::Bom.to_string(), "bom");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Source {
    /// A byte order mark.
    Bom,
    /// An override by the caller: [`Hints::with_override`](crate::encoding::Hints::with_override).
    Override,
    /// The `Content-Type` header.
    Transport,
    /// A `meta` in the first 1024 bytes.
    Meta,
    /// An XML declaration, or the start of one in UTF-16.
    Xml,
    /// A later `meta`, found during tokenization: [`Decision::change_by_meta`].
    LateMeta,
    /// A guess by the detector: [`Hints::with_detector`](crate::encoding::Hints::with_detector).
    Detector,
    /// Nothing: the encoding is windows-1252, the default.
    Default,
}

impl Source {
    /// Returns the name used in output.
    ///
    /// ```
    /// assert_eq!(tagrake::encoding::Source::Transport.as_str(), "transport");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bom => "bom",
            Self::Override => "override",
            Self::Transport => "transport",
            Self::Meta => "meta",
            Self::Xml => "xml",
            Self::LateMeta => "late-meta",
            Self::Detector => "detector",
            Self::Default => "default",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// The standard's [confidence](https://html.spec.whatwg.org/multipage/parsing.html#concept-encoding-confidence) in an
/// encoding.
///
/// ```
/// use tagrake::encoding::{Confidence, Hints, detect};
///
/// assert_eq!(detect(b"", &Hints::default()).confidence, Confidence::Tentative);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Confidence {
    /// A `meta` may change the encoding.
    Tentative,
    /// The encoding is final.
    Certain,
}

impl Confidence {
    /// Returns the name used in the standard.
    ///
    /// ```
    /// assert_eq!(tagrake::encoding::Confidence::Certain.as_str(), "certain");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tentative => "tentative",
            Self::Certain => "certain",
        }
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// The encoding of a page, and how it was determined.
///
/// ```
/// use tagrake::encoding::{Confidence, Hints, Source, detect};
///
/// let decision = detect(b"\xEF\xBB\xBF<p>", &Hints::default());
/// assert_eq!((decision.encoding.name(), decision.bom_len), ("UTF-8", 3));
/// assert_eq!((decision.source, decision.confidence), (Source::Bom, Confidence::Certain));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decision<'a> {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// The evidence that determined the encoding.
    pub source: Source,
    /// Whether a later `meta` may change it.
    pub confidence: Confidence,
    /// The length of the byte order mark in bytes, or 0 if there is none. The mark is not part of the text.
    pub bom_len: usize,
    /// The `charset` of the `Content-Type` header, even if it is unknown or was not used.
    pub http_label: Option<Cow<'a, str>>,
    /// The label of the `meta` or XML declaration that was used, or the first unknown label if none was used. `None` if
    /// the first 1024 bytes declare nothing or were not examined, and no later `meta` was used.
    pub meta_label: Option<Cow<'a, [u8]>>,
}

impl<'a> Decision<'a> {
    /// [Changes the encoding while
    /// parsing](https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing) to the one
    /// that a `meta` start tag declares. Returns true if the page must be decoded and read again from its first byte.
    ///
    /// If the declaration is used, [`meta_label`](Self::meta_label) is its label afterwards. In the second pass over a page,
    /// the declaration that changed the encoding is met again, and its label is set then.
    ///
    /// ```
    /// use tagrake::encoding::{Hints, MetaDeclaration, Source, detect};
    ///
    /// let mut decision = detect(b"<p>", &Hints::default());
    /// assert!(decision.change_by_meta(MetaDeclaration::of(Some(b"koi8"), None, None).unwrap()));
    /// assert_eq!((decision.encoding.name(), decision.source), ("KOI8-R", Source::LateMeta));
    /// assert_eq!(decision.meta_label.as_deref(), Some(&b"koi8"[..]));
    /// ```
    pub fn change_by_meta(&mut self, declaration: MetaDeclaration<'a>) -> bool {
        let is_read_again = self.change(declaration.encoding);
        let is_used = self.source == Source::LateMeta && self.encoding == selected(declaration.encoding);
        if is_used && self.meta_label.is_none() {
            self.meta_label = Some(Cow::Borrowed(declaration.label));
        }
        is_read_again
    }

    /// Changes the encoding as [`change_by_meta`](Self::change_by_meta) does, by a declaration whose label is unknown.
    ///
    /// A certain encoding does not change. Afterwards the encoding is certain, so a page is read again at most once.
    ///
    /// ```
    /// use tagrake::encoding::{Confidence, Hints, Source, detect, meta_encoding};
    ///
    /// let mut decision = detect(b"<p>", &Hints::default());
    /// let named = meta_encoding(Some(b"koi8-r"), None, None).unwrap();
    /// assert!(decision.change(named));
    /// assert_eq!((decision.encoding.name(), decision.source), ("KOI8-R", Source::LateMeta));
    /// assert_eq!(decision.confidence, Confidence::Certain);
    /// assert!(!decision.change(named));
    /// ```
    pub fn change(&mut self, named: &'static Encoding) -> bool {
        if self.confidence == Confidence::Certain {
            return false;
        }
        self.confidence = Confidence::Certain;
        let named = selected(named);
        let is_kept = meta::is_utf_16(self.encoding.inner()) || named == self.encoding;
        // A `meta` that confirms a guess counts as the declaration.
        if !is_kept || matches!(self.source, Source::Detector | Source::Default) {
            (self.source, self.meta_label) = (Source::LateMeta, None);
        }
        self.encoding = if is_kept { self.encoding } else { named };
        !is_kept
    }
}

/// Returns the encoding that a declaration of `named` selects.
fn selected(named: &'static Encoding) -> &'static Encoding {
    Encoding::of(meta::selected_by(named.inner()))
}
