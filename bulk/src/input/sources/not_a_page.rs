//! Recognizes values that are not pages, by their first bytes.

use super::identify::{archive, has_markup, is_binary};
use super::type_names::{self, BINARY, of_binary, of_text};
use crate::mime_type::{RESOURCE_HEADER_BYTES, UTF8_BOM};
use tagrake_archive::Headers;
use tagrake_archive::codec::StreamCompression;
use tagrake_archive::http::{BodyLimits, decode_received};

/// Maximum bytes that are searched for signatures, or decoded.
const EXAMINED_BYTES: usize = 16 << 10;
/// Content codings without a signature, and the names of their data.
const CODINGS: [(&str, &str); 2] = [("br", "brotli data"), ("deflate", "zlib data")];

/// Returns why the bytes are no page, if they are an archive, compressed or another type with a signature. Anything else may be
/// a page: browsers read any bytes.
///
/// ```
/// use tagrake_bulk::input::not_a_page;
///
/// assert_eq!(not_a_page(b"<p>Fish"), None);
/// let gzip = b"\x1F\x8B\x08\0\0\0\0\0";
/// assert_eq!(not_a_page(gzip).as_deref(), Some("the value is gzip data, not a page: decompress it first"));
/// let png = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR";
/// assert_eq!(not_a_page(png).as_deref(), Some("the value is a PNG image, not a page"));
/// ```
#[must_use]
pub fn not_a_page(bytes: &[u8]) -> Option<String> {
    let bytes = &bytes[..bytes.len().min(EXAMINED_BYTES)];
    let start = bytes.strip_prefix(UTF8_BOM).unwrap_or(bytes).trim_ascii_start();
    // PERF: no signature begins with markup.
    if start.is_empty() || start[0] == b'<' {
        return None;
    }
    let decompress = |name: &str| Some(format!("the value is {name}, not a page: decompress it first"));
    if let Some(compression @ (StreamCompression::Gzip | StreamCompression::Zstd)) = StreamCompression::of(bytes) {
        return decompress(&format!("{} data", compression.as_str()));
    }
    if let Some(name) = archive(bytes).or_else(|| of_text(start).map(str::to_owned)) {
        let advice = if type_names::is_archive(&name) { ": archives need read_warc" } else { "" };
        return Some(format!("the value is {}, not a page{advice}", with_article(&name)));
    }
    let header = &bytes[..bytes.len().min(RESOURCE_HEADER_BYTES)];
    let binary = header.iter().position(|&byte| is_binary(byte))?;
    if has_markup(&header[..binary]) {
        return None;
    }
    let name = of_binary(bytes);
    if name != BINARY {
        return Some(format!("the value is {}, not a page", with_article(&name)));
    }
    CODINGS.iter().find(|(coding, _)| is_coded_page(bytes, coding)).and_then(|(_, name)| decompress(name))
}

fn with_article(name: &str) -> String {
    let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// Returns true if the bytes begin a page in the content coding `coding`.
fn is_coded_page(bytes: &[u8], coding: &str) -> bool {
    let mut headers = Headers::default();
    headers.push_line(format!("content-encoding: {coding}").as_bytes());
    let (text, _) = decode_received(&headers, bytes.to_vec(), BodyLimits::default().with_max_bytes(EXAMINED_BYTES));
    text != bytes && has_markup(&text)
}

#[cfg(test)]
mod tests {
    use super::not_a_page;
    use flate2::Compression;
    use flate2::read::ZlibEncoder;
    use std::io::Read;

    #[test]
    fn names_what_is_not_a_page() {
        let mut zlib = Vec::new();
        ZlibEncoder::new(&b"<p>Fish and chips"[..], Compression::best()).read_to_end(&mut zlib).expect("a read");
        let record = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 0\r\n\r\n";
        let cases: [(&[u8], &str); 9] = [
            (b"\x28\xB5\x2F\xFD\0", "zstd data, not a page: decompress it first"),
            (&zlib, "zlib data, not a page: decompress it first"),
            (b"\x8B\x03\x80<p>page!\x03", "brotli data, not a page: decompress it first"),
            (record, "a WARC file, not a page: archives need read_warc"),
            (b"%PDF-1.7\n%\xE2\xE3\xCF\xD3", "a PDF document, not a page"),
            (b"\xFF\xD8\xFF\xE0\0\x10JFIF", "a JPG image, not a page"),
            (b"GIF89a\x01\0\x01\0", "a GIF image, not a page"),
            (b"PK\x03\x04\x14\0\0\0", "a ZIP archive, not a page"),
            (b"PAR1\x15\x04", "a Parquet file, not a page"),
        ];
        for (bytes, expected) in cases {
            let found = not_a_page(bytes);
            assert_eq!(found, Some(format!("the value is {expected}")), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn anything_else_may_be_a_page() {
        let utf16 = "\u{feff}<p>".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
        let pages: [&[u8]; 11] = [
            b"",
            b" ",
            b"text",
            b"x^y",
            b"BMW <a href=x>",
            b"<p>\x89PNG\0",
            b"a <p>\0\x01",
            b"\0\x01\x02",
            b"\0<\0p\0>",
            &utf16,
            b"GIF89a is a format",
        ];
        for page in pages {
            assert_eq!(not_a_page(page), None, "{}", page.escape_ascii());
        }
    }
}
