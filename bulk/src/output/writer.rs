//! Writes blocks to the file: the half of the work that is done in order.

use crate::output::encoder::{Content, FORM_FEED};
use crate::output::line_file::LineFile;
use crate::output::{Block, Format, OutputError, OutputOptions, csv_rows};
use std::io::Write;

#[cfg(feature = "columns")]
use {
    crate::columns, crate::output::batch_cutter::Cutter, crate::output::parquet_file::RowGroups,
    arrow_ipc::writer::StreamWriter,
};

/// Writes blocks into a file, in order.
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
    Lines(LineFile<W>),
    /// True once any text was written.
    Text(LineFile<W>, bool),
    /// True once any record was written.
    Warc(W, bool),
    #[cfg(feature = "columns")]
    Arrow(Cutter, StreamWriter<W>),
    #[cfg(feature = "columns")]
    Parquet(Cutter, RowGroups<W>),
}

impl<W: Write> Writer<W> {
    /// Starts a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the first bytes cannot be written, or if the format does not have the compression of the
    /// options.
    pub fn new(options: &OutputOptions, file: W) -> Result<Self, OutputError> {
        let (format, compression) = (options.format, options.compression);
        if !format.compressions().contains(&compression) {
            return Err(OutputError::Compression(format, compression));
        }
        #[cfg(feature = "columns")]
        let schema = columns::schema(options.table, &options.fields);
        Ok(Self(match format {
            Format::JsonLines => Form::Lines(LineFile::new(file, compression)),
            Format::Text => Form::Text(LineFile::new(file, compression), false),
            Format::Warc => Form::Warc(file, false),
            Format::Csv => {
                let mut file = LineFile::new(file, compression);
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
                let groups = RowGroups::new(options, schema.clone(), file)?;
                Form::Parquet(Cutter::new(schema, options), groups)
            }
        }))
    }

    /// Adds the rows of a block. Returns a block whose memory can be reused.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written. The file is then incomplete.
    pub fn append(&mut self, block: Block) -> Result<Block, OutputError> {
        if let (Form::Lines(file) | Form::Text(file, _), Some(chores)) = (&mut self.0, &block.chores) {
            file.share(chores);
        }
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
                for cut in cutter.push(&batch, &sizes) {
                    stream.write(&cutter.join(cut)?)?;
                }
                Ok(Block::default())
            }
            #[cfg(feature = "columns")]
            (Form::Parquet(cutter, groups), Content::Columns(batch, sizes)) => {
                if let Some(chores) = &block.chores {
                    groups.share(chores);
                }
                cutter.push(&batch, &sizes).into_iter().try_for_each(|cut| groups.write(cut))?;
                Ok(Block::default())
            }
            #[cfg(feature = "columns")]
            _ => Err(OutputError::Form),
        }
    }

    /// Writes all remaining bytes, including the end of the file format. Returns the underlying writer.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written. The file is then incomplete.
    pub fn finish(self) -> Result<W, OutputError> {
        match self.0 {
            Form::Lines(file) | Form::Text(file, _) => Ok(file.finish()?),
            Form::Warc(file, _) => flushed(file),
            #[cfg(feature = "columns")]
            Form::Arrow(mut cutter, mut stream) => {
                if let Some(cut) = cutter.rest() {
                    stream.write(&cutter.join(cut)?)?;
                }
                flushed(stream.into_inner()?)
            }
            #[cfg(feature = "columns")]
            Form::Parquet(mut cutter, mut groups) => {
                if let Some(cut) = cutter.rest() {
                    groups.write(cut)?;
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
