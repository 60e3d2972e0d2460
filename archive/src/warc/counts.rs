//! Counts of the records of a WARC file.

use super::record::RecordKind;

/// Counts of the records of a WARC file.
///
/// ```
/// use tagrake_archive::warc::{WarcOptions, WarcReader};
///
/// let mut reader = WarcReader::new("a.warc", &b"no WARC"[..], WarcOptions::default());
/// assert!(reader.next().unwrap().is_err());
/// assert_eq!(reader.counts().stored_bytes, 7);
/// assert_eq!(reader.counts().records().next(), None);
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
    pub(super) records: [u64; RecordKind::NAMES.len()],
}

impl WarcCounts {
    /// Returns the number of records by type, without types that did not occur.
    pub fn records(&self) -> impl Iterator<Item = (&'static str, u64)> {
        RecordKind::NAMES.into_iter().zip(self.records).filter(|(_, count)| *count > 0)
    }

    /// Returns the difference to `before`, earlier counts of the same reader.
    pub fn since(&self, before: &Self) -> Self {
        let mut counts = self.clone();
        // After damage, the reader goes back to the start of a member.
        counts.stored_bytes = counts.stored_bytes.saturating_sub(before.stored_bytes);
        counts.text_bytes -= before.text_bytes;
        counts.members -= before.members;
        counts.blocks_over_limit -= before.blocks_over_limit;
        counts.records.iter_mut().zip(before.records).for_each(|(count, before)| *count -= before);
        counts
    }

    pub(super) fn add_record(&mut self, kind: RecordKind, is_over_limit: bool) {
        self.records[kind as usize] += 1;
        self.blocks_over_limit += u64::from(is_over_limit);
    }
}
