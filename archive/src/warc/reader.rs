//! Reads the records of a WARC file.
//!
//! For each record:
//!
//! 1. Skip newlines and find the next record, or report the bytes before it as damage.
//! 2. Read the head up to its empty line.
//! 3. Read the block, whose end [`block`](super::block) determines.
//!
//! If you change what counts as a record here, also check `member_search`, which finds the first record of a segment.

use super::block::{BlockBounds, BlockReader};
use super::completeness::{self, Defect};
use super::counts::WarcCounts;
use super::error::{WarcError, WarcErrorKind, WarcLocation};
use super::head::{self, HeadEnd, HeadSearch, HeadState};
use super::member::MemberDecoder;
use super::member_text::{MemberText, MoreText, TextMark, Totals};
use super::record::{Record, RecordKind};
use super::stored_bytes::StoredBytes;
use super::syntax::RecordSyntax;
use super::{arc, arc_line};
use crate::header_fields::Headers;
use crate::memory_budget::Allowance;
use std::fmt;
use std::io::Read;
use std::sync::Arc;

/// Reads the records of a WARC file from a stream: uncompressed, in gzip members or in zstd frames. The format is
/// identified by the bytes.
///
/// Damage is returned as an error or in the damaged record. Reading continues with the next record that can be found.
///
/// ```
/// use tagrake_archive::warc::{WarcOptions, WarcReader};
///
/// let file = b"WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 2\r\n\r\na\n\r\n\r\n";
/// let mut reader = WarcReader::new("a.warc", &file[..], WarcOptions::default());
/// while let Some(record) = reader.next() {
///     assert_eq!(record?.block, b"a\n");
/// }
/// assert_eq!(reader.counts().records().next(), Some(("metadata", 1)));
/// # Ok::<(), tagrake_archive::warc::WarcError>(())
/// ```
pub struct WarcReader<R> {
    origin: Arc<str>,
    options: WarcOptions,
    pub(super) text: MemberText<R>,
    headers: Headers,
    /// The length of the record that was returned last.
    returned_bytes: usize,
    counts: WarcCounts,
    start: u64,
    end: u64,
    first: Option<u64>,
    next: Option<u64>,
}

/// The result of looking for a record.
enum FoundRecord {
    Record,
    /// No record starts before the end of the segment. Holds the offset of the next record, or of the end of the file.
    Nothing(u64),
    Error(WarcLocation, WarcErrorKind),
}

impl<R> fmt::Debug for WarcReader<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("WarcReader")
            .field("origin", &self.origin)
            .field("options", &self.options)
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}

impl<R: Read> WarcReader<R> {
    /// Reads `stream`, whose name in errors is `origin`.
    pub fn new(origin: impl Into<Arc<str>>, stream: R, options: WarcOptions) -> Self {
        Self::of(
            origin.into(),
            MemberText::new(StoredBytes::new(stream, 0), MemberDecoder::default()),
            u64::MAX,
            options,
        )
    }

    /// Reads the records that start before `end`.
    pub(super) fn of(origin: Arc<str>, text: MemberText<R>, end: u64, options: WarcOptions) -> Self {
        Self {
            origin,
            start: text.totals().offset,
            text: text.with_allowance(options.allowance.clone()),
            options,
            headers: Headers::default(),
            returned_bytes: 0,
            counts: WarcCounts::default(),
            end,
            first: None,
            next: None,
        }
    }

