//! The values at paths of properties of items.

use super::schema_org::{SchemaItem, Value};
use crate::row::write_string;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use tagrake_extract::SelectedValue;

/// The name that a text has, too.
const NAME: &str = "name";
/// The keys of the identifier and of the types of an item.
const ID: &str = "@id";
const TYPE: &str = "@type";
/// How deep items are nested in the JSON of an item. Deeper ones are written as references.
const MAX_DEPTH: usize = 16;
/// The room that an item in the JSON of another one takes, and each of its properties, besides their texts. More than a property on a
/// path, because its properties are grouped by name.
const ITEM_ROOM: usize = 64;
const PROPERTY_ROOM: usize = 16;
/// The bytes of values and the properties that are visited, for each byte of the page and in addition. A page has few values at many
/// paths, unless many items refer to the same one.
const ROOM_FOR_BYTE: usize = 16;
const FREE_ROOM: usize = 1 << 20;

/// The path of a column.
#[derive(Clone, Debug)]
pub(super) struct ItemPath {
    /// The names of properties. Empty for the item itself.
    pub(super) names: Vec<String>,
    pub(super) is_list: bool,
}

/// A value of a row.
#[derive(Debug)]
pub(super) enum Cell<'i> {
    Null,
    Text(Cow<'i, str>),
    Texts(Vec<Cow<'i, str>>),
}

impl Cell<'_> {
    /// Returns the texts of a list; empty for other values.
    pub(super) fn list(&self) -> Vec<&str> {
        match self {
            Self::Texts(texts) => texts.iter().map(AsRef::as_ref).collect(),
            Self::Null | Self::Text(_) => Vec::new(),
        }
    }

    /// Returns the value, whose list is `list`.
    pub(super) fn value<'c>(&'c self, list: &'c [&'c str]) -> SelectedValue<'c> {
        match self {
            Self::Null => SelectedValue::Null,
            Self::Text(text) => SelectedValue::Text(text),
            Self::Texts(_) => SelectedValue::Texts(list),
        }
    }
}

/// Finds values in the items of a page, up to a limit.
pub(super) struct ItemValues<'i> {
    items: &'i [SchemaItem<'i>],
    room: usize,
    is_exceeded: bool,
}

/// A value on a path.
#[derive(Clone, Copy)]
enum Found<'i> {
    Text(&'i str),
    Item(usize),
}

