//! The causes by which errors are counted.

use super::error::InputErrorKind;
use crate::cause::causes;

causes! {
    /// The cause of an [error](InputErrorKind), without its details.
    ///
    /// ```
    /// use tagrake_bulk::InputErrorKind;
    /// use tagrake_bulk::input::ErrorCause;
    ///
    /// assert_eq!(InputErrorKind::EmptyFolder.cause(), ErrorCause::EmptyFolder);
    /// assert_eq!(ErrorCause::EmptyFolder.as_str(), "empty-folder");
    /// ```
    enum ErrorCause {
        /// A file or a folder cannot be opened or read, or not be downloaded.
        Io = "io", "missing or unreadable";
        /// The folder has no file with the name of an input.
        EmptyFolder = "empty-folder", "folder without pages";
        /// A symbolic link points to a folder that contains it.
        Loop = "loop", "link to a parent folder";
        /// A line or a row of a manifest is not valid.
        Path = "path", "invalid line of a manifest";
        /// The output would have the same path as another output.
        SameName = "same-name", "same path as another output";
        /// The input is also an output of the run.
        IsOutput = "is-output", "also an output";
        /// The type of the input is not read.
        Type = "type", "another type";
        /// The output of an input could not be written.
        Output = "output", "cannot be written";
        /// A JSON line holds no valid page.
        Line = "line", "not a page";
        /// A JSON line is longer than the limit.
        LongLine = "long-line", "too long";
        /// An index is not readable, or names a record that is not there.
        NoRecord = "no-record", "invalid, or no such record";
        /// A row does not fit its table.
        Row = "row", "does not fit its table";
        /// A record cannot be indexed.
        Index = "index", "cannot be indexed";
        /// The file ends in the middle of a record or of compressed data.
        Truncated = "truncated", "file truncated";
        /// Compressed data is corrupt.
        Corrupt = "corrupt", "corrupt data";
        /// The text of a gzip member does not match its CRC or size.
        Checksum = "checksum", "wrong checksum";
        /// Neither a record nor a member starts where one is expected.
        Unknown = "unknown", "no WARC header";
        /// The head of a record is damaged.
        Head = "head", "broken WARC header";
        /// `Content-Length` is wrong.
        Length = "length", "wrong Content-Length";
        /// `Content-Length` is missing or not a number.
        MissingLength = "missing-length", "no Content-Length";
        /// The newlines after a record are missing.
        Newlines = "newlines", "no newlines at the end";
        /// The dictionary of a zstd file is invalid.
        Dictionary = "dictionary", "unusable zstd dictionary";
        /// A digest is not the digest of the bytes.
        Digest = "digest", "wrong digest";
        /// Compressed data needs a larger window than the limit, or a dictionary that is missing.
        Unsupported = "unsupported", "zstd window over the limit, or dictionary missing";
    }
}

impl ErrorCause {
    /// Returns the cause with the name that `tagrake_archive` gives to a kind of error.
    pub(crate) fn named(name: &str) -> Self {
        let cause = Self::ALL.iter().find(|cause| cause.as_str() == name);
        debug_assert!(cause.is_some(), "{name:?} is not a cause");
        cause.copied().unwrap_or(Self::Io)
    }
}

impl InputErrorKind {
    /// Returns the cause by which errors of this kind are counted.
    pub fn cause(&self) -> ErrorCause {
        match self {
            Self::Io(_) => ErrorCause::Io,
            Self::EmptyFolder => ErrorCause::EmptyFolder,
            Self::Type(_) | Self::NotAList { .. } => ErrorCause::Type,
            Self::Container(error) => ErrorCause::named(error.as_str()),
            Self::LongLine { .. } => ErrorCause::LongLine,
            Self::Compression { damage: None, .. } => ErrorCause::Truncated,
            Self::Compression { damage: Some(_), .. } => ErrorCause::Corrupt,
            Self::Unsupported(_) => ErrorCause::Unsupported,
            Self::Loop => ErrorCause::Loop,
            Self::NoRecord(_) => ErrorCause::NoRecord,
            Self::Line(_) => ErrorCause::Line,
            Self::Path | Self::LongPath { .. } | Self::Manifest(_) => ErrorCause::Path,
            Self::Damage { kind, .. } => ErrorCause::named(kind.as_str()),
            Self::Digest(_) => ErrorCause::Digest,
            Self::Index(_) => ErrorCause::Index,
            Self::SameName(_) => ErrorCause::SameName,
            Self::IsOutput(_) => ErrorCause::IsOutput,
            Self::Row(_) => ErrorCause::Row,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tagrake_archive::container::ContainerError;
    use tagrake_archive::warc::WarcErrorKind;

    #[test]
    fn errors_of_archives_have_causes() {
        for name in WarcErrorKind::NAMES {
            assert_eq!(ErrorCause::named(name).as_str(), name);
        }
        for error in [
            ContainerError::Truncated,
            ContainerError::Damaged(String::new()),
            ContainerError::Encrypted,
            ContainerError::NoEntry,
        ] {
            assert_eq!(ErrorCause::named(error.as_str()).as_str(), error.as_str());
        }
    }
}
