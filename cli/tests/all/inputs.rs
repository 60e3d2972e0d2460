//! Identification of inputs by their first bytes, and limits on them: files, folders, pipes and process substitution.
use crate::support::command::{Folder, Printed};
use crate::support::shell;
use std::fs;
use std::process::Stdio;
use tagrake_testsupport::warc_files::{gzip, html_resource};

const PAGE: &[u8] = b"<title>T</title><a href=http://e.org/page>x</a>";
const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0";
const ZIP: &[u8] = b"PK\x03\x04\x14\0\0\0\x08\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0\x05\0\0\0a.txt";
const LINES: &[u8] = b"{\"html\": \"<a href=http://e.org/1>x</a>\"}\n{\"html\": \"<a href=http://e.org/2>x</a>\"}\n";

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(bytes, 1).expect("memory")
}

fn archive() -> Vec<u8> {
    (0..20).flat_map(|number| gzip(&html_resource(&format!("<a href=http://e.org/{number}>x</a>")))).collect()
}

/// Runs a line of bash, in which `tagrake` is the command.
fn bash(folder: &Folder, line: &str) -> Printed {
    Printed::new(line, shell::bash(folder.path(), &["-c", line]).output())
}

#[test]
fn the_first_bytes_identify_an_input() {
    let archive = archive();
    let truncated = &archive[..archive.len() - 9];
    let cases: &[(&str, &[u8], usize, i32)] = &[
        ("noext", &archive, 20, 0),
        ("crawl.warc.gz.tmp", &archive, 20, 0),
        ("crawl.warc.gz.open", &archive, 20, 0),
        ("crawl.gz", &archive, 20, 0),
        ("crawl.html", &archive, 20, 0),
        ("x.warc.wet.gz", &archive, 20, 0),
        ("x.warc.wat.gz", truncated, 19, 1),
        ("truncated", truncated, 19, 1),
        ("page", PAGE, 1, 0),
        ("page.html.gz", &gzip(PAGE), 1, 0),
        ("page.html.zst", &zstd(PAGE), 1, 0),
        ("two-members.gz", &[gzip(&PAGE[..20]), gzip(&PAGE[20..])].concat(), 1, 0),
        ("lines.jsonl.gz", &gzip(LINES), 2, 0),
        ("lines.ndjson", LINES, 2, 0),
        ("lines.ndjson.zst", &zstd(LINES), 2, 0),
        ("lines", LINES, 2, 0),
        ("notes.png", PNG, 0, 1),
        ("picture.html", PNG, 0, 1),
        ("notes.zip", ZIP, 0, 1),
        ("notes.pdf", b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n", 0, 1),
        ("notes.txt", b"no markup", 0, 1),
    ];
    for (name, bytes, links, status) in cases {
        let folder = Folder::new(&[(name, bytes)]);
        for jobs in [1, 2] {
            for way in
                ["NAME", "< NAME", "/dev/stdin < NAME", "<(cat NAME)", "/dev/stdin < <(cat NAME)", "- < <(cat NAME)"]
            {
                let line = format!("tagrake links --work-bytes 100 -j {jobs} {}", way.replace("NAME", name));
                // Without a name, only the bytes identify the input.
                let output = bash(&folder, &line).exits(*status);
                let (message, rows) = (&output.stderr, output.rows().len());
                assert!(rows == *links || (*links == 19 && rows == 20), "{line}: {message}");
                assert_eq!(message.contains(": not read: "), *links == 0, "{line}: {message}");
            }
        }
    }
}

#[test]
fn reads_a_named_pipe_once() {
    let folder = Folder::new(&[("crawl", &archive()), ("lines", LINES), ("page", PAGE)]);
    for (name, links) in [("crawl", 20), ("lines", 2), ("page", 1)] {
        let output = bash(&folder, &format!("mkfifo p; cat {name} > p & tagrake links p; rm p"));
        assert_eq!(output.rows().len(), links, "{}", output.stderr);
    }
}

#[test]
fn reports_and_counts_inputs_of_other_types() {
    let folder =
        Folder::new(&[("notes.png", PNG), ("page.html", PAGE), ("a.zip", ZIP), ("t.warc.wat.gz", &archive()[..50])]);
    let output = bash(&folder, "tagrake links notes.png page.html").exits(1);
    assert!(output.stderr.starts_with("tagrake: notes.png: not read: PNG image\n"), "{}", output.stderr);
    assert_eq!(output.rows().len(), 1);
    let output = bash(&folder, "tagrake check notes.png a.zip t.warc.wat.gz page.html").exits(1);
    let report = output.text();
    let states = ["notes.png: not read: ", "a.zip: not read: ", "t.warc.wat.gz: truncated: ", "page.html: ok: 1 page "];
    for state in states {
        assert!(report.lines().any(|line| line.starts_with(state)), "{state}: {report}");
    }
    assert!(report.contains("\n  a.zip: not read: ZIP archive\n"), "{report}");
}

#[test]
fn the_input_option_overrides_the_bytes() {
    let folder = Folder::new(&[("text", b"no markup"), ("lines.txt", b"what?\n")]);
    for (arguments, status, pages) in
        [("html text", 0, 1), ("html < text", 0, 1), ("warc text", 1, 0), ("jsonl lines.txt", 1, 1)]
    {
        let output = bash(&folder, &format!("tagrake extract --input {arguments}")).exits(status);
        assert_eq!(output.rows().len(), pages, "{arguments}");
    }
}

#[test]
fn follows_symbolic_links_in_folders() {
    // A bug once left them out without a message.
    let folder = Folder::new(&[("site/a.html", PAGE), ("other/b.html", PAGE), ("other/part/c.html", PAGE)]);
    let link = |target: &str, name: &str| std::os::unix::fs::symlink(target, folder.path().join(name)).expect("a link");
    link("../other/b.html", "site/b.html");
    link("../other/part", "site/part");
    assert_eq!(folder.run("extract --fields source site").exits(0).rows().len(), 3);
    link(".", "site/again");
    link("missing", "site/d.html");
    let output = bash(&folder, "mkfifo site/e.html; tagrake extract --fields source site").exits(1);
    assert_eq!(output.rows().len(), 3);
    assert_eq!(
        output.stderr,
        "tagrake: site/again: the symbolic link points to a folder that contains it\n\
         tagrake: site/d.html: No such file or directory\n\
         tagrake: 3 pages; 1 file skipped (type); 2 files not read (1 missing or unreadable, 1 link to a parent folder)\n"
    );
}

#[test]
fn counts_skipped_files_of_folders() {
    let folder = Folder::new(&[
        ("a.xhtml", PAGE),
        ("b.html.gz", &gzip(PAGE)),
        ("c.jsonl.gz", &gzip(LINES)),
        ("d.ndjson", LINES),
        ("e.warc.wat.gz", &archive()),
        ("f.png", PNG),
        ("g.css", b"a { b: url(x) }"),
        ("index.php?p=2", PAGE),
        ("noext", PAGE),
    ]);
    let cases = [
        ("--stats ../stats.json", 1 + 1 + 2 + 2 + 20, ["26 pages", "4 files skipped (type)"]),
        ("--all-files", 28, ["28 pages", "2 files skipped (type)"]),
    ];
    for (option, links, parts) in cases {
        let output = folder.run(&format!("links {option} .")).exits(0);
        let message = &output.stderr;
        assert_eq!(output.rows().len(), links, "{message}");
        assert!(message.lines().any(|line| parts.iter().all(|part| line.contains(part))), "{message}");
    }
    // Neither complete outputs nor temporary files are inputs.
    folder.write(".tagrake-x1", PAGE);
    for option in ["", "--skip-existing"] {
        folder.run(&format!("links --all-files --output-dir out {option} .")).exits(0);
    }
    let output = bash(&folder, "rm -r out; tagrake links --input jsonl .").exits(0);
    assert_eq!(output.rows().len(), 4, "{}", output.stderr);
}

#[test]
fn the_text_of_json_lines_is_utf_8() {
    let html = "<meta charset=koi8-r><title>Привет</title>";
    let base64 = "PHRpdGxlPs/w6OLl8jwvdGl0bGU+"; // in windows-1251
    let lines = format!(
        "\u{FEFF}{{\"html\": \"<title>Привет</title>\"}}\n\
         {{\"html\": \"{html}\"}}\n\
         {{\"html\": \"{html}\", \"content_type\": \"text/html; charset=windows-1252\"}}\n\
         {{\"html_base64\": \"{base64}\", \"content_type\": \"text/html; charset=windows-1251\"}}\n"
    );
    let folder = Folder::new(&[("lines.jsonl", lines.as_bytes())]);
    for options in ["", "--charset koi8-r"] {
        let titles = folder.run(&format!("extract {options} lines.jsonl")).rows();
        assert_eq!(titles.len(), 4);
        for row in &titles[..if options.is_empty() { 4 } else { 3 }] {
            assert_eq!(row["title"], "Привет", "{options}: {row}");
        }
        assert_eq!(titles[1]["encoding"]["name"], "UTF-8", "{}", titles[1]);
        assert_eq!(titles[1]["encoding"]["source"], "override", "{}", titles[1]);
    }
    let records = folder.run("wat lines.jsonl");
    assert_eq!(records.text().matches("Привет").count(), 4, "{}", records.text());
}

#[test]
fn keeps_and_flags_a_damaged_compressed_page() {
    let noise: String =
        (0..20_000_u32).map(|index| char::from(b'a' + (index.wrapping_mul(2_654_435_761) >> 28) as u8)).collect();
    let page = format!("<a href=http://e.org/>x</a>{noise}");
    let lines = format!("{}{{\"html\": \"{noise}\"}}\n", String::from_utf8_lossy(LINES));
    for (suffix, compress) in [("gz", gzip as fn(&[u8]) -> Vec<u8>), ("zst", zstd)] {
        let (page, lines) = (compress(page.as_bytes()), compress(lines.as_bytes()));
        let folder =
            Folder::new(&[("page.html", &page[..page.len() - 20]), ("lines.jsonl", &lines[..lines.len() - 20])]);
        for way in ["NAME", "- < <(cat NAME)"] {
            let output = bash(&folder, &format!("tagrake extract {}", way.replace("NAME", "page.html"))).exits(1);
            let message = &output.stderr;
            // zstd decodes no part of a block, so without a name the input is not identified.
            let is_known = suffix == "gz" || way == "NAME";
            let place = format!(" data is truncated at offset {}", page.len() - 20);
            assert!(message.contains(&place) || !is_known, "{suffix}: {message}");
            if suffix == "gz" {
                assert_eq!(output.rows()[0]["content_truncated"], "unspecified");
                assert!(message.contains("1 page truncated (body truncated)"), "{message}");
                let links = bash(&folder, &format!("tagrake links {}", way.replace("NAME", "lines.jsonl"))).exits(1);
                assert_eq!(links.rows().len(), 2, "{}", links.stderr);
            }
        }
    }
}

#[test]
fn truncates_pages_at_the_limit() {
    let page = [PAGE, &b" ".repeat(5000), b"<a href=http://e.org/end>y</a>"].concat();
    let line = [b"{\"html\": \"", &*page, b"\"}\n"].concat();
    let long = [LINES, b"{\"html\": \"", &b"x".repeat(3 << 20), b"\"}\n", LINES].concat();
    let folder = Folder::new(&[
        ("page.html", &page),
        ("page.html.gz", &gzip(&page)),
        ("line.jsonl", &line),
        ("long.jsonl", &long),
        ("long.jsonl.gz", &gzip(&long)),
    ]);
    for way in ["page.html", "page.html.gz", "- < page.html", "<(cat page.html.gz)", "line.jsonl", "- < line.jsonl"] {
        let output = bash(&folder, &format!("tagrake extract --max-record-bytes 1k {way}")).exits(0);
        let (message, rows) = (&output.stderr, output.rows());
        assert_eq!(rows.len(), 1, "{way}: {message}");
        assert_eq!(rows[0]["content_truncated"], "length", "{way}");
        assert_eq!(rows[0]["links"].as_array().map(Vec::len), Some(1), "{way}");
        assert!(message.contains("1 page truncated (record over the limit)"), "{way}: {message}");
        let output = bash(&folder, &format!("tagrake extract --max-record-bytes 16k {way}"));
        assert!(!output.text().contains("content_truncated"), "{way}");
    }
    for way in ["long.jsonl", "long.jsonl.gz", "- < <(cat long.jsonl)"] {
        for jobs in ["1", "2", "2 --work-bytes 1k"] {
            let output = bash(&folder, &format!("tagrake links -j {jobs} --max-record-bytes 1k {way}")).exits(1);
            let message = &output.stderr;
            assert_eq!(output.rows().len(), 4, "{way}: {message}");
            assert!(message.contains(":3: the line is longer than 1050624 bytes\n"), "{way}: {message}");
        }
    }
}

/// The maximum of peak memory in bytes.
#[cfg(target_os = "linux")]
const MAX_BYTES: u64 = 100 << 20;

/// Runs the command, asserts its exit status and that its memory stays below [`MAX_BYTES`], and returns its messages.
#[cfg(target_os = "linux")]
#[track_caller]
fn messages_within_memory(folder: &Folder, arguments: &str, stdin: Option<&str>, expected: i32) -> String {
    let mut command = folder.command(arguments);
    command.stdin(stdin.map_or(Stdio::null(), |path| folder.open(path).into())).stdout(Stdio::null());
    command.stderr(fs::File::create(folder.path().join("stderr")).expect("a file"));
    let mut child = command.spawn().expect("the command runs");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let kib = text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        peak = peak.max(kib.unwrap_or(0) << 10);
        if let Some(status) = child.try_wait().expect("it is our child") {
            let messages = folder.text("stderr");
            assert_eq!(status.code(), Some(expected), "{arguments}: {messages}");
            assert!(peak < MAX_BYTES, "{arguments}: {peak} bytes");
            return messages;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn endless_and_huge_inputs_take_little_memory() {
    let bomb = gzip(&vec![b'x'; 1 << 20]).repeat(200);
    let folder = Folder::new(&[
        ("manifest.txt.gz", &bomb),
        ("lines.jsonl.gz", &[gzip(LINES), bomb.clone()].concat()),
        ("page.html.gz", &[gzip(PAGE), bomb.clone()].concat()),
        ("page.html", PAGE),
        ("zeros.html", b""),
    ]);
    for name in ["page.html", "zeros.html"] {
        let file = fs::OpenOptions::new().write(true).open(folder.path().join(name)).expect("a file");
        file.set_len(3 << 30).expect("a sparse file");
    }
    let cases = [
        ("links /dev/zero", None, 1),
        ("links", Some("/dev/zero"), 1),
        ("links --input html --max-record-bytes 1M /dev/zero", None, 0),
        ("links zeros.html", None, 1),
        ("links --max-record-bytes 1M page.html", None, 0),
        ("links --max-record-bytes 1M", Some("page.html"), 0),
        ("links --max-record-bytes 1M page.html.gz", None, 0),
        ("links --max-record-bytes 1M", Some("page.html.gz"), 0),
        ("links --max-record-bytes 1M lines.jsonl.gz", None, 1),
        ("links --manifest manifest.txt.gz", None, 1),
    ];
    for (arguments, stdin, expected) in cases {
        for jobs in [1, 2] {
            let message = messages_within_memory(&folder, &format!("{arguments} -j {jobs}"), stdin, expected);
            let is_truncated = message.contains("1 page truncated (record over the limit)");
            assert_eq!(is_truncated, expected == 0, "{arguments}: {message}");
        }
    }
}

/// Regression: `tokens` and `inspect` read an endless document until they were killed.
#[cfg(target_os = "linux")]
#[test]
fn truncates_a_long_document_with_a_message() {
    let folder = Folder::new(&[("page.html", PAGE)]);
    let file = fs::OpenOptions::new().write(true).open(folder.path().join("page.html")).expect("a file");
    file.set_len(3 << 30).expect("a sparse file");
    for verb in ["tokens", "inspect -o report.html"] {
        for (path, stdin) in [("page.html", None), ("/dev/zero", None), ("-", Some("page.html"))] {
            let arguments = format!("{verb} --max-record-bytes 1M {path}");
            let message = messages_within_memory(&folder, &arguments, stdin, 0);
            let expected =
                format!("tagrake: {path}: only the first 1048576 bytes were read: see '--max-record-bytes'\n");
            assert_eq!(message, expected, "{arguments}");
        }
    }
}
