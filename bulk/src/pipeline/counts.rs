//! Counts of the files, records and pages of a run, and of the outcome.

use super::type_counts::TypeCounts;
use crate::cause::{Cause, CauseCounts, causes};
use crate::input::{CutCause, ErrorCause};
use serde::Serialize;
use std::collections::BTreeMap;
use tagrake::encoding::{Encoding, Source};
use tagrake_archive::warc;
use tagrake_extract::{Flag, Flags};

/// Counts of the files, records and pages that were read, and of the outcome.
///
/// ```
/// use tagrake_bulk::pipeline::Counts;
///
/// let mut all = Counts::default();
/// all.add(&Counts::default());
/// assert_eq!((all.files, all.pages, all.error_count()), (0, 0, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Files and streams read to their end.
    pub files: u64,
    /// Pages.
    pub pages: u64,
    /// Links of the selected kinds in these pages.
    pub links: u64,
    /// Links of these that are relative on a page without a base URL, and therefore have no URL.
    pub relative_links: u64,
    /// Rows written, including rows of errors.
    pub rows: u64,
    /// Stored bytes of files.
    pub stored_bytes: u64,
    /// Bytes of text, decompressed.
    pub text_bytes: u64,
    /// Gzip members and zstd frames.
    pub members: u64,
    /// Records of WARC files, by their type.
    pub records: BTreeMap<&'static str, u64>,
    /// Records by the outcome of verifying `WARC-Block-Digest`, which covers all bytes of the block.
    pub block_digests: DigestCounts,
    /// Records by the outcome of verifying `WARC-Payload-Digest`, which covers the body of an HTTP message, or the block
    /// of other records.
    pub payload_digests: DigestCounts,
    /// Errors.
    pub errors: CauseCounts<ErrorCause>,
    /// Skipped inputs.
    pub skipped: CauseCounts<SkipCause>,
    /// The inputs skipped by [`SkipCause::Mime`], by their type.
    pub skipped_types: TypeCounts,
    /// Digests of pages that were forgotten, so that later duplicates of these pages were read.
    pub forgotten_digests: u64,
    /// Irregular records that are complete.
    pub irregular: CauseCounts<warc::Irregularity>,
    /// Incomplete pages.
    pub cut: CauseCounts<CutCause>,
    /// Pages by the name of their encoding.
    pub encodings: BTreeMap<&'static str, u64>,
    /// Pages without a declared encoding, by the encoding that was detected from their bytes: those whose
    /// `encoding.source` is `detector`.
    pub detected_encodings: BTreeMap<&'static str, u64>,
    /// Pages by their flags, except for pages that WAT records were made of.
    pub flags: CauseCounts<Flag>,
    /// Pages with any flag `limit-*`: a limit excluded a part of the page.
    pub pages_over_limit: u64,
}

impl Counts {
    /// Returns the total number of errors.
    pub fn error_count(&self) -> u64 {
        self.errors.total()
    }

    /// Adds the counts of other inputs.
    pub fn add(&mut self, other: &Self) {
        self.files += other.files;
        self.pages += other.pages;
        self.links += other.links;
        self.relative_links += other.relative_links;
        self.rows += other.rows;
        self.stored_bytes += other.stored_bytes;
        self.text_bytes += other.text_bytes;
        self.members += other.members;
        self.block_digests.add(&other.block_digests);
        self.payload_digests.add(&other.payload_digests);
        self.pages_over_limit += other.pages_over_limit;
        self.forgotten_digests += other.forgotten_digests;
        let maps = [
            (&mut self.records, &other.records),
            (&mut self.encodings, &other.encodings),
            (&mut self.detected_encodings, &other.detected_encodings),
        ];
        for (counts, others) in maps {
            for (name, count) in others {
                *counts.entry(name).or_default() += count;
            }
        }
        add_all(&mut self.errors, &other.errors);
        add_all(&mut self.skipped, &other.skipped);
        self.skipped_types.add(&other.skipped_types);
        add_all(&mut self.irregular, &other.irregular);
        add_all(&mut self.cut, &other.cut);
        add_all(&mut self.flags, &other.flags);
    }

