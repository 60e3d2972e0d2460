//! Columns hold the same values as JSON: for all cases, our own pages, and a page with every feature.
#![cfg(feature = "columns")]

mod support;

use arrow_array::Array;
use arrow_array::cast::AsArray;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use support::all_pages::all_pages;
use support::columns::compare;
use support::everything::everything;
use tagrake::extract::ExtractOptions;
use tagrake_bulk::columns::Columns;
use tagrake_bulk::input::{InputPage, json_lines};
use tagrake_bulk::schema::{PAGE, Table};
use tagrake_bulk::{ErrorRecord, Fields, InputError, LinkRow, PageRecord, Reader, ReaderOptions, RowError};

/// Returns all pages, and some lines with an `id`.
fn pages_and_ids() -> Vec<InputPage> {
    let mut all = all_pages();
    for id in ["7", "-1.5e300", "\"x\""] {
        let mut page = InputPage::new("-", "<script type=application/ld+json>null</script>".into());
        page.id = serde_json::from_str(id).ok();
        all.push(page);
    }
    all
}

fn reader() -> Reader {
    Reader::new(ReaderOptions { extract: ExtractOptions::default().with_text(true), ..ReaderOptions::default() })
}

fn wrong_line() -> InputError {
    json_lines("pages", &b"{}"[..]).next().expect("a line").expect_err("no page")
}

#[test]
fn page_records_are_the_same_in_json_and_columns() {
    let error = wrong_line();
    for fields in [Fields::default(), Fields::all_but("links"), Fields::only("url,title,links,error").expect("keys")] {
        let (mut reader, mut columns, mut rows) = (reader(), Columns::pages(&fields), Vec::new());
        for input in pages_and_ids() {
            reader.read(&input, |page| {
                let record = PageRecord::new(&input, page).with_fields(&fields);
                columns.push(&record).expect("a record fits");
                rows.push(serde_json::to_value(record).expect("a record is JSON"));
            });
        }
        if fields == Fields::default() {
            columns.push(&ErrorRecord::new(&error)).expect("a record fits");
            rows.push(serde_json::to_value(ErrorRecord::new(&error)).expect("a record is JSON"));
        }
        let names: Vec<_> = PAGE.iter().map(|field| field.name).filter(|name| fields.has(name)).collect();
        for _ in 0..2 {
            let batch = columns.finish().expect("a batch");
            assert_eq!(batch.schema().fields().iter().map(|field| field.name()).collect::<Vec<_>>(), names);
            let wrong = compare(Table::Pages, &batch, &rows);
            assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
            rows.clear(); // the second batch is empty
        }
    }
}

#[test]
fn link_rows_are_the_same_in_json_and_columns() {
    let (mut reader, mut columns, mut rows) = (reader(), Columns::links(), Vec::new());
    for input in pages_and_ids() {
        reader.read(&input, |page| {
            for link in page.links {
                let row = LinkRow::alone(&input, page, link);
                columns.push(&row).expect("a row fits");
                rows.push(serde_json::to_value(row).expect("a row is JSON"));
            }
        });
    }
    assert!(rows.len() > 400, "{} links", rows.len());
    let size = columns.bytes();
    let batch = columns.finish().expect("a batch");
    let wrong = compare(Table::Links, &batch, &rows);
    assert!(wrong.is_empty(), "{} differences\n{}", wrong.len(), wrong.join("\n"));
    assert!(size > batch.get_array_memory_size() / 4 && size < batch.get_array_memory_size());
    assert_eq!((columns.len(), columns.bytes()), (0, 0));
}

/// The start of a page record, with lists.
#[derive(Serialize)]
struct Half<T: Serialize> {
    url: &'static str,
    metas: Vec<BTreeMap<&'static str, T>>,
    og: Vec<(&'static str, &'static str)>,
    headings: Vec<Heading>,
    bad: T,
}

#[derive(Serialize)]
struct Heading {
    level: i64,
    text: &'static str,
}

#[test]
fn a_row_that_does_not_fit_changes_nothing() {
    let error = wrong_line();
    let good = ErrorRecord::new(&error);
    let mut columns = Columns::pages(&Fields::default());
    let mut rows = Vec::new();
    let mut check = |bad: &dyn Fn(&mut Columns) -> Result<(), RowError>, message: &str| {
        assert_eq!(bad(&mut columns).expect_err(message).to_string(), message);
        columns.push(&good).expect("a record fits");
        rows.push(serde_json::to_value(&good).expect("a record is JSON"));
    };
    check(&|columns| columns.push(&json!({"v": 1})), "expected a row, found a map");
    check(&|columns| columns.push(&[1]), "expected a row, found a tuple");
    check(&|columns| columns.push(&"text"), "expected a row, found text");
    check(&|columns| columns.push(&None::<u8>), "expected a row, found null");
    let headings = |level| vec![Heading { level: 1, text: "first" }, Heading { level, text: "second" }];
    let metas = || vec![BTreeMap::from([("name", true)]), BTreeMap::default()];
    let half = || Half { url: "http://e.org/", metas: metas(), og: vec![("a", "b")], headings: headings(2), bad: true };
    check(&|columns| columns.push(&half()), "expected text, found a boolean");
    let metas = || vec![BTreeMap::from([("name", "x")]), BTreeMap::default()];
    let half =
        |level| Half { url: "http://e.org/", metas: metas(), og: vec![("a", "b")], headings: headings(level), bad: "" };
    check(&|columns| columns.push(&half(2)), "the schema has no key \"bad\" here");
    check(&|columns| columns.push(&half(1 << 40)), "expected a number of 32 bits, found a number of more than 32 bits");
    let batch = columns.finish().expect("a batch");
    assert_eq!(compare(Table::Pages, &batch, &rows), [""; 0]);
    let lists = batch.column_by_name("headings").expect("a column").as_list::<i32>();
    assert!(lists.values().is_empty());
}

#[test]
fn sizes_do_not_depend_on_earlier_rows() {
    let input = everything();
    let sizes = |records: usize| {
        let mut columns = Columns::pages(&Fields::default());
        let error = wrong_line();
        reader().read(&input, |page| {
            for index in 0..records {
                if index % 2 == 0 {
                    columns.push(&PageRecord::new(&input, page)).expect("a record fits");
                } else {
                    columns.push(&ErrorRecord::new(&error)).expect("a record fits");
                }
            }
        });
        columns.bytes()
    };
    assert_eq!(sizes(4), 2 * sizes(2));
    assert_eq!(sizes(5) - sizes(4), sizes(1));
}
