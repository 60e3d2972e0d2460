//! Runs tasks on all cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The number of failures after which no more tasks start.
const ENOUGH: usize = 5;

/// Calls `work` with each number below `tasks`, on all cores. Each thread passes its own value of `worker()`.
///
/// # Panics
///
/// If a task fails, with the messages of the failures.
pub fn in_parallel<W>(
    tasks: usize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize) -> Result<(), String> + Sync,
) {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let run_tasks = || {
        let mut worker = worker();
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            if task >= tasks {
                break;
            }
            if let Err(failure) = work(&mut worker, task) {
                let mut failures = failures.lock().expect("no thread panics with the lock");
                failures.push(failure);
                if failures.len() >= ENOUGH {
                    next.store(tasks, Ordering::Relaxed);
                }
            }
        }
    };
    match thread::available_parallelism().map_or(1, usize::from) {
        1 => run_tasks(), // some targets have no threads
        threads => thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(run_tasks);
            }
        }),
    }
    let mut failures = failures.into_inner().expect("no thread panics with the lock");
    failures.sort_by_key(String::len);
    assert!(failures.is_empty(), "the first {} failures:\n\n{}", failures.len(), failures.join("\n\n"));
}
