//! Parse error codes. One list defines the enum, the names of the codes, and what they mean.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use core::str::FromStr;

macro_rules! error_codes {
    ($($variant:ident, $code:literal, $description:literal;)*) => {
        /// The code of a [parse error](https://html.spec.whatwg.org/multipage/parsing.html#parse-errors) that
        /// preprocessing or the tokenizer reports.
        ///
        /// Five codes depend on
        /// [`Options::with_processing_instructions`](crate::Options::with_processing_instructions): four are reported
        /// only with it, and `unexpected-question-mark-instead-of-tag-name` only without it.
        ///
        /// ```
        /// use tagrake::ErrorCode;
        ///
        /// assert_eq!(ErrorCode::EofInTag.as_str(), "eof-in-tag");
        /// assert_eq!("eof-in-tag".parse(), Ok(ErrorCode::EofInTag));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum ErrorCode {
            $(
                #[doc = concat!(
                    "[", $code, "](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-", $code, "): ",
                    $description
                )]
                $variant,
            )*
        }

        impl ErrorCode {
            /// All codes, in alphabetical order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the code as the standard spells it, such as `"eof-in-tag"`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $code,)*
                }
            }

            /// Returns what the error is, and what the standard does with it, in one or two sentences.
            ///
            /// ```
            /// let error = tagrake::ErrorCode::MissingEndTagName;
            /// assert_eq!(error.description(), "An end tag has no name, as in `</>`, so it is ignored.");
            /// ```
            pub const fn description(self) -> &'static str {
                match self {
                    $(Self::$variant => $description,)*
                }
            }
        }
    };
}