impl<'i> ItemValues<'i> {
    /// Creates the values of `items`, which are in a page of `html_bytes`.
    pub(super) fn new(items: &'i [SchemaItem<'i>], html_bytes: usize) -> Self {
        Self { items, room: html_bytes.saturating_mul(ROOM_FOR_BYTE).saturating_add(FREE_ROOM), is_exceeded: false }
    }

    /// Returns true if a value was left out because of the limit.
    pub(super) fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }

    /// Returns the value at a path of an item.
    pub(super) fn cell(&mut self, item: usize, path: &ItemPath) -> Cell<'i> {
        let mut texts = Vec::new();
        self.collect(Found::Item(item), &path.names, path.is_list, &mut texts);
        match path.is_list {
            true => Cell::Texts(texts),
            false => texts.pop().map_or(Cell::Null, Cell::Text),
        }
    }

    /// Adds the values at the rest of a path to `texts`: the first one, or all.
    fn collect(&mut self, found: Found<'i>, path: &[String], takes_all: bool, texts: &mut Vec<Cow<'i, str>>) {
        let items = self.items;
        match (found, path) {
            (Found::Text(text), []) => self.push(text.into(), texts),
            (Found::Text(text), [name]) if name == NAME => self.push(text.into(), texts),
            (Found::Text(_), _) => {}
            (Found::Item(item), []) => {
                let mut json = Vec::new();
                self.write_item(item, 0, &mut HashSet::new(), &mut json);
                self.push(String::from_utf8_lossy(&json).into_owned().into(), texts);
            }
            (Found::Item(item), [key]) if key == ID => {
                if let Some(id) = items[item].id.as_deref() {
                    self.push(id.into(), texts);
                }
            }
            (Found::Item(item), [key]) if key == TYPE => {
                let count = if takes_all { usize::MAX } else { 1 };
                items[item].types.iter().take(count).for_each(|name| self.push(name.as_ref().into(), texts));
            }
            (Found::Item(item), [name, rest @ ..]) => {
                for (property, value) in &items[item].properties {
                    if !self.takes(1) {
                        return;
                    }
                    if property != name {
                        continue;
                    }
                    self.collect(found_of(value), rest, takes_all, texts);
                    if !takes_all && !texts.is_empty() {
                        return;
                    }
                }
            }
        }
    }

    fn push(&mut self, text: Cow<'i, str>, texts: &mut Vec<Cow<'i, str>>) {
        if self.takes(text.len()) {
            texts.push(text);
        }
    }

    /// Takes room for `count` bytes or properties. Returns false if there is none.
    fn takes(&mut self, count: usize) -> bool {
        let left = self.room.checked_sub(count);
        self.room = left.unwrap_or(0);
        self.is_exceeded |= left.is_none();
        left.is_some()
    }

    /// Appends an item as JSON, with the items in it. An item that is in `written` already is written as a reference: its `@id`, or
    /// its types if it has none. So the JSON is not longer than the page.
    fn write_item(&mut self, index: usize, depth: usize, written: &mut HashSet<usize>, json: &mut Vec<u8>) {
        let items = self.items;
        let item = &items[index];
        let room = ITEM_ROOM + PROPERTY_ROOM * item.properties.len();
        let has_properties = depth < MAX_DEPTH && !written.contains(&index) && self.takes(room);
        let mut is_first = true;
        let mut key = |name: &str, json: &mut Vec<u8>| {
            json.push(if std::mem::take(&mut is_first) { b'{' } else { b',' });
            write_string(name.as_bytes(), json);
            json.push(b':');
        };
        if !item.types.is_empty() && (has_properties || item.id.is_none()) {
            key(TYPE, json);
            write_list(&item.types, json, |name, json| write_string(name.as_bytes(), json));
        }
        if let Some(id) = &item.id {
            key(ID, json);
            write_string(id.as_bytes(), json);
        }
        if has_properties {
            written.insert(index);
            for (name, values) in grouped(item) {
                key(name, json);
                write_list(&values, json, |value, json| match value {
                    Value::Text(text) if self.takes(text.len()) => write_string(text.as_bytes(), json),
                    Value::Text(_) => json.extend_from_slice(b"null"),
                    Value::Item(item) => self.write_item(*item, depth + 1, written, json),
                });
            }
        }
        json.extend_from_slice(if is_first { b"{}" } else { b"}" });
    }
}

fn found_of<'i>(value: &'i Value<'i>) -> Found<'i> {
    match value {
        Value::Text(text) => Found::Text(text),
        Value::Item(item) => Found::Item(*item),
    }
}

/// Returns the properties of an item with the values of each, in the order of their first values.
fn grouped<'i>(item: &'i SchemaItem<'i>) -> Vec<(&'i str, Vec<&'i Value<'i>>)> {
    let (mut groups, mut by_name) = (Vec::<(&str, Vec<&Value<'_>>)>::new(), HashMap::new());
    for (name, value) in &item.properties {
        let group = *by_name.entry(name.as_ref()).or_insert(groups.len());
        match groups.get_mut(group) {
            Some((_, values)) => values.push(value),
            None => groups.push((name, vec![value])),
        }
    }
    groups
}

/// Appends the only value of a list, or the list.
fn write_list<T>(values: &[T], json: &mut Vec<u8>, mut write: impl FnMut(&T, &mut Vec<u8>)) {
    if let [value] = values {
        return write(value, json);
    }
    json.push(b'[');
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            json.push(b',');
        }
        write(value, json);
    }
    json.push(b']');
}
