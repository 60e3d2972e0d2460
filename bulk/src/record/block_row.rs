//! The row of a text block.

use super::page_text::Written;
use super::row_page::RowPage;
use crate::input::InputPage;
use crate::row::{Object, ObjectSink, PageRow, Row, RowKey, sealed};
use crate::schema::table::RowError;
use crate::schema::{LINK_PAGE, Table};
use tagrake_extract::{Block, Page, Parts, Selection};

/// Maximum length of a language, in bytes: enough for any language tag by RFC 5646. Longer ones are left out, because
/// every block repeats them.
const LANG_BYTES: usize = 35;

/// A text block of a page as a row of its own, with keys that identify the page.
///
/// ```
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::row::Row;
/// use tagrake_bulk::schema::Table;
/// use tagrake_bulk::{BlockRow, Fields, Reader, ReaderOptions};
///
/// let input = InputPage::new("page.html", b"<ul><li>One <a href=x>two</a>".to_vec());
/// let fields = Fields::only_of(Table::Blocks, "source,path,text,words,link_words,list_depth")?;
/// let rows = Reader::new(ReaderOptions::default().with_fields(Table::Blocks, &fields)).read(&input, |page| {
///     let rows = page.blocks.iter().flat_map(|blocks| blocks.iter());
///     rows.map(|block| BlockRow::new(&input, page, block, None).to_json(&fields)).collect::<Result<Vec<_>, _>>()
/// })?;
/// let row = r#"{"source":"page.html","path":"body/ul/li","text":"One two","words":2,"link_words":1,"list_depth":1}"#;
/// assert_eq!(rows, [row]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BlockRow<'r> {
    page: RowPage<'r>,
    block: PageBlock<'r>,
}

impl<'r> BlockRow<'r> {
    /// Creates the row of `block`, which is a block of `page`. `main` has the blocks of the main content, if the page
    /// was read with them.
    pub fn new(
        input: &'r InputPage,
        page: &'r Page<'r>,
        block: Block<'r, 'r>,
        main: Option<Selection<'r, 'r>>,
    ) -> Self {
        Self { page: RowPage { input, page }, block: PageBlock { page, block, main } }
    }
}

impl sealed::Sealed for BlockRow<'_> {}

impl Row for BlockRow<'_> {
    const TABLE: Table = Table::Blocks;

    fn parts(&self) -> Option<Parts> {
        Some(self.page.page.parts)
    }

    fn value_of(self, key: RowKey) -> Option<String> {
        self.page.value_of(key)
    }
}

impl Object for BlockRow<'_> {
    #[inline(always)]
    fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
        self.page.write_fields(row)?;
        self.block.write_fields(row)
    }
}

impl PageRow for BlockRow<'_> {
    const PAGE_FIELDS: usize = LINK_PAGE.len();

    fn page_fields(self) -> impl Object {
        self.page
    }

    #[inline(always)]
    fn own_fields(self) -> impl Object {
        self.block
    }
}

/// A block of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageBlock<'r> {
    pub(super) page: &'r Page<'r>,
    pub(super) block: Block<'r, 'r>,
    pub(super) main: Option<Selection<'r, 'r>>,
}

impl Object for PageBlock<'_> {
    #[inline(always)] // so that the sink can know each field when it is compiled
    fn write_fields(self, object: &mut impl ObjectSink) -> Result<(), RowError> {
        let Self { page, block, main } = self;
        let (element, container, span) = (block.element(), block.container(), block.span());
        let cell = block.table_cell();
        let when = |flag: bool| flag.then_some(true);
        object.put("index", block.index())?;
        object.put("element", element.name())?;
        object.put("path", Written(|path: &mut String| element.write_path(path)))?;
        object.put("text", block.text())?;
        object.put("offset", page.text_offset() + span.start)?;
        object.put("length", span.len())?;
        object.put("container", container.index())?;
        object.put_option("container_parent", container.parent().map(|parent| parent.container().index()))?;
        object.put("words", block.words())?;
        object.put("link_words", block.link_words())?;
        object.put_option("heading_level", Some(block.heading_level()).filter(|&level| level > 0))?;
        object.put("list_depth", block.list_depth())?;
        object.put_option("table_row", cell.map(|(row, _)| row))?;
        object.put_option("table_column", cell.map(|(_, column)| column))?;
        object.put_option("line_breaks", Some(block.line_breaks()).filter(|&breaks| breaks > 0))?;
        object.put_option("lang", block.lang().filter(|lang| lang.len() <= LANG_BYTES))?;
        object.put_option("pre", when(block.is_preformatted()))?;
        object.put_option("hidden", when(block.is_hidden()))?;
        object.put_option("in_noscript", when(block.is_noscript()))?;
        object.put_option("score", block.score().map(|score| (score * 1e4).round() / 1e4))?;
        object.put_option("main", main.map(|main| main.contains(block.index())))?;
        object.put_option("record", block.record())?;
        object.put_option("comment", when(block.is_in_comments()))
    }
}
