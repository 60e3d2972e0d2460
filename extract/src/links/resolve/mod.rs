//! Resolves the value of a link to a URL.
//!
//! 1. Strip leading and trailing C0 controls and spaces. An empty value resolves as its attribute says ([`EmptyUrl`]).
//! 2. Try the fast paths of [`plain_url`], in this order: an absolute `http` URL that needs no change, a relative URL
//!    that can be concatenated with the base, and a URL with an opaque path such as `mailto:`. They decline everything
//!    that the URL parser would change.
//! 3. Otherwise parse with the `url` crate ([`url_crate`]), which allocates.
//!
//! For example, `b?c` on the base `https://e.org/a/` takes a fast path and gives `https://e.org/a/b?c`. `b c` has a
//! space to encode, so the crate parses it and gives `https://e.org/a/b%20c`.
//!
//! If you change a fast path, `resolve/tests.rs` compares it with the crate on all combinations of many fragments.

mod plain_url;
#[cfg(test)]
mod tests;
mod url_crate;

use crate::links::link::LinkClass;
use crate::url_attributes::EmptyUrl;
use bumpalo::Bump;
use core::cell::OnceCell;
use encoding_rs::{Encoding, UTF_8};
use plain_url::{AbsoluteUrls, PlainBase};
use url::Url;

/// Maximum length of a stored `data:` URL, in bytes. The rest is cut off.
const DATA_URL_BYTES: usize = 128;

/// Maximum length of the value of `<base href>`, in bytes. A longer one is ignored, since every relative link is as
/// long as its base.
const BASE_HREF_BYTES: usize = 16 << 10;

/// A substitute for an unknown base URL, to distinguish relative URLs from invalid ones.
const SUBSTITUTE_BASE: &str = "https://base.invalid/";

/// A base URL.
pub(crate) struct BaseUrl<'a> {
    /// The URL as serialised by the parser.
    text: &'a str,
    /// The offset of its fragment, or its length.
    fragment_start: usize,
    /// Its parts for the fast path, or `None` if it is not `http` or `https`.
    plain: Option<PlainBase<'a>>,
    /// The URL for the `url` crate, parsed when it is first needed.
    parsed: OnceCell<Option<Url>>,
}

impl<'a> BaseUrl<'a> {
    /// Creates a base from a URL as serialised by the parser.
    fn new(text: &'a str) -> Self {
        let fragment_start = text.find('#').unwrap_or(text.len());
        Self { text, fragment_start, plain: PlainBase::new(text), parsed: OnceCell::new() }
    }

    /// Returns the length of the URL in bytes.
    pub(crate) fn byte_len(&self) -> usize {
        self.text.len()
    }

    fn parsed(&self) -> Option<&Url> {
        self.parsed.get_or_init(|| Url::parse(self.text).ok()).as_ref()
    }
}

/// Resolves the links of a page.
pub(crate) struct Resolver<'a> {
    bump: &'a Bump,
    /// The output encoding of the page. URLs of style sheets, of headers and in a `srcdoc` have UTF-8 instead.
    encoding: &'static Encoding,
    absolute: AbsoluteUrls<'a>,
    /// The document's own URL.
    document: Option<BaseUrl<'a>>,
    /// The document base URL, if it differs from the document's own URL.
    base: Option<BaseUrl<'a>>,
}

/// A resolved link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResolvedUrl<'a> {
    pub(crate) url: Option<&'a str>,
    pub(crate) class: LinkClass,
}

impl<'a> Resolver<'a> {
    /// Creates a resolver for a page with this URL, which is ignored if it is not valid.
    pub(crate) fn new(document_url: Option<&'a str>, encoding: &'static Encoding, bump: &'a Bump) -> Self {
        let mut resolver = Self {
            bump,
            encoding: encoding.output_encoding(),
            absolute: AbsoluteUrls::default(),
            document: None,
            base: None,
        };
        resolver.document =
            document_url.and_then(|url| resolver.parse(trim(url), None, UTF_8)).map(|(url, _)| BaseUrl::new(url));
        resolver
    }

