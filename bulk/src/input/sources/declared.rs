//! The URL, the type and the encoding that a manifest declares for a page.

use crate::input::shortened::{MAX_SHOWN_BYTES, shortened};
use std::borrow::Cow;
use tagrake::encoding::{Encoding, mime_essence};
use url::Url;

/// The values that a row of a manifest declares for the page in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    /// The row, for messages: the manifest and the number of the line or of the row.
    pub(crate) place: String,
    pub(crate) url: Option<String>,
    /// The value of a `Content-Type` header.
    pub(crate) content_type: Option<String>,
    pub(crate) encoding: Option<&'static Encoding>,
}

impl Declared {
    /// Checks the values of the columns `url`, `content_type` and `encoding`. Returns `None` if all are null.
    ///
    /// # Errors
    ///
    /// Returns an error with the column if a value is not valid.
    pub(crate) fn parse(
        url: Option<String>,
        content_type: Option<String>,
        encoding: Option<String>,
    ) -> Result<Option<Self>, String> {
        if url.is_none() && content_type.is_none() && encoding.is_none() {
            return Ok(None);
        }
        if let Some((text, Err(error))) = url.as_deref().map(|url| (url, Url::parse(url))) {
            return Err(format!("url: '{}' is not a URL: {error}", shown(text)));
        }
        if let Some(text) = content_type.as_deref().filter(|value| mime_essence(value).is_none()) {
            return Err(format!("content_type: '{}' is not a MIME type such as 'text/html'", shown(text)));
        }
        let label = |label: String| {
            let unknown = || format!("encoding: no encoding of the Encoding Standard is labelled '{}'", shown(&label));
            Encoding::for_label(label.as_bytes()).ok_or_else(unknown)
        };
        Ok(Some(Self { place: String::new(), url, content_type, encoding: encoding.map(label).transpose()? }))
    }
}

fn shown(text: &str) -> Cow<'_, str> {
    shortened(text, MAX_SHOWN_BYTES)
}
