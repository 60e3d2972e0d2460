//! Makes blocks of copied records.

use super::block_maker::{BlockMaker, PageOutput, RecordBlock};
use crate::derived::{self, RecordSource};
use crate::input::error::InputErrorKind;
use crate::output::warc_info::member_compression;
use crate::output::{Block, OutputError, OutputOptions};
use std::io::{self, ErrorKind, Write};
use std::sync::Arc;
use tagrake_archive::memory_budget::{Allowance, FREE_BYTES};
use tagrake_archive::warc::{BlockRest, MemberWriter, Record};

/// Copies records of WARC and ARC files.
pub(crate) struct WarcRecords<'e> {
    writer: MemberWriter,
    /// A description of the selection.
    selected: &'e str,
    block: RecordBlock,
    max_bytes: usize,
    allowance: Option<Arc<Allowance>>,
}

impl<'e> WarcRecords<'e> {
    /// Creates the maker of blocks of about `max_bytes` bytes.
    pub(crate) fn new(output: &OutputOptions, selected: &'e str, max_bytes: usize) -> Self {
        let writer =
            MemberWriter::new(member_compression(output.compression())).with_dictionary(output.dictionary.clone());
        Self { writer, selected, block: RecordBlock::default(), max_bytes, allowance: None }
    }

    /// Copies a record with a block over the limit of the reader. Each full block of output leaves at once, so memory does not
    /// depend on the record.
    fn copy_long(
        &mut self,
        record: &Record<'_>,
        rest: &BlockRest,
        source: &RecordSource<'_>,
        output: &mut PageOutput<'_>,
    ) {
        let Self { writer, block, max_bytes, .. } = self;
        let mut file = BlockFile { block, max_bytes: *max_bytes, output, is_stopped: false };
        let result = writer.write_long_copy(record, rest, || source.copied_id(), &mut file);
        let is_stopped = file.is_stopped;
        if let Err(error) = result {
            block.clear();
            if !is_stopped {
                // Bytes of the record may have been written, so the output cannot be completed.
                let _ = (output.put)(Err(error.into()), output.counts); // the run ends
            }
            return;
        }
        block.count(output.counts);
        // The block may be empty, as all bytes left before. So it would not be full with the record.
        let block = block.take_bytes(output.spare);
        let _ = (output.put)(Ok(block), output.counts); // the caller has the flow
    }
}

impl BlockMaker for WarcRecords<'_> {
    fn set_allowance(&mut self, allowance: &Arc<Allowance>) {
        self.allowance = Some(allowance.clone());
    }

    fn trim(&mut self, claimed: usize) {
        self.writer.shrink(claimed);
    }

    fn record(&mut self, record: &Record<'_>, origin: &str, output: &mut PageOutput<'_>) -> Result<(), InputErrorKind> {
        let source = RecordSource::of_record(record, origin);
        if self.block.is_empty() {
            derived::append_copy_info(&mut self.writer, &source, self.selected, &mut self.block.info);
        }
        if let Some(rest) = &record.rest {
            self.copy_long(record, rest, &source, output);
            return Ok(());
        }
        if let Some(allowance) = self.allowance.as_ref().filter(|_| record.text.len() > FREE_BYTES) {
            // The text with its new head, and the compressed text.
            allowance.claim(allowance.claimed() + 2 * record.text.len());
        }
        self.writer.append_copy(record, || source.copied_id(), &mut self.block.bytes);
        self.block.count(output.counts);
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.block.bytes.len() >= self.max_bytes
    }

    fn take(&mut self, spare: &dyn Fn() -> Block) -> Result<Option<Block>, OutputError> {
        Ok(self.block.take(spare))
    }
}

/// Appends the bytes of a record to a block. Passes each full block on.
struct BlockFile<'b, 'p> {
    block: &'b mut RecordBlock,
    max_bytes: usize,
    output: &'b mut PageOutput<'p>,
    /// True if no more bytes are needed.
    is_stopped: bool,
}

impl Write for BlockFile<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.max_bytes.saturating_sub(self.block.bytes.len()).max(1);
        let bytes = &bytes[..bytes.len().min(room)];
        self.block.bytes.extend_from_slice(bytes);
        if self.block.bytes.len() >= self.max_bytes {
            let block = self.block.take_bytes(self.output.spare);
            if (self.output.put)(Ok(block), self.output.counts).is_break() {
                self.is_stopped = true;
                return Err(ErrorKind::BrokenPipe.into());
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