    /// Returns the next record or error, or `None` at the end.
    #[expect(clippy::should_implement_trait, reason = "a record borrows from the reader")]
    pub fn next(&mut self) -> Option<Result<Record<'_>, WarcError>> {
        self.next_with_first().map(|(_, record)| record)
    }

    /// Also returns [`first_offset`](Self::first_offset), which is not accessible while the record borrows the
    /// reader.
    pub fn next_with_first(&mut self) -> Option<(Option<u64>, Result<Record<'_>, WarcError>)> {
        if self.returned_bytes > 0 {
            self.text.advance(std::mem::take(&mut self.returned_bytes));
            self.text.set_record_end();
        }
        if self.next.is_some() {
            return None;
        }
        let found = self.find_record();
        let first = self.first;
        let record = match found {
            FoundRecord::Nothing(offset) => {
                self.next = Some(offset);
                return None;
            }
            FoundRecord::Error(location, kind) => Err(self.error(location, kind)),
            FoundRecord::Record => {
                let mark = self.text.mark();
                match self.read_head(mark) {
                    Ok((start, state)) => Ok(self.read_record(mark, start, state)),
                    Err((location, kind)) => Err(self.error(location, kind)),
                }
            }
        };
        Some((first, record))
    }

    /// Returns the counts so far.
    pub fn counts(&self) -> WarcCounts {
        let totals = self.next.map_or_else(|| self.text.totals(), |next| self.text.totals_before(next));
        let Totals { offset, text_bytes, members } = totals;
        let members = if self.text.is_compressed() { members } else { 0 };
        WarcCounts { stored_bytes: offset.saturating_sub(self.start), text_bytes, members, ..self.counts.clone() }
    }

    /// Returns the number of bytes of text decompressed so far.
    pub fn text_bytes(&self) -> u64 {
        self.text.totals().text_bytes
    }

    /// Returns the offset of the first record, or of damage before it. `None` until it is read, or if there is
    /// neither.
    pub fn first_offset(&self) -> Option<u64> {
        self.first
    }

    /// Returns the offset of the first record after the segment, or of damage before that, or of the end of the file.
    /// `None` until the segment is read completely.
    pub fn next_offset(&self) -> Option<u64> {
        self.next
    }

    /// Advances to the next record. Skips newlines before it.
    fn find_record(&mut self) -> FoundRecord {
        loop {
            self.text.skip_newlines();
            let is_empty = self.text.visible().is_empty();
            let more = match self.text.begins_record() {
                Some(_) if self.is_after_end() => return FoundRecord::Nothing(self.text.mark().offset),
                Some(true) => {
                    self.first.get_or_insert(self.text.mark().offset);
                    return FoundRecord::Record;
                }
                Some(false) if self.begins_irregular_record() => {
                    self.first.get_or_insert(self.text.mark().offset);
                    return FoundRecord::Record;
                }
                Some(false) => return self.skip_damage(self.text.mark(), WarcErrorKind::Unknown),
                None if is_empty => self.text.fill(),
                None => self.text.extend(),
            };
            let more = match more {
                MoreText::MemberEnd if is_empty && self.text.next_offset() >= self.end() => {
                    return FoundRecord::Nothing(self.text.next_offset());
                }
                MoreText::MemberEnd if is_empty => self.text.enter_next(),
                more => more,
            };
            match more {
                MoreText::Text => {}
                MoreText::End if is_empty => return FoundRecord::Nothing(self.text.next_offset()),
                // Text that could only be a line of an ARC file, in a file without records, is no truncated record.
                MoreText::End if self.text.syntax().begins_record(self.text.visible()) == Some(false) => {
                    return self.skip_damage(self.text.mark(), WarcErrorKind::Unknown);
                }
                MoreText::End => return self.skip_damage(self.text.mark(), WarcErrorKind::Truncated),
                MoreText::MemberEnd => return self.skip_damage(self.text.mark(), WarcErrorKind::Unknown),
                MoreText::Bad => {
                    let rest = self.text.visible().len();
                    self.text.advance(rest);
                    let (location, kind) = self.text.recover();
                    self.first.get_or_insert(location.offset);
                    return FoundRecord::Error(location, kind);
                }
            }
        }
    }

    /// Returns true if a record of an ARC file with an irregular line starts here.
    fn begins_irregular_record(&mut self) -> bool {
        self.text.is_record_expected() && arc_line::begins_record(&mut self.text, 0, self.options.max_block_bytes)
    }

    /// Returns true if the member that starts here, or in an uncompressed file the record, is after the end of the
    /// segment.
    fn is_after_end(&self) -> bool {
        let mark = self.text.mark();
        mark.in_member == 0 && mark.offset >= self.end()
    }

    /// Returns the end of the segment. A damaged range belongs to the segment in which it starts.
    fn end(&self) -> u64 {
        self.end.max(self.text.damaged_end())
    }

    /// Skips bytes that are not a record, from `mark` to the next complete head or to the end of the member.
    fn skip_damage(&mut self, mark: TextMark, kind: WarcErrorKind) -> FoundRecord {
        self.first.get_or_insert(mark.offset);
        // A head at the current offset was already rejected.
        let (mut from, mut line) = (1, 0);
        let syntax = self.text.syntax();
        loop {
            match syntax.find(self.text.visible(), from, &mut line, self.options.max_head_bytes) {
                HeadSearch::At(next) => {
                    self.text.advance(next);
                    return FoundRecord::Error(self.text.location(mark, 0), kind);
                }
                HeadSearch::Unfinished(next) | HeadSearch::Before(next) => {
                    let passed = next.min(self.text.visible().len());
                    self.text.advance(passed);
                    from = next - passed;
                }
            }
            match self.text.fill() {
                MoreText::Text => {}
                MoreText::MemberEnd | MoreText::End => {
                    let rest = self.text.visible().len();
                    let location = self.text.location(mark, rest);
                    self.text.advance(rest);
                    return FoundRecord::Error(location, kind);
                }
                MoreText::Bad => {
                    let rest = self.text.visible().len();
                    self.text.advance(rest);
                    let (location, kind) = self.text.recover();
                    return FoundRecord::Error(location, kind);
                }
            }
        }
    }

    /// Reads the head of the record that starts here. Returns its length and state. If it is not a head, skips it.
    fn read_head(&mut self, mark: TextMark) -> Result<(usize, HeadState), (WarcLocation, WarcErrorKind)> {
        if self.text.syntax() == RecordSyntax::Arc
            && let Some((end, _)) = arc::irregular_line(self.text.visible())
        {
            arc::read_head(&self.text.visible()[..end], &mut self.headers);
            return Ok((end, HeadState::Good));
        }
        let mut from = 0;
        let kind = loop {
            let visible = self.text.visible();
            match head::head_end(visible, from) {
                // A head over the limit is rejected, even if all of it is in memory already.
                HeadEnd::At(end) => {
                    if end <= self.options.max_head_bytes {
                        let state = head::read_head(&visible[..end], &mut self.headers);
                        if state != HeadState::None {
                            return Ok((end, state));
                        }
                    }
                    break WarcErrorKind::Head;
                }
                HeadEnd::Another { start, seen } if seen <= self.options.max_head_bytes => {
                    self.text.advance(start);
                    return Err((self.text.location(mark, 0), WarcErrorKind::Head));
                }
                HeadEnd::Another { .. } | HeadEnd::None => break WarcErrorKind::Head,
                HeadEnd::Unfinished(_) if visible.len() > self.options.max_head_bytes => break WarcErrorKind::Head,
                HeadEnd::Unfinished(next) => from = next,
            }
            match self.text.extend() {
                MoreText::Text => {}
                MoreText::MemberEnd => break WarcErrorKind::Head,
                MoreText::End => break WarcErrorKind::Truncated,
                MoreText::Bad => {
                    let rest = self.text.visible().len();
                    self.text.advance(rest);
                    return Err(self.text.recover());
                }
            }
        };
        match self.skip_damage(mark, kind) {
            FoundRecord::Error(location, kind) => Err((location, kind)),
            FoundRecord::Record | FoundRecord::Nothing(_) => Err((self.text.location(mark, 0), WarcErrorKind::Head)),
        }
    }

    fn read_record(&mut self, mark: TextMark, start: usize, state: HeadState) -> Record<'_> {
        let length = self.headers.get("Content-Length").and_then(|length| length.parse().ok());
        let syntax = self.text.syntax();
        let reader = BlockReader {
            text: &mut self.text,
            syntax,
            start,
            begins_member: mark.in_member == 0,
            max_block_bytes: self.options.max_block_bytes,
            max_head_bytes: self.options.max_head_bytes,
            keeps_rest: self.options.rest,
            rest: None,
        };
        let (BlockBounds { end, length, record_end, damage }, rest) = reader.read(length);
        let location = self.text.location(mark, record_end);
        self.returned_bytes = record_end;
        let kind = RecordKind::of(&self.headers);
        let (head, block) = self.text.visible()[..end].split_at(start);
        let of_head = match syntax {
            RecordSyntax::Warc if state == HeadState::Damaged => Some(Defect::Head),
            RecordSyntax::Warc => {
                let lacks_head = kind == RecordKind::Response && head::lacks_http_head(&self.headers, block);
                lacks_head.then_some(Defect::HttpHead)
            }
            RecordSyntax::Arc => {
                arc::push_content_type(head, block, &mut self.headers);
                None
            }
        };
        let proof = self.text.proof(mark, &location, record_end);
        let has_digest = || {
            state == HeadState::Good && length == block.len() as u64 && completeness::has_digest(&self.headers, block)
        };
        let (mut error, mut irregularity) = (None, None);
        for defect in damage.map(Defect::Block).into_iter().chain(of_head) {
            match defect.assess(proof, has_digest) {
                Ok(found) => irregularity = irregularity.or(Some(found)),
                Err(damage) => {
                    let place = damage.location.unwrap_or(location);
                    error = error.or_else(|| Some(self.error(place, damage.kind)));
                }
            }
        }
        irregularity = irregularity.filter(|_| error.is_none());
        let storage = self.text.storage(mark, &location, record_end);
        let text_length = self.text.length(mark, record_end);
        let text = &self.text.visible()[..record_end];
        let block = &text[start..end];
        self.counts.add_record(kind, length > block.len() as u64);
        Record {
            location,
            kind,
            headers: &self.headers,
            block,
            block_length: length,
            rest: rest.map(Arc::new),
            error,
            irregularity,
            text,
            text_length,
            head_length: start,
            storage,
        }
    }

    fn error(&self, location: WarcLocation, kind: WarcErrorKind) -> WarcError {
        WarcError { origin: self.origin.clone(), location, kind }
    }
}

