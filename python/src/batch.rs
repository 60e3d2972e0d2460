//! `extract_many`, `extract_batch`, `extract_reader`: pages in, a row for each out.

use crate::arrow::{RecordBatch, RecordBatchReader, Table, batches_of, value_error};
use crate::columns::{BytesColumn, find};
use crate::html::{Html, wrong_type};
use crate::options::{Keywords, PageOptions, fields_of};
use crate::page::{Names, Text};
use crate::reader::{PageReader, with_reader};
use arrow_array::{RecordBatch as ArrowBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, FieldRef, Schema, SchemaRef};
use arrow_select::concat::concat_batches;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3_arrow::input::AnyRecordBatch;
use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use tagrake_bulk::columns::{self, Columns};
use tagrake_bulk::http::ResponseReader;
use tagrake_bulk::input::InputPage;
use tagrake_bulk::pipeline::RunOptions;
use tagrake_bulk::schema::{self, OF_CAPTURE, Table as RowTable};
use tagrake_bulk::{Fields, PageRecord};

/// What a row says whose page is null.
const NO_PAGE: &str = "there is no page";
/// Up to how many bytes the room for the next batch is kept.
const MAX_KEPT_BYTES: usize = 32 << 20;
/// How many jobs a thread has, so that none waits long for the last one.
const JOBS: usize = 4;

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
///     kinds, text, max_links, max_arena_bytes, scripting, profile, encoding: As in extract.
///
/// >>> import tagrake
/// >>> pages = [b"<title>One</title><a href=/1>1</a>", "<title>Zwei</title>"]
/// >>> batch = tagrake.extract_many(pages, ["https://example.com/", None], columns=["url", "title"])
/// >>> batch.to_pyarrow().to_pylist()
/// [{'url': 'https://example.com/', 'title': 'One'}, {'url': None, 'title': 'Zwei'}]
#[pyfunction]
#[pyo3(signature = (
    pages, urls=None, *, threads=1, columns=None, kinds=None, text=false, max_links=100_000, max_arena_bytes=128 << 20, scripting=false,
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
    profile: Option<String>,
    encoding: Option<String>,
) -> PyResult<RecordBatch> {
    let options = options(columns, kinds, text, max_links, max_arena_bytes, scripting, profile, encoding, &[])?;
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
    py.detach(|| extract_rows(&options, threads, pages.len(), weigh, read)).map(RecordBatch).map_err(value_error)
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
        items.map(|item| item?.extract()).collect::<PyResult<_>>().map(Self)
    }
}

/// Takes from a column of pages what they say, and returns the columns beside it with those of the record.
///
/// Any object with Arrow's PyCapsules is a batch or a table: of pyarrow, polars, pandas, DuckDB, DataFusion. The pages may be
/// binary, large_binary, binary_view, string, large_string or string_view. They are read where they are, and the columns
/// beside them are passed on as they are. There are as many rows as before, and in their order: what cannot be read gives a row
/// that says why in its column error. While the pages are read other threads of Python can run.
///
/// Args:
///     batch: A record batch, which gives a RecordBatch, or anything else, which gives a Table.
///     html: The name of the column of pages.
///     url: The name of the column of their addresses; None if there is none.
///     content_type: The name of a column of Content-Type headers.
///     input: What a page is: "html", or "http", a response with its head.
///     keep: The columns of the batch that are kept, before those of the record; all but the pages if it is None. A key of
///         the record that is called as one of them is left out.
///     columns: The columns of the record that are asked for. What is not asked for is not done.
///     threads: How many threads read; 0, as many as there are cores. The rows are the same.
///     kinds, text, max_links, max_arena_bytes, scripting, profile, encoding: As in extract.
///
/// >>> import pyarrow, tagrake
/// >>> pages = pyarrow.record_batch({"url": ["https://example.com/"], "html": [b"<title>Us</title><a href=/a>A</a>"]})
/// >>> batch = tagrake.extract_batch(pages, columns=["title", "links"])
/// >>> row = batch.to_pyarrow().to_pylist()[0]
/// >>> row["url"], row["title"], row["links"][0]["url"]
/// ('https://example.com/', 'Us', 'https://example.com/a')
#[pyfunction]
#[pyo3(signature = (
    batch, *, html="html", url=Some("url"), content_type=None, input="html", keep=None, columns=None, threads=1,
    kinds=None, text=false, max_links=100_000, max_arena_bytes=128 << 20, scripting=false, profile=None, encoding=None
))]
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
    threads: usize,
    kinds: Option<Names>,
    text: bool,
    max_links: usize,
    max_arena_bytes: usize,
    scripting: bool,
    profile: Option<String>,
    encoding: Option<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let batches = batches_of(batch)?;
    let work = Work::new(&batches.schema()?, [Some(html), url, content_type], input, keep, threads, |kept| {
        options(columns, kinds, text, max_links, max_arena_bytes, scripting, profile, encoding, kept)
    })?;
    match batches {
        AnyRecordBatch::RecordBatch(batch) => {
            let batch = py.detach(|| work.extract(&batch.into_inner()))?;
            Ok(RecordBatch(batch).into_pyobject(py)?.into_any())
        }
        AnyRecordBatch::Stream(stream) => {
            let reader = stream.into_reader()?;
            let batches: Vec<_> =
                py.detach(|| reader.map(|batch| work.extract(&batch.map_err(value_error)?)).collect::<PyResult<_>>())?;
            Ok(Table { schema: work.schema, batches }.into_pyobject(py)?.into_any())
        }
    }
}

