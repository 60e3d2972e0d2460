//! A link, its kind, and what a run of the extraction is asked to do.

use core::fmt;
use core::ops::Range;
use url::Url;

/// A link of a page: one attribute of one start tag, and where it leads.
///
/// ```
/// use tagrake::Arena;
/// use tagrake::extract::{LinkKind, LinkOptions, links};
///
/// let mut arena = Arena::new();
/// let html = b"<A HREF='https://example.com/?a&amp;b' rel='NoFollow UGC'> two\n words </A>";
/// let link = links(html, &LinkOptions::default(), &mut arena).remove(0);
/// assert_eq!((link.element, link.attr, link.kind), ("a", "href", LinkKind::Nav));
/// assert_eq!(link.raw, "https://example.com/?a&b");
/// assert_eq!(link.url, Some("https://example.com/?a&b"));
/// assert_eq!(link.rel, ["nofollow", "ugc"]);
/// assert_eq!(link.text, "two words");
/// assert_eq!(&html[link.span], b"https://example.com/?a&amp;b");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Link<'a> {
    /// Where the link leads: [`raw`](Self::raw) resolved by the [URL standard](https://url.spec.whatwg.org/) against the
    /// [document base URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url), or `None` if
    /// that fails: the value is no URL, or relative where no base is known.
    ///
    /// The base is the first `<base href>` outside `template`, for links before it too; of more than 16 KiB it is no base.
    /// An empty value leads to the base URL in `a` and `area`, to the document's own in `form` and `formaction`, and
    /// nowhere elsewhere. A `data:` URL ends after its first comma, and at 128 bytes.
    pub url: Option<&'a str>,
    /// The attribute's value, decoded and otherwise unchanged, with U+FFFD for what is not UTF-8.
    pub raw: &'a str,
    /// What the link is for.
    pub kind: LinkKind,
    /// The element's name; `img` for a start tag `image`, as in tree construction.
    pub element: &'static str,
    /// The attribute's name.
    pub attr: &'static str,
    /// The tokens of the `rel` attribute of `a`, `area`, `form` and `link`: split on ASCII white space, in ASCII lower
    /// case, in order, repeats kept.
    pub rel: &'a [&'a str],
    /// The text inside an `a`, to its end tag or to the next start tag `a`; empty for other elements. White space (ASCII
    /// and U+00A0) is collapsed to one space and trimmed, the edges of blocks and cells count as white space, and the
    /// content of scripts, styles and other raw text is left out.
    pub text: &'a str,
    /// The place of the attribute's value in the page, in bytes, without its quotes.
    pub span: Range<usize>,
}

/// What a link is for.
///
/// ```
/// use tagrake::extract::LinkKind;
///
/// assert_eq!(LinkKind::Nav.as_str(), "nav");
/// assert_eq!(LinkKind::Embed.to_string(), "embed");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LinkKind {
    /// To follow: `a`, `area`.
    Nav,
    /// Part of the page: images, scripts, media, style sheets, icons.
    Embed,
    /// Another page inside this one: `iframe`.
    Frame,
    /// Where a form is sent.
    Form,
    /// About the page: a `link` that is neither part of the page nor a hint.
    Link,
    /// A host to prepare for: `link` with `dns-prefetch` or `preconnect`.
    Hint,
}

impl LinkKind {
    /// Returns the kind as output spells it.
    ///
    /// ```
    /// assert_eq!(tagrake::extract::LinkKind::Hint.as_str(), "hint");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Nav => "nav",
            Self::Embed => "embed",
            Self::Frame => "frame",
            Self::Form => "form",
            Self::Link => "link",
            Self::Hint => "hint",
        }
    }
}

impl fmt::Display for LinkKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// What the extraction of links needs to know about a page besides its bytes; by default nothing is known.
///
/// ```
/// use tagrake::extract::{LinkOptions, Url};
///
/// let url = Url::parse("https://example.com/")?;
/// let options = LinkOptions::default().with_document_url(url.clone()).with_scripting(true);
/// assert_eq!(options.document_url(), Some(&url));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LinkOptions {
    document_url: Option<Url>,
    scripting: bool,
}

impl LinkOptions {
    /// Sets the page's own address, after redirects; unknown by default, and then a relative link resolves only through
    /// an absolute `<base href>`.
    ///
    /// ```
    /// use tagrake::extract::{LinkOptions, Url};
    ///
    /// let options = LinkOptions::default().with_document_url(Url::parse("https://example.com/")?);
    /// assert!(options.document_url().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_document_url(mut self, url: Url) -> Self {
        self.document_url = Some(url);
        self
    }

    /// Returns the page's own address.
    ///
    /// ```
    /// assert_eq!(tagrake::extract::LinkOptions::default().document_url(), None);
    /// ```
    pub fn document_url(&self) -> Option<&Url> {
        self.document_url.as_ref()
    }

    /// Sets the [scripting flag](https://html.spec.whatwg.org/multipage/parsing.html#scripting-flag); off by default, so
    /// that links in `noscript` are found.
    ///
    /// ```
    /// use tagrake::Arena;
    /// use tagrake::extract::{LinkOptions, links};
    ///
    /// let html = b"<noscript><img src=pixel.gif></noscript>";
    /// let count = |options: LinkOptions| links(html, &options, &mut Arena::new()).len();
    /// assert_eq!(count(LinkOptions::default()), 1);
    /// assert_eq!(count(LinkOptions::default().with_scripting(true)), 0);
    /// ```
    #[must_use]
    pub fn with_scripting(mut self, scripting: bool) -> Self {
        self.scripting = scripting;
        self
    }

    /// Returns the scripting flag.
    ///
    /// ```
    /// assert_eq!(tagrake::extract::LinkOptions::default().scripting(), false);
    /// ```
    pub fn scripting(&self) -> bool {
        self.scripting
    }
}
