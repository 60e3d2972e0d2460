//! Runs with fewer threads than requested.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Writes a file that is split into many jobs, and returns its name.
fn crawl(folder: &Path) -> String {
    let mut records = String::new();
    for number in 0..400 {
        let body = format!("<a href=http://e.org/{number}>{}</a>", "x".repeat(200));
        let length = body.len();
        write!(
            records,
            "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n{body}\r\n\r\n"
        )
        .expect("a String takes all");
    }
    fs::write(folder.join("crawl.warc"), records).expect("a file");
    "crawl.warc".to_owned()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

fn check(alone: &Output, output: &Output) {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(alone.stdout == output.stdout && text(&output.stdout).lines().count() == 400);
}

fn run(folder: &Path, threads: &str, stack_bytes: Option<u64>) -> Output {
    let name = crawl(folder);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tagrake"));
    command.current_dir(folder).args(["links", &name, "-j", threads, "--work-bytes", "4096"]);
    if let Some(bytes) = stack_bytes {
        command.env("RUST_MIN_STACK", bytes.to_string());
    }
    command.output().expect("the command is built")
}

/// Regression: if no thread or only some threads could be started, the run hung or panicked.
#[test]
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn continues_with_the_threads_that_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let alone = run(folder.path(), "1", None);
    // A stack that is larger than the address space: no thread can be started.
    let none = run(folder.path(), "8", Some(1 << 47));
    check(&alone, &none);
    let message = text(&none.stderr);
    assert_eq!(message.matches("started 0 of 8 threads: ").count(), 1, "{message}");
    // Address space for a few stacks.
    let script = format!(
        "ulimit -v 3000000 && RUST_MIN_STACK=500000000 exec '{}' links crawl.warc -j 8 --work-bytes 4096",
        env!("CARGO_BIN_EXE_tagrake")
    );
    let few = Command::new("sh").args(["-c", &script]).current_dir(&folder).output().expect("a shell");
    check(&alone, &few);
    let message = text(&few.stderr);
    assert!((1..8).any(|count| message.contains(&format!("started {count} of 8 threads: "))), "{message}");
}

#[test]
fn caps_the_number_of_threads_with_a_message() {
    let folder = tempfile::tempdir().expect("a folder");
    let alone = run(folder.path(), "1", None);
    let many = run(folder.path(), "100000", None);
    check(&alone, &many);
    assert!(text(&many.stderr).starts_with("tagrake: '-j 100000' exceeds the maximum: 256 threads are used\n"));
}
