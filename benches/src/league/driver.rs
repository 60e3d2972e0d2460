//! Tokenizers outside Rust: processes that read a file of inputs and write their tokens. `benches/peers/README.md` documents
//! the form.

use super::about::{Feedback, PEERS};
use super::inputs::Input;
use super::peer::{Peer, Read};
use crate::drivers::{self, Driver};
use serde::Deserialize;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::{Command, Stdio};
use std::rc::Rc;
use tempfile::NamedTempFile;

/// Starts the drivers that are built.
pub(super) fn start_all(inputs: &[Input]) -> io::Result<Vec<Peer>> {
    let files = [Rc::new(pack(inputs, false)?), Rc::new(pack(inputs, true)?)];
    let mut peers = Vec::new();
    for about in &PEERS {
        let Some(driver) = drivers::tokenizers().into_iter().find(|driver| driver.name == about.name) else { continue };
        let file = &files[usize::from(about.feedback == Feedback::Own)];
        peers.push(start(&driver, Rc::clone(file)).map(|(version, read)| Peer { about, version, read })?);
    }
    Ok(peers)
}

/// Writes three strings for each input: the name of its state, empty for a page, the last start tag, and the text. Each
/// has its length before it, as a little-endian `u32`.
fn pack(inputs: &[Input], own_feedback: bool) -> io::Result<NamedTempFile> {
    let mut file = BufWriter::new(NamedTempFile::new()?);
    for input in inputs {
        let state = input.state().filter(|_| !(own_feedback && input.starts_as_page()));
        let (state, last_start_tag) = state.map_or(("", ""), |(state, last)| (state.as_str(), last));
        for string in [state.as_bytes(), last_start_tag.as_bytes(), &input.html] {
            file.write_all(&u32::try_from(string.len()).map_err(io::Error::other)?.to_le_bytes())?;
            file.write_all(string)?;
        }
    }
    file.into_inner().map_err(io::IntoInnerError::into_error)
}

#[derive(Deserialize)]
struct FirstLine {
    version: String,
}

/// Starts a driver. Returns the version of its library, and a function that reads its next answer.
fn start(driver: &Driver, file: Rc<NamedTempFile>) -> io::Result<(String, Read)> {
    let mut process = Command::new(&driver.path).arg(file.path()).stdout(Stdio::piped()).spawn()?;
    let mut lines = BufReader::new(process.stdout.take().expect("standard output is a pipe")).split(b'\n');
    let name = driver.name.clone();
    let mut next = move || {
        // The file is removed with the last driver that reads it.
        let _file = &file;
        match lines.next() {
            Some(line) => line.unwrap_or_else(|error| panic!("{name}: {error}")),
            None => panic!("{name} ended early: {:?}", process.wait()),
        }
    };
    let parsed: FirstLine = serde_json::from_slice(&next())?;
    let name = driver.name.clone();
    let read = move |_: &Input| {
        let line = next();
        serde_json::from_slice(&line).unwrap_or_else(|error| {
            panic!("{name}: {error}: {}", String::from_utf8_lossy(&line[..line.len().min(400)]))
        })
    };
    Ok((parsed.version, Box::new(read)))
}
