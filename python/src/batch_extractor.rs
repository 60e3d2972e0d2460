//! Extracts records from the column of pages of a batch, and combines them with the kept columns.

use crate::arguments::{StrList, one_of};
use crate::errors::value_error;
use crate::input_columns::{BytesColumn, find};
use crate::options::{Options, PageOptions};
use crate::row_columns::{RowColumns, page_columns};
use crate::rows::{NO_PAGE, RowBuilder, extract_rows, put};
use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::{FieldRef, Schema, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// The names of the input columns and of the result columns.
pub(crate) struct ColumnNames<'a> {
    /// The input columns of pages, URLs and content types.
    pub(crate) inputs: [Option<&'a str>; 3],
    pub(crate) keep: Option<StrList>,
    /// The columns of the record. If the caller names them, none may be left out.
    pub(crate) columns: Option<StrList>,
    /// Prefix of the column names of the record.
    pub(crate) prefix: &'a str,
}

impl ColumnNames<'_> {
    /// Returns the names of the used columns without duplicates; None if all are used.
    pub(crate) fn used(&self) -> Option<Vec<&str>> {
        let kept = self.keep.as_ref()?.0.iter().map(String::as_str);
        let mut used = Vec::new();
        for name in self.inputs.iter().flatten().copied().chain(kept) {
            if !used.contains(&name) {
                used.push(name);
            }
        }
        Some(used)
    }
}

/// Extracts records from batches of one schema.
pub(crate) struct BatchExtractor {
    pub(crate) schema: SchemaRef,
    /// None if the result has only kept columns.
    record: Option<(RowColumns, PageOptions)>,
    /// The column indices of pages, URLs and content types.
    input_indices: [Option<usize>; 3],
    kept: Vec<usize>,
    is_http: bool,
    threads: usize,
}

impl BatchExtractor {
    /// Finds the columns in the schema `batch`.
    pub(crate) fn new(
        batch: &SchemaRef,
        names: ColumnNames<'_>,
        input: PageFormat,
        threads: usize,
        options: Options,
    ) -> PyResult<Self> {
        let mut input_indices = [None; 3];
        for ((index, name), keyword) in input_indices.iter_mut().zip(names.inputs).zip(["html", "url", "content_type"])
        {
            *index = name.map(|name| find(batch, name, keyword)).transpose()?;
        }
        let kept: Vec<usize> = match names.keep {
            Some(names) => names.0.iter().map(|name| find(batch, name, "keep")).collect::<PyResult<_>>()?,
            None => (0..batch.fields().len()).filter(|&index| Some(index) != input_indices[0]).collect(),
        };
        // Kept columns with the names `url` and `content_type` already have the values of these record columns.
        let is_there = |index: usize, key| {
            input_indices[index].is_some_and(|at| kept.contains(&at) && batch.field(at).name() == key)
        };
        let mut left_out = vec![];
        for (index, key) in [(1, "url"), (2, "content_type")] {
            if names.columns.is_none() && names.prefix.is_empty() && is_there(index, key) {
                left_out.push(key);
            }
        }
        let record = columns_of(names.columns, &left_out)?.map(|columns| {
            let options = PageOptions::new(columns.table, columns.fields, options);
            (columns, options)
        });
        let mut fields: Vec<FieldRef> = kept.iter().map(|&index| batch.fields()[index].clone()).collect();
        let record_schema = record.as_ref().map(|(columns, _)| columns.schema());
        for field in record_schema.iter().flat_map(|record| record.fields()) {
            let name = format!("{}{}", names.prefix, field.name());
            if fields[..kept.len()].iter().any(|kept| *kept.name() == name) {
                return Err(PyValueError::new_err(format!(
                    "column {name:?} is in both the input and the result: set prefix=, or leave it out of keep= or \
                     columns="
                )));
            }
            fields.push(Arc::new(field.as_ref().clone().with_name(name)));
        }
        let schema = Arc::new(Schema::new_with_metadata(fields, batch.metadata().clone()));
        Ok(Self { schema, record, input_indices, kept, is_http: input.is_http, threads })
    }

    /// Returns the kept columns of `batch` and the columns of the record: one batch, or several if a column would be
    /// longer than 2 GiB.
    pub(crate) fn extract(&self, batch: &RecordBatch) -> PyResult<Vec<RecordBatch>> {
        let [html, url, content_type] = self.input_indices;
        let column = |index: Option<usize>| index.map(|index| BytesColumn::new(batch, index)).transpose();
        let (html, url, content_type) =
            (column(html)?.unwrap_or(BytesColumn::Null), column(url)?, column(content_type)?);
        let read = |row: usize, rows: &mut RowBuilder<'_>| {
            put(&mut rows.known.url, url.as_ref().and_then(|column| column.value(row)));
            put(&mut rows.known.content_type, content_type.as_ref().and_then(|column| column.value(row)));
            let Some(bytes) = html.value(row) else { return rows.error(NO_PAGE) };
            if self.is_http { rows.response(bytes) } else { rows.page(bytes, html.is_text()) }
        };
        let weigh = |row| html.value(row).map_or(0, <[u8]>::len);
        let kept = |start, len| self.kept.iter().map(move |&index| batch.column(index).slice(start, len));
        let Some((columns, options)) = &self.record else {
            return Ok(vec![self.batch(kept(0, batch.num_rows()).collect(), batch.num_rows())?]);
        };
        let mut start = 0;
        let records = extract_rows(options, self.threads, batch.num_rows(), weigh, read)?;
        let batches = records.into_iter().map(|record| {
            let record = columns.arrange(record).map_err(value_error)?;
            let len = record.num_rows();
            let arrays = kept(start, len).chain(record.columns().iter().cloned()).collect();
            start += len;
            self.batch(arrays, len)
        });
        batches.collect()
    }

    fn batch(&self, arrays: Vec<arrow_array::ArrayRef>, len: usize) -> PyResult<RecordBatch> {
        let options = RecordBatchOptions::new().with_row_count(Some(len));
        RecordBatch::try_new_with_options(self.schema.clone(), arrays, &options).map_err(value_error)
    }
}

/// The format of the values of a column of pages: HTML, or HTTP responses with their heads.
#[derive(Clone, Copy)]
pub(crate) struct PageFormat {
    pub(crate) is_http: bool,
}

impl<'py> FromPyObject<'_, 'py> for PageFormat {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.eq("warc")? {
            let message = "\"warc\" would change the number of rows: use read_warc, or extract_html of tagrake.spark or \
                           tagrake.ray";
            return Err(PyValueError::new_err(message));
        }
        one_of(&object, &[("html", false), ("http", true)]).map(|is_http| Self { is_http })
    }
}

/// Returns the columns that are named. The default is the columns of the page itself except `left_out`. Returns None if no column
/// is left.
pub(crate) fn columns_of(names: Option<StrList>, left_out: &[&str]) -> PyResult<Option<RowColumns>> {
    let names = match names {
        Some(StrList(names)) => return RowColumns::of_pages(&names).map(Some),
        None => page_columns().filter(|name| !left_out.contains(name)).collect::<Vec<_>>(),
    };
    if names.is_empty() { Ok(None) } else { RowColumns::of_pages(&names).map(Some) }
}
