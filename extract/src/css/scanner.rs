//! Tokenizes a style sheet as far as tokens determine where its URLs are.
//!
//! Source: [CSS Syntax](https://drafts.csswg.org/css-syntax/#tokenization). Instead of one token after another, the
//! scanner searches for the few bytes that matter:
//!
//! 1. Skip to the next byte of the class [`MARK`]: `/`, `@`, `(`, a quote or a backslash.
//! 2. Consume a comment, a string or an at-keyword at that byte as its token. A string after `@import` is a URL.
//! 3. At `(`, look back: if the name that ends there is exactly `url`, consume a URL.
//! 4. At a backslash, go back to the start of its name, and consume the complete name with its escapes.
//! 5. If the strings in `image-set()` are requested, track the functions and blocks in it from its `(` to its `)`
//!    ([`Nesting`]). Only there do the bytes of [`BLOCK`] matter too.
//!
//! `done` is the end of the last consumed token, so that step 3 does not look back into it: in `@import url(a)`, the
//! skipped bytes before `(` are `url`.

use super::escape::{decode_escape, is_name};
use super::nesting::Nesting;

/// The functions in which a string is a URL: [`image-set()`](https://drafts.csswg.org/css-images-4/#image-set-notation) and its
/// older name, which [remains an alias](https://drafts.csswg.org/css-images-4/#deprecated).
const IMAGE_SETS: [&str; 2] = ["image-set", "-webkit-image-set"];

/// The functions that are replaced by one of their arguments, so that a string in them is a URL if it is one around them.
///
/// Source: [arbitrary substitution functions](https://drafts.csswg.org/css-values-5/#arbitrary-substitution). A URL from `attr()`
/// is [not fetched](https://drafts.csswg.org/css-values-5/#attr-security).
const SUBSTITUTED: [&str; 3] = ["var", "env", "if"];

/// A scanner over a style sheet or a declaration list.
pub(super) struct CssScanner<'a> {
    css: &'a str,
    /// The offset of the next byte.
    at: usize,
    /// The end of the last token that was consumed by its rules. A name cannot start before it.
    done: usize,
    /// True if a string in `image-set()` counts as a URL.
    reads_image_sets: bool,
    /// The open functions and blocks inside `image-set()`. Empty unless `reads_image_sets` is true.
    nesting: Nesting,
}

impl<'a> CssScanner<'a> {
    /// Creates a scanner for which the strings in `image-set()` are no URLs.
    pub(super) fn new(css: &'a str) -> Self {
        Self { css, at: 0, done: 0, reads_image_sets: false, nesting: Nesting::default() }
    }

    /// Creates a scanner for which the strings in `image-set()` are URLs.
    pub(super) fn with_image_sets(css: &'a str) -> Self {
        Self { reads_image_sets: true, ..Self::new(css) }
    }

    /// Returns the next URL as written, with its escapes.
    ///
    /// PERF: names are skipped. Only a name before `(`, or one with an escape, is examined.
    pub(super) fn next_url(&mut self) -> Option<&'a str> {
        loop {
            let class = if self.nesting.is_empty() { MARK } else { MARK | BLOCK };
            let url = match self.skip_to(class)? {
                b'/' if self.peek(1) == Some(b'*') => {
                    self.skip_comment();
                    None
                }
                b'"' | b'\'' => self.consume_string().filter(|_| self.nesting.holds_urls()),
                b'@' => {
                    self.at += 1;
                    self.consume_at_keyword()
                }
                b'(' if self.follows("url") => self.consume_url_function(),
                b'(' => {
                    self.open_function(Self::follows);
                    continue;
                }
                start @ (b'[' | b'{') => {
                    self.nesting.open(if start == b'[' { b']' } else { b'}' }, false);
                    self.at += 1;
                    continue;
                }
                end @ (b')' | b']' | b'}') => {
                    self.nesting.close(end);
                    self.at += 1;
                    continue;
                }
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

    /// Returns true if the skipped bytes end with the ident token `name`, which is in lower case and has no escapes.
    fn follows(&self, name: &str) -> bool {
        let skipped = self.skipped();
        let Some((before, end)) = skipped.len().checked_sub(name.len()).and_then(|at| skipped.split_at_checked(at))
        else {
            return false;
        };
        end.eq_ignore_ascii_case(name.as_bytes())
            && match before.last() {
                // `<!--` is a token of its own.
                Some(&byte) if is_in(byte, NAME) => before.ends_with(b"<!--"),
                last => last != Some(&b'#'),
            }
    }

    /// Consumes the `(` of a function other than `url()`, or of a block. `is_named` returns true if the function has a name.
    fn open_function(&mut self, is_named: impl Fn(&Self, &str) -> bool) {
        if self.reads_image_sets {
            let is_any = |names: &[&str]| names.iter().any(|name| is_named(self, name));
            let holds_urls = is_any(&IMAGE_SETS) || self.nesting.holds_urls() && is_any(&SUBSTITUTED);
            self.nesting.open(b')', holds_urls);
        }
        self.at += 1;
    }

    /// Consumes the name that contains the escape at the current offset, and the `(` of a function. Returns the URL if it is
    /// `url()`.
    fn consume_escaped_name(&mut self) -> Option<&'a str> {
        let skipped = self.skipped();
        let name_len = skipped.iter().rev().take_while(|&&byte| is_in(byte, NAME)).count();
        let (before, name) = skipped.split_at(skipped.len() - name_len);
        let is_hash = before.ends_with(b"#");
        // `<!--` is a token of its own, so that the name starts after it.
        let after_comment_mark = if before.ends_with(b"<!") && name.starts_with(b"--") { 2 } else { 0 };
        self.at -= name_len - after_comment_mark;
        let name = self.consume_name();
        if is_hash || self.peek(0) != Some(b'(') {
            return None;
        }
        if is_name(name, "url") {
            return self.consume_url_function();
        }
        self.open_function(|_, known| is_name(name, known));
        None
    }

    /// Returns the bytes that were skipped since the last token.
    fn skipped(&self) -> &'a [u8] {
        self.css.as_bytes().get(self.done..self.at).unwrap_or_default()
    }

