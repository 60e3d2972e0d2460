//! The causes by which inputs are skipped.

use crate::cause::causes;

causes! {
    /// The cause of a skipped input.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::pipeline::SkipCause::UrlPrefix.as_str(), "url-prefix");
    /// ```
    enum SkipCause {
        /// A response, resource or conversion record whose MIME type is not selected.
        Mime = "mime", "not HTML";
        /// A response whose status is not selected.
        Status = "status", "status not 2xx";
        /// A page, or a record that may be one, whose host is not selected.
        Host = "host", "host not in --host";
        /// A page, or a record that may be one, whose URL has none of the selected prefixes.
        UrlPrefix = "url-prefix", "URL not in --url-prefix";
        /// A page, or a record that may be one, that is not in the sample.
        Sample = "sample", "not in --sample";
        /// A page with the digest of an earlier one.
        Duplicate = "duplicate", "duplicate";
        /// A record of an index that has a type without pages.
        RecordType = "record-type", "no page";
        /// A further segment of a segmented record.
        Continuation = "continuation", "later segment";
        /// A file of a folder with the name of another type.
        FileType = "file-type", "type";
    }
}
