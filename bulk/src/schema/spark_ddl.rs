//! The schema in Spark's DDL.

use crate::schema::field_selection::Fields;
use crate::schema::{Field, PAIR, Presence, Table, Type};

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
        format!("`{}` {}{rule}", field.name, data_type(&field.kind))
    });
    columns.collect::<Vec<_>>().join(",\n")
}

/// Returns the Spark name of a type.
fn data_type(kind: &Type) -> String {
    match kind {
        Type::String | Type::Id | Type::Name(_) | Type::Json => "STRING".to_owned(),
        Type::Binary => "BINARY".to_owned(),
        Type::Bool => "BOOLEAN".to_owned(),
        Type::Int32 => "INT".to_owned(),
        Type::Int64 => "BIGINT".to_owned(),
        Type::Double => "DOUBLE".to_owned(),
        Type::Timestamp => "TIMESTAMP".to_owned(),
        Type::List(item) => format!("ARRAY<{}>", data_type(item)),
        Type::Map(item) => format!("MAP<STRING, {}>", data_type(item)),
        Type::Pair => members(PAIR),
        Type::Struct(fields) => members(fields),
    }
}

fn members(fields: &[Field]) -> String {
    let members = fields.iter().map(|field| {
        let rule = if field.presence == Presence::Always { " NOT NULL" } else { "" };
        format!("`{}`: {}{rule}", field.name, data_type(&field.kind))
    });
    format!("STRUCT<{}>", members.collect::<Vec<_>>().join(", "))
}
