//! Makes blocks of the entries of an index: lines of CDXJ, or rows.

use super::block_maker::{BlockMaker, PageOutput, RecordBlock};
use crate::derived::index::{IndexColumns, IndexEntry, IndexedRecords};
use crate::input::CutCause;
use crate::input::error::InputErrorKind;
use crate::output::{Block, Encoder, OutputError, OutputOptions};
use crate::pipeline::counts::Counts;
use tagrake_archive::warc::Record;

/// Makes a line of CDXJ of each record of WARC files that the index has.
pub(crate) struct IndexLines {
    records: IndexedRecords,
    block: RecordBlock,
    max_bytes: usize,
}

/// Makes a row of each record of WARC files that the index has.
pub(crate) struct IndexRows {
    records: IndexedRecords,
    encoder: Encoder,
}

impl IndexLines {
    /// Creates the maker of blocks of about `max_bytes` bytes.
    pub(crate) fn new(records: IndexedRecords, max_bytes: usize) -> Self {
        Self { records, block: RecordBlock::default(), max_bytes }
    }
}

impl IndexRows {
    /// Creates the maker of blocks of about `max_bytes` bytes.
    pub(crate) fn new(records: IndexedRecords, output: &OutputOptions, max_bytes: usize) -> Self {
        Self { records, encoder: Encoder::new(output).with_max_bytes(max_bytes) }
    }
}

impl BlockMaker for IndexLines {
    fn record(&mut self, record: &Record<'_>, origin: &str, output: &mut PageOutput<'_>) -> Result<(), InputErrorKind> {
        if let Some(entry) = entry_of(self.records, record, origin, output.counts)? {
            entry.write_cdxj(&mut self.block.bytes);
            self.block.count(output.counts);
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.block.bytes.len() >= self.max_bytes
    }

    fn take(&mut self, spare: &dyn Fn() -> Block) -> Result<Option<Block>, OutputError> {
        Ok(self.block.take(spare))
    }
}

impl BlockMaker for IndexRows {
    fn record(&mut self, record: &Record<'_>, origin: &str, output: &mut PageOutput<'_>) -> Result<(), InputErrorKind> {
        let Some(entry) = entry_of(self.records, record, origin, output.counts)? else { return Ok(()) };
        self.encoder.push(IndexColumns::of(&entry).row(&entry)).map_err(InputErrorKind::Row)?;
        output.counts.rows += 1;
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.encoder.is_full()
    }

    fn take(&mut self, spare: &dyn Fn() -> Block) -> Result<Option<Block>, OutputError> {
        self.encoder.take_rows(spare)
    }
}

/// Returns the entry of a record in the file `filename`, if the index has it. A damaged record is reported, and has no entry.
fn entry_of<'a>(
    records: IndexedRecords,
    record: &Record<'a>,
    filename: &'a str,
    counts: &mut Counts,
) -> Result<Option<IndexEntry<'a>>, InputErrorKind> {
    if record.error.is_some() || !records.has(record) {
        return Ok(None);
    }
    let entry = IndexEntry::new(record, filename).map_err(InputErrorKind::Index)?;
    if entry.lacks_digest() {
        counts.cut.add(CutCause::NoDigest, 1);
    }
    Ok(Some(entry))
}
