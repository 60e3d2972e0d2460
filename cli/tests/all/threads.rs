//! Runs with fewer threads than requested.

use crate::support::command::{Folder, Printed};
use tagrake_testsupport::warc_files::html_resource;

const RUN: &str = "links crawl.warc --work-bytes 4096 -j";

/// Returns a folder with a file that is split into many jobs, and the output of one thread.
fn crawl() -> (Folder, Printed) {
    let body = "x".repeat(200);
    let records = (0..400).map(|number| html_resource(&format!("<a href=http://e.org/{number}>{body}</a>")));
    let folder = Folder::new(&[("crawl.warc", &records.collect::<Vec<_>>().concat())]);
    let alone = folder.run(&format!("{RUN} 1")).exits(0);
    assert_eq!(alone.text().lines().count(), 400);
    (folder, alone)
}

/// Regression: if no thread or only some threads could be started, the run hung or panicked.
#[test]
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
fn continues_with_the_threads_that_start() {
    let (folder, alone) = crawl();
    // A stack that is larger than the address space: no thread can be started.
    let arguments = format!("{RUN} 8");
    let mut command = folder.command(&arguments);
    let none = Printed::new(&arguments, command.env("RUST_MIN_STACK", (1_u64 << 47).to_string()).output()).exits(0);
    assert!(none.stdout == alone.stdout);
    assert_eq!(none.stderr.matches("started 0 of 8 threads: ").count(), 1, "{}", none.stderr);
    // Address space for a few stacks.
    let script =
        format!("ulimit -v 3000000 && RUST_MIN_STACK=500000000 exec '{}' {arguments}", env!("CARGO_BIN_EXE_tagrake"));
    let mut shell = std::process::Command::new("sh");
    let few = Printed::new(&script, shell.args(["-c", &script]).current_dir(folder.path()).output()).exits(0);
    assert!(few.stdout == alone.stdout);
    let message = few.stderr;
    assert!((1..8).any(|count| message.contains(&format!("started {count} of 8 threads: "))), "{message}");
}

#[test]
fn caps_the_number_of_threads_with_a_message() {
    let (folder, alone) = crawl();
    let many = folder.run(&format!("{RUN} 100000")).exits(0);
    assert!(many.stdout == alone.stdout);
    assert!(many.stderr.starts_with("tagrake: '-j 100000' exceeds the maximum: 256 threads are used\n"));
}
