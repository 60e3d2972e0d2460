//! The inputs of a run, as they are given, and the items found in them.

use super::format::InputFormat;
use super::input_file::InputFile;
use crate::input::error::{InputError, InputErrorKind};
use crate::input::index::record_address::RecordAddress;
use crate::schema::KeptColumns;
use std::path::PathBuf;
use std::sync::Arc;
use tagrake_archive::remote::RemoteOptions;

/// The inputs of a run: paths of files and folders, and manifests that list more paths.
///
/// ```
/// use tagrake_bulk::input::Inputs;
///
/// let folder = tempfile::tempdir()?;
/// for name in ["b.html", "a.warc.gz", "notes.txt"] {
///     std::fs::write(folder.path().join(name), "")?;
/// }
/// let manifest = folder.path().join("manifest");
/// std::fs::write(&manifest, "# all of them\n\n-\nmissing.warc\n")?;
/// let files = Inputs { manifest: Some(manifest), ..Inputs::new([folder.path()]) }.files();
/// let names: Vec<_> = files.map(|file| file.map(|file| file.name)).collect::<Result<_, _>>()?;
/// let mirrored = folder.path().strip_prefix("/")?;
/// let expected = [mirrored.join("a.warc.gz"), mirrored.join("b.html"), "stdin".into(), "missing.warc".into()];
/// assert_eq!(names, expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// Files, folders and URLs. In a folder, at any depth and in the order of names, these files are read: WARC files
    /// (`.warc`, also compressed, `.warc.wat.gz`, `.warc.gz.open` and similar), ARC files (`.arc`, `.arc.gz`), WACZ files
    /// (`.wacz`), pages (`.html`, `.htm`, `.xhtml`) and JSON lines (`.jsonl`, `.ndjson`). Pages and JSON lines may be
    /// compressed (`.gz`, `.zst`).
    pub paths: Vec<PathBuf>,
    /// A manifest with more paths and URLs: one on each line, relative to the current folder or to `base`. Empty lines and
    /// lines that start with `#` are skipped. The manifest may be compressed, and it may be a URL.
    ///
    /// A manifest is a table if a column of its first line is named `file`, `url`, `content_type` or `encoding`, if it has JSON
    /// objects on its lines, or if its name ends in `.csv`, `.tsv`, `.parquet` or `.arrow`. The column `file` has the
    /// paths, relative to the folder of the manifest or to `base`. The columns `url`, `content_type` and `encoding` declare the
    /// URL, the `Content-Type` and the encoding of the page in the file; they may be absent or null. Other columns are
    /// [reported](crate::pipeline::RowSink::other_columns) and not read.
    pub manifest: Option<PathBuf>,
    /// A URL or a folder that is put before the relative paths of the manifest and of the index.
    pub base: Option<PathBuf>,
    /// An index of records: these are read, in the order of the index. It is CDXJ, CDX, JSON lines, CSV or
    /// TSV with a header, a ZipNum cluster, or, with the feature `columns`, a Parquet or Arrow file, and has the columns `warc_filename`, `warc_record_offset` and
    /// `warc_record_length`, or `filename`, `offset` and `length`. The length may be absent. If there is a column `page_url` or
    /// `url`, a record with another URL is an error. The index may be a URL; lines may be compressed.
    pub index: Option<PathBuf>,
    /// The columns of the index whose values rows have, too: the same as of the
    /// [output](crate::output::OutputOptions::with_kept). An index without one of them is an error.
    pub keep: KeptColumns,
    /// Single records, which are read after the index.
    pub records: Vec<RecordAddress>,
    /// Options of inputs in object stores and on web servers.
    pub remote: RemoteOptions,
    /// The format of all files; [`Auto`](InputFormat::Auto) to identify it. In a folder, only files with a name of this
    /// format are read.
    pub format: InputFormat,
    /// True to read all files of a folder, regardless of their names. Files of a type that is not recognised are skipped
    /// and counted, unless they have the name of an input.
    pub all_files: bool,
}

/// A check of each file before it is read: false to skip it, or the error to report.
pub type FileCheck = Arc<dyn Fn(&InputFile) -> Result<bool, InputErrorKind> + Send + Sync>;

/// An item of [`Inputs`].
pub(crate) enum FoundInput {
    File(InputFile),
    /// This many files of a folder do not have the name of an input.
    Skipped(u64),
    /// Columns of a manifest that are not read, with its name.
    OtherColumns(String, Vec<String>),
    /// A record that an index names.
    Record(Arc<InputFile>, RecordAddress),
    Error(InputError),
}
