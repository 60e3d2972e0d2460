//! The row files of a run: one file for all inputs, or one or several files per input.

use super::division::divided_files::DividedFiles;
use super::file::OutputFile;
use super::folder::OutputFolder;
use super::overwrites::Overwrites;
use crate::failure::Failure;
use std::io;
use std::path::Path;
use tagrake_bulk::input::{ErrorCause, InputFile};
use tagrake_bulk::output::{Block, OutputOptions, Writer};
use tagrake_bulk::pipeline::Counts;

/// Writes the rows of a run.
pub(crate) struct RowFiles {
    options: OutputOptions,
    folder: Option<OutputFolder>,
    overwrites: Overwrites,
    /// The writer of the current file; `None` until its first row.
    writer: Option<Writer<OutputFile>>,
    /// The files of the current input, if they are several; `None` until its first row.
    divided: Option<DividedFiles>,
    input: Option<InputFile>,
    /// The reason why the current output in the folder failed: the rest of its rows is dropped.
    failure: Option<io::Error>,
}

impl RowFiles {
    /// Writes all rows to `path`, or to standard output if it is `None`.
    pub(crate) fn one(options: OutputOptions, path: Option<&Path>, overwrites: Overwrites) -> Result<Self, Failure> {
        let writer = Some(Writer::new(&options, OutputFile::create_named(path, &overwrites)?)?);
        Ok(Self { options, folder: None, overwrites, writer, divided: None, input: None, failure: None })
    }

    /// Writes the rows of each input to its own file in `folder`.
    pub(crate) fn many(options: OutputOptions, folder: OutputFolder, overwrites: Overwrites) -> Self {
        Self { options, folder: Some(folder), overwrites, writer: None, divided: None, input: None, failure: None }
    }

    pub(crate) fn append(&mut self, block: Block) -> Result<Block, Failure> {
        if self.failure.is_some() {
            return Ok(block);
        }
        let appended = match self.divided() {
            Ok(Some(divided)) => divided.append(block),
            Ok(None) => self.append_to_file(block),
            Err(failure) => Err(failure),
        };
        appended.or_else(|failure| self.fail(failure).map(|()| Block::default()))
    }

    fn append_to_file(&mut self, block: Block) -> Result<Block, Failure> {
        match self.writer()? {
            Some(writer) => Ok(writer.append(block)?),
            None => Ok(block),
        }
    }

    pub(crate) fn begin(&mut self, input: &InputFile) {
        self.input = Some(input.clone());
    }

    /// Ends the output of the current input. It is discarded after an I/O error, because another run may read more of
    /// the input. Returns the reason if the output of this input failed.
    pub(crate) fn end(&mut self, counts: &Counts) -> Result<Option<io::Error>, Failure> {
        if self.failure.is_none()
            && counts.errors.get(ErrorCause::Io) == 0
            && let Err(failure) = self.keep(counts)
        {
            self.fail(failure)?;
        }
        self.writer = None;
        self.divided = None;
        Ok(self.failure.take())
    }

    fn keep(&mut self, counts: &Counts) -> Result<(), Failure> {
        let Some(folder) = self.folder.clone() else { return Ok(()) };
        self.divided()?;
        if let (Some(divided), Some(input)) = (self.divided.take(), &self.input) {
            return folder.keep_divided(input, divided.finish()?, counts);
        }
        self.writer()?;
        match (self.writer.take(), &self.input) {
            (Some(writer), Some(input)) => folder.keep(input, writer.finish()?, counts),
            _ => Ok(()),
        }
    }

    /// Discards the output of the current input, so that the run can continue. Without an output folder, or if that folder does
    /// not exist, the failure ends the run.
    fn fail(&mut self, failure: Failure) -> Result<(), Failure> {
        if !self.folder.as_ref().is_some_and(OutputFolder::exists) {
            return Err(failure);
        }
        self.writer = None;
        self.divided = None;
        self.failure = Some(match failure {
            Failure::Output(error) => error,
            // It would replace an input.
            failure => io::Error::other(failure.to_string()),
        });
        Ok(())
    }

    /// Completes the single file and renames it to its final name, or writes the names in the folder to the disk. Removes the
    /// temporary files of killed runs.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        if let Some(writer) = self.writer.take() {
            writer.finish()?.keep_on_disk()?;
        }
        if let Some(folder) = &self.folder {
            folder.sync()?;
            folder.remove_orphans();
        }
        self.overwrites.remove_orphans();
        Ok(())
    }

    fn divided(&mut self) -> Result<Option<&mut DividedFiles>, Failure> {
        if let (None, Some(folder), Some(input)) = (&self.divided, &self.folder, &self.input) {
            self.divided = folder.create_divided(input, &self.options)?;
        }
        Ok(self.divided.as_mut())
    }

    fn writer(&mut self) -> Result<Option<&mut Writer<OutputFile>>, Failure> {
        if let (None, Some(folder), Some(input)) = (&self.writer, &self.folder, &self.input) {
            let file = folder.create(input)?;
            self.writer = Some(Writer::new(&self.options, file)?);
        }
        Ok(self.writer.as_mut())
    }
}
