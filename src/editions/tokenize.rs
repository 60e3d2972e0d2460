//! Tokenizes a page by an edition.

use super::{Edition, Reading, draft_machine, living};
use crate::options::Options;

/// Tokenizes `html` by `edition`.
///
/// [`Options::engine`] and [`Options::simd`] apply to the Living Standard only. The initial state is one of the current
/// standard: RAWTEXT and script data become the drafts' CDATA. A draft without the state ([`Edition::has_state`])
/// starts in PCDATA.
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
