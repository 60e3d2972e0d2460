//! Reads a segment of a file, so that several readers can share a file.

use super::member::{MemberDecoder, MemberProgress};
use super::member_search;
use super::member_text::MemberText;
use super::options::WarcOptions;
use super::reader::WarcReader;
use super::stored_bytes::StoredBytes;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

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
    /// use tagrake_bulk::warc::{WarcOptions, WarcReader};
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
        let mut text = text_from(file, range.start)?;
        if range.start > 0 {
            text.sync(range.end);
        }
        Ok(Self::of(origin.into(), text, range.end, options))
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
    /// use tagrake_bulk::warc::{WarcOptions, WarcReader};
    ///
    /// let file = Cursor::new("WARC/1.0 damaged");
    /// let mut reader = WarcReader::resume("a.warc", file, 4..16, WarcOptions::default())?;
    /// assert_eq!(reader.next().unwrap().unwrap_err().location.offset, 4);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn resume(origin: impl Into<Arc<str>>, file: R, range: Range<u64>, options: WarcOptions) -> io::Result<Self> {
        let text = text_from(file, range.start)?;
        Ok(Self::of(origin.into(), text, range.end, options))
    }
}

/// Returns the text of a file from the offset `start` on. Reads the start of the file first: its format, and the
/// dictionary of its frames.
fn text_from<R: Read + Seek>(mut file: R, start: u64) -> io::Result<MemberText<R>> {
    /// Damaged bytes at the start of a file in which the first member is searched.
    const MAX_DAMAGED_BYTES: u64 = 1 << 20;
    let mut members = MemberDecoder::default();
    if start > 0 {
        file.seek(SeekFrom::Start(0))?;
        let mut source = StoredBytes::new(&mut file, 0);
        if let MemberProgress::Bad(_) = members.begin(&mut source) {
            member_search::find(&mut source, &mut members, MAX_DAMAGED_BYTES);
        }
    }
    file.seek(SeekFrom::Start(start))?;
    Ok(MemberText::new(StoredBytes::new(file, start), members))
}
