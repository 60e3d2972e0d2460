//! The extraction cases through the command: page records and WAT records of all cases, as JSON lines in one process
//! each.

use crate::support::command::pipe;
use data_encoding::BASE64;
use serde_json::Value;
use tagrake_bulk::schema::Table;
use tagrake_testsupport::extract_cases;

#[test]
fn page_records_are_as_the_cases_expect() {
    let cases = extract_cases::of_records();
    let fields: Vec<_> =
        Table::Pages.fields().iter().map(|field| field.name).chain(extract_cases::ON_REQUEST).collect();
    let records = answers(&format!("extract --fields {}", fields.join(",")), &cases);
    let mut wrong = Vec::new();
    for (case, record) in cases.iter().zip(&records) {
        assert_eq!(record["id"], case["id"]);
        wrong.extend(extract_cases::compare(case, record));
    }
    assert!(wrong.is_empty(), "{} expectations are not met\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn wat_records_are_as_the_cases_expect() {
    let cases = extract_cases::of_wat();
    for (case, record) in cases.iter().zip(answers("wat", &cases)) {
        let html = &record["Envelope"]["Payload-Metadata"]["HTTP-Response-Metadata"]["HTML-Metadata"];
        assert_eq!(*html, case["expect"]["wat"], "{}", case["id"]);
    }
}

/// Returns a case with its page as bytes: with text, the encoding would be known to be UTF-8.
fn of_bytes(case: &Value) -> Value {
    let mut case = case.clone();
    if let Some(html) = case["html"].as_str().map(|html| BASE64.encode(html.as_bytes())) {
        let members = case.as_object_mut().expect("a case is an object");
        members.remove("html");
        members.insert("html_base64".to_owned(), html.into());
    }
    case
}

/// Returns the record that a verb prints for each case.
fn answers(verb: &str, cases: &[Value]) -> Vec<Value> {
    let lines: String = cases.iter().map(|case| format!("{}\n", of_bytes(case))).collect();
    let answers = pipe(&format!("{verb} --input jsonl -q -"), lines.as_bytes()).exits(0).rows();
    assert_eq!(answers.len(), cases.len());
    answers
}
