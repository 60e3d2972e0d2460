//! Measures adversarial inputs of two sizes: the growth of the time, and the speed.

pub mod families;
pub mod plot;
pub mod record;
pub mod table;

use crate::contenders::{self, Contender, ERRORS, FOLLOWED, HTML5EVER, LOL_HTML_SCAN, MAIN, VISITED};
use crate::corpus::Document;
use families::Family;
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// The maximum ratio of tagrake's times for an input and one of half its size.
pub const MOST_GROWTH: f64 = 2.4;
/// How many times larger the inputs of a second measurement are, if the time grows by more than [`MOST_GROWTH`]. Where
/// tagrake only searches or copies, the smaller input of the first measurement fits into the caches of the CPU and the
/// larger one does not. Both inputs of the second measurement are larger than the caches.
const LARGER: usize = 16;
/// Tagrake's minimum speed in bytes per second on one core. It is not required of [`FOLLOWED`], which runs the
/// tree-builder simulator from the first byte.
pub const LEAST_SPEED: f64 = 50e6;
/// The minimum speed of [`MAIN`], which computes several hundred features of each block. The slowest page has as many
/// blocks as their limit permits, with four bytes each: 512 kB, read at 5 MB/s. Larger pages are faster.
pub const LEAST_MAIN_SPEED: f64 = 3e6;

/// The parameters of a measurement.
#[derive(Clone, Copy)]
pub struct Plan {
    /// The size of the smaller input in bytes. The larger one is twice as large.
    pub bytes: usize,
    pub passes: usize,
    /// The minimum seconds of a pass, which repeats the input to reach it.
    pub pass_seconds: f64,
    /// The maximum estimated seconds of a pass. Longer passes are skipped.
    pub cap_seconds: f64,
}

/// The measurement of a family.
#[derive(Serialize, Deserialize)]
pub struct FamilyMeasurement {
    pub family: String,
    /// The sizes of the two inputs.
    pub bytes: [usize; 2],
    pub cells: Vec<ContenderResult>,
}

/// The measurement of a contender.
#[derive(Serialize, Deserialize)]
pub struct ContenderResult {
    pub contender: String,
    pub outcome: ReadOutcome,
    /// The seconds of the best pass for each size; `None` if the input was not read to its end.
    pub seconds: Option<[f64; 2]>,
    /// The same for inputs that are 16 times as large, if they were read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub larger_seconds: Option<[f64; 2]>,
}

impl FamilyMeasurement {
    /// Returns the results of tagrake that miss a requirement.
    pub fn short(&self) -> impl Iterator<Item = &ContenderResult> {
        self.cells.iter().filter(|cell| cell.is_ours() && !cell.is_good(self.bytes))
    }

    /// Keeps the better time of each size, for contenders that were measured again.
    fn take_better(&mut self, again: Self) {
        for again in again.cells {
            if let Some(cell) = self.cells.iter_mut().find(|cell| cell.contender == again.contender) {
                cell.seconds = better(cell.seconds, again.seconds);
            }
        }
    }

    /// Keeps the better time of each size of larger inputs.
    fn take_larger(&mut self, larger: Self) {
        for larger in larger.cells {
            if let Some(cell) = self.cells.iter_mut().find(|cell| cell.contender == larger.contender) {
                cell.larger_seconds = better(cell.larger_seconds, larger.seconds);
            }
        }
    }
}

/// Returns the smaller time of each size.
fn better(left: Option<[f64; 2]>, right: Option<[f64; 2]>) -> Option<[f64; 2]> {
    match (left, right) {
        (Some(left), Some(right)) => Some([left[0].min(right[0]), left[1].min(right[1])]),
        (only, None) | (None, only) => only,
    }
}

/// The outcome of reading the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadOutcome {
    Read,
    /// A pass would take more than `cap_seconds`.
    TooSlow,
    /// The contender stopped before the end, because of its limits.
    GaveUp,
    Panicked,
}

impl ContenderResult {
    /// Returns the ratio of the times of the two inputs, of the larger ones if they were read.
    pub fn growth(&self) -> Option<f64> {
        self.larger_seconds.or(self.seconds).map(|[one, two]| two / one)
    }

    /// Returns the lower speed of the two sizes, in bytes per second.
    pub fn speed(&self, bytes: [usize; 2]) -> Option<f64> {
        self.seconds.map(|[one, two]| (bytes[0] as f64 / one).min(bytes[1] as f64 / two))
    }

    /// Returns true for tagrake's contenders, which have requirements.
    pub fn is_ours(&self) -> bool {
        self.contender.starts_with("tagrake")
    }

    /// Returns true if the time is linear in the size of the input.
    fn is_linear(&self) -> bool {
        self.growth().is_some_and(|growth| growth < MOST_GROWTH)
    }

    /// Returns true if the requirements of tagrake are met.
    pub fn is_good(&self, bytes: [usize; 2]) -> bool {
        let least = match self.contender.as_str() {
            FOLLOWED => 0.0,
            MAIN => LEAST_MAIN_SPEED,
            _ => LEAST_SPEED,
        };
        self.is_linear() && self.speed(bytes).is_some_and(|speed| speed >= least)
    }
}

/// Returns the contenders: tagrake's first, then its peers.
pub fn contenders() -> Vec<Contender> {
    const PEERS: [&str; 5] = [HTML5EVER, "html5gum default emitter", LOL_HTML_SCAN, "lol_html all tokens", "tl"];
    let mut all = contenders::all();
    let mut take = |name: &str| {
        let index = all.iter().position(|contender| contender.name == name).expect("a contender has the name");
        all.swap_remove(index)
    };
    let mut chosen: Vec<Contender> = [VISITED, ERRORS].map(&mut take).into();
    chosen.extend(contenders::for_adversarial_inputs());
    chosen.extend(PEERS.map(take));
    chosen
}

