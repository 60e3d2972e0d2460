//! Finds the end of a record's block.
//!
//! `Content-Length` is trusted if the file confirms it: the block is followed by two newlines, or by the end of its
//! gzip member or zstd frame. An unconfirmed length is damage. The block then ends at the next complete head,
//! wherever that starts, and the record is marked as damaged.
//!
//! A confirmed length may still be wrong: the writer of a record was interrupted, the next writer appended complete
//! records, and the first length happens to end where one of these does. So the reader also examines complete heads
//! inside a block. It follows the chain of confirmed records that starts at such a head. If a record of the chain ends
//! at or after the end of the block, the block ends at the head. The last record in a block that is itself a WARC file
//! ends earlier, because the newlines of the block follow the newlines of that record.
//!
//! Example: record A declares 100 bytes, but its writer stopped after 20. Another writer appended the complete
//! records B and C, and the 100 bytes end exactly where the block of C ends. Two newlines follow, so the length is
//! confirmed. But the chain B, C starts inside the block and C ends beyond it, by its newlines. So the block of A
//! ends at the head of B, and A is marked as damaged.

use super::block_rest::{BlockRest, BlockRestWriter};
use super::error::{WarcErrorKind, WarcLocation};
use super::head::{HeadEnd, HeadSearch};
use super::member_text::{MemberText, MoreText};
use super::syntax::RecordSyntax;
use super::{arc, arc_line};
use crate::header_fields::{line, split_field};
use crate::http::has_status_line;
use memchr::memmem;
use std::io::Read;
use std::ops::ControlFlow;

/// Bytes of a long block that are skipped before they are removed from the text.
const MIN_REMOVED_BYTES: usize = 64 << 10;
/// The end of an HTTP head.
const EMPTY_LINE: &[u8] = b"\r\n\r\n";
/// The maximum number of heads inside a block that are examined, in chains of records or alone.
const MAX_INNER_HEADS: usize = 64;
/// The maximum length of a head inside a block that is examined, in bytes.
const MAX_INNER_HEAD_BYTES: usize = 16 << 10;

/// The bounds of a block. Offsets are relative to the first byte of its record.
pub(super) struct BlockBounds {
    /// The end of the bytes that are kept.
    pub(super) end: usize,
    /// The length in the file, which may be more than is kept.
    pub(super) length: u64,
    /// The end of the record, with the newlines after the block.
    pub(super) record_end: usize,
    /// Why the end of the block is not confirmed.
    pub(super) damage: Option<BlockDamage>,
}

/// The damage of a block, with a location if it differs from the record's.
pub(super) struct BlockDamage {
    pub(super) kind: WarcErrorKind,
    pub(super) location: Option<WarcLocation>,
    /// True if the block ends as its length declares, and only the newlines after it are missing.
    pub(super) is_by_length: bool,
}

impl From<WarcErrorKind> for BlockDamage {
    fn from(kind: WarcErrorKind) -> Self {
        Self { kind, location: None, is_by_length: false }
    }
}

/// The bytes that follow a block.
#[derive(Clone, Copy)]
enum AfterBlock {
    /// A record, which starts at the offset. True if the two newlines of the end of a record are before it.
    Record(usize, bool),
    /// The end of the member; newlines end at the offset.
    MemberEnd(usize),
    /// The end of the file, at the offset. True if the two newlines are before it.
    FileEnd(usize, bool),
    /// Text that cannot be decompressed, from the offset on.
    Damage(usize),
    /// Two newlines, up to the offset, and then something that is no record.
    Newlines(usize),
    /// Something else.
    Other,
}

pub(super) struct BlockReader<'a, R> {
    pub(super) text: &'a mut MemberText<R>,
    pub(super) syntax: RecordSyntax,
    /// The start of the block.
    pub(super) start: usize,
    /// True if the record starts its gzip member or zstd frame.
    pub(super) begins_member: bool,
    pub(super) max_block_bytes: usize,
    pub(super) max_head_bytes: usize,
    /// True to write the bytes over the limit to a file.
    pub(super) keeps_rest: bool,
    /// The bytes over the limit so far.
    pub(super) rest: Option<BlockRestWriter>,
}

