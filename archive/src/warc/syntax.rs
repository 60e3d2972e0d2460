//! The two syntaxes of records: WARC and ARC.

use super::arc;
use super::head::{self, HeadEnd, HeadSearch};

/// The syntax of the records of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecordSyntax {
    Warc,
    Arc,
}

impl RecordSyntax {
    /// Returns true if `text` starts with a record, and `None` if it is too short to decide.
    pub(super) fn begins_record(self, text: &[u8]) -> Option<bool> {
        match self {
            Self::Warc => head::begins_record(text),
            Self::Arc => arc::begins_record(text),
        }
    }

    /// Searches `text` for a complete head of at most `max_bytes`, from an offset on, as [`head::find`]. The head of an ARC record
    /// is one line, for which `line` is not used.
    pub(super) fn find(self, text: &[u8], from: usize, line: &mut usize, max_bytes: usize) -> HeadSearch {
        match self {
            Self::Warc => head::find(text, from, line, max_bytes),
            Self::Arc => arc::find(text, from),
        }
    }

    /// Finds the end of the head at the start of `text`, as [`head::head_end`]. `from` is the start of the line to continue with.
    pub(super) fn head_end(self, text: &[u8], from: usize) -> HeadEnd {
        match self {
            Self::Warc => head::head_end(text, from),
            Self::Arc => arc::head_end(text),
        }
    }

    /// Returns the length of the block that a head declares.
    pub(super) fn content_length(self, head: &[u8]) -> Option<u64> {
        match self {
            Self::Warc => head::content_length(head),
            Self::Arc => arc::content_length(head),
        }
    }

    /// Returns true if `text` starts like a file.
    pub(super) fn begins_file(self, text: &[u8]) -> bool {
        match self {
            Self::Warc => head::starts_with_magic(text),
            Self::Arc => text.starts_with(arc::FILE_MAGIC),
        }
    }

    /// Returns the ends of a record after its block.
    pub(super) fn record_ends(self) -> &'static [&'static [u8]] {
        match self {
            // The standard one, and the one of old files.
            Self::Warc => &[b"\r\n\r\n", b"\n\n"],
            Self::Arc => &[b"\r\n", b"\n"],
        }
    }
}

/// Returns true if `text` starts with a record, and `None` if it is too short to decide. The first record of a file
/// determines the syntax of the others.
pub(super) fn begins_record(syntax: &mut Option<RecordSyntax>, text: &[u8]) -> Option<bool> {
    if let Some(syntax) = syntax {
        return syntax.begins_record(text);
    }
    let mut begins = Some(false);
    for candidate in [RecordSyntax::Warc, RecordSyntax::Arc] {
        match candidate.begins_record(text) {
            Some(true) => {
                *syntax = Some(candidate);
                return Some(true);
            }
            Some(false) => {}
            None => begins = None,
        }
    }
    begins
}
