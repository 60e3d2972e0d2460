//! `extract_many`, `extract_batch` and `extract_reader`: take many pages and return a row for each.

use crate::arguments::{Count, Int, StrArgument, StrList, argument, in_argument, items_of, optional};
use crate::arrow::{RecordBatch, Table};
use crate::arrow_import::{batches_of, name_column};
use crate::arrow_reader::{RecordBatchReader, exception};
use crate::batch_extractor::{BatchExtractor, ColumnNames, PageFormat, columns_of};
use crate::errors::value_error;
use crate::html::Html;
use crate::keywords::{Keywords, keywords};
use crate::options::{Options, PageOptions, options_help};
use crate::rows::{NO_PAGE, RowBuilder, extract_rows, put};
use arrow_array::RecordBatch as ArrowBatch;
use arrow_schema::ArrowError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3_arrow::input::AnyRecordBatch;

keywords! {
    /// The keywords that only [`extract_many`] has.
    struct ManyKeywords {
        threads: Count = Int(1),
        columns: Option<StrList> = None,
    }
}

keywords! {
    /// The keywords that only [`extract_batch`] and [`extract_reader`] have.
    struct ColumnKeywords {
        html: StrArgument = StrArgument("html".to_owned()),
        url: Option<StrArgument> = Some(StrArgument("url".to_owned())),
        content_type: Option<StrArgument> = None,
        input: PageFormat = PageFormat { is_http: false },
        keep: Option<StrList> = None,
        columns: Option<StrList> = None,
        prefix: StrArgument = StrArgument(String::new()),
        threads: Count = Int(1),
    }
}

impl ColumnKeywords {
    /// Returns the names of the columns. `keep` and `columns` are moved out.
    fn names(&mut self) -> ColumnNames<'_> {
        let inputs = [
            Some(&*self.html.0),
            self.url.as_ref().map(|url| &*url.0),
            self.content_type.as_ref().map(|name| &*name.0),
        ];
        ColumnNames { inputs, keep: self.keep.take(), columns: self.columns.take(), prefix: &self.prefix.0 }
    }
}

/// Extracts a row from each of many pages, in order.
///
/// A page is bytes in any encoding that browsers support, a str, or None. None gives a row with a message in the column
/// error. By default, the columns follow PAGE_SCHEMA. Other Python threads can run during the call.
///
/// Args:
///     pages: The pages.
///     urls: The URLs of the pages, one for each; None if a URL is unknown.
///     threads: The number of threads; 0 for one per core. The rows do not depend on it.
///     columns: The columns to extract, as record keys. Other columns take no time.
#[doc = options_help!()]
///
/// >>> import tagrake
/// >>> pages = [b"<title>One</title><a href=/1>1</a>", "<title>Zwei</title>"]
/// >>> batch = tagrake.extract_many(pages, ["https://example.com/", None], columns=["url", "title"])
/// >>> batch.to_pyarrow().to_pylist()
/// [{'url': 'https://example.com/', 'title': 'One'}, {'url': None, 'title': 'Zwei'}]
#[pyfunction]
#[pyo3(
    signature = (pages, urls=None, **options),
    text_signature = "(pages, urls=None, *, threads=1, columns=None, **options)"
)]
pub(crate) fn extract_many(
    py: Python<'_>,
    pages: &Bound<'_, PyAny>,
    urls: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<RecordBatch> {
    let pages: NullableList<Html> = argument("pages", pages)?;
    let urls: Option<NullableList<StrArgument>> = optional("urls", urls)?;
    let (ManyKeywords { threads: Int(threads), columns }, options) = <(_, Options)>::parse("extract_many", options)?;
    let columns = columns_of(columns, &[])?.ok_or_else(|| PyValueError::new_err("no columns requested"))?;
    let options = PageOptions::new(columns.table, columns.fields, options);
    let (pages, urls) = (pages.0, urls.map(|urls| urls.0));
    if let Some(urls) = urls.as_ref().filter(|urls| urls.len() != pages.len()) {
        let (pages, urls) = (pages.len(), urls.len());
        return Err(PyValueError::new_err(format!("expected a URL for each page: {pages} pages, {urls} urls")));
    }
    let weigh = |row: usize| pages[row].as_ref().map_or(0, |page| page.bytes().len());
    let read = |row: usize, rows: &mut RowBuilder<'_>| {
        put(&mut rows.known.url, urls.as_ref().and_then(|urls| urls[row].as_ref()).map(|url| url.0.as_bytes()));
        match &pages[row] {
            Some(page) => rows.page(page.bytes(), page.is_text),
            None => rows.error(NO_PAGE),
        }
    };
    let batches = py.detach(|| extract_rows(&options, threads, pages.len(), weigh, read))?;
    let batches =
        batches.into_iter().map(|batch| columns.arrange(batch)).collect::<Result<_, _>>().map_err(value_error)?;
    let too_long = |_| PyValueError::new_err("a column would be longer than 2 GiB: pass fewer pages at once");
    only_batch(batches).map_err(too_long)
}

