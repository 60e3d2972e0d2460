//! Signals: an interrupted run says so and leaves nothing behind, and an ignored signal stays ignored.
#![cfg(unix)]

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use support::signals;

const LINE: &[u8] = br#"{"url":"http://e.org/","html":"<a href=a>"}
"#;

/// A run that reads lines from a pipe and has answered the first.
struct Run {
    child: Child,
    input: ChildStdin,
}

impl Run {
    /// Starts the command in `folder`. `prefix` is the shell's: it may ignore signals.
    fn start(prefix: &str, arguments: &str, folder: &Path) -> Self {
        let script = format!("{prefix} exec '{}' {arguments} --input jsonl -", env!("CARGO_BIN_EXE_tagrake"));
        let mut shell = signals::command("sh");
        shell.args(["-c", &script]).current_dir(folder);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = shell.spawn().expect("the shell runs");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(LINE).expect("the command reads");
        Self { child, input }
    }

    /// Waits for the first row on standard output, or for the temporary file of the output.
    fn wait_for_rows(&mut self, folder: &Path) {
        let is_there = |name: &str| name.starts_with(".tagrake-");
        let begin = Instant::now();
        if folder.join("to-stdout").exists() {
            let mut row = String::new();
            BufReader::new(self.child.stdout.as_mut().expect("a pipe")).read_line(&mut row).expect("a row");
            assert!(row.contains("http://e.org/a"), "{row}");
            return;
        }
        while !names(folder).iter().any(|name| is_there(name)) {
            assert!(begin.elapsed() < Duration::from_secs(60), "no temporary file");
            sleep(Duration::from_millis(5));
        }
    }

    fn signal(&self, name: &str) {
        let status = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status();
        assert!(status.expect("kill runs").success());
    }

    /// Ends the input, waits for the end, and returns the exit status and standard error.
    fn end(self) -> (Option<i32>, String) {
        let Self { child, input } = self;
        drop(input);
        wait(child)
    }

    /// The same while the input stays open.
    fn wait(self) -> (Option<i32>, String) {
        let Self { child, input } = self;
        let ended = wait(child);
        drop(input);
        ended
    }
}

fn wait(mut child: Child) -> (Option<i32>, String) {
    let mut complaints = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut complaints).expect("complaints are UTF-8");
    (child.wait().expect("the command ends").code(), complaints)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| entry.expect("a name").file_name().into_string().expect("text")).collect();
    names.sort();
    names
}

#[test]
fn an_interrupted_run_says_so_and_leaves_nothing_behind() {
    for signal in ["INT", "TERM", "HUP"] {
        for arguments in ["links -o links.jsonl", "extract -q -o pages.jsonl", "check --progress never"] {
            let folder = tempfile::tempdir().expect("a folder");
            let mut run = Run::start("", arguments, folder.path());
            if arguments.starts_with("check") {
                // Nothing shows that it has begun to read, but it handles signals before.
                sleep(Duration::from_millis(500));
            } else {
                run.wait_for_rows(folder.path());
            }
            run.signal(signal);
            let (status, complaints) = run.wait();
            assert_eq!(status, Some(130), "{arguments} {signal}: {complaints}");
            assert!(complaints.starts_with("tagrake: interrupted after "), "{arguments} {signal}: {complaints}");
            let removed = complaints.ends_with("; 1 unfinished output removed\n");
            assert_eq!(removed, !arguments.starts_with("check"), "{complaints}");
            assert!(names(folder.path()).is_empty(), "{arguments} {signal}");
        }
    }
}

/// `nohup tagrake ... &` was ended by the hangup, and its output removed.
#[test]
fn ignored_signals_stay_ignored() {
    for signal in ["HUP", "INT", "TERM"] {
        if signal != "HUP" && !cfg!(target_os = "linux") {
            continue; // other systems cannot be asked
        }
        let folder = tempfile::tempdir().expect("a folder");
        let mut run = Run::start(&format!("trap '' {signal};"), "links -o links.jsonl", folder.path());
        run.wait_for_rows(folder.path());
        run.signal(signal);
        run.signal(signal);
        run.input.write_all(LINE).expect("the command reads on");
        let (status, complaints) = run.end();
        assert_eq!((status, complaints.as_str()), (Some(0), "tagrake: 2 links from 2 pages\n"), "{signal}");
        assert_eq!(names(folder.path()), ["links.jsonl"]);
    }
}

#[test]
fn an_interrupt_counts_what_was_read() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("to-stdout"), "").expect("a file");
    let mut run = Run::start("", "links", folder.path());
    run.wait_for_rows(folder.path());
    sleep(Duration::from_millis(200)); // rows are written before they are counted
    run.signal("INT");
    let (status, complaints) = run.wait();
    assert_eq!((status, complaints.as_str()), (Some(130), "tagrake: interrupted after 1 link from 1 page\n"));
}
