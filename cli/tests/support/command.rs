//! Runs the command with an input on its standard input.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

/// Runs `tagrake tokens` on `input`.
pub(crate) fn tokens(arguments: &[&str], input: &[u8]) -> Output {
    run("tokens", arguments, input)
}

/// Runs a verb of the command on `input`.
pub(crate) fn run(verb: &str, arguments: &[&str], input: &[u8]) -> Output {
    run_in(Path::new("."), &[&[verb], arguments].concat(), input)
}

/// Runs the command on `input`, in `folder`.
pub(crate) fn run_in(folder: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tagrake"))
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    thread::scope(|scope| {
        // A write error is ignored: the command does not read input that it rejects.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().expect("the command ends")
    })
}
