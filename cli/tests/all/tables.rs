//! `tagrake tables`: rows of the cells of tables.

use crate::support::command::{Folder, pipe, run};
use serde_json::{Value, json};
use tagrake_bulk::schema::{Table, json_schema};
use tagrake_testsupport::warc_files::html_resource;

const PAGE: &str = "<table><caption>Teas</caption><tr><th>Tea<th colspan=2>Minutes<tr><td>Green<td>2<td>3</table>\
    <table><tr><td>a<table><tr><td>b</table></table>";

#[test]
fn rows_describe_the_cells() {
    let rows = pipe("tables --url http://e.org/", PAGE.as_bytes()).exits(0);
    assert_eq!(rows.stderr, "tagrake: 8 cells from 1 page\n");
    let rows = rows.rows();
    let first = json!({
        "source": "-", "page_url": "http://e.org/", "table": 0, "data": true, "caption": "Teas", "row": 0, "column": 0,
        "header": true, "text": "Tea", "offset": 34,
    });
    assert_eq!(rows[0], first);
    let values = |key: &str| rows.iter().map(|row| row[key].clone()).collect::<Vec<_>>();
    assert_eq!(values("text"), ["Tea", "Minutes", "Minutes", "Green", "2", "3", "a", "b"]);
    assert_eq!(values("row"), [0, 0, 0, 1, 1, 1, 0, 0]);
    assert_eq!(values("column"), [0, 1, 2, 0, 1, 2, 0, 0]);
    assert_eq!(values("table"), [0, 0, 0, 0, 0, 0, 1, 2]);
    assert_eq!(values("table_parent")[5..], [json!(null), json!(null), json!(1)]);
    let is_true = |key: &str| values(key).iter().filter(|value| **value == true).count();
    assert_eq!((is_true("header"), is_true("repeated"), is_true("data")), (3, 1, 6));
    for row in &rows {
        let source = &PAGE[row["offset"].as_u64().expect("a number") as usize..];
        assert!(source.starts_with("<th") || source.starts_with("<td"), "{source}");
    }
}

#[test]
fn what_every_cell_repeats_is_bounded() {
    let html = format!("<table><caption>{}é</caption><tr><td>a", "x".repeat(1023));
    let rows = pipe("tables --fields caption", html.as_bytes()).exits(0).rows();
    assert_eq!(rows, [json!({"caption": "x".repeat(1023)})]);
}

#[test]
fn ignored_spans_are_flagged() {
    let html = format!("<table>{}", "<tr><td colspan=1000>a".repeat(300));
    let rows = pipe("tables --fields flags,column", html.as_bytes()).exits(0).rows();
    assert_eq!((&rows[0]["flags"], rows.len() < 300_000), (&json!(["limit-text"]), true));
}

#[test]
fn every_format_has_the_rows() {
    let crawl = [html_resource(PAGE), html_resource("<p>None"), html_resource("<table><td>Last")].concat();
    let folder = Folder::new(&[("a.warc", &crawl)]);
    let rows = folder.run("tables a.warc").exits(0).rows();
    assert_eq!((rows.len(), &rows[8]["text"], &rows[8]["warc_filename"]), (9, &json!("Last"), &json!("a.warc")));
    for name in ["a.csv", "a.tsv"] {
        folder.run(&format!("tables a.warc -o {name}")).exits(0);
        assert_eq!(folder.text(name).lines().count(), 10);
    }
    #[cfg(feature = "columns")]
    for name in ["a.parquet", "a.arrow"] {
        folder.run(&format!("tables a.warc -o {name}")).exits(0);
        assert!(folder.read(name).windows(8).any(|window| window == b"table_pa"), "{name}");
    }
    assert_eq!(folder.run("tables --limit 3 a.warc").exits(0).rows(), rows[..3]);
    folder.run("tables --stats s.json a.warc").exits(0);
    assert_eq!((&folder.json("s.json")["rows"], &folder.json("s.json")["pages"]), (&json!(9), &json!(3)));
}

#[test]
fn the_schema_knows_the_table() {
    let schema: Value = serde_json::from_str(run("schema --table tables").exits(0).text()).expect("JSON");
    assert_eq!(schema, json_schema(Table::Tables));
    assert!(run("schema --table tables --format sql").exits(0).text().starts_with("CREATE TABLE tables (\n"));
    let unknown = run("tables --fields txt").exits(2);
    let message = "no key of a cell is named 'txt'; see 'tagrake schema --table tables'";
    assert!(unknown.stderr.contains(message), "{}", unknown.stderr);
}
