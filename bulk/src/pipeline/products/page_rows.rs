//! The rows and texts of pages: records, links, text blocks, tables, items, and visible text.

use super::row_maker::{PageRows, RowBlock};
use crate::output::OutputOptions;
use crate::pipeline::read_page::ReadPage;
use crate::record::block_row::BlockRow;
use crate::record::cell_row::CellRow;
use crate::record::item_query::ItemQuery;
use crate::record::lazy_host::LazyHost;
use crate::record::link_choice::LinkChoice;
use crate::record::link_row::LinkRow;
use crate::record::page_record::PageRecord;
use crate::record::page_text::TextOptions;
use crate::schema::table::RowError;
use std::mem;
use std::ops::ControlFlow;
use tagrake_extract::{Blocks, Flag, LinkClass, View};

/// A record for each page.
pub(crate) struct PageRecords<'e> {
    links: LinkChoice<'e>,
    texts: TextOptions,
    /// True if the record has links, which are then counted.
    has_links: bool,
}

/// A row for each link.
pub(crate) struct LinkRows<'e> {
    links: LinkChoice<'e>,
    /// True if the row shows that a link is relative and could not be resolved, or if it is left out for that. Then such links are
    /// counted.
    counts_relative: bool,
}

/// A row for each text block.
pub(crate) struct BlockRows(pub(crate) TextOptions);

/// A row for each position of a table.
pub(crate) struct CellRows;

/// A row for each item of a query.
pub(crate) struct ItemRows<'e>(pub(crate) &'e ItemQuery);

/// A text for each page.
pub(crate) struct PageTexts(pub(crate) TextOptions);

impl<'e> PageRecords<'e> {
    pub(crate) fn new(links: LinkChoice<'e>, texts: TextOptions, output: &OutputOptions) -> Self {
        Self { links, texts, has_links: output.fields.has("links") }
    }
}

impl PageRows for PageRecords<'_> {
    const IS_ONE_PER_PAGE: bool = true;

    fn add(&self, page: &ReadPage<'_>, block: &mut RowBlock<'_, '_>) -> Result<(), RowError> {
        let ReadPage { input, html, page } = page;
        let LinkChoice { kinds, scope } = self.links;
        let record = PageRecord::new(input, page).with_kinds(kinds).with_scope(scope).with_body(html);
        block.encoder.push(record.with_texts(self.texts))?;
        if self.has_links {
            let page_host = LazyHost::new(page.url);
            for link in page.links.iter().filter(|link| self.links.takes_kind(link)) {
                block.counts.relative_links += u64::from(link.class == LinkClass::Relative);
                block.counts.links += u64::from(self.links.takes_target(link, &page_host));
            }
        }
        block.counts.rows += 1;
        Ok(())
    }
}

impl<'e> LinkRows<'e> {
    pub(crate) fn new(links: LinkChoice<'e>, output: &OutputOptions) -> Self {
        let counts_relative = output.fields.has("url") || output.fields.has("class") || links.scope.is_some();
        Self { links, counts_relative }
    }
}

impl PageRows for LinkRows<'_> {
    const IS_ONE_PER_PAGE: bool = false;

    fn add(&self, page: &ReadPage<'_>, block: &mut RowBlock<'_, '_>) -> Result<(), RowError> {
        let ReadPage { input, page, .. } = page;
        let main = page.blocks.as_ref().and_then(|blocks| blocks.view(View::default()));
        let page_host = LazyHost::new(page.url);
        let mut is_first = true;
        for link in page.links.iter().filter(|link| self.links.takes_kind(link)) {
            block.counts.relative_links += u64::from(self.counts_relative && link.class == LinkClass::Relative);
            if !self.links.takes_target(link, &page_host) {
                continue;
            }
            let row = LinkRow::new(input, page, link).with_main(main).with_page_host(&page_host);
            if mem::take(&mut is_first) {
                block.encoder.begin_page(row)?;
            }
            block.encoder.push_of_page(row)?;
            block.counts.links += 1;
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
        for text_block in text_blocks {
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

impl PageRows for ItemRows<'_> {
    const IS_ONE_PER_PAGE: bool = false;

    fn add(&self, page: &ReadPage<'_>, block: &mut RowBlock<'_, '_>) -> Result<(), RowError> {
        let ReadPage { input, page, .. } = page;
        let mut pushed = Ok(());
        let is_limited = self.0.for_each_row(input, page, |row| {
            pushed = block.encoder.push(row);
            if pushed.is_err() {
                return ControlFlow::Break(());
            }
            block.counts.rows += 1;
            block.put_if_full()
        });
        if is_limited && !page.flags.has(Flag::LimitItems) {
            // The other flags of the page are counted.
            block.counts.flags.add(Flag::LimitItems, 1);
            block.counts.pages_over_limit += u64::from(!page.flags.iter().any(Flag::is_limit));
        }
        pushed
    }
}

impl PageRows for PageTexts {
    const IS_ONE_PER_PAGE: bool = true;

    fn add(&self, page: &ReadPage<'_>, block: &mut RowBlock<'_, '_>) -> Result<(), RowError> {
        let ReadPage { input, page, .. } = page;
        block.encoder.push_text_of(PageRecord::new(input, page), &self.0.text_of(page))?;
        block.counts.rows += 1;
        Ok(())
    }
}
