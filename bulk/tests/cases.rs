//! The extraction cases through the library: what a page record says.

#[path = "../../tests/support/cases.rs"]
mod cases;

use tagrake::extract::ExtractOptions;
use tagrake_bulk::input::json_lines;
use tagrake_bulk::{PageRecord, Reader, ReaderOptions};

#[test]
fn records_say_what_the_cases_expect() {
    let cases = cases::of_records();
    assert!(cases.len() > 100, "{} cases", cases.len());
    let options = ReaderOptions::default().with_extract(ExtractOptions::default().with_text(true));
    let mut reader = Reader::new(options);
    let mut wrong = Vec::new();
    for case in &cases {
        let input = json_lines("cases", case.to_string().as_bytes()).next().expect("a page").expect("a page");
        let record = reader.read(&input, |page| serde_json::to_value(PageRecord::new(&input, page)));
        wrong.extend(cases::compare(case, &record.expect("a record is JSON")));
    }
    assert!(wrong.is_empty(), "{} expectations are not met\n{}", wrong.len(), wrong.join("\n"));
}
