//! The files that paths, folders and manifests name.

use super::folder;
use super::manifest::Manifest;
use super::record_index::{RecordAddress, RecordIndex};
use super::{InputFormat, is_stdin};
use crate::input::error::InputError;
use crate::remote::{self, RemoteFile, RemoteOptions, RemoteVersion};
use crate::schema::KeptColumns;
use crate::wacz;
use std::collections::VecDeque;
use std::fs;
use std::io;
use std::iter;
use std::mem;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Number of files of records that are remembered, so that all of their records are read from one version.
const RECENT_FILES: usize = 64;

/// A file to read.
///
/// ```
/// use tagrake_bulk::input::{InputFile, InputFormat};
///
/// let file = InputFile::new("crawls/a.warc.gz".into(), InputFormat::Auto);
/// assert_eq!((file.name.to_str(), file.format), (Some("crawls/a.warc.gz"), InputFormat::Auto));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InputFile {
    /// Its path or URL; `-` is standard input. A URL is without a password and without a query that grants access.
    pub path: PathBuf,
    /// The path of its output below an output folder, without the extension of outputs. It is derived from the path
    /// as given, so that files of the same name in different folders have different outputs. It is relative and has
    /// no `.` or `..`. The name of `s3://bucket/a.warc` is `s3/bucket/a.warc`.
    pub name: PathBuf,
    /// Its format; [`Auto`](InputFormat::Auto) to identify it by its first bytes.
    pub format: InputFormat,
    /// True if the file was found in a folder, false if its own path was given.
    pub is_from_folder: bool,
    /// True if the file was found in a folder whose files are all read. Such a file is skipped if its type is not
    /// recognised.
    pub(crate) is_optional: bool,
    /// The download, if the path is a URL.
    pub(crate) remote: Option<RemoteFile>,
}

impl InputFile {
    /// Creates the file at `path`, which may be a URL.
    pub fn new(path: PathBuf, format: InputFormat) -> Self {
        Self::with_remote(path, format, &RemoteOptions::default())
    }

    /// Creates the file at `path`. If that is a URL, it is read with the options in `remote`.
    pub(crate) fn with_remote(path: PathBuf, format: InputFormat, remote: &RemoteOptions) -> Self {
        let remote = RemoteFile::of(&path, remote);
        let (path, name) = match &remote {
            Some(file) => (file.shown().into(), mirrored(&file.output_path())),
            None if is_stdin(&path) => (path, "stdin".into()),
            None => {
                let name = mirrored(&path);
                (path, name)
            }
        };
        Self { path, name, format, is_from_folder: false, is_optional: false, remote }
    }

    /// Returns true if the file is in an object store or on a web server.
    ///
    /// ```
    /// use tagrake_bulk::input::{InputFile, InputFormat};
    ///
    /// let file = InputFile::new("s3://bucket/a/../b.warc.gz".into(), InputFormat::Auto);
    /// assert!(file.is_remote());
    /// assert_eq!(file.name.to_str(), Some("s3/bucket/a/__/b.warc.gz"));
    /// ```
    pub fn is_remote(&self) -> bool {
        self.remote.is_some()
    }

    /// Returns the path or URL as given. Unlike [`path`](Self::path), a URL may have a password or a query that grants
    /// access, so it is not for messages.
    ///
    /// ```
    /// use tagrake_bulk::input::{InputFile, InputFormat};
    ///
    /// let url = "https://e.org/a.warc.gz?sig=secret";
    /// let file = InputFile::new(url.into(), InputFormat::Auto);
    /// assert_eq!(file.path.to_str(), Some("https://e.org/a.warc.gz"));
    /// assert_eq!(file.path_with_secrets().to_str(), Some(url));
    /// ```
    pub fn path_with_secrets(&self) -> &Path {
        self.remote.as_ref().map_or(&self.path, |file| Path::new(file.url()))
    }

    /// Returns the version of a remote file that was read, after its first response. All of its bytes are of this version.
    pub fn remote_version(&self) -> Option<RemoteVersion> {
        Some(self.remote.as_ref()?.head()?.version.clone())
    }

    /// Requests the version of a remote file. Returns `None` for any other file, and after an error.
    ///
    /// ```
    /// use tagrake_bulk::input::{InputFile, InputFormat};
    ///
    /// assert_eq!(InputFile::new("a.html".into(), InputFormat::Auto).fetch_remote_version(), None);
    /// ```
    pub fn fetch_remote_version(&self) -> Option<RemoteVersion> {
        self.remote.as_ref()?.fetch_version().ok()
    }

