//! The public types of links.

use crate::copy_into::{CopyInto, copy_fields};
use crate::fact_source::FactSource;
use crate::link_kind::LinkKind;
use crate::named_enum::named_enum;
use crate::place::Place;
use crate::region::Region;
use bumpalo::Bump;
use core::ops::Range;

/// A link of a page: a URL in an attribute, a style sheet or a header, with its resolved form and its context.
///
/// ```
/// use tagrake_extract::{Context, Extractor, LinkClass, LinkKind};
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
    /// The element's name, such as `a`, `svg:a` or `math:mi`. An `image` start tag gives `img`, as in tree
    /// construction, and a header gives `header`.
    pub element: &'a str,
    /// The attribute's name, `#text` for the text of a `style` element, `location` or `refresh` for a header of this name, or an
    /// empty string for a `Link` header.
    pub attr: &'a str,
    /// The value as written, with character references decoded and U+FFFD for invalid bytes. Truncated to 16 KiB.
    pub raw: &'a str,
    /// The resolved URL: [`raw`](Self::raw) parsed by the [URL standard](https://url.spec.whatwg.org/) against the
    /// [document base URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url), or `None`
    /// if that fails. It fails for a value that is not a valid URL, and for a relative one if there is no base
    /// ([`LinkClass::Relative`]).
    ///
    /// The base is the first `<base href>` outside `template`; it also applies to links before it. An empty value
    /// resolves to the base URL in `a`, `area` and `base`, to the document's own URL in `form` and `formaction`, and to
    /// `None` in other attributes. A `data:` URL is truncated after its first comma, and to 128 bytes.
    pub url: Option<&'a str>,
    /// The class of the URL, mostly by its scheme.
    pub class: LinkClass,
    /// The purpose of the link.
    pub kind: LinkKind,
    /// The tokens of the `rel` attribute of `a`, `area`, `form`, `link` and `svg:a`, split on ASCII white space and in
    /// ASCII lower case. Order and duplicates are preserved.
    pub rel: &'a [&'a str],
    /// The text of an `a`, up to its end tag, the next `a` start tag, or the end of the enclosing table cell. White
    /// space (ASCII and U+00A0) is collapsed and trimmed, the edges of blocks and cells count as white space, and
    /// hidden content is left out. Truncated to 1 KiB.
    pub text: &'a str,
    /// The length of the text before truncation, in bytes.
    pub text_len: usize,
    /// The `alt` of an image. For an `a`, the `alt` texts of its images, separated by spaces.
    pub alt: &'a str,
    /// Other attributes of the element.
    pub details: &'a LinkDetails<'a>,
    /// The width of an [image candidate](https://html.spec.whatwg.org/multipage/images.html#srcset-attributes), in CSS
    /// pixels.
    pub width: Option<u64>,
    /// The pixel density of an image candidate.
    pub density: Option<f64>,
    /// The region, the path and further attributes. Empty unless [`ExtractOptions::with_link_context`](crate::ExtractOptions::with_link_context) is
    /// set.
    pub context: &'a LinkContext<'a>,
    /// True if the link is inside `noscript`.
    pub in_noscript: bool,
    /// True if the link is inside `template`.
    pub in_template: bool,
    /// True if the link is in the document of the `srcdoc` attribute of an `iframe`.
    pub in_srcdoc: bool,
    /// True if the link is in the page's head.
    pub in_head: bool,
    /// The byte range of the attribute's value, or of the style sheet, in the decoded page. These are offsets into the
    /// page itself if [`Page::is_borrowed`](crate::Page::is_borrowed) is true; otherwise
    /// [`OffsetMap`](tagrake::encoding::OffsetMap) converts them. Empty for a header. In a `srcdoc` with character
    /// references, it is the range of the `srcdoc`.
    pub span: Range<usize>,
}

/// The place of a link in the page, and attributes besides its [`LinkDetails`], on request.
///
/// ```
/// use tagrake_extract::{Context, ExtractOptions, Extractor};
///
/// let html = b"<nav><ul><li><a href=/ aria-label=Home><img src=h.png loading=lazy></a></ul></nav>";
/// let mut extractor = Extractor::new(ExtractOptions::default().with_link_context(true));
/// let page = extractor.extract(html, &Context::default());
/// assert_eq!((page.links[0].label(), page.links[0].context.path), (Some("Home"), "body/nav/ul/li"));
/// assert_eq!(page.links[1].context.loading, Some("lazy"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LinkContext<'a> {
    /// The region of the page. `None` outside of all regions, and for a header.
    pub region: Option<Region>,
    /// The names of the block-level elements around the link, outermost first and separated by slashes. The outermost ones are left
    /// out of a path that is longer than 96 bytes. Empty for a header.
    pub path: &'a str,
    /// The attribute `aria-label`, with white space collapsed.
    pub aria_label: Option<&'a str>,
    /// The attribute `title`, with white space collapsed.
    pub title: Option<&'a str>,
    /// The attribute `integrity`.
    pub integrity: Option<&'a str>,
    /// The attribute `loading`.
    pub loading: Option<&'a str>,
    /// The attribute `fetchpriority`.
    pub fetch_priority: Option<&'a str>,
}

