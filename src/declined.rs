//! Diagnostics: which input the fast path declined.

use crate::arena::{Arena, Source};
use crate::error::ParseError;
use crate::options::{Engine, Options};
use crate::run::Run;
use crate::sink::Sink;
use crate::token::Token;
use crate::{engine, state_machine};
use alloc::vec::Vec;
use core::ops::Range;

/// A span of a page that the fast path declined, so that the state machine read it: one token, and the text before it if
/// there is any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined {
    /// The byte range.
    pub span: Range<usize>,
    /// The kind of token, such as `comment`.
    pub construct: &'static str,
    /// The first parse error in the span, if [`Options::errors`] is on. It is often the reason.
    pub error: Option<ParseError>,
}

/// Returns the spans of `html` that the fast path declines, in order.
///
/// Reads the page once more, as [`tokenize`](crate::tokenize) does, so that `tokenize` itself need not record anything.
/// With [`Engine::StateMachine`] the result is one span for the complete input.
/// [`Limits::token_bytes`](crate::Limits::token_bytes) does not apply.
pub fn declined(html: &[u8], options: &Options, arena: &mut Arena) -> Vec<Declined> {
    if options.engine() == Engine::StateMachine {
        return Vec::from([Declined { span: 0..html.len(), construct: "page", error: None }]);
    }
    arena.reset();
    let mut run = Run::new(Source { input: html, text: None, arena }, options);
    let mut last = LastToken::default();
    let mut spans = Vec::new();
    while !run.finished {
        engine::run_fast_path(&mut run, None, &mut last);
        if engine::decide_tag(&mut run, &mut last) {
            continue;
        }
        if run.finished {
            break;
        }
        let start = run.offset;
        last = LastToken::default();
        state_machine::run_to_token(&mut run, &mut last);
        if run.offset > start {
            spans.push(Declined { span: start..run.offset, construct: last.construct, error: last.error });
        }
        engine::decide_tag(&mut run, &mut last);
    }
    spans
}

/// The kind of the last token, and the first error.
#[derive(Default)]
struct LastToken {
    construct: &'static str,
    error: Option<ParseError>,
}

impl<'a> Sink<'a> for LastToken {
    fn token(&mut self, token: Token<'a>) {
        self.construct = match token {
            Token::EndTag(tag) if tag.is_implied() => return,
            Token::Doctype(_) => "DOCTYPE",
            Token::StartTag(_) => "start tag",
            Token::EndTag(_) => "end tag",
            Token::Text(_) => "text",
            Token::Comment(_) => "comment",
            Token::ProcessingInstruction(_) => "processing instruction",
            Token::Dropped(_) => "bytes without a token",
        };
    }

    fn error(&mut self, error: ParseError) {
        self.error.get_or_insert(error);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;
    use crate::tokenize;

    #[test]
    fn reports_the_construct_and_the_first_error() {
        type Spans = &'static [(Range<usize>, &'static str)];
        let cases: &[(&[u8], Spans, Option<ErrorCode>)] = &[
            (b"<!doctype html><p class=a>b &amp; c</p><!-- d --><script>e</script>", &[], None),
            (b"a<b", &[(1..3, "bytes without a token")], Some(ErrorCode::EofInTag)),
            (b"<!doctype svg>", &[(0..14, "DOCTYPE")], None),
            (b"a<?b>", &[(1..5, "comment")], Some(ErrorCode::UnexpectedQuestionMarkInsteadOfTagName)),
            (b"a</>", &[(1..4, "bytes without a token")], Some(ErrorCode::MissingEndTagName)),
            (b"<svg><![CDATA[a]]></svg>", &[(5..18, "text")], None),
            (b"<p =a>", &[(0..6, "start tag")], Some(ErrorCode::UnexpectedEqualsSignBeforeAttributeName)),
        ];
        let mut arena = Arena::new();
        for (html, expected, error) in cases {
            let options = Options::default().with_errors(true);
            let spans = declined(html, &options, &mut arena);
            let found: Vec<_> = spans.iter().map(|span| (span.span.clone(), span.construct)).collect();
            assert_eq!(found, *expected, "{}", html.escape_ascii());
            assert_eq!(
                spans.first().and_then(|span| span.error).map(|error| error.code),
                *error,
                "{}",
                html.escape_ascii()
            );
        }
    }

    #[test]
    fn reports_one_span_if_the_state_machine_is_selected() {
        let options = Options::default().with_engine(Engine::StateMachine);
        let spans = declined(b"<p>a", &options, &mut Arena::new());
        assert_eq!(spans, [Declined { span: 0..4, construct: "page", error: None }]);
        assert_eq!(tokenize(b"<p>a", &options, &mut Arena::new(), &mut LastToken::default()).machine_bytes(), 4);
    }
}
