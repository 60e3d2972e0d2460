//! Finds the URLs in a style sheet.
//!
//! The text is tokenized by [CSS Syntax](https://drafts.csswg.org/css-syntax/#tokenization), as far as tokens determine
//! where URLs are. Rules are not parsed.

mod escape;
pub(super) mod inline_style;
mod scanner;

use bumpalo::Bump;
use core::iter;
use escape::decoded;
use scanner::CssScanner;
use tagrake::Arena;

/// Returns the URLs of `url()` and `@import` in a style sheet or a `style` attribute, in text order, including empty
/// ones. Only URLs with escapes are copied, into the arena.
///
/// ```
/// use tagrake::Arena;
/// use tagrake_extract::css_urls;
///
/// let css = r#"@import "a.css"; p { background: url(b\29 .png) } /* url(no.png) */"#;
/// let arena = Arena::new();
/// assert_eq!(css_urls(css, &arena).collect::<Vec<_>>(), ["a.css", "b).png"]);
/// ```
pub fn css_urls<'a>(css: &'a str, arena: &'a Arena) -> impl Iterator<Item = &'a str> {
    urls(css, arena.bump())
}

/// The implementation of [`css_urls`].
pub(super) fn urls<'a>(css: &'a str, bump: &'a Bump) -> impl Iterator<Item = &'a str> {
    let mut scanner = CssScanner::new(css);
    iter::from_fn(move || scanner.next_url().map(|url| decoded(url, bump)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn read<'a>(css: &'a str, bump: &'a Bump) -> Vec<&'a str> {
        urls(css, bump).collect()
    }

    #[test]
    fn finds_urls_by_token() {
        let table: [(&str, &[&str]); 62] = [
            ("@import \"a.css\"; @import url(b.css);", &["a.css", "b.css"]),
            ("x{background:url( \"c.png\" )} /* url(no.png) */ y{src:url(d.woff)}", &["c.png", "d.woff"]),
            ("background:url(e.png)", &["e.png"]),
            (
                "a{background:url(a\\29 b.png)} b{background:url(x y.png)} c{background:url(\"p q.png\")}",
                &["a)b.png", "p q.png"],
            ),
            ("URL(a)Url('b')", &["a", "b"]),
            ("u\\72 l(a) \\000055\\52\\4c(b)", &["a", "b"]),
            ("@IMPORT'a'@im\\70ort/**/ /*\"*/\"b\"", &["a", "b"]),
            ("@import url('a') screen; @import b", &["a"]),
            ("@imports 'a'; @-import 'b'; import 'c'; @ import 'd'", &[]),
            ("@import , 'a'", &[]),
            ("@import", &[]),
            ("url", &[]),
            ("url (a)", &[]),
            ("url/**/(a)", &[]),
            ("curl(a) -url(b) _url(c) 1url(d) éurl(e) url1(f) --url(g)", &[]),
            ("#url(a) @url(b) src(c) image-set('d')", &[]),
            ("1.5url(a) -1url(b) 1e3url(c)", &[]),
            (".url(a) +url(b) 1%url(c) 1+url(d) :url(e),url(f)", &["a", "b", "c", "d", "e", "f"]),
            ("<!--url(a)-->url(b)--url(c)", &["a", "b"]),
            ("url(", &[""]),
            ("url()", &[""]),
            ("url(  )", &[""]),
            ("url('')", &[""]),
            ("url(\t\na\r\n)", &["a"]),
            ("url(a", &["a"]),
            ("url(a ", &["a"]),
            ("url(a\\", &["a\u{FFFD}"]),
            ("url('a", &["a"]),
            ("url('a\\", &["a"]),
            ("url('a' format('b')) url(c)", &["a", "c"]),
            ("url(a'b) url(c)", &["c"]),
            ("url(a\"b) url(c)", &["c"]),
            ("url(a(b) url(c)", &["c"]),
            ("url(a\x01b) url(c\x7F) url(d)", &["d"]),
            ("url(a b\\) url(c) url(d)", &["d"]),
            ("url(a\\\nb) url(c)", &["c"]),
            ("url(a b", &[]),
            ("url(/* a */) url(//h/*)", &["//h/*"]),
            ("url(a,b;c{d}[e]<f>@g#h!i)", &["a,b;c{d}[e]<f>@g#h!i"]),
            ("url(data:image/png;base64,AA==)", &["data:image/png;base64,AA=="]),
            ("url('a)b') url(\"c'd\")", &["a)b", "c'd"]),
            ("url('a\nurl(b)", &["b"]),
            ("content:'url(a)';x:url(b)", &["b"]),
            ("content:'\\'url(a)';x:url(b)", &["b"]),
            ("content:\"a\nurl(b)\"url(c)", &["b"]),
            ("content:'a\\\nurl(b)'url(c)", &["c"]),
            ("url('a\\\nb\\\r\nc\\\x0Cd')", &["abcd"]),
            ("url(\\61\r\nb) url('\\61 \tb')", &["ab", "a\tb"]),
            ("url(\\0000611) url(\\61g) url(\\g)", &["a1", "ag", "g"]),
            ("url(\\0) url(\\D800) url(\\110000) url(\\FFFFFF)", &["\u{FFFD}", "\u{FFFD}", "\u{FFFD}", "\u{FFFD}"]),
            ("url(\\1F600) url(\\é\\))", &["😀", "é)"]),
            ("url(a\0b\\\0)", &["a\u{FFFD}b\u{FFFD}"]),
            ("/* url(a)", &[]),
            ("/*/url(a)*/url(b)", &["b"]),
            ("/url(a)*/", &["a"]),
            ("/**/url(a)/***/url(b)", &["a", "b"]),
            ("\\url(a) url(b)", &["a", "b"]),
            ("\\", &[]),
            ("@\\", &[]),
            ("@import'a\n'b'", &[]),
            ("\\\nurl(a)", &["a"]),
            ("url(é.png)url(\u{A0}a)", &["é.png", "\u{A0}a"]),
        ];
        let bump = Bump::new();
        for (css, expected) in table {
            assert_eq!(read(css, &bump), expected, "{css:?}");
        }
    }

    #[test]
    fn borrows_urls_without_escapes() {
        let bump = Bump::new();
        assert_eq!(read("@import 'a';b{c:url(d)}", &bump), ["a", "d"]);
        assert_eq!(bump.allocated_bytes(), 0);
    }

    #[test]
    fn adversarial_style_sheets_take_linear_time_and_space() {
        const LONG: usize = if cfg!(miri) { 1 << 6 } else { 1 << 20 };
        let pieces =
            ["(", ",", "\\", "'", "\"", "/*", "/", "url(", "url('", "url(a ", "url(\\", "@import ", "@import/**/"];
        let more =
            ["\\\n", "\\61 ", "u\\72 l", "url(\\61)", "#", "<!--", "-", "a", "é", "url(a)", " ", "1", "\0", "\\0"];
        for piece in pieces.into_iter().chain(more) {
            for prefix in ["", "url(", "url('", "@import ", "x'", "u"] {
                let bump = Bump::new();
                let css = alloc::format!("{prefix}{}", piece.repeat(LONG / piece.len()));
                urls(&css, &bump).for_each(drop);
                assert!(bump.allocated_bytes() <= 16 * css.len(), "{prefix}{piece:?}");
            }
        }
    }
}
