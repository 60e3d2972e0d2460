//! `tagrake tokens --batch` over html5lib-tests: one line per run, equal to the expected output.

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tagrake_testsupport::{package_dir, repository_file};

/// Runs the command with `input` as its standard input and returns its output lines, its messages and its exit status.
fn batch(arguments: &[&str], input: Stdio) -> (Vec<String>, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_tagrake"))
        .args(["tokens", "--batch"])
        .args(arguments)
        .stdin(input)
        .output()
        .expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
    (text(output.stdout).lines().map(str::to_owned).collect(), text(output.stderr), output.status.code())
}

/// Parses JSON in which lone surrogates may be escaped: `\uD800` becomes the text `[D800]`.
fn parse(json: &str) -> Value {
    let (mut rest, mut readable) = (json, String::new());
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        readable.push_str(before);
        let (escape, behind) = escape.split_at(if escape.starts_with("\\u") { 6 } else { 2 });
        let is_surrogate = escape[1..].starts_with("uD") && !matches!(escape.as_bytes()[3], b'0'..=b'7');
        readable.push_str(&if is_surrogate { format!("[{}]", &escape[2..]) } else { escape.to_owned() });
        rest = behind;
    }
    readable.push_str(rest);
    serde_json::from_str(&readable).unwrap_or_else(|error| panic!("{error}: {json}"))
}

/// Returns the value of a doubly escaped one.
fn unescape(value: &Value) -> Value {
    parse(&value.to_string().replace("\\\\u", "\\u"))
}

fn test_files() -> Vec<PathBuf> {
    let folder = package_dir("markup5ever_rcdom").join("html5lib-tests/tokenizer");
    let entries = fs::read_dir(&folder).expect("the tests are there").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|is| is == "test")).collect();
    files.sort();
    files
}

/// Compares the output for one file with the expected output in it, and returns the number of runs.
fn check(file: &PathBuf, arguments: &[&str]) -> usize {
    let input = fs::File::open(file).expect("the file is there");
    let (lines, messages, status) = batch(arguments, input.into());
    let name = file.display();
    assert_eq!(status, Some(0), "{name}: {messages}");
    let tests: Value = serde_json::from_slice(&fs::read(file).expect("the file is there")).expect("the file is JSON");
    let mut lines = lines.iter();
    let mut runs = 0;
    for test in tests["tests"].as_array().map_or(&[][..], Vec::as_slice) {
        let data_state = [Value::from("Data state")];
        let states = test["initialStates"].as_array().map_or(&data_state[..], Vec::as_slice);
        for state in states {
            let line = parse(lines.next().unwrap_or_else(|| panic!("{name}: no line for {test}")));
            let is_escaped = test["doubleEscaped"] == true;
            let output = if is_escaped { unescape(&test["output"]) } else { test["output"].clone() };
            let errors = test.get("errors").cloned().unwrap_or_else(|| Value::Array(Vec::new()));
            assert_eq!(line["id"], test["description"], "{name}");
            assert_eq!(line["initialState"], *state, "{name}: {test}");
            assert_eq!(line["output"], output, "{name}: {test}");
            assert_eq!(line["errors"], errors, "{name}: {test}");
            runs += 1;
        }
    }
    assert_eq!(lines.next(), None, "{name}: more lines than runs");
    if tests["xmlViolationTests"].is_array() {
        assert!(messages.contains("4 XML violation tests skipped"), "{messages}");
    }
    runs
}

#[test]
fn every_html5lib_test_prints_the_expected_line() {
    let files = test_files();
    assert_eq!(files.len(), 14);
    for engine in ["auto", "machine"] {
        let arguments = ["--engine", engine];
        assert_eq!(files.iter().map(|file| check(file, &arguments)).sum::<usize>(), 7032);
    }
}

#[test]
fn processing_instructions_apply_to_all_tests() {
    let file = repository_file("tests/data/processing-instructions.json");
    for arguments in [&["--processing-instructions"][..], &["--processing-instructions", "--chunk", "1"]] {
        assert_eq!(check(&file, arguments), 136);
    }
}

/// Runs the command over `json`.
fn batch_of(json: &str) -> (Vec<String>, String, Option<i32>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tests.json");
    fs::write(&path, json).expect("the file is written");
    batch(&[], fs::File::open(path).expect("the file is there").into())
}

#[test]
fn accepts_an_object_a_list_or_lines() {
    let line = r#"{"id":7,"initialState":"Data state","output":[["StartTag","a",{"b":""}]],"errors":[]}"#;
    let test = r#"{"id":7,"description":"x","input":"<a b>"}"#;
    for json in [test.to_owned(), format!("[{test}]"), format!("{{\"tests\":[{test}]}}"), format!("\n{test}\n")] {
        assert_eq!(batch_of(&json), (vec![line.to_owned()], String::new(), Some(0)), "{json}");
    }
    assert_eq!(batch_of(&format!("{test}\n{test}\n")).0, [line, line]);
}

