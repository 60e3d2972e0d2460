//! Measures the tokenizers on each set of pages with criterion. An iteration reads the complete set, because repeating
//! one page would train the branch predictor.

use criterion::{Criterion, Throughput};
use std::env;
use tagrake_benches::agreement;
use tagrake_benches::contenders::{
    self, DECODED, HTML5EVER, HTML5GUM_COUNTING, LINKS, LOL_HTML_LINKS, LOL_HTML_SCAN, SPANS, VISITED,
};
use tagrake_benches::corpora;
use tagrake_benches::corpus::Document;

/// The contenders that show the effect of a change. `compare` measures all.
const CONTENDERS: [&str; 8] =
    [HTML5EVER, VISITED, DECODED, SPANS, LINKS, HTML5GUM_COUNTING, LOL_HTML_SCAN, LOL_HTML_LINKS];

/// The sets that `-- --test` reads.
const TEST_SETS: [&str; 2] = ["small", "real-small"];

fn main() {
    let is_test = env::args().any(|argument| argument == "--test");
    let mut criterion = Criterion::default().configure_from_args();
    for corpus in corpora::read_all() {
        if is_test && !TEST_SETS.contains(&&*corpus.name) {
            continue;
        }
        let mut contenders = contenders::all();
        agreement::check(&corpus, &mut contenders);
        let documents: Vec<&Document> = corpus.documents.iter().collect();
        let mut group = criterion.benchmark_group(&corpus.name);
        group.throughput(Throughput::Bytes(corpus.bytes())).sample_size(10);
        for contender in contenders.iter_mut().filter(|contender| CONTENDERS.contains(&&*contender.name)) {
            group.bench_function(&*contender.name, |bencher| bencher.iter(|| (contender.pass)(&documents)));
        }
        group.finish();
    }
    criterion.final_summary();
}
