//! Lines and columns of places that only move on, from parts of an input.

use crate::position::{Position, utf16_len};

/// The line and the column of a place in an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    /// The offset of the place.
    offset: usize,
    position: Position,
}

impl Lines {
    /// Stands at the first byte.
    pub(crate) fn new() -> Self {
        Self { offset: 0, position: Position { line: 1, column: 1 } }
    }

    /// Goes on to `offset` and returns its line and column.
    ///
    /// `part` begins at the offset `base` of the input, and `before` are the bytes that stand before it. They hold the bytes
    /// on the way, and the one behind them, if there is one. No newline stands in both.
    pub(crate) fn advance(&mut self, before: &[u8], part: &[u8], base: usize, offset: usize) -> Position {
        if self.offset < base {
            self.advance(&[], before, base - before.len(), base);
        }
        let (start, end) = (self.offset - base, offset - base);
        let mut line_start = None;
        for at in memchr::memchr2_iter(b'\n', b'\r', &part[start..end]).map(|found| start + found) {
            let carriage_return_of_crlf = part[at] == b'\r' && part.get(at + 1) == Some(&b'\n');
            if !carriage_return_of_crlf {
                self.position.line += 1;
                line_start = Some(at + 1);
            }
        }
        self.position.column = match line_start {
            Some(line_start) => 1 + utf16_len(&part[line_start..end]),
            None => self.position.column + utf16_len(&part[start..end]),
        };
        self.offset = offset;
        self.position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LineIndex;

    #[test]
    fn any_steps_lead_to_the_same_lines() {
        let input = "a\r\nb\n\ré😀\r\r\n\n<x\u{FEFF}\r".as_bytes();
        let index = LineIndex::new(input);
        for step in 1..5 {
            for (base, known) in [(0, 0), (1, 1), (10, 0), (10, 4)] {
                let (before, part) = input.split_at(base);
                let mut lines = Lines::new();
                lines.advance(&[], input, 0, known);
                for offset in (base..=input.len()).step_by(step) {
                    assert_eq!(lines.advance(before, part, base, offset), index.position(offset), "{offset}");
                }
            }
        }
    }
}
