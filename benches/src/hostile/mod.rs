//! Hostile inputs in two sizes: whether the time doubles with the input, and how many bytes a second there are.

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

/// How much longer than an input of half its size one may take, at most, of tagrake.
pub const MOST_GROWTH: f64 = 2.4;
/// How many bytes a second there must be at least, of tagrake, on one core; where all elements are followed from the first
/// byte on, only growth is required.
pub const LEAST_SPEED: f64 = 50e6;

/// How a family is measured.
#[derive(Clone, Copy)]
pub struct Plan {
    /// The size of the smaller input; the other has twice as many bytes.
    pub bytes: usize,
    pub passes: usize,
    /// The input is read so often that a pass takes as many seconds.
    pub pass_seconds: f64,
    /// No pass is begun that would take more seconds.
    pub cap_seconds: f64,
}

/// What was measured of a family.
#[derive(Serialize, Deserialize)]
pub struct Measured {
    pub family: String,
    /// The sizes of the two inputs.
    pub bytes: [usize; 2],
    pub cells: Vec<Cell>,
}

/// What was measured of a contender.
#[derive(Serialize, Deserialize)]
pub struct Cell {
    pub contender: String,
    pub outcome: Outcome,
    /// For each size the time of its best pass; nothing, if it was not read to its end.
    pub seconds: Option<[f64; 2]>,
}

impl Measured {
    /// Returns the cells of tagrake for which what is required does not hold.
    pub fn short(&self) -> impl Iterator<Item = &Cell> {
        self.cells.iter().filter(|cell| cell.is_ours() && !cell.is_good(self.bytes))
    }

    /// Takes for each size the better time of both, of contenders that read the inputs again.
    pub fn take_better(&mut self, again: Self) {
        for again in again.cells {
            let cell = self.cells.iter_mut().find(|cell| cell.contender == again.contender);
            if let (Some(best), Some(seconds)) = (cell.and_then(|cell| cell.seconds.as_mut()), again.seconds) {
                best.iter_mut().zip(seconds).for_each(|(best, seconds)| *best = best.min(seconds));
            }
        }
    }
}

/// Whether a contender read the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Read,
    /// A pass would take longer than the cap.
    TooSlow,
    /// It gave up before the end, as its limits say.
    GaveUp,
    Panicked,
}

impl Cell {
    /// Returns how much longer the larger input took.
    pub fn growth(&self) -> Option<f64> {
        self.seconds.map(|[one, two]| two / one)
    }

    /// Returns bytes a second, of the size that was slower.
    pub fn speed(&self, bytes: [usize; 2]) -> Option<f64> {
        self.seconds.map(|[one, two]| (bytes[0] as f64 / one).min(bytes[1] as f64 / two))
    }

    /// Returns whether it is one of tagrake's, of which something is required.
    pub fn is_ours(&self) -> bool {
        self.contender.starts_with("tagrake")
    }

    /// Returns whether what is required of tagrake holds.
    pub fn is_good(&self, bytes: [usize; 2]) -> bool {
        self.growth().is_some_and(|growth| growth < MOST_GROWTH)
            && (self.contender == FOLLOWED || self.speed(bytes).is_some_and(|speed| speed >= LEAST_SPEED))
    }
}

/// Everything that is measured: tagrake's ways first, then its peers.
pub fn contenders() -> Vec<Contender> {
    const PEERS: [&str; 5] = [HTML5EVER, "html5gum default emitter", LOL_HTML_SCAN, "lol_html all tokens", "tl"];
    let mut all = contenders::all();
    let mut take = |name: &str| {
        let index = all.iter().position(|contender| contender.name == name).expect("a contender has the name");
        all.swap_remove(index)
    };
    let mut chosen: Vec<Contender> = [VISITED, ERRORS].map(&mut take).into();
    chosen.extend(contenders::of_hostile_inputs());
    chosen.extend(PEERS.map(take));
    chosen
}

/// Measures the contenders, one after the other, over a family.
pub fn measure<'c>(family: &Family, contenders: impl Iterator<Item = &'c mut Contender>, plan: Plan) -> Measured {
    // Each of the first is a quarter of the next: what they take tells how long the next will.
    let sizes = [plan.bytes / 64, plan.bytes / 16, plan.bytes / 4, plan.bytes, 2 * plan.bytes];
    let inputs = sizes.map(|bytes| Document { name: family.name.to_owned(), html: family.input(bytes) });
    let cells = contenders.map(|contender| {
        let (outcome, seconds) = match time(contender, &inputs, plan) {
            Ok(seconds) => (Outcome::Read, Some(seconds)),
            Err(outcome) => (outcome, None),
        };
        Cell { contender: contender.name.to_string(), outcome, seconds }
    });
    let cells = cells.collect();
    let [.., one, two] = &inputs;
    Measured { family: family.name.to_owned(), bytes: [one.html.len(), two.html.len()], cells }
}

/// Returns the best times of the two largest inputs, or why there are none.
fn time(contender: &mut Contender, inputs: &[Document; 5], plan: Plan) -> Result<[f64; 2], Outcome> {
    let mut last: Option<f64> = None;
    let mut next = 0.0;
    for input in inputs {
        if next > plan.cap_seconds {
            return Err(Outcome::TooSlow);
        }
        let seconds = pass(contender, &[input])?;
        // At least as it would grow in linear time, at most as in quadratic time.
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
            break; // it is slow, and the passes there were are enough
        }
        for (best, input) in best.iter_mut().zip([one, two]) {
            *best = best.min(pass(contender, &vec![input; times])? / times as f64);
        }
    }
    Ok(best)
}

/// Reads the inputs, and returns the seconds that it took.
fn pass(contender: &mut Contender, inputs: &[&Document]) -> Result<f64, Outcome> {
    let visit = catch_unwind(AssertUnwindSafe(|| (contender.pass)(inputs))).map_err(|_| Outcome::Panicked)?;
    if visit.failed > 0 {
        return Err(Outcome::GaveUp);
    }
    Ok(visit.seconds.expect("contenders in this process are timed page for page"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_time_of_each_size_counts() {
        let measured = |contender: &str, seconds| Measured {
            family: "&".to_owned(),
            bytes: [4_000_000, 8_000_000],
            cells: vec![Cell { contender: contender.to_owned(), outcome: Outcome::Read, seconds: Some(seconds) }],
        };
        let mut best = measured(VISITED, [0.05, 0.17]);
        assert_eq!(best.short().count(), 1);
        best.take_better(measured(ERRORS, [0.01, 0.02]));
        best.take_better(measured(VISITED, [0.06, 0.11]));
        assert_eq!(best.cells[0].seconds, Some([0.05, 0.11]));
        assert_eq!(best.short().count(), 0);
        // Of a peer nothing is required.
        assert_eq!(measured("tl", [1.0, 9.0]).short().count(), 0);
    }
}
