//! The extraction cases through the command: all that a page record answers, and all that a WAT record does, as lines of
//! JSON, in one process each.

#[path = "../../tests/support/cases.rs"]
mod cases;

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

#[test]
fn records_say_what_the_cases_expect() {
    let cases = cases::of_records();
    let records = answers(&["extract", "--text"], &cases);
    let mut wrong = Vec::new();
    for (case, record) in cases.iter().zip(&records) {
        assert_eq!(record["id"], case["id"]);
        wrong.extend(cases::compare(case, record));
    }
    assert!(wrong.is_empty(), "{} expectations are not met\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn wat_records_say_what_the_cases_expect() {
    let cases = cases::of_wat();
    for (case, record) in cases.iter().zip(answers(&["wat"], &cases)) {
        let html = &record["Envelope"]["Payload-Metadata"]["HTTP-Response-Metadata"]["HTML-Metadata"];
        assert_eq!(*html, case["expect"]["wat"], "{}", case["id"]);
    }
}

/// Returns what a verb prints for each case.
fn answers(verb: &[&str], cases: &[Value]) -> Vec<Value> {
    let lines: String = cases.iter().map(|case| format!("{case}\n")).collect();
    let mut child = Command::new(env!("CARGO_BIN_EXE_tagrake"))
        .args(verb)
        .args(["--input", "jsonl", "-q", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let sender = thread::spawn(move || stdin.write_all(lines.as_bytes()).expect("the cases are written"));
    let output = child.wait_with_output().expect("the command ends");
    sender.join().expect("the cases are sent");
    assert_eq!(output.status.code(), Some(0));

    let lines = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let answers: Vec<Value> = lines.map(|line| serde_json::from_slice(line).expect("a line is JSON")).collect();
    assert_eq!(answers.len(), cases.len());
    answers
}
