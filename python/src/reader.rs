//! Page readers that each thread keeps from call to call.

use crate::options::PageOptions;
use std::cell::RefCell;
use std::mem;
use tagrake_bulk::Reader;
use tagrake_bulk::columns::Columns;
use tagrake_bulk::input::InputPage;
use tagrake_extract::Page;

/// The number of readers that a thread keeps.
const MAX_READERS: usize = 4;
/// Bytes of the longest page after which a reader is kept. The decoded page has up to three times as many bytes.
const MAX_KEPT_HTML: usize = MAX_KEPT_BYTES / 3;
/// Bytes of the largest buffer that is kept from page to page.
pub(crate) const MAX_KEPT_BYTES: usize = 32 << 20;

thread_local! {
    /// The readers of this thread, most recently used last.
    static READERS: RefCell<Vec<PageReader>> = const { RefCell::new(Vec::new()) };
}

/// Reads pages with fixed options, and reuses its memory from page to page.
pub(crate) struct PageReader {
    pub(crate) options: PageOptions,
    /// The reader for bytes, then the reader for str. Created on first use.
    readers: [Option<Reader>; 2],
    /// Empty columns with the capacity of the last batch.
    pub(crate) columns: Option<Columns>,
}

impl PageReader {
    /// Reads the page `html` with the metadata `known`, and passes the result and the options to `take`.
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

/// Calls `work` with this thread's reader for these options.
pub(crate) fn with_reader<R>(options: &PageOptions, work: impl FnOnce(&mut PageReader) -> R) -> R {
    // The reader is removed during the call: `work` may call this function again.
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
