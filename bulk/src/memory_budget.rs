//! The memory that large pages may take, whatever the number of threads.
//!
//! A thread reads usual pages without asking. For more it claims bytes of a pool that all threads share. A claim that does
//! not fit waits; the job whose turn it is never does, so the run goes on, and at most one job takes more than the pool has.

use crate::background_tasks::Chores;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that the jobs that do not have their turn may claim together.
const POOL_BYTES: usize = 32 << 20;

/// Bytes that a page may have before memory is claimed for it.
const FREE_PAGE_BYTES: usize = 5 << 18;
/// Bytes of memory that the reading of any page may take, and that are kept from page to page.
pub(crate) const FREE_BYTES: usize = 4 << 20;
/// Bytes of memory that the reading of a page may take for each of its own, before all that it may take is claimed.
const BYTES_PER_BYTE: usize = 6;

/// Which job has its turn: the one whose parts are taken.
pub(crate) struct Turns {
    current: Arc<AtomicUsize>,
    chores: Chores,
}

impl Turns {
    pub(crate) fn new(chores: &Chores) -> Self {
        Self { current: Arc::default(), chores: chores.clone() }
    }

    /// Sets the job that has its turn. Wake those who wait after this.
    pub(crate) fn set(&self, number: usize) {
        self.current.store(number, Ordering::Release);
    }

    /// Returns the turn of a job.
    pub(crate) fn turn(&self, number: usize) -> Turn {
        Turn { number, current: Some(self.current.clone()), chores: self.chores.clone() }
    }
}

/// The turn of a job. The default is for a run with one thread, in which each job has its turn when it is worked on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Turn {
    number: usize,
    current: Option<Arc<AtomicUsize>>,
    chores: Chores,
}

impl Turn {
    /// Returns true if the job has its turn, or the run is stopped.
    pub(crate) fn is_now(&self) -> bool {
        self.current.as_ref().is_none_or(|current| current.load(Ordering::Acquire) >= self.number)
    }

    /// Waits until the job has its turn, and does background tasks meanwhile.
    pub(crate) fn wait(&self) {
        if !self.is_now() {
            self.chores.help_until(|| self.is_now());
        }
    }
}

/// The pool of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pool(Arc<AtomicUsize>);

impl Pool {
    /// Adds `bytes` if they fit.
    fn take(&self, bytes: usize) -> bool {
        let add = |used: usize| used.checked_add(bytes).filter(|&used| used <= POOL_BYTES);
        self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, add).is_ok()
    }
}

/// What a job may take of the memory for large pages.
#[derive(Default)]
pub(crate) struct Allowance {
    turn: Turn,
    pool: Pool,
    /// The bytes that were claimed.
    claimed: AtomicUsize,
    /// Those of them that are the pool's.
    pooled: AtomicUsize,
}

impl Allowance {
    pub(crate) fn new(turn: Turn, pool: Pool) -> Self {
        Self { turn, pool, claimed: AtomicUsize::new(0), pooled: AtomicUsize::new(0) }
    }

    /// Raises the claim of the job to `bytes` in all. Waits until the pool has room or the job has its turn.
    pub(crate) fn claim(&self, bytes: usize) {
        let more = bytes.saturating_sub(self.claimed.load(Ordering::Relaxed));
        if more == 0 {
            return;
        }
        let mut is_pooled = false;
        let mut may_go_on = || {
            is_pooled = !self.turn.is_now() && self.pool.take(more);
            is_pooled || self.turn.is_now()
        };
        if !may_go_on() {
            self.turn.chores.help_until(may_go_on);
        }
        self.claimed.store(bytes, Ordering::Relaxed);
        if is_pooled {
            self.pooled.fetch_add(more, Ordering::Relaxed);
        }
    }

    /// Returns true if the jobs of other threads share the pool.
    pub(crate) fn is_shared(&self) -> bool {
        self.turn.current.is_some()
    }

    /// Returns how many bytes of memory the reading of a page of `page_bytes` may take at first, if all that it may take is
    /// `most`. If that is less and too little, [`claim_most`](Self::claim_most) and read again.
    pub(crate) fn first_limit(&self, page_bytes: usize, most: usize) -> usize {
        let usual = (page_bytes * BYTES_PER_BYTE).max(FREE_BYTES);
        if page_bytes > FREE_PAGE_BYTES {
            self.claim(usual);
        }
        if self.is_shared() && self.claimed() < most { usual.min(most) } else { most }
    }

    /// Claims all that the reading of a page may take.
    pub(crate) fn claim_most(&self, page_bytes: usize, most: usize) {
        self.claim(most.saturating_add(page_bytes * BYTES_PER_BYTE));
    }

    /// Returns how many bytes are claimed.
    pub(crate) fn claimed(&self) -> usize {
        self.claimed.load(Ordering::Relaxed)
    }

    /// Gives back what was claimed.
    pub(crate) fn release(&self) {
        self.claimed.store(0, Ordering::Relaxed);
        let pooled = self.pooled.swap(0, Ordering::Relaxed);
        if pooled > 0 {
            self.pool.0.fetch_sub(pooled, Ordering::AcqRel);
            self.turn.chores.wake();
        }
    }
}

impl Drop for Allowance {
    fn drop(&mut self) {
        self.release();
    }
}

impl fmt::Debug for Allowance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Allowance").field("claimed", &self.claimed).finish_non_exhaustive()
    }
}
