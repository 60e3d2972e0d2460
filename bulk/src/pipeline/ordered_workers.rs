//! Threads that work on jobs, and whoever takes what they make in the order of the jobs.
//!
//! A free thread takes the next job itself, so that a job is planned, or its bytes read from a stream, when there is someone
//! to work on it. What is made waits in memory until it is its job's turn. A thread that is ahead waits when that is too
//! much; the one whose job has its turn never does, so the work goes on. Whoever takes what is made may leave chores to the
//! threads: they go before jobs, and are done by those who wait, too.

use crate::background_tasks::Chores;
use crate::memory_budget::{Turn, Turns};
use std::any::Any;
use std::cell::Cell;
use std::collections::VecDeque;
use std::io;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Someone who works on jobs, one after the other.
pub(super) trait Worker {
    type Job;
    type Part: Weigh;

    /// Returns true if the job itself takes much memory: then no other is read before it is done.
    fn is_heavy(job: &Self::Job) -> bool;

    /// Works on a job and passes each part of the result to `put`; stops when `put` breaks. `turn` is the turn of the job.
    fn work(&mut self, job: Self::Job, turn: &Turn, put: &mut dyn FnMut(Self::Part) -> ControlFlow<()>);
}

/// What takes memory.
pub(super) trait Weigh {
    /// Returns how many bytes, about.
    fn bytes(&self) -> usize;
}

/// Why not all jobs were done.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stop<B> {
    /// Whoever took the parts asked to stop.
    Asked(B),
    /// A worker panicked.
    Panic(String),
}

/// Threads that could not be started.
#[derive(Debug)]
pub(super) struct Shortage {
    pub(super) started: usize,
    pub(super) error: io::Error,
}

/// How many threads there are, how much may wait, and what else is to be done.
#[derive(Default)]
pub(super) struct Crew {
    pub(super) threads: usize,
    pub(super) max_bytes: usize,
    pub(super) chores: Chores,
    /// Set before the first part is given if fewer threads started than were asked for.
    pub(super) shortage: Cell<Option<Shortage>>,
}

impl Crew {
    /// Has all `jobs` done, and gives the parts to `take`, in the order of the jobs.
    pub(super) fn run<W: Worker<Job: Send, Part: Send>, B>(
        &self,
        jobs: impl Iterator<Item = W::Job> + Send,
        worker: impl Fn() -> W + Sync,
        take: impl FnMut(W::Part) -> ControlFlow<B>,
    ) -> Result<(), Stop<B>> {
        if self.threads > 1 { self.run_threads(jobs, worker, take, |_| Ok(())) } else { run_alone(jobs, &worker, take) }
    }

    /// Goes on with the threads that can be started, and on this one if none can. `may_start` is asked before each; in tests
    /// it fails as the system would.
    fn run_threads<W: Worker<Job: Send, Part: Send>, B>(
        &self,
        jobs: impl Iterator<Item = W::Job> + Send,
        worker: impl Fn() -> W + Sync,
        mut take: impl FnMut(W::Part) -> ControlFlow<B>,
        may_start: impl Fn(usize) -> io::Result<()>,
    ) -> Result<(), Stop<B>> {
        let jobs = Mutex::new((0, jobs.fuse()));
        let queue = Queue::new(self);
        let result = thread::scope(|scope| {
            // If `take` panics, nobody takes any more.
            let stop = StopAtEnd(&queue);
            let work = || {
                let leave = Leave(&queue);
                queue.report(panic::catch_unwind(AssertUnwindSafe(|| labour(&queue, &jobs, &mut worker()))));
                drop(leave);
                queue.report(panic::catch_unwind(AssertUnwindSafe(|| queue.help_until_stopped())));
            };
            for started in 0..self.threads {
                // It counts before it starts: it may leave at once.
                let joined = Leave::join(&queue);
                let spawn = || thread::Builder::new().spawn_scoped(scope, work);
                match may_start(started).and_then(|()| spawn()) {
                    Ok(_) => std::mem::forget(joined),
                    Err(error) => {
                        self.shortage.set(Some(Shortage { started, error }));
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
                        self.chores.finish();
                        break queue.next().map(drop).map_err(Stop::Panic);
                    }
                    Err(message) => break Err(Stop::Panic(message)),
                    Ok(Some(part)) => {
                        if let ControlFlow::Break(reason) = take(part) {
                            break Err(Stop::Asked(reason));
                        }
                    }
                }
            };
            drop(stop);
            Some(result)
        });
        result.unwrap_or_else(|| {
            let (_, jobs) = jobs.into_inner().unwrap_or_else(PoisonError::into_inner);
            run_alone(jobs, &worker, take)
        })
    }
}

fn run_alone<W: Worker, B>(
    jobs: impl Iterator<Item = W::Job>,
    worker: &impl Fn() -> W,
    mut take: impl FnMut(W::Part) -> ControlFlow<B>,
) -> Result<(), Stop<B>> {
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
        (Err(payload), _) => Err(Stop::Panic(message(&*payload))),
        (Ok(()), Some(reason)) => Err(Stop::Asked(reason)),
        (Ok(()), None) => Ok(()),
    }
}

