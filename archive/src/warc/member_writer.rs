//! Writes records: each as a gzip member or a zstd frame of its own, or uncompressed.

use super::block_rest::BlockRest;
use super::copied_head;
use super::dictionary::ZstdDictionary;
use super::member_compressor::{MemberCompression, MemberCompressor};
use super::member_stream::MemberStream;
use super::record::Record;
use super::written_field::{push, push_field};
use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

/// Room for the head of a record before its block. A longer head moves the block.
const HEAD_BYTES: usize = 1024;

/// The end of a record.
const RECORD_END: &[u8] = b"\r\n\r\n";

/// Writes records. Its memory is reused.
pub struct MemberWriter {
    compression: MemberCompression,
    dictionary: Option<ZstdDictionary>,
    compressor: MemberCompressor,
    /// The head, which needs the length of the block.
    head: Vec<u8>,
    /// Room for the head, and the block.
    text: Vec<u8>,
}

impl fmt::Debug for MemberWriter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("MemberWriter").field("compression", &self.compression).finish_non_exhaustive()
    }
}

impl Default for MemberWriter {
    fn default() -> Self {
        Self::new(MemberCompression::FastGzip)
    }
}

impl MemberWriter {
    /// Creates a writer of records with this compression.
    pub fn new(compression: MemberCompression) -> Self {
        let compressor = MemberCompressor::new(compression, None);
        Self { compression, dictionary: None, compressor, head: Vec::new(), text: Vec::new() }
    }

    /// Sets the dictionary of [`MemberCompression::Zstd`]. The file must start with its [frame](ZstdDictionary::frame). Other
    /// compressions have none.
    #[must_use]
    pub fn with_dictionary(self, dictionary: Option<ZstdDictionary>) -> Self {
        Self { compressor: MemberCompressor::new(self.compression, dictionary.as_ref()), dictionary, ..self }
    }

    /// Releases the memory that only large records need.
    pub fn shrink(&mut self, max_bytes: usize) {
        self.text.truncate(max_bytes);
        self.text.shrink_to(max_bytes);
    }

    /// Appends a copy of `record` to `file`. The head and the block keep their bytes, with three exceptions: the head of an ARC
    /// record becomes the head of the WARC record that [`Record::headers`] describes, with the id that `id` returns;
    /// `Content-Length` is set to the length of the block if it is wrong or missing; and the block ends with two newlines. The
    /// block must not be over the limit of the reader.
    ///
    /// ```
    /// use tagrake_archive::warc::{MemberCompression, MemberWriter, WarcOptions, WarcReader};
    ///
    /// let source = b"WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 2\r\n\r\na\n\r\n\r\n";
    /// let mut reader = WarcReader::new("a.warc", &source[..], WarcOptions::default());
    /// let (mut writer, mut file) = (MemberWriter::new(MemberCompression::None), Vec::new());
    /// writer.append_copy(&reader.next().unwrap()?, String::new, &mut file);
    /// assert_eq!(file, source);
    /// # Ok::<(), tagrake_archive::warc::WarcError>(())
    /// ```
    pub fn append_copy(&mut self, record: &Record<'_>, id: impl FnOnce() -> String, file: &mut Vec<u8>) {
        let Self { compressor, text, .. } = self;
        if copied_head::is_unchanged(record) {
            let end = record.head_length + record.block.len();
            if record.text.get(end..) == Some(RECORD_END) {
                return compressor.append(record.text, file);
            }
        }
        text.clear();
        copied_head::append(record, id, text);
        text.extend_from_slice(record.block);
        text.extend_from_slice(RECORD_END);
        compressor.append(text, file);
    }

    /// As [`append_copy`](Self::append_copy), for a record with a block over the limit, whose other bytes are `rest`. Needs memory
    /// for the head only.
    ///
    /// # Errors
    ///
    /// Returns an error if `rest` cannot be read, or if `file` returns one.
    pub fn write_long_copy(
        &mut self,
        record: &Record<'_>,
        rest: &BlockRest,
        id: impl FnOnce() -> String,
        file: &mut dyn Write,
    ) -> io::Result<()> {
        let head = &mut self.head;
        head.clear();
        copied_head::append(record, id, head);
        let bytes = head.len() as u64 + record.block_length + RECORD_END.len() as u64;
        let mut stream = MemberStream::new(self.compression, self.dictionary.as_ref(), bytes, file)?;
        stream.write_all(head)?;
        stream.write_all(record.block)?;
        io::copy(&mut rest.reader()?, &mut stream)?;
        stream.write_all(RECORD_END)?;
        stream.finish()
    }

    /// Appends a record to `file`. Its block is what `write_block` appends. Adds `Content-Length` to the fields.
    pub fn append(
        &mut self,
        fields: &[(&str, Cow<'_, str>)],
        write_block: impl FnOnce(&mut Vec<u8>),
        file: &mut Vec<u8>,
    ) {
        let Self { compressor, head, text, .. } = self;
        text.clear();
        text.resize(HEAD_BYTES, 0);
        write_block(text);
        let length = text.len() - HEAD_BYTES;
        text.extend_from_slice(RECORD_END);

        head.clear();
        head.extend_from_slice(b"WARC/1.0\r\n");
        for (name, value) in fields {
            push_field(name, value, head);
        }
        push(format_args!("Content-Length: {length}\r\n\r\n"), head);
        let unused = HEAD_BYTES.saturating_sub(head.len());
        text.splice(unused..HEAD_BYTES, head.iter().copied());
        compressor.append(&text[unused..], file);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warc::{WarcOptions, WarcReader};

    #[test]
    fn a_written_record_reads_back() {
        let mut writer = MemberWriter::default();
        let mut file = Vec::new();
        let big = b"<p>".repeat(100_000);
        let blocks: [&[u8]; 3] = [b"", b"WARC/1.0\r\n\r\n", &big];
        for block in blocks {
            let fields = [("WARC-Type", "metadata".into()), ("WARC-Target-URI", "http://e.org/\r\nX: y\u{7F}é".into())];
            writer.append(&fields, |text| text.extend_from_slice(block), &mut file);
        }
        let mut reader = WarcReader::new("a.warc.gz", &file[..], WarcOptions::default());
        for block in blocks {
            let record = reader.next().expect("a record").expect("a record");
            assert!(record.error.is_none() && record.location.in_member.is_none());
            assert_eq!(record.target_uri(), Some("http://e.org/%0D%0AX: y%7Fé"));
            assert_eq!(record.block, block);
        }
        assert!(reader.next().is_none());
    }

    #[test]
    fn heads_of_any_length_precede_the_block() {
        let mut writer = MemberWriter::default();
        for length in (0..20).chain(HEAD_BYTES - 100..HEAD_BYTES + 100).chain([10 * HEAD_BYTES]) {
            let uri = "u".repeat(length);
            let mut file = Vec::new();
            writer.append(
                &[("WARC-Target-URI", uri.as_str().into())],
                |text| text.extend_from_slice(b"<p>"),
                &mut file,
            );
            let mut text = vec![0; length + 100];
            let bytes = libdeflater::Decompressor::new().gzip_decompress(&file, &mut text).expect("a member");
            let expected = format!("WARC/1.0\r\nWARC-Target-URI: {uri}\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n");
            assert_eq!(String::from_utf8_lossy(&text[..bytes]), expected);
        }
    }
}
