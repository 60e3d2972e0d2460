//! Pages with their URLs and headers, from columns or lists, and their rows.

use crate::errors::value_error;
use crate::known::{HeaderLists, PageFormat};
use crate::options::PageOptions;
use crate::row_columns::RowColumns;
use crate::rows::{NO_PAGE, RowBuilder, extract_rows, put};
use crate::values::Values;
use arrow_array::RecordBatch;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

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
}

impl PageInputs {
    /// Returns a row for each of the first `count` pages: one batch, or several if a column would be longer than 2 GiB.
    pub(crate) fn extract(&self, count: usize, options: &RowOptions) -> PyResult<Vec<RecordBatch>> {
        let read = |row: usize, rows: &mut RowBuilder<'_>| {
            put(&mut rows.known.url, bytes_at(&self.urls, row));
            put(&mut rows.known.content_type, bytes_at(&self.content_types, row));
            if let Some(Part { values, start }) = &self.headers {
                rows.known.headers = values.get(start + row).cloned().flatten().unwrap_or_default();
            }
            match self.pages.get(row) {
                Some((response, _)) if self.format.is_http => rows.response(response),
                Some((page, is_text)) => rows.page(page, is_text),
                None => rows.error(NO_PAGE),
            }
        };
        let weigh = |row| self.pages.get(row).map_or(0, |(page, _)| page.len());
        let batches = extract_rows(&options.page, options.threads, count, weigh, read)?;
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
