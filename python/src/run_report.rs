//! Reports about a run, on the thread that waits for its batches: errors in the log `tagrake`, and progress.

use crate::arguments::wrong_type;
use crate::batch_sender::{RunProgress, lock};
use crate::counts::counts_dict;
use pyo3::intern;
use pyo3::prelude::*;
use std::mem;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use tagrake_bulk::input::RemoteOptions;

/// How often the callable of `progress=` is called.
const PERIOD: Duration = Duration::from_millis(100);

/// The reports of a run.
pub(crate) struct RunReport {
    /// The value of `progress=`.
    callback: Option<Py<PyAny>>,
    /// The time of the last call.
    last: Mutex<Option<Instant>>,
    remote: RemoteOptions,
}

impl RunReport {
    /// Returns a report to the callable `progress`. Counts of downloads come from `remote`.
    pub(crate) fn new(progress: Option<Py<PyAny>>, remote: RemoteOptions) -> Self {
        Self { callback: progress, last: Mutex::default(), remote }
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
            let _ = callback.call_method0(py, intern!(py, "close")); // a function has no method close
        });
    }

    fn call(&self, callback: &Py<PyAny>, progress: &Mutex<RunProgress>) -> PyResult<()> {
        let counts = lock(progress).counts.clone();
        Python::attach(|py| {
            let counts = counts_dict(py, counts, self.remote.downloaded_bytes())?;
            callback.call1(py, (counts,)).map(drop)
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
