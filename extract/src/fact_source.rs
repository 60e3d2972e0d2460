//! The sources of a page's facts, and which source counts.

use crate::copy_into::{copy_fields, copy_plain};
use crate::named_enum::named_enum;
use crate::place::Place;

named_enum! {
    /// Where a fact of a page comes from: an attribute of `html`, an element, or a header of the response.
    ///
    /// The order is the precedence. A fact that counts once, such as the canonical URL, is the first one from the first of these
    /// sources that has one: an element in the head before one in the body, both before a header, and an element in `noscript`
    /// last, because it is for browsers without scripts.
    ///
    /// ```
    /// use tagrake_extract::{Context, Extractor, FactSource};
    ///
    /// let context = Context::default().with_headers(&[("Link", "<http://e.org/a>; rel=canonical")]);
    /// let html = b"<noscript><link rel=canonical href=http://e.org/b></noscript>";
    /// let mut extractor = Extractor::default();
    /// let page = extractor.extract(html, &context);
    /// assert_eq!((page.canonical, page.sources.canonical), (Some("http://e.org/a"), Some(FactSource::Header)));
    /// ```
    enum FactSource {
        /// An attribute of `html`.
        Html = "html",
        /// An element in the head.
        Head = "head",
        /// An element in the body.
        Body = "body",
        /// A header of the HTTP response.
        Header = "header",
        /// An element in a `noscript` that is read as markup.
        Noscript = "noscript",
        /// An element of SVG, which states nothing about the page. It may have a link.
        Svg = "svg",
        /// An element in an inert `template`, which states nothing about the page either.
        Template = "template",
    }
}

impl FactSource {
    /// Returns the source of a fact that an HTML element states.
    pub(crate) fn of_element(place: Place) -> Self {
        match place {
            Place { in_template: true, .. } => Self::Template,
            Place { in_noscript: true, .. } => Self::Noscript,
            Place { in_head: true, .. } => Self::Head,
            _ => Self::Body,
        }
    }
}

/// The sources of a page's facts that are plain text. A single fact has one source, or `None` if the page does not state it. A
/// list of facts has the source of each entry. Other facts have their source beside them, such as
/// [`Refresh::source`](crate::Refresh::source).
///
/// ```
/// use tagrake_extract::{Context, Extractor, FactSource};
///
/// let html = b"<html lang=en><meta property=og:title content=T><body><meta property=og:type content=article>";
/// let mut extractor = Extractor::default();
/// let sources = extractor.extract(html, &Context::default()).sources;
/// assert_eq!((sources.lang, sources.description), (Some(FactSource::Html), None));
/// assert_eq!(sources.og, [FactSource::Head, FactSource::Body]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FactSources<'a> {
    /// Of [`Page::lang`](crate::Page::lang).
    pub lang: Option<FactSource>,
    /// Of [`Page::content_language`](crate::Page::content_language).
    pub content_language: Option<FactSource>,
    /// Of [`Page::description`](crate::Page::description).
    pub description: Option<FactSource>,
    /// Of [`Page::keywords`](crate::Page::keywords).
    pub keywords: Option<FactSource>,
    /// Of [`Page::author`](crate::Page::author).
    pub author: Option<FactSource>,
    /// Of [`Page::generator`](crate::Page::generator).
    pub generator: Option<FactSource>,
    /// Of [`Page::viewport`](crate::Page::viewport).
    pub viewport: Option<FactSource>,
    /// Of [`Page::canonical`](crate::Page::canonical).
    pub canonical: Option<FactSource>,
    /// Of [`Page::amphtml`](crate::Page::amphtml).
    pub amphtml: Option<FactSource>,
    /// Of [`Page::next`](crate::Page::next).
    pub next: Option<FactSource>,
    /// Of [`Page::prev`](crate::Page::prev).
    pub prev: Option<FactSource>,
    /// Of [`Page::manifest`](crate::Page::manifest).
    pub manifest: Option<FactSource>,
    /// Of [`Page::metas`](crate::Page::metas).
    pub metas: &'a [FactSource],
    /// Of [`Page::og`](crate::Page::og).
    pub og: &'a [FactSource],
    /// Of [`Page::twitter`](crate::Page::twitter).
    pub twitter: &'a [FactSource],
    /// Of [`Page::dc`](crate::Page::dc).
    pub dc: &'a [FactSource],
    /// Of [`Page::citation`](crate::Page::citation).
    pub citation: &'a [FactSource],
}

copy_plain!(FactSource);
copy_fields! {
    FactSources { metas, og, twitter, dc, citation } {
        lang, content_language, description, keywords, author, generator, viewport, canonical, amphtml, next, prev, manifest
    }
}

/// A fact that counts once. Of the facts that are offered, the first one from the [source](FactSource) that comes first.
#[derive(Clone, Copy)]
pub(crate) struct Choice<T>(Option<(T, FactSource)>);

impl<T> Default for Choice<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Copy> Choice<T> {
    pub(crate) fn offer(&mut self, source: FactSource, fact: impl FnOnce() -> T) {
        self.offer_some(source, || Some(fact()));
    }

    /// Offers a fact that may prove to be none.
    pub(crate) fn offer_some(&mut self, source: FactSource, fact: impl FnOnce() -> Option<T>) {
        if self.0.is_none_or(|(_, known)| source < known)
            && let Some(fact) = fact()
        {
            self.0 = Some((fact, source));
        }
    }

    /// Returns the fact and its source, if there is one.
    pub(crate) fn chosen(self) -> (Option<T>, Option<FactSource>) {
        self.0.unzip()
    }
}
