//! The table of attributes that hold URLs.
//!
//! Sources: the index of [attributes](https://html.spec.whatwg.org/multipage/indices.html#attributes-3) and the
//! [obsolete features](https://html.spec.whatwg.org/multipage/obsolete.html); HTML 4.01 for `archive`, `classid` and
//! `codebase`.
//!
//! To add an attribute, add its name to [`Attr`] and a row to [`row_of`], and list it in `docs/extraction.md`.

use crate::link_kind::LinkKind;
use crate::names::{Attr, Element, LAZY_PREFIX};

/// An attribute that holds URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UrlAttribute {
    pub(crate) kind: LinkKind,
    pub(crate) syntax: UrlSyntax,
    pub(crate) empty: EmptyUrl,
    pub(crate) role: UrlRole,
}

/// The role of a URL attribute in its element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UrlRole {
    /// A link that a reader can follow. It gets the text of the element.
    Href,
    /// Another main attribute. Like [`Href`](Self::Href), it gets the `rel` and details of the element.
    Main,
    /// Any other URL attribute.
    Other,
}

/// The syntax of a URL attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UrlSyntax {
    /// One URL.
    Url,
    /// One URL, relative to the element's `codebase`.
    InCodebase,
    /// URLs separated by ASCII white space.
    Spaces,
    /// URLs separated by ASCII white space, relative to the element's `codebase`.
    SpacesInCodebase,
    /// URLs separated by commas, relative to the element's `codebase`.
    CommasInCodebase,
    /// Image candidate strings.
    Srcset,
    /// CSS declarations.
    Css,
    /// One URL, or a CSS value such as `url(a.png)`.
    UrlOrCss,
    /// A script with the URL that it opens.
    Script,
}

/// The result for an empty value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EmptyUrl {
    /// The base URL, as for any other relative URL.
    Base,
    /// The document's own URL ([form
    /// submission](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm)).
    Document,
    /// No URL: the standard does not fetch it.
    Nowhere,
}

/// Returns the properties of the attribute `attr` of the HTML element `element`, or `None` if it holds no URLs.
///
/// The caller handles three exceptions: the kind of a `link` depends on its `rel` ([`crate::links::rel::kind`]), `src` of
/// `input` applies to image buttons only, and other elements must also have the right name ([`has_links`]).
#[inline(always)]
pub(crate) fn find(element: Element, attr: Attr) -> Option<&'static UrlAttribute> {
    const INDEX: &UrlAttributeTable = &UrlAttributeTable::new();
    // PERF: all pairs without a URL share row 0, so that the lookup needs no branch.
    let row = usize::from(INDEX.row_of_pair[attr as usize][element as usize]);
    INDEX.rows.get(row)?.as_ref()
}

/// Returns true if the attribute `attr` of the HTML element `element`, called `name`, holds URLs.
pub(crate) fn has_links(element: Element, name: &str, attr: Attr) -> bool {
    find(element, attr).is_some()
        && match attr {
            _ if element != Element::Other => true,
            Attr::Background => matches!(name, "col" | "colgroup"),
            Attr::Src | Attr::Srcset => name.starts_with("amp-"),
            _ => true,
        }
}

/// The table, indexed by attribute and element.
struct UrlAttributeTable {
    /// The row for each pair of attribute and element.
    row_of_pair: [[u8; Element::ALL.len()]; Attr::ALL.len()],
    /// Distinct rows. Row 0 is `None`: no URL.
    rows: [Option<UrlAttribute>; 32],
}

impl UrlAttributeTable {
    const fn new() -> Self {
        let (mut row_of_pair, mut rows) = ([[0; Element::ALL.len()]; Attr::ALL.len()], [None::<UrlAttribute>; 32]);
        let mut attr = 0;
        while attr < Attr::ALL.len() {
            let mut element = 0;
            while element < Element::ALL.len() {
                if let Some(row) = row_of(Element::ALL[element], Attr::ALL[attr]) {
                    let mut index = 1;
                    while let Some(known) = rows[index]
                        && !known.equals(row)
                    {
                        index += 1;
                    }
                    rows[index] = Some(row);
                    row_of_pair[attr][element] = index as u8;
                }
                element += 1;
            }
            attr += 1;
        }
        Self { row_of_pair, rows }
    }
}

