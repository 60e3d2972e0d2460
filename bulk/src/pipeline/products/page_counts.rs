//! Counts pages, and makes no rows of them.

use super::block_maker::{BlockMaker, PutBlock, count_page};
use crate::input::InputPage;
use crate::output::{Block, OutputError};
use crate::page_reader::{Reader, ReaderOptions};
use crate::pipeline::counts::Counts;
use crate::schema::row_error::RowError;

/// Counts the pages, their encodings and their flags.
pub(crate) struct PageCounts {
    reader: Reader,
}

impl PageCounts {
    pub(crate) fn new(reader: &ReaderOptions) -> Self {
        Self { reader: Reader::new(reader.clone()) }
    }
}

impl BlockMaker for PageCounts {
    fn reader(&mut self) -> Option<&mut Reader> {
        Some(&mut self.reader)
    }

    fn page(
        &mut self,
        input: &InputPage,
        html: &[u8],
        counts: &mut Counts,
        _: &dyn Fn() -> Block,
        _: &mut PutBlock<'_>,
    ) -> Result<(), RowError> {
        self.reader.read_html(input, html, |page| count_page(page, counts));
        Ok(())
    }

    fn is_full(&self) -> bool {
        false
    }

    fn take(&mut self, _: &dyn Fn() -> Block) -> Result<Option<Block>, OutputError> {
        Ok(None)
    }
}
