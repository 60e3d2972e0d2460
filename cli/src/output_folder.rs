//! `--output-dir`: a folder with one output per input, and which of them `--skip-existing` keeps.

use crate::clashes::FileClashes;
use crate::output_file::{self, OutputFile};
use crate::output_record::{self, InputStamp, OutdatedReason, OutputRecord, Recipe};
use crate::summary::plural;
use crate::temporary_files;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tagrake_bulk::InputErrorKind;
use tagrake_bulk::input::InputFile;
use tagrake_bulk::pipeline::Counts;

/// A folder of outputs. Clones share it.
#[derive(Clone)]
pub(crate) struct OutputFolder(Arc<Shared>);

struct Shared {
    path: PathBuf,
    extension: String,
    skips_existing: bool,
    recipe: Recipe,
    state: Mutex<FolderState>,
}

#[derive(Default)]
struct FolderState {
    /// The outputs of this run. The value is the input as it was before it was read; `None` after the output is
    /// complete.
    outputs: HashMap<PathBuf, Option<InputStamp>>,
    clashes: FileClashes,
    /// Folders from which orphaned temporary files were already removed.
    clean: HashSet<PathBuf>,
    summary: FolderSummary,
}

/// Counts for the closing line of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct FolderSummary {
    /// Inputs skipped because their outputs are up to date.
    pub(crate) up_to_date: u64,
    /// Existing outputs that are made again, by reason.
    pub(crate) outdated: BTreeMap<OutdatedReason, u64>,
    /// Files of an input folder that were skipped because they are outputs in this folder.
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
    pub(crate) fn new(path: &Path, extension: String, skips_existing: bool, recipe: Recipe) -> Self {
        let state = Mutex::default();
        Self(Arc::new(Shared { path: path.to_owned(), extension, skips_existing, recipe, state }))
    }

    fn state(&self) -> MutexGuard<'_, FolderState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if the folder may hold outputs of another run.
    pub(crate) fn exists(&self) -> bool {
        self.0.path.exists()
    }

    pub(crate) fn summary(&self) -> FolderSummary {
        self.state().summary.clone()
    }

    /// Returns true if `path` leads to an output of this run.
    pub(crate) fn is_output(&self, path: &Path) -> bool {
        self.state().clashes.is_output(path)
    }

    fn output(&self, input: &InputFile) -> PathBuf {
        let mut name = self.0.path.join(&input.name).into_os_string();
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
        input.is_from_folder && output_record::is_recorded(&input.path) && is_within()
    }

    /// Checks before anything is read that the output of `input` replaces no input.
    ///
    /// # Errors
    ///
    /// If it would replace one.
    pub(crate) fn check(&self, input: &InputFile) -> Result<(), InputErrorKind> {
        if self.is_own_output(input) { Ok(()) } else { Self::add(&mut self.state(), input, &self.output(input)) }
    }

    /// Records an input, and its output if that exists. An output that does not exist cannot be an input.
    fn add(state: &mut FolderState, input: &InputFile, output: &Path) -> Result<(), InputErrorKind> {
        state.clashes.add_input(&input.path).map_err(InputErrorKind::IsOutput)?;
        if output.exists() && !state.clashes.add_output(output) {
            return Err(InputErrorKind::IsOutput(output.to_owned()));
        }
        Ok(())
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
            state.summary.own_outputs += 1;
            return Ok(false);
        }
        if state.outputs.contains_key(&output) {
            return Err(InputErrorKind::SameName(output));
        }
        Self::add(&mut state, input, &output)?;
        let folder = temporary_files::folder_of(&output);
        if !state.clean.contains(folder) {
            temporary_files::remove_orphans(folder);
            state.clean.insert(folder.to_owned());
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
        let folder = temporary_files::folder_of(&path);
        fs::create_dir_all(folder).map_err(|error| output_file::about(folder, &error))?;
        OutputFile::create(&path)
    }

    /// Renames the complete output of `input` to its final name, after writing the record of what it was made from.
    ///
    /// The record comes first, so that every output has one.
    pub(crate) fn keep(&self, input: &InputFile, file: OutputFile, counts: &Counts) -> io::Result<()> {
        let output = self.output(input);
        // Another process that writes the same output waits, so that the record always matches the output.
        let _lock = temporary_files::lock(temporary_files::folder_of(&output));
        let source = self.state().outputs.get_mut(&output).and_then(Option::take);
        if let (Some(source), Some(stamp)) = (source, file.stamp()?) {
            OutputRecord::new(&self.0.recipe, source, input, stamp, counts).write(&output)?;
        }
        // The system may reuse the inode of the replaced file.
        self.state().clashes.remove_output(&output);
        file.keep()?;
        self.state().clashes.add_output(&output);
        Ok(())
    }
}
