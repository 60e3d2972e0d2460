//! A page that was read: its bytes and their context.

use super::capture::Capture;
use crate::input::sources::format::is_xhtml_name;
use crate::input::sources::input_file::InputFile;
use crate::mime_type;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::value::RawValue;

/// A page that was read: its bytes and their context.
///
/// ```
/// use tagrake_bulk::input::InputPage;
///
/// let page = InputPage::new("page.html", b"<p>".to_vec());
/// assert_eq!((page.origin.as_str(), page.url), ("page.html", None));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct InputPage {
    /// The path. For a page from a line, also the number of the line, from 1: `pages.jsonl:3`.
    pub origin: String,
    /// The bytes.
    pub html: Vec<u8>,
    /// The id, if the page comes from a line that has one.
    pub id: Option<Id>,
    /// The capture, if the page comes from a web archive.
    pub capture: Option<Box<Capture>>,
    /// The URL.
    pub url: Option<String>,
    /// The value of the `Content-Type` header.
    pub content_type: Option<String>,
    /// The headers of the response: names and values.
    pub headers: Vec<(String, String)>,
    /// The scripting flag, if the page comes from a line that sets it.
    pub scripting: Option<bool>,
    /// How the encoding is found, if the page comes from a line that sets it.
    pub profile: Option<Profile>,
    /// True if the bytes are already text: their encoding is UTF-8, whatever the page or its headers declare.
    pub is_text: bool,
    /// True if the page is plain text, not HTML: each line is a paragraph.
    pub is_plain_text: bool,
    /// True if a page without a `Content-Type` is XHTML, because the name of its file ends in `.xhtml`.
    pub is_xhtml: bool,
}

impl InputPage {
    /// Creates a page from bytes alone.
    pub fn new(origin: impl Into<String>, html: Vec<u8>) -> Self {
        Self { origin: origin.into(), html, ..Self::default() }
    }

    /// Creates a page without bytes for the page in `file`. A page on a web server is a capture: it has the URL, the status
    /// and the header fields of its response, as a response in a WARC file has.
    pub(crate) fn of_file(file: &InputFile) -> Self {
        let page = Self::new(file.origin(), Vec::new());
        let Some(remote) = file.remote.as_ref().filter(|file| file.is_web()) else {
            return Self { is_xhtml: is_xhtml_name(&file.path), ..page };
        };
        let url = Some(remote.page_url());
        let Some(head) = remote.head() else { return Self { url, ..page } };
        let headers = head.headers.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let content_mime_type = mime_type::declared(&head.headers).map(str::to_ascii_lowercase);
        let capture = Capture { fetch_status: Some(head.status), content_mime_type, ..Capture::default() };
        Self { url, headers, capture: Some(Box::new(capture)), ..page }
    }

    /// Sets the reason why the end of the page is missing, as a value of `WARC-Truncated`.
    pub(crate) fn set_truncated(&mut self, reason: &str) {
        self.capture.get_or_insert_default().content_truncated = Some(reason.to_owned());
    }
}

/// The id of a page in JSON lines: text or a number. Records repeat it.
///
/// ```
/// use tagrake_bulk::input::Id;
///
/// let id: Id = serde_json::from_str("18446744073709551616.50")?;
/// assert!(matches!(id, Id::Number(number) if number.get() == "18446744073709551616.50"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Id {
    /// Text.
    Text(String),
    /// A number, as it is written: any other form might round it.
    Number(Box<RawValue>),
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(text), Self::Text(other)) => text == other,
            (Self::Number(number), Self::Number(other)) => number.get() == other.get(),
            _ => false,
        }
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = <Box<RawValue>>::deserialize(deserializer)?;
        match value.get().as_bytes() {
            [b'"', ..] => serde_json::from_str(value.get()).map(Self::Text).map_err(D::Error::custom),
            [b'-' | b'0'..=b'9', ..] => Ok(Self::Number(value)),
            _ => Err(D::Error::custom("an id is a string or a number")),
        }
    }
}

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

/// Splits a header line at its colon and trims both parts. Returns `None` if there is no colon, or no name before it.
///
/// ```
/// use tagrake_bulk::input::split_header;
///
/// assert_eq!(split_header("Link: </a>; rel=next"), Some(("Link", "</a>; rel=next")));
/// assert_eq!(split_header("no header"), None);
/// ```
pub fn split_header(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    let name = name.trim();
    (!name.is_empty()).then_some((name, value.trim()))
}
