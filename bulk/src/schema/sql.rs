//! The schema as an SQL statement.

use crate::schema::field_selection::Fields;
use crate::schema::{Field, PAIR, Table, Type};

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
        format!("    \"{}\" {}{rule}{comma} -- {}\n", field.name, data_type(&field.kind), field.doc)
    };
    let columns: String = fields.of(table).enumerate().map(column).collect();
    format!("CREATE TABLE {} (\n{columns});\n", table.name())
}

/// Returns the SQL name of a type.
fn data_type(kind: &Type) -> String {
    match kind {
        Type::String | Type::Id | Type::Name(_) | Type::Json => "VARCHAR".to_owned(),
        Type::Binary => "BLOB".to_owned(),
        Type::Bool => "BOOLEAN".to_owned(),
        Type::Int32 => "INTEGER".to_owned(),
        Type::Int64 => "BIGINT".to_owned(),
        Type::Double => "DOUBLE".to_owned(),
        Type::Timestamp => "TIMESTAMP WITH TIME ZONE".to_owned(),
        Type::List(item) => format!("{}[]", data_type(item)),
        Type::Map(item) => format!("MAP(VARCHAR, {})", data_type(item)),
        Type::Pair => members(PAIR),
        Type::Struct(fields) => members(fields),
    }
}

fn members(fields: &[Field]) -> String {
    let members = fields.iter().map(|field| format!("\"{}\" {}", field.name, data_type(&field.kind)));
    format!("STRUCT({})", members.collect::<Vec<_>>().join(", "))
}
