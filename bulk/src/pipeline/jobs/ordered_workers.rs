//! Worker threads whose results are taken in the order of the jobs.
//!
//! 1. A free worker takes the next job itself, so a job is planned, or read from a stream, only when a worker is
//!    free.
//! 2. The worker puts the parts of its result into a queue for the job.
//! 3. The caller's thread takes the parts of the current job, the one that has its turn, then of the next one.
//! 4. A worker waits while too many bytes are queued. The worker of the current job waits only if parts of that job are
//!    queued, so the run makes progress.
//! 5. After a large part, its worker waits until the caller asks for the next part.
//!
//! The caller may push background tasks. Workers run them before they take a job, and while they wait.
//!
//! Example: of two workers, A takes job 0 and B takes job 1. B finishes first. Its parts stay in the queue, and B
//! takes job 2. The caller takes the parts of job 0 as A adds them. When A has finished, the caller takes the parts
//! of job 1 at once.

use std::any::Any;
use std::cell::Cell;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::PoisonError;
use std::{io, mem, thread};
use tagrake_archive::background_tasks::BackgroundTasks;
use tagrake_archive::memory_budget::{Turn, Turns};
use tagrake_archive::sync::{self, Condvar, Mutex, MutexGuard};

/// Works on jobs, one after another.
pub(crate) trait Worker {
    type Job;
    type Part: Weigh;

    /// Returns true if the job itself takes much memory. No other job is then read before it is done.
    fn is_heavy(job: &Self::Job) -> bool;

    /// Works on a job and passes each part of the result to `put`; stops when `put` breaks. `turn` is the turn of the
    /// job.
    fn work(&mut self, job: Self::Job, turn: &Turn, put: &mut dyn FnMut(Self::Part) -> ControlFlow<()>);
}

/// A value with a size in memory.
pub(crate) trait Weigh {
    /// Returns the approximate size in bytes.
    fn bytes(&self) -> usize;

    /// For a large part, returns a function that returns true once its job is cancelled.
    fn large(&self) -> Option<IsCancelled>;

    /// Returns true once its job is cancelled.
    fn is_cancelled(&self) -> bool;
}

/// Returns true once a job is cancelled, so that its parts are no longer taken.
pub(crate) type IsCancelled = Box<dyn Fn() -> bool>;

/// The reason why not all jobs were done.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum StopReason<B> {
    /// The callback that takes parts asked to stop.
    Asked(B),
    /// A worker panicked.
    Panic(String),
}

/// A pool of worker threads, its limits and its background tasks.
#[derive(Default)]
pub(crate) struct WorkerPool {
    pub(crate) threads: usize,
    pub(crate) max_bytes: usize,
    pub(crate) background: BackgroundTasks,
    /// Set before the first part is taken if fewer threads started than were requested: their number, and the error of
    /// starting the next one.
    pub(crate) shortage: Cell<Option<(usize, io::Error)>>,
}

impl WorkerPool {
    /// Works on all `jobs`, and passes the parts to `take`, in the order of the jobs.
    pub(crate) fn run<W: Worker<Job: Send, Part: Send>, B>(
        &self,
        jobs: impl Iterator<Item = W::Job> + Send,
        worker: impl Fn() -> W + Sync,
        take: impl FnMut(W::Part) -> ControlFlow<B>,
    ) -> Result<(), StopReason<B>> {
        if self.threads > 1 { self.run_threads(jobs, worker, take, |_| Ok(())) } else { run_alone(jobs, &worker, take) }
    }