    /// Consumes an at-keyword after its `@`. Returns the string that follows `import`; a `url()` there is left for the
    /// next call.
    fn consume_at_keyword(&mut self) -> Option<&'a str> {
        if !is_name(self.consume_name(), "import") {
            return None;
        }
        self.skip_space_and_comments();
        match self.peek(0)? {
            b'"' | b'\'' => self.consume_string(),
            _ => None,
        }
    }

    /// Consumes the URL after the name `url`: the rest of an
    /// [ident-like token](https://drafts.csswg.org/css-syntax/#consume-an-ident-like-token).
    fn consume_url_function(&mut self) -> Option<&'a str> {
        self.at += 1;
        self.skip_white_space();
        match self.peek(0) {
            Some(b'"' | b'\'') => {
                self.nesting.open(b')', false);
                self.consume_string()
            }
            _ => self.consume_url(),
        }
    }

    /// Consumes a [url token](https://drafts.csswg.org/css-syntax/#consume-a-url-token) after its start and
    /// leading white space. Returns `None` for a bad one.
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

    /// Consumes a [string token](https://drafts.csswg.org/css-syntax/#consume-a-string-token). Returns the text between
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

    /// Consumes name code points and escapes, as many as there are.
    pub(super) fn consume_name(&mut self) -> &'a str {
        let start = self.at;
        loop {
            match self.peek(0) {
                Some(b'\\') if self.starts_escape() => self.skip_escaped(),
                Some(byte) if is_in(byte, NAME) => self.at += 1,
                _ => return self.css.get(start..self.at).unwrap_or_default(),
            }
        }
    }

    /// Skips to the next byte in `class` and returns it, or `None` at the end.
    fn skip_to(&mut self, class: u8) -> Option<u8> {
        let rest = self.css.as_bytes().get(self.at..).unwrap_or_default();
        self.at += rest.iter().position(|&byte| is_in(byte, class)).unwrap_or(rest.len());
        self.peek(0)
    }

    /// Returns true if the `\` at the current offset starts a
    /// [valid escape](https://drafts.csswg.org/css-syntax/#check-if-two-code-points-are-a-valid-escape).
    fn starts_escape(&self) -> bool {
        !matches!(self.peek(1), Some(b'\n' | b'\r' | b'\x0C'))
    }

    /// Skips a `\` and the characters that it escapes.
    fn skip_escaped(&mut self) {
        let escaped = self.css.get(self.at + 1..).unwrap_or_default();
        let mut characters = escaped.chars();
        decode_escape(&mut characters);
        self.at = self.css.len() - characters.as_str().len();
    }

    /// Skips a string token, good or bad, and at least one byte.
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

    /// Skips one byte, which must be ASCII or inside a name.
    pub(super) fn advance(&mut self) {
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

    /// Returns the byte `ahead` bytes after the current offset.
    pub(super) fn peek(&self, ahead: usize) -> Option<u8> {
        self.css.as_bytes().get(self.at + ahead).copied()
    }
}

/// Bytes that can start a token that matters for URLs.
const MARK: u8 = 1;
/// Bytes that can end an unquoted URL, or make it a bad one.
const URL_END: u8 = 2;
/// Bytes that can end a string, or start an escape in it.
const STRING_END: u8 = 4;
/// Bytes of [ident code points](https://drafts.csswg.org/css-syntax/#ident-code-point). All non-ASCII bytes count, as
/// in [Level 3](https://www.w3.org/TR/2021/CRD-css-syntax-3-20211224/#non-ascii-code-point), and so does U+0000, which
/// becomes U+FFFD.
const NAME: u8 = 8;
/// Bytes that start or end a block, except `(`.
const BLOCK: u8 = 16;

/// The classes of each byte.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'/' | b'@' => MARK,
            b'(' => MARK | URL_END,
            b'"' | b'\'' | b'\\' => MARK | URL_END | STRING_END,
            b'\n' | b'\r' | b'\x0C' => URL_END | STRING_END,
            b')' => URL_END | BLOCK,
            b'[' | b']' | b'{' | b'}' => BLOCK,
            b' ' | 0x01..=0x1F | 0x7F => URL_END,
            b'-' | b'_' | 0 | 0x80.. | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => NAME,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// Returns true if `byte` is in one of the classes.
fn is_in(byte: u8, class: u8) -> bool {
    CLASSES[usize::from(byte)] & class != 0
}
