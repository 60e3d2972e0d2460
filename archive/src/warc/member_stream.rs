//! Compresses a text of any length as one gzip member or zstd frame, in bounded memory.

use super::dictionary::ZstdDictionary;
use super::member_compressor::{MemberCompression, ZSTD_LEVEL, gzip_level};
use flate2::write::GzEncoder;
use std::io::{self, Write};
use zstd::stream::write::Encoder;

/// Writes the member of a text to a file.
pub(super) enum MemberStream<'f> {
    None(&'f mut dyn Write),
    Gzip(GzEncoder<&'f mut dyn Write>),
    Zstd(Encoder<'f, &'f mut dyn Write>),
}

impl<'f> MemberStream<'f> {
    /// Begins the member of a text with this number of bytes. zstd uses the dictionary.
    pub(super) fn new(
        compression: MemberCompression,
        dictionary: Option<&ZstdDictionary>,
        bytes: u64,
        file: &'f mut dyn Write,
    ) -> io::Result<Self> {
        Ok(match compression {
            MemberCompression::None => Self::None(file),
            MemberCompression::Gzip | MemberCompression::FastGzip => {
                Self::Gzip(GzEncoder::new(file, flate2::Compression::new(gzip_level(compression))))
            }
            MemberCompression::Zstd => {
                let mut encoder =
                    Encoder::with_dictionary(file, ZSTD_LEVEL, dictionary.map_or(b"", ZstdDictionary::bytes))?;
                encoder.include_checksum(true)?;
                encoder.set_pledged_src_size(Some(bytes))?;
                Self::Zstd(encoder)
            }
        })
    }

    /// Ends the member.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::None(_) => Ok(()),
            Self::Gzip(encoder) => encoder.finish().map(drop),
            Self::Zstd(encoder) => encoder.finish().map(drop),
        }
    }
}

impl Write for MemberStream<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        match self {
            Self::None(file) => file.write(text),
            Self::Gzip(encoder) => encoder.write(text),
            Self::Zstd(encoder) => encoder.write(text),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(()) // the member is complete once it is finished
    }
}
