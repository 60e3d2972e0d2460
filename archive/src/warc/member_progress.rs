//! The progress of decoding a member.

use super::error::WarcErrorKind;
use super::stored_bytes::StoredBytes;
use std::io::Read;
use std::sync::Arc;

/// The result of beginning a member, or of decoding more of its text.
pub(super) enum MemberProgress {
    /// The member has begun, or more of its text was decoded.
    More,
    /// The end of the member, or of the file if none has begun.
    End,
    Bad(WarcErrorKind),
}

/// Returns the I/O error that ended the file, if any.
pub(super) fn ended<R: Read>(source: &mut StoredBytes<R>) -> Option<MemberProgress> {
    source.take_error().map(|error| MemberProgress::Bad(WarcErrorKind::Io(Arc::new(error))))
}
