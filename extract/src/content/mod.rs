//! The content of a page, from its table of text blocks: which blocks are the main content, and their text with structure.
//! Nothing here knows tokens.
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
//! If the main content is requested, the table is scored:
//!
//! 1. `features` computes a row of small integers for each block: its text, its place, its neighbours, its containers
//!    and their classes, blocks of the same shape, and the document.
//! 2. `score` evaluates the decision trees of `model` on that row, which gives the probability that the block is main
//!    content. `tools/main-content` trains the trees.
//! 3. `siblings` raises the scores of paragraphs and headings next to main content, `long_texts` the scores of the last
//!    paragraphs of long pages, `notes` the scores of footnotes, and `enclosed` the scores of code, formulas and tables in the text.
//! 4. `records` numbers posts and comments, and finds the comments, which no view keeps.
//! 5. [`Blocks::view`] keeps the blocks that maximize the expected F measure. `hidden` finds hidden text that no view keeps.
//!
//! `explain` finds the features that change the score of a block most.
//!
//! `writer` writes all blocks, or the blocks of a view, as text with structure or as Markdown.

mod block;
mod enclosed;
mod explain;
mod features;
mod hidden;
mod long_texts;
mod model;
mod notes;
mod phrases;
mod ranking;
mod records;
mod score;
mod siblings;
mod stems;
mod trees;
mod view;
mod writer;

pub use block::{Block, BlockIter, Blocks};
pub use explain::{Explanation, Influence};
pub(crate) use features::Facts;
pub use view::{Comments, Selection, View};
pub(crate) use writer::write_text_as_markdown;
