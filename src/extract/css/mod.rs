//! The URLs in a style sheet.
//!
//! The text is read by the tokens of [CSS Syntax](https://drafts.csswg.org/css-syntax/#tokenization), as far as they
//! decide where a URL is; rules are not parsed.

pub(super) mod inline_style;

use crate::arena::Arena;
use bumpalo::Bump;
use bumpalo::collections::String;
use core::iter;
use core::str::Chars;

/// Returns the URLs of `url()` and `@import` in a style sheet or a `style` attribute, in text order, empty ones too. Only
/// those with an escape are copied, into the arena.
///
/// ```
/// use tagrake::{Arena, extract::css_urls};
///
/// let css = r#"@import "a.css"; p { background: url(b\29 .png) } /* url(no.png) */"#;
/// let arena = Arena::new();
/// assert_eq!(css_urls(css, &arena).collect::<Vec<_>>(), ["a.css", "b).png"]);
/// ```
pub fn css_urls<'a>(css: &'a str, arena: &'a Arena) -> impl Iterator<Item = &'a str> {
    urls(css, arena.bump())
}

/// [`css_urls`] with the memory itself.
pub(super) fn urls<'a>(css: &'a str, bump: &'a Bump) -> impl Iterator<Item = &'a str> {
    let mut scanner = CssScanner::new(css);
    iter::from_fn(move || scanner.next_url().map(|url| decoded(url, bump)))
}

pub(super) struct CssScanner<'a> {
    css: &'a str,
    at: usize,
    /// The end of the last token that was consumed by its rules: what is before it is no part of a name that follows.
    done: usize,
}

impl<'a> CssScanner<'a> {
    pub(super) fn new(css: &'a str) -> Self {
        Self { css, at: 0, done: 0 }
    }

