//! Runs the extraction cases against page records and WAT records. Cases that expect tokens are run by the
//! tokenizer's tests.

use crate::support::rows::json_of;
use serde_json::Value;
use tagrake::encoding::Hints;
use tagrake_bulk::input::{InputPage, json_lines};
use tagrake_bulk::row::{Row, RowOf};
use tagrake_bulk::schema::Table;
use tagrake_bulk::wat::HtmlReader;
use tagrake_bulk::{Fields, PageRecord, Reader, ReaderOptions};
use tagrake_testsupport::extract_cases;

#[test]
fn records_match_the_cases() {
    let cases = extract_cases::of_records();
    assert!(cases.len() > 100, "{} cases", cases.len());
    let fields = Fields::default().with(Table::Pages, &extract_cases::ON_REQUEST.join(",")).expect("a key");
    let mut reader = Reader::new(ReaderOptions::default().with_fields(Table::Pages, &fields));
    let mut wrong = Vec::new();
    for case in &cases {
        let input = page(case);
        let record = reader.read(&input, |page| json_of(PageRecord::new(&input, page), &fields));
        wrong.extend(extract_cases::compare(case, &record));
    }
    assert!(wrong.is_empty(), "{} expectations are not met\n{}", wrong.len(), wrong.join("\n"));
}

/// A row for serde is the line that outputs have, with the keys in the same order.
#[test]
fn records_for_serde_are_lines() {
    let fields = Fields::default().with(Table::Pages, &extract_cases::ON_REQUEST.join(",")).expect("a key");
    let mut reader = Reader::new(ReaderOptions::default().with_fields(Table::Pages, &fields));
    for case in &extract_cases::of_records() {
        let input = page(case);
        reader.read(&input, |page| {
            let row = PageRecord::new(&input, page);
            let json = serde_json::to_string(&RowOf { row, fields: &fields }).expect("JSON");
            assert_eq!(json, row.to_json(&fields).expect("a row"), "{}", case["id"]);
        });
    }
}

#[test]
fn wat_records_match_the_cases() {
    let cases = extract_cases::of_wat();
    assert_eq!(cases.len(), 2);
    let mut reader = HtmlReader::default();
    for case in &cases {
        let input = page(case);
        let hints = Hints::default().with_content_type(input.content_type.as_deref());
        let metadata: Value =
            serde_json::from_str(&reader.read(&input.html, &hints).to_json()).expect("metadata is JSON");
        assert_eq!(metadata, case["expect"]["wat"], "{}", case["id"]);
    }
}

#[test]
fn every_case_is_known() {
    let cases = extract_cases::read();
    let of_tokens = cases.iter().filter(|case| case["expect"].get("tokens").is_some()).count();
    assert_eq!(extract_cases::of_records().len() + extract_cases::of_wat().len() + of_tokens, cases.len());
}

/// Returns the page of a case. Its text is the bytes of a page without a declared encoding.
fn page(case: &Value) -> InputPage {
    let mut page = json_lines("cases", case.to_string().as_bytes()).next().expect("a page").expect("a page");
    page.is_text = false;
    page
}
