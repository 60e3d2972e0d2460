//! The columns of rows: which ones a caller asks for, and in which order.

use crate::argument_errors::suggestion;
use crate::arguments::ColumnList;
use crate::errors::value_error;
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;
use tagrake_bulk::columns::Columns;
use tagrake_bulk::schema::{self, KeptColumns, OF_CAPTURE, SelectedColumns, Table, spark_ddl_of_selected};
use tagrake_bulk::{Fields, columns};
use tagrake_extract::SelectColumns;

/// The columns of rows of a table, in the order that a caller asks for.
#[derive(Clone)]
pub(crate) struct RowColumns {
    pub(crate) table: Table,
    pub(crate) fields: Fields,
    /// The columns that selectors define, if there are any.
    pub(crate) selected: Option<Selected>,
    /// The index of each column in a row with these fields; None for the order of the table.
    order: Option<Arc<[usize]>>,
}

impl RowColumns {
    /// Returns the columns that are named, of rows of archives. By default, these are all that need no request.
    pub(crate) fn of_archives(table: Table, names: Option<ColumnList>) -> PyResult<Self> {
        match names {
            Some(ColumnList(names)) => Self::among(table, table.raw_fields(), &names),
            None => Ok(Self { table, fields: Fields::default(), selected: None, order: None }),
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
        let (definitions, keys): (Vec<&str>, Vec<&str>) = names.iter().partition(|name| is_definition(name));
        for (index, name) in keys.iter().enumerate() {
            if !known.contains(name) {
                return Err(unknown_column(table, name, &known));
            }
            if keys[..index].contains(name) {
                return Err(PyValueError::new_err(format!("the column {name:?} is requested twice")));
            }
            fields = match fields.with_raw(table, name) {
                Ok(fields) if raw.iter().any(|field| field.name == *name) => fields,
                _ => fields.with(table, name).map_err(|error| unknown_column(table, error.name(), &known))?,
            };
        }
        let selected = Selected::of(table, &definitions, &fields)?;
        let columns = Self { table, fields, selected, order: None };
        let in_order = columns.schema();
        let mut selected = columns.selected.iter().flat_map(|selected| selected.columns.names());
        let order = names.iter().map(|name| match is_definition(name) {
            true => in_order.index_of(selected.next().unwrap_or_default()),
            false => in_order.index_of(name),
        });
        let order = order.collect::<Result<_, _>>().map_err(value_error)?;
        Ok(Self { order: Some(order), ..columns.clone() })
    }

    /// Returns the schema of the rows.
    pub(crate) fn schema(&self) -> SchemaRef {
        let schema = match &self.selected {
            Some(selected) => Columns::pages(&self.fields).with_selected(selected.columns.clone()).schema(),
            None => columns::schema(self.table, &self.fields),
        };
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
        let mut lines: Vec<String> = ddl.split(",\n").filter(|line| !line.is_empty()).map(str::to_owned).collect();
        lines.extend(self.selected.iter().flat_map(|selected| spark_ddl_of_selected(selected.compiled.columns())));
        order.iter().filter_map(|index| lines.get(*index).cloned()).collect::<Vec<_>>().join(",\n")
    }
}

/// Columns that selectors define.
#[derive(Clone, Debug)]
pub(crate) struct Selected {
    pub(crate) definitions: Vec<String>,
    pub(crate) compiled: Arc<SelectColumns>,
    /// The same columns, checked against the other columns of the rows.
    pub(crate) columns: SelectedColumns,
}

impl PartialEq for Selected {
    fn eq(&self, other: &Self) -> bool {
        self.definitions == other.definitions
    }
}

impl Selected {
    /// Compiles definitions of columns beside the keys `fields` of page records. Returns `None` if there are none.
    pub(crate) fn of(table: Table, definitions: &[&str], fields: &Fields) -> PyResult<Option<Self>> {
        if definitions.is_empty() {
            return Ok(None);
        }
        if table != Table::Pages {
            let table = table.as_str();
            return Err(value_error(format!(
                "rows of {table:?} have no columns of selectors: use the table \"pages\""
            )));
        }
        let compiled = Arc::new(SelectColumns::compile(definitions).map_err(value_error)?);
        let columns = SelectedColumns::new(compiled.clone(), fields, &KeptColumns::default()).map_err(value_error)?;
        Ok(Some(Self { definitions: definitions.iter().map(|&text| text.to_owned()).collect(), compiled, columns }))
    }

    /// Returns the number of the column `name`.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.compiled.columns().iter().position(|column| column.name() == name)
    }
}

/// Returns true if the text is the definition of a column, such as `price=.price::text`, and no name.
pub(crate) fn is_definition(text: &str) -> bool {
    text.contains(['=', '{'])
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