impl UrlAttribute {
    const fn equals(self, other: Self) -> bool {
        self.kind as u8 == other.kind as u8
            && self.syntax as u8 == other.syntax as u8
            && self.empty as u8 == other.empty as u8
            && self.role as u8 == other.role as u8
    }
}

/// Returns true if libraries for late loading copy the attribute to `src`. The other [lazy](LinkKind::Lazy) attributes have another image,
/// such as a larger one.
pub(crate) fn replaces_src(attr: Attr) -> bool {
    use Attr::*;
    matches!(
        attr,
        DataCmplzSrc
            | DataLazy
            | DataLazySrc
            | DataLazyload
            | DataOriginal
            | DataRocketSrc
            | DataSrc
            | LazySrc
            | NitroLazySrc
            | Original
    )
}

impl UrlAttribute {
    /// Returns true if scripts load the URL late.
    pub(crate) fn is_lazy(&self) -> bool {
        self.kind == LinkKind::Lazy
    }
}

/// Returns the row of an attribute that is not a main one.
const fn row(kind: LinkKind, syntax: UrlSyntax, empty: EmptyUrl) -> UrlAttribute {
    UrlAttribute { kind, syntax, empty, role: UrlRole::Other }
}

/// Returns the row of an attribute with one URL that is not fetched if it is empty.
const fn url(kind: LinkKind) -> UrlAttribute {
    row(kind, UrlSyntax::Url, EmptyUrl::Nowhere)
}

/// Returns the row with another role.
const fn with_role(role: UrlRole, row: UrlAttribute) -> UrlAttribute {
    UrlAttribute { role, ..row }
}

/// Returns the row of an attribute of an element: the contents of the table.
const fn row_of(element: Element, attr: Attr) -> Option<UrlAttribute> {
    use Element::*;
    Some(match (attr, element) {
        (Attr::Href, A | Area) => with_role(UrlRole::Href, row(LinkKind::Nav, UrlSyntax::Url, EmptyUrl::Base)),
        (Attr::Ping, A | Area) => row(LinkKind::Ping, UrlSyntax::Spaces, EmptyUrl::Nowhere),
        (Attr::Href, Link) => with_role(UrlRole::Href, url(LinkKind::Link)),
        (Attr::Imagesrcset, Link) => {
            with_role(UrlRole::Main, row(LinkKind::Embed, UrlSyntax::Srcset, EmptyUrl::Nowhere))
        }
        (Attr::Srcset, Img | Image | Source) => {
            with_role(UrlRole::Main, row(LinkKind::Embed, UrlSyntax::Srcset, EmptyUrl::Nowhere))
        }
        (Attr::Href, Base) => with_role(UrlRole::Href, row(LinkKind::Base, UrlSyntax::Url, EmptyUrl::Base)),
        (Attr::Src, Img | Image | Source | Video | Audio | Track | Embed | Bgsound | Script | Input) => {
            with_role(UrlRole::Main, url(LinkKind::Embed))
        }
        (Attr::Lowsrc | Attr::Dynsrc, Img | Image) | (Attr::Poster, Video) => url(LinkKind::Embed),
        (Attr::Longdesc, Img | Image | Iframe | Frame) => url(LinkKind::Nav),
        (Attr::Usemap, Img | Image | Input | Object) => url(LinkKind::Anchor),
        (Attr::Src, Iframe | Frame) => url(LinkKind::Frame),
        (Attr::Data, Object) => with_role(UrlRole::Main, url(LinkKind::Embed)),
        (Attr::Codebase, Object | Applet) => url(LinkKind::Codebase),
        (Attr::Classid, Object) | (Attr::Code | Attr::Object, Applet) => {
            row(LinkKind::Embed, UrlSyntax::InCodebase, EmptyUrl::Nowhere)
        }
        (Attr::Archive, Object) => row(LinkKind::Embed, UrlSyntax::SpacesInCodebase, EmptyUrl::Nowhere),
        (Attr::Archive, Applet) => row(LinkKind::Embed, UrlSyntax::CommasInCodebase, EmptyUrl::Nowhere),
        (Attr::Action, Form) => with_role(UrlRole::Main, row(LinkKind::Form, UrlSyntax::Url, EmptyUrl::Document)),
        (Attr::Formaction, Button | Input) => row(LinkKind::Form, UrlSyntax::Url, EmptyUrl::Document),
        (Attr::Cite, Blockquote | Q | Ins | Del) => url(LinkKind::Cite),
        (Attr::Manifest, Html) | (Attr::Icon, Menuitem | Command) => url(LinkKind::Embed),
        (Attr::Profile, Head) => row(LinkKind::Vocab, UrlSyntax::Spaces, EmptyUrl::Nowhere),
        // `Other` is `col` or `colgroup`.
        (Attr::Background, Body | Table | Thead | Tbody | Tfoot | Tr | Td | Th | Other) => url(LinkKind::Embed),
        // `Other` is an element of AMP, such as `amp-img`, whose script makes an `img`.
        (Attr::Src, Other) => url(LinkKind::Lazy),
        (Attr::Srcset, Other) => row(LinkKind::Lazy, UrlSyntax::Srcset, EmptyUrl::Nowhere),
        // Attributes of all elements.
        (Attr::Itemtype, _) => row(LinkKind::Vocab, UrlSyntax::Spaces, EmptyUrl::Nowhere),
        (Attr::Itemid, _) => url(LinkKind::Vocab),
        (Attr::Style, _) => row(LinkKind::Css, UrlSyntax::Css, EmptyUrl::Nowhere),
        _ if is_lazy_srcset(attr) => row(LinkKind::Lazy, UrlSyntax::Srcset, EmptyUrl::Nowhere),
        _ if is_event_handler(attr) => row(LinkKind::Script, UrlSyntax::Script, EmptyUrl::Base),
        (Attr::DataBackgroundImage | Attr::DataBg, _) => row(LinkKind::Lazy, UrlSyntax::UrlOrCss, EmptyUrl::Nowhere),
        _ if is_lazy_url(attr) => url(LinkKind::Lazy),
        _ => return None,
    })
}

