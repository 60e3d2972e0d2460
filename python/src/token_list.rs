//! The tokens of a document, as its text and two arrays. Python objects are made from it on access.

use crate::decoding::TokenStore;
use std::ops::Range;
use tagrake::ParseError;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TokenKind {
    Doctype,
    StartTag,
    EndTag,
    Text,
    Comment,
}

/// A token without its texts.
#[derive(Clone, Copy)]
pub(crate) struct Head {
    pub(crate) kind: TokenKind,
    /// The self-closing flag of a start tag, or the force-quirks flag of a DOCTYPE.
    pub(crate) flag: bool,
    /// For the first parts, whether they are missing. Only parts of a DOCTYPE can be.
    missing: [bool; 3],
    /// The span in the text.
    pub(crate) span: (usize, usize),
    /// The index in `parts` just past its last part.
    parts_end: usize,
}

/// The tokens of a document. The parts of a token are its texts:
///
/// | kind | parts |
/// |---|---|
/// | DOCTYPE | name, public identifier, system identifier |
/// | start tag | name, then the name and the value of each attribute |
/// | end tag | name |
/// | text, comment | data |
///
/// Most parts are in the document as they are. For example, `<a b=C>&lt;` has the text `<a b=C>&lt;<`, the parts 1..2,
/// 3..4, 5..6 and 11..12, and `parts_end` is 3 for the tag and 4 for the text.
#[derive(Default)]
pub(crate) struct TokenList {
    /// The document, then the parts that decoding changed.
    text: String,
    /// The length of the document.
    page_len: usize,
    /// The start and end of each part in `text`.
    parts: Vec<(usize, usize)>,
    heads: Vec<Head>,
}

impl TokenList {
    /// Returns the number of tokens.
    pub(crate) fn len(&self) -> usize {
        self.heads.len()
    }

    /// Returns the token at `index`, which must be less than the length.
    pub(crate) fn token(&self, index: usize) -> TokenRef<'_> {
        let first_part = index.checked_sub(1).map_or(0, |before| self.heads[before].parts_end);
        TokenRef { list: self, head: &self.heads[index], first_part }
    }

    /// Returns the text of the document.
    pub(crate) fn page(&self) -> &str {
        self.text.get(..self.page_len).unwrap_or_default()
    }

    fn part(&self, index: usize) -> &str {
        let (start, end) = self.parts[index];
        self.text.get(start..end).unwrap_or_default()
    }
}

/// A token of a list.
#[derive(Clone, Copy)]
pub(crate) struct TokenRef<'l> {
    list: &'l TokenList,
    pub(crate) head: &'l Head,
    first_part: usize,
}

impl<'l> TokenRef<'l> {
    /// Returns one of the first three parts, or `None` if it is missing.
    pub(crate) fn part(self, number: usize) -> Option<&'l str> {
        let index = self.first_part + number;
        (index < self.head.parts_end && !self.head.missing[number]).then(|| self.list.part(index))
    }

    /// Returns the names and values of the attributes.
    pub(crate) fn attributes(self) -> impl ExactSizeIterator<Item = (&'l str, &'l str)> {
        let parts = self.first_part..self.head.parts_end;
        let len = if self.head.kind == TokenKind::StartTag { parts.len() / 2 } else { 0 };
        (0..len).map(move |number| {
            let name = parts.start + 1 + 2 * number;
            (self.list.part(name), self.list.part(name + 1))
        })
    }

    /// Returns the token as written.
    pub(crate) fn raw(self) -> &'l str {
        let (start, end) = self.head.span;
        self.list.page().get(start..end).unwrap_or_default()
    }

    /// Returns true if both tokens have the same kind, flags and texts.
    pub(crate) fn has_content_of(self, other: TokenRef<'_>) -> bool {
        let key = |head: &Head| (head.kind, head.flag, head.missing);
        key(self.head) == key(other.head) && self.parts().eq(other.parts())
    }

    pub(crate) fn parts(self) -> impl ExactSizeIterator<Item = &'l str> {
        (self.first_part..self.head.parts_end).map(|index| self.list.part(index))
    }
}

/// Collects the tokens of a document. Its memory can be reused.
#[derive(Default)]
pub(crate) struct TokenCollector {
    /// The tokens, with a text that lacks the document.
    list: TokenList,
    /// The tokens of the last document, in memory of their exact size.
    finished: TokenList,
    /// The address and the length of the document, for parts that are in it.
    page: (usize, usize),
    /// Parse errors, and their byte offsets in the document.
    pub(crate) errors: Vec<ParseError>,
    /// Subtracted from the offsets of tokens: the start of the document in the input of a stream.
    pub(crate) base: usize,
}

