//! Makes blocks of copied records.

use super::block_maker::{BlockMaker, RecordBlock};
use crate::derived::{self, RecordSource};
use crate::input::error::InputErrorKind;
use crate::output::{Block, Compression, OutputError, OutputOptions};
use crate::pipeline::counts::Counts;
use std::sync::Arc;
use tagrake_archive::memory_budget::{Allowance, FREE_BYTES};
use tagrake_archive::warc::{MemberCompression, MemberWriter, Record};

/// Copies records of WARC and ARC files.
pub(crate) struct WarcRecords<'e> {
    writer: MemberWriter,
    /// A description of the selection.
    selected: &'e str,
    block: RecordBlock,
    max_bytes: usize,
    max_record_bytes: usize,
    allowance: Option<Arc<Allowance>>,
}

impl<'e> WarcRecords<'e> {
    /// Creates the maker of blocks of about `max_bytes` bytes. A record with a block of more than `max_record_bytes` bytes is an
    /// error.
    pub(crate) fn new(output: &OutputOptions, selected: &'e str, max_record_bytes: usize, max_bytes: usize) -> Self {
        let compression = match output.compression() {
            Compression::Gzip => MemberCompression::Gzip,
            Compression::Zstd => MemberCompression::Zstd,
            Compression::None | Compression::Snappy => MemberCompression::None,
        };
        let writer = MemberWriter::new(compression);
        Self { writer, selected, block: RecordBlock::default(), max_bytes, max_record_bytes, allowance: None }
    }
}

impl BlockMaker for WarcRecords<'_> {
    fn set_allowance(&mut self, allowance: &Arc<Allowance>) {
        self.allowance = Some(allowance.clone());
    }

    fn trim(&mut self, claimed: usize) {
        self.writer.shrink(claimed);
    }

    fn record(&mut self, record: &Record<'_>, origin: &str, counts: &mut Counts) -> Result<(), InputErrorKind> {
        if record.is_over_limit() {
            return Err(InputErrorKind::LongRecord { bytes: record.block_length, max_bytes: self.max_record_bytes });
        }
        if let Some(allowance) = self.allowance.as_ref().filter(|_| record.text.len() > FREE_BYTES) {
            // The text with its new head, and the compressed text.
            allowance.claim(allowance.claimed() + 2 * record.text.len());
        }
        let Self { writer, block, selected, .. } = self;
        let source = RecordSource::of_record(record, origin);
        if block.is_empty() {
            derived::append_copy_info(writer, &source, selected, &mut block.info);
        }
        writer.append_copy(record, || source.copied_id(), &mut block.bytes);
        block.count(counts);
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.block.bytes.len() >= self.max_bytes
    }

    fn take(&mut self, spare: &dyn Fn() -> Block) -> Result<Option<Block>, OutputError> {
        Ok(self.block.take(spare))
    }
}
