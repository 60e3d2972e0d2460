//! Lines and columns from byte offsets.

use crate::error::character_range;
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

/// The unit in which a column is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ColumnUnit {
    /// Bytes of UTF-8.
    Bytes,
    /// Characters, which are code points.
    Characters,
    /// UTF-16 code units, as in browsers: a code point above U+FFFF counts as two.
    Utf16,
}

/// The offsets at which the lines of a page start, to convert byte offsets to lines and columns.
///
/// A line ends with LF, CR or CRLF ([normalize newlines](https://infra.spec.whatwg.org/#normalize-newlines)). Creating
/// the index reads the page once. A lookup is a binary search, and reads at most 8 KiB however long the line is.
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
    /// The counts before every [`STEP`]th byte.
    counts: Vec<Counts>,
}

/// The lengths of UTF-8 text in two units.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    characters: usize,
    utf16: usize,
}

/// Bytes from one count to the next.
const STEP: usize = 4096;

impl<'a> LineIndex<'a> {
    /// Scans `input` for line ends.
    pub fn new(input: &'a [u8]) -> Self {
        let mut line_starts = Vec::from([0]);
        line_starts.extend(line_starts_in(input, 0..input.len()));
        let mut counts = Vec::with_capacity(input.len() / STEP + 1);
        let mut before = Counts::default();
        counts.push(before);
        for step in input.chunks_exact(STEP) {
            before.characters += character_count(step);
            before.utf16 += utf16_len(step);
            counts.push(before);
        }
        Self { input, line_starts, counts }
    }

    /// Returns the line and column of the byte at `offset`. An offset past the end of the input counts as the end.
    ///
    /// ```
    /// let position = tagrake::LineIndex::new("😀<".as_bytes()).position(4);
    /// assert_eq!((position.line, position.column), (1, 3));
    /// ```
    pub fn position(&self, offset: usize) -> Position {
        self.position_in(offset, ColumnUnit::Utf16)
    }

    /// Returns the line and column of the byte at `offset`, with the column counted in `unit`. In the middle of a character,
    /// the character counts.
    ///
    /// ```
    /// use tagrake::{ColumnUnit, LineIndex};
    ///
    /// let index = LineIndex::new("a\né😀<".as_bytes());
    /// let columns = [ColumnUnit::Bytes, ColumnUnit::Characters, ColumnUnit::Utf16].map(|unit| index.position_in(8, unit).column);
    /// assert_eq!(columns, [7, 3, 4]);
    /// ```
    pub fn position_in(&self, offset: usize, unit: ColumnUnit) -> Position {
        let offset = offset.min(self.input.len());
        let line = self.line_starts.partition_point(|&start| start <= offset);
        Position {
            line,
            column: 1 + self.count_before(offset, unit) - self.count_before(self.line_starts[line - 1], unit),
        }
    }

    /// Returns the byte range of the character at `offset`, as [`ParseError::span`](crate::ParseError::span) does.
    ///
    /// ```
    /// let index = tagrake::LineIndex::new("aé\r\n".as_bytes());
    /// assert_eq!([0, 1, 3, 5].map(|offset| index.character_range(offset)), [0..1, 1..3, 3..5, 5..5]);
    /// ```
    pub fn character_range(&self, offset: usize) -> Range<usize> {
        character_range(self.input, offset)
    }

    /// Returns the byte range of a line, counted from 1, without its newline. A line past the last is empty.
    ///
    /// ```
    /// let index = tagrake::LineIndex::new(b"one\r\ntwo");
    /// assert_eq!((index.line_range(1), index.line_range(2), index.line_range(3)), (0..3, 5..8, 8..8));
    /// ```
    pub fn line_range(&self, line: usize) -> Range<usize> {
        let start_of = |line: usize| self.line_starts.get(line).copied();
        let Some(start) = line.checked_sub(1).and_then(start_of) else {
            return self.input.len()..self.input.len();
        };
        let Some(end) = start_of(line) else { return start..self.input.len() };
        let newline = if self.input[..end].ends_with(b"\r\n") { 2 } else { 1 };
        start..end - newline
    }

    /// Returns the number of units before `offset`.
    fn count_before(&self, offset: usize, unit: ColumnUnit) -> usize {
        let step = offset / STEP;
        let (counts, rest) = (self.counts[step], &self.input[step * STEP..offset]);
        match unit {
            ColumnUnit::Bytes => offset,
            ColumnUnit::Characters => counts.characters + character_count(rest),
            ColumnUnit::Utf16 => counts.utf16 + utf16_len(rest),
        }
    }
}

/// Returns the start of each line whose newline starts in `range`. The newline CR LF starts at its LF.
fn line_starts_in(input: &[u8], range: Range<usize>) -> impl Iterator<Item = usize> {
    let newlines = memchr::memchr2_iter(b'\n', b'\r', &input[range.clone()]).map(move |found| range.start + found);
    newlines.filter(|&at| input[at] != b'\r' || input.get(at + 1) != Some(&b'\n')).map(|at| at + 1)
}

/// Returns the number of characters of UTF-8 text: one for each byte that is not a continuation byte.
fn character_count(bytes: &[u8]) -> usize {
    bytes.iter().map(|&byte| usize::from(byte & 0xC0 != 0x80)).sum()
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
    fn columns_of_long_lines_count_all_code_units() {
        let line = "aé😀".repeat(3 * STEP / 7);
        let input = [&line, "\n", &line].concat();
        let index = LineIndex::new(input.as_bytes());
        for offset in (0..=line.len()).filter(|&offset| line.is_char_boundary(offset)) {
            for (unit, column) in [
                (ColumnUnit::Bytes, 1 + offset),
                (ColumnUnit::Characters, 1 + line[..offset].chars().count()),
                (ColumnUnit::Utf16, 1 + line[..offset].encode_utf16().count()),
            ] {
                assert_eq!(index.position_in(offset, unit), Position { line: 1, column });
                assert_eq!(index.position_in(line.len() + 1 + offset, unit), Position { line: 2, column });
            }
        }
    }

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