    /// Counts a record that is skipped because of its MIME type.
    pub(super) fn skip_type(&mut self, name: Option<&str>) {
        self.skipped.add(SkipCause::Mime, 1);
        self.skipped_types.add_type(name);
    }

    pub(super) fn add_encoding(&mut self, encoding: &'static Encoding, source: Source) {
        *self.encodings.entry(encoding.name()).or_default() += 1;
        if source == Source::Detector {
            *self.detected_encodings.entry(encoding.name()).or_default() += 1;
        }
    }

    pub(super) fn add_flags(&mut self, flags: Flags) {
        self.pages_over_limit += u64::from(flags.iter().any(Flag::is_limit));
        for flag in flags {
            self.flags.add(flag, 1);
        }
    }

    /// Counts a page whose end was not read because of its memory limit.
    pub(super) fn add_over(&mut self) {
        self.flags.add(Flag::LimitArena, 1);
    }

    /// Sets the counts of a WARC reader.
    pub(super) fn set_warc(&mut self, counts: &warc::WarcCounts) {
        self.stored_bytes = counts.stored_bytes;
        self.text_bytes = counts.text_bytes;
        self.members = counts.members;
        self.records = counts.records().collect();
    }
}

fn add_all<C: Cause>(counts: &mut CauseCounts<C>, others: &CauseCounts<C>) {
    others.iter().for_each(|(cause, count)| counts.add(cause, count));
}

/// The number of records for each outcome of verifying one digest. All are 0 unless
/// [`RunOptions::digests`](super::RunOptions::digests) is set.
///
/// ```
/// assert_eq!(tagrake_bulk::pipeline::DigestCounts::default().failed, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DigestCounts {
    /// The header matches the bytes.
    pub verified: u64,
    /// The header does not match the bytes.
    pub failed: u64,
    /// The record does not have this digest.
    pub absent: u64,
    /// The digest cannot be verified: its algorithm or notation is not supported, the block is damaged or over the
    /// limit, or the payload is not in the record (`revisit`, segments, and truncated payloads whose digest covers
    /// the complete payload).
    pub unverified: u64,
}

impl DigestCounts {
    fn add(&mut self, other: &Self) {
        self.verified += other.verified;
        self.failed += other.failed;
        self.absent += other.absent;
        self.unverified += other.unverified;
    }
}

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
        /// A page, or a record that may be one, whose host is excluded.
        ExcludedHost = "excluded-host", "host in --exclude-host";
        /// A page, or a record that may be one, whose URL has none of the selected prefixes.
        UrlPrefix = "url-prefix", "URL not in --url-prefix";
        /// A page, or a record that may be one, that is not in the sample.
        Sample = "sample", "not in --sample";
        /// A page, or a record that may be one, that was not fetched in the selected window of time.
        FetchTime = "fetch-time", "fetch time not in --from and --to";
        /// A page, or a record that may be one, without a fetch time, if a window of time is selected.
        NoFetchTime = "no-fetch-time", "no fetch time";
        /// A page with the digest of an earlier one.
        Duplicate = "duplicate", "duplicate";
        /// A page whose main text has too few words.
        FewWords = "few-words", "main text under --min-words";
        /// A page whose main text is in another language, or in none that can be detected.
        Language = "language", "language not in --lang";
        /// A page with the main text of an earlier one.
        DuplicateText = "duplicate-text", "duplicate main text";
        /// A record of an index that has a type without pages.
        RecordType = "record-type", "no page";
        /// A further segment of a segmented record.
        Continuation = "continuation", "later segment";
        /// A file of a folder with the name of another type.
        FileType = "file-type", "type";
    }
}
