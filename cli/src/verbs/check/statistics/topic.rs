//! The topics of the report: each is a list of numbers by name.

/// A list of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Topic {
    FileState,
    Kind,
    Status,
    Types,
    DeclaredEncoding,
    DetectedEncoding,
    AssumedEncoding,
    EncodingDefect,
    Language,
    IdentifiedLanguage,
    Host,
    Damage,
    Irregular,
    Truncated,
    Cut,
    BlockDigest,
    PayloadDigest,
    Skipped,
    SkippedType,
}

impl Topic {
    /// All topics, in the order of their declaration.
    pub(in super::super) const ALL: [Self; 19] = [
        Self::FileState,
        Self::Kind,
        Self::Status,
        Self::Types,
        Self::DeclaredEncoding,
        Self::DetectedEncoding,
        Self::AssumedEncoding,
        Self::EncodingDefect,
        Self::Language,
        Self::IdentifiedLanguage,
        Self::Host,
        Self::Damage,
        Self::Irregular,
        Self::Truncated,
        Self::Cut,
        Self::BlockDigest,
        Self::PayloadDigest,
        Self::Skipped,
        Self::SkippedType,
    ];

    /// Returns the number of names that are kept when there are too many.
    pub(super) fn capacity(self) -> usize {
        match self {
            Self::Host => 1024,
            Self::Types => 256,
            // Twice as many hold every status.
            Self::Status => 512,
            _ => 128,
        }
    }

    /// Returns the title.
    pub(in super::super) fn title(self) -> &'static str {
        match self {
            Self::FileState => "Files by state",
            Self::Kind => "Records by type",
            Self::Status => "HTTP status",
            Self::Types => "Declared and detected MIME type",
            Self::DeclaredEncoding => "Declared",
            Self::DetectedEncoding => "Detected",
            Self::AssumedEncoding => "Assumed",
            Self::EncodingDefect => "Wrong",
            Self::Language => "Declared by pages",
            Self::IdentifiedLanguage => "Identified by the crawler",
            Self::Host => "Most frequent hosts",
            Self::Damage => "Damage and errors",
            Self::Irregular => "Irregular but complete",
            Self::Truncated => "Truncated by the crawler",
            Self::Cut => "Pages read in part",
            Self::BlockDigest => "Block digests",
            Self::PayloadDigest => "Payload digests",
            Self::Skipped => "Skipped, by cause",
            Self::SkippedType => "Skipped because of their type",
        }
    }

    /// Returns a sentence that says what is counted.
    pub(in super::super) fn note(self) -> &'static str {
        match self {
            Self::FileState => "The state of a file is its most severe error.",
            Self::Kind => "All records by WARC-Type, and pages that are not in a record.",
            Self::Status => "Responses by the status of their HTTP head.",
            Self::Types => {
                "Left: the type in the HTTP head, or of the record without one. Right: the type that the crawler identified, \
                 otherwise text/html if the first bytes look like HTML."
            }
            Self::DeclaredEncoding => {
                "Pages by the encoding of their byte order mark, HTTP head, meta or XML declaration."
            }
            Self::DetectedEncoding => "Pages that declare none, by the encoding that their bytes suggest.",
            Self::AssumedEncoding => "Pages that declare none and were read in the default encoding.",
            Self::EncodingDefect => {
                "Pages whose declaration is unknown, or contradicts the bytes or another declaration."
            }
            Self::Language => "Pages by the attribute lang of html, otherwise by Content-Language. It is not verified.",
            Self::IdentifiedLanguage => "Records by WARC-Identified-Content-Language.",
            Self::Host => "Responses, resources, conversions, revisits and pages by the host of their URL.",
            Self::Damage => "Errors by cause: damage, wrong digests, and files that were not read.",
            Self::Irregular => "A checksum, a digest or the length proves that these records are complete.",
            Self::Truncated => "Records by WARC-Truncated.",
            Self::Cut => "Pages whose end is missing, by cause.",
            Self::BlockDigest => "WARC-Block-Digest covers all bytes of a block.",
            Self::PayloadDigest => "WARC-Payload-Digest covers the body of an HTTP message.",
            Self::Skipped => "Responses, resources and conversions that are not read as pages.",
            Self::SkippedType => "The MIME types of the records that are not HTML.",
        }
    }

    /// Returns true if its numbers are problems.
    pub(in super::super) fn is_bad(self) -> bool {
        matches!(self, Self::EncodingDefect | Self::Damage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_in_order() {
        for (index, topic) in Topic::ALL.into_iter().enumerate() {
            assert_eq!(topic as usize, index);
        }
    }
}
