//! Readers of pages that are kept from call to call.

use crate::options::PageOptions;
use std::cell::RefCell;
use std::mem;
use tagrake::extract::Page;
use tagrake_bulk::Reader;
use tagrake_bulk::columns::Columns;
use tagrake_bulk::input::InputPage;

/// How many readers a thread keeps.
const MAX_READERS: usize = 4;
/// Bytes of a page up to which the memory of its reader is kept: its text has up to three times as many.
const MAX_KEPT_HTML: usize = MAX_KEPT_BYTES / 3;
/// Bytes of any buffer that is kept from page to page.
pub(crate) const MAX_KEPT_BYTES: usize = 32 << 20;

thread_local! {
    /// The readers of this thread, the one that was used last at the end.
    static READERS: RefCell<Vec<PageReader>> = const { RefCell::new(Vec::new()) };
}

/// Reads pages as its options say, and keeps its memory from one to the next.
pub(crate) struct PageReader {
    pub(crate) options: PageOptions,
    /// For bytes, and for text; made when a page first asks for it.
    readers: [Option<Reader>; 2],
    /// Columns without rows, with room for as many as the last batch had.
    pub(crate) columns: Option<Columns>,
}

impl PageReader {
    /// Reads a page, of which `known` is known, whose bytes are `html`, and gives what it says to `take`, with the options.
    pub(crate) fn read<R>(
        &mut self,
        known: &InputPage,
        html: &[u8],
        is_text: bool,
        take: impl FnOnce(&Page<'_>, &PageOptions) -> R,
    ) -> R {
        let options = &self.options;
        let kept = &mut self.readers[usize::from(is_text)];
        let reader = kept.get_or_insert_with(|| Reader::new(options.reader(is_text)));
        let result = reader.read_html(known, html, |page| take(page, options));
        if html.len() > MAX_KEPT_HTML {
            *kept = None;
        }
        result
    }
}

/// Has `work` use this thread's reader with these options.
pub(crate) fn with_reader<R>(options: &PageOptions, work: impl FnOnce(&mut PageReader) -> R) -> R {
    // It is taken out meanwhile.
    let mut reader = READERS.with_borrow_mut(|readers| {
        let place = readers.iter().rposition(|reader| reader.options == *options);
        place.map(|place| readers.remove(place))
    });
    let reader_ref = reader.get_or_insert_with(|| PageReader {
        options: options.clone(),
        readers: Default::default(),
        columns: None,
    });
    let result = work(reader_ref);
    READERS.with_borrow_mut(|readers| {
        if readers.len() >= MAX_READERS {
            readers.remove(0);
        }
        readers.extend(mem::take(&mut reader));
    });
    result
}
