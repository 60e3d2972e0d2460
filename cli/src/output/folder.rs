//! `--output-dir`: a folder with one output per input, and which of them `--skip-existing` keeps.

use super::file::{OutputFile, sync_folder};
use super::overwrites::Overwrites;
use super::record::{self, InputStamp, OutdatedReason, OutputRecord, Recipe};
use super::{existing_file, short_names, temporary_files};
use crate::failure::{Failure, about};
use crate::report::messages::plural;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fmt, fs, io};
use tagrake_bulk::InputErrorKind;
use tagrake_bulk::input::{InputFile, is_recorded, output_record};
use tagrake_bulk::output::FileFormat;
use tagrake_bulk::pipeline::Counts;

/// A folder of outputs. Clones share it.
#[derive(Clone)]
pub(crate) struct OutputFolder(Arc<Shared>);

struct Shared {
    path: PathBuf,
    format: FileFormat,
    extension: String,
    skips_existing: bool,
    recipe: Recipe,
    overwrites: Overwrites,
    state: Mutex<FolderState>,
}

#[derive(Default)]
struct FolderState {
    /// The outputs of this run. The value is the input as it was before it was read; `None` after the output is
    /// complete.
    outputs: HashMap<PathBuf, Option<InputStamp>>,
    /// The canonical paths of the outputs that were found in an input folder. They are not read.
    left_out: HashSet<PathBuf>,
    /// The folders of outputs.
    folders: BTreeSet<PathBuf>,
    summary: FolderSummary,
}

/// Counts for the closing line of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct FolderSummary {
    /// Inputs skipped because their outputs are up to date.
    pub(crate) up_to_date: u64,
    /// Existing outputs that are made again, by reason.
    pub(crate) outdated: BTreeMap<OutdatedReason, u64>,
    /// Files of an input folder that were skipped because they are outputs of other runs in this folder.
    pub(crate) own_outputs: u64,
}

impl fmt::Display for FolderSummary {
    /// Writes the end of the closing line: `; 3 outputs up to date`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.up_to_date > 0 {
            write!(formatter, "; {} up to date", plural(self.up_to_date, "output"))?;
        }
        let count = self.outdated.values().sum();
        if count > 0 {
            let reasons: Vec<_> =
                self.outdated.iter().map(|(reason, count)| format!("{count} {}", reason.as_str())).collect();
            write!(formatter, "; {} made again ({})", plural(count, "output"), reasons.join(", "))?;
        }
        if self.own_outputs > 0 {
            write!(formatter, "; {} of the output folder not read", plural(self.own_outputs, "file"))?;
        }
        Ok(())
    }
}

impl OutputFolder {
    pub(crate) fn new(
        path: &Path,
        format: FileFormat,
        extension: String,
        skips_existing: bool,
        recipe: Recipe,
        overwrites: Overwrites,
    ) -> Self {
        let (path, state) = (path.to_owned(), Mutex::default());
        Self(Arc::new(Shared { path, format, extension, skips_existing, recipe, overwrites, state }))
    }

    fn state(&self) -> MutexGuard<'_, FolderState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if the folder exists: it may hold outputs of another run, and one failed output does not concern the others.
    pub(crate) fn exists(&self) -> bool {
        self.0.path.is_dir()
    }

    pub(crate) fn summary(&self) -> FolderSummary {
        let state = self.state();
        // The number of outputs of this run that were written before their folder was read depends on its speed.
        let own_outputs = state.left_out.iter().filter(|path| !self.0.overwrites.is_output(path)).count() as u64;
        FolderSummary { own_outputs, ..state.summary.clone() }
    }

    /// Returns the path of the output of an input. Its record has a name that is no longer than a file system permits.
    fn output(&self, input: &InputFile) -> PathBuf {
        let room = 1 + self.0.extension.len() + record::NAME_BYTES;
        let mut name = self.0.path.join(short_names::shortened(&input.name, room)).into_os_string();
        name.push(".");
        name.push(&self.0.extension);
        name.into()
    }

    /// Returns true if the input was found in an input folder and is an output of this or another run in this folder.
    fn is_own_output(&self, input: &InputFile) -> bool {
        let is_within = || {
            let paths = (fs::canonicalize(&input.path), fs::canonicalize(&self.0.path));
            matches!(paths, (Ok(input), Ok(folder)) if input.starts_with(&folder))
        };
        input.is_from_folder && is_recorded(&input.path) && is_within()
    }

