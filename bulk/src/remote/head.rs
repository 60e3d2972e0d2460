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
