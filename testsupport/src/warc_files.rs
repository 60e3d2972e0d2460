//! Writes WARC records, gzip members and zstd frames.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// Returns a response record with pseudo-random HTML, so that it does not compress to almost nothing.
pub fn record(uri: &str, block_bytes: usize) -> Vec<u8> {
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
    with_block(uri, &block)
}

/// Returns a response record with the given block.
pub fn with_block(uri: &str, block: &[u8]) -> Vec<u8> {
    with_length(uri, block, &block.len().to_string())
}

/// Returns a record with the given Content-Length, which may differ from the length of its block.
pub fn with_length(uri: &str, block: &[u8], length: &str) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2026-11-01T00:00:00Z\r\n\
         WARC-Record-ID: <urn:{uri}>\r\nContent-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// Returns a record with these header fields and a Content-Length. Each line of `fields` ends with CRLF.
pub fn with_fields(fields: &str, block: &[u8]) -> Vec<u8> {
    let head = format!("WARC/1.0\r\n{fields}Content-Length: {}\r\n\r\n", block.len());
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// Returns a response record with a page.
pub fn html_response(uri: &str, html: &[u8]) -> Vec<u8> {
    let fields = format!(
        "WARC-Type: response\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2026-11-21T00:00:00Z\r\n\
         Content-Type: application/http; msgtype=response\r\n"
    );
    with_fields(&fields, &[b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", html].concat())
}

/// Returns a resource record with a page.
pub fn html_resource(html: &str) -> Vec<u8> {
    with_fields("WARC-Type: resource\r\nContent-Type: text/html\r\n", html.as_bytes())
}

/// Returns a response record of an ARC file, with the block of [`record`].
pub fn arc_record(uri: &str, block_bytes: usize) -> Vec<u8> {
    let record = record(uri, block_bytes);
    let start = record.windows(4).position(|window| window == b"\r\n\r\n").expect("an empty line") + 4;
    let block = &record[start..record.len() - 4];
    [format!("{uri} 192.0.2.1 20261101000000 text/html {}\n", block.len()).as_bytes(), block, b"\n"].concat()
}

/// Returns the first record of an ARC file.
pub fn arc_description(name: &str) -> Vec<u8> {
    let block = "1 0 tagrake\nURL IP-address Archive-date Content-type Archive-length\n\n";
    let line = format!("filedesc://{name} 0.0.0.0 20261101000000 text/plain {}\n", block.len());
    [line.as_bytes(), block.as_bytes(), b"\n"].concat()
}

/// Returns three records, small enough to test every truncation and bit flip.
pub fn three() -> Vec<Vec<u8>> {
    vec![record("a", 300), record("b", 90), record("c", 500)]
}

pub fn gzip(text: &[u8]) -> Vec<u8> {
    gzip_by(text, Compression::default())
}

pub fn gzip_by(text: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

/// Returns a gzip member for each text.
pub fn gzip_each<T: AsRef<[u8]>>(texts: &[T]) -> Vec<u8> {
    texts.iter().flat_map(|text| gzip(text.as_ref())).collect()
}

pub fn zstd(text: &[u8], dictionary: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::write::Encoder::with_dictionary(Vec::new(), 3, dictionary).expect("memory");
    encoder.include_checksum(true).expect("memory");
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

/// Returns a zstd frame that declares `length` and has `text` in one raw block.
pub fn stored_frame(text: &[u8], length: usize) -> Vec<u8> {
    const MAGIC: &[u8] = b"\x28\xB5\x2F\xFD";
    // A single segment with a length of four bytes, and no checksum.
    const DESCRIPTOR: &[u8] = b"\xA0";
    const LAST_BLOCK: usize = 1;
    let length = u32::try_from(length).expect("a short text").to_le_bytes();
    let block_header = (text.len() << 3 | LAST_BLOCK).to_le_bytes();
    [MAGIC, DESCRIPTOR, &length, &block_header[..3], text].concat()
}

/// Returns a zstd frame for each text.
pub fn zstd_each<T: AsRef<[u8]>>(texts: &[T], dictionary: &[u8]) -> Vec<u8> {
    texts.iter().flat_map(|text| zstd(text.as_ref(), dictionary)).collect()
}

/// Returns a skippable frame with a dictionary, as at the start of a `.warc.zst` file.
pub fn dictionary_frame(dictionary: &[u8]) -> Vec<u8> {
    [&b"\x5D\x2A\x4D\x18"[..], &(dictionary.len() as u32).to_le_bytes(), dictionary].concat()
}

/// Returns the start offsets of concatenated parts, and the end of the last.
pub fn offsets<T: AsRef<[u8]>>(parts: &[T]) -> Vec<usize> {
    let mut offsets = vec![0];
    offsets.extend(parts.iter().scan(0, |sum, part| {
        *sum += part.as_ref().len();
        Some(*sum)
    }));
    offsets
}
