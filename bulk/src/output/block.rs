//! A block of encoded rows, which leaves the thread that encoded it.

use crate::output::row_marks::RowMarks;
#[cfg(feature = "columns")]
use arrow_array::RecordBatch;
use std::sync::mpsc::Sender;
use tagrake_archive::background_tasks::BackgroundTasks;
use tagrake_archive::memory_budget::LARGE_ROW_BYTES;

/// Encoded rows, for a [`Writer`](super::Writer) with the same options.
///
/// ```
/// use tagrake_bulk::output::Block;
///
/// assert_eq!(Block::default().rows(), 0);
/// ```
#[derive(Debug, Default)]
pub struct Block {
    pub(super) rows: usize,
    /// For rows that are WARC records: the `warcinfo` record to write if this is the first block of a file.
    pub(super) info: Vec<u8>,
    pub(super) content: BlockContent,
    /// The background tasks that may help to write it.
    pub(super) background: Option<BackgroundTasks>,
    /// Where rows end, if the output has row keys.
    pub(super) marks: Option<RowMarks>,
    /// The number of the closure's values that leave with the block.
    pub(crate) ticket: Option<Ticket>,
}

/// Identifies values that are stored elsewhere, because a block cannot hold values of any type.
#[derive(Debug)]
pub(crate) struct Ticket {
    /// The number of the values.
    pub(crate) number: u64,
    /// The approximate memory of the values in bytes.
    pub(crate) bytes: usize,
    /// Receives the number when the block is dropped.
    pub(crate) dropped: Sender<u64>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let _ = self.dropped.send(self.number); // the run may have ended
    }
}

#[derive(Debug)]
pub(super) enum BlockContent {
    /// Lines of text.
    Lines(Vec<u8>),
    /// Columns, and the size of each row in bytes.
    #[cfg(feature = "columns")]
    Columns(RecordBatch, Vec<u32>),
}

impl Default for BlockContent {
    fn default() -> Self {
        Self::Lines(Vec::new())
    }
}

impl Block {
    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the approximate memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let values = self.ticket.as_ref().map_or(0, |ticket| ticket.bytes);
        values
            + match &self.content {
                BlockContent::Lines(lines) => lines.len(),
                #[cfg(feature = "columns")]
                BlockContent::Columns(batch, sizes) => batch.get_array_memory_size() + size_of_val(&**sizes),
            }
    }

    /// Returns true if the last row is large. A large row is the last one of its block.
    pub(crate) fn is_large(&self) -> bool {
        match &self.content {
            BlockContent::Lines(lines) => lines.len() >= LARGE_ROW_BYTES,
            #[cfg(feature = "columns")]
            BlockContent::Columns(_, sizes) => sizes.last().is_some_and(|&size| size as usize >= LARGE_ROW_BYTES),
        }
    }

    /// Returns the rows as a batch, if the block holds columns.
    ///
    /// ```
    /// use tagrake_bulk::output::{Block, Encoder, FileFormat, OutputOptions, Product};
    ///
    /// let mut encoder = Encoder::new(&OutputOptions::new(Product::Links, FileFormat::Arrow)?);
    /// assert!(encoder.take(Block::default())?.batch().is_some());
    /// assert!(Block::default().batch().is_none());
    /// # Ok::<(), tagrake_bulk::output::OutputError>(())
    /// ```
    #[cfg(feature = "columns")]
    pub fn batch(&self) -> Option<&RecordBatch> {
        match &self.content {
            BlockContent::Lines(_) => None,
            BlockContent::Columns(batch, _) => Some(batch),
        }
    }

    /// Creates an empty block that reuses the memory of `lines`.
    pub(super) fn spare(lines: Vec<u8>) -> Self {
        Self { content: BlockContent::Lines(lines), ..Self::default() }
    }

    /// Creates a block of `rows` WARC records or lines. `info` precedes them if they are the first of a file.
    pub(crate) fn of_records(bytes: Vec<u8>, rows: usize, info: Vec<u8>) -> Self {
        Self { rows, info, content: BlockContent::Lines(bytes), ..Self::default() }
    }

    /// Creates a block for `rows` values of a closure, which `ticket` identifies.
    pub(crate) fn of_values(rows: usize, ticket: Ticket) -> Self {
        Self { rows, ticket: Some(ticket), ..Self::default() }
    }

    /// Sets the background tasks that may help to write the block.
    pub(crate) fn with_background(mut self, background: Option<BackgroundTasks>) -> Self {
        self.background = background;
        self
    }

    /// Returns the lines, or the bytes of WARC records; none if the block holds columns.
    pub(crate) fn text(&self) -> &[u8] {
        match &self.content {
            BlockContent::Lines(lines) => lines,
            #[cfg(feature = "columns")]
            BlockContent::Columns(..) => &[],
        }
    }

    /// Returns the capacity for lines in bytes.
    pub(crate) fn memory_bytes(&self) -> usize {
        match &self.content {
            BlockContent::Lines(lines) => lines.capacity(),
            #[cfg(feature = "columns")]
            BlockContent::Columns(..) => 0,
        }
    }

    /// Returns the memory for lines, cleared.
    pub(crate) fn into_memory(self) -> Vec<u8> {
        match self.content {
            BlockContent::Lines(mut lines) => {
                lines.clear();
                lines
            }
            #[cfg(feature = "columns")]
            BlockContent::Columns(..) => Vec::new(),
        }
    }
}
