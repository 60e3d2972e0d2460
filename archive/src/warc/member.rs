//! Decodes the members of a file: gzip members, zstd frames, or an uncompressed file as a single member.
//!
//! A gzip member is decoded in two ways:
//!
//! 1. In one call by libdeflate, which needs the member's end. The next few gzip magic numbers, or the end of the
//!    file, are tried as that end.
//! 2. If none fits, or the member is too large, truncated or damaged, as a stream by zlib-rs, which reports the
//!    cause.
//!
//! libdeflate is faster, but its safe interface does not report where the member ended, and it fails if the input
//! is too short. So the 8 bytes before a possible end must be the CRC and size of the text.

use super::arc;
use super::error::WarcErrorKind;
use super::head::{self, HeadSearch, MAGIC_BYTES};
use super::member_progress::{MemberProgress, ended};
use super::stored_bytes::StoredBytes;
use super::syntax::{self, RecordSyntax};
use super::zstd_frame::ZstdFrames;
use crate::codec::StreamCompression;
use crate::codec::inflate::{self, DecodeStep, GZIP_MAGIC, GzipHeader, Inflate, TRAILER_BYTES};
use crate::codec::zstandard::{self, FRAME_MAGIC};
use libdeflater::Crc;
use memchr::memmem;
use std::io::Read;

/// Bytes of text decoded in one call.
pub(super) const CHUNK_BYTES: usize = 128 << 10;
/// The length of the shortest gzip member: a header without options, an empty block, the trailer.
const MIN_MEMBER_BYTES: usize = 10 + 2 + TRAILER_BYTES;
/// Maximum stored bytes, and bytes of text, of a member that is decoded in one call.
const ONE_CALL_STORED_BYTES: usize = 4 << 20;
const ONE_CALL_TEXT_BYTES: usize = 8 << 20;
/// The number of magic numbers inside a member that are tried as its end before it is decoded as a stream.
const MAX_END_TRIES: usize = 3;
/// Maximum length of the version line of a record that is searched for, in bytes.
const VERSION_LINE_BYTES: usize = 32;
/// Bytes of the text of a member that are examined for the line that starts a record of an ARC file.
const LINE_BYTES: usize = 2 << 10;
/// Maximum length of the head by which an uncompressed file with damaged first bytes is recognized.
const HEAD_BYTES: usize = 16 << 10;
/// Maximum length of the header of a gzip member.
const MAX_HEADER_BYTES: usize = 128 << 10;
/// Maximum length of a gzip header whose length is reported.
const SHORT_HEADER_BYTES: usize = 1 << 10;

#[derive(Clone, Copy)]
enum DecoderPhase {
    GzipBegin,
    GzipHeader,
    Deflate,
    Zstd,
    Plain,
}

/// Decodes one member after another.
pub(super) struct MemberDecoder {
    /// The format of the last member.
    pub(super) format: Option<StreamCompression>,
    /// The offset of the last member, or of bytes that do not start one.
    pub(super) offset: u64,
    /// The syntax of the records, which the first one determines.
    pub(super) syntax: Option<RecordSyntax>,
    phase: DecoderPhase,
    pub(super) inflate: Inflate,
    pub(super) frames: ZstdFrames,
    crc: Crc,
    text_bytes: u64,
    /// Limits for decoding a member in one call: stored bytes, and bytes of text.
    one_call_limits: (usize, usize),
}

impl Default for MemberDecoder {
    fn default() -> Self {
        Self {
            format: None,
            offset: 0,
            syntax: None,
            phase: DecoderPhase::Plain,
            inflate: Inflate::default(),
            frames: ZstdFrames::default(),
            crc: Crc::new(),
            text_bytes: 0,
            one_call_limits: (ONE_CALL_STORED_BYTES, ONE_CALL_TEXT_BYTES),
        }
    }
}

impl MemberDecoder {
    pub(super) fn is_plain(&self) -> bool {
        self.format == Some(StreamCompression::Plain)
    }

    /// Returns true if the member that begins here has a checksum at its end.
    pub(super) fn has_checksum<R: Read>(&self, source: &mut StoredBytes<R>) -> bool {
        match self.format {
            Some(StreamCompression::Gzip) => true,
            Some(StreamCompression::Zstd) => zstandard::has_checksum(source.want(zstandard::DESCRIPTOR_END)),
            Some(StreamCompression::Plain) | None => false,
        }
    }

