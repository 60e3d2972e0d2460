//! A stream that decompresses gzip and zstd, as identified by its first bytes.

use super::gzip_members::GzipMembers;
use super::inflate::GZIP_MAGIC;
use super::zstandard::{FRAME_MAGIC, ZstdReader};
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};

/// Stored bytes requested in one read.
const BUFFER_BYTES: usize = 64 << 10;

/// The compression of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StreamCompression {
    /// None.
    #[default]
    Plain,
    /// One or more gzip members.
    Gzip,
    /// One or more zstd frames.
    Zstd,
}

impl StreamCompression {
    /// Identifies the compression of a file that starts with `bytes`. Returns `None` if more bytes are needed, which
    /// is never the case for four or more.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        // The dictionary of a .warc.zst file is in a skippable frame.
        const SKIPPABLE_MAGIC: [u8; 3] = [0x2A, 0x4D, 0x18];
        if bytes.starts_with(GZIP_MAGIC) {
            return Some(Self::Gzip);
        }
        let is_skippable = |bytes: &[u8]| match bytes.split_first() {
            Some((0x50..=0x5F, rest)) => rest.starts_with(&SKIPPABLE_MAGIC) || SKIPPABLE_MAGIC.starts_with(rest),
            _ => false,
        };
        if bytes.len() >= FRAME_MAGIC.len() {
            return Some(if bytes.starts_with(FRAME_MAGIC) || is_skippable(bytes) { Self::Zstd } else { Self::Plain });
        }
        let may_begin = GZIP_MAGIC.starts_with(bytes) || FRAME_MAGIC.starts_with(bytes) || is_skippable(bytes);
        if may_begin { None } else { Some(Self::Plain) }
    }

    /// Returns the name of the compression in messages.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        }
    }
}

/// Reads the decompressed bytes of an input.
pub struct Decompressor<R: Read>(Decoder<R>);

enum Decoder<R: Read> {
    /// The stream, and the number of bytes read.
    Plain(R, u64),
    Gzip(GzipMembers<Counted<R>>),
    Zstd(ZstdReader<Counted<R>>),
}

impl<R: Read> Decompressor<R> {
    /// Begins to decompress `stream`.
    pub fn new(stream: R, compression: StreamCompression) -> Self {
        let stored = |stream| Counted { inner: BufReader::with_capacity(BUFFER_BYTES, stream), consumed: 0 };
        Self(match compression {
            StreamCompression::Plain => Decoder::Plain(stream, 0),
            StreamCompression::Gzip => Decoder::Gzip(GzipMembers::new(stored(stream))),
            StreamCompression::Zstd => Decoder::Zstd(ZstdReader::new(stored(stream))),
        })
    }

    /// Returns the number of stored bytes consumed so far.
    pub fn stored_bytes(&self) -> u64 {
        match &self.0 {
            Decoder::Plain(_, read) => *read,
            Decoder::Gzip(decoder) => decoder.get_ref().map_or(0, |stored| stored.consumed),
            Decoder::Zstd(decoder) => decoder.get_ref().consumed,
        }
    }

    /// Returns the compression of the stream.
    pub fn compression(&self) -> StreamCompression {
        match &self.0 {
            Decoder::Plain(..) => StreamCompression::Plain,
            Decoder::Gzip(_) => StreamCompression::Gzip,
            Decoder::Zstd(_) => StreamCompression::Zstd,
        }
    }
}

impl<R: Read> fmt::Debug for Decompressor<R> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Decompressor")
            .field("compression", &self.compression())
            .field("stored_bytes", &self.stored_bytes())
            .finish_non_exhaustive()
    }
}

impl<R: Read> Read for Decompressor<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.0 {
            Decoder::Plain(stream, read) => {
                let bytes = stream.read(buffer)?;
                *read += bytes as u64;
                Ok(bytes)
            }
            Decoder::Gzip(decoder) => decoder.read(buffer),
            Decoder::Zstd(decoder) => decoder.read(buffer),
        }
    }
}

/// Counts the consumed bytes.
struct Counted<R> {
    inner: BufReader<R>,
    consumed: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.consumed += read as u64;
        Ok(read)
    }
}

impl<R: Read> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.inner.consume(bytes);
        self.consumed += bytes as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifies_compression_by_the_magic_number() {
        let cases: [(&[u8], Option<StreamCompression>); 10] = [
            (b"", None),
            (b"\x1F\x8B", None),
            (b"\x1F\x8B\x08", Some(StreamCompression::Gzip)),
            (b"\x28\xB5", None),
            (b"\x28\xB5\x2F\xFD", Some(StreamCompression::Zstd)),
            (b"\x5D\x2A\x4D", None),
            (b"\x5D\x2A\x4D\x18", Some(StreamCompression::Zstd)),
            (b"PAG", Some(StreamCompression::Plain)),
            (b"PAGE", Some(StreamCompression::Plain)),
            (b"<", Some(StreamCompression::Plain)),
        ];
        for (bytes, compression) in cases {
            assert_eq!(StreamCompression::of(bytes), compression, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn concatenates_and_counts_members_and_frames() {
        let zstd = |text: &str| zstd::encode_all(text.as_bytes(), 1).expect("memory");
        let gzip = |text: &str| {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            io::Write::write_all(&mut encoder, text.as_bytes()).expect("memory");
            encoder.finish().expect("memory")
        };
        let cases = [
            (StreamCompression::Plain, b"ab".to_vec()),
            (StreamCompression::Gzip, [gzip("a"), gzip("b")].concat()),
            (StreamCompression::Zstd, [zstd("a"), zstd("b")].concat()),
        ];
        for (compression, stored) in cases {
            let mut decoded = Decompressor::new(&stored[..], compression);
            let mut text = String::new();
            decoded.read_to_string(&mut text).expect("it is complete");
            assert_eq!((&*text, decoded.stored_bytes()), ("ab", stored.len() as u64), "{compression:?}");
        }
    }
}
