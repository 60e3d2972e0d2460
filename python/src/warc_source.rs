//! The input of `read_warc`: paths, URLs and file objects, a manifest, an index, or single records. `list_inputs` lists it.

use crate::arguments::{Flag, one_of, optional};
use crate::errors::{Failure, value_error};
use crate::keywords::{Keywords, keywords};
use crate::python_file::FileObject;
use crate::record_addresses::{self, RecordList};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tagrake_bulk::input::{self, InputFile, InputFormat, Inputs, RecordAddress, RemoteOptions};

/// Returns true if `path` is the URL of a file in an object store or on a web server.
#[pyfunction]
pub(crate) fn is_url(path: PathBuf) -> bool {
    input::is_url(&path)
}

keywords! {
    /// The keyword arguments that name the input.
    pub(crate) struct SourceKeywords(source_help, source_signature) {
        /// A file or URL with more paths and URLs: one per line, or a table with the columns file, url, content_type and encoding.
        manifest: Option<PathBuf> = None => "None",
        /// The records to read in place of paths, in the order of the index: the path or URL of CDXJ, JSON lines or CSV,
        /// the path of a Parquet file, or any Arrow table, batch or stream, which is read completely first. Columns:
        /// warc_filename, warc_record_offset and optionally warc_record_length, or filename, offset and length. If there is
        /// a page_url or url, a record with another URL is an error.
        index: Option<WarcIndex> = None => "None",
        /// "FILE:OFFSET" or a list of them: single records in place of paths, of any MIME type and status.
        records: Option<RecordList> = None => "None",
        /// A URL or folder that is put before the relative paths of the manifest or index: "s3://commoncrawl/".
        base: Option<PathBuf> = None => "None",
        /// Whether to send no credentials to object stores, as for public data.
        anonymous: Flag = Flag(false) => "False",
        /// The format of the files: "auto", the default, identifies it by the first bytes; "warc", "html" or "jsonl". Copies are
        /// made of archives only.
        input: FormatName = FormatName(InputFormat::Auto) => "'auto'",
    }
}

/// The input: parts that are read one after the other.
pub(crate) struct WarcSource(pub(crate) Vec<SourcePart>);

/// Files, or a file object.
pub(crate) enum SourcePart {
    Inputs(Box<Inputs>),
    File(FileObject),
}

impl WarcSource {
    /// Returns the files of the input. Raises TypeError if the input has file objects, for which `function` has no use.
    pub(crate) fn files_only(self, function: &str) -> PyResult<Inputs> {
        match <[_; 1]>::try_from(self.0) {
            Ok([SourcePart::Inputs(inputs)]) => Ok(*inputs),
            _ => Err(PyTypeError::new_err(format!("{function}() takes paths, not a file object"))),
        }
    }

    /// Returns the options of remote inputs, which count the bytes that are downloaded.
    pub(crate) fn remote(&self) -> RemoteOptions {
        let remote = self.0.iter().find_map(|part| match part {
            SourcePart::Inputs(inputs) => Some(inputs.remote.clone()),
            SourcePart::File(_) => None,
        });
        remote.unwrap_or_default()
    }

    /// Returns the bytes of all files; `None` if an input is not a local file.
    pub(crate) fn total_bytes(&self) -> Option<u64> {
        let length = |file: InputFile| Some(std::fs::metadata(file.local_path()?).ok()?.len());
        let total = self.0.iter().map(|part| match part {
            SourcePart::Inputs(inputs) if inputs.index.is_none() && inputs.records.is_empty() => {
                (**inputs).clone().files().map(|file| length(file.ok()?)).sum::<Option<u64>>()
            }
            _ => None,
        });
        total.sum()
    }

    /// Raises OSError if a path does not exist, before anything is read. Reading would find out later, and some Arrow
    /// consumers would raise an exception of their own.
    pub(crate) fn check_paths(&self) -> PyResult<()> {
        for part in &self.0 {
            let SourcePart::Inputs(inputs) = part else { continue };
            let paths = inputs.paths.iter().chain(&inputs.manifest).chain(&inputs.index);
            let files = paths.map(|path| InputFile::new(path.clone(), inputs.format));
            for path in files.filter_map(|file| file.local_path().map(Path::to_owned)) {
                if let Err(error) = std::fs::metadata(&path) {
                    return Err(Failure::system(&error, &path.to_string_lossy()).to_error());
                }
            }
        }
        Ok(())
    }
}

impl SourceKeywords {
    /// Returns true if the input is single records, and not files.
    fn names_records(&self) -> bool {
        self.index.is_some() || self.records.is_some()
    }

    /// Returns true if the input has no archives.
    pub(crate) fn names_pages(&self) -> bool {
        matches!(self.input.0, InputFormat::Html | InputFormat::Jsonl)
    }

