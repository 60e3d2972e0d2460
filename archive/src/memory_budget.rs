//! Limits the memory for large pages, independently of the number of threads.
//!
//! A thread reads a page of usual size without a claim. For a larger page it claims bytes from a pool that all
//! threads share. A claim that exceeds the pool waits. The job whose turn it is never waits, so the run makes
//! progress and at most one job exceeds the pool.
//!
//! A page is read with the usual limit first. If that is too little, it is read again with twice as much if the
//! pool has room, then with everything that the options permit. A job that was read from a stream and is itself
//! large is finished before another is read.
//!
//! Example: three threads each read a page of 4 MiB, for which 24 MiB are claimed. The first job has its turn and
//! does not use the pool. The second takes the 24 MiB of the pool. The third waits until the second job releases its claim,
//! or until its own turn.
//!
//! The row of a large page is claimed too, before it is made.
//!
//! A thread keeps its claim and the memory for its next job: the system clears each page of memory that it allocates
//! again. The thread releases both at the end of a job if another thread waits.

use crate::background_tasks::BackgroundTasks;
use crate::sync::AtomicUsize;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Bytes that all jobs together may claim, except the job whose turn it is.
const POOL_BYTES: usize = 24 << 20;

/// Bytes of a page up to which no memory is claimed for it.
const FREE_PAGE_BYTES: usize = 5 << 18;
/// Bytes of memory that reading any page may use without a claim, and that are retained between pages.
pub const FREE_BYTES: usize = 4 << 20;
/// Bytes of memory claimed for each byte of a page, before the maximum is claimed.
const BYTES_PER_BYTE: usize = 6;
/// Bytes of memory claimed for the row of a large page, for each byte of the page.
const ROW_BYTES_PER_BYTE: usize = 3;

/// Bytes of a row from which it is large. At most one large row is encoded at a time, and other memory that is not
/// needed for it is released before.
pub const LARGE_ROW_BYTES: usize = 8 << 20;

/// Tracks which job has its turn: the one whose parts are passed to the sink now.
pub struct Turns {
    current: Arc<AtomicUsize>,
    background: BackgroundTasks,
}

impl Turns {
    pub fn new(background: &BackgroundTasks) -> Self {
        Self { current: Arc::default(), background: background.clone() }
    }

    /// Sets the job that has its turn. Call [`BackgroundTasks::wake`] afterwards.
    pub fn set(&self, number: usize) {
        self.current.store(number, Ordering::Release);
    }

    /// Returns the turn of a job.
    pub fn turn(&self, number: usize) -> Turn {
        Turn { number, current: Some(self.current.clone()), background: self.background.clone() }
    }
}

/// The turn of a job. The default is for a run on one thread, where each job has its turn while it is worked on.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    number: usize,
    current: Option<Arc<AtomicUsize>>,
    background: BackgroundTasks,
}

impl Turn {
    /// Returns true if the job has its turn, or the run is stopped.
    pub fn is_now(&self) -> bool {
        self.current.as_ref().is_none_or(|current| current.load(Ordering::Acquire) >= self.number)
    }

    /// Waits until the job has its turn, and does background tasks meanwhile.
    pub fn wait(&self) {
        if !self.is_now() {
            self.background.help_until(|| self.is_now());
        }
    }
}

/// The memory that the jobs of a run share.
#[derive(Clone, Debug, Default)]
pub struct MemoryPool(Arc<PoolState>);

#[derive(Debug, Default)]
struct PoolState {
    /// Bytes claimed from the pool.
    used: AtomicUsize,
    /// The number of jobs that wait for bytes.
    waiting: AtomicUsize,
}

impl MemoryPool {
    /// Claims `bytes`. Returns false if the pool has too few left.
    fn take(&self, bytes: usize) -> bool {
        let add = |used: usize| used.checked_add(bytes).filter(|&used| used <= POOL_BYTES);
        self.0.used.fetch_update(Ordering::AcqRel, Ordering::Acquire, add).is_ok()
    }

