//! Where the rows of a run go: to one file, or to one for each input.

use crate::files::OutputFile;
use crate::output::Failure;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tagrake_bulk::InputErrorKind;
use tagrake_bulk::input::InputFile;
use tagrake_bulk::output::{Block, OutputOptions, Writer};
use tagrake_bulk::pipeline::Counts;

/// A folder of outputs, each of which has the name of its input and an extension.
#[derive(Clone)]
pub(crate) struct OutputFolder(Arc<Folder>);

struct Folder {
    path: PathBuf,
    extension: &'static str,
    skips_existing: bool,
    already_there: AtomicU64,
    /// The names that were given.
    names: Mutex<HashSet<PathBuf>>,
}

impl OutputFolder {
    pub(crate) fn new(path: &Path, extension: &'static str, skips_existing: bool) -> Self {
        Self(Arc::new(Folder {
            path: path.to_owned(),
            extension,
            skips_existing,
            already_there: AtomicU64::new(0),
            names: Mutex::default(),
        }))
    }

    fn output(&self, input: &InputFile) -> PathBuf {
        let mut name = self.0.path.join(&input.name).into_os_string();
        name.push(".");
        name.push(self.0.extension);
        name.into()
    }

    /// Returns whether an input is to be read.
    pub(crate) fn takes(&self, input: &InputFile) -> Result<bool, InputErrorKind> {
        let output = self.output(input);
        let is_there = self.0.skips_existing && output.exists();
        if !self.0.names.lock().unwrap_or_else(PoisonError::into_inner).insert(output) {
            return Err(InputErrorKind::SameName);
        }
        self.0.already_there.fetch_add(u64::from(is_there), Ordering::Relaxed);
        Ok(!is_there)
    }

    /// Returns how many inputs were not read because their outputs are there.
    pub(crate) fn already_there(&self) -> u64 {
        self.0.already_there.load(Ordering::Relaxed)
    }

    fn create(&self, input: &InputFile) -> io::Result<OutputFile> {
        let path = self.output(input);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        OutputFile::create(&path)
    }
}

/// The files that rows go to.
pub(crate) struct RowFiles {
    options: OutputOptions,
    folder: Option<OutputFolder>,
    /// The present file, once it is made.
    writer: Option<Writer<OutputFile>>,
    input: Option<InputFile>,
}

impl RowFiles {
    /// One file, or standard output.
    pub(crate) fn one(options: OutputOptions, path: Option<&Path>) -> Result<Self, Failure> {
        let file = path.map_or_else(|| Ok(OutputFile::stdout()), OutputFile::create)?;
        let writer = Some(Writer::new(&options, file)?);
        Ok(Self { options, folder: None, writer, input: None })
    }

    /// A file for each input.
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

    /// Ends the output of an input. It is not kept if another run may read more of the input.
    pub(crate) fn end(&mut self, counts: &Counts) -> Result<(), Failure> {
        if self.folder.is_none() {
            return Ok(());
        }
        if !counts.errors.contains_key("io") {
            self.writer()?;
            self.finish()?;
        }
        self.writer = None;
        Ok(())
    }

    /// Gives the present file its name.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        match self.writer.take() {
            Some(writer) => Ok(writer.finish()?.keep()?),
            None => Ok(()),
        }
    }

    fn writer(&mut self) -> Result<Option<&mut Writer<OutputFile>>, Failure> {
        if let (None, Some(folder), Some(input)) = (&self.writer, &self.folder, &self.input) {
            self.writer = Some(Writer::new(&self.options, folder.create(input)?)?);
        }
        Ok(self.writer.as_mut())
    }
}
