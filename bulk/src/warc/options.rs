//! The limits of reading WARC files.

use crate::memory_budget::Allowance;
use std::sync::Arc;

/// How much is kept in memory, whatever a file says.
///
/// ```
/// use tagrake_bulk::warc::WarcOptions;
///
/// let options = WarcOptions::default().with_max_block_bytes(1 << 20).with_max_head_bytes(4096);
/// assert_eq!((options.max_block_bytes, options.max_head_bytes), (1 << 20, 4096));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WarcOptions {
    /// How much of a record's block is kept; 16 MiB by default. The rest is passed over.
    pub max_block_bytes: usize,
    /// How long the head of a record may be; 1 MiB by default.
    pub max_head_bytes: usize,
    /// What a large record is claimed from before it is decompressed.
    pub(crate) allowance: Option<Arc<Allowance>>,
}

impl Default for WarcOptions {
    fn default() -> Self {
        Self { max_block_bytes: 16 << 20, max_head_bytes: 1 << 20, allowance: None }
    }
}

impl WarcOptions {
    /// Sets how much of a record's block is kept.
    #[must_use]
    pub fn with_max_block_bytes(mut self, bytes: usize) -> Self {
        self.max_block_bytes = bytes;
        self
    }

    /// Sets how long the head of a record may be.
    #[must_use]
    pub fn with_max_head_bytes(mut self, bytes: usize) -> Self {
        self.max_head_bytes = bytes;
        self
    }
}
