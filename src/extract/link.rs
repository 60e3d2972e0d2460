//! A link, and what it is.

use super::named_enum::named_enum;
use core::fmt;
use core::ops::Range;

/// A link of a page: a URL in an attribute of a start tag, in a style sheet or in a header, and where it leads.
///
/// ```
/// use tagrake::extract::{Context, Extractor, LinkClass, LinkKind};
///
/// let mut extractor = Extractor::default();
/// let html = b"<A HREF='https://example.com/?a&amp;b' rel='NoFollow UGC'> two\n words </A>";
/// let page = extractor.extract(html, &Context::default());
/// let link = &page.links[0];
/// assert_eq!((link.element, link.attr, link.kind), ("a", "href", LinkKind::Nav));
/// assert_eq!(link.raw, "https://example.com/?a&b");
/// assert_eq!((link.url, link.class), (Some("https://example.com/?a&b"), LinkClass::Http));
/// assert_eq!(link.rel, ["nofollow", "ugc"]);
/// assert_eq!(link.text, "two words");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Link<'a> {
    /// The element's name: `a`, `svg:a`, `math:mi`; `img` for a start tag `image`, as in tree construction; `header` for a
    /// link of a `Link` header.
    pub element: &'a str,
    /// The attribute's name; `#text` for the text of a `style` element, empty for a header.
    pub attr: &'a str,
    /// The URL as the page has it, decoded and otherwise unchanged, with U+FFFD for what is not UTF-8. Of more than 16 KiB
    /// only as much is kept.
    pub raw: &'a str,
    /// Where the link leads: [`raw`](Self::raw) resolved by the [URL standard](https://url.spec.whatwg.org/) against the
    /// [document base URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url), or `None` if
    /// that fails: the value is not a valid URL, or it is relative and no base is known ([`LinkClass::Relative`]).
    ///
    /// The base is the first `<base href>` outside `template`, for links before it too. An empty value leads to the base
    /// URL in `a`, `area` and `base`, to the document's own in `form` and `formaction`, and nowhere elsewhere. A `data:`
    /// URL ends after its first comma, and at 128 bytes.
    pub url: Option<&'a str>,
    /// What the URL is, by its scheme.
    pub class: LinkClass,
    /// What the link is for.
    pub kind: LinkKind,
    /// The tokens of the `rel` attribute of `a`, `area`, `form`, `link` and `svg:a`: split on ASCII white space, in ASCII
    /// lower case, in order, repeats kept.
    pub rel: &'a [&'a str],
    /// The text inside an `a`: to its end tag, to the next start tag `a`, or to the end of the cell that it is in. White
    /// space (ASCII and U+00A0) is collapsed to one space and trimmed, the edges of blocks and cells count as white space,
    /// and what is not shown is left out. At most 1 KiB.
    pub text: &'a str,
    /// How long the text is before it is cut, in bytes.
    pub text_len: usize,
    /// The `alt` of an image; of an `a` the texts that stand for its images, with a space between them.
    pub alt: &'a str,
    /// Further attributes of the element.
    pub details: &'a LinkDetails<'a>,
    /// The width of an [image candidate](https://html.spec.whatwg.org/multipage/images.html#srcset-attributes), in CSS
    /// pixels.
    pub width: Option<u64>,
    /// The pixel density of an image candidate.
    pub density: Option<f64>,
    /// Whether the link stands in `noscript`.
    pub in_noscript: bool,
    /// Whether the link stands in `template`.
    pub in_template: bool,
    /// Whether the link stands in the page's head.
    pub in_head: bool,
    /// The place of the attribute's value, or of the style sheet, in bytes of the text that was read: the page itself if
    /// [`Page::is_borrowed`](super::Page::is_borrowed), else its decoding. Empty for a header.
    pub span: Range<usize>,
}

