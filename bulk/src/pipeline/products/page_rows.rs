//! The rows and texts of pages: records, links, text blocks, tables, and visible text.

use super::row_maker::{PageRows, ReadPage, RowBlock};
use crate::output::OutputOptions;
use crate::record::block_row::BlockRow;
use crate::record::cell_row::CellRow;
use crate::record::lazy_host::LazyHost;
use crate::record::link_row::LinkRow;
use crate::record::page_record::PageRecord;
use crate::record::page_text::TextOptions;
use crate::schema::table::RowError;
use tagrake_extract::{Blocks, Link, LinkClass, LinkKind, Page, View};

/// A record for each page.
pub(crate) struct PageRecords<'e> {
    kinds: &'e [LinkKind],
    texts: TextOptions,
    /// True if the record has links, which are then counted.
    has_links: bool,
}

/// A row for each link.
pub(crate) struct LinkRows<'e> {
    kinds: &'e [LinkKind],
    /// True if the row shows that a link is relative and could not be resolved. Then such links are counted.
    counts_relative: bool,
}

/// A row for each text block.
pub(crate) struct BlockRows(pub(crate) TextOptions);

/// A row for each position of a table.
pub(crate) struct CellRows;

/// A text for each page.
pub(crate) struct PageTexts(pub(crate) TextOptions);

impl<'e> PageRecords<'e> {
    pub(crate) fn new(kinds: &'e [LinkKind], texts: TextOptions, output: &OutputOptions) -> Self {
        Self { kinds, texts, has_links: output.fields.has("links") }
    }
}

impl PageRows for PageRecords<'_> {
    const IS_ONE_PER_PAGE: bool = true;

    fn add(&self, page: &ReadPage<'_>, block: &mut RowBlock<'_, '_>) -> Result<(), RowError> {
        let ReadPage { input, html, page } = page;
        let record = PageRecord::new(input, page).with_kinds(self.kinds).with_body(html);
        block.encoder.push(record.with_texts(self.texts))?;
        if self.has_links {
            let relative = chosen(self.kinds, page).filter(|link| link.class == LinkClass::Relative);
            block.counts.relative_links += relative.count() as u64;
            block.counts.links += chosen(self.kinds, page).count() as u64;
        }
        block.counts.rows += 1;
        Ok(())
    }
}

impl<'e> LinkRows<'e> {
    pub(crate) fn new(kinds: &'e [LinkKind], output: &OutputOptions) -> Self {
        Self { kinds, counts_relative: output.fields.has("url") || output.fields.has("class") }
    }
}

impl PageRows for LinkRows<'_> {
    const IS_ONE_PER_PAGE: bool = false;

    fn add(&self, page: &ReadPage<'_>, block: &mut RowBlock<'_, '_>) -> Result<(), RowError> {
        let ReadPage { input, page, .. } = page;
        let main = page.blocks.as_ref().and_then(|blocks| blocks.view(View::default()));
        let page_host = LazyHost::new(page.url);
        for (index, link) in chosen(self.kinds, page).enumerate() {
            let row = LinkRow::new(input, page, link).with_main(main).with_page_host(&page_host);
            if index == 0 {
                block.encoder.begin_page(row)?;
            }
            block.encoder.push_of_page(row)?;
            block.counts.links += 1;
            block.counts.relative_links += u64::from(self.counts_relative && link.class == LinkClass::Relative);
            block.counts.rows += 1;
            if block.put_if_full().is_break() {
                break;
            }
        }
        Ok(())
    }
}

impl PageRows for BlockRows {
    const IS_ONE_PER_PAGE: bool = false;

    fn add(&self, page: &ReadPage<'_>, block: &mut RowBlock<'_, '_>) -> Result<(), RowError> {
        let ReadPage { input, page, .. } = page;
        let Some(text_blocks) = &page.blocks else { return Ok(()) };
        let main = text_blocks.view(self.0.view);
        for text_block in text_blocks.iter() {
            let row = BlockRow::new(input, page, text_block, main);
            if text_block.index() == 0 {
                block.encoder.begin_page(row)?;
            }
            block.encoder.push_of_page(row)?;
            block.counts.rows += 1;
            if block.put_if_full().is_break() {
                break;
            }
        }
        Ok(())
    }
}

impl PageRows for CellRows {
    const IS_ONE_PER_PAGE: bool = false;

    fn add(&self, page: &ReadPage<'_>, block: &mut RowBlock<'_, '_>) -> Result<(), RowError> {
        let ReadPage { input, page, .. } = page;
        let tables = page.blocks.iter().flat_map(Blocks::tables);
        let cells = tables.flat_map(|table| table.cells().map(move |cell| (table, cell)));
        for (index, (table, cell)) in cells.enumerate() {
            let row = CellRow::new(input, page, table, cell);
            if index == 0 {
                block.encoder.begin_page(row)?;
            }
            block.encoder.push_of_page(row)?;
            block.counts.rows += 1;
            if block.put_if_full().is_break() {
                break;
            }
        }
        Ok(())
    }
}

impl PageRows for PageTexts {
    const IS_ONE_PER_PAGE: bool = true;

    fn add(&self, page: &ReadPage<'_>, block: &mut RowBlock<'_, '_>) -> Result<(), RowError> {
        block.encoder.push_text(&self.0.text_of(page.page))?;
        block.counts.rows += 1;
        Ok(())
    }
}

/// Returns the links of a page whose kind is one of `kinds`.
fn chosen<'p>(kinds: &[LinkKind], page: &'p Page<'_>) -> impl Iterator<Item = &'p Link<'p>> {
    let is_all = kinds.len() == LinkKind::ALL.len();
    page.links.iter().filter(move |link| is_all || kinds.contains(&link.kind))
}
