//! The WARC reader of the crate `fastwarc`, as a reference: both read the same records of valid files.

use fastwarc::warc::iter::ArchiveIterator;
use fastwarc::warc::record::SharedWarcRecord;
use std::io::{Cursor, Read};
use tagrake_archive::warc::{WarcOptions, WarcReader};
use tagrake_testsupport::warc_files::{gzip_each, record, zstd_each};

/// Returns the offset and the block of each record by our reader.
fn our_records(file: &[u8]) -> Vec<(u64, Vec<u8>)> {
    let mut reader = WarcReader::new("a.warc", file, WarcOptions::default());
    let mut records = Vec::new();
    while let Some(record) = reader.next() {
        let record = record.expect("a record");
        records.push((record.location.offset, record.block.to_owned()));
    }
    records
}

/// Returns the offset and the block of each record by `fastwarc`.
fn their_records(file: &[u8]) -> Vec<(u64, Vec<u8>)> {
    let mut records = Vec::new();
    for record in ArchiveIterator::new(Cursor::new(file.to_owned())).with_parse_http(false) {
        record.expect("a record").with_mut(|record| {
            let (offset, mut block) = (record.stream_pos(), Vec::new());
            record.reader_mut().expect("a block").read_to_end(&mut block).expect("memory");
            records.push((offset, block));
        });
    }
    records
}

#[test]
fn fastwarc_agrees() {
    let records: Vec<_> = (0..200).map(|index| record(&format!("r{index}"), 60 + index * 977 % 9000)).collect();
    for (name, file) in [("plain", records.concat()), ("gzip", gzip_each(&records)), ("zstd", zstd_each(&records, &[]))]
    {
        let (ours, theirs) = (our_records(&file), their_records(&file));
        assert_eq!(ours.len(), records.len(), "{name}");
        assert!(ours == theirs, "{name}");
    }
}
