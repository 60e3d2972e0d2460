//! Writes a record as a gzip member of its own.

use libdeflater::{CompressionLvl, Compressor};
use std::borrow::Cow;
use std::io::Write;

/// Room for the head of a record before its block. A longer head moves the block.
const HEAD_BYTES: usize = 1024;

/// Level of compression. Compared with the default of libdeflate, 6, it takes two fifths of the time and gives 8 % more
/// bytes on WAT and WET records. WAT records are then 5 % larger than with the default of zlib.
const LEVEL: i32 = 1;

/// Writes records. Its memory is reused.
pub struct MemberWriter {
    compressor: Compressor,
    /// The head, which needs the length of the block.
    head: Vec<u8>,
    /// Room for the head, and the block.
    text: Vec<u8>,
}

impl Default for MemberWriter {
    fn default() -> Self {
        let level = CompressionLvl::new(LEVEL).unwrap_or_default();
        Self { compressor: Compressor::new(level), head: Vec::new(), text: Vec::new() }
    }
}

impl MemberWriter {
    /// Appends a record to `file`. Its block is what `write_block` appends. Adds `Content-Length` to the fields.
    pub fn append(
        &mut self,
        fields: &[(&str, Cow<'_, str>)],
        write_block: impl FnOnce(&mut Vec<u8>),
        file: &mut Vec<u8>,
    ) {
        let Self { compressor, head, text } = self;
        text.clear();
        text.resize(HEAD_BYTES, 0);
        write_block(text);
        let length = text.len() - HEAD_BYTES;
        text.extend_from_slice(b"\r\n\r\n");

        head.clear();
        head.extend_from_slice(b"WARC/1.0\r\n");
        for (name, value) in fields {
            push(format_args!("{name}: {}\r\n", in_one_line(value)), head);
        }
        push(format_args!("Content-Length: {length}\r\n\r\n"), head);
        let unused = HEAD_BYTES.saturating_sub(head.len());
        text.splice(unused..HEAD_BYTES, head.iter().copied());
        let text = &text[unused..];

        let start = file.len();
        file.resize(start + compressor.gzip_compress_bound(text.len()), 0);
        let Ok(bytes) = compressor.gzip_compress(text, &mut file[start..]) else {
            unreachable!("the buffer has the size of the bound")
        };
        file.truncate(start + bytes);
    }
}

fn push(text: std::fmt::Arguments<'_>, head: &mut Vec<u8>) {
    let Ok(()) = head.write_fmt(text) else { unreachable!("writing to memory does not fail") };
}

/// Returns a value that fits on one line: control characters are percent-encoded.
fn in_one_line(value: &str) -> Cow<'_, str> {
    if !value.contains(|character: char| character.is_ascii_control()) {
        return Cow::Borrowed(value);
    }
    let mut line = String::with_capacity(value.len() + 8);
    for character in value.chars() {
        match character {
            character if character.is_ascii_control() => line.push_str(&format!("%{:02X}", u32::from(character))),
            character => line.push(character),
        }
    }
    Cow::Owned(line)
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
