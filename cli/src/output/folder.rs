//! `--output-dir`: a folder with one output per input, and which of them `--skip-existing` keeps.

use super::division::Division;
use super::division::divided_files::{CompleteFiles, DividedFiles};
use super::division::name_template::repeated;
use super::division::staging::{self, Staging};
use super::file::{OutputFile, without_interrupt};
use super::overwrites::Overwrites;
use super::record::{self, InputStamp, OutdatedReason, OutputRecord, Recipe, Recorded};
use super::record_folder::record_folder;
use super::replaced_files::{RecordedPath, ReplacedFiles};
use super::sync::sync_paths;
use super::{existing_file, short_names, temporary_files};
use crate::failure::{Failure, about};
use crate::report::messages::plural;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fmt, fs, io};
use tagrake_bulk::InputErrorKind;
use tagrake_bulk::input::{InputFile, is_recorded, output_record};
use tagrake_bulk::output::{FileFormat, OutputOptions};
use tagrake_bulk::pipeline::Counts;
use tagrake_bulk::row::RowKey;

/// Bytes of a number in the name of a file: more than any run writes.
const NUMBER_BYTES: usize = 12;

/// A folder of outputs. Clones share it.
#[derive(Clone)]
pub(crate) struct OutputFolder(Arc<Shared>);