    /// Lowers the limits for decoding a member in one call to `bytes`.
    pub(super) fn limit_one_call(&mut self, bytes: usize) {
        self.one_call_limits = (ONE_CALL_STORED_BYTES.min(bytes), ONE_CALL_TEXT_BYTES.min(bytes));
    }

    /// Begins the member at the current offset. Its format is identified by its first bytes.
    pub(super) fn begin<R: Read>(&mut self, source: &mut StoredBytes<R>) -> MemberProgress {
        loop {
            source.discard_consumed();
            self.offset = source.offset();
            let data = source.want(4);
            if data.is_empty() {
                return ended(source).unwrap_or(MemberProgress::End);
            }
            if self.is_plain() {
                // The record reader reports bytes that are not a record.
                self.phase = DecoderPhase::Plain;
                return MemberProgress::More;
            }
            let is_compressed = matches!(self.format, Some(StreamCompression::Gzip | StreamCompression::Zstd));
            if data.starts_with(GZIP_MAGIC) {
                (self.format, self.phase) = (Some(StreamCompression::Gzip), DecoderPhase::GzipBegin);
                return MemberProgress::More;
            }
            if data.starts_with(FRAME_MAGIC) {
                (self.format, self.phase) = (Some(StreamCompression::Zstd), DecoderPhase::Zstd);
                return self.frames.begin(data).map_or_else(MemberProgress::Bad, |()| MemberProgress::More);
            }
            if self.frames.is_skippable(data) {
                self.format = Some(StreamCompression::Zstd);
                match self.frames.skip_frame(source) {
                    Ok(()) => continue,
                    Err(kind) => return MemberProgress::Bad(kind),
                }
            }
            if data.len() < 4 && (GZIP_MAGIC.starts_with(data) || self.frames.may_begin(data)) {
                return ended(source).unwrap_or(MemberProgress::Bad(WarcErrorKind::Truncated));
            }
            if self.format == Some(StreamCompression::Gzip) && data[0] == 0 {
                return skip_padding(source);
            }
            if !is_compressed && matches!(data[0], b'\r' | b'\n') {
                let newlines = data.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
                source.consume(newlines);
                continue;
            }
            let data = source.want(MAGIC_BYTES + 1);
            if !is_compressed && (head::begins_record(data) != Some(false) || self.is_arc(source)) {
                (self.format, self.phase) = (Some(StreamCompression::Plain), DecoderPhase::Plain);
                return MemberProgress::More;
            }
            return MemberProgress::Bad(WarcErrorKind::Unknown);
        }
    }

    /// Returns true if an uncompressed ARC file starts here, or one with damaged first bytes.
    fn is_arc<R: Read>(&mut self, source: &mut StoredBytes<R>) -> bool {
        let is_cut = |start: &[u8]| arc::FILE_MAGIC.starts_with(&start[..start.len().min(arc::FILE_MAGIC.len())]);
        let begins = begins_line(source) || is_cut(source.data()) || {
            let start = first(source, HEAD_BYTES);
            arc::is_in(start) && !matches!(head::find(start, 0, &mut 0, HEAD_BYTES), HeadSearch::At(_))
        };
        if begins {
            self.syntax = Some(RecordSyntax::Arc);
        }
        begins
    }

    /// Determines the syntax of the records from the first member, which starts here.
    pub(super) fn find_syntax<R: Read>(&mut self, source: &mut StoredBytes<R>) {
        if let (None, Some(format)) = (self.syntax, self.format) {
            self.begins_record(source, format);
        }
    }

    /// Returns the length of the gzip header of the member that was begun, unless it is over [`SHORT_HEADER_BYTES`].
    pub(super) fn gzip_header<R: Read>(&self, source: &mut StoredBytes<R>) -> Option<u64> {
        match self.phase {
            DecoderPhase::GzipBegin => match inflate::gzip_header(first(source, SHORT_HEADER_BYTES)) {
                GzipHeader::Complete(bytes) => Some(bytes as u64),
                GzipHeader::Incomplete | GzipHeader::Invalid => None,
            },
            _ => None,
        }
    }