/// Does what extract_batch does for each batch of a stream, when it is asked for.
///
/// >>> import pyarrow, tagrake
/// >>> pages = pyarrow.table({"html": ["<title>One</title>", "<title>Two</title>"]})
/// >>> reader = tagrake.extract_reader(pages.to_reader(max_chunksize=1), url=None, columns=["title"])
/// >>> [batch.to_pyarrow()["title"].to_pylist() for batch in reader]
/// [['One'], ['Two']]
#[pyfunction]
#[pyo3(signature = (
    reader, *, html="html", url=Some("url"), content_type=None, input="html", keep=None, columns=None, threads=1,
    kinds=None, text=false, max_links=100_000, max_arena_bytes=128 << 20, scripting=false, profile=None, encoding=None
))]
#[allow(clippy::too_many_arguments)] // they are keywords
pub(crate) fn extract_reader(
    reader: &Bound<'_, PyAny>,
    html: &str,
    url: Option<&str>,
    content_type: Option<&str>,
    input: &str,
    keep: Option<Names>,
    columns: Option<Names>,
    threads: usize,
    kinds: Option<Names>,
    text: bool,
    max_links: usize,
    max_arena_bytes: usize,
    scripting: bool,
    profile: Option<String>,
    encoding: Option<String>,
) -> PyResult<RecordBatchReader> {
    let batches = batches_of(reader)?;
    let work = Work::new(&batches.schema()?, [Some(html), url, content_type], input, keep, threads, |kept| {
        options(columns, kinds, text, max_links, max_arena_bytes, scripting, profile, encoding, kept)
    })?;
    let schema = work.schema.clone();
    let batches = batches
        .into_reader()?
        .map(move |batch| work.extract(&batch?).map_err(|error| ArrowError::ExternalError(Box::new(error))));
    Ok(RecordBatchReader::new(batches, schema))
}

/// Reads the keywords; without columns all that are of the page itself. Those that are `taken` are left out: if none is left,
/// there is nothing to do.
#[allow(clippy::too_many_arguments)] // they are keywords
fn options(
    columns: Option<Names>,
    kinds: Option<Names>,
    text: bool,
    max_links: usize,
    max_arena_bytes: usize,
    scripting: bool,
    profile: Option<String>,
    encoding: Option<String>,
    taken: &[&str],
) -> PyResult<Option<PageOptions>> {
    // Text is asked for by its flag or by its name, not with all others.
    let is_named = |name| columns.as_ref().is_some_and(|columns| columns.0.iter().any(|column| column == name));
    let has_text = text || is_named("text") || is_named("word_count");
    let names = match columns {
        Some(names) => names.0,
        None => page_columns().map(str::to_owned).collect(),
    };
    fields_of(RowTable::Pages, &names)?;
    let fields: Vec<_> = names.into_iter().filter(|name| !taken.contains(&name.as_str())).collect();
    if fields.is_empty() {
        return Ok(None);
    }
    let kinds = kinds.map(|names| names.0);
    let keywords =
        Keywords { fields: Some(fields), kinds, text, max_links, max_arena_bytes, scripting, profile, encoding };
    Ok(Some(PageOptions::new(RowTable::Pages, keywords)?.with_text(has_text)))
}

