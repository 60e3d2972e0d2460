//! WARC files, whole and damaged.

use std::io::{self, Read};
use tagrake_bulk::warc::{Record, WarcCounts, WarcError, WarcLocation, WarcOptions, WarcReader};

/// How long a block may be here: a small file can hold far more than memory does.
const MAX_BLOCK_BYTES: usize = 64 << 10;

/// Any bytes can be read as a WARC file: records and problems come to an end, blocks keep to their limit, and all is the
/// same however the stream cuts the file. Whole records that are put before it come out, whatever follows them.
///
/// The first byte of `data` chooses the sizes of the stream's parts.
pub fn warc_reader(data: &[u8]) {
    let Some((&sizes, file)) = data.split_first() else { return };
    let given = read(file, file.len());
    for part in [1, usize::from(sizes) + 2] {
        let cut = read(Parts { rest: file, part }, file.len());
        assert!(cut == given, "in parts of {part}: {cut:#?}\nmust be {given:#?}");
    }

    let intact = [record("a", b"<p>"), record("b", b"")].concat();
    let expected = read(&intact[..], intact.len()).given;
    assert!(expected.len() == 2 && expected.iter().all(|given| given.problem.is_none()));
    // What follows may be taken for the end of the last record, so a third one stands between.
    let damaged = [&intact[..], &record("c", b"c"), file].concat();
    let given = read(&damaged[..], damaged.len()).given;
    assert!(given.starts_with(&expected), "{given:#?}");
}

/// All that came of a file.
#[derive(Debug, PartialEq)]
struct All {
    given: Vec<Given>,
    counts: WarcCounts,
}

/// A record as it came, or a problem.
#[derive(Debug, PartialEq)]
struct Given {
    location: WarcLocation,
    fields: Vec<(String, String)>,
    block: Vec<u8>,
    block_length: u64,
    problem: Option<(String, WarcLocation)>,
}

impl Given {
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
        let (fields, block) = (Vec::new(), Vec::new());
        Self {
            location: error.location,
            fields,
            block,
            block_length: 0,
            problem: Some((error.to_string(), error.location)),
        }
    }
}

fn read(stream: impl Read, len: usize) -> All {
    let options = WarcOptions::default().with_max_block_bytes(MAX_BLOCK_BYTES).with_max_head_bytes(1 << 12);
    let (mut reader, mut given) = (WarcReader::new("-", stream, options), Vec::new());
    let mut text_bytes = 0;
    while let Some(next) = reader.next() {
        let next = next.map_or_else(|error| Given::problem(&error), |record| Given::record(&record));
        assert!(next.block.len() <= MAX_BLOCK_BYTES);
        text_bytes += next.block.len();
        given.push(next);
        // A deflated byte is at most 1,032 of text; one that is read again, after damage, counts again.
        assert!(given.len() <= 2 * 1032 * (len + 1) && text_bytes <= 1 << 30, "it does not end");
    }
    All { given, counts: reader.counts() }
}

fn record(id: &str, block: &[u8]) -> Vec<u8> {
    let head =
        format!("WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <{id}>\r\nContent-Length: {}\r\n\r\n", block.len());
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// A stream that gives at most `part` bytes at a time, and is interrupted now and then.
struct Parts<'f> {
    rest: &'f [u8],
    part: usize,
}

impl Read for Parts<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.part.min(buffer.len()).min(self.rest.len());
        self.rest.read(&mut buffer[..len])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::stored::{gzip, zstd};

    #[test]
    fn on_damaged_files() {
        let mut random = Random(8);
        for _ in 0..3000 {
            let records: Vec<_> = ["a", "b", "c"].map(|id| record(id, &random.markup(60))).into();
            let mut data = match random.below(4) {
                0 => records.concat(),
                1 => records.iter().flat_map(|record| gzip(record)).collect(),
                2 => records.iter().flat_map(|record| zstd(record)).collect(),
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
