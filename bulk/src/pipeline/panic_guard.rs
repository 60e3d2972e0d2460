//! Panics of a caller's closure, which are the caller's and not an error of a run.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

/// Keeps the panic of a closure that a run calls on its threads, and resumes it on the thread of the caller.
#[derive(Default)]
pub(super) struct PanicGuard(Mutex<Option<Box<dyn Any + Send>>>);

impl PanicGuard {
    /// Calls the closure. If it panics, the run ends.
    pub(super) fn call<R>(&self, closure: impl FnOnce() -> R) -> R {
        panic::catch_unwind(AssertUnwindSafe(closure)).unwrap_or_else(|payload| {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(payload);
            // The hook has printed the message.
            panic::resume_unwind(Box::new("a panic of a closure"))
        })
    }

    /// Runs `run`, which may call closures with [`call`](Self::call). Resumes the panic of the first one that panicked.
    pub(super) fn resume<R>(&self, run: impl FnOnce() -> R) -> R {
        let result = panic::catch_unwind(AssertUnwindSafe(run));
        let own = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (own, result) {
            (Some(payload), _) | (None, Err(payload)) => panic::resume_unwind(payload),
            (None, Ok(result)) => result,
        }
    }
}
