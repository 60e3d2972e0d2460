//! The cases of `tests/data/extract-cases.json`, and how what came is compared with what they expect.
#![allow(dead_code)] // every test file is a crate of its own and uses its part

use serde_json::Value;
use std::fs;
use std::path::Path;

/// Returns the cases: objects with `id`, the page as `tagrake extract --input jsonl` takes it, and `expect`.
pub(crate) fn read() -> Vec<Value> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file =
        package.ancestors().map(|folder| folder.join("tests/data/extract-cases.json")).find(|file| file.exists());
    let text = fs::read_to_string(file.expect("the cases are there")).expect("the cases are text");
    serde_json::from_str(&text).expect("the cases are a list")
}

/// Returns the cases that a page record answers; the others expect tokens, or what a WAT record says.
pub(crate) fn of_records() -> Vec<Value> {
    let mut cases = read();
    cases.retain(|case| case["expect"].get("tokens").or(case["expect"].get("wat")).is_none());
    cases
}

/// Returns the cases that expect the `HTML-Metadata` of a WAT record.
pub(crate) fn of_wat() -> Vec<Value> {
    let mut cases = read();
    cases.retain(|case| case["expect"].get("wat").is_some());
    cases
}

/// Compares a page record with what `case` expects; returns what is wrong.
///
/// `links` lists all links, each expected one being a part of the one that came; of `links_include` each is a part of some
/// link. `encoding`, and each of `jsonld` and `headings`, is a part too: the cases leave out why JSON-LD is invalid, and
/// the ids of headings. All else is equal. Null is the same as no key.
pub(crate) fn compare(case: &Value, record: &Value) -> Vec<String> {
    let expected = case["expect"].as_object().expect("a case expects something");
    let links = record["links"].as_array().map_or(&[][..], Vec::as_slice);
    let mut wrong = Vec::new();
    for (key, expected) in expected {
        let (actual, is_met) = match key.as_str() {
            "links" => (&record["links"], are_parts(expected, &record["links"])),
            "links_include" => {
                let mut parts = expected.as_array().expect("a list").iter();
                (&record["links"], parts.all(|part| links.iter().any(|link| is_part(part, link))))
            }
            "encoding" => (&record["encoding"], is_part(expected, &record["encoding"])),
            "jsonld" => (&record["jsonld"], are_parts(expected, &record["jsonld"])),
            "headings" => (&record["headings"], are_parts(expected, &record["headings"])),
            key => (&record[key], is_same(expected, &record[key])),
        };
        if !is_met {
            wrong.push(format!("{}: {key}\nexpected {expected}\nactual   {actual}\n", case["id"]));
        }
    }
    wrong
}

/// Returns whether both are lists of the same length, with each expected member a part of the actual one.
fn are_parts(expected: &Value, actual: &Value) -> bool {
    let (Some(expected), Some(actual)) = (expected.as_array(), actual.as_array()) else { return false };
    expected.len() == actual.len() && expected.iter().zip(actual).all(|(expected, actual)| is_part(expected, actual))
}

/// Returns whether each member of the expected object is the same in the actual one.
fn is_part(expected: &Value, actual: &Value) -> bool {
    expected.as_object().expect("an object").iter().all(|(key, expected)| is_same(expected, &actual[key]))
}

/// Returns whether two values are equal; numbers are by their value, and objects whatever the order of their keys.
fn is_same(expected: &Value, actual: &Value) -> bool {
    match (expected, actual) {
        (Value::Number(expected), Value::Number(actual)) => expected.as_f64() == actual.as_f64(),
        (Value::Array(expected), Value::Array(actual)) => {
            expected.len() == actual.len() && expected.iter().zip(actual).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(expected), Value::Object(actual)) => {
            let keys = expected.keys().chain(actual.keys());
            keys.into_iter().all(|key| {
                let of = |object: &serde_json::Map<String, Value>| object.get(key).cloned().unwrap_or_default();
                is_same(&of(expected), &of(actual))
            })
        }
        _ => expected == actual,
    }
}
