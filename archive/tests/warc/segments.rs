//! Files that are read in segments.

use crate::{Given, read, read_all};
use flate2::Compression;
use std::io::Cursor;
use tagrake_archive::warc::{WarcOptions, WarcReader};
use tagrake_testsupport::warc_files::{
    dictionary_frame, gzip, gzip_by, gzip_each, record, with_block, zstd, zstd_each,
};

/// Reads segments as the threads of a run do. A segment whose first record is not where the one before ended is read
/// again from there.
pub(crate) fn read_segments(file: &[u8], bytes: u64) -> (Vec<Given>, usize) {
    let (mut all, mut resumed) = (Vec::new(), 0);
    let mut next: Option<u64> = None;
    let mut start = 0;
    while start < file.len() as u64 {
        let range = start..start + bytes;
        start = range.end;
        if next.is_some_and(|next| next >= range.end.min(file.len() as u64)) {
            continue;
        }
        let mut reader =
            WarcReader::segment("-", Cursor::new(file), range.clone(), WarcOptions::default()).expect("memory");
        let mut given = read_all(&mut reader);
        if let Some(from) = next
            && reader.first_offset() != Some(from)
        {
            resumed += 1;
            reader =
                WarcReader::resume("-", Cursor::new(file), from..range.end, WarcOptions::default()).expect("memory");
            given = read_all(&mut reader);
        }
        all.extend(given);
        next = reader.next_offset();
    }
    (all, resumed)
}

#[test]
fn segments_yield_the_records_of_the_file() {
    let records: Vec<_> = (0..40).map(|index| record(&format!("r{index}"), 100 + index * 97 % 1500)).collect();
    let all = records.concat();
    let mut damaged = gzip_each(&records);
    damaged[5000..5040].fill(7);
    let mut damaged_plain = all.clone();
    damaged_plain[9000..9900].fill(b'?');
    let dictionary = records[..4].concat();
    let files = [
        ("gzip", gzip_each(&records), true),
        ("gzip, stored", records.iter().flat_map(|record| gzip_by(record, Compression::none())).collect(), true),
        (
            "gzip, newlines before",
            records.iter().flat_map(|record| gzip(&[&b"\r\n"[..], record].concat())).collect(),
            true,
        ),
        ("plain", all.clone(), true),
        ("zstd", zstd_each(&records, &[]), true),
        ("zstd, dictionary", [dictionary_frame(&dictionary), zstd_each(&records, &dictionary)].concat(), true),
        ("one member", gzip(&all), true),
        ("one frame", zstd(&all, &[]), true),
        ("parts", gzip_each(&all.chunks(333).collect::<Vec<_>>()), true),
        ("damaged", damaged, false),
        ("damaged, plain", damaged_plain, false),
    ];
    for (name, file, is_healthy) in files {
        let expected = read(&file);
        for bytes in [1, 7, 100, 1000, 2222, 5000, 20_000, 1 << 20] {
            let (given, resumed) = read_segments(&file, bytes);
            let lines = |given: &[Given]| given.iter().map(Given::line).collect::<Vec<_>>();
            assert_eq!(lines(&given), lines(&expected), "{name}, segments of {bytes}");
            assert_eq!(given, expected, "{name}, segments of {bytes}");
            assert!(resumed == 0 || !is_healthy, "{name}, segments of {bytes}: {resumed} read again");
        }
    }
}

#[test]
fn a_warc_file_inside_a_record_is_read_once() {
    let inner: Vec<_> = (0..20).flat_map(|index| gzip(&record(&format!("inner{index}"), 900))).collect();
    let records = [record("a", 800), with_block("b", &inner), record("c", 900)];
    let file: Vec<_> = records.iter().flat_map(|record| gzip_by(record, Compression::none())).collect();
    let expected = read(&file);
    assert_eq!(expected.len(), 3);
    for bytes in [500, 1000, 3000] {
        let (given, _) = read_segments(&file, bytes);
        assert_eq!(given, expected, "segments of {bytes}");
    }
}
