//! The WARC reader accepts any bytes.

use std::io::{self, Read};
use tagrake_archive::warc::{Record, WarcCounts, WarcError, WarcLocation, WarcOptions, WarcReader};
use tagrake_testsupport::warc_files::with_fields;

/// The limit of blocks in bytes, because a small file can decompress to more than the memory.
const MAX_BLOCK_BYTES: usize = 64 << 10;

/// Asserts that any bytes can be read as a WARC file: reading ends, blocks are within their limit, and the result does
/// not depend on the chunks of the stream. Complete records before the bytes are read unchanged.
///
/// The first byte of `data` selects the chunk size of the stream.
pub fn warc_reader(data: &[u8]) {
    let Some((&sizes, file)) = data.split_first() else { return };
    let items = read(file, file.len());
    for chunk_size in [1, usize::from(sizes) + 2] {
        let cut = read(ChunkedReader { rest: file, chunk_size }, file.len());
        assert!(cut == items, "in chunks of {chunk_size}: {cut:#?}\nexpected {items:#?}");
    }

    let intact = [record("a", b"<p>"), record("b", b"")].concat();
    let expected = read(&intact[..], intact.len()).items;
    assert!(expected.len() == 2 && expected.iter().all(|item| item.problem.is_none()));
    // The following bytes may count as the end of the last record, so a third record precedes them.
    let damaged = [&intact[..], &record("c", b"c"), file].concat();
    let items = read(&damaged[..], damaged.len()).items;
    assert!(items.starts_with(&expected), "{items:#?}");
}

/// The result of reading a file.
#[derive(Debug, PartialEq)]
struct ReadResult {
    items: Vec<ReadItem>,
    counts: WarcCounts,
}

/// A record or an error.
#[derive(Debug, PartialEq)]
struct ReadItem {
    location: WarcLocation,
    fields: Vec<(String, String)>,
    block: Vec<u8>,
    block_length: u64,
    problem: Option<(String, WarcLocation)>,
}

impl ReadItem {
    fn record(record: &Record<'_>) -> Self {
        Self {
            location: record.location,
            fields: record.headers.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            block: record.block.to_owned(),
            block_length: record.block_length,
            problem: record.error.as_ref().map(|error| (error.to_string(), error.location)),
        }
    }

    fn problem(error: &WarcError) -> Self {
        Self {
            location: error.location,
            fields: Vec::new(),
            block: Vec::new(),
            block_length: 0,
            problem: Some((error.to_string(), error.location)),
        }
    }
}

fn read(stream: impl Read, len: usize) -> ReadResult {
    let options = WarcOptions::default().with_max_block_bytes(MAX_BLOCK_BYTES).with_max_head_bytes(1 << 12);
    let (mut reader, mut items) = (WarcReader::new("-", stream, options), Vec::new());
    let mut text_bytes = 0;
    while let Some(next) = reader.next() {
        let next = next.map_or_else(|error| ReadItem::problem(&error), |record| ReadItem::record(&record));
        assert!(next.block.len() <= MAX_BLOCK_BYTES);
        text_bytes += next.block.len();
        items.push(next);
        // Deflate expands a byte to at most 1,032. After damage, bytes are read again.
        assert!(items.len() <= 2 * 1032 * (len + 1) && text_bytes <= 1 << 30, "reading does not end");
    }
    ReadResult { items, counts: reader.counts() }
}

fn record(id: &str, block: &[u8]) -> Vec<u8> {
    with_fields(&format!("WARC-Type: resource\r\nWARC-Record-ID: <{id}>\r\n"), block)
}

/// A stream that returns at most `chunk_size` bytes at a time.
struct ChunkedReader<'f> {
    rest: &'f [u8],
    chunk_size: usize,
}

impl Read for ChunkedReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.chunk_size.min(buffer.len()).min(self.rest.len());
        self.rest.read(&mut buffer[..len])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::markup;
    use tagrake_testsupport::random::Random;
    use tagrake_testsupport::warc_files::{arc_description, arc_record, gzip, gzip_each, zstd_each};

    #[test]
    fn holds_for_damaged_files() {
        let mut random = Random::new(8);
        for _ in 0..3000 {
            let records: Vec<_> = ["a", "b", "c"].map(|id| record(id, &markup(&mut random, 60))).into();
            let length = 20 + random.below(200);
            let arc = [arc_description("a.arc"), arc_record("http://e.org/", length), arc_record("dns:e.org", 40)];
            let mut data = match random.below(6) {
                0 => records.concat(),
                1 => gzip_each(&records),
                2 => zstd_each(&records, &[]),
                3 => arc.concat(),
                4 => gzip_each(&arc),
                _ => gzip(&records.concat()),
            };
            for _ in 0..random.below(4) {
                random.damage(&mut data);
            }
            data.insert(0, random.below(256) as u8);
            warc_reader(&data);
        }
    }
}
