//! Splits streams into batches: lines, and records that share a member or come from a pipe.

use crate::input::error::InputError;
use crate::input::{InputFile, long_line};
use crate::pipeline::counts::Counts;
use crate::pipeline::records::record_page::may_be_page;
use memchr::{memchr, memchr_iter, memrchr};
use std::io::{ErrorKind, Read};
use std::ops::{Deref, Range};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{iter, mem};
use tagrake_archive::Headers;
use tagrake_archive::codec::Decompressor;
use tagrake_archive::warc::{
    self, BlockRest, Irregularity, Record, RecordKind, Storage, WarcError, WarcLocation, WarcReader,
};

/// Bytes requested in one read.
const CHUNK_BYTES: usize = 256 << 10;

/// Maximum number of batches whose memory is retained for the next ones.
const MAX_SPARES: usize = 16;
/// Maximum bytes of memory that is retained for a batch.
const MAX_SPARE_BYTES: usize = 2 << 20;

/// The time after which a batch of records is complete, whatever its size: the records of a slow stream are not held back.
const MAX_WAIT: Duration = Duration::from_millis(200);

pub(crate) type Stream = Box<dyn Read + Send>;

/// Consecutive complete lines.
pub(crate) struct LineBatch {
    pub(crate) bytes: SharedBuffer,
    /// The number of the first line, from 1.
    pub(crate) first: u64,
    /// The number of stored bytes read for them.
    pub(crate) stored_bytes: u64,
    /// The error that ended the stream, or of a line after these that is too long.
    pub(crate) error: Option<InputError>,
}

/// The bytes of a batch. When dropped, their memory is returned to the stream.
pub(crate) struct SharedBuffer {
    bytes: Vec<u8>,
    spares: SpareBuffers,
}

/// The memory of earlier batches. A batch is dropped on the thread that reads its lines.
type SpareBuffers = Arc<Mutex<Vec<Vec<u8>>>>;

impl Deref for SharedBuffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for SharedBuffer {
    fn drop(&mut self) {
        let mut spares = self.spares.lock().unwrap_or_else(PoisonError::into_inner);
        if spares.len() < MAX_SPARES && self.bytes.capacity() <= MAX_SPARE_BYTES {
            self.bytes.clear();
            spares.push(mem::take(&mut self.bytes));
        }
    }
}

impl LineBatch {
    /// Returns each line, with its newline if it has one.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = &*self.bytes;
        iter::from_fn(move || {
            let length = memchr(b'\n', rest).map_or(rest.len(), |newline| newline + 1);
            let line;
            (line, rest) = rest.split_at(length);
            (length > 0).then_some(line)
        })
    }
}

/// A stream of lines.
pub(crate) struct LineStream {
    stream: Decompressor<Stream>,
    file: Arc<InputFile>,
    /// The number of bytes after which a batch ends.
    max_bytes: usize,
    /// The length of a line after which the rest of it is skipped.
    max_line_bytes: usize,
    /// True to return lines as soon as they arrive.
    is_eager: bool,
    /// The number of lines returned so far.
    returned_lines: u64,
    /// The start of an incomplete line.
    rest: Vec<u8>,
    spares: SpareBuffers,
    /// True if the stream is inside a line that is too long.
    is_skipping: bool,
    pub(crate) is_over: bool,
}

impl LineStream {
    pub(crate) fn new(
        stream: Decompressor<Stream>,
        file: Arc<InputFile>,
        max_bytes: usize,
        max_line_bytes: usize,
        is_eager: bool,
    ) -> Self {
        Self {
            stream,
            file,
            max_bytes,
            max_line_bytes,
            is_eager,
            returned_lines: 0,
            rest: Vec::new(),
            spares: SpareBuffers::default(),
            is_skipping: false,
            is_over: false,
        }
    }

