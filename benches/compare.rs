//! The tokenizers side by side in one process: alternating passes in rotating order, and the medians.
//!
//! Ratios of one run are what we quote; bytes a second drift with the machine. `cargo bench --bench compare` reads
//! every set, `cargo bench --bench compare -- real` only that one, and `-- --test` makes one pass.

use std::env;
use std::time::{Duration, Instant};
use tagrake::Arena;
use tagrake_benches::contenders::{CONTENDERS, assert_agreement};
use tagrake_benches::corpus::{self, Corpus};
use tagrake_benches::visit::{Counts, Visit};

/// Passes over a set for each contender.
const PASSES: usize = 9;

fn main() {
    let (flags, wanted): (Vec<_>, Vec<_>) = env::args().skip(1).partition(|argument| argument.starts_with("--"));
    // As criterion does: `cargo bench` says `--bench`, `cargo test` does not.
    let measure = flags.iter().any(|flag| flag == "--bench") && flags.iter().all(|flag| flag != "--test");
    for corpus in corpus::read_all() {
        if wanted.is_empty() || wanted.contains(&corpus.name) {
            assert_agreement(&corpus);
            compare(&corpus, if measure { PASSES } else { 1 });
        }
    }
}

fn compare(corpus: &Corpus, passes: usize) {
    let mut arena = Arena::new();
    let mut times: [Vec<Duration>; CONTENDERS.len()] = Default::default();
    let mut visits: [Visit; CONTENDERS.len()] = Default::default();
    for pass in 0..passes {
        for turn in 0..CONTENDERS.len() {
            let index = (pass + turn) % CONTENDERS.len();
            let start = Instant::now();
            visits[index] = (CONTENDERS[index].pass)(&mut arena, &corpus.documents);
            times[index].push(start.elapsed());
        }
    }

    let medians = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64()
    });
    // The tokens of tagrake, where a run of text is one, are the measure for all.
    let tokens = visits.iter().map(tokens).min().unwrap_or_default();
    println!(
        "{}: {} documents, {} bytes, {tokens} tokens, passes {passes}\n  {:?}",
        corpus.name,
        corpus.documents.len(),
        corpus.bytes(),
        visits[0].counts
    );
    println!("  {:<22} {:>7} {:>10} {:>12}", "", "GB/s", "ns/token", CONTENDERS[0].name);
    for (contender, seconds) in CONTENDERS.iter().zip(medians) {
        println!(
            "  {:<22} {:>7.3} {:>10.1} {:>10.2} x",
            contender.name,
            corpus.bytes() as f64 / seconds / 1e9,
            seconds * 1e9 / tokens as f64,
            medians[0] / seconds
        );
    }
    println!();
}

fn tokens(visit: &Visit) -> u64 {
    let Counts { doctypes, start_tags, end_tags, comments, .. } = visit.counts;
    doctypes + start_tags + end_tags + comments + visit.text_runs
}
