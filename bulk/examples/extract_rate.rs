//! Measures how fast pages in memory become record batches, on one thread.
//!
//! `cargo run --release -p tagrake-bulk --example extract_rate -- FOLDER [ROUNDS [PAGES_A_BATCH]]` prints as JSON the
//! number of pages and bytes in the folder, and the seconds of the best round (CPU time where the system provides
//! it). `python/benches` compares Python with that.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;
use tagrake_bulk::columns::Columns;
use tagrake_bulk::input::{InputPage, Inputs};
use tagrake_bulk::{Fields, PageRecord, Reader, ReaderOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [folder, numbers @ ..] = &arguments[..] else {
        return Err("usage: extract_rate FOLDER [ROUNDS [PAGES_A_BATCH]]".into());
    };
    let rounds: usize = numbers.first().map_or(Ok(5), |rounds| rounds.parse())?;
    let pages_a_batch: usize = numbers.get(1).map_or(Ok(64), |pages| pages.parse())?;

    let files: Vec<_> = Inputs::new([folder]).files().collect::<Result<_, _>>()?;
    let pages: Vec<InputPage> = files
        .iter()
        .map(|file| Ok(InputPage::new(file.name.to_string_lossy(), std::fs::read(&file.path)?)))
        .collect::<Result<_, std::io::Error>>()?;
    let bytes: usize = pages.iter().map(|page| page.html.len()).sum();

    let options = ReaderOptions { url: Some("https://example.com/".to_owned()), ..ReaderOptions::default() };
    let mut reader = Reader::new(options);
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let start = Stopwatch::start();
        let mut columns = Columns::pages(&Fields::default());
        for batch in pages.chunks(pages_a_batch) {
            for page in batch {
                reader.read(page, |record| columns.push(PageRecord::new(page, record)))?;
            }
            black_box(columns.finish()?);
        }
        best = best.min(start.seconds());
    }
    println!("{{\"pages\": {}, \"bytes\": {bytes}, \"seconds\": {best}}}", pages.len());
    Ok(())
}

/// Measures the CPU time of this thread.
struct Stopwatch {
    instant: Instant,
    worked: Option<u64>,
}

impl Stopwatch {
    fn start() -> Self {
        Self { instant: Instant::now(), worked: nanoseconds_worked() }
    }

    fn seconds(&self) -> f64 {
        match (self.worked, nanoseconds_worked()) {
            (Some(start), Some(end)) => (end - start) as f64 / 1e9,
            _ => self.instant.elapsed().as_secs_f64(),
        }
    }
}

/// Returns the CPU time of this thread, on Linux.
fn nanoseconds_worked() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}
