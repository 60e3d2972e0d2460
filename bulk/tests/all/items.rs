//! Compares the items of pages with those that extruct finds: `data/items/expected.json`, which `data/items/make.py` makes.

use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;
use tagrake_bulk::input::InputPage;
use tagrake_bulk::row::Row;
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, PageRecord, Reader, ReaderOptions};

fn read(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/items").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the items of a page as its record has them.
fn items(name: &str) -> Vec<Value> {
    let mut input = InputPage::new(name, read(name));
    input.url = Some("http://e.org/dir/page".to_owned());
    let fields = Fields::only("items").expect("a key");
    let mut reader = Reader::new(ReaderOptions::default().with_fields(Table::Pages, &fields));
    let record = reader.read(&input, |page| PageRecord::new(&input, page).to_json(&fields)).expect("a record");
    let mut record: Value = serde_json::from_str(&record).expect("JSON");
    serde_json::from_value(record["items"].take()).expect("a list")
}

/// Returns the values of an item by property. `value_of` converts those that are items.
fn values(item: &Value, value_of: &dyn Fn(usize) -> Value) -> Map<String, Value> {
    let mut values = Map::new();
    for property in item["properties"].as_array().expect("a list") {
        let value = match property["item"].as_u64() {
            Some(index) => value_of(index as usize),
            None => property["value"].clone(),
        };
        let name = property["name"].as_str().expect("a name");
        values.entry(name).or_insert(json!([])).as_array_mut().expect("a list").push(value);
    }
    values
}

/// Returns the items of microdata in the form of the expected ones.
fn microdata(items: &[Value]) -> Value {
    let items = items.iter().filter(|item| item["source"] == "microdata");
    let form = |item: &Value| {
        let id = item["id"].as_str().unwrap_or_default();
        json!([item["types"], id, values(item, &|index| json!({"item": index}))])
    };
    items.map(form).collect()
}

/// Returns a resource in the form of the expected ones: sorted, with the blank nodes to which it refers.
fn resource(items: &[Value], index: usize) -> Value {
    let item = &items[index];
    let value_of = |other: usize| match items[other]["id"].as_str() {
        Some(id) => json!(id),
        None => resource(items, other),
    };
    let mut types = item["types"].as_array().expect("a list").clone();
    types.sort_by_key(Value::to_string);
    let mut values = values(item, &value_of);
    values.values_mut().for_each(|values| values.as_array_mut().expect("a list").sort_by_key(Value::to_string));
    values.sort_keys();
    json!([item["id"].as_str().unwrap_or_default(), types, values])
}

fn rdfa(items: &[Value]) -> Value {
    let is_root = |item: &&Value| item["source"] == "rdfa" && (item["id"].is_string() || item["parent"].is_null());
    let roots = items.iter().filter(is_root).map(|item| item["index"].as_u64().expect("an index") as usize);
    let mut resources: Vec<_> = roots.map(|index| resource(items, index)).collect();
    resources.sort_by_key(Value::to_string);
    resources.into()
}

#[test]
fn items_equal_those_of_extruct() {
    let expected: Map<String, Value> = serde_json::from_slice(&read("expected.json")).expect("JSON");
    assert_eq!(expected.len(), 3);
    for (name, expected) in &expected {
        let items = items(name);
        assert_eq!(microdata(&items), expected["microdata"], "{name}");
        assert_eq!(rdfa(&items), expected["rdfa"], "{name}");
    }
}