    /// Returns the next URL as it stands.
    ///
    /// PERF: names are passed over; the one before a `(` or a `\\` is looked at from there.
    fn next_url(&mut self) -> Option<&'a str> {
        loop {
            let url = match self.skip_to(MARK)? {
                b'/' if self.peek(1) == Some(b'*') => {
                    self.skip_comment();
                    None
                }
                b'"' | b'\'' => {
                    self.consume_string();
                    None
                }
                b'@' => {
                    self.at += 1;
                    self.consume_at_keyword()
                }
                b'(' if self.follows_url() => self.consume_url_function(),
                b'\\' if self.starts_escape() => self.consume_escaped_name(),
                _ => {
                    self.at += 1;
                    continue;
                }
            };
            self.done = self.at;
            if url.is_some() {
                return url;
            }
        }
    }

    /// Returns whether what was passed over ends with the name `url` as an ident token.
    fn follows_url(&self) -> bool {
        let Some((before, name)) = self.passed().split_last_chunk::<3>() else { return false };
        name.eq_ignore_ascii_case(b"url")
            && match before.last() {
                Some(&byte) if is(byte, NAME) => before.ends_with(b"<!--"),
                last => last != Some(&b'#'),
            }
    }

    /// Consumes the name around an escape, which the name is passed over up to; returns the URL if it is `url()`.
    fn consume_escaped_name(&mut self) -> Option<&'a str> {
        let passed = self.passed();
        let name_len = passed.iter().rev().take_while(|&&byte| is(byte, NAME)).count();
        let (before, name) = passed.split_at(passed.len() - name_len);
        let is_hash = before.ends_with(b"#");
        let after_comment_mark = if before.ends_with(b"<!") && name.starts_with(b"--") { 2 } else { 0 };
        self.at -= name_len - after_comment_mark;
        let name = self.consume_name();
        if is_hash || self.peek(0) != Some(b'(') || !is_name(name, "url") {
            return None;
        }
        self.consume_url_function()
    }

    /// Returns what was passed over.
    fn passed(&self) -> &'a [u8] {
        self.css.as_bytes().get(self.done..self.at).unwrap_or_default()
    }

    /// Consumes the name of an at-keyword; returns the string that follows `import`. A `url()` that follows it is left.
    fn consume_at_keyword(&mut self) -> Option<&'a str> {
        if !is_name(self.consume_name(), "import") {
            return None;
        }
        loop {
            self.skip_white_space();
            match self.peek(0)? {
                b'/' if self.peek(1) == Some(b'*') => self.skip_comment(),
                b'"' | b'\'' => return self.consume_string(),
                _ => return None,
            }
        }
    }

    /// Consumes what follows the name `url`: the rest of an
    /// [ident-like token](https://drafts.csswg.org/css-syntax/#consume-an-ident-like-token).
    fn consume_url_function(&mut self) -> Option<&'a str> {
        self.at += 1;
        self.skip_white_space();
        match self.peek(0) {
            Some(b'"' | b'\'') => self.consume_string(),
            _ => self.consume_url(),
        }
    }

    /// Consumes a [url token](https://drafts.csswg.org/css-syntax/#consume-a-url-token) whose start and first white
    /// space are consumed; returns `None` for a bad one.
    fn consume_url(&mut self) -> Option<&'a str> {
        let start = self.at;
        loop {
            let next = self.skip_to(URL_END);
            let end = self.at;
            match next {
                None => return self.css.get(start..end),
                Some(b')') => {
                    self.at += 1;
                    return self.css.get(start..end);
                }
                Some(byte) if byte.is_ascii_whitespace() => {
                    self.skip_white_space();
                    if matches!(self.peek(0), None | Some(b')')) {
                        self.at += 1;
                        return self.css.get(start..end);
                    }
                    break;
                }
                Some(b'\\') if self.starts_escape() => self.skip_escaped(),
                Some(_) => break,
            }
        }
        self.consume_remnants_of_bad_url();
        None
    }

    /// Consumes the [remnants of a bad url](https://drafts.csswg.org/css-syntax/#consume-the-remnants-of-a-bad-url).
    fn consume_remnants_of_bad_url(&mut self) {
        while let Some(byte) = self.skip_to(URL_END) {
            match byte {
                b'\\' if self.starts_escape() => self.skip_escaped(),
                _ => self.at += 1,
            }
            if byte == b')' {
                return;
            }
        }
    }

    /// Consumes a [string token](https://drafts.csswg.org/css-syntax/#consume-a-string-token); returns what is between
    /// the quotes, or `None` for a bad one.
    fn consume_string(&mut self) -> Option<&'a str> {
        let quote = self.peek(0)?;
        let start = self.at + 1;
        self.at = start;
        loop {
            let next = self.skip_to(STRING_END);
            let end = self.at;
            match next {
                None => return self.css.get(start..end),
                Some(byte) if byte == quote => {
                    self.at += 1;
                    return self.css.get(start..end);
                }
                Some(b'\n' | b'\r' | b'\x0C') => return None,
                Some(b'\\') => {
                    self.skip_escaped();
                    if end + 1 == self.css.len() {
                        return self.css.get(start..end);
                    }
                }
                Some(_) => self.at += 1,
            }
        }
    }

    /// Consumes as many name code points and escapes as there are.
    pub(super) fn consume_name(&mut self) -> &'a str {
        let start = self.at;
        loop {
            match self.peek(0) {
                Some(b'\\') if self.starts_escape() => self.skip_escaped(),
                Some(byte) if is(byte, NAME) => self.at += 1,
                _ => return self.css.get(start..self.at).unwrap_or_default(),
            }
        }
    }

    /// Skips to the next byte of a class, and returns it.
    fn skip_to(&mut self, class: u8) -> Option<u8> {
        let rest = self.rest();
        self.at += rest.iter().position(|&byte| is(byte, class)).unwrap_or(rest.len());
        self.peek(0)
    }

    /// Returns whether the `\` that is next starts a
    /// [valid escape](https://drafts.csswg.org/css-syntax/#check-if-two-code-points-are-a-valid-escape).
    fn starts_escape(&self) -> bool {
        !matches!(self.peek(1), Some(b'\n' | b'\r' | b'\x0C'))
    }

    /// Skips a `\` and what it escapes.
    fn skip_escaped(&mut self) {
        let escaped = self.css.get(self.at + 1..).unwrap_or_default();
        let mut characters = escaped.chars();
        decode_escape(&mut characters);
        self.at = self.css.len() - characters.as_str().len();
    }

    /// Skips a string, or what there is of a bad one.
    pub(super) fn skip_string(&mut self) {
        let start = self.at;
        if self.consume_string().is_none() {
            self.at = self.at.max(start + 1);
        }
    }

    /// Skips white space and comments.
    pub(super) fn skip_space_and_comments(&mut self) {
        loop {
            self.skip_white_space();
            if self.peek(0) != Some(b'/') || self.peek(1) != Some(b'*') {
                return;
            }
            self.skip_comment();
        }
    }

    /// Skips one byte, which is ASCII or part of a name.
    pub(super) fn bump(&mut self) {
        self.at += 1;
    }

    fn skip_comment(&mut self) {
        let comment = self.css.as_bytes().get(self.at + 2..).unwrap_or_default();
        let end = memchr::memmem::find(comment, b"*/").map_or(comment.len(), |end| end + 2);
        self.at += 2 + end;
    }

    fn skip_white_space(&mut self) {
        while self.peek(0).is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    pub(super) fn peek(&self, ahead: usize) -> Option<u8> {
        self.css.as_bytes().get(self.at + ahead).copied()
    }

    fn rest(&self) -> &'a [u8] {
        self.css.as_bytes().get(self.at..).unwrap_or_default()
    }
}