impl TokenCollector {
    /// Returns the tokens of a document that is [finished](TokenStore::finish).
    pub(crate) fn take_finished(&mut self) -> TokenList {
        std::mem::take(&mut self.finished)
    }

    /// Replaces the document of tokens that have been pushed, whose parts are not slices of it.
    pub(crate) fn take_list(&mut self, page: &str) -> TokenList {
        let mut list = std::mem::take(&mut self.list);
        list.text.insert_str(0, page);
        list.parts.iter_mut().for_each(|(start, end)| (*start, *end) = (*start + page.len(), *end + page.len()));
        list.page_len = page.len();
        list
    }

    /// Returns the allocated bytes.
    pub(crate) fn capacity(&self) -> usize {
        let TokenList { text, parts, heads, .. } = &self.list;
        text.capacity() + parts.capacity() * size_of::<(usize, usize)>() + heads.capacity() * size_of::<Head>()
    }

    /// Appends a token with parts that may be missing.
    pub(crate) fn push_doctype(&mut self, parts: [Option<&[u8]>; 3], force_quirks: bool, span: (usize, usize)) {
        parts.iter().for_each(|part| self.push_part(part.unwrap_or_default()));
        self.push_head(TokenKind::Doctype, force_quirks, span);
        if let Some(head) = self.list.heads.last_mut() {
            head.missing = parts.map(|part| part.is_none());
        }
    }

    /// Appends the next part of a token, before its head.
    #[inline(always)]
    pub(crate) fn push_part(&mut self, part: &[u8]) {
        // PERF: a slice of the document is not copied again. No other slice has an address in the document.
        let (page, len) = self.page;
        let start = part.as_ptr().addr().wrapping_sub(page);
        if start < len && !part.is_empty() {
            self.list.parts.push((start, start + part.len()));
        } else {
            self.push_changed(part);
        }
    }

    #[inline(never)]
    fn push_changed(&mut self, part: &[u8]) {
        let TokenList { text, page_len, parts, .. } = &mut self.list;
        let start = *page_len + text.len();
        text.push_str(&String::from_utf8_lossy(part));
        parts.push((start, *page_len + text.len()));
    }

    /// Appends a token, whose parts have been appended.
    #[inline(always)]
    pub(crate) fn push_head(&mut self, kind: TokenKind, flag: bool, span: (usize, usize)) {
        let parts_end = self.list.parts.len();
        self.list.heads.push(Head { kind, flag, missing: [false; 3], span, parts_end });
    }
}

impl TokenStore for TokenCollector {
    fn start(&mut self, page: &str) {
        self.list.text.clear();
        self.list.page_len = page.len();
        self.errors.clear();
        self.list.parts.clear();
        self.list.heads.clear();
        self.page = (page.as_ptr().addr(), page.len());
    }

    fn error(&mut self, error: ParseError) {
        self.errors.push(error);
    }

    fn finish(&mut self, page: &str) {
        let TokenList { text, page_len, parts, heads } = &self.list;
        let text = [page, text].concat();
        self.finished = TokenList { text, page_len: *page_len, parts: parts.clone(), heads: heads.clone() };
    }

    #[inline(always)]
    fn push(&mut self, token: tagrake::Token<'_>) {
        let Range { start, end } = token.span();
        let span = (start - self.base, end - self.base);
        match token {
            tagrake::Token::StartTag(tag) => {
                self.push_part(tag.name());
                for attribute in tag.attributes() {
                    self.push_part(attribute.name());
                    self.push_part(attribute.value());
                }
                self.push_head(TokenKind::StartTag, tag.is_self_closing(), span);
            }
            tagrake::Token::EndTag(tag) => {
                self.push_part(tag.name());
                self.push_head(TokenKind::EndTag, false, span);
            }
            tagrake::Token::Text(text) => {
                self.push_part(text.decoded());
                self.push_head(TokenKind::Text, false, span);
            }
            tagrake::Token::Comment(comment) => {
                self.push_part(comment.data());
                self.push_head(TokenKind::Comment, false, span);
            }
            tagrake::Token::Doctype(doctype) => {
                let parts = [doctype.name(), doctype.public_id(), doctype.system_id()];
                self.push_doctype(parts, doctype.force_quirks(), span);
            }
            _ => {} // dropped bytes
        }
    }
}
