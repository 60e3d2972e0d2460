//! Reads pages into Arrow batches, on one or more threads.

use crate::errors::value_error;
use crate::interrupt::{self, PERIOD};
use crate::options::PageOptions;
use crate::reader::{MAX_KEPT_BYTES, PageReader, with_reader};
use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use arrow_select::concat::concat_batches;
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::{mem, thread};
use tagrake_bulk::columns::Columns;
use tagrake_bulk::http::ResponseReader;
use tagrake_bulk::input::{InputPage, not_a_page};
use tagrake_bulk::pipeline::RunOptions;
use tagrake_bulk::row::Row;
use tagrake_bulk::{MissingPage, PageRecord, RowError};

/// The error of a row whose page is null.
pub(crate) const NO_PAGE: &str = "there is no page";
/// Bytes or list items that a column of a batch can hold: offsets are non-negative 32-bit integers.
const MAX_COLUMN: usize = i32::MAX as usize;
/// Jobs per thread. More jobs than threads balance the load.
const JOBS: usize = 4;

/// Reads pages and appends their rows.
pub(crate) struct RowBuilder<'r> {
    reader: &'r mut PageReader,
    out: BatchBuilder,
    /// The metadata of the next page.
    pub(crate) known: InputPage,
    responses: ResponseReader,
}

/// The columns of the current batch, and the full batches before it.
struct BatchBuilder {
    columns: Columns,
    full: Vec<RecordBatch>,
    failure: Option<ArrowError>,
}

impl BatchBuilder {
    /// Appends a row. Starts a new batch if a column of the current one has no room.
    fn push(&mut self, row: impl Row) -> Result<(), RowError> {
        match self.columns.push(row) {
            Err(RowError::TooLong) if !self.columns.is_empty() => {
                match self.columns.finish() {
                    Ok(batch) => self.full.push(batch),
                    Err(error) => self.failure = Some(error),
                }
                self.columns.push(row)
            }
            result => result,
        }
    }

    /// Returns all rows: one batch, or several if a column would be too long.
    fn finish(&mut self) -> Result<Vec<RecordBatch>, ArrowError> {
        let last = self.columns.finish()?;
        let mut batches = mem::take(&mut self.full);
        if last.num_rows() > 0 || batches.is_empty() {
            batches.push(last);
        }
        self.failure.take().map_or(Ok(batches), Err)
    }
}

impl RowBuilder<'_> {
    /// Appends the row of a page.
    ///
    /// # Errors
    ///
    /// If the value is no page, or its row is too long. Then an error row is appended.
    pub(crate) fn page(&mut self, html: &[u8], is_text: bool) -> Result<(), String> {
        let Self { reader, out, known, .. } = self;
        let read = || {
            let push = reader.read(known, html, is_text, |page, options| {
                let record = PageRecord::new(known, page).with_kinds(options.kinds()).with_scope(options.link_scope());
                out.push(record.with_texts(options.texts()))
            });
            push.map_err(|error| error.to_string())
        };
        not_a_page(html).map_or_else(read, Err).inspect_err(|error| self.error(error))
    }

    /// Appends the row of the page in an HTTP response.
    ///
    /// # Errors
    ///
    /// As [`page`](Self::page).
    pub(crate) fn response(&mut self, bytes: &[u8]) -> Result<(), String> {
        if let Some(error) = not_a_page(bytes) {
            self.error(&error);
            return Err(error);
        }
        let mut responses = mem::take(&mut self.responses);
        let response = responses.read(bytes);
        let headers = response.headers.iter();
        self.known.headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let result = self.page(response.body, false);
        self.responses = responses;
        result
    }

    /// Appends an error row.
    pub(crate) fn error(&mut self, error: &str) {
        let row = MissingPage { url: self.known.url.as_deref(), error: Some(error) };
        // This cannot fail: two short values fit into a new batch. A failure would make the number of rows wrong.
        let _ = self.out.push(row);
    }
}

/// Sets `text` to `value`, reusing its memory.
pub(crate) fn put(text: &mut Option<String>, value: Option<&[u8]>) {
    match value {
        Some(value) => {
            let text = text.get_or_insert_default();
            text.clear();
            text.push_str(&String::from_utf8_lossy(value));
        }
        None => *text = None,
    }
}

