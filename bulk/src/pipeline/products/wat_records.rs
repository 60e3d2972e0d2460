//! Makes blocks of WAT records of records and pages.

use super::block_maker::{BlockMaker, PageOutput, RecordBlock};
use crate::derived::wat::{WatEncoder, WatReader, WatRecord};
use crate::input::InputPage;
use crate::input::error::InputErrorKind;
use crate::output::{Block, FileFormat, OutputError};
use crate::page_reader::ReaderOptions;
use crate::pipeline::counts::Counts;
use crate::pipeline::options::RunOptions;
use crate::schema::table::RowError;
use std::sync::Arc;
use tagrake_archive::memory_budget::Allowance;
use tagrake_archive::warc::Record;

/// Makes a WAT record of each record of WARC files, and of each page.
pub(crate) struct WatRecords {
    reader: Box<WatReader>,
    encoder: WatEncoder,
    block: RecordBlock,
    arena_bytes: usize,
    max_bytes: usize,
    allowance: Option<Arc<Allowance>>,
}

impl WatRecords {
    /// Creates the maker of blocks of about `max_bytes` bytes.
    pub(crate) fn new(reader: &ReaderOptions, format: FileFormat, options: &RunOptions, max_bytes: usize) -> Self {
        let arena_bytes = reader.extract.arena_bytes();
        let encoding = reader.extract.encoding();
        let reader = WatReader::new(reader.clone()).with_encoding(encoding).with_limits(options.body());
        let encoder = if format == FileFormat::Warc { WatEncoder::warc() } else { WatEncoder::json_lines() };
        let block = RecordBlock::default();
        Self { reader: Box::new(reader), encoder, block, arena_bytes, max_bytes, allowance: None }
    }

    /// Adds the WAT record that `read` makes of `page_bytes` bytes. If the first memory limit is too low for it,
    /// `read` is called again with a higher one. Returns true if there is a page in it, whose encoding is counted.
    fn add(
        &mut self,
        page_bytes: usize,
        counts: &mut Counts,
        read: impl Fn(&mut WatReader, &mut dyn FnMut(&WatRecord<'_>)),
    ) -> bool {
        let Self { reader, encoder, block, allowance, arena_bytes, .. } = self;
        let most = *arena_bytes;
        let mut limit = allowance.as_ref().map_or(most, |allowance| allowance.first_limit(page_bytes, most));
        let mut result = None;
        loop {
            reader.set_arena_bytes(limit);
            read(reader, &mut |record| {
                if record.is_over_memory() && limit < most {
                    return;
                }
                if record.is_over_memory() {
                    counts.add_over();
                }
                if block.is_empty() {
                    encoder.append_info(record, &mut block.info);
                }
                encoder.append(record, &mut block.bytes);
                result = Some(record.encoding());
            });
            if result.is_some() || limit >= most {
                break;
            }
            limit = allowance.as_ref().map_or(most, |allowance| allowance.next_limit(limit, page_bytes, most));
        }
        block.count(counts);
        let Some((encoding, source)) = result.flatten() else { return false };
        counts.add_encoding(encoding, source);
        true
    }
}

impl BlockMaker for WatRecords {
    fn set_allowance(&mut self, allowance: &Arc<Allowance>) {
        self.reader.set_allowance(allowance);
        self.allowance = Some(allowance.clone());
    }

    fn shrink(&mut self) {
        self.reader.shrink();
    }

    fn record(&mut self, record: &Record<'_>, origin: &str, output: &mut PageOutput<'_>) -> Result<(), InputErrorKind> {
        let page_bytes = record.block.len();
        let has_page = self.add(page_bytes, output.counts, |reader, take| take(&reader.read(record, origin)));
        output.counts.pages += u64::from(has_page);
        Ok(())
    }

    fn page(&mut self, input: &InputPage, html: &[u8], output: &mut PageOutput<'_>) -> Result<(), RowError> {
        self.add(html.len(), output.counts, |reader, take| take(&reader.read_html(input, html)));
        output.counts.pages += 1;
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.block.bytes.len() >= self.max_bytes
    }

    fn take(&mut self, spare: &dyn Fn() -> Block) -> Result<Option<Block>, OutputError> {
        Ok(self.block.take(spare))
    }
}