/// Maximum value of a limit in bytes: the sum of limits and of positions in memory does not overflow.
const MAX_LIMIT: usize = isize::MAX as usize / 4;

/// Limits on memory, independent of the lengths that a file declares.
///
/// ```
/// use tagrake_archive::warc::WarcOptions;
///
/// let options = WarcOptions::default().with_max_block_bytes(1 << 20).with_max_head_bytes(4096);
/// assert_eq!((options.max_block_bytes(), options.max_head_bytes(), options.rest()), (1 << 20, 4096, false));
/// ```
#[derive(Clone, Debug)]
pub struct WarcOptions {
    /// Maximum bytes of a record's block that are retained.
    max_block_bytes: usize,
    /// True to write the rest of a longer block to a temporary file.
    rest: bool,
    /// Maximum length of a record's head.
    max_head_bytes: usize,
    /// Limits the memory of large records, if threads share it.
    #[doc(hidden)]
    pub allowance: Option<Arc<Allowance>>,
}

impl Default for WarcOptions {
    fn default() -> Self {
        Self { max_block_bytes: 16 << 20, rest: false, max_head_bytes: 1 << 20, allowance: None }
    }
}

impl WarcOptions {
    /// Sets how many bytes of a record's block are retained; 16 MiB by default. The rest is skipped.
    #[must_use]
    pub fn with_max_block_bytes(mut self, bytes: usize) -> Self {
        self.max_block_bytes = bytes.min(MAX_LIMIT);
        self
    }

