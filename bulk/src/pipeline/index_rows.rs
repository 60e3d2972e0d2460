//! Builds blocks of an index as a table.

use super::counts::Counts;
use super::derived_records::entry_of;
use crate::derived::index::{IndexColumns, IndexedRecords};
use crate::input::error::InputErrorKind;
use crate::output::{Block, Encoder, OutputError, OutputOptions};
use crate::warc::Record;

/// Builds the rows of an index.
pub(super) struct IndexRows {
    records: IndexedRecords,
    encoder: Encoder,
}

impl IndexRows {
    pub(super) fn new(records: IndexedRecords, output: &OutputOptions) -> Self {
        Self { records, encoder: Encoder::new(output) }
    }

    /// Adds the row of a record in the file `filename`, if the index has it.
    pub(super) fn record(
        &mut self,
        record: &Record<'_>,
        filename: &str,
        counts: &mut Counts,
    ) -> Result<(), InputErrorKind> {
        let entry = entry_of(self.records, record, filename, counts).map_err(InputErrorKind::Index)?;
        let Some(entry) = entry else { return Ok(()) };
        self.encoder.push(IndexColumns::of(&entry).row(&entry)).map_err(InputErrorKind::Row)?;
        counts.rows += 1;
        Ok(())
    }

    pub(super) fn is_full(&self, max_bytes: usize) -> bool {
        self.encoder.is_full() || self.encoder.bytes() >= max_bytes
    }

    /// Returns the rows added since the last call, if there are any.
    pub(super) fn take(&mut self, spare: impl FnOnce() -> Block) -> Result<Option<Block>, OutputError> {
        if self.encoder.is_empty() { Ok(None) } else { self.encoder.take(spare()).map(Some) }
    }
}
