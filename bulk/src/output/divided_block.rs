//! Divides blocks by row: for files with a limit of rows or bytes, and for files of rows with the same values.

use crate::output::OutputError;
use crate::output::block::{Block, BlockContent};
use crate::output::row_marks::RowMarks;
use crate::row::RowValues;
use std::collections::HashMap;
use std::ops::Range;

#[cfg(feature = "columns")]
use {arrow_array::RecordBatch, arrow_select::interleave::interleave_record_batch};

impl Block {
    /// Returns some rows as a block of its own. The output must have [row keys](super::OutputOptions::with_row_keys), or the result
    /// has no rows.
    ///
    /// ```
    /// use tagrake_bulk::output::Block;
    ///
    /// assert_eq!(Block::default().slice(0..0).rows(), 0);
    /// ```
    #[must_use]
    pub fn slice(&self, rows: Range<usize>) -> Self {
        let Some(marks) = &self.marks else { return Self::default() };
        let content = match &self.content {
            BlockContent::Lines(lines) => BlockContent::Lines(lines[marks.bytes(&rows)].to_vec()),
            #[cfg(feature = "columns")]
            BlockContent::Columns(batch, sizes) => {
                BlockContent::Columns(batch.slice(rows.start, rows.len()), sizes[rows.clone()].to_vec())
            }
        };
        Self {
            rows: rows.len(),
            info: Vec::new(),
            content,
            background: self.background.clone(),
            marks: Some(marks.slice(&rows)),
            ticket: None,
        }
    }

    /// Returns the size of some rows in bytes: of their lines, or of their values.
    ///
    /// ```
    /// use tagrake_bulk::output::Block;
    ///
    /// assert_eq!(Block::default().bytes_of(0..0), 0);
    /// ```
    pub fn bytes_of(&self, rows: Range<usize>) -> usize {
        match (&self.content, &self.marks) {
            (BlockContent::Lines(_), marks) => marks.as_ref().map_or(0, |marks| marks.bytes(&rows).len()),
            #[cfg(feature = "columns")]
            (BlockContent::Columns(_, sizes), _) => sizes[rows].iter().map(|size| *size as usize).sum(),
        }
    }

    /// Returns the values of successive rows for the keys of the output, and the indexes of these rows.
    ///
    /// ```
    /// use tagrake_bulk::output::Block;
    ///
    /// assert_eq!(Block::default().values().count(), 0);
    /// ```
    pub fn values(&self) -> impl Iterator<Item = (&RowValues, Range<usize>)> {
        self.marks.iter().flat_map(RowMarks::runs)
    }
}

/// Collects rows, and groups them by their [values](super::OutputOptions::with_row_keys).
///
/// ```
/// use tagrake_bulk::output::RowGroups;
///
/// assert_eq!(RowGroups::default().bytes(), 0);
/// ```
#[derive(Debug, Default)]
pub struct RowGroups {
    blocks: Vec<Block>,
    /// The values of each group, in the order of its first row.
    order: Vec<RowValues>,
    /// The rows of each group: the index of the block, and the rows in it.
    rows: HashMap<RowValues, Vec<(usize, Range<usize>)>>,
    bytes: usize,
}

impl RowGroups {
    /// Adds rows.
    pub fn push(&mut self, block: Block) {
        let index = self.blocks.len();
        for (values, rows) in block.values() {
            if let Some(group) = self.rows.get_mut(values) {
                group.push((index, rows));
            } else {
                self.order.push(values.clone());
                self.rows.insert(values.clone(), vec![(index, rows)]);
            }
        }
        self.bytes += block.bytes_of(0..block.rows());
        self.blocks.push(block);
    }

    /// Returns the size of the rows in bytes: of their lines, or of their values.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Passes each group to `put`: its values, and its rows in their order. No rows are left.
    ///
    /// # Errors
    ///
    /// Returns the error of `put`, or an error if Arrow cannot copy the rows.
    pub fn drain<E: From<OutputError>>(
        &mut self,
        mut put: impl FnMut(RowValues, Block) -> Result<(), E>,
    ) -> Result<(), E> {
        let Self { blocks, order, mut rows, .. } = std::mem::take(self);
        for values in order {
            if let Some(group) = rows.remove(&values) {
                put(values, joined(&blocks, &group)?)?;
            }
        }
        Ok(())
    }
}

/// Copies rows of `blocks` into one block.
fn joined(blocks: &[Block], group: &[(usize, Range<usize>)]) -> Result<Block, OutputError> {
    let slices = || group.iter().map(|(index, rows)| (&blocks[*index], rows.clone()));
    let mut marks = RowMarks::default();
    for (block, rows) in slices() {
        marks.extend(block.marks.as_ref(), &rows);
    }
    let content = match slices().next().map(|(block, _)| &block.content) {
        #[cfg(feature = "columns")]
        Some(BlockContent::Columns(..)) => joined_columns(blocks, group)?,
        _ => {
            let mut lines = Vec::with_capacity(slices().map(|(block, rows)| block.bytes_of(rows)).sum());
            for (block, rows) in slices() {
                let bytes = block.marks.as_ref().map_or(0..0, |marks| marks.bytes(&rows));
                lines.extend_from_slice(&block.text()[bytes]);
            }
            BlockContent::Lines(lines)
        }
    };
    let background = blocks.first().and_then(|block| block.background.clone());
    Ok(Block { rows: marks.rows(), content, background, marks: Some(marks), ..Block::default() })
}

#[cfg(feature = "columns")]
fn joined_columns(blocks: &[Block], group: &[(usize, Range<usize>)]) -> Result<BlockContent, OutputError> {
    let mut batches: Vec<&RecordBatch> = Vec::new();
    let (mut places, mut sizes, mut last) = (Vec::new(), Vec::new(), None);
    for (index, rows) in group {
        let BlockContent::Columns(batch, of_rows) = &blocks[*index].content else { return Err(OutputError::Form) };
        if last != Some(index) {
            batches.push(batch);
            last = Some(index);
        }
        places.extend(rows.clone().map(|row| (batches.len() - 1, row)));
        sizes.extend_from_slice(&of_rows[rows.clone()]);
    }
    Ok(BlockContent::Columns(interleave_record_batch(&batches, &places)?, sizes))
}