impl LinkContext<'static> {
    /// No context.
    pub(crate) const NONE: &'static Self = &Self {
        region: None,
        path: "",
        aria_label: None,
        title: None,
        integrity: None,
        loading: None,
        fetch_priority: None,
    };
}

/// Attributes that describe a [link](https://html.spec.whatwg.org/multipage/links.html), a form, a preload or an embedded resource. An
/// attribute that does not apply to the element is `None`.
///
/// ```
/// use tagrake_extract::{Context, Extractor};
///
/// let mut extractor = Extractor::default();
/// let page = extractor.extract(b"<link rel=stylesheet href=s.css media=print>", &Context::default());
/// assert_eq!(page.links[0].details.media, Some("print"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
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
    /// `as`: the type of a preloaded resource.
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

copy_fields! {
    LinkContext { path, aria_label, title, integrity, loading, fetch_priority } { region }
    LinkDetails { title, hreflang, mime_type, media, sizes, preload_as, color, target, download } { method }
    Link { element, attr, raw, url, rel, text, alt, details, context } {
        class, kind, text_len, width, density, in_noscript, in_template, in_srcdoc, in_head, span
    }
}

impl CopyInto for &LinkDetails<'_> {
    type Copied<'b> = &'b LinkDetails<'b>;

    fn copy_into(self, bump: &Bump) -> Self::Copied<'_> {
        if self == LinkDetails::NONE { LinkDetails::NONE } else { bump.alloc(self.clone().copy_into(bump)) }
    }
}

impl CopyInto for &LinkContext<'_> {
    type Copied<'b> = &'b LinkContext<'b>;

    fn copy_into(self, bump: &Bump) -> Self::Copied<'_> {
        if self == LinkContext::NONE { LinkContext::NONE } else { bump.alloc(self.clone().copy_into(bump)) }
    }
}

impl Link<'_> {
    /// Returns where the link comes from.
    ///
    /// ```
    /// use tagrake_extract::{Context, Extractor, FactSource};
    ///
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(b"<link rel=next href=a><svg><a href=b></a></svg>", &Context::default());
    /// assert_eq!((page.links[0].source(), page.links[1].source()), (FactSource::Head, FactSource::Svg));
    /// ```
    pub fn source(&self) -> FactSource {
        let Self { element, kind, in_template, in_noscript, in_head, .. } = *self;
        match element {
            _ if kind.is_of_header() => FactSource::Header,
            "html" => FactSource::Html,
            element if element.starts_with("svg:") && !in_template => FactSource::Svg,
            _ => FactSource::of_element(Place { in_template, in_noscript, in_head, ..Place::default() }),
        }
    }
}

impl<'a> Link<'a> {
    /// Returns the label of a link without text, as far as attributes have one: the first of `aria-label`, [`alt`](Self::alt) and
    /// `title` that is not empty. Needs the [context](Self::context).
    pub fn label(&self) -> Option<&'a str> {
        let Self { context, alt, .. } = *self;
        let labels = [context.aria_label, Some(alt), context.title];
        labels.into_iter().flatten().find(|label| !label.trim_ascii().is_empty())
    }
}

impl LinkDetails<'static> {
    /// Details without any attribute.
    pub(crate) const NONE: &'static Self = &Self {
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
    /// The class of a URL.
    ///
    /// ```
    /// use tagrake_extract::LinkClass;
    ///
    /// assert_eq!(LinkClass::TooLong.to_string(), "too-long");
    /// ```
    enum LinkClass {
        /// `http` or `https`.
        Http = "http",
        /// A fragment of the page itself: the URL is the page's URL and a fragment, whatever the base is. If the page's URL is not
        /// known, a value that starts with `#`, unless it has a base.
        Fragment = "fragment",
        /// An empty value, or only white space.
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
        /// Any other scheme.
        Other = "other",
        /// A relative URL of a page without a base URL: [`Link::url`] is `None`.
        Relative = "relative",
        /// Not a valid URL.
        Invalid = "invalid",
        /// Longer than 16 KiB.
        TooLong = "too-long",
    }
}

impl LinkClass {
    /// Returns the class of a URL with the scheme `scheme`, in lower case.
    pub(crate) fn of_scheme(scheme: &str) -> Self {
        const SCHEMES: [LinkClass; 9] = {
            use LinkClass::*;
            [Http, Mailto, Tel, Javascript, Data, Ftp, File, Blob, About]
        };
        let scheme = if scheme == "https" { "http" } else { scheme };
        SCHEMES.into_iter().find(|class| class.as_str() == scheme).unwrap_or(Self::Other)
    }
}
