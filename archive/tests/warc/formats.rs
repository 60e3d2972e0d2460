//! Valid files of every format yield the same records, each with its location.

use crate::segments::read_segments;
use crate::{Given, lines, read, read_all, whole};
use flate2::Compression;
use std::io::{self, ErrorKind, Read};
use tagrake_archive::warc::{Irregularity, RecordKind, WarcOptions, WarcReader};
use tagrake_testsupport::warc_files::{
    dictionary_frame, gzip, gzip_by, gzip_each, offsets, record, three, with_length, zstd, zstd_each,
};

/// Returns one byte per read.
pub(crate) struct Slow<'a>(pub(crate) &'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = 1.min(self.0.len()).min(buffer.len());
        buffer[..bytes].copy_from_slice(&self.0[..bytes]);
        self.0 = &self.0[bytes..];
        Ok(bytes)
    }
}

/// Every other read is interrupted, as by a signal.
struct Interrupted<'a> {
    file: &'a [u8],
    is_next: bool,
}

impl Read for Interrupted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_next = !self.is_next;
        if self.is_next { Err(ErrorKind::Interrupted.into()) } else { self.file.read(buffer) }
    }
}

#[test]
fn interrupted_reads_are_repeated() {
    let file = gzip_each(&three());
    let stream = Interrupted { file: &file, is_next: false };
    assert_eq!(read_all(&mut WarcReader::new("-", stream, WarcOptions::default())), read(&file));
}

#[test]
fn identifies_the_format_by_the_bytes() {
    let records = three();
    let all = records.concat();
    let middle = all.len() / 2;
    let dictionary = [&records[0][..], &records[2]].concat();
    let files = [
        ("plain", all.clone()),
        ("plain, newlines before", [b"\r\n\n", &all[..]].concat()),
        ("a member each", gzip_each(&records)),
        ("many in one", gzip(&all)),
        ("stored blocks", gzip_by(&all, Compression::none())),
        ("one spans two members", gzip_each(&[&all[..middle], &all[middle..]])),
        ("members of 7 bytes", gzip_each(&all.chunks(7).collect::<Vec<_>>())),
        ("members of 1 byte", gzip_each(&all.chunks(1).collect::<Vec<_>>())),
        ("empty members", [gzip(b""), gzip_each(&records), gzip(b""), gzip(b"")].concat()),
        ("zstd", zstd_each(&records, &[])),
        ("zstd, many in one", zstd(&all, &[])),
        ("zstd, dictionary", [dictionary_frame(&dictionary), zstd_each(&records, &dictionary)].concat()),
        (
            "zstd, compressed dictionary",
            [dictionary_frame(&zstd(&dictionary, &[])), zstd_each(&records, &dictionary)].concat(),
        ),
        (
            "zstd, frames without text",
            [dictionary_frame(b"unused"), b"\x50\x2A\x4D\x18\x01\0\0\0x".to_vec(), zstd_each(&records, b"unused")]
                .concat(),
        ),
    ];
    let expected = read(&all);
    let expected = whole(&expected);
    assert_eq!(expected.len(), 3);
    for (name, file) in files {
        let given = read(&file);
        assert_eq!(whole(&given), expected, "{name}");
        assert_eq!(given.len(), 3, "{name}");
        let slow = read_all(&mut WarcReader::new("-", Slow(&file), WarcOptions::default()));
        assert_eq!(slow, given, "{name}");
    }
}

