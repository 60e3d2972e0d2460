//! The threads, locks and channels of the concurrent parts, from the standard library and from tokio. `models/` compiles the same parts
//! with the types of Shuttle, which runs them under many schedules.

use std::io;
pub use std::sync::atomic::AtomicUsize;
#[cfg(feature = "remote")]
pub use std::sync::mpsc;
pub use std::sync::{Condvar, Mutex, MutexGuard};
pub use std::thread::{Scope, scope};
#[cfg(feature = "remote")]
pub use tokio::sync::Semaphore;

/// Starts a thread that ends before `scope` does.
///
/// # Errors
///
/// Returns an error if the system cannot start a thread.
pub fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<()> {
    std::thread::Builder::new().spawn_scoped(scope, work).map(drop)
}
