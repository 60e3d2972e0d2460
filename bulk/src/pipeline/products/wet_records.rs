//! Makes blocks of WET records of pages.

use super::block_maker::{BlockMaker, PageOutput, RecordBlock, count_page};
use crate::derived::wet::WetEncoder;
use crate::input::InputPage;
use crate::output::{Block, OutputError};
use crate::page_reader::{Reader, ReaderOptions};
use crate::pipeline::main_selection::MainFilter;
use crate::record::page_text::TextOptions;
use crate::schema::table::RowError;

/// Makes a WET record of each page.
pub(crate) struct WetRecords<'e> {
    reader: Reader,
    filter: MainFilter<'e>,
    texts: TextOptions,
    encoder: WetEncoder,
    block: RecordBlock,
    max_bytes: usize,
}

impl<'e> WetRecords<'e> {
    /// Creates the maker of blocks of about `max_bytes` bytes.
    pub(crate) fn new(filter: MainFilter<'e>, reader: ReaderOptions, texts: TextOptions, max_bytes: usize) -> Self {
        Self {
            reader: Reader::new(reader),
            filter,
            texts,
            encoder: WetEncoder::default(),
            block: RecordBlock::default(),
            max_bytes,
        }
    }
}

impl BlockMaker for WetRecords<'_> {
    fn reader(&mut self) -> Option<&mut Reader> {
        Some(&mut self.reader)
    }

    fn page(&mut self, input: &InputPage, html: &[u8], output: &mut PageOutput<'_>) -> Result<(), RowError> {
        let Self { reader, filter, texts, encoder, block, .. } = self;
        reader.read_html(input, html, |page| {
            if !filter.takes(page, output.counts) {
                return;
            }
            count_page(page, output.counts);
            if block.is_empty() {
                encoder.append_info(input, &mut block.info);
            }
            encoder.append(input, page.url.or(input.url.as_deref()), &texts.text_of(page), &mut block.bytes);
            block.count(output.counts);
        });
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.block.bytes.len() >= self.max_bytes
    }

    fn take(&mut self, spare: &dyn Fn() -> Block) -> Result<Option<Block>, OutputError> {
        Ok(self.block.take(spare))
    }
}
