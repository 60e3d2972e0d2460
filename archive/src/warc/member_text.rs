//! The concatenated text of a file's members: a window that slides over it, with the offsets of member boundaries.

use super::error::{WarcErrorKind, WarcLocation};
use super::head;
use super::irregularity::MemberProof;
use super::member::{CHUNK_BYTES, MemberDecoder};
use super::member_progress::MemberProgress;
use super::record::Storage;
use super::stored_bytes::StoredBytes;
use super::syntax::RecordSyntax;
use super::{arc, member_search};
use crate::memory_budget::Allowance;
use crate::remote::RemoteError;
use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::sync::Arc;

/// The number of member boundaries that are retained if a record spans several members.
const MAX_MEMBERS: usize = 64;

/// Bytes of a record's text that are decompressed without a claim of memory.
const FREE_BYTES: usize = 2 << 20;
/// Bytes claimed for a large record besides its text: the stored bytes that are retained for `rewind`.
const STORED_BYTES: usize = 8 << 20;

/// How often the bytes of a damaged range are read again at most.
const MAX_REREADS: u64 = 16;

/// The result of a request for more text.
pub(super) enum MoreText {
    /// More text is visible.
    Text,
    /// The member ends here. The next one has not begun, or starts a record.
    MemberEnd,
    /// The file ends here.
    End,
    /// The member is damaged from here on: [`MemberText::recover`] returns the damage and advances to the next one.
    Bad,
}

/// A position in the text from which lengths are measured.
#[derive(Clone, Copy)]
pub(super) struct TextMark {
    pub(super) offset: u64,
    pub(super) in_member: u64,
    position: u64,
}

/// How much of a file was read.
pub(super) struct Totals {
    /// The offset in the file up to which it was read.
    pub(super) offset: u64,
    /// The bytes of text decoded.
    pub(super) text_bytes: u64,
    /// The members begun.
    pub(super) members: u64,
}

/// A member whose text is in the buffer.
struct MemberStart {
    /// The offset in the file.
    offset: u64,
    /// The position of its text in the text of all members.
    position: u64,
    /// The newlines at the start of its text, as far as they were skipped.
    newlines: u64,
    /// The length of its header, for a gzip member.
    gzip_header: Option<u64>,
    /// True if its end has a checksum, which was verified if the end was reached.
    has_checksum: bool,
}

/// A range of the file that the decoder read before it found damage. The search for the next member reads it again, and the
/// members found there may be damaged too.
#[derive(Default)]
struct DamagedRange {
    start: u64,
    end: u64,
    /// Bytes of the range that were read again.
    reread_bytes: u64,
}

/// The state of the decoder at the end of the buffer.
enum DecoderState {
    /// After a member, and before the next one if there is any.
    Between,
    Inside,
    /// At the end of the file.
    Over,
    Bad(WarcErrorKind),
}

pub(super) struct MemberText<R> {
    source: StoredBytes<R>,
    decoder: MemberDecoder,
    state: DecoderState,
    buffer: Vec<u8>,
    /// `start..limit` is visible. `limit..end` is the text of later members that were begun to look at their first
    /// bytes.
    start: usize,
    limit: usize,
    end: usize,
    /// The position of the buffer's first byte, adjusted for bytes that were removed by `remove`.
    before: u64,
    /// The members of the text from `start` on.
    members: VecDeque<MemberStart>,
    /// The index of the member that contains `limit`.
    current: usize,
    members_begun: u64,
    /// True if the current position is after a newline, or at the start of the file.
    pub(super) is_line_start: bool,
    /// True if the current position is known to be the end of a record.
    is_record_end: bool,
    damaged: DamagedRange,
    allowance: Option<Arc<Allowance>>,
}

impl<R: Read> MemberText<R> {
    pub(super) fn new(source: StoredBytes<R>, decoder: MemberDecoder) -> Self {
        Self::with_buffer(source, decoder, Vec::new())
    }

