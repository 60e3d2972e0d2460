//! The schema as a data definition: an SQL statement, and Spark's DDL.

use crate::schema::field_selection::Fields;
use crate::schema::{Field, PAIR, Presence, Table, Type};
use tagrake_extract::{SelectColumn, SelectKind};

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
/// # Ok::<(), tagrake_bulk::schema::UnknownField>(())
/// ```
pub fn spark_ddl(table: Table, fields: &Fields) -> String {
    let columns = fields.of(table).map(|field| {
        let rule = if table.is_nullable(field) { "" } else { " NOT NULL" };
        format!("`{}` {}{rule}", field.name, spark_type(&field.kind))
    });
    columns.collect::<Vec<_>>().join(",\n")
}

/// Returns selected columns in Spark's DDL, one for each.
///
/// ```
/// use tagrake_bulk::schema::spark_ddl_of_selected;
/// use tagrake_extract::SelectColumns;
///
/// let columns = SelectColumns::compile(&["title=h1", "items{.item|name=h2, tags[]=.tag}"])?;
/// let ddl: Vec<_> = spark_ddl_of_selected(columns.columns()).collect();
/// assert_eq!(ddl[0], "`title` STRING");
/// assert_eq!(ddl[1], "`items` ARRAY<STRUCT<`name`: STRING, `tags`: ARRAY<STRING>>>");
/// # Ok::<(), tagrake_extract::SelectColumnError>(())
/// ```
pub fn spark_ddl_of_selected(columns: &[SelectColumn]) -> impl Iterator<Item = String> {
    columns.iter().map(|column| format!("`{}` {}", column.name(), selected_type(column.kind())))
}

fn selected_type(kind: &SelectKind) -> String {
    match kind {
        SelectKind::Text => "STRING".to_owned(),
        SelectKind::Texts => "ARRAY<STRING>".to_owned(),
        SelectKind::Records(columns) => {
            let members = columns.iter().map(|column| format!("`{}`: {}", column.name(), selected_type(column.kind())));
            format!("ARRAY<STRUCT<{}>>", members.collect::<Vec<_>>().join(", "))
        }
    }
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
