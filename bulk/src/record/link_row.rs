//! The row of a link.

use super::lazy_host::LazyHost;
use super::page_parts::PageLink;
use super::row_page::{self, RowPage};
use crate::input::InputPage;
use crate::row::{Object, ObjectSink, PageRow, Row, RowKey, sealed};
use crate::schema::table::RowError;
use crate::schema::{LINK_PAGE, Table};
use tagrake_extract::{FactSource, Link, Page, Parts, Region, Selection, View};

/// A link of a page as a row of its own, with keys that identify the page.
///
/// ```
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::row::Row;
/// use tagrake_bulk::schema::Table;
/// use tagrake_bulk::{Fields, LinkRow, Reader, ReaderOptions};
///
/// let input = InputPage::new("page.html", b"<a href=http://e.org/>E</a>".to_vec());
/// let fields = Fields::only_of(Table::Links, "source,page_url,element,url,text")?;
/// let rows = Reader::new(ReaderOptions::default()).read(&input, |page| {
///     let rows = page.links.iter().map(|link| LinkRow::new(&input, page, link).to_json(&fields));
///     rows.collect::<Result<Vec<_>, _>>()
/// })?;
/// assert_eq!(rows, [r#"{"source":"page.html","page_url":null,"element":"a","url":"http://e.org/","text":"E"}"#]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LinkRow<'r> {
    page: RowPage<'r>,
    link: LinkColumns<'r>,
}

impl<'r> LinkRow<'r> {
    /// Creates the row of `link`, which is a link of `page`.
    pub fn new(input: &'r InputPage, page: &'r Page<'r>, link: &'r Link<'r>) -> Self {
        Self {
            page: RowPage { input, page },
            link: LinkColumns { link: PageLink { page, link }, main: None, page_host: None },
        }
    }

    /// Sets the main content of the page, for the key `in_main`.
    ///
    /// ```
    /// use tagrake_bulk::input::InputPage;
    /// use tagrake_bulk::row::Row;
    /// use tagrake_bulk::schema::Table;
    /// use tagrake_bulk::{Fields, LinkRow, Reader, ReaderOptions};
    /// use tagrake_extract::View;
    ///
    /// let fields = Fields::only_of(Table::Links, "in_main")?;
    /// let input = InputPage::new("page.html", b"<nav><a href=/>Home</a></nav>".to_vec());
    /// let row = Reader::new(ReaderOptions::default().with_fields(Table::Links, &fields)).read(&input, |page| {
    ///     let main = page.blocks.as_ref().and_then(|blocks| blocks.view(View::default()));
    ///     LinkRow::new(&input, page, &page.links[0]).with_main(main).to_json(&fields)
    /// })?;
    /// assert_eq!(row, r#"{"in_main":false}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_main(mut self, main: Option<Selection<'r, 'r>>) -> Self {
        self.link.main = main;
        self
    }
}

impl<'r> LinkRow<'r> {
    /// Sets the host of the page's URL, so that it is not found for each link.
    pub(crate) fn with_page_host(mut self, host: &'r LazyHost<'r>) -> Self {
        self.link.page_host = Some(host);
        self
    }
}

impl sealed::Sealed for LinkRow<'_> {}

impl Row for LinkRow<'_> {
    const TABLE: Table = Table::Links;

    fn parts(&self) -> Option<Parts> {
        Some(self.page.page.parts)
    }

    fn value_of(self, key: RowKey) -> Option<String> {
        match key {
            RowKey::Host | RowKey::Domain => row_page::value_of(key, self.link.link.link.url, None, None),
            _ => self.page.value_of(key),
        }
    }
}

impl Object for LinkRow<'_> {
    #[inline(always)]
    fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
        self.page.write_fields(row)?;
        self.link.write_fields(row)
    }
}

impl PageRow for LinkRow<'_> {
    const PAGE_FIELDS: usize = LINK_PAGE.len();

    fn page_fields(self) -> impl Object {
        self.page
    }

    #[inline(always)]
    fn own_fields(self) -> impl Object {
        self.link
    }
}

/// The fields of a link: those in page records, and those on request.
#[derive(Clone, Copy, Debug)]
struct LinkColumns<'r> {
    link: PageLink<'r>,
    /// The main content, if the blocks have scores.
    main: Option<Selection<'r, 'r>>,
    /// The host of the page's URL, if it is shared by the rows of the page.
    page_host: Option<&'r LazyHost<'r>>,
}

/// Writes the next field of `$sink`, with a value that is computed only if the field is requested.
macro_rules! put_requested {
    ($sink:ident, $name:literal, $value:expr) => {
        if $sink.takes_next() {
            $sink.put_option($name, $value)?;
        } else {
            $sink.skip();
        }
    };
}

impl Object for LinkColumns<'_> {
    #[inline(always)] // so that the sink can know each field when it is compiled
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        let PageLink { page, link } = self.link;
        let context = link.context;
        self.link.write_fields(object)?;
        let (host, own_page_host) = (LazyHost::new(link.url), LazyHost::new(page.url));
        let page_host = self.page_host.unwrap_or(&own_page_host);
        put_requested!(object, "host", host.name());
        put_requested!(object, "domain", host.domain(Some(page_host)));
        put_requested!(object, "page_host", page_host.name());
        put_requested!(object, "page_domain", page_host.domain(None));
        put_requested!(object, "same_host", host.is_same(page_host));
        put_requested!(object, "same_domain", host.is_of_same_domain(page_host));
        object.put_option("place", Some(link.source().as_str()))?;
        object.put_option("region", context.region.map(Region::as_str))?;
        put_requested!(object, "in_main", self.is_in_main());
        object.put_option("path", Some(context.path).filter(|path| !path.is_empty()))?;
        object.put_option("label", link.label())?;
        object.put_option("integrity", context.integrity)?;
        object.put_option("loading", context.loading)?;
        object.put_option("fetchpriority", context.fetch_priority)
    }
}

impl LinkColumns<'_> {
    /// Returns true if the link is in a block of the main content, or between two of its blocks. `None` for a link of a header, and
    /// without scores.
    fn is_in_main(&self) -> Option<bool> {
        let PageLink { page, link } = self.link;
        let blocks = page.blocks.as_ref().filter(|_| link.source() != FactSource::Header)?;
        let main = self.main.or_else(|| blocks.view(View::default()))?;
        // The blocks have the order of their text, and no two of them overlap.
        let (mut next, mut end) = (0, blocks.len());
        while next < end {
            let middle = next + (end - next) / 2;
            match blocks.get(middle) {
                Some(block) if block.span().start <= link.span.start => next = middle + 1,
                _ => end = middle,
            }
        }
        let before = next.checked_sub(1);
        let is_inside =
            before.and_then(|index| blocks.get(index)).is_some_and(|block| block.span().end > link.span.start);
        let is_main = |index: usize| main.contains(index);
        Some(match before {
            Some(before) if is_inside => is_main(before),
            // The text of an anchor at the start of a block follows its tag.
            _ if !link.text.is_empty() => is_main(next),
            before => before.is_some_and(is_main) && is_main(next),
        })
    }
}