/// Returns the names of the columns that are of the page itself.
pub(crate) fn page_columns() -> impl Iterator<Item = &'static str> {
    let names = schema::PAGE.iter().map(|field| field.name);
    names.filter(|name| !OF_CAPTURE.contains(name))
}

/// What is to be done with each batch.
struct Work {
    schema: SchemaRef,
    /// None if only columns are kept.
    options: Option<PageOptions>,
    /// The numbers of the columns of pages, addresses and types.
    places: [Option<usize>; 3],
    kept: Vec<usize>,
    is_http: bool,
    threads: usize,
}

impl Work {
    fn new(
        batch: &SchemaRef,
        names: [Option<&str>; 3],
        input: &str,
        keep: Option<Names>,
        threads: usize,
        options: impl FnOnce(&[&str]) -> PyResult<Option<PageOptions>>,
    ) -> PyResult<Self> {
        let mut places = [None; 3];
        for ((place, name), keyword) in places.iter_mut().zip(names).zip(["html", "url", "content_type"]) {
            *place = name.map(|name| find(batch, name, keyword)).transpose()?;
        }
        let is_http = match input {
            "html" => false,
            "http" => true,
            _ => return Err(PyValueError::new_err(format!("no input {input:?}: it is \"html\" or \"http\""))),
        };
        let kept: Vec<usize> = match keep {
            Some(names) => names.0.iter().map(|name| find(batch, name, "keep")).collect::<PyResult<_>>()?,
            None => (0..batch.fields().len()).filter(|&index| Some(index) != places[0]).collect(),
        };
        let fields: Vec<FieldRef> = kept.iter().map(|&index| batch.fields()[index].clone()).collect();
        let options = options(&fields.iter().map(|field| field.name().as_str()).collect::<Vec<_>>())?;
        let record = options.as_ref().map(|options| columns::schema(RowTable::Pages, &options.fields));
        let of_record = record.iter().flat_map(|record| record.fields().iter().cloned());
        let fields: Vec<FieldRef> = fields.into_iter().chain(of_record).collect();
        let schema = Arc::new(Schema::new_with_metadata(fields, batch.metadata().clone()));
        Ok(Self { schema, options, places, kept, is_http, threads })
    }

    /// Returns the columns of `batch` that are kept, with those of the record.
    fn extract(&self, batch: &ArrowBatch) -> PyResult<ArrowBatch> {
        let [html, url, content_type] = self.places;
        let column = |place: Option<usize>| place.map(|index| BytesColumn::new(batch, index)).transpose();
        let (html, url, content_type) =
            (column(html)?.unwrap_or(BytesColumn::Null), column(url)?, column(content_type)?);
        let read = |row: usize, rows: &mut Rows<'_>| {
            put(&mut rows.known.url, url.as_ref().and_then(|column| column.value(row)));
            put(&mut rows.known.content_type, content_type.as_ref().and_then(|column| column.value(row)));
            let Some(bytes) = html.value(row) else { return rows.error(NO_PAGE) };
            if self.is_http { rows.response(bytes) } else { rows.page(bytes, html.is_text()) }
        };
        let weigh = |row| html.value(row).map_or(0, <[u8]>::len);
        let mut arrays: Vec<_> = self.kept.iter().map(|&index| batch.column(index).clone()).collect();
        if let Some(options) = &self.options {
            let record = extract_rows(options, self.threads, batch.num_rows(), weigh, read).map_err(value_error)?;
            arrays.extend(record.columns().iter().cloned());
        }
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        ArrowBatch::try_new_with_options(self.schema.clone(), arrays, &options).map_err(value_error)
    }
}

/// Rows that grow.
struct Rows<'r> {
    reader: &'r mut PageReader,
    columns: Columns,
    /// What is known of the next page.
    known: InputPage,
    responses: ResponseReader,
}

