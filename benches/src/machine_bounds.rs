//! Upper bounds for the bytes that the state machine reads in a set. If the fast path declines more than before, the tokens are the
//! same and the speed may be, too; these counts show it. `tests/machine_bytes.rs` has exact counts for single pages.

use crate::contenders::{ERRORS, VISITED};
use crate::measure::Measurement;

/// The most bytes of a set that the state machine may read.
struct MachineBound {
    set: &'static str,
    /// The bound without errors.
    visited: u64,
    /// The bound with errors.
    errors: u64,
}

/// The bytes of 2026-11-30. If a change needs fewer, lower the bound.
const MACHINE_BOUNDS: &[MachineBound] = &[
    MachineBound { set: "small", visited: 403, errors: 1017 },
    MachineBound { set: "real-small", visited: 0, errors: 1832 },
    MachineBound { set: "real", visited: 8414, errors: 234_535 },
    MachineBound { set: "tag-dense", visited: 0, errors: 0 },
    MachineBound { set: "text-dense", visited: 0, errors: 0 },
    MachineBound { set: "script-heavy", visited: 0, errors: 0 },
    MachineBound { set: "mixed", visited: 0, errors: 7379 },
    MachineBound { set: "small-pages", visited: 0, errors: 5011 },
];

/// Prints each set that exceeds its bound. Returns true if none does.
///
/// A bound holds for a part of the set, too, so tests check it on the pages that they read.
pub fn print(measurements: &[Measurement]) -> bool {
    let problems = problems(measurements);
    problems.iter().for_each(|problem| println!("{problem}"));
    problems.is_empty()
}

fn problems(measurements: &[Measurement]) -> Vec<String> {
    let mut problems = Vec::new();
    for bound in MACHINE_BOUNDS {
        let measurement = measurements.iter().find(|measurement| measurement.set == bound.set);
        for (contender, most) in [(VISITED, bound.visited), (ERRORS, bound.errors)] {
            let entry = measurement.and_then(|measurement| measurement.entry(contender));
            let bytes = entry.and_then(|entry| entry.machine_bytes).unwrap_or_default();
            if bytes > most {
                problems
                    .push(format!("{}: the state machine reads {bytes} bytes for {contender}, not {most}", bound.set));
            }
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreement::Verdict;
    use crate::measure::ContenderMeasurement;

    /// Returns the measurement of a set: the state machine read `machine_bytes` of its bytes.
    fn measurement(set: &str, machine_bytes: u64) -> Measurement {
        let entry = ContenderMeasurement {
            name: ERRORS.into(),
            bytes: machine_bytes,
            seconds: vec![1.0],
            verdict: Verdict::default(),
            machine_bytes: Some(machine_bytes),
        };
        Measurement { set: set.to_owned(), documents: 1, bytes: machine_bytes, tokens: 1, entries: vec![entry] }
    }

    #[test]
    fn one_more_byte_is_a_problem() {
        for bound in MACHINE_BOUNDS {
            assert!(problems(&[measurement(bound.set, bound.errors)]).is_empty());
            let problems = problems(&[measurement(bound.set, bound.errors + 1)]);
            assert!(problems.len() == 1 && problems[0].starts_with(bound.set), "{problems:?}");
        }
        assert!(!MACHINE_BOUNDS.is_empty() && problems(&[measurement("folder", u64::MAX)]).is_empty());
    }
}
