//! `extract_many`, `extract_batch`, `extract_reader`: pages in, a row for each out.

use crate::arrow::{RecordBatch, RecordBatchReader, Table, batches_of, exception, name_column};
use crate::html::{Html, at_item, wrong_type};
use crate::options::{Keywords, PageOptions, fields_of};
use crate::page::{Names, Text};
use crate::rows::{NO_PAGE, Rows, extract_rows, put};
use crate::work::{ColumnNames, Work};
use arrow_array::RecordBatch as ArrowBatch;
use arrow_schema::ArrowError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3_arrow::input::AnyRecordBatch;
use tagrake_bulk::schema::{self, OF_CAPTURE, Table as RowTable};

/// Takes from many pages what they say: a row for each, in their order.
///
/// A page is bytes, in any encoding that browsers know, a str, or None, which gives a row that says so in its column error.
/// The columns are those of SCHEMA that are of the page itself. While the pages are read other threads of Python can run.
///
/// Args:
///     pages: The pages.
///     urls: Their addresses, as many as there are pages; None for one that is not known.
///     threads: How many threads read; 0, as many as there are cores. The rows are the same.
///     columns: The columns that are asked for, as record keys. What is not asked for is not done.
///     kinds, text, max_links, max_arena_bytes, scripting, hidden_text, profile, encoding: As in extract.
///
/// >>> import tagrake
/// >>> pages = [b"<title>One</title><a href=/1>1</a>", "<title>Zwei</title>"]
/// >>> batch = tagrake.extract_many(pages, ["https://example.com/", None], columns=["url", "title"])
/// >>> batch.to_pyarrow().to_pylist()
/// [{'url': 'https://example.com/', 'title': 'One'}, {'url': None, 'title': 'Zwei'}]
#[pyfunction]
#[pyo3(signature = (
    pages, urls=None, *, threads=1, columns=None, kinds=None, text=false, max_links=100_000, max_arena_bytes=128 << 20, scripting=false, hidden_text=false,
    profile=None, encoding=None
))]
#[allow(clippy::too_many_arguments)] // they are keywords
pub(crate) fn extract_many(
    py: Python<'_>,
    pages: Many<Html>,
    urls: Option<Many<Text>>,
    threads: usize,
    columns: Option<Names>,
    kinds: Option<Names>,
    text: bool,
    max_links: usize,
    max_arena_bytes: usize,
    scripting: bool,
    hidden_text: bool,
    profile: Option<String>,
    encoding: Option<String>,
) -> PyResult<RecordBatch> {
    let options =
        options(columns, kinds, text, max_links, max_arena_bytes, scripting, hidden_text, profile, encoding, &[])?;
    let options = options.ok_or_else(|| PyValueError::new_err("no column is asked for"))?;
    let (pages, urls) = (pages.0, urls.map(|urls| urls.0));
    if let Some(urls) = urls.as_ref().filter(|urls| urls.len() != pages.len()) {
        return Err(PyValueError::new_err(format!("{} pages and {} urls", pages.len(), urls.len())));
    }
    let weigh = |row: usize| pages[row].as_ref().map_or(0, |page| page.bytes().len());
    let read = |row: usize, rows: &mut Rows<'_>| {
        put(&mut rows.known.url, urls.as_ref().and_then(|urls| urls[row].as_ref()).map(|url| url.0.as_bytes()));
        match &pages[row] {
            Some(page) => rows.page(page.bytes(), page.is_text),
            None => rows.error(NO_PAGE),
        }
    };
    let batches = py.detach(|| extract_rows(&options, threads, pages.len(), weigh, read))?;
    one(batches).ok_or_else(|| PyValueError::new_err("a column would be longer than 2 GiB: pass fewer pages at once"))
}

/// Returns the batch if there is one alone.
fn one(batches: Vec<ArrowBatch>) -> Option<RecordBatch> {
    let [batch] = <[_; 1]>::try_from(batches).ok()?;
    Some(RecordBatch(batch))
}

/// Values, or None, one by one.
pub(crate) struct Many<T>(Vec<Option<T>>);

impl<'py, T: for<'a> FromPyObject<'a, 'py, Error = PyErr>> FromPyObject<'_, 'py> for Many<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let is_one = ["encode", "decode", "tobytes"].iter().any(|name| object.hasattr(*name).unwrap_or(false));
        let wrong = || wrong_type("a list of pages or of addresses", &object);
        if is_one {
            return Err(wrong());
        }
        let items = object.try_iter().map_err(|_| wrong())?;
        let items = items.enumerate().map(|(index, item)| {
            let item = item?;
            if item.is_none() {
                Ok(None)
            } else {
                item.extract().map(Some).map_err(|error| at_item(&item, index, error))
            }
        });
        items.collect::<PyResult<_>>().map(Self)
    }
}

