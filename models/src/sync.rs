//! The same items as `archive/src/sync.rs`, of Shuttle.

use shuttle::future::batch_semaphore::{AcquireError, BatchSemaphore, Fairness};
use shuttle::sync::atomic::AtomicUsize as ModelAtomic;
pub use shuttle::sync::mpsc;
pub use shuttle::sync::{Condvar, Mutex, MutexGuard};
pub use shuttle::thread::Scope;
use std::cell::Cell;
use std::io;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// An atomic integer.
pub type AtomicUsize = ModelAtomic;

thread_local! {
    /// The number of threads that can still be started.
    static THREADS: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Sets the number of threads that can be started from now on.
pub fn limit_threads(threads: usize) {
    THREADS.set(threads);
}

/// Starts a thread that ends before `scope` does.
///
/// # Errors
///
/// Returns an error after as many threads as [`limit_threads`] permits.
pub fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<()> {
    THREADS.set(THREADS.get().checked_sub(1).ok_or(io::ErrorKind::WouldBlock)?);
    scope.spawn(work);
    Ok(())
}

/// Runs `body`, and waits for the threads that it starts, also if it panics. Shuttle's own function does not wait then.
pub fn scope<'env, T>(body: impl for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> T) -> T {
    let result = shuttle::thread::scope(|scope| catch_unwind(AssertUnwindSafe(|| body(scope))));
    result.unwrap_or_else(|payload| resume_unwind(payload))
}

/// The semaphore of tokio.
pub struct Semaphore(BatchSemaphore);

/// The permits that were acquired.
pub struct Permits<'s>(&'s BatchSemaphore, usize);

impl Semaphore {
    /// Creates a semaphore.
    pub fn new(permits: usize) -> Self {
        Self(BatchSemaphore::new(permits, Fairness::StrictlyFair))
    }

    /// Waits for permits.
    ///
    /// # Errors
    ///
    /// Returns an error if the semaphore is closed.
    pub async fn acquire_many(&self, permits: u32) -> Result<Permits<'_>, AcquireError> {
        self.0.acquire(permits as usize).await?;
        Ok(Permits(&self.0, permits as usize))
    }

    /// Adds permits.
    pub fn add_permits(&self, permits: usize) {
        self.0.release(permits);
    }

    /// Ends all that wait for permits.
    pub fn close(&self) {
        self.0.close();
    }
}

impl Permits<'_> {
    /// Keeps the permits from returning to the semaphore.
    pub fn forget(self) {
        mem::forget(self);
    }
}

impl Drop for Permits<'_> {
    fn drop(&mut self) {
        self.0.release(self.1);
    }
}
