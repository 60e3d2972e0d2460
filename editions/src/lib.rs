//! Tokenizes by five editions of the standard: four drafts of HTML 5, and the Living Standard.
//!
//! This is a tool to study archived pages and how they were read at the time. One literal state machine, which consumes
//! one code point at a time, implements the drafts of 27 October 2007, 10 June 2008, 23 July 2008 and 7 February 2009.
//! Where the drafts differ, it checks a [`Rule`] and records the offset of the check. [`compare`] reports where the
//! editions give different tokens, and by which rules.
//!
//! ```
//! use tagrake::Options;
//! use tagrake_editions::{TokenContent, Edition, tokenize};
//!
//! let unfinished = |edition| tokenize("<a href=x", edition, &Options::default()).tokens;
//! assert!(matches!(&unfinished(Edition::October2007)[0].content, TokenContent::StartTag { name, .. } if name == "a"));
//! assert!(unfinished(Edition::Living).is_empty());
//! ```
//!
//! # Tree construction
//!
//! In the drafts, the tree construction stage sets the content model flag. For the draft of 2007, the name of the start
//! tag determines it. The later drafts have foreign content; for them, as for the Living Standard, the tree-builder
//! simulator determines it by the current rules, so that all differences come from the tokenization sections. With
//! [`Options::with_feedback`](tagrake::Options::with_feedback) off, the flag does not change.

#![no_std]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

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

use tagrake::Options;

/// Tokenizes `html` by `edition`.
///
/// [`Options::engine`] and [`Options::simd`] apply to the Living Standard only. The initial state is one of the current
/// standard: RAWTEXT and script data become the drafts' CDATA. A draft without the state ([`Edition::has_state`])
/// starts in PCDATA.
///
/// ```
/// use tagrake::Options;
/// use tagrake_editions::{TokenContent, Edition, tokenize};
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
