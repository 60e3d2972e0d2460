//! From a link's value to its URL.

mod plain_url;
#[cfg(test)]
mod tests;
mod url_crate;

use super::link::LinkClass;
use super::url_attributes::EmptyUrl;
use bumpalo::Bump;
use core::cell::OnceCell;
use encoding_rs::Encoding;
use plain_url::{AbsoluteUrls, PlainBase};
use url::Url;

/// How much of a `data:` URL is kept, in bytes.
const DATA_URL_BYTES: usize = 128;

/// How long the value of `<base href>` may be, in bytes: every relative link is as long as its base.
const BASE_HREF_BYTES: usize = 16 << 10;

/// Stands in for an unknown base URL, to distinguish relative URLs from invalid ones.
const STAND_IN_BASE: &str = "https://base.invalid/";

/// A URL that others are relative to.
pub(super) struct BaseUrl<'a> {
    text: &'a str,
    plain: Option<PlainBase<'a>>,
    /// The URL for the parser, made when it is first needed.
    parsed: OnceCell<Option<Url>>,
}

impl<'a> BaseUrl<'a> {
    /// Takes a URL as the parser writes it.
    fn new(text: &'a str) -> Self {
        Self { text, plain: PlainBase::new(text), parsed: OnceCell::new() }
    }

    fn parsed(&self) -> Option<&Url> {
        self.parsed.get_or_init(|| Url::parse(self.text).ok()).as_ref()
    }
}

/// Resolves the links of a page.
pub(super) struct Resolver<'a> {
    bump: &'a Bump,
    encoding: &'static Encoding,
    absolute: AbsoluteUrls<'a>,
    document: Option<BaseUrl<'a>>,
    /// The base of the document, if it is another.
    base: Option<BaseUrl<'a>>,
}

/// Where a link leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ResolvedUrl<'a> {
    pub(super) url: Option<&'a str>,
    pub(super) class: LinkClass,
}

impl<'a> Resolver<'a> {
    /// Begins with the page's own address, which may be no URL.
    pub(super) fn new(document_url: Option<&'a str>, encoding: &'static Encoding, bump: &'a Bump) -> Self {
        let mut resolver = Self {
            bump,
            encoding: encoding.output_encoding(),
            absolute: AbsoluteUrls::default(),
            document: None,
            base: None,
        };
        resolver.document =
            document_url.and_then(|url| resolver.parse(trim(url), None)).map(|(url, _)| BaseUrl::new(url));
        resolver
    }

    /// Finds the [document base URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url) by
    /// the value of the first `<base href>`.
    pub(super) fn set_base(&mut self, href: &'a str) {
        if href.len() > BASE_HREF_BYTES {
            return;
        }
        self.base = match self.parse(trim(href), self.document.as_ref()) {
            Some((_, LinkClass::Data | LinkClass::Javascript)) | None => None,
            Some((url, _)) => Some(BaseUrl::new(url)),
        };
    }