    /// Decodes more of the member's text into `text` from offset `at`. Returns the number of bytes.
    pub(super) fn read<R: Read>(
        &mut self,
        source: &mut StoredBytes<R>,
        text: &mut Vec<u8>,
        at: usize,
    ) -> (usize, MemberProgress) {
        match self.phase {
            DecoderPhase::GzipBegin => match self.read_in_one_call(source, text, at) {
                Some(bytes) => (bytes, MemberProgress::End),
                None => {
                    self.phase = DecoderPhase::GzipHeader;
                    (0, MemberProgress::More)
                }
            },
            DecoderPhase::GzipHeader => (0, self.read_header(source)),
            DecoderPhase::Deflate => {
                inflate::reserve(text, at, CHUNK_BYTES);
                self.read_deflate(source, &mut text[at..at + CHUNK_BYTES])
            }
            DecoderPhase::Zstd => {
                inflate::reserve(text, at, CHUNK_BYTES);
                self.frames.read(source, &mut text[at..at + CHUNK_BYTES])
            }
            DecoderPhase::Plain => {
                inflate::reserve(text, at, CHUNK_BYTES);
                let data = source.want(1);
                let bytes = data.len().min(CHUNK_BYTES);
                text[at..at + bytes].copy_from_slice(&data[..bytes]);
                source.consume(bytes);
                source.discard_consumed(); // there is no member to search again
                if bytes > 0 {
                    return (bytes, MemberProgress::More);
                }
                (0, ended(source).unwrap_or(MemberProgress::End))
            }
        }
    }

    /// Decodes a gzip member in one call, if it ends at one of the next few magic numbers or with the file.
    fn read_in_one_call<R: Read>(
        &mut self,
        source: &mut StoredBytes<R>,
        text: &mut Vec<u8>,
        at: usize,
    ) -> Option<usize> {
        let mut searched = MIN_MEMBER_BYTES;
        for _ in 0..MAX_END_TRIES {
            let end = loop {
                let data = source.data();
                let found = data.get(searched..).and_then(|rest| memmem::find(rest, GZIP_MAGIC));
                if let Some(found) = found {
                    break searched + found;
                }
                searched = searched.max((data.len() + 1).saturating_sub(GZIP_MAGIC.len()));
                if source.is_over() {
                    break source.data().len();
                }
                if data.len() > self.one_call_limits.0 {
                    return None;
                }
                source.fill();
            };
            if let Some(bytes) = self.inflate.member(&source.data()[..end], text, at, self.one_call_limits.1) {
                source.consume(end);
                return Some(bytes);
            }
            if end == source.data().len() {
                return None;
            }
            searched = end + 1;
        }
        None
    }

    fn read_header<R: Read>(&mut self, source: &mut StoredBytes<R>) -> MemberProgress {
        loop {
            match inflate::gzip_header(source.data()) {
                GzipHeader::Complete(bytes) => {
                    source.consume(bytes);
                    self.inflate.begin();
                    (self.crc, self.text_bytes, self.phase) = (Crc::new(), 0, DecoderPhase::Deflate);
                    return MemberProgress::More;
                }
                GzipHeader::Incomplete if source.data().len() < MAX_HEADER_BYTES => {
                    if !source.fill() {
                        return ended(source).unwrap_or(MemberProgress::Bad(WarcErrorKind::Truncated));
                    }
                }
                GzipHeader::Incomplete | GzipHeader::Invalid => {
                    return MemberProgress::Bad(WarcErrorKind::Corrupt("no gzip header".into()));
                }
            }
        }
    }

