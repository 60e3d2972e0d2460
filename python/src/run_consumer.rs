//! The consumer's side of a run over WARC files: starts the run on a background thread, and waits for its batches.

use crate::batch_sender::{BatchSender, RunEnd, RunMessage, RunProgress, StopReason};
use crate::errors::value_error;
use crate::held_object::HeldObject;
use crate::interrupt::{self, PERIOD};
use crate::python_file::{FileReader, PythonFile};
use crate::row_columns::RowColumns;
use crate::run_report::RunReport;
use crate::turns::Turns;
use crate::warc_source::{SourcePart, WarcSource};
use arrow_array::RecordBatch as ArrowBatch;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex};
use std::{io, mem, process, thread};
use tagrake_bulk::input::Inputs;
use tagrake_bulk::output::Batches;
use tagrake_bulk::pipeline::{Run, RunError};
use tagrake_bulk::reason;

/// Batches that may wait for the consumer.
const MAX_WAITING: usize = 2;

/// The parts of a run.
pub(crate) struct RunParts {
    pub(crate) run: Run,
    pub(crate) columns: RowColumns,
    pub(crate) batches: Batches,
    pub(crate) source: WarcSource,
    pub(crate) end: RunEnd,
    pub(crate) report: RunReport,
}

/// The consumer's side of a run, shared by a reader and the streams that it exports.
pub(crate) struct RunConsumer {
    /// None at the end.
    running: Turns<Option<RunHandle>>,
    is_closed: AtomicBool,
    /// The process with the reading thread.
    process: u32,
    progress: Arc<Mutex<RunProgress>>,
    report: RunReport,
    /// The callable of `progress=` and the file objects, until the end.
    objects: Vec<Arc<HeldObject>>,
}

struct RunHandle {
    /// The run stops when this is dropped.
    _keep_alive: Arc<()>,
    messages: Receiver<RunMessage>,
    files: Vec<FileReader>,
}

/// A part of the input on the reading thread.
enum ThreadPart {
    Inputs(Box<Inputs>),
    File(Box<PythonFile>),
}

impl RunConsumer {
    /// Starts a run.
    pub(crate) fn new(py: Python<'_>, parts: RunParts) -> io::Result<Self> {
        let RunParts { run, columns, batches, source, end, report } = parts;
        let (sender, messages) = sync_channel(MAX_WAITING);
        let (progress, keep_alive) = (Arc::<Mutex<RunProgress>>::default(), Arc::new(()));
        let mut files = Vec::new();
        let parts = source.0.into_iter().map(|part| match part {
            SourcePart::Inputs(inputs) => ThreadPart::Inputs(inputs),
            SourcePart::File(file) => {
                let (reader, file) = PythonFile::new(py, file, files.len(), sender.clone());
                files.push(reader);
                ThreadPart::File(Box::new(file))
            }
        });
        let parts: Vec<_> = parts.collect();
        let mut batch_sender =
            BatchSender::new(sender, Arc::downgrade(&keep_alive), columns, batches, progress.clone(), end);
        let work = move || {
            let result = parts.into_iter().try_for_each(|part| read_part(&run, part, &mut batch_sender));
            batch_sender.end(result);
        };
        thread::Builder::new()
            .spawn(work)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot start a thread: {}", reason(&error))))?;
        let objects = files.iter().map(FileReader::object).chain(report.callback()).cloned().collect();
        Ok(Self {
            running: Turns::new(Some(RunHandle { _keep_alive: keep_alive, messages, files })),
            is_closed: AtomicBool::new(false),
            process: process::id(),
            progress,
            report,
            objects,
        })
    }

    /// Returns the counts and errors so far.
    pub(crate) fn progress(&self) -> &Mutex<RunProgress> {
        &self.progress
    }

    /// Returns true if no batch is left.
    pub(crate) fn is_consumed(&self) -> PyResult<bool> {
        self.check_process()?;
        Ok(self.is_closed.load(Ordering::Relaxed) || self.running.take()?.is_none())
    }

    /// Stops the run.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        if self.check_process().is_err() {
            return;
        }
        // A thread that waits for a batch stops the run itself.
        if let Some(mut running) = self.running.try_take() {
            *running = None;
            self.report.close();
            self.release_objects();
        }
    }

    /// Returns the Python objects that the run holds.
    pub(crate) fn objects(&self) -> &[Arc<HeldObject>] {
        &self.objects
    }

    /// Releases the Python objects, which may refer to the reader.
    pub(crate) fn release_objects(&self) {
        if !self.objects.is_empty() {
            Python::attach(|py| self.objects.iter().for_each(|object| object.release(py)));
        }
    }

    /// Waits for the next batch, and reads chunks of file objects for the reading thread. Returns None at the end.
    pub(crate) fn next_batch(&self) -> PyResult<Option<ArrowBatch>> {
        self.check_process()?;
        self.wait(&mut *self.running.take()?)
    }

    fn wait(&self, running: &mut Option<RunHandle>) -> PyResult<Option<ArrowBatch>> {
        let result = loop {
            // An exception of these does not stop the run: the caller can still take the next batch.
            interrupt::check()?;
            self.report.update(&self.progress)?;
            if self.is_closed.load(Ordering::Relaxed) {
                break Err(value_error("the reader is closed"));
            }
            let Some(RunHandle { messages, files, .. }) = running else { return Ok(None) };
            match messages.recv_timeout(PERIOD) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(RunMessage::Batch(batch)) => return Ok(Some(batch)),
                Ok(RunMessage::NeedsChunk(number)) => {
                    let Some(file) = files.get_mut(number) else { continue };
                    if let Err(error) = Python::attach(|py| file.read(py)) {
                        break Err(error);
                    }
                }
                Ok(RunMessage::End(None)) => break Ok(None),
                Ok(RunMessage::End(Some(failure))) => break Err(failure.to_error()),
                Err(RecvTimeoutError::Disconnected) => {
                    break Err(PyRuntimeError::new_err("internal error: the reading thread of tagrake panicked"));
                }
            }
        };
        *running = None;
        let ended = self.report.end(&self.progress);
        self.release_objects();
        ended.and(result)
    }

    /// Raises RuntimeError in a process made by `os.fork`, which has no reading thread: a wait for it would never end.
    fn check_process(&self) -> PyResult<()> {
        if process::id() == self.process {
            return Ok(());
        }
        let message =
            "the reader was made in another process, whose threads os.fork does not copy: call read_warc in this one";
        Err(PyRuntimeError::new_err(message))
    }
}

impl Drop for RunConsumer {
    fn drop(&mut self) {
        if self.check_process().is_err() {
            // The reading thread may have had a lock of the channel when the process was forked.
            mem::forget(self.running.get_mut().take());
        }
    }
}

/// Reads a part of the input on the reading thread.
fn read_part(run: &Run, part: ThreadPart, sender: &mut BatchSender) -> Result<(), RunError<StopReason>> {
    let counts = match part {
        ThreadPart::Inputs(inputs) => {
            sender.begin(Arc::default());
            run.read(*inputs, sender)?
        }
        ThreadPart::File(file) => {
            sender.begin(file.is_decompressed());
            run.read_stream(file.name().to_owned(), *file, sender)?
        }
    };
    sender.end_source(&counts)
}