    /// As [`new`](Self::new), with a buffer to use. Its bytes are ignored.
    pub(super) fn with_buffer(source: StoredBytes<R>, decoder: MemberDecoder, buffer: Vec<u8>) -> Self {
        // An empty member, so that the first one has a predecessor.
        let before =
            MemberStart { offset: source.offset(), position: 0, newlines: 0, gzip_header: None, has_checksum: false };
        Self {
            source,
            decoder,
            state: DecoderState::Between,
            buffer,
            start: 0,
            limit: 0,
            end: 0,
            before: 0,
            members: VecDeque::from([before]),
            current: 0,
            members_begun: 0,
            is_line_start: true,
            is_record_end: false,
            damaged: DamagedRange::default(),
            allowance: None,
        }
    }

    /// Sets the allowance that memory for large records is claimed from.
    pub(super) fn with_allowance(mut self, allowance: Option<Arc<Allowance>>) -> Self {
        if allowance.as_ref().is_some_and(|allowance| allowance.is_shared()) {
            self.decoder.limit_one_call(FREE_BYTES);
        }
        self.allowance = allowance;
        self
    }

    /// Returns the buffers of the stored bytes and of the text.
    pub(super) fn into_buffers(self) -> [Vec<u8>; 2] {
        [self.source.into_buffer(), self.buffer]
    }

    /// Returns the text from the current position on that was requested so far.
    pub(super) fn visible(&self) -> &[u8] {
        &self.buffer[self.start..self.limit]
    }

    /// Advances by `bytes`. The new position may be in an earlier member than the last requested text.
    pub(super) fn advance(&mut self, bytes: usize) {
        self.start += bytes;
        if bytes > 0 {
            self.is_line_start = self.buffer[self.start - 1] == b'\n';
            self.is_record_end = false;
        }
        let position = self.position(0);
        while self.current > 0 && self.members[self.current].position > position {
            self.current -= 1;
        }
        self.members.drain(..self.current);
        self.current = 0;
        self.limit = self.next_member().map_or(self.end, |next| (next - self.before) as usize);
    }

    /// Advances to the end of the newlines here. A record after newlines at the start of a member starts the member.
    pub(super) fn skip_newlines(&mut self) {
        let newlines = self.visible().iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        if newlines == 0 {
            return;
        }
        let mark = self.mark();
        self.advance(newlines);
        if mark.in_member == 0
            && let Some(member) = self.members.iter_mut().find(|member| member.offset == mark.offset)
        {
            member.newlines += newlines as u64;
        }
    }

    /// Sets that the current position is the end of a record.
    pub(super) fn set_record_end(&mut self) {
        self.is_record_end = true;
    }

    /// Removes bytes from the visible text at offset `at`.
    pub(super) fn remove(&mut self, at: usize, bytes: usize) {
        let at = self.start + at;
        self.buffer.copy_within(at + bytes..self.end, at);
        self.limit -= bytes;
        self.end -= bytes;
        self.before += bytes as u64;
    }

    /// Requests more of the current member's text.
    pub(super) fn fill(&mut self) -> MoreText {
        if self.next_member().is_some() {
            return MoreText::MemberEnd;
        }
        let end = self.position_of_end();
        while matches!(self.state, DecoderState::Inside) && self.position_of_end() == end {
            self.decode();
        }
        self.limit = self.end;
        match self.state {
            _ if self.position_of_end() > end => MoreText::Text,
            DecoderState::Bad(_) => MoreText::Bad,
            DecoderState::Over => MoreText::End,
            DecoderState::Between | DecoderState::Inside => MoreText::MemberEnd,
        }
    }

    /// Begins the next member, after the end of one. It may be empty.
    pub(super) fn enter_next(&mut self) -> MoreText {
        if self.next_member().is_none() {
            self.begin_member();
        }
        if self.next_member().is_some() {
            self.current += 1;
            self.limit = self.next_member().map_or(self.end, |next| (next - self.before) as usize);
            return MoreText::Text;
        }
        match self.state {
            DecoderState::Bad(_) => MoreText::Bad,
            DecoderState::Between | DecoderState::Inside | DecoderState::Over => MoreText::End,
        }
    }

