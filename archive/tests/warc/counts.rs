//! Counts of bytes, members and records: of complete files, of their parts, and of segments.

use std::io::{Cursor, Read};
use tagrake_archive::warc::{WarcCounts, WarcOptions, WarcReader};
use tagrake_testsupport::warc_files::{gzip, gzip_each, record, zstd_each};

/// Reads all records, and returns the counts after each of them and at the end.
fn counts_of<R: Read>(mut reader: WarcReader<R>) -> Vec<WarcCounts> {
    let mut counts = Vec::new();
    while reader.next().is_some() {
        counts.push(reader.counts());
    }
    counts.push(reader.counts());
    counts
}

fn sum<'a>(counts: impl IntoIterator<Item = &'a WarcCounts>) -> [u64; 4] {
    counts.into_iter().fold([0; 4], |[stored, text, members, records], counts| {
        let of_types = counts.records().map(|(_, count)| count).sum::<u64>();
        [stored + counts.stored_bytes, text + counts.text_bytes, members + counts.members, records + of_types]
    })
}

#[test]
fn counts_of_parts_and_of_segments_add_up_to_those_of_the_file() {
    let records: Vec<_> = (0..30).map(|index| record(&format!("r{index}"), 100 + index * 97 % 1500)).collect();
    let all = records.concat();
    let halves = [records[..15].concat(), records[15..].concat()];
    let files = [
        ("plain", all.clone(), 0),
        ("gzip", gzip_each(&records), 30),
        ("zstd", zstd_each(&records, &[]), 30),
        ("members of 15 records", gzip_each(&halves), 2),
        ("one member", gzip(&all), 1),
    ];
    for (name, file, members) in files {
        let expected = [file.len() as u64, all.len() as u64, members, 30];
        let mut reader = WarcReader::new("-", &file[..], WarcOptions::default());
        while reader.next().is_some() {}
        assert_eq!(reader.text_bytes(), all.len() as u64, "{name}");

        let counts = counts_of(WarcReader::new("-", &file[..], WarcOptions::default()));
        assert_eq!(sum(counts.last()), expected, "{name}");
        let parts = counts.windows(2).map(|pair| pair[1].since(&pair[0])).chain(counts.first().cloned());
        assert_eq!(sum(&parts.collect::<Vec<_>>()), expected, "{name}, by records");

        for bytes in [500, 1111, 5000] {
            let (mut start, mut segments) = (0, Vec::new());
            while start < file.len() as u64 {
                let (range, options) = (start..start + bytes, WarcOptions::default());
                start = range.end;
                let reader = WarcReader::segment("-", Cursor::new(&file), range, options).expect("memory");
                segments.extend(counts_of(reader).pop());
            }
            let [_, text, members, records] = sum(&segments);
            assert_eq!([text, members, records], expected[1..], "{name}, in segments of {bytes}");
        }
    }
}
