//! The response reader accepts any bytes.

use tagrake_archive::http::{BodyLimits, ResponseReader};
use tagrake_archive::warc::{WarcOptions, WarcReader};
use tagrake_testsupport::warc_files::with_fields;

/// The limit of decoded bodies in bytes.
const MAX_BODY_BYTES: usize = 64 << 10;

/// Asserts that any bytes can be read as a response: the body is within the limits, an undecoded body is a slice of the
/// block, and a reused reader and a WARC record with the response give the same result.
pub fn http_reader(data: &[u8]) {
    let limits = BodyLimits::default().with_max_bytes(MAX_BODY_BYTES);
    let mut reader = ResponseReader::new(limits);
    let response = reader.read(data);
    assert!(data.ends_with(response.stored_body), "the stored body is the end of the block");
    let is_decoded =
        response.body.as_ptr_range().start < data.as_ptr() || response.body.as_ptr() > data.as_ptr_range().end;
    let limit = MAX_BODY_BYTES.max(data.len());
    assert!(!is_decoded || response.body.len() <= limit, "{} bytes", response.body.len());
    let first = format!("{response:?}");

    reader.read(b"HTTP/1.1 200 OK\r\nX: y\r\nTransfer-Encoding: chunked\r\nContent-Encoding: br, gzip\r\n\r\n3\r\n<p>\r\n0\r\n\r\n");
    assert_eq!(format!("{:?}", reader.read(data)), first, "with a reused reader");

    let file = with_fields("WARC-Type: response\r\n", data);
    let mut records = WarcReader::new("-", &file[..], WarcOptions::default());
    let record = records.next().expect("the file has a record").expect("the record is readable");
    // Skipped if the block contains the head of another record.
    if record.error.is_none() {
        assert_eq!(record.block, data);
        assert_eq!(format!("{:?}", reader.read(record.block)), first, "from a record");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::markup;
    use crate::seeds::{chunked, deflate};
    use tagrake_testsupport::random::Random;
    use tagrake_testsupport::warc_files::{gzip, zstd};

    #[test]
    fn holds_for_damaged_responses() {
        let mut random = Random::new(9);
        for _ in 0..5000 {
            let mut body = markup(&mut random, 60);
            let mut names = Vec::new();
            for _ in 0..random.below(3) {
                let (name, coded) = match random.below(5) {
                    0 => ("gzip", gzip(&body)),
                    1 => ("deflate", deflate(&body)),
                    2 => ("zstd", zstd(&body, &[])),
                    3 => ("br", body),
                    _ => ("x", body),
                };
                names.push(name);
                body = coded;
            }
            let mut head = format!("HTTP/1.1 200 OK\r\nContent-Encoding: {}\r\n", names.join(", "));
            if random.below(2) == 0 {
                head += "Transfer-Encoding: chunked\r\n";
                body = chunked(&body);
            }
            let mut data = [head.as_bytes(), b"\r\n", &body[..]].concat();
            for _ in 0..random.below(3) {
                random.damage(&mut data);
            }
            http_reader(&data);
        }
    }
}
