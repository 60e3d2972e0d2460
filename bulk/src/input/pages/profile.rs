//! How the encoding of a page is found.

use serde::Deserialize;

/// How the encoding of a page is found if none is declared.
///
/// ```
/// use tagrake_bulk::Profile;
///
/// assert_eq!(Profile::default(), Profile::Standard);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// By the standard's default: windows-1252.
    #[default]
    Standard,
    /// By detection, as in browsers: UTF-8 if the bytes are valid UTF-8, else by [`guess_encoding`](crate::guess_encoding).
    Crawl,
}
