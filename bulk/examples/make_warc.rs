//! Makes a WARC file of pages in the form of Common Crawl: for each page a request, a response and metadata, each in
//! a gzip member.
//!
//! `cargo run --release -p tagrake-bulk --example make_warc -- FOLDER OUT.warc.gz [TIMES]` writes the pages of the
//! folder, `TIMES` times.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use tagrake_bulk::input::Inputs;

const DATE: &str = "2026-11-21T12:00:00Z";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [folder, out, times @ ..] = &arguments[..] else {
        return Err("usage: make_warc FOLDER OUT.warc.gz [TIMES]".into());
    };
    let times: u32 = times.first().map_or(Ok(1), |times| times.parse())?;
    let mut out = BufWriter::new(File::create(out)?);
    write_record(&mut out, "warcinfo", "urn:info", "application/warc-fields", "", b"software: tagrake make_warc\r\n")?;
    for time in 0..times {
        for file in Inputs::new([folder]).files() {
            let file = file?;
            let html = fs::read(&file.path)?;
            let url = format!("https://example.com/{time}/{}", file.name.display());
            let request = format!("GET /{time}/{} HTTP/1.1\r\nHost: example.com\r\n\r\n", file.name.display());
            let head = format!(
                "HTTP/1.1 200 OK\r\nServer: nginx\r\nDate: Sat, 21 Nov 2026 12:00:00 GMT\r\nContent-Type: text/html\r\n\
                 X-Crawl-Content-Encoding: gzip\r\nVary: Accept-Encoding\r\nContent-Length: {}\r\n\r\n",
                html.len()
            );
            let type_of_page = "WARC-Identified-Payload-Type: text/html\r\n";
            write_record(&mut out, "request", &url, "application/http; msgtype=request", "", request.as_bytes())?;
            let response = [head.as_bytes(), &html].concat();
            write_record(&mut out, "response", &url, "application/http; msgtype=response", type_of_page, &response)?;
            let metadata = b"fetchTimeMs: 120\r\ncharset-detected: UTF-8\r\nlanguages-cld2: {}\r\n";
            write_record(&mut out, "metadata", &url, "application/warc-fields", "", metadata)?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Writes a record as a gzip member.
fn write_record(
    out: &mut impl Write,
    kind: &str,
    url: &str,
    content_type: &str,
    fields: &str,
    block: &[u8],
) -> std::io::Result<()> {
    let mut member = GzEncoder::new(out, Compression::default());
    write!(
        member,
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Date: {DATE}\r\nWARC-Record-ID: <urn:{kind}:{url}>\r\n\
         Content-Length: {}\r\nContent-Type: {content_type}\r\nWARC-Target-URI: {url}\r\n{fields}\r\n",
        block.len()
    )?;
    member.write_all(block)?;
    member.write_all(b"\r\n\r\n")?;
    member.finish()?;
    Ok(())
}
