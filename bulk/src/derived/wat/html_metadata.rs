//! The object `HTML-Metadata` of a WAT record.

use super::json_object::{json_text, push_key, push_object};
use super::rows::Rows;
use crate::row::write_string;
use tagrake::encoding::{Encoding, Source};

/// The HTML metadata of a page: the value of `HTML-Metadata` in a WAT record.
///
/// URLs are as in the page: decoded, but neither trimmed nor resolved. Keys without a value are left out.
///
/// ```
/// use tagrake::encoding::Hints;
/// use tagrake_bulk::wat::HtmlReader;
///
/// let mut reader = HtmlReader::default();
/// let metadata = reader.read(b"<img src=' a.png?b&amp;c' alt=A>", &Hints::default());
/// let json = r#"{"Links":[{"path":"IMG@/src","url":" a.png?b&c","alt":"A"}]}"#;
/// assert_eq!(metadata.to_json(), json);
/// ```
#[derive(Debug, Default)]
pub struct HtmlMetadata<'a> {
    pub(super) head: HtmlHead<'a>,
    pub(super) links: Rows<'a>,
    /// The encoding of the page, and what decided it.
    pub(super) encoding: Option<(&'static Encoding, Source)>,
    pub(super) is_over_limit: bool,
    /// True if the page exceeded its memory limit, so that its end was not read.
    pub(super) is_over_memory: bool,
}

impl HtmlMetadata<'_> {
    /// Returns true if rows were left out because a list reached its limit of 100,000.
    ///
    /// ```
    /// use tagrake::encoding::Hints;
    /// use tagrake_bulk::wat::HtmlReader;
    ///
    /// let mut reader = HtmlReader::default();
    /// assert!(!reader.read(b"<img src=a>", &Hints::default()).is_over_limit());
    /// assert!(reader.read(&b"<img src=a>".repeat(100_001), &Hints::default()).is_over_limit());
    /// ```
    pub fn is_over_limit(&self) -> bool {
        self.is_over_limit
    }

    /// Returns the metadata as JSON.
    pub fn to_json(&self) -> String {
        json_text(|json| self.write(json))
    }

    /// Appends the metadata as JSON.
    pub(super) fn write(&self, json: &mut Vec<u8>) {
        push_object(json, |json| {
            if !self.head.is_empty() {
                push_key("Head", json);
                push_object(json, |json| self.head.write(json));
            }
            push_rows("Links", self.links, json);
        });
    }
}

/// Rows of elements that usually are in the head.
#[derive(Debug, Default)]
pub(super) struct HtmlHead<'a> {
    pub(super) title: Option<String>,
    pub(super) base: Option<&'a str>,
    pub(super) metas: Rows<'a>,
    pub(super) link: Rows<'a>,
    pub(super) scripts: Rows<'a>,
}

impl HtmlHead<'_> {
    fn is_empty(&self) -> bool {
        let Self { title, base, metas, link, scripts } = self;
        title.is_none() && base.is_none() && metas.is_empty() && link.is_empty() && scripts.is_empty()
    }

    fn write(&self, json: &mut Vec<u8>) {
        for (key, text) in [("Title", self.title.as_deref()), ("Base", self.base)] {
            if let Some(text) = text {
                push_key(key, json);
                write_string(text.as_bytes(), json);
            }
        }
        for (key, rows) in [("Metas", self.metas), ("Link", self.link), ("Scripts", self.scripts)] {
            push_rows(key, rows, json);
        }
    }
}

fn push_rows(key: &str, rows: Rows<'_>, json: &mut Vec<u8>) {
    if !rows.is_empty() {
        push_key(key, json);
        rows.write(json);
    }
}
