//! Limits for reading WARC files.

use crate::memory_budget::Allowance;
use std::sync::Arc;

/// Maximum value of a limit in bytes: the sum of limits and of positions in memory does not overflow.
const MAX_LIMIT: usize = isize::MAX as usize / 4;

/// Limits on memory, independent of the lengths that a file declares.
///
/// ```
/// use tagrake_archive::warc::WarcOptions;
///
/// let options = WarcOptions::default().with_max_block_bytes(1 << 20).with_max_head_bytes(4096);
/// # let _ = options;
/// ```
#[derive(Clone, Debug)]
pub struct WarcOptions {
    /// Maximum bytes of a record's block that are retained.
    pub max_block_bytes: usize,
    /// Maximum length of a record's head.
    pub(crate) max_head_bytes: usize,
    /// Limits the memory of large records, if threads share it.
    pub allowance: Option<Arc<Allowance>>,
}

impl Default for WarcOptions {
    fn default() -> Self {
        Self { max_block_bytes: 16 << 20, max_head_bytes: 1 << 20, allowance: None }
    }
}

impl WarcOptions {
    /// Sets how many bytes of a record's block are retained; 16 MiB by default. The rest is skipped.
    #[must_use]
    pub fn with_max_block_bytes(mut self, bytes: usize) -> Self {
        self.max_block_bytes = bytes.min(MAX_LIMIT);
        self
    }

    /// Sets the maximum length of a record's head; 1 MiB by default.
    #[must_use]
    pub fn with_max_head_bytes(mut self, bytes: usize) -> Self {
        self.max_head_bytes = bytes.min(MAX_LIMIT);
        self
    }
}
