//! Models of the memory that large pages claim.

use crate::background_tasks::BackgroundTasks;
use crate::memory_budget::{Allowance, MemoryPool, Turn, Turns};
use crate::sync::{AtomicUsize, scope, spawn_scoped};
use shuttle::thread::yield_now;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

const MIB: usize = 1 << 20;
/// The pool of `memory_budget`.
const POOL: usize = 24 * MIB;

/// The claims of each job, in the order in which they are made. Some exceed the pool alone, some together.
const JOBS: [&[usize]; 6] = [&[10], &[14, 20], &[30], &[12, 24], &[], &[8]];
const WORKERS: usize = 3;

/// The claims of the workers, as they know them: a worker writes a claim after it was met, and a release before it takes place.
/// So the sum is at most what is claimed at this time. A lock of the standard library: it does not take part in the schedule.
#[derive(Default)]
struct Ledger(Mutex<Claims>);

#[derive(Default)]
struct Claims {
    /// The job whose turn it is.
    turn: usize,
    /// The job and the claim of each worker.
    workers: [(usize, usize); WORKERS],
}

impl Ledger {
    fn set(&self, worker: usize, job: usize, bytes: usize) {
        let mut claims = self.0.lock().expect("no panic");
        claims.workers[worker] = (job, bytes);
        let others = claims.workers.iter().filter(|(job, _)| *job != claims.turn);
        let sum: usize = others.map(|(_, bytes)| bytes).sum();
        assert!(sum <= POOL, "{:?} in turn {} exceed the pool", claims.workers, claims.turn);
    }
}

/// Three workers take jobs and claim memory for them, as in a run, and jobs get their turn in order. Each claim is met. The claims fit in
/// the pool, except for the job whose turn it is. The pool is empty at the end.
pub fn claims_fit_in_the_pool() {
    let background = BackgroundTasks::default();
    let (turns, pool, ledger) = (Turns::new(&background), MemoryPool::default(), Ledger::default());
    let next_job = AtomicUsize::new(0);
    let done = [(); JOBS.len()].map(|()| AtomicUsize::new(0));
    scope(|scope| {
        let (turns, pool, ledger, next_job, done, background) = (&turns, &pool, &ledger, &next_job, &done, &background);
        for worker in 0..WORKERS {
            let work = move || {
                let mut allowance = Allowance::new(Turn::default(), pool.clone());
                loop {
                    let job = next_job.fetch_add(1, Ordering::SeqCst);
                    let Some(claims) = JOBS.get(job) else { break };
                    allowance = allowance.pass_on(turns.turn(job));
                    ledger.set(worker, job, allowance.claimed());
                    for mib in *claims {
                        allowance.claim(mib * MIB);
                        assert!(allowance.claimed() >= mib * MIB);
                        ledger.set(worker, job, allowance.claimed());
                    }
                    if allowance.claimed() > 0 && !allowance.may_pass_on() {
                        ledger.set(worker, job, 0);
                        allowance.release();
                    }
                    done[job].store(1, Ordering::SeqCst);
                    background.wake();
                }
                ledger.set(worker, JOBS.len(), 0);
            };
            spawn_scoped(scope, work).expect("a thread");
        }
        for (job, done) in done.iter().enumerate() {
            background.help_until(|| done.load(Ordering::SeqCst) == 1);
            ledger.0.lock().expect("no panic").turn = job + 1;
            turns.set(job + 1);
            background.wake();
        }
    });
    // A job without its turn waits if something is left in the pool.
    let last = Allowance::new(turns.turn(usize::MAX), pool);
    last.claim(POOL);
    assert!(last.may_pass_on(), "a job waits for the pool");
}

/// Two jobs without their turn claim more than the pool together. Each gets its claim when the other is dropped.
pub fn a_release_wakes_a_job_that_waits() {
    let (turns, pool) = (Turns::new(&BackgroundTasks::default()), MemoryPool::default());
    scope(|scope| {
        for job in 1..3 {
            let (turns, pool) = (&turns, &pool);
            spawn_scoped(scope, move || Allowance::new(turns.turn(job), pool.clone()).claim(20 * MIB))
                .expect("a thread");
        }
    });
}

/// A worker passes its claim on from job to job, until a job on another thread waits for the pool: that job gets it before its turn.
pub fn a_claim_passes_on_until_a_job_waits() {
    let (turns, pool) = (Turns::new(&BackgroundTasks::default()), MemoryPool::default());
    let is_met = AtomicUsize::new(0);
    scope(|scope| {
        let (turns, pool, is_met) = (&turns, &pool, &is_met);
        let wait = move || {
            Allowance::new(turns.turn(1), pool.clone()).claim(20 * MIB);
            is_met.store(1, Ordering::SeqCst);
        };
        spawn_scoped(scope, wait).expect("a thread");
        let mut allowance = Allowance::new(turns.turn(2), pool.clone());
        while is_met.load(Ordering::SeqCst) == 0 {
            allowance.claim(20 * MIB);
            if allowance.may_pass_on() {
                allowance = allowance.pass_on(turns.turn(3));
            } else {
                allowance.release();
            }
            yield_now();
        }
    });
}
