//! Where the fast path declines, for who asks why a page reads slowly.

use crate::arena::Arena;
use crate::engine;
use crate::error::{ErrorCode, ParseError};
use crate::fast;
use crate::options::{Engine, Options};
use crate::run::Run;
use crate::sink::Sink;
use crate::state_machine;
use crate::text_state::TextState;
use crate::token::{Comment, Doctype, Dropped, EndTag, ProcessingInstruction, StartTag, Text, Token};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// Returns the parts of `html` that go through the exact machine, in order, and why.
///
/// The page is read as [`tokenize`](crate::tokenize) reads it, once more: who does not ask pays nothing. If the machine is
/// asked to read alone, all is one part. The limit on the bytes of a token is not asked for.
///
/// ```
/// use tagrake::{Arena, DeclinedReason, Options, declined};
///
/// let parts = declined(b"<p>a<!bogus>b</p>", &Options::default(), &mut Arena::new());
/// assert_eq!((parts[0].span(), parts[0].reason()), (4..12, DeclinedReason::BogusComment));
/// assert_eq!(parts.len(), 1);
/// ```
pub fn declined(html: &[u8], options: &Options, arena: &mut Arena) -> Vec<Declined> {
    if options.engine() == Engine::Machine {
        return Vec::from([Declined { start: 0, end: html.len(), at: 0, reason: DeclinedReason::Asked }]);
    }
    arena.reset();
    let mut run = Run::new(html, options, arena);
    let mut last = Last::default();
    let mut parts = Vec::new();
    while !run.finished {
        engine::run_fast_path(&mut run, None, &mut last);
        if engine::decide_tag(&mut run, Engine::Auto, &mut last) {
            continue;
        }
        if run.finished {
            break;
        }
        let (start, state) = (run.offset, run.text_state);
        last = Last::default();
        state_machine::run_to_token(&mut run, &mut last);
        if run.offset > start {
            let (reason, at) = last.reason(html, start..run.offset, state);
            parts.push(Declined { start, end: run.offset, at, reason });
        }
        engine::decide_tag(&mut run, Engine::Auto, &mut last);
    }
    parts
}

/// A part of a page that the fast path declined, so that the exact machine read it; from [`declined`].
///
/// ```
/// use tagrake::{Arena, Options, declined};
///
/// let part = declined(b"<p><!>", &Options::default(), &mut Arena::new())[0];
/// assert_eq!(part.to_string(), "bogus comment at byte 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declined {
    start: usize,
    end: usize,
    at: usize,
    reason: DeclinedReason,
}

impl Declined {
    /// Returns what the machine read, in bytes: one token, and the text before it if there is some.
    ///
    /// ```
    /// # use tagrake::{Arena, Options, declined};
    /// assert_eq!(declined(b"<p><!>", &Options::default(), &mut Arena::new())[0].span(), 3..6);
    /// ```
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the offset of what is declined: of the attribute or the error in a tag, else of the construct.
    ///
    /// ```
    /// # use tagrake::{Arena, Options, declined};
    /// assert_eq!(declined(b"<p =x>", &Options::default(), &mut Arena::new())[0].offset(), 3);
    /// ```
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Returns why.
    ///
    /// ```
    /// # use tagrake::{Arena, DeclinedReason, Options, declined};
    /// let part = declined(b"<![CDATA[a]]>", &Options::default().with_cdata(true), &mut Arena::new())[0];
    /// assert_eq!(part.reason(), DeclinedReason::CdataSection);
    /// ```
    pub fn reason(&self) -> DeclinedReason {
        self.reason
    }
}

impl fmt::Display for Declined {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} at byte {}", self.reason, self.at)
    }
}

/// Why the fast path declines.
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
    /// The machine was asked to read alone.
    Asked,
    /// A parse error in a construct, with errors asked for.
    Error(ErrorCode),
    /// The end of the input cuts the construct.
    EndOfInput,
    /// A bogus comment, or `</>`.
    BogusComment,
    /// A comment that `>` or `->` ends at once.
    EmptyComment,
    /// A DOCTYPE of another name than `html`, or with a parse error.
    Doctype,
    /// PLAINTEXT.
    Plaintext,
    /// A CDATA section.
    CdataSection,
    /// Raw text whose end is not found straight away: a script with `<!--`.
    RawText,
    /// A control, `=`, a byte that is not ASCII, or too many bytes in a name.
    OddName,
    /// More attributes than the fast path reads of a tag, or than are allowed.
    ManyAttributes,
    /// Anything else: memory that is short.
    Other,
}

impl fmt::Display for DeclinedReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Asked => "the machine was asked for",
            Self::Error(code) => code.as_str(),
            Self::EndOfInput => "cut by the end of the input",
            Self::BogusComment => "bogus comment",
            Self::EmptyComment => "comment that ends at once",
            Self::Doctype => "DOCTYPE other than of html, or with an error",
            Self::Plaintext => "PLAINTEXT",
            Self::CdataSection => "CDATA section",
            Self::RawText => "raw text whose end is not found straight away",
            Self::OddName => "odd character in a name, or a long name",
            Self::ManyAttributes => "many attributes",
            Self::Other => "other",
        })
    }
}

/// The last token, and the first error of those that the fast path does not report itself.
#[derive(Default)]
struct Last<'a> {
    token: Option<Token<'a>>,
    error: Option<ParseError>,
}