#[test]
fn records_have_locations() {
    let records = three();
    let all = records.concat();
    let members: Vec<_> = records.iter().map(|record| gzip(record)).collect();
    let starts = offsets(&records);
    let length = |index: usize| records[index].len();
    let in_member = |index: usize| format!("{}[{}]+{}", 0, starts[index], length(index));
    let expected = |location: &dyn Fn(usize) -> String| {
        let lines = [("a", 300), ("b", 90), ("c", 500)].into_iter().enumerate();
        lines.map(|(index, (uri, block))| format!("{uri} {} {block}", location(index))).collect::<Vec<_>>()
    };
    assert_eq!(lines(&all), expected(&|index| format!("{}+{}", starts[index], length(index))));
    let starts_of_members = offsets(&members);
    let location = |index: usize| format!("{}+{}", starts_of_members[index], members[index].len());
    assert_eq!(lines(&members.concat()), expected(&location));
    assert_eq!(lines(&gzip(&all)), expected(&in_member));
    assert_eq!(lines(&zstd(&all, &[])), expected(&in_member));
    // Newlines before the only record of a member. They made it a record that shares its member.
    for (newlines, is_gzip) in [("\n", true), ("\r\n\r\n", true), ("\r\n", false)] {
        let compress = |text: &[u8]| if is_gzip { gzip(text) } else { zstd(text, &[]) };
        let members: Vec<_> = records.iter().map(|record| compress(&[newlines.as_bytes(), record].concat())).collect();
        let starts = offsets(&members);
        let location = |index: usize| format!("{}+{}", starts[index], members[index].len());
        assert_eq!(lines(&members.concat()), expected(&location), "{newlines:?}");
    }
    // The bytes at a location are the record, even if it spans two members.
    let parts = [gzip(&records[0]), gzip(&records[1][..50]), gzip(&records[1][50..]), gzip(&records[2])];
    let given = read(&parts.concat());
    let location = given[1].location;
    assert_eq!(location.in_member, None);
    assert_eq!(location.length as usize, parts[1].len() + parts[2].len());
    let alone = &parts.concat()[location.offset as usize..][..location.length as usize];
    assert_eq!(read(alone)[0].block, given[1].block);
}

#[test]
fn reads_old_and_irregular_files() {
    /// A description of the file, the file, and its records' URIs and blocks.
    type Case<'a> = (&'a str, String, &'a [(&'a str, &'a str)]);
    let record = |text: &str| text.replace('~', "\r\n");
    let cases: [Case<'_>; 5] = [
        (
            "0.18 of LF",
            "WARC/0.18\nWARC-Type: response\nWARC-Target-URI: a\nContent-Length: 3\n\nabc\n\n".repeat(2),
            &[("a", "abc"), ("a", "abc")],
        ),
        ("empty blocks", record("WARC/1.0~WARC-Type: a~Content-Length: 0~~~~").repeat(2), &[("", ""), ("", "")]),
        (
            "no newlines behind the last block but two",
            record("WARC/1.1~WARC-Type: a~Content-Length: 1~~a\n\n"),
            &[("", "a")],
        ),
        (
            "more newlines",
            record("~~WARC/1.1~WARC-Type: a~Content-Length: 1~~a~~~~~~WARC/1.1~WARC-Type: a~Content-Length: 1~~b~~"),
            &[("", "a"), ("", "b")],
        ),
        (
            "folded lines, other cases",
            record("WARC/1.0~warc-TYPE : response~WARC-Target-URI:~ <a>~content-length: 1~~a~~"),
            &[("a", "a")],
        ),
    ];
    for (name, file, expected) in &cases {
        let given = read(file.as_bytes());
        let expected: Vec<_> = expected.iter().map(|(uri, block)| (*uri, block.as_bytes())).collect();
        assert_eq!(whole(&given), expected, "{name}");
        assert_eq!(whole(&read(&gzip(file.as_bytes()))), expected, "{name}, gzip");
    }
    for (name, block) in [
        ("words", "\nWARC/1.0 is a\n\nWARC/format.."),
        ("heads", "\n\nWARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 1\r\n\r\nA: b"),
    ] {
        let file = with_length("a", block.as_bytes(), &block.len().to_string()).repeat(2);
        assert_eq!(whole(&read(&file)), [("a", block.as_bytes()); 2], "{name}");
    }
}

