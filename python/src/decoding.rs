//! Detects the encoding of a page, decodes it and tokenizes it.

use crate::arguments::StrArgument;
use crate::html::Html;
use crate::keywords::keywords;
use crate::options::{EncodingLabel, ProfileName, encoding_of, profile_of};
use crate::reader::MAX_KEPT_BYTES;
use pyo3::prelude::*;
use std::cell::RefCell;
use tagrake::encoding::{self, Decision, Hints};
use tagrake::{Arena, Namespace, Options, ParseError, Sink, Token, tokenize};
use tagrake_bulk::{Profile, guess_encoding};

keywords! {
    /// The keywords that determine the encoding of a page, in the functions that return tokens or links only.
    pub(crate) struct EncodingKeywords(encoding_help, encoding_signature) {
        /// The Content-Type header of its response.
        content_type: Option<StrArgument> = None => "None",
        /// Its encoding: a label of the Encoding Standard, or the name of a Python codec that it has. Overrides any declaration.
        encoding: Option<EncodingLabel> = None => "None",
        /// How to determine the encoding if none is declared: "crawl", the default, detects it; "standard" is windows-1252.
        profile: Option<ProfileName> = None => "None",
    }
}

impl EncodingKeywords {
    /// Returns the hints for a page with this URL.
    pub(crate) fn hints<'h>(&'h self, html: &Html, url: Option<&'h str>) -> Hints<'h> {
        let hints = Hints::default()
            .with_url(url)
            .with_content_type(self.content_type.as_ref().map(|content_type| &*content_type.0))
            .with_override(encoding_of(self.encoding, html.is_text));
        match profile_of(self.profile) {
            Profile::Standard => hints,
            Profile::Crawl => hints.with_detector(&guess_encoding),
        }
    }
}

thread_local! {
    /// Memory that this thread reuses from page to page.
    static MEMORY: RefCell<ThreadMemory> = RefCell::default();
}

#[derive(Default)]
struct ThreadMemory {
    arena: Arena,
    decoded: String,
}

/// Receives the tokens of a page. A second pass over the page replaces them.
pub(crate) trait TokenStore {
    /// Removes all tokens. Called before the tokens of `page`.
    fn start(&mut self, page: &str);

    /// Stores a parse error.
    fn error(&mut self, _error: ParseError) {}

    /// Stores a token.
    fn push(&mut self, token: Token<'_>);

    /// Called after the last token of `page`.
    fn finish(&mut self, _page: &str) {}
}

/// Tokenizes a page into `store`. If a `meta` element after the first 1,024 bytes changes the encoding, this
/// reads the page again from its start, as `Extractor::extract` does.
///
/// Returns the length of its byte order mark, and true if it was decoded.
pub(crate) fn tokenize_page(
    html: &[u8],
    hints: &Hints<'_>,
    options: &Options,
    store: &mut impl TokenStore,
) -> (usize, bool) {
    MEMORY.with_borrow_mut(|ThreadMemory { arena, decoded }| {
        let mut decision = encoding::detect(html, hints);
        let result = loop {
            let page = encoding::decode(html, &decision, decoded);
            let source = (decision.bom_len, !page.is_borrowed);
            store.start(page.text);
            let mut watcher = MetaEncodingWatcher { store: &mut *store, decision: decision.clone(), restarts: false };
            tokenize(page.text.as_bytes(), options, arena, &mut watcher);
            if !watcher.restarts {
                store.finish(page.text);
                break source;
            }
            // The encoding is certain now, so there is no third pass.
            decision = watcher.decision;
        };
        arena.reset();
        if decoded.capacity() > MAX_KEPT_BYTES {
            *decoded = String::new();
        }
        result
    })
}

/// Stores tokens until a `meta` element changes the encoding.
struct MetaEncodingWatcher<'s, 'd, S> {
    store: &'s mut S,
    decision: Decision<'d>,
    restarts: bool,
}

impl<'a, S: TokenStore> Sink<'a> for MetaEncodingWatcher<'_, '_, S> {
    #[inline(always)]
    fn token(&mut self, token: Token<'a>) {
        if let Token::StartTag(tag) = token
            && tag.name() == b"meta"
            && tag.namespace() == Namespace::Html
        {
            let value = |name: &[u8]| tag.attribute(name).map(|attribute| attribute.value());
            let named = encoding::meta_encoding(value(b"charset"), value(b"http-equiv"), value(b"content"));
            self.restarts |= named.is_some_and(|named| self.decision.change(named));
        }
        self.store.push(token);
    }

    fn error(&mut self, error: ParseError) {
        self.store.error(error);
    }

    fn is_done(&self) -> bool {
        self.restarts
    }
}
