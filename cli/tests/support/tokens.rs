//! Runs the command with bytes on its standard input.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;

/// Runs `tagrake tokens` over `input`.
pub(crate) fn tokens(arguments: &[&str], input: &[u8]) -> Output {
    run("tokens", arguments, input)
}

/// Runs a verb of the command over `input`.
pub(crate) fn run(verb: &str, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tagrake"))
        .arg(verb)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    thread::scope(|scope| {
        // The command may exit without reading its input.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().expect("the command ends")
    })
}
