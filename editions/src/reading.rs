//! The result of tokenizing by an edition: tokens, errors and rule checks.

use super::RuleCheck;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// The tokens of a page by one edition.
///
/// ```
/// use tagrake::Options;
/// use tagrake_editions::{Edition, tokenize};
///
/// let reading = tokenize("<p>x", Edition::July2008, &Options::default());
/// assert_eq!((reading.tokens.len(), reading.errors.len()), (2, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The tokens. Consecutive characters are one token, and there is no end-of-file token.
    pub tokens: Vec<Token>,
    /// The parse errors in the order of detection, if [`Options::errors`](tagrake::Options::errors) is on.
    pub errors: Vec<ParseError>,
    /// The checks of rules on which the editions differ. Empty for the Living Standard.
    pub rule_checks: Vec<RuleCheck>,
}

/// A token and its position.
///
/// ```
/// use tagrake::Options;
/// use tagrake_editions::{TokenContent, Edition, tokenize};
///
/// let tokens = tokenize("a<P>", Edition::July2008, &Options::default()).tokens;
/// assert_eq!(tokens[0].content, TokenContent::Text("a".into()));
/// assert_eq!(tokens[1].span, 1..4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Token {
    /// The content of the token.
    pub content: TokenContent,
    /// The byte range of the token in the page.
    pub span: Range<usize>,
}

/// The content of a token.
///
/// ```
/// use tagrake::Options;
/// use tagrake_editions::{TokenContent, Edition, tokenize};
///
/// let tokens = tokenize("</P>", Edition::July2008, &Options::default()).tokens;
/// assert_eq!(tokens[0].content, TokenContent::EndTag { name: "p".into() });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenContent {
    /// A DOCTYPE. A missing name or identifier is `None`.
    Doctype {
        /// The name.
        name: Option<String>,
        /// The public identifier.
        public_id: Option<String>,
        /// The system identifier.
        system_id: Option<String>,
        /// The force-quirks flag. In the draft of 2007, true if the correctness flag is "incorrect".
        force_quirks: bool,
    },
    /// A start tag.
    StartTag {
        /// The name.
        name: String,
        /// Names and values, in source order, without duplicates.
        attributes: Vec<(String, String)>,
        /// The self-closing flag. Always false in the draft of 2007, which does not have it.
        self_closing: bool,
    },
    /// An end tag.
    EndTag {
        /// The name.
        name: String,
    },
    /// The data of a comment.
    Comment(String),
    /// Characters.
    Text(String),
}

/// A parse error and its position.
///
/// ```
/// use tagrake::Options;
/// use tagrake_editions::{Edition, tokenize};
///
/// let options = Options::default().with_errors(true);
/// let old = tokenize("<br/>", Edition::October2007, &options).errors;
/// assert!(old.is_empty());
/// let old = tokenize("<b/>", Edition::October2007, &options).errors;
/// assert_eq!(old[0].to_string(), "slash that is not permitted at byte 2");
/// let new = tokenize("<", Edition::Living, &options).errors;
/// assert_eq!(new[0].message, "eof-before-tag-name");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseError {
    /// The error code of the Living Standard. For a draft, a description by this crate, since the drafts do not name
    /// errors.
    pub message: &'static str,
    /// The byte offset of the current input character, or the length of the page at its end.
    pub offset: usize,
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} at byte {}", self.message, self.offset)
    }
}

impl core::error::Error for ParseError {}
