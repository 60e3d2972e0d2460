//! The functions and blocks that are open inside `image-set()`.

/// The functions and blocks from an outermost `image-set()` on, innermost last. Empty outside of `image-set()`.
///
/// Source: [consuming a function](https://drafts.csswg.org/css-syntax/#consume-function) and [a simple
/// block](https://drafts.csswg.org/css-syntax/#consume-simple-block). Only its own ending token ends a function or block; other
/// ending tokens in it are ignored. So its end does not depend on the tokens before its start.
///
/// Each one has [`BITS`](Self::BITS) bits, the innermost one the lowest: the number of its ending token, which is not 0, and
/// [`URLS`](Self::URLS).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Nesting(u128);

impl Nesting {
    const BITS: u32 = 4;
    /// Set if a string is a URL there.
    const URLS: u128 = 4;
    const ENDS: [u8; 3] = [b')', b']', b'}'];

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if a string here is a URL.
    pub(super) fn holds_urls(self) -> bool {
        self.0 & Self::URLS != 0
    }

    /// Opens a function or block that `end` ends. `holds_urls` is true if a string directly in it is a URL.
    ///
    /// At the 33rd level, all are closed, so that the memory is bounded: strings are URLs again in the next outermost `image-set()`.
    pub(super) fn open(&mut self, end: u8, holds_urls: bool) {
        let is_full = self.0 >> (u128::BITS - Self::BITS) != 0;
        if is_full || self.is_empty() && !holds_urls {
            self.0 = 0;
            return;
        }
        self.0 = self.0 << Self::BITS | Self::number(end) | if holds_urls { Self::URLS } else { 0 };
    }

    /// Closes the innermost function or block if `end` ends it.
    pub(super) fn close(&mut self, end: u8) {
        if self.0 & (Self::URLS - 1) == Self::number(end) {
            self.0 >>= Self::BITS;
        }
    }

    /// Returns the number of an ending token.
    fn number(end: u8) -> u128 {
        Self::ENDS.iter().zip(1..).find(|&(known, _)| *known == end).map_or(0, |(_, number)| number)
    }
}
