//! Pages with their URLs and headers, from columns or lists, and their rows.

use crate::errors::value_error;
use crate::known::{HeaderLists, PageFormat};
use crate::options::PageOptions;
use crate::row_columns::RowColumns;
use crate::rows::{NO_PAGE, RowBuilder, extract_rows, put};
use crate::run_report::log;
use crate::values::Values;
use crate::warc::{Errors, NO_ERROR_COLUMN};
use arrow_array::RecordBatch;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};
use tagrake_bulk::pipeline::ErrorPolicy;

/// Values of pages from `start` on.
#[derive(Clone)]
pub(crate) struct Part<V> {
    pub(crate) values: Arc<V>,
    pub(crate) start: usize,
}

impl<V> Part<V> {
    /// Returns all of the values.
    pub(crate) fn all(values: V) -> Self {
        Self { values: Arc::new(values), start: 0 }
    }
}

impl Part<Values> {
    fn get(&self, row: usize) -> Option<(&[u8], bool)> {
        self.values.get(self.start + row)
    }
}

/// Pages, with facts about each. A fact that is None is unknown for all pages.
pub(crate) struct PageInputs {
    pub(crate) pages: Part<Values>,
    pub(crate) urls: Option<Part<Values>>,
    pub(crate) content_types: Option<Part<Values>>,
    pub(crate) headers: Option<Part<HeaderLists>>,
    pub(crate) format: PageFormat,
}

/// The columns of the rows, and how they are extracted.
pub(crate) struct RowOptions {
    pub(crate) columns: RowColumns,
    pub(crate) page: PageOptions,
    pub(crate) threads: usize,
    pub(crate) errors: PageErrors,
}

/// The consequence of a value that is no page, besides its row, which has the reason in the column `error`.
#[derive(Clone, Copy)]
pub(crate) enum PageErrors {
    /// The first one raises ValueError.
    Raise,
    /// Each is logged as a warning.
    Log,
    /// Nothing more.
    Row,
}

impl PageErrors {
    /// Returns the meaning of the argument `errors` for rows with these columns.
    pub(crate) fn of(errors: Option<Errors>, columns: &RowColumns) -> PyResult<Self> {
        let has_error = columns.fields.has_of(columns.table, "error");
        match errors {
            Some(Errors(ErrorPolicy::Record)) if !has_error => Err(value_error(NO_ERROR_COLUMN)),
            Some(Errors(ErrorPolicy::Fail)) => Ok(Self::Raise),
            None if !has_error => Ok(Self::Log),
            _ => Ok(Self::Row),
        }
    }

    /// Raises or logs failures, each with the number of its page.
    fn report(self, mut failures: Vec<(usize, String)>) -> PyResult<()> {
        failures.sort_unstable();
        let mut messages = failures.into_iter().map(|(page, error)| format!("page {page}: {error}"));
        match self {
            Self::Raise => messages.next().map_or(Ok(()), |message| Err(PyValueError::new_err(message))),
            Self::Log => {
                let messages: Vec<_> = messages.collect();
                if messages.is_empty() { Ok(()) } else { Python::attach(|py| log(py, &messages)) }
            }
            Self::Row => Ok(()),
        }
    }
}

impl PageInputs {
    /// Returns a row for each of the first `count` pages: one batch, or several if a column would be longer than 2 GiB. `first` is
    /// the number of the first page in messages.
    pub(crate) fn extract(&self, first: usize, count: usize, options: &RowOptions) -> PyResult<Vec<RecordBatch>> {
        let failures = Mutex::new(Vec::new());
        let read = |row: usize, rows: &mut RowBuilder<'_>| {
            put(&mut rows.known.url, bytes_at(&self.urls, row));
            put(&mut rows.known.content_type, bytes_at(&self.content_types, row));
            if let Some(Part { values, start }) = &self.headers {
                rows.known.headers = values.get(start + row).cloned().flatten().unwrap_or_default();
            }
            let result = match self.pages.get(row) {
                Some((response, _)) if self.format.is_http => rows.response(response),
                Some((page, is_text)) => rows.page(page, is_text),
                None => {
                    rows.error(NO_PAGE);
                    Ok(())
                }
            };
            if let Err(error) = result {
                failures.lock().unwrap_or_else(PoisonError::into_inner).push((first + row, error));
            }
        };
        let weigh = |row| self.pages.get(row).map_or(0, |(page, _)| page.len());
        let batches = extract_rows(&options.page, options.threads, count, weigh, read)?;
        options.errors.report(failures.into_inner().unwrap_or_else(PoisonError::into_inner))?;
        batches.into_iter().map(|batch| options.columns.arrange(batch).map_err(value_error)).collect()
    }
}

fn bytes_at(part: &Option<Part<Values>>, row: usize) -> Option<&[u8]> {
    part.as_ref()?.get(row).map(|(bytes, _)| bytes)
}

/// Raises ValueError if an argument has another number of values than there are pages.
pub(crate) fn check_lengths(lengths: &[(&str, usize)], pages: usize) -> PyResult<()> {
    match lengths.iter().find(|(_, length)| *length != pages) {
        Some((name, length)) => {
            let message = format!("argument '{name}': expected a value for each of {pages} pages, not {length} values");
            Err(PyValueError::new_err(message))
        }
        None => Ok(()),
    }
}
