//! `tagrake links`: one line per link, and messages about unreadable pages.

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Creates a folder of pages, given as paths and contents.
fn folder(pages: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, html) in pages {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a page lies in a folder")).expect("a folder");
        fs::write(path, html).expect("the page is written");
    }
    folder
}

/// The command, in a folder.
fn tagrake(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tagrake"));
    command.current_dir(folder).arg("links");
    command
}

/// Runs the command with `html` as its standard input.
fn with_stdin(command: &mut Command, html: &[u8]) -> Output {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command runs");
    child.stdin.take().expect("a pipe").write_all(html).expect("the page is written");
    child.wait_with_output().expect("the command ends")
}

fn rows(output: &Output) -> Vec<Value> {
    let lines = std::str::from_utf8(&output.stdout).expect("the output is UTF-8").lines();
    lines.map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

fn messages(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("messages are UTF-8")
}

#[test]
fn a_line_has_all_fields_of_a_link() {
    let html = b"<a rel='NoFollow me' href='?a&amp;b'>One\n <b>two</b></a>";
    let folder = folder(&[("page.html", html)]);
    let output =
        tagrake(folder.path()).args(["--url", "https://e.org/p?q#f", "page.html"]).output().expect("the command runs");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "{\"source\":\"page.html\",\"page_url\":\"https://e.org/p?q#f\",\"element\":\"a\",\"attr\":\"href\",\
         \"raw\":\"?a&b\",\"url\":\"https://e.org/p?a&b\",\"class\":\"http\",\"kind\":\"nav\",\
         \"rel\":[\"nofollow\",\"me\"],\"nofollow\":true,\"ugc\":false,\"sponsored\":false,\
         \"text\":\"One two\",\"alt\":\"\",\"offset\":27}\n"
    );
    assert_eq!(messages(&output), "tagrake: 1 link from 1 page\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn finds_links_in_every_element_that_has_them() {
    let html = b"<link rel=stylesheet href=1><link rel=next href=2><link rel=preconnect href=3><script src=4></script>\
        <form action=5><input type=image src=6 formaction=7><input src=no><button formaction=8></form>\
        <img src=9><image src=10><iframe src=11></iframe><video src=12 poster=13><source src=14><track src=15></video>\
        <audio src=16></audio><embed src=17><object data=18></object><area href=19><a href=20></a>\
        <a name=no></a><p href=no><!-- <a href=no> --><script><a href=no></script>";
    let output = with_stdin(tagrake(Path::new(".")).args(["--url", "https://e.org/", "-q"]), html);
    let found: Vec<_> = rows(&output)
        .iter()
        .map(|row| ["url", "kind", "element", "attr"].map(|key| row[key].as_str().expect("text").to_owned()).join(" "))
        .collect();
    assert_eq!(
        found,
        [
            "https://e.org/1 embed link href",
            "https://e.org/2 link link href",
            "https://e.org/3 hint link href",
            "https://e.org/4 embed script src",
            "https://e.org/5 form form action",
            "https://e.org/6 embed input src",
            "https://e.org/7 form input formaction",
            "https://e.org/8 form button formaction",
            "https://e.org/9 embed img src",
            "https://e.org/10 embed img src",
            "https://e.org/11 frame iframe src",
            "https://e.org/12 embed video src",
            "https://e.org/13 embed video poster",
            "https://e.org/14 embed source src",
            "https://e.org/15 embed track src",
            "https://e.org/16 embed audio src",
            "https://e.org/17 embed embed src",
            "https://e.org/18 embed object data",
            "https://e.org/19 nav area href",
            "https://e.org/20 nav a href",
        ]
    );
    assert_eq!(messages(&output), "");
}

#[test]
fn the_first_base_element_applies_to_the_entire_page() {
    let html = b"<a href=x></a><base target=y><base href=https://o.org/z/><base href=https://no.org/><a href=y></a>";
    let urls = |arguments: &[&str]| {
        let output = with_stdin(tagrake(Path::new(".")).args(arguments).args(["--kinds", "nav"]), html);
        rows(&output).iter().map(|row| row["url"].as_str().unwrap_or("none").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(urls(&[]), ["https://o.org/z/x", "https://o.org/z/y"]);
    assert_eq!(urls(&["-", "--url", "https://e.org/"]), ["https://o.org/z/x", "https://o.org/z/y"]);
    let output = with_stdin(&mut tagrake(Path::new(".")), b"<a href=x></a>");
    assert_eq!(rows(&output)[0]["url"], Value::Null);
}

/// Regression: relative links of pages without a URL had the class `invalid`, without a message.
#[test]
fn links_without_a_base_are_relative_and_counted() {
    let html = b"<a href=/a></a><img src=b><a href='http://['></a><a href=#c></a><a href=http://e.org/></a>";
    let classes = ["relative", "relative", "invalid", "fragment", "http"];
    let hint = "relative and have no URL: name the page's URL with --url, or with the key \"url\" of JSON lines\n";
    for arguments in [&[][..], &["--fields", "class"]] {
        let output = with_stdin(tagrake(Path::new(".")).args(arguments), html);
        let found: Vec<_> = rows(&output).iter().map(|row| row["class"].clone()).collect();
        assert_eq!(found, classes);
        assert_eq!(messages(&output), format!("tagrake: 2 links are {hint}tagrake: 5 links from 1 page\n"));
    }
    let silent: [&[&str]; 4] = [&["-q"], &["--fields", "raw"], &["--kinds", "form"], &["--url", "http://e.org/"]];
    for arguments in silent {
        let output = with_stdin(tagrake(Path::new(".")).args(arguments), html);
        assert!(!messages(&output).contains("relative"), "{arguments:?}: {}", messages(&output));
    }
    let line = b"{\"html\":\"<a href=a><a href=b>\"}\n{\"html\":\"<a href=a>\",\"url\":\"http://e.org/\"}\n";
    let mut extract = Command::new(env!("CARGO_BIN_EXE_tagrake"));
    let output = with_stdin(extract.args(["extract", "--input", "jsonl"]), line);
    assert_eq!(messages(&output), format!("tagrake: 2 links are {hint}tagrake: 2 pages\n"));
}

/// Regression: only `--stats` reported that a limit was reached.
#[test]
fn limits_are_reported_and_flag_the_rows() {
    let html = "<a href=http://e.org/>".repeat(3);
    let output =
        with_stdin(tagrake(Path::new(".")).args(["--max-links", "2", "--fields", "flags,url"]), html.as_bytes());
    let row = "{\"flags\":[\"limit-links\"],\"url\":\"http://e.org/\"}\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), row.repeat(2));
    assert_eq!(messages(&output), "tagrake: 2 links from 1 page; 1 page over a limit (links)\n");
    let csv = ["--max-links", "2", "--fields", "flags,url", "--format", "csv"];
    let output = with_stdin(tagrake(Path::new(".")).args(csv), format!("{html}<!--").as_bytes());
    let row = "truncated-input limit-links,http://e.org/\r\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("flags,url\r\n{}", row.repeat(2)));
}

/// By the rules of HTML, the rest of the XHTML page is the content of the script. A flag reports that.
#[test]
fn rows_of_an_xhtml_page_with_an_empty_script_are_flagged() {
    let html = br#"<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="icon" href="http://e.org/"/>
        <script src="http://e.org/"/></head><body><a href="http://e.org/lost">x</a></body></html>"#;
    for (format, begin, row) in [
        ("jsonl", "", "{\"flags\":[\"truncated-input\"],\"url\":\"http://e.org/\"}\n"),
        ("csv", "flags,url\r\n", "truncated-input,http://e.org/\r\n"),
    ] {
        let arguments = ["--content-type", "application/xhtml+xml", "--fields", "flags,url", "--format", format];
        let output = with_stdin(tagrake(Path::new(".")).args(arguments), html);
        assert_eq!(String::from_utf8_lossy(&output.stdout), begin.to_owned() + &row.repeat(2));
    }
}

/// Regression: a file name could recolor the terminal and forge lines.
#[test]
#[cfg(unix)]
fn escapes_control_characters_in_messages() {
    let name = "\u{1b}[31m\ntagrake: 9 links\u{202e}\u{85}";
    let shown = "\\u{1b}[31m\\ntagrake: 9 links\\u{202e}\\u{85}";
    let folder = folder(&[(&format!("{name}.html"), b"<p>")]);
    let command = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tagrake"));
        command.current_dir(folder.path()).args(arguments).output().expect("the command runs")
    };
    let output = command(&["links", "-v", ".", name]);
    assert_eq!(
        messages(&output),
        format!(
            "tagrake: ./{shown}.html: 1 page, 0 links\n\
             tagrake: {shown}: No such file or directory\n\
             tagrake: {shown}: 0 pages, 0 links; 1 file not read (missing or unreadable)\n\
             tagrake: 0 links from 1 page; 1 file not read (missing or unreadable)\n"
        )
    );
    for arguments in [
        &["check", ".", name][..],
        &["tokens", name],
        &["inspect", name],
        &["links", "-o", &format!("no/{name}"), "."],
        &["links", "--header", name, "."],
        &["links", name, "--manifest", name],
    ] {
        let output = command(arguments);
        let printed = String::from_utf8_lossy(&output.stdout).into_owned() + &messages(&output);
        assert!(!printed.contains(['\u{1b}', '\u{202e}', '\u{85}']), "{arguments:?}: {printed:?}");
        assert!(!printed.contains("\ntagrake: 9"), "{arguments:?}: {printed:?}");
    }
}

#[test]
fn noscript_is_markup_unless_scripting_is_on() {
    let html = b"<noscript><img src=x></noscript>";
    assert_eq!(rows(&with_stdin(&mut tagrake(Path::new(".")), html)).len(), 1);
    assert_eq!(rows(&with_stdin(tagrake(Path::new(".")).args(["--scripting", "on"]), html)).len(), 0);
}

#[test]
fn reads_folders_in_name_order() {
    let page = |name: &str| format!("<a href=https://e.org/{name}></a>").into_bytes();
    let folder = folder(&[
        ("site/b.HTM", &page("b")),
        ("site/a/2.html", &page("2")),
        ("site/a/10.html", &page("10")),
        ("site/a/notes.txt", &page("no")),
        ("alone.txt", &page("alone")),
    ]);
    let output = tagrake(folder.path()).args(["site", "alone.txt"]).output().expect("the command runs");
    let urls: Vec<_> = rows(&output).iter().map(|row| row["url"].as_str().expect("a URL").to_owned()).collect();
    assert_eq!(urls, ["10", "2", "b", "alone"].map(|name| format!("https://e.org/{name}")));
    assert_eq!(messages(&output), "tagrake: 4 links from 4 pages; 1 file skipped (type)\n");
}

#[test]
fn selects_links_by_kind_and_number() {
    let html = b"<a href=1></a><img src=2><a href=3></a><style>@import 'x'</style>";
    let count = |arguments: &[&str]| rows(&with_stdin(tagrake(Path::new(".")).args(arguments), html)).len();
    assert_eq!([count(&[]), count(&["--kinds", "nav"]), count(&["--kinds", "nav,css"])], [4, 2, 3]);
    assert_eq!(count(&["--max-links", "1"]), 1);
}

#[test]
fn reports_unreadable_inputs_and_reads_the_others() {
    let folder = folder(&[("good.html", b"<a href=https://e.org/>x</a>"), ("empty/notes.txt", b"")]);
    let inputs = ["missing.html", "empty", "good.html", "https://example.com/"];
    let output = tagrake(folder.path()).args(inputs).output().expect("the command runs");
    assert_eq!(rows(&output).len(), 1);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        messages(&output),
        "tagrake: missing.html: No such file or directory\n\
         tagrake: empty: the folder contains no HTML, WARC or JSON lines file\n\
         tagrake: https://example.com/: No such file or directory; URLs are not fetched: pipe the page in, for example \
         from curl -s\n\
         tagrake: 1 link from 1 page; 1 file skipped (type); 3 files not read (1 folder without pages, 2 missing or unreadable)\n"
    );
}

#[test]
fn a_byte_order_mark_is_not_text_but_counts_in_offsets() {
    let output = with_stdin(&mut tagrake(Path::new(".")), b"\xEF\xBB\xBF<a href=x></a>");
    assert_eq!(rows(&output)[0]["offset"], 11);
}

#[test]
fn writes_a_file_or_fails_with_status_3() {
    let folder = folder(&[("page.html", b"<a href=https://e.org/>x</a>")]);
    let output = tagrake(folder.path()).args(["-q", "-o", "out.jsonl", "page.html"]).output().expect("it runs");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
    let written = fs::read_to_string(folder.path().join("out.jsonl")).expect("the output is there");
    assert!(written.starts_with("{\"source\":\"page.html\"") && written.ends_with("}\n"), "{written}");

    let output = tagrake(folder.path()).args(["-o", "no/such/folder", "page.html"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(messages(&output).contains("no/such/folder"), "{}", messages(&output));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let html = "<a href=https://e.org/>x</a>".repeat(50_000);
    let folder = folder(&[("page.html", html.as_bytes())]);
    let mut child = tagrake(folder.path())
        .arg("page.html")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!((output.status.code(), messages(&output).as_str()), (Some(0), ""));
}

#[test]
fn a_full_disk_fails_with_status_3() {
    let Ok(full) = fs::File::options().write(true).open("/dev/full") else { return };
    let folder = folder(&[("page.html", b"<a href=https://e.org/>x</a>")]);
    let output = tagrake(folder.path()).arg("page.html").stdout(full).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(messages(&output), "tagrake: the output failed: No space left on device\n");
}

#[test]
fn help_and_version_exit_with_status_0() {
    let cases: [&[&str]; 12] = [
        &["check", "--help"],
        &["completions", "--help"],
        &["--help"],
        &["--version"],
        &["extract", "--help"],
        &["inspect", "--help"],
        &["links", "--help"],
        &["man", "--help"],
        &["schema", "--help"],
        &["text", "--help"],
        &["tokens", "--help"],
        &["help", "links"],
    ];
    for arguments in cases {
        let output = Command::new(env!("CARGO_BIN_EXE_tagrake")).args(arguments).output().expect("the command runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let version = concat!("tagrake ", env!("CARGO_PKG_VERSION"));
        let expected = if arguments.contains(&"--version") { version } else { "Example" };
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{arguments:?}");
        assert!(text.contains(expected), "{arguments:?}: {text}");
    }
}

#[test]
fn wrong_usage_exits_with_status_2() {
    let cases: [&[&str]; 8] = [
        &["--no-such-flag"],
        &["--url", "no url"],
        &["--scripting", "maybe"],
        &["--header", "no header"],
        &["--charset", "utf-7"],
        &["--kinds", "nav,no"],
        &["--max-links", "-1"],
        &["--format", "csv", "--compression", "snappy"],
    ];
    for arguments in cases {
        let output = tagrake(Path::new(".")).args(arguments).output().expect("the command runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
