//! Drivers of tokenizers outside Rust: processes that read the same pages, and report their time and counts.
//!
//! `benches/peers/build` builds them, and `benches/peers/README.md` documents the protocol.

use super::corpus::Document;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::NamedTempFile;

/// The time that a driver may take to exit after `quit`.
const PATIENCE: Duration = Duration::from_secs(5);

/// The number of lines of a driver's standard error that an error message quotes.
const QUOTED_LINES: usize = 5;

/// A built driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Driver {
    pub name: String,
    pub path: PathBuf,
}

/// Returns the drivers that `benches/peers/build` has built, sorted by name.
pub fn available() -> Vec<Driver> {
    drivers_in(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/peers/built/bin")))
}

/// Returns the drivers that write tokens.
pub(crate) fn tokenizers() -> Vec<Driver> {
    drivers_in(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/peers/built/tokens")))
}

fn drivers_in(folder: &Path) -> Vec<Driver> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut drivers: Vec<Driver> = entries
        .map(|entry| Driver { name: entry.file_name().to_string_lossy().into_owned(), path: entry.path() })
        .collect();
    drivers.sort_by(|a, b| a.name.cmp(&b.name));
    drivers
}

impl Driver {
    /// Starts the driver with `documents`, and waits until it is ready.
    ///
    /// It inherits the core that this process is pinned to. The two processes never work at the same time.
    pub fn start(&self, documents: &[Document]) -> io::Result<RunningDriver> {
        let corpus = pack(documents)?;
        let errors = tempfile::tempfile()?;
        let mut process = Command::new(&self.path)
            .arg(corpus.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors.try_clone()?)
            .spawn()
            .map_err(|error| io::Error::new(error.kind(), format!("cannot start {}: {error}", self.name)))?;
        let commands = process.stdin.take().expect("standard input is a pipe");
        let answers = BufReader::new(process.stdout.take().expect("standard output is a pipe"));
        let mut running = RunningDriver {
            name: self.name.clone(),
            version: String::new(),
            process,
            commands: Some(commands),
            answers,
            errors,
        };

        let ready: ReadyReport = running.answer()?;
        let expected = (documents.len(), documents.iter().map(|document| document.html.len() as u64).sum());
        if !ready.ready || (ready.documents, ready.bytes) != expected {
            return Err(running.error(&format!("loaded {ready:?}, not the documents and bytes {expected:?}")));
        }
        running.version = ready.version;
        Ok(running)
    }
}

/// Writes `documents` to a file: for each its length as a little-endian `u32`, then its bytes.
fn pack(documents: &[Document]) -> io::Result<NamedTempFile> {
    let mut file = BufWriter::new(NamedTempFile::new()?);
    for document in documents {
        let length = u32::try_from(document.html.len()).map_err(io::Error::other)?;
        file.write_all(&length.to_le_bytes())?;
        file.write_all(document.html.as_bytes())?;
    }
    file.into_inner().map_err(io::IntoInnerError::into_error)
}

/// The first line of a driver.
#[derive(Debug, Deserialize)]
struct ReadyReport {
    ready: bool,
    version: String,
    documents: usize,
    bytes: u64,
}

/// A driver's report about a pass.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PassReport {
    /// The time of the pass, measured in the driver.
    pub seconds: f64,
    /// The number of documents read, from the first.
    pub documents: usize,
    pub bytes: u64,
    /// The driver's counts, with the names of the fields of [`TokenCounts`](super::pass_counts::TokenCounts).
    pub counts: BTreeMap<String, u64>,
}

/// A running driver that has loaded its documents. Dropping it sends `quit` and waits for its exit.
pub struct RunningDriver {
    name: String,
    version: String,
    process: Child,
    /// `None` only at the end of a drop.
    commands: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    errors: File,
}

impl RunningDriver {
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the version of the library that the driver uses.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Reads all documents once.
    pub fn pass(&mut self) -> io::Result<PassReport> {
        self.ask("pass")
    }

