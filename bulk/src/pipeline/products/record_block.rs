//! A block of records or lines that are encoded as they are made.

use crate::output::Block;
use crate::pipeline::counts::Counts;
use std::mem;

/// The bytes of WAT or WET records, or of lines of an index.
#[derive(Default)]
pub(super) struct RecordBlock {
    pub(super) bytes: Vec<u8>,
    rows: usize,
    /// The `warcinfo` record of a file that starts with the first of them.
    pub(super) info: Vec<u8>,
}

impl RecordBlock {
    /// Returns true if no record was added since the last block.
    pub(super) fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Counts a record that was appended.
    pub(super) fn count(&mut self, counts: &mut Counts) {
        self.rows += 1;
        counts.rows += 1;
    }

    /// Returns the records added since the last call, if there are any. Continues in the memory of a `spare` block.
    pub(super) fn take(&mut self, spare: &dyn Fn() -> Block) -> Option<Block> {
        (!self.is_empty()).then(|| {
            let bytes = mem::replace(&mut self.bytes, spare().into_memory());
            Block::of_records(bytes, mem::take(&mut self.rows), mem::take(&mut self.info))
        })
    }
}
