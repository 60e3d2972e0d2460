//! Extracts records from the column of pages of a table, and combines them with the kept columns.

use crate::arguments::{ColumnList, StrList};
use crate::errors::value_error;
use crate::header_columns::headers_of;
use crate::input_columns::find;
use crate::known::{Inputs, Known, PageFormat};
use crate::options::{Options, PageOptions};
use crate::page_inputs::{PageErrors, PageInputs, Part, RowOptions};
use crate::row_columns::{RowColumns, page_columns};
use crate::unused_options::refuse_unused;
use crate::values::Values;
use crate::warc::Errors;
use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::{FieldRef, Schema, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;
use tagrake_bulk::pipeline::MainSelection;

/// The columns of a result.
pub(crate) struct ResultColumns<'a> {
    pub(crate) keep: Option<StrList>,
    /// The columns of the record. If the caller names them, none may be left out.
    pub(crate) columns: Option<ColumnList>,
    /// Prefix of the column names of the record.
    pub(crate) prefix: &'a str,
    pub(crate) errors: Option<Errors>,
    /// True if pages are read up to the start of their body.
    pub(crate) head_only: bool,
}

/// Extracts records from batches of one schema.
pub(crate) struct BatchExtractor {
    pub(crate) schema: SchemaRef,
    /// None if the result has only kept columns.
    record: Option<RowOptions>,
    inputs: Inputs<usize>,
    kept: Vec<usize>,
    format: PageFormat,
}

impl BatchExtractor {
    /// Finds the columns in the schema `batch`.
    pub(crate) fn new(
        batch: &SchemaRef,
        inputs: Inputs<String>,
        result: ResultColumns<'_>,
        options: Options,
        (format, threads): (PageFormat, usize),
    ) -> PyResult<Self> {
        let inputs = inputs.find(batch)?;
        let kept: Vec<usize> = match result.keep {
            Some(names) => names.0.iter().map(|name| find(batch, name, "keep")).collect::<PyResult<_>>()?,
            None => (0..batch.fields().len()).filter(|&index| index != inputs.html).collect(),
        };
        // Kept columns with the names `url` and `content_type` are these columns of the record, unless the caller passed other values.
        let is_there = |known: &Option<Known<usize, Values>>, key| match known {
            Some(Known::Column(index)) => kept.contains(index) && batch.field(*index).name() == key,
            Some(Known::Values(_)) => false,
            None => kept.iter().any(|&index| batch.field(index).name() == key),
        };
        let mut left_out = vec![];
        for (known, key) in [(&inputs.url, "url"), (&inputs.content_type, "content_type")] {
            if result.columns.is_none() && result.prefix.is_empty() && is_there(known, key) {
                left_out.push(key);
            }
        }
        let record = match columns_of(result.columns, &left_out)? {
            Some(columns) => {
                let errors = PageErrors::of(result.errors, &columns)?;
                refuse_unused(&options, &columns, &MainSelection::default())?;
                let page = PageOptions::of_columns(&columns, options).with_head_only(result.head_only)?;
                Some(RowOptions { columns, page, threads, errors })
            }
            None => None,
        };
        let mut fields: Vec<FieldRef> = kept.iter().map(|&index| batch.fields()[index].clone()).collect();
        let record_schema = record.as_ref().map(|record| record.columns.schema());
        for field in record_schema.iter().flat_map(|record| record.fields()) {
            let name = format!("{}{}", result.prefix, field.name());
            if fields[..kept.len()].iter().any(|kept| *kept.name() == name) {
                return Err(PyValueError::new_err(format!(
                    "column {name:?} is in both the input and the result: set prefix=, or leave it out of keep= or \
                     columns="
                )));
            }
            fields.push(Arc::new(field.as_ref().clone().with_name(name)));
        }
        let schema = Arc::new(Schema::new_with_metadata(fields, batch.metadata().clone()));
        Ok(Self { schema, record, inputs, kept, format })
    }

    /// Returns the kept columns of `batch` and the columns of the record: one batch, or several if a column would be
    /// longer than 2 GiB. `first` is the number of rows before the batch.
    pub(crate) fn extract(&self, batch: &RecordBatch, first: usize) -> PyResult<Vec<RecordBatch>> {
        let kept = |start, len| self.kept.iter().map(move |&index| batch.column(index).slice(start, len));
        let Some(options) = &self.record else {
            return Ok(vec![self.batch(kept(0, batch.num_rows()).collect(), batch.num_rows())?]);
        };
        let (mut start, mut batches) = (0, Vec::new());
        for record in self.page_inputs(batch, first)?.extract(first, batch.num_rows(), options)? {
            let len = record.num_rows();
            batches.push(self.batch(kept(start, len).chain(record.columns().iter().cloned()).collect(), len)?);
            start += len;
        }
        Ok(batches)
    }

    fn page_inputs(&self, batch: &RecordBatch, first: usize) -> PyResult<PageInputs> {
        let in_column = |index: usize, error: PyErr| {
            Python::attach(|py| {
                PyTypeError::new_err(format!("column {:?}: {}", self.name(batch, index), error.value(py)))
            })
        };
        let column = |index: usize| {
            let values = Values::of_chunks(std::slice::from_ref(batch.column(index)));
            values.map(Part::all).map_err(|error| in_column(index, error))
        };
        let known = |known: &Option<Known<usize, Values>>| {
            let part = |known: &Known<usize, Values>| match known {
                Known::Column(index) => column(*index),
                Known::Values(values) => Ok(Part { values: values.clone(), start: first }),
            };
            known.as_ref().map(part).transpose()
        };
        let headers = self.inputs.headers.as_ref().map(|known| match known {
            Known::Column(index) => {
                let array = batch.column(*index);
                headers_of(array).map(Part::all).map_err(|error| in_column(*index, error))
            }
            Known::Values(values) => Ok(Part { values: values.clone(), start: first }),
        });
        Ok(PageInputs {
            pages: column(self.inputs.html)?,
            urls: known(&self.inputs.url)?,
            content_types: known(&self.inputs.content_type)?,
            headers: headers.transpose()?,
            format: self.format,
        })
    }

    fn name(&self, batch: &RecordBatch, index: usize) -> String {
        batch.schema().field(index).name().clone()
    }

    fn batch(&self, arrays: Vec<arrow_array::ArrayRef>, len: usize) -> PyResult<RecordBatch> {
        let options = RecordBatchOptions::new().with_row_count(Some(len));
        RecordBatch::try_new_with_options(self.schema.clone(), arrays, &options).map_err(value_error)
    }
}

/// Returns the columns that are named. The default is the columns of the page itself except `left_out`. Returns None if no column
/// is left.
pub(crate) fn columns_of(names: Option<ColumnList>, left_out: &[&str]) -> PyResult<Option<RowColumns>> {
    let names = match names {
        Some(ColumnList(names)) => return RowColumns::of_pages(&names).map(Some),
        None => page_columns().filter(|name| !left_out.contains(name)).collect::<Vec<_>>(),
    };
    if names.is_empty() { Ok(None) } else { RowColumns::of_pages(&names).map(Some) }
}
