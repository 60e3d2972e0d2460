//! The structural index: the offsets of `<`, found for a window of the input before the fast path needs them.
//!
//! The fast path knows where the next tag starts before it has read the current one to its end. So the CPU can start on
//! the next tag early, and the search for the next `<` has no branch that depends on the input.
//!
//! 1. [`StructuralIndex::find`] takes the next entry of the list, and skips entries before `from`: `<` in a tag that
//!    was read.
//! 2. At `END` it lists the next window: for each block of 64 bytes, the mask of `<` as offsets ([`Vectors::offsets`]).
//! 3. The fast path removes the entry of a tag ([`StructuralIndex::pass`]), and continues after the tag.
//!
//! Example, with a window of 2048 bytes from offset 0: for `<p>a<b>` the list is `[0, 4, END]`.
//!
//! Scripts and comments are not indexed: the fast path searches for the bytes that can end them. An index of the
//! complete page was rejected, because quotes and names mean different things in text, tags and scripts.

use super::{BLOCK, Blocks, Byte, Job, PREFETCH, Vectors, bits_of};
use bumpalo::Bump;

/// The size of a window, in bytes.
const WINDOW: usize = 2048;

/// The entry after the last offset.
const END: u16 = u16::MAX;

/// The offsets of `<` in the current window. Offsets before the position of the fast path stay in the list until
/// [`find`](Self::find) skips them.
#[derive(Default)]
pub struct StructuralIndex<'a> {
    /// Offsets relative to `base`, in ascending order, then [`END`].
    list: &'a mut [u16],
    base: usize,
    /// The index in `list` of the next entry.
    next: usize,
    /// The offset just past the window.
    end: usize,
}

impl<'a> StructuralIndex<'a> {
    /// Returns an empty index for the input from the offset `start` on.
    pub fn new(input: &[u8], start: usize, bump: &'a Bump) -> Self {
        let window = (input.len() - start).next_multiple_of(BLOCK).min(WINDOW);
        Self { list: bump.alloc_slice_fill_copy(window + BLOCK, END), base: start, ..Self::default() }
    }

    /// Returns the offset of the first `<` from `from` on, or the length of the input.
    #[inline(always)]
    pub fn find<V: Vectors>(&mut self, simd: V, blocks: Blocks<'_>, from: usize) -> usize {
        loop {
            while let Some(&ahead) = self.list.get(self.next) {
                let offset = self.base + usize::from(ahead);
                if offset < from {
                    self.next += 1;
                } else if ahead == END {
                    break;
                } else {
                    return offset;
                }
            }
            self.base = self.end.max(from);
            if self.base >= blocks.len() {
                return blocks.len();
            }
            self.next = 0;
            self.end = simd.vectorize(FillWindow { blocks, base: self.base, list: self.list });
        }
    }

    /// Removes the `<` that [`find`](Self::find) returned last.
    #[inline(always)]
    pub fn pass(&mut self) {
        self.next += 1;
    }
}

/// Writes the offsets of `<` in the window from `base` on. Returns the offset just past the window.
struct FillWindow<'l> {
    blocks: Blocks<'l>,
    base: usize,
    list: &'l mut [u16],
}

impl Job for FillWindow<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<V: Vectors>(self, simd: V) -> usize {
        let Self { blocks, base, list } = self;
        if base == 0 {
            (0..PREFETCH).step_by(BLOCK).for_each(|offset| blocks.prefetch(simd, offset));
        }
        let mut count = 0;
        let mut ahead = 0;
        while ahead < WINDOW && base + ahead < blocks.len() {
            blocks.prefetch(simd, base + ahead + PREFETCH);
            let block = blocks.block(base + ahead);
            let bits = bits_of(simd, block, BLOCK, Byte::<b'<'>);
            // The next block overwrites the entries after the last offset.
            let Some(entries) = list[count..].first_chunk_mut() else { break };
            simd.offsets(bits, ahead as u16, entries);
            count += bits.count_ones() as usize;
            ahead += BLOCK;
        }
        if let Some(entry) = list.get_mut(count) {
            *entry = END;
        }
        base + ahead
    }
}