    /// Returns true if no job waits for bytes.
    fn is_free(&self) -> bool {
        self.0.waiting.load(Ordering::Acquire) == 0
    }
}

/// The memory that a job has claimed for large pages.
#[derive(Default)]
pub struct Allowance {
    turn: Turn,
    pool: MemoryPool,
    /// Bytes claimed.
    claimed: AtomicUsize,
    /// Bytes of the claim that are taken from the pool.
    pooled: AtomicUsize,
}

impl Allowance {
    pub fn new(turn: Turn, pool: MemoryPool) -> Self {
        Self { turn, pool, claimed: AtomicUsize::new(0), pooled: AtomicUsize::new(0) }
    }

    /// Raises the job's claim to a total of `bytes`. Waits until the pool has room or the job has its turn.
    pub fn claim(&self, bytes: usize) {
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
            self.pool.0.waiting.fetch_add(1, Ordering::AcqRel);
            self.turn.background.help_until(may_go_on);
            self.pool.0.waiting.fetch_sub(1, Ordering::AcqRel);
        }
        self.claimed.store(bytes, Ordering::Relaxed);
        if is_pooled {
            self.pooled.fetch_add(more, Ordering::Relaxed);
        }
    }

    /// Returns true if the job has its turn, so that it may use as much memory as the options permit.
    pub fn has_turn(&self) -> bool {
        self.turn.is_now()
    }

    /// Returns true if jobs on other threads share the pool.
    pub fn is_shared(&self) -> bool {
        self.turn.current.is_some()
    }

    /// Returns the bytes of memory to allow for the first attempt to read a page of `page_bytes`. `most` is the limit
    /// that the options set. If the result is lower and turns out to be too low, call
    /// [`next_limit`](Self::next_limit) and read again.
    pub fn first_limit(&self, page_bytes: usize, most: usize) -> usize {
        let usual = (page_bytes * BYTES_PER_BYTE).max(FREE_BYTES);
        if page_bytes > FREE_PAGE_BYTES {
            self.claim(usual);
        }
        if self.is_shared() && self.claimed() < most { usual.max(self.claimed()).min(most) } else { most }
    }

    /// Claims more memory for a page for which `limit` was too low: twice as much if the pool can have that,
    /// otherwise the most that reading a page may use. Returns the new limit.
    pub fn next_limit(&self, limit: usize, page_bytes: usize, most: usize) -> usize {
        let double = 2 * limit;
        if double < most && double <= POOL_BYTES {
            self.claim(double);
            return double;
        }
        self.claim(most.saturating_add(page_bytes * BYTES_PER_BYTE));
        most
    }

    /// Claims memory for the row of a page, beside the memory that reading the page has claimed.
    pub fn claim_row(&self, page_bytes: usize) {
        if page_bytes > FREE_PAGE_BYTES {
            self.claim(self.claimed() + page_bytes * ROW_BYTES_PER_BYTE);
        }
    }

    /// Returns the bytes of memory that may be retained between pages.
    pub fn retained_bytes(&self) -> usize {
        self.claimed().max(FREE_BYTES)
    }

    /// Returns the number of bytes claimed.
    pub fn claimed(&self) -> usize {
        self.claimed.load(Ordering::Relaxed)
    }

    /// Ends the job. Returns true if its claim may pass on to the thread's next job: no other job waits, and the pool
    /// has room for what was claimed beside it. Otherwise, the memory must be freed, and then the claim
    /// [released](Self::release).
    pub fn may_pass_on(&self) -> bool {
        let (claimed, pooled) = (self.claimed(), self.pooled.load(Ordering::Relaxed));
        let is_pooled = self.pool.is_free() && self.pool.take(claimed - pooled);
        if is_pooled {
            self.pooled.store(claimed, Ordering::Relaxed);
        }
        is_pooled
    }

    /// Passes the claim on to a job that has this turn.
    pub fn pass_on(&self, turn: Turn) -> Self {
        let [claimed, pooled] =
            [&self.claimed, &self.pooled].map(|bytes| AtomicUsize::new(bytes.swap(0, Ordering::Relaxed)));
        Self { turn, pool: self.pool.clone(), claimed, pooled }
    }

    /// Returns the claimed memory to the pool.
    pub fn release(&self) {
        self.claimed.store(0, Ordering::Relaxed);
        let pooled = self.pooled.swap(0, Ordering::Relaxed);
        if pooled > 0 {
            self.pool.0.used.fetch_sub(pooled, Ordering::AcqRel);
            self.turn.background.wake();
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

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: usize = 1 << 20;

    fn used(pool: &MemoryPool) -> usize {
        pool.0.used.load(Ordering::Relaxed)
    }

    #[test]
    fn a_claim_passes_on_to_the_next_job_until_another_job_waits() {
        let (turns, pool) = (Turns::new(&BackgroundTasks::default()), MemoryPool::default());
        let first = Allowance::new(turns.turn(1), pool.clone());
        first.claim(20 * MIB);
        assert!(first.may_pass_on());
        let second = first.pass_on(turns.turn(2));
        drop(first);
        assert_eq!((second.claimed(), used(&pool)), (20 * MIB, 20 * MIB));

        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| Allowance::new(turns.turn(3), pool.clone()).claim(20 * MIB));
            while pool.is_free() {
                std::thread::yield_now();
            }
            assert!(!second.may_pass_on());
            second.release();
            waiting.join().expect("the claim is met");
        });
        assert!(pool.is_free());
        assert_eq!(used(&pool), 0);
    }

    #[test]
    fn what_was_claimed_beside_the_pool_passes_on_only_if_the_pool_has_room() {
        let (turns, pool) = (Turns::new(&BackgroundTasks::default()), MemoryPool::default());
        for (claimed, passes_on) in [(20 * MIB, true), (POOL_BYTES + 1, false)] {
            // The first job has its turn.
            let allowance = Allowance::new(turns.turn(0), pool.clone());
            allowance.claim(claimed);
            assert_eq!(used(&pool), 0);
            assert_eq!(allowance.may_pass_on(), passes_on);
            assert_eq!(used(&pool), if passes_on { claimed } else { 0 });
            allowance.release();
            assert_eq!((used(&pool), allowance.claimed()), (0, 0));
        }
    }

    /// Rows were made beside the memory that jobs claimed.
    #[test]
    fn the_row_of_a_large_page_is_claimed() {
        let (turns, pool) = (Turns::new(&BackgroundTasks::default()), MemoryPool::default());
        let allowance = Allowance::new(turns.turn(1), pool.clone());
        for (page, claimed) in [(MIB, 0), (2 * MIB, 18 * MIB)] {
            allowance.first_limit(page, 128 * MIB);
            allowance.claim_row(page);
            assert_eq!((allowance.claimed(), used(&pool)), (claimed, claimed));
        }
    }

    #[test]
    fn limits_double_within_the_pool() {
        let (turns, pool) = (Turns::new(&BackgroundTasks::default()), MemoryPool::default());
        let allowance = Allowance::new(turns.turn(1), pool.clone());
        let (page, most) = (2 * MIB, 128 * MIB);
        let limit = allowance.first_limit(page, most);
        assert_eq!((limit, allowance.claimed()), (12 * MIB, 12 * MIB));
        let limit = allowance.next_limit(limit, page, most);
        assert_eq!((limit, allowance.claimed(), used(&pool)), (24 * MIB, 24 * MIB, 24 * MIB));
        turns.set(1);
        let limit = allowance.next_limit(limit, page, most);
        assert_eq!((limit, allowance.claimed(), used(&pool)), (most, most + 12 * MIB, 24 * MIB));
    }
}
