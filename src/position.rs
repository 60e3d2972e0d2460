//! Lines and columns from byte offsets, on demand.

use alloc::vec::Vec;

/// A place in a page, as people count it.
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
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in UTF-16 code units: a code point above U+FFFF counts as two.
    pub column: usize,
}

/// The starts of a page's lines, to turn byte offsets into lines and columns.
///
/// A line ends with LF, CR or CRLF
/// ([normalize newlines](https://infra.spec.whatwg.org/#normalize-newlines)). Building it reads the page once; asking for
/// a position reads one line.
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
    /// Reads `input` and remembers where its lines start.
    ///
    /// ```
    /// tagrake::LineIndex::new(b"<p>");
    /// ```
    pub fn new(input: &'a [u8]) -> Self {
        let mut line_starts = Vec::from([0]);
        line_starts.extend(memchr::memchr2_iter(b'\n', b'\r', input).filter_map(|at| {
            let carriage_return_of_crlf = input[at] == b'\r' && input.get(at + 1) == Some(&b'\n');
            (!carriage_return_of_crlf).then_some(at + 1)
        }));
        Self { input, line_starts }
    }

    /// Returns the line and column of the byte `offset`; the end of the input if it lies beyond.
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

/// Counts UTF-16 code units: one for each byte that starts a code point, one more for each that starts four bytes.
pub(crate) fn utf16_len(bytes: &[u8]) -> usize {
    bytes.iter().map(|&byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0)).sum()
}
