//! The elements that contain blocks.

use super::table::{ElementRow, ListKind, ROOT, Table};
use crate::names::Element;
use crate::path_names::PathNames;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

/// A block-level element that contains blocks or other elements: `div`, `p`, `li`, `td` and all others on
/// the stack of open elements, but no inline element.
///
/// ```
/// use tagrake_extract::{Context, ExtractOptions, Extractor};
///
/// let mut extractor = Extractor::new(ExtractOptions::default().with_blocks(true));
/// let page = extractor.extract(b"<ol start=3><li class=a>x", &Context::default());
/// let blocks = page.blocks.unwrap();
/// let item = blocks.get(0).unwrap().element();
/// assert_eq!((item.name(), item.class(), item.parent().unwrap().value()), ("li", Some("a"), 3));
/// ```
#[derive(Clone, Copy)]
pub struct BlockElement<'a, 'b> {
    pub(crate) table: &'b Table<'a>,
    pub(crate) index: u32,
}

impl<'a, 'b> BlockElement<'a, 'b> {
    pub(crate) fn row(&self) -> &'b ElementRow {
        &self.table.elements[self.index as usize]
    }

    /// Returns the index of the element in the table. 0 is the root, and a child has a greater index than its parent.
    pub fn index(&self) -> usize {
        self.index as usize
    }

    /// Returns the name. The root is `body`.
    pub fn name(&self) -> &'static str {
        self.row().element.as_str()
    }

    /// Returns the parent, or `None` for the root.
    pub fn parent(&self) -> Option<Self> {
        (self.index != ROOT).then(|| Self { index: self.row().parent, ..*self })
    }

    /// Returns the element and its ancestors, innermost first.
    pub fn path(&self) -> BlockPath<'a, 'b> {
        BlockPath { next: Some(*self) }
    }

    /// Appends the names of the element and its ancestors, outermost first and separated by slashes. The outermost ones are left
    /// out of a path that is longer than 96 bytes.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_blocks(true));
    /// let page = extractor.extract(b"<ul><li>x", &Context::default());
    /// let mut path = String::new();
    /// page.blocks.unwrap().get(0).unwrap().element().write_path(&mut path);
    /// assert_eq!(path, "body/ul/li");
    /// ```
    pub fn write_path(&self, text: &mut String) {
        PathNames::of(self.path().map(|element| element.name())).each_piece(|piece| text.push_str(piece));
    }

    /// Returns the innermost container: the element itself if it is one. See
    /// [`Block::container`](crate::Block::container).
    pub fn container(&self) -> Self {
        Self { index: self.row().container, ..*self }
    }

    /// Returns the number of ancestors.
    pub fn depth(&self) -> usize {
        usize::from(self.row().depth)
    }

    /// Returns the byte range of the start tag in the decoded page. Empty if the element has no start tag.
    pub fn tag_span(&self) -> Range<usize> {
        let (start, end) = self.row().tag;
        start as usize..end as usize
    }

    /// Returns the `class` attribute, as written.
    pub fn class(&self) -> Option<&'a str> {
        self.table.string(self.row().class)
    }

    /// Returns the value of the nearest `lang` attribute.
    pub fn lang(&self) -> Option<&'a str> {
        self.table.string(self.row().lang)
    }

    /// Returns the level of the innermost heading element that is or contains this element, 1 to 6. 0 if there is none.
    pub fn heading_level(&self) -> u8 {
        self.row().heading
    }

    /// Returns the number of lists that contain this element, including itself.
    pub fn list_depth(&self) -> usize {
        usize::from(self.row().list_depth)
    }

    /// Returns the kind of the innermost list.
    pub fn list_kind(&self) -> ListKind {
        self.row().list_kind
    }

    /// Returns `start` of an `ol` (1 by default), `value` of an `li` (0 by default) or `colspan` of a cell (1 by
    /// default). 0 for other elements.
    pub fn value(&self) -> i32 {
        self.row().value
    }

    /// Returns the ordinal value of an `li` in an `ol`, by `start`, `reversed` and `value`.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_blocks(true));
    /// let page = extractor.extract(b"<ol reversed><li>c<li>b<li>a</ol>", &Context::default());
    /// let blocks = page.blocks.unwrap();
    /// let values: Vec<_> = blocks.iter().map(|block| block.element().ordinal_value()).collect();
    /// assert_eq!(values, [Some(3), Some(2), Some(1)]);
    /// ```
    pub fn ordinal_value(&self) -> Option<i32> {
        let row = self.row();
        let is_numbered = row.element == Element::Li && self.table.elements[row.list as usize].element == Element::Ol;
        is_numbered.then_some(row.ordinal)
    }

    /// Returns the `rowspan` of a cell. 1 for other elements.
    pub fn row_span(&self) -> usize {
        usize::from(self.row().row_span)
    }

    /// Returns the number of the row in the innermost table, from 1. 0 outside of rows.
    pub fn table_row(&self) -> usize {
        self.row().row as usize
    }

    /// Returns the number of the first column of the innermost cell, from 1. 0 outside of cells. `colspan` is counted,
    /// `rowspan` of earlier rows is not.
    pub fn table_column(&self) -> usize {
        self.row().column as usize
    }

    /// Returns true if the element is in `pre` or `listing`, or is one.
    pub fn is_preformatted(&self) -> bool {
        self.row().is_pre
    }
}

impl fmt::Debug for BlockElement<'_, '_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("BlockElement").field("name", &self.name()).field("class", &self.class()).finish()
    }
}

/// An element and its ancestors, innermost first.
#[derive(Clone, Debug)]
pub struct BlockPath<'a, 'b> {
    next: Option<BlockElement<'a, 'b>>,
}

impl<'a, 'b> Iterator for BlockPath<'a, 'b> {
    type Item = BlockElement<'a, 'b>;

    fn next(&mut self) -> Option<Self::Item> {
        let element = self.next?;
        self.next = element.parent();
        Some(element)
    }
}
