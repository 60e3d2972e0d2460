//! Writes blocks to the file: the half of the work that is done in order.

use crate::output::block::BlockContent;
use crate::output::counted::Counted;
use crate::output::encoder::FORM_FEED;
use crate::output::formats::Layout;
use crate::output::line_file::LineFile;
use crate::output::line_sorter::LineSorter;
use crate::output::{Block, Compression, OutputError, OutputOptions, csv_rows, warc_info};
use std::io::Write;
use tagrake_archive::warc::ZstdDictionary;

#[cfg(feature = "columns")]
use {
    crate::output::batch_cutter::BatchCutter, crate::output::formats::ColumnFile,
    crate::output::parquet_file::ParquetFile, arrow_ipc::writer::StreamWriter,
};

/// Writes blocks into a file, in order.
///
/// ```
/// use tagrake_bulk::output::{FileFormat, OutputOptions, Product, Writer};
///
/// let options = OutputOptions::new(Product::Links, FileFormat::JsonLines)?;
/// assert_eq!(Writer::new(&options, Vec::new())?.finish()?, b"");
/// # Ok::<(), tagrake_bulk::output::OutputError>(())
/// ```
pub struct Writer<W: Write>(FormatWriter<W>);

enum FormatWriter<W: Write> {
    Lines(LineFile<Counted<W>>),
    Sorted(LineFile<Counted<W>>, LineSorter),
    /// True once any text was written.
    Text(LineFile<Counted<W>>, bool),
    Warc(Counted<W>, WarcStart),
    #[cfg(feature = "columns")]
    Arrow(BatchCutter, StreamWriter<Counted<W>>),
    #[cfg(feature = "columns")]
    Parquet(BatchCutter, ParquetFile<Counted<W>>),
}

/// The start of a file of WARC records.
enum WarcStart {
    /// It precedes the first record: the dictionary, if the file has one, and the `warcinfo` record of the first block. Holds the
    /// compression of the records.
    Pending(Compression, Option<ZstdDictionary>),
    Written,
}

impl<W: Write> Writer<W> {
    /// Starts a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the first bytes cannot be written, or if the format does not have the compression of the
    /// options, or [cannot hold](OutputOptions::check_fields) their keys.
    pub fn new(options: &OutputOptions, file: W) -> Result<Self, OutputError> {
        let (format, compression) = (options.format, options.compression);
        if !format.compressions().contains(&compression) {
            return Err(OutputError::Compression(format.file_format(), compression));
        }
        options.check_fields()?;
        let file = Counted::new(file);
        let is_warc_zst = format.layout() == Layout::Warc && compression == Compression::Zstd;
        if options.dictionary.is_some() && !is_warc_zst {
            return Err(OutputError::Dictionary);
        }
        #[cfg(feature = "columns")]
        let schema = || options.arrow_schema();
        Ok(Self(match format.layout() {
            Layout::Cdxj if options.is_sorted => {
                FormatWriter::Sorted(LineFile::new(file, compression), LineSorter::default())
            }
            Layout::Delimited(delimiter) => {
                let mut file = LineFile::new(file, compression);
                file.write_all(&csv_rows::header(options, delimiter)?)?;
                FormatWriter::Lines(file)
            }
            Layout::Text => FormatWriter::Text(LineFile::new(file, compression), false),
            Layout::Warc => FormatWriter::Warc(file, WarcStart::Pending(compression, options.dictionary.clone())),
            #[cfg(feature = "columns")]
            Layout::Columns(ColumnFile::Arrow) => {
                let stream = StreamWriter::try_new(file, &schema())?;
                FormatWriter::Arrow(BatchCutter::new(schema(), options), stream)
            }
            #[cfg(feature = "columns")]
            Layout::Columns(ColumnFile::Parquet) => {
                let parquet = ParquetFile::new(options, schema(), file)?;
                FormatWriter::Parquet(BatchCutter::new(schema(), options), parquet)
            }
            #[cfg(not(feature = "columns"))]
            Layout::Columns(_) => return Err(OutputError::Form), // in this build no product has such a format
            // Lines without a start or an end.
            _ => FormatWriter::Lines(LineFile::new(file, compression)),
        }))
    }

