//! WARC files, intact and damaged, through `links`, `extract`, `text` and `check`, to one output and to many.

mod support;

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tagrake_testsupport::warc_files::{gzip, gzip_each, record, zstd_each};
use tempfile::TempDir;

const RECORDS: usize = 60;

fn records() -> Vec<Vec<u8>> {
    (0..RECORDS).map(|index| record(&format!("http://e.org/{index}"), 200 + index * 97 % 1500)).collect()
}

/// Creates a folder with a crawl in several formats, intact and damaged.
fn crawl() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect("a file");
    let records = records();
    let whole = gzip_each(&records);
    write("whole.warc.gz", &whole);
    write("one.warc.gz", &gzip(&records.concat()));
    write("plain.warc", &records.concat());
    write("whole.warc.zst", &zstd_each(&records, &[]));
    write("clipped.warc.gz", &whole[..whole.len() - 9]);
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 0x55;
    write("flipped.warc.gz", &flipped);
    let mut garbage = whole[..whole.len() / 2].to_vec();
    garbage.extend([7; 3000]);
    garbage.extend(gzip_each(&records[..3]));
    write("garbage.warc.gz", &garbage);
    write("page.html", b"<a href=http://e.org/>x</a>");
    write("manifest", b"# healthy ones\nwhole.warc.gz\n\nwhole.warc.zst\n");
    folder
}

fn tagrake(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tagrake"));
    command.current_dir(folder).args(arguments);
    command
}

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    tagrake(folder.path(), arguments).stdin(Stdio::null()).output().expect("the command runs")
}

fn with_stdin(folder: &TempDir, arguments: &[&str], file: &str) -> Output {
    let file = fs::File::open(folder.path().join(file)).expect("a file");
    tagrake(folder.path(), arguments).stdin(file).output().expect("the command runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the output is UTF-8")
}

fn rows(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("a name").file_name().into_string().expect("the name is text")).collect();
    names.sort();
    names
}

#[test]
fn the_output_does_not_depend_on_the_number_of_threads() {
    let folder = crawl();
    let formats: &[&[&str]] = &[
        &["links"],
        &["links", "--format", "csv", "--fields", "page_url,url,rel"],
        &["extract"],
        &["text"],
        #[cfg(feature = "columns")]
        &["links", "--format", "parquet"],
        #[cfg(feature = "columns")]
        &["extract", "--format", "arrow", "--fields", "url,title,links"],
    ];
    for verb in formats {
        let run = |jobs: &str| {
            let output = run(&folder, &[verb, &["-j", jobs, "--work-bytes", "4k", "."][..]].concat());
            assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
            output
        };
        let one = run("1");
        assert!(one.stdout.len() > 10_000, "{verb:?}");
        for jobs in ["2", "7"] {
            let many = run(jobs);
            assert!(many.stdout == one.stdout && text(&many.stderr) == text(&one.stderr), "{verb:?}, {jobs} threads");
        }
    }
}

#[test]
fn every_format_of_a_crawl_gives_the_same_rows() {
    let folder = crawl();
    let arguments = ["links", "--fields", "page_url,raw,url,text"];
    let expected = run(&folder, &[&arguments[..], &["plain.warc"]].concat());
    assert_eq!(expected.status.code(), Some(0));
    assert!(text(&expected.stderr).ends_with("from 60 pages\n"), "{}", text(&expected.stderr));
    for file in ["whole.warc.gz", "one.warc.gz", "whole.warc.zst"] {
        let named = run(&folder, &[&arguments[..], &[file]].concat());
        assert!(named.stdout == expected.stdout, "{file}");
        for input in ["auto", "warc"] {
            let piped = with_stdin(&folder, &[&arguments[..], &["--input", input]].concat(), file);
            assert!(piped.stdout == expected.stdout, "{file} as standard input");
        }
    }
    let piped = with_stdin(&folder, &arguments, "plain.warc");
    assert!(piped.stdout == expected.stdout);
    let listed = run(&folder, &[&arguments[..], &["--manifest", "manifest"]].concat());
    assert!(listed.stdout == [&expected.stdout[..], &expected.stdout].concat());
}

