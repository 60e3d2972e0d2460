//! Background tasks for the threads of a run. Tasks are in serial queues: those of one queue run in order, one at a
//! time.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The pending tasks, and the threads that wait for a change. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct Chores(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Queues that have a task and that no thread works on.
    ready: VecDeque<Lane>,
    /// The number of tasks that are pending or running.
    tasks: usize,
    changes: u64,
}

/// A queue whose tasks run in order, one at a time, on any thread.
#[derive(Clone, Default)]
pub(crate) struct Lane(Arc<Mutex<Line>>);

#[derive(Default)]
struct Line {
    tasks: VecDeque<Task>,
    /// True if the queue is in `ready` or a thread works on it.
    is_known: bool,
}

/// The argument is the owner, for tasks that push more tasks. A clone in the closure would be a reference cycle.
type Task = Box<dyn FnOnce(&Chores) + Send>;

impl Chores {
    /// Appends a task to a queue.
    pub(crate) fn push(&self, lane: &Lane, task: impl FnOnce(&Self) + Send + 'static) {
        let mut state = self.state();
        let mut line = lane.line();
        line.tasks.push_back(Box::new(task));
        if !std::mem::replace(&mut line.is_known, true) {
            state.ready.push_back(lane.clone());
        }
        state.tasks += 1;
        self.tell(&mut state);
    }

    /// Runs one task. Returns false if none can run now.
    pub(crate) fn help(&self) -> bool {
        let Some(lane) = self.state().ready.pop_front() else { return false };
        let task = lane.line().tasks.pop_front();
        let _leave = Leave { chores: self, lane };
        if let Some(task) = task {
            task(self);
        }
        true
    }

    /// Runs tasks, or waits for a change, until `is_done` returns true.
    pub(crate) fn help_until(&self, mut is_done: impl FnMut() -> bool) {
        loop {
            let changes = self.changes();
            if is_done() {
                return;
            }
            if !self.help() {
                self.wait(changes);
            }
        }
    }

    /// Runs tasks, or waits for a change, until none is left.
    pub(crate) fn finish(&self) {
        self.help_until(|| self.state().tasks == 0);
    }

    /// Returns the number of changes so far. Pass it to [`wait`](Self::wait).
    pub(crate) fn changes(&self) -> u64 {
        self.state().changes
    }

    /// Waits until the number of changes differs from `changes`.
    pub(crate) fn wait(&self, changes: u64) {
        let waits = |state: &mut State| state.changes == changes;
        drop(self.0.changed.wait_while(self.state(), waits).unwrap_or_else(PoisonError::into_inner));
    }

    /// Wakes all waiting threads after a change to state outside of this type.
    pub(crate) fn wake(&self) {
        self.tell(&mut self.state());
    }

    fn tell(&self, state: &mut State) {
        state.changes += 1;
        self.0.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No task runs while the lock is held, so it cannot be poisoned by one.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Chores {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Chores").field("tasks", &self.state().tasks).finish_non_exhaustive()
    }
}

impl Lane {
    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Marks a task as finished when dropped, also after a panic.
struct Leave<'c> {
    chores: &'c Chores,
    lane: Lane,
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        let mut state = self.chores.state();
        state.tasks -= 1;
        let mut line = self.lane.line();
        if line.tasks.is_empty() {
            line.is_known = false;
        } else {
            state.ready.push_back(self.lane.clone());
        }
        drop(line);
        self.chores.tell(&mut state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    #[test]
    fn tasks_of_a_queue_run_in_order_on_any_number_of_threads() {
        for helpers in [0, 1, 3] {
            let chores = Chores::default();
            let lanes: Vec<_> = (0..5).map(|_| (Lane::default(), Arc::new(Mutex::new(Vec::new())))).collect();
            let is_over = Arc::new(AtomicUsize::new(0));
            thread::scope(|scope| {
                for _ in 0..helpers {
                    scope.spawn(|| chores.help_until(|| is_over.load(Ordering::SeqCst) == 1));
                }
                for task in 0..200 {
                    for (lane, done) in &lanes {
                        let done = done.clone();
                        let then = lane.clone();
                        chores.push(lane, move |chores| {
                            done.lock().expect("no panic").push(task);
                            // The last task pushes another one.
                            if task == 199 {
                                chores.push(&then, move |_| done.lock().expect("no panic").push(200));
                            }
                        });
                    }
                }
                chores.finish();
                is_over.store(1, Ordering::SeqCst);
                chores.wake();
            });
            for (_, done) in &lanes {
                assert_eq!(*done.lock().expect("no panic"), (0..=200).collect::<Vec<_>>(), "{helpers} helpers");
            }
        }
    }

    #[test]
    fn a_task_that_panics_is_finished() {
        let (chores, lane, done) = (Chores::default(), Lane::default(), Arc::new(AtomicUsize::new(0)));
        chores.push(&lane, |_| panic!("no"));
        let count = done.clone();
        chores.push(&lane, move |_| {
            count.fetch_add(1, Ordering::SeqCst);
        });
        assert!(catch_unwind(AssertUnwindSafe(|| chores.help())).is_err());
        chores.finish();
        assert_eq!((done.load(Ordering::SeqCst), chores.help()), (1, false));
    }
}
