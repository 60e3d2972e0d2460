//! Members of a file: gzip members, zstd frames, or all of a file that has neither. From their bytes to their text.

use super::error::WarcErrorKind;
use super::head::{self, HeadSearch};
use super::stored_bytes::Source;
use super::zstd_frame::Frames;
use crate::codec::inflate::{self, GZIP_MAGIC, Header, Inflate, Step, TRAILER_BYTES};
use libdeflater::Crc;
use memchr::memmem;
use std::io::Read;
use std::sync::Arc;

/// What every record begins with.
pub(super) const RECORD_MAGIC: &[u8] = b"WARC/";
/// How much text is made at once.
pub(super) const CHUNK_BYTES: usize = 128 << 10;
/// The shortest gzip member: a header without options, an empty block, the trailer.
const MIN_MEMBER_BYTES: usize = 10 + 2 + TRAILER_BYTES;
/// Members up to this length, and with text up to that one, are read in one go.
const WHOLE_STORED: usize = 4 << 20;
const WHOLE_TEXT: usize = 8 << 20;
/// How many magic numbers in the middle of a member are taken for its end in vain before it is read as a stream.
const WHOLE_TRIES: usize = 3;
/// The longest version line of a record that is searched for.
const VERSION_LINE_BYTES: usize = 32;
/// The longest head by which a plain file with damaged first bytes is recognized.
const HEAD_BYTES: usize = 16 << 10;
/// How long the header of a gzip member may be.
const MAX_HEADER_BYTES: usize = 128 << 10;
/// How long it may be for its length to be told.
const SHORT_HEADER_BYTES: usize = 1 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Plain,
    Gzip,
    Zstd,
}

/// What the place of a member holds.
pub(super) enum Begin {
    Member,
    /// Nothing: the file is over.
    End,
    Bad(WarcErrorKind),
}

/// What became of a member, besides the text that was made.
pub(super) enum Progress {
    More,
    /// The member is over.
    End,
    Bad(WarcErrorKind),
}

#[derive(Clone, Copy)]
enum Phase {
    GzipBegin,
    GzipHeader,
    Deflate,
    Zstd,
    Plain,
}

/// Reads member after member.
pub(super) struct Members {
    /// That of the last member.
    pub(super) format: Option<Format>,
    /// Where it begins, or what could not be begun as one.
    pub(super) offset: u64,
    phase: Phase,
    pub(super) inflate: Inflate,
    pub(super) frames: Frames,
    crc: Crc,
    text_bytes: u64,
    /// The longest member that is read in one go: as it is stored, and its text.
    whole: (usize, usize),
}

impl Default for Members {
    fn default() -> Self {
        Self {
            format: None,
            offset: 0,
            phase: Phase::Plain,
            inflate: Inflate::default(),
            frames: Frames::default(),
            crc: Crc::new(),
            text_bytes: 0,
            whole: (WHOLE_STORED, WHOLE_TEXT),
        }
    }
}

impl Members {
    pub(super) fn is_plain(&self) -> bool {
        self.format == Some(Format::Plain)
    }

    /// Sets how long the text of members is at most that are read in one go.
    pub(super) fn limit_whole(&mut self, bytes: usize) {
        self.whole = (WHOLE_STORED.min(bytes), WHOLE_TEXT.min(bytes));
    }

    /// Begins the member that stands here; its format is told by its first bytes.
    pub(super) fn begin<R: Read>(&mut self, source: &mut Source<R>) -> Begin {
        loop {
            source.hold();
            self.offset = source.offset();
            let data = source.want(4);
            if data.is_empty() {
                return match source.take_error() {
                    Some(error) => Begin::Bad(WarcErrorKind::Io(Arc::new(error))),
                    None => Begin::End,
                };
            }
            if self.is_plain() {
                // The reader of records reports what is none.
                self.phase = Phase::Plain;
                return Begin::Member;
            }
            let is_compressed = matches!(self.format, Some(Format::Gzip | Format::Zstd));
            if data.starts_with(GZIP_MAGIC) {
                (self.format, self.phase) = (Some(Format::Gzip), Phase::GzipBegin);
                return Begin::Member;
            }
            if self.frames.begins(data) {
                (self.format, self.phase) = (Some(Format::Zstd), Phase::Zstd);
                return match self.frames.begin(data) {
                    Ok(()) => Begin::Member,
                    Err(kind) => Begin::Bad(kind),
                };
            }
            if self.frames.is_skippable(data) {
                self.format = Some(Format::Zstd);
                match self.frames.pass_skippable(source) {
                    Ok(()) => continue,
                    Err(kind) => return Begin::Bad(kind),
                }
            }
            if data.len() < 4 && (GZIP_MAGIC.starts_with(data) || self.frames.may_begin(data)) {
                return Begin::Bad(match source.take_error() {
                    Some(error) => WarcErrorKind::Io(Arc::new(error)),
                    None => WarcErrorKind::Truncated,
                });
            }
            if !is_compressed && matches!(data[0], b'\r' | b'\n') {
                let newlines = data.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
                source.consume(newlines);
                continue;
            }
            let data = source.want(RECORD_MAGIC.len() + 1);
            if !is_compressed && head::begins_record(data) != Some(false) {
                (self.format, self.phase) = (Some(Format::Plain), Phase::Plain);
                return Begin::Member;
            }
            return Begin::Bad(WarcErrorKind::Unknown);
        }
    }

    /// Returns how long the header of the member is that was begun, if it is one of gzip, and not a long one.
    pub(super) fn gzip_header<R: Read>(&self, source: &mut Source<R>) -> Option<u64> {
        match self.phase {
            Phase::GzipBegin => match inflate::gzip_header(first(source, SHORT_HEADER_BYTES)) {
                Header::Whole(bytes) => Some(bytes as u64),
                Header::Part | Header::Bad => None,
            },
            _ => None,
        }
    }