/// What decides where a URL is.
const MARK: u8 = 1;
/// What may end a URL without quotes, or makes it a bad one.
const URL_END: u8 = 2;
/// What may end a string.
const STRING_END: u8 = 4;
/// The [ident code points](https://drafts.csswg.org/css-syntax/#ident-code-point). Every byte of what is not ASCII counts as
/// one, as in [Level 3](https://www.w3.org/TR/2021/CRD-css-syntax-3-20211224/#non-ascii-code-point); U+0000 becomes one.
const NAME: u8 = 8;

const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'/' | b'@' => MARK,
            b'(' => MARK | URL_END,
            b'"' | b'\'' | b'\\' => MARK | URL_END | STRING_END,
            b'\n' | b'\r' | b'\x0C' => URL_END | STRING_END,
            b')' | b' ' | 0x01..=0x1F | 0x7F => URL_END,
            b'-' | b'_' | 0 | 0x80.. | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => NAME,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

fn is(byte: u8, class: u8) -> bool {
    CLASSES[usize::from(byte)] & class != 0
}

/// Decodes what stands behind a `\`; `None` for an escaped newline, which only a string may have, and for the end.
fn decode_escape(characters: &mut Chars<'_>) -> Option<char> {
    let first = characters.next()?;
    let Some(mut code) = first.to_digit(16) else {
        if first == '\r' {
            skip_if(characters, |next| next == '\n');
        }
        return (!matches!(first, '\n' | '\r' | '\x0C')).then_some(first);
    };
    for _ in 1..6 {
        let Some(digit) = characters.clone().next().and_then(|next| next.to_digit(16)) else { break };
        code = code << 4 | digit;
        characters.next();
    }
    if skip_if(characters, |next| next.is_ascii_whitespace()) == Some('\r') {
        skip_if(characters, |next| next == '\n');
    }
    Some(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// Takes the next character if it is in a class.
fn skip_if(characters: &mut Chars<'_>, class: impl Fn(char) -> bool) -> Option<char> {
    let next = characters.clone().next().filter(|&next| class(next));
    if next.is_some() {
        characters.next();
    }
    next
}

/// Returns the characters of `text` with its escapes decoded, and U+0000 replaced as the
/// [preprocessing](https://drafts.csswg.org/css-syntax/#input-preprocessing) does.
fn decoded_characters(text: &str) -> impl Iterator<Item = char> {
    let mut characters = text.chars();
    let decoded = iter::from_fn(move || {
        loop {
            match characters.next()? {
                '\\' if characters.as_str().is_empty() => return Some(char::REPLACEMENT_CHARACTER),
                '\\' => {
                    if let Some(character) = decode_escape(&mut characters) {
                        return Some(character);
                    }
                }
                character => return Some(character),
            }
        }
    });
    decoded.map(|character| if character == '\0' { char::REPLACEMENT_CHARACTER } else { character })
}

/// Returns `text` as a token's value.
fn decoded<'a>(text: &'a str, bump: &'a Bump) -> &'a str {
    if !text.contains(['\\', '\0']) {
        return text;
    }
    let mut decoded = String::with_capacity_in(text.len(), bump);
    decoded.extend(decoded_characters(text));
    decoded.into_bump_str()
}

/// Returns true if a name, which may have escapes, is `name` (lower-case).
pub(super) fn is_name(raw: &str, name: &str) -> bool {
    decoded_characters(raw).map(|character| character.to_ascii_lowercase()).eq(name.chars())
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn read<'a>(css: &'a str, bump: &'a Bump) -> Vec<&'a str> {
        urls(css, bump).collect()
    }

    #[test]
    fn urls_are_found_by_token() {
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
    fn urls_without_escapes_are_borrowed() {
        let bump = Bump::new();
        assert_eq!(read("@import 'a';b{c:url(d)}", &bump), ["a", "d"]);
        assert_eq!(bump.allocated_bytes(), 0);
    }

    #[test]
    fn hostile_style_sheets_take_linear_time_and_space() {
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