    /// Sets the [document base URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url)
    /// from the value of the first `<base href>`. An invalid value, a `data:` URL and a `javascript:` URL are ignored.
    pub(crate) fn set_base(&mut self, href: &'a str) {
        self.base = self.base_from(href, self.document.as_ref());
    }

    /// Returns the base URL for the value of a `base` or `codebase` attribute that is relative to `outer`, or if that is `None`, to
    /// the document base URL. Returns `None` for a value that is ignored.
    pub(crate) fn nested_base(&self, href: &'a str, outer: Option<&BaseUrl<'a>>) -> Option<BaseUrl<'a>> {
        self.base_from(href, outer.or_else(|| self.base()))
    }

    fn base_from(&self, href: &'a str, outer: Option<&BaseUrl<'a>>) -> Option<BaseUrl<'a>> {
        if href.len() > BASE_HREF_BYTES {
            return None;
        }
        match self.parse(trim(href), outer, self.encoding) {
            Some((_, LinkClass::Data | LinkClass::Javascript)) | None => None,
            Some((url, _)) => Some(BaseUrl::new(url)),
        }
    }

    /// Returns the page's own URL.
    pub(crate) fn document_url(&self) -> Option<&'a str> {
        self.document.as_ref().map(|document| document.text)
    }

    /// Returns the document base URL.
    pub(crate) fn base_url(&self) -> Option<&'a str> {
        self.base().map(|base| base.text)
    }

    /// Returns the document base URL.
    pub(crate) fn base(&self) -> Option<&BaseUrl<'a>> {
        self.base.as_ref().or(self.document.as_ref())
    }

    /// Returns the document's own URL.
    pub(crate) fn document(&self) -> Option<&BaseUrl<'a>> {
        self.document.as_ref()
    }

    /// Returns the encoding of the queries of URLs in the page.
    pub(crate) fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Resolves `raw`, the value of an attribute, against the document base URL.
    pub(crate) fn resolve(&self, raw: &'a str, empty: EmptyUrl) -> ResolvedUrl<'a> {
        self.resolve_against(raw, empty, self.base(), self.encoding)
    }

    /// Resolves `raw`, a URL in a header, against the document's own URL. Its query is in UTF-8, whatever the page is.
    pub(crate) fn resolve_in_header(&self, raw: &'a str, empty: EmptyUrl) -> ResolvedUrl<'a> {
        self.resolve_against(raw, empty, self.document(), UTF_8)
    }

    /// Returns true if `url` is the document's own URL and a fragment.
    fn is_in_document(&self, url: &str) -> bool {
        let Some(document) = &self.document else { return false };
        url.as_bytes().get(document.fragment_start) == Some(&b'#')
            && url.as_bytes()[..document.fragment_start] == document.text.as_bytes()[..document.fragment_start]
    }

    /// Resolves `raw` against `base`, with the query in `encoding`.
    pub(crate) fn resolve_against(
        &self,
        raw: &'a str,
        empty: EmptyUrl,
        base: Option<&BaseUrl<'a>>,
        encoding: &'static Encoding,
    ) -> ResolvedUrl<'a> {
        let input = trim(raw);
        if input.is_empty() {
            let url = match empty {
                EmptyUrl::Base => self.parse("", base, encoding).map(|(url, _)| url),
                EmptyUrl::Document => self.document_url(),
                EmptyUrl::Nowhere => None,
            };
            return ResolvedUrl { url, class: LinkClass::Empty };
        }
        match self.parse(input, base, encoding) {
            Some((url, _)) if self.is_in_document(url) => ResolvedUrl { url: Some(url), class: LinkClass::Fragment },
            Some((url, class)) => ResolvedUrl { url: Some(url), class },
            None => ResolvedUrl { url: None, class: self.class_without_url(input, base) },
        }
    }

    /// Returns the class of `input`, which does not resolve against `base`: fragment or relative if it resolves against
    /// another base, else invalid.
    #[cold]
    fn class_without_url(&self, input: &'a str, base: Option<&BaseUrl<'a>>) -> LinkClass {
        if base.and_then(BaseUrl::parsed).is_some_and(|base| !base.cannot_be_a_base()) {
            return LinkClass::Invalid;
        }
        // PERF: on a base with a host, a path, a query and a fragment resolve whatever they hold. The parser would allocate.
        if !starts_with_scheme(input) && !starts_with_host(input) {
            return if input.starts_with('#') { LinkClass::Fragment } else { LinkClass::Relative };
        }
        match self.parse(input, Some(&BaseUrl::new(SUBSTITUTE_BASE)), UTF_8) {
            Some(_) => LinkClass::Relative,
            None => LinkClass::Invalid,
        }
    }

    /// Parses `input`, which must be trimmed, against `base` by the
    /// [URL standard](https://url.spec.whatwg.org/#concept-url-parser).
    fn parse(
        &self,
        input: &'a str,
        base: Option<&BaseUrl<'a>>,
        encoding: &'static Encoding,
    ) -> Option<(&'a str, LinkClass)> {
        match input.as_bytes() {
            [b'h', ..] => {
                if let Some(url) = self.absolute.parse(input, self.bump) {
                    return Some((url, LinkClass::Http));
                }
            }
            [b'd', ..] if input.starts_with("data:") => {
                let start = stored(input);
                if plain_url::opaque(start).is_some() {
                    return Some((start, LinkClass::Data));
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
        // PERF: the parser would allocate before it fails.
        if base.is_none() && !starts_with_scheme(input) {
            return None;
        }
        self.parse_any(input, base.and_then(BaseUrl::parsed), encoding)
    }

    /// Parses a URL that no fast path accepts.
    #[cold]
    fn parse_any(&self, input: &str, base: Option<&Url>, encoding: &'static Encoding) -> Option<(&'a str, LinkClass)> {
        let url = url_crate::parse(input, base, encoding)?;
        Some((self.bump.alloc_str(stored(url.as_str())), LinkClass::of_scheme(url.scheme())))
    }
}

/// Returns true if `raw` certainly resolves to the same URL whatever the base URL is: it has a scheme, and two slashes or an opaque
/// path after it.
pub(crate) fn is_absolute(raw: &str) -> bool {
    let input = trim(raw);
    plain_url::opaque(input).is_some()
        || starts_with_scheme(input) && parsed_bytes(input).skip_while(|&byte| byte != b':').skip(1).take(2).eq(*b"//")
}

/// Returns the bytes of `input` without tabs and newlines, which the URL parser removes.
fn parsed_bytes(input: &str) -> impl Iterator<Item = u8> {
    input.bytes().filter(|byte| !matches!(byte, b'\t' | b'\n' | b'\r'))
}

/// Returns true if `input` starts with a scheme and a colon, as in the
/// [scheme state](https://url.spec.whatwg.org/#scheme-state).
fn starts_with_scheme(input: &str) -> bool {
    let mut bytes = parsed_bytes(input);
    let is_in_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic())
        && bytes.find(|&byte| !is_in_scheme(byte)) == Some(b':')
}

/// Returns true if `input`, a relative URL, starts with the slashes before a host.
fn starts_with_host(input: &str) -> bool {
    parsed_bytes(input).take(2).filter(|byte| matches!(byte, b'/' | b'\\')).count() == 2
}

/// Returns the part of `url` that is stored: all of it, or the start of a `data:` URL.
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

/// Strips C0 controls and spaces, as the URL parser does.
#[inline]
fn trim(input: &str) -> &str {
    // PERF: nearly all values have nothing to strip.
    if let [first, .., last] = input.as_bytes()
        && *first > b' '
        && *last > b' '
    {
        return input;
    }
    input.trim_matches(|character| character <= ' ')
}
