//! `tagrake tokens --batch` over html5lib-tests: one line per run, equal to the expected output.

use crate::support::command::{Folder, Printed, command, run, tokens};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use tagrake_testsupport::{package_files, repository_file};

/// Runs the command over `tests`.
fn batch(arguments: &str, tests: &[u8]) -> Printed {
    tokens(&format!("--batch {arguments}"), tests)
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

/// Compares the output for one file with the expected output in it, and returns the number of runs.
fn check(file: &Path, arguments: &str) -> usize {
    let name = file.display();
    let input = fs::read(file).expect("the file is there");
    let output = batch(arguments, &input).exits(0);
    let tests: Value = serde_json::from_slice(&input).expect("the file is JSON");
    let mut lines = output.text().lines();
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
        assert!(output.stderr.contains("4 XML violation tests skipped"), "{}", output.stderr);
    }
    runs
}

#[test]
fn every_html5lib_test_prints_the_expected_line() {
    let files = package_files("markup5ever_rcdom", "html5lib-tests/tokenizer", "test");
    assert_eq!(files.len(), 14);
    for engine in ["auto", "machine"] {
        let arguments = format!("--engine {engine}");
        assert_eq!(files.iter().map(|file| check(file, &arguments)).sum::<usize>(), 7032);
    }
}

#[test]
fn processing_instructions_apply_to_all_tests() {
    let file = repository_file("tests/data/processing-instructions.json");
    for arguments in ["--processing-instructions", "--processing-instructions --chunk 1"] {
        assert_eq!(check(&file, arguments), 136);
    }
}

#[test]
fn accepts_an_object_a_list_or_lines() {
    let line =
        "{\"id\":7,\"initialState\":\"Data state\",\"output\":[[\"StartTag\",\"a\",{\"b\":\"\"}]],\"errors\":[]}\n";
    let test = r#"{"id":7,"description":"x","input":"<a b>"}"#;
    for json in [test.to_owned(), format!("[{test}]"), format!("{{\"tests\":[{test}]}}"), format!("\n{test}\n")] {
        let output = batch("", json.as_bytes()).exits(0);
        assert_eq!((output.text(), &*output.stderr), (line, ""), "{json}");
    }
    assert_eq!(batch("", format!("{test}\n{test}\n").as_bytes()).text(), line.repeat(2));
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
        let printed = batch("", json.as_bytes()).exits(0);
        let line = printed.text();
        assert_eq!(line.lines().count(), 1, "{json}");
        assert!(line.contains(&format!("\"output\":{output},")), "{json}: {line}");
    }
}

#[test]
fn lone_surrogates_are_escaped_everywhere() {
    let json = r#"{"id":"\ud800","input":"<a \\uD801=\\uD802 \\uD803>\\uDC00","doubleEscaped":true}"#;
    let output = batch("", json.as_bytes()).exits(0);
    let line = r#"{"id":"\ud800","initialState":"Data state","output":[["StartTag","a",{"\uD801":"\uD802","\uD803":""}],["Character","\uDC00"]]"#;
    assert!(output.text().starts_with(line), "{} {}", output.text(), output.stderr);
    assert_eq!(output.text().lines().count(), 1);
}

#[test]
fn accepts_null_members_and_prints_an_id_on_one_line() {
    let json = "{\"id\":{\n\"file\":1},\"input\":\"\",\"lastStartTag\":null,\"initialStates\":null,\"feedback\":null,\"more\":1}";
    let line = "{\"id\":{ \"file\":1},\"initialState\":\"Data state\",\"output\":[],\"errors\":[]}\n";
    let output = batch("", json.as_bytes()).exits(0);
    assert_eq!((output.text(), &*output.stderr), (line, ""));
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
        let output = batch("", format!("{json}\n{{\"id\":\"last\",\"input\":\"x\"}}").as_bytes()).exits(1);
        let (lines, messages) = (output.text().lines().collect::<Vec<_>>(), &output.stderr);
        let runs = 1 + json.matches("\"x\"").count();
        assert_eq!(lines.len(), runs, "{json}: {messages}");
        assert!(lines[runs - 1].starts_with("{\"id\":\"last\""), "{json}: {lines:?}");
        assert!(messages.starts_with("tagrake: -: ") && messages.contains(message), "{json}: {messages}");
        assert_eq!(messages.lines().count(), 1, "{json}: {messages}");
    }
}

#[test]
fn stops_at_invalid_json() {
    let output = batch("", b"{\"input\":\"x\"}\n{\"input\":\"x\",}\n{\"input\":\"x\"}").exits(1);
    assert_eq!(output.text().lines().count(), 1);
    let messages = output.stderr;
    assert!(messages.contains("not JSON") && messages.contains("at line 2 column"), "{messages}");
}

/// A driver may wait for each answer before it sends the next test.
#[test]
fn answers_each_test_before_reading_the_next() {
    let mut command = command(Path::new("."), "tokens --batch");
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the command runs");
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
    let folder = Folder::new(&[("tests.json", b"{\"input\":\"x\"}")]);
    assert_eq!(folder.run("tokens --batch tests.json").text().lines().count(), 1);
    let piped = folder.run_with("tokens --batch -", folder.open("tests.json"));
    assert_eq!(piped.text().lines().count(), 1);

    let messages = run("tokens --batch no-such-file").exits(1).stderr;
    assert_eq!(messages, "tagrake: no-such-file: No such file or directory\n");
    let messages = run("tokens --batch .").exits(1).stderr;
    assert!(messages.ends_with(": Is a directory\n"), "{messages}");
    for option in ["--errors", "--spans", "--feedback on", "--initial-state 'Data state'"] {
        run(&format!("tokens --batch {option}")).exits(2);
    }
}