struct Shared {
    path: PathBuf,
    /// The folder of records.
    records: PathBuf,
    format: FileFormat,
    extension: String,
    division: Option<Division>,
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
    /// The folders of outputs and records.
    folders: BTreeSet<PathBuf>,
    summary: FolderSummary,
    /// Names of files of pages that several inputs have, with the last number that was added to each.
    repeated_names: HashMap<PathBuf, u64>,
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
        division: Option<Division>,
        skips_existing: bool,
        recipe: Recipe,
        overwrites: Overwrites,
    ) -> Self {
        let (path, records, state) = (path.to_owned(), record_folder(path), Mutex::default());
        Self(Arc::new(Shared { path, records, format, extension, division, skips_existing, recipe, overwrites, state }))
    }

    fn state(&self) -> MutexGuard<'_, FolderState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if the folder exists: it may hold outputs of another run, and one failed output does not concern the others.
    pub(crate) fn exists(&self) -> bool {
        self.0.path.is_dir()
    }

    /// Returns true if there may be files that outputs or records replace.
    pub(crate) fn may_replace(&self) -> bool {
        self.exists() || self.0.records.is_dir()
    }

    pub(crate) fn summary(&self) -> FolderSummary {
        let state = self.state();
        // The number of outputs of this run that were written before their folder was read depends on its speed.
        let own_outputs = state.left_out.iter().filter(|path| !self.0.overwrites.is_output(path)).count() as u64;
        FolderSummary { own_outputs, ..state.summary.clone() }
    }

    /// Returns true if the output of each input is divided into files.
    pub(crate) fn is_divided(&self) -> bool {
        self.0.division.is_some()
    }

    /// Returns the path of the output of an input. Its record has a name that is no longer than a file system permits.
    fn output(&self, input: &InputFile) -> RecordedPath {
        self.at(&self.stem(input, self.0.division.as_ref()))
    }

    /// Returns the path of the output in the folder, without its extension. In partition folders the path of the input is one name,
    /// because readers expect no other folders below them.
    fn stem(&self, input: &InputFile, division: Option<&Division>) -> PathBuf {
        let room = 1 + self.0.extension.len() + record::NAME_BYTES;
        match division {
            None => short_names::shortened(&input.name, room),
            Some(division) if !division.has_folders() && input.name.to_str().is_some() => {
                short_names::shortened(&input.name, room + NUMBER_BYTES)
            }
            Some(_) => short_names::shortened(Path::new(&short_names::flattened(&input.name)), room + NUMBER_BYTES),
        }
    }

    /// Returns the path of an output that is `stem` in the folder, without its extension.
    fn at(&self, stem: &Path) -> RecordedPath {
        let mut name = stem.as_os_str().to_owned();
        name.push(".");
        name.push(&self.0.extension);
        RecordedPath { path: self.0.path.join(&name), record: output_record(&self.0.records, Path::new(&name)) }
    }

    /// Returns where the output of an input may be that a run with another division made.
    fn other_outputs(&self, input: &InputFile) -> Vec<RecordedPath> {
        let of_files = Division::default();
        let partitioned = Division { keys: vec![RowKey::Host], ..Division::default() };
        let divisions = [None, Some(&of_files), Some(&partitioned)];
        let mut outputs: Vec<_> = divisions.into_iter().map(|division| self.at(&self.stem(input, division))).collect();
        let output = self.output(input);
        outputs.dedup();
        outputs.retain(|other| *other != output);
        outputs
    }

    /// Returns true if the input was found in an input folder and is an output of this or another run in this folder.
    fn is_own_output(&self, input: &InputFile) -> bool {
        let is_output = || {
            let folder = fs::canonicalize(temporary_files::folder_of(&input.path)).ok()?;
            let root = fs::canonicalize(&self.0.path).ok()?;
            Some(is_recorded(&root, &self.0.records, &folder.join(input.path.file_name()?)))
        };
        input.is_from_folder && is_output() == Some(true)
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
    fn add(&self, output: &RecordedPath) -> Result<(), InputErrorKind> {
        // The names of the files of a divided output are not known yet. They are checked when the files are renamed.
        if !self.is_divided() {
            self.0.overwrites.add_output(&output.path)?;
        }
        self.0.overwrites.add_output(&output.record)
    }

    /// Returns true if `input` must be read. False if its output is up to date or it is an output itself.
    ///
    /// # Errors
    ///
    /// If another input has the same output, or an output would replace an input.
    pub(crate) fn takes(&self, input: &InputFile) -> Result<bool, InputErrorKind> {
        let output = self.output(input);
        let is_made = if self.is_divided() { output.record.is_file() } else { output.path.exists() };
        let is_checked = self.0.skips_existing && is_made;
        let source = if is_checked { InputStamp::fetch(input) } else { InputStamp::of(input) };
        let mut state = self.state();
        if self.is_own_output(input) {
            state.left_out.extend(fs::canonicalize(&input.path).ok());
            return Ok(false);
        }
        if state.outputs.contains_key(&output.path) {
            return Err(InputErrorKind::SameName(output.path));
        }
        if !self.0.overwrites.check(input)? {
            return Ok(false);
        }
        self.add(&output)?;
        for folder in [&output.path, &output.record].map(|path| temporary_files::folder_of(path)) {
            if !state.folders.contains(folder) {
                self.0.overwrites.list_orphans(folder);
                state.folders.insert(folder.to_owned());
            }
        }
        let mut is_up_to_date = false;
        if is_checked {
            match OutputRecord::check(&output.path, &output.record, &self.0.path, &self.0.recipe, &source) {
                Some(reason) => *state.summary.outdated.entry(reason).or_default() += 1,
                None => is_up_to_date = true,
            }
        }
        state.summary.up_to_date += u64::from(is_up_to_date);
        state.outputs.insert(output.path, Some(source));
        Ok(!is_up_to_date)
    }

    /// Creates the output of an input.
    pub(crate) fn create(&self, input: &InputFile) -> io::Result<OutputFile> {
        let output = self.output(input);
        let path = &output.path;
        // The output folder first: if only the subfolder fails, only this output fails.
        for folder in [&self.0.path, temporary_files::folder_of(path)] {
            fs::create_dir_all(folder).map_err(|error| about(folder, &error))?;
        }
        self.check_replaced(&output).map_err(|error| about(path, &error))?;
        OutputFile::create(path, &self.0.overwrites)
    }

    /// Creates a hidden folder for the files of a divided output.
    pub(crate) fn create_divided(
        &self,
        input: &InputFile,
        options: &OutputOptions,
    ) -> io::Result<Option<DividedFiles>> {
        let Some(division) = &self.0.division else { return Ok(None) };
        for folder in [&self.0.path, &self.0.records] {
            fs::create_dir_all(folder).map_err(|error| about(folder, &error))?;
        }
        let (stem, staging) = (self.stem(input, Some(division)), Staging::create(&self.0.records)?);
        Ok(Some(DividedFiles::new(options, division, stem, &self.0.extension, staging)))
    }

    /// Checks that an output replaces an earlier output or nothing.
    fn check_replaced(&self, output: &RecordedPath) -> io::Result<()> {
        let path = &output.path;
        existing_file::check_is_regular(path)?;
        // A record does not say what a link in place of the output refers to.
        if output.record.exists() && !path.is_symlink() {
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
        let _lock = temporary_files::lock(temporary_files::folder_of(&output.path));
        let source = self.state().outputs.get_mut(&output.path).and_then(Option::take);
        if let (Some(source), Some(stamp)) = (source, file.stamp()?) {
            let mut replaced = ReplacedFiles::of(&self.0.path, &output, &self.other_outputs(input), &source);
            let record = OutputRecord::new(&self.0.recipe, source, input, Recorded::Output(stamp), counts);
            replaced.keep(&output.path);
            replaced.remove()?;
            record.write(&output.record, &self.0.overwrites)?;
        }
        file.keep()
    }

    /// Renames the complete files of a divided output to their final names, after writing the record that lists them. Files of an
    /// earlier run that the record of this input listed are replaced or removed before that, so that no rows are there twice.
    pub(crate) fn keep_divided(
        &self,
        input: &InputFile,
        complete: CompleteFiles,
        counts: &Counts,
    ) -> Result<(), Failure> {
        let CompleteFiles { staging, files } = complete;
        let (root, output) = (&self.0.path, self.output(input));
        let record_folder = temporary_files::folder_of(&output.record);
        fs::create_dir_all(record_folder).map_err(|error| about(record_folder, &error))?;
        // Another process that writes the same output waits, so that the record always matches the output.
        let _lock = temporary_files::lock(record_folder);
        let source = self.state().outputs.get_mut(&output.path).and_then(Option::take);
        let Some(source) = source else { return Ok(()) };
        let mut replaced = ReplacedFiles::of(root, &output, &self.other_outputs(input), &source);
        let is_of_pages = self.0.division.as_ref().is_some_and(|division| division.template.is_some());
        let mut names = Vec::with_capacity(files.len());
        for file in &files {
            let name = if is_of_pages { self.free_name(&file.path, &replaced) } else { file.path.clone() };
            let path = root.join(&name);
            replaced.check(&path).map_err(|error| about(&path, &error))?;
            self.0.overwrites.check_rename(&path).map_err(Failure::Usage)?;
            replaced.keep(&path);
            names.push(name);
        }
        let record = OutputRecord::new(&self.0.recipe, source, input, Recorded::Files(&names, &files), counts);
        replaced.remove()?;
        record.write(&output.record, &self.0.overwrites)?;
        let folders = without_interrupt(|| {
            let mut folders = BTreeSet::new();
            for (file, name) in files.iter().zip(&names) {
                let path = root.join(name);
                let folder = temporary_files::folder_of(&path);
                if !folders.contains(folder) {
                    fs::create_dir_all(folder).map_err(|error| about(folder, &error))?;
                    folders.insert(folder.to_owned());
                }
                fs::rename(staging.path(&file.path), &path).map_err(|error| about(&path, &error))?;
            }
            Ok::<_, io::Error>(folders)
        })?;
        self.state().folders.extend(folders);
        Ok(())
    }

    /// Returns the name of the file of a page: if another input has a file of this name, one with a number.
    fn free_name(&self, name: &Path, replaced: &ReplacedFiles<'_>) -> PathBuf {
        let is_free = |name: &Path| replaced.check(&self.0.path.join(name)).is_ok();
        if is_free(name) {
            return name.to_owned();
        }
        let mut state = self.state();
        let last = state.repeated_names.entry(name.to_owned()).or_insert(1);
        loop {
            *last += 1;
            let name = repeated(name, *last);
            if is_free(&name) {
                return name;
            }
        }
    }

    /// Removes the hidden folders of killed runs.
    pub(crate) fn remove_orphans(&self) {
        if self.is_divided() {
            staging::remove_orphans(&self.0.records);
        }
    }

    /// Writes the names of all outputs to the disk, and the names of their folders.
    pub(crate) fn sync(&self) -> io::Result<()> {
        let (root, outputs) = (&self.0.path, self.state().folders.clone());
        let roots = [root, &self.0.records];
        let is_within = |folder: &&Path| roots.iter().any(|root| folder.starts_with(root));
        let within = outputs.iter().flat_map(|folder| folder.ancestors()).filter(is_within);
        let folders: BTreeSet<_> = within.chain(roots.map(|root| temporary_files::folder_of(root))).collect();
        sync_paths(folders.iter(), root)
    }
}
