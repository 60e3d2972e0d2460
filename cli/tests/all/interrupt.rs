//! Signals: an interrupted run prints a message and removes its files, and an ignored signal stays ignored.
use crate::support::command::Folder;
use crate::support::signals;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const LINE: &[u8] = br#"{"url":"http://e.org/","html":"<a href=a>"}
"#;

/// A run that reads lines from a pipe and has answered the first.
struct Run {
    child: Child,
    input: ChildStdin,
}

impl Run {
    /// Starts the command in `folder`, from a shell that runs `prefix` first, such as a `trap` that ignores a signal.
    fn start(prefix: &str, arguments: &str, folder: &Folder) -> Self {
        let script = format!("{prefix} exec '{}' {arguments} --input jsonl -", env!("CARGO_BIN_EXE_tagrake"));
        let mut shell = signals::command("sh");
        shell.args(["-c", &script]).current_dir(folder.path());
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = shell.spawn().expect("the shell runs");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(LINE).expect("the command reads");
        Self { child, input }
    }

    /// Waits for the first row on standard output, or for the temporary file of the output.
    fn wait_for_rows(&mut self, folder: &Folder) {
        let begin = Instant::now();
        if folder.path().join("to-stdout").exists() {
            let mut row = String::new();
            BufReader::new(self.child.stdout.as_mut().expect("a pipe")).read_line(&mut row).expect("a row");
            assert!(row.contains("http://e.org/a"), "{row}");
            return;
        }
        while !folder.names(".").iter().any(|name| name.starts_with(".tagrake-")) {
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

    /// Like [`end`](Self::end), but the input stays open.
    fn wait(self) -> (Option<i32>, String) {
        let Self { child, input } = self;
        let ended = wait(child);
        drop(input);
        ended
    }
}

fn wait(mut child: Child) -> (Option<i32>, String) {
    let mut messages = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut messages).expect("messages are UTF-8");
    (child.wait().expect("the command ends").code(), messages)
}

#[test]
fn an_interrupted_run_prints_a_message_and_removes_its_files() {
    for signal in ["INT", "TERM", "HUP"] {
        for arguments in
            ["links -o links.jsonl", "extract -q -o pages.jsonl", "check --progress never", "check --report r.html"]
        {
            let folder = Folder::new(&[]);
            let mut run = Run::start("", arguments, &folder);
            let has_output = !arguments.ends_with("never");
            if !has_output {
                // Wait until the handlers are installed. There is no output to wait for.
                sleep(Duration::from_millis(500));
            } else {
                run.wait_for_rows(&folder);
            }
            run.signal(signal);
            let (status, messages) = run.wait();
            assert_eq!(status, Some(130), "{arguments} {signal}: {messages}");
            assert!(messages.starts_with("tagrake: interrupted after "), "{arguments} {signal}: {messages}");
            let removed = messages.ends_with("; 1 unfinished output removed\n");
            assert_eq!(removed, has_output, "{messages}");
            assert!(folder.names(".").is_empty(), "{arguments} {signal}");
        }
    }
}

/// Regression: a hangup ended `nohup tagrake ... &` and removed its output.
#[test]
fn ignored_signals_stay_ignored() {
    for signal in ["HUP", "INT", "TERM"] {
        if signal != "HUP" && !cfg!(target_os = "linux") {
            continue; // ignored signals are known on Linux only
        }
        let folder = Folder::new(&[]);
        let mut run = Run::start(&format!("trap '' {signal};"), "links -o links.jsonl", &folder);
        run.wait_for_rows(&folder);
        run.signal(signal);
        run.signal(signal);
        run.input.write_all(LINE).expect("the command reads on");
        let (status, messages) = run.end();
        assert_eq!((status, messages.as_str()), (Some(0), "tagrake: 2 links from 2 pages\n"), "{signal}");
        assert_eq!(folder.names("."), ["links.jsonl"]);
    }
}

#[test]
fn an_interrupt_prints_the_counts() {
    let folder = Folder::new(&[("to-stdout", b"")]);
    let mut run = Run::start("", "links", &folder);
    run.wait_for_rows(&folder);
    sleep(Duration::from_millis(200)); // rows are written before they are counted
    run.signal("INT");
    let (status, messages) = run.wait();
    assert_eq!((status, messages.as_str()), (Some(130), "tagrake: interrupted after 1 link from 1 page\n"));
}

/// Regression: `check` kept the counts locked while it wrote the file of `--stats`, so that an interrupt waited for the file.
#[test]
fn a_run_that_waits_for_the_reader_of_its_stats_can_be_interrupted() {
    for arguments in ["check --stats pipe", "links --stats pipe"] {
        let folder = Folder::new(&[]);
        let Run { mut child, input } = Run::start("mkfifo pipe;", arguments, &folder);
        drop(input);
        // No program reads the pipe, so the run waits for one at its end.
        sleep(Duration::from_secs(1));
        assert_eq!(child.try_wait().expect("a state"), None, "{arguments}");
        let sent = Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
        let begin = Instant::now();
        while child.try_wait().expect("a state").is_none() && begin.elapsed() < Duration::from_secs(10) {
            sleep(Duration::from_millis(20));
        }
        let _ = child.kill();
        assert_eq!(wait(child).0, Some(130), "{arguments}");
    }
}
