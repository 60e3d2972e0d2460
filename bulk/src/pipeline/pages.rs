//! A loop over pages: an iterator over the pages of inputs with their contexts.

use super::panic_guard::PanicGuard;
use super::products::CopyPage;
use super::row_sink::RunError;
use super::run::Run;
use crate::input::error::InputError;
use crate::input::{InputPage, Inputs};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, JoinHandle};
use std::{fmt, io, panic};

/// Pages that are read ahead.
const PAGES_AHEAD: usize = 4;

impl Run {
    /// Returns the pages of `inputs` in their order, each with its bytes and its context: the URL, the headers of the response, and the
    /// place of its record. [`read`](Self::read) makes rows of the same pages.
    ///
    /// One background thread reads them, a few pages ahead of the caller. To extract pages on all cores, use [`map`](Self::map).
    ///
    /// # Errors
    ///
    /// Returns an error if the thread cannot be started. An item is an error if an input cannot be opened or a record is damaged, and
    /// the rest follows.
    ///
    /// ```
    /// use tagrake_bulk::input::Inputs;
    /// use tagrake_bulk::pipeline::{Run, RunOptions};
    /// use tagrake_bulk::{Reader, ReaderOptions};
    ///
    /// let folder = tempfile::tempdir()?;
    /// std::fs::write(folder.path().join("a.html"), "<title>Fish")?;
    /// std::fs::write(folder.path().join("b.html"), "<title>Chips")?;
    /// let run = Run::of_pages(ReaderOptions::default(), RunOptions::default());
    /// let mut reader = Reader::new(ReaderOptions::default());
    /// let mut titles = Vec::new();
    /// for page in run.pages(Inputs::new([folder.path()]))? {
    ///     titles.push(reader.read(&page?, |page| page.title.map(str::to_owned)));
    /// }
    /// assert_eq!(titles, [Some("Fish".to_owned()), Some("Chips".to_owned())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pages(&self, inputs: Inputs) -> io::Result<Pages> {
        let (sender, pages) = sync_channel(PAGES_AHEAD);
        let mut run = self.clone();
        run.options.threads = 1;
        let read = move || {
            let guard = PanicGuard::default();
            // The caller may need no more pages.
            let result = run.values_of(inputs, &CopyPage, &guard, |page| sender.send(page).map_err(drop));
            if let Err(RunError::Panic(message)) = result {
                panic::resume_unwind(Box::new(message));
            }
        };
        let thread = thread::Builder::new().name("tagrake-pages".to_owned()).spawn(read)?;
        Ok(Pages { pages: Some(pages), thread: Some(thread) })
    }
}

/// The pages of inputs, of [`Run::pages`]. When it is dropped, reading ends.
pub struct Pages {
    pages: Option<Receiver<Result<InputPage, InputError>>>,
    thread: Option<JoinHandle<()>>,
}

impl Iterator for Pages {
    type Item = Result<InputPage, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Ok(page) = self.pages.as_ref()?.recv() {
            return Some(page);
        }
        self.pages = None;
        if let Some(Err(payload)) = self.thread.take().map(JoinHandle::join) {
            panic::resume_unwind(payload);
        }
        None
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        self.pages = None;
        // The thread ends at the next page.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl fmt::Debug for Pages {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Pages").finish_non_exhaustive()
    }
}
