//! Files and bodies as they are stored, for the tests.

use std::io::Write;

pub(crate) fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

pub(crate) fn deflate(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

pub(crate) fn zstd(text: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(text, 3).expect("memory")
}

pub(crate) fn chunked(body: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for chunk in body.chunks(50) {
        text.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        text.extend_from_slice(chunk);
        text.extend_from_slice(b"\r\n");
    }
    text.extend_from_slice(b"0\r\n\r\n");
    text
}
