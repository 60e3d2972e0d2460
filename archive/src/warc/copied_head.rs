//! The heads of copied records.

use super::head;
use super::record::Record;
use super::written_field::push_field;
use crate::header_fields::{line, split_field};

/// The version of the heads that ARC records get. Its dates may have any precision, as the dates of ARC have.
const VERSION: &[u8] = b"WARC/1.1\r\n";
const CONTENT_LENGTH: &str = "Content-Length";

/// Returns true if the copy of a record has the bytes of its head.
pub(super) fn is_unchanged(record: &Record<'_>) -> bool {
    let head = &record.text[..record.head_length];
    head::starts_with_magic(head) && head::content_length(head) == Some(record.block_length)
}

/// Appends the head of the copy of a record. `id` returns the id of an ARC record.
pub(super) fn append(record: &Record<'_>, id: impl FnOnce() -> String, text: &mut Vec<u8>) {
    let head = &record.text[..record.head_length];
    let length = record.block_length.to_string();
    if is_unchanged(record) {
        text.extend_from_slice(head);
    } else if head::starts_with_magic(head) {
        let lines = Lines(head).filter(|line| !is_content_length(line) && !line.trim_ascii().is_empty());
        lines.for_each(|line| text.extend_from_slice(line));
        push_field(CONTENT_LENGTH, &length, text);
        text.extend_from_slice(b"\r\n");
    } else {
        text.extend_from_slice(VERSION);
        let fields = record.headers.iter();
        for (name, value) in fields.filter(|(name, value)| *name != CONTENT_LENGTH && *value != "-") {
            // A URL of an ARC record may have spaces.
            let value = if name == "WARC-Target-URI" { value.replace(' ', "%20") } else { value.to_owned() };
            push_field(name, &value, text);
        }
        push_field("WARC-Record-ID", &id(), text);
        push_field(CONTENT_LENGTH, &length, text);
        text.extend_from_slice(b"\r\n");
    }
}

fn is_content_length(line: &[u8]) -> bool {
    split_field(line).is_some_and(|(name, _)| name.eq_ignore_ascii_case(CONTENT_LENGTH.as_bytes()))
}

/// The lines of a head, each with its newline.
struct Lines<'h>(&'h [u8]);

impl<'h> Iterator for Lines<'h> {
    type Item = &'h [u8];

    fn next(&mut self) -> Option<&'h [u8]> {
        let (_, bytes) = line(self.0);
        let (line, rest) = self.0.split_at(bytes);
        self.0 = rest;
        (bytes > 0).then_some(line)
    }
}

#[cfg(test)]
mod tests {
    use crate::warc::{MemberCompression, MemberWriter, WarcOptions, WarcReader};

    /// Returns the copies of all records of `source`.
    fn copied(source: &[u8]) -> String {
        let mut reader = WarcReader::new("a.warc", source, WarcOptions::default());
        let (mut writer, mut file) = (MemberWriter::new(MemberCompression::None), Vec::new());
        while let Some(record) = reader.next() {
            writer.append_copy(&record.expect("a record"), || "<urn:x:1>".to_owned(), &mut file);
        }
        String::from_utf8(file).expect("text")
    }

    #[test]
    fn heads_keep_their_bytes() {
        for source in [
            "WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 2\r\n\r\nab\r\n\r\n",
            "warc/0.18\nContent-length:2\nWARC-Type:metadata\nX: a\n b\n\nab\r\n\r\n",
        ] {
            assert_eq!(copied(source.repeat(2).as_bytes()), source.repeat(2));
        }
    }

    #[test]
    fn the_newlines_after_a_block_are_completed() {
        let source = "WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 2\r\n\r\nab";
        for newlines in ["", "\n\n", "\r\n\r\n\r\n\r\n"] {
            assert_eq!(copied(format!("{source}{newlines}").as_bytes()), format!("{source}\r\n\r\n"), "{newlines:?}");
        }
    }

    #[test]
    fn a_missing_or_wrong_length_is_set() {
        let next = "WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
        for wrong in ["", "Content-Length: x\r\n", "content-length: 1\r\n"] {
            let head = format!("WARC/1.0\r\n{wrong}WARC-Type: resource\r\n");
            let source = format!("{head}\r\nabc\r\n\r\n{next}");
            let mut reader = WarcReader::new("a.warc", source.as_bytes(), WarcOptions::default());
            let (mut writer, mut file) = (MemberWriter::new(MemberCompression::None), Vec::new());
            writer.append_copy(&reader.next().expect("a record").expect("a record"), String::new, &mut file);
            let expected = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n";
            assert_eq!(String::from_utf8_lossy(&file), expected, "{wrong:?}");
        }
    }

    #[test]
    fn arc_records_become_warc_records() {
        let source = "filedesc://a.arc 0.0.0.0 20010203040506 text/plain 6\n1 0 a\n\n\
            http://e.org/a b 192.0.2.1 20010203040506 text/html 19\nHTTP/1.0 200 OK\r\n\r\n\n\
            dns:e.org - 20010203040506 text/dns 2\nab\n";
        assert_eq!(
            copied(source.as_bytes()),
            "WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Filename: a.arc\r\nWARC-IP-Address: 0.0.0.0\r\n\
             WARC-Date: 2001-02-03T04:05:06Z\r\nContent-Type: text/plain\r\nWARC-Record-ID: <urn:x:1>\r\n\
             Content-Length: 6\r\n\r\n1 0 a\n\r\n\r\n\
             WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://e.org/a%20b\r\nWARC-IP-Address: 192.0.2.1\r\n\
             WARC-Date: 2001-02-03T04:05:06Z\r\nContent-Type: application/http;msgtype=response\r\n\
             WARC-Record-ID: <urn:x:1>\r\nContent-Length: 19\r\n\r\nHTTP/1.0 200 OK\r\n\r\n\r\n\r\n\
             WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: dns:e.org\r\n\
             WARC-Date: 2001-02-03T04:05:06Z\r\nContent-Type: text/dns\r\nWARC-Record-ID: <urn:x:1>\r\n\
             Content-Length: 2\r\n\r\nab\r\n\r\n"
        );
    }
}