    /// Returns the names of the present arguments that select records.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        let present = [("index", self.index.is_some()), ("records", self.records.is_some())];
        present.into_iter().filter(|(_, is_present)| *is_present).map(|(name, _)| name).collect()
    }

    /// Returns the input: `paths`, or the input that the keywords name.
    ///
    /// # Errors
    ///
    /// If there is no input, or if keywords exclude each other.
    pub(crate) fn source(self, paths: Option<WarcPaths>) -> PyResult<WarcSource> {
        let names_records = self.names_records();
        if names_records && self.names_pages() {
            return Err(value_error(
                "argument 'input': index= and records= name records of archives: use \"warc\", or leave it out",
            ));
        }
        let Self { manifest, index, records, base, anonymous, input } = self;
        let FormatName(format) = input;
        let names_files = paths.is_some() || manifest.is_some();
        if names_records && names_files {
            return Err(value_error("index= and records= replace paths and manifest=: pass one or the other"));
        }
        if !names_records && !names_files {
            return Err(PyTypeError::new_err("the input needs paths, manifest=, index= or records="));
        }
        if base.is_some() && manifest.is_none() && index.is_none() {
            return Err(value_error("base= needs manifest= or index=, whose relative paths it completes"));
        }
        let (index, mut addresses) = match index {
            Some(WarcIndex::Path(path)) => (Some(path), Vec::new()),
            Some(WarcIndex::Table(addresses)) => (None, with_base(addresses, base.as_deref())),
            None => (None, Vec::new()),
        };
        addresses.extend(records.map_or_else(Vec::new, |records| records.0));
        let remote = RemoteOptions::default().with_anonymous(anonymous.0);
        let mut inputs = Inputs { manifest, index, records: addresses, base, remote, format, ..Inputs::default() };
        let paths = paths.map_or_else(Vec::new, |paths| paths.0);
        if inputs.manifest.is_some() && paths.iter().any(|path| matches!(path, InputPath::File(_))) {
            return Err(value_error("manifest= needs paths, not a file object"));
        }
        let mut parts = Vec::new();
        for path in paths {
            match path {
                InputPath::Path(path) => inputs.paths.push(path),
                InputPath::File(file) => {
                    if !inputs.paths.is_empty() {
                        parts.push(SourcePart::Inputs(Box::new(inputs.clone())));
                        inputs.paths.clear();
                    }
                    parts.push(SourcePart::File(file));
                }
            }
        }
        if parts.is_empty() || !inputs.paths.is_empty() {
            parts.push(SourcePart::Inputs(Box::new(inputs)));
        }
        Ok(WarcSource(parts))
    }
}

fn with_base(addresses: Vec<RecordAddress>, base: Option<&Path>) -> Vec<RecordAddress> {
    let Some(base) = base else { return addresses };
    addresses.into_iter().map(|address| address.with_base(base)).collect()
}

/// The format of inputs, with the names that the command has too.
#[derive(Clone, Copy)]
pub(crate) struct FormatName(InputFormat);

impl<'py> FromPyObject<'_, 'py> for FormatName {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        one_of(&object, &InputFormat::ALL.map(|format| (format.as_str(), format))).map(Self)
    }
}

/// A path or URL, or a file object.
enum InputPath {
    Path(PathBuf),
    File(FileObject),
}

/// Paths, URLs and file objects, as `tagrake._paths.inputs_of` returns them.
pub(crate) struct WarcPaths(Vec<InputPath>);

impl<'py> FromPyObject<'_, 'py> for WarcPaths {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let inputs = object.py().import(intern!(object.py(), "tagrake._paths"))?;
        let inputs = inputs.call_method1(intern!(object.py(), "inputs_of"), (object,))?;
        let paths = inputs.try_iter()?.map(|path| {
            let path = path?;
            match path.is_instance_of::<PyString>() {
                true => path.extract().map(InputPath::Path),
                false => FileObject::of(&path).map(InputPath::File),
            }
        });
        paths.collect::<PyResult<_>>().map(Self)
    }
}

/// An index: the path or URL of a file, or the addresses in a table.
pub(crate) enum WarcIndex {
    Path(PathBuf),
    Table(Vec<RecordAddress>),
}

impl<'py> FromPyObject<'_, 'py> for WarcIndex {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<PathBuf>() {
            Ok(path) => Ok(Self::Path(path)),
            Err(_) => record_addresses::of_table(&object).map(Self::Table),
        }
    }
}

/// A file; or a record of it: its offset, length and URL.
type ListedInput = (OsString, Option<u64>, Option<u64>, Option<String>);

#[doc = concat!("list_inputs(paths=None, *", source_signature!(), ")\n--\n")]
/// Returns the files that paths, folders and a manifest name, or the records of an index, each as (file, offset, length,
/// URL). Files are not opened. URLs may have passwords. The first error of a folder, a manifest or an index is raised.
#[pyfunction]
#[pyo3(signature = (paths=None, **options), text_signature = None)]
pub(crate) fn list_inputs(
    py: Python<'_>,
    paths: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<ListedInput>> {
    let paths = optional("paths", paths)?;
    let keywords = SourceKeywords::parse("list_inputs", options)?;
    let names_records = keywords.names_records();
    let inputs = keywords.source(paths)?.files_only("list_inputs")?;
    let listed = py.detach(|| if names_records { records_of(inputs) } else { files_of(inputs) });
    listed.map_err(|failure| failure.to_error())
}

fn files_of(inputs: Inputs) -> Result<Vec<ListedInput>, Failure> {
    let listed = |file: InputFile| (file.path_with_secrets().into(), None, None, None);
    inputs.files().map(|file| file.map(listed).map_err(|error| Failure::of(&error))).collect()
}

fn records_of(inputs: Inputs) -> Result<Vec<ListedInput>, Failure> {
    let listed = |address: RecordAddress| {
        let RecordAddress { file, offset, length, url, .. } = address;
        ((*file).into(), Some(offset), length, url)
    };
    inputs.addresses().map(|address| address.map(listed).map_err(|error| Failure::of(&error))).collect()
}
