//! Conventions of command-line tools: `--version`, `--threads`, names of formats, `--fields` and `--limit`.

mod support;

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use support::command::run_in;
use tempfile::TempDir;

/// Runs the command, which must succeed, and returns its standard output.
fn printed(folder: &Path, arguments: &[&str]) -> Vec<u8> {
    let output = run_in(folder, arguments, b"");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    output.stdout
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the output is UTF-8")
}

/// Creates a folder with five pages of two links each: as files, as a WARC file and as JSON lines.
fn pages() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut crawl, mut lines) = (String::new(), String::new());
    for number in 0..5 {
        let html = format!(
            "<title>{number}</title><p>text {number}<a href=http://e.org/a{number}></a><a href=http://e.org/b{number}></a>"
        );
        fs::write(folder.path().join(format!("{number}.html")), &html).expect("a page");
        let length = html.len();
        crawl += &format!(
            "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n{html}\r\n\r\n"
        );
        lines += &format!("{{\"html\":\"{html}\"}}\n");
    }
    fs::write(folder.path().join("crawl.warc"), crawl).expect("a crawl");
    fs::write(folder.path().join("lines.jsonl"), lines).expect("lines");
    folder
}

#[test]
fn version_names_commit_features_and_simd_level() {
    let output = printed(Path::new("."), &["--version"]);
    let lines: Vec<_> = text(&output).lines().collect();
    let [version, features, simd] = lines[..] else { panic!("{lines:?}") };
    let rest = version.strip_prefix(concat!("tagrake ", env!("CARGO_PKG_VERSION"))).expect("the version");
    let commit = rest.strip_prefix(" (commit ").and_then(|rest| rest.strip_suffix(')'));
    let is_commit = |commit: &str| commit.len() == 10 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(rest.is_empty() || commit.is_some_and(is_commit), "{version}");
    assert_eq!(features, if cfg!(feature = "columns") { "features: columns" } else { "features: none" });
    let level = simd.strip_prefix("SIMD: ").expect("a level");
    assert!(["avx512", "avx2", "sse2", "scalar"].contains(&level), "{level}");
    // The level is one that `--simd` accepts.
    printed(Path::new("."), &["tokens", "--simd", level, "-"]);
    assert_eq!(text(&printed(Path::new("."), &["-V"])), concat!("tagrake ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn threads_is_an_alias_of_jobs() {
    let folder = pages();
    let jobs = printed(folder.path(), &["links", "--jobs", "2", "crawl.warc"]);
    assert!(printed(folder.path(), &["links", "--threads", "2", "crawl.warc"]) == jobs);
    assert_eq!(
        run_in(folder.path(), &["links", "--threads", "2", "-j", "2", "crawl.warc"], b"").status.code(),
        Some(2)
    );
}

#[test]
fn json_and_ndjson_are_aliases_of_jsonl() {
    let folder = pages();
    for verb in [
        &["extract", "0.html"][..],
        &["links", "0.html"],
        &["text", "0.html"],
        &["tokens", "0.html"],
        &["check", "0.html"],
    ] {
        let jsonl = printed(folder.path(), &[verb, &["--format", "jsonl"]].concat());
        assert!(jsonl.starts_with(b"{"), "{verb:?}");
        for alias in ["json", "ndjson"] {
            assert!(printed(folder.path(), &[verb, &["--format", alias]].concat()) == jsonl, "{verb:?} {alias}");
        }
    }
    assert!(printed(folder.path(), &["wat", "--format", "json", "0.html"]).starts_with(b"{"));
    let named = run_in(folder.path(), &["links", "--format", "ndjson", "-o", "out.jsonl", "0.html"], b"");
    assert_eq!(named.status.code(), Some(0), "{}", text(&named.stderr));
}

#[test]
fn links_can_be_tsv() {
    let folder = pages();
    fs::write(folder.path().join("odd.html"), "<a href='http://e.org/?a\\b'>x \"y\", z</a>").expect("a page");
    let arguments = ["links", "--fields", "url,text", "odd.html"];
    let expected = "url\ttext\nhttp://e.org/?a\\\\b\tx \"y\", z\n";
    assert_eq!(text(&printed(folder.path(), &[&arguments[..], &["--format", "tsv"]].concat())), expected);
    printed(folder.path(), &[&arguments[..], &["-o", "odd.tsv"]].concat());
    assert_eq!(fs::read_to_string(folder.path().join("odd.tsv")).expect("the output"), expected);
    printed(folder.path(), &[&arguments[..], &["--format", "tsv", "--output-dir", "out"]].concat());
    assert_eq!(fs::read_to_string(folder.path().join("out/odd.html.tsv")).expect("the output"), expected);
}

#[test]
fn fields_may_be_repeated_and_have_spaces() {
    let folder = pages();
    let expected = printed(folder.path(), &["links", "--fields", "url,kind,raw", "0.html"]);
    for fields in [&["--fields", " url, raw ,kind"][..], &["--fields", "raw", "--fields=kind, url"]] {
        assert!(printed(folder.path(), &[&["links", "0.html"], fields].concat()) == expected, "{fields:?}");
    }
    let output = run_in(folder.path(), &["extract", "--fields", "title", "--fields", "none", "0.html"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no key of a record is named 'none'"), "{}", text(&output.stderr));
}

#[test]
fn limit_is_exact_for_any_number_of_threads_and_any_input() {
    let folder = pages();
    let inputs: [&[&str]; 4] =
        [&["0.html", "1.html", "2.html", "3.html", "4.html"], &["crawl.warc"], &["lines.jsonl"], &["."]];
    for input in inputs {
        for (verb, rows) in [("links", 10), ("extract", 5), ("wat", 5)] {
            let all = printed(folder.path(), &[&[verb, "--format", "jsonl", "-j", "1"], input].concat());
            let all: Vec<_> = text(&all).lines().map(without_time).collect();
            for limit in [1, 2, 3, rows - 1, rows] {
                let (limit, count) = (limit.to_string(), limit);
                for jobs in ["1", "2", "7"] {
                    let arguments = [&[verb, "--format", "jsonl", "-j", jobs, "--limit", &limit], input].concat();
                    let output = run_in(folder.path(), &arguments, b"");
                    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
                    let limited: Vec<_> = text(&output.stdout).lines().map(without_time).collect();
                    assert_eq!(limited, all[..count], "{arguments:?}");
                    let message = text(&output.stderr);
                    assert!(message.ends_with("; stopped at --limit\n"), "{arguments:?}: {message}");
                    let noun = if verb == "links" {
                        "link"
                    } else if verb == "wat" {
                        "record"
                    } else {
                        "page"
                    };
                    let expected = format!("tagrake: {count} {noun}{}", if count == 1 { "" } else { "s" });
                    assert!(message.contains(&expected), "{arguments:?}: {message}");
                }
            }
        }
    }
    let more = run_in(folder.path(), &["links", "--limit", "11", "crawl.warc"], b"");
    assert_eq!(text(&more.stderr), "tagrake: 10 links from 5 pages\n");
    assert_eq!(text(&printed(folder.path(), &["text", "--limit", "2", "crawl.warc"])), "text 0\n\u{C}text 1\n");
    for arguments in [&["--limit", "0"][..], &["--limit", "1", "--output-dir", "out"]] {
        assert_eq!(
            run_in(folder.path(), &[&["links", "0.html"], arguments].concat(), b"").status.code(),
            Some(2),
            "{arguments:?}"
        );
    }
}

/// Removes the time at which a WAT record was created.
fn without_time(line: &str) -> Value {
    let mut row: Value = serde_json::from_str(line).expect("a line is JSON");
    if let Some(container) = row.pointer_mut("/Envelope/WARC-Header-Metadata") {
        container.as_object_mut().map(|fields| (fields.remove("WARC-Date"), fields.remove("WARC-Record-ID")));
    }
    row
}

#[test]
fn limit_stops_reading_and_completes_the_output() {
    let folder = pages();
    // The second input would be an error.
    let output = run_in(
        folder.path(),
        &["links", "--limit", "2", "--stats", "stats.json", "-o", "out.csv", "0.html", "missing"],
        b"",
    );
    assert_eq!(
        (output.status.code(), text(&output.stderr)),
        (Some(0), "tagrake: 2 links from 1 page; stopped at --limit\n")
    );
    assert_eq!(fs::read_to_string(folder.path().join("out.csv")).expect("the output").lines().count(), 3);
    let stats: Value =
        serde_json::from_slice(&fs::read(folder.path().join("stats.json")).expect("counts")).expect("JSON");
    assert_eq!((&stats["complete"], &stats["rows"]), (&false.into(), &2.into()));
    // A pipe that stays open.
    let mut child = Command::new(env!("CARGO_BIN_EXE_tagrake"))
        .args(["links", "--input", "jsonl", "--limit", "1", "-j", "4"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"{\"html\":\"<a href=http://e.org/>\"}\n").expect("the command reads");
    assert_eq!(child.wait().expect("the command ends").code(), Some(0));
    drop(stdin);
}

#[test]
#[cfg(feature = "columns")]
fn limit_applies_to_tables() {
    let folder = pages();
    let all = printed(folder.path(), &["links", "--format", "arrow", "0.html"]);
    let limited = printed(folder.path(), &["links", "--format", "arrow", "--limit", "2", "."]);
    assert!(all.len() > 100 && limited.len() == all.len(), "{} and {} bytes", all.len(), limited.len());
    printed(folder.path(), &["extract", "--limit", "3", "-o", "three.parquet", "crawl.warc"]);
    let bytes = fs::read(folder.path().join("three.parquet")).expect("a table");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}
