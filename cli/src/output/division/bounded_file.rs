//! A file that ends with the row with which it reaches a limit.

use super::Division;
use super::staging::{StagedFile, Staging};
use crate::failure::{Failure, about};
use crate::output::file_identity::Stamp;
use std::fs::File;
use std::io;
use std::num::NonZeroU64;
use std::path::PathBuf;
use tagrake_bulk::output::{Block, OutputOptions, Writer};

/// A file of rows, with its limits.
pub(super) struct BoundedFile {
    writer: Writer<File>,
    /// The path in the output folder.
    path: PathBuf,
    max_rows: u64,
    max_bytes: u64,
    rows: u64,
    /// A size that the file does not exceed. The exact size is requested only if this one reaches the limit, because the writer then
    /// waits for background tasks.
    size: u64,
}

/// The outcome of adding a block.
pub(super) struct Added {
    /// A block whose memory can be reused.
    pub(super) spare: Block,
    /// True if the file is full.
    pub(super) is_full: bool,
    /// The rows that did not fit.
    pub(super) rest: Option<Block>,
}

impl BoundedFile {
    /// Creates the file that will be at `path` in the output folder.
    pub(super) fn create(
        staging: &Staging,
        path: PathBuf,
        options: &OutputOptions,
        division: &Division,
    ) -> Result<Self, Failure> {
        let file = staging.create_file(&path).map_err(|error| about(&path, &error))?;
        let mut writer = Writer::new(options, file)?;
        let size = if division.max_bytes.is_some() { writer.size()? } else { 0 };
        let [max_rows, max_bytes] =
            [division.max_rows, division.max_bytes].map(|limit| limit.map_or(u64::MAX, NonZeroU64::get));
        Ok(Self { writer, path, max_rows, max_bytes, rows: 0, size })
    }

    /// Adds rows until the file is full.
    pub(super) fn append(&mut self, block: Block) -> Result<Added, Failure> {
        let rows = block.rows();
        let mut start = 0;
        while start < rows {
            let end = self.end_of_fitting(&block, start);
            self.rows += (end - start) as u64;
            self.size = self.size.saturating_add(block.bytes_of(start..end) as u64);
            if start == 0 && end == rows {
                let spare = self.writer.append(block)?;
                return Ok(Added { spare, is_full: self.is_full()?, rest: None });
            }
            self.writer.append(block.slice(start..end))?;
            start = end;
            if self.is_full()? {
                let rest = (start < rows).then(|| block.slice(start..rows));
                return Ok(Added { spare: Block::default(), is_full: true, rest });
            }
        }
        Ok(Added { spare: Block::default(), is_full: false, rest: None })
    }

    /// Returns the index after the last row that is written before the limits are checked: at least one row, and at most the row with
    /// which the file may reach a limit.
    fn end_of_fitting(&self, block: &Block, start: usize) -> usize {
        let room = usize::try_from(self.max_rows - self.rows).unwrap_or(usize::MAX);
        let end = block.rows().min(start.saturating_add(room));
        let mut size = self.size;
        if size.saturating_add(block.bytes_of(start..end) as u64) < self.max_bytes {
            return end;
        }
        let reaches = |row: &usize| {
            size = size.saturating_add(block.bytes_of(*row..row + 1) as u64);
            size >= self.max_bytes
        };
        (start..end).find(reaches).map_or(end, |row| row + 1)
    }

    fn is_full(&mut self) -> Result<bool, Failure> {
        if self.rows < self.max_rows && self.size >= self.max_bytes {
            self.size = self.writer.size()?;
        }
        Ok(self.rows >= self.max_rows || self.size >= self.max_bytes)
    }

    /// Completes the file.
    pub(super) fn finish(self) -> Result<StagedFile, Failure> {
        let Self { writer, path, .. } = self;
        let file = writer.finish()?;
        let stamp =
            Stamp::of(&file.metadata()?)?.ok_or_else(|| io::Error::other("the output is not a regular file"))?;
        Ok(StagedFile { path, stamp })
    }
}
