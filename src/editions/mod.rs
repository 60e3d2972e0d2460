//! The tokenizer of five editions of the standard: four drafts of HTML 5, and the living one.
//!
//! For whom studies archived pages, and why they looked as they did. One literal machine reads the drafts of 27 October
//! 2007, 10 June 2008, 23 July 2008 and 7 February 2009, a code point at a time; where they differ it asks a [`Rule`], and
//! keeps note of where in the page it did. [`compare`] tells where the editions see different tokens, and by which rule.
//!
//! ```
//! use tagrake::Options;
//! use tagrake::editions::{TokenContent, Edition, tokenize};
//!
//! let unfinished = |edition| tokenize("<a href=x", edition, &Options::default()).tokens;
//! assert!(matches!(&unfinished(Edition::October2007)[0].content, TokenContent::StartTag { name, .. } if name == "a"));
//! assert!(unfinished(Edition::Living).is_empty());
//! ```
//!
//! # What of tree construction is here
//!
//! The drafts let the tree construction stage set the content model flag. For the draft of 2007 the name of the start tag
//! alone decides. The later drafts know foreign content; there today's tree construction decides, as for the living
//! edition, so that what differs comes from the tokenization sections alone. With [`Options::with_feedback`] off the flag
//! stays as it is.

mod compare;
mod draft_machine;
mod edition;
mod living;
mod named_references;
mod reading;
mod rule;
mod tree_feedback;

pub use compare::{Difference, compare};
pub use edition::Edition;
pub use reading::{ParseError, Reading, Token, TokenContent};
pub use rule::{Rule, RuleCheck};

use crate::options::Options;

/// Reads `html` as `edition` says.
///
/// Of the `options`, [`Options::engine`] and [`Options::simd`] are for the living edition alone. The states at the first
/// byte are those of today: RAWTEXT and script data are the drafts' CDATA. A draft that lacks a state
/// ([`Edition::has_state`]) reads the input as PCDATA.
///
/// ```
/// use tagrake::Options;
/// use tagrake::editions::{TokenContent, Edition, tokenize};
///
/// let options = Options::default().with_errors(true);
/// let reading = tokenize("<!--a--!>b", Edition::February2009, &options);
/// assert_eq!(reading.tokens[0].content, TokenContent::Comment("a--!>b".into()));
/// let errors: Vec<_> = reading.errors.iter().map(|error| (error.message, error.offset)).collect();
/// assert_eq!(errors, [("two dashes in a comment", 7), ("end of file in a comment", 10)]);
/// ```
pub fn tokenize(html: &str, edition: Edition, options: &Options) -> Reading {
    match edition {
        Edition::Living => living::read(html, options),
        _ => draft_machine::read(html, edition, options),
    }
}
