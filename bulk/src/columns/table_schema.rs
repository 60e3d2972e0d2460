//! The schema in Arrow's types.

use crate::schema::field_selection::Fields;
use crate::schema::{self, MoreColumns, PAIR, Presence, Table, Type};
use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef, TimeUnit};
use std::sync::Arc;
use tagrake_extract::{SelectColumn, SelectKind};

/// The name of the field of a list's items.
const ITEM: &str = "item";

/// Returns the Arrow schema of `table` for rows with the keys of `fields`. It has only types that Spark supports: no
/// dictionaries, unsigned integers, large types or views.
///
/// ```
/// use tagrake_bulk::Fields;
/// use tagrake_bulk::columns::schema;
/// use tagrake_bulk::schema::Table;
///
/// let schema = schema(Table::Pages, &Fields::only("url,robots")?);
/// assert_eq!(schema.field(0).name(), "url");
/// assert!(schema.field(1).data_type().is_nested());
/// # Ok::<(), tagrake_bulk::schema::UnknownField>(())
/// ```
pub fn schema(table: Table, fields: &Fields) -> SchemaRef {
    schema_with(table, fields, &MoreColumns::default())
}

/// As [`schema`], with the columns of `more` after the others.
pub(crate) fn schema_with(table: Table, fields: &Fields, more: &MoreColumns) -> SchemaRef {
    let MoreColumns { kept, selected, custom } = more;
    let fields = fields.of(table);
    let fields = fields.map(|field| Field::new(field.name, data_type(&field.kind), table.is_nullable(field)));
    let kept = kept.names().map(|name| Field::new(name, DataType::Utf8, true));
    let custom = custom.columns().iter().map(|column| Field::new(&column.name, data_type(&column.kind), true));
    let fields = fields.chain(kept).chain(selected_fields(selected.columns())).chain(custom);
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// Returns the Arrow type of a column.
fn data_type(kind: &Type) -> DataType {
    let always = |name: &str, kind: &Type| Arc::new(Field::new(name, data_type(kind), false));
    match kind {
        Type::String | Type::Id | Type::Name(_) | Type::Json => DataType::Utf8,
        Type::Binary => DataType::Binary,
        Type::Bool => DataType::Boolean,
        Type::Int32 => DataType::Int32,
        Type::Int64 => DataType::Int64,
        Type::Double => DataType::Float64,
        Type::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
        Type::List(item) => DataType::List(always(ITEM, item)),
        Type::Map(item) => {
            let entry = DataType::Struct([always("key", &Type::String), always("value", item)].into_iter().collect());
            DataType::Map(Arc::new(Field::new("entries", entry, false)), false)
        }
        Type::Pair => members(PAIR),
        Type::Struct(fields) => members(fields),
    }
}

fn members(fields: &[schema::Field]) -> DataType {
    let member = |field: &schema::Field| -> FieldRef {
        Arc::new(Field::new(field.name, data_type(&field.kind), field.presence != Presence::Always))
    };
    DataType::Struct(fields.iter().map(member).collect())
}

/// Returns the fields of selected columns. All may be null: of a page that could not be read, nothing is known.
fn selected_fields(columns: &[SelectColumn]) -> impl Iterator<Item = Field> {
    columns.iter().map(|column| Field::new(column.name(), selected_type(column.kind()), true))
}

fn selected_type(kind: &SelectKind) -> DataType {
    let list = |item| DataType::List(Arc::new(Field::new(ITEM, item, false)));
    match kind {
        SelectKind::Text => DataType::Utf8,
        SelectKind::Texts => list(DataType::Utf8),
        SelectKind::Records(columns) => list(DataType::Struct(selected_fields(columns).collect())),
    }
}
