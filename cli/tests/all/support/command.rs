//! Runs the command, and checks what it prints.
//!
//! Arguments are a line of words, as in a shell: `links -o out.csv page.html`. Single quotes enclose a word with spaces.

use serde_json::Value;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use tempfile::TempDir;

/// Runs the command without input.
pub(crate) fn run(arguments: &str) -> Printed {
    pipe(arguments, b"")
}

/// Runs the command with `input` on a pipe.
pub(crate) fn pipe(arguments: &str, input: &[u8]) -> Printed {
    let mut child = command(Path::new("."), arguments).stdin(Stdio::piped()).spawn().expect("the command runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    thread::scope(|scope| {
        // A write error is ignored: the command does not read input that it rejects.
        scope.spawn(move || drop(stdin.write_all(input)));
        Printed::new(arguments, child.wait_with_output())
    })
}

/// Runs `tagrake tokens` with `input` on a pipe.
pub(crate) fn tokens(arguments: &str, input: &[u8]) -> Printed {
    pipe(&format!("tokens {arguments}"), input)
}

/// Returns the command, to be run in `folder` with both outputs on pipes.
pub(crate) fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tagrake"));
    for (number, part) in arguments.split('\'').enumerate() {
        if number % 2 == 0 {
            command.args(part.split_whitespace());
        } else {
            command.arg(part);
        }
    }
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The exit status of a run, and what it printed.
pub(crate) struct Printed {
    arguments: String,
    pub(crate) status: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    /// The messages.
    pub(crate) stderr: String,
}

impl Printed {
    /// Describes a run that ended.
    pub(crate) fn new(arguments: &str, output: io::Result<Output>) -> Self {
        let output = output.expect("the command runs");
        Self {
            arguments: arguments.to_owned(),
            status: output.status.code(),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        }
    }

    /// Asserts the exit status.
    #[track_caller]
    pub(crate) fn exits(self, status: i32) -> Self {
        assert_eq!(self.status, Some(status), "{}: {}", self.arguments, self.stderr);
        self
    }

    /// Returns standard output as text.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("the output is UTF-8")
    }

    /// Returns standard output as JSON lines.
    pub(crate) fn rows(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
    }
}

/// A temporary folder in which the command runs.
pub(crate) struct Folder(TempDir);

impl Folder {
    /// Creates a folder with these files.
    pub(crate) fn new(files: &[(&str, &[u8])]) -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        for (name, bytes) in files {
            folder.write(name, bytes);
        }
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file. Creates its folder if necessary.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    pub(crate) fn open(&self, name: &str) -> fs::File {
        fs::File::open(self.path().join(name)).expect("a file")
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("the file is UTF-8")
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&self.read(name)).expect("the file is JSON")
    }

    /// Returns the names of the files and folders in `folder`, sorted.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path().join(folder)).expect("a folder");
        let names = entries.map(|entry| entry.expect("a name").file_name().into_string().expect("the name is text"));
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    pub(crate) fn command(&self, arguments: &str) -> Command {
        command(self.path(), arguments)
    }

    /// Runs the command without input.
    pub(crate) fn run(&self, arguments: &str) -> Printed {
        Printed::new(arguments, self.command(arguments).output())
    }

    /// Runs the command with `file` as its standard input.
    pub(crate) fn run_with(&self, arguments: &str, file: fs::File) -> Printed {
        Printed::new(arguments, self.command(arguments).stdin(file).output())
    }
    /// Runs the command until it has printed a line, and closes its output.
    pub(crate) fn run_for_a_line(&self, arguments: &str) -> Printed {
        let mut child = self.command(arguments).spawn().expect("the command runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        Printed::new(arguments, child.wait_with_output())
    }
}