    /// Requests more of a record: also from the next member, unless that starts a record itself.
    pub(super) fn extend(&mut self) -> MoreText {
        let limit = self.before + self.limit as u64;
        loop {
            let more = match self.fill() {
                MoreText::MemberEnd if self.next_begins_record() => return MoreText::MemberEnd,
                MoreText::MemberEnd => self.enter_next(),
                more => more,
            };
            if !matches!(more, MoreText::Text) || self.before + self.limit as u64 > limit {
                return more;
            }
        }
    }

    fn next_begins_record(&mut self) -> bool {
        if self.next_member().is_none() {
            self.begin_member();
        }
        let Some(position) = self.next_member() else { return false };
        let is_last = self.current + 2 == self.members.len();
        loop {
            let text = &self.buffer[(position - self.before) as usize..self.end];
            let begins = match self.decoder.syntax {
                Some(RecordSyntax::Arc) => self.decoder.text_begins_record(text),
                _ if text.len() < head::MAGIC_BYTES => None,
                _ => Some(head::starts_with_magic(text)),
            };
            match begins {
                Some(begins) => return begins,
                None if is_last && matches!(self.state, DecoderState::Inside) => self.decode(),
                // A member too short to decide is taken for a continuation.
                None => return false,
            }
        }
    }

    /// Returns true if the visible text starts a record, and `None` if it is too short to decide. In an ARC file, a record
    /// starts a line, because the middle of its URL may look like another one, or follows a record without a newline.
    pub(super) fn begins_record(&mut self) -> Option<bool> {
        let begins = self.decoder.text_begins_record(&self.buffer[self.start..self.limit])?;
        let is_start = || {
            self.is_line_start
                || (self.is_compressed() && self.mark().in_member == 0)
                || (self.is_record_end && arc::has_common_scheme(self.visible()))
        };
        Some(begins && (self.syntax() == RecordSyntax::Warc || is_start()))
    }

    /// Returns true if a record is expected here: on the line after another one, or at the start of a compressed member.
    pub(super) fn is_record_expected(&self) -> bool {
        (self.is_record_end && self.is_line_start) || (self.is_compressed() && self.mark().in_member == 0)
    }

    /// Returns the syntax of the records; WARC as long as there is none.
    pub(super) fn syntax(&self) -> RecordSyntax {
        self.decoder.syntax.unwrap_or(RecordSyntax::Warc)
    }

    /// Advances from a damaged member to the next one that starts a record. Returns the location and kind of the
    /// damage.
    ///
    /// The search starts at the damaged member's first byte, because the decoder may have read beyond its end before
    /// it failed, even up to the end of another member. So if a damaged member stores a file of members without
    /// compression, those count as members of this file. A range that was read again [`MAX_REREADS`] times is skipped.
    pub(super) fn recover(&mut self) -> (WarcLocation, WarcErrorKind) {
        let DecoderState::Bad(kind) = std::mem::replace(&mut self.state, DecoderState::Between) else {
            return (WarcLocation { offset: self.source.offset(), in_member: None, length: 0 }, WarcErrorKind::Unknown);
        };
        let offset = match kind {
            WarcErrorKind::Io(_) => {
                let rest = self.source.data().len();
                self.source.consume(rest);
                self.source.offset()
            }
            _ => self.decoder.offset,
        };
        let kind = match kind {
            WarcErrorKind::Io(error) => {
                self.state = DecoderState::Over;
                // The file is an entry of a ZIP file, and its data is damaged.
                match error.kind() == ErrorKind::InvalidData && !RemoteError::is_in(&error) {
                    true => WarcErrorKind::Corrupt(error.to_string().into()),
                    false => WarcErrorKind::Io(error),
                }
            }
            kind => {
                self.rewind_into(offset);
                let is_found = member_search::find(&mut self.source, &mut self.decoder, u64::MAX, false);
                match kind {
                    WarcErrorKind::Truncated if is_found => WarcErrorKind::Corrupt("the member ends early".into()),
                    kind => kind,
                }
            }
        };
        let length = self.source.offset() - offset;
        (WarcLocation { offset, in_member: None, length }, kind)
    }

