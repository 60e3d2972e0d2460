//! Background tasks for the threads of a run. Tasks are in serial queues: the tasks of one queue run in order, one at a
//! time.

use crate::sync::{Condvar, Mutex, MutexGuard};
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, PoisonError};

/// The pending tasks, and the threads that wait for a change. Clones share them.
#[derive(Clone, Default)]
pub struct BackgroundTasks(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<TaskState>,
    changed: Condvar,
}

#[derive(Default)]
struct TaskState {
    /// Queues that have a task and that no thread works on.
    ready: VecDeque<SerialQueue>,
    /// The number of tasks that are pending or running.
    unfinished: usize,
    changes: u64,
}

/// A queue whose tasks run in order, one at a time, on any thread.
#[derive(Clone, Default)]
pub struct SerialQueue(Arc<Mutex<QueuedTasks>>);

#[derive(Default)]
struct QueuedTasks {
    tasks: VecDeque<Task>,
    /// True if the queue is in `ready` or a thread works on it.
    is_scheduled: bool,
}

/// The argument is the owner, for tasks that push more tasks. A clone in the closure would be a reference cycle.
type Task = Box<dyn FnOnce(&BackgroundTasks) + Send>;

impl BackgroundTasks {
    /// Appends a task to a queue.
    pub fn push(&self, queue: &SerialQueue, task: impl FnOnce(&Self) + Send + 'static) {
        let mut state = self.state();
        let mut queued = queue.tasks();
        queued.tasks.push_back(Box::new(task));
        if !std::mem::replace(&mut queued.is_scheduled, true) {
            state.ready.push_back(queue.clone());
        }
        state.unfinished += 1;
        self.notify(&mut state);
    }

    /// Runs one task. Returns false if none can run now.
    pub fn help(&self) -> bool {
        let Some(queue) = self.state().ready.pop_front() else { return false };
        let task = queue.tasks().tasks.pop_front();
        let _finish = FinishGuard { background: self, queue };
        if let Some(task) = task {
            task(self);
        }
        true
    }

    /// Runs tasks, or waits for a change, until `is_done` returns true.
    pub fn help_until(&self, mut is_done: impl FnMut() -> bool) {
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
    pub fn finish(&self) {
        self.help_until(|| self.state().unfinished == 0);
    }

    /// Returns the number of changes so far. Pass it to [`wait`](Self::wait).
    pub fn changes(&self) -> u64 {
        self.state().changes
    }

    /// Waits until the number of changes differs from `changes`.
    pub fn wait(&self, changes: u64) {
        let waits = |state: &mut TaskState| state.changes == changes;
        drop(self.0.changed.wait_while(self.state(), waits).unwrap_or_else(PoisonError::into_inner));
    }

    /// Wakes all waiting threads after a change to state outside of this type.
    pub fn wake(&self) {
        self.notify(&mut self.state());
    }

    fn notify(&self, state: &mut TaskState) {
        state.changes += 1;
        self.0.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, TaskState> {
        // No task runs while the lock is held, so it cannot be poisoned by one.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for BackgroundTasks {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("BackgroundTasks").field("tasks", &self.state().unfinished).finish_non_exhaustive()
    }
}

impl SerialQueue {
    fn tasks(&self) -> MutexGuard<'_, QueuedTasks> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Marks a task as finished when dropped, also after a panic.
struct FinishGuard<'c> {
    background: &'c BackgroundTasks,
    queue: SerialQueue,
}

impl Drop for FinishGuard<'_> {
    fn drop(&mut self) {
        let mut state = self.background.state();
        state.unfinished -= 1;
        let mut queued = self.queue.tasks();
        if queued.tasks.is_empty() {
            queued.is_scheduled = false;
        } else {
            state.ready.push_back(self.queue.clone());
        }
        drop(queued);
        self.background.notify(&mut state);
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
            let background = BackgroundTasks::default();
            let queues: Vec<_> = (0..5).map(|_| (SerialQueue::default(), Arc::new(Mutex::new(Vec::new())))).collect();
            let is_over = Arc::new(AtomicUsize::new(0));
            thread::scope(|scope| {
                for _ in 0..helpers {
                    scope.spawn(|| background.help_until(|| is_over.load(Ordering::SeqCst) == 1));
                }
                for task in 0..200 {
                    for (queue, done) in &queues {
                        let done = done.clone();
                        let then = queue.clone();
                        background.push(queue, move |background| {
                            done.lock().expect("no panic").push(task);
                            // The last task pushes another one.
                            if task == 199 {
                                background.push(&then, move |_| done.lock().expect("no panic").push(200));
                            }
                        });
                    }
                }
                background.finish();
                is_over.store(1, Ordering::SeqCst);
                background.wake();
            });
            for (_, done) in &queues {
                assert_eq!(*done.lock().expect("no panic"), (0..=200).collect::<Vec<_>>(), "{helpers} helpers");
            }
        }
    }

    #[test]
    fn a_task_that_panics_is_finished() {
        let (background, queue, done) =
            (BackgroundTasks::default(), SerialQueue::default(), Arc::new(AtomicUsize::new(0)));
        background.push(&queue, |_| panic!("no"));
        let count = done.clone();
        background.push(&queue, move |_| {
            count.fetch_add(1, Ordering::SeqCst);
        });
        assert!(catch_unwind(AssertUnwindSafe(|| background.help())).is_err());
        background.finish();
        assert_eq!((done.load(Ordering::SeqCst), background.help()), (1, false));
    }
}