impl Rows<'_> {
    /// Adds the row of a page.
    fn page(&mut self, html: &[u8], is_text: bool) {
        let Self { reader, columns, known, .. } = self;
        let result = reader.read(known, html, is_text, |page, options| {
            columns.push(&PageRecord::new(known, page).with_fields(&options.fields).with_kinds(&options.kinds))
        });
        if let Err(error) = result {
            self.error(&error.to_string());
        }
    }

    /// Adds the row of the page in a response.
    fn response(&mut self, bytes: &[u8]) {
        let mut responses = std::mem::take(&mut self.responses);
        let response = responses.read(bytes);
        let headers = response.headers.iter();
        self.known.headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        self.page(response.body, false);
        self.responses = responses;
    }

    /// Adds a row that says what is wrong.
    fn error(&mut self, error: &str) {
        let row = ErrorRow { url: self.known.url.as_deref(), error, fields: &self.reader.options.fields };
        // It has two short values: if it does not fit, nothing does, and the number of rows tells.
        let _ = self.columns.push(&row);
    }
}

/// Sets text in the memory of the text before.
fn put(text: &mut Option<String>, value: Option<&[u8]>) {
    match value {
        Some(value) => {
            let text = text.get_or_insert_default();
            text.clear();
            text.push_str(&String::from_utf8_lossy(value));
        }
        None => *text = None,
    }
}

/// The row of a page that could not be read.
struct ErrorRow<'r> {
    url: Option<&'r str>,
    error: &'r str,
    fields: &'r Fields,
}

impl Serialize for ErrorRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_struct("record", 3)?;
        if self.fields.has("v") {
            row.serialize_field("v", &schema::VERSION)?;
        }
        if self.fields.has("url") {
            row.serialize_field("url", &self.url)?;
        }
        if self.fields.has("error") {
            row.serialize_field("error", self.error)?;
        }
        row.end()
    }
}

/// Has `read` add `count` rows, on many threads.
fn extract_rows(
    options: &PageOptions,
    threads: usize,
    count: usize,
    weigh: impl Fn(usize) -> usize + Sync,
    read: impl Fn(usize, &mut Rows<'_>) + Sync,
) -> Result<ArrowBatch, ArrowError> {
    let rows = |range: Range<usize>| {
        with_reader(options, |reader| {
            let columns = reader.columns.take().unwrap_or_else(|| Columns::pages(&options.fields));
            let mut rows = Rows { reader, columns, known: InputPage::default(), responses: ResponseReader::default() };
            range.for_each(|row| read(row, &mut rows));
            let is_small = rows.columns.bytes() <= MAX_KEPT_BYTES;
            let batch = rows.columns.finish();
            reader.columns = is_small.then_some(rows.columns);
            batch
        })
    };
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { cores() } else { threads }.min(RunOptions::MAX_THREADS).min(count);
    if threads <= 1 {
        return rows(0..count);
    }
    let jobs = cut(count, threads * JOBS, weigh);
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((index, job)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            jobs.get(index).map(|job| (index, job))
        } {
            let batch = rows(job.clone());
            results.lock().unwrap_or_else(PoisonError::into_inner).push((index, batch));
        }
    };
    thread::scope(|scope| {
        // The threads that can be started do the work, and this one too if one cannot.
        let has_all = (0..threads).all(|_| thread::Builder::new().spawn_scoped(scope, work).is_ok());
        if !has_all {
            work();
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|(index, _)| *index);
    let batches = results.into_iter().map(|(_, batch)| batch).collect::<Result<Vec<_>, _>>()?;
    concat_batches(&columns::schema(RowTable::Pages, &options.fields), &batches)
}

/// Cuts rows into at most `parts` runs of about the same weight.
fn cut(count: usize, parts: usize, weigh: impl Fn(usize) -> usize) -> Vec<Range<usize>> {
    let whole: usize = (0..count).map(|row| weigh(row) + 1).sum();
    let (each, mut start, mut weight, mut runs) = (whole.div_ceil(parts), 0, 0, Vec::new());
    for row in 0..count {
        weight += weigh(row) + 1;
        if weight >= each {
            runs.push(start..row + 1);
            (start, weight) = (row + 1, 0);
        }
    }
    if start < count {
        runs.push(start..count);
    }
    runs
}