    /// Returns the local file that is read: for an archive in a WACZ file, the WACZ file. `None` for standard input and URLs.
    ///
    /// ```
    /// use std::path::Path;
    /// use tagrake_bulk::input::{InputFile, InputFormat};
    ///
    /// let file = |path: &str| InputFile::new(path.into(), InputFormat::Auto);
    /// assert_eq!(file("a.wacz!/archive/b.warc.gz").local_path(), Some(Path::new("a.wacz")));
    /// assert_eq!(file("https://e.org/a.warc.gz").local_path(), None);
    /// ```
    pub fn local_path(&self) -> Option<&Path> {
        match wacz::split_name(&self.path) {
            _ if self.is_remote() || is_stdin(&self.path) => None,
            Some((container, _)) if !self.path.exists() => Some(Path::new(container)),
            _ => Some(&self.path),
        }
    }

    /// Returns the path or URL for messages and records.
    ///
    /// ```
    /// use tagrake_bulk::input::{InputFile, InputFormat};
    ///
    /// assert_eq!(InputFile::new("a/b.html".into(), InputFormat::Auto).origin(), "a/b.html");
    /// ```
    pub fn origin(&self) -> String {
        self.path.display().to_string()
    }
}

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
    pub manifest: Option<PathBuf>,
    /// A URL or a folder that is put before the relative paths of the manifest and of the index.
    pub base: Option<PathBuf>,
    /// An index of records: these are read, in the order of the index. It is CDXJ, JSON lines, CSV with a header, or, with
    /// the feature `columns`, a Parquet file, and has the columns `warc_filename`, `warc_record_offset` and
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
    /// A folder that is not searched: the folder of outputs, whose names may look like names of inputs.
    pub excluded: Option<PathBuf>,
}

/// An item of [`Inputs`].
pub(crate) enum FoundInput {
    File(InputFile),
    /// This many files of a folder do not have the name of an input.
    Skipped(u64),
    /// A record that an index names.
    Record(Arc<InputFile>, RecordAddress),
    Error(InputError),
}

impl Inputs {
    /// Creates inputs from files and folders.
    pub fn new<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> Self {
        Self { paths: paths.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Returns the files in order as they are found, without the ones that the index names, or the error of a folder or a manifest.
    ///
    /// ```
    /// use tagrake_bulk::input::Inputs;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let outputs = folder.path().join("out");
    /// std::fs::create_dir(&outputs)?;
    /// std::fs::write(outputs.join("page.html.jsonl"), "{}")?;
    /// std::fs::write(folder.path().join("index.php"), "<p>")?;
    /// let inputs = Inputs { all_files: true, excluded: Some(outputs), ..Inputs::new([folder.path()]) };
    /// assert_eq!(inputs.files().count(), 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn files(self) -> impl Iterator<Item = Result<InputFile, InputError>> + Send {
        self.found().filter_map(|found| match found {
            FoundInput::File(file) => Some(Ok(file)),
            FoundInput::Error(error) => Some(Err(error)),
            FoundInput::Skipped(_) | FoundInput::Record(..) => None,
        })
    }

    /// Returns the records of [`index`](Self::index) and [`records`](Self::records), in order as they are read, or the
    /// error of a row.
    ///
    /// ```
    /// use tagrake_bulk::input::Inputs;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let index = folder.path().join("index.csv");
    /// std::fs::write(&index, "filename,offset\na.warc.gz,7\n")?;
    /// let inputs = Inputs { index: Some(index), base: Some("crawl".into()), ..Inputs::default() };
    /// let records = inputs.addresses().collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!((&*records[0].file, records[0].offset), ("crawl/a.warc.gz", 7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn addresses(self) -> impl Iterator<Item = Result<RecordAddress, InputError>> + Send {
        let Self { index, records, base, keep, remote, .. } = self;
        let index =
            index.into_iter().flat_map(move |path| RecordIndex::open(path, base.clone(), keep.clone(), &remote));
        index.chain(records.into_iter().map(RecordAddress::checked))
    }

    /// Returns true if the manifest is a pipe, so that its next line may arrive late.
    pub(crate) fn is_listed_on_pipe(&self) -> bool {
        self.manifest.as_deref().is_some_and(|path| is_stdin(path) || !(remote::is_url(path) || path.is_file()))
    }

