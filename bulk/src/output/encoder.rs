//! From rows to blocks: the half of the work that many threads do.

#[cfg(feature = "columns")]
use crate::columns::Columns;
use crate::output::csv_rows::CsvRows;
use crate::output::{Format, OutputError, OutputOptions};
use crate::row_error::RowError;
#[cfg(feature = "columns")]
use crate::schema::Table;
#[cfg(feature = "columns")]
use arrow_array::RecordBatch;
use serde::Serialize;
use std::mem;

/// Rows in the form of the file, for its [`Writer`](super::Writer).
///
/// ```
/// use tagrake_bulk::output::Block;
///
/// assert_eq!(Block::default().rows(), 0);
/// ```
#[derive(Debug, Default)]
pub struct Block {
    rows: usize,
    pub(super) content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    /// Lines.
    Lines(Vec<u8>),
    /// Columns, and the size of each row.
    #[cfg(feature = "columns")]
    Columns(RecordBatch, Vec<u32>),
}

impl Default for Content {
    fn default() -> Self {
        Self::Lines(Vec::new())
    }
}

impl Block {
    /// Returns how many rows it has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// An empty block that has the memory of `lines`.
    pub(super) fn spare(lines: Vec<u8>) -> Self {
        Self { rows: 0, content: Content::Lines(lines) }
    }

    /// Returns its memory for lines, empty.
    fn into_memory(self) -> Vec<u8> {
        match self.content {
            Content::Lines(mut lines) => {
                lines.clear();
                lines
            }
            #[cfg(feature = "columns")]
            Content::Columns(..) => Vec::new(),
        }
    }
}

/// Turns rows into blocks. The rows of a block are as many as the caller likes: the file does not show where a block ends.
///
/// ```
/// use tagrake_bulk::ErrorRecord;
/// use tagrake_bulk::input::json_lines;
/// use tagrake_bulk::output::{Block, Encoder, Format, OutputOptions, Writer};
/// use tagrake_bulk::schema::Table;
///
/// let options = OutputOptions::new(Table::Pages, Format::JsonLines)?;
/// let (mut encoder, mut writer) = (Encoder::new(&options), Writer::new(&options, Vec::new())?);
/// let mut spare = Block::default();
/// for error in json_lines("pages.jsonl", &b"{}\n[]"[..]).filter_map(Result::err) {
///     encoder.push(&ErrorRecord(&error))?;
///     spare = writer.append(encoder.take(spare)?)?;
/// }
/// assert_eq!(writer.finish()?.split(|&byte| byte == b'\n').count(), 3);
/// # Ok::<(), tagrake_bulk::output::OutputError>(())
/// ```
#[derive(Debug)]
pub struct Encoder {
    form: Form,
    rows: usize,
    max_rows: usize,
    max_bytes: usize,
}

#[derive(Debug)]
enum Form {
    JsonLines(Vec<u8>),
    Csv(Box<CsvRows>),
    #[cfg(feature = "columns")]
    Columns(Columns),
}

impl Encoder {
    /// An encoder for a file that is written with the same `options`.
    pub fn new(options: &OutputOptions) -> Self {
        let form = match options.format {
            Format::JsonLines => Form::JsonLines(Vec::new()),
            Format::Csv => Form::Csv(Box::new(CsvRows::new(options.table))),
            #[cfg(feature = "columns")]
            Format::Arrow | Format::Parquet => Form::Columns(match options.table {
                Table::Pages => Columns::pages(&options.fields),
                Table::Links => Columns::links(),
            }),
        };
        Self { form, rows: 0, max_rows: options.batch_rows, max_bytes: options.batch_bytes }
    }

    /// Adds a row: a [`PageRecord`](crate::PageRecord) or [`ErrorRecord`](crate::ErrorRecord) if the file is of pages, a
    /// [`LinkRow`](crate::LinkRow) if it is of links.
    ///
    /// # Errors
    ///
    /// If the row does not fit: a column would be too long. It is then left out, and the block is as it was.
    pub fn push(&mut self, row: &impl Serialize) -> Result<(), RowError> {
        match &mut self.form {
            Form::JsonLines(lines) => {
                let start = lines.len();
                if let Err(error) = serde_json::to_writer(&mut *lines, row) {
                    lines.truncate(start);
                    return Err(RowError::Other(error.to_string()));
                }
                lines.push(b'\n');
            }
            Form::Csv(rows) => rows.push(row)?,
            #[cfg(feature = "columns")]
            Form::Columns(columns) => columns.push(row)?,
        }
        self.rows += 1;
        Ok(())
    }

    /// Returns whether the block has as much as a batch, and should be taken.
    pub fn is_full(&self) -> bool {
        let bytes = match &self.form {
            Form::JsonLines(lines) => lines.len(),
            Form::Csv(rows) => rows.bytes(),
            #[cfg(feature = "columns")]
            Form::Columns(columns) => columns.bytes(),
        };
        self.rows >= self.max_rows || bytes >= self.max_bytes
    }

    /// Returns the rows since the last time, and goes on in the memory of `spare`, a block that was written.
    ///
    /// # Errors
    ///
    /// If Arrow cannot take the columns: a row lacked what it always has.
    pub fn take(&mut self, spare: Block) -> Result<Block, OutputError> {
        let content = match &mut self.form {
            Form::JsonLines(lines) => Content::Lines(mem::replace(lines, spare.into_memory())),
            Form::Csv(rows) => Content::Lines(rows.take(spare.into_memory())?),
            #[cfg(feature = "columns")]
            Form::Columns(columns) => {
                let (batch, sizes) = columns.finish_with_sizes()?;
                Content::Columns(batch, sizes)
            }
        };
        Ok(Block { rows: mem::take(&mut self.rows), content })
    }
}
