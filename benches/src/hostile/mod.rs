//! Measures adversarial inputs of two sizes: the growth of the time, and the speed.

pub mod families;
pub mod plot;
pub mod record;
pub mod table;

use crate::contenders::{self, Contender, ERRORS, FOLLOWED, HTML5EVER, LOL_HTML_SCAN, VISITED};
use crate::corpus::Document;
use families::Family;
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// The maximum ratio of tagrake's times for an input and one of half its size.
pub const MOST_GROWTH: f64 = 2.4;
/// Tagrake's minimum speed in bytes per second on one core. It is not required of [`FOLLOWED`], which runs the
/// tree-builder simulator from the first byte.
pub const LEAST_SPEED: f64 = 50e6;

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
}

impl FamilyMeasurement {
    /// Returns the results of tagrake that miss a requirement.
    pub fn short(&self) -> impl Iterator<Item = &ContenderResult> {
        self.cells.iter().filter(|cell| cell.is_ours() && !cell.is_good(self.bytes))
    }

    /// Keeps the better time of each size, for contenders that were measured again.
    pub fn take_better(&mut self, again: Self) {
        for again in again.cells {
            let cell = self.cells.iter_mut().find(|cell| cell.contender == again.contender);
            if let (Some(best), Some(seconds)) = (cell.and_then(|cell| cell.seconds.as_mut()), again.seconds) {
                best.iter_mut().zip(seconds).for_each(|(best, seconds)| *best = best.min(seconds));
            }
        }
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
    /// Returns the ratio of the times of the two inputs.
    pub fn growth(&self) -> Option<f64> {
        self.seconds.map(|[one, two]| two / one)
    }

    /// Returns the lower speed of the two sizes, in bytes per second.
    pub fn speed(&self, bytes: [usize; 2]) -> Option<f64> {
        self.seconds.map(|[one, two]| (bytes[0] as f64 / one).min(bytes[1] as f64 / two))
    }

    /// Returns true for tagrake's contenders, which have requirements.
    pub fn is_ours(&self) -> bool {
        self.contender.starts_with("tagrake")
    }

    /// Returns true if the requirements of tagrake are met.
    pub fn is_good(&self, bytes: [usize; 2]) -> bool {
        self.growth().is_some_and(|growth| growth < MOST_GROWTH)
            && (self.contender == FOLLOWED || self.speed(bytes).is_some_and(|speed| speed >= LEAST_SPEED))
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
        ContenderResult { contender: contender.name.to_string(), outcome, seconds }
    });
    let cells = cells.collect();
    let [.., one, two] = &inputs;
    FamilyMeasurement { family: family.name.to_owned(), bytes: [one.html.len(), two.html.len()], cells }
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

    #[test]
    fn the_better_time_of_each_size_is_kept() {
        let measured = |contender: &str, seconds| FamilyMeasurement {
            family: "&".to_owned(),
            bytes: [4_000_000, 8_000_000],
            cells: vec![ContenderResult {
                contender: contender.to_owned(),
                outcome: ReadOutcome::Read,
                seconds: Some(seconds),
            }],
        };
        let mut best = measured(VISITED, [0.05, 0.17]);
        assert_eq!(best.short().count(), 1);
        best.take_better(measured(ERRORS, [0.01, 0.02]));
        best.take_better(measured(VISITED, [0.06, 0.11]));
        assert_eq!(best.cells[0].seconds, Some([0.05, 0.11]));
        assert_eq!(best.short().count(), 0);
        // Peers have no requirements.
        assert_eq!(measured("tl", [1.0, 9.0]).short().count(), 0);
    }
}
