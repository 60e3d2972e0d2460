//! Text.

use super::window::{Changed, lacks, near};
use super::{ScanLoop, errors};
use crate::byte_classes;
use crate::scan::{self, BLOCK, Blocks, Byte, ByteSet, Class, Vectors};
use crate::sink::Sink;
use crate::token::{Text, WordRun};

impl<'k, 'a: 'k, V: Vectors, S: Sink<'a>, const ERRORS: bool> ScanLoop<'k, 'a, V, S, ERRORS> {
    /// Sends the text from the current offset to `end`, and moves the offset to `end`. Returns `None` if the text is
    /// empty. `has_less_than` is true if the text contains a `<` that opens no markup.
    #[inline(always)]
    pub(super) fn send_text(&mut self, end: usize, has_less_than: bool) -> Option<()> {
        let start = self.at;
        if start == end {
            return None;
        }
        let state = self.run.text_state;
        let is_plain = lacks(self.simd, self.blocks, start, end, Changed);
        if ERRORS && (has_less_than || !self.run.is_clean(end)) {
            errors::report_in_text(self.run, self.sink, start, end);
        }
        self.at = end;
        self.sink.text(Text {
            source: self.run.source,
            start,
            end,
            raw_start: start,
            raw_end: end,
            state,
            is_plain,
            // PERF: not computed for sinks that do not use it, because the sink is inlined.
            run: find_run(self.simd, self.blocks, start, end),
            literal: None,
        });
        Some(())
    }
}

/// Returns the only run of words from `start` to `end`. Returns `None` if there is more than one, if decoding may
/// change more than white space, or if the text is too long for one test ([`near`]). The text must not be empty.
///
/// Example: the text is ` two  words `. The masks are, with the first byte on the left:
///
/// ```text
/// white     1...11.....1
/// words     .111..11111.    the run is 1..11
/// inside    ....11......    adjacent bits: two runs
/// ```
#[inline(always)]
pub(super) fn find_run<V: Vectors>(simd: V, blocks: Blocks<'_>, start: usize, end: usize) -> Option<WordRun> {
    let len = end - start;
    if len > near::<V>() {
        return None;
    }
    let block = blocks.block(start);
    let text = u64::MAX >> (BLOCK - len);
    let white = scan::bits_of(simd, block, near::<V>(), WhiteSpace) & text;
    let spaces = scan::bits_of(simd, block, near::<V>(), Byte::<b' '>);
    let odd = scan::bits_of(simd, block, near::<V>(), OddInRun) & text;
    let words = text & !white;
    // PERF: without words, the start is past the end, which needs no branch.
    let (first, past) = (words.trailing_zeros(), u64::BITS - words.leading_zeros());
    let inside = white & u64::MAX.wrapping_shl(first) & u64::MAX.wrapping_shr(u64::BITS - past);
    let ends_run = inside & !spaces | inside & inside << 1 | odd;
    let is_run = (ends_run == 0) | (words == 0);
    is_run.then_some(WordRun { start: start + first as usize, end: start + past as usize })
}

/// White space that is ASCII.
#[derive(Clone, Copy)]
pub(super) struct WhiteSpace;

impl Class for WhiteSpace {
    #[inline(always)]
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.any_of(vector, &const { byte_classes::WHITE_SPACE })
    }
}

/// The bytes of a run that decoding may change, and the first byte of U+00A0 and others.
#[derive(Clone, Copy)]
pub(super) struct OddInRun;

impl Class for OddInRun {
    #[inline(always)]
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        simd.or(simd.any_of(vector, &const { ByteSet::new(b"&\0") }), simd.equal(vector, 0xC2))
    }
}
