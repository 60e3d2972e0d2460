//! Detects the encoding of a page, decodes it and tokenizes it.

use crate::html::Html;
use crate::options::{EncodingLabel, ProfileName, encoding_of, profile_of};
use crate::page::StrArgument;
use tagrake::encoding::{self, Decision, Hints};
use tagrake::{
    Arena, Comment, Doctype, Dropped, EndTag, Namespace, Options, ParseError, ProcessingInstruction, Sink, StartTag,
    Text, TextState, tokenize,
};
use tagrake_bulk::{Profile, guess_encoding};

/// The keywords that determine the encoding of a page, in the functions that return tokens.
pub(crate) struct EncodingKeywords {
    pub(crate) url: Option<StrArgument>,
    pub(crate) content_type: Option<StrArgument>,
    pub(crate) encoding: Option<EncodingLabel>,
    pub(crate) profile: Option<ProfileName>,
}

impl EncodingKeywords {
    /// Returns the hints for a page.
    pub(crate) fn hints(&self, html: &Html) -> Hints<'_> {
        let hints = Hints::default()
            .with_url(self.url.as_ref().map(|url| &*url.0))
            .with_content_type(self.content_type.as_ref().map(|content_type| &*content_type.0))
            .with_override(encoding_of(self.encoding, html.is_text));
        match profile_of(self.profile) {
            Profile::Standard => hints,
            Profile::Crawl => hints.with_detector(&guess_encoding),
        }
    }
}

/// Tokenizes a page into `sink`. If a `meta` element after the first 1,024 bytes changes the encoding, this clears the
/// sink with `clear` and reads the page again from its start, as `Extractor::extract` does.
pub(crate) fn tokenize_page<S: for<'a> Sink<'a>>(
    html: &[u8],
    hints: &Hints<'_>,
    options: &Options,
    arena: &mut Arena,
    buffer: &mut String,
    sink: &mut S,
    clear: impl Fn(&mut S),
) {
    let mut decision = encoding::detect(html, hints);
    loop {
        let page = encoding::decode(html, &decision, buffer);
        let mut watcher = MetaEncodingWatcher { sink: &mut *sink, decision: decision.clone(), restarts: false };
        tokenize(page.text.as_bytes(), options, arena, &mut watcher);
        if !watcher.restarts {
            return;
        }
        // The encoding is certain now, so there is no third pass.
        decision = watcher.decision;
        clear(sink);
    }
}

/// Forwards tokens to `sink` until a `meta` element changes the encoding.
struct MetaEncodingWatcher<'s, 'd, S> {
    sink: &'s mut S,
    decision: Decision<'d>,
    restarts: bool,
}

impl<'a, S: Sink<'a>> Sink<'a> for MetaEncodingWatcher<'_, '_, S> {
    fn start_tag(&mut self, tag: StartTag<'a>) {
        if tag.name() == b"meta" && tag.namespace() == Namespace::Html {
            let value = |name: &[u8]| tag.attribute(name).map(|attribute| attribute.value());
            let named = encoding::meta_encoding(value(b"charset"), value(b"http-equiv"), value(b"content"));
            self.restarts |= named.is_some_and(|named| self.decision.change(named));
        }
        self.sink.start_tag(tag);
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.sink.end_tag(tag);
    }

    fn text(&mut self, text: Text<'a>) {
        self.sink.text(text);
    }

    fn comment(&mut self, comment: Comment<'a>) {
        self.sink.comment(comment);
    }

    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.sink.doctype(doctype);
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.sink.processing_instruction(instruction);
    }

    fn dropped(&mut self, dropped: Dropped) {
        self.sink.dropped(dropped);
    }

    fn error(&mut self, error: ParseError) {
        self.sink.error(error);
    }

    fn next_state(&mut self) -> Option<TextState> {
        self.sink.next_state()
    }

    fn allows_cdata(&self) -> bool {
        self.sink.allows_cdata()
    }

    fn is_done(&self) -> bool {
        self.restarts || self.sink.is_done()
    }
}