error_codes! {
    AbruptClosingOfEmptyComment, "abrupt-closing-of-empty-comment",
        "An empty comment is closed by `>` at once, as in `<!-->`.";
    AbruptDoctypePublicIdentifier, "abrupt-doctype-public-identifier",
        "A `>` ends the DOCTYPE inside of its public identifier, so the identifier is truncated and the page is in quirks mode.";
    AbruptDoctypeSystemIdentifier, "abrupt-doctype-system-identifier",
        "A `>` ends the DOCTYPE inside of its system identifier, so the identifier is truncated and the page is in quirks mode.";
    AbsenceOfDigitsInNumericCharacterReference, "absence-of-digits-in-numeric-character-reference",
        "A numeric character reference has no digits, as in `&#qux;`, so it is text.";
    CdataInHtmlContent, "cdata-in-html-content",
        "A CDATA section is outside of SVG and MathML, so it is read as a bogus comment.";
    CharacterReferenceOutsideUnicodeRange, "character-reference-outside-unicode-range",
        "A numeric character reference is above U+10FFFF, so it means U+FFFD.";
    ControlCharacterInInputStream, "control-character-in-input-stream",
        "The page contains a control character that is neither white space nor NULL. It is kept.";
    ControlCharacterReference, "control-character-reference",
        "A numeric character reference means a control character. From 0x80 to 0x9F it is read as in windows-1252.";
    DisallowedProcessingInstructionTarget, "disallowed-processing-instruction-target",
        "The target of a processing instruction is `xml` or `xml-stylesheet`, so it is read as a bogus comment.";
    DuplicateAttribute, "duplicate-attribute",
        "A tag has an attribute with the name of an earlier one, so the later one is dropped.";
    EndTagWithAttributes, "end-tag-with-attributes",
        "An end tag has attributes, which are dropped.";
    EndTagWithTrailingSolidus, "end-tag-with-trailing-solidus",
        "An end tag ends with `/>`. The `/` is ignored.";
    EofBeforeTagName, "eof-before-tag-name",
        "The page ends after `<` or `</`, which is text.";
    EofInCdata, "eof-in-cdata",
        "The page ends inside of a CDATA section. The section ends there.";
    EofInComment, "eof-in-comment",
        "The page ends inside of a comment. The comment ends there.";
    EofInDoctype, "eof-in-doctype",
        "The page ends inside of its DOCTYPE, so the page is in quirks mode.";
    EofInProcessingInstruction, "eof-in-processing-instruction",
        "The page ends inside of a processing instruction, which is dropped.";
    EofInScriptHtmlCommentLikeText, "eof-in-script-html-comment-like-text",
        "The page ends inside of `<!--` in a script. The script ends there.";
    EofInTag, "eof-in-tag",
        "The page ends inside of a tag, which is dropped.";
    IncorrectlyClosedComment, "incorrectly-closed-comment",
        "A comment is closed by `--!>`. It ends there.";
    IncorrectlyOpenedComment, "incorrectly-opened-comment",
        "No comment, DOCTYPE or CDATA section starts after `<!`, so a bogus comment does, up to the next `>`.";
    InvalidCharacterSequenceAfterDoctypeName, "invalid-character-sequence-after-doctype-name",
        "Neither PUBLIC nor SYSTEM comes after the name of the DOCTYPE, so the page is in quirks mode.";
    InvalidFirstCharacterOfProcessingInstructionTarget, "invalid-first-character-of-processing-instruction-target",
        "The target of a processing instruction starts with a character that cannot start a name, so it is read as a bogus comment.";
    InvalidFirstCharacterOfTagName, "invalid-first-character-of-tag-name",
        "No letter comes after `<` or `</`, so `<` is text, and `</` starts a bogus comment.";
    InvalidProcessingInstructionTarget, "invalid-processing-instruction-target",
        "The target of a processing instruction contains a character that names do not have, so it is read as a bogus comment.";
    MissingAttributeValue, "missing-attribute-value",
        "A `>` comes in place of the value of an attribute, so the value is empty.";
    MissingDoctypeName, "missing-doctype-name",
        "The DOCTYPE has no name, so the page is in quirks mode.";
    MissingDoctypePublicIdentifier, "missing-doctype-public-identifier",
        "The DOCTYPE has no identifier after PUBLIC, so the page is in quirks mode.";
    MissingDoctypeSystemIdentifier, "missing-doctype-system-identifier",
        "The DOCTYPE has no identifier after SYSTEM, so the page is in quirks mode.";
    MissingEndTagName, "missing-end-tag-name",
        "An end tag has no name, as in `</>`, so it is ignored.";
    MissingQuoteBeforeDoctypePublicIdentifier, "missing-quote-before-doctype-public-identifier",
        "The public identifier of the DOCTYPE has no quote before it, so it is ignored and the page is in quirks mode.";
    MissingQuoteBeforeDoctypeSystemIdentifier, "missing-quote-before-doctype-system-identifier",
        "The system identifier of the DOCTYPE has no quote before it, so it is ignored and the page is in quirks mode.";
    MissingSemicolonAfterCharacterReference, "missing-semicolon-after-character-reference",
        "A character reference has no semicolon. It is decoded all the same.";
    MissingWhitespaceAfterDoctypePublicKeyword, "missing-whitespace-after-doctype-public-keyword",
        "No white space comes between PUBLIC and the identifier.";
    MissingWhitespaceAfterDoctypeSystemKeyword, "missing-whitespace-after-doctype-system-keyword",
        "No white space comes between SYSTEM and the identifier.";
    MissingWhitespaceBeforeDoctypeName, "missing-whitespace-before-doctype-name",
        "No white space comes between DOCTYPE and the name.";
    MissingWhitespaceBetweenAttributes, "missing-whitespace-between-attributes",
        "No white space comes between two attributes.";
    MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers, "missing-whitespace-between-doctype-public-and-system-identifiers",
        "No white space comes between the identifiers of the DOCTYPE.";
    NestedComment, "nested-comment",
        "A comment contains `<!--`. It ends at the next `-->` all the same.";
    NoncharacterCharacterReference, "noncharacter-character-reference",
        "A numeric character reference means a noncharacter, such as U+FFFE. It is decoded all the same.";
    NoncharacterInInputStream, "noncharacter-in-input-stream",
        "The page contains a noncharacter, such as U+FFFE. It is kept.";
    NullCharacterReference, "null-character-reference",
        "A numeric character reference means U+0000, so it is read as U+FFFD.";
    SurrogateCharacterReference, "surrogate-character-reference",
        "A numeric character reference means a surrogate, so it is read as U+FFFD.";
    SurrogateInInputStream, "surrogate-in-input-stream",
        "The page contains a surrogate. It is kept.";
    UnexpectedCharacterAfterDoctypeSystemIdentifier, "unexpected-character-after-doctype-system-identifier",
        "Something other than `>` comes after the system identifier of the DOCTYPE. It is ignored.";
    UnexpectedCharacterInAttributeName, "unexpected-character-in-attribute-name",
        "The name of an attribute contains a quote or `<`: often a quote or a `>` is missing before it. The character is part of the name.";
    UnexpectedCharacterInUnquotedAttributeValue, "unexpected-character-in-unquoted-attribute-value",
        "A value without quotes contains a quote, `<`, `=` or a backtick. The character is part of the value.";
    UnexpectedEqualsSignBeforeAttributeName, "unexpected-equals-sign-before-attribute-name",
        "A `=` comes before the name of an attribute. It is part of the name.";
    UnexpectedNullCharacter, "unexpected-null-character",
        "The page contains U+0000. In text outside of SVG and MathML it is dropped by tree construction, else it is read as U+FFFD.";
    UnexpectedQuestionMarkInsteadOfTagName, "unexpected-question-mark-instead-of-tag-name",
        "A `?` comes after `<`, as in a processing instruction of XML, so it is read as a bogus comment.";
    UnexpectedSolidusInTag, "unexpected-solidus-in-tag",
        "A `/` in a tag is not before its `>`. It is read as white space.";
    UnknownNamedCharacterReference, "unknown-named-character-reference",
        "An ampersand, a name and a semicolon are no character reference of the standard, so they are text.";
}

impl FromStr for ErrorCode {
    type Err = UnknownName;

