//! Parse error codes. One list defines both the enum and the names of the codes.

use core::fmt;
use core::str::FromStr;

macro_rules! error_codes {
    ($($variant:ident, $code:literal;)*) => {
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
                    "[", $code, "](https://html.spec.whatwg.org/multipage/parsing.html#parse-error-", $code, ")"
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
        }
    };
}

error_codes! {
    AbruptClosingOfEmptyComment, "abrupt-closing-of-empty-comment";
    AbruptDoctypePublicIdentifier, "abrupt-doctype-public-identifier";
    AbruptDoctypeSystemIdentifier, "abrupt-doctype-system-identifier";
    AbsenceOfDigitsInNumericCharacterReference, "absence-of-digits-in-numeric-character-reference";
    CdataInHtmlContent, "cdata-in-html-content";
    CharacterReferenceOutsideUnicodeRange, "character-reference-outside-unicode-range";
    ControlCharacterInInputStream, "control-character-in-input-stream";
    ControlCharacterReference, "control-character-reference";
    DisallowedProcessingInstructionTarget, "disallowed-processing-instruction-target";
    DuplicateAttribute, "duplicate-attribute";
    EndTagWithAttributes, "end-tag-with-attributes";
    EndTagWithTrailingSolidus, "end-tag-with-trailing-solidus";
    EofBeforeTagName, "eof-before-tag-name";
    EofInCdata, "eof-in-cdata";
    EofInComment, "eof-in-comment";
    EofInDoctype, "eof-in-doctype";
    EofInProcessingInstruction, "eof-in-processing-instruction";
    EofInScriptHtmlCommentLikeText, "eof-in-script-html-comment-like-text";
    EofInTag, "eof-in-tag";
    IncorrectlyClosedComment, "incorrectly-closed-comment";
    IncorrectlyOpenedComment, "incorrectly-opened-comment";
    InvalidCharacterSequenceAfterDoctypeName, "invalid-character-sequence-after-doctype-name";
    InvalidFirstCharacterOfProcessingInstructionTarget, "invalid-first-character-of-processing-instruction-target";
    InvalidFirstCharacterOfTagName, "invalid-first-character-of-tag-name";
    InvalidProcessingInstructionTarget, "invalid-processing-instruction-target";
    MissingAttributeValue, "missing-attribute-value";
    MissingDoctypeName, "missing-doctype-name";
    MissingDoctypePublicIdentifier, "missing-doctype-public-identifier";
    MissingDoctypeSystemIdentifier, "missing-doctype-system-identifier";
    MissingEndTagName, "missing-end-tag-name";
    MissingQuoteBeforeDoctypePublicIdentifier, "missing-quote-before-doctype-public-identifier";
    MissingQuoteBeforeDoctypeSystemIdentifier, "missing-quote-before-doctype-system-identifier";
    MissingSemicolonAfterCharacterReference, "missing-semicolon-after-character-reference";
    MissingWhitespaceAfterDoctypePublicKeyword, "missing-whitespace-after-doctype-public-keyword";
    MissingWhitespaceAfterDoctypeSystemKeyword, "missing-whitespace-after-doctype-system-keyword";
    MissingWhitespaceBeforeDoctypeName, "missing-whitespace-before-doctype-name";
    MissingWhitespaceBetweenAttributes, "missing-whitespace-between-attributes";
    MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers, "missing-whitespace-between-doctype-public-and-system-identifiers";
    NestedComment, "nested-comment";
    NoncharacterCharacterReference, "noncharacter-character-reference";
    NoncharacterInInputStream, "noncharacter-in-input-stream";
    NullCharacterReference, "null-character-reference";
    SurrogateCharacterReference, "surrogate-character-reference";
    SurrogateInInputStream, "surrogate-in-input-stream";
    UnexpectedCharacterAfterDoctypeSystemIdentifier, "unexpected-character-after-doctype-system-identifier";
    UnexpectedCharacterInAttributeName, "unexpected-character-in-attribute-name";
    UnexpectedCharacterInUnquotedAttributeValue, "unexpected-character-in-unquoted-attribute-value";
    UnexpectedEqualsSignBeforeAttributeName, "unexpected-equals-sign-before-attribute-name";
    UnexpectedNullCharacter, "unexpected-null-character";
    UnexpectedQuestionMarkInsteadOfTagName, "unexpected-question-mark-instead-of-tag-name";
    UnexpectedSolidusInTag, "unexpected-solidus-in-tag";
    UnknownNamedCharacterReference, "unknown-named-character-reference";
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
        known.ok_or(UnknownName { of: "parse error" })
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
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} at byte {}", self.code, self.offset)
    }
}

impl core::error::Error for ParseError {}

/// The error of parsing an [`ErrorCode`], a [`TextState`](crate::TextState) or an edition of the standard from a string
/// that names none.
///
/// ```
/// use tagrake::TextState;
///
/// let error = "Tag name state".parse::<TextState>().unwrap_err();
/// assert_eq!(error.to_string(), "no text state has this name");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The kind of name, for the message.
    pub(crate) of: &'static str,
}

impl UnknownName {
    /// Returns the error for a name of this kind: "state".
    pub const fn of(kind: &'static str) -> Self {
        Self { of: kind }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "no {} has this name", self.of)
    }
}

impl core::error::Error for UnknownName {}
