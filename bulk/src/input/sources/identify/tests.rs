use super::*;
use std::io::Write;

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

fn zstd(text: &[u8]) -> Vec<u8> {
    zstd::encode_all(text, 1).expect("memory")
}

fn identify_at(bytes: &[u8], name: &str, format: InputFormat) -> Option<InputIdentity> {
    identify(bytes, true, NameFormat::of(Path::new(name)), format)
}

fn of(bytes: &[u8], name: &str) -> String {
    let identity = identify_at(bytes, name, InputFormat::Auto).expect("these are all bytes");
    match identity.content {
        InputContent::Warc => "warc".to_owned(),
        InputContent::Container => "wacz".to_owned(),
        InputContent::Html => "html".to_owned(),
        InputContent::JsonLines => "json".to_owned(),
        InputContent::Other(apparent) => apparent,
    }
}

const RECORD: &[u8] = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
const ARC: &[u8] = b"filedesc://a.arc 0.0.0.0 20010101000000 text/plain 76\n1 0 x\n";
const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0";
const ZIP: &[u8] = b"PK\x03\x04\x14\0\0\0\x08\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0\x05\0\0\0a.txt";
const WACZ: &[u8] = b"PK\x03\x04\x14\0\0\0\0\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0\x14\0\0\0archive/data.warc.gz";

