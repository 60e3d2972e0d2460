//! The crate `fastwarc` reads the same records of valid files.

use crate::read;
use fastwarc::warc::iter::ArchiveIterator;
use fastwarc::warc::record::SharedWarcRecord;
use std::io::{Cursor, Read};
use tagrake_testsupport::warc_files::{gzip_each, record, zstd_each};

#[test]
fn fastwarc_agrees() {
    let records: Vec<_> = (0..200).map(|index| record(&format!("r{index}"), 60 + index * 977 % 9000)).collect();
    for (name, file) in [("plain", records.concat()), ("gzip", gzip_each(&records)), ("zstd", zstd_each(&records, &[]))]
    {
        let ours = read(&file);
        let mut theirs = Vec::new();
        for record in ArchiveIterator::new(Cursor::new(file)).with_parse_http(false) {
            record.expect("a record").with_mut(|record| {
                assert_eq!(record.stream_pos(), ours[theirs.len()].location.offset, "{name}");
                let mut block = Vec::new();
                record.reader_mut().expect("a block").read_to_end(&mut block).expect("memory");
                theirs.push(block);
            });
        }
        assert_eq!(ours.len(), theirs.len(), "{name}");
        for (ours, theirs) in ours.iter().zip(theirs) {
            assert!(ours.block == theirs, "{name}: {}", ours.line());
        }
    }
}
