//! The cases of `tests/data/extract-cases.json`, and the comparison of results with their expectations.

use crate::repository_file;
use serde_json::Value;
use std::fs;

/// The keys on request that cases expect.
pub const ON_REQUEST: [&str; 8] =
    ["og_title", "og_type", "og_image", "text", "sources", "published", "published_source", "published_confidence"];

/// Returns the cases: objects with `id`, the page as `tagrake extract --input jsonl` takes it, and `expect`.
pub fn read() -> Vec<Value> {
    let text = fs::read_to_string(repository_file("tests/data/extract-cases.json")).expect("the file is readable");
    serde_json::from_str(&text).expect("the file is a JSON list")
}

/// Returns the cases that expect fields of a page record. The other cases expect tokens or a WAT record.
pub fn of_records() -> Vec<Value> {
    let mut cases = read();
    cases.retain(|case| case["expect"].get("tokens").or(case["expect"].get("wat")).is_none());
    cases
}

/// Returns the cases that expect the `HTML-Metadata` of a WAT record.
pub fn of_wat() -> Vec<Value> {
    let mut cases = read();
    cases.retain(|case| case["expect"].get("wat").is_some());
    cases
}

/// Compares a page record with the expectations of `case`. Returns a message for each difference.
///
/// `links` lists all links; the actual link may have more keys than the expected one. Each link of `links_include` must
/// match some actual link in the same way. `encoding`, `jsonld` and `headings` may also have more keys, such as the
/// reason for invalid JSON-LD and the ids of headings. All other keys must be equal. Null equals a missing key.
pub fn compare(case: &Value, record: &Value) -> Vec<String> {
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

/// Returns true if both are lists of the same length, and each expected item [is a part](is_part) of the actual one.
fn are_parts(expected: &Value, actual: &Value) -> bool {
    let (Some(expected), Some(actual)) = (expected.as_array(), actual.as_array()) else { return false };
    expected.len() == actual.len() && expected.iter().zip(actual).all(|(expected, actual)| is_part(expected, actual))
}

/// Returns true if the actual object has all members of the expected one.
fn is_part(expected: &Value, actual: &Value) -> bool {
    expected.as_object().expect("an object").iter().all(|(key, expected)| is_same(expected, &actual[key]))
}

/// Returns true if two values are equal. Numbers are compared by value, and the order of keys does not matter.
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