/// The event handlers whose scripts may open a URL.
pub(crate) const EVENT_HANDLERS: [Attr; 5] = {
    use Attr::*;
    [Onclick, Ondblclick, Onload, Onmousedown, Onmouseup]
};

/// Returns true if the attribute is one of [`EVENT_HANDLERS`].
pub(crate) const fn is_event_handler(attr: Attr) -> bool {
    const SET: [bool; Attr::ALL.len()] = Attr::set(&EVENT_HANDLERS);
    SET[attr as usize]
}

/// Returns true if lazy-loading libraries read a URL from the attribute.
///
/// Names of common libraries, and names that at least 3 of 2,614 real pages have, with a URL in three quarters of the values or more.
const fn is_lazy_url(attr: Attr) -> bool {
    use Attr::*;
    matches!(
        attr,
        DataCmplzSrc
            | DataFullSrc
            | DataHref
            | DataImage
            | DataImageUrl
            | DataImgUrl
            | DataLargeFile
            | DataLargeImage
            | DataLazy
            | DataLazySrc
            | DataLazyload
            | DataMediumFile
            | DataMobileSrc
            | DataOldHires
            | DataOrigFile
            | DataOriginal
            | DataPoster
            | DataPosterUrl
            | DataRocketSrc
            | DataSrc
            | DataThumb
            | DataUri
            | DataUrl
            | DataZoomImage
            | DataZoomSrc
            | LazySrc
            | NitroLazySrc
            | Original
    )
}

/// Returns true if lazy-loading libraries read image candidate strings from the attribute.
const fn is_lazy_srcset(attr: Attr) -> bool {
    use Attr::*;
    matches!(
        attr,
        DataBgset | DataLazySrcset | DataOriginalSet | DataSrcset | DataThumbSrcset | LazySrcset | NitroLazySrcset
    )
}

/// Returns true for elements whose attributes may be [lazy variants](is_lazy_variant).
pub(crate) const fn has_lazy_variants(element: Element) -> bool {
    matches!(element, Element::Img | Element::Image | Element::Source)
}

/// Returns true if the attribute is one like `data-src-retina`, with the URL of an image for some screens.
pub(crate) fn is_lazy_variant(element: Element, name: &[u8]) -> bool {
    has_lazy_variants(element)
        && name.len() > LAZY_PREFIX.len()
        && name[..LAZY_PREFIX.len()].eq_ignore_ascii_case(LAZY_PREFIX.as_bytes())
}

/// Returns the element's name after tree construction, which
/// [renames](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody) `image` to `img`.
pub(crate) fn as_inserted(element: Element) -> &'static str {
    if element == Element::Image { Element::Img.as_str() } else { element.as_str() }
}
