//! Facts that the caller knows about a page besides its bytes.

use super::content_type::is_xhtml;
use super::standard::Encoding;
use core::fmt;

/// Facts known about a page besides its bytes. Empty by default.
///
/// ```
/// use tagrake::encoding::{Hints, Source, detect};
///
/// let hints = Hints::default().with_content_type(Some("text/html; charset=Shift_JIS"));
/// assert_eq!(detect(b"<p>", &hints).source, Source::Transport);
/// ```
#[derive(Clone, Copy, Default)]
pub struct Hints<'h> {
    pub(super) url: Option<&'h str>,
    pub(super) content_type: Option<&'h str>,
    pub(super) override_encoding: Option<&'static Encoding>,
    pub(super) detector: Option<&'h Detector<'h>>,
}

/// A function that guesses the encoding of a page that is not UTF-8, from its bytes and its URL: see
/// [`Hints::with_detector`].
pub type Detector<'h> = dyn Fn(&[u8], Option<&str>) -> &'static Encoding + Send + Sync + 'h;

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
    #[must_use]
    pub fn with_url(mut self, url: Option<&'h str>) -> Self {
        self.url = url;
        self
    }

    /// Returns the URL of the page.
    pub fn url(&self) -> Option<&'h str> {
        self.url
    }

    /// Sets the value of the `Content-Type` header. If there are several headers, join their values with commas.
    ///
    /// ```
    /// use tagrake::encoding::{Hints, detect};
    ///
    /// let hints = Hints::default().with_content_type(Some("text/html;charset=latin1"));
    /// assert_eq!(detect(b"", &hints).encoding.name(), "windows-1252");
    /// ```
    #[must_use]
    pub fn with_content_type(mut self, content_type: Option<&'h str>) -> Self {
        self.content_type = content_type;
        self
    }

    /// Returns the value of the `Content-Type` header.
    pub fn content_type(&self) -> Option<&'h str> {
        self.content_type
    }

    /// Returns true if the `Content-Type` header declares XHTML: [`is_xhtml`](super::is_xhtml).
    ///
    /// ```
    /// use tagrake::encoding::Hints;
    ///
    /// assert!(Hints::default().with_content_type(Some("application/xhtml+xml")).is_xhtml());
    /// assert!(!Hints::default().is_xhtml());
    /// ```
    pub fn is_xhtml(&self) -> bool {
        self.content_type.is_some_and(is_xhtml)
    }

    /// Sets an encoding that overrides everything but a byte order mark.
    ///
    /// ```
    /// use tagrake::encoding::{Encoding, Hints, detect};
    ///
    /// let hints = Hints::default().with_override(Encoding::for_label(b"koi8-r"));
    /// assert_eq!(detect(b"<meta charset=utf-8>", &hints).encoding.name(), "KOI8-R");
    /// ```
    #[must_use]
    pub fn with_override(mut self, encoding: Option<&'static Encoding>) -> Self {
        self.override_encoding = encoding;
        self
    }

    /// Returns the encoding that [`with_override`](Self::with_override) sets.
    pub fn override_encoding(&self) -> Option<&'static Encoding> {
        self.override_encoding
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
    #[must_use]
    pub fn with_detector(mut self, detector: &'h Detector<'h>) -> Self {
        self.detector = Some(detector);
        self
    }

    /// Returns the function that guesses the encoding.
    pub fn detector(&self) -> Option<&'h Detector<'h>> {
        self.detector
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
