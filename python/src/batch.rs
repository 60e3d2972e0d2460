//! `extract_many`: takes many pages, whatever holds them, and returns a row for each.

use crate::arguments::{ColumnList, Count, Flag, Int, StrArgument, StrList, in_argument, optional};
use crate::arrow::{RecordBatch, Table};
use crate::arrow_import::{Batches, Holder, Imported, import, name_column};
use crate::arrow_reader::{RecordBatchReader, exception};
use crate::batch_extractor::{BatchExtractor, ResultColumns, columns_of};
use crate::keywords::{Keywords, keywords};
use crate::known::{Inputs, Known, KnownHeaders, KnownText, PageFormat};
use crate::options::{Options, PageOptions};
use crate::page_inputs::{PageErrors, PageInputs, Part, RowOptions, check_lengths};
use crate::unused_options::refuse_unused;
use crate::values::Values;
use crate::warc::Errors;
use arrow_array::RecordBatch as ArrowBatch;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tagrake_bulk::pipeline::MainSelection;

/// The default columns of pages and URLs.
const HTML: &str = "html";
const URL: &str = "url";

keywords! {
    /// The keywords that only [`extract_many`] has.
    struct ManyKeywords(many_help, many_signature) {
        /// For tables, the name of the column of pages.
        html: StrArgument = StrArgument(HTML.to_owned()) => "'html'",
        /// For tables, the name of the column of URLs; None if there is none. "url", the default, may be missing.
        url: Option<StrArgument> = Some(StrArgument(URL.to_owned())) => "'url'",
        /// The Content-Type headers, one for each page; for a table also the name of their column.
        content_type: Option<KnownText> = None => "None",
        /// The headers of each response, in the forms that extract takes; for a table also the name of their column: lists
        /// or maps of names and values, or text. Structs have the fields name (or key) and value. A value may be a list of values.
        headers: Option<KnownHeaders> = None => "None",
        /// The format of the values: "html", or "http" for responses with their head.
        input: PageFormat = PageFormat { is_http: false } => "'html'",
        /// For tables, the columns to keep, placed before the columns of the record; None keeps all but the pages.
        keep: Option<StrList> = None => "None",
        /// The columns of the record, in this order, by default as in PAGE_SCHEMA. Other columns take no time. If it is
        /// None, url and content_type are left out where kept columns have these names, unless their values come from elsewhere.
        columns: Option<ColumnList> = None => "None",
        /// For tables, a prefix for the column names of the record. A record column with the name of a kept column raises
        /// ValueError.
        prefix: StrArgument = StrArgument(String::new()) => "''",
        /// How to handle a value that is no page, such as gzip data or an image. By default its row has the reason in the
        /// column error if there is one; otherwise the value is logged as a warning of the logger "tagrake". "raise" raises
        /// ValueError, "record" needs the column error, and "skip" logs nothing. Its other columns are null in any case, because
        /// each value has a row.
        errors: Option<Errors> = None => "None",
        /// Whether to read only the head of each page: a title, meta, link or base in the body does not count then. columns= names
        /// columns that need no body. False by default.
        head_only: Flag = Flag(false) => "False",
        /// The number of threads; 0 for one per core. The rows do not depend on it.
        threads: Count = Int(1) => "1",
    }
}

/// Raises the exception of extract_many if one of `options` is wrong. These are the keyword arguments that the function `function`
/// passes on to extract_many; the message for an unknown one has its name.
#[pyfunction]
pub(crate) fn check_page_options(function: &Bound<'_, PyAny>, options: &Bound<'_, PyDict>) -> PyResult<()> {
    <(ManyKeywords, Options)>::parse_of(Some(options), |_| Ok(function.clone())).map(drop)
}

