//! Diagnostics: which input the fast path declined, and why.
//!
//! If you change what the fast path declines, also change the list at the top of [`crate::fast`] and
//! `LastToken::reason`. The tests compare the declined bytes with
//! [`Summary::machine_bytes`](crate::Summary::machine_bytes).

use crate::arena::Arena;
use crate::engine;
use crate::error::{ErrorCode, ParseError};
use crate::fast;
use crate::options::{Engine, Options};
use crate::run::Run;
use crate::sink::Sink;
use crate::state_machine;
use crate::text_state::TextState;
use crate::token::{ProcessingInstruction, StartTag, Token};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// Returns the spans of `html` that the fast path declines, in order, with the reasons.
///
/// Reads the page once more, as [`tokenize`](crate::tokenize) does, so that `tokenize` itself need not record anything.
/// With [`Engine::StateMachine`] the result is one span for the complete input.
/// [`Limits::token_bytes`](crate::Limits::token_bytes) does not apply.
///
/// ```
/// use tagrake::{Arena, DeclinedReason, Options, declined};
///
/// let spans = declined(b"<p>a<!bogus>b</p>", &Options::default(), &mut Arena::new());
/// assert_eq!((spans[0].span(), spans[0].reason()), (4..12, DeclinedReason::BogusComment));
/// assert_eq!(spans.len(), 1);
/// ```
pub fn declined(html: &[u8], options: &Options, arena: &mut Arena) -> Vec<Declined> {
    if options.engine() == Engine::StateMachine {
        return Vec::from([Declined { start: 0, end: html.len(), offset: 0, reason: DeclinedReason::Requested }]);
    }
    arena.reset();
    let mut run = Run::new(html, options, arena);
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
        let (start, state) = (run.offset, run.text_state);
        last = LastToken::default();
        state_machine::run_to_token(&mut run, &mut last);
        if run.offset > start {
            let (reason, offset) = last.reason(html, start..run.offset, state);
            spans.push(Declined { start, end: run.offset, offset, reason });
        }
        engine::decide_tag(&mut run, &mut last);
    }
    spans
}

/// A span of a page that the fast path declined, so that the state machine read it. Returned by [`declined`].
///
/// ```
/// use tagrake::{Arena, Options, declined};
///
/// let first = declined(b"<p><!>", &Options::default(), &mut Arena::new())[0];
/// assert_eq!(first.to_string(), "bogus comment at byte 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declined {
    start: usize,
    end: usize,
    offset: usize,
    reason: DeclinedReason,
}

impl Declined {
    /// Returns the byte range that the state machine read: one token, and the text before it if there is any.
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the byte offset of the cause: of the attribute or the error in a tag, otherwise of the construct.
    ///
    /// ```
    /// # use tagrake::{Arena, Options, declined};
    /// assert_eq!(declined(b"<p =x>", &Options::default(), &mut Arena::new())[0].offset(), 3);
    /// ```
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the reason.
    ///
    /// ```
    /// # use tagrake::{Arena, DeclinedReason, Options, declined};
    /// let first = declined(b"<![CDATA[a]]>", &Options::default().with_cdata(true), &mut Arena::new())[0];
    /// assert_eq!(first.reason(), DeclinedReason::CdataSection);
    /// ```
    pub fn reason(&self) -> DeclinedReason {
        self.reason
    }
}

impl fmt::Display for Declined {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} at byte {}", self.reason, self.offset)
    }
}

/// The reason why the fast path declines a construct.
///
/// ```
/// use tagrake::{DeclinedReason, ErrorCode};
///
/// assert_eq!(DeclinedReason::ManyAttributes.to_string(), "many attributes");
/// assert_eq!(DeclinedReason::Error(ErrorCode::NestedComment).to_string(), "nested-comment");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DeclinedReason {
    /// The options select [`Engine::StateMachine`].
    Requested,
    /// A parse error in the construct, while [`Options::errors`] is on.
    Error(ErrorCode),
    /// The end of the input truncates the construct.
    EndOfInput,
    /// A bogus comment, or `</>`.
    BogusComment,
    /// A comment that `<!-->` or `<!--->` closes.
    EmptyComment,
    /// A DOCTYPE with another name than `html`, or with a parse error.
    Doctype,
    /// The [PLAINTEXT state](TextState::Plaintext).
    Plaintext,
    /// A CDATA section.
    CdataSection,
    /// Raw text whose end the fast path does not find: a script with `<!--` and no end tag outside of the escape, or an
    /// element whose name has other characters than letters.
    RawText,
    /// A name with a control character, `=` or a byte that is not ASCII, or with 64 or more bytes.
    UnusualName,
    /// A tag with more than 32 attributes, or more than [`Limits::attributes`](crate::Limits::attributes).
    ManyAttributes,
    /// Any other reason, such as [`Limits::arena_bytes`](crate::Limits::arena_bytes).
    Other,
}