/// Calls `read` for each of `count` rows, on several threads. Returns one batch, or several if a column would be too
/// long.
///
/// # Errors
///
/// On Ctrl-C, or if Arrow refuses the columns.
pub(crate) fn extract_rows(
    options: &PageOptions,
    threads: usize,
    count: usize,
    weigh: impl Fn(usize) -> usize + Sync,
    read: impl Fn(usize, &mut RowBuilder<'_>) + Sync,
) -> PyResult<Vec<RecordBatch>> {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { cores() } else { threads }.min(RunOptions::MAX_THREADS).min(count);
    let on_this_thread = || {
        let mut interrupted = Ok(());
        let batches = rows_of(options, 0..count, &read, || {
            interrupted = interrupt::check();
            interrupted.is_ok()
        });
        interrupted?;
        batches.map_err(value_error)
    };
    if threads <= 1 {
        return on_this_thread();
    }
    let jobs = split_by_weight(count, threads * JOBS, weigh);
    let (next, is_stopped, (sender, receiver)) = (AtomicUsize::new(0), AtomicBool::new(false), channel());
    let (mut started, mut results, mut interrupted) = (0, Vec::new(), Ok(()));
    let goes_on = || !is_stopped.load(Ordering::Relaxed);
    let work = |sender: Sender<_>| {
        while let Some((index, job)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            jobs.get(index).filter(|_| goes_on()).map(|job| (index, job))
        } {
            let batches = rows_of(options, job.clone(), &read, goes_on);
            let _ = sender.send((index, batches)); // cannot fail: the receiver outlives the threads
        }
    };
    thread::scope(|scope| {
        let work = &work;
        for _ in 0..threads {
            let sender = sender.clone();
            match thread::Builder::new().spawn_scoped(scope, move || work(sender)) {
                Ok(_) => started += 1,
                Err(_) => break, // the threads already started do all jobs
            }
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(PERIOD) {
                Ok(result) => results.push(result),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if interrupted.is_ok() {
                interrupted = interrupt::check();
                is_stopped.store(interrupted.is_err(), Ordering::Relaxed);
            }
        }
    });
    if started == 0 {
        return on_this_thread();
    }
    interrupted?;
    results.sort_unstable_by_key(|(index, _)| *index);
    let batches =
        results.into_iter().map(|(_, batches)| batches).collect::<Result<Vec<_>, _>>().map_err(value_error)?;
    concat(&columns_of(options).schema(), batches.concat()).map_err(value_error)
}

/// Returns columns without rows.
fn columns_of(options: &PageOptions) -> Columns {
    Columns::pages(&options.fields).with_selected(options.selected())
}

/// Calls `read` for each row of a range. If `goes_on` returns false before the last row, returns no batches: the time to finish
/// the columns would grow with the rows already read.
fn rows_of(
    options: &PageOptions,
    range: Range<usize>,
    read: &impl Fn(usize, &mut RowBuilder<'_>),
    mut goes_on: impl FnMut() -> bool,
) -> Result<Vec<RecordBatch>, ArrowError> {
    with_reader(options, |reader| {
        let columns = reader.columns.take().unwrap_or_else(|| columns_of(options));
        let out = BatchBuilder { columns, full: Vec::new(), failure: None };
        let mut rows = RowBuilder { reader, out, known: InputPage::default(), responses: ResponseReader::default() };
        for row in range {
            if !goes_on() {
                return Ok(Vec::new());
            }
            read(row, &mut rows);
        }
        let is_small = rows.out.full.is_empty() && rows.out.columns.bytes() <= MAX_KEPT_BYTES;
        let batches = rows.out.finish();
        reader.columns = is_small.then_some(rows.out.columns);
        batches
    })
}

/// Divides rows into at most `parts` ranges of about equal weight.
fn split_by_weight(count: usize, parts: usize, weigh: impl Fn(usize) -> usize) -> Vec<Range<usize>> {
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

/// Concatenates batches into as few as possible. A new batch starts where a column would pass [`MAX_COLUMN`].
fn concat(schema: &SchemaRef, batches: Vec<RecordBatch>) -> Result<Vec<RecordBatch>, ArrowError> {
    let (mut joined, mut run, mut lengths) = (Vec::new(), Vec::new(), Vec::new());
    for batch in batches {
        let mut more = Vec::new();
        batch.columns().iter().for_each(|column| push_lengths(column, &mut more));
        let is_over = lengths.iter().zip(&more).any(|(length, more)| length + more > MAX_COLUMN);
        if is_over && !run.is_empty() {
            joined.push(concat_batches(schema, &run)?);
            run.clear();
            lengths.clear();
        }
        lengths.resize(more.len(), 0);
        lengths.iter_mut().zip(more).for_each(|(length, more)| *length += more);
        run.push(batch);
    }
    if !run.is_empty() || joined.is_empty() {
        joined.push(concat_batches(schema, &run)?);
    }
    Ok(joined)
}

/// Appends the lengths that the offsets of a column address, in an order that depends only on its type.
fn push_lengths(array: &dyn Array, lengths: &mut Vec<usize>) {
    match array.data_type() {
        DataType::Utf8 => lengths.push(array.as_string::<i32>().value_data().len()),
        DataType::List(_) => {
            let items = array.as_list::<i32>().values();
            lengths.push(items.len());
            push_lengths(items, lengths);
        }
        DataType::Map(..) => {
            let entries = array.as_map().entries();
            lengths.push(entries.len());
            push_lengths(entries, lengths);
        }
        DataType::Struct(_) => array.as_struct().columns().iter().for_each(|column| push_lengths(column, lengths)),
        _ => {}
    }
}
