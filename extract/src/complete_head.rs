//! Whether the head of a page has ended in the bytes that are known of the page.

use crate::extractor::Extractor;
use crate::options::Context;
use alloc::string::String;
use tagrake::encoding::{Decision, MetaDeclaration, Source};
use tagrake::{HeadOnly, Sink, Stream, Token};

/// The bytes in which browsers search for a declaration of the encoding.
const EXAMINED_BYTES: usize = 1024;

impl Extractor {
    /// Returns true if each page that starts with `start` has the same facts [in its head](crate::ExtractOptions::with_head_only),
    /// whatever follows. The body has then started, and the encoding is declared: a detector would need the complete page. False if
    /// that is not certain.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_head_only(true));
    /// let padding = " ".repeat(1024);
    /// let page = format!("<meta charset=utf-8><title>T</title>{padding}<p>Text <b>");
    /// assert!(extractor.has_complete_head(page.as_bytes(), &Context::default()));
    /// let head = format!("<meta charset=utf-8><title>T</title>{padding}");
    /// assert!(!extractor.has_complete_head(head.as_bytes(), &Context::default()));
    /// assert!(!extractor.has_complete_head(page[20..].as_bytes(), &Context::default()));
    /// ```
    pub fn has_complete_head(&self, start: &[u8], context: &Context<'_>) -> bool {
        if start.len() < EXAMINED_BYTES || context.plain_text {
            return false;
        }
        let mut decision = self.detect(start, context);
        if matches!(decision.source, Source::Detector | Source::Default) {
            return false;
        }
        let options = self.token_options(context);
        loop {
            let text = decoded(start, &decision);
            let mut sink = BodySearch { head: HeadOnly::new(NoTokens, &options), decision, is_changed: false };
            Stream::new(&options).feed(text.as_bytes(), &mut sink);
            if !sink.is_changed {
                return Sink::is_done(&sink.head);
            }
            // The encoding changes once, and is then certain.
            decision = sink.decision;
        }
    }
}

/// Returns the text of the bytes, up to the last character that is complete.
fn decoded(start: &[u8], decision: &Decision<'_>) -> String {
    let mut decoder = decision.encoding.inner().new_decoder_without_bom_handling();
    let bytes = start.get(decision.bom_len..).unwrap_or_default();
    let mut text = String::with_capacity(decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len()));
    let _ = decoder.decode_to_string(bytes, &mut text, false); // there is room for all of them
    text
}

/// Ignores all tokens.
struct NoTokens;

impl Sink<'_> for NoTokens {}

/// Looks for the start of the body, and for a `meta` before it that changes the encoding.
struct BodySearch<'d> {
    head: HeadOnly<NoTokens>,
    decision: Decision<'d>,
    is_changed: bool,
}

impl<'a> Sink<'a> for BodySearch<'_> {
    fn token(&mut self, token: Token<'a>) {
        token.send_to(&mut self.head);
        if let Token::StartTag(tag) = token
            && !Sink::<'a>::is_done(&self.head)
            && let Some(declared) = MetaDeclaration::of_tag(&tag)
        {
            self.is_changed |= self.decision.change(declared.encoding);
        }
    }

    fn is_done(&self) -> bool {
        self.is_changed || Sink::<'a>::is_done(&self.head)
    }
}
