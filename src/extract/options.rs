//! What is asked of a page, and what is known of it.

use crate::encoding::Encoding;
use core::fmt;

/// Guesses the encoding of bytes that are not UTF-8, from the bytes and the URL of the page.
pub type Detector = fn(&[u8], Option<&str>) -> &'static Encoding;

/// What [`Extractor`](super::Extractor) takes from a page: links and metadata by default. What is not asked for is not
/// done.
///
/// ```
/// use tagrake::extract::{Context, ExtractOptions, Extractor};
///
/// let options = ExtractOptions::default().with_text(true).with_links(false);
/// let mut extractor = Extractor::new(options);
/// let page = extractor.extract(b"<title>T</title><p>one<p><a href=x>two</a>", &Context::default());
/// assert_eq!((page.title, page.text, page.links.len()), (Some("T"), Some("one\ntwo"), 0));
/// ```
#[derive(Clone)]
pub struct ExtractOptions {
    pub(super) links: bool,
    pub(super) metadata: bool,
    pub(super) text: bool,
    pub(super) hidden_text: bool,
    pub(super) css: bool,
    pub(super) lazy: bool,
    pub(super) scripting: bool,
    pub(super) noscript_markup: bool,
    pub(super) head_only: bool,
    pub(super) max_links: usize,
    pub(super) arena_bytes: usize,
    pub(super) encoding: Option<&'static Encoding>,
    pub(super) detector: Option<Detector>,
}

impl Default for ExtractOptions {
    fn default() -> Self {
        Self {
            links: true,
            metadata: true,
            text: false,
            hidden_text: false,
            css: true,
            lazy: true,
            scripting: false,
            noscript_markup: false,
            head_only: false,
            max_links: 100_000,
            arena_bytes: 128 << 20,
            encoding: None,
            detector: None,
        }
    }
}