/// Takes from a column of pages what they say, and returns the columns beside it with those of the record.
///
/// Any object with Arrow's PyCapsules is a batch or a table: of pyarrow, polars, pandas, DuckDB, DataFusion. The pages may be
/// binary, large_binary, binary_view, string, large_string or string_view. They are read where they are, and the columns
/// beside them are passed on as they are. There are as many rows as before, and in their order: what cannot be read gives a row
/// with the reason in its column error, as does a value that is gzip or zstd data or a WARC file. While the pages are read
/// other threads of Python can run.
///
/// Args:
///     batch: A record batch, which gives a RecordBatch, or anything else, which gives a Table. If a column of the result would
///         be longer than 2 GiB, a record batch gives a Table, too, of several batches.
///     html: The name of the column of pages.
///     url: The name of the column of their addresses; None if there is none.
///     content_type: The name of a column of Content-Type headers.
///     input: What a page is: "html", or "http", a response with its head.
///     keep: The columns of the batch to keep, before the columns of the record; None keeps all but the pages.
///     columns: The columns of the record that are asked for. What is not asked for is not done. If it is None, url and
///         content_type are left out where the columns of that name are kept.
///     prefix: Put before the names of the columns of the record. Without it a name that is also the name of a column that is
///         kept raises ValueError.
///     threads: How many threads read; 0, as many as there are cores. The rows are the same.
///     kinds, text, max_links, max_arena_bytes, scripting, hidden_text, profile, encoding: As in extract.
///
/// >>> import pyarrow, tagrake
/// >>> pages = pyarrow.record_batch({"url": ["https://example.com/"], "html": [b"<title>Us</title><a href=/a>A</a>"]})
/// >>> batch = tagrake.extract_batch(pages, columns=["title", "links"])
/// >>> row = batch.to_pyarrow().to_pylist()[0]
/// >>> row["url"], row["title"], row["links"][0]["url"]
/// ('https://example.com/', 'Us', 'https://example.com/a')
#[pyfunction]
#[pyo3(
    signature = (
        batch, *, html="html", url=Some("url"), content_type=None, input="html", keep=None, columns=None, prefix="",
        threads=1, kinds=None, text=false, max_links=100_000, max_arena_bytes=128 << 20, scripting=false, hidden_text=false, profile=None, encoding=None
    ),
    // Without this the default of url would be shown as "...".
    text_signature = "(batch, *, html='html', url='url', content_type=None, input='html', keep=None, columns=None, \
        prefix='', threads=1, kinds=None, text=False, max_links=100000, max_arena_bytes=134217728, scripting=False, hidden_text=False, profile=None, encoding=None)"
)]
#[allow(clippy::too_many_arguments)] // they are keywords
pub(crate) fn extract_batch<'py>(
    py: Python<'py>,
    batch: &Bound<'py, PyAny>,
    html: &str,
    url: Option<&str>,
    content_type: Option<&str>,
    input: &str,
    keep: Option<Names>,
    columns: Option<Names>,
    prefix: &str,
    threads: usize,
    kinds: Option<Names>,
    text: bool,
    max_links: usize,
    max_arena_bytes: usize,
    scripting: bool,
    hidden_text: bool,
    profile: Option<String>,
    encoding: Option<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let inputs = [Some(html), url, content_type];
    let names = ColumnNames { inputs, keep: keep.map(|names| names.0), prefix, is_chosen: columns.is_some() };
    let batches = batches_of(batch, &names)?;
    let work = Work::new(&batches.schema()?, names, input, threads, |left_out| {
        options(columns, kinds, text, max_links, max_arena_bytes, scripting, hidden_text, profile, encoding, left_out)
    })?;
    match batches {
        AnyRecordBatch::RecordBatch(batch) => {
            let batches = py.detach(|| work.extract(&batch.into_inner()))?;
            match one(batches.clone()) {
                Some(batch) => Ok(batch.into_pyobject(py)?.into_any()),
                None => Ok(Table { schema: work.schema, batches }.into_pyobject(py)?.into_any()),
            }
        }
        AnyRecordBatch::Stream(stream) => {
            let (source, reader) = (batch.clone().unbind(), stream.into_reader()?);
            let import = |result: Result<ArrowBatch, ArrowError>| result.map_err(|error| import_error(&source, error));
            let batches: Vec<_> =
                py.detach(|| reader.map(|result| work.extract(&import(result)?)).collect::<PyResult<_>>())?;
            Ok(Table { schema: work.schema, batches: batches.concat() }.into_pyobject(py)?.into_any())
        }
    }
}