#[test]
fn counts_records_by_type() {
    let types =
        ["warcinfo", "response", "resource", "request", "metadata", "revisit", "conversion", "continuation", "x"];
    let file = types.map(|kind| format!("WARC/1.0\r\nWARC-Type: {kind}\r\nContent-Length: 0\r\n\r\n\r\n\r\n")).concat();
    let mut reader = WarcReader::new("-", file.as_bytes(), WarcOptions::default());
    let mut kinds = Vec::new();
    while let Some(record) = reader.next() {
        kinds.push(record.expect("a record").kind);
    }
    assert_eq!(kinds.iter().map(|kind| kind.as_str()).collect::<Vec<_>>(), RecordKind::NAMES);
    let counts = reader.counts();
    assert_eq!(counts.records().map(|(_, count)| count).sum::<u64>(), 9);
    assert_eq!((counts.stored_bytes, counts.text_bytes, counts.members), (file.len() as u64, file.len() as u64, 0));
}

#[test]
fn truncates_blocks_over_the_limit() {
    let records = [record("a", 1_000_000), record("b", 200), record("c", 70_000)];
    let all = records.concat();
    let options = || WarcOptions::default().with_max_block_bytes(1000);
    for (name, file) in [
        ("plain", all.clone()),
        ("members", gzip_each(&records)),
        ("one member", gzip(&all)),
        ("parts", gzip_each(&all.chunks(100_000).collect::<Vec<_>>())),
        ("zstd", zstd_each(&records, &[])),
    ] {
        let mut reader = WarcReader::new("-", &file[..], options());
        let expected = [(1000, 1_000_000, true), (200, 200, false), (1000, 70_000, true)];
        for (index, expected) in expected.into_iter().enumerate() {
            let record = reader.next().expect("a record").expect("no damage before it");
            assert!(record.error.is_none(), "{name}: {:?}", record.error);
            assert_eq!((record.block.len(), record.block_length, record.is_over_limit()), expected, "{name}");
            assert!(records[index].windows(1000.min(record.block.len())).any(|part| part == record.block), "{name}");
        }
        assert!(reader.next().is_none());
        assert_eq!(reader.counts().blocks_over_limit, 2);
    }
}

#[test]
fn memory_is_bounded() {
    /// A stream of a record with a given length, that is never in memory as one.
    struct Endless {
        head: io::Cursor<Vec<u8>>,
        left: u64,
    }
    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            // A buffer that grew with the file would be passed here as a long slice.
            assert!(buffer.len() < 64 << 20, "a buffer of {} bytes", buffer.len());
            let head = self.head.read(buffer)?;
            if head > 0 {
                return Ok(head);
            }
            let bytes = (buffer.len() as u64).min(self.left) as usize;
            buffer[..bytes].fill(b'x');
            self.left -= bytes as u64;
            Ok(bytes)
        }
    }
    let bytes = 1_u64 << 30;
    let head = format!("WARC/1.0\r\nWARC-Type: response\r\nContent-Length: {bytes}\r\n\r\n");
    let stream = Endless { head: io::Cursor::new(head.into_bytes()), left: bytes };
    let mut reader = WarcReader::new("-", stream, WarcOptions::default());
    let record = reader.next().expect("a record").expect("no damage before it");
    assert_eq!((record.block.len(), record.block_length), (16 << 20, bytes));
    // The two newlines are missing.
    assert_eq!((record.error.is_none(), record.irregularity), (true, Some(Irregularity::Newlines)));
}

#[test]
fn a_warc_file_inside_a_record_is_not_split() {
    let inner: Vec<u8> = [record("x", 300), record("y", 300)].concat();
    let http = [&b"HTTP/1.1 200 OK\r\n\r\n"[..], &inner].concat();
    for block in [&inner, &http, &gzip(&inner), &[b"HTTP/1.1 200 OK\r\n\r\n", &gzip(&inner)[..]].concat()] {
        let outer = with_length("outer", block, &block.len().to_string());
        for file in [outer.clone(), gzip(&outer), gzip_by(&outer, Compression::none()), zstd(&outer, &[])] {
            for max_block_bytes in [100, 1 << 20] {
                let options = WarcOptions::default().with_max_block_bytes(max_block_bytes);
                let given = read_all(&mut WarcReader::new("-", &file[..], options));
                let uris: Vec<_> = given.iter().map(Given::line).collect();
                assert!(uris.len() == 1 && given[0].error.is_none(), "{uris:?}");
            }
            // The members of a file that is stored in a truncated member count as members of the outer file.
            let magic = b"\x1F\x8B\x08";
            if file.starts_with(magic) && file[1..].windows(magic.len()).any(|bytes| bytes == magic) {
                continue;
            }
            let clipped = read(&file[..file.len() - 200.min(file.len() / 3)]);
            let lines: Vec<_> = clipped.iter().map(Given::line).collect();
            assert!(clipped.iter().all(|given| given.uri.as_deref().is_none_or(|uri| uri == "outer")), "{lines:?}");
            assert_eq!(clipped.len(), 1, "{lines:?}");
        }
    }
}

