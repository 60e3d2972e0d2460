//! The record of an output in a folder: what the output was made from, and with which options.
//!
//! The record of `out/a.jsonl` is `.out.tagrake/a.jsonl.json`. The record of a divided output lists its files. A record holds the
//! size and modification time of the output that it describes, so it does not apply to any other file of that name, such as the output of another process, or of an
//! earlier run if this run was killed between the record and the output.

use super::division::staging::StagedFile;
use super::existing_file::{self, OutputKind};
use super::file::OutputFile;
use super::file_identity::Stamp;
use super::overwrites::Overwrites;
use super::temporary_files::folder_of;
use crate::failure::{Failure, about};
use clap::{ArgMatches, Command};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};
use tagrake_bulk::input::{InputFile, RECORD_EXTENSION, RemoteVersion};
use tagrake_bulk::pipeline::Counts;

/// The version that is recorded as the maker of an output.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Bytes by which the name of a record is longer than the name of its output.
pub(crate) const NAME_BYTES: usize = RECORD_EXTENSION.len();

/// Arguments that do not affect rows, or by their content only: the definitions in the file of `--select-file` are recorded.
const WITHOUT_EFFECT: &str = "inputs manifest base anonymous retry_delay stall_time output output_dir skip_existing jobs progress stats quiet verbose \
     select_file work_bytes";

/// The verb and all options that affect its rows, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Recipe {
    pub(crate) verb: String,
    pub(crate) options: BTreeMap<String, Vec<String>>,
}

impl Recipe {
    /// Collects all options of `command` except [`WITHOUT_EFFECT`], so that a new option is included by default.
    pub(crate) fn of(command: &Command, matches: &ArgMatches) -> Self {
        let values = |id: &str| {
            let values = matches.try_get_raw(id).ok().flatten()?;
            Some(values.map(|value| value.to_string_lossy().into_owned()).collect())
        };
        let names = command.get_arguments().map(|argument| argument.get_id().as_str());
        let options = names.filter(|name| !WITHOUT_EFFECT.split(' ').any(|other| other == *name));
        Self {
            verb: command.get_name().to_owned(),
            options: options.filter_map(|name| Some((name.to_owned(), values(name)?))).collect(),
        }
    }

    /// Sets the definitions of columns, whether they are from options or from a file.
    pub(crate) fn set_columns(&mut self, definitions: Vec<String>) {
        self.options.insert("columns".to_owned(), definitions);
    }
}

/// The input file of an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct InputStamp {
    /// The canonical path, or the URL.
    path: String,
    /// `None` unless it is a regular file: any other input may have changed since.
    #[serde(flatten)]
    stamp: Option<Stamp>,
    /// The URL, the type and the encoding that a manifest declares for the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    declared: Option<[Option<String>; 3]>,
    /// The version of a file in an object store or on a web server, if its server reported one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    remote: Option<RemoteStamp>,
}

/// The length and version of a remote file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct RemoteStamp {
    length: Option<u64>,
    etag: Option<String>,
    last_modified: Option<String>,
}

impl InputStamp {
    /// Returns the stamp of a file. A remote file has one after it was read.
    pub(crate) fn of(input: &InputFile) -> Self {
        if input.is_remote() {
            return Self::of_remote(input, input.remote_version());
        }
        let canonical = fs::canonicalize(&input.path).unwrap_or_else(|_| input.path.clone());
        Self {
            path: canonical.to_string_lossy().into_owned(),
            stamp: Stamp::of_path(&input.path),
            declared: declared(input),
            remote: None,
        }
    }

    /// Returns the stamp of a file before it is read. Requests the version of a remote file.
    pub(crate) fn fetch(input: &InputFile) -> Self {
        if input.is_remote() { Self::of_remote(input, input.fetch_remote_version()) } else { Self::of(input) }
    }

    fn of_remote(input: &InputFile, version: Option<RemoteVersion>) -> Self {
        let version = version.filter(RemoteVersion::is_comparable);
        let remote = version.map(|RemoteVersion { length, etag, last_modified, .. }| RemoteStamp {
            length,
            etag,
            last_modified,
        });
        Self { path: input.origin(), stamp: None, declared: declared(input), remote }
    }

    /// Returns true if both are of the same path or URL.
    pub(crate) fn is_of_same_file(&self, other: &Self) -> bool {
        self.path == other.path
    }

    /// Returns true if a change of the file changes the stamp.
    fn is_comparable(&self) -> bool {
        self.stamp.is_some() || self.remote.is_some()
    }
}

/// Returns what a manifest declares about the page in a file, if it declares anything.
fn declared(input: &InputFile) -> Option<[Option<String>; 3]> {
    let declared = input.declared().map(|value| value.map(str::to_owned));
    declared.iter().any(Option::is_some).then_some(declared)
}

/// The content of a record.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct OutputRecord {
    /// The version of tagrake.
    tagrake: String,
    #[serde(flatten)]
    recipe: Recipe,
    input: InputStamp,
    /// The output; `None` if it is divided into files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output: Option<Stamp>,
    /// The files of a divided output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    files: Option<Vec<RecordedFile>>,
    pages: u64,
    rows: u64,
    /// The number of input errors by cause.
    errors: BTreeMap<String, u64>,
    /// False if the input changed while it was read.
    input_is_unchanged: bool,
}

/// A file of a divided output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecordedFile {
    /// The path in the output folder.
    path: String,
    #[serde(flatten)]
    stamp: Stamp,
}