#[test]
fn a_record_names_its_source() {
    let folder = crawl();
    let rows = rows(&run(&folder, &["extract", "--no-links", "whole.warc.gz"]));
    let file = fs::read(folder.path().join("whole.warc.gz")).expect("a file");
    for (row, record) in rows.iter().zip(records()) {
        assert_eq!(row["warc_filename"], "whole.warc.gz");
        let number = |key: &str| row[key].as_u64().expect("a number") as usize;
        let (offset, length) = (number("warc_record_offset"), number("warc_record_length"));
        assert!(file[offset..offset + length] == gzip(&record));
        assert_eq!((row["fetch_status"].as_u64(), row["content_mime_type"].as_str()), (Some(200), Some("text/html")));
        assert_eq!(row["fetch_time"], "2026-11-01T00:00:00Z");
    }
    assert_eq!((rows.len(), rows[7]["url"].as_str()), (RECORDS, Some("http://e.org/7")));
}

#[test]
fn reports_damage_and_reads_the_rest() {
    let folder = crawl();
    let cases = [
        ("clipped.warc.gz", RECORDS, "the file is truncated here", "truncated"),
        ("flipped.warc.gz", RECORDS - 1, "CRC or size", "corrupt"),
        ("garbage.warc.gz", RECORDS / 2 - 1, "bytes: ", "corrupt"),
    ];
    for (file, pages, message, state) in cases {
        let output = run(&folder, &["extract", "--fields", "url", file]);
        assert_eq!(output.status.code(), Some(1), "{file}");
        assert!(rows(&output).len() >= pages, "{file}: {} rows", rows(&output).len());
        let first_line = text(&output.stderr).lines().next().expect("a message");
        assert!(first_line.starts_with(&format!("tagrake: {file}:")) && first_line.contains(message), "{first_line}");

        let recorded = run(&folder, &["extract", "--errors", "record", file]);
        let errors = rows(&recorded).iter().filter(|row| row["error"].is_string()).count();
        // The truncated page has a row of its own, without an error.
        assert_eq!((recorded.status.code(), errors > 0), (Some(1), file != "clipped.warc.gz"), "{file}");

        let failed = run(&folder, &["links", "--errors", "fail", "-o", "out.jsonl", "whole.warc.gz", file]);
        assert_eq!((failed.status.code(), folder.path().join("out.jsonl").exists()), (Some(1), false), "{file}");

        let checked = run(&folder, &["check", file, "whole.warc.gz"]);
        assert_eq!(checked.status.code(), Some(1));
        let report = text(&checked.stdout);
        assert!(report.starts_with(&format!("{file}: {state}: ")) && report.contains(message), "{report}");
        assert!(
            report.contains("\nwhole.warc.gz: ok: 60 records (60 response), 60 pages (60 windows-1252), "),
            "{report}"
        );
    }
}

#[test]
fn healthy_files_are_ok() {
    let folder = crawl();
    let files = ["whole.warc.gz", "one.warc.gz", "plain.warc", "whole.warc.zst", "page.html"];
    let expected = run(&folder, &[&["check", "-j", "1"], &files[..]].concat());
    assert_eq!((expected.status.code(), text(&expected.stderr)), (Some(0), ""), "{}", text(&expected.stdout));
    let many = run(&folder, &[&["check", "-j", "3", "--work-bytes", "1k"], &files[..]].concat());
    assert_eq!(text(&many.stdout), text(&expected.stdout));
    let output = run(&folder, &[&["check", "--format", "jsonl"], &files[..]].concat());
    let reports = rows(&output);
    let records = records().concat().len();
    for (file, report) in files.iter().zip(&reports) {
        assert_eq!((&report["file"], &report["state"]), (&Value::from(*file), &Value::from("ok")));
        let stored = fs::metadata(folder.path().join(file)).expect("a file").len();
        assert_eq!(report["stored_bytes"], stored);
        assert!(report["text_bytes"] == records || *file == "page.html", "{report}");
    }
    let missing = run(&folder, &["check", "no.warc", "whole.warc.gz"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing.stdout).starts_with("no.warc: missing: "), "{}", text(&missing.stdout));
}

