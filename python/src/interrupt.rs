//! Handles Ctrl-C while the interpreter is released.

use arrow_schema::ArrowError;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// How often signals are checked. Ctrl-C must end a call within half a second.
pub(crate) const PERIOD: Duration = Duration::from_millis(100);

thread_local! {
    /// When this thread last checked.
    static LAST: Cell<Instant> = Cell::new(Instant::now());
}

/// Runs Python's signal handlers, unless this thread did in the last [`PERIOD`].
///
/// # Errors
///
/// If a handler raises: by default KeyboardInterrupt on Ctrl-C.
pub(crate) fn check() -> PyResult<()> {
    let now = Instant::now();
    if now.duration_since(LAST.get()) < PERIOD {
        return Ok(());
    }
    LAST.set(now);
    // The method path has a fixed lifetime and does not type-check.
    #[allow(clippy::redundant_closure_for_method_calls)]
    Python::attach(|py| py.check_signals())
}

/// If `error` is a KeyboardInterrupt, raises it again in the main thread, because consumers of an Arrow stream report
/// every error as their own. Returns the error for the consumer as text: Python code that formatted the exception would
/// be interrupted.
pub(crate) fn raise_again(error: ArrowError) -> ArrowError {
    let ArrowError::ExternalError(cause) = &error else { return error };
    let Some(cause) = cause.downcast_ref::<PyErr>() else { return error };
    let message = Python::attach(|py| {
        if !cause.is_instance_of::<PyKeyboardInterrupt>(py) {
            return error.to_string();
        }
        let raised = py.import("_thread").and_then(|module| module.call_method0("interrupt_main"));
        drop(raised); // if this fails, the consumer still reports its error
        "interrupted".to_owned()
    });
    ArrowError::ComputeError(message)
}
