//! State shared by the workers of a run: options, reusable blocks, the memory for large pages, and digests of pages.

use super::stream_batches::WantedRecords;
use crate::output::Block;
use crate::pipeline::extraction::Extraction;
use crate::pipeline::options::RunOptions;
use crate::pipeline::products::BlockMaker;
use crate::pipeline::read_page::FillRow;
use crate::pipeline::records::duplicates::Duplicates;
use crate::pipeline::records::record_files::IndexedVersions;
use crate::pipeline::records::record_head::MAX_TEXT_BYTES;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use tagrake_archive::container::Directories;
use tagrake_archive::memory_budget::MemoryPool;

/// Maximum number of written blocks that are retained to reuse their memory.
const MAX_SPARES: usize = 16;
/// Maximum bytes of a retained block.
const MAX_SPARE_BYTES: usize = 1 << 20;

/// The work of a run: to make a product, or values of pages.
pub(crate) enum RunWork<'r> {
    /// Makes the product of the extraction, with the values of custom columns that the closure sets.
    Product(Option<&'r FillRow<'r>>),
    /// Makes values of pages with these makers.
    Values(&'r (dyn NewMaker + 'r)),
}

/// Creates makers, one for each worker.
pub(crate) trait NewMaker: Sync {
    fn new_maker(&self) -> Box<dyn BlockMaker + '_>;
}

impl Default for RunWork<'_> {
    fn default() -> Self {
        Self::Product(None)
    }
}

/// State shared by the workers of a run.
pub(crate) struct RunState<'r> {
    pub(crate) extraction: &'r Extraction,
    pub(crate) options: &'r RunOptions,
    work: RunWork<'r>,
    /// Empty blocks, for their memory.
    spares: Mutex<Vec<Block>>,
    /// The directories of containers whose records an index names.
    pub(crate) directories: Directories,
    /// The memory for large pages.
    pub(crate) pool: MemoryPool,
    /// The versions of the files that an index names.
    pub(crate) versions: IndexedVersions,
    /// The digests of earlier pages, if duplicates are skipped.
    duplicates: Option<Mutex<Duplicates>>,
}

impl<'r> RunState<'r> {
    pub(crate) fn new(extraction: &'r Extraction, options: &'r RunOptions, work: RunWork<'r>) -> Self {
        let duplicates = options.distinct_among.map(NonZeroUsize::get).map(Duplicates::new).map(Mutex::new);
        let (spares, directories) = (Mutex::default(), Directories::default());
        let (pool, versions) = (MemoryPool::default(), IndexedVersions::default());
        Self { extraction, options, work, spares, directories, pool, versions, duplicates }
    }

    /// Creates a maker.
    pub(crate) fn maker(&self) -> Box<dyn BlockMaker + 'r> {
        match self.work {
            RunWork::Product(fill) => self.extraction.maker(self.options, fill),
            RunWork::Values(makers) => makers.new_maker(),
        }
    }

    /// Returns the records of WARC files that are needed.
    pub(crate) fn wanted(&self) -> WantedRecords {
        match self.work {
            RunWork::Product(_) => self.extraction.wanted(),
            RunWork::Values(_) => WantedRecords::Pages,
        }
    }

    /// Returns true if nothing is needed of a record but the head of its page.
    pub(crate) fn needs_heads(&self) -> bool {
        let RunOptions { digests, distinct_among, summaries, max_record_bytes, .. } = *self.options;
        let is_of_product = matches!(self.work, RunWork::Product(None));
        let reads_ends = digests || summaries || distinct_among.is_some() || max_record_bytes < MAX_TEXT_BYTES;
        self.extraction.is_head_only() && is_of_product && !reads_ends
    }

    /// Adds the digest of a page, made by `digest`, if duplicates are skipped. Returns whether the page is a duplicate, and
    /// how many earlier digests were forgotten.
    pub(crate) fn add_digest(&self, digest: impl FnOnce() -> [u8; 20]) -> (bool, u64) {
        match &self.duplicates {
            Some(duplicates) => duplicates.lock().unwrap_or_else(PoisonError::into_inner).add(&digest()),
            None => (false, 0),
        }
    }

    /// Retains the memory of a written block.
    pub(crate) fn recycle(&self, block: Block) {
        let mut spares = self.spares.lock().unwrap_or_else(PoisonError::into_inner);
        if spares.len() < MAX_SPARES && block.memory_bytes() <= MAX_SPARE_BYTES {
            spares.push(block);
        }
    }

    pub(crate) fn spare(&self) -> Block {
        self.spares.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }
}
