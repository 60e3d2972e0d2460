//! Determines a page's character encoding and decodes it to UTF-8.
//!
//! [`detect`] follows the standard's order: byte order mark, override by the caller, `Content-Type` header, the first
//! 1024 bytes, and an optional detector. [`decode`] converts the bytes to UTF-8 by the resulting [`Decision`], and
//! borrows them if they are UTF-8 already. [`decode_page`] does both.
//!
//! ```
//! use tagrake::encoding::{Hints, Source, decode, detect};
//!
//! let mut buffer = String::new();
//! let page = b"<meta charset=windows-1251><title>\xCF</title>";
//! let decision = detect(page, &Hints::default().with_content_type(Some("text/html")));
//! assert_eq!((decision.encoding.name(), decision.source), ("windows-1251", Source::Meta));
//! assert_eq!(decode(page, &decision, &mut buffer).text, "<meta charset=windows-1251><title>П</title>");
//! ```
//!
//! A `meta` element may come after the first 1024 bytes. A token consumer calls [`meta_encoding`] for the encoding that
//! it names, and [`Decision::change`] to find out whether the page must be read again.

mod content_type;
mod decode;
mod meta;
mod prescan;
mod standard;
#[cfg(test)]
mod tests;

pub use decode::{Decoded, Document, decode, decode_page};
pub use meta::meta_encoding;
pub use standard::Encoding;

use alloc::borrow::Cow;
use core::fmt;
use encoding_rs::{UTF_8, WINDOWS_1252};

/// What is known about a page besides its bytes. Empty by default.
///
/// ```
/// use tagrake::encoding::{Hints, Source, detect};
///
/// let hints = Hints::default().with_content_type(Some("text/html; charset=Shift_JIS"));
/// assert_eq!(detect(b"<p>", &hints).source, Source::Transport);
/// ```
#[derive(Clone, Copy, Default)]
pub struct Hints<'h> {
    url: Option<&'h str>,
    content_type: Option<&'h str>,
    override_encoding: Option<&'static Encoding>,
    detector: Option<&'h DetectorFn<'h>>,
}

/// Guesses the encoding of a page that is not UTF-8, from its bytes and its URL.
type DetectorFn<'h> = dyn Fn(&[u8], Option<&str>) -> &'static Encoding + Sync + 'h;

impl<'h> Hints<'h> {
    /// Sets the URL of the page. It is only passed to the detector.
    ///
    /// ```
    /// use tagrake::encoding::{Encoding, Hints, detect};
    ///
    /// let by_domain = |_: &[u8], url: Option<&str>| {
    ///     let is_polish = url.is_some_and(|url| url.starts_with("http://e.pl/"));
    ///     Encoding::for_label(if is_polish { b"iso-8859-2" } else { b"windows-1252" }).unwrap()
    /// };
    /// let hints = Hints::default().with_url(Some("http://e.pl/")).with_detector(&by_domain);
    /// assert_eq!(detect(b"\xB1", &hints).encoding.name(), "ISO-8859-2");
    /// ```
    pub fn with_url(mut self, url: Option<&'h str>) -> Self {
        self.url = url;
        self
    }

    /// Sets the value of the `Content-Type` header. If there are several headers, join their values with commas.
    ///
    /// ```
    /// use tagrake::encoding::{Hints, detect};
    ///
    /// let hints = Hints::default().with_content_type(Some("text/html;charset=latin1"));
    /// assert_eq!(detect(b"", &hints).encoding.name(), "windows-1252");
    /// ```
    pub fn with_content_type(mut self, content_type: Option<&'h str>) -> Self {
        self.content_type = content_type;
        self
    }

    /// Sets an encoding that overrides everything but a byte order mark.
    ///
    /// ```
    /// use tagrake::encoding::{Encoding, Hints, detect};
    ///
    /// let hints = Hints::default().with_override(Encoding::for_label(b"koi8-r"));
    /// assert_eq!(detect(b"<meta charset=utf-8>", &hints).encoding.name(), "KOI8-R");
    /// ```
    pub fn with_override(mut self, encoding: Option<&'static Encoding>) -> Self {
        self.override_encoding = encoding;
        self
    }