/// Returns the batch if there is exactly one, and otherwise the batches unchanged.
fn only_batch(batches: Vec<ArrowBatch>) -> Result<RecordBatch, Vec<ArrowBatch>> {
    let [batch] = <[_; 1]>::try_from(batches)?;
    Ok(RecordBatch(batch))
}

/// Any iterable of values and None. A single str, bytes or memoryview is rejected.
pub(crate) struct NullableList<T>(Vec<Option<T>>);

impl<'py, T: for<'a> FromPyObject<'a, 'py, Error = PyErr>> FromPyObject<'_, 'py> for NullableList<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let is_one = ["encode", "decode", "tobytes"].iter().any(|name| object.hasattr(*name).unwrap_or(false));
        items_of(&object, "a list of pages or URLs", is_one, |item| {
            if item.is_none() { Ok(None) } else { item.extract().map(Some) }
        })
        .map(Self)
    }
}

/// The lines of help for the keywords of columns that `extract_batch` and `extract_reader` have, in their section "Args".
macro_rules! columns_help {
    () => {
        "    html: The name of the column of pages.
    url: The name of the column of their URLs; None if there is none.
    content_type: The name of a column of Content-Type headers.
    input: The format of the values: \"html\", or \"http\" for responses with their head.
    keep: The input columns to keep, placed before the columns of the record; None keeps all but the pages.
    columns: The columns of the record to extract. Other columns take no time. If it is None, url and content_type
        are left out where kept columns have these names.
    prefix: A prefix for the column names of the record. A record column with the name of a kept column raises
        ValueError.
    threads: The number of threads; 0 for one per core. The rows do not depend on it."
    };
}

