//! Counts of the records and the damage of a WARC file.

use super::error::WarcErrorKind;
use super::record::RecordKind;

/// Counts of the records and the damage of one or more WARC files.
///
/// ```
/// use tagrake_bulk::warc::{WarcCounts, WarcOptions, WarcReader};
///
/// let mut reader = WarcReader::new("a.warc", &b"no WARC"[..], WarcOptions::default());
/// assert!(reader.next().unwrap().is_err());
/// let mut all = WarcCounts::default();
/// all.add(&reader.counts());
/// assert_eq!(all.errors().find(|(_, count)| *count > 0), Some(("unknown", 1)));
/// assert_eq!((all.stored_bytes, all.members), (7, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WarcCounts {
    /// Bytes of the file.
    pub stored_bytes: u64,
    /// Bytes of text, decompressed.
    pub text_bytes: u64,
    /// Gzip members and zstd frames.
    pub members: u64,
    /// Records whose block is over the limit.
    pub blocks_over_limit: u64,
    records: [u64; RecordKind::NAMES.len()],
    errors: [u64; WarcErrorKind::NAMES.len()],
}

impl WarcCounts {
    /// Returns the number of records by type, without types that did not occur.
    pub fn records(&self) -> impl Iterator<Item = (&'static str, u64)> {
        RecordKind::NAMES.into_iter().zip(self.records).filter(|(_, count)| *count > 0)
    }

    /// Returns the number of errors by cause, without causes that did not occur.
    pub fn errors(&self) -> impl Iterator<Item = (&'static str, u64)> {
        WarcErrorKind::NAMES.into_iter().zip(self.errors).filter(|(_, count)| *count > 0)
    }

    /// Adds the counts of another reader.
    pub fn add(&mut self, other: &Self) {
        self.stored_bytes += other.stored_bytes;
        self.text_bytes += other.text_bytes;
        self.members += other.members;
        self.blocks_over_limit += other.blocks_over_limit;
        self.records.iter_mut().zip(other.records).for_each(|(count, other)| *count += other);
        self.errors.iter_mut().zip(other.errors).for_each(|(count, other)| *count += other);
    }

    /// Returns the difference to `before`, earlier counts of the same reader.
    pub(crate) fn since(&self, before: &Self) -> Self {
        let mut counts = self.clone();
        // After damage, the reader goes back to the start of a member.
        counts.stored_bytes = counts.stored_bytes.saturating_sub(before.stored_bytes);
        counts.text_bytes -= before.text_bytes;
        counts.members -= before.members;
        counts.blocks_over_limit -= before.blocks_over_limit;
        counts.records.iter_mut().zip(before.records).for_each(|(count, before)| *count -= before);
        counts.errors.iter_mut().zip(before.errors).for_each(|(count, before)| *count -= before);
        counts
    }

    pub(super) fn set_totals(&mut self, stored_bytes: u64, text_bytes: u64, members: u64) {
        (self.stored_bytes, self.text_bytes, self.members) = (stored_bytes, text_bytes, members);
    }

    pub(super) fn add_record(&mut self, kind: RecordKind, is_over_limit: bool) {
        self.records[kind as usize] += 1;
        self.blocks_over_limit += u64::from(is_over_limit);
    }

    pub(super) fn add_error(&mut self, kind: &WarcErrorKind) {
        self.errors[kind.index()] += 1;
    }
}
