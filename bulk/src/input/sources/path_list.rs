//! Lists of paths, one on each line, as Common Crawl publishes them (`warc.paths.gz`).

use super::lines::LineRead;
use super::list_file::{self, ListLines, ListStream, MAX_PATH_BYTES};
use crate::input::error::{InputError, InputErrorKind};
use crate::mime_type::UTF8_BOM;
use std::path::PathBuf;

/// The paths of a list, as they are read.
pub(super) struct PathList {
    origin: String,
    /// `None` at the end, and after an error.
    lines: Option<ListLines>,
    number: u64,
    line: Vec<u8>,
}

impl PathList {
    /// Creates the paths of the list in `stream`, whose name in messages is `origin`.
    pub(super) fn new(origin: String, stream: ListStream) -> Self {
        Self { origin, lines: Some(list_file::lines(stream)), number: 0, line: Vec::new() }
    }
}

impl Iterator for PathList {
    type Item = Result<PathBuf, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let lines = self.lines.as_mut()?;
            self.number += 1;
            let read = lines.read(&mut self.line, MAX_PATH_BYTES);
            let read = list_file::checked(&self.origin, lines, read);
            let mut line = &self.line[..];
            if self.number == 1 {
                line = line.strip_prefix(UTF8_BOM).unwrap_or(line);
            }
            let wrong = |kind| Some(Err(InputError::new(format!("{}:{}", self.origin, self.number), kind)));
            match read {
                Ok(LineRead::End) => self.lines = None,
                Ok(_) if line.trim_ascii().is_empty() || line.starts_with(b"#") => {}
                Ok(LineRead::TooLong) => return wrong(InputErrorKind::LongPath { max_bytes: MAX_PATH_BYTES }),
                Ok(LineRead::Complete | LineRead::Endless) => match std::str::from_utf8(line) {
                    Ok(line) => return Some(Ok(line.trim().into())),
                    Err(_) => return wrong(InputErrorKind::Path),
                },
                Err(error) => {
                    self.lines = None;
                    return Some(Err(error));
                }
            }
        }
    }
}