/// Extracts a row from each page in a column, and returns the other columns together with the columns of the record.
///
/// The batch or table is any object with Arrow's PyCapsules: of pyarrow, polars, pandas, DuckDB or DataFusion. The
/// pages may be binary, large_binary, binary_view, string, large_string or string_view. They are read without a copy,
/// and the other columns are passed through unchanged. The result has the same number of rows in the same order. A page
/// that cannot be read gives a row with the reason in the column error, as does a value that is gzip data, zstd data or
/// a WARC file. Other Python threads can run during the call.
///
/// Args:
///     batch: A record batch, which gives a RecordBatch, or a table or stream, which gives a Table. A record batch
///         gives a Table of several batches if a column of the result would be longer than 2 GiB.
#[doc = columns_help!()]
#[doc = options_help!()]
///
/// >>> import pyarrow, tagrake
/// >>> pages = pyarrow.record_batch({"url": ["https://example.com/"], "html": [b"<title>Us</title><a href=/a>A</a>"]})
/// >>> batch = tagrake.extract_batch(pages, columns=["title", "links"])
/// >>> row = batch.to_pyarrow().to_pylist()[0]
/// >>> row["url"], row["title"], row["links"][0]["url"]
/// ('https://example.com/', 'Us', 'https://example.com/a')
#[pyfunction]
#[pyo3(
    signature = (batch, **options),
    text_signature = "(batch, *, html='html', url='url', content_type=None, input='html', keep=None, columns=None, \
        prefix='', threads=1, **options)"
)]
pub(crate) fn extract_batch<'py>(
    py: Python<'py>,
    batch: &Bound<'py, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (mut keywords, options) = <(ColumnKeywords, Options)>::parse("extract_batch", options)?;
    let (input, Int(threads)) = (keywords.input, keywords.threads);
    let names = keywords.names();
    let batches = batches_of(batch, &names).map_err(|error| in_argument(batch.py(), "batch", error))?;
    let extractor = BatchExtractor::new(&batches.schema()?, names, input, threads, options)?;
    match batches {
        AnyRecordBatch::RecordBatch(batch) => {
            let batches = py.detach(|| extractor.extract(&batch.into_inner()))?;
            match only_batch(batches) {
                Ok(batch) => Ok(batch.into_pyobject(py)?.into_any()),
                Err(batches) => Ok(Table { schema: extractor.schema, batches }.into_pyobject(py)?.into_any()),
            }
        }
        AnyRecordBatch::Stream(stream) => {
            let (source, reader) = (batch.clone().unbind(), stream.into_reader()?);
            let import = |result: Result<ArrowBatch, ArrowError>| result.map_err(|error| import_error(&source, error));
            let batches: Vec<_> =
                py.detach(|| reader.map(|result| extractor.extract(&import(result)?)).collect::<PyResult<_>>())?;
            Ok(Table { schema: extractor.schema, batches: batches.concat() }.into_pyobject(py)?.into_any())
        }
    }
}

/// Applies extract_batch to each batch of a stream, on demand. An input batch gives several batches if a column of the
/// result would be longer than 2 GiB.
///
/// Args:
///     reader: A record batch, a table or a stream.
#[doc = columns_help!()]
#[doc = options_help!()]
///
/// >>> import pyarrow, tagrake
/// >>> pages = pyarrow.table({"html": ["<title>One</title>", "<title>Two</title>"]})
/// >>> reader = tagrake.extract_reader(pages.to_reader(max_chunksize=1), url=None, columns=["title"])
/// >>> [batch.to_pyarrow()["title"].to_pylist() for batch in reader]
/// [['One'], ['Two']]
#[pyfunction]
#[pyo3(
    signature = (reader, **options),
    text_signature = "(reader, *, html='html', url='url', content_type=None, input='html', keep=None, columns=None, \
        prefix='', threads=1, **options)"
)]
pub(crate) fn extract_reader(
    reader: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<RecordBatchReader> {
    let (mut keywords, options) = <(ColumnKeywords, Options)>::parse("extract_reader", options)?;
    let (input, Int(threads)) = (keywords.input, keywords.threads);
    let names = keywords.names();
    let batches = batches_of(reader, &names).map_err(|error| in_argument(reader.py(), "reader", error))?;
    let extractor = BatchExtractor::new(&batches.schema()?, names, input, threads, options)?;
    let schema = extractor.schema.clone();
    let source = reader.clone().unbind();
    let batches = batches.into_reader()?.flat_map(move |result| {
        let batches = result.map_err(|error| import_error(&source, error)).and_then(|batch| extractor.extract(&batch));
        match batches {
            Ok(batches) => batches.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(ArrowError::ExternalError(Box::new(error)))],
        }
    });
    Ok(RecordBatchReader::new(batches, schema))
}

/// Returns the exception for a batch of `source` that cannot be imported.
fn import_error(source: &Py<PyAny>, error: ArrowError) -> PyErr {
    Python::attach(|py| name_column(source.bind(py), exception(error)))
}
