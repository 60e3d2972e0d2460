//! Lines and columns from byte offsets.

use alloc::vec::Vec;
use core::ops::Range;

/// A line and a column, both counted from 1.
///
/// ```
/// use tagrake::LineIndex;
///
/// let position = LineIndex::new("a\né<".as_bytes()).position(4);
/// assert_eq!((position.line, position.column), (2, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Position {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1 in UTF-16 code units: a code point above U+FFFF counts as two.
    pub column: usize,
}

/// The offsets at which the lines of a page start, to convert byte offsets to lines and columns.
///
/// A line ends with LF, CR or CRLF ([normalize newlines](https://infra.spec.whatwg.org/#normalize-newlines)). Creating
/// the index scans the page once. A lookup is a binary search plus a scan of one line.
///
/// ```
/// use tagrake::LineIndex;
///
/// let index = LineIndex::new(b"one\r\ntwo\rthree");
/// assert_eq!(index.position(0).line, 1);
/// assert_eq!(index.position(5).line, 2);
/// assert_eq!(index.position(14).line, 3);
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    input: &'a [u8],
    line_starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    /// Scans `input` for line ends.
    pub fn new(input: &'a [u8]) -> Self {
        let mut line_starts = Vec::from([0]);
        line_starts.extend(line_starts_in(input, 0..input.len()));
        Self { input, line_starts }
    }

    /// Returns the line and column of the byte at `offset`. An offset past the end of the input counts as the end.
    ///
    /// ```
    /// let position = tagrake::LineIndex::new("😀<".as_bytes()).position(4);
    /// assert_eq!((position.line, position.column), (1, 3));
    /// ```
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.input.len());
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let before = &self.input[self.line_starts[line - 1]..offset];
        Position { line, column: 1 + utf16_len(before) }
    }
}

/// Returns the start of each line whose newline starts in `range`. The newline CR LF starts at its LF.
fn line_starts_in(input: &[u8], range: Range<usize>) -> impl Iterator<Item = usize> {
    let newlines = memchr::memchr2_iter(b'\n', b'\r', &input[range.clone()]).map(move |found| range.start + found);
    newlines.filter(|&at| input[at] != b'\r' || input.get(at + 1) != Some(&b'\n')).map(|at| at + 1)
}

/// Returns the length of UTF-8 text in UTF-16 code units: one for each byte that is not a continuation byte, and one
/// more for each lead byte of a 4-byte sequence.
pub(crate) fn utf16_len(bytes: &[u8]) -> usize {
    bytes.iter().map(|&byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0)).sum()
}

/// Computes lines and columns of increasing offsets in an input that comes in chunks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineTracker {
    offset: usize,
    position: Position,
}

impl LineTracker {
    /// Starts at offset 0.
    pub(crate) fn new() -> Self {
        Self { offset: 0, position: Position { line: 1, column: 1 } }
    }

    /// Advances to `offset` and returns its line and column.
    ///
    /// `chunk` starts at `base`, and `before` ends there; both are parts of the input. Together they must contain all
    /// bytes from the previous offset to `offset`, and the byte at `offset` unless it is the end of the input. No CRLF
    /// may be split between them.
    pub(crate) fn advance(&mut self, before: &[u8], chunk: &[u8], base: usize, offset: usize) -> Position {
        if self.offset < base {
            self.advance(&[], before, base - before.len(), base);
        }
        let (start, end) = (self.offset - base, offset - base);
        let mut line_start = None;
        for start in line_starts_in(chunk, start..end) {
            self.position.line += 1;
            line_start = Some(start);
        }
        self.position.column = match line_start {
            Some(line_start) => 1 + utf16_len(&chunk[line_start..end]),
            None => self.position.column + utf16_len(&chunk[start..end]),
        };
        self.offset = offset;
        self.position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracker_matches_the_index_for_any_step() {
        let input = "a\r\nb\n\ré😀\r\r\n\n<x\u{FEFF}\r".as_bytes();
        let index = LineIndex::new(input);
        for step in 1..5 {
            for (base, known) in [(0, 0), (1, 1), (10, 0), (10, 4)] {
                let (before, chunk) = input.split_at(base);
                let mut lines = LineTracker::new();
                lines.advance(&[], input, 0, known);
                for offset in (base..=input.len()).step_by(step) {
                    assert_eq!(lines.advance(before, chunk, base, offset), index.position(offset), "{offset}");
                }
            }
        }
    }
}
