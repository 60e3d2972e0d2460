//! Measures start-up and memory: the time to the first token, small pages, and the size of arenas.

use crate::contenders::{HTML5EVER, VISITED};
use crate::corpus::{Corpus, Document};
use crate::measure::Measurement;
use std::hint::black_box;
use std::time::Instant;
use tagrake::{Arena, Tokenizer};

/// The size of the pages for the time to the first token, in bytes.
const FIRST_TOKEN_PAGE: usize = 1024;
/// The number of rounds over all pages.
const ROUNDS: usize = 9;

/// Prints the tables.
pub fn print(corpora: &[Corpus], measurements: &[Measurement]) {
    println!("start-up and memory");
    print_first_token(corpora);
    print_small_pages(measurements);
    println!("  {:<16} {:>26} {:>26}", "arena bytes", "per input byte, new arenas", "kept by one arena");
    for corpus in corpora {
        let (per_byte, kept) = arena_bytes(&corpus.documents);
        println!("  {:<16} {per_byte:>26.3} {kept:>26}", corpus.name);
    }
    println!();
}

fn print_first_token(corpora: &[Corpus]) {
    let starts: Vec<&[u8]> = corpora
        .iter()
        .flat_map(|corpus| &corpus.documents)
        .filter_map(|document| document.html.as_bytes().get(..FIRST_TOKEN_PAGE))
        .collect();
    if starts.is_empty() {
        println!("  first token: no page has {FIRST_TOKEN_PAGE} bytes");
        return;
    }
    let with_new_arenas = nanoseconds_each(&starts, |page| {
        let arena = Arena::new();
        black_box(Tokenizer::new(page, &arena).next());
    });
    let mut arena = Arena::new();
    let with_one_arena = nanoseconds_each(&starts, |page| {
        arena.reset();
        black_box(Tokenizer::new(page, &arena).next());
    });
    println!(
        "  first token of {} pages truncated to {FIRST_TOKEN_PAGE} bytes: {with_new_arenas:.0} ns with new arenas, \
{with_one_arena:.0} ns with a reused arena",
        starts.len()
    );
}

/// Returns the median time of a page over the rounds.
fn nanoseconds_each(pages: &[&[u8]], mut read: impl FnMut(&[u8])) -> f64 {
    let mut rounds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            for page in pages {
                read(black_box(page));
            }
            start.elapsed().as_secs_f64() * 1e9 / pages.len() as f64
        })
        .collect();
    rounds.sort_unstable_by(f64::total_cmp);
    rounds[ROUNDS / 2]
}

fn print_small_pages(measurements: &[Measurement]) {
    let Some(measurement) = measurements.iter().find(|measurement| measurement.set == "small-pages") else {
        println!("  small pages: the set `small-pages` was not read");
        return;
    };
    let mean = measurement.bytes as f64 / measurement.documents as f64;
    println!("  small pages, {mean:.0} bytes on average:");
    for name in [HTML5EVER, VISITED] {
        if let Some(entry) = measurement.entry(name) {
            let pages = measurement.documents as f64 / entry.median();
            println!("    {name:<16} {pages:>12.0} pages/s {:>9.2} µs/page", 1e6 / pages);
        }
    }
}

/// Returns the arena bytes per input byte with a new arena for each page, and the bytes that one reused arena keeps.
fn arena_bytes(documents: &[Document]) -> (f64, usize) {
    let mut one = Arena::new();
    let mut all = 0;
    for document in documents {
        let html = document.html.as_bytes();
        let new = Arena::new();
        Tokenizer::new(html, &new).for_each(drop);
        all += new.allocated_bytes();
        one.reset();
        Tokenizer::new(html, &one).for_each(drop);
    }
    let bytes: usize = documents.iter().map(|document| document.html.len()).sum();
    (all as f64 / bytes as f64, one.allocated_bytes())
}
