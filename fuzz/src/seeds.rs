//! The seeds of the WARC and HTTP targets, and the compression of files and bodies for tests.

use crate::{http_reader, warc_reader};
use std::fs;
use std::io::Write;
use std::path::Path;
use tagrake_testsupport::warc_files::{arc_description, arc_record, gzip, gzip_each, with_fields, zstd, zstd_each};

pub(crate) fn deflate(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
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

const PAGE: &[u8] = b"<p>a page, a page, a page</p>";

/// Returns the seeds with their file names in `seeds`.
fn seeds() -> Vec<(String, Vec<u8>)> {
    let response = |fields: &str, body: &[u8]| [format!("HTTP/1.1 200 OK\r\n{fields}\r\n").as_bytes(), body].concat();
    let bodies = [
        ("plain", response("", PAGE)),
        ("interim", [b"HTTP/1.1 100 Continue\r\n\r\n", &*response("Content-Length: 3\r\n", PAGE)].concat()),
        ("chunked", response("Transfer-Encoding: chunked\r\n", &chunked(PAGE))),
        ("gzip", response("Content-Encoding: gzip\r\n", &gzip(PAGE))),
        ("deflate", response("Content-Encoding: deflate\r\n", &deflate(PAGE))),
        ("zstd", response("Content-Encoding: zstd\r\n", &zstd(PAGE, &[]))),
        ("br", response("Content-Encoding: br\r\n", &uncompressed_brotli(PAGE))),
        (
            "both",
            response("Transfer-Encoding: chunked\r\nContent-Encoding: gzip, gzip\r\n", &chunked(&gzip(&gzip(PAGE)))),
        ),
    ];
    let records: Vec<_> = bodies.iter().take(3).map(|(name, body)| record(name, body)).collect();
    let arc = [arc_description("a.arc"), arc_record("http://e.org/a b", 60), arc_record("dns:e.org", 40)];
    let files = [
        ("arc", arc.concat()),
        ("arc_members", gzip_each(&arc)),
        ("plain", records.concat()),
        ("members", gzip_each(&records)),
        ("frames", zstd_each(&records, &[])),
        ("one_member", gzip(&records.concat())),
        ("dictionary", [&b"\x5D\x2A\x4D\x18\x04\0\0\0WARC"[..], &zstd_each(&records, &[])].concat()),
    ];
    let bodies = bodies.map(|(name, body)| (format!("http_reader/{name}"), body));
    // The first byte selects the chunk size.
    let files = files.map(|(name, file)| (format!("warc_reader/{name}"), [b"\n", &*file].concat()));
    bodies.into_iter().chain(files).collect()
}

fn record(id: &str, block: &[u8]) -> Vec<u8> {
    with_fields(&format!("WARC-Type: response\r\nWARC-Record-ID: <{id}>\r\n"), block)
}

/// Returns a brotli stream with `text`, of at most 64 KiB, in an uncompressed block.
fn uncompressed_brotli(text: &[u8]) -> Vec<u8> {
    // WBITS 16: 0. ISLAST: 0. MNIBBLES: 00. MLEN - 1: 16 bits. ISUNCOMPRESSED: 1. Then an empty last block.
    let bits = (text.len() as u32 - 1) << 4 | 1 << 20;
    [&bits.to_le_bytes()[..3], text, &[3]].concat()
}

/// Reads the committed seeds. `TAGRAKE_BLESS=1 cargo test seeds` regenerates them.
#[test]
fn seeds_are_read() {
    for (name, seed) in seeds() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(&name);
        if std::env::var_os("TAGRAKE_BLESS").is_some() {
            fs::create_dir_all(path.parent().expect("it is in a folder")).expect("the folder can be made");
            fs::write(&path, &seed).expect("the seed can be written");
        }
        let seed = fs::read(&path).unwrap_or_else(|_| panic!("{name}: missing seed"));
        if name.starts_with("http") {
            http_reader(&seed);
            let mut reader = tagrake_archive::http::ResponseReader::default();
            let response = reader.read(&seed);
            assert!(response.body == PAGE && !response.is_stale && response.damage.is_none(), "{name}: {response:?}");
        } else {
            warc_reader(&seed);
        }
    }
}
