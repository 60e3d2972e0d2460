//! The offsets of `<`, listed a stretch ahead of the walk.
//!
//! The list tells where the next tag begins before the present one is read to its end, so a CPU that looks ahead reads
//! both at once, and finding the next `<` is no branch that it must guess.

use super::window::{AHEAD, Byte};
use crate::scan::{self, BLOCK, Blocks, Job, Simd};
use bumpalo::Bump;

/// The bytes of a stretch.
const STRETCH: usize = 2048;

/// What follows the last entry.
const END: u16 = u16::MAX;

/// The list. Offsets before the walk's place are left in it until they are met.
#[derive(Default)]
pub(crate) struct Marks<'a> {
    /// Offsets from `base` on, and [`END`].
    list: &'a mut [u16],
    base: usize,
    /// The index of the next entry.
    next: usize,
    /// The offset behind the stretch.
    end: usize,
}

impl<'a> Marks<'a> {
    /// Returns an empty list, for what follows the offset `start`.
    pub(crate) fn new(input: &[u8], start: usize, bump: &'a Bump) -> Self {
        let most = (input.len() - start).next_multiple_of(BLOCK).min(STRETCH);
        Self { list: bump.alloc_slice_fill_copy(most + BLOCK, END), base: start, ..Self::default() }
    }

    /// Returns the offset of the first `<` from `from` on, or the length of the input.
    #[inline(always)]
    pub(super) fn find<V: Simd>(&mut self, simd: V, blocks: Blocks<'_>, from: usize) -> usize {
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
            self.end = simd.vectorize(List { blocks, base: self.base, list: self.list });
        }
    }

    /// Passes the `<` that was found last.
    #[inline(always)]
    pub(super) fn pass(&mut self) {
        self.next += 1;
    }
}

/// Lists the `<` of a stretch; returns the offset behind the stretch.
struct List<'l> {
    blocks: Blocks<'l>,
    base: usize,
    list: &'l mut [u16],
}

impl Job for List<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<V: Simd>(self, simd: V) -> usize {
        let Self { blocks, base, list } = self;
        if base == 0 {
            (0..AHEAD).step_by(BLOCK).for_each(|offset| blocks.prefetch(simd, offset));
        }
        let mut count = 0;
        let mut ahead = 0;
        while ahead < STRETCH && base + ahead < blocks.len() {
            blocks.prefetch(simd, base + ahead + AHEAD);
            let block = blocks.block(base + ahead);
            let bits = scan::bits_of(simd, block, BLOCK, Byte::<b'<'>);
            // The entries behind the last are overwritten by the next block's.
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
