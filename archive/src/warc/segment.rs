//! Reads a segment of a file, so that several readers can share a file.
//!
//! A segment is read from the first member in it that starts a record. Only the segment before it shows whether
//! that record belongs to the file itself: that segment must end there. Otherwise (a WARC file inside a record,
//! damage over a boundary) its rows are dropped and it is read again from where the previous one ended, so each
//! byte is read at most twice.

use super::member::MemberDecoder;
use super::member_progress::MemberProgress;
use super::member_search;
use super::member_text::MemberText;
use super::reader::{WarcOptions, WarcReader};
use super::stored_bytes::StoredBytes;
use super::syntax::RecordSyntax;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

/// Bytes of a buffer that are kept for the next segment.
const MAX_KEPT_BYTES: usize = 2 << 20;

/// The buffers of a reader of segments: stored bytes and text. The next reader continues in their memory.
#[derive(Debug, Default)]
pub struct SegmentBuffers([Vec<u8>; 2]);

impl<R: Read + Seek> WarcReader<R> {
    /// Reads a segment of `file`: the records whose members start in `range`, or in an uncompressed file the records
    /// that start there. Searches for the first one; [`first_offset`](Self::first_offset) returns where it was found.
    ///
    /// The segments of a file yield each of its records once if the [`next_offset`](Self::next_offset) of each equals
    /// the `first_offset` of the next segment that has any. If it does not, bytes inside a record look like a record,
    /// or the file is damaged. Then read the later segment again with [`resume`](Self::resume), from the
    /// `next_offset` of the segment before.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use tagrake_archive::warc::{WarcOptions, WarcReader};
    ///
    /// let file = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 1\r\n\r\na\r\n\r\n".repeat(2);
    /// let segment = |range| WarcReader::segment("a.warc", Cursor::new(&file), range, WarcOptions::default());
    /// let (mut one, mut two) = (segment(0..20)?, segment(20..114)?);
    /// assert!(one.next().is_some() && one.next().is_none());
    /// assert!(two.next().is_some() && two.next().is_none());
    /// assert_eq!((one.next_offset(), two.first_offset()), (Some(57), Some(57)));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn segment(origin: impl Into<Arc<str>>, file: R, range: Range<u64>, options: WarcOptions) -> io::Result<Self> {
        Self::segment_with(origin.into(), file, range, options, SegmentBuffers::default())
    }

    /// As [`segment`](Self::segment), with the buffers of an earlier reader.
    pub fn segment_with(
        origin: Arc<str>,
        file: R,
        range: Range<u64>,
        options: WarcOptions,
        buffers: SegmentBuffers,
    ) -> io::Result<Self> {
        let mut text = text_from(file, range.start, buffers)?;
        if range.start > 0 {
            text.sync(range.end);
        }
        Ok(Self::of(origin, text, range.end, options))
    }

    /// Reads a segment of `file` whose start is known to be the start of a record, or of damage that no earlier segment
    /// has reported.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use tagrake_archive::warc::{WarcOptions, WarcReader};
    ///
    /// let file = Cursor::new("WARC/1.0 damaged");
    /// let mut reader = WarcReader::resume("a.warc", file, 4..16, WarcOptions::default())?;
    /// assert_eq!(reader.next().unwrap().unwrap_err().location.offset, 4);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn resume(origin: impl Into<Arc<str>>, file: R, range: Range<u64>, options: WarcOptions) -> io::Result<Self> {
        Self::resume_with(origin.into(), file, range, options, SegmentBuffers::default())
    }

    /// As [`resume`](Self::resume), with the buffers of an earlier reader.
    pub fn resume_with(
        origin: Arc<str>,
        file: R,
        range: Range<u64>,
        options: WarcOptions,
        buffers: SegmentBuffers,
    ) -> io::Result<Self> {
        let mut text = text_from(file, range.start, buffers)?;
        text.set_record_end();
        Ok(Self::of(origin, text, range.end, options))
    }

    /// Returns the buffers, without those that only a large record needs.
    pub fn into_buffers(self) -> SegmentBuffers {
        let keep = |buffer: Vec<u8>| if buffer.capacity() <= MAX_KEPT_BYTES { buffer } else { Vec::new() };
        SegmentBuffers(self.text.into_buffers().map(keep))
    }
}

/// Returns the text of a file from the offset `start` on. Reads the start of the file first: its format, and the
/// dictionary of its frames.
fn text_from<R: Read + Seek>(mut file: R, start: u64, buffers: SegmentBuffers) -> io::Result<MemberText<R>> {
    /// Damaged bytes at the start of a file in which the first member is searched.
    const MAX_DAMAGED_BYTES: u64 = 1 << 20;
    /// Bytes read at once from the start of a file. Its format is in the first few, unless it has a dictionary.
    const FORMAT_BYTES: usize = 4 << 10;
    let SegmentBuffers([stored, text]) = buffers;
    let mut members = MemberDecoder::default();
    if start > 0 {
        file.seek(SeekFrom::Start(0))?;
        let mut source = StoredBytes::with_buffer(&mut file, 0, vec![0; FORMAT_BYTES]);
        match members.begin(&mut source) {
            MemberProgress::Bad(_) => {
                member_search::find(&mut source, &mut members, MAX_DAMAGED_BYTES, false);
            }
            MemberProgress::More | MemberProgress::End => members.find_syntax(&mut source),
        }
    }
    let is_line_start = match start.checked_sub(1) {
        // A line starts after a newline, and not in the middle of a URL.
        Some(before) if members.is_plain() && members.syntax == Some(RecordSyntax::Arc) => {
            file.seek(SeekFrom::Start(before))?;
            let mut last = Vec::new();
            file.by_ref().take(1).read_to_end(&mut last)?;
            last.is_empty() || last == b"\n"
        }
        _ => true,
    };
    file.seek(SeekFrom::Start(start))?;
    let mut text = MemberText::with_buffer(StoredBytes::with_buffer(file, start, stored), members, text);
    text.is_line_start = is_line_start;
    Ok(text)
}