    /// Rewinds to the second byte of the damaged member at `offset`, or as close to it as possible. Rewinds no further if the
    /// range around the member was read again too often.
    fn rewind_into(&mut self, offset: u64) {
        let end = self.source.offset().max(self.damaged.end);
        self.source.rewind(offset + 1);
        if self.source.offset() == offset && !self.source.data().is_empty() {
            self.source.consume(1);
        }
        let start = self.source.offset();
        if offset >= self.damaged.end {
            self.damaged = DamagedRange { start, end, reread_bytes: 0 };
        }
        let damaged = &mut self.damaged;
        let reread = end.saturating_sub(start);
        damaged.end = end;
        damaged.reread_bytes = damaged.reread_bytes.saturating_add(reread);
        if damaged.reread_bytes > MAX_REREADS * end.saturating_sub(damaged.start) {
            // All of the range is still in memory.
            self.source.consume((reread as usize).min(self.source.data().len()));
        }
    }

    /// Returns the end of the last damaged range. A reader that starts inside it may find other members than one that starts
    /// before it.
    pub(super) fn damaged_end(&self) -> u64 {
        self.damaged.end
    }

    /// Advances to the first member from here on that starts a record, or to `until` if there is none before that.
    pub(super) fn sync(&mut self, until: u64) {
        member_search::find(&mut self.source, &mut self.decoder, until, self.is_line_start);
        self.is_line_start = true;
    }

    /// Returns the current position.
    pub(super) fn mark(&self) -> TextMark {
        let position = self.position(0);
        let visible = self.members.range(..=self.current);
        match visible.rev().find(|member| member.position <= position) {
            Some(member) if self.is_compressed() => {
                let in_member = (position - member.position).saturating_sub(member.newlines);
                TextMark { offset: member.offset, in_member, position }
            }
            Some(member) => TextMark { offset: member.offset + position - member.position, in_member: 0, position },
            None => TextMark { offset: self.source.offset(), in_member: 0, position },
        }
    }

    /// Returns the location of the text from `mark` to `bytes` after the current position.
    pub(super) fn location(&self, mark: TextMark, bytes: usize) -> WarcLocation {
        let position = self.position(bytes);
        let length = position - mark.position;
        if !self.is_compressed() {
            return WarcLocation { offset: mark.offset, in_member: None, length };
        }
        let end = self.members.iter().find(|member| member.position == position && member.offset > mark.offset);
        let end = match end {
            Some(member) => Some(member.offset),
            None if position == self.position_of_end()
                && !matches!(self.state, DecoderState::Inside | DecoderState::Bad(_)) =>
            {
                // Zeros after the last member are not part of it.
                let is_over = matches!(self.state, DecoderState::Over);
                Some(if is_over { self.decoder.offset } else { self.source.offset() })
            }
            None => None,
        };
        match end {
            Some(end) if mark.in_member == 0 => {
                WarcLocation { offset: mark.offset, in_member: None, length: end - mark.offset }
            }
            _ => WarcLocation { offset: mark.offset, in_member: Some(mark.in_member), length },
        }
    }

    /// Returns the length of the text from `mark` to `bytes` after the current position.
    pub(super) fn length(&self, mark: TextMark, bytes: usize) -> u64 {
        self.position(bytes) - mark.position
    }

    /// Returns how the record at `location`, from `mark` to `bytes` after the current position, is stored.
    pub(super) fn storage(&self, mark: TextMark, location: &WarcLocation, bytes: usize) -> Storage {
        if !self.is_compressed() {
            return Storage::Plain;
        }
        match self.only_member(mark, location, bytes).and_then(|member| member.gzip_header) {
            Some(header_length) => Storage::GzipMember { header_length },
            None => Storage::Compressed,
        }
    }

    /// Returns what the member of this record proves.
    pub(super) fn proof(&self, mark: TextMark, location: &WarcLocation, bytes: usize) -> MemberProof {
        match self.only_member(mark, location, bytes) {
            Some(member) if member.has_checksum => MemberProof::Checksum,
            Some(_) => MemberProof::Alone,
            None => MemberProof::None,
        }
    }