#[test]
fn bytes_decide_and_the_name_breaks_ties() {
    let long = [b"lorem ipsum ".repeat(100), b"<p>".to_vec()].concat();
    let cases: &[(&[u8], &str, &str)] = &[
        // WARC and ARC, whatever the name.
        (RECORD, "noext", "warc"),
        (RECORD, "a.html", "warc"),
        (RECORD, "-", "warc"),
        (b"\r\n\nWARC/1.1\r\n", "x", "warc"),
        (b"warc/1.0\r\n", "x", "warc"),
        (b"junk\x07\nWARC/1.0\r\nWARC-Type: warcinfo\r\n", "x", "warc"),
        (b"junk\nWARC/1.0\r\nWARC-Type: warcinfo\r\n", "x", "warc"),
        (b"WARCRAFT and WARC/", "x", "plain text"),
        (ARC, "a.arc", "warc"),
        (ARC, "noext", "warc"),
        (b"\n\nhttp://e.org/ 192.0.2.1 20010101000000 text/html 7\n<p>text", "x.html", "warc"),
        (b"filedesc://", "x", "warc"),
        (b"http://e.org/ is a page", "x", "plain text"),
        (b"http://e.org/ 192.0.2.1 20010101000000\n", "x", "plain text"),
        // A WARC name: the reader reports the damage.
        (b"", "a.warc", "warc"),
        (b"", "a.arc.gz", "warc"),
        (b"\0\0\0\0", "a.warc.gz", "warc"),
        (b"<html>", "a.warc", "warc"),
        (b"plain", "a.warc.wat.gz", "warc"),
        // Pages.
        (b"<!DOCTYPE html>", "x", "html"),
        (b"\xEF\xBB\xBF \n<html>", "x", "html"),
        (b"<!-- c --><p>", "x.jsonl", "html"),
        (b"<?xml version='1.0'?>\n<html xmlns='x'>", "x", "html"),
        (b"<?xml version='1.0'?><!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x'><html>", "x", "html"),
        (b"<?php echo 1 ?>", "x.php", "html"),
        (b"<x-app>", "x", "html"),
        (b"<p>\0\x01", "x", "html"),
        (&long, "x", "html"),
        (&long, "x.txt", "html"),
        (&long, "x.js", "plain text"),
        (b"\xFF\xFE<\0p\0>\0", "x", "html"),
        (b"\xFE\xFF\0<\0p\0>", "x", "html"),
        (b"<\0?\0x\0m\0l\0 \0", "x", "html"),
        (b"\0<\0p\0>", "x", "html"),
        // Text without markup.
        (b"caf\xE9", "x.html", "html"),
        (b"text", "x.html.gz", "html"),
        (b"text", "x.jsonl", "json"),
        (b"text", "x", "plain text"),
        (b"a < b", "-", "plain text"),
        (b"", "x.html", "html"),
        (b"", "x.jsonl", "json"),
        (b"", "x", "empty"),
        (b" \n", "x", "plain text"),
        (b"{% extends 'a' %}", "x.html", "html"),
        // JSON lines.
        (b"{\"html\": \"<p>\"}\n", "x", "json"),
        (b"\xEF\xBB\xBF\n { \"html\"", "x.html", "json"),
        (b"{}", "-", "json"),
        (b"{\n  \"name\": \"x\"\n}", "x.json", "JSON document"),
        (b"{\"url\": \"x\", \"html\": \"\"}", "x.json", "json"),
        (b"{", "-", "json"),
        (b"{'html': 1}", "-", "json"),
        (b"[{\"html\": \"<p>\"}]", "x", "JSON list, not JSON lines"),
        (b"[{\"html\": \"<p>\"}]", "x.jsonl", "json"),
        (b"\xFF\xFE{\0\"\0a\0\"\0", "x", "JSON lines in UTF-16"),
        // Binary and other types.
        (PNG, "x", "PNG image"),
        (PNG, "x.html", "PNG image"),
        (ZIP, "x.zip", "ZIP archive"),
        (ZIP, "x.wacz", "wacz"),
        (b"PK\x03\x04", "x.wacz", "wacz"),
        (b"PK\x05\x06", "x.wacz", "wacz"),
        (WACZ, "x", "wacz"),
        (b"%PDF-1.7\n%\xE2\xE3\xCF\xD3", "x", "PDF document"),
        (b"PAR1\x15\x04", "x", "Parquet file"),
        (&[0; 4096], "-", "binary data"),
        (&[0; 4096], "x.html", "binary data"),
        (b"BMW <a href=x>", "x", "html"),
        (b"<\0\0\0\x01", "x", "binary data"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'>", "x.svg", "XML document"),
        (b"<?xml version='1.0'?><rss>", "x", "XML document"),
        (b"<?xml version='1.0'?><Error><Code>AccessDenied</Code>", "x", "XML document"),
        (b"<?xml version='1.0'?><odd>", "x.xhtml", "html"),
    ];
    for (bytes, name, expected) in cases {
        let shown = bytes[..bytes.len().min(40)].escape_ascii();
        assert_eq!(of(bytes, name), *expected, "{shown} as {name}");
        let is_other = !matches!(*expected, "warc" | "html" | "json");
        if *expected == "wacz" {
            continue;
        }
        for (name_of, compressed) in [("gzip", gzip(bytes)), ("zstd", zstd(bytes))] {
            let expected = if bytes.is_empty() && *expected == "warc" {
                format!("empty in {name_of}")
            } else if is_other {
                format!("{expected} in {name_of}")
            } else {
                (*expected).to_owned()
            };
            assert_eq!(of(&compressed, name), expected, "{shown} in {name_of} as {name}");
        }
    }
}

/// A program that failed writes nothing to a pipe, or an empty gzip member.
#[test]
fn standard_input_without_text_is_refused() {
    let empty = |content: Option<InputIdentity>| matches!(content.expect("these are all bytes").content, InputContent::Other(apparent) if apparent.starts_with("empty"));
    for compressed in [gzip(b""), zstd(b"")] {
        for format in [InputFormat::Auto, InputFormat::Html, InputFormat::Jsonl, InputFormat::Warc] {
            assert!(empty(identify_at(&compressed, "-", format)), "{format:?}");
        }
        for (name, format) in [("x.html", InputFormat::Html), ("x", InputFormat::Jsonl), ("x.jsonl", InputFormat::Auto)]
        {
            assert!(!empty(identify_at(&compressed, name, format)), "{name}");
        }
        // Empty members before others.
        let more = [&compressed[..], &gzip(RECORD), &zstd(RECORD)].concat();
        assert!(!empty(identify_at(&more, "-", InputFormat::Warc)));
    }
    assert!(empty(identify_at(b"", "-", InputFormat::Jsonl)) && !empty(identify_at(b"", "x", InputFormat::Jsonl)));
    // The reader reports an archive of 0 bytes, and damaged data.
    assert!(!empty(identify_at(b"", "-", InputFormat::Warc)));
    assert!(!empty(identify_at(&gzip(b"")[..12], "-", InputFormat::Warc)));
}

#[test]
fn damaged_compressed_data_is_left_to_a_reader_that_reports_it() {
    let noise: Vec<u8> = (0..3000_u32).map(|index| b' ' + (index.wrapping_mul(2_654_435_761) >> 26) as u8).collect();
    let page = gzip(&[b"<p>", &noise[..]].concat());
    let archive = gzip(&[RECORD, &noise].concat());
    let cases: &[(&[u8], &str, &str)] = &[
        (&page[..page.len() - 9], "x.html.gz", "html"),
        (&page[..page.len() - 9], "x", "html"),
        (&archive[..archive.len() - 9], "x", "warc"),
        (&archive[..archive.len() - 9], "x.warc.wat.gz", "warc"),
        (&archive[..10], "x", "warc"),
        (&page[..10], "x.html.gz", "html"),
        (&page[..10], "x.ndjson.gz", "json"),
        (b"\x5D\x2A\x4D\x18\x04\0\0\0abcd\x28\xB5\x2F\xFD", "x", "warc"),
    ];
    for (bytes, name, expected) in cases {
        assert_eq!(of(bytes, name), *expected, "{} as {name}", bytes[..12].escape_ascii());
    }
}

#[test]
fn empty_standard_input_is_not_a_page() {
    assert_eq!(of(b"", "-"), "empty");
    assert_eq!(of(b"", "x/-"), "empty");
    assert_eq!(of(b"\n", "-"), "plain text");
    let declared = |bytes, name| identify_at(bytes, name, InputFormat::Html).map(|input| input.content);
    assert_eq!(declared(b"", "-"), Some(InputContent::Other("empty".to_owned())));
    assert_eq!(declared(b"", "x.html"), Some(InputContent::Html));
    assert_eq!(declared(b"\n", "-"), Some(InputContent::Html));
}

#[test]
fn an_explicit_format_overrides_the_bytes() {
    for (format, content) in [
        (InputFormat::Html, InputContent::Html),
        (InputFormat::Jsonl, InputContent::JsonLines),
        (InputFormat::Warc, InputContent::Warc),
    ] {
        for (bytes, compression) in [(PNG.to_vec(), StreamCompression::Plain), (gzip(PNG), StreamCompression::Gzip)] {
            let identity = identify_at(&bytes, "x.warc", format);
            assert_eq!(identity, Some(InputIdentity { compression, content: content.clone() }));
        }
    }
    // A WACZ file has WARC files.
    let archive = InputContent::Other("WACZ archive".to_owned());
    for (format, content) in [(InputFormat::Warc, InputContent::Container), (InputFormat::Html, archive)] {
        assert_eq!(identify_at(WACZ, "x", format).map(|identity| identity.content), Some(content));
    }
}

/// Returns one byte per read.
struct Slow<'b>(&'b [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.0.len().min(buffer.len()).min(1);
        self.0.read(&mut buffer[..length])
    }
}