#[doc = concat!("extract_many(pages, urls=None, *", many_signature!(), options_signature!(), ")\n--\n")]
/// Extracts a row from each of many pages, in order.
///
/// The object that holds the pages decides about the result. Arrow data of any library (pyarrow, polars, pandas, DuckDB, DataFusion) are
/// read without a copy. Other Python threads can run during the call.
///
/// * A list or other iterable, an array of numpy, or a column of pandas, polars or pyarrow gives a RecordBatch. A page is bytes
///   in any encoding that browsers support, or a str.
/// * A table or data frame with a column of pages gives a Table, and a record batch a RecordBatch. They have the other columns,
///   unchanged, and then the columns of the record.
/// * A reader gives a RecordBatchReader, which computes each batch on demand.
///
/// A missing page (None, NaN, NA or null) gives a row of nulls, with the reason in the column error. A record batch or list gives a Table if a column would be longer than 2 GiB.
///
/// Args:
///     pages: The pages.
///     urls: The URLs of the pages, one for each, missing where it is unknown; for a table also the name of their column.
#[doc = concat!(many_help!(), options_help!())]
/// >>> import tagrake
/// >>> pages = [b"<title>One</title><a href=/1>1</a>", "<title>Zwei</title>", None]
/// >>> batch = tagrake.extract_many(pages, ["https://example.com/", None, None], columns=["title", "url"])
/// >>> batch.to_pylist()
/// [{'title': 'One', 'url': 'https://example.com/'}, {'title': 'Zwei', 'url': None}, {'title': None, 'url': None}]
///
/// >>> import pyarrow
/// >>> table = pyarrow.table({"id": [7], "html": [b"<title>Us</title><a href=/a>A</a>"]})
/// >>> tagrake.extract_many(table, columns=["title"]).to_pylist()
/// [{'id': 7, 'title': 'Us'}]
#[pyfunction]
#[pyo3(signature = (pages, urls=None, **options), text_signature = None)]
pub(crate) fn extract_many<'py>(
    py: Python<'py>,
    pages: &Bound<'py, PyAny>,
    urls: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let urls: Option<KnownText> = optional("urls", urls)?;
    let (keywords, options) = <(ManyKeywords, Options)>::parse("extract_many", options)?;
    if urls.is_some() && keywords.url.as_ref().is_some_and(|url| url.0 != URL) {
        return Err(PyTypeError::new_err("urls= and url= are both set: the URLs have one source"));
    }
    let for_tables = keywords.for_tables();
    let ManyKeywords { html, url, content_type, headers, input, keep, columns, prefix, errors, head_only, threads } =
        keywords;
    let Int(threads) = threads;
    let is_default = urls.is_none() && url.as_ref().is_some_and(|url| url.0 == URL);
    let url = urls.or_else(|| url.map(|url| Known::Column(url.0)));
    let mut inputs = Inputs { html: html.0, url, content_type, headers };
    let used = inputs.used(keep.as_ref());
    let imported = import_rows(pages, used.as_deref())?;
    let Some(Imported::Rows { schema, batches, holder }) = imported else {
        if let Some(name) = for_tables {
            return Err(PyTypeError::new_err(format!("{name}= needs a table of pages: it names columns")));
        }
        if is_default {
            inputs.url = None;
        }
        let pages = match imported {
            Some(Imported::Column(chunks)) => Values::of_chunks(&chunks),
            _ => Values::of(pages, false),
        };
        let pages = pages.map_err(|error| in_argument(py, "pages", error))?;
        let columns = columns_of(columns, &[])?.ok_or_else(|| PyValueError::new_err("no columns requested"))?;
        refuse_unused(&options, &columns, &MainSelection::default())?;
        let page = PageOptions::of_columns(&columns, options).with_head_only(head_only.0)?;
        let errors = PageErrors::of(errors, &columns)?;
        return of_values(py, pages, inputs, RowOptions { columns, page, threads, errors }, input);
    };
    if is_default && schema.column_with_name(URL).is_none() {
        inputs.url = None;
    }
    let lengths = inputs.lengths();
    let result = ResultColumns { keep, columns, prefix: &prefix.0, errors, head_only: head_only.0 };
    let extractor = BatchExtractor::new(&schema, inputs, result, options, (input, threads))?;
    if holder == Holder::Stream {
        if let Some((name, _)) = lengths.first() {
            let message = format!("argument '{name}': a reader of pages needs the name of a column");
            return Err(PyTypeError::new_err(message));
        }
        return Ok(stream(pages, extractor, batches).into_pyobject(py)?.into_any());
    }
    let schema = extractor.schema.clone();
    let source = pages.as_unbound();
    let batches = py.detach(|| table(source, &extractor, batches, &lengths))?;
    rows(py, schema, batches, holder == Holder::Batch)
}

