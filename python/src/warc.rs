//! `read_warc`: the keywords and the input of a run over WARC files.

use crate::html::wrong_type;
use crate::options::{
    EncodingLabel, Keywords, LinkKinds, MarkdownInlines, PageOptions, ProfileName, ViewName, warc_fields_of,
};
use crate::page::StrList;
use crate::value_error;
use crate::warc_reader::WarcReader;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use std::path::PathBuf;
use tagrake_bulk::output::{Batches, BlockFormat, LinkFormat, OutputOptions, PageFormat};
use tagrake_bulk::pipeline::{ErrorPolicy, Extraction, Run, RunOptions, Selection};
use tagrake_bulk::schema::Table;

/// Reads WARC files: a stream of record batches, in the order of the files.
///
/// Files are plain, gzip members or zstd frames, detected by their bytes. The pages and their rows equal the rows of the
/// command: responses, resources and conversions that are HTML, with a status of success. Memory use does not depend on
/// the size of the files. Other Python threads can run while files are read.
///
/// Args:
///     paths: A path of a file or folder, a list of paths, or a file object whose read() returns bytes.
///     errors: How to handle unreadable input. "record" adds a row with the reason in the column error, in the table of
///         pages; "skip" leaves it out; "fail" raises OSError or InputError after the rows before it. All errors are
///         counted.
///     columns: The columns to extract. Other columns take no time. Pages have three more that are not in SCHEMA:
///         "payload", the bytes of the page without transfer and content codings; "http_headers", pairs in the order of
///         the response; and "warc_record_id".
///     threads: The number of threads; 0 for one per core. The rows do not depend on it.
///     table: "pages", a row for each page; "links", a row for each link; or "blocks", a row for each text block.
///     batch_bytes: The approximate bytes of a batch; at most 1 GiB.
///     batch_rows: The maximum number of rows of a batch.
///     mime: The MIME types of records to read: "html", "all", or comma-separated types.
///     status: The statuses of records to read: "2xx", "all", or comma-separated statuses.
///     max_record_bytes: The maximum bytes of a record in memory. Longer records are truncated.
///     kinds, text, max_links, max_arena_bytes, scripting, hidden_text, profile, encoding, view,
///         markdown_with: As in extract.
///
/// >>> import tagrake
/// >>> record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 17\r\n\r\n<title>Us</title>\r\n\r\n"
/// >>> import io
/// >>> reader = tagrake.read_warc(io.BytesIO(record), columns=["title"])
/// >>> [batch.to_pyarrow()["title"].to_pylist() for batch in reader]
/// [['Us']]
/// >>> reader.counts["pages"]
/// 1
#[pyfunction]
#[pyo3(signature = (
    paths, *, errors="record", columns=None, threads=1, table="pages", batch_bytes=4 << 20, batch_rows=1 << 16,
    mime=None, status=None, max_record_bytes=16 << 20, kinds=None, text=false, max_links=100_000,
    max_arena_bytes=128 << 20, scripting=false, hidden_text=false, profile=None, encoding=None, view=None,
    markdown_with=None
))]
#[allow(clippy::too_many_arguments)] // they are keywords
pub(crate) fn read_warc(
    paths: WarcSource,
    errors: &str,
    columns: Option<StrList>,
    threads: usize,
    table: &str,
    batch_bytes: usize,
    batch_rows: usize,
    mime: Option<&str>,
    status: Option<&str>,
    max_record_bytes: usize,
    kinds: Option<LinkKinds>,
    text: bool,
    max_links: usize,
    max_arena_bytes: usize,
    scripting: bool,
    hidden_text: bool,
    profile: Option<ProfileName>,
    encoding: Option<EncodingLabel>,
    view: Option<ViewName>,
    markdown_with: Option<MarkdownInlines>,
) -> PyResult<WarcReader> {
    let table = table_of(table)?;
    let keywords = Keywords {
        kinds,
        text,
        max_links,
        max_arena_bytes,
        scripting,
        hidden_text,
        profile,
        encoding,
        view,
        markdown_with,
    };
    let options = PageOptions::new(table, warc_fields_of(table, columns)?, keywords);
    let errors = match errors {
        "record" => ErrorPolicy::Record,
        "skip" => ErrorPolicy::Skip,
        "fail" => ErrorPolicy::Fail,
        _ => {
            let message = format!("unknown errors= value {errors:?}: expected \"record\", \"skip\" or \"fail\"");
            return Err(PyValueError::new_err(message));
        }
    };
    let mut selection = Selection::default();
    if let Some(mime) = mime {
        selection = selection.with_mime_types(mime);
    }
    if let Some(status) = status {
        selection = selection.with_statuses(status).map_err(value_error)?;
    }
    let run = RunOptions { threads, errors, selection, max_record_bytes, ..RunOptions::default() };
    let output = match table {
        Table::Pages => OutputOptions::new(PageFormat::Arrow),
        Table::Links => OutputOptions::new(LinkFormat::Arrow),
        Table::Blocks => OutputOptions::new(BlockFormat::Arrow),
    };
    let output = output.with_fields(options.fields).with_batches(batch_rows, batch_bytes);
    let batches = Batches::new(&output);
    let extraction =
        Extraction::new(options.reader(false), output).with_kinds(options.kinds()).with_texts(options.texts());
    Ok(WarcReader::new(Run::new(extraction, run), batches, paths)?)
}

/// Returns the table `name`.
pub(crate) fn table_of(name: &str) -> PyResult<Table> {
    match name {
        "pages" => Ok(Table::Pages),
        "links" => Ok(Table::Links),
        "blocks" => Ok(Table::Blocks),
        _ => Err(PyValueError::new_err(format!("unknown table {name:?}: expected \"pages\", \"links\" or \"blocks\""))),
    }
}

/// The input: paths, or a file object and its name.
pub(crate) enum WarcSource {
    Paths(Vec<PathBuf>),
    File(Py<PyAny>, String),
}

impl<'py> FromPyObject<'_, 'py> for WarcSource {
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
