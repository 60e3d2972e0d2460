//! The row files of a run: one file for all inputs, or one file per input.

use crate::failure::Failure;
use crate::output_file::OutputFile;
use crate::output_folder::OutputFolder;
use crate::temporary_files;
use std::path::Path;
use tagrake_bulk::input::InputFile;
use tagrake_bulk::output::{Block, OutputOptions, Writer};
use tagrake_bulk::pipeline::Counts;

/// Writes the rows of a run.
pub(crate) struct RowFiles {
    options: OutputOptions,
    folder: Option<OutputFolder>,
    /// The writer of the current file; `None` until its first row.
    writer: Option<Writer<OutputFile>>,
    input: Option<InputFile>,
}

impl RowFiles {
    /// Writes all rows to `path`, or to standard output if it is `None`.
    pub(crate) fn one(options: OutputOptions, path: Option<&Path>) -> Result<Self, Failure> {
        if let Some(path) = path {
            temporary_files::remove_orphans(temporary_files::folder_of(path));
        }
        let file = path.map_or_else(|| Ok(OutputFile::stdout()), OutputFile::create)?;
        let writer = Some(Writer::new(&options, file)?);
        Ok(Self { options, folder: None, writer, input: None })
    }

    /// Writes the rows of each input to its own file in `folder`.
    pub(crate) fn many(options: OutputOptions, folder: OutputFolder) -> Self {
        Self { options, folder: Some(folder), writer: None, input: None }
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
                folder.keep(input, writer.finish()?, counts)?;
            }
        }
        self.writer = None;
        Ok(())
    }

    /// Completes the current file and renames it to its final name.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        match self.writer.take() {
            Some(writer) => Ok(writer.finish()?.keep()?),
            None => Ok(()),
        }
    }

    fn writer(&mut self) -> Result<Option<&mut Writer<OutputFile>>, Failure> {
        if let (None, Some(folder), Some(input)) = (&self.writer, &self.folder, &self.input) {
            let file = folder.create(input)?;
            self.writer = Some(Writer::new(&self.options, file)?);
        }
        Ok(self.writer.as_mut())
    }
}
