//! A WAT record: the JSON about one record of a WARC file.

use super::HtmlMetadata;
use super::json_value::JsonValue;
use crate::derived::RecordSource;
use tagrake::encoding::{self, Encoding};

/// A WAT record about a record of a WARC file, or about a page. It borrows from its reader.
///
/// Numbers are written as text, a repeated header field is a list, and keys without a value are left out.
///
/// ```
/// use tagrake_bulk::ReaderOptions;
/// use tagrake_bulk::warc::{WarcOptions, WarcReader};
/// use tagrake_bulk::wat::WatReader;
///
/// let file = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 14\r\n\r\nsoftware: me\r\n\r\n\r\n";
/// let mut warc = WarcReader::new("a.warc", &file[..], WarcOptions::default());
/// let mut reader = WatReader::new(ReaderOptions::default());
/// let record = warc.next().unwrap()?;
/// let json: serde_json::Value = serde_json::from_str(&reader.read(&record, "a.warc").to_json())?;
/// assert_eq!(json["Envelope"]["Payload-Metadata"]["WARC-Info-Metadata"]["software"], "me");
/// assert_eq!(json["Envelope"]["WARC-Header-Length"], "53");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WatRecord<'a> {
    pub(super) json: JsonValue<'a>,
    pub(super) source: RecordSource<'a>,
}

impl<'a> WatRecord<'a> {
    /// Returns the record as JSON.
    pub fn to_json(&self) -> String {
        self.json.to_json()
    }

    /// Returns true if the page exceeded its memory limit, so that its end was not read.
    pub(crate) fn is_over_memory(&self) -> bool {
        self.html().is_some_and(|html| html.is_over_memory)
    }

    /// Returns the encoding of the page in the record and what decided it, or `None` if there is no page.
    pub(crate) fn encoding(&self) -> Option<(&'static Encoding, encoding::Source)> {
        self.html()?.encoding
    }

    fn html(&self) -> Option<&HtmlMetadata<'a>> {
        let payload = self.json.get("Envelope")?.get("Payload-Metadata")?;
        match payload.get("HTTP-Response-Metadata")?.get("HTML-Metadata")? {
            JsonValue::Html(html) => Some(html),
            _ => None,
        }
    }
}
