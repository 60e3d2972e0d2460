//! Content codings of a response that arrives as a stream: decodes its start, or all of an archive or a list.

use super::content_coding::{ContentCoding, TEXT_BYTES, is_text, is_zlib, received_codings};
use super::response::{BodyLimits, decode_received};
use crate::codec::StreamCompression;
use crate::header_fields::Headers;
use brotli_decompressor::Decompressor;
use flate2::read::{DeflateDecoder, ZlibDecoder};
use std::io::{self, Cursor, Read};

type Stream = Box<dyn Read + Send>;

/// Bytes of coded text that are read at once.
const BUFFER_BYTES: usize = 4 << 10;
/// Bytes of a body that are decoded to identify it.
const START_BYTES: usize = 64 << 10;

/// Returns true if a response has a content coding that is decoded.
pub fn is_coded(headers: &Headers) -> bool {
    received_codings(headers).any(|coding| coding != ContentCoding::Other)
}

/// Reads the start of a body, and decodes it as the body of a record. Returns the bytes and the text.
pub fn decode_start(stream: &mut Stream, headers: &Headers) -> io::Result<(Vec<u8>, Vec<u8>)> {
    let mut start = Vec::new();
    stream.take(START_BYTES as u64).read_to_end(&mut start)?;
    let limits = BodyLimits::default().with_max_bytes(START_BYTES);
    let (text, _) = decode_received(headers, start.clone(), limits);
    Ok((start, text))
}

/// Decodes `br` and `deflate` of an archive or a list, unless the first bytes show that the body is not coded. The
/// compression of gzip and zstd remains: it may be of the file itself, and its first bytes show it.
pub fn decode_unmarked(mut stream: Stream, headers: &Headers) -> io::Result<Stream> {
    let coding = received_codings(headers).last();
    if !matches!(coding, Some(ContentCoding::Brotli | ContentCoding::Deflate)) {
        return Ok(stream);
    }
    let mut start = Vec::new();
    stream.by_ref().take(TEXT_BYTES as u64).read_to_end(&mut start)?;
    let is_coded = !is_text(&start)
        && !matches!(StreamCompression::of(&start), Some(StreamCompression::Gzip | StreamCompression::Zstd));
    let is_zlib = is_zlib(&start);
    let stream = Cursor::new(start).chain(stream);
    Ok(match coding {
        _ if !is_coded => Box::new(stream),
        Some(ContentCoding::Brotli) => Box::new(Decompressor::new(stream, BUFFER_BYTES)),
        _ if is_zlib => Box::new(ZlibDecoder::new(stream)),
        _ => Box::new(DeflateDecoder::new(stream)), // some servers send it
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, ZlibEncoder};
    use std::io::Write;

    #[test]
    fn decodes_the_codings_that_first_bytes_do_not_show() {
        let (mut zlib, mut raw) =
            (ZlibEncoder::new(Vec::new(), Compression::fast()), DeflateEncoder::new(Vec::new(), Compression::fast()));
        zlib.write_all(b"page").expect("memory");
        raw.write_all(b"page").expect("memory");
        let (zlib, raw) = (zlib.finish().expect("memory"), raw.finish().expect("memory"));
        let brotli = b"\x8B\x01\x80page\x03".to_vec();
        let cases: [(&str, Vec<u8>, &[u8]); 10] = [
            ("deflate", zlib, b"page"),
            ("Deflate", raw, b"page"),
            ("br", brotli, b"page"),
            ("br", b"<title>t</title>".to_vec(), b"<title>t</title>"),
            ("br", "données\n".into(), "données\n".as_bytes()),
            ("br", b"\x1F\x8B\x08\0".to_vec(), b"\x1F\x8B\x08\0"),
            ("gzip", b"\x1F\x8B".to_vec(), b"\x1F\x8B"),
            ("identity", b"page".to_vec(), b"page"),
            ("", b"page".to_vec(), b"page"),
            ("x", b"page".to_vec(), b"page"),
        ];
        for (coding, body, text) in cases {
            let mut headers = Headers::default();
            headers.push(b"content-encoding", coding.as_bytes());
            let mut decoded = Vec::new();
            let mut stream = decode_unmarked(Box::new(Cursor::new(body)), &headers).expect("a stream");
            stream.read_to_end(&mut decoded).expect("it is complete");
            assert_eq!(decoded, text, "{coding}");
        }
    }
}
