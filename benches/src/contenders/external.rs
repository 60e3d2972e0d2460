//! Tokenizers outside Rust, as many as are built.

use super::{Agreement, Contender, LEXBOR};
use crate::corpus::Corpus;
use crate::external::{self, External, Pass};
use crate::visit::Visit;
use std::collections::BTreeMap;

/// How much of a set slow drivers read, in bytes.
const START: u64 = 4 << 20;

/// The sets that all read; the others are read by the one that a row needs.
const REAL: [&str; 3] = ["real", "real-small", "folder"];

/// Starts the drivers; each loads the set.
pub fn external(corpus: &Corpus) -> Vec<Contender> {
    let takes_part = |driver: &&External| driver.name == LEXBOR || REAL.contains(&&*corpus.name);
    external::available().iter().filter(takes_part).map(|driver| contender(driver, corpus)).collect()
}

fn contender(driver: &External, corpus: &Corpus) -> Contender {
    let agreement = match &*driver.name {
        LEXBOR => Agreement::DecodedButRuns,
        "go-net-html" | "htmlparser2" | "parse5" => Agreement::Free,
        // Python's look for links only.
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

fn visit(pass: &Pass, all: usize) -> Visit {
    let mut visit = Visit::default();
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
    // They are comments to html5ever, which follows an older text of the standard.
    visit.counts.comments += count(&pass.counts, "processing_instructions");
    visit
}

fn count(counts: &BTreeMap<String, u64>, name: &str) -> u64 {
    counts.get(name).copied().unwrap_or_default()
}