impl ManyKeywords {
    /// Returns the name of a keyword that only tables have, if one is set.
    fn for_tables(&self) -> Option<&'static str> {
        let keywords = [
            ("html", self.html.0 != HTML),
            ("url", self.url.as_ref().is_some_and(|url| url.0 != URL)),
            ("keep", self.keep.is_some()),
            ("prefix", !self.prefix.0.is_empty()),
        ];
        keywords.into_iter().find(|(_, is_set)| *is_set).map(|(name, _)| name)
    }
}

/// Imports `object` if it has rows. Does not read the values of a column.
fn import_rows(object: &Bound<'_, PyAny>, used: Option<&[&str]>) -> PyResult<Option<Imported>> {
    // A column of pandas has Arrow data only if all of its values have one type.
    let is_column = object.hasattr("name")? && object.hasattr("array")?;
    if is_column { Ok(None) } else { import(object, used) }
}

/// Returns the rows of values that are pages.
fn of_values<'py>(
    py: Python<'py>,
    pages: Values,
    inputs: Inputs<String>,
    options: RowOptions,
    format: PageFormat,
) -> PyResult<Bound<'py, PyAny>> {
    let count = pages.len();
    check_lengths(&inputs.lengths(), count)?;
    let inputs = PageInputs {
        pages: Part::all(pages),
        urls: part("urls", inputs.url)?,
        content_types: part("content_type", inputs.content_type)?,
        headers: part("headers", inputs.headers)?,
        format,
    };
    let batches = py.detach(|| inputs.extract(0, count, &options))?;
    rows(py, options.columns.schema(), batches, true)
}

/// Returns the values of an argument. A name of a column raises TypeError.
fn part<V>(name: &str, known: Option<Known<String, V>>) -> PyResult<Option<Part<V>>> {
    match known {
        None => Ok(None),
        Some(Known::Values(values)) => Ok(Some(Part { values, start: 0 })),
        Some(Known::Column(_)) => {
            let message = format!("argument '{name}': expected a list or a column with a value for each page, not str");
            Err(PyTypeError::new_err(message))
        }
    }
}

/// Returns the rows of the batches of a table.
fn table(
    source: &Py<PyAny>,
    extractor: &BatchExtractor,
    batches: Batches,
    lengths: &[(&str, usize)],
) -> PyResult<Vec<ArrowBatch>> {
    let (mut rows, mut count) = (Vec::new(), 0);
    for batch in batches {
        let batch = batch.map_err(|error| import_error(source, error))?;
        rows.extend(extractor.extract(&batch, count)?);
        count += batch.num_rows();
    }
    check_lengths(lengths, count)?;
    Ok(rows)
}

/// Returns the rows of a stream.
fn stream(source: &Bound<'_, PyAny>, extractor: BatchExtractor, batches: Batches) -> RecordBatchReader {
    let (schema, source, mut count) = (extractor.schema.clone(), source.clone().unbind(), 0);
    let batches = batches.flat_map(move |result| {
        let batches = result.map_err(|error| import_error(&source, error));
        match batches.and_then(|batch| {
            let first = count;
            count += batch.num_rows();
            extractor.extract(&batch, first)
        }) {
            Ok(batches) => batches.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(ArrowError::ExternalError(Box::new(error)))],
        }
    });
    RecordBatchReader::new(batches, schema)
}

/// Returns a RecordBatch if `is_batch` and there is exactly one batch, and otherwise a Table.
fn rows<'py>(
    py: Python<'py>,
    schema: SchemaRef,
    batches: Vec<ArrowBatch>,
    is_batch: bool,
) -> PyResult<Bound<'py, PyAny>> {
    match <[_; 1]>::try_from(batches) {
        Ok([batch]) if is_batch => Ok(RecordBatch(batch).into_pyobject(py)?.into_any()),
        Ok(batches) => Ok(Table { schema, batches: batches.into() }.into_pyobject(py)?.into_any()),
        Err(batches) => Ok(Table { schema, batches }.into_pyobject(py)?.into_any()),
    }
}

/// Returns the import error of `object`, with the name of the column that causes it if one can be found.
fn import_error(source: &Py<PyAny>, error: ArrowError) -> PyErr {
    Python::attach(|py| name_column(source.bind(py), exception(error)))
}
