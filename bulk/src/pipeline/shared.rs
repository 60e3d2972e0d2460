//! State shared by the workers of a run: options, reusable blocks, and the memory for large pages.

use super::extraction::Extraction;
use super::options::RunOptions;
use crate::memory_budget::MemoryPool;
use crate::output::Block;
use std::sync::{Mutex, PoisonError};

/// Maximum number of written blocks that are retained to reuse their memory.
const MAX_SPARES: usize = 16;
/// Maximum bytes of a retained block.
const MAX_SPARE_BYTES: usize = 1 << 20;

/// State shared by the workers of a run.
pub(super) struct RunState<'r> {
    pub(super) extraction: &'r Extraction,
    pub(super) options: &'r RunOptions,
    /// Empty blocks, for their memory.
    spares: Mutex<Vec<Block>>,
    /// The memory for large pages.
    pool: MemoryPool,
}

impl<'r> RunState<'r> {
    pub(super) fn new(extraction: &'r Extraction, options: &'r RunOptions) -> Self {
        Self { extraction, options, spares: Mutex::default(), pool: MemoryPool::default() }
    }

    /// Retains the memory of a written block.
    pub(super) fn recycle(&self, block: Block) {
        let mut spares = self.spares.lock().unwrap_or_else(PoisonError::into_inner);
        if spares.len() < MAX_SPARES && block.memory_bytes() <= MAX_SPARE_BYTES {
            spares.push(block);
        }
    }

    pub(super) fn spare(&self) -> Block {
        self.spares.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Returns the memory for large pages.
    pub(super) fn pool(&self) -> MemoryPool {
        self.pool.clone()
    }
}
