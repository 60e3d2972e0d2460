//! Which records of WARC files become pages, and what is reported about the others: on one thread and several, from a file
//! and from standard input.

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A record of a type, with more header lines, each of which ends in CRLF.
fn record(kind: &str, uri: &str, headers: &str, block: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2026-11-01T00:00:00Z\r\n{headers}\
         Content-Length: {}\r\n\r\n",
        block.len()
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

fn response(uri: &str, headers: &str, http_headers: &str, body: &[u8]) -> Vec<u8> {
    let http = format!("HTTP/1.1 200 OK\r\n{http_headers}\r\n");
    let headers = format!("{headers}Content-Type: application/http; msgtype=response\r\n");
    record("response", uri, &headers, &[http.as_bytes(), body].concat())
}

fn crawl(records: &[Vec<u8>]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.warc"), records.concat()).expect("a file");
    folder
}

fn tagrake(folder: &Path, arguments: &[&str], stdin: Stdio) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tagrake"));
    command.current_dir(folder).args(arguments).stdin(stdin).output().expect("the command runs")
}

/// What a run printed. The name of the input is `a.warc` in any case.
#[derive(Debug, PartialEq)]
struct Printed {
    status: Option<i32>,
    stdout: String,
    stderr: String,
    stats: Value,
}

impl Printed {
    fn rows(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
    }
}

/// Runs a verb over the file `a.warc`, and checks that threads and standard input change nothing.
fn run(folder: &TempDir, verb: &[&str]) -> Printed {
    let path = folder.path();
    let printed = |input: &[&str], is_piped: bool| {
        let file = fs::File::open(path.join("a.warc")).expect("a file");
        let stdin = if is_piped { Stdio::from(file) } else { Stdio::null() };
        let output = tagrake(path, &[verb, &["--stats", "stats.json"], input].concat(), stdin);
        let text = |bytes| {
            let text = String::from_utf8(bytes).expect("the output is UTF-8");
            if is_piped { text.replace("-:", "a.warc:").replace("\"-\"", "\"a.warc\"") } else { text }
        };
        let stats = fs::read(path.join("stats.json")).expect("counts");
        let mut stats: Value = serde_json::from_slice(&stats).expect("counts are JSON");
        for name in ["seconds", "pages_per_second", "mb_per_second"] {
            stats.as_object_mut().expect("an object").remove(name);
        }
        Printed { status: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr), stats }
    };
    let expected = printed(&["-j", "1", "a.warc"], false);
    for jobs in [&["-j", "1"][..], &["-j", "3", "--work-bytes", "300"]] {
        assert_eq!(printed(&[jobs, &["a.warc"]].concat(), false), expected, "{jobs:?}");
        assert_eq!(printed(&[jobs, &["-"]].concat(), true), expected, "{jobs:?}, from standard input");
    }
    expected
}

const HTML: &str = "Content-Type: text/html\r\n";

#[test]
fn the_first_segment_of_a_record_is_an_incomplete_page() {
    let first = "WARC-Segment-Number: 1\r\nWARC-Record-ID: <urn:1>\r\n";
    let rest = "WARC-Segment-Number: 2\r\nWARC-Segment-Origin-ID: <urn:1>\r\nWARC-Segment-Total-Length: 200\r\n";
    let folder = crawl(&[
        response("http://e.org/1", first, HTML, b"<title>Segment</title><a href=/"),
        record("continuation", "http://e.org/1", rest, b"2>two</a>"),
        response("http://e.org/3", "", HTML, b"<title>Complete</title>"),
    ]);
    let printed = run(&folder, &["extract", "--fields", "url,title,content_truncated"]);
    let rows = [
        json!({"url": "http://e.org/1", "title": "Segment", "content_truncated": "segmented"}),
        json!({"url": "http://e.org/3", "title": "Complete"}),
    ];
    assert_eq!(printed.rows(), rows);
    assert_eq!((printed.status, &printed.stats["cut"]), (Some(0), &json!({"segmented": 1})));
    assert_eq!(printed.stats["skipped"], json!({"continuation": 1}));
    let report = run(&folder, &["check", "--format", "jsonl"]);
    assert_eq!(report.rows()[0]["cut"], json!({"segmented": 1}));
    assert_eq!(report.rows()[0]["records"], json!({"response": 2, "continuation": 1}));
}

#[test]
fn records_without_an_http_head_are_pages_if_they_are_html() {
    let text = "Content-Type: text/plain\r\n";
    let page = |name: &str| format!("<title>{name}</title>").into_bytes();
    let mut records = Vec::new();
    for kind in ["resource", "conversion"] {
        let uri = |name: &str| format!("http://e.org/{kind}/{name}");
        let xhtml = "Content-Type: application/xhtml+xml; charset=utf-8\r\n";
        records.push(record(kind, &uri("html"), HTML, &page("HTML")));
        records.push(record(kind, &uri("xhtml"), xhtml, &page("XHTML")));
        records.push(record(kind, &uri("text"), text, b"text"));
    }
    // None of these holds a page, whatever its type says.
    for kind in ["warcinfo", "request", "metadata", "revisit", "unheard-of"] {
        records.push(record(kind, "http://e.org/", HTML, &page("no page")));
    }
    let folder = crawl(&records);
    let printed = run(&folder, &["extract", "--fields", "url,title"]);
    let rows: Vec<_> = [
        ("resource/html", "HTML"),
        ("resource/xhtml", "XHTML"),
        ("conversion/html", "HTML"),
        ("conversion/xhtml", "XHTML"),
    ]
    .map(|(path, title)| json!({"url": format!("http://e.org/{path}"), "title": title}))
    .to_vec();
    assert_eq!(printed.rows(), rows);
    assert_eq!((printed.status, &printed.stats["skipped"]), (Some(0), &json!({"mime": 2})));
    let texts = run(&folder, &["extract", "--mime", "text/plain", "--fields", "url"]);
    let urls = ["http://e.org/resource/text", "http://e.org/conversion/text"];
    assert_eq!(texts.rows(), urls.map(|url| json!({"url": url})));
    assert_eq!(texts.stats["skipped"], json!({"mime": 4}));
}

#[test]
fn mime_types_are_in_lower_case() {
    let mixed = "Content-Type: Text/HTML; Charset=UTF-8\r\n";
    let folder = crawl(&[
        response("http://e.org/1", "", mixed, b"<p>"),
        record("resource", "http://e.org/2", mixed, b"<p>"),
        response("http://e.org/3", "", "content-type: APPLICATION/XHTML+XML\r\n", b"<p>"),
    ]);
    let printed = run(&folder, &["extract", "--fields", "content_mime_type"]);
    let types = ["text/html", "text/html", "application/xhtml+xml"];
    assert_eq!(printed.rows(), types.map(|name| json!({"content_mime_type": name})));
}