    /// Reads the first documents, up to `bytes` bytes in total.
    pub fn pass_up_to(&mut self, bytes: u64) -> io::Result<PassReport> {
        self.ask(&format!("pass {bytes}"))
    }

    fn ask(&mut self, command: &str) -> io::Result<PassReport> {
        // An error here means that the driver has exited. Reading its answer then fails, with its standard error.
        let _ = self.send(command);
        self.answer()
    }

    fn send(&mut self, command: &str) -> io::Result<()> {
        match &mut self.commands {
            Some(commands) => writeln!(commands, "{command}"),
            None => Ok(()),
        }
    }

    /// Reads the next line of the driver.
    fn answer<T: DeserializeOwned>(&mut self) -> io::Result<T> {
        let mut line = String::new();
        match self.answers.read_line(&mut line) {
            Ok(0) => Err(self.death()),
            Ok(_) => serde_json::from_str(&line).map_err(|error| self.error(&format!("answered {line:?}: {error}"))),
            Err(error) => Err(self.error(&error.to_string())),
        }
    }

    /// Returns the error for a driver that has closed its standard output.
    fn death(&mut self) -> io::Error {
        match self.reap() {
            Ok(status) => self.error(&format!("ended ({status})")),
            Err(error) => self.error(&format!("ended ({error})")),
        }
    }

    /// Returns an error that names the driver and quotes the last lines of its standard error.
    fn error(&mut self, what: &str) -> io::Error {
        let mut stderr = Vec::new();
        let read = self.errors.rewind().and_then(|()| self.errors.read_to_end(&mut stderr));
        let stderr = String::from_utf8_lossy(&stderr);
        let mut lines: Vec<&str> = stderr.lines().rev().take(QUOTED_LINES).collect();
        lines.reverse();
        let quoted = match read {
            Ok(0) => "nothing on standard error".to_owned(),
            Ok(_) => lines.join("\n"),
            Err(error) => error.to_string(),
        };
        io::Error::other(format!("{} {what}\n{quoted}", self.name))
    }

    /// Closes the driver's input and waits for its exit. Kills it after [`PATIENCE`].
    fn reap(&mut self) -> io::Result<std::process::ExitStatus> {
        self.commands = None;
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.process.try_wait()? {
                return Ok(status);
            }
            thread::sleep(Duration::from_millis(1));
        }
        self.process.kill()?;
        self.process.wait()
    }
}

