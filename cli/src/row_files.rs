//! The row files of a run: one file for all inputs, or one file per input.

use crate::failure::Failure;
use crate::output_file::OutputFile;
use crate::output_folder::OutputFolder;
use crate::temporary_files;
use crate::tsv::TsvConverter;
use std::io::{self, Write};
use std::path::Path;
use tagrake_bulk::input::InputFile;
use tagrake_bulk::output::{Block, OutputOptions, Writer};
use tagrake_bulk::pipeline::Counts;

/// A file of rows. Converts CSV to TSV if necessary.
struct RowFile {
    file: OutputFile,
    converter: Option<TsvConverter>,
}

impl RowFile {
    fn new(file: OutputFile, is_tsv: bool) -> Self {
        Self { file, converter: is_tsv.then(TsvConverter::default) }
    }
}

impl Write for RowFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.converter {
            Some(converter) => self.file.write_all(converter.convert(bytes)).map(|()| bytes.len()),
            None => self.file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes the rows of a run.
pub(crate) struct RowFiles {
    options: OutputOptions,
    is_tsv: bool,
    folder: Option<OutputFolder>,
    /// The writer of the current file; `None` until its first row.
    writer: Option<Writer<RowFile>>,
    input: Option<InputFile>,
}

impl RowFiles {
    /// Writes all rows to `path`, or to standard output if it is `None`.
    pub(crate) fn one(options: OutputOptions, is_tsv: bool, path: Option<&Path>) -> Result<Self, Failure> {
        if let Some(path) = path {
            temporary_files::remove_orphans(temporary_files::folder_of(path));
        }
        let file = path.map_or_else(|| Ok(OutputFile::stdout()), OutputFile::create)?;
        let writer = Some(Writer::new(&options, RowFile::new(file, is_tsv))?);
        Ok(Self { options, is_tsv, folder: None, writer, input: None })
    }

    /// Writes the rows of each input to its own file in `folder`.
    pub(crate) fn many(options: OutputOptions, is_tsv: bool, folder: OutputFolder) -> Self {
        Self { options, is_tsv, folder: Some(folder), writer: None, input: None }
    }

    pub(crate) fn append(&mut self, block: Block) -> Result<Block, Failure> {
        Ok(match self.writer()? {
            Some(writer) => writer.append(block)?,
            None => block,
        })
    }

    pub(crate) fn begin(&mut self, input: &InputFile) {
        self.input = Some(input.clone());
    }

    /// Ends the output of the current input. It is discarded after an I/O error, because another run may read more of
    /// the input.
    pub(crate) fn end(&mut self, counts: &Counts) -> Result<(), Failure> {
        let Some(folder) = self.folder.clone() else { return Ok(()) };
        if !counts.errors.contains_key("io") {
            self.writer()?;
            if let (Some(writer), Some(input)) = (self.writer.take(), &self.input) {
                folder.keep(input, writer.finish()?.file, counts)?;
            }
        }
        self.writer = None;
        Ok(())
    }

    /// Completes the current file and renames it to its final name.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        match self.writer.take() {
            Some(writer) => Ok(writer.finish()?.file.keep()?),
            None => Ok(()),
        }
    }

    fn writer(&mut self) -> Result<Option<&mut Writer<RowFile>>, Failure> {
        if let (None, Some(folder), Some(input)) = (&self.writer, &self.folder, &self.input) {
            let file = RowFile::new(folder.create(input)?, self.is_tsv);
            self.writer = Some(Writer::new(&self.options, file)?);
        }
        Ok(self.writer.as_mut())
    }
}