    /// Checks before anything is read that the output of `input` replaces no input.
    ///
    /// # Errors
    ///
    /// If it would replace one.
    pub(crate) fn check(&self, input: &InputFile) -> Result<(), InputErrorKind> {
        if !self.is_own_output(input) && self.0.overwrites.check(input)? {
            self.add(&self.output(input))?;
        }
        Ok(())
    }

    /// Adds an output and its record.
    fn add(&self, output: &Path) -> Result<(), InputErrorKind> {
        self.0.overwrites.add_output(output)?;
        output_record(output).map_or(Ok(()), |record| self.0.overwrites.add_output(&record))
    }

    /// Returns true if `input` must be read. False if its output is up to date or it is an output itself.
    ///
    /// # Errors
    ///
    /// If another input has the same output, or an output would replace an input.
    pub(crate) fn takes(&self, input: &InputFile) -> Result<bool, InputErrorKind> {
        let output = self.output(input);
        let is_checked = self.0.skips_existing && output.exists();
        let source = if is_checked { InputStamp::fetch(input) } else { InputStamp::of(input) };
        let mut state = self.state();
        if self.is_own_output(input) {
            state.left_out.extend(fs::canonicalize(&input.path).ok());
            return Ok(false);
        }
        if state.outputs.contains_key(&output) {
            return Err(InputErrorKind::SameName(output));
        }
        if !self.0.overwrites.check(input)? {
            return Ok(false);
        }
        self.add(&output)?;
        let folder = temporary_files::folder_of(&output);
        if !state.folders.contains(folder) {
            self.0.overwrites.list_orphans(folder);
            state.folders.insert(folder.to_owned());
        }
        let mut is_up_to_date = false;
        if is_checked {
            match OutputRecord::check(&output, &self.0.recipe, &source) {
                Some(reason) => *state.summary.outdated.entry(reason).or_default() += 1,
                None => is_up_to_date = true,
            }
        }
        state.summary.up_to_date += u64::from(is_up_to_date);
        state.outputs.insert(output, Some(source));
        Ok(!is_up_to_date)
    }

    /// Creates the output of an input.
    pub(crate) fn create(&self, input: &InputFile) -> io::Result<OutputFile> {
        let path = self.output(input);
        // The output folder first: if only the subfolder fails, only this output fails.
        for folder in [&self.0.path, temporary_files::folder_of(&path)] {
            fs::create_dir_all(folder).map_err(|error| about(folder, &error))?;
        }
        self.check_replaced(&path).map_err(|error| about(&path, &error))?;
        OutputFile::create(&path, &self.0.overwrites)
    }

    /// Checks that an output replaces an earlier output or nothing.
    fn check_replaced(&self, path: &Path) -> io::Result<()> {
        existing_file::check_is_regular(path)?;
        // A record does not say what a link in place of the output refers to.
        if is_recorded(path) && !path.is_symlink() {
            return Ok(());
        }
        let is_named = |path: &Path| path.to_string_lossy().ends_with(&format!(".{}", self.0.extension));
        existing_file::check_rows(path, self.0.format, is_named)
    }

    /// Renames the complete output of `input` to its final name, after writing the record of what it was made from.
    ///
    /// The record comes first, so that every output has one.
    pub(crate) fn keep(&self, input: &InputFile, file: OutputFile, counts: &Counts) -> Result<(), Failure> {
        file.sync()?;
        let output = self.output(input);
        // Another process that writes the same output waits, so that the record always matches the output.
        let _lock = temporary_files::lock(temporary_files::folder_of(&output));
        let source = self.state().outputs.get_mut(&output).and_then(Option::take);
        if let (Some(source), Some(stamp)) = (source, file.stamp()?) {
            OutputRecord::new(&self.0.recipe, source, input, stamp, counts).write(&output, &self.0.overwrites)?;
        }
        file.keep()
    }

    /// Writes the names of all outputs to the disk, and the names of their folders.
    pub(crate) fn sync(&self) -> io::Result<()> {
        let (root, outputs) = (&self.0.path, self.state().folders.clone());
        let within = outputs.iter().flat_map(|folder| folder.ancestors()).filter(|folder| folder.starts_with(root));
        let folders: BTreeSet<_> = within.chain([temporary_files::folder_of(root)]).collect();
        folders.into_iter().try_for_each(sync_folder)
    }
}
