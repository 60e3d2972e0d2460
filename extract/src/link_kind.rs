//! The purposes of links.

use crate::named_enum::named_enum;

named_enum! {
    /// The purpose of a link.
    ///
    /// ```
    /// use tagrake_extract::LinkKind;
    ///
    /// assert_eq!(LinkKind::Nav.as_str(), "nav");
    /// ```
    enum LinkKind {
        /// A link to follow: `a`, `area`, `longdesc`.
        Nav = "nav",
        /// A resource of the page: an image, script, medium, style sheet or icon.
        Embed = "embed",
        /// A page embedded in this one: `iframe`, `frame`.
        Frame = "frame",
        /// The target of a form submission.
        Form = "form",
        /// Metadata: a `link` that is neither a resource of the page nor a hint.
        Link = "link",
        /// A host to connect to early: `link` with `dns-prefetch` or `preconnect`.
        Hint = "hint",
        /// The source of a quotation or an edit: `cite`.
        Cite = "cite",
        /// A URL that is notified when a link is followed: `ping`.
        Ping = "ping",
        /// A URL in a style sheet, a `style` attribute or a presentation attribute of SVG, such as `fill`.
        Css = "css",
        /// A URL in an attribute of a lazy-loading library, such as `data-src`, or in an
        /// [attribute that the caller adds](crate::LinkAttribute).
        Lazy = "lazy",
        /// An identifier of a vocabulary or an item: `itemtype`, `itemid`, `profile`.
        Vocab = "vocab",
        /// A reference to an element of the page: `usemap`.
        Anchor = "anchor",
        /// The base URL of the page: `base`.
        Base = "base",
        /// The base of other URLs of an `object` or `applet`: `codebase`.
        Codebase = "codebase",
        /// The target of a redirect or reload: `meta` with `refresh`.
        Refresh = "refresh",
        /// A link of a `Link` header.
        Header = "header",
        /// The target of a redirect: the `Location` of a response with a status of 3xx, or a `Refresh` header.
        Redirect = "redirect",
        /// A URL that the script of an event handler such as `onclick` opens ([`script_url`](crate::script_url)).
        Script = "script",
        /// A URL in a [conditional comment](https://en.wikipedia.org/wiki/Conditional_comment) of Internet Explorer. On request:
        /// [`ExtractOptions::with_kinds`](crate::ExtractOptions::with_kinds).
        Comment = "comment",
        /// A URL for previews of the page: `og:image`, `og:url`, `twitter:image` and the like. On request, too.
        Social = "social",
    }
}

impl LinkKind {
    /// Returns true if links of this kind are in headers of the response.
    pub(crate) fn is_of_header(self) -> bool {
        matches!(self, Self::Header | Self::Redirect)
    }
}
