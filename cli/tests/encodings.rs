//! Pages that declare no encoding: every command detects it, and counts such pages in its closing line.

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// "Правда" in windows-1251. Without a top-level domain it is read as another encoding.
const PRAVDA: &[u8] = b"<title>\xCF\xF0\xE0\xE2\xE4\xE0</title><p>\xCF\xF0\xE0\xE2\xE4\xE0";

fn tagrake(folder: &Path, arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_tagrake")).current_dir(folder).args(arguments).output();
    let output = output.expect("the command runs");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    output
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the output is UTF-8")
}

fn last_line(bytes: &[u8]) -> &str {
    text(bytes).lines().last().expect("a line")
}

/// Returns a folder with `crawl.warc`: a page in windows-1251, one in UTF-8, one in ASCII, and one with a declaration.
fn crawl() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let mut warc = Vec::new();
    for (url, html) in [
        ("http://e.ru/", PRAVDA),
        ("http://e.org/", "<title>é</title>".as_bytes()),
        ("http://e.org/ascii", b"<title>e</title>"),
        ("http://e.org/declared", b"<meta charset=koi8-r><title>\xF0</title>"),
    ] {
        let http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
        let length = http.len() + html.len();
        warc.extend(format!("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n").bytes());
        warc.extend(format!("Content-Type: application/http\r\nContent-Length: {length}\r\n\r\n").bytes());
        warc.extend([http, html, b"\r\n\r\n"].concat());
    }
    fs::write(folder.path().join("crawl.warc"), warc).expect("a file");
    folder
}

#[test]
fn every_command_detects_and_counts_encodings() {
    let folder = crawl();
    let detected = "; 2 pages with a detected encoding (1 UTF-8, 1 windows-1251)";
    for jobs in ["1", "4"] {
        for (verb, closing) in [
            ("extract", "tagrake: 4 pages"),
            ("links", "tagrake: 0 links from 4 pages"),
            ("text", "tagrake: 4 pages"),
            ("wat", "tagrake: 4 records"),
        ] {
            let output = tagrake(folder.path(), &[verb, "-j", jobs, "crawl.warc"]);
            assert_eq!(last_line(&output.stderr), closing.to_owned() + detected);
            assert_eq!(text(&output.stdout).contains("Правда"), verb != "links", "{verb}");
            let output = tagrake(folder.path(), &[verb, "-j", jobs, "--profile", "standard", "crawl.warc"]);
            assert_eq!(last_line(&output.stderr), closing);
            assert!(!text(&output.stdout).contains("Правда"), "{verb}");
        }
    }
    let records = tagrake(folder.path(), &["extract", "--fields", "title,encoding", "crawl.warc"]);
    let records = text(&records.stdout).lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let found: Vec<_> = records.map(|record| [record["title"].clone(), record["encoding"]["source"].clone()]).collect();
    let expected = [["Правда", "detector"], ["é", "detector"], ["e", "default"], ["П", "meta"]];
    assert_eq!(json!(found), json!(expected));
}

#[test]
fn check_and_stats_count_detected_encodings() {
    let folder = crawl();
    let detected = json!({"UTF-8": 1, "windows-1251": 1});
    let report = tagrake(folder.path(), &["check", "--format", "jsonl", "crawl.warc"]);
    let report: Value = serde_json::from_slice(&report.stdout).expect("a report is JSON");
    assert_eq!(report["detected_encodings"], detected);
    assert_eq!(report["encodings"], json!({"UTF-8": 1, "windows-1251": 1, "windows-1252": 1, "KOI8-R": 1}));
    let report = tagrake(folder.path(), &["check", "--profile", "standard", "--format", "jsonl", "crawl.warc"]);
    let report: Value = serde_json::from_slice(&report.stdout).expect("a report is JSON");
    assert_eq!(report["encodings"], json!({"windows-1252": 3, "KOI8-R": 1}));
    let report = tagrake(folder.path(), &["check", "crawl.warc"]);
    assert!(text(&report.stdout).contains(", 2 pages with a detected encoding (1 UTF-8, 1 windows-1251), "));

    for verb in ["extract", "wat"] {
        tagrake(folder.path(), &[verb, "--stats", "stats.json", "crawl.warc"]);
        let stats = fs::read(folder.path().join("stats.json")).expect("the counts are there");
        let stats: Value = serde_json::from_slice(&stats).expect("the counts are JSON");
        assert_eq!(stats["detected_encodings"], detected, "{verb}");
    }
}

#[test]
fn commands_on_a_single_document_detect_its_encoding() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("page.html"), "<title>é</title>").expect("a file");
    let tokens = tagrake(folder.path(), &["tokens", "page.html"]);
    assert!(text(&tokens.stdout).contains(r#""text":"é""#));
    let report = tagrake(folder.path(), &["inspect", "page.html"]);
    assert!(text(&report.stdout).contains(r#""source":"detector""#));
    let report = tagrake(folder.path(), &["inspect", "--profile", "standard", "page.html"]);
    assert!(!text(&report.stdout).contains(r#""source":"detector""#));
}
