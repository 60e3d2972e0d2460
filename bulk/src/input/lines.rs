//! Reads lines of bounded length.

use memchr::memchr;
use std::io::{self, BufRead, ErrorKind};

/// The result of reading a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineRead {
    /// A line, with its newline if it has one.
    Complete,
    /// Only the first bytes of a line that is longer than the limit. The rest was skipped.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads a line into `line`, which is cleared first. Memory is bounded by `max_bytes`, however long the line is.
pub(super) fn read_line(lines: &mut impl BufRead, line: &mut Vec<u8>, max_bytes: usize) -> io::Result<LineRead> {
    line.clear();
    let (mut is_empty, mut is_long) = (true, false);
    loop {
        let bytes = match lines.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        is_empty &= bytes.is_empty();
        let newline = memchr(b'\n', bytes);
        let length = newline.map_or(bytes.len(), |newline| newline + 1);
        let room = max_bytes - line.len();
        line.extend_from_slice(&bytes[..length.min(room)]);
        is_long |= length > room;
        lines.consume(length);
        if newline.is_some() || length == 0 {
            return Ok(match () {
                () if is_empty => LineRead::End,
                () if is_long => LineRead::TooLong,
                () => LineRead::Complete,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn skips_a_long_line_to_its_end() {
        for buffer_bytes in 1..9 {
            let mut lines = BufReader::with_capacity(buffer_bytes, &b"ab\nabcdef\n\nabcd"[..]);
            let (mut line, mut found) = (Vec::new(), Vec::new());
            loop {
                let kind = read_line(&mut lines, &mut line, 4).expect("memory");
                found.push((kind, String::from_utf8(line.clone()).expect("text")));
                if kind == LineRead::End {
                    break;
                }
            }
            let found: Vec<_> = found.iter().map(|(kind, line)| (*kind, line.as_str())).collect();
            let expected = [
                (LineRead::Complete, "ab\n"),
                (LineRead::TooLong, "abcd"),
                (LineRead::Complete, "\n"),
                (LineRead::Complete, "abcd"),
                (LineRead::End, ""),
            ];
            assert_eq!(found, expected, "with a buffer of {buffer_bytes}");
        }
    }
}
