//! The text of each cell and each caption.

use crate::blocks::{ROOT, Row, Table};
use crate::copy_into::copy_fields;
use crate::names::Element;
use crate::text::push_words;
use bumpalo::Bump;
use bumpalo::collections::{String, Vec};

/// No block.
const NONE: u32 = u32::MAX;

/// The texts of the cells and captions of a page, without the texts of nested tables.
#[derive(Clone, Copy)]
pub(super) struct CellTexts<'a> {
    /// For each element, the text if it is a cell or caption.
    texts: &'a [&'a str],
    /// For each element, its first block if it is a table.
    first_blocks: &'a [u32],
}

copy_fields! {
    CellTexts { texts, first_blocks }
}

impl<'a> CellTexts<'a> {
    pub(super) fn of(table: &Table<'a>, bump: &'a Bump) -> Self {
        let count = table.elements.len();
        let mut texts = Vec::from_iter_in(core::iter::repeat_n("", count), bump);
        let mut first_blocks = Vec::from_iter_in(core::iter::repeat_n(NONE, count), bump);
        let owners = owners_of(table, bump);
        // For each owner, the last block so far and the text if blocks were joined.
        let mut lasts = Vec::from_iter_in(core::iter::repeat_n(NONE, count), bump);
        let mut nexts = Vec::from_iter_in(core::iter::repeat_n(NONE, table.rows.len()), bump);
        let mut firsts = Vec::from_iter_in(core::iter::repeat_n(NONE, count), bump);
        // For each block, the number of blocks so far that white space separates from the one before.
        let mut separated = Vec::with_capacity_in(table.rows.len(), bump);
        let mut separations = 0_u32;
        for (index, row) in (0..).zip(table.rows) {
            separations += u32::from(row.is_new || row.breaks > 0 || row.follows_space);
            separated.push(separations);
            let inner = table.elements[row.element as usize].table;
            let first_block = &mut first_blocks[inner as usize];
            *first_block = index.min(*first_block);
            let owner = owners[row.element as usize] as usize;
            if owner == ROOT as usize || row.is_hidden && !row.is_for_screen_readers {
                continue;
            }
            match core::mem::replace(&mut lasts[owner], index) {
                NONE => firsts[owner] = index,
                last => nexts[last as usize] = index,
            }
        }
        for (text, &first) in texts.iter_mut().zip(&firsts).filter(|(_, first)| **first != NONE) {
            let row = &table.rows[first as usize];
            *text = if nexts[first as usize] == NONE && !row.is_pre {
                table.text_of(row)
            } else {
                joined(table, first, &nexts, &separated, bump)
            };
        }
        Self { texts: texts.into_bump_slice(), first_blocks: first_blocks.into_bump_slice() }
    }

    /// Returns the text of a cell or caption: its blocks, white space collapsed.
    pub(super) fn text_of(&self, element: u32) -> &'a str {
        self.texts[element as usize]
    }

    /// Returns the first block of a table that is in no nested table.
    pub(super) fn first_block_of(&self, table: u32) -> Option<usize> {
        Some(self.first_blocks[table as usize]).filter(|&block| block != NONE).map(|block| block as usize)
    }
}

/// Returns the innermost cell or caption of each element, or [`ROOT`].
fn owners_of<'a>(table: &Table<'_>, bump: &'a Bump) -> Vec<'a, u32> {
    let mut owners: Vec<'a, u32> = Vec::with_capacity_in(table.elements.len(), bump);
    for (index, element) in (0..).zip(table.elements) {
        let owner = match element.element {
            Element::Td | Element::Th | Element::Caption => index,
            Element::Table => ROOT,
            _ => owners.get(element.parent as usize).copied().unwrap_or(ROOT),
        };
        owners.push(owner);
    }
    owners
}

/// Joins the blocks of a cell from `first` on.
fn joined<'a>(table: &Table<'a>, first: u32, nexts: &[u32], separated: &[u32], bump: &'a Bump) -> &'a str {
    let blocks = || core::iter::successors(Some(first), |&at| Some(nexts[at as usize]).filter(|&next| next != NONE));
    let row_of = |block: u32| -> &Row { &table.rows[block as usize] };
    let len: usize = blocks().map(|block| table.text_of(row_of(block)).len() + 1).sum();
    let mut text = String::with_capacity_in(len, bump);
    let (mut has_space, mut last) = (false, first);
    for block in blocks() {
        has_space |= separated[block as usize] > separated[last as usize];
        push_words(&mut text, &mut has_space, table.text_of(row_of(block)));
        last = block;
    }
    text.into_bump_str()
}
