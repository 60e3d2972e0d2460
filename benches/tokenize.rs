//! The tokenizers on each set of pages, by criterion: one iteration reads the whole set once, never one page again and
//! again.

mod support;

use criterion::{Criterion, Throughput};
use support::contenders::{CONTENDERS, assert_agreement};
use support::corpus;
use tagrake::Arena;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut arena = Arena::new();
    for corpus in corpus::read_all() {
        assert_agreement(&corpus);
        let mut group = criterion.benchmark_group(format!("tokenize/{}", corpus.name));
        group.throughput(Throughput::Bytes(corpus.bytes())).sample_size(10);
        for contender in &CONTENDERS {
            group.bench_function(contender.name, |bencher| {
                bencher.iter(|| (contender.pass)(&mut arena, &corpus.documents));
            });
        }
        group.finish();
    }
    criterion.final_summary();
}
