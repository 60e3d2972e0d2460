//! The schemas of rows, for Arrow and for Spark.

use crate::arguments::{ColumnList, argument, optional};
use crate::arrow::Schema;
use crate::keywords::{Keywords, keywords};
use crate::row_columns::{RowColumns, page_columns};
use crate::warc::TableName;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tagrake_bulk::schema::{self, Table};
use tagrake_bulk::{Fields, columns};

keywords! {
    /// The keyword arguments of [`schema_of`] and [`spark_ddl`].
    struct SchemaKeywords(schema_help, schema_signature) {
        /// The table of the rows: "pages", the default, "links", "blocks", "tables" or "records".
        table: TableName = TableName(Table::Pages) => "'pages'",
    }
}

fn table_of(function: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Table> {
    SchemaKeywords::parse(function, options).map(|keywords| keywords.table.0)
}

/// The default schema of read_warc.
pub(crate) fn of_table(table: Table) -> Schema {
    Schema(columns::schema(table, &Fields::default()))
}

/// The default schema of extract_many: the columns that describe the page itself.
pub(crate) fn of_page() -> PyResult<Schema> {
    Ok(Schema(RowColumns::of_pages(&page_columns().collect::<Vec<_>>())?.schema()))
}

/// Returns the names and definitions of columns, one for each.
#[pyfunction]
pub(crate) fn column_list(columns: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    argument::<ColumnList>("columns", columns).map(|columns| columns.0)
}

#[doc = concat!("schema(columns=None, *", schema_signature!(), ")\n--\n")]
/// Returns the schema of rows with these columns; None for all columns.
///
/// Args:
///     columns: The names of the columns, or one name, in their order; None for all columns of the table that need no request.
#[doc = schema_help!()]
/// >>> import tagrake
/// >>> tagrake.schema(["url", "title"])
/// Schema(2 columns)
///   url: string
///   title: string
/// >>> tagrake.schema(["page_url", "url"], table="links")
/// Schema(2 columns)
///   page_url: string
///   url: string
#[pyfunction(name = "schema")]
#[pyo3(signature = (columns=None, **options), text_signature = None)]
pub(crate) fn schema_of(columns: Option<&Bound<'_, PyAny>>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Schema> {
    let (table, columns) = (table_of("schema", options)?, optional("columns", columns)?);
    Ok(Schema(RowColumns::of_archives(table, columns)?.schema()))
}

#[doc = concat!("spark_ddl(columns=None, *", schema_signature!(), ")\n--\n")]
/// Returns the schema of rows as Spark DDL, for mapInArrow and StructType.fromDDL.
///
/// Args:
///     columns: The names of the columns, or one name, in their order; None for all columns of the table that need no request.
#[doc = schema_help!()]
/// >>> import tagrake
/// >>> print(tagrake.spark_ddl(["v", "title"]))
/// `v` INT NOT NULL,
/// `title` STRING
#[pyfunction]
#[pyo3(signature = (columns=None, **options), text_signature = None)]
pub(crate) fn spark_ddl(columns: Option<&Bound<'_, PyAny>>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    let (table, columns) = (table_of("spark_ddl", options)?, optional("columns", columns)?);
    Ok(RowColumns::of_archives(table, columns)?.spark_ddl())
}

/// Returns the JSON Schema of the records of a table as text, as the command prints it.
#[pyfunction]
pub(crate) fn record_schema(table: &Bound<'_, PyAny>) -> PyResult<String> {
    let TableName(table) = argument("table", table)?;
    Ok(schema::json_schema(table).to_string())
}
