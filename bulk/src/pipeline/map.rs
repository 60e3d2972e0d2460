//! Runs whose result is a value of a closure for each page.

use super::counts::Counts;
use super::extraction::Extraction;
use super::jobs::shared::{NewMaker, RunWork};
use super::options::{ErrorPolicy, RunOptions};
use super::panic_guard::PanicGuard;
use super::products::{BlockMaker, MakeValue, MapPage, PageValues, WaitingValues};
use super::read_page::ReadPage;
use super::row_sink::{RowSink, RunError};
use super::run::Run;
use crate::input::Inputs;
use crate::input::error::InputError;
use crate::output::Block;
use crate::page_reader::ReaderOptions;

impl Run {
    /// Creates a run for [`map`](Self::map) and [`pages`](Self::pages), which extracts what `reader` asks for.
    ///
    /// ```
    /// use tagrake_bulk::ReaderOptions;
    /// use tagrake_bulk::pipeline::{Run, RunOptions};
    ///
    /// let run = Run::of_pages(ReaderOptions::default(), RunOptions::default());
    /// # let _ = run;
    /// ```
    pub fn of_pages(reader: ReaderOptions, options: RunOptions) -> Self {
        Self::new(Extraction::nothing(reader), options)
    }

    /// Calls `map` for each page of `inputs` on all cores, and passes its results to `take` on this thread, in the order of the input.
    ///
    /// Pages are extracted with the [parts](tagrake_extract::ExtractOptions::parts) that the options of the reader ask for, and with
    /// the parts that the rows of the extraction need. Unreadable input is an error in its place, with its path and offset, and the rest
    /// is read. A damaged record whose page could be read has both, first the page; a digest
    /// that does not match is before its page. [`RunOptions::errors`] does not count: to end at the
    /// first error, let `take` return it.
    ///
    /// Values wait for their turn while memory allows it. A value is taken to be as large as its page. `map` can be called for
    /// a page whose value is then dropped: inside a page of an archive there may be another archive.
    ///
    /// # Errors
    ///
    /// Returns the error of `take`, which ends the run.
    ///
    /// # Panics
    ///
    /// Panics if a closure does, with its message.
    ///
    /// ```
    /// use tagrake_bulk::input::Inputs;
    /// use tagrake_bulk::pipeline::{Run, RunOptions};
    /// use tagrake_bulk::{InputError, ReaderOptions};
    ///
    /// let folder = tempfile::tempdir()?;
    /// std::fs::write(folder.path().join("a.html"), "<title>Fish")?;
    /// std::fs::write(folder.path().join("b.html"), "<title>Chips")?;
    /// let run = Run::of_pages(ReaderOptions::default(), RunOptions::default());
    /// let mut titles = Vec::new();
    /// let title = |read: &tagrake_bulk::pipeline::ReadPage<'_>| read.page.title.map(str::to_owned);
    /// let counts = run.map(Inputs::new([folder.path()]), title, |title| {
    ///     titles.extend(title?);
    ///     Ok::<(), InputError>(())
    /// })?;
    /// assert_eq!((counts.pages, &titles[..]), (2, &["Fish".to_owned(), "Chips".to_owned()][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn map<T: Send, E>(
        &self,
        inputs: Inputs,
        map: impl Fn(&ReadPage<'_>) -> T + Sync,
        take: impl FnMut(Result<T, InputError>) -> Result<(), E>,
    ) -> Result<Counts, RunError<E>> {
        let guard = PanicGuard::default();
        let make = MapPage(|page: &ReadPage<'_>| guard.call(|| map(page)));
        self.values_of(inputs, &make, &guard, take)
    }

    /// Passes the values that `make` makes of pages to `take`.
    pub(super) fn values_of<T: Send, M: MakeValue<T> + Sync, E>(
        &self,
        inputs: Inputs,
        make: &M,
        guard: &PanicGuard,
        take: impl FnMut(Result<T, InputError>) -> Result<(), E>,
    ) -> Result<Counts, RunError<E>> {
        // Errors are values, and neither rows nor the end of the run.
        let options = RunOptions { errors: ErrorPolicy::Skip, summaries: false, ..self.options.clone() };
        let run = Self { extraction: self.extraction.clone(), options };
        let waiting = WaitingValues::new();
        let makers = ValueMakers { extraction: &run.extraction, make, waiting: &waiting };
        let mut sink = TakeValues { waiting: &waiting, take, guard };
        guard.resume(|| run.read_for(RunWork::Values(&makers), inputs, &mut sink))
    }
}

/// Creates the makers of values.
struct ValueMakers<'e, T, M> {
    extraction: &'e Extraction,
    make: &'e M,
    waiting: &'e WaitingValues<T>,
}

impl<T: Send, M: MakeValue<T> + Sync> NewMaker for ValueMakers<'_, T, M> {
    fn new_maker(&self) -> Box<dyn BlockMaker + '_> {
        let Self { extraction, make, waiting } = *self;
        Box::new(PageValues::new(extraction.reader_of_values(), extraction.filter(), make, waiting))
    }
}

/// Passes the values of blocks on.
struct TakeValues<'w, T, F> {
    waiting: &'w WaitingValues<T>,
    take: F,
    guard: &'w PanicGuard,
}

impl<T, E, F: FnMut(Result<T, InputError>) -> Result<(), E>> RowSink for TakeValues<'_, T, F> {
    type Error = E;

    fn rows(&mut self, block: Block) -> Result<Block, E> {
        let Self { waiting, take, guard } = self;
        for value in waiting.take(&block) {
            guard.call(|| take(value))?;
        }
        Ok(Block::default())
    }
}
