//! Failures: of one output in a folder, of a closed stream, of inputs in `--stats`; and messages, which are bounded.

use crate::support::command::{Folder, Printed, command};
#[cfg(unix)]
use crate::support::shell;
use serde_json::json;
use std::fs;
#[cfg(unix)]
use std::io::Read;
use std::path::Path;

const PAGE: &[u8] = b"<a href=http://e.org/1>x</a>";

#[test]
fn stats_are_complete_only_if_all_input_was_read() {
    let folder = Folder::new(&[
        ("a.html", PAGE),
        ("bad.jsonl", b"{\"html\":\"<p>\"}\nno\nno\n"),
        ("image.html", b"\x89PNG\r\n\x1a\n"),
    ]);
    folder.run("links --stats s.json -o rows.jsonl a.html").exits(0);
    let stats = folder.json("s.json");
    assert_eq!(
        (&stats["complete"], &stats["failed_inputs"], &stats["failed_input_count"]),
        (&true.into(), &json!([]), &0.into())
    );
    for verb in ["links", "check"] {
        folder.run(&format!("{verb} --stats s.json a.html missing.warc.gz bad.jsonl image.html")).exits(1);
        let stats = folder.json("s.json");
        let failed = json!([
            {"file": "missing.warc.gz", "cause": "io"},
            {"file": "bad.jsonl", "cause": "line"},
            {"file": "image.html", "cause": "type"},
        ]);
        assert_eq!((&stats["complete"], &stats["failed_input_count"]), (&false.into(), &3.into()), "{verb}");
        assert_eq!(stats["failed_inputs"], failed, "{verb}");
        assert_eq!(stats["errors"], json!({"io": 1, "line": 2, "type": 1}), "{verb}");
    }
}

#[test]
fn failed_inputs_and_messages_are_limited_and_counted() {
    let names: String = (0..250).map(|number| format!("missing-{number}.html\n")).collect();
    let folder = Folder::new(&[("list", names.as_bytes())]);
    let printed = folder.run("links --stats s.json --manifest list").exits(1);
    let stats = folder.json("s.json");
    assert_eq!(stats["failed_inputs"].as_array().map(Vec::len), Some(100));
    assert_eq!((&stats["failed_input_count"], &stats["errors"]["io"]), (&250.into(), &250.into()));
    assert_eq!(printed.stderr.lines().count(), 102);
    assert!(printed.stderr.contains("tagrake: 150 more messages like these were left out: missing or unreadable\n"));
    assert!(printed.stderr.ends_with("; 250 files not read (missing or unreadable)\n"), "{}", printed.stderr);
}

#[test]
fn a_long_message_is_shortened_and_keeps_its_cause() {
    let folder = Folder::new(&[("list", format!("{}/x.html\n", "n".repeat(20_000)).as_bytes())]);
    let printed = folder.run("links --manifest list").exits(1);
    let message = printed.stderr.lines().next().expect("a message");
    assert!(message.len() < 1100 && message.contains(" bytes left out] "), "{message}");
    assert!(message.starts_with("tagrake: nnn") && message.contains("x.html: "), "{message}");
}

/// The name of a record, which is 21 bytes longer than the name of its input, was too long, and ended each run at the same input.
#[test]
#[cfg(unix)]
fn a_long_name_is_shortened_in_an_output_folder() {
    let [long, other] = ["x", "y"].map(|first| format!("{first}{}.html", "x".repeat(249)));
    let folder = Folder::new(&[("a.html", PAGE), (&long, PAGE), (&other, PAGE), ("z.html", PAGE)]);
    let arguments = format!("links --output-dir o --skip-existing a.html {long} {other} z.html");
    folder.run(&arguments).exits(0);
    let names = folder.names("o");
    let records = folder.names(".o.tagrake");
    assert_eq!((names.len(), records.len()), (4, 4));
    assert!(names.iter().chain(&records).all(|name| name.len() <= 255) && names.contains(&"z.html.jsonl".to_owned()));
    assert!(folder.run(&arguments).exits(0).stderr.contains("4 outputs up to date"));
}

