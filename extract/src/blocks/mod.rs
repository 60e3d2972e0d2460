//! The text blocks of a page: a table with one row per block, and the elements that contain them.
//!
//! A *block* is the text between two block-level boundaries: the start or end of a block element, a table cell or a
//! button, or a `br`. Rows and elements are in document order, and each element has the index of its parent, so the path of
//! a block can be walked without a tree. [`Blocks`](crate::Blocks) is the public view of the table.
//!
//! How the table is filled:
//!
//! 1. The token sink calls [`BlockBuilder`] for each element that is pushed on or popped from its stack of open
//!    elements, for each inline element, and for each text.
//! 2. Text is collapsed into one buffer. At a boundary, the text since the last one becomes a row.
//! 3. At the end of the page, [`BlockBuilder::finish`] returns the table.
//!
//! Not part of any block: the content of `script`, `style`, `title`, `textarea`, `template`, `select`, `datalist`,
//! `iframe`, `audio`, `video`, `canvas`, `meter`, `progress` and SVG. The content of `noscript` is. Hidden text is part
//! of the table and marked.

mod builder;
mod element;
mod inline;
mod table;
mod text_stats;

pub(crate) use builder::{BlockBuilder, names_discussion};
pub use element::{BlockElement, BlockPath};
pub(crate) use inline::Figure;
pub use inline::{Inline, InlineKind};
pub use table::ListKind;
pub(crate) use table::{ElementRow, NO_STRING, ROOT, Row, Table, Task};
pub(crate) use text_stats::Word;

/// Maximum number of blocks of a page. The text of later blocks is left out.
pub(crate) const MAX_BLOCKS: usize = 1 << 17;

/// Maximum number of elements in the table. Later elements are left out, and their text belongs to their parents.
pub(super) const MAX_ELEMENTS: usize = 1 << 18;

/// Maximum number of inline ranges of a page. Later ones are left out.
pub(super) const MAX_INLINES: usize = 1 << 18;

/// Maximum length of the text of all blocks, in bytes. The rest is left out.
pub(super) const TEXT_BYTES: usize = 16 << 20;