    /// Continues with the threads that can be started, or on this thread if none can. `may_start` is called before
    /// each start; tests use it to simulate failures.
    fn run_threads<W: Worker<Job: Send, Part: Send>, B>(
        &self,
        jobs: impl Iterator<Item = W::Job> + Send,
        worker: impl Fn() -> W + Sync,
        mut take: impl FnMut(W::Part) -> ControlFlow<B>,
        may_start: impl Fn(usize) -> io::Result<()>,
    ) -> Result<(), StopReason<B>> {
        let jobs = Mutex::new((0, jobs.fuse()));
        let queue = PartQueue::new(self);
        let result = sync::scope(|scope| {
            // If `take` panics, this stops the workers.
            let stop = StopAtEnd(&queue);
            let work = || {
                let guard = WorkerGuard(&queue);
                queue.report(panic::catch_unwind(AssertUnwindSafe(|| work_loop(&queue, &jobs, &mut worker()))));
                drop(guard);
                queue.report(panic::catch_unwind(AssertUnwindSafe(|| queue.help_until_stopped())));
            };
            for started in 0..self.threads {
                // Counted before the start, because the worker may end at once.
                let joined = WorkerGuard::join(&queue);
                match may_start(started).and_then(|()| sync::spawn_scoped(scope, work)) {
                    Ok(()) => mem::forget(joined),
                    Err(error) => {
                        self.shortage.set(Some((started, error)));
                        if started == 0 {
                            return None;
                        }
                        break;
                    }
                }
            }
            let result = loop {
                match queue.next() {
                    Ok(None) => {
                        self.background.finish();
                        break Ok(());
                    }
                    Err(message) => break Err(StopReason::Panic(message)),
                    Ok(Some(part)) => {
                        if let ControlFlow::Break(reason) = take(part) {
                            break Err(StopReason::Asked(reason));
                        }
                    }
                }
            };
            drop(stop);
            Some(result)
        });
        // A background task is finished before the panic of its worker is reported, but all threads have ended now.
        let panic = queue.state().panic.take();
        match (result, panic) {
            (Some(Ok(())), Some(message)) => Err(StopReason::Panic(message)),
            (Some(result), _) => result,
            (None, _) => {
                let (_, jobs) = jobs.into_inner().unwrap_or_else(PoisonError::into_inner);
                run_alone(jobs, &worker, take)
            }
        }
    }
}

fn run_alone<W: Worker, B>(
    jobs: impl Iterator<Item = W::Job>,
    worker: &impl Fn() -> W,
    mut take: impl FnMut(W::Part) -> ControlFlow<B>,
) -> Result<(), StopReason<B>> {
    let mut asked = None;
    let work = AssertUnwindSafe(|| {
        let mut worker = worker();
        for job in jobs {
            worker.work(job, &Turn::default(), &mut |part| match asked {
                Some(_) => ControlFlow::Break(()),
                None => take(part).map_break(|reason| asked = Some(reason)),
            });
            if asked.is_some() {
                break;
            }
        }
    });
    let result = panic::catch_unwind(work);
    match (result, asked) {
        (Err(payload), _) => Err(StopReason::Panic(message(&*payload))),
        (Ok(()), Some(reason)) => Err(StopReason::Asked(reason)),
        (Ok(()), None) => Ok(()),
    }
}

/// Takes jobs and works on them until there are no more, or the queue is stopped.
fn work_loop<W: Worker>(
    queue: &PartQueue<'_, W::Part>,
    jobs: &Mutex<(usize, impl Iterator<Item = W::Job>)>,
    worker: &mut W,
) {
    while queue.wait_for_room().is_continue() {
        let Ok(mut planned) = jobs.lock() else { return };
        let number = planned.0;
        let Some(job) = planned.1.next() else { return };
        planned.0 += 1;
        let turn = queue.turns.turn(number);
        // While a heavy job is worked on, no other job is read.
        let planned = if W::is_heavy(&job) {
            turn.wait();
            Some(planned)
        } else {
            drop(planned);
            None
        };
        worker.work(job, &turn, &mut |part| queue.put(number, part));
        drop(planned);
        queue.end(number);
    }
}

/// The parts that were made and not yet taken.
struct PartQueue<'c, P> {
    state: Mutex<QueueState<P>>,
    max_bytes: usize,
    /// Notified when a part can be taken, or when there will be none.
    ready: Condvar,
    /// Woken when there is room, or when another job gets its turn.
    background: &'c BackgroundTasks,
    turns: Turns,
}

struct QueueState<P> {
    /// The number of the current job, whose parts are taken now.
    turn: usize,
    /// The current job and later ones.
    jobs: VecDeque<JobParts<P>>,
    /// True from when the caller takes a part until it asks for the next one.
    is_taking: bool,
    bytes: usize,
    workers: usize,
    /// Set when parts are no longer taken.
    is_stopped: bool,
    panic: Option<String>,
}

struct JobParts<P> {
    parts: VecDeque<P>,
    is_complete: bool,
}

impl<P> QueueState<P> {
    fn job(&mut self, number: usize) -> &mut JobParts<P> {
        let index = number - self.turn;
        while self.jobs.len() <= index {
            self.jobs.push_back(JobParts { parts: VecDeque::new(), is_complete: false });
        }
        &mut self.jobs[index]
    }

    /// Returns true if the caller has taken all parts of a job so far, and asks for the next one.
    fn has_taken_all(&self, number: usize) -> bool {
        let is_current = self.turn == number && !self.is_taking;
        self.turn > number || (is_current && self.jobs.front().is_none_or(|job| job.parts.is_empty()))
    }
}