    /// Returns the member that has this record and nothing else.
    fn only_member(&self, mark: TextMark, location: &WarcLocation, bytes: usize) -> Option<&MemberStart> {
        let end = self.position(bytes);
        let is_alone = self.is_compressed()
            && location.in_member.is_none()
            && !self.members.iter().any(|member| mark.position < member.position && member.position < end);
        self.members.iter().rev().find(|member| is_alone && member.offset == mark.offset)
    }

    /// Returns the offset in the file of the member after the current one.
    pub(super) fn next_offset(&self) -> u64 {
        self.members.get(self.current + 1).map_or(self.source.offset(), |member| member.offset)
    }

    pub(super) fn is_compressed(&self) -> bool {
        !self.decoder.is_plain()
    }

    pub(super) fn totals(&self) -> Totals {
        Totals { offset: self.source.offset(), text_bytes: self.position_of_end(), members: self.members_begun }
    }

    /// Returns the totals without members from `offset` on, which were begun but not passed.
    pub(super) fn totals_before(&self, offset: u64) -> Totals {
        let Totals { offset: end, text_bytes, members } = self.totals();
        if !self.is_compressed() {
            return Totals { offset, text_bytes: text_bytes - (end - offset), members };
        }
        match self.members.iter().position(|member| member.offset >= offset) {
            Some(first) if members > 0 => {
                let later = (self.members.len() - first) as u64;
                let text_bytes = self.members[first].position;
                Totals { offset, text_bytes, members: members.saturating_sub(later) }
            }
            _ => Totals { offset, text_bytes, members },
        }
    }

    /// Returns the position `bytes` after the current one. Correct only after the last `remove`.
    fn position(&self, bytes: usize) -> u64 {
        self.before + (self.start + bytes) as u64
    }

    fn position_of_end(&self) -> u64 {
        self.before + self.end as u64
    }

    /// Returns the position of the next member's text, if that member has begun.
    fn next_member(&self) -> Option<u64> {
        self.members.get(self.current + 1).map(|member| member.position)
    }

    fn begin_member(&mut self) {
        if !matches!(self.state, DecoderState::Between) {
            return;
        }
        self.state = match self.decoder.begin(&mut self.source) {
            MemberProgress::More => {
                self.members.push_back(MemberStart {
                    offset: self.source.offset(),
                    position: self.position_of_end(),
                    newlines: 0,
                    gzip_header: self.decoder.gzip_header(&mut self.source),
                    has_checksum: self.decoder.has_checksum(&mut self.source),
                });
                if self.members.len() > MAX_MEMBERS && self.current > 1 {
                    self.members.remove(1);
                    self.current -= 1;
                }
                self.members_begun += 1;
                DecoderState::Inside
            }
            MemberProgress::End => DecoderState::Over,
            MemberProgress::Bad(kind) => DecoderState::Bad(kind),
        };
    }

    fn decode(&mut self) {
        self.make_room();
        let (held, window) = (self.end - self.start, self.decoder.frames.window_in_use());
        if held + window > FREE_BYTES
            && let Some(allowance) = &self.allowance
        {
            allowance.claim(held + held / 2 + STORED_BYTES + window.next_power_of_two());
        }
        let (bytes, progress) = self.decoder.read(&mut self.source, &mut self.buffer, self.end);
        self.end += bytes;
        self.state = match progress {
            MemberProgress::More => DecoderState::Inside,
            MemberProgress::End if self.is_compressed() => DecoderState::Between,
            MemberProgress::End => DecoderState::Over,
            MemberProgress::Bad(kind) => DecoderState::Bad(kind),
        };
    }

    /// Moves the text to the front if that frees half of the buffer, so that the cost per byte is constant.
    fn make_room(&mut self) {
        let is_full = self.buffer.len() - self.end < CHUNK_BYTES;
        if self.start == self.end || (is_full && self.start >= self.buffer.len() / 2) {
            self.buffer.copy_within(self.start..self.end, 0);
            self.before += self.start as u64;
            self.limit -= self.start;
            self.end -= self.start;
            self.start = 0;
        }
    }
}
