//! The head of the response for a remote file.

use super::version::RemoteVersion;
use crate::header_fields::Headers;

/// The head of a response.
#[derive(Clone, Debug, Default)]
pub(crate) struct RemoteHead {
    pub(crate) version: RemoteVersion,
    pub(crate) status: u16,
    /// The URL of the response if the request was redirected, without a query that grants access.
    pub(crate) url: Option<String>,
    pub(crate) headers: Headers,
}

#[cfg(feature = "remote")]
impl RemoteHead {
    /// Returns the names of the content codings in lower case, joined by commas. The name of no coding is left out.
    pub(super) fn content_coding(&self) -> String {
        let names = self.headers.all("content-encoding").flat_map(|value| value.split(','));
        let names = names.map(|name| name.trim().to_ascii_lowercase());
        names.filter(|name| !matches!(&**name, "" | "identity" | "none")).collect::<Vec<_>>().join(",")
    }
}
