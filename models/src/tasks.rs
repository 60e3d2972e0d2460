//! Models of background tasks.

use crate::background_tasks::{BackgroundTasks, SerialQueue};
use crate::fail;
use crate::sync::mpsc::channel;
use crate::sync::{AtomicUsize, scope, spawn_scoped};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// A record of the tasks of a queue that ran. A lock of the standard library: it does not take part in the schedule.
#[derive(Default)]
struct Log {
    is_running: AtomicBool,
    done: Mutex<Vec<usize>>,
}

impl Log {
    /// Runs a task that others can interrupt.
    fn run(&self, number: usize, steps: &AtomicUsize) {
        assert!(!self.is_running.swap(true, Ordering::SeqCst), "two tasks of a queue run at a time");
        steps.fetch_add(1, Ordering::SeqCst);
        self.is_running.store(false, Ordering::SeqCst);
        self.done.lock().expect("no panic").push(number);
    }
}

/// This thread pushes tasks into two queues, and two other threads help to run them. The last task of a queue pushes one more.
/// Each queue runs its tasks in order and one at a time, and `finish` returns after the last task. The two threads end when `is_over`
/// is set.
pub fn tasks_run_in_order() {
    let background = BackgroundTasks::default();
    let (is_over, steps) = (AtomicUsize::new(0), Arc::new(AtomicUsize::new(0)));
    let queues = [(); 2].map(|()| (SerialQueue::default(), Arc::new(Log::default())));
    scope(|scope| {
        for _ in 0..2 {
            spawn_scoped(scope, || background.help_until(|| is_over.load(Ordering::SeqCst) == 1)).expect("a thread");
        }
        for number in 0..3 {
            for (queue, log) in &queues {
                let (then, log, steps) = (queue.clone(), log.clone(), steps.clone());
                background.push(queue, move |background| {
                    log.run(number, &steps);
                    if number == 2 {
                        background.push(&then, move |_| log.run(3, &steps));
                    }
                });
            }
        }
        background.finish();
        assert_eq!(steps.load(Ordering::SeqCst), 8, "`finish` returned before the last task");
        is_over.store(1, Ordering::SeqCst);
        background.wake();
    });
    for (_, log) in &queues {
        assert_eq!(*log.done.lock().expect("no panic"), [0, 1, 2, 3]);
    }
}

/// A thread helps while this one waits for the result of a task, without helping.
pub fn a_push_wakes_a_thread_that_helps() {
    let background = BackgroundTasks::default();
    let is_over = AtomicUsize::new(0);
    let (send, receive) = channel();
    scope(|scope| {
        spawn_scoped(scope, || background.help_until(|| is_over.load(Ordering::SeqCst) == 1)).expect("a thread");
        background.push(&SerialQueue::default(), move |_| send.send(1).expect("a receiver"));
        assert_eq!(receive.recv(), Ok(1));
        is_over.store(1, Ordering::SeqCst);
        background.wake();
    });
}

/// A task panics on a thread that helps, or on this one. The later tasks of its queue run, `finish` returns, and the panic is passed
/// on once.
pub fn a_task_that_panics_is_finished() {
    let background = BackgroundTasks::default();
    let (is_over, steps, log) = (AtomicUsize::new(0), Arc::new(AtomicUsize::new(0)), Arc::new(Log::default()));
    let (queue, panics) = (SerialQueue::default(), AtomicUsize::new(0));
    let helping = |help: &dyn Fn()| {
        while catch_unwind(AssertUnwindSafe(help)).is_err() {
            panics.fetch_add(1, Ordering::SeqCst);
        }
    };
    scope(|scope| {
        spawn_scoped(scope, || helping(&|| background.help_until(|| is_over.load(Ordering::SeqCst) == 1)))
            .expect("a thread");
        background.push(&queue, |_| fail("no"));
        for number in 0..2 {
            let (log, steps) = (log.clone(), steps.clone());
            background.push(&queue, move |_| log.run(number, &steps));
        }
        helping(&|| background.finish());
        is_over.store(1, Ordering::SeqCst);
        background.wake();
    });
    assert_eq!((panics.load(Ordering::SeqCst), &*log.done.lock().expect("no panic")), (1, &vec![0, 1]));
}