#[test]
fn the_failure_of_one_output_is_an_error_of_its_input() {
    let folder = Folder::new(&[("a.html", PAGE), ("b.html", PAGE), ("c/d.html", PAGE), ("z.html", PAGE)]);
    fs::create_dir_all(folder.path().join("o/b.html.jsonl")).expect("a folder");
    folder.write("o/c", "a file where a folder is needed");
    let printed = folder.run("links --output-dir o --stats s.json a.html b.html c/d.html z.html").exits(1);
    assert_eq!(folder.text("o/z.html.jsonl").lines().count(), 1);
    assert!(printed.stderr.contains("b.html: the output failed: o/b.html.jsonl: is a directory"), "{}", printed.stderr);
    assert!(printed.stderr.contains("; 2 outputs failed (cannot be written)"), "{}", printed.stderr);
    let stats = folder.json("s.json");
    let failed = json!([{"file": "b.html", "cause": "output"}, {"file": "c/d.html", "cause": "output"}]);
    assert_eq!((&stats["complete"], &stats["failed_inputs"]), (&false.into(), &failed));
    assert_eq!(stats["errors"], json!({"output": 2}));
    // With this policy, the run ends.
    folder.run("links --errors fail --output-dir o b.html a.html").exits(1);
    // The folder itself cannot be made.
    folder.run("links --output-dir z.html a.html").exits(3);
}

