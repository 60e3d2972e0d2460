//! Conventions of command-line tools: `--version`, `--threads`, names of formats, `--fields` and `--limit`.

use crate::support::command::{Folder, run};
use serde_json::Value;
use std::io::Write;
use std::process::Stdio;
use tagrake::Simd;
use tagrake_testsupport::warc_files::html_resource;

/// Creates a folder with five pages of two links each: as files, as a WARC file and as JSON lines.
fn pages() -> Folder {
    let folder = Folder::new(&[]);
    let (mut crawl, mut lines) = (Vec::new(), String::new());
    for number in 0..5 {
        let html = format!(
            "<title>{number}</title><p>text {number}<a href=http://e.org/a{number}></a><a href=http://e.org/b{number}></a>"
        );
        folder.write(&format!("{number}.html"), &html);
        crawl.extend(html_resource(&html));
        lines += &format!("{{\"html\":\"{html}\"}}\n");
    }
    folder.write("crawl.warc", crawl);
    folder.write("lines.jsonl", lines);
    folder
}

#[test]
fn version_names_commit_features_and_simd_level() {
    let output = run("--version").exits(0);
    let lines: Vec<_> = output.text().lines().collect();
    let [version, features, simd] = lines[..] else { panic!("{lines:?}") };
    let rest = version.strip_prefix(concat!("tagrake ", env!("CARGO_PKG_VERSION"))).expect("the version");
    let commit = rest.strip_prefix(" (commit ").and_then(|rest| rest.strip_suffix(')'));
    let is_commit = |commit: &str| commit.len() == 10 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    assert!(rest.is_empty() || commit.is_some_and(is_commit), "{version}");
    let built = [("columns", cfg!(feature = "columns")), ("remote", cfg!(feature = "remote"))];
    let built: Vec<_> = built.into_iter().filter_map(|(name, is_built)| is_built.then_some(name)).collect();
    let built = if built.is_empty() { "none".to_owned() } else { built.join(", ") };
    assert_eq!(features, format!("features: {built}"));
    let level = simd.strip_prefix("SIMD: ").expect("a level");
    assert!(Simd::ALL.iter().any(|known| known.name() == level), "{level}");
    // The level is one that `--simd` accepts.
    pages().run(&format!("tokens --simd {level} 0.html")).exits(0);
    assert_eq!(run("-V").exits(0).text(), concat!("tagrake ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn threads_is_an_alias_of_jobs() {
    let folder = pages();
    let jobs = folder.run("links --jobs 2 crawl.warc").exits(0).stdout;
    assert!(folder.run("links --threads 2 crawl.warc").exits(0).stdout == jobs);
    folder.run("links --threads 2 -j 2 crawl.warc").exits(2);
}

#[test]
fn json_and_ndjson_are_aliases_of_jsonl() {
    let folder = pages();
    for verb in ["extract", "links", "text", "tokens", "check"] {
        let jsonl = folder.run(&format!("{verb} --format jsonl 0.html")).exits(0).stdout;
        assert!(jsonl.starts_with(b"{"), "{verb}");
        for alias in ["json", "ndjson"] {
            let alias = folder.run(&format!("{verb} --format {alias} 0.html")).exits(0);
            assert!(alias.stdout == jsonl, "{verb}");
        }
    }
    assert!(folder.run("wat --format json 0.html").exits(0).stdout.starts_with(b"{"));
    folder.run("links --format ndjson -o out.jsonl 0.html").exits(0);
}

#[test]
fn links_can_be_tsv() {
    let folder = pages();
    folder.write("odd.html", "<a href='http://e.org/?a\\b'>x \"y\", z</a>");
    let arguments = "links --fields url,text odd.html";
    let expected = "url\ttext\nhttp://e.org/?a\\\\b\tx \"y\", z\n";
    assert_eq!(folder.run(&format!("{arguments} --format tsv")).exits(0).text(), expected);
    folder.run(&format!("{arguments} -o odd.tsv")).exits(0);
    assert_eq!(folder.text("odd.tsv"), expected);
    folder.run(&format!("{arguments} --format tsv --output-dir out")).exits(0);
    assert_eq!(folder.text("out/odd.html.tsv"), expected);
}

#[test]
fn fields_may_be_repeated_and_have_spaces() {
    let folder = pages();
    let expected = folder.run("links --fields url,kind,raw 0.html").exits(0).stdout;
    for fields in ["--fields ' url, raw ,kind'", "--fields raw '--fields=kind, url'"] {
        assert!(folder.run(&format!("links 0.html {fields}")).exits(0).stdout == expected, "{fields}");
    }
    let output = folder.run("extract --fields title --fields none 0.html").exits(2);
    assert!(output.stderr.contains("no key of a record is named 'none'"), "{}", output.stderr);
}

#[test]
fn limit_is_exact_for_any_number_of_threads_and_any_input() {
    let folder = pages();
    for input in ["0.html 1.html 2.html 3.html 4.html", "crawl.warc", "lines.jsonl", "."] {
        for (verb, rows, noun) in [("links", 10, "link"), ("extract", 5, "page"), ("wat", 5, "record")] {
            let all = folder.run(&format!("{verb} --format jsonl -j 1 {input}")).exits(0);
            let all: Vec<_> = all.rows().into_iter().map(without_time).collect();
            for limit in [1, 2, 3, rows - 1, rows] {
                for jobs in ["1", "2", "7"] {
                    let arguments = format!("{verb} --format jsonl -j {jobs} --limit {limit} {input}");
                    let output = folder.run(&arguments).exits(0);
                    let limited: Vec<_> = output.rows().into_iter().map(without_time).collect();
                    assert_eq!(limited, all[..limit], "{arguments}");
                    let message = output.stderr;
                    assert!(message.ends_with("; stopped at --limit\n"), "{arguments}: {message}");
                    let expected = format!("tagrake: {limit} {noun}{}", if limit == 1 { "" } else { "s" });
                    assert!(message.contains(&expected), "{arguments}: {message}");
                }
            }
        }
    }
    let more = folder.run("links --limit 11 crawl.warc");
    assert_eq!(more.stderr, "tagrake: 10 links from 5 pages\n");
    assert_eq!(folder.run("text --limit 2 crawl.warc").exits(0).text(), "text 0\n\u{C}text 1\n");
    for arguments in ["--limit 0", "--limit 1 --output-dir out"] {
        folder.run(&format!("links 0.html {arguments}")).exits(2);
    }
}

/// Removes the time at which a WAT record was created.
fn without_time(mut row: Value) -> Value {
    if let Some(container) = row.pointer_mut("/Envelope/WARC-Header-Metadata") {
        container.as_object_mut().map(|fields| (fields.remove("WARC-Date"), fields.remove("WARC-Record-ID")));
    }
    row
}

#[test]
fn limit_stops_reading_and_completes_the_output() {
    let folder = pages();
    // The second input would be an error.
    let output = folder.run("links --limit 2 --stats stats.json -o out.csv 0.html missing").exits(0);
    assert_eq!(output.stderr, "tagrake: 2 links from 1 page; stopped at --limit\n");
    assert_eq!(folder.text("out.csv").lines().count(), 3);
    let stats = folder.json("stats.json");
    assert_eq!((&stats["complete"], &stats["rows"]), (&false.into(), &2.into()));
    // A pipe that stays open.
    let mut command = folder.command("links --input jsonl --limit 1 -j 4");
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the command runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"{\"html\":\"<a href=http://e.org/>\"}\n").expect("the command reads");
    assert_eq!(child.wait().expect("the command ends").code(), Some(0));
    drop(stdin);
}

#[test]
#[cfg(feature = "columns")]
fn limit_applies_to_tables() {
    let folder = pages();
    let all = folder.run("links --format arrow 0.html").exits(0).stdout;
    let limited = folder.run("links --format arrow --limit 2 .").exits(0).stdout;
    assert!(all.len() > 100 && limited.len() == all.len(), "{} and {} bytes", all.len(), limited.len());
    folder.run("extract --limit 3 -o three.parquet crawl.warc").exits(0);
    let bytes = folder.read("three.parquet");
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
}