    /// Sets a function that guesses the encoding of a page from all of its bytes and its [URL](Self::with_url).
    ///
    /// It is called only if nothing else determines the encoding, and only for bytes that are not UTF-8. With a
    /// detector, a page in valid UTF-8 that is not pure ASCII is decoded as UTF-8. The standard advises against
    /// guessing for pages from the network, so that pages do not come to depend on the guesses of one implementation.
    ///
    /// ```
    /// use tagrake::encoding::{Encoding, Hints, Source, detect};
    ///
    /// let polish = |_: &[u8], _: Option<&str>| Encoding::for_label(b"iso-8859-2").unwrap();
    /// let hints = Hints::default().with_detector(&polish);
    /// assert_eq!(detect(b"\xB1", &hints).encoding.name(), "ISO-8859-2");
    /// assert_eq!(detect("ą".as_bytes(), &hints).encoding.name(), "UTF-8");
    /// assert_eq!(detect(b"a", &hints).source, Source::Default);
    /// ```
    pub fn with_detector(
        mut self,
        detector: &'h (dyn Fn(&[u8], Option<&str>) -> &'static Encoding + Sync + 'h),
    ) -> Self {
        self.detector = Some(detector);
        self
    }
}

impl fmt::Debug for Hints<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Hints")
            .field("url", &self.url)
            .field("content_type", &self.content_type)
            .field("override_encoding", &self.override_encoding)
            .field("detector", &self.detector.map(|_| "fn"))
            .finish()
    }
}

/// What determined an encoding.
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
    /// An override by the caller: [`Hints::with_override`].
    Override,
    /// The `Content-Type` header.
    Transport,
    /// A `meta` in the first 1024 bytes.
    Meta,
    /// An XML declaration, or the start of one in UTF-16.
    Xml,
    /// A later `meta`, found during tokenization: [`Decision::change`].
    LateMeta,
    /// A guess by the detector: [`Hints::with_detector`].
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
    /// What determined it.
    pub source: Source,
    /// Whether a later `meta` may change it.
    pub confidence: Confidence,
    /// The length of the byte order mark in bytes, or 0 if there is none. The mark is not part of the text.
    pub bom_len: usize,
    /// The `charset` of the `Content-Type` header, even if it is unknown or was not used.
    pub http_label: Option<Cow<'a, str>>,
    /// The label of the `meta` or XML declaration that was used, or the first unknown label if none was used. `None` if
    /// the first 1024 bytes declare nothing or were not examined.
    pub meta_label: Option<&'a [u8]>,
}

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
/// assert_eq!(decision.meta_label, Some(&b"utf-8"[..]));
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
    Decision { encoding, source, confidence: Confidence::Tentative, bom_len, http_label, meta_label }
}

/// Guesses the encoding, or returns `None` if all bytes are ASCII.
fn guess(bytes: &[u8], url: Option<&str>, detector: &DetectorFn<'_>) -> Option<&'static Encoding> {
    let (_, rest) = bytes.split_at(encoding_rs::Encoding::ascii_valid_up_to(bytes));
    if rest.is_empty() {
        None
    } else if is_utf8(rest) {
        Some(Encoding::of(UTF_8))
    } else {
        Some(detector(bytes, url))
    }
}

/// Returns true if the bytes are UTF-8. The last character may be truncated, unless it is the only one.
fn is_utf8(bytes: &[u8]) -> bool {
    let (valid, rest) = bytes.split_at(encoding_rs::Encoding::utf8_valid_up_to(bytes));
    let is_truncated = || core::str::from_utf8(rest).is_err_and(|error| error.error_len().is_none());
    rest.is_empty() || !valid.is_empty() && is_truncated()
}

impl Decision<'_> {
    /// [Changes the encoding while
    /// parsing](https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing) to the one
    /// that a `meta` start tag names. Returns true if the page must be decoded and read again from its first byte.
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
        let named = Encoding::of(meta::selected_by(named.inner()));
        let is_kept = meta::is_utf_16(self.encoding.inner()) || named == self.encoding;
        // A `meta` that confirms a guess counts as the declaration.
        if !is_kept || matches!(self.source, Source::Detector | Source::Default) {
            self.source = Source::LateMeta;
        }
        self.encoding = if is_kept { self.encoding } else { named };
        !is_kept
    }
}
