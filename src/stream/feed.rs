//! Divides chunks into slices that are read where they are, and pieces that are appended to the buffer.

use super::token_end::TokenEnd;
use super::{ChunkKind, Stream};
use crate::options::Engine;
use crate::sink::Sink;

/// Maximum length in bytes of the slices in which a chunk is processed. Bounds how much of a large chunk is buffered at
/// once.
const MAX_SLICE: usize = 64 << 10;
/// Length in bytes of the first piece of a chunk that is searched for the end of the open token.
const FIRST_PIECE: usize = 64;

impl Stream {
    /// The algorithm of the stream, for one chunk.
    pub(super) fn feed_slices<S: for<'a> Sink<'a>>(&mut self, chunk: &[u8], sink: &mut S) {
        let mut rest = chunk;
        while !rest.is_empty() && !self.is_done {
            let offsets_left = self.options.settings.limits.input_bytes() - self.base - self.buffer.len();
            if offsets_left == 0 {
                self.stop_at_last_offset(sink);
                return;
            }
            let most = rest.len().min(offsets_left);
            if self.unread_len() == 0 {
                let (slice, after) = rest.split_at(most.min(MAX_SLICE));
                self.read_in_place(slice, sink);
                self.restart_token_end();
                rest = after;
            } else {
                let (len, is_final) = self.append_to_token_end(&rest[..most]);
                if is_final {
                    self.read_buffer(sink);
                }
                rest = &rest[len..];
            }
            if !self.is_done && self.unread_len() > self.max_unread_len() {
                self.read_over_limit(sink);
            }
        }
    }

    /// Appends the bytes of `chunk` to the unread bytes, up to the next byte that ends markup. Returns how many bytes it
    /// appended, and true if a token is final. Appends no more bytes if the limit of a token is met.
    fn append_to_token_end(&mut self, chunk: &[u8]) -> (usize, bool) {
        let last_start_tag = &self.saved.last_start_tag;
        let had_final_text = self.token_end.has_final_text();
        let max_unread_len = self.max_unread_len();
        let (mut appended, mut piece) = (0, FIRST_PIECE);
        while appended < chunk.len() && self.unread_len() <= max_unread_len {
            let len = piece.min(chunk.len() - appended);
            self.buffer.extend_from_slice(&chunk[appended..appended + len]);
            appended += len;
            if let Some(end) = self.token_end.find(&self.buffer[self.consumed..], last_start_tag) {
                let surplus = self.unread_len() - end;
                self.buffer.truncate(self.consumed + end);
                return (appended - surplus, true);
            }
            piece = (2 * piece).min(MAX_SLICE);
        }
        // The state machine sends text and the markup after it together.
        let sends_text = self.options.settings.engine == Engine::Auto;
        (appended, sends_text && self.token_end.has_final_text() && !had_final_text)
    }

    /// Reads the unread bytes, after which a token is final.
    fn read_buffer<S: for<'a> Sink<'a>>(&mut self, sink: &mut S) {
        let before = self.consumed;
        self.read(None, ChunkKind::Inner, sink);
        // A search that reported a token early continues.
        if self.consumed > before {
            self.discard_consumed();
            self.restart_token_end();
        }
    }

    /// Starts the search for the end of the token at the unread bytes, and skips the bytes that were read without a token.
    fn restart_token_end(&mut self) {
        self.token_end = TokenEnd::new(self.saved.text_state);
        while self.token_end.find(&self.buffer[self.consumed..], &self.saved.last_start_tag).is_some() {}
    }

    /// Returns the number of buffered bytes that are unread.
    pub(super) fn unread_len(&self) -> usize {
        self.buffer.len() - self.consumed
    }

    /// Returns the maximum number of unread bytes. If there are more, even after a read, one of at most two open tokens
    /// is too long: text, or the markup after it. The rest of the margin is for bytes that may belong to either,
    /// for example `<` or the end tag of raw text.
    fn max_unread_len(&self) -> usize {
        let name_len = self.saved.last_start_tag.len();
        self.options.settings.limits.token_bytes().saturating_mul(3).saturating_add(name_len + 16)
    }

    /// Reads the unread bytes and stops, because the input has more bytes than its limit. Without a limit, only inputs over
    /// 4 GiB on 32-bit targets get here, whose later offsets do not fit in `usize`.
    #[cold]
    fn stop_at_last_offset<S: for<'a> Sink<'a>>(&mut self, sink: &mut S) {
        self.read(None, ChunkKind::Limited, sink);
        self.is_done = true;
    }

    /// Reads the unread bytes. If they are still too many, reads them as the end of the input, so that the limit of a token
    /// stops reading.
    #[cold]
    fn read_over_limit<S: for<'a> Sink<'a>>(&mut self, sink: &mut S) {
        self.read(None, ChunkKind::Inner, sink);
        if !self.is_done && self.unread_len() > self.max_unread_len() {
            self.read(None, ChunkKind::Last, sink);
            debug_assert!(self.is_done, "a token is too long");
        }
        self.discard_consumed();
        self.restart_token_end();
    }
}
