//! `tagrake wat`: formats, inputs and exit status.

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn tagrake(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tagrake"))
        .arg("wat")
        .args(args)
        .current_dir(folder)
        .output()
        .expect("the command runs")
}

fn lines(output: &Output) -> Vec<Value> {
    let lines = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("a line is JSON")).collect()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("messages are UTF-8")
}

/// Returns a response record of a WARC file.
fn response(uri: &str, body: &str) -> String {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
    let length = block.len();
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2026-11-21T00:00:00Z\r\n\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {length}\r\n\r\n{block}\r\n\r\n"
    )
}

#[test]
fn reads_warc_files_and_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let warc = response("http://e.org/1", "<title>1</title>") + &response("http://e.org/2", "<title>2</title>");
    fs::write(folder.path().join("a.WARC"), warc).expect("a file");
    fs::write(folder.path().join("b.html"), "<title>3</title>").expect("a file");
    let output = tagrake(folder.path(), &["--url", "http://e.org/3", "a.WARC", "b.html"]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), "tagrake: 3 records\n"));
    for (index, record) in lines(&output).iter().enumerate() {
        let number = (index + 1).to_string();
        let envelope = &record["Envelope"];
        assert_eq!(envelope["WARC-Header-Metadata"]["WARC-Target-URI"], format!("http://e.org/{number}"));
        let html = &envelope["Payload-Metadata"]["HTTP-Response-Metadata"]["HTML-Metadata"];
        assert_eq!(*html, json!({"Head": {"Title": number}}));
    }
}

#[test]
fn a_wat_file_is_a_warc_file() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.warc"), response("http://e.org/1", "<a href=x>")).expect("a file");
    let args = ["-q", "a.warc", "-o", "a.warc.wat.gz"];
    assert_eq!(tagrake(folder.path(), &args).status.code(), Some(0));
    let to_stdout = tagrake(folder.path(), &["-q", "--format", "warc", "a.warc"]).stdout;
    assert_eq!(fs::read(folder.path().join("a.warc.wat.gz")).expect("a file"), to_stdout);

    fs::rename(folder.path().join("a.warc.wat.gz"), folder.path().join("wat.warc.gz")).expect("a file");
    let records = lines(&tagrake(folder.path(), &["-q", "wat.warc.gz"]));
    let header = |index: usize, name: &str| records[index]["Envelope"]["WARC-Header-Metadata"][name].clone();
    assert_eq!(records.len(), 2);
    assert_eq!((header(0, "WARC-Type"), header(0, "WARC-Filename")), (json!("warcinfo"), json!("a.warc.wat.gz")));
    assert_eq!((header(1, "WARC-Type"), header(1, "WARC-Target-URI")), (json!("metadata"), json!("http://e.org/1")));
}

#[test]
fn reports_damage_and_reads_the_rest() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = response("http://e.org/1", "<p>");
    fs::write(folder.path().join("a.warc"), whole.clone() + &whole[..whole.len() - 8]).expect("a file");
    let output = tagrake(folder.path(), &["no.warc", "a.warc", "no.html"]);
    assert_eq!((output.status.code(), lines(&output).len()), (Some(1), 2));
    let messages = stderr(&output);
    assert!(messages.contains("tagrake: no.warc:") && messages.contains("tagrake: a.warc:"), "{messages}");
    assert!(
        messages.ends_with(
            "tagrake: 2 records; 2 files not read (missing or unreadable); 1 record damaged (file truncated)\n"
        ),
        "{messages}"
    );
}

#[test]
fn output_dir_has_one_output_per_input() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.warc", "b.warc"] {
        fs::write(folder.path().join(name), response("http://e.org/1", "<p>")).expect("a file");
    }
    let args = ["-q", "--format", "warc", "a.warc", "b.warc", "--output-dir", "wat"];
    assert_eq!(tagrake(folder.path(), &args).status.code(), Some(0));
    for name in ["a.warc", "b.warc"] {
        let one = tagrake(folder.path(), &["-q", "--format", "warc", name]).stdout;
        let file = fs::read(folder.path().join("wat").join(format!("{name}.wat.gz"))).expect("a file");
        assert!(file == one, "{name}");
    }
}

#[test]
fn writes_text_as_wet_records() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.warc"), response("http://e.org/1", "<p>One<p>Two")).expect("a file");
    let mut text = Command::new(env!("CARGO_BIN_EXE_tagrake"));
    text.args(["text", "-q", "a.warc", "-o", "a.warc.wet.gz"]).current_dir(folder.path());
    assert_eq!(text.status().expect("the command runs").code(), Some(0));
    fs::rename(folder.path().join("a.warc.wet.gz"), folder.path().join("wet.warc.gz")).expect("a file");
    let records = lines(&tagrake(folder.path(), &["-q", "wet.warc.gz"]));
    let header = &records[1]["Envelope"]["WARC-Header-Metadata"];
    assert_eq!((records.len(), &header["WARC-Type"]), (2, &json!("conversion")));
    let digest = "sha1:5Y7DRXWNDY2ETWZCDMB2IOOJ6SHKT4BW";
    assert_eq!((&header["WARC-Block-Digest"], &header["Content-Length"]), (&json!(digest), &json!("7")));
    assert_eq!(records[1]["Envelope"]["Payload-Metadata"]["Block-Digest"], digest);
}

#[test]
fn rejects_wrong_usage() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [["--format", "parquet"], ["--mime", "all"], ["--status", "200"], ["--compression", "snappy"]] {
        assert_eq!(
            tagrake(folder.path(), &[&arguments[..], &["a.warc"]].concat()).status.code(),
            Some(2),
            "{arguments:?}"
        );
    }
    assert_eq!(tagrake(folder.path(), &["a.html", "-o", "no/such/file"]).status.code(), Some(3));
}
