//! Makes values of pages: what a closure returns for each.

use super::block_maker::{BlockMaker, PageOutput, count_page};
use crate::input::InputPage;
use crate::input::error::InputError;
use crate::output::{Block, OutputError, Ticket};
use crate::page_reader::{Reader, ReaderOptions};
use crate::pipeline::main_selection::MainFilter;
use crate::pipeline::read_page::ReadPage;
use crate::schema::table::RowError;
use std::collections::HashMap;
use std::mem;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tagrake_archive::memory_budget::FREE_BYTES;

/// Values after which a block is passed on.
const MAX_VALUES: usize = 64;
/// Bytes of pages after which a block is passed on. A value is taken to be as large as its page.
const MAX_BYTES: usize = 1 << 20;
/// Bytes of an error besides its texts.
const ERROR_BYTES: usize = size_of::<InputError>() + 300;

/// A value of a page, or the error of an input.
type Item<T> = Result<T, InputError>;

/// The values whose blocks are not passed on yet, by the numbers in the blocks.
pub(crate) struct WaitingValues<T>(Mutex<Waiting<T>>);

struct Waiting<T> {
    values: HashMap<u64, Vec<Item<T>>>,
    next: u64,
    sender: Sender<u64>,
    /// The numbers of blocks that were dropped.
    dropped: Receiver<u64>,
}

impl<T> WaitingValues<T> {
    pub(crate) fn new() -> Self {
        let (sender, dropped) = mpsc::channel();
        Self(Mutex::new(Waiting { values: HashMap::new(), next: 0, sender, dropped }))
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores values. Returns a block with their number.
    fn put(&self, values: Vec<Item<T>>, bytes: usize) -> Block {
        let mut waiting = self.waiting();
        let Waiting { values: all, next, sender, dropped } = &mut *waiting;
        // The values of a discarded block are not taken.
        let discarded: Vec<_> = dropped.try_iter().filter_map(|number| all.remove(&number)).collect();
        let (rows, number) = (values.len(), *next);
        *next += 1;
        all.insert(number, values);
        let block = Block::of_values(rows, Ticket { number, bytes, dropped: sender.clone() });
        drop(waiting);
        drop(discarded); // runs code of the caller
        block
    }

    /// Removes the values of a block.
    pub(crate) fn take(&self, block: &Block) -> Vec<Item<T>> {
        let number = block.ticket.as_ref().map(|ticket| ticket.number);
        number.and_then(|number| self.waiting().values.remove(&number)).unwrap_or_default()
    }
}

/// Makes the value of a page.
pub(crate) trait MakeValue<T> {
    /// Returns the value of a page whose bytes are `html`; `None` if the page is not selected.
    fn make(
        &self,
        input: &InputPage,
        html: &[u8],
        read: &mut PageReading<'_>,
        output: &mut PageOutput<'_>,
    ) -> Option<T>;
}

/// How pages are read.
pub(crate) struct PageReading<'e> {
    reader: Reader,
    filter: MainFilter<'e>,
    selects: bool,
}

/// Calls a closure for each page that was read.
pub(crate) struct MapPage<F>(pub(crate) F);

impl<T, F: Fn(&ReadPage<'_>) -> T> MakeValue<T> for MapPage<F> {
    fn make(
        &self,
        input: &InputPage,
        html: &[u8],
        read: &mut PageReading<'_>,
        output: &mut PageOutput<'_>,
    ) -> Option<T> {
        read.reader.read_html(input, html, |page| {
            let is_selected = read.filter.takes(page, output.counts);
            is_selected.then(|| {
                count_page(page, output.counts);
                (self.0)(&ReadPage { input, html, page })
            })
        })
    }
}

/// Copies each page with its bytes, which are read only if pages are selected by their main content.
pub(crate) struct CopyPage;

impl MakeValue<InputPage> for CopyPage {
    fn make(
        &self,
        input: &InputPage,
        html: &[u8],
        read: &mut PageReading<'_>,
        output: &mut PageOutput<'_>,
    ) -> Option<InputPage> {
        let filter = &mut read.filter;
        if read.selects && !read.reader.read_html(input, html, |page| filter.takes(page, output.counts)) {
            return None;
        }
        output.counts.pages += 1;
        Some(InputPage { html: html.to_vec(), ..input.clone() })
    }
}

/// Collects the values of pages and the errors of inputs, in order, and makes a block for each group of them.
pub(crate) struct PageValues<'e, T, M> {
    read: PageReading<'e>,
    make: &'e M,
    waiting: &'e WaitingValues<T>,
    values: Vec<Item<T>>,
    bytes: usize,
}

impl<'e, T, M: MakeValue<T>> PageValues<'e, T, M> {
    pub(crate) fn new(
        reader: ReaderOptions,
        filter: MainFilter<'e>,
        make: &'e M,
        waiting: &'e WaitingValues<T>,
    ) -> Self {
        let selects = filter.is_any();
        let read = PageReading { reader: Reader::new(reader), filter, selects };
        Self { read, make, waiting, values: Vec::new(), bytes: 0 }
    }
}

impl<T, M: MakeValue<T>> BlockMaker for PageValues<'_, T, M> {
    fn reader(&mut self) -> Option<&mut Reader> {
        Some(&mut self.read.reader)
    }

    fn page(&mut self, input: &InputPage, html: &[u8], output: &mut PageOutput<'_>) -> Result<(), RowError> {
        if let Some(value) = self.make.make(input, html, &mut self.read, output) {
            self.values.push(Ok(value));
            self.bytes += html.len() + size_of::<Item<T>>();
        }
        if html.len() >= FREE_BYTES {
            self.read.reader.shrink(FREE_BYTES);
        }
        Ok(())
    }

    fn take_error(&mut self, error: InputError) -> Option<InputError> {
        self.bytes += ERROR_BYTES + error.origin.len() + error.url.as_ref().map_or(0, String::len);
        self.values.push(Err(error));
        None
    }

    fn is_full(&self) -> bool {
        self.values.len() >= MAX_VALUES || self.bytes >= MAX_BYTES
    }

    fn take(&mut self, _: &dyn Fn() -> Block) -> Result<Option<Block>, OutputError> {
        if self.values.is_empty() {
            return Ok(None);
        }
        let (values, bytes) = (mem::take(&mut self.values), mem::take(&mut self.bytes));
        Ok(Some(self.waiting.put(values, bytes)))
    }
}