    /// Returns the files in order, with the counts of skipped files.
    pub(crate) fn found(mut self) -> impl Iterator<Item = FoundInput> + Send {
        let addressed = Self { index: self.index.take(), records: mem::take(&mut self.records), ..self.clone() };
        let records = addressed.addresses();
        let (base, options) = (self.base.take(), self.remote.clone());
        let (remote, mut recent) = (self.remote.clone(), VecDeque::<(Arc<str>, Arc<InputFile>)>::new());
        let records = records.map(move |address| match address {
            Ok(address) => {
                if let Some((_, file)) = recent.iter().find(|(name, _)| *name == address.file) {
                    return FoundInput::Record(file.clone(), address);
                }
                let path = PathBuf::from(&*address.file);
                let file = Arc::new(InputFile::with_remote(path, InputFormat::Warc, &remote));
                recent.truncate(RECENT_FILES - 1);
                recent.push_front((address.file.clone(), file.clone()));
                FoundInput::Record(file, address)
            }
            Err(error) => FoundInput::Error(error),
        });
        let named = self.manifest.take().into_iter().flat_map(move |path| Manifest::open(path, &options));
        let named = named.map(move |path| {
            let path = path?;
            not_special(match &base {
                Some(base) => remote::joined(base, path),
                None => path,
            })
        });
        let paths = mem::take(&mut self.paths);
        let files = paths.into_iter().map(Ok).chain(named).flat_map(move |path| match path {
            Ok(path) => found_at(path, &self),
            Err(error) => Box::new(iter::once(FoundInput::Error(error))),
        });
        records.chain(files)
    }
}

/// Returns a path that a manifest names, unless it is a pipe or a device: reading one might block.
fn not_special(path: PathBuf) -> Result<PathBuf, InputError> {
    let is_local = !is_stdin(&path) && !remote::is_url(&path);
    match fs::metadata(&path) {
        Ok(data) if is_local && !data.is_file() && !data.is_dir() => {
            let error = io::Error::other("a pipe or device: a manifest may name only files, folders, URLs and -");
            Err(InputError::io(path.display().to_string(), error))
        }
        _ => Ok(path),
    }
}

/// Returns the files at a path: the file itself, or the files in a folder. A missing file is reported when it is
/// read.
fn found_at(path: PathBuf, inputs: &Inputs) -> Box<dyn Iterator<Item = FoundInput> + Send> {
    if is_stdin(&path) || remote::is_url(&path) || !path.is_dir() {
        let file = InputFile::with_remote(path, inputs.format, &inputs.remote);
        return Box::new(iter::once(FoundInput::File(file)));
    }
    Box::new(folder::found(path, inputs.clone()))
}

/// Returns the path of a file below a folder that mirrors paths: without the root and `.`, and with `__` for `..`, so
/// that no path leaves the folder. It depends only on `path`.
fn mirrored(path: &Path) -> PathBuf {
    let name = |component| match component {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("__".into()),
        // The prefix `C:` of Windows becomes `C`.
        Component::Prefix(prefix) => {
            let name = prefix.as_os_str().to_string_lossy();
            Some(name.replace(|character: char| !character.is_alphanumeric(), "").into())
        }
        Component::RootDir | Component::CurDir => None,
    };
    path.components().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_named_after_the_path_of_the_input() {
        let cases = [
            ("a.html", "a.html"),
            ("./a.html", "a.html"),
            ("a/./b//c.html", "a/b/c.html"),
            ("../a.html", "__/a.html"),
            ("a/../../b.html", "a/__/__/b.html"),
            ("/data/a.html", "data/a.html"),
            ("/../a.html", "__/a.html"),
            ("-", "stdin"),
            ("./-", "-"),
            ("s3://bucket/a/x.warc.gz", "s3/bucket/a/x.warc.gz"),
            ("s3://../../x.warc.gz", "s3/__/__/x.warc.gz"),
            ("https://e.org:81//a/./../x%2F?v=../1&b=%20#c", "https/e.org_81/a/__/x%2F?v=..%2F1&b=%20"),
            ("https://me:secret@e.org/a?sig=1", "https/e.org/a"),
            ("HTTP://e.org", "http/e.org/index"),
            ("ftp://e.org/a", "ftp:/e.org/a"),
        ];
        for (path, name) in cases {
            assert_eq!(InputFile::new(path.into(), InputFormat::Auto).name, Path::new(name), "{path}");
        }
    }
}