    /// Makes more of the member's text, behind `at`; returns how much.
    pub(super) fn read<R: Read>(&mut self, source: &mut Source<R>, text: &mut Vec<u8>, at: usize) -> (usize, Progress) {
        match self.phase {
            Phase::GzipBegin => match self.read_whole(source, text, at) {
                Some(bytes) => (bytes, Progress::End),
                None => {
                    self.phase = Phase::GzipHeader;
                    (0, Progress::More)
                }
            },
            Phase::GzipHeader => (0, self.read_header(source)),
            Phase::Deflate => {
                inflate::reserve(text, at, CHUNK_BYTES);
                self.read_deflate(source, &mut text[at..at + CHUNK_BYTES])
            }
            Phase::Zstd => {
                inflate::reserve(text, at, CHUNK_BYTES);
                self.frames.read(source, &mut text[at..at + CHUNK_BYTES])
            }
            Phase::Plain => {
                inflate::reserve(text, at, CHUNK_BYTES);
                let data = source.want(1);
                let bytes = data.len().min(CHUNK_BYTES);
                text[at..at + bytes].copy_from_slice(&data[..bytes]);
                source.consume(bytes);
                if bytes > 0 {
                    return (bytes, Progress::More);
                }
                (0, ended(source).unwrap_or(Progress::End))
            }
        }
    }

    /// Reads a gzip member in one go, if it ends at one of the next few magic numbers or with the file.
    fn read_whole<R: Read>(&mut self, source: &mut Source<R>, text: &mut Vec<u8>, at: usize) -> Option<usize> {
        let mut searched = MIN_MEMBER_BYTES;
        for _ in 0..WHOLE_TRIES {
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
                if data.len() > self.whole.0 {
                    return None;
                }
                source.fill();
            };
            if let Some(bytes) = self.inflate.member(&source.data()[..end], text, at, self.whole.1) {
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

    fn read_header<R: Read>(&mut self, source: &mut Source<R>) -> Progress {
        loop {
            match inflate::gzip_header(source.data()) {
                Header::Whole(bytes) => {
                    source.consume(bytes);
                    self.inflate.begin();
                    (self.crc, self.text_bytes, self.phase) = (Crc::new(), 0, Phase::Deflate);
                    return Progress::More;
                }
                Header::Part if source.data().len() < MAX_HEADER_BYTES => {
                    if !source.fill() {
                        return ended(source).unwrap_or(Progress::Bad(WarcErrorKind::Truncated));
                    }
                }
                Header::Part | Header::Bad => {
                    return Progress::Bad(WarcErrorKind::Corrupt("no gzip header".into()));
                }
            }
        }
    }

    fn read_deflate<R: Read>(&mut self, source: &mut Source<R>, text: &mut [u8]) -> (usize, Progress) {
        let (read, written, step) = self.inflate.run(source.want(1), text);
        source.consume(read);
        self.crc.update(&text[..written]);
        self.text_bytes += written as u64;
        let progress = match step {
            Step::Corrupt(reason) => Progress::Bad(WarcErrorKind::Corrupt(reason)),
            Step::End => match inflate::trailer(source.want(TRAILER_BYTES)) {
                Some((crc, size)) => {
                    source.consume(TRAILER_BYTES);
                    if (crc, size) == (self.crc.sum(), self.text_bytes as u32) {
                        Progress::End
                    } else {
                        Progress::Bad(WarcErrorKind::Checksum)
                    }
                }
                None => ended(source).unwrap_or(Progress::Bad(WarcErrorKind::Truncated)),
            },
            Step::More if read > 0 || written > 0 || source.fill() => Progress::More,
            Step::More => ended(source).unwrap_or(Progress::Bad(WarcErrorKind::Truncated)),
        };
        (written, progress)
    }

    /// Returns whether the member that begins here, of a format, begins a record.
    pub(super) fn begins_record<R: Read>(&mut self, source: &mut Source<R>, format: Format) -> bool {
        /// In so many bytes a block has begun, but for its header, of which 300 bytes are the most.
        const GZIP_BYTES: usize = 4 << 10;
        let mut text = [0; RECORD_MAGIC.len()];
        match format {
            // Of a file whose first bytes are damaged, a version line alone could be in a page of a compressed record.
            Format::Plain if self.format.is_none() => {
                matches!(head::find(first(source, HEAD_BYTES), 0, &mut 0, HEAD_BYTES), HeadSearch::At(0))
            }
            Format::Plain => head::begins_version_line(first(source, VERSION_LINE_BYTES)) == Some(true),
            Format::Gzip => {
                let data = first(source, GZIP_BYTES);
                let Header::Whole(start) = inflate::gzip_header(data) else { return false };
                self.inflate.begin();
                self.inflate.run(&data[start..], &mut text);
                text == RECORD_MAGIC
            }
            Format::Zstd => self.frames.first_text(source, &mut text) && text == RECORD_MAGIC,
        }
    }
}

/// Returns so many bytes, or what there is: never more, so that it does not matter how the file comes.
fn first<R: Read>(source: &mut Source<R>, bytes: usize) -> &[u8] {
    let data = source.want(bytes);
    &data[..data.len().min(bytes)]
}

/// Returns how the reading ended if it was by an error.
pub(super) fn ended<R: Read>(source: &mut Source<R>) -> Option<Progress> {
    source.take_error().map(|error| Progress::Bad(WarcErrorKind::Io(Arc::new(error))))
}
