//! Alternating passes over a set: contenders take turns, and neither their order nor that of the pages is fixed.

use crate::agreement::Verdict;
use crate::contenders::Contender;
use crate::corpus::{Corpus, Document};
use crate::visit::Visit;
use std::borrow::Cow;
use std::time::Instant;

/// Passes of contenders that are slow, at most.
pub const SLOW_PASSES: usize = 3;

/// What was measured over a set.
pub struct Measurement {
    pub set: String,
    pub documents: usize,
    pub bytes: u64,
    /// Tokens as html5ever counts them, a run of text as one.
    pub tokens: u64,
    pub entries: Vec<Entry>,
}

/// What was measured of a contender.
pub struct Entry {
    pub name: Cow<'static, str>,
    /// What a pass reads: the whole set, but for contenders so slow that they read its start.
    pub bytes: u64,
    /// The times of the passes, in ascending order.
    pub seconds: Vec<f64>,
    pub verdict: Verdict,
    pub machine_bytes: Option<u64>,
}

impl Measurement {
    /// Returns how many times as fast as the first contender, which is html5ever.
    pub fn ratio(&self, entry: &Entry) -> f64 {
        entry.speed() / self.entries[0].speed()
    }

    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }
}

impl Entry {
    /// Returns bytes a second, by the median.
    pub fn speed(&self) -> f64 {
        self.bytes as f64 / self.median()
    }

    pub fn median(&self) -> f64 {
        self.seconds[self.seconds.len() / 2]
    }

    pub fn min(&self) -> f64 {
        self.seconds[0]
    }
}

/// Measures `passes` passes of each contender, fewer of slow ones.
///
/// Panics if a pass sees other things than the count did.
pub fn measure(corpus: &Corpus, contenders: &mut [Contender], verdicts: Vec<Verdict>, passes: usize) -> Measurement {
    let mut seconds = vec![Vec::new(); contenders.len()];
    let mut machine_bytes = vec![None; contenders.len()];
    for pass in 0..passes {
        let documents = order(&corpus.documents, pass);
        for turn in 0..contenders.len() {
            let index = (pass + turn) % contenders.len();
            let contender = &mut contenders[index];
            if contender.is_slow && pass >= SLOW_PASSES {
                continue;
            }
            let start = Instant::now();
            let visit = (contender.pass)(&documents);
            let elapsed = start.elapsed().as_secs_f64();
            seconds[index].push(visit.seconds.unwrap_or(elapsed));
            machine_bytes[index] = visit.machine_bytes;
            assert_same(contender, &visit, &verdicts[index].visit);
        }
    }

    let tokens = verdicts[0].visit.tokens();
    let entries = contenders.iter().zip(seconds).zip(verdicts).zip(machine_bytes);
    Measurement {
        set: corpus.name.clone(),
        documents: corpus.documents.len(),
        bytes: corpus.bytes(),
        tokens,
        entries: entries
            .map(|(((contender, mut seconds), verdict), machine_bytes)| {
                seconds.sort_unstable_by(f64::total_cmp);
                let read = verdict.visit.documents.unwrap_or(corpus.documents.len());
                let bytes = corpus.documents[..read].iter().map(|document| document.html.len() as u64).sum();
                Entry { name: contender.name.clone(), bytes, seconds, verdict, machine_bytes }
            })
            .collect(),
    }
}

/// Returns the pages in the order of the pass: every first, every seventh and so on, round and round.
fn order(documents: &[Document], pass: usize) -> Vec<&Document> {
    const STEPS: [usize; 7] = [1, 7, 11, 13, 17, 19, 23];
    let step = STEPS[pass % STEPS.len()];
    // The steps are prime: they reach every page unless they divide the number of pages.
    let step = if documents.len().is_multiple_of(step) { 1 } else { step };
    (0..documents.len()).map(|index| &documents[(pass + index * step) % documents.len()]).collect()
}

fn assert_same(contender: &Contender, visit: &Visit, counted: &Visit) {
    if contender.counting_pass.is_none() {
        let name = &contender.name;
        assert_eq!(visit.counts, counted.counts, "{name} sees other things when it is measured");
        assert_eq!(visit.links, counted.links, "{name} finds other links when it is measured");
    }
}