/// Takes jobs and works on them until there are no more, or nobody wants what is made.
fn labour<W: Worker>(queue: &Queue<'_, W::Part>, jobs: &Mutex<(usize, impl Iterator<Item = W::Job>)>, worker: &mut W) {
    while queue.wait_for_room().is_continue() {
        let Ok(mut planned) = jobs.lock() else { return };
        let number = planned.0;
        let Some(job) = planned.1.next() else { return };
        planned.0 += 1;
        let turn = queue.turns.turn(number);
        // While a heavy job is worked on no other is read.
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

/// What was made and not yet taken.
struct Queue<'c, P> {
    state: Mutex<State<P>>,
    max_bytes: usize,
    /// There is a part to take, or there will be none.
    ready: Condvar,
    /// Are told when there is room, or another job has its turn.
    chores: &'c Chores,
    turns: Turns,
}

struct State<P> {
    /// The number of the job whose parts are taken now.
    turn: usize,
    /// That job and those behind it.
    jobs: VecDeque<Parts<P>>,
    bytes: usize,
    workers: usize,
    /// Nobody takes any more.
    is_stopped: bool,
    panic: Option<String>,
}

struct Parts<P> {
    parts: VecDeque<P>,
    is_whole: bool,
}

impl<P> State<P> {
    fn job(&mut self, number: usize) -> &mut Parts<P> {
        let index = number - self.turn;
        while self.jobs.len() <= index {
            self.jobs.push_back(Parts { parts: VecDeque::new(), is_whole: false });
        }
        &mut self.jobs[index]
    }
}

impl<'c, P: Weigh> Queue<'c, P> {
    fn new(crew: &'c Crew) -> Self {
        let state = State { turn: 0, jobs: VecDeque::new(), bytes: 0, workers: 0, is_stopped: false, panic: None };
        Self {
            state: Mutex::new(state),
            max_bytes: crew.max_bytes,
            ready: Condvar::new(),
            chores: &crew.chores,
            turns: Turns::new(&crew.chores),
        }
    }

    fn state(&self) -> MutexGuard<'_, State<P>> {
        // Nothing panics while it is locked, but what is in it would be right even so.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does chores until there are none, and then until `waits` is over.
    fn wait_while(&self, waits: impl Fn(&State<P>) -> bool) -> MutexGuard<'_, State<P>> {
        loop {
            let changes = self.chores.changes();
            if self.chores.help() {
                continue;
            }
            let state = self.state();
            if !waits(&state) {
                return state;
            }
            drop(state);
            self.chores.wait(changes);
        }
    }

    /// Waits until another job may be begun.
    fn wait_for_room(&self) -> ControlFlow<()> {
        let state = self.wait_while(|state| !state.is_stopped && state.bytes > self.max_bytes);
        if state.is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Does chores until nobody takes any more.
    fn help_until_stopped(&self) {
        drop(self.wait_while(|state| !state.is_stopped));
    }

    /// Puts a part behind the others of its job.
    fn put(&self, number: usize, part: P) -> ControlFlow<()> {
        let bytes = part.bytes();
        let mut state = self.wait_while(|state| {
            !state.is_stopped && state.turn != number && state.bytes > 0 && state.bytes + bytes > self.max_bytes
        });
        if state.is_stopped {
            return ControlFlow::Break(());
        }
        state.bytes += bytes;
        state.job(number).parts.push_back(part);
        if state.turn == number {
            self.ready.notify_one();
        }
        ControlFlow::Continue(())
    }

    /// Ends a job.
    fn end(&self, number: usize) {
        let mut state = self.state();
        if !state.is_stopped {
            state.job(number).is_whole = true;
            self.ready.notify_one();
        }
        drop(state);
        self.chores.wake();
    }

    /// Waits for the next part; `None` if there is no more.
    fn next(&self) -> Result<Option<P>, String> {
        let mut state = self.state();
        loop {
            if let Some(message) = state.panic.take() {
                return Err(message);
            }
            if let Some(part) = state.jobs.front_mut().and_then(|job| job.parts.pop_front()) {
                state.bytes -= part.bytes();
                self.chores.wake();
                return Ok(Some(part));
            }
            if state.jobs.front().is_some_and(|job| job.is_whole) {
                state.jobs.pop_front();
                state.turn += 1;
                self.turns.set(state.turn);
                self.chores.wake();
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

    /// Has all workers end.
    fn stop(&self) {
        self.state().is_stopped = true;
        self.turns.set(usize::MAX);
        self.chores.wake();
    }
}

/// A worker that leaves when it is done, in any way.
struct Leave<'q, P: Weigh>(&'q Queue<'q, P>);

impl<'q, P: Weigh> Leave<'q, P> {
    /// Counts a worker until this is dropped.
    fn join(queue: &'q Queue<'q, P>) -> Self {
        queue.state().workers += 1;
        Self(queue)
    }
}

impl<P: Weigh> Drop for Leave<'_, P> {
    fn drop(&mut self) {
        self.0.state().workers -= 1;
        self.0.ready.notify_one();
    }
}

/// Someone who takes parts, and leaves.
struct StopAtEnd<'q, P: Weigh>(&'q Queue<'q, P>);

impl<P: Weigh> Drop for StopAtEnd<'_, P> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Returns what a panic says.
fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic").to_owned()
}

#[cfg(test)]
mod tests;
