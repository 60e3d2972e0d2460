//! Contenders outside Rust: the drivers that `benches/peers/build` has built.

use super::contender::{Agreement, Contender};
use super::names::LEXBOR;
use crate::corpus::Corpus;
use crate::drivers::{self, Driver, PassReport};
use crate::pass_counts::PassCounts;
use std::collections::BTreeMap;

/// Bytes of each set that slow drivers read.
const START: u64 = 4 << 20;

/// The sets that all drivers read. Other sets are read only by lexbor, which a promised ratio needs.
const REAL: [&str; 3] = ["real", "real-small", "folder"];

/// Starts the drivers, which load the set.
pub fn external(corpus: &Corpus) -> Vec<Contender> {
    let takes_part = |driver: &&Driver| driver.name == LEXBOR || REAL.contains(&&*corpus.name);
    drivers::available().iter().filter(takes_part).map(|driver| contender(driver, corpus)).collect()
}

fn contender(driver: &Driver, corpus: &Corpus) -> Contender {
    let agreement = match &*driver.name {
        LEXBOR => Agreement::DecodedButRuns,
        "go-net-html" | "htmlparser2" | "parse5" => Agreement::Free,
        // The drivers in Python only extract links.
        _ => Agreement::FreeLinks,
    };
    let is_slow = !["go-net-html", "frostwork", LEXBOR].contains(&&*driver.name);
    let mut running = driver.start(&corpus.documents).unwrap_or_else(|error| panic!("{error}"));
    let all = corpus.documents.len();
    let contender = Contender::new(driver.name.clone(), agreement, move |_| {
        let pass = if is_slow { running.pass_up_to(START) } else { running.pass() };
        visit(&pass.unwrap_or_else(|error| panic!("{error}")), all)
    });
    let contender = contender.of_whole_set();
    if is_slow { contender.slow() } else { contender }
}

fn visit(pass: &PassReport, all: usize) -> PassCounts {
    let mut visit = PassCounts::default();
    visit.seconds = Some(pass.seconds);
    visit.documents = (pass.documents < all).then_some(pass.documents);
    for (name, field) in [
        ("doctypes", &mut visit.counts.doctypes),
        ("start_tags", &mut visit.counts.start_tags),
        ("end_tags", &mut visit.counts.end_tags),
        ("comments", &mut visit.counts.comments),
        ("attributes", &mut visit.counts.attributes),
        ("name_bytes", &mut visit.counts.name_bytes),
        ("value_bytes", &mut visit.counts.value_bytes),
        ("text_bytes", &mut visit.counts.text_bytes),
        ("comment_bytes", &mut visit.counts.comment_bytes),
        ("links", &mut visit.links.links),
        ("link_bytes", &mut visit.links.link_bytes),
    ] {
        *field = count(&pass.counts, name);
    }
    // html5ever reports them as comments, by an older edition of the standard.
    visit.counts.comments += count(&pass.counts, "processing_instructions");
    visit
}

fn count(counts: &BTreeMap<String, u64>, name: &str) -> u64 {
    counts.get(name).copied().unwrap_or_default()
}
