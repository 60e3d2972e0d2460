//! Decompresses WARC files and does nothing else: the lower bound for the time of any run over them.
//!
//! `cargo run --release -p tagrake-bulk --example gunzip -- FILE.warc.gz...`. Each member is decompressed in one call
//! by libdeflate, as in the WARC reader, but the ends of members are known in advance, while the reader has to find
//! them.

use libdeflater::Decompressor;
use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};
use tagrake_bulk::warc::{WarcOptions, WarcReader};

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        let file = fs::read(&path)?;
        let mut members = Vec::new();
        let mut reader = WarcReader::new(&*path, &file[..], WarcOptions::default());
        while let Some(record) = reader.next() {
            let location = record?.location;
            if location.in_member.is_some() {
                return Err("records share a member".into());
            }
            members.push(location.offset as usize..(location.offset + location.length) as usize);
        }
        let (mut text, mut decompressor) = (vec![0; 64 << 20], Decompressor::new());
        let mut best = (Duration::MAX, 0);
        for _ in 0..5 {
            let begin = Instant::now();
            let mut bytes = 0;
            for member in &members {
                bytes += decompressor.gzip_decompress(&file[member.clone()], &mut text)?;
            }
            best = best.min((begin.elapsed(), bytes));
        }
        let (time, bytes) = best;
        let speed = bytes as f64 / 1e6 / time.as_secs_f64();
        println!("{path}: {} members, {bytes} bytes in {:.3} s, {speed:.0} MB/s", members.len(), time.as_secs_f64());
    }
    Ok(())
}
