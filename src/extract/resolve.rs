//! From a link's value to its URL.

use super::table::Empty;
use alloc::borrow::Cow;
use url::Url;

/// How much of a `data:` URL is kept, in bytes.
const DATA_URL_BYTES: usize = 128;

/// How long the value of `<base href>` may be, in bytes. Every relative link is as long as the base when it is resolved,
/// so that a long base and many links would make an output as large as the square of the page.
const BASE_HREF_BYTES: usize = 16 << 10;

/// Resolves the links of a page.
pub(super) struct Resolver<'o> {
    document_url: Option<&'o Url>,
    base_url: Option<Cow<'o, Url>>,
}

impl<'o> Resolver<'o> {
    /// Finds the [document base URL](https://html.spec.whatwg.org/multipage/urls-and-fetching.html#document-base-url)
    /// from the page's own address and its first `<base href>`.
    pub(super) fn new(document_url: Option<&'o Url>, base_href: Option<&str>) -> Self {
        let base_href = base_href.filter(|href| href.len() <= BASE_HREF_BYTES);
        let base = base_href.and_then(|href| parse(href, document_url));
        let base = base.filter(|base| !matches!(base.scheme(), "data" | "javascript"));
        Self { document_url, base_url: base.map(Cow::Owned).or(document_url.map(Cow::Borrowed)) }
    }

    /// Returns the URL that `raw` leads to; `None` if there is none.
    pub(super) fn resolve(&self, raw: &str, empty: Empty) -> Option<Url> {
        if trim(raw).is_empty() {
            return match empty {
                Empty::Base => parse("", self.base_url.as_deref()),
                Empty::Document => self.document_url.cloned(),
                Empty::Nowhere => None,
            };
        }
        parse(raw, self.base_url.as_deref())
    }
}

/// Returns as much of `url` as is kept.
pub(super) fn stored(url: &Url) -> &str {
    let text = url.as_str();
    if url.scheme() != "data" {
        return text;
    }
    let end = text.find(',').map_or(text.len(), |comma| comma + 1).min(DATA_URL_BYTES);
    text.get(..end).unwrap_or(text) // a URL is ASCII
}

/// Parses `input` against `base` by the [URL standard](https://url.spec.whatwg.org/#concept-url-parser).
fn parse(input: &str, base: Option<&Url>) -> Option<Url> {
    let has_slashes = base.is_some_and(has_authority) && trim(input).starts_with(['/', '\\']);
    let input = if has_slashes { join_slashes(trim(input)) } else { Cow::Borrowed(input) };
    let mut url = Url::options().base_url(base).parse(&input).ok()?;
    encode_carets(&mut url);
    Some(url)
}

/// Encodes `^` in the path, as the standard's
/// [path percent-encode set](https://url.spec.whatwg.org/#path-percent-encode-set) has it and the `url` crate's (2.5.8)
/// does not.
fn encode_carets(url: &mut Url) {
    if !url.cannot_be_a_base() && url.path().contains('^') {
        let path = url.path().replace('^', "%5E");
        url.set_path(&path);
    }
}

/// Returns whether `url` is [special](https://url.spec.whatwg.org/#is-special) and not a file.
fn has_authority(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https" | "ws" | "wss" | "ftp")
}

/// Makes two slashes of three or more at the start, as the states of the standard do and the `url` crate does not.
fn join_slashes(input: &str) -> Cow<'_, str> {
    let is_ignored = |character| matches!(character, '\t' | '\n' | '\r');
    let slashes = input.chars().filter(|&c| !is_ignored(c)).take_while(|c| matches!(c, '/' | '\\')).count();
    if slashes < 3 {
        return Cow::Borrowed(input);
    }
    let rest = input.trim_start_matches(|c| is_ignored(c) || matches!(c, '/' | '\\'));
    Cow::Owned(alloc::format!("//{rest}"))
}

/// Strips what the URL parser strips: C0 controls and spaces.
fn trim(input: &str) -> &str {
    input.trim_matches(|character| character <= ' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn values_resolve_by_the_url_standard() {
        let page = Url::parse("https://e.org/a/b?c#d").expect("a URL");
        let cases = [
            (None, "x", Some("https://e.org/a/x")),
            (None, " x\n", Some("https://e.org/a/x")),
            (None, "", Some("https://e.org/a/b?c")),
            (None, "#f", Some("https://e.org/a/b?c#f")),
            (None, "///h/p", Some("https://h/p")),
            (None, "\\\\\\h/p", Some("https://h/p")),
            (None, "//h/p", Some("https://h/p")),
            (None, "mailto:me", Some("mailto:me")),
            (None, "http://[", None),
            (None, "^?^#^", Some("https://e.org/a/%5E?^#^")),
            (None, "a b%5E^", Some("https://e.org/a/a%20b%5E%5E")),
            (None, "mailto:^", Some("mailto:^")),
            (Some("http://o.org/y/"), "x", Some("http://o.org/y/x")),
            (Some("z/"), "x", Some("https://e.org/a/z/x")),
            (Some("data:,"), "x", Some("https://e.org/a/x")),
            (Some("http://["), "x", Some("https://e.org/a/x")),
        ];
        for (base, raw, url) in cases {
            let resolved = Resolver::new(Some(&page), base).resolve(raw, Empty::Base);
            assert_eq!(resolved.as_ref().map(Url::as_str), url, "{base:?} {raw}");
        }
    }

    #[test]
    fn long_bases_are_no_bases() {
        let href = |len: usize| format!("https://e.org/{}/", "x".repeat(len - "https://e.org//".len()));
        let resolve = |href: &str| Resolver::new(None, Some(href)).resolve("y", Empty::Base);
        assert!(resolve(&href(BASE_HREF_BYTES)).is_some());
        assert_eq!(resolve(&href(BASE_HREF_BYTES + 1)), None);
    }

    #[test]
    fn empty_values_lead_where_the_element_says() {
        let page = Url::parse("https://e.org/a#d").expect("a URL");
        let resolver = Resolver::new(Some(&page), Some("/base/"));
        assert_eq!(resolver.resolve(" ", Empty::Base).expect("a URL").as_str(), "https://e.org/base/");
        assert_eq!(resolver.resolve("", Empty::Document).expect("a URL").as_str(), "https://e.org/a#d");
        assert_eq!(resolver.resolve("", Empty::Nowhere), None);
        assert_eq!(Resolver::new(None, None).resolve("x", Empty::Base), None);
    }

    #[test]
    fn data_urls_are_cut_after_their_comma() {
        let url = Url::parse("data:image/png;base64,AAAA").expect("a URL");
        assert_eq!(stored(&url), "data:image/png;base64,");
    }
}