    /// Returns how many bytes of a record's block are retained.
    pub fn max_block_bytes(&self) -> usize {
        self.max_block_bytes
    }

    /// Sets whether the rest of a longer block is kept in a temporary file: [`Record::rest`]. By default it is skipped.
    ///
    /// ```
    /// use std::io::Read;
    /// use tagrake_archive::warc::{WarcOptions, WarcReader};
    ///
    /// let file = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 6\r\n\r\nabcdef\r\n\r\n";
    /// let options = WarcOptions::default().with_max_block_bytes(2).with_rest(true);
    /// let mut reader = WarcReader::new("a.warc", &file[..], options);
    /// let record = reader.next().unwrap()?;
    /// let mut rest = String::new();
    /// record.rest.unwrap().reader()?.read_to_string(&mut rest)?;
    /// assert_eq!((record.block, &*rest), (&b"ab"[..], "cdef"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_rest(mut self, rest: bool) -> Self {
        self.rest = rest;
        self
    }

    /// Returns true if the rest of a longer block is kept.
    pub fn rest(&self) -> bool {
        self.rest
    }

    /// Sets the maximum length of a record's head; 1 MiB by default.
    #[must_use]
    pub fn with_max_head_bytes(mut self, bytes: usize) -> Self {
        self.max_head_bytes = bytes.min(MAX_LIMIT);
        self
    }

    /// Returns the maximum length of a record's head.
    pub fn max_head_bytes(&self) -> usize {
        self.max_head_bytes
    }
}
