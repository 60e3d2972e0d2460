//! The items of a page as values of its record.

use super::schema_org::{self, SchemaItem};
use crate::row::{List, Object, ObjectSink};
use crate::schema::table::RowError;
use tagrake_extract::{Item, ItemValue};

/// An item of the key `items`.
#[derive(Clone, Copy)]
pub(super) struct PageItem<'r> {
    pub(super) index: usize,
    pub(super) item: &'r Item<'r>,
}

impl Object for PageItem<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        let Self { index, item } = self;
        object.put("index", index)?;
        object.put("source", item.source.as_str())?;
        object.put_option("parent", item.parent)?;
        object.put("types", List(item.types.iter().copied()))?;
        object.put_option("id", item.id)?;
        let properties = item.properties.iter();
        object.put("properties", List(properties.map(|property| ItemProperty(property.name, property.value))))
    }
}

/// An item of the key `schema_org`.
#[derive(Clone, Copy)]
pub(super) struct SchemaOrgItem<'r> {
    pub(super) index: usize,
    pub(super) item: &'r SchemaItem<'r>,
}

impl Object for SchemaOrgItem<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        let Self { index, item } = self;
        object.put("index", index)?;
        object.put("source", item.source)?;
        object.put_option("parent", item.parent)?;
        object.put("types", List(item.types.iter().map(AsRef::as_ref)))?;
        object.put_option("id", item.id.as_deref())?;
        let properties = item.properties.iter().map(|(name, value)| match value {
            schema_org::Value::Text(text) => ItemProperty(name, ItemValue::Text(text)),
            schema_org::Value::Item(item) => ItemProperty(name, ItemValue::Item(*item)),
        });
        object.put("properties", List(properties))
    }
}

/// A property of an item: its name and its value.
#[derive(Clone, Copy)]
struct ItemProperty<'r>(&'r str, ItemValue<'r>);

impl Object for ItemProperty<'_> {
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        let Self(name, value) = self;
        let (text, item) = match value {
            ItemValue::Text(text) => (Some(text), None),
            ItemValue::Item(item) => (None, Some(item)),
            _ => (None, None),
        };
        object.put("name", name)?;
        object.put_option("value", text)?;
        object.put_option("item", item)
    }
}