/// As by `gzip -d`. Tapes and preallocated files end with zeros.
#[test]
fn zeros_after_the_last_gzip_member_are_ignored() {
    let members: Vec<_> = three().iter().map(|record| gzip(record)).collect();
    let (all, expected) = (members.concat(), read(&members.concat()));
    for zeros in [1, 3, 512, 1 << 20] {
        let file = [&all[..], &vec![0; zeros]].concat();
        assert!(read(&file) == expected, "{zeros} zeros: {:?}", lines(&file));
        for bytes in [100, 5000, all.len() as u64] {
            assert!(read_segments(&file, bytes).0 == expected, "{zeros} zeros, segments of {bytes}");
        }
    }
    let rest = [&all[..], &[0; 600], b"garbage"].concat();
    let damage = format!("unknown {}+607", all.len());
    assert_eq!(lines(&rest).last(), Some(&damage));
    let between = [&all[..], &[0; 600], &all].concat();
    let damaged = read(&between);
    assert_eq!((whole(&damaged).len(), damaged.len()), (6, 7), "{:?}", lines(&between));
}

/// Refused frames are not damaged, and the records around them are read.
#[test]
fn what_a_zstd_frame_needs_is_named() {
    let [before, _, after] = [0, 1, 2].map(|index| zstd(&three()[index], &[]));
    // The frames declare a window of 2 GiB, and a dictionary with the ID 7.
    let window: &[u8] = b"\x28\xB5\x2F\xFD\x00\xA8\x61\x00\x00WARC/1.0\r\n\r\n";
    let dictionary: &[u8] = b"\x28\xB5\x2F\xFD\x21\x07\x0C\x61\x00\x00WARC/1.0\r\n\r\n";
    let cases = [
        (window, "zstd frame needs a window of 2 GiB; the limit is 128 MiB"),
        (dictionary, "zstd dictionary 7 is missing"),
    ];
    for (frame, expected) in cases {
        let file = [&before[..], frame, &after].concat();
        let mut reader = WarcReader::new("-", &file[..], WarcOptions::default());
        let mut found = Vec::new();
        while let Some(next) = reader.next() {
            found.push(match next {
                Ok(record) => record.target_uri().unwrap_or_default().to_owned(),
                Err(error) => format!("{} {} {}", error.kind.as_str(), error.location, error.kind),
            });
        }
        assert_eq!(found, ["a".to_owned(), format!("unsupported {} {expected}", before.len()), "c".to_owned()]);
    }
}

#[test]
fn an_io_error_ends_the_file() {
    struct Broken<'a>(&'a [u8]);
    impl Read for Broken<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer) {
                Ok(0) => Err(io::Error::other("the disk is gone")),
                result => result,
            }
        }
    }
    let all = three().concat();
    for file in [all.clone(), gzip_each(&three()), gzip(&all), zstd(&all, &[])] {
        for cut in [0, 1, 40, file.len() / 2, file.len() - 10, file.len()] {
            let mut reader = WarcReader::new("-", Broken(&file[..cut]), WarcOptions::default());
            let given = read_all(&mut reader);
            let errors: Vec<_> = given.iter().filter_map(|given| given.error).collect();
            assert_eq!(errors.iter().map(|error| error.0).collect::<Vec<_>>(), ["io"], "{cut}");
            assert_eq!(errors[0].1.offset, cut as u64);
        }
    }
}