impl Drop for RunningDriver {
    fn drop(&mut self) {
        // Errors are ignored: the driver may have exited already.
        let _ = self.send("quit");
        let _ = self.reap();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use tempfile::TempDir;

    const READY: &str = r#"echo '{"ready": true, "name": "fake", "version": "1.2", "documents": 2, "bytes": 7}'"#;

    const ANSWERS: &str = r#"
        while read -r command limit; do
            case $command in
            pass) echo '{"seconds": 0.25, "documents": 2, "bytes": '"${limit:-7}"', "counts": {"start_tags": 1}}' ;;
            quit) echo quit >"$0.end"; exit ;;
            esac
        done"#;

    fn documents() -> Vec<Document> {
        ["<p>", "text"].map(|html| Document { name: html.to_owned(), html: html.to_owned() }).into()
    }

    /// Serializes tests that start processes. A file that is open for writing cannot be executed, and a process that
    /// another test starts at that moment inherits the open file.
    fn alone() -> MutexGuard<'static, ()> {
        static PROCESSES: Mutex<()> = Mutex::new(());
        PROCESSES.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a folder with a driver that runs these commands.
    fn fake(commands: &str) -> (TempDir, Driver) {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("fake");
        fs::write(&path, format!("#!/bin/sh\n{commands}\n")).expect("the driver can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("the driver can be made executable");
        let driver = drivers_in(folder.path()).pop().expect("the driver is found");
        (folder, driver)
    }

    fn error_of<T>(result: io::Result<T>) -> String {
        result.err().expect("the driver fails").to_string()
    }

    #[test]
    fn passes_are_answered() {
        let _alone = alone();
        let (_folder, driver) = fake(&format!("{READY}{ANSWERS}"));
        let mut running = driver.start(&documents()).expect("the driver is ready");
        assert_eq!((running.name(), running.version()), ("fake", "1.2"));
        let pass = running.pass().expect("the driver answers");
        assert_eq!((pass.seconds, pass.documents, pass.bytes), (0.25, 2, 7));
        assert_eq!(pass.counts, BTreeMap::from([("start_tags".to_owned(), 1)]));
        assert_eq!(running.pass_up_to(3).expect("the driver answers").bytes, 3);
    }

    #[test]
    fn a_dropped_driver_has_quit() {
        let _alone = alone();
        let (folder, driver) = fake(&format!("{READY}{ANSWERS}"));
        drop(driver.start(&documents()).expect("the driver is ready"));
        assert_eq!(fs::read_to_string(folder.path().join("fake.end")).expect("the driver has ended"), "quit\n");
    }

    #[test]
    fn documents_are_packed() {
        let _alone = alone();
        let (folder, driver) = fake(&format!("cat \"$1\" >\"$0.corpus\"; {READY}{ANSWERS}"));
        drop(driver.start(&documents()).expect("the driver is ready"));
        let corpus = fs::read(folder.path().join("fake.corpus")).expect("the driver has read the corpus");
        assert_eq!(corpus, b"\x03\0\0\0<p>\x04\0\0\0text");
    }

    #[test]
    fn a_dead_driver_is_named_and_quoted() {
        let _alone = alone();
        let (_folder, driver) = fake(&format!("{READY}; read -r command; echo 'no memory' >&2; exit 3"));
        let mut running = driver.start(&documents()).expect("the driver is ready");
        assert_eq!(error_of(running.pass()), "fake ended (exit status: 3)\nno memory");
        assert!(error_of(running.pass()).starts_with("fake ended"), "a second pass says the same");
        let (_folder, driver) = fake("exit 0");
        assert_eq!(error_of(driver.start(&documents())), "fake ended (exit status: 0)\nnothing on standard error");
    }

    #[test]
    fn a_driver_that_read_something_else_is_refused() {
        let _alone = alone();
        let (_folder, driver) = fake(&format!("{READY}{ANSWERS}"));
        let error = error_of(driver.start(&documents()[..1]));
        assert!(error.starts_with("fake loaded") && error.contains("(1, 3)"), "{error}");
        let (_folder, driver) = fake("echo ready; read -r command");
        assert!(error_of(driver.start(&documents())).starts_with("fake answered \"ready\\n\""));
    }

    /// Tests the drivers that are built. Lexbor's counts must follow the standard.
    #[test]
    fn built_drivers_read_pages() {
        let _alone = alone();
        let html =
            "<!DOCTYPE html><title>a &lt; b<p></title><P CLASS=a class=b><a href=x&amp;y>c</a><!-- d --><script>'<b>'";
        let documents = [Document { name: "page".to_owned(), html: html.to_owned() }];
        for driver in available() {
            let mut running = driver.start(&documents).unwrap_or_else(|error| panic!("{error}"));
            let pass = running.pass().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((pass.documents, pass.bytes), (1, html.len() as u64), "{}", driver.name);
            assert_eq!(pass.counts["links"], 1, "{}", driver.name);
            if driver.name == "lexbor" {
                for (name, expected) in [
                    ("doctypes", 1),
                    ("start_tags", 4),
                    ("end_tags", 2),
                    ("attributes", 2),
                    ("comments", 1),
                    ("name_bytes", "htmltitletitlepclassahrefascript".len() as u64),
                    ("value_bytes", "ax&y".len() as u64),
                    ("text_bytes", "a < b<p>c'<b>'".len() as u64),
                    ("comment_bytes", " d ".len() as u64),
                ] {
                    assert_eq!(pass.counts[name], expected, "{name} of lexbor");
                }
            }
        }
    }
}
