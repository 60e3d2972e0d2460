//! Which attributes of which elements hold URLs: the one table.
//!
//! Sources: the index of [attributes](https://html.spec.whatwg.org/multipage/indices.html#attributes-3) and the [obsolete
//! features](https://html.spec.whatwg.org/multipage/obsolete.html); for `archive`, `classid` and `codebase` HTML 4.01.

use super::link::LinkKind;
use super::names::{Attr, Element};

/// An attribute that holds URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UrlAttribute {
    pub(super) kind: LinkKind,
    pub(super) syntax: UrlSyntax,
    pub(super) empty: EmptyUrl,
    pub(super) role: UrlRole,
}

/// What an attribute is to its element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UrlRole {
    /// What a reader can follow.
    Href,
    /// What the element is for, otherwise.
    Main,
    Other,
}

/// How an attribute holds URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UrlSyntax {
    /// One URL.
    Url,
    /// One URL, relative to the element's `codebase`.
    InCodebase,
    /// URLs between ASCII white space.
    Spaces,
    /// As [`Spaces`](Self::Spaces), relative to the element's `codebase`.
    SpacesInCodebase,
    /// URLs between commas, relative to the element's `codebase`.
    CommasInCodebase,
    /// Image candidate strings.
    Srcset,
    /// Declarations of style.
    Css,
}

/// What an empty value leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EmptyUrl {
    /// The base URL, as for any other relative URL.
    Base,
    /// The document's own URL
    /// ([form submission](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm)).
    Document,
    /// Nothing: the standard does not fetch it.
    Nowhere,
}

/// Returns how the attribute `attr` of the HTML element `tag` holds URLs, if it does.
///
/// The kind of `link` is decided by its `rel` ([`super::rel::kind`]); `src` of `input` counts for image buttons alone.
#[inline(always)]
pub(super) fn find(tag: Element, attr: Attr) -> Option<&'static UrlAttribute> {
    const INDEX: &UrlAttributeTable = &UrlAttributeTable::new();
    // PERF: one entry for all pairs without a URL, so that there is nothing to decide before it is known.
    let row = usize::from(INDEX.numbers[attr as usize][tag as usize]);
    INDEX.rows.get(row)?.as_ref()
}

/// The table, by the numbers of names.
struct UrlAttributeTable {
    numbers: [[u8; Element::ALL.len()]; Attr::ALL.len()],
    /// What differs, and first what there is not.
    rows: [Option<UrlAttribute>; 32],
}

