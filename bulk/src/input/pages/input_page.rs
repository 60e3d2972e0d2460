//! A page that was read: its bytes and their context.

use super::capture::Capture;
use crate::encoding_guess::guess_encoding;
use crate::input::sources::declared::Declared;
use crate::input::sources::format::is_xhtml_name;
use crate::input::sources::input_file::InputFile;
use crate::mime_type;
use crate::parsed_by_name::parsed_by_name;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::value::RawValue;
use std::sync::Arc;
use tagrake::encoding::{Detector, Encoding};
use tagrake_extract::{SavedUrl, SavedUrlKind};

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
    /// Where [`url`](Self::url) is from.
    pub url_source: UrlSource,
    /// The value of the `Content-Type` header.
    pub content_type: Option<String>,
    /// The headers of the response: names and values.
    pub headers: Vec<(String, String)>,
    /// The scripting flag, if the page comes from a line that sets it.
    pub scripting: Option<bool>,
    /// How the encoding is found, if the page comes from a line that sets it.
    pub profile: Option<Profile>,
    /// The encoding, if the page comes from a manifest that declares it. It overrides what the page declares.
    pub encoding: Option<&'static Encoding>,
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
        let page = Self::received(file);
        let Some(declared) = &file.declared else { return page };
        let Declared { url, content_type, encoding, .. } = &**declared;
        let url_source = if url.is_some() { UrlSource::Manifest } else { page.url_source };
        Self {
            url: url.clone().or(page.url),
            url_source,
            content_type: content_type.clone(),
            encoding: *encoding,
            ..page
        }
    }

    /// Creates the page in `file` with what its server declares, if it is on a web server.
    fn received(file: &InputFile) -> Self {
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

    /// Sets the URL that the program which saved the page wrote into it, if the page has no URL. Only for pages in files of their own:
    /// archives and JSON lines declare the URLs of pages.
    ///
    /// ```
    /// use tagrake_bulk::input::{InputPage, UrlSource};
    /// use tagrake_extract::SavedUrl;
    ///
    /// let mut page = InputPage::new("a.html", b"<!-- saved from url=(0014)https://e.org/ --><p>".to_vec());
    /// page.set_saved_url(SavedUrl::of(&page.html).unwrap());
    /// assert_eq!((page.url.as_deref(), page.url_source), (Some("https://e.org/"), UrlSource::SavedFrom));
    /// ```
    pub fn set_saved_url(&mut self, saved: SavedUrl) {
        if self.url.is_none() {
            self.url_source = match saved.kind {
                SavedUrlKind::SingleFile => UrlSource::SingleFile,
                _ => UrlSource::SavedFrom,
            };
            self.url = Some(saved.url);
        }
    }

    /// Sets the reason why the end of the page is missing, as a value of `WARC-Truncated`.
    pub(crate) fn set_truncated(&mut self, reason: &str) {
        self.capture.get_or_insert_default().content_truncated = Some(reason.to_owned());
    }
}

/// Where the URL of a page is from.
///
/// ```
/// use tagrake_bulk::input::UrlSource;
///
/// assert_eq!(UrlSource::SavedFrom.as_str(), "saved-from");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum UrlSource {
    /// The input: a record of an archive, a line of JSON, or the response of a web server.
    #[default]
    Input,
    /// A manifest.
    Manifest,
    /// The comment `saved from url` that a browser wrote into the page when it saved it.
    SavedFrom,
    /// The comment of SingleFile in a page that it saved.
    SingleFile,
}

impl UrlSource {
    /// All sources.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::input::UrlSource::ALL.len(), 4);
    /// ```
    pub const ALL: &'static [Self] = &[Self::Input, Self::Manifest, Self::SavedFrom, Self::SingleFile];

    /// Returns its name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Manifest => "manifest",
            Self::SavedFrom => "saved-from",
            Self::SingleFile => "singlefile",
        }
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

impl Profile {
    /// Returns its name.
    ///
    /// ```
    /// use tagrake_bulk::Profile;
    ///
    /// assert_eq!("crawl".parse(), Ok(Profile::Crawl));
    /// assert_eq!(Profile::Crawl.as_str(), "crawl");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Crawl => "crawl",
        }
    }

    /// Returns the detector for [`ExtractOptions::with_detector`](tagrake_extract::ExtractOptions::with_detector).
    ///
    /// ```
    /// use tagrake_bulk::Profile;
    ///
    /// assert!(Profile::Standard.detector().is_none() && Profile::Crawl.detector().is_some());
    /// ```
    pub fn detector(self) -> Option<Arc<Detector<'static>>> {
        match self {
            Self::Standard => None,
            Self::Crawl => Some(Arc::new(guess_encoding)),
        }
    }

    /// As [`detector`](Self::detector), by reference.
    pub(crate) fn as_detector(self) -> Option<&'static Detector<'static>> {
        match self {
            Self::Standard => None,
            Self::Crawl => Some(&guess_encoding),
        }
    }
}

parsed_by_name!(Profile, "profile", [Profile::Standard, Profile::Crawl]);

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
