//! WARC files, intact and damaged, through `links`, `extract`, `text` and `check`, to one output and to many.

use crate::support::command::{Folder, run};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use tagrake_testsupport::warc_files::{gzip, gzip_each, record, with_fields, zstd_each};

const RECORDS: usize = 60;

fn records() -> Vec<Vec<u8>> {
    (0..RECORDS).map(|index| record(&format!("http://e.org/{index}"), 200 + index * 97 % 1500)).collect()
}

/// Creates a folder with a crawl in several formats, intact and damaged.
fn crawl() -> Folder {
    let records = records();
    let whole = gzip_each(&records);
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 0x55;
    let garbage = [&whole[..whole.len() / 2], &[7; 3000], &gzip_each(&records[..3])].concat();
    Folder::new(&[
        ("whole.warc.gz", &whole),
        ("one.warc.gz", &gzip(&records.concat())),
        ("plain.warc", &records.concat()),
        ("whole.warc.zst", &zstd_each(&records, &[])),
        ("clipped.warc.gz", &whole[..whole.len() - 9]),
        ("flipped.warc.gz", &flipped),
        ("garbage.warc.gz", &garbage),
        ("page.html", b"<a href=http://e.org/>x</a>"),
        ("manifest", b"# healthy ones\nwhole.warc.gz\n\nwhole.warc.zst\n"),
    ])
}

#[test]
fn the_output_does_not_depend_on_the_number_of_threads() {
    let folder = crawl();
    let formats = [
        "links",
        "links --format csv --fields page_url,url,rel",
        "extract",
        "text",
        #[cfg(feature = "columns")]
        "links --format parquet",
        #[cfg(feature = "columns")]
        "extract --format arrow --fields url,title,links",
    ];
    for verb in formats {
        let run = |jobs: &str| folder.run(&format!("{verb} -j {jobs} --work-bytes 4k .")).exits(1);
        let one = run("1");
        assert!(one.stdout.len() > 10_000, "{verb}");
        for jobs in ["2", "7"] {
            let many = run(jobs);
            assert!(many.stdout == one.stdout && many.stderr == one.stderr, "{verb}, {jobs} threads");
        }
    }
}

#[test]
fn every_format_of_a_crawl_gives_the_same_rows() {
    let folder = crawl();
    let arguments = "links --fields page_url,raw,url,text";
    let expected = folder.run(&format!("{arguments} plain.warc")).exits(0);
    assert!(expected.stderr.ends_with("from 60 pages\n"), "{}", expected.stderr);
    for file in ["whole.warc.gz", "one.warc.gz", "whole.warc.zst"] {
        let named = folder.run(&format!("{arguments} {file}"));
        assert!(named.stdout == expected.stdout, "{file}");
        for input in ["auto", "warc"] {
            let piped = folder.run_with(&format!("{arguments} --input {input}"), folder.open(file));
            assert!(piped.stdout == expected.stdout, "{file} as standard input");
        }
    }
    let piped = folder.run_with(arguments, folder.open("plain.warc"));
    assert!(piped.stdout == expected.stdout);
    let listed = folder.run(&format!("{arguments} --manifest manifest"));
    assert!(listed.stdout == [&expected.stdout[..], &expected.stdout].concat());
}

#[test]
fn a_record_names_its_source() {
    let folder = crawl();
    let rows = folder.run("extract --no-links whole.warc.gz").rows();
    let file = folder.read("whole.warc.gz");
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
        let output = folder.run(&format!("extract --fields url {file}")).exits(1);
        assert!(output.rows().len() >= pages, "{file}: {} rows", output.rows().len());
        let first_line = output.stderr.lines().next().expect("a message");
        assert!(first_line.starts_with(&format!("tagrake: {file}:")) && first_line.contains(message), "{first_line}");

        let recorded = folder.run(&format!("extract --errors record {file}"));
        let errors = recorded.rows().iter().filter(|row| row["error"].is_string()).count();
        // The truncated page has a row of its own, without an error.
        assert_eq!((recorded.status, errors > 0), (Some(1), file != "clipped.warc.gz"), "{file}");

        let failed = folder.run(&format!("links --errors fail -o out.jsonl whole.warc.gz {file}"));
        assert_eq!((failed.status, folder.path().join("out.jsonl").exists()), (Some(1), false), "{file}");

        let checked = folder.run(&format!("check {file} whole.warc.gz")).exits(1);
        let report = checked.text();
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
    let files = "whole.warc.gz one.warc.gz plain.warc whole.warc.zst page.html";
    let expected = folder.run(&format!("check -j 1 {files}"));
    assert_eq!((expected.status, &*expected.stderr), (Some(0), ""), "{}", expected.text());
    let many = folder.run(&format!("check -j 3 --work-bytes 1k {files}"));
    assert_eq!(many.text(), expected.text());
    let reports = folder.run(&format!("check --format jsonl {files}")).rows();
    let records = records().concat().len();
    for (file, report) in files.split(' ').zip(&reports) {
        assert_eq!((&report["file"], &report["state"]), (&Value::from(file), &Value::from("ok")));
        let stored = fs::metadata(folder.path().join(file)).expect("a file").len();
        assert_eq!(report["stored_bytes"], stored);
        assert!(report["text_bytes"] == records || file == "page.html", "{report}");
    }
    let missing = folder.run("check no.warc whole.warc.gz").exits(1);
    assert!(missing.text().starts_with("no.warc: missing: "), "{}", missing.text());
}