    /// Reads the next batch.
    pub(crate) fn read(&mut self) -> LineBatch {
        let stored_before = self.stream.stored_bytes();
        let mut bytes = self.spares.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        bytes.append(&mut self.rest);
        let mut end = 0; // of the last complete line
        let mut error = None;
        while !self.is_over {
            let start = bytes.len();
            bytes.resize(start + CHUNK_BYTES, 0);
            let read = self.stream.read(&mut bytes[start..]);
            bytes.truncate(start + read.as_ref().map_or(0, |read| *read));
            match read {
                Ok(0) => self.is_over = true,
                Ok(_) if self.is_skipping && self.skip(&mut bytes) => {}
                Ok(read) => {
                    let start = start.min(bytes.len());
                    end = memrchr(b'\n', &bytes[start..]).map_or(end, |newline| start + newline + 1);
                    if bytes.len() - end > self.max_line_bytes {
                        self.is_skipping = true;
                        bytes.truncate(end);
                        bytes.shrink_to_fit();
                        let number = self.returned_lines + memchr_iter(b'\n', &bytes).count() as u64 + 1;
                        error = Some(long_line(&self.file.origin(), number, self.max_line_bytes));
                        break;
                    }
                    let is_enough = bytes.len() >= self.max_bytes || (self.is_eager && read < CHUNK_BYTES);
                    if is_enough && end > 0 {
                        self.rest.extend_from_slice(&bytes[end..]);
                        bytes.truncate(end);
                        break;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(cause) => {
                    self.is_over = true;
                    bytes.truncate(end); // an incomplete line holds no page
                    error = Some(InputError::of_decoding(self.file.origin(), cause, &self.stream));
                }
            }
        }
        let first = self.returned_lines + 1;
        self.returned_lines += memchr_iter(b'\n', &bytes).count() as u64;
        let bytes = SharedBuffer { bytes, spares: self.spares.clone() };
        LineBatch { bytes, first, stored_bytes: self.stream.stored_bytes() - stored_before, error }
    }

    /// Removes the rest of a line that is too long. Returns true if its end has not been read yet.
    fn skip(&mut self, bytes: &mut Vec<u8>) -> bool {
        let newline = memchr(b'\n', bytes);
        bytes.drain(..newline.map_or(bytes.len(), |newline| newline + 1));
        self.is_skipping = newline.is_none();
        self.returned_lines += u64::from(newline.is_some());
        self.is_skipping
    }
}

/// Consecutive records.
pub(crate) struct RecordBatch {
    texts: Vec<u8>,
    records: Vec<Result<StoredRecord, WarcError>>,
    /// Counts of everything read for the batch.
    pub(crate) counts: Counts,
}

struct StoredRecord {
    location: WarcLocation,
    kind: RecordKind,
    headers: Headers,
    /// A range of the batch's texts: the complete record, or only the block.
    text: Range<usize>,
    text_length: u64,
    block: Range<usize>,
    block_length: u64,
    rest: Option<Arc<BlockRest>>,
    head_length: usize,
    storage: Storage,
    error: Option<WarcError>,
    irregularity: Option<Irregularity>,
}

/// Which records of a WARC file are needed, and how much of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WantedRecords {
    /// The blocks of records that may be pages.
    Pages,
    /// The blocks of all records.
    Blocks,
    /// The blocks of the records that the selection takes, of all types.
    Selected,
    /// All records, completely, up to the limit of blocks.
    All,
    /// The records that the selection takes, of all types, with blocks of any length.
    Copies,
}

impl WantedRecords {
    /// Returns true if the selection decides about records of all types.
    pub(crate) fn are_selected(self) -> bool {
        matches!(self, Self::Selected | Self::Copies)
    }
}

impl RecordBatch {
    /// Returns the size of its records in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.texts.len()
    }

    /// Returns the records that are needed or damaged, and the damage between records.
    pub(crate) fn records(&self) -> impl Iterator<Item = Result<Record<'_>, WarcError>> {
        self.records.iter().map(|stored| match stored {
            Err(error) => Err(error.clone()),
            Ok(stored) => Ok(Record {
                location: stored.location,
                kind: stored.kind,
                headers: &stored.headers,
                block: &self.texts[stored.block.clone()],
                block_length: stored.block_length,
                rest: stored.rest.clone(),
                error: stored.error.clone(),
                irregularity: stored.irregularity,
                text: &self.texts[stored.text.clone()],
                text_length: stored.text_length,
                head_length: stored.head_length,
                storage: stored.storage,
            }),
        })
    }
}

/// A stream of records.
pub(crate) struct RecordStream {
    origin: Arc<str>,
    reader: WarcReader<Stream>,
    max_bytes: usize,
    wanted: WantedRecords,
    counted: warc::WarcCounts,
    pub(crate) is_over: bool,
}

impl RecordStream {
    /// Begins a stream of the file `origin`. A stream without bytes is truncated, like an empty file.
    pub(crate) fn new(origin: Arc<str>, reader: WarcReader<Stream>, max_bytes: usize, wanted: WantedRecords) -> Self {
        Self { origin, reader, max_bytes, wanted, counted: warc::WarcCounts::default(), is_over: false }
    }

