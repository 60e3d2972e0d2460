//! The columns of rows: which ones a caller asks for, and in which order.

use crate::argument_errors::suggestion;
use crate::arguments::StrList;
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;
use tagrake_bulk::schema::{self, OF_CAPTURE, Table};
use tagrake_bulk::{Fields, columns};

/// The columns of rows of a table, in the order that a caller asks for.
#[derive(Clone)]
pub(crate) struct RowColumns {
    pub(crate) table: Table,
    pub(crate) fields: Fields,
    /// The index of each column in a row with these fields; None for the order of the table.
    order: Option<Arc<[usize]>>,
}

impl RowColumns {
    /// Returns the columns that are named, of rows of archives. By default, these are all that need no request.
    pub(crate) fn of_archives(table: Table, names: Option<StrList>) -> PyResult<Self> {
        match names {
            Some(StrList(names)) => Self::among(table, table.raw_fields(), &names),
            None => Ok(Self { table, fields: Fields::default(), order: None }),
        }
    }

    /// Returns the columns of page records that are named. The columns of a record in an archive raise ValueError.
    pub(crate) fn of_pages(names: &[impl AsRef<str>]) -> PyResult<Self> {
        if let Some(name) = names.iter().map(AsRef::as_ref).find(|name| OF_CAPTURE.contains(name)) {
            let advice = "read_warc has it, and extract and extract_many read pages";
            return Err(PyValueError::new_err(format!(
                "the column {name:?} describes a record of an archive: {advice}"
            )));
        }
        Self::among(Table::Pages, &[], names)
    }

    fn among(table: Table, raw: &[schema::Field], names: &[impl AsRef<str>]) -> PyResult<Self> {
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        let known: Vec<&str> =
            table.fields().iter().chain(table.fields_on_request()).chain(raw).map(|field| field.name).collect();
        if names.is_empty() {
            return Err(PyValueError::new_err("no columns requested"));
        }
        let mut fields = Fields::none();
        for (index, name) in names.iter().enumerate() {
            if !known.contains(name) {
                return Err(unknown_column(table, name, &known));
            }
            if names[..index].contains(name) {
                return Err(PyValueError::new_err(format!("the column {name:?} is requested twice")));
            }
            fields = match fields.with_raw(table, name) {
                Some(fields) if raw.iter().any(|field| field.name == *name) => fields,
                _ => fields.with(table, name).map_err(|name| unknown_column(table, name, &known))?,
            };
        }
        let in_order = columns::schema(table, &fields);
        let order = names.iter().map(|name| in_order.index_of(name)).collect::<Result<_, _>>();
        Ok(Self { table, fields, order: Some(order.map_err(crate::errors::value_error)?) })
    }

    /// Returns the schema of the rows.
    pub(crate) fn schema(&self) -> SchemaRef {
        let schema = columns::schema(self.table, &self.fields);
        match &self.order {
            // Every index is one of this schema.
            Some(order) => schema.project(order).map_or(schema, Arc::new),
            None => schema,
        }
    }

    /// Returns a batch of rows with the fields in the order of the columns. Nothing is copied.
    pub(crate) fn arrange(&self, batch: RecordBatch) -> Result<RecordBatch, ArrowError> {
        match &self.order {
            Some(order) => batch.project(order),
            None => Ok(batch),
        }
    }

    /// Returns the columns in Spark's DDL.
    pub(crate) fn spark_ddl(&self) -> String {
        let ddl = schema::spark_ddl(self.table, &self.fields);
        let Some(order) = &self.order else { return ddl };
        // A line for each column.
        let lines: Vec<&str> = ddl.split(",\n").collect();
        order.iter().filter_map(|index| lines.get(*index).copied()).collect::<Vec<_>>().join(",\n")
    }
}

/// Returns the exception for a name that is not among the columns `known`.
fn unknown_column(table: Table, name: &str, known: &[&str]) -> PyErr {
    let hint = Python::attach(|py| suggestion(&PyString::new(py, name), known));
    let (table, known) = (table.as_str(), known.join(", "));
    PyValueError::new_err(format!("no column {name:?} in the table {table:?}, which has {known}{hint}"))
}

/// Returns the names of the columns that describe the page itself, not its capture in an archive.
pub(crate) fn page_columns() -> impl Iterator<Item = &'static str> {
    let names = schema::PAGE.iter().map(|field| field.name);
    names.filter(|name| !OF_CAPTURE.contains(name))
}
