//! The record next to an output in a folder: what the output was made from, and with which options.
//!
//! The record of `a.jsonl` is `.a.jsonl.tagrake.json`. It holds the size and modification time of the output that it
//! describes, so it does not apply to any other file of that name, such as the output of another process, or of an
//! earlier run if this run was killed between the record and the output.

use super::existing_file::{self, OutputKind};
use super::file::OutputFile;
use super::file_identity::Stamp;
use super::overwrites::Overwrites;
use crate::failure::{Failure, about};
use clap::{ArgMatches, Command};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};
use tagrake_bulk::input::{InputFile, OUTPUT_RECORD, RemoteVersion, output_record};
use tagrake_bulk::pipeline::Counts;

/// The version that is recorded as the maker of an output.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Bytes by which the name of a record is longer than the name of its output.
pub(crate) const NAME_BYTES: usize = OUTPUT_RECORD[0].len() + OUTPUT_RECORD[1].len();

/// Arguments that do not affect rows.
const WITHOUT_EFFECT: &str = "inputs manifest base anonymous retry_delay stall_time output output_dir skip_existing jobs progress stats quiet verbose \
     work_bytes";

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
}

/// The input file of an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct InputStamp {
    /// The canonical path, or the URL.
    path: String,
    /// `None` unless it is a regular file: any other input may have changed since.
    #[serde(flatten)]
    stamp: Option<Stamp>,
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
        Self { path: canonical.to_string_lossy().into_owned(), stamp: Stamp::of_path(&input.path), remote: None }
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
        Self { path: input.origin(), stamp: None, remote }
    }

    /// Returns true if a change of the file changes the stamp.
    fn is_comparable(&self) -> bool {
        self.stamp.is_some() || self.remote.is_some()
    }
}

/// The content of a record.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct OutputRecord {
    /// The version of tagrake.
    tagrake: String,
    #[serde(flatten)]
    recipe: Recipe,
    input: InputStamp,
    output: Stamp,
    pages: u64,
    rows: u64,
    /// The number of input errors by cause.
    errors: BTreeMap<String, u64>,
    /// False if the input changed while it was read.
    input_is_unchanged: bool,
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
    pub(crate) fn new(recipe: &Recipe, input: InputStamp, file: &InputFile, output: Stamp, counts: &Counts) -> Self {
        let now = InputStamp::of(file);
        let errors = counts.errors.iter().map(|(cause, count)| (cause.as_str().to_owned(), count));
        Self {
            tagrake: VERSION.to_owned(),
            recipe: recipe.clone(),
            input_is_unchanged: file.is_remote() || input.stamp == now.stamp,
            input: if file.is_remote() { now } else { input },
            output,
            pages: counts.pages,
            rows: counts.rows,
            errors: errors.collect(),
        }
    }

    /// Returns why the output at `path` must be made again; `None` if it is up to date with `recipe` and `input`.
    pub(crate) fn check(path: &Path, recipe: &Recipe, input: &InputStamp) -> Option<OutdatedReason> {
        let Some(record) = Self::read(path) else { return Some(OutdatedReason::NoRecord) };
        let input_changed = record.input != *input || !input.is_comparable() || !record.input_is_unchanged;
        let checks = [
            (Stamp::of_path(path) != Some(record.output), OutdatedReason::OutputChanged),
            (record.tagrake != VERSION, OutdatedReason::OtherVersion),
            (record.recipe != *recipe, OutdatedReason::OtherOptions),
            (input_changed, OutdatedReason::InputChanged),
            (!record.errors.is_empty(), OutdatedReason::DamagedInput),
        ];
        checks.into_iter().find(|(is_outdated, _)| *is_outdated).map(|(_, reason)| reason)
    }

    fn read(output: &Path) -> Option<Self> {
        // Opening a pipe waits until another process writes it.
        let path = output_record(output).filter(|path| path.is_file())?;
        serde_json::from_slice(&fs::read(path).ok()?).ok()
    }

    /// Writes the record of the output at `path`.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or would replace an input or a file that is no record.
    pub(crate) fn write(&self, path: &Path, overwrites: &Overwrites) -> Result<(), Failure> {
        let Some(record) = output_record(path) else { return Ok(()) };
        existing_file::check(&record, OutputKind::Record).map_err(|error| about(&record, &error))?;
        let json = serde_json::to_string_pretty(self).map_err(io::Error::from)? + "\n";
        OutputFile::with_content(&record, json.as_bytes(), overwrites)?.keep()
    }
}
