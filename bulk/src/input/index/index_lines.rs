//! The rows of an index or a manifest of lines, also in the blocks of a ZipNum cluster.

use super::cluster::{BlockAddress, BlockFiles};
use super::delimited::CsvValue;
use super::index_line::{IndexLine, LineFormat, json_start};
use super::index_row::{ListRow, OtherColumns};
use super::kept_members::KeptMembers;
use crate::input::error::InputError;
use crate::input::sources::lines::LineRead;
use crate::input::sources::list_file::{self, ListLines};
use crate::mime_type::UTF8_BOM;
use std::marker::PhantomData;
use std::mem;

/// Maximum length of a line in bytes; a longer one is an error.
pub(super) const MAX_LINE_BYTES: usize = 1 << 20;
/// The rows of an index of lines, as they are read.
pub(crate) struct IndexLines<R> {
    origin: String,
    /// The other files, with blocks of lines. `None` for the lines of a block, and for a manifest.
    blocks: Option<BlockFiles>,
    /// The current block of a ZipNum cluster.
    block: Option<Box<Self>>,
    /// The format of the lines in blocks.
    block_format: LineFormat,
    /// The last file of blocks that cannot be opened.
    failed_file: Option<String>,
    /// `None` at the end, and after an error that ends the index.
    lines: Option<ListLines>,
    /// The number of the last line, from 1.
    number: u64,
    /// The number of the first line of the last row.
    row_number: u64,
    format: LineFormat,
    /// The members of JSON that are kept.
    kept: KeptMembers,
    /// Columns that are not read.
    pub(super) others: OtherColumns,
    pub(super) line: Vec<u8>,
    /// The number of bytes in which quotes were searched.
    #[cfg(test)]
    pub(super) counted_bytes: usize,
    row: PhantomData<R>,
}

/// How a row of lines ends.
#[derive(Clone, Copy)]
enum RowEnd {
    Complete,
    /// It is longer than the limit.
    TooLong,
    /// A quoted value of CSV is not closed at the end of the index.
    Open,
}

impl<R: ListRow> Iterator for IndexLines<R> {
    type Item = Result<R, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(row) = self.next_of_block() {
                return Some(row);
            }
            let (number, end) = match self.read_row() {
                Some(Ok(read)) => read,
                Some(Err(error)) => return Some(Err(error)),
                // The lines of the next block may have all members.
                None if self.blocks.is_none() => return None,
                None => {
                    let cause = self.kept.missing()?;
                    return Some(Err(InputError::new(&*self.origin, R::error(cause))));
                }
            };
            self.row_number = number;
            let mut line = &self.line[..];
            if number == 1 {
                line = line.strip_prefix(UTF8_BOM).unwrap_or(line);
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            let row = match end {
                RowEnd::Complete => IndexLine::parse(line, &mut self.format, &mut self.kept, &mut self.others),
                RowEnd::TooLong => Err(format!("the line is longer than {MAX_LINE_BYTES} bytes")),
                RowEnd::Open => Err("the row has a quote that is never closed".to_owned()),
            };
            return Some(match row {
                Ok(IndexLine::Row(row)) => Ok(row),
                Ok(IndexLine::Header) => continue,
                Ok(IndexLine::Block(block)) => match self.open_block(&block) {
                    Ok(()) => continue,
                    Err(error) => Err(error),
                },
                Err(cause) => {
                    // Without columns, no other line of CSV can be read.
                    if matches!(self.format, LineFormat::Unknown) && json_start(line).is_none() {
                        self.lines = None;
                    }
                    Err(InputError::new(format!("{}:{number}", self.origin), R::error(cause)))
                }
            });
        }
    }
}

impl<R: ListRow> IndexLines<R> {
    pub(super) fn new(origin: String, lines: ListLines, format: LineFormat, kept: KeptMembers) -> Self {
        Self {
            origin,
            blocks: None,
            block: None,
            block_format: LineFormat::Unknown,
            failed_file: None,
            lines: Some(lines),
            number: 0,
            row_number: 0,
            format,
            kept,
            others: OtherColumns::default(),
            line: Vec::new(),
            #[cfg(test)]
            counted_bytes: 0,
            row: PhantomData,
        }
    }

