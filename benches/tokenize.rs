//! The tokenizers on each set of pages, by criterion: one iteration reads the whole set once, never one page again and
//! again.

use criterion::{Criterion, Throughput};
use tagrake::Arena;
use tagrake_benches::contenders::{CONTENDERS, assert_agreement};
use tagrake_benches::corpus;

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