    /// Adds the rows of a block. Returns a block whose memory can be reused.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written. The file is then incomplete.
    pub fn append(&mut self, block: Block) -> Result<Block, OutputError> {
        if let (
            FormatWriter::Lines(file) | FormatWriter::Sorted(file, _) | FormatWriter::Text(file, _),
            Some(background),
        ) = (&mut self.0, &block.background)
        {
            file.share(background);
        }
        match (&mut self.0, block.content) {
            (FormatWriter::Lines(file), BlockContent::Lines(lines)) => {
                file.write_all(&lines)?;
                Ok(Block::spare(lines))
            }
            (FormatWriter::Sorted(_, sorter), BlockContent::Lines(lines)) => {
                sorter.push(&lines)?;
                Ok(Block::spare(lines))
            }
            (FormatWriter::Text(file, has_begun), BlockContent::Lines(lines)) => {
                let between = if *has_begun { 0 } else { usize::from(lines.first() == Some(&FORM_FEED)) };
                file.write_all(&lines[between..])?;
                *has_begun |= !lines.is_empty();
                Ok(Block::spare(lines))
            }
            (FormatWriter::Warc(file, start), BlockContent::Lines(records)) => {
                if let WarcStart::Pending(_, dictionary) = std::mem::replace(start, WarcStart::Written) {
                    file.write_all(&dictionary.map_or_else(Vec::new, |dictionary| dictionary.frame()))?;
                    file.write_all(&block.info)?;
                }
                file.write_all(&records)?;
                Ok(Block::spare(records))
            }
            #[cfg(feature = "columns")]
            (FormatWriter::Arrow(cutter, stream), BlockContent::Columns(batch, sizes)) => {
                let cuts = cutter.push(&batch, &sizes);
                drop(batch); // a large row is copied
                for cut in cuts {
                    stream.write(&cutter.join(cut)?)?;
                }
                Ok(Block::default())
            }
            #[cfg(feature = "columns")]
            (FormatWriter::Parquet(cutter, groups), BlockContent::Columns(batch, sizes)) => {
                if let Some(background) = &block.background {
                    groups.share(background);
                }
                let cuts = cutter.push(&batch, &sizes);
                drop(batch); // each column is freed when it is encoded
                cuts.into_iter().try_for_each(|cut| groups.write(cut))?;
                Ok(Block::default())
            }
            #[cfg(feature = "columns")]
            _ => Err(OutputError::Form),
        }
    }

    /// Returns the size of the file so far in bytes. Rows that are not compressed or encoded yet count with the size of their lines or
    /// values, so the size depends on the rows alone. It waits for background tasks.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written. The file is then incomplete.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product, Writer};
    ///
    /// let options = OutputOptions::new(Product::Links, FileFormat::JsonLines)?;
    /// assert_eq!(Writer::new(&options, Vec::new())?.size()?, 0);
    /// # Ok::<(), tagrake_bulk::output::OutputError>(())
    /// ```
    pub fn size(&mut self) -> Result<u64, OutputError> {
        match &mut self.0 {
            FormatWriter::Lines(file) | FormatWriter::Text(file, _) | FormatWriter::Sorted(file, _) => Ok(file.size()?),
            FormatWriter::Warc(file, _) => Ok(file.bytes),
            #[cfg(feature = "columns")]
            FormatWriter::Arrow(cutter, stream) => Ok(stream.get_ref().bytes + cutter.pending_bytes()),
            #[cfg(feature = "columns")]
            FormatWriter::Parquet(cutter, groups) => Ok(groups.size()? + cutter.pending_bytes()),
        }
    }

    /// Writes all remaining bytes, including the end of the file format. Returns the underlying writer.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written. The file is then incomplete.
    pub fn finish(self) -> Result<W, OutputError> {
        match self.0 {
            FormatWriter::Lines(file) | FormatWriter::Text(file, _) => Ok(file.finish()?.file),
            FormatWriter::Sorted(mut file, sorter) => {
                sorter.finish(|line| file.write_all(line))?;
                Ok(file.finish()?.file)
            }
            FormatWriter::Warc(mut file, start) => {
                if let WarcStart::Pending(compression, dictionary) = start {
                    file.write_all(&warc_info::empty_file(compression, dictionary))?;
                }
                flushed(file)
            }
            #[cfg(feature = "columns")]
            FormatWriter::Arrow(mut cutter, mut stream) => {
                if let Some(cut) = cutter.rest() {
                    stream.write(&cutter.join(cut)?)?;
                }
                flushed(stream.into_inner()?)
            }
            #[cfg(feature = "columns")]
            FormatWriter::Parquet(mut cutter, mut groups) => {
                if let Some(cut) = cutter.rest() {
                    groups.write(cut)?;
                }
                flushed(groups.finish()?)
            }
        }
    }
}

fn flushed<W: Write>(mut file: Counted<W>) -> Result<W, OutputError> {
    file.flush()?;
    Ok(file.file)
}