#[test]
fn counts_the_flags_of_pages() {
    let folder = Folder::new(&[("a.html", b"<p>whole"), ("b.html", b"<p>cut<!-- here"), ("c.html", b"<script>cut()")]);
    let checked = folder.run("check --format jsonl .");
    let flags: Vec<_> = checked.rows().iter().map(|row| row["flags"]["truncated-input"].as_u64()).collect();
    assert_eq!(flags, [None, Some(1), Some(1)]);
    let checked = folder.run("check b.html");
    assert!(checked.text().contains("1 page flag (ends within markup)"), "{}", checked.text());
    let extracted = folder.run("extract --stats stats.json a.html b.html c.html");
    assert_eq!(extracted.rows()[1]["flags"], serde_json::json!(["truncated-input"]));
    assert_eq!(folder.json("stats.json")["flags"], serde_json::json!({"truncated-input": 2}));
}

#[test]
fn output_dir_has_one_output_per_input() {
    let folder = crawl();
    let first = folder.run("extract --fields url --output-dir out/of --manifest manifest .").exits(1);
    // The manifest lists two files of the folder.
    let message = "; 2 files not read (same path as another output)";
    assert!(first.stderr.contains(message), "{}", first.stderr);
    let expected = ["clipped", "flipped", "garbage", "one", "whole"].map(|name| format!("{name}.warc.gz.jsonl"));
    let mut expected = expected.to_vec();
    expected.extend(["page.html.jsonl", "plain.warc.jsonl", "whole.warc.zst.jsonl"].map(str::to_owned));
    expected.sort();
    let outputs = || folder.names("out/of");
    assert_eq!(outputs(), expected);
    assert_eq!(folder.names("out/.of.tagrake").len(), expected.len());
    assert!(folder.read("out/of/whole.warc.gz.jsonl") == folder.run("extract --fields url whole.warc.gz").stdout);

    fs::remove_file(folder.path().join("out/of/plain.warc.jsonl")).expect("an output");
    let second = folder.run("extract --fields url --output-dir out/of --skip-existing .");
    assert_eq!((second.status, outputs()), (Some(1), expected));
    let message = second.stderr;
    assert!(message.ends_with("; 4 outputs up to date; 3 outputs made again (3 input damaged)\n"), "{message}");
    let missing = folder.run("links -q --output-dir missing no.warc");
    assert_eq!((missing.status, folder.path().join("missing").exists()), (Some(1), false));
}

#[test]
fn writes_counts_as_json() {
    let folder = crawl();
    folder.run("links --stats stats.json -o out.csv whole.warc.gz clipped.warc.gz no").exits(1);
    let stats = folder.json("stats.json");
    assert_eq!((&stats["complete"], &stats["files"], &stats["pages"]), (&false.into(), &3.into(), &120.into()));
    assert_eq!((&stats["errors"]["truncated"], &stats["errors"]["io"]), (&1.into(), &1.into()));
    assert_eq!(stats["links"], stats["rows"]);
    let csv = folder.text("out.csv");
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
        folder.run(&format!("{verb} -o {name} whole.warc.gz")).exits(0);
        let file = folder.read(name);
        assert!(file.starts_with(start), "{name}: {:?}", &file[..8]);
    }
}

