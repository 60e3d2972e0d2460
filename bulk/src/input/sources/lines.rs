//! Reads lines of bounded length.

use memchr::memchr;
use std::io::{self, BufRead, ErrorKind};

/// The result of reading a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineRead {
    /// A line, with its newline if it has one.
    Complete,
    /// Only the first bytes of a line that is longer than the limit. The next read skips the rest.
    TooLong,
    /// The rest of a long line has no newline up to the second limit. Nothing more is read.
    Endless,
    /// The end of the input.
    End,
}

/// Reads lines. Its memory is bounded, however long they are.
pub(crate) struct LineReader<R> {
    source: R,
    /// Maximum bytes of the rest of a long line.
    max_skipped: u64,
    /// True inside a line that is too long.
    is_inside: bool,
}

impl<R: BufRead> LineReader<R> {
    pub(crate) fn new(source: R, max_skipped: u64) -> Self {
        Self { source, max_skipped, is_inside: false }
    }

    pub(crate) fn source(&self) -> &R {
        &self.source
    }

    /// Reads a line into `line`, which is cleared first. A line longer than `max_bytes` is reported before its end arrives.
    pub(crate) fn read(&mut self, line: &mut Vec<u8>, max_bytes: usize) -> io::Result<LineRead> {
        self.read_with(line, max_bytes, &mut |_| {})
    }

    /// As [`read`](Self::read). Calls `pass` with the bytes that are consumed.
    pub(crate) fn read_with(
        &mut self,
        line: &mut Vec<u8>,
        max_bytes: usize,
        pass: &mut dyn FnMut(&[u8]),
    ) -> io::Result<LineRead> {
        line.clear();
        if self.is_inside && !self.skip_rest(pass)? {
            return Ok(LineRead::Endless);
        }
        let mut is_empty = true;
        loop {
            let (bytes, newline) = self.fill()?;
            is_empty &= bytes.is_empty();
            let length = newline.map_or(bytes.len(), |newline| newline + 1);
            let room = max_bytes - line.len();
            line.extend_from_slice(&bytes[..length.min(room)]);
            pass(&bytes[..length]);
            self.source.consume(length);
            if length > room {
                self.is_inside = newline.is_none();
                return Ok(LineRead::TooLong);
            }
            if newline.is_some() || length == 0 {
                return Ok(if is_empty { LineRead::End } else { LineRead::Complete });
            }
        }
    }

    /// Skips the rest of a line that is too long, and calls `pass` with its bytes. Returns false if the
    /// rest is longer than `max_skipped`.
    pub(crate) fn skip_rest(&mut self, pass: &mut dyn FnMut(&[u8])) -> io::Result<bool> {
        let mut skipped = 0;
        while self.is_inside {
            let (bytes, newline) = self.fill()?;
            let length = newline.map_or(bytes.len(), |newline| newline + 1);
            pass(&bytes[..length]);
            self.source.consume(length);
            self.is_inside = newline.is_none() && length > 0;
            skipped += length as u64;
            if self.is_inside && skipped > self.max_skipped {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the next bytes, and the position of the first newline in them.
    fn fill(&mut self) -> io::Result<(&[u8], Option<usize>)> {
        // The borrow checker rejects a loop that returns the bytes.
        while self.source.fill_buf().is_err_and(|error| error.kind() == ErrorKind::Interrupted) {}
        let bytes = self.source.fill_buf()?;
        Ok((bytes, memchr(b'\n', bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn skips_a_long_line_to_its_end() {
        let text = b"ab\nabcdef\n\nabcd\nabcde\nabcdefghijklmnopqrstuvwxyz";
        for buffer_bytes in 1..9 {
            let mut lines = LineReader::new(BufReader::with_capacity(buffer_bytes, &text[..]), 3);
            let (mut line, mut found) = (Vec::new(), Vec::new());
            loop {
                let kind = lines.read(&mut line, 4).expect("memory");
                found.push((kind, String::from_utf8(line.clone()).expect("text")));
                if matches!(kind, LineRead::End | LineRead::Endless) {
                    break;
                }
            }
            let found: Vec<_> = found.iter().map(|(kind, line)| (*kind, line.as_str())).collect();
            let expected = [
                (LineRead::Complete, "ab\n"),
                (LineRead::TooLong, "abcd"),
                (LineRead::Complete, "\n"),
                (LineRead::TooLong, "abcd"),
                (LineRead::TooLong, "abcd"),
                (LineRead::TooLong, "abcd"),
                (LineRead::Endless, ""),
            ];
            assert_eq!(found, expected, "with a buffer of {buffer_bytes}");
        }
    }
}
