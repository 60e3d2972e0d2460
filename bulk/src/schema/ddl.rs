//! The schema as a data definition: an SQL statement, and Spark's DDL.

use crate::schema::field_selection::Fields;
use crate::schema::{Field, PAIR, Presence, Table, Type};

/// Returns the statement that creates `table` with the keys of `fields`, in the dialect of
/// [DuckDB](https://duckdb.org/docs/stable/sql/data_types/overview).
///
/// ```
/// use tagrake_bulk::Fields;
/// use tagrake_bulk::schema::{Table, sql};
///
/// let sql = sql(Table::Links, &Fields::default());
/// assert!(sql.starts_with("CREATE TABLE links (\n"));
/// assert!(sql.contains("\n    \"raw\" VARCHAR NOT NULL, -- The URL as in the page"));
/// ```
pub fn sql(table: Table, fields: &Fields) -> String {
    let count = fields.of(table).count();
    let column = |(index, field): (usize, &Field)| {
        let rule = if table.is_nullable(field) { "" } else { " NOT NULL" };
        let comma = if index + 1 < count { "," } else { "" };
        format!("    \"{}\" {}{rule}{comma} -- {}\n", field.name, sql_type(&field.kind), field.doc)
    };
    let columns: String = fields.of(table).enumerate().map(column).collect();
    format!("CREATE TABLE {} (\n{columns});\n", table.as_str())
}

/// Returns the SQL name of a type.
fn sql_type(kind: &Type) -> String {
    match kind {
        Type::String | Type::Id | Type::Name(_) | Type::Json => "VARCHAR".to_owned(),
        Type::Binary => "BLOB".to_owned(),
        Type::Bool => "BOOLEAN".to_owned(),
        Type::Int32 => "INTEGER".to_owned(),
        Type::Int64 => "BIGINT".to_owned(),
        Type::Double => "DOUBLE".to_owned(),
        Type::Timestamp => "TIMESTAMP WITH TIME ZONE".to_owned(),
        Type::List(item) => format!("{}[]", sql_type(item)),
        Type::Map(item) => format!("MAP(VARCHAR, {})", sql_type(item)),
        Type::Pair => sql_struct(PAIR),
        Type::Struct(fields) => sql_struct(fields),
    }
}

fn sql_struct(fields: &[Field]) -> String {
    let members = fields.iter().map(|field| format!("\"{}\" {}", field.name, sql_type(&field.kind)));
    format!("STRUCT({})", members.collect::<Vec<_>>().join(", "))
}

/// Returns the columns of `table` for the keys of `fields` in Spark's DDL, for `StructType.fromDDL`.
///
/// ```
/// use tagrake_bulk::Fields;
/// use tagrake_bulk::schema::{Table, spark_ddl};
///
/// let ddl = spark_ddl(Table::Pages, &Fields::default());
/// assert!(ddl.contains("`og` ARRAY<STRUCT<`key`: STRING NOT NULL, `value`: STRING NOT NULL>>,\n"));
/// assert_eq!(spark_ddl(Table::Pages, &Fields::only("v,title")?), "`v` INT NOT NULL,\n`title` STRING");
/// # Ok::<(), &str>(())
/// ```
pub fn spark_ddl(table: Table, fields: &Fields) -> String {
    let columns = fields.of(table).map(|field| {
        let rule = if table.is_nullable(field) { "" } else { " NOT NULL" };
        format!("`{}` {}{rule}", field.name, spark_type(&field.kind))
    });
    columns.collect::<Vec<_>>().join(",\n")
}

/// Returns the Spark name of a type.
fn spark_type(kind: &Type) -> String {
    match kind {
        Type::String | Type::Id | Type::Name(_) | Type::Json => "STRING".to_owned(),
        Type::Binary => "BINARY".to_owned(),
        Type::Bool => "BOOLEAN".to_owned(),
        Type::Int32 => "INT".to_owned(),
        Type::Int64 => "BIGINT".to_owned(),
        Type::Double => "DOUBLE".to_owned(),
        Type::Timestamp => "TIMESTAMP".to_owned(),
        Type::List(item) => format!("ARRAY<{}>", spark_type(item)),
        Type::Map(item) => format!("MAP<STRING, {}>", spark_type(item)),
        Type::Pair => spark_struct(PAIR),
        Type::Struct(fields) => spark_struct(fields),
    }
}

fn spark_struct(fields: &[Field]) -> String {
    let members = fields.iter().map(|field| {
        let rule = if field.presence == Presence::Always { " NOT NULL" } else { "" };
        format!("`{}`: {}{rule}", field.name, spark_type(&field.kind))
    });
    format!("STRUCT<{}>", members.collect::<Vec<_>>().join(", "))
}
