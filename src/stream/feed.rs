//! Steps 1 to 8 of the stream's algorithm: divides chunks into slices, and decides when they are read.

use super::{ChunkKind, Stream};
use crate::limits::LimitKind;
use crate::sink::Sink;
use crate::text_state::TextState;
use memchr::{memchr, memmem};

/// Bytes of read budget for each input byte.
pub(super) const BUDGET_PER_BYTE: usize = 3;
/// Cost in bytes of one read, in addition to its length. Bytes that come one by one are therefore read in batches.
pub(super) const COST_PER_READ: usize = 256;
/// Cost multiplier for a failed attempt on more than [`SHORT_READ`] bytes. An open token is read again when it has
/// tripled in length: after an attempt on `n` bytes the budget is at least about `-3 * n`. `2 * n` more bytes add `6 *
/// n`, which leaves `3 * n`, the cost of a read of all `3 * n` bytes.
pub(super) const FAILED_READ_FACTOR: usize = 4;
/// Maximum length in bytes of a failed attempt that costs no more than a successful one.
pub(super) const SHORT_READ: usize = 4 << 10;
/// Maximum length in bytes of the slices in which a chunk is processed. Bounds how much of a large chunk is buffered at
/// once.
pub(super) const MAX_SLICE: usize = 64 << 10;

impl Stream {
    /// Returns true if no read is due after `byte`, so that the caller only appends it to the buffer. Adds its budget
    /// in this case.
    ///
    /// PERF: a shortcut for chunks of one byte, with the same result as [`feed_slices`](Self::feed_slices).
    pub(super) fn defers_byte(&mut self, byte: u8) -> bool {
        let token_may_end = self.token_may_end || byte == b'>';
        let budget = self.budget.saturating_add_unsigned(BUDGET_PER_BYTE);
        let reads_now = token_may_end && usize::try_from(budget).is_ok_and(|budget| budget >= self.read_cost(1));
        let defers = !reads_now && !self.is_done && self.unread_len() < self.options.limits().token_bytes();
        if defers {
            (self.token_may_end, self.budget) = (token_may_end, budget);
        }
        defers
    }

    /// Returns the cost in bytes of a read of the unread bytes and `more` bytes.
    fn read_cost(&self, more: usize) -> usize {
        self.unread_len() + more + self.saved.size() + COST_PER_READ
    }

    /// Steps 1 to 8 of the algorithm, for each slice of `chunk`.
    pub(super) fn feed_slices<S: for<'a> Sink<'a>>(&mut self, chunk: &[u8], sink: &mut S) {
        let mut rest = chunk;
        while !rest.is_empty() && !self.is_done {
            let has_unread = self.unread_len() > 0;
            let len = if has_unread { self.slice_len(rest) } else { rest.len() };
            let offsets_left = usize::MAX - self.base - self.buffer.len();
            if offsets_left == 0 {
                self.stop_at_last_offset(sink);
                return;
            }
            let slice;
            (slice, rest) = rest.split_at(len.min(MAX_SLICE).min(offsets_left));
            self.budget = self.budget.saturating_add_unsigned(BUDGET_PER_BYTE * slice.len());
            self.token_may_end = self.token_may_end || memchr(b'>', slice).is_some();
            let cost = self.read_cost(slice.len());
            let is_affordable = usize::try_from(self.budget).is_ok_and(|budget| budget >= cost);
            let reads_now = self.token_may_end && is_affordable && self.saved.text_state != TextState::Plaintext;
            if reads_now {
                self.budget = self.budget.saturating_sub_unsigned(cost);
                self.token_may_end = false;
            }
            if reads_now && !has_unread {
                self.read_in_place(slice, sink);
            } else {
                self.buffer.extend_from_slice(slice);
            }
            if reads_now && has_unread {
                let before = self.consumed;
                self.read(None, ChunkKind::Inner, sink);
                self.failed_len = if self.consumed > before { 0 } else { self.unread_len() };
                if self.failed_len > SHORT_READ {
                    self.budget = self.budget.saturating_sub_unsigned((FAILED_READ_FACTOR - 1) * cost);
                }
                self.discard_consumed();
            }
            if !self.is_done && self.unread_len() > self.max_unread_len() {
                self.read_over_budget(sink);
            }
        }
    }

    /// Returns the number of buffered bytes that are unread.
    pub(super) fn unread_len(&self) -> usize {
        self.buffer.len() - self.consumed
    }

    /// Returns the maximum number of unread bytes. If there are more, even after a read, one of at most two open tokens
    /// is too long: text, or the markup after it. The rest of the margin is for bytes that may belong to either,
    /// for example `<` or the end tag of raw text.
    fn max_unread_len(&self) -> usize {
        self.options.limits().token_bytes().saturating_mul(3).saturating_add(self.saved.size() + 16)
    }

    /// Reads the unread bytes and stops, because later offsets do not fit in `usize`. Only inputs over 4 GiB on 32-bit
    /// targets get here.
    #[cold]
    fn stop_at_last_offset<S: for<'a> Sink<'a>>(&mut self, sink: &mut S) {
        self.read(None, ChunkKind::Inner, sink);
        if !self.is_done {
            self.summary.limits_met.note(LimitKind::InputBytes, self.summary.bytes);
            self.is_done = true;
        }
    }

    /// Reads the unread bytes, whatever the budget is. If they are still too many, reads them as the end of the input,
    /// so that the limit of a token stops reading.
    #[cold]
    fn read_over_budget<S: for<'a> Sink<'a>>(&mut self, sink: &mut S) {
        self.budget = self.budget.saturating_sub_unsigned(self.unread_len());
        self.read(None, ChunkKind::Inner, sink);
        if !self.is_done && self.unread_len() > self.max_unread_len() {
            self.read(None, ChunkKind::Last, sink);
            debug_assert!(self.is_done, "a token is too long");
        }
        self.discard_consumed();
    }

    /// Returns the length of the prefix of `rest` to append to the unread bytes before the next read. The prefix ends
    /// with the first `>` that may end the open token and is not among the first `failed_len` bytes. It is all of
    /// `rest` if there is no `>` of that kind.
    fn slice_len(&self, rest: &[u8]) -> usize {
        let from = self.failed_len.min(rest.len());
        let in_markup = self.saved.text_state == TextState::Data;
        let end_tag = if in_markup { Some(0) } else { memmem::find(&rest[from..], b"</") };
        let token_end = end_tag.and_then(|start| Some(start + memchr(b'>', &rest[from + start..])?));
        token_end.map_or(rest.len(), |end| from + end + 1)
    }
}