impl<'c, P: Weigh> PartQueue<'c, P> {
    fn new(pool: &'c WorkerPool) -> Self {
        let state = QueueState {
            turn: 0,
            jobs: VecDeque::new(),
            is_taking: false,
            bytes: 0,
            workers: 0,
            is_stopped: false,
            panic: None,
        };
        Self {
            state: Mutex::new(state),
            max_bytes: pool.max_bytes,
            ready: Condvar::new(),
            background: &pool.background,
            turns: Turns::new(&pool.background),
        }
    }

    fn state(&self) -> MutexGuard<'_, QueueState<P>> {
        // Nothing panics while the lock is held. The state would be consistent even then.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs background tasks until there are none, then waits until `waits` returns false.
    fn wait_while(&self, waits: impl Fn(&QueueState<P>) -> bool) -> MutexGuard<'_, QueueState<P>> {
        loop {
            let changes = self.background.changes();
            if self.background.help() {
                continue;
            }
            let state = self.state();
            if !waits(&state) {
                return state;
            }
            drop(state);
            self.background.wait(changes);
        }
    }

    /// Waits until another job may be started.
    fn wait_for_room(&self) -> ControlFlow<()> {
        let state = self.wait_while(|state| !state.is_stopped && state.bytes > self.max_bytes);
        if state.is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Runs background tasks until the queue is stopped.
    fn help_until_stopped(&self) {
        drop(self.wait_while(|state| !state.is_stopped));
    }

    /// Appends a part to its job. Waits while the queue has no room for the part, unless the caller waits for it. Drops a part of
    /// a cancelled job: the caller waits for the end of that job, and takes no parts meanwhile.
    fn put(&self, number: usize, part: P) -> ControlFlow<()> {
        let (bytes, large) = (part.bytes(), part.large());
        let mut state = self.wait_while(|state| {
            let is_awaited = state.turn == number && state.jobs.front().is_none_or(|job| job.parts.is_empty());
            let is_full = state.bytes > 0 && state.bytes + bytes > self.max_bytes;
            !state.is_stopped && !is_awaited && is_full && !part.is_cancelled()
        });
        if state.is_stopped || part.is_cancelled() {
            return ControlFlow::Break(());
        }
        state.bytes += bytes;
        state.job(number).parts.push_back(part);
        if state.turn == number {
            self.ready.notify_one();
        }
        drop(state);
        if let Some(is_cancelled) = large {
            let state = self.wait_while(|state| !state.is_stopped && !state.has_taken_all(number) && !is_cancelled());
            if state.is_stopped {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Ends a job.
    fn end(&self, number: usize) {
        let mut state = self.state();
        if !state.is_stopped {
            state.job(number).is_complete = true;
            self.ready.notify_one();
        }
        drop(state);
        self.background.wake();
    }

    /// Waits for the next part. Returns `None` after the last.
    fn next(&self) -> Result<Option<P>, String> {
        let mut state = self.state();
        if mem::take(&mut state.is_taking) {
            self.background.wake();
        }
        loop {
            if let Some(message) = state.panic.take() {
                return Err(message);
            }
            if let Some(part) = state.jobs.front_mut().and_then(|job| job.parts.pop_front()) {
                state.bytes -= part.bytes();
                state.is_taking = true;
                self.background.wake();
                return Ok(Some(part));
            }
            if state.jobs.front().is_some_and(|job| job.is_complete) {
                state.jobs.pop_front();
                state.turn += 1;
                self.turns.set(state.turn);
                self.background.wake();
            } else if state.workers == 0 {
                return Ok(None);
            } else {
                state = self.ready.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    fn report(&self, result: thread::Result<()>) {
        if let Err(payload) = result {
            self.state().panic.get_or_insert_with(|| message(&*payload));
            self.stop();
        }
    }

    /// Makes all workers end.
    fn stop(&self) {
        self.state().is_stopped = true;
        self.turns.set(usize::MAX);
        self.background.wake();
    }
}

/// Counts a worker as ended when dropped, also after a panic.
struct WorkerGuard<'q, P: Weigh>(&'q PartQueue<'q, P>);

impl<'q, P: Weigh> WorkerGuard<'q, P> {
    /// Counts a worker until the result is dropped.
    fn join(queue: &'q PartQueue<'q, P>) -> Self {
        queue.state().workers += 1;
        Self(queue)
    }
}

impl<P: Weigh> Drop for WorkerGuard<'_, P> {
    fn drop(&mut self) {
        self.0.state().workers -= 1;
        self.0.ready.notify_one();
    }
}

/// Stops the queue when dropped, also after a panic of the callback.
struct StopAtEnd<'q, P: Weigh>(&'q PartQueue<'q, P>);

impl<P: Weigh> Drop for StopAtEnd<'_, P> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Returns the message of a panic.
fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic").to_owned()
}

#[cfg(test)]
mod tests;