fn identify_slowly(mut stream: impl Read) -> io::Result<(Vec<u8>, InputIdentity)> {
    identify_stream(&mut stream, NameFormat::Unknown, InputFormat::Auto)
}

#[test]
fn reads_no_more_than_needed_however_slow_the_stream() {
    let cases: &[(&[u8], &str, usize)] = &[
        (b"{\"html\": \"<p>\"}\n", "json", 2),
        (b"\n<p>text", "html", 4),
        (b"WARC/1.0\r\n", "warc", 6),
        (b"text <p>text", "html", 8),
        (b"\xFF\xFE<\0p\0>\0x\0", "html", 8),
        (b"plain", "plain text", 5),
    ];
    for (bytes, expected, read) in cases {
        let (start, identity) = identify_slowly(Slow(bytes)).expect("it can be read");
        let whole = identify_at(bytes, "-", InputFormat::Auto).expect("these are all bytes");
        assert_eq!(identity, whole, "{expected}");
        assert_eq!(start.len(), *read, "{}", bytes.escape_ascii());
    }
    let endless = identify_slowly(io::repeat(b'x')).expect("it can be read");
    assert_eq!((endless.0.len(), endless.1.content), (MAX_TEXT_BYTES, InputContent::Other("plain text".to_owned())));
    for compressed in [gzip(RECORD), zstd(RECORD)] {
        let slow = identify_slowly(Slow(&compressed)).expect("it can be read");
        assert_eq!(slow.1.content, InputContent::Warc);
    }
}
