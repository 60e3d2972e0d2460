//! Builders of WARC files for the tests.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// Returns a record with a block that does not compress well.
pub(crate) fn record(uri: &str, block_bytes: usize) -> Vec<u8> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let mut block = head.as_bytes().to_vec();
    let mut state = uri.bytes().fold(block_bytes as u32, |sum, byte| sum.wrapping_mul(31) + u32::from(byte));
    while block.len() < block_bytes {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let words = ["<p>", "link ", "</p>\n", "of ", "text ", "<a href=x>", "</a>", "\r\n"];
        block.extend_from_slice(words[(state >> 16) as usize % words.len()].as_bytes());
        block.extend_from_slice(format!("{:x}", state >> 24).as_bytes());
    }
    block.truncate(block_bytes.max(head.len()));
    with_length(uri, &block, &block.len().to_string())
}

/// Returns a record that declares a length other than that of its block.
pub(crate) fn with_length(uri: &str, block: &[u8], length: &str) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2026-11-01T00:00:00Z\r\n\
         WARC-Record-ID: <urn:{uri}>\r\nContent-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// Returns three records, small enough to try every cut and flip.
pub(crate) fn three() -> Vec<Vec<u8>> {
    vec![record("a", 300), record("b", 90), record("c", 500)]
}

pub(crate) fn gzip(text: &[u8]) -> Vec<u8> {
    gzip_by(text, Compression::default())
}

pub(crate) fn gzip_by(text: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

/// Returns one gzip member for each record.
pub(crate) fn gzip_each<T: AsRef<[u8]>>(texts: &[T]) -> Vec<u8> {
    texts.iter().flat_map(|text| gzip(text.as_ref())).collect()
}

pub(crate) fn zstd(text: &[u8], dictionary: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::write::Encoder::with_dictionary(Vec::new(), 3, dictionary).expect("memory");
    encoder.include_checksum(true).expect("memory");
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

/// Returns a frame that declares the length of its text, and stores the text uncompressed in one block.
pub(crate) fn stored_frame(text: &[u8], length: usize) -> Vec<u8> {
    const MAGIC: &[u8] = b"\x28\xB5\x2F\xFD";
    // A single segment, with its length in four bytes and no checksum.
    const DESCRIPTOR: &[u8] = b"\xA0";
    const LAST_BLOCK: usize = 1;
    let length = u32::try_from(length).expect("a short text").to_le_bytes();
    let block_header = (text.len() << 3 | LAST_BLOCK).to_le_bytes();
    [MAGIC, DESCRIPTOR, &length, &block_header[..3], text].concat()
}

/// Returns one frame for each record.
pub(crate) fn zstd_each<T: AsRef<[u8]>>(texts: &[T], dictionary: &[u8]) -> Vec<u8> {
    texts.iter().flat_map(|text| zstd(text.as_ref(), dictionary)).collect()
}

/// Returns a frame without text that holds the dictionary.
pub(crate) fn dictionary_frame(dictionary: &[u8]) -> Vec<u8> {
    [&b"\x5D\x2A\x4D\x18"[..], &(dictionary.len() as u32).to_le_bytes(), dictionary].concat()
}

/// Returns the offsets at which concatenated parts start, and the end.
pub(crate) fn offsets<T: AsRef<[u8]>>(parts: &[T]) -> Vec<usize> {
    let mut offsets = vec![0];
    offsets.extend(parts.iter().scan(0, |sum, part| {
        *sum += part.as_ref().len();
        Some(*sum)
    }));
    offsets
}
