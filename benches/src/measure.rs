//! Measures interleaved passes over a set. The order of contenders and of pages changes from pass to pass.

use crate::agreement::Verdict;
use crate::contenders::Contender;
use crate::corpus::{Corpus, Document};
use crate::pass_counts::PassCounts;
use std::borrow::Cow;
use std::time::Instant;

/// The maximum passes of slow contenders.
pub const SLOW_PASSES: usize = 3;

/// Binds the thread to the last core, because operating systems use the first one most. Returns the number of cores.
pub fn pin_to_core() -> usize {
    let cores = core_affinity::get_core_ids().unwrap_or_default();
    if !cores.last().is_some_and(|&core| core_affinity::set_for_current(core)) {
        println!("warning: cannot pin the thread to a core; run under `taskset -c 1` instead");
    }
    cores.len()
}

/// The measurement of a set.
pub struct Measurement {
    pub set: String,
    pub documents: usize,
    pub bytes: u64,
    /// The number of tokens by html5ever, with each text run counted once.
    pub tokens: u64,
    pub entries: Vec<ContenderMeasurement>,
}

/// The measurement of a contender.
pub struct ContenderMeasurement {
    pub name: Cow<'static, str>,
    /// Bytes that a pass reads: the complete set, or its start for very slow contenders.
    pub bytes: u64,
    /// The seconds of the passes, in ascending order.
    pub seconds: Vec<f64>,
    pub verdict: Verdict,
    pub machine_bytes: Option<u64>,
}

impl Measurement {
    /// Returns the ratio of the contender's speed to the speed of the first contender, html5ever.
    pub fn ratio(&self, entry: &ContenderMeasurement) -> f64 {
        entry.speed() / self.entries[0].speed()
    }

    pub fn entry(&self, name: &str) -> Option<&ContenderMeasurement> {
        self.entries.iter().find(|entry| entry.name == name)
    }
}

impl ContenderMeasurement {
    /// Returns the median speed in bytes per second.
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
/// Panics if a pass counts differently than the check before.
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
                ContenderMeasurement { name: contender.name.clone(), bytes, seconds, verdict, machine_bytes }
            })
            .collect(),
    }
}

/// Returns the pages in the order of a pass: a cycle with a different step size in each pass.
fn order(documents: &[Document], pass: usize) -> Vec<&Document> {
    const STEPS: [usize; 7] = [1, 7, 11, 13, 17, 19, 23];
    let step = STEPS[pass % STEPS.len()];
    // The steps are 1 or prime, so they reach every page unless they divide the number of pages.
    let step = if documents.len().is_multiple_of(step) { 1 } else { step };
    (0..documents.len()).map(|index| &documents[(pass + index * step) % documents.len()]).collect()
}

fn assert_same(contender: &Contender, visit: &PassCounts, counted: &PassCounts) {
    if contender.counting_pass.is_none() {
        let name = &contender.name;
        assert_eq!(visit.counts, counted.counts, "the counts of {name} differ while measuring");
        assert_eq!(visit.links, counted.links, "the links of {name} differ while measuring");
    }
}
