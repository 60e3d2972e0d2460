//! A string that the machine builds byte by byte, borrowed from the input for as long as it is equal to it.

use crate::token::Source;
use bumpalo::collections::Vec;

/// A string under construction.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    /// The input between two offsets.
    Borrowed { start: usize, end: usize },
    /// A copy in the arena.
    Owned(Vec<'a, u8>),
}

impl Default for Piece<'_> {
    fn default() -> Self {
        Self::Borrowed { start: 0, end: 0 }
    }
}

impl<'a> Piece<'a> {
    /// Appends a byte, which comes from the input at `offset` unless it was changed.
    #[inline]
    pub(super) fn push_byte(&mut self, source: Source<'a>, offset: usize, byte: u8) {
        match self {
            // PERF: nearly all that is appended is the next byte, or the first.
            Self::Borrowed { start, end } if start != end && source.input.get(*end) == Some(&byte) => *end += 1,
            Self::Borrowed { start, end } if start == end && source.input.get(offset) == Some(&byte) => {
                (*start, *end) = (offset, offset + 1);
            }
            Self::Owned(owned) if owned.len() < owned.capacity() => owned.push(byte),
            _ => self.push(source, offset, &[byte]),
        }
    }

    /// Appends `bytes`, which come from the input at `offset` unless they were changed.
    pub(super) fn push(&mut self, source: Source<'a>, offset: usize, bytes: &[u8]) {
        match self {
            Self::Borrowed { start, end } => {
                if start == end {
                    (*start, *end) = (offset, offset);
                }
                if source.input[*end..].starts_with(bytes) {
                    *end += bytes.len();
                } else {
                    let mut owned =
                        Vec::with_capacity_in((*end - *start + bytes.len()).next_power_of_two(), source.bump());
                    owned.extend_from_slice_copy(&source.input[*start..*end]);
                    owned.extend_from_slice_copy(bytes);
                    *self = Self::Owned(owned);
                }
            }
            Self::Owned(owned) => owned.extend_from_slice_copy(bytes),
        }
    }

    /// Returns the string.
    pub(super) fn into_bytes(self, source: Source<'a>) -> &'a [u8] {
        match self {
            Self::Borrowed { start, end } => &source.input[start..end],
            Self::Owned(owned) => owned.into_bump_slice(),
        }
    }

    /// Returns the string and leaves an empty one.
    pub(super) fn take(&mut self, source: Source<'a>) -> &'a [u8] {
        core::mem::take(self).into_bytes(source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borrows_until_a_byte_differs() {
        let arena = crate::Arena::new();
        let source = Source { input: b"xabc", arena: &arena };
        let mut piece = Piece::default();
        piece.push(source, 1, b"a");
        piece.push(source, 2, b"b");
        assert!(core::ptr::eq(piece.take(source), &source.input[1..3]));
        assert_eq!(arena.allocated_bytes(), 0);

        piece.push(source, 1, b"a");
        piece.push(source, 2, b"B");
        piece.push(source, 3, b"c");
        assert_eq!(piece.take(source), b"aBc");
        assert_eq!(piece.take(source), b"");
    }
}