    /// Returns the page's own URL.
    pub(super) fn document_url(&self) -> Option<&'a str> {
        self.document.as_ref().map(|document| document.text)
    }

    /// Returns the document base URL.
    pub(super) fn base_url(&self) -> Option<&'a str> {
        self.base().map(|base| base.text)
    }

    fn base(&self) -> Option<&BaseUrl<'a>> {
        self.base.as_ref().or(self.document.as_ref())
    }

    /// Returns the base that the URL `href` names, itself relative to the document's: that of a `codebase` attribute.
    pub(super) fn codebase(&self, href: &'a str) -> Option<BaseUrl<'a>> {
        self.parse(trim(href), self.base()).map(|(url, _)| BaseUrl::new(url))
    }

    /// Returns where `raw` leads.
    pub(super) fn resolve(&self, raw: &'a str, empty: EmptyUrl) -> ResolvedUrl<'a> {
        self.resolve_against(raw, empty, self.base())
    }

    /// Returns where `raw` leads from the page's own URL, whatever its base is.
    pub(super) fn resolve_against_document(&self, raw: &'a str) -> ResolvedUrl<'a> {
        self.resolve_against(raw, EmptyUrl::Nowhere, self.document.as_ref())
    }

    /// Returns where `raw` leads from `base`.
    pub(super) fn resolve_against(&self, raw: &'a str, empty: EmptyUrl, base: Option<&BaseUrl<'a>>) -> ResolvedUrl<'a> {
        let input = trim(raw);
        if input.is_empty() {
            let url = match empty {
                EmptyUrl::Base => self.parse("", base).map(|(url, _)| url),
                EmptyUrl::Document => self.document_url(),
                EmptyUrl::Nowhere => None,
            };
            return ResolvedUrl { url, class: LinkClass::Empty };
        }
        match self.parse(input, base) {
            Some((url, _)) if input.starts_with('#') => ResolvedUrl { url: Some(url), class: LinkClass::Fragment },
            Some((url, class)) => ResolvedUrl { url: Some(url), class },
            None => ResolvedUrl { url: None, class: self.class_without_url(input, base) },
        }
    }

    /// Returns the class of `input`, which has no URL with `base`: a fragment or relative if it would have one with another
    /// base, else invalid.
    #[cold]
    fn class_without_url(&self, input: &'a str, base: Option<&BaseUrl<'a>>) -> LinkClass {
        if base.and_then(BaseUrl::parsed).is_some_and(|base| !base.cannot_be_a_base()) {
            return LinkClass::Invalid;
        }
        match self.parse(input, Some(&BaseUrl::new(STAND_IN_BASE))) {
            Some(_) if input.starts_with('#') => LinkClass::Fragment,
            Some(_) => LinkClass::Relative,
            None => LinkClass::Invalid,
        }
    }

    /// Parses `input`, which is trimmed, against `base` by the
    /// [URL standard](https://url.spec.whatwg.org/#concept-url-parser).
    fn parse(&self, input: &'a str, base: Option<&BaseUrl<'a>>) -> Option<(&'a str, LinkClass)> {
        match input.as_bytes() {
            [b'h', ..] => {
                if let Some(url) = self.absolute.parse(input, self.bump) {
                    return Some((url, LinkClass::Http));
                }
            }
            [b'd', ..] if input.starts_with("data:") => {
                let kept = stored(input);
                if plain_url::opaque(kept).is_some() {
                    return Some((kept, LinkClass::Data));
                }
            }
            _ => {}
        }
        if let Some(url) = base.and_then(|base| base.plain.as_ref()).and_then(|base| base.join(input, self.bump)) {
            return Some((url, LinkClass::Http));
        }
        if let Some(scheme) = plain_url::opaque(input) {
            return Some((input, LinkClass::of_scheme(scheme)));
        }
        self.parse_any(input, base.and_then(BaseUrl::parsed))
    }

    /// Parses what is not plain.
    #[cold]
    fn parse_any(&self, input: &str, base: Option<&Url>) -> Option<(&'a str, LinkClass)> {
        let url = url_crate::parse(input, base, self.encoding)?;
        Some((self.bump.alloc_str(stored(url.as_str())), LinkClass::of_scheme(url.scheme())))
    }
}

/// Returns as much of `url` as is kept.
fn stored(url: &str) -> &str {
    if !url.starts_with("data:") {
        return url;
    }
    let mut end = url.find(',').map_or(url.len(), |comma| comma + 1).min(DATA_URL_BYTES);
    while !url.is_char_boundary(end) {
        end -= 1;
    }
    &url[..end]
}

/// Strips what the URL parser strips: C0 controls and spaces.
#[inline]
fn trim(input: &str) -> &str {
    // PERF: nearly all have nothing to strip.
    if let [first, .., last] = input.as_bytes()
        && *first > b' '
        && *last > b' '
    {
        return input;
    }
    input.trim_matches(|character| character <= ' ')
}