/// Does what extract_batch does for each batch of a stream, when it is asked for. A batch gives several if a column of the
/// result would be longer than 2 GiB.
///
/// >>> import pyarrow, tagrake
/// >>> pages = pyarrow.table({"html": ["<title>One</title>", "<title>Two</title>"]})
/// >>> reader = tagrake.extract_reader(pages.to_reader(max_chunksize=1), url=None, columns=["title"])
/// >>> [batch.to_pyarrow()["title"].to_pylist() for batch in reader]
/// [['One'], ['Two']]
#[pyfunction]
#[pyo3(
    signature = (
        reader, *, html="html", url=Some("url"), content_type=None, input="html", keep=None, columns=None, prefix="",
        threads=1, kinds=None, text=false, max_links=100_000, max_arena_bytes=128 << 20, scripting=false, hidden_text=false, profile=None, encoding=None
    ),
    // Without this the default of url would be shown as "...".
    text_signature = "(reader, *, html='html', url='url', content_type=None, input='html', keep=None, columns=None, \
        prefix='', threads=1, kinds=None, text=False, max_links=100000, max_arena_bytes=134217728, scripting=False, hidden_text=False, profile=None, encoding=None)"
)]
#[allow(clippy::too_many_arguments)] // they are keywords
pub(crate) fn extract_reader(
    reader: &Bound<'_, PyAny>,
    html: &str,
    url: Option<&str>,
    content_type: Option<&str>,
    input: &str,
    keep: Option<Names>,
    columns: Option<Names>,
    prefix: &str,
    threads: usize,
    kinds: Option<Names>,
    text: bool,
    max_links: usize,
    max_arena_bytes: usize,
    scripting: bool,
    hidden_text: bool,
    profile: Option<String>,
    encoding: Option<String>,
) -> PyResult<RecordBatchReader> {
    let inputs = [Some(html), url, content_type];
    let names = ColumnNames { inputs, keep: keep.map(|names| names.0), prefix, is_chosen: columns.is_some() };
    let batches = batches_of(reader, &names)?;
    let work = Work::new(&batches.schema()?, names, input, threads, |left_out| {
        options(columns, kinds, text, max_links, max_arena_bytes, scripting, hidden_text, profile, encoding, left_out)
    })?;
    let schema = work.schema.clone();
    let source = reader.clone().unbind();
    let batches = batches.into_reader()?.flat_map(move |result| {
        let batches = result.map_err(|error| import_error(&source, error)).and_then(|batch| work.extract(&batch));
        match batches {
            Ok(batches) => batches.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(ArrowError::ExternalError(Box::new(error)))],
        }
    });
    Ok(RecordBatchReader::new(batches, schema))
}

/// Returns the exception for a batch of `source` that could not be imported.
fn import_error(source: &Py<PyAny>, error: ArrowError) -> PyErr {
    Python::attach(|py| name_column(source.bind(py), exception(error)))
}

/// Reads the keywords; without columns all that are of the page itself, except `left_out`. Returns None if no column is left.
#[allow(clippy::too_many_arguments)] // they are keywords
fn options(
    columns: Option<Names>,
    kinds: Option<Names>,
    text: bool,
    max_links: usize,
    max_arena_bytes: usize,
    scripting: bool,
    hidden_text: bool,
    profile: Option<String>,
    encoding: Option<String>,
    left_out: &[&str],
) -> PyResult<Option<PageOptions>> {
    // Text is asked for by its flag or by its name, not with all others.
    let is_named = |name| columns.as_ref().is_some_and(|columns| columns.0.iter().any(|column| column == name));
    let has_text = text || is_named("text") || is_named("word_count");
    let names = match columns {
        Some(names) => names.0,
        None => page_columns().map(str::to_owned).collect(),
    };
    fields_of(RowTable::Pages, &names)?;
    let fields: Vec<_> = names.into_iter().filter(|name| !left_out.contains(&name.as_str())).collect();
    if fields.is_empty() {
        return Ok(None);
    }
    let kinds = kinds.map(|names| names.0);
    let keywords = Keywords {
        fields: Some(fields),
        kinds,
        text,
        max_links,
        max_arena_bytes,
        scripting,
        hidden_text,
        profile,
        encoding,
    };
    Ok(Some(PageOptions::new(RowTable::Pages, keywords)?.with_text(has_text)))
}

/// Returns the names of the columns that are of the page itself.
pub(crate) fn page_columns() -> impl Iterator<Item = &'static str> {
    let names = schema::PAGE.iter().map(|field| field.name);
    names.filter(|name| !OF_CAPTURE.contains(name))
}
