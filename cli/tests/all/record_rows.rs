//! `tagrake records`: rows of the records of archives.

use crate::support::command::{Folder, pipe};
use serde_json::{Value, json};
use tagrake_bulk::schema::{Table, json_schema};
use tagrake_testsupport::warc_files::{html_resource, html_response, with_fields};

/// A crawl of a request, a response and a resource.
fn crawl() -> Vec<u8> {
    let request = "WARC-Type: request\r\nWARC-Target-URI: http://e.org/\r\nContent-Type: application/http\r\n";
    [
        with_fields(request, b"GET / HTTP/1.1\r\nHost: e.org\r\n\r\n"),
        html_response("http://e.org/", b"<p>"),
        html_resource("<p>"),
    ]
    .concat()
}

#[test]
fn rows_describe_the_records() {
    let printed = pipe("records --fields warc_type,fetch_status,http_headers,block_length", &crawl()).exits(0);
    assert_eq!(printed.stderr, "tagrake: 3 records\n");
    let rows = printed.rows();
    let request =
        json!({"warc_type": "request", "fetch_status": null, "block_length": 31, "http_headers": [["Host", "e.org"]]});
    assert_eq!(rows[0], request);
    assert_eq!((&rows[1]["fetch_status"], &rows[2]["http_headers"]), (&json!(200), &json!([])));
    let schema: Value = serde_json::from_str(pipe("schema --table records", b"").exits(0).text()).expect("JSON");
    assert_eq!(schema, json_schema(Table::Records));
}

#[test]
fn options_select_records() {
    let folder = Folder::new(&[("a.warc", &crawl()), ("index.cdxj", b"")]);
    let types = |options: &str| {
        let rows = folder.run(&format!("records --fields warc_type {options}")).exits(0).rows();
        rows.iter().map(|row| row["warc_type"].as_str().expect("text").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(types("--host e.org a.warc"), ["request", "response"]);
    assert_eq!(types("--status 200 a.warc"), ["response", "resource"]);
    assert_eq!(types("--limit 1 a.warc"), ["request"]);
    assert_eq!(types("--record a.warc:0"), ["request"]);
    folder.run("index --records all -o index.cdxj a.warc");
    folder.write("index.jsonl", "{\"filename\": \"a.warc\", \"offset\": 0, \"note\": \"first\"}\n");
    let kept = folder.run("records --index index.jsonl --keep note --fields warc_type").exits(0).rows();
    assert_eq!(kept, [json!({"warc_type": "request", "note": "first"})]);
}

#[test]
fn what_has_no_rows_is_refused_with_the_reason() {
    let folder = Folder::new(&[("a.warc", &crawl()), ("page.html", b"<p>")]);
    let page = folder.run("records page.html").exits(1);
    assert!(page.text().is_empty() && page.stderr.contains("page.html"), "{}", page.stderr);
    let csv = folder.run("records -o a.csv a.warc").exits(2);
    assert!(csv.stderr.contains("cannot write CSV; it can write .jsonl"), "{}", csv.stderr);
    let key = folder.run("records --fields payload a.warc").exits(2);
    assert!(key.stderr.contains("no key of a record is named 'payload'"), "{}", key.stderr);
}

#[cfg(feature = "columns")]
#[test]
fn columns_have_the_rows() {
    let folder = Folder::new(&[("a.warc", &crawl())]);
    for name in ["a.parquet", "a.arrow"] {
        let printed = folder.run(&format!("records a.warc -o {name}")).exits(0);
        assert_eq!(printed.stderr, "tagrake: 3 records\n");
        assert!(!folder.read(name).is_empty());
    }
}
