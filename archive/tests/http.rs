//! Bodies in every coding, with correct and stale headers.

use flate2::Compression;
use flate2::write::{DeflateEncoder, ZlibEncoder};
use std::io::Write;
use tagrake_archive::Headers;
use tagrake_archive::http::{BodyDamage, BodyLimits, ResponseReader, compare_response_payloads};
use tagrake_testsupport::warc_files::{self, gzip};

const PAGE: &[u8] = b"<!DOCTYPE html><title>Page</title><p>Some text, more text, and more text still.</p>\n";
/// [`PAGE`], compressed by the reference encoder.
const PAGE_IN_BROTLI: &str =
    "1b5300a8c4636c3feb2bae0c831b1cb05781041851b0c09eb2995464a19b24fe8700b080c52c03297a45e76f24121e23f2a51cdfa903";

fn zlib(text: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

fn deflate(text: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

fn zstd(text: &[u8]) -> Vec<u8> {
    warc_files::zstd(text, &[])
}

fn brotli() -> Vec<u8> {
    data_encoding::HEXLOWER.decode(PAGE_IN_BROTLI.as_bytes()).expect("memory")
}

fn chunked(body: &[u8]) -> Vec<u8> {
    let mut chunks = Vec::new();
    for chunk in body.chunks(20) {
        write!(chunks, "{:x}\r\n", chunk.len()).expect("memory");
        chunks.extend_from_slice(chunk);
        chunks.extend_from_slice(b"\r\n");
    }
    chunks.extend_from_slice(b"0\r\n\r\n");
    chunks
}

fn block(headers: &str, body: &[u8]) -> Vec<u8> {
    let lines: String = headers.split('|').filter(|line| !line.is_empty()).map(|line| format!("{line}\r\n")).collect();
    [b"HTTP/1.1 200 OK\r\n", lines.as_bytes(), b"\r\n", body].concat()
}

#[test]
fn decodes_bodies_whatever_the_headers_declare() {
    let te = "Transfer-Encoding: chunked";
    let coded = |name: &str| format!("Content-Encoding: {name}");
    let both = |name: &str| format!("Content-Encoding: {name}|{te}");
    // The headers, the body, and whether the headers are stale.
    let cases: [(String, Vec<u8>, bool); 24] = [
        (String::new(), PAGE.to_vec(), false),
        (coded("identity"), PAGE.to_vec(), false),
        (coded("none"), PAGE.to_vec(), false),
        (coded("utf-8"), PAGE.to_vec(), true),
        (coded("gzip"), gzip(PAGE), false),
        (coded("X-GZIP"), gzip(PAGE), false),
        (coded("gzip"), [gzip(&PAGE[..30]), gzip(&PAGE[30..])].concat(), false),
        (coded("gzip"), [gzip(PAGE), b"\r\n".to_vec()].concat(), false),
        (coded("deflate"), zlib(PAGE), false),
        (coded("deflate"), deflate(PAGE), false),
        (coded("br"), brotli(), false),
        (coded("zstd"), zstd(PAGE), false),
        (coded("zstd"), [zstd(&PAGE[..30]), zstd(&PAGE[30..])].concat(), false),
        (te.to_owned(), chunked(PAGE), false),
        (both("gzip"), chunked(&gzip(PAGE)), false),
        (both("gzip"), chunked(PAGE), true),
        (both("gzip"), gzip(PAGE), true),
        (both("br"), PAGE.to_vec(), true),
        (both("zstd"), PAGE.to_vec(), true),
        (both("deflate"), PAGE.to_vec(), true),
        (coded("gzip, br"), PAGE.to_vec(), true),
        (coded("deflate, gzip"), gzip(&zlib(PAGE)), false),
        ("Content-Encoding: deflate|Content-Encoding: zstd".to_owned(), zstd(&zlib(PAGE)), false),
        ("X-Crawl-Content-Encoding: gzip|X-Crawl-Transfer-Encoding: chunked".to_owned(), PAGE.to_vec(), false),
    ];
    let mut reader = ResponseReader::default();
    for (headers, body, is_stale) in cases {
        let block = block(&headers, &body);
        let response = reader.read(&block);
        assert_eq!(response.body.escape_ascii().to_string(), PAGE.escape_ascii().to_string(), "{headers}");
        assert_eq!((response.is_stale, response.damage), (is_stale, None), "{headers}");
    }
}

/// UTF-16 has bytes that look like control characters.
#[test]
fn stale_headers_leave_utf_16_as_it_is() {
    // A pair of units is split where the examined start of a body ends, with a byte order mark or without it.
    let page = str::from_utf8(PAGE).expect("UTF-8").to_owned() + &"\u{1F600}".repeat(100);
    let little: Vec<u8> = page.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = page.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let mut reader = ResponseReader::default();
    for coding in ["br", "deflate", "gzip", "zstd"] {
        for (mark, text) in [
            (&b"\xFF\xFE"[..], &little),
            (b"", &little),
            (b"\r\0\n\0", &little),
            (b"\xFE\xFF", &big),
            (b"", &big),
            (b"\0\n", &big),
        ] {
            let body = [mark, text].concat();
            let block = block(&format!("Content-Encoding: {coding}"), &body);
            let response = reader.read(&block);
            assert_eq!((response.body, response.is_stale, response.damage), (&body[..], true, None), "{coding}");
        }
    }
    // Compressed data that begins with a byte order mark is not text.
    let body: Vec<u8> = [0xFF, 0xFE].into_iter().chain((0..200u32).map(|index| (index * 97 % 251) as u8)).collect();
    let block = block("Content-Encoding: br", &body);
    assert!(!reader.read(&block).is_stale);
}

#[test]
fn decodes_the_start_of_truncated_bodies() {
    // Blocks of 128 kB, so that some are complete before the truncation.
    let mut page = Vec::new();
    for line in 0..40_000 {
        writeln!(page, "<p>{line:x}{}", line * 7919 % 10_007).expect("memory");
    }
    let cases = [("gzip", gzip(&page)), ("deflate", zlib(&page)), ("deflate", deflate(&page)), ("zstd", zstd(&page))];
    let mut reader = ResponseReader::default();
    for (name, body) in cases {
        for cut in [body.len() * 3 / 4, body.len() - 1] {
            let block = block(&format!("Content-Encoding: {name}"), &body[..cut]);
            let response = reader.read(&block);
            assert!(page.starts_with(response.body), "{name}");
            assert!(response.body.len() > page.len() / 2, "{name}: {} of {}", response.body.len(), page.len());
            assert!(response.damage == Some(BodyDamage::Truncated) || response.body == page, "{name}");
        }
        let mut corrupt = body.clone();
        let at = body.len() * 3 / 4;
        corrupt[at..at + 20].fill(0xFF);
        let block = block(&format!("Content-Encoding: {name}"), &corrupt);
        let response = reader.read(&block);
        assert!(response.body.len() > page.len() / 2, "{name}: {} of {}", response.body.len(), page.len());
        assert!(response.damage.is_some() || name == "deflate", "{name}");
    }
    for cut in 1..brotli().len() {
        let block = block("Content-Encoding: br", &brotli()[..cut]);
        let response = reader.read(&block);
        assert!(response.damage == Some(BodyDamage::Truncated) || response.is_stale, "{cut}");
    }
}

/// Browsers ignore them.
#[test]
fn zeros_after_a_gzip_body_are_ignored() {
    let block = block("Content-Encoding: gzip", &[&gzip(PAGE)[..], &[0; 40]].concat());
    let mut reader = ResponseReader::default();
    let response = reader.read(&block);
    assert_eq!((response.body, response.damage), (PAGE, None));
}

#[test]
fn a_zstd_body_that_needs_too_large_a_window_is_not_corrupt() {
    let block = block("Content-Encoding: zstd", b"\x28\xB5\x2F\xFD\x00\xA8\x19\x00\x00<p>");
    let mut reader = ResponseReader::default();
    assert_eq!(reader.read(&block).damage, Some(BodyDamage::Unsupported));
}

#[test]
fn limits_decompression_bombs() {
    let zeros = vec![0; 20 << 20];
    let limits = [
        BodyLimits::default(),
        BodyLimits::default().with_max_ratio(100),
        BodyLimits::default().with_max_ratio(1).with_ratio_floor(5000),
        BodyLimits::default().with_max_bytes(1000),
    ];
    for (name, body) in [("gzip", gzip(&zeros)), ("deflate", zlib(&zeros)), ("zstd", zstd(&zeros))] {
        for limits in &limits {
            let most = (body.len() * limits.max_ratio()).max(limits.ratio_floor()).min(limits.max_bytes());
            let block = block(&format!("Content-Encoding: {name}"), &body);
            let mut reader = ResponseReader::new(*limits);
            let response = reader.read(&block);
            assert_eq!(
                (response.body.len(), response.damage),
                (most, Some(BodyDamage::OverLimit)),
                "{name}, {limits:?}"
            );
        }
    }
    // One coding for each level of a nested bomb.
    let nested = gzip(&gzip(&zeros));
    let block = block("Content-Encoding: gzip, gzip", &nested);
    let mut reader = ResponseReader::default();
    assert!(reader.read(&block).body.len() <= 16 << 20);
}

#[test]
fn skips_interim_responses() {
    let block = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\n\r\nbody";
    let mut reader = ResponseReader::default();
    let response = reader.read(block);
    assert_eq!((response.status, response.body), (Some(200), &b"body"[..]));
    assert_eq!(response.headers.iter().collect::<Vec<_>>(), [("A", "b")]);
}

#[test]
fn only_an_interim_response_before_another_response_is_skipped() {
    let blocks: [(u16, &[u8], &[u8]); 2] = [
        (200, b"HTTP/1.1 200 OK\r\n\r\n", b"HTTP/1.1 404 Not Found\r\n\r\nbody"),
        (103, b"HTTP/1.1 103 Early Hints\r\n\r\n", b"body"),
    ];
    let mut reader = ResponseReader::default();
    for (status, head, body) in blocks {
        let block = [head, body].concat();
        let response = reader.read(&block);
        assert_eq!((response.status, response.body), (Some(status), body));
    }
}

/// Writers compute the digest of a payload with the chunks or without them, and after interim responses or with them.
#[test]
fn payloads_of_a_response_are_its_body_as_stored_and_without_chunks() {
    const HEAD: &str = "HTTP/1.1 200 OK\r\n\r\n";
    const CHUNKED: &str = "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n";
    const CHUNKS: &str = "1\r\na\r\n2\r\nbc\r\n0\r\n\r\n";
    const HINTS: &str = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    // The block, the payload, and whether it is one of the candidates.
    let cases = [
        (format!("{HEAD}abc"), "abc".to_owned(), true),
        (format!("{HEAD}abc"), "ab".to_owned(), false),
        (format!("{CHUNKED}{CHUNKS}"), CHUNKS.to_owned(), true),
        (format!("{CHUNKED}{CHUNKS}"), "abc".to_owned(), true),
        (format!("{HEAD}{CHUNKS}"), "abc".to_owned(), false),
        (format!("{HINTS}{HEAD}abc"), "abc".to_owned(), true),
        (format!("{HINTS}{HEAD}abc"), format!("{HEAD}abc"), true),
        (format!("{HINTS}{CHUNKED}{CHUNKS}"), "abc".to_owned(), true),
        (format!("{HEAD}{HEAD}abc"), "abc".to_owned(), false),
    ];
    for (block, payload, is_candidate) in cases {
        let compared = compare_response_payloads(block.as_bytes(), &mut Headers::default(), |candidate| {
            let mut bytes = Vec::new();
            candidate(&mut |chunk| bytes.extend_from_slice(chunk));
            if bytes == payload.as_bytes() { Ok(()) } else { Err(()) }
        });
        assert_eq!(compared.is_ok(), is_candidate, "{block:?}: {payload:?}");
    }
}