impl Last<'_> {
    /// Returns why `span`, which was read from the state on, was declined, and where. It follows the list at the top of
    /// [`crate::fast`].
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
            Some(Token::EndTag(_)) if is_tag => Reason::OddName,
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

/// Returns why a start tag was declined of which no error was told, and where.
fn tag_reason(tag: &StartTag<'_>) -> (DeclinedReason, usize) {
    let is_odd = |name: &[u8]| {
        name.len() >= fast::MAX_NAME || name.iter().any(|&byte| byte <= b' ' || byte == b'=' || !byte.is_ascii())
    };
    if tag.raw_name().iter().any(|&byte| byte <= b' ' || byte == b'=') {
        return (DeclinedReason::OddName, tag.name_span().start);
    }
    if let Some(odd) = tag.attributes().find(|attribute| is_odd(attribute.raw_name())) {
        return (DeclinedReason::OddName, odd.span().start);
    }
    let reason = if tag.attributes().len() + tag.surplus_attributes() > fast::MAX_ATTRIBUTES {
        DeclinedReason::ManyAttributes
    } else if tag.duplicate_attributes() > 0 {
        DeclinedReason::OddName // of one that was dropped
    } else {
        DeclinedReason::Other
    };
    (reason, tag.span().start)
}

/// Returns whether the fast path reports an error itself: those of character references, of NUL in values and text, and of
/// preprocessing, which are found apart.
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

impl<'a> Sink<'a> for Last<'a> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.token = Some(Token::Doctype(doctype));
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.token = Some(Token::StartTag(tag));
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.token = Some(Token::EndTag(tag));
    }

    fn text(&mut self, text: Text<'a>) {
        self.token = Some(Token::Text(text));
    }

    fn comment(&mut self, comment: Comment<'a>) {
        self.token = Some(Token::Comment(comment));
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.token = Some(Token::ProcessingInstruction(instruction));
    }

    fn dropped(&mut self, dropped: Dropped) {
        self.token = Some(Token::Dropped(dropped));
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

    /// Returns what is declined, as text, after a check that it is what `tokenize` says.
    fn found(html: &[u8], options: &Options) -> String {
        let mut arena = Arena::new();
        let parts = declined(html, options, &mut arena);
        let bytes: usize = parts.iter().map(|part| part.span().len()).sum();
        let summary = tokenize(html, options, &mut arena, &mut Last::default());
        assert_eq!(bytes, summary.machine_bytes(), "{:?}", html.escape_ascii().to_string());
        parts.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn each_kind_of_construct_has_its_reason() {
        let many = [b"<p>".as_slice(), b"<a", " b1 b2 b3 b4 b5 b6 b7 b8 b9".repeat(4).as_bytes(), b">"].concat();
        let distinct: Vec<u8> = (0..=fast::MAX_ATTRIBUTES).flat_map(|n| alloc::format!(" a{n}").into_bytes()).collect();
        let distinct = [b"<a".as_slice(), &distinct, b">"].concat();
        let long = [b"<a ".as_slice(), &[b'b'; 70], b">"].concat();
        let cases: &[(&[u8], &str, &str)] = &[
            (b"<!doctype html><p class=a>b &amp; c</p><!-- d --><script>e</script>", "", ""),
            (b"a<b", "cut by the end of the input at byte 1", "cut by the end of the input at byte 1"),
            (b"<!doctype svg>", "DOCTYPE other than of html, or with an error at byte 0", "="),
            (b"a<?b>", "bogus comment at byte 1", "unexpected-question-mark-instead-of-tag-name at byte 2"),
            (b"a</>", "bogus comment at byte 1", "missing-end-tag-name at byte 3"),
            (b"<!-->", "comment that ends at once at byte 0", "abrupt-closing-of-empty-comment at byte 4"),
            (b"<!-- <!-- -->", "", "nested-comment at byte 9"),
            (b"<!-- ", "cut by the end of the input at byte 0", "="),
            (b"<plaintext>a", "PLAINTEXT at byte 11", "="),
            (b"<svg><![CDATA[a]]></svg>", "CDATA section at byte 5", "="),
            (
                b"<script><!--",
                "raw text whose end is not found straight away at byte 8",
                "cut by the end of the input at byte 8",
            ),
            (
                b"<p =a>",
                "odd character in a name, or a long name at byte 3",
                "unexpected-equals-sign-before-attribute-name at byte 3",
            ),
            ("<p a \u{E9}=b>".as_bytes(), "odd character in a name, or a long name at byte 5", "="),
            (&long, "odd character in a name, or a long name at byte 3", "="),
            (&many, "", "duplicate-attribute at byte 35"),
            (&distinct, "many attributes at byte 0", "="),
            (b"<a b='c'd>", "", "missing-whitespace-between-attributes at byte 8"),
            (b"</a b>", "", "end-tag-with-attributes at byte 5"),
        ];
        for (html, without, with) in cases {
            let name = html.escape_ascii().to_string();
            assert_eq!(found(html, &Options::default()), *without, "{name}");
            let with = if *with == "=" { without } else { with };
            assert_eq!(found(html, &Options::default().with_errors(true)), *with, "{name}, with errors");
        }
    }

    #[test]
    fn the_machine_alone_reads_all() {
        let options = Options::default().with_engine(Engine::Machine);
        assert_eq!(found(b"<p>a", &options), "the machine was asked for at byte 0");
    }
}