    /// Parses a code as the standard spells it. Case matters.
    ///
    /// # Errors
    ///
    /// Returns [`UnknownName`] for any other string.
    fn from_str(code: &str) -> Result<Self, UnknownName> {
        let known = Self::ALL.iter().copied().find(|known| known.as_str() == code);
        known.ok_or_else(|| UnknownName::new("parse error", code, Self::ALL.iter().map(|known| known.as_str())))
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A parse error: its code and its offset.
///
/// ```
/// use tagrake::{Arena, ErrorCode, Options, ParseError, Tokenizer};
///
/// let arena = Arena::new();
/// let mut tokenizer = Tokenizer::with_options(b"a</>", &Options::default().with_errors(true), &arena);
/// tokenizer.by_ref().count();
/// assert_eq!(tokenizer.errors(), [ParseError::new(ErrorCode::MissingEndTagName, 3)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseError {
    /// The standard's code.
    pub code: ErrorCode,
    /// The byte offset of the standard's [current input
    /// character](https://html.spec.whatwg.org/multipage/parsing.html#current-input-character) when it reports the
    /// error, or the length of the input for an error at its end. [`LineIndex`](crate::LineIndex) converts it to a line
    /// and a column.
    pub offset: usize,
}

impl ParseError {
    /// Returns the error `code` at the byte offset `offset`.
    pub const fn new(code: ErrorCode, offset: usize) -> Self {
        Self { code, offset }
    }

    /// Returns the byte range of the character at [`offset`](Self::offset) in the input `html`, to underline it: the current
    /// input character, in its complete length. Invalid bytes that together give one U+FFFD are one character, and so is a
    /// CR LF. At the end of the input, the range is empty.
    ///
    /// ```
    /// use tagrake::{Arena, Options, Tokenizer};
    ///
    /// let html = "<p a='b'é>";
    /// let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::with_options(html.as_bytes(), &Options::default().with_errors(true), &arena);
    /// tokenizer.by_ref().for_each(drop);
    /// let error = tokenizer.errors()[0];
    /// assert_eq!(error.code.description(), "No white space comes between two attributes.");
    /// assert_eq!(&html[error.span(html.as_bytes())], "é");
    /// ```
    pub fn span(&self, html: &[u8]) -> Range<usize> {
        character_range(html, self.offset)
    }
}

/// Returns the byte range of the character at `offset` in `html`: see [`ParseError::span`].
pub(crate) fn character_range(html: &[u8], offset: usize) -> Range<usize> {
    let start = offset.min(html.len());
    let rest = &html[start..];
    // A character has at most four bytes.
    let first = rest[..rest.len().min(4)].utf8_chunks().next();
    let len = match rest {
        [b'\r', b'\n', ..] => 2,
        _ => first.map_or(0, |chunk| chunk.valid().chars().next().map_or(chunk.invalid().len(), char::len_utf8)),
    };
    start..start + len
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} at byte {}", self.code, self.offset)
    }
}

impl core::error::Error for ParseError {}

/// The error of parsing a value from a string that names none, such as an [`ErrorCode`] or a [`TextState`](crate::TextState).
///
/// ```
/// use tagrake::{ErrorCode, TextState};
///
/// let error = "CDATA state".parse::<TextState>().unwrap_err();
/// assert_eq!(error.name(), "CDATA state");
/// let message = "'CDATA state' is no text state: expected one of Data state, RCDATA state, RAWTEXT state, Script data state, \
///                PLAINTEXT state, CDATA section state";
/// assert_eq!(error.to_string(), message);
/// let error = "eof".parse::<ErrorCode>().unwrap_err();
/// assert!(error.to_string().ends_with("is no parse error: expected one of 52 names, such as abrupt-closing-of-empty-comment"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    kind: &'static str,
    name: Box<str>,
    accepted: Vec<&'static str>,
}

/// The maximum length of the accepted names in a message, in bytes.
const MAX_LISTED_BYTES: usize = 400;

impl UnknownName {
    /// Returns the error for `name`, which is none of the `accepted` names of this kind: "text state".
    ///
    /// ```
    /// let error = tagrake::UnknownName::new("colour", "grey", ["red", "green"]);
    /// assert_eq!(error.to_string(), "'grey' is no colour: expected one of red, green");
    /// ```
    pub fn new(kind: &'static str, name: &str, accepted: impl IntoIterator<Item = &'static str>) -> Self {
        Self { kind, name: name.into(), accepted: accepted.into_iter().collect() }
    }

    /// Returns the string that was parsed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the names that are accepted.
    pub fn accepted(&self) -> &[&'static str] {
        &self.accepted
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, name, accepted } = self;
        write!(formatter, "'{name:.40}' is no {kind}: expected one of ")?;
        let names = accepted.join(", ");
        match accepted.first() {
            Some(first) if names.len() > MAX_LISTED_BYTES => {
                write!(formatter, "{} names, such as {first}", accepted.len())
            }
            _ => formatter.write_str(&names),
        }
    }
}

impl core::error::Error for UnknownName {}
