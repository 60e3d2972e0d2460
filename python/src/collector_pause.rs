//! Pauses Python's garbage collector while many objects are created.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// Calls `create` while the cyclic garbage collector is paused. `create` must not run Python code, so that no other
/// code observes the pause.
///
/// PERF: by default, Python collects after 700 new containers. Each collection visits the new ones, which are all in
/// use here: that takes as long as to create them.
pub(crate) fn without_collector<R>(py: Python<'_>, create: impl FnOnce() -> PyResult<R>) -> PyResult<R> {
    static IS_ENABLED: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    static DISABLE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    if !IS_ENABLED.import(py, "gc", "isenabled")?.call0()?.is_truthy()? {
        return create();
    }
    DISABLE.import(py, "gc", "disable")?.call0()?;
    let pause = Pause(py);
    let created = create();
    drop(pause);
    created
}

/// Enables the collector when dropped.
struct Pause<'py>(Python<'py>);

impl Drop for Pause<'_> {
    fn drop(&mut self) {
        static ENABLE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let enabled = ENABLE.import(self.0, "gc", "enable").and_then(Bound::call0);
        debug_assert!(enabled.is_ok(), "gc.enable() does not fail");
    }
}
