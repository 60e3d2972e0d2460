//! The files that paths, folders and manifests stand for.

use super::folder;
use super::manifest::Manifest;
use super::{InputFormat, is_stdin};
use crate::error::InputError;
use std::iter;
use std::path::{Path, PathBuf};

/// A file to read.
///
/// ```
/// use tagrake_bulk::input::{InputFile, InputFormat};
///
/// let file = InputFile::new("crawls/a.warc.gz".into(), InputFormat::Auto);
/// assert_eq!((file.name.to_str(), file.format), (Some("a.warc.gz"), InputFormat::Warc));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InputFile {
    /// Where it is; `-` is standard input.
    pub path: PathBuf,
    /// What an output made of it is to be called after: its name, with the folders between it and the one that was named.
    pub name: PathBuf,
    /// What its bytes are; [`Auto`](InputFormat::Auto) if they have to tell.
    pub format: InputFormat,
}

impl InputFile {
    /// The file at `path`.
    pub fn new(path: PathBuf, format: InputFormat) -> Self {
        let name = if is_stdin(&path) { "stdin".into() } else { path.file_name().unwrap_or_default().into() };
        Self { format: format.of(&path), path, name }
    }

    /// Returns the path as messages and records have it.
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

/// What is to be read: paths of files and folders, and manifests, which name more of them.
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
/// let files = Inputs::new([folder.path()]).with_manifest(Some(manifest)).files();
/// let names: Vec<_> = files.map(|file| file.map(|file| file.name)).collect::<Result<_, _>>()?;
/// assert_eq!(names, ["a.warc.gz", "b.html", "stdin", "missing.warc"].map(std::path::PathBuf::from));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    paths: Vec<PathBuf>,
    manifest: Option<PathBuf>,
    format: InputFormat,
}

impl Inputs {
    /// These files and folders. A folder stands for the pages and WARC files in it at any depth, in the order of names.
    pub fn new<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> Self {
        Self { paths: paths.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// Adds what a manifest names: a path on each line, as from the current folder. Empty lines, and those that begin with
    /// `#`, are passed over. It may be compressed by gzip.
    #[must_use]
    pub fn with_manifest(mut self, path: Option<PathBuf>) -> Self {
        self.manifest = path;
        self
    }

    /// Sets what the files are, whatever their names.
    ///
    /// ```
    /// use tagrake_bulk::input::{InputFormat, Inputs};
    ///
    /// let mut files = Inputs::new(["pages.txt"]).with_format(InputFormat::Jsonl).files();
    /// assert_eq!(files.next().unwrap()?.format, InputFormat::Jsonl);
    /// # Ok::<(), tagrake_bulk::InputError>(())
    /// ```
    #[must_use]
    pub fn with_format(mut self, format: InputFormat) -> Self {
        self.format = format;
        self
    }

    /// Returns the files in order, as they are found, or what was wrong with a folder or a manifest.
    pub fn files(self) -> impl Iterator<Item = Result<InputFile, InputError>> + Send {
        let Self { paths, manifest, format } = self;
        let named = manifest.into_iter().flat_map(Manifest::open);
        paths.into_iter().map(Ok).chain(named).flat_map(move |path| match path {
            Ok(path) => files_of(path, format),
            Err(error) => Box::new(iter::once(Err(error))),
        })
    }
}

type Files = Box<dyn Iterator<Item = Result<InputFile, InputError>> + Send>;

/// Returns the files that a path stands for. One that is not there is told when it is read.
fn files_of(path: PathBuf, format: InputFormat) -> Files {
    if is_stdin(&path) || !path.is_dir() {
        return Box::new(iter::once(Ok(InputFile::new(path, format))));
    }
    let within = move |file: PathBuf, folder: &Path| InputFile {
        name: file.strip_prefix(folder).unwrap_or(&file).to_owned(),
        format: InputFormat::Auto.of(&file),
        path: file,
    };
    Box::new(folder::files(path.clone()).map(move |file| file.map(|file| within(file, &path))))
}
