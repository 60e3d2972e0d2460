//! Finds the URLs in a style sheet.
//!
//! The text is tokenized by [CSS Syntax](https://drafts.csswg.org/css-syntax/#tokenization), as far as tokens determine
//! where URLs are. Rules are not parsed.

pub(super) mod display;
mod escape;
pub(super) mod inline_style;
mod nesting;
mod scanner;

use bumpalo::Bump;
use core::iter;
use escape::decoded;
use scanner::CssScanner;
use tagrake::Arena;

/// Returns the URLs of `url()` and `@import` in a style sheet or a `style` attribute, in text order, including empty
/// ones. Only URLs with escapes are copied, into the arena.
///
/// Strings in `image-set()` are left out. [`Page::links`](super::Page::links) has them too.
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
    urls(CssScanner::new(css), arena.bump())
}

/// Returns the URLs that [`css_urls`] returns, and the strings in `image-set()`, which are URLs too.
pub(super) fn link_urls<'a>(css: &'a str, bump: &'a Bump) -> impl Iterator<Item = &'a str> {
    urls(CssScanner::with_image_sets(css), bump)
}

fn urls<'a>(mut scanner: CssScanner<'a>, bump: &'a Bump) -> impl Iterator<Item = &'a str> {
    iter::from_fn(move || scanner.next_url().map(|url| decoded(url, bump)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn read<'a>(css: &'a str, bump: &'a Bump) -> Vec<&'a str> {
        urls(CssScanner::new(css), bump).collect()
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
            if !css.contains("image-set") {
                assert_eq!(link_urls(css, &bump).collect::<Vec<_>>(), expected, "{css:?}");
            }
        }
    }

    #[test]
    fn finds_strings_in_image_sets() {
        let table: [(&str, &[&str]); 41] = [
            ("x{background:image-set(\"a.png\" 1x, 'b.avif' type(\"image/avif\"))}", &["a.png", "b.avif"]),
            ("background:-webkit-image-set( 'a' 1x)", &["a"]),
            ("IMAGE-SET('a')-WebKit-Image-Set('b')", &["a", "b"]),
            ("image-set(url(a) 1x, url('b') 2x, 'c' 3x)", &["a", "b", "c"]),
            ("image-set(url('a' x('b')) 1x, 'c')'d'", &["a", "c"]),
            ("imag\\65-set('a')\\-webkit-image-se\\74 ('b')\\69 mage-set(type('c')'d')", &["a", "b", "d"]),
            ("image-set(ty\\70 e('a')'b')", &["b"]),
            ("image-set(u\\72l('a') 'b')", &["a", "b"]),
            ("image-set('\\61 ' 1x)", &["a"]),
            ("image-set('' 1x)", &[""]),
            ("image-set()'a'", &[]),
            ("image-set(linear-gradient(x('a')), 'b')", &["b"]),
            ("image-set(('a')['b']{'c'}'d')", &["d"]),
            ("image-set([)'a'}'b']'c')'d'", &["c"]),
            ("image-set(]}'a')'b'", &["a"]),
            ("image-set({[(}])'a']'b'}'c')'d'", &["c"]),
            ("cross-fade(image-set('a'), 'b')", &["a"]),
            ("image-set(cross-fade('a', image-set('b')), 'c')'d'", &["b", "c"]),
            ("image-set(image-set('a')'b')'c'", &["a", "b"]),
            ("image-set(var(--x, 'a') 1x, var(--y, type('b')), env(z, 'c'), if(else: 'd'))", &["a", "c", "d"]),
            ("image-set(va\\72(--x, 'a') f(var(--y, 'b')))", &["a"]),
            ("var(--x, 'a') image-set(attr(x, 'b'))", &[]),
            ("image-set(a\\)'b')'c'", &["b"]),
            ("image-set(/*)*/'a'/*'b'*/)'c'", &["a"]),
            ("image-set(')' ')')'a'", &[")", ")"]),
            ("image-set(url())'a'image-set(url(')'b'", &["", ")"]),
            ("image-set(url(a b)'c')'d'", &["c"]),
            ("image-set(url(a'b)'c')'d'", &["c"]),
            ("image-set('a\n'b')'c'", &["b"]),
            ("image-set('a' 1x", &["a"]),
            ("image-set('a", &["a"]),
            ("image-set('a' 1x;}y{content:'b'}'c'", &["a", "c"]),
            ("@import 'a';image-set(@import 'b';'c')", &["a", "b", "c"]),
            ("image-set", &[]),
            ("image-set 'a'", &[]),
            ("image-set ('a') image-set/**/('b')", &[]),
            ("image-sets('a')ximage-set('b')1image-set('c')--webkit-image-set('d')", &[]),
            ("#image-set('a')@image-set('b')#image-se\\74('c')", &[]),
            (".image-set('a')1%image-set('b'):image-set('c')", &["a", "b", "c"]),
            ("<!--image-set('a')<!---webkit-image-set('b')", &["a", "b"]),
            ("src('a') image('b') type('c')", &[]),
        ];
        let bump = Bump::new();
        for (css, expected) in table {
            assert_eq!(link_urls(css, &bump).collect::<Vec<_>>(), expected, "{css:?}");
            let strings =
                [CssScanner::new(css), CssScanner::with_image_sets(css)].map(|scanner| urls(scanner, &bump).count());
            assert!(strings[0] <= strings[1], "{css:?}");
        }
    }

    #[test]
    fn tracks_32_levels_in_an_image_set() {
        let bump = Bump::new();
        let nested = |depth: usize| alloc::format!("image-set({}'a'{}'b')", "(".repeat(depth), ")".repeat(depth));
        assert_eq!(link_urls(&nested(31), &bump).collect::<Vec<_>>(), ["b"]);
        assert_eq!(link_urls(&nested(32), &bump).count(), 0);
        let next = alloc::format!("{}image-set('c')", nested(500));
        assert_eq!(link_urls(&next, &bump).collect::<Vec<_>>(), ["c"]);
    }

    #[test]
    fn borrows_urls_without_escapes() {
        let bump = Bump::new();
        assert_eq!(read("@import 'a';b{c:url(d)}", &bump), ["a", "d"]);
        assert_eq!(link_urls("b{c:image-set('a')}", &bump).count(), 1);
        assert_eq!(bump.allocated_bytes(), 0);
    }

    #[test]
    fn adversarial_style_sheets_take_linear_time_and_space() {
        const LONG: usize = if cfg!(miri) { 1 << 6 } else { 1 << 20 };
        let pieces =
            ["(", ",", "\\", "'", "\"", "/*", "/", "url(", "url('", "url(a ", "url(\\", "@import ", "@import/**/"];
        let more =
            ["\\\n", "\\61 ", "u\\72 l", "url(\\61)", "#", "<!--", "-", "a", "é", "url(a)", " ", "1", "\0", "\\0"];
        let nested = ["image-set(", "image-set('a'", "image-se\\74(", "[", ")", "([{", "(]", "var("];
        for piece in pieces.into_iter().chain(more).chain(nested) {
            for prefix in ["", "url(", "url('", "@import ", "x'", "u", "image-set(", "image-set(url('"] {
                let bump = Bump::new();
                let css = alloc::format!("{prefix}{}", piece.repeat(LONG / piece.len()));
                link_urls(&css, &bump).for_each(drop);
                assert!(bump.allocated_bytes() <= 16 * css.len(), "{prefix}{piece:?}");
            }
        }
    }
}
