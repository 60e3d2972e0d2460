//! The files that paths, folders and manifests name.

use super::declared::Declared;
use super::folder;
use super::format::InputFormat;
use super::input_file::InputFile;
use super::inputs::{FileCheck, FoundInput, Inputs};
use super::manifest::{Manifest, ManifestEntry};
use super::stdin::is_stdin;
use crate::input::error::{InputError, InputErrorKind};
use crate::input::index::record_address::RecordAddress;
use crate::input::index::record_index::RecordIndex;
use std::collections::VecDeque;
use std::path::{Component, PathBuf};
use std::sync::Arc;
use std::{fs, io, iter, mem};
use tagrake_archive::remote;

/// Number of files of records that are remembered, so that all of their records are read from one version.
const RECENT_FILES: usize = 64;

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
    /// std::fs::write(folder.path().join("index.php"), "<p>")?;
    /// std::fs::write(folder.path().join("page.html"), "<p>")?;
    /// let inputs = Inputs::new([folder.path()]);
    /// assert_eq!(inputs.clone().files().count(), 1);
    /// assert_eq!(Inputs { all_files: true, ..inputs }.files().count(), 2);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn files(self) -> impl Iterator<Item = Result<InputFile, InputError>> + Send {
        self.found(None).filter_map(|found| match found {
            FoundInput::File(file) => Some(Ok(file)),
            FoundInput::Error(error) => Some(Err(error)),
            FoundInput::Skipped(_) | FoundInput::Record(..) | FoundInput::OtherColumns(..) => None,
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
        self.checked_addresses(None)
    }

    /// Returns the records like [`addresses`](Self::addresses). Calls `check` for each file in which a ZipNum cluster has a block of
    /// lines, before it is opened.
    pub fn checked_addresses(
        self,
        check: Option<FileCheck>,
    ) -> impl Iterator<Item = Result<RecordAddress, InputError>> + Send {
        let Self { index, records, base, keep, remote, .. } = self;
        let index = index
            .into_iter()
            .flat_map(move |path| RecordIndex::open(path, base.clone(), keep.clone(), &remote, check.clone()));
        index.chain(records.into_iter().map(RecordAddress::checked))
    }

    /// Returns true if the manifest is a pipe, so that its next line may arrive late.
    pub(crate) fn is_listed_on_pipe(&self) -> bool {
        self.manifest.as_deref().is_some_and(|path| is_stdin(path) || !(remote::is_url(path) || path.is_file()))
    }

    /// Returns the files in order, with the counts of skipped files. Calls `check` for each file of blocks of the index.
    pub(crate) fn found(mut self, check: Option<FileCheck>) -> impl Iterator<Item = FoundInput> + Send {
        let addressed = Self { index: self.index.take(), records: mem::take(&mut self.records), ..self.clone() };
        let records = addressed.checked_addresses(check);
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
        let named = self.manifest.take().into_iter().flat_map(move |path| Manifest::open(path, base.clone(), &options));
        let paths = mem::take(&mut self.paths).into_iter().map(|path| ManifestEntry::Input { path, declared: None });
        let (inputs, listed) = (self.clone(), self);
        let files = paths.flat_map(move |entry| found_of(entry, &inputs, Ok));
        let listed = named.flat_map(move |entry| found_of(entry, &listed, not_special));
        let files = files.chain(listed);
        records.chain(files)
    }
}

/// Returns a path that a manifest names, unless it is a pipe or a device: reading one might block. A path without a name, such as
/// `//`, is damage of the manifest: it would read all files of the system.
fn not_special(path: PathBuf) -> Result<PathBuf, InputError> {
    let is_local = !is_stdin(&path) && !remote::is_url(&path);
    if is_local && !path.components().any(|component| matches!(component, Component::Normal(_))) {
        let error = io::Error::other("a path without a name: a manifest may not name the root or the current folder");
        return Err(InputError::io(path.display().to_string(), error));
    }
    match fs::metadata(&path) {
        Ok(data) if is_local && !data.is_file() && !data.is_dir() => {
            let error = io::Error::other("a pipe or device: a manifest may name only files, folders, URLs and -");
            Err(InputError::io(path.display().to_string(), error))
        }
        _ => Ok(path),
    }
}

type Found = Box<dyn Iterator<Item = FoundInput> + Send>;

/// Returns the files of an entry. `check` refuses paths that are not read.
fn found_of(
    entry: ManifestEntry,
    inputs: &Inputs,
    check: impl FnOnce(PathBuf) -> Result<PathBuf, InputError>,
) -> Found {
    let found = match entry {
        ManifestEntry::Input { path, declared } => match check(path) {
            Ok(path) => return found_at(path, declared, inputs),
            Err(error) => FoundInput::Error(error),
        },
        ManifestEntry::OtherColumns(manifest, columns) => FoundInput::OtherColumns(manifest, columns),
        ManifestEntry::Error(error) => FoundInput::Error(error),
    };
    Box::new(iter::once(found))
}

/// Returns the files at a path: the file itself, or the files in a folder. A missing file is reported when it is
/// read.
fn found_at(path: PathBuf, declared: Option<Box<Declared>>, inputs: &Inputs) -> Found {
    if is_stdin(&path) || remote::is_url(&path) || !path.is_dir() {
        let file = InputFile { declared, ..InputFile::with_remote(path, inputs.format, &inputs.remote) };
        return Box::new(iter::once(FoundInput::File(file)));
    }
    match declared {
        Some(declared) => {
            let kind = InputErrorKind::misplaced(&path.display(), "a folder");
            Box::new(iter::once(FoundInput::Error(InputError::new(declared.place, kind))))
        }
        None => Box::new(folder::found(path, inputs.clone())),
    }
}