impl UrlAttributeTable {
    const fn new() -> Self {
        let (mut numbers, mut rows) = ([[0; Element::ALL.len()]; Attr::ALL.len()], [None::<UrlAttribute>; 32]);
        let mut attr = 0;
        while attr < Attr::ALL.len() {
            let mut tag = 0;
            while tag < Element::ALL.len() {
                if let Some(row) = row_of(Element::ALL[tag], Attr::ALL[attr]) {
                    let mut index = 1;
                    while let Some(known) = rows[index]
                        && !known.equals(row)
                    {
                        index += 1;
                    }
                    rows[index] = Some(row);
                    numbers[attr][tag] = index as u8;
                }
                tag += 1;
            }
            attr += 1;
        }
        Self { numbers, rows }
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

const fn row(kind: LinkKind, syntax: UrlSyntax, empty: EmptyUrl) -> Option<UrlAttribute> {
    Some(UrlAttribute { kind, syntax, empty, role: UrlRole::Other })
}

const fn url(kind: LinkKind) -> Option<UrlAttribute> {
    row(kind, UrlSyntax::Url, EmptyUrl::Nowhere)
}

const fn main(role: UrlRole, row: Option<UrlAttribute>) -> Option<UrlAttribute> {
    match row {
        Some(row) => Some(UrlAttribute { role, ..row }),
        None => None,
    }
}

const fn row_of(tag: Element, attr: Attr) -> Option<UrlAttribute> {
    use Element::*;
    match (attr, tag) {
        (Attr::Other, _) => None,
        (Attr::Href, A | Area) => main(UrlRole::Href, row(LinkKind::Nav, UrlSyntax::Url, EmptyUrl::Base)),
        (Attr::Ping, A | Area) => row(LinkKind::Ping, UrlSyntax::Spaces, EmptyUrl::Nowhere),
        (Attr::Href, Link) => main(UrlRole::Href, url(LinkKind::Link)),
        (Attr::Imagesrcset, Link) => main(UrlRole::Main, row(LinkKind::Embed, UrlSyntax::Srcset, EmptyUrl::Nowhere)),
        (Attr::Srcset, Img | Image | Source) => row(LinkKind::Embed, UrlSyntax::Srcset, EmptyUrl::Nowhere),
        (Attr::Href, Base) => main(UrlRole::Href, row(LinkKind::Base, UrlSyntax::Url, EmptyUrl::Base)),
        (Attr::Src, Img | Image | Source | Video | Audio | Track | Embed | Bgsound | Script | Input) => {
            url(LinkKind::Embed)
        }
        (Attr::Lowsrc | Attr::Dynsrc, Img | Image) | (Attr::Poster, Video) => url(LinkKind::Embed),
        (Attr::Longdesc, Img | Image | Iframe | Frame) => url(LinkKind::Nav),
        (Attr::Usemap, Img | Image | Input | Object) => url(LinkKind::Anchor),
        (Attr::Src, Iframe | Frame) => url(LinkKind::Frame),
        (Attr::Data, Object) => url(LinkKind::Embed),
        (Attr::Codebase, Object | Applet) => url(LinkKind::Codebase),
        (Attr::Classid, Object) | (Attr::Code | Attr::Object, Applet) => {
            row(LinkKind::Embed, UrlSyntax::InCodebase, EmptyUrl::Nowhere)
        }
        (Attr::Archive, Object) => row(LinkKind::Embed, UrlSyntax::SpacesInCodebase, EmptyUrl::Nowhere),
        (Attr::Archive, Applet) => row(LinkKind::Embed, UrlSyntax::CommasInCodebase, EmptyUrl::Nowhere),
        (Attr::Action, Form) => main(UrlRole::Main, row(LinkKind::Form, UrlSyntax::Url, EmptyUrl::Document)),
        (Attr::Formaction, Button | Input) => row(LinkKind::Form, UrlSyntax::Url, EmptyUrl::Document),
        (Attr::Cite, Blockquote | Q | Ins | Del) => url(LinkKind::Cite),
        (Attr::Manifest, Html) | (Attr::Icon, Menuitem | Command) => url(LinkKind::Embed),
        (Attr::Profile, Head) => row(LinkKind::Vocab, UrlSyntax::Spaces, EmptyUrl::Nowhere),
        (Attr::Background, Body | Table | Thead | Tbody | Tfoot | Tr | Td | Th) => url(LinkKind::Embed),
        // Any element.
        (Attr::Itemtype, _) => row(LinkKind::Vocab, UrlSyntax::Spaces, EmptyUrl::Nowhere),
        (Attr::Itemid, _) => url(LinkKind::Vocab),
        (Attr::Style, _) => row(LinkKind::Css, UrlSyntax::Css, EmptyUrl::Nowhere),
        // What libraries that load images late read.
        (Attr::DataSrcset | Attr::DataLazySrcset | Attr::DataOriginalSet, _) => {
            row(LinkKind::Lazy, UrlSyntax::Srcset, EmptyUrl::Nowhere)
        }
        (
            Attr::DataSrc
            | Attr::DataHref
            | Attr::DataUri
            | Attr::DataUrl
            | Attr::DataOriginal
            | Attr::DataLazy
            | Attr::DataLazySrc
            | Attr::DataFullSrc
            | Attr::DataBg
            | Attr::DataBackgroundImage
            | Attr::DataPoster,
            _,
        ) => url(LinkKind::Lazy),
        _ => None,
    }
}

/// Returns the name that tree construction gives the element: it
/// [renames](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody) `image`.
pub(super) fn as_inserted(element: Element) -> &'static str {
    if element == Element::Image { Element::Img.as_str() } else { element.as_str() }
}