impl<R: Read> BlockReader<'_, R> {
    /// Reads the block of a record that declares this length, if it declares one. Also returns the bytes over the limit, if they
    /// are kept.
    pub(super) fn read(mut self, length: Option<u64>) -> (BlockBounds, Option<BlockRest>) {
        let bounds = match length {
            Some(length) if length <= self.max_block_bytes as u64 => self.read_kept(length as usize),
            Some(length) => self.search(Some(length), None),
            None => self.search(None, Some(WarcErrorKind::MissingLength.into())),
        };
        (bounds, self.rest.map(BlockRestWriter::finish))
    }

    /// Reads a block that fits the limit.
    fn read_kept(&mut self, length: usize) -> BlockBounds {
        let end = self.start + length;
        while self.text.visible().len() < end {
            let damage = match self.text.extend() {
                MoreText::Text => continue,
                MoreText::MemberEnd => WarcErrorKind::Length.into(),
                // The last member ends as a record does.
                MoreText::End if self.text.is_compressed() && self.ends_as_record() => WarcErrorKind::Length.into(),
                MoreText::End => WarcErrorKind::Truncated.into(),
                MoreText::Bad => self.recover(),
            };
            return self.read_short(damage);
        }
        let complete = |record_end, damage| BlockBounds { end, length: length as u64, record_end, damage };
        let follows = self.follows(end);
        if let AfterBlock::Damage(record_end) = follows {
            let damage = self.recover();
            return complete(record_end, Some(damage));
        }
        let is_alone_in_member = self.begins_member
            && self.text.is_compressed()
            && matches!(follows, AfterBlock::MemberEnd(_) | AfterBlock::FileEnd(..));
        let is_chained = self.syntax == RecordSyntax::Warc && !is_alone_in_member;
        if is_chained && let Some(next) = self.end_by_chain(end, follows) {
            return self.ended_by_head(next, WarcErrorKind::Length.into());
        }
        match follows {
            AfterBlock::Record(record_end, is_ended) => {
                complete(record_end, self.damage_between(end, record_end, is_ended))
            }
            AfterBlock::FileEnd(record_end, is_ended) => complete(record_end, self.damage_at_end(record_end, is_ended)),
            AfterBlock::MemberEnd(record_end) => complete(record_end, None),
            AfterBlock::Newlines(record_end) if self.syntax == RecordSyntax::Arc || !self.contains_head_fields(end) => {
                complete(record_end, None)
            }
            _ if self.is_archive_inside() => complete(end, Some(WarcErrorKind::Length.into())),
            _ => self.search(None, Some(WarcErrorKind::Length.into())),
        }
    }

    /// Reads a block whose text ends before its length: a head in it starts another record.
    fn read_short(&mut self, damage: BlockDamage) -> BlockBounds {
        let text_end = self.text.visible().len();
        let next = if self.is_archive_inside() {
            self.end_by_chain(text_end, AfterBlock::Other)
        } else {
            self.inner_head(self.start, text_end)
        };
        if let Some(next) = next {
            // The file seemed to end in the record because of its length.
            let damage = if damage.location.is_none() { WarcErrorKind::Length.into() } else { damage };
            return self.ended_by_head(next, damage);
        }
        let is_member_end = matches!(damage.kind, WarcErrorKind::Length);
        let end = if is_member_end { self.trim_newlines(self.start, text_end) } else { text_end };
        BlockBounds { end, length: (end - self.start) as u64, record_end: text_end, damage: Some(damage) }
    }

    /// Ends the block where the next head starts.
    fn ended_by_head(&self, next: usize, damage: BlockDamage) -> BlockBounds {
        let end = self.trim_newlines(self.start, next);
        BlockBounds { end, length: (end - self.start) as u64, record_end: next, damage: Some(damage) }
    }

    /// Finds the end of a block: the declared length, the next complete head, or the end of the member or file,
    /// whichever is first. Bytes over the limit are removed from memory.
    fn search(&mut self, length: Option<u64>, mut damage: Option<BlockDamage>) -> BlockBounds {
        let kept_end = self.start + self.max_block_bytes;
        let looks_for_heads = !(length.is_some() && self.is_archive_inside());
        let (mut from, mut line, mut removed) = (self.start, 0, 0);
        let (end, record_end) = loop {
            // The end by the declared length, if the text in memory reaches it.
            let end = length.and_then(|length| usize::try_from(length - removed).ok()?.checked_add(self.start));
            let visible = self.text.visible();
            let stop = end.map_or(visible.len(), |end| end.min(visible.len()));
            if looks_for_heads {
                match self.syntax.find(&visible[..stop], from, &mut line, self.max_head_bytes) {
                    HeadSearch::At(next) if length.is_none() || self.is_record(next) => {
                        if length.is_some() {
                            damage = Some(WarcErrorKind::Length.into());
                        }
                        break (self.trim_newlines(self.start, next), next);
                    }
                    HeadSearch::At(next) => {
                        (from, line) = (next + 1, 0);
                        continue;
                    }
                    HeadSearch::Unfinished(next) | HeadSearch::Before(next) => from = next,
                }
            } else {
                from = stop;
            }
            if let Some(end) = end.filter(|end| self.text.visible().len() >= *end) {
                break (end, self.end_by_length(end, &mut damage));
            }
            // Newlines before a head do not belong to the block, so the last bytes are retained. Each byte is moved
            // at most once.
            let passed = from.saturating_sub(EMPTY_LINE.len()).saturating_sub(kept_end);
            if passed >= MIN_REMOVED_BYTES.max(self.text.visible().len() - from) {
                self.keep_rest(kept_end, kept_end + passed);
                self.text.remove(kept_end, passed);
                from -= passed;
                removed += passed as u64;
            }
            let ended = match self.text.extend() {
                MoreText::Text => continue,
                // Damage of the member takes precedence over damage that it causes.
                MoreText::Bad if damage.as_ref().is_none_or(|damage| damage.location.is_none()) => Some(self.recover()),
                MoreText::MemberEnd if length.is_some() => Some(WarcErrorKind::Length.into()),
                MoreText::End if length.is_some() => Some(WarcErrorKind::Truncated.into()),
                MoreText::MemberEnd | MoreText::End | MoreText::Bad => None,
            };
            damage = match (damage, ended) {
                (_, Some(ended)) if ended.location.is_some() => Some(ended),
                (damage, ended) => damage.or(ended),
            };
            let end = self.text.visible().len();
            let is_by_length = damage
                .as_ref()
                .is_none_or(|damage| matches!(damage.kind, WarcErrorKind::Length | WarcErrorKind::MissingLength));
            break (if is_by_length { self.trim_newlines(self.start, end) } else { end }, end);
        };
        self.keep_rest(kept_end, end);
        let block_length = (end - self.start) as u64 + removed;
        BlockBounds { end: end.min(kept_end), length: block_length, record_end, damage }
    }

    /// Keeps the bytes of the block from `start` to `end`, if bytes over the limit are kept.
    fn keep_rest(&mut self, start: usize, end: usize) {
        if self.keeps_rest && start < end {
            self.rest.get_or_insert_with(BlockRestWriter::new).push(&self.text.visible()[start..end]);
        }
    }

    /// Returns the end of a record whose block ends at `end` by its declared length. Sets the damage if something else follows.
    fn end_by_length(&mut self, end: usize, damage: &mut Option<BlockDamage>) -> usize {
        match self.follows(end) {
            AfterBlock::Record(record_end, _)
            | AfterBlock::MemberEnd(record_end)
            | AfterBlock::Newlines(record_end) => record_end,
            AfterBlock::FileEnd(record_end, is_ended) => {
                *damage = self.damage_at_end(record_end, is_ended).or(damage.take());
                record_end
            }
            AfterBlock::Damage(record_end) => {
                *damage = Some(self.recover());
                record_end
            }
            AfterBlock::Other => {
                damage.get_or_insert(WarcErrorKind::Length.into());
                end
            }
        }
    }

    /// Returns true if the text ends with the newlines of the end of a record.
    fn ends_as_record(&self) -> bool {
        self.syntax.record_ends().iter().any(|end| self.text.visible().ends_with(end))
    }

    /// Returns damage if newlines are missing at the end of an uncompressed file, where the record ends at `record_end`. If the
    /// text ends with those newlines nevertheless, the block includes them, so bytes are missing.
    fn damage_at_end(&self, record_end: usize, is_ended: bool) -> Option<BlockDamage> {
        let text = &self.text.visible()[self.start..record_end];
        let is_by_length = !self.syntax.record_ends().iter().any(|end| text.ends_with(end));
        let kind = if is_by_length { WarcErrorKind::Newlines } else { WarcErrorKind::Truncated };
        self.damage_unless(is_ended, kind).map(|damage| BlockDamage { is_by_length, ..damage })
    }

    /// Returns damage if newlines are missing between a block that ends at `end` and the next record at `record_end`. If
    /// the next record of a WARC file follows at once, or after one newline, the length is right.
    fn damage_between(&self, end: usize, record_end: usize, is_ended: bool) -> Option<BlockDamage> {
        let is_by_length =
            self.syntax == RecordSyntax::Warc && matches!(&self.text.visible()[end..record_end], b"" | b"\n" | b"\r\n");
        self.damage_unless(is_ended, WarcErrorKind::Newlines).map(|damage| BlockDamage { is_by_length, ..damage })
    }

    /// Returns damage of this kind if the newlines of the end of a record are missing from an uncompressed file.
    fn damage_unless(&self, is_ended: bool, kind: WarcErrorKind) -> Option<BlockDamage> {
        (!is_ended && !self.text.is_compressed()).then(|| kind.into())
    }

    /// Returns what follows a block that ends at `end`: newlines, then a record, or nothing.
    fn follows(&mut self, end: usize) -> AfterBlock {
        let mut at = end;
        loop {
            at += self.text.visible()[at..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            let ended = self.record_end(&self.text.visible()[end..at]);
            let rest = &self.text.visible()[at..];
            match (self.syntax.begins_record(rest), ended) {
                (Some(true), _) if self.syntax == RecordSyntax::Arc => {
                    // Unless the length includes the newline, it is missing, or this is the middle of a line.
                    let is_line_start = self.text.visible()[..at].ends_with(b"\n");
                    return match is_line_start || arc::has_common_scheme(rest) {
                        true => AfterBlock::Record(at, is_line_start),
                        false => AfterBlock::Other,
                    };
                }
                (Some(true), _) => return AfterBlock::Record(at, ended.is_some()),
                // One newline is no evidence: most blocks have many.
                (Some(false), Some(bytes)) if self.syntax == RecordSyntax::Warc => {
                    return AfterBlock::Newlines(end + bytes);
                }
                (Some(false), _) => {
                    let is_line_start = self.text.visible()[..at].ends_with(b"\n");
                    let begins = is_line_start && arc_line::begins_record(self.text, at, self.max_block_bytes);
                    return if begins { AfterBlock::Record(at, true) } else { AfterBlock::Other };
                }
                (None, _) => {}
            }
            let is_over = rest.is_empty();
            // A record may start with a few bytes of one member and continue in the next.
            let more = if is_over { self.text.fill() } else { self.text.extend() };
            match more {
                MoreText::Text => {}
                MoreText::MemberEnd if is_over => return AfterBlock::MemberEnd(at),
                MoreText::End if is_over => {
                    return AfterBlock::FileEnd(at, self.syntax == RecordSyntax::Arc || ended.is_some());
                }
                MoreText::MemberEnd | MoreText::End => {
                    return ended.map_or(AfterBlock::Other, |bytes| AfterBlock::Newlines(end + bytes));
                }
                MoreText::Bad => return AfterBlock::Damage(self.text.visible().len()),
            }
        }
    }

    /// Returns the first head inside the block if a chain of confirmed records in it contradicts the block's end: one of them ends
    /// there, or beyond it, or where the text ends.
    fn end_by_chain(&mut self, end: usize, follows: AfterBlock) -> Option<usize> {
        let mut left = MAX_INNER_HEADS;
        let mut first = None;
        let mut from = self.start;
        while let Some(head) = self.inner_head(from, end) {
            first.get_or_insert(head);
            let mut next = head;
            from = loop {
                left = left.checked_sub(1)?;
                match self.chain(next, end, follows) {
                    ControlFlow::Break(true) => return first,
                    ControlFlow::Break(false) => break next + 1,
                    ControlFlow::Continue(after) => next = after,
                }
            };
        }
        None
    }

    /// Advances by one record in a chain. Returns where the next one starts, or, at its end, whether it contradicts
    /// `end`.
    fn chain(&mut self, record: usize, end: usize, follows: AfterBlock) -> ControlFlow<bool, usize> {
        let Some(block_end) = self.block_end(record) else { return ControlFlow::Break(false) };
        let is_end_of_text = matches!(follows, AfterBlock::Other) && self.text.visible().len() == end;
        let is_ended = match follows {
            AfterBlock::Record(_, is_ended) | AfterBlock::FileEnd(_, is_ended) => is_ended,
            AfterBlock::MemberEnd(_) | AfterBlock::Newlines(_) => true,
            AfterBlock::Damage(_) | AfterBlock::Other => false,
        };
        let rest = &self.text.visible()[block_end..];
        let inner_end = block_end + self.record_end(rest).unwrap_or_default();
        if inner_end > end || (inner_end == end && !is_ended) {
            return ControlFlow::Break(match self.follows(block_end) {
                AfterBlock::Record(..) | AfterBlock::MemberEnd(_) | AfterBlock::FileEnd(..) => true,
                AfterBlock::Newlines(_) | AfterBlock::Damage(_) | AfterBlock::Other => false,
            });
        }
        match self.follows(block_end) {
            AfterBlock::Record(next, _) if next < end => ControlFlow::Continue(next),
            AfterBlock::FileEnd(..) | AfterBlock::MemberEnd(_) => ControlFlow::Break(is_end_of_text),
            _ => ControlFlow::Break(false),
        }
    }

    /// Returns where the block of the record at `record` ends by its length, if the text is long enough.
    fn block_end(&mut self, record: usize) -> Option<usize> {
        let mut line = 0;
        let head_bytes = loop {
            let rest = &self.text.visible()[record..];
            match self.syntax.head_end(&rest[..rest.len().min(MAX_INNER_HEAD_BYTES)], line) {
                HeadEnd::At(bytes) => break bytes,
                HeadEnd::Unfinished(next) if rest.len() < MAX_INNER_HEAD_BYTES => line = next,
                _ => return None,
            }
            let MoreText::Text = self.text.extend() else { return None };
        };
        let head = &self.text.visible()[record..record + head_bytes];
        let length = self.syntax.content_length(head).filter(|length| *length <= self.max_block_bytes as u64)?;
        let end = record + head_bytes + length as usize;
        while self.text.visible().len() < end {
            let MoreText::Text = self.text.extend() else { return None };
        }
        Some(end)
    }

    /// Returns true if the record at `next` is confirmed, or over the limit and so cannot be.
    fn is_record(&mut self, next: usize) -> bool {
        match self.block_end(next) {
            Some(end) => !matches!(self.follows(end), AfterBlock::Other | AfterBlock::Damage(_)),
            None => {
                let rest = &self.text.visible()[next..];
                let HeadEnd::At(head_bytes) = self.syntax.head_end(rest, 0) else { return false };
                self.syntax
                    .content_length(&rest[..head_bytes])
                    .is_some_and(|length| length > self.max_block_bytes as u64)
            }
        }
    }

    /// Returns the first complete head that starts in a range of the text.
    fn inner_head(&mut self, mut from: usize, end: usize) -> Option<usize> {
        let mut line = 0;
        loop {
            match self.syntax.find(self.text.visible(), from, &mut line, self.max_head_bytes.min(MAX_INNER_HEAD_BYTES))
            {
                HeadSearch::At(at) => return (at < end).then_some(at),
                HeadSearch::Unfinished(at) | HeadSearch::Before(at) if at < end => from = at,
                HeadSearch::Unfinished(_) | HeadSearch::Before(_) => return None,
            }
            let MoreText::Text = self.text.extend() else { return None };
        }
    }

    /// Returns true if a line of the block looks like a field of another record's head, whose start may be lost.
    fn contains_head_fields(&self, end: usize) -> bool {
        let block = &self.text.visible()[self.start..end];
        memmem::find_iter(block, b"\nWARC-").any(|at| split_field(line(&block[at + 1..]).0).is_some())
    }

    /// Returns true if the block, or the body of the response in it, starts like a file of this syntax.
    fn is_archive_inside(&mut self) -> bool {
        while self.text.visible().len() < self.start + MAX_INNER_HEAD_BYTES
            && matches!(self.text.extend(), MoreText::Text)
        {}
        let block = &self.text.visible()[self.start..];
        if !has_status_line(block) {
            return self.syntax.begins_file(block);
        }
        let end = memmem::find(&block[..block.len().min(MAX_INNER_HEAD_BYTES)], EMPTY_LINE);
        end.is_some_and(|end| self.syntax.begins_file(&block[end + EMPTY_LINE.len()..]))
    }

    fn recover(&mut self) -> BlockDamage {
        let (location, kind) = self.text.recover();
        BlockDamage { kind, location: Some(location), is_by_length: false }
    }

    /// Returns the length of the newlines of the end of a record, if they are there.
    fn record_end(&self, text: &[u8]) -> Option<usize> {
        self.syntax.record_ends().iter().find(|end| text.starts_with(end)).map(|end| end.len())
    }

    /// Returns the end of a block in a record that ends at `end`: without the newlines that are not part of the block.
    fn trim_newlines(&self, start: usize, mut end: usize) -> usize {
        let newlines = if self.syntax == RecordSyntax::Warc { 2 } else { 1 };
        for _ in 0..newlines {
            let Some(rest) = self.text.visible()[start..end].strip_suffix(b"\n") else { break };
            end = start + rest.strip_suffix(b"\r").unwrap_or(rest).len();
        }
        end
    }
}