    /// Reads the next batch.
    pub(crate) fn read(&mut self) -> RecordBatch {
        let (mut texts, mut records, mut bytes) = (Vec::new(), Vec::new(), 0);
        let start = Instant::now();
        while bytes < self.max_bytes && (records.is_empty() || start.elapsed() < MAX_WAIT) {
            match self.reader.next() {
                None => {
                    self.is_over = true;
                    if records.is_empty() && self.reader.counts().stored_bytes == 0 {
                        records.push(Err(WarcError::of_empty(self.origin.clone())));
                    }
                    break;
                }
                Some(Err(error)) => {
                    bytes += size_of::<WarcError>();
                    records.push(Err(error));
                }
                Some(Ok(record)) => {
                    let (text, block_start): (&[u8], _) = match self.wanted {
                        WantedRecords::All | WantedRecords::Copies => (record.text, record.head_length),
                        WantedRecords::Blocks | WantedRecords::Selected => (record.block, 0),
                        WantedRecords::Pages if may_be_page(record.kind) => (record.block, 0),
                        // Without their blocks: damaged records are reported, `continuation` records are counted.
                        _ if record.error.is_some()
                            || record.irregularity.is_some()
                            || record.kind == RecordKind::Continuation =>
                        {
                            (b"", 0)
                        }
                        _ => continue,
                    };
                    bytes += text.len() + record.headers.bytes() + size_of::<StoredRecord>();
                    // A batch has no more than one open file.
                    bytes += record.rest.as_ref().map_or(0, |_| self.max_bytes);
                    let start = texts.len();
                    texts.extend_from_slice(text);
                    let block_start = start + block_start;
                    let block_end = texts.len().min(block_start + record.block.len());
                    records.push(Ok(StoredRecord {
                        location: record.location,
                        kind: record.kind,
                        headers: record.headers.clone(),
                        text: start..texts.len(),
                        text_length: record.text_length,
                        block: block_start..block_end,
                        block_length: record.block_length,
                        rest: record.rest,
                        head_length: record.head_length,
                        storage: record.storage,
                        error: record.error,
                        irregularity: record.irregularity,
                    }));
                }
            }
        }
        let mut all = self.reader.counts();
        let mut counts = Counts::default();
        counts.set_warc(&all.since(&self.counted));
        all.stored_bytes = all.stored_bytes.max(self.counted.stored_bytes);
        self.counted = all;
        RecordBatch { texts, records, counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::InputFormat;
    use std::io;
    use tagrake_archive::codec::StreamCompression;

    /// Returns its chunks one by one.
    struct Pieces(Vec<io::Result<&'static str>>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let piece = self.0.remove(0)?;
            buffer[..piece.len()].copy_from_slice(piece.as_bytes());
            Ok(piece.len())
        }
    }

    #[test]
    fn batches_hold_complete_lines() {
        let batches = |pieces, max_bytes, is_eager| {
            let file = Arc::new(InputFile::new("-".into(), InputFormat::Jsonl));
            let stream = Decompressor::new(Box::new(Pieces(pieces)) as Stream, StreamCompression::Plain);
            let mut lines = LineStream::new(stream, file, max_bytes, 6, is_eager);
            let mut batches = Vec::new();
            while !lines.is_over {
                let LineBatch { bytes, first, error, .. } = lines.read();
                let error = error.map_or(String::new(), |error| format!("!{error}"));
                batches.push(format!("{first}:{}{error}", String::from_utf8_lossy(&bytes)));
            }
            batches.join("|")
        };
        let pieces = || vec![Ok("a\nb"), Ok("c\nd"), Ok("e"), Err(ErrorKind::Interrupted.into()), Ok("f\n"), Ok("g")];
        assert_eq!(batches(pieces(), 1 << 20, true), "1:a\n|2:bc\n|3:def\n|4:g");
        assert_eq!(batches(pieces(), 1 << 20, false), "1:a\nbc\ndef\ng");
        assert_eq!(batches(pieces(), 4, false), "1:a\nbc\n|3:def\n|4:g");
        let broken = vec![Ok("a\nb"), Err(io::Error::other("lost"))];
        assert_eq!(batches(broken, 1 << 20, false), "1:a\n!-: lost");
        assert_eq!(batches(Vec::new(), 1, true), "1:");
        let long = || vec![Ok("a\nlong"), Ok("long"), Ok("er"), Ok("er\n"), Ok("b\nlonger"), Ok("\nlongest")];
        let error = "the line is longer than 6 bytes";
        assert_eq!(batches(long(), 1 << 20, false), format!("1:a\n!-:2: {error}|3:b\nlonger\n!-:5: {error}|5:"));
    }
}