impl RecordedFile {
    /// Returns the path of the file in the output folder `root`; `None` if it would leave the folder.
    pub(crate) fn path(&self, root: &Path) -> Option<PathBuf> {
        let path = Path::new(&self.path);
        path.components().all(|part| matches!(part, Component::Normal(_))).then(|| root.join(path))
    }

    /// Returns true if the file exists and did not change.
    pub(crate) fn is_unchanged(&self, root: &Path) -> bool {
        self.path(root).and_then(|path| Stamp::of_path(&path)) == Some(self.stamp)
    }
}

impl RecordedFile {
    /// Records a file that is renamed to `name` in the output folder.
    fn new(name: &Path, file: &StagedFile) -> Self {
        Self { path: name.to_string_lossy().replace('\\', "/"), stamp: file.stamp }
    }
}

/// The subject of a record: an output, or the files of a divided one with their names in the output folder.
pub(crate) enum Recorded<'f> {
    Output(Stamp),
    Files(&'f [PathBuf], &'f [StagedFile]),
}

/// Why an existing output is made again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum OutdatedReason {
    NoRecord,
    OutputChanged,
    InputChanged,
    OtherOptions,
    OtherVersion,
    DamagedInput,
}

impl OutdatedReason {
    /// Returns the reason in words.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::NoRecord => "without a record",
            Self::OutputChanged => "changed since",
            Self::InputChanged => "input changed",
            Self::OtherOptions => "other options",
            Self::OtherVersion => "other version",
            Self::DamagedInput => "input damaged",
        }
    }
}

impl OutputRecord {
    /// Creates the record of an output that was made from `file`, whose stamp was taken before it was read. A remote file
    /// is of one version, or it is not read to its end.
    pub(crate) fn new(
        recipe: &Recipe,
        input: InputStamp,
        file: &InputFile,
        recorded: Recorded<'_>,
        counts: &Counts,
    ) -> Self {
        let (output, files) = match recorded {
            Recorded::Output(stamp) => (Some(stamp), None),
            Recorded::Files(names, files) => {
                let recorded = names.iter().zip(files).map(|(name, file)| RecordedFile::new(name, file));
                (None, Some(recorded.collect()))
            }
        };
        let now = InputStamp::of(file);
        let errors = counts.errors.iter().map(|(cause, count)| (cause.as_str().to_owned(), count));
        Self {
            tagrake: VERSION.to_owned(),
            recipe: recipe.clone(),
            input_is_unchanged: file.is_remote() || input.stamp == now.stamp,
            input: if file.is_remote() { now } else { input },
            output,
            files,
            pages: counts.pages,
            rows: counts.rows,
            errors: errors.collect(),
        }
    }

    /// Returns why the output at `path`, in the output folder `root`, with the record at `record`, must be made again; `None` if it is
    /// up to date with `recipe` and `input`.
    pub(crate) fn check(
        path: &Path,
        record: &Path,
        root: &Path,
        recipe: &Recipe,
        input: &InputStamp,
    ) -> Option<OutdatedReason> {
        let Some(record) = Self::read(record) else { return Some(OutdatedReason::NoRecord) };
        let input_changed = record.input != *input || !input.is_comparable() || !record.input_is_unchanged;
        let checks = [
            (!record.is_unchanged(path, root), OutdatedReason::OutputChanged),
            (record.tagrake != VERSION, OutdatedReason::OtherVersion),
            (record.recipe != *recipe, OutdatedReason::OtherOptions),
            (input_changed, OutdatedReason::InputChanged),
            (!record.errors.is_empty(), OutdatedReason::DamagedInput),
        ];
        checks.into_iter().find(|(is_outdated, _)| *is_outdated).map(|(_, reason)| reason)
    }

    /// Returns true if the output at `path`, or each of its files, exists and did not change.
    fn is_unchanged(&self, path: &Path, root: &Path) -> bool {
        match (&self.files, self.output) {
            (Some(files), _) => files.iter().all(|file| file.is_unchanged(root)),
            (None, output) => output.is_some() && Stamp::of_path(path) == output,
        }
    }

    /// Returns the input that the output was made from.
    pub(super) fn input(&self) -> &InputStamp {
        &self.input
    }

    /// Returns the files of a divided output; `None` if the record is of one file.
    pub(super) fn files(&self) -> Option<&[RecordedFile]> {
        self.files.as_deref()
    }

    /// Returns the size and time of an output that is one file.
    pub(super) fn output(&self) -> Option<Stamp> {
        self.output
    }

    /// Reads the record at `path`; `None` if there is no valid one.
    pub(super) fn read(path: &Path) -> Option<Self> {
        // Opening a pipe waits until another process writes it.
        serde_json::from_slice(&fs::read(Some(path).filter(|path| path.is_file())?).ok()?).ok()
    }

    /// Writes the record to `path`.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or would replace an input or a file that is no record.
    pub(crate) fn write(&self, path: &Path, overwrites: &Overwrites) -> Result<(), Failure> {
        let folder = folder_of(path);
        fs::create_dir_all(folder).map_err(|error| about(folder, &error))?;
        existing_file::check(path, OutputKind::Record).map_err(|error| about(path, &error))?;
        let json = serde_json::to_string_pretty(self).map_err(io::Error::from)? + "\n";
        OutputFile::with_content(path, json.as_bytes(), overwrites)?.keep()
    }
}
