//! Reports about a run, on the thread that waits for its batches: errors in the log `tagrake`, and progress.

use crate::arguments::wrong_type;
use crate::batch_sender::{RunProgress, lock};
use crate::counts::counts_dict;
use crate::held_object::HeldObject;
use pyo3::intern;
use pyo3::prelude::*;
use std::mem;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tagrake_bulk::input::RemoteOptions;

/// How often the callable of `progress=` is called.
const PERIOD: Duration = Duration::from_millis(100);

/// The reports of a run.
pub(crate) struct RunReport {
    /// The callable of `progress=`.
    callback: Option<Arc<HeldObject>>,
    /// The time of the last call.
    last: Mutex<Option<Instant>>,
    remote: RemoteOptions,
}

impl RunReport {
    /// Returns a report to the callable `progress`. Counts of downloads come from `remote`.
    pub(crate) fn new(progress: Option<Py<PyAny>>, remote: RemoteOptions) -> Self {
        Self { callback: progress.map(HeldObject::new), last: Mutex::default(), remote }
    }

    /// Logs new errors, and calls the callback unless it was called a moment ago.
    pub(crate) fn update(&self, progress: &Mutex<RunProgress>) -> PyResult<()> {
        let warnings = mem::take(&mut lock(progress).warnings);
        if !warnings.is_empty() {
            Python::attach(|py| log(py, &warnings))?;
        }
        let Some(callback) = &self.callback else { return Ok(()) };
        let mut last = lock(&self.last);
        if last.is_some_and(|last| last.elapsed() < PERIOD) {
            return Ok(());
        }
        *last = Some(Instant::now());
        drop(last);
        self.call(callback, progress)
    }

    /// Reports the end of the run.
    pub(crate) fn end(&self, progress: &Mutex<RunProgress>) -> PyResult<()> {
        *lock(&self.last) = None;
        let updated = self.update(progress);
        self.close();
        updated
    }

    /// Closes the progress bar.
    pub(crate) fn close(&self) {
        let Some(callback) = &self.callback else { return };
        Python::attach(|py| {
            let closed = callback.get(py).map(|callback| callback.call_method0(intern!(py, "close")));
            drop(closed); // a function has no method close
        });
    }

    /// Returns the callable.
    pub(crate) fn callback(&self) -> Option<&Arc<HeldObject>> {
        self.callback.as_ref()
    }

    fn call(&self, callback: &HeldObject, progress: &Mutex<RunProgress>) -> PyResult<()> {
        let counts = lock(progress).counts.clone();
        Python::attach(|py| {
            let Some(callback) = callback.get(py) else { return Ok(()) };
            callback.call1((counts_dict(py, counts, self.remote.downloaded_bytes())?,)).map(drop)
        })
    }
}

/// Writes warnings to the logger `tagrake`.
pub(crate) fn log(py: Python<'_>, warnings: &[String]) -> PyResult<()> {
    let logger = py.import(intern!(py, "logging"))?.call_method1(intern!(py, "getLogger"), ("tagrake",))?;
    for warning in warnings {
        logger.call_method1(intern!(py, "warning"), ("%s", warning))?;
    }
    Ok(())
}

/// The value of `progress=`: a callable, true for a progress bar, or false for no reports.
pub(crate) enum Progress {
    Callback(Py<PyAny>),
    Bar,
    Off,
}

impl<'py> FromPyObject<'_, 'py> for Progress {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<bool>() {
            Ok(true) => Ok(Self::Bar),
            Ok(false) => Ok(Self::Off),
            Err(_) if object.is_callable() => Ok(Self::Callback(object.to_owned().unbind())),
            Err(_) => Err(wrong_type("a function of the counts, True, False or None", &object)),
        }
    }
}

impl Progress {
    /// Returns the callable, if there is one. A progress bar has `total_bytes`, if they are known.
    pub(crate) fn callback(
        self,
        py: Python<'_>,
        total_bytes: impl FnOnce() -> Option<u64>,
    ) -> PyResult<Option<Py<PyAny>>> {
        match self {
            Self::Callback(callback) => Ok(Some(callback)),
            Self::Bar => {
                let bar = py.import(intern!(py, "tagrake._progress"))?.getattr(intern!(py, "ProgressBar"))?;
                bar.call1((total_bytes(),)).map(|bar| Some(bar.unbind()))
            }
            Self::Off => Ok(None),
        }
    }
}
