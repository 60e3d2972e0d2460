//! What reading an edition gives: tokens, errors and rule checks.

use super::RuleCheck;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// A page as one edition reads it.
///
/// ```
/// use tagrake::Options;
/// use tagrake::editions::{Edition, tokenize};
///
/// let reading = tokenize("<p>x", Edition::July2008, &Options::default());
/// assert_eq!((reading.tokens.len(), reading.errors.len()), (2, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reading {
    /// The tokens; characters that follow each other are one. There is none for the end of the file.
    pub tokens: Vec<Token>,
    /// The parse errors in the order in which they are found, if [`Options::errors`](crate::Options::errors) is on.
    pub errors: Vec<ParseError>,
    /// Where a rule that not all editions have was asked. The living edition keeps no note of it.
    pub rule_checks: Vec<RuleCheck>,
}

/// A token, and where it stands.
///
/// ```
/// use tagrake::Options;
/// use tagrake::editions::{TokenContent, Edition, tokenize};
///
/// let tokens = tokenize("a<P>", Edition::July2008, &Options::default()).tokens;
/// assert_eq!(tokens[0].content, TokenContent::Text("a".into()));
/// assert_eq!(tokens[1].span, 1..4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Token {
    /// What it is.
    pub content: TokenContent,
    /// The bytes of the page that it comes from.
    pub span: Range<usize>,
}

/// What a token is.
///
/// ```
/// use tagrake::Options;
/// use tagrake::editions::{TokenContent, Edition, tokenize};
///
/// let tokens = tokenize("</P>", Edition::July2008, &Options::default()).tokens;
/// assert_eq!(tokens[0].content, TokenContent::EndTag { name: "p".into() });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenContent {
    /// A DOCTYPE. A name or identifier that is missing is `None`.
    Doctype {
        /// The name.
        name: Option<String>,
        /// The public identifier.
        public_id: Option<String>,
        /// The system identifier.
        system_id: Option<String>,
        /// The force-quirks flag; in the draft of 2007 whether the correctness flag is "incorrect".
        force_quirks: bool,
    },
    /// A start tag.
    StartTag {
        /// The name.
        name: String,
        /// Names and values, in source order, without duplicates.
        attributes: Vec<(String, String)>,
        /// The self-closing flag, which the draft of 2007 does not have.
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

/// A parse error: what, and where.
///
/// ```
/// use tagrake::Options;
/// use tagrake::editions::{Edition, tokenize};
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
    /// What is wrong, in words of ours: the drafts do not name errors. For the living edition it is the standard's code.
    pub message: &'static str,
    /// The byte offset of the current input character; the length of the page at its end.
    pub offset: usize,
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} at byte {}", self.message, self.offset)
    }
}

impl core::error::Error for ParseError {}
