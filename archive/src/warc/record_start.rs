//! The start of a record that is alone in a gzip member, whose rest is not decompressed.

use super::counts::WarcCounts;
use super::error::WarcLocation;
use super::head::{self, HeadEnd, HeadState};
use super::record::{Record, RecordKind, Storage};
use crate::codec::inflate::{self, DecodeStep, GzipHeader, Inflate};
use crate::header_fields::Headers;
use std::fmt;

/// Bytes of text that are decompressed first. Later steps double the text.
const FIRST_BYTES: usize = 16 << 10;

/// Decompresses the start of a record that is alone in a gzip member. Its memory is reused.
///
/// Nothing after the start is read, so damage there is not noticed, and no checksum is verified. Where the start is irregular, there is no
/// [record](Self::record), and a [`WarcReader`](super::WarcReader) reads the member.
///
/// ```
/// use std::io::Write;
/// use tagrake_archive::warc::RecordStart;
///
/// let text = format!("WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 100000\r\n\r\n{}\r\n\r\n", "x".repeat(100_000));
/// let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
/// encoder.write_all(text.as_bytes())?;
/// let member = encoder.finish()?;
/// let mut start = RecordStart::default();
/// assert!(start.begin(&member));
/// let known = start.record(&member, 0).map(|record| record.block.len());
/// assert!(known.is_some_and(|bytes| bytes < 20_000));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Default)]
pub struct RecordStart {
    inflate: Inflate,
    headers: Headers,
    text: Vec<u8>,
    /// The length of the text so far.
    text_bytes: usize,
    /// The length of the member's header, and of the member so far.
    header_bytes: usize,
    read_bytes: usize,
}

impl RecordStart {
    /// Begins a member. Returns false if its first bytes cannot be decompressed, or are all of its text.
    pub fn begin(&mut self, member: &[u8]) -> bool {
        let GzipHeader::Complete(header_bytes) = inflate::gzip_header(member) else { return false };
        let size = inflate::trailer(&member[member.len().saturating_sub(inflate::TRAILER_BYTES)..]);
        // A short text is decompressed faster at once.
        if size.is_none_or(|(_, size)| (size as usize) < 2 * FIRST_BYTES) {
            return false;
        }
        self.inflate.begin();
        (self.header_bytes, self.read_bytes, self.text_bytes) = (header_bytes, header_bytes, 0);
        self.extend(member)
    }

    /// Decompresses as many bytes again. Returns false if the text is shorter.
    pub fn extend(&mut self, member: &[u8]) -> bool {
        let end = (2 * self.text_bytes).max(FIRST_BYTES);
        inflate::reserve(&mut self.text, 0, end);
        while self.text_bytes < end {
            let input = member.get(self.read_bytes..).unwrap_or_default();
            let (read, written, step) = self.inflate.run(input, &mut self.text[self.text_bytes..end]);
            self.read_bytes += read;
            self.text_bytes += written;
            if !matches!(step, DecodeStep::More) || read == 0 && written == 0 {
                return false;
            }
        }
        true
    }

    /// Returns the record of the `member` at `offset`, with the start of its block. `None` if its head is irregular, or longer than the
    /// text so far, or if its length ends the block in this text.
    pub fn record(&mut self, member: &[u8], offset: u64) -> Option<Record<'_>> {
        let text = &self.text[..self.text_bytes];
        let HeadEnd::At(head_length) = head::head_end(text, 0) else { return None };
        let (head, block) = text.split_at(head_length);
        if !head::starts_with_magic(text) || head::read_head(head, &mut self.headers) != HeadState::Good {
            return None;
        }
        let length: u64 = self.headers.get("Content-Length")?.parse().ok()?;
        let kind = RecordKind::of(&self.headers);
        let lacks_head = kind == RecordKind::Response && head::lacks_http_head(&self.headers, block);
        if length <= block.len() as u64 || lacks_head {
            return None;
        }
        Some(Record {
            location: WarcLocation { offset, in_member: None, length: member.len() as u64 },
            kind,
            headers: &self.headers,
            block,
            block_length: block.len() as u64,
            rest: None,
            error: None,
            irregularity: None,
            text,
            text_length: text.len() as u64,
            head_length,
            storage: Storage::GzipMember { header_length: self.header_bytes as u64 },
        })
    }

    /// Returns the counts of a record of this kind, after `text_bytes` bytes were decompressed.
    pub fn counts(stored_bytes: usize, text_bytes: usize, kind: RecordKind) -> WarcCounts {
        let mut counts = WarcCounts {
            stored_bytes: stored_bytes as u64,
            text_bytes: text_bytes as u64,
            members: 1,
            ..WarcCounts::default()
        };
        counts.add_record(kind, false);
        counts
    }
}

impl fmt::Debug for RecordStart {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RecordStart").field("text_bytes", &self.text_bytes).finish_non_exhaustive()
    }
}