#[test]
#[cfg(unix)]
fn a_closed_stream_is_an_error() {
    let folder = Folder::new(&[("a.html", PAGE)]);
    let run = |arguments: &str| {
        let script = format!("'{}' {arguments}", env!("CARGO_BIN_EXE_tagrake"));
        let output = shell::bash(folder.path(), &["-c", &script]).output().expect("bash runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for verb in ["links", "extract", "text", "tokens", "check", "inspect", "wat"] {
        let (status, messages) = run(&format!("{verb} a.html >&-"));
        assert!(messages.contains("standard output: Bad file descriptor"), "{verb}: {messages}");
        assert_eq!(status, Some(3), "{verb}");
        // Only read.
        assert_eq!(run(&format!("{verb} a.html 1</dev/null")).0, Some(3), "{verb}");
        assert_eq!(run(&format!("{verb} a.html >/dev/null 2>&1")).0, Some(0), "{verb}");
        assert_eq!(run(&format!("{verb} a.html 1<>/dev/null")).0, Some(0), "{verb}");
    }
    for arguments in ["schema", "completions bash", "man", "--help", "links --help", "--version"] {
        assert_eq!(run(&format!("{arguments} >&-")).0, Some(3), "{arguments}");
    }
    // Nothing is written to standard output.
    assert_eq!(run("links -o rows.jsonl a.html >&-").0, Some(0));
    for arguments in
        ["links -", "links", "extract --manifest -", "extract --index -", "tokens -", "inspect - -o o.html", "check -"]
    {
        let (status, messages) = run(&format!("{arguments} <&-"));
        assert_eq!(status, Some(1), "{arguments}: {messages}");
        assert!(arguments.starts_with("check") || messages.contains("Bad file descriptor"), "{arguments}: {messages}");
        assert_eq!(run(&format!("{arguments} 0>/dev/null")).0, Some(1), "{arguments}");
    }
}

/// The name of an output was printed with its control characters: they forged lines and moved the cursor.
#[test]
fn usage_errors_have_no_control_characters() {
    let folder = Folder::new(&[("a.html", PAGE)]);
    for arguments in [
        "links -o 'x.a\nforged: b' a.html",
        "links -o 'x.\u{9b}31m\r' a.html",
        "links --format 'x\nforged: b' a.html",
        "links '--jobs=x\nforged: b' a.html",
        "links --max-record-bytes 'x\nforged: b' a.html",
        "links --fields 'url,x\nforged: b' a.html",
        "'x\nforged: b'",
        "links '--x\nforged: b'",
        "extract --record 'x\nforged: b'",
        "schema --fields 'x\nforged: b'",
        "inspect -o 'x.a\nforged: b' a.html",
        "links --stats 'a.html' -o 'x\nforged: b' a.html",
        "extract --keep 'x\nforged: b' a.html",
    ] {
        let messages = folder.run(arguments).exits(2).stderr;
        assert!(!messages.lines().any(|line| line.starts_with("forged")), "{arguments:?}: {messages}");
        assert!(!messages.contains(['\r', '\u{9b}']), "{arguments:?}: {messages:?}");
    }
}

#[test]
fn resuming_needs_an_output_folder() {
    let folder = Folder::new(&[("a.html", PAGE)]);
    for arguments in ["-o rows.jsonl --skip-existing", "--skip-existing -o rows.jsonl", "--skip-existing"] {
        let printed = folder.run(&format!("links {arguments} a.html")).exits(2);
        assert!(printed.stderr.contains("'--skip-existing' requires '--output-dir'"), "{}", printed.stderr);
    }
    assert_eq!(folder.names("."), ["a.html"]);
}

/// The run ended at the first path that was too long, because the output folder did not exist yet.
#[test]
#[cfg(unix)]
fn a_path_that_is_too_long_is_an_error_of_its_input() {
    let folder = Folder::new(&[("x/x", b""), ("p.html", PAGE), ("q.html", PAGE)]);
    let long = "x/../".repeat(817) + "p.html";
    let printed = folder.run(&format!("links --output-dir a-folder-for-outputs {long} q.html")).exits(1);
    assert!(printed.stderr.contains("File name too long"), "{}", printed.stderr);
    assert!(printed.stderr.ends_with("; 1 output failed (cannot be written)\n"), "{}", printed.stderr);
    assert_eq!(folder.text("a-folder-for-outputs/q.html.jsonl").lines().count(), 1);
}

/// The run waited until a process read the pipe. `timeout` is a program of Linux.
#[test]
#[cfg(target_os = "linux")]
fn a_pipe_in_place_of_an_output_is_an_error_of_its_input() {
    for name in ["out/p.html.jsonl", ".out.tagrake/p.html.jsonl.json"] {
        let folder = Folder::new(&[("p.html", PAGE), ("q.html", PAGE), ("out/x", b""), (".out.tagrake/x", b"")]);
        for options in ["", "--skip-existing"] {
            let script = format!(
                "[ -p {name} ] || mkfifo {name}; timeout 60 tagrake links --output-dir out {options} p.html q.html"
            );
            let printed = Printed::new(&script, shell::bash(folder.path(), &["-c", &script]).output()).exits(1);
            let message = format!("p.html: the output failed: {name}: it exists and is not a regular file");
            assert!(printed.stderr.contains(&message), "{}", printed.stderr);
            assert_eq!(folder.text("out/q.html.jsonl").lines().count(), 1);
        }
    }
}

/// The counts of an earlier run said that all input was read.
#[test]
#[cfg(target_os = "linux")]
fn the_counts_of_a_failed_run_are_written() {
    let folder = Folder::new(&[("a.html", PAGE)]);
    for script in [
        "tagrake links --stats s.json -o /dev/full a.html",
        "tagrake links --stats s.json a.html >/dev/full",
        "tagrake links --stats s.json a.html >&-",
        "tagrake links --stats s.json -o no/such/rows.jsonl a.html",
        "tagrake links --stats s.json --output-dir a.html/out a.html",
        "tagrake check --stats s.json a.html >/dev/full",
        "tagrake check --stats s.json a.html >&-",
    ] {
        folder.run("links -q -o rows.jsonl --stats s.json a.html").exits(0);
        assert_eq!(folder.json("s.json")["complete"], true);
        Printed::new(script, shell::bash(folder.path(), &["-c", script]).output()).exits(3);
        assert_eq!(folder.json("s.json")["complete"], false, "{script}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn help_on_a_full_disk_is_an_error() {
    for arguments in ["--help", "links --help", "links -h", "help", "--version"] {
        let full = fs::File::options().write(true).open("/dev/full").expect("a device");
        let status = command(Path::new("."), arguments).stdout(full).status().expect("it runs");
        assert_eq!(status.code(), Some(3), "{arguments}");
    }
}

/// Node.js makes pipes that do not block. A full one ended the run.
#[test]
#[cfg(unix)]
fn a_full_pipe_that_does_not_block_is_written_when_it_is_read() {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    let folder = Folder::new(&[("a.html", &PAGE.repeat(30_000))]);
    let expected = folder.run("links -q a.html").stdout;
    let (ours, theirs) = UnixStream::pair().expect("a pair");
    theirs.set_nonblocking(true).expect("it is set");
    let mut child = folder.command("links -q a.html").stdout(OwnedFd::from(theirs)).spawn().expect("it runs");
    std::thread::sleep(std::time::Duration::from_millis(300)); // it is full
    let mut rows = Vec::new();
    (&ours).read_to_end(&mut rows).expect("it is read");
    assert!(child.wait().expect("it ends").success());
    assert!(rows == expected && rows.len() > 1 << 20);
}

/// The signal ended the process, and its temporary file remained.
#[test]
#[cfg(unix)]
fn a_file_over_the_limit_of_the_system_is_an_error() {
    let folder = Folder::new(&[("a.html", &PAGE.repeat(10_000))]);
    let script = "ulimit -f 8; tagrake links -o rows.jsonl a.html";
    let printed = Printed::new(script, shell::bash(folder.path(), &["-c", script]).output()).exits(3);
    assert!(printed.stderr.contains("the output failed: "), "{}", printed.stderr);
    assert_eq!(folder.names("."), ["a.html"]);
}
