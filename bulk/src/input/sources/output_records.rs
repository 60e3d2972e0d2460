//! The records of the outputs in a folder: what each was made from.
//!
//! The record of `out/a.jsonl` is `.out.tagrake/a.jsonl.json`: beside the output folder, because DuckDB and polars read all files of a
//! folder, also hidden ones. Where no folder can be made there, the records are in the folder `.tagrake` in the output folder.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// The characters before and after the name of an output folder in the name of the folder of its records.
const FOLDER: [&str; 2] = [".", ".tagrake"];
/// The end of the name of a record, after the name of its output.
#[doc(hidden)]
pub const RECORD_EXTENSION: &str = ".json";
/// The least number of digits in the name of one of several files of an output.
const NUMBER_DIGITS: usize = 5;

/// Returns true for the name of a folder of records.
pub(super) fn is_record_folder(name: &OsStr) -> bool {
    let [before, after] = FOLDER.map(str::as_bytes);
    let name = name.as_encoded_bytes();
    name == after || name.starts_with(before) && name.ends_with(after)
}

/// Returns the folders that may have the records of the outputs in a folder with this canonical path: the one beside it, and the one
/// in it.
#[doc(hidden)]
pub fn record_folders(folder: &Path) -> (Option<PathBuf>, PathBuf) {
    let [before, after] = FOLDER;
    let beside = folder.file_name().map(|name| {
        let mut beside = OsString::from(before);
        beside.push(name);
        beside.push(after);
        folder.with_file_name(beside)
    });
    (beside, folder.join(after))
}

/// Returns the record of an output. `output` is its path in the output folder, `records` the folder of records.
#[doc(hidden)]
pub fn output_record(records: &Path, output: &Path) -> PathBuf {
    let mut record = records.join(output).into_os_string();
    record.push(RECORD_EXTENSION);
    record.into()
}

/// Returns the name of one of several files of an output: the name of the output with a number before the extension.
#[doc(hidden)]
pub fn numbered_name(stem: &str, number: u64, extension: &str) -> String {
    format!("{stem}-{number:0NUMBER_DIGITS$}.{extension}")
}

/// Returns the output whose record lists the file at `path`, if this is one of several files of an output, by its name. The record
/// of files in partition folders (`host=e.org`) is the record of an output in the folder that contains those.
fn output_of_numbered(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let without_number = |(at, _)| {
        let after: &str = &name[at + 1..];
        let rest = after.trim_start_matches(|next: char| next.is_ascii_digit());
        let is_number = after.len() - rest.len() >= NUMBER_DIGITS && rest.starts_with('.');
        is_number.then(|| format!("{}{rest}", &name[..at]))
    };
    let output = name.rmatch_indices('-').find_map(without_number)?;
    let is_partition = |folder: &&Path| folder.file_name().is_some_and(|name| name.to_string_lossy().contains('='));
    let folder = path.ancestors().skip(1).find(|folder| !is_partition(folder))?;
    Some(folder.join(output))
}

/// Returns true if the file at `path` is an output in the folder `root` that has a record in the folder `records`. The paths are
/// canonical.
#[doc(hidden)]
pub fn is_recorded(root: &Path, records: &Path, path: &Path) -> bool {
    let Ok(output) = path.strip_prefix(root) else { return false };
    let has_record = |output: &Path| output_record(records, output).is_file();
    has_record(output) || output_of_numbered(output).is_some_and(|output| has_record(&output))
}

/// Finds which files are outputs of runs. It remembers the output folders around the folder that it was last asked about.
#[derive(Debug, Default)]
pub(super) struct RecordedOutputs {
    folder: PathBuf,
    /// The canonical path of the folder.
    canonical: PathBuf,
    /// The output folders that contain the folder, each with the folder of its records.
    outputs: Vec<(PathBuf, PathBuf)>,
}

impl RecordedOutputs {
    /// Returns true if the file at `path` is an output that has a record.
    pub(super) fn contains(&mut self, path: &Path) -> bool {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return false };
        if self.canonical == Path::new("") || self.folder != folder {
            self.enter(folder);
        }
        let path = self.canonical.join(name);
        self.outputs.iter().any(|(root, records)| is_recorded(root, records, &path))
    }

    fn enter(&mut self, folder: &Path) {
        let path = if folder == Path::new("") { Path::new(".") } else { folder };
        let canonical = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let of_root = |root: &Path| {
            let (beside, within) = record_folders(root);
            let folders = beside.into_iter().chain([within]).filter(|records| records.is_dir());
            folders.map(|records| (root.to_owned(), records)).collect::<Vec<_>>()
        };
        let outputs = canonical.ancestors().flat_map(of_root).collect();
        *self = Self { folder: folder.to_owned(), canonical, outputs };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_files_belong_to_an_output() {
        let output = |path: &str| output_of_numbered(Path::new(path)).map(|path| path.to_string_lossy().into_owned());
        let name = numbered_name("a.warc.gz", 12, "jsonl.gz");
        assert_eq!(name, "a.warc.gz-00012.jsonl.gz");
        assert_eq!(output(&format!("b/{name}")).as_deref(), Some("b/a.warc.gz.jsonl.gz"));
        assert_eq!(output(&format!("host=e.org/lang=en/{name}")).as_deref(), Some("a.warc.gz.jsonl.gz"));
        assert_eq!(
            output(&numbered_name("CC-00001.warc.gz", 1_234_567, "csv")).as_deref(),
            Some("CC-00001.warc.gz.csv")
        );
        assert_eq!(output("a-2024.jsonl"), None);
        assert_eq!(output("a-00000"), None);
    }

    #[test]
    fn outputs_are_found_by_their_records() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for name in ["out/a", "out/host=e.org", ".out.tagrake/a", "within/.tagrake"] {
            fs::create_dir_all(path(name)).expect("a folder");
        }
        for record in [".out.tagrake/a/x.jsonl.json", ".out.tagrake/b.jsonl.json", "within/.tagrake/c.csv.json"] {
            fs::write(path(record), "{}").expect("a record");
        }
        let mut outputs = RecordedOutputs::default();
        for (name, is_output) in [
            ("out/a/x.jsonl", true),
            ("out/a/y.jsonl", false),
            ("out/b.jsonl", true),
            ("out/b-00003.jsonl", true),
            ("out/host=e.org/b-00000.jsonl", true),
            ("out/host=e.org/b.jsonl", false),
            ("within/c.csv", true),
            ("c.csv", false),
        ] {
            assert_eq!(outputs.contains(&path(name)), is_output, "{name}");
        }
        assert!(is_record_folder(OsStr::new(".out.tagrake")) && is_record_folder(OsStr::new(".tagrake")));
        assert!(!is_record_folder(OsStr::new("out.tagrake")));
    }
}