    fn read_deflate<R: Read>(&mut self, source: &mut StoredBytes<R>, text: &mut [u8]) -> (usize, MemberProgress) {
        let (read, written, step) = self.inflate.run(source.want(1), text);
        source.consume(read);
        self.crc.update(&text[..written]);
        self.text_bytes += written as u64;
        let progress = match step {
            DecodeStep::Corrupt(reason) => MemberProgress::Bad(WarcErrorKind::Corrupt(reason)),
            DecodeStep::Unsupported(cause) => MemberProgress::Bad(WarcErrorKind::Unsupported(cause.into())),
            DecodeStep::End => match inflate::trailer(source.want(TRAILER_BYTES)) {
                Some((crc, size)) => {
                    source.consume(TRAILER_BYTES);
                    if (crc, size) == (self.crc.sum(), self.text_bytes as u32) {
                        MemberProgress::End
                    } else {
                        MemberProgress::Bad(WarcErrorKind::Checksum)
                    }
                }
                None => ended(source).unwrap_or(MemberProgress::Bad(WarcErrorKind::Truncated)),
            },
            DecodeStep::More if read > 0 || written > 0 || source.fill() => MemberProgress::More,
            DecodeStep::More => ended(source).unwrap_or(MemberProgress::Bad(WarcErrorKind::Truncated)),
        };
        (written, progress)
    }

    /// Returns true if the member that starts here, in `format`, starts a record.
    pub(super) fn begins_record<R: Read>(&mut self, source: &mut StoredBytes<R>, format: StreamCompression) -> bool {
        /// Enough bytes for the first block to have begun. Its header takes at most 300 bytes.
        const GZIP_BYTES: usize = 4 << 10;
        let mut text = [0; LINE_BYTES];
        let length = match format {
            // In a file whose first bytes are damaged, a version line alone could be part of a compressed record's
            // page.
            StreamCompression::Plain if self.format.is_none() => {
                return matches!(head::find(first(source, HEAD_BYTES), 0, &mut 0, HEAD_BYTES), HeadSearch::At(0));
            }
            StreamCompression::Plain if self.syntax == Some(RecordSyntax::Arc) => return begins_line(source),
            StreamCompression::Plain => {
                let begins = head::begins_version_line(first(source, VERSION_LINE_BYTES)) == Some(true);
                if begins {
                    self.syntax = Some(RecordSyntax::Warc);
                }
                return begins;
            }
            StreamCompression::Gzip => {
                let data = first(source, GZIP_BYTES);
                let GzipHeader::Complete(start) = inflate::gzip_header(data) else { return false };
                self.inflate.begin();
                self.inflate.run(&data[start..], &mut text).1
            }
            StreamCompression::Zstd => self.frames.first_text(source, &mut text),
        };
        let text = &text[..length];
        let newlines = text.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let text = &text[newlines..];
        if self.syntax != Some(RecordSyntax::Arc) && head::starts_with_magic(text) {
            self.syntax = Some(RecordSyntax::Warc);
            return true;
        }
        // A line that is longer than the text is decided by its start.
        let begins = self.syntax != Some(RecordSyntax::Warc)
            && arc::begins_record(text).unwrap_or(length == LINE_BYTES || text.starts_with(arc::FILE_MAGIC));
        if begins {
            self.syntax = Some(RecordSyntax::Arc);
        }
        begins
    }

    /// Returns true if the text of a member starts a record, and `None` if it is too short to decide.
    pub(super) fn text_begins_record(&mut self, text: &[u8]) -> Option<bool> {
        syntax::begins_record(&mut self.syntax, text)
    }
}

/// Returns true if a line that starts a record of an ARC file is here.
fn begins_line<R: Read>(source: &mut StoredBytes<R>) -> bool {
    loop {
        match arc::begins_record(source.data()) {
            Some(begins) => return begins,
            None if source.fill() => {}
            None => return false,
        }
    }
}

/// Skips zeros that fill the rest of a file after its last gzip member, as gzip does. Zeros before other bytes are no member.
fn skip_padding<R: Read>(source: &mut StoredBytes<R>) -> MemberProgress {
    loop {
        let data = source.want(1);
        let zeros = data.iter().take_while(|byte| **byte == 0).count();
        match zeros {
            0 if data.is_empty() => return ended(source).unwrap_or(MemberProgress::End),
            zeros if zeros < data.len() => return MemberProgress::Bad(WarcErrorKind::Unknown),
            zeros => source.consume(zeros),
        }
        source.discard_consumed();
    }
}

/// Returns exactly `bytes` bytes, or fewer at the end of the file. The result does not depend on the sizes of reads.
fn first<R: Read>(source: &mut StoredBytes<R>, bytes: usize) -> &[u8] {
    let data = source.want(bytes);
    &data[..data.len().min(bytes)]
}