/// Measures the contenders on a family, one after the other.
pub fn measure<'c>(
    family: &Family,
    contenders: impl Iterator<Item = &'c mut Contender>,
    plan: Plan,
) -> FamilyMeasurement {
    // The first three inputs grow by a factor of four. Their times predict the time of the next input.
    let sizes = [plan.bytes / 64, plan.bytes / 16, plan.bytes / 4, plan.bytes, 2 * plan.bytes];
    let inputs = sizes.map(|bytes| Document { name: family.name.to_owned(), html: family.input(bytes) });
    let cells = contenders.map(|contender| {
        let (outcome, seconds) = match time(contender, &inputs, plan) {
            Ok(seconds) => (ReadOutcome::Read, Some(seconds)),
            Err(outcome) => (outcome, None),
        };
        ContenderResult { contender: contender.name.to_string(), outcome, seconds, larger_seconds: None }
    });
    let cells = cells.collect();
    let [.., one, two] = &inputs;
    FamilyMeasurement { family: family.name.to_owned(), bytes: [one.html.len(), two.html.len()], cells }
}

/// Measures the contenders again that miss a requirement. Those whose time is not linear also read larger inputs.
pub fn measure_again(measured: &mut FamilyMeasurement, family: &Family, contenders: &mut [Contender], plan: Plan) {
    fn chosen(names: Vec<String>, contenders: &mut [Contender]) -> impl Iterator<Item = &mut Contender> {
        contenders.iter_mut().filter(move |contender| names.iter().any(|name| *name == contender.name))
    }
    let short = measured.short().map(|cell| cell.contender.clone()).collect();
    measured.take_better(measure(family, chosen(short, contenders), plan));
    let not_linear = measured.short().filter(|cell| !cell.is_linear());
    let not_linear: Vec<String> = not_linear.map(|cell| cell.contender.clone()).collect();
    if not_linear.is_empty() {
        return;
    }
    let plan = Plan { bytes: LARGER * plan.bytes, ..plan };
    measured.take_larger(measure(family, chosen(not_linear, contenders), plan));
}

/// Returns the best times of the two largest inputs, or the reason why they were not read.
fn time(contender: &mut Contender, inputs: &[Document; 5], plan: Plan) -> Result<[f64; 2], ReadOutcome> {
    let mut last: Option<f64> = None;
    let mut next = 0.0;
    for input in inputs {
        if next > plan.cap_seconds {
            return Err(ReadOutcome::TooSlow);
        }
        let seconds = pass(contender, &[input])?;
        // Extrapolated, with at least linear and at most quadratic growth.
        next = seconds * last.map_or(16.0, |last| (seconds / last).clamp(4.0, 16.0));
        last = Some(seconds);
    }

    let [.., one, two] = inputs;
    let seconds = last.expect("there are inputs");
    let times = (2.0 * plan.pass_seconds / seconds).ceil().max(1.0) as usize;
    let start = Instant::now();
    let mut best = [f64::INFINITY; 2];
    for _ in 0..plan.passes {
        if start.elapsed().as_secs_f64() > plan.cap_seconds / 5.0 {
            break; // the contender is slow, and has made enough passes
        }
        for (best, input) in best.iter_mut().zip([one, two]) {
            *best = best.min(pass(contender, &vec![input; times])? / times as f64);
        }
    }
    Ok(best)
}

/// Returns the seconds of one pass over the inputs.
fn pass(contender: &mut Contender, inputs: &[&Document]) -> Result<f64, ReadOutcome> {
    let visit = catch_unwind(AssertUnwindSafe(|| (contender.pass)(inputs))).map_err(|_| ReadOutcome::Panicked)?;
    if visit.failed > 0 {
        return Err(ReadOutcome::GaveUp);
    }
    Ok(visit.seconds.expect("contenders in this process measure their passes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(contender: &str, seconds: [f64; 2]) -> FamilyMeasurement {
        let (contender, seconds) = (contender.to_owned(), Some(seconds));
        let cell = ContenderResult { contender, outcome: ReadOutcome::Read, seconds, larger_seconds: None };
        FamilyMeasurement { family: "&".to_owned(), bytes: [4_000_000, 8_000_000], cells: vec![cell] }
    }

    #[test]
    fn the_better_time_of_each_size_is_kept() {
        let mut best = measured(VISITED, [0.05, 0.17]);
        assert_eq!(best.short().count(), 1);
        best.take_better(measured(ERRORS, [0.01, 0.02]));
        best.take_better(measured(VISITED, [0.06, 0.11]));
        assert_eq!(best.cells[0].seconds, Some([0.05, 0.11]));
        assert_eq!(best.short().count(), 0);
        // Peers have no requirements.
        assert_eq!(measured("tl", [1.0, 9.0]).short().count(), 0);
    }

    #[test]
    fn larger_inputs_decide_whether_the_time_is_linear() {
        let mut best = measured(VISITED, [0.001, 0.003]);
        best.take_larger(measured(VISITED, [0.05, 0.15]));
        assert_eq!(best.short().count(), 1);
        best.take_larger(measured(VISITED, [0.05, 0.1]));
        assert_eq!(best.cells[0].growth(), Some(2.0));
        assert_eq!(best.short().count(), 0);
        // The minimum speed is required of the first inputs.
        let mut slow = measured(VISITED, [0.1, 0.3]);
        slow.take_larger(measured(VISITED, [0.05, 0.1]));
        assert_eq!(slow.short().count(), 1);
    }
}