impl fmt::Display for DeclinedReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Requested => "state machine selected by the options",
            Self::Error(code) => code.as_str(),
            Self::EndOfInput => "truncated by the end of the input",
            Self::BogusComment => "bogus comment",
            Self::EmptyComment => "comment closed by `<!-->` or `<!--->`",
            Self::Doctype => "DOCTYPE other than `html`, or with an error",
            Self::Plaintext => "PLAINTEXT",
            Self::CdataSection => "CDATA section",
            Self::RawText => "raw text whose end was not found",
            Self::UnusualName => "unusual character in a name, or a long name",
            Self::ManyAttributes => "many attributes",
            Self::Other => "other",
        })
    }
}

/// The last token of the state machine, and the first of its errors that the fast path does not report itself.
#[derive(Default)]
struct LastToken<'a> {
    token: Option<Token<'a>>,
    error: Option<ParseError>,
}

impl LastToken<'_> {
    /// Returns the reason why `span`, read from `state` on, was declined, and the offset of the cause. The cases follow
    /// the list at the top of [`crate::fast`].
    fn reason(&self, html: &[u8], span: Range<usize>, state: TextState) -> (DeclinedReason, usize) {
        use DeclinedReason as Reason;
        match state {
            TextState::Plaintext => return (Reason::Plaintext, span.start),
            TextState::CdataSection => return (Reason::CdataSection, span.start),
            _ => {}
        }
        let construct = &html[span.clone()];
        if let Some(Token::Dropped(dropped)) = &self.token
            && span.end == html.len()
            && !construct.ends_with(b">")
        {
            return (Reason::EndOfInput, dropped.start);
        }
        if construct.starts_with(b"<![CDATA[") && matches!(self.token, Some(Token::Text(_) | Token::Dropped(_))) {
            return (Reason::CdataSection, span.start);
        }
        if let Some(ParseError { code, offset }) = self.error {
            return match offset == html.len() {
                true => (Reason::EndOfInput, span.start),
                false => (Reason::Error(code), offset),
            };
        }
        let is_tag =
            construct.get(1 + usize::from(construct.get(1) == Some(&b'/'))).is_some_and(u8::is_ascii_alphabetic);
        let reason = match &self.token {
            Some(Token::StartTag(tag)) => return tag_reason(tag),
            Some(Token::EndTag(_)) if is_tag => Reason::UnusualName,
            Some(Token::Doctype(_)) => Reason::Doctype,
            Some(Token::Comment(_)) if !construct.starts_with(b"<!--") => Reason::BogusComment,
            Some(Token::Comment(_)) if !construct.ends_with(b"-->") && span.end == html.len() => Reason::EndOfInput,
            Some(Token::Comment(_)) => Reason::EmptyComment,
            Some(Token::Dropped(_)) => Reason::BogusComment,
            _ if state != TextState::Data => Reason::RawText,
            _ if span.end == html.len() => Reason::EndOfInput,
            _ => Reason::Other,
        };
        (reason, span.start)
    }
}

/// Returns the reason why a start tag without a reported error was declined, and the offset of the cause.
fn tag_reason(tag: &StartTag<'_>) -> (DeclinedReason, usize) {
    let is_odd = |name: &[u8]| {
        name.len() >= fast::MAX_NAME || name.iter().any(|&byte| byte <= b' ' || byte == b'=' || !byte.is_ascii())
    };
    if tag.raw_name().iter().any(|&byte| byte <= b' ' || byte == b'=') {
        return (DeclinedReason::UnusualName, tag.name_span().start);
    }
    if let Some(odd) = tag.attributes().find(|attribute| is_odd(attribute.raw_name())) {
        return (DeclinedReason::UnusualName, odd.span().start);
    }
    let reason = if tag.attributes().len() + tag.surplus_attributes() > fast::MAX_ATTRIBUTES {
        DeclinedReason::ManyAttributes
    } else if tag.duplicate_attributes() > 0 {
        DeclinedReason::UnusualName // The name of a dropped attribute.
    } else {
        DeclinedReason::Other
    };
    (reason, tag.span().start)
}

