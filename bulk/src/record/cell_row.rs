//! The row of a position in a table.

use super::row_page::RowPage;
use crate::input::InputPage;
use crate::row::{Object, ObjectSink, PageRow, Row, RowKey, sealed};
use crate::schema::table::RowError;
use crate::schema::{LINK_PAGE, Table};
use tagrake_extract::{Page, PageTable, Parts, TableCell};

/// A position of a table of a page, with its cell, as a row of its own, with keys that identify the page.
///
/// ```
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::row::Row;
/// use tagrake_bulk::schema::Table;
/// use tagrake_bulk::{CellRow, Fields, Reader, ReaderOptions};
///
/// let input = InputPage::new("page.html", b"<table><tr><th colspan=2>Minutes</table>".to_vec());
/// let fields = Fields::only_of(Table::Tables, "table,row,column,header,text,repeated")?;
/// let rows = Reader::new(ReaderOptions::default().with_fields(Table::Tables, &fields)).read(&input, |page| {
///     let tables = page.blocks.iter().flat_map(tagrake_extract::Blocks::tables);
///     let cells = tables.flat_map(|table| table.cells().map(move |cell| (table, cell)));
///     cells.map(|(table, cell)| CellRow::new(&input, page, table, cell).to_json(&fields)).collect::<Result<Vec<_>, _>>()
/// })?;
/// let first = r#"{"table":0,"row":0,"column":0,"header":true,"text":"Minutes"}"#;
/// let second = r#"{"table":0,"row":0,"column":1,"header":true,"text":"Minutes","repeated":true}"#;
/// assert_eq!(rows, [first, second]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CellRow<'r> {
    page: RowPage<'r>,
    cell: PageCell<'r>,
}

impl<'r> CellRow<'r> {
    /// Creates the row of `cell`, which is a position of `table`, which is a table of `page`.
    pub fn new(input: &'r InputPage, page: &'r Page<'r>, table: PageTable<'r, 'r>, cell: TableCell<'r, 'r>) -> Self {
        Self { page: RowPage { input, page }, cell: PageCell { page, table, cell } }
    }
}

impl sealed::Sealed for CellRow<'_> {}

impl Row for CellRow<'_> {
    const TABLE: Table = Table::Tables;

    fn parts(&self) -> Option<Parts> {
        Some(self.page.page.parts)
    }

    fn value_of(self, key: RowKey) -> Option<String> {
        self.page.value_of(key)
    }
}

impl Object for CellRow<'_> {
    #[inline(always)]
    fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
        self.page.write_fields(row)?;
        self.cell.write_fields(row)
    }
}

impl PageRow for CellRow<'_> {
    const PAGE_FIELDS: usize = LINK_PAGE.len();

    fn page_fields(self) -> impl Object {
        self.page
    }

    #[inline(always)]
    fn own_fields(self) -> impl Object {
        self.cell
    }
}

/// A position of a table of a page.
#[derive(Clone, Copy, Debug)]
struct PageCell<'r> {
    page: &'r Page<'r>,
    table: PageTable<'r, 'r>,
    cell: TableCell<'r, 'r>,
}

impl Object for PageCell<'_> {
    #[inline(always)] // so that the sink can know each field when it is compiled
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        let Self { page, table, cell } = self;
        let when = |flag: bool| flag.then_some(true);
        object.put("table", table.index())?;
        object.put_option("table_parent", table.parent())?;
        object.put_option("data", when(table.is_data()))?;
        object.put_option("caption", table.caption())?;
        object.put("row", cell.row())?;
        object.put("column", cell.column())?;
        object.put("header", cell.is_header())?;
        object.put("text", cell.text())?;
        object.put_option("repeated", when(cell.is_repeated()))?;
        object.put("offset", page.text_offset() + cell.element().tag_span().start)
    }
}
