//! `list_inputs`: the files and records that the keywords of `read_warc` name, for engines that divide them into tasks.

use crate::errors::{Failure, value_error};
use crate::record_addresses::RecordList;
use crate::warc_source::{SourceKeywords, WarcIndex, WarcPaths, WarcSource};
use pyo3::prelude::*;
use std::ffi::OsString;
use std::path::PathBuf;
use tagrake_bulk::input::{InputFile, Inputs, RecordAddress};

/// A file; or a record of it: its offset, length and URL.
type ListedInput = (OsString, Option<u64>, Option<u64>, Option<String>);

/// Returns the files that paths, folders and a manifest name, or the records of an index, each as (file, offset, length,
/// URL). Files are not opened. URLs may have passwords. The first error of a folder, a manifest or an index is raised.
#[pyfunction]
#[pyo3(signature = (paths=None, *, manifest=None, index=None, records=None, base=None, anonymous=false))]
pub(crate) fn list_inputs(
    py: Python<'_>,
    paths: Option<WarcPaths>,
    manifest: Option<PathBuf>,
    index: Option<WarcIndex>,
    records: Option<RecordList>,
    base: Option<PathBuf>,
    anonymous: bool,
) -> PyResult<Vec<ListedInput>> {
    let names_records = index.is_some() || records.is_some();
    let source = SourceKeywords { paths, manifest, index, records, base, anonymous };
    let WarcSource::Inputs(inputs) = source.source()? else {
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
