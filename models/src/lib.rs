//! Models of the concurrent parts of tagrake, for `tests/schedules.rs`. The sources of these parts are compiled here with the
//! threads and locks of Shuttle ([`sync`]). Shuttle runs a model again and again, each time with another schedule, and fails if
//! all threads wait.
//!
//! Shuttle's atomics are sequentially consistent, so the models do not check memory orderings.
//!
//! A panic that a part must report is raised by [`std::panic::resume_unwind`], which prints nothing.

// The sources name the archive package.
extern crate self as tagrake_archive;

#[allow(dead_code, unreachable_pub, missing_docs)]
#[rustfmt::skip]
#[path = "../../archive/src/background_tasks.rs"]
pub mod background_tasks;
#[allow(dead_code, unreachable_pub, missing_docs)]
#[rustfmt::skip]
#[path = "../../archive/src/memory_budget.rs"]
pub mod memory_budget;
#[allow(dead_code, unreachable_pub, missing_docs)]
#[rustfmt::skip]
#[path = "../../bulk/src/pipeline/jobs/ordered_workers.rs"]
mod ordered_workers;

pub mod budget;
pub mod remote;
pub mod sync;
pub mod tasks;
pub mod workers;

use shuttle::scheduler::{PctScheduler, RandomScheduler, Scheduler};
use shuttle::{Config, FailurePersistence, Runner};
use std::env;
use std::panic::resume_unwind;

/// The depth of the PCT scheduler: it finds a defect that depends on the order of this many steps with a known minimum probability.
const DEPTH: usize = 3;

/// Runs a model with schedules of two kinds: random, and of random priorities (PCT). `TAGRAKE_SCHEDULES` is the number of each kind,
/// and `SHUTTLE_RANDOM_SEED` another seed.
pub fn check(model: impl Fn() + Clone + Send + Sync + 'static) {
    let schedules = env::var("TAGRAKE_SCHEDULES").map_or(5_000, |value| value.parse().expect("a number of schedules"));
    run(RandomScheduler::new_from_seed(1, schedules), model.clone());
    run(PctScheduler::new_from_seed(2, DEPTH, schedules), model);
}

fn run(scheduler: impl Scheduler + 'static, model: impl Fn() + Send + Sync + 'static) {
    let mut config = Config::new();
    config.failure_persistence = FailurePersistence::Print;
    config.silence_warnings = true;
    Runner::new(scheduler, config).run(model);
}

/// Panics with `message`, as code does that has a bug.
fn fail(message: &str) -> ! {
    resume_unwind(Box::new(message.to_owned()))
}
