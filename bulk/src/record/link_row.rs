//! The row of a link.

use super::page_parts::PageLink;
use super::row_page::RowPage;
use crate::input::InputPage;
use crate::row::{Object, ObjectSink, PageRow, Row};
use crate::schema::table::RowError;
use crate::schema::{LINK_PAGE, Table};
use tagrake_extract::{Link, Page};

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
        Self { page: RowPage { input, page }, link: PageLink { page, link } }
    }
}

impl Row for LinkRow<'_> {
    const TABLE: Table = Table::Links;
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