macro_rules! switches {
    ($($(#[$meta:meta])* $with:ident $field:ident;)*) => {
        /// Switches. Each takes the value and gives the changed options.
        impl ExtractOptions {
            $(
                $(#[$meta])*
                ///
                /// ```
                #[doc = concat!("let options = tagrake::extract::ExtractOptions::default().", stringify!($with), "(true);")]
                /// # let _ = options;
                /// ```
                #[must_use]
                pub fn $with(mut self, $field: bool) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}

switches! {
    /// Sets whether links are collected; on by default.
    with_links links;
    /// Sets whether metadata is: title, `meta`, relations, JSON-LD, headings; on by default.
    with_metadata metadata;
    /// Sets whether the visible text is; off by default.
    with_text text;
    /// Sets whether text that HTML hides is kept in the text, the headings and the texts of anchors: the text of elements with
    /// a `hidden` attribute or an inline style of `display: none` or `visibility: hidden`, of `datalist`, of a closed
    /// `dialog`, and the fallback of `meter` and `progress`; off by default.
    with_hidden_text hidden_text;
    /// Sets whether links of style sheets and `style` attributes are; on by default.
    with_css css;
    /// Sets whether links are taken from attributes from which scripts load images late; on by default.
    with_lazy lazy;
    /// Sets the [scripting flag](https://html.spec.whatwg.org/multipage/parsing.html#scripting-flag); off by default, so
    /// that `noscript` holds markup.
    with_scripting scripting;
    /// Sets whether, with the scripting flag on, the raw text of `noscript` is read as markup for its links too, which are
    /// marked [`in_noscript`](super::Link::in_noscript); off by default.
    with_noscript_markup noscript_markup;
    /// Sets whether a page is read up to the start of its body alone, as [`HeadOnly`](crate::HeadOnly) does; off by default.
    with_head_only head_only;
}

/// Limits and encodings.
impl ExtractOptions {
    /// Sets how many links are kept; 100,000 by default. More set [`Flag::LimitLinks`](super::Flag::LimitLinks).
    ///
    /// ```
    /// use tagrake::extract::{Context, ExtractOptions, Extractor, Flag};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_max_links(1));
    /// let page = extractor.extract(b"<a href=1>1</a><a href=2>2</a>", &Context::default());
    /// assert_eq!(page.links.len(), 1);
    /// assert!(page.flags.has(Flag::LimitLinks));
    /// ```
    #[must_use]
    pub fn with_max_links(mut self, max_links: usize) -> Self {
        self.max_links = max_links;
        self
    }

    /// Sets how many bytes of memory the reading of a page may take, its decoded text included if it is not UTF-8; 128 MiB by
    /// default. Of 1,239 real pages the largest takes 0.5 MB. Reading stops before the token that would go beyond, and sets
    /// [`Flag::LimitArena`](super::Flag::LimitArena).
    ///
    /// ```
    /// use tagrake::extract::{Context, ExtractOptions, Extractor, Flag};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_arena_bytes(64 << 10));
    /// let page = "<p a b c d e f g h i j k l m n o p>".repeat(10_000);
    /// assert!(extractor.extract(page.as_bytes(), &Context::default()).flags.has(Flag::LimitArena));
    /// ```
    #[must_use]
    pub fn with_arena_bytes(mut self, arena_bytes: usize) -> Self {
        self.arena_bytes = arena_bytes;
        self
    }

    /// Returns how many bytes of memory the reading of a page may take.
    ///
    /// ```
    /// assert_eq!(tagrake::extract::ExtractOptions::default().arena_bytes(), 128 << 20);
    /// ```
    pub fn arena_bytes(&self) -> usize {
        self.arena_bytes
    }

    /// Sets the encoding of all pages, whatever they say; none by default.
    ///
    /// ```
    /// use tagrake::encoding::Encoding;
    /// use tagrake::extract::{Context, ExtractOptions, Extractor};
    ///
    /// let options = ExtractOptions::default().with_encoding(Encoding::for_label(b"koi8-r"));
    /// let mut extractor = Extractor::new(options);
    /// let page = extractor.extract(b"<title>\xCD\xC9\xD2</title>", &Context::default());
    /// assert_eq!(page.title, Some("мир"));
    /// ```
    #[must_use]
    pub fn with_encoding(mut self, encoding: Option<&'static Encoding>) -> Self {
        self.encoding = encoding;
        self
    }

    /// Sets the function that guesses the encoding of pages that declare none and are not UTF-8. By default there is none, and
    /// such pages are windows-1252, as in the standard.
    ///
    /// ```
    /// use tagrake::encoding::Encoding;
    /// use tagrake::extract::{Context, ExtractOptions, Extractor};
    ///
    /// let detector = |_: &[u8], _: Option<&str>| Encoding::for_label(b"windows-1251").unwrap();
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_detector(Some(detector)));
    /// let page = extractor.extract(b"<title>\xEC\xE8\xF0</title>", &Context::default());
    /// assert_eq!(page.title, Some("мир"));
    /// ```
    #[must_use]
    pub fn with_detector(mut self, detector: Option<Detector>) -> Self {
        self.detector = detector;
        self
    }
}

impl fmt::Debug for ExtractOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ExtractOptions")
            .field("links", &self.links)
            .field("text", &self.text)
            .finish_non_exhaustive()
    }
}

/// What is known of a page besides its bytes; by default nothing.
///
/// ```
/// use tagrake::extract::{Context, Extractor};
///
/// let context = Context::default()
///     .with_url(Some("https://example.com/dir/"))
///     .with_content_type(Some("text/html; charset=utf-8"))
///     .with_headers(&[("Link", "</next>; rel=next")]);
/// let mut extractor = Extractor::default();
/// let page = extractor.extract(b"<a href=x>", &context);
/// assert_eq!(page.links[0].url, Some("https://example.com/dir/x"));
/// assert_eq!(page.links[1].url, Some("https://example.com/next"));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Context<'c> {
    pub(super) url: Option<&'c str>,
    pub(super) content_type: Option<&'c str>,
    pub(super) headers: &'c [(&'c str, &'c str)],
    pub(super) encoding: Option<&'static Encoding>,
}

impl<'c> Context<'c> {
    /// Sets the page's own address, after redirects. Without one, a relative link leads somewhere only through an absolute
    /// `<base href>`.
    ///
    /// ```
    /// use tagrake::extract::{Context, Extractor};
    ///
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"", &Context::default().with_url(Some("HTTP://Example.com")));
    /// assert_eq!(page.url, Some("http://example.com/"));
    /// ```
    #[must_use]
    pub fn with_url(mut self, url: Option<&'c str>) -> Self {
        self.url = url;
        self
    }

    /// Sets the value of the `Content-Type` header, which may name the encoding.
    ///
    /// ```
    /// use tagrake::extract::{Context, Extractor};
    ///
    /// let context = Context::default().with_content_type(Some("text/html; charset=windows-1253"));
    /// let mut extractor = Extractor::default();
    /// assert_eq!(extractor.extract(b"<title>\xE1</title>", &context).title, Some("α"));
    /// ```
    #[must_use]
    pub fn with_content_type(mut self, content_type: Option<&'c str>) -> Self {
        self.content_type = content_type;
        self
    }

    /// Sets the headers of the response, of which `Link` and `X-Robots-Tag` are read.
    ///
    /// ```
    /// use tagrake::extract::{Context, Extractor};
    ///
    /// let context = Context::default().with_headers(&[("x-robots-tag", "noindex")]);
    /// let mut extractor = Extractor::default();
    /// assert_eq!(extractor.extract(b"", &context).x_robots[0].directives, ["noindex"]);
    /// ```
    #[must_use]
    pub fn with_headers(mut self, headers: &'c [(&'c str, &'c str)]) -> Self {
        self.headers = headers;
        self
    }

    /// Sets the encoding of this page with certainty: only a byte order mark overrides it. It overrides
    /// [`ExtractOptions::with_encoding`]. Use it for a page that is already text, which is UTF-8 whatever it declares.
    ///
    /// ```
    /// use tagrake::encoding::Encoding;
    /// use tagrake::extract::{Context, Extractor};
    ///
    /// let context = Context::default().with_encoding(Encoding::for_label(b"utf-8"));
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract("<meta charset=koi8-r><title>α</title>".as_bytes(), &context);
    /// assert_eq!((page.title, page.encoding.source.as_str()), (Some("α"), "override"));
    /// ```
    #[must_use]
    pub fn with_encoding(mut self, encoding: Option<&'static Encoding>) -> Self {
        self.encoding = encoding;
        self
    }
}
