//! From a link's value to its URL.

mod plain_url;

use super::LinkClass;
use super::url_attributes::EmptyUrl;
use alloc::borrow::Cow;
use bumpalo::Bump;
use core::cell::OnceCell;
use encoding_rs::{EncoderResult, Encoding};
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
        let has_slashes = base.is_some_and(has_authority) && input.starts_with(['/', '\\']);
        let input = if has_slashes { join_slashes(input) } else { Cow::Borrowed(input) };
        let encode: &dyn Fn(&str) -> Cow<'_, [u8]> = &|query| Cow::Owned(encode_query(query, self.encoding));
        let mut options = Url::options().base_url(base);
        if self.encoding != encoding_rs::UTF_8 && !input.is_ascii() {
            options = options.encoding_override(Some(encode));
        }
        let mut url = options.parse(&input).ok()?;
        encode_carets(&mut url);
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

/// Encodes a query as the standard's [percent-encode after
/// encoding](https://url.spec.whatwg.org/#string-percent-encode-after-encoding) does before it percent-encodes: what
/// `encoding` lacks is a character reference, whose marks are already percent-encoded.
fn encode_query(query: &str, encoding: &'static Encoding) -> alloc::vec::Vec<u8> {
    let mut encoder = encoding.new_encoder();
    let mut bytes = alloc::vec::Vec::with_capacity(query.len() * 2 + 16);
    let mut rest = query;
    loop {
        let room = encoder.max_buffer_length_from_utf8_without_replacement(rest.len()).unwrap_or(rest.len() * 4 + 16);
        bytes.reserve(room);
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
        rest = &rest[read..];
        match result {
            EncoderResult::Unmappable(character) => {
                bytes.extend_from_slice(alloc::format!("%26%23{}%3B", u32::from(character)).as_bytes());
            }
            EncoderResult::InputEmpty => return bytes,
            EncoderResult::OutputFull => {}
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::UTF_8;

    #[test]
    fn values_resolve_by_the_url_standard() {
        let cases = [
            (None, "x", Some("https://e.org/a/x")),
            (None, " x\n", Some("https://e.org/a/x")),
            (None, "", Some("https://e.org/a/b?c")),
            (None, "#f", Some("https://e.org/a/b?c#f")),
            (None, "../../x", Some("https://e.org/x")),
            (None, "./x/./y", Some("https://e.org/a/x/y")),
            (None, "///h/p", Some("https://h/p")),
            (None, "\\\\\\h/p", Some("https://h/p")),
            (None, "//h/p", Some("https://h/p")),
            (None, "//h?q", Some("https://h/?q")),
            (None, "HTTPS://H:443", Some("https://h/")),
            (None, "mailto:me", Some("mailto:me")),
            (None, "http://[", None),
            (None, "^?^#^", Some("https://e.org/a/%5E?^#^")),
            (None, "a b%5E^", Some("https://e.org/a/a%20b%5E%5E")),
            (None, "mailto:^", Some("mailto:^")),
            (None, "data:image/png;base64,AAAA", Some("data:image/png;base64,")),
            (Some("http://o.org/y/"), "x", Some("http://o.org/y/x")),
            (Some("z/"), "x", Some("https://e.org/a/z/x")),
            (Some("data:,"), "x", Some("https://e.org/a/x")),
            (Some("http://["), "x", Some("https://e.org/a/x")),
        ];
        let bump = Bump::new();
        for (base, raw, url) in cases {
            let mut resolver = Resolver::new(Some("https://e.org/a/b?c#d"), UTF_8, &bump);
            if let Some(base) = base {
                resolver.set_base(base);
            }
            assert_eq!(resolver.resolve(raw, EmptyUrl::Base).url, url, "{base:?} {raw}");
        }
    }

    #[test]
    fn long_bases_are_no_bases() {
        let bump = Bump::new();
        for (len, url) in [(BASE_HREF_BYTES, true), (BASE_HREF_BYTES + 1, false)] {
            let href = bump.alloc_str(&alloc::format!("https://e.org/{}/", "x".repeat(len - "https://e.org//".len())));
            let mut resolver = Resolver::new(None, UTF_8, &bump);
            resolver.set_base(href);
            assert_eq!(resolver.resolve("y", EmptyUrl::Base).url.is_some(), url);
        }
    }

    #[test]
    fn empty_values_lead_where_the_element_says() {
        let bump = Bump::new();
        let mut resolver = Resolver::new(Some("https://e.org/a#d"), UTF_8, &bump);
        resolver.set_base("/base/");
        assert_eq!(resolver.resolve(" ", EmptyUrl::Base).url, Some("https://e.org/base/"));
        assert_eq!(resolver.resolve("", EmptyUrl::Document).url, Some("https://e.org/a#d"));
        assert_eq!(resolver.resolve("", EmptyUrl::Nowhere), ResolvedUrl { url: None, class: LinkClass::Empty });
    }

    /// Without a base URL, valid relative URLs had the class `invalid`.
    #[test]
    fn values_without_a_base_are_relative_or_invalid() {
        use LinkClass::{Fragment, Http, Invalid, Mailto, Relative};
        let cases = [
            ("x", Relative),
            ("/a", Relative),
            ("//h/p", Relative),
            ("?q", Relative),
            ("../\u{e4} b", Relative),
            ("#f", Fragment),
            ("//[", Invalid),
            ("http://[", Invalid),
            ("http://e.org/", Http),
            ("mailto:me", Mailto),
        ];
        let bump = Bump::new();
        for (base, has_base) in [(None, false), (Some("mailto:me"), false), (Some("https://e.org/"), true)] {
            let mut resolver = Resolver::new(None, UTF_8, &bump);
            if let Some(base) = base {
                resolver.set_base(base);
            }
            for (raw, class) in cases {
                let resolved = resolver.resolve(raw, EmptyUrl::Base);
                let expected = if has_base && class == Relative { Http } else { class };
                assert_eq!(resolved.class, expected, "{base:?} {raw}");
                let is_resolved = matches!(expected, Http | Mailto) || expected == Fragment && base.is_some();
                assert_eq!(resolved.url.is_some(), is_resolved, "{base:?} {raw}");
            }
        }
    }

    #[test]
    fn queries_are_in_the_encoding_of_the_document() {
        let bump = Bump::new();
        let url = |encoding| Resolver::new(Some("http://e/ä"), encoding, &bump).resolve("?é☃#é", EmptyUrl::Base).url;
        assert_eq!(url(encoding_rs::WINDOWS_1252), Some("http://e/%C3%A4?%E9%26%239731%3B#%C3%A9"));
        assert_eq!(url(encoding_rs::UTF_16LE), Some("http://e/%C3%A4?%C3%A9%E2%98%83#%C3%A9"));
    }

    /// What the parser makes of `input`, without the short ways.
    fn parse_slowly<'a>(input: &'a str, base: &'a str, bump: &'a Bump) -> Option<&'a str> {
        let resolver = Resolver::new(None, UTF_8, bump);
        let base = Url::parse(base).ok();
        resolver.parse_any(trim(input), base.as_ref()).map(|(url, _)| url)
    }

    #[test]
    fn bytes_are_seen_wherever_they_stand() {
        let (base, mut bump) = ("https://e.org/a/b", Bump::new());
        let odds = ["/.", "./", "/%2e/", "..", "\"", "'", "<", ">", "\\", "^", "`", "{", "}", " ", "\u{7F}", "\t", "é"];
        let step = if cfg!(miri) { 33 } else { 1 };
        for len in (0..50).step_by(step) {
            for at in (0..=len).step_by(step) {
                bump.reset();
                for odd in odds.into_iter().step_by(if cfg!(miri) { 8 } else { 1 }) {
                    for start in ["/", "", "http://e.org/", "//h.org/", "?", "#"] {
                        let (before, after) = ("x".repeat(at), "y".repeat(len - at));
                        let input = bump.alloc_str(&alloc::format!("{start}{before}{odd}{after}"));
                        let resolver = Resolver::new(Some(base), UTF_8, &bump);
                        let url = resolver.resolve(input, EmptyUrl::Base).url;
                        assert_eq!(url, parse_slowly(input, base, &bump), "{input:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn short_ways_give_what_the_parser_gives() {
        let bases =
            ["http://e.org", "https://e.org/a/b/c?d#e", "http://u:p@e.org:81/a//b/?x/y#z/", "http://1.2.3.4/;x"];
        let pieces = [
            "",
            "/",
            "//",
            "?",
            "#",
            ".",
            "..",
            "./",
            "../",
            "a",
            "b.c",
            "A",
            "%",
            "%2e",
            "%41",
            ":",
            "http:",
            "https://",
            "http://",
            "mailto:",
            "javascript:",
            "x:",
            "@",
            "h.org",
            "xn--a",
            "1",
            "1.2",
            "0x1",
            "-",
            "_",
            "|",
            "\\",
            "^",
            "{",
            "'",
            "\"",
            "<",
            "`",
            " ",
            "\t",
            "&",
            "=",
            "é",
            "[",
            "]",
            "~",
            "*",
            ";",
            ",",
            "(",
            "+",
            "!",
            "$",
            "\u{7F}",
        ];
        let pieces = || pieces.into_iter().step_by(if cfg!(miri) { 18 } else { 1 });
        let mut bump = Bump::new();
        for base in bases.into_iter().step_by(if cfg!(miri) { 3 } else { 1 }) {
            for one in pieces() {
                for two in pieces() {
                    bump.reset();
                    for three in pieces() {
                        let input = alloc::format!("{one}{two}{three}");
                        if trim(&input).is_empty() {
                            continue;
                        }
                        let resolver = Resolver::new(Some(base), UTF_8, &bump);
                        let input = bump.alloc_str(&input);
                        let url = resolver.resolve(input, EmptyUrl::Base).url;
                        assert_eq!(url, parse_slowly(input, base, &bump), "{input:?} on {base}");
                    }
                }
            }
        }
    }
}
