//! From blocks to the file: the half of the work that is done in order.

use crate::output::encoder::{Content, FORM_FEED};
use crate::output::{Block, Format, OutputError, OutputOptions, csv_rows};
use std::io::Write;

#[cfg(feature = "columns")]
use {
    crate::columns,
    crate::output::Compression,
    crate::output::cut::{Cut, Cutter},
    arrow_ipc::writer::StreamWriter,
    parquet::arrow::ArrowWriter,
    parquet::basic::{Compression as Codec, GzipLevel, ZstdLevel},
    parquet::errors::ParquetError,
    parquet::file::properties::WriterProperties,
    std::{io, mem},
};

/// Writes blocks into a file, in the order in which they come.
///
/// ```
/// use tagrake_bulk::output::{Format, OutputOptions, Writer};
/// use tagrake_bulk::schema::Table;
///
/// let options = OutputOptions::new(Table::Links, Format::JsonLines)?;
/// assert_eq!(Writer::new(&options, Vec::new())?.finish()?, b"");
/// # Ok::<(), tagrake_bulk::output::OutputError>(())
/// ```
pub struct Writer<W: Write>(Form<W>);

enum Form<W: Write> {
    Lines(W),
    /// Whether text was written already.
    Text(W, bool),
    /// Whether a record was written already.
    Warc(W, bool),
    #[cfg(feature = "columns")]
    Arrow(Cutter, StreamWriter<W>),
    #[cfg(feature = "columns")]
    Parquet(Cutter, RowGroups<W>),
}

impl<W: Write> Writer<W> {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// If its first bytes cannot be written.
    pub fn new(options: &OutputOptions, mut file: W) -> Result<Self, OutputError> {
        #[cfg(feature = "columns")]
        let schema = columns::schema(options.table, &options.fields);
        Ok(Self(match options.format {
            Format::JsonLines => Form::Lines(file),
            Format::Text => Form::Text(file, false),
            Format::Warc => Form::Warc(file, false),
            Format::Csv => {
                file.write_all(&csv_rows::header(options.table, &options.fields)?)?;
                Form::Lines(file)
            }
            #[cfg(feature = "columns")]
            Format::Arrow => {
                let stream = StreamWriter::try_new(file, &schema)?;
                Form::Arrow(Cutter::new(schema, options), stream)
            }
            #[cfg(feature = "columns")]
            Format::Parquet => {
                let properties = WriterProperties::builder()
                    .set_compression(codec(options.compression)?)
                    .set_max_row_group_row_count(None)
                    .build();
                let parquet = ArrowWriter::try_new(Vec::new(), schema.clone(), Some(properties))?;
                let groups = RowGroups { parquet, file, bytes: 0, max_bytes: options.group_bytes };
                Form::Parquet(Cutter::new(schema, options), groups)
            }
        }))
    }

    /// Adds the rows of a block, and gives its memory back for the next one.
    ///
    /// # Errors
    ///
    /// If the file cannot be written; what is in it then is not whole.
    pub fn append(&mut self, block: Block) -> Result<Block, OutputError> {
        match (&mut self.0, block.content) {
            (Form::Lines(file), Content::Lines(lines)) => {
                file.write_all(&lines)?;
                Ok(Block::spare(lines))
            }
            (Form::Text(file, has_begun), Content::Lines(lines)) => {
                let between = if *has_begun { 0 } else { usize::from(lines.first() == Some(&FORM_FEED)) };
                file.write_all(&lines[between..])?;
                *has_begun |= !lines.is_empty();
                Ok(Block::spare(lines))
            }
            (Form::Warc(file, has_begun), Content::Lines(records)) => {
                if !std::mem::replace(has_begun, true) {
                    file.write_all(&block.info)?;
                }
                file.write_all(&records)?;
                Ok(Block::spare(records))
            }
            #[cfg(feature = "columns")]
            (Form::Arrow(cutter, stream), Content::Columns(batch, sizes)) => {
                let write = |cut: Cut| stream.write(&cut.batch).map_err(OutputError::from);
                cutter.push(&batch, &sizes, write).map(|()| Block::default())
            }
            #[cfg(feature = "columns")]
            (Form::Parquet(cutter, groups), Content::Columns(batch, sizes)) => {
                cutter.push(&batch, &sizes, |cut| groups.write(&cut)).map(|()| Block::default())
            }
            #[cfg(feature = "columns")]
            _ => Err(OutputError::Form),
        }
    }

    /// Writes what is not written yet, of lines all that there is, and what ends the file; gives back what it was written
    /// to.
    ///
    /// # Errors
    ///
    /// If the file cannot be written; what is in it then is not whole.
    pub fn finish(self) -> Result<W, OutputError> {
        match self.0 {
            Form::Lines(file) | Form::Text(file, _) | Form::Warc(file, _) => flushed(file),
            #[cfg(feature = "columns")]
            Form::Arrow(mut cutter, mut stream) => {
                if let Some(cut) = cutter.rest()? {
                    stream.write(&cut.batch)?;
                }
                flushed(stream.into_inner()?)
            }
            #[cfg(feature = "columns")]
            Form::Parquet(mut cutter, mut groups) => {
                if let Some(cut) = cutter.rest()? {
                    groups.write(&cut)?;
                }
                flushed(groups.finish()?)
            }
        }
    }
}

fn flushed<W: Write>(mut file: W) -> Result<W, OutputError> {
    file.flush()?;
    Ok(file)
}

/// A Parquet file whose row groups end by the bytes of their columns.
#[cfg(feature = "columns")]
struct RowGroups<W: Write> {
    /// Writes to memory: it would not tell all errors of a file as what they are.
    parquet: ArrowWriter<Vec<u8>>,
    file: W,
    /// Of the row group.
    bytes: usize,
    max_bytes: usize,
}

#[cfg(feature = "columns")]
impl<W: Write> RowGroups<W> {
    fn write(&mut self, cut: &Cut) -> Result<(), OutputError> {
        self.parquet.write(&cut.batch)?;
        self.bytes += cut.bytes;
        if self.bytes >= self.max_bytes {
            self.parquet.flush()?;
            self.pass_on()?;
            self.bytes = 0;
        }
        Ok(())
    }

    /// Writes to the file what is in memory.
    fn pass_on(&mut self) -> io::Result<()> {
        self.parquet.sync()?;
        self.file.write_all(&mem::take(self.parquet.inner_mut()))
    }

    fn finish(mut self) -> Result<W, OutputError> {
        self.parquet.finish()?;
        self.pass_on()?;
        Ok(self.file)
    }
}

#[cfg(feature = "columns")]
fn codec(compression: Compression) -> Result<Codec, ParquetError> {
    Ok(match compression {
        Compression::Zstd => Codec::ZSTD(ZstdLevel::try_new(1)?),
        Compression::Gzip => Codec::GZIP(GzipLevel::try_new(6)?),
        Compression::Snappy => Codec::SNAPPY,
        Compression::None => Codec::UNCOMPRESSED,
    })
}
