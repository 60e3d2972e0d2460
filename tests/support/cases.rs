//! Reads the cases of `tests/data/extract-cases.json`, and compares results with their expectations.
#![allow(dead_code)] // each test file is a crate of its own and uses a part of this module

use serde_json::Value;
use std::fs;
use std::path::Path;

/// Returns all cases: objects with `id`, a page in the format of `tagrake extract --input jsonl`, and `expect`.
pub(crate) fn read() -> Vec<Value> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file =
        package.ancestors().map(|folder| folder.join("tests/data/extract-cases.json")).find(|file| file.exists());
    let text = fs::read_to_string(file.expect("the cases are there")).expect("the cases are text");
    serde_json::from_str(&text).expect("the cases are a list")
}

/// Returns the cases that expect a page record. The others expect tokens or a WAT record.
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

/// Compares a page record with the expectation of `case`. Returns a description of each difference.
///
/// `links` must match all links in order, and each of `links_include` must match some link. A link, a heading, a block
/// of JSON-LD and the encoding match if they have all expected members; they may have more. Everything else must be
/// equal. A missing key equals null.
pub(crate) fn compare(case: &Value, record: &Value) -> Vec<String> {
    let expected = case["expect"].as_object().expect("a case expects something");
    let links = record["links"].as_array().map_or(&[][..], Vec::as_slice);
    let mut wrong = Vec::new();
    for (key, expected) in expected {
        let (actual, is_met) = match key.as_str() {
            "links" => (&record["links"], match_in_order(expected, &record["links"])),
            "links_include" => {
                let mut parts = expected.as_array().expect("a list").iter();
                (&record["links"], parts.all(|part| links.iter().any(|link| matches(part, link))))
            }
            "encoding" => (&record["encoding"], matches(expected, &record["encoding"])),
            "jsonld" => (&record["jsonld"], match_in_order(expected, &record["jsonld"])),
            "headings" => (&record["headings"], match_in_order(expected, &record["headings"])),
            key => (&record[key], is_equal(expected, &record[key])),
        };
        if !is_met {
            wrong.push(format!("{}: {key}\nexpected {expected}\nactual   {actual}\n", case["id"]));
        }
    }
    wrong
}

/// Returns true if both are lists of the same length and each actual item matches the expected one.
fn match_in_order(expected: &Value, actual: &Value) -> bool {
    let (Some(expected), Some(actual)) = (expected.as_array(), actual.as_array()) else { return false };
    expected.len() == actual.len() && expected.iter().zip(actual).all(|(expected, actual)| matches(expected, actual))
}

/// Returns true if the actual object has all members of the expected one.
fn matches(expected: &Value, actual: &Value) -> bool {
    expected.as_object().expect("an object").iter().all(|(key, expected)| is_equal(expected, &actual[key]))
}

/// Returns true if two values are equal. Numbers are compared by value, and objects regardless of the order of their
/// keys.
fn is_equal(expected: &Value, actual: &Value) -> bool {
    match (expected, actual) {
        (Value::Number(expected), Value::Number(actual)) => expected.as_f64() == actual.as_f64(),
        (Value::Array(expected), Value::Array(actual)) => {
            expected.len() == actual.len() && expected.iter().zip(actual).all(|(one, other)| is_equal(one, other))
        }
        (Value::Object(expected), Value::Object(actual)) => {
            let keys = expected.keys().chain(actual.keys());
            keys.into_iter().all(|key| {
                let of = |object: &serde_json::Map<String, Value>| object.get(key).cloned().unwrap_or_default();
                is_equal(&of(expected), &of(actual))
            })
        }
        _ => expected == actual,
    }
}
