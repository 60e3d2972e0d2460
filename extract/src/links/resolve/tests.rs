//! Values and the URLs that they resolve to.

use super::*;
use encoding_rs::UTF_8;

#[test]
fn resolves_by_the_url_standard() {
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
fn ignores_long_bases() {
    let bump = Bump::new();
    for (len, url) in [(BASE_HREF_BYTES, true), (BASE_HREF_BYTES + 1, false)] {
        let href = bump.alloc_str(&alloc::format!("https://e.org/{}/", "x".repeat(len - "https://e.org//".len())));
        let mut resolver = Resolver::new(None, UTF_8, &bump);
        resolver.set_base(href);
        assert_eq!(resolver.resolve("y", EmptyUrl::Base).url.is_some(), url);
    }
}

#[test]
fn empty_values_resolve_by_attribute() {
    let bump = Bump::new();
    let mut resolver = Resolver::new(Some("https://e.org/a#d"), UTF_8, &bump);
    resolver.set_base("/base/");
    assert_eq!(resolver.resolve(" ", EmptyUrl::Base).url, Some("https://e.org/base/"));
    assert_eq!(resolver.resolve("", EmptyUrl::Document).url, Some("https://e.org/a#d"));
    assert_eq!(resolver.resolve("", EmptyUrl::Nowhere), ResolvedUrl { url: None, class: LinkClass::Empty });
}

/// A valid relative URL without a base must not have the class `invalid`.
#[test]
fn relative_urls_without_a_base_are_not_invalid() {
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
            let expected = match (class, base) {
                (Relative, _) if has_base => Http,
                // Without the document's URL, the base decides.
                (Fragment, Some("mailto:me")) => Mailto,
                (Fragment, Some(_)) => Http,
                _ => class,
            };
            assert_eq!(resolved.class, expected, "{base:?} {raw}");
            let is_resolved = matches!(expected, Http | Mailto);
            assert_eq!(resolved.url.is_some(), is_resolved, "{base:?} {raw}");
        }
    }
}

#[test]
fn encodes_queries_in_the_encoding_of_the_document() {
    let bump = Bump::new();
    let url = |encoding| Resolver::new(Some("http://e/ä"), encoding, &bump).resolve("?é☃#é", EmptyUrl::Base).url;
    assert_eq!(url(encoding_rs::WINDOWS_1252), Some("http://e/%C3%A4?%E9%26%239731%3B#%C3%A9"));
    assert_eq!(url(encoding_rs::UTF_16LE), Some("http://e/%C3%A4?%C3%A9%E2%98%83#%C3%A9"));
}

/// As in Chromium: the URL of the page and the URLs of headers know no page.
#[test]
fn encodes_queries_outside_of_the_document_in_utf_8() {
    let bump = Bump::new();
    let resolver = Resolver::new(Some("http://e/?é☃"), encoding_rs::WINDOWS_1252, &bump);
    assert_eq!(resolver.document_url(), Some("http://e/?%C3%A9%E2%98%83"));
    assert_eq!(resolver.resolve_in_header("/a?é☃", EmptyUrl::Base).url, Some("http://e/a?%C3%A9%E2%98%83"));
}

/// Parses `input` without the fast paths.
fn parse_slowly<'a>(input: &'a str, base: &'a str, bump: &'a Bump) -> Option<&'a str> {
    let resolver = Resolver::new(None, UTF_8, bump);
    let base = Url::parse(base).ok();
    resolver.parse_any(trim(input), base.as_ref(), UTF_8).map(|(url, _)| url)
}

#[test]
fn fast_paths_see_special_bytes_at_any_offset() {
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

/// Fragments of URLs.
const PIECES: &[&str] = &[
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

/// URLs without a base are classified without the parser. The class is the one that the parser gives.
#[test]
fn classes_without_a_base_agree_with_the_parser() {
    let substitute = Url::parse(SUBSTITUTE_BASE).ok();
    let pieces = || PIECES.iter().copied().chain(["\n"]).step_by(if cfg!(miri) { 18 } else { 1 });
    let mut bump = Bump::new();
    for one in pieces() {
        for two in pieces() {
            bump.reset();
            for three in pieces() {
                let input = &*bump.alloc_str(&alloc::format!("{one}{two}{three}"));
                let trimmed = trim(input);
                if trimmed.is_empty() {
                    continue;
                }
                let resolver = Resolver::new(None, UTF_8, &bump);
                let class = match url_crate::parse(trimmed, None, UTF_8) {
                    Some(url) => LinkClass::of_scheme(url.scheme()),
                    None if url_crate::parse(trimmed, substitute.as_ref(), UTF_8).is_none() => LinkClass::Invalid,
                    None if trimmed.starts_with('#') => LinkClass::Fragment,
                    None => LinkClass::Relative,
                };
                assert_eq!(resolver.resolve(input, EmptyUrl::Base).class, class, "{input:?}");
            }
        }
    }
}

#[test]
fn fast_paths_agree_with_the_parser() {
    let bases = ["http://e.org", "https://e.org/a/b/c?d#e", "http://u:p@e.org:81/a//b/?x/y#z/", "http://1.2.3.4/;x"];
    let pieces = || PIECES.iter().copied().step_by(if cfg!(miri) { 18 } else { 1 });
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