#[test]
fn truncates_records_at_max_record_bytes() {
    let folder = crawl();
    let output = folder.run("extract --max-record-bytes 1k --fields content_truncated whole.warc.gz").exits(0);
    let cut = output.rows().iter().filter(|row| row["content_truncated"] == "length").count();
    assert!(
        cut > 10 && output.stderr.contains(&format!("; {cut} pages truncated (record over the limit)")),
        "{}",
        output.stderr
    );
    for arguments in ["--max-record-bytes x", "--status 20", "--fields lang", "--skip-existing"] {
        folder.run(&format!("links {arguments}")).exits(2);
    }
}

#[test]
fn a_closed_pipe_is_not_an_error_but_a_full_disk_is() {
    let folder = crawl();
    for jobs in ["1", "3"] {
        let files = "whole.warc.gz ".repeat(40);
        let output = folder.run_for_a_line(&format!("links -j {jobs} --work-bytes 4k {files}")).exits(0);
        assert_eq!(output.stderr, "");
        if Path::new("/dev/full").exists() {
            let output = folder.run(&format!("links -j {jobs} -o /dev/full whole.warc.gz")).exits(3);
            assert_eq!(output.stderr, "tagrake: the output failed: No space left on device\n");
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
        let mut command = crate::support::signals::command(env!("CARGO_BIN_EXE_tagrake"));
        command.current_dir(folder.path()).args(arguments).stdin(Stdio::piped());
        let mut child = command.spawn().expect("the command runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        for _ in 0..30 {
            stdin.write_all(&gzip_each(&records())).expect("it is read");
        }
        let has_temporary_file = || folder.names(".").iter().any(|name| name.starts_with(".tagrake-"));
        // The run has written rows and waits for more input.
        let begun = || match place {
            "-o" => has_temporary_file(),
            _ => folder.path().join("out").exists(),
        };
        while !begun() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let pid = child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().expect("there is kill").success());
        assert_eq!(child.wait().expect("the command ends").code(), Some(130), "{jobs} threads, {place}, {signal}");
        drop(stdin);
        assert!(!has_temporary_file());
        if place == "-o" {
            assert!(!folder.path().join("out").exists());
        } else {
            assert_eq!(folder.names("out"), [""; 0]);
        }
    }
}

#[test]
fn prints_progress_lines_if_requested() {
    let folder = crawl();
    assert_eq!(folder.run("links -q --progress auto whole.warc.gz").stderr, "");
    let message = folder.run("links -v whole.warc.gz page.html").stderr;
    assert!(message.starts_with("tagrake: whole.warc.gz: 60 pages, "), "{message}");
    assert!(message.contains("\ntagrake: page.html: 1 page, 1 link\n"), "{message}");
}

#[test]
fn completion_scripts_contain_the_arguments() {
    for shell in ["bash", "zsh", "fish"] {
        let output = run(&format!("completions {shell}")).exits(0);
        assert!(output.text().contains("skip-existing"), "{shell}");
    }
}

/// ClueWeb22 has responses without an HTTP head. Their members prove that nothing is missing.
#[test]
fn irregular_records_that_are_complete_give_one_warning() {
    let page = |number| {
        let fields = format!(
            "WARC-Type: response\r\nWARC-Target-URI: http://e.org/{number}\r\nWARC-Date: 2026-11-21T00:00:00Z\r\n\
             Content-Type: application/http; msgtype=response\r\n"
        );
        with_fields(&fields, format!("<!DOCTYPE html><title>T{number}</title>").as_bytes())
    };
    let pages: Vec<_> = (0..300).map(page).collect();
    let folder = Folder::new(&[("a.warc.gz", &gzip_each(&pages)), ("b.warc.gz", &gzip_each(&pages[..1]))]);
    let printed = folder.run("extract --fields title,content_truncated --stats s.json a.warc.gz b.warc.gz").exits(0);
    assert_eq!(printed.rows().len(), 301);
    assert!(printed.rows().iter().all(|row| row["content_truncated"].is_null()));
    for message in ["a.warc.gz: 300 irregular records", "b.warc.gz: 1 irregular record"] {
        assert_eq!(
            printed.stderr.matches(&format!("{message}, complete: no HTTP head\n")).count(),
            1,
            "{}",
            printed.stderr
        );
    }
    assert_eq!(printed.stderr.lines().count(), 3, "{}", printed.stderr);
    assert_eq!(folder.json("s.json")["irregular"], serde_json::json!({"http-head": 301}));
    assert_eq!(folder.run("index a.warc.gz").exits(0).text().lines().count(), 300);
    let printed = folder.run("check a.warc.gz").exits(0);
    assert!(printed.text().contains("300 records irregular but complete (no HTTP head)"), "{}", printed.text());
}