#[test]
fn members_of_a_test_set_the_options() {
    let cases = [
        (r#"{"input":"<![CDATA[x]]>","foreign":true}"#, r#"[["Character","x"]]"#),
        (r#"{"input":"<title><p>","feedback":true}"#, r#"[["StartTag","title",{}],["Character","<p>"]]"#),
        (r#"{"input":"<title><p>"}"#, r#"[["StartTag","title",{}],["StartTag","p",{}]]"#),
        (
            r#"{"input":"<noscript><p>","feedback":true,"scripting":true}"#,
            r#"[["StartTag","noscript",{}],["Character","<p>"]]"#,
        ),
        (
            r#"{"input":"x</xmp>","initialState":"RAWTEXT state","lastStartTag":"xmp"}"#,
            r#"[["Character","x"],["EndTag","xmp"]]"#,
        ),
        (r#"{"input":"\ud800\ud83d\ude00"}"#, "[[\"Character\",\"\\uD800\u{1F600}\"]]"),
        (r#"{"input":"<br/></br>"}"#, r#"[["StartTag","br",{},true],["EndTag","br"]]"#),
    ];
    for (json, output) in cases {
        let (lines, messages, status) = batch_of(json);
        assert_eq!((lines.len(), status), (1, Some(0)), "{json}: {messages}");
        assert!(lines[0].contains(&format!("\"output\":{output},")), "{json}: {}", lines[0]);
    }
}

#[test]
fn lone_surrogates_are_escaped_everywhere() {
    let json = r#"{"id":"\ud800","input":"<a \\uD801=\\uD802 \\uD803>\\uDC00","doubleEscaped":true}"#;
    let (lines, messages, status) = batch_of(json);
    let line = r#"{"id":"\ud800","initialState":"Data state","output":[["StartTag","a",{"\uD801":"\uD802","\uD803":""}],["Character","\uDC00"]]"#;
    assert!(lines[0].starts_with(line), "{lines:?} {messages}");
    assert_eq!((lines.len(), status), (1, Some(0)));
}

#[test]
fn accepts_null_members_and_prints_an_id_on_one_line() {
    let json = "{\"id\":{\n\"file\":1},\"input\":\"\",\"lastStartTag\":null,\"initialStates\":null,\"feedback\":null,\"more\":1}";
    let line = r#"{"id":{ "file":1},"initialState":"Data state","output":[],"errors":[]}"#;
    assert_eq!(batch_of(json), (vec![line.to_owned()], String::new(), Some(0)));
}

#[test]
fn reports_invalid_tests_and_runs_the_others() {
    let cases = [
        ("{\"description\":\"a\"}", "not a test: missing field `input`"),
        ("{\"input\":5,\"id\":\"b\"}", "not a test: invalid type"),
        ("7", "not a test: invalid type"),
        ("[{\"input\":\"x\"},8]", "not a test: invalid type"),
        ("{\"tests\":[{\"input\":\"x\"},{\"input\":null}]}", "not a test: invalid type"),
        ("{\"id\":\"b\",\"input\":\"\",\"initialState\":\"No state\"}", "test \"b\": 'No state' is not a text state"),
    ];
    for (json, message) in cases {
        let (lines, messages, status) = batch_of(&format!("{json}\n{{\"id\":\"last\",\"input\":\"x\"}}"));
        let runs = 1 + json.matches("\"x\"").count();
        assert_eq!((lines.len(), status), (runs, Some(1)), "{json}: {messages}");
        assert!(lines[runs - 1].starts_with("{\"id\":\"last\""), "{json}: {lines:?}");
        assert!(messages.starts_with("tagrake: -: ") && messages.contains(message), "{json}: {messages}");
        assert_eq!(messages.lines().count(), 1, "{json}: {messages}");
    }
}

#[test]
fn stops_at_invalid_json() {
    let (lines, messages, status) = batch_of("{\"input\":\"x\"}\n{\"input\":\"x\",}\n{\"input\":\"x\"}");
    assert_eq!((lines.len(), status), (1, Some(1)));
    assert!(messages.contains("not JSON") && messages.contains("at line 2 column"), "{messages}");
}

/// A driver may wait for each answer before it sends the next test.
#[test]
fn answers_each_test_before_reading_the_next() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tagrake"))
        .args(["tokens", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    for id in 0..3 {
        writeln!(stdin, "{{\"id\":{id},\"input\":\"<p>\"}}").expect("the test is sent");
        let answer = answers.next().expect("an answer").expect("the answer is text");
        assert!(answer.starts_with(&format!("{{\"id\":{id},")), "{answer}");
    }
    drop(stdin);
    assert!(answers.next().is_none());
    assert_eq!(child.wait().expect("the command ends").code(), Some(0));
}

#[test]
fn reads_a_file_and_rejects_options_of_a_single_document() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tests.json");
    fs::write(&path, "{\"input\":\"x\"}").expect("the file is written");
    let path = path.to_str().expect("the path is text");
    assert_eq!(batch(&[path], Stdio::null()).0.len(), 1);
    assert_eq!(batch(&["-"], fs::File::open(path).expect("the file is there").into()).0.len(), 1);

    let (_, messages, status) = batch(&["no-such-file"], Stdio::null());
    assert_eq!((messages.as_str(), status), ("tagrake: no-such-file: No such file or directory\n", Some(1)));
    let (_, messages, status) = batch(&[env!("CARGO_MANIFEST_DIR")], Stdio::null());
    assert!(messages.ends_with(": Is a directory\n"), "{messages}");
    assert_eq!(status, Some(1));
    for option in [&["--errors"][..], &["--spans"], &["--feedback", "on"], &["--initial-state", "Data state"]] {
        assert_eq!(batch(option, Stdio::null()).2, Some(2), "{option:?}");
    }
}
