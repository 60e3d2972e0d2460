//! One thread at a time: the batches of a reader that threads share.

use crate::batch_sender::lock;
use crate::errors::value_error;
use crate::interrupt;
use pyo3::prelude::*;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// How often a thread checks whether another one still has its turn.
const PERIOD: Duration = Duration::from_millis(5);

/// The source of the batches of a reader. A thread that waits for a batch has a turn, and other threads wait for theirs.
pub(crate) struct Turns<T> {
    source: Mutex<T>,
    /// The thread that has a turn.
    thread: Mutex<Option<ThreadId>>,
}

impl<T> Turns<T> {
    pub(crate) fn new(source: T) -> Self {
        Self { source: Mutex::new(source), thread: Mutex::default() }
    }

    /// Waits until no other thread has a turn. Call it without the interpreter.
    ///
    /// # Errors
    ///
    /// Raises ValueError if this thread has a turn: Python code that the source calls uses the reader, and would wait forever.
    pub(crate) fn take(&self) -> PyResult<Turn<'_, T>> {
        loop {
            if let Some(turn) = self.try_take() {
                return Ok(turn);
            }
            if *lock(&self.thread) == Some(thread::current().id()) {
                return Err(value_error("the reader is waiting for a batch in this thread: its input must not use it"));
            }
            interrupt::check()?;
            thread::sleep(PERIOD);
        }
    }

    /// Returns a turn if no thread has one.
    pub(crate) fn try_take(&self) -> Option<Turn<'_, T>> {
        let source = match self.source.try_lock() {
            Ok(source) => source,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        *lock(&self.thread) = Some(thread::current().id());
        Some(Turn { source, thread: &self.thread })
    }

    /// Returns the source, which no other thread can use.
    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.source.get_mut().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// The source, for one thread. The turn ends when this is dropped.
pub(crate) struct Turn<'t, T> {
    source: MutexGuard<'t, T>,
    thread: &'t Mutex<Option<ThreadId>>,
}

impl<T> Deref for Turn<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.source
    }
}

impl<T> DerefMut for Turn<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.source
    }
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        *lock(self.thread) = None;
    }
}