/// Returns true if the fast path reports this error itself: an error of a character reference, of preprocessing, or
/// `invalid-first-character-of-tag-name`. Preprocessing errors are found by a separate scan.
fn is_reported_by_fast(code: ErrorCode) -> bool {
    use ErrorCode::*;
    matches!(
        code,
        AbsenceOfDigitsInNumericCharacterReference
            | CharacterReferenceOutsideUnicodeRange
            | ControlCharacterInInputStream
            | ControlCharacterReference
            | InvalidFirstCharacterOfTagName
            | MissingSemicolonAfterCharacterReference
            | NoncharacterCharacterReference
            | NoncharacterInInputStream
            | NullCharacterReference
            | SurrogateCharacterReference
            | SurrogateInInputStream
            | UnknownNamedCharacterReference
    )
}

impl<'a> Sink<'a> for LastToken<'a> {
    fn token(&mut self, token: Token<'a>) {
        self.token = Some(token);
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.token = Some(Token::ProcessingInstruction(instruction));
    }

    fn error(&mut self, error: ParseError) {
        if self.error.is_none() && !is_reported_by_fast(error.code) {
            self.error = Some(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenize;
    use alloc::string::{String, ToString};

    /// Returns the declined spans as text, after checking that their total length is what `tokenize` reports.
    fn describe_declined(html: &[u8], options: &Options) -> String {
        let mut arena = Arena::new();
        let spans = declined(html, options, &mut arena);
        let bytes: usize = spans.iter().map(|span| span.span().len()).sum();
        let summary = tokenize(html, options, &mut arena, &mut LastToken::default());
        assert_eq!(bytes, summary.machine_bytes(), "{:?}", html.escape_ascii().to_string());
        spans.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn reports_the_reason_of_each_construct() {
        let many = [b"<p>".as_slice(), b"<a", " b1 b2 b3 b4 b5 b6 b7 b8 b9".repeat(4).as_bytes(), b">"].concat();
        let distinct: Vec<u8> = (0..=fast::MAX_ATTRIBUTES).flat_map(|n| alloc::format!(" a{n}").into_bytes()).collect();
        let distinct = [b"<a".as_slice(), &distinct, b">"].concat();
        let long = [b"<a ".as_slice(), &[b'b'; 70], b">"].concat();
        let cases: &[(&[u8], &str, &str)] = &[
            (b"<!doctype html><p class=a>b &amp; c</p><!-- d --><script>e</script>", "", ""),
            (b"a<b", "truncated by the end of the input at byte 1", "truncated by the end of the input at byte 1"),
            (b"<!doctype svg>", "DOCTYPE other than `html`, or with an error at byte 0", "="),
            (b"a<?b>", "bogus comment at byte 1", "unexpected-question-mark-instead-of-tag-name at byte 2"),
            (b"a</>", "bogus comment at byte 1", "missing-end-tag-name at byte 3"),
            (b"<!-->", "comment closed by `<!-->` or `<!--->` at byte 0", "abrupt-closing-of-empty-comment at byte 4"),
            (b"<!-- <!-- -->", "", "nested-comment at byte 9"),
            (b"<!-- ", "truncated by the end of the input at byte 0", "="),
            (b"<plaintext>a", "PLAINTEXT at byte 11", "="),
            (b"<svg><![CDATA[a]]></svg>", "CDATA section at byte 5", "="),
            (
                b"<script><!--",
                "raw text whose end was not found at byte 8",
                "truncated by the end of the input at byte 8",
            ),
            (
                b"<p =a>",
                "unusual character in a name, or a long name at byte 3",
                "unexpected-equals-sign-before-attribute-name at byte 3",
            ),
            ("<p a \u{E9}=b>".as_bytes(), "unusual character in a name, or a long name at byte 5", "="),
            (&long, "unusual character in a name, or a long name at byte 3", "="),
            (&many, "", "duplicate-attribute at byte 35"),
            (&distinct, "many attributes at byte 0", "="),
            (b"<a b='c'd>", "", "missing-whitespace-between-attributes at byte 8"),
            (b"</a b>", "", "end-tag-with-attributes at byte 5"),
        ];
        for (html, without, with) in cases {
            let name = html.escape_ascii().to_string();
            assert_eq!(describe_declined(html, &Options::default()), *without, "{name}");
            let with = if *with == "=" { without } else { with };
            assert_eq!(describe_declined(html, &Options::default().with_errors(true)), *with, "{name}, with errors");
        }
    }

    #[test]
    fn reports_one_span_if_the_state_machine_is_selected() {
        let options = Options::default().with_engine(Engine::StateMachine);
        assert_eq!(describe_declined(b"<p>a", &options), "state machine selected by the options at byte 0");
    }
}
