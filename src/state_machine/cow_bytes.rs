//! A byte string that the state machine builds byte by byte. It borrows the input until a byte differs from it.
//!
//! Example: the input is `<P CLASS=a&amp;b>`. The value `a&b` starts as a borrowed `a`, then `a&`, because the input
//! has the same bytes. The next byte of the input is `a`, but `b` is appended. So `a&` is copied to the arena, and
//! `b` follows it.

use crate::arena::Source;
use bumpalo::collections::Vec;

/// A byte string under construction: copy-on-write.
#[derive(Debug)]
pub(super) enum CowBytes<'a> {
    /// The input between two offsets.
    Borrowed { start: usize, end: usize },
    /// A copy in the arena.
    Owned(Vec<'a, u8>),
}

impl Default for CowBytes<'_> {
    fn default() -> Self {
        Self::Borrowed { start: 0, end: 0 }
    }
}

impl<'a> CowBytes<'a> {
    /// Appends a byte. `offset` is the offset in the input at which the string starts; it is used only while the string
    /// is empty.
    #[inline]
    pub(super) fn push_byte(&mut self, source: Source<'a>, offset: usize, byte: u8) {
        match self {
            // PERF: nearly every byte is the next byte of the input, or the first byte of the string.
            Self::Borrowed { start, end } if start != end && source.input.get(*end) == Some(&byte) => *end += 1,
            Self::Borrowed { start, end } if start == end && source.input.get(offset) == Some(&byte) => {
                (*start, *end) = (offset, offset + 1);
            }
            Self::Owned(owned) if owned.len() < owned.capacity() => owned.push(byte),
            _ => self.push(source, offset, &[byte]),
        }
    }

    /// Appends `bytes`. `offset` is as for [`push_byte`](Self::push_byte).
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
        let source = Source { input: b"xabc", text: None, arena: &arena };
        let mut bytes = CowBytes::default();
        bytes.push(source, 1, b"a");
        bytes.push(source, 2, b"b");
        assert!(core::ptr::eq(bytes.take(source), &source.input[1..3]));
        assert_eq!(arena.allocated_bytes(), 0);

        bytes.push(source, 1, b"a");
        bytes.push(source, 2, b"B");
        bytes.push(source, 3, b"c");
        assert_eq!(bytes.take(source), b"aBc");
        assert_eq!(bytes.take(source), b"");
    }
}
