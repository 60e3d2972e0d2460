//! Writes a record as a gzip member of its own.

use libdeflater::{CompressionLvl, Compressor};
use std::borrow::Cow;
use std::io::Write;

/// Writes records. Its memory is reused.
pub(crate) struct MemberWriter {
    compressor: Compressor,
    text: Vec<u8>,
}

impl Default for MemberWriter {
    fn default() -> Self {
        Self { compressor: Compressor::new(CompressionLvl::default()), text: Vec::new() }
    }
}

impl MemberWriter {
    /// Appends a record to `file`. Adds `Content-Length` to the fields.
    pub(crate) fn append(&mut self, fields: &[(&str, Cow<'_, str>)], block: &[u8], file: &mut Vec<u8>) {
        self.text.clear();
        self.text.extend_from_slice(b"WARC/1.0\r\n");
        for (name, value) in fields {
            self.push(format_args!("{name}: {}\r\n", in_one_line(value)));
        }
        self.push(format_args!("Content-Length: {}\r\n\r\n", block.len()));
        self.text.extend_from_slice(block);
        self.text.extend_from_slice(b"\r\n\r\n");

        let start = file.len();
        file.resize(start + self.compressor.gzip_compress_bound(self.text.len()), 0);
        let Ok(bytes) = self.compressor.gzip_compress(&self.text, &mut file[start..]) else {
            unreachable!("the buffer has the size of the bound")
        };
        file.truncate(start + bytes);
    }

    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        let Ok(()) = self.text.write_fmt(text) else { unreachable!("writing to memory does not fail") };
    }
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
            writer.append(&fields, block, &mut file);
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
}