#[test]
fn counts_the_flags_of_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, html) in [("a.html", "<p>whole"), ("b.html", "<p>cut<!-- here"), ("c.html", "<script>cut()")] {
        fs::write(folder.path().join(name), html).expect("a page");
    }
    let checked = run(&folder, &["check", "--format", "jsonl", "."]);
    let flags: Vec<_> = rows(&checked).iter().map(|row| row["flags"]["truncated-input"].as_u64()).collect();
    assert_eq!(flags, [None, Some(1), Some(1)]);
    let checked = run(&folder, &["check", "b.html"]);
    assert!(text(&checked.stdout).contains("1 page flag (ends within markup)"), "{}", text(&checked.stdout));
    let extracted = run(&folder, &["extract", "--stats", "stats.json", "a.html", "b.html", "c.html"]);
    assert_eq!(rows(&extracted)[1]["flags"], serde_json::json!(["truncated-input"]));
    let stats = fs::read(folder.path().join("stats.json")).expect("the counts");
    let stats: Value = serde_json::from_slice(&stats).expect("JSON");
    assert_eq!(stats["flags"], serde_json::json!({"truncated-input": 2}));
}

#[test]
fn output_dir_has_one_output_per_input() {
    let folder = crawl();
    let arguments = ["extract", "--fields", "url", "--output-dir", "out/of", "--manifest", "manifest", "."];
    let first = run(&folder, &arguments);
    assert_eq!(first.status.code(), Some(1));
    // The manifest lists two files of the folder.
    let message = "; 2 files not read (same output as another input)";
    assert!(text(&first.stderr).contains(message), "{}", text(&first.stderr));
    let out = folder.path().join("out/of");
    let expected = ["clipped", "flipped", "garbage", "one", "whole"].map(|name| format!("{name}.warc.gz.jsonl"));
    let mut expected = expected.to_vec();
    expected.extend(["page.html.jsonl", "plain.warc.jsonl", "whole.warc.zst.jsonl"].map(str::to_owned));
    expected.sort();
    let outputs = |folder: &Path| -> Vec<_> {
        names(folder).into_iter().filter(|name| !name.ends_with(".tagrake.json")).collect()
    };
    assert_eq!(outputs(&out), expected);
    assert_eq!(names(&out).len(), 2 * expected.len());
    let whole = fs::read(out.join("whole.warc.gz.jsonl")).expect("an output");
    assert!(whole == run(&folder, &["extract", "--fields", "url", "whole.warc.gz"]).stdout);

    fs::remove_file(out.join("plain.warc.jsonl")).expect("an output");
    let second = run(&folder, &["extract", "--fields", "url", "--output-dir", "out/of", "--skip-existing", "."]);
    assert_eq!((second.status.code(), outputs(&out)), (Some(1), expected));
    let message = text(&second.stderr);
    assert!(message.ends_with("; 4 outputs up to date; 3 outputs made again (3 input damaged)\n"), "{message}");
    let missing = run(&folder, &["links", "-q", "--output-dir", "missing", "no.warc"]);
    assert_eq!((missing.status.code(), folder.path().join("missing").exists()), (Some(1), false));
}

#[test]
fn writes_counts_as_json() {
    let folder = crawl();
    let output =
        run(&folder, &["links", "--stats", "stats.json", "-o", "out.csv", "whole.warc.gz", "clipped.warc.gz", "no"]);
    assert_eq!(output.status.code(), Some(1));
    let stats: Value =
        serde_json::from_slice(&fs::read(folder.path().join("stats.json")).expect("the counts")).expect("JSON");
    assert_eq!((&stats["complete"], &stats["files"], &stats["pages"]), (&true.into(), &3.into(), &120.into()));
    assert_eq!((&stats["errors"]["truncated"], &stats["errors"]["io"]), (&1.into(), &1.into()));
    assert_eq!(stats["links"], stats["rows"]);
    let csv = fs::read_to_string(folder.path().join("out.csv")).expect("the output is there");
    assert_eq!(csv.lines().count() as u64 - 1, stats["rows"].as_u64().expect("a number"));
}

