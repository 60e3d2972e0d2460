//! The text blocks of a page: a table with one row per block, and the elements that contain them.
//!
//! A *block* is the text between two block-level boundaries: the start or end of a block element, a table cell or a
//! button, or a `br`. Rows and elements are in document order. [`Blocks::element`] gives the parent of each element, so
//! the path of a block can be walked without a tree.
//!
//! ```
//! use tagrake_extract::{Context, ExtractOptions, Extractor};
//!
//! let mut extractor = Extractor::new(ExtractOptions::default().with_blocks(true));
//! let html = b"<ul><li>One <a href=x>two</a><li>Three</ul><pre> a\n</pre>";
//! let page = extractor.extract(html, &Context::default());
//! let blocks = page.blocks.unwrap();
//! let texts: Vec<_> = blocks.iter().map(|block| block.text()).collect();
//! assert_eq!(texts, ["One two", "Three", " a\n"]);
//! let first = blocks.get(0).unwrap();
//! assert_eq!((first.words(), first.link_words(), first.list_depth()), (2, 1, 1));
//! assert_eq!(first.path().map(|element| element.name()).collect::<Vec<_>>(), ["li", "ul", "body"]);
//! ```
//!
//! How the table is filled:
//!
//! 1. The token sink calls [`BlockBuilder`] for each element that is pushed on or popped from its stack of open
//!    elements, for each inline element, and for each text.
//! 2. Text is collapsed into one buffer. At a boundary, the text since the last one becomes a row.
//! 3. At the end of the page, [`BlockBuilder::finish`] returns the table.
//!
//! If the main content is requested, the table is then scored:
//!
//! 4. `features` computes a row of small integers for each block: its text, its place, its neighbours, its containers
//!    and their classes, blocks of the same shape, and the document.
//! 5. `score` evaluates the decision trees of `model` on that row, which gives the probability that the block is main
//!    content. `tools/main-content` trains the trees.
//! 6. `long_texts` raises the scores of the last paragraphs of long pages.
//! 7. [`Blocks::view`] keeps the blocks that maximize the expected F measure.
//!
//! `writer` writes all blocks, or the blocks of a view, as text with structure or as Markdown.
//!
//! Not part of any block: the content of `script`, `style`, `title`, `textarea`, `template`, `select`, `datalist`,
//! `iframe`, `audio`, `video`, `canvas`, `meter`, `progress` and SVG. The content of `noscript` is. Hidden text is part
//! of the table and marked.

mod block;
mod builder;
mod element;
mod features;
mod inline;
mod long_texts;
mod model;
mod phrases;
mod ranking;
mod score;
mod stems;
mod table;
mod text_stats;
mod trees;
mod view;
mod writer;

pub use block::{Block, Blocks};
pub(super) use builder::{BlockBuilder, tex_image, tex_script};
pub use element::{BlockElement, BlockPath};
pub(super) use features::Facts;
pub use inline::{Inline, InlineKind};
pub use table::ListKind;
pub use view::{Selection, View};
pub use writer::MarkdownOptions;

/// Maximum number of blocks of a page. The text of later blocks is left out.
pub(super) const MAX_BLOCKS: usize = 1 << 17;

/// Maximum number of elements in the table. Later elements are left out, and their text belongs to their parents.
pub(super) const MAX_ELEMENTS: usize = 1 << 18;

/// Maximum number of inline ranges of a page. Later ones are left out.
pub(super) const MAX_INLINES: usize = 1 << 18;

/// Maximum length of the text of all blocks, in bytes. The rest is left out.
pub(super) const TEXT_BYTES: usize = 16 << 20;
