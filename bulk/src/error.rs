//! Why a page could not be read.

use crate::input::{Capture, Id};
use std::fmt;
use std::io;

/// A page, or a folder of them, that could not be read. Its message names it.
///
/// ```
/// use std::path::Path;
/// use tagrake_bulk::input::{InputFormat, pages};
///
/// let error = pages(Path::new("no/such/page.html"), InputFormat::Auto).next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "no/such/page.html: No such file or directory");
/// ```
#[derive(Debug, thiserror::Error)]
#[error("{origin}: {kind}")]
#[non_exhaustive]
pub struct InputError {
    /// The path; with the number of the line, from 1, if it is that of a line: `pages.jsonl:3`.
    pub origin: String,
    /// The page's id, if the line has one in spite of all.
    pub id: Option<Id>,
    /// What a web archive says of the page, if it comes from one.
    pub capture: Option<Box<Capture>>,
    /// What went wrong.
    pub kind: InputErrorKind,
}

impl InputError {
    pub(crate) fn new(origin: impl Into<String>, kind: InputErrorKind) -> Self {
        Self { origin: origin.into(), id: None, capture: None, kind }
    }

    pub(crate) fn io(origin: impl Into<String>, error: io::Error) -> Self {
        Self::new(origin, InputErrorKind::Io(error))
    }

    /// Returns whether a line of pages is wrong: a page that is there, and of which a record can say so.
    ///
    /// ```
    /// use tagrake_bulk::input::json_lines;
    ///
    /// let mut pages = json_lines("-", &b"{}"[..]);
    /// assert!(pages.next().unwrap().unwrap_err().is_of_line());
    /// ```
    pub fn is_of_line(&self) -> bool {
        matches!(self.kind, InputErrorKind::Line(_))
    }
}

/// What can go wrong with a page.
///
/// ```
/// use tagrake_bulk::InputErrorKind;
///
/// let error = std::io::Error::from_raw_os_error(2);
/// assert_eq!(InputErrorKind::Io(error).to_string(), "No such file or directory");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// It cannot be opened or read.
    Io(io::Error),
    /// A folder without HTML in it.
    EmptyFolder,
    /// A symbolic link to a folder that holds it.
    Loop,
    /// A line that holds no page; says why.
    Line(String),
}

impl fmt::Display for InputErrorKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => formatter.write_str(&reason(error)),
            Self::EmptyFolder => formatter.write_str("the folder holds no .html or .htm file"),
            Self::Loop => formatter.write_str("a link to a folder that holds it"),
            Self::Line(reason) => formatter.write_str(reason),
        }
    }
}

/// Returns the system's words for an error, without its number.
///
/// ```
/// let error = std::io::Error::from_raw_os_error(28);
/// assert_eq!(tagrake_bulk::reason(&error), "No space left on device");
/// ```
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
