//! Addresses of records: in Arrow tables, and as `FILE:OFFSET`.

use crate::arguments::{items_of, wrong_type};
use crate::arrow_import::{Imported, import, name_column};
use crate::arrow_reader::exception;
use crate::errors::value_error;
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, UInt64Type};
use arrow_array::{Array, ArrayRef, Float64Array, RecordBatch};
use arrow_cast::{CastOptions, cast_with_options};
use arrow_schema::{ArrowError, DataType};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;
use tagrake_bulk::input::RecordAddress;

/// The names of the columns, as in files of indexes.
const FILE: [&str; 2] = ["warc_filename", "filename"];
const OFFSET: [&str; 2] = ["warc_record_offset", "offset"];
const LENGTH: [&str; 2] = ["warc_record_length", "length"];
const URL: [&str; 2] = ["page_url", "url"];

/// Floats up to this are exact integers.
const MAX_EXACT: f64 = (1_u64 << 53) as f64;

/// Records, each as `FILE:OFFSET`.
pub(crate) struct RecordList(pub(crate) Vec<RecordAddress>);

impl<'py> FromPyObject<'_, 'py> for RecordList {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyString>() {
            return Ok(Self(vec![record_at(&object)?]));
        }
        items_of(&object, "\"FILE:OFFSET\", or a list of them", false, record_at).map(Self)
    }
}

fn record_at(object: &Bound<'_, PyAny>) -> PyResult<RecordAddress> {
    let text = object.extract::<String>().map_err(|_| wrong_type("a str \"FILE:OFFSET\"", object))?;
    let address = text.rsplit_once(':').and_then(|(file, offset)| Some(RecordAddress::new(file, offset.parse().ok()?)));
    address
        .filter(|address| !address.file.is_empty())
        .ok_or_else(|| value_error(format!("{:?} is not FILE:OFFSET, such as crawl.warc.gz:1234", shortened(&text))))
}

/// Returns the first characters of a text that a message repeats.
fn shortened(text: &str) -> String {
    /// More than a URL usually has.
    const MAX_CHARS: usize = 256;
    let mut shown: String = text.chars().take(MAX_CHARS).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// Returns the addresses in the rows of an Arrow table, batch or stream.
///
/// # Errors
///
/// If `object` has no Arrow data, if it lacks a column, or if a value is no address.
pub(crate) fn of_table(object: &Bound<'_, PyAny>) -> PyResult<Vec<RecordAddress>> {
    let Some(Imported::Rows { schema, batches, .. }) = import(object, None)? else {
        let expected = "a path or URL of an index, or an Arrow table, batch or stream of one";
        return Err(wrong_type(expected, object));
    };
    let py = object.py();
    let wrong = |cause: String| value_error(format!("index=: {cause}"));
    IndexColumns::of(&RecordBatch::new_empty(schema)).map_err(wrong)?; // there may be no batch
    let batches: Result<Vec<RecordBatch>, ArrowError> = py.detach(|| batches.collect());
    let batches = batches.map_err(|error| name_column(object, exception(error)))?;
    let addresses = py.detach(|| {
        let (mut addresses, mut row) = (Vec::new(), 0);
        for batch in batches {
            push_addresses(&batch, row, &mut addresses)?;
            row += batch.num_rows();
        }
        Ok(addresses)
    });
    addresses.map_err(wrong)
}

/// Appends the addresses in a batch whose first row has the number `first` in the table.
fn push_addresses(batch: &RecordBatch, first: usize, addresses: &mut Vec<RecordAddress>) -> Result<(), String> {
    let columns = IndexColumns::of(batch)?;
    let mut last: Option<Arc<str>> = None;
    for row in 0..batch.num_rows() {
        let missing = |name: &str| format!("row {}: the value of '{name}' is missing", first + row);
        let file = columns.file.text(row).ok_or_else(|| missing(columns.file.name))?;
        // Rows of one file share its name.
        let file = match &last {
            Some(last) if **last == *file => last.clone(),
            _ => last.insert(file.into()).clone(),
        };
        let offset = columns.offset.number(row).ok_or_else(|| missing(columns.offset.name))?;
        let mut address = RecordAddress::new(file, offset);
        address.length = columns.length.as_ref().and_then(|column| column.number(row));
        address.url = columns.url.as_ref().and_then(|column| column.text(row)).map(str::to_owned);
        addresses.push(address);
    }
    Ok(())
}

/// The columns of a batch that are used.
struct IndexColumns {
    file: IndexColumn,
    offset: IndexColumn,
    length: Option<IndexColumn>,
    url: Option<IndexColumn>,
}

/// A column of text or of numbers.
struct IndexColumn {
    name: &'static str,
    values: ArrayRef,
}

impl IndexColumns {
    fn of(batch: &RecordBatch) -> Result<Self, String> {
        let schema = batch.schema();
        let find = |names: [&'static str; 2], kind: &DataType| {
            let name = names.into_iter().find(|name| schema.column_with_name(name).is_some());
            name.map(|name| IndexColumn::of(batch, name, kind)).transpose()
        };
        let needed = |names: [&'static str; 2], kind: &DataType| {
            find(names, kind)?.ok_or_else(|| format!("no column is named '{}' or '{}'", names[0], names[1]))
        };
        Ok(Self {
            file: needed(FILE, &DataType::Utf8)?,
            offset: needed(OFFSET, &DataType::UInt64)?,
            length: find(LENGTH, &DataType::UInt64)?,
            url: find(URL, &DataType::Utf8)?,
        })
    }
}

impl IndexColumn {
    fn of(batch: &RecordBatch, name: &'static str, kind: &DataType) -> Result<Self, String> {
        if batch.schema().fields().iter().filter(|field| field.name() == name).count() > 1 {
            return Err(format!("two columns are named '{name}'"));
        }
        let column = batch.column_by_name(name).ok_or_else(|| format!("no column is named '{name}'"))?;
        let wrong = |error: ArrowError| format!("column '{name}': {}", shortened(&error.to_string()));
        let strict = CastOptions { safe: false, ..CastOptions::default() };
        if !column.data_type().is_floating() {
            return Ok(Self { name, values: cast_with_options(column, kind, &strict).map_err(wrong)? });
        }
        // Frames of pandas have floats where an integer is missing. A cast would round them, and keep NaN as text.
        let floats = cast_with_options(column, &DataType::Float64, &strict).map_err(wrong)?;
        let floats = floats.as_primitive::<Float64Type>().iter().map(|number| number.filter(|number| !number.is_nan()));
        let floats: Float64Array = floats.collect();
        let is_integer = |number: &f64| number.fract() == 0.0 && (0.0..=MAX_EXACT).contains(number);
        match floats.iter().flatten().find(|number| !is_integer(number)) {
            Some(number) => Err(format!("column '{name}': {number} is not a number of bytes")),
            None => Ok(Self { name, values: cast_with_options(&floats, kind, &strict).map_err(wrong)? }),
        }
    }

    fn text(&self, row: usize) -> Option<&str> {
        let values = self.values.as_string::<i32>();
        values.is_valid(row).then(|| values.value(row))
    }

    fn number(&self, row: usize) -> Option<u64> {
        let values = self.values.as_primitive::<UInt64Type>();
        values.is_valid(row).then(|| values.value(row))
    }
}
