//! The input of `read_warc`: paths and URLs, a manifest, an index, single records, or a file object. `list_inputs` lists it.

use crate::arguments::{Flag, optional, wrong_type};
use crate::errors::{Failure, value_error};
use crate::keywords::{Keywords, keywords};
use crate::record_addresses::{self, RecordList};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tagrake_bulk::input::{self, InputFile, InputFormat, Inputs, RecordAddress, RemoteOptions};

/// Returns true if `path` is the URL of a file in an object store or on a web server.
#[pyfunction]
pub(crate) fn is_url(path: &str) -> bool {
    input::is_url(path.as_ref())
}

keywords! {
    /// The keyword arguments that name the input.
    pub(crate) struct SourceKeywords {
        manifest: Option<PathBuf> = None,
        index: Option<WarcIndex> = None,
        records: Option<RecordList> = None,
        base: Option<PathBuf> = None,
        anonymous: Flag = Flag(false),
    }
}

/// The input: files, or a file object and its name.
pub(crate) enum WarcSource {
    Inputs(Box<Inputs>),
    File(Py<PyAny>, String),
}

impl WarcSource {
    /// Raises OSError if a path does not exist, before anything is read. Reading would find out later, and some Arrow
    /// consumers would raise an exception of their own.
    pub(crate) fn check_paths(&self) -> PyResult<()> {
        let Self::Inputs(inputs) = self else { return Ok(()) };
        for path in inputs.paths.iter().filter(|path| !input::is_url(path) && !input::is_stdin(path)) {
            if let Err(error) = std::fs::metadata(path) {
                return Err(Failure::system(&error, &path.to_string_lossy()).to_error());
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
        let Self { manifest, index, records, base, anonymous } = self;
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
        let paths = match paths {
            Some(WarcPaths::File(..)) if manifest.is_some() => {
                return Err(value_error("manifest= needs paths, not a file object"));
            }
            Some(WarcPaths::File(file, name)) => return Ok(WarcSource::File(file, name)),
            Some(WarcPaths::Paths(paths)) => paths,
            None => Vec::new(),
        };
        let (index, mut addresses) = match index {
            Some(WarcIndex::Path(path)) => (Some(path), Vec::new()),
            Some(WarcIndex::Table(addresses)) => (None, with_base(addresses, base.as_deref())),
            None => (None, Vec::new()),
        };
        addresses.extend(records.map_or_else(Vec::new, |records| records.0));
        let remote = RemoteOptions::default().with_anonymous(anonymous.0);
        let format = InputFormat::Warc;
        let inputs = Inputs { manifest, index, records: addresses, base, remote, format, ..Inputs::new(paths) };
        Ok(WarcSource::Inputs(Box::new(inputs)))
    }
}

fn with_base(addresses: Vec<RecordAddress>, base: Option<&Path>) -> Vec<RecordAddress> {
    let Some(base) = base else { return addresses };
    addresses.into_iter().map(|address| address.with_base(base)).collect()
}

/// Paths and URLs, or a file object and its name.
pub(crate) enum WarcPaths {
    Paths(Vec<PathBuf>),
    File(Py<PyAny>, String),
}

impl<'py> FromPyObject<'_, 'py> for WarcPaths {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        if let Ok(path) = object.extract::<PathBuf>() {
            return Ok(Self::Paths(vec![path]));
        }
        if object.hasattr(intern!(py, "read"))? {
            let name = object.getattr(intern!(py, "name")).and_then(|name| name.extract::<String>());
            return Ok(Self::File(object.to_owned().unbind(), name.unwrap_or_else(|_| "stream".to_owned())));
        }
        let wrong = |object: &Bound<'py, PyAny>| wrong_type("a path, a list of paths, or a file object", object);
        let paths = object.try_iter().map_err(|_| wrong(&object))?.map(|path| {
            let path = path?;
            path.extract::<PathBuf>().map_err(|_| wrong(&path))
        });
        paths.collect::<PyResult<_>>().map(Self::Paths)
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

/// Returns the files that paths, folders and a manifest name, or the records of an index, each as (file, offset, length,
/// URL). Files are not opened. URLs may have passwords. The first error of a folder, a manifest or an index is raised.
#[pyfunction]
#[pyo3(signature = (paths=None, **options))]
pub(crate) fn list_inputs(
    py: Python<'_>,
    paths: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<ListedInput>> {
    let paths = optional("paths", paths)?;
    let keywords = SourceKeywords::parse("list_inputs", options)?;
    let names_records = keywords.names_records();
    let WarcSource::Inputs(inputs) = keywords.source(paths)? else {
        return Err(value_error("a file object cannot be divided into tasks: pass paths"));
    };
    let listed = py.detach(|| if names_records { records_of(*inputs) } else { files_of(*inputs) });
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
