//! Python objects that a run holds, and that the garbage collector of Python can visit.

use crate::batch_sender::lock;
use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};
use std::sync::{Arc, Mutex};

/// A Python object that a run uses until it is released.
///
/// A thread locks it only while the thread is attached to the interpreter, and runs no Python code meanwhile. So the collector never
/// finds it locked, and finds the same object in each of its passes.
pub(crate) struct HeldObject(Mutex<Option<Py<PyAny>>>);

impl HeldObject {
    pub(crate) fn new(object: Py<PyAny>) -> Arc<Self> {
        Arc::new(Self(Mutex::new(Some(object))))
    }

    /// Returns the object, unless it was released.
    pub(crate) fn get<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        lock(&self.0).as_ref().map(|object| object.bind(py).clone())
    }

    /// Holds `object` in place of the present one.
    pub(crate) fn replace(&self, object: Bound<'_, PyAny>) {
        let before = lock(&self.0).replace(object.unbind());
        drop(before); // may run Python code, so after the lock
    }

    /// Releases the object.
    pub(crate) fn release(&self, _: Python<'_>) {
        let object = lock(&self.0).take();
        drop(object); // may run Python code, so after the lock
    }

    /// Passes the object to the collector.
    pub(crate) fn visit(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.0.try_lock() {
            Ok(object) => visit.call(&*object),
            Err(_) => Ok(()),
        }
    }
}