/// Attributes of an element with a link, where they are of use: those of
/// [links](https://html.spec.whatwg.org/multipage/links.html), forms and preloads.
///
/// ```
/// use tagrake::extract::{Context, Extractor};
///
/// let mut extractor = Extractor::default();
/// let page = extractor.extract(b"<link rel=stylesheet href=s.css media=print>", &Context::default());
/// assert_eq!(page.links[0].details.media, Some("print"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LinkDetails<'a> {
    /// `title`.
    pub title: Option<&'a str>,
    /// `hreflang`.
    pub hreflang: Option<&'a str>,
    /// `type`: a MIME type.
    pub mime_type: Option<&'a str>,
    /// `media`.
    pub media: Option<&'a str>,
    /// `sizes`.
    pub sizes: Option<&'a str>,
    /// `as`: what is preloaded.
    pub preload_as: Option<&'a str>,
    /// `color`.
    pub color: Option<&'a str>,
    /// `target`.
    pub target: Option<&'a str>,
    /// `download`.
    pub download: Option<&'a str>,
    /// `method` of a form: `get`, `post` or `dialog`.
    pub method: Option<&'static str>,
}

impl LinkDetails<'static> {
    /// No attributes.
    pub(super) const NONE: &'static Self = &Self {
        title: None,
        hreflang: None,
        mime_type: None,
        media: None,
        sizes: None,
        preload_as: None,
        color: None,
        target: None,
        download: None,
        method: None,
    };
}

named_enum! {
    /// What a link is for.
    ///
    /// ```
    /// use tagrake::extract::LinkKind;
    ///
    /// assert_eq!(LinkKind::Nav.as_str(), "nav");
    /// ```
    enum LinkKind {
        /// To follow: `a`, `area`.
        Nav = "nav",
        /// Part of the page: images, scripts, media, style sheets, icons.
        Embed = "embed",
        /// Another page inside this one: `iframe`, `frame`.
        Frame = "frame",
        /// Where a form is sent.
        Form = "form",
        /// About the page: a `link` that is neither part of the page nor a hint.
        Link = "link",
        /// A host to prepare for: `link` with `dns-prefetch` or `preconnect`.
        Hint = "hint",
        /// Where a quotation or a change comes from.
        Cite = "cite",
        /// Who is told that a link is followed.
        Ping = "ping",
        /// In a style sheet or a `style` attribute.
        Css = "css",
        /// In an attribute from which scripts load images late.
        Lazy = "lazy",
        /// The name of a vocabulary or of an item: `itemtype`, `itemid`, `profile`.
        Vocab = "vocab",
        /// A place in the page: `usemap`.
        Anchor = "anchor",
        /// `base`.
        Base = "base",
        /// What other URLs of an `object` or `applet` are relative to.
        Codebase = "codebase",
        /// Where the page sends its reader: `meta` with `refresh`.
        Refresh = "refresh",
        /// A `Link` header.
        Header = "header",
    }
}

named_enum! {
    /// What a URL is.
    ///
    /// ```
    /// use tagrake::extract::LinkClass;
    ///
    /// assert_eq!(LinkClass::TooLong.to_string(), "too-long");
    /// ```
    enum LinkClass {
        /// `http` or `https`.
        Http = "http",
        /// A place in the page: it begins with `#`.
        Fragment = "fragment",
        /// Nothing but white space.
        Empty = "empty",
        /// `mailto`.
        Mailto = "mailto",
        /// `tel`.
        Tel = "tel",
        /// `javascript`.
        Javascript = "javascript",
        /// `data`.
        Data = "data",
        /// `ftp`.
        Ftp = "ftp",
        /// `file`.
        File = "file",
        /// `blob`.
        Blob = "blob",
        /// `about`.
        About = "about",
        /// Another scheme.
        Other = "other",
        /// Relative, where no base URL is known: [`Link::url`] is `None`.
        Relative = "relative",
        /// Not a valid URL.
        Invalid = "invalid",
        /// Longer than 16 KiB.
        TooLong = "too-long",
    }
}

impl LinkClass {
    /// Returns what a URL with the scheme `scheme`, lower-case, is.
    pub(super) fn of_scheme(scheme: &str) -> Self {
        match scheme {
            "http" | "https" => Self::Http,
            "mailto" => Self::Mailto,
            "tel" => Self::Tel,
            "javascript" => Self::Javascript,
            "data" => Self::Data,
            "ftp" => Self::Ftp,
            "file" => Self::File,
            "blob" => Self::Blob,
            "about" => Self::About,
            _ => Self::Other,
        }
    }
}