    /// Returns the place of the last row, for messages.
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.origin, self.row_number)
    }

    /// Permits the index to list blocks in other files.
    pub(super) fn with_blocks(self, blocks: BlockFiles) -> Self {
        Self { blocks: Some(blocks), ..self }
    }

    /// Opens a block of lines. Returns an error for the first block of a file that cannot be opened.
    fn open_block(&mut self, block: &BlockAddress) -> Result<(), InputError> {
        if self.failed_file.as_ref() == Some(&block.file) {
            return Ok(());
        }
        let Some(files) = &self.blocks else {
            let cause = "a block of the index names another block".to_owned();
            return Err(InputError::new(&*self.origin, R::error(cause)));
        };
        match files.open(block) {
            (origin, Ok(lines)) => {
                let (format, kept) = (mem::take(&mut self.block_format), mem::take(&mut self.kept));
                let origin = format!("{origin}:{}", block.offset);
                self.block = Some(Box::new(Self::new(origin, lines, format, kept)));
                Ok(())
            }
            (_, Err(error)) => {
                self.kept.set_incomplete();
                self.failed_file = Some(block.file.clone());
                Err(error)
            }
        }
    }

    /// Returns the next row of the current block; `None` if there is none.
    fn next_of_block(&mut self) -> Option<Result<R, InputError>> {
        let block = self.block.as_mut()?;
        if let Some(row) = block.next() {
            return Some(row);
        }
        self.block_format = mem::take(&mut block.format);
        self.kept = mem::take(&mut block.kept);
        self.block = None;
        None
    }

    /// Reads the lines of the next row; a quoted value of CSV may contain newlines. Returns the number of its first line,
    /// and how it ends.
    fn read_row(&mut self) -> Option<Result<(u64, RowEnd), InputError>> {
        let (mut row, mut state, mut is_long) = (Vec::new(), CsvValue::default(), false);
        let first = self.number + 1;
        loop {
            let lines = self.lines.as_mut()?;
            let delimiter = self.format.quoted_delimiter();
            let is_csv = delimiter.is_some();
            let mut find_quotes = |bytes: &[u8]| {
                if let Some(delimiter) = delimiter {
                    state = state.after(bytes, delimiter);
                    #[cfg(test)]
                    {
                        self.counted_bytes += bytes.len();
                    }
                }
            };
            let read = lines.read_with(&mut self.line, MAX_LINE_BYTES - row.len(), &mut find_quotes);
            let read = match read {
                // The rest of the line may close a quoted value, or open one.
                Ok(LineRead::TooLong) if is_csv => lines
                    .skip_rest(&mut find_quotes)
                    .map(|is_skipped| if is_skipped { LineRead::TooLong } else { LineRead::Endless }),
                read => read,
            };
            let read = match list_file::checked(&self.origin, lines, read) {
                Ok(read) => read,
                Err(error) => {
                    self.lines = None;
                    self.kept.set_incomplete();
                    return Some(Err(error));
                }
            };
            self.number += 1;
            row.extend_from_slice(&self.line);
            is_long |= read == LineRead::TooLong;
            let end = match read {
                LineRead::End if row.is_empty() => {
                    self.lines = None;
                    return None;
                }
                LineRead::End if state == CsvValue::Quoted => RowEnd::Open,
                // The rest of a value over the limit is searched for its end, so that its lines are not taken for rows.
                _ if state == CsvValue::Quoted => continue,
                _ if is_long => RowEnd::TooLong,
                LineRead::Complete | LineRead::End | LineRead::TooLong | LineRead::Endless => RowEnd::Complete,
            };
            self.line = row;
            return Some(Ok((first, end)));
        }
    }
}