#[test]
fn the_extension_chooses_the_format() {
    let folder = crawl();
    let mut cases: Vec<(&str, &str, &[u8])> =
        vec![("links", "a.csv", b"id,"), ("text", "b.jsonl", b"{"), ("text", "b.txt", b"d6 ")];
    if cfg!(feature = "columns") {
        let columns: [(&str, &str, &[u8]); 4] = [
            ("links", "c.parquet", b"PAR1"),
            ("extract", "d.parquet", b"PAR1"),
            ("text", "d.parquet", b"PAR1"),
            ("extract", "e.arrow", b"\xFF\xFF\xFF\xFF"),
        ];
        cases.extend(columns);
    }
    for (verb, name, start) in cases {
        let output = run(&folder, &[verb, "-o", name, "whole.warc.gz"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let file = fs::read(folder.path().join(name)).expect("the output is there");
        assert!(file.starts_with(start), "{name}: {:?}", &file[..8]);
    }
}

#[test]
fn truncates_records_at_max_record_bytes() {
    let folder = crawl();
    let output =
        run(&folder, &["extract", "--max-record-bytes", "1k", "--fields", "content_truncated", "whole.warc.gz"]);
    let cut = rows(&output).iter().filter(|row| row["content_truncated"] == "length").count();
    assert_eq!(output.status.code(), Some(0));
    assert!(
        cut > 10 && text(&output.stderr).contains(&format!("; {cut} pages truncated (record over the limit)")),
        "{}",
        text(&output.stderr)
    );
    for arguments in
        [&["--max-record-bytes", "x"][..], &["--status", "20"], &["--fields", "lang"], &["--skip-existing"]]
    {
        assert_eq!(run(&folder, &[&["links"], arguments].concat()).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error_but_a_full_disk_is() {
    let folder = crawl();
    for jobs in ["1", "3"] {
        let files = ["whole.warc.gz"; 40];
        let mut child = tagrake(folder.path(), &[&["links", "-j", jobs, "--work-bytes", "4k"], &files[..]].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
        if Path::new("/dev/full").exists() {
            let output = run(&folder, &["links", "-j", jobs, "-o", "/dev/full", "whole.warc.gz"]);
            assert_eq!(output.status.code(), Some(3));
            assert_eq!(text(&output.stderr), "tagrake: the output failed: No space left on device\n");
        }
    }
}

#[test]
#[cfg(unix)]
fn an_interrupt_leaves_no_incomplete_file() {
    let ways = [
        ("1", "-o", "-INT"),
        ("3", "-o", "-INT"),
        ("2", "--output-dir", "-INT"),
        ("2", "-o", "-TERM"),
        ("1", "-o", "-HUP"),
    ];
    for (jobs, place, signal) in ways {
        let folder = crawl();
        let arguments = ["links", "-j", jobs, "--input", "warc", "--work-bytes", "2k", place, "out", "-"];
        let mut command = support::signals::command(env!("CARGO_BIN_EXE_tagrake"));
        command.current_dir(folder.path()).args(arguments).stdin(Stdio::piped());
        let mut child = command.spawn().expect("the command runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        for _ in 0..30 {
            stdin.write_all(&gzip_each(&records())).expect("it is read");
        }
        // The run has written rows and waits for more input.
        let begun = || match place {
            "-o" => names(folder.path()).iter().any(|name| name.starts_with(".tagrake-")),
            _ => folder.path().join("out").exists(),
        };
        while !begun() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let pid = child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().expect("there is kill").success());
        assert_eq!(child.wait().expect("the command ends").code(), Some(130), "{jobs} threads, {place}, {signal}");
        drop(stdin);
        assert!(!names(folder.path()).iter().any(|name| name.starts_with(".tagrake-")));
        if place == "-o" {
            assert!(!folder.path().join("out").exists());
        } else {
            assert_eq!(names(&folder.path().join("out")), [""; 0]);
        }
    }
}

#[test]
fn prints_progress_lines_if_requested() {
    let folder = crawl();
    let output = run(&folder, &["links", "-q", "--progress", "auto", "whole.warc.gz"]);
    assert_eq!(text(&output.stderr), "");
    let output = run(&folder, &["links", "-v", "whole.warc.gz", "page.html"]);
    let message = text(&output.stderr);
    assert!(message.starts_with("tagrake: whole.warc.gz: 60 pages, "), "{message}");
    assert!(message.contains("\ntagrake: page.html: 1 page, 1 link\n"), "{message}");
}

#[test]
fn completion_scripts_contain_the_arguments() {
    let folder = crawl();
    for shell in ["bash", "zsh", "fish"] {
        let output = run(&folder, &["completions", shell]);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("skip-existing"), "{shell}");
    }
}
