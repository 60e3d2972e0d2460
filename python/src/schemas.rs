//! The schemas of rows, for Arrow and for Spark.

use crate::arguments::StrList;
use crate::arrow::Schema;
use crate::row_columns::{RowColumns, page_columns};
use crate::warc::table_of;
use pyo3::prelude::*;
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, columns};

/// The default schema of read_warc.
pub(crate) fn of_table(table: Table) -> Schema {
    Schema(columns::schema(table, &Fields::default()))
}

/// The default schema of extract_many: the columns that describe the page itself.
pub(crate) fn of_page() -> PyResult<Schema> {
    Ok(Schema(RowColumns::of_pages(&page_columns().collect::<Vec<_>>())?.schema()))
}

/// Returns the schema of rows with these columns; None for all columns.
///
/// >>> import tagrake
/// >>> tagrake.schema(["url", "title"])
/// Schema(url, title)
/// >>> tagrake.schema(["page_url", "url"], table="links")
/// Schema(page_url, url)
#[pyfunction(name = "schema")]
#[pyo3(signature = (columns=None, *, table="pages"))]
pub(crate) fn schema_of(columns: Option<StrList>, table: &str) -> PyResult<Schema> {
    Ok(Schema(RowColumns::of_archives(table_of(table)?, columns)?.schema()))
}

/// Returns the schema of rows as Spark DDL, for mapInArrow and StructType.fromDDL.
///
/// >>> import tagrake
/// >>> print(tagrake.spark_ddl(["v", "title"]))
/// `v` INT NOT NULL,
/// `title` STRING
#[pyfunction]
#[pyo3(signature = (columns=None, *, table="pages"))]
pub(crate) fn spark_ddl(columns: Option<StrList>, table: &str) -> PyResult<String> {
    Ok(RowColumns::of_archives(table_of(table)?, columns)?.spark_ddl())
}
